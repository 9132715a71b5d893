"""The one kind of choice: where to write the number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rules.game import Choice, Unreadable
from rules.knister.lines import SIDE
from rules.notation import number


@dataclass(frozen=True, slots=True)
class Write:
    """Write the number in this row and column, both counted from 1 (K3)."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"write {self.row},{self.column}"


WRITE: Final = tuple(
    Write(row, column) for row in range(1, SIDE + 1) for column in range(1, SIDE + 1)
)
"""The choice for each cell of a board, row by row."""

_WRITE: Final = re.compile(r"write ([0-9]{1,2}),([0-9]{1,2})")


def read(text: str) -> Choice:
    """Return the choice with this public text; raises Unreadable."""
    match = _WRITE.fullmatch(text)
    if match is None:
        raise Unreadable(f"{text[:40]!r} is no choice of this game: write it as write 2,5")
    return Write(number(match[1]), number(match[2]))
