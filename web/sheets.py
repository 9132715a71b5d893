"""The style sheets of each page, put together: many small files here, one that a browser asks for.

A browser draws nothing before it has every sheet of a page, and each costs it a request of its own.
What a script fetches later (`styled` in `js/later.js`) stays a sheet of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

_FRAME = ("tokens", "base", "page")
_TURN = ("pieces", "grill", "lane", "choices", "pad", "undo", "players")
_SETUP = ("setup", "setup_screens", "house")
_KNISTER = ("knister", "knister_room", "knister_screens")
_TABLE = (*_FRAME, "sentence", "dialogs", *_TURN, *_SETUP, *_KNISTER, "camera", "cards")
_RECORD = (*_FRAME, "pieces", "record")

SHEETS_OF: Mapping[str, tuple[str, ...]] = {
    "table": (*_TABLE, "rooms"),
    # a table in play needs nothing of a replay
    "replay": (*_TABLE, "replay", "replay_low", "rooms"),
    "record": _RECORD,
    "lesson": (*_RECORD, "dialogs", *_SETUP, "camera", "teach"),
}
"""The sheets of each kind of page; of two rules with the same weight the later one holds."""


def sheets_put_together(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the one sheet of each page with its name (`css/for_table.css`), read from `folder`/css.

    It lies beside what it is made of, so that an address in one of them leads where it led.
    """
    for page, sheets in SHEETS_OF.items():
        parts = [(folder / "css" / f"{sheet}.css").read_bytes() for sheet in sheets]
        yield f"css/for_{page}.css", b"\n".join(parts)
