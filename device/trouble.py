"""What went wrong at the device, in one sentence, and what to do about it.

    Trouble                  anything that the device cannot do just now
     +- SourceTrouble        a picture source that is missing, busy, unreadable or lost
     +- JournalTrouble       the record cannot be opened, read or written
     |   +- BusyRecord       another program holds it just now
     |   +- FullDisk         its disk has no room left
     |   +- SealedRecord     its disk or folder can only be read just now
     |   +- NewerRecord      a newer dice-table wrote it
     |   +- DamagedRecord    it cannot be trusted any more
     +- LogTrouble           a log file that does not follow; carries the line number
     |   +- NewerLog         a newer dice-table wrote it
     |   +- ForeignLog       it is no log of dice-table at all
     +- SettingsTrouble      a settings file with an unknown name or a wrong value
     +- TypedWrongly         words of the command line that cannot be; the exit status is 2

The program prints a `Trouble` as one line: `dice-table: what; do remedy`.
"""

from __future__ import annotations

import errno


class Trouble(Exception):
    """Something that cannot be done; `what` says what is wrong, `remedy` what to do about it."""

    def __init__(self, what: str, remedy: str = "") -> None:
        """Keep both halves; `remedy` continues the words `do ...` (empty: nothing can be done)."""
        super().__init__(f"{what}; do: {remedy}" if remedy else what)
        self.what = what
        self.remedy = remedy


class SourceTrouble(Trouble):
    """A picture source that is missing, busy, unreadable or lost."""


class JournalTrouble(Trouble):
    """The record of matches cannot be opened, read or written."""


class BusyRecord(JournalTrouble):
    """A record that another program holds just now; it is whole, and free once that lets go."""


class FullDisk(JournalTrouble):
    """A record whose disk has no room left."""


class SealedRecord(JournalTrouble):
    """A record that can only be read: a card that the system no longer writes to, a permission."""


class NewerRecord(JournalTrouble):
    """A record that a newer dice-table wrote."""


class DamagedRecord(JournalTrouble):
    """A record that cannot be trusted any more; `log rescue` saves what can be read of it."""


class LogTrouble(Trouble):
    """A log that does not follow; `line` counts from 1 and is 0 where no line is to blame."""

    def __init__(self, what: str, remedy: str = "", line: int = 0) -> None:
        """Keep the line beside what `Trouble` keeps."""
        super().__init__(f"line {line}: {what}" if line else what, remedy)
        self.line = line


class NewerLog(LogTrouble):
    """A log that a newer dice-table wrote."""


class ForeignLog(LogTrouble):
    """A file that is no log of dice-table."""


class SettingsTrouble(Trouble):
    """A settings file with an unknown name or a value that cannot be."""


class TypedWrongly(Trouble):
    """Words of the command line that cannot be what was meant."""


def cannot_be_written(what: object, error: Exception, remedy: str) -> Trouble:
    """Return the trouble of a file or folder that takes nothing, in the words used everywhere."""
    return Trouble(
        f"{what} cannot be written ({getattr(error, 'strerror', None) or error})", remedy
    )


def remedy_of(error: OSError) -> str:
    """Return what a person can do about what the system said of a file; never empty."""
    where = error.filename or "it"
    match error.errno:
        case errno.ENOENT:
            return "look at its name and its folder: nothing is there"
        case errno.EACCES | errno.EPERM:
            return f"give {where} to your user, or choose a place of your own"
        case errno.EROFS:
            return "choose a folder on another disk: this one can only be read"
        case errno.EISDIR:
            return "name a file in that folder"
        case errno.ENOTDIR | errno.EEXIST:
            return "choose another name: a file is where a folder should be"
        case errno.ENOSPC | errno.EDQUOT:
            return "make room on the disk, or choose another one"
        case _:
            return "look at the disk or the cable, or choose another place"
