"""What browsers remember by its number is never mistaken for something of an earlier evening."""

from __future__ import annotations

from pathlib import Path

from tests.device.evenings import JPEG, evening
from tests.device.observed import throw


def numbers_of_an_evening(folder: Path) -> tuple[list[int], list[int]]:
    """The numbers of the stills, and the revisions, of some throws of Knister."""
    stills, revisions = [], []
    with evening(folder, "usb") as at:
        at.start("knister", ("Ann",))
        for number, faces in enumerate(("41", "35", "66"), 1):
            page = at.look(throw(faces, seed=number))
            assert page.camera.still is not None
            assert at.table.still(page.camera.still) == JPEG
            stills.append(page.camera.still)
            revisions.append(page.revision)
            at.must("choose", 0, choice=f"write 1,{number}")
        at.must("end")
    return stills, revisions


def test_two_evenings_share_no_number(tmp_path: Path) -> None:
    """A browser keeps a still for its number; a page tells by the revision that it is behind."""
    first, second = numbers_of_an_evening(tmp_path), numbers_of_an_evening(tmp_path)
    for earlier, later in zip(first, second, strict=True):
        assert sorted(set(earlier)) == earlier
        assert max(earlier) < min(later)
        assert max(later) < 2**53, "a script's numbers are exact up to here"
