"""Who throws the dice of the match on the table, kept beside the record over a restart.

The record holds what was rolled. That somebody said beside a camera that the dice are tapped in
stands in none of its entries, least of all before the first of them; without it the camera, or the
recording that ships, would roll into the dice that people are just tapping in.
"""

from __future__ import annotations

import logging

from device.shelf import FileShelf

log = logging.getLogger(__name__)

NAME = "tapped-in"


class HandKept:
    """Remembers of one match, the last one that it was said of, whether its dice are tapped in."""

    def __init__(self, shelf: FileShelf | None = None) -> None:
        """Keep it on a shelf; without one nothing outlives the program."""
        self._shelf = shelf

    def of(self, match_id: str) -> bool | None:
        """Return whether the dice of a match are tapped in; None where nobody has said so of it."""
        kept = None if self._shelf is None else self._shelf.get(NAME)
        if not isinstance(kept, dict) or kept.get("match") != match_id:
            return None
        on = kept.get("on")
        return on if isinstance(on, bool) else None

    def keep(self, match_id: str, on: bool) -> None:
        """Remember it; a disk that takes nothing costs no more than this."""
        if self._shelf is None:
            return
        try:
            self._shelf.put(NAME, {"match": match_id, "on": on})
        except OSError as error:
            log.warning("whether the dice are tapped in is not kept: %s", error)
