"""The record for commands that only read: where its folder cannot be written, by way of a copy.

SQLite writes beside a record even to read it (WAL). A stick that is write-protected, or somebody
else's folder, is therefore copied to a temporary folder, with what is not in the main file yet.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from device.folders import Folders
from device.journal_file import cannot_write
from device.trouble import JournalTrouble, Trouble, remedy_of


@contextmanager
def record_to_read(folders: Folders) -> Iterator[Path]:
    """Yield the path of the record, or of a copy that goes away; raises Trouble.

    A folder that is not there is made, as everywhere.
    """
    try:
        folders.ready()
    except Trouble:
        if not folders.data.is_dir():
            raise
    else:
        yield folders.journal
        return
    with TemporaryDirectory(prefix="dice-table-") as place:
        copy = Path(place) / folders.journal.name
        for ending in ("", "-wal"):
            _copy(Path(f"{folders.journal}{ending}"), Path(f"{copy}{ending}"))
        yield copy


def _copy(theirs: Path, copy: Path) -> None:
    try:
        if not theirs.exists():
            return
        data = theirs.open("rb")
    except OSError as error:
        raise JournalTrouble(
            f"the record {theirs} cannot be read ({error.strerror or error})", remedy_of(error)
        ) from error
    with data:
        try:
            with copy.open("wb") as ours:
                shutil.copyfileobj(data, ours)
        except OSError as error:
            raise cannot_write(copy, error) from error
