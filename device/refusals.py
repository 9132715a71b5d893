"""What the table says where not the rules but the record or the disk refuses a wish.

Every text here is a key of the page's translations, as those of `device.sentences` are.
"""

from __future__ import annotations

from device.trouble import BusyRecord, FullDisk, JournalTrouble, SealedRecord, Trouble
from rules.game import Message

RECORD_FULL = Message(
    "record-full",
    "The disk is full, so nothing was done: free some space on it, then press again.",
)
RECORD_SEALED = Message(
    "record-sealed",
    "The disk with the record can only be read just now, so nothing was done: save a backup from "
    "the list of matches, then start the machine again. The program's log says more.",
)
RECORD_FAILS = Message(
    "record-fails",
    "The record cannot be written, so nothing was done: look at its disk, then press again. The "
    "program's log says more.",
)

RECORD_BUSY = Message(
    "record-busy",
    "Another program holds the record, so nothing was done: close that program, then press again.",
)


_OF_THE_RECORD: tuple[tuple[type[Trouble], Message], ...] = (
    (BusyRecord, RECORD_BUSY),
    (FullDisk, RECORD_FULL),
    (SealedRecord, RECORD_SEALED),
    (JournalTrouble, RECORD_FAILS),
)


def last_match_fails(match_id: str) -> Message:
    """Return why the match that was played last is not gone on with; `match_id` tells which."""
    return Message(
        "last-match-fails",
        "The match that was played last cannot be taken up: begin another one. On the machine "
        "itself `dice-table log verify {match}` says more.",
        "",
        (("match", match_id[:8]),),
    )


def cannot(trouble: Trouble) -> Message:
    """Return a refusal of the disk, or, in its own words, of something that is not foreseen."""
    for kind, message in _OF_THE_RECORD:
        if isinstance(trouble, kind):
            return message
    return Message("refused", "{what}", "", (("what", str(trouble)),))
