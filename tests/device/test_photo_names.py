"""A photo that was taught is known by every name that a person may give it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from device.photo_names import photos_meant


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder beside another one."""
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path.resolve() / "here"


@pytest.mark.parametrize("kept", ["f2.jpg", "./f2.jpg", "whole"])
@pytest.mark.parametrize("asked", ["f2.jpg", "./f2.jpg", "../here/f2.jpg", "whole", "linked"])
@pytest.mark.parametrize("is_there", [True, False])
def test_the_same_file_by_another_name(here: Path, kept: str, asked: str, is_there: bool) -> None:
    (here.parent / "link").symlink_to(here)
    if is_there:
        (here / "f2.jpg").touch()
    names = {"whole": str(here / "f2.jpg"), "linked": str(here.parent / "link" / "f2.jpg")}
    kept, asked = names.get(kept, kept), names.get(asked, asked)
    assert photos_meant(asked, [kept, "f1.jpg", kept]) == ([kept], True)


@pytest.mark.parametrize(
    ("asked", "kept", "meant"),
    [
        ("f2.jpg", ["/a/f2.jpg", "/a/f1.jpg"], ["/a/f2.jpg"]),
        ("f2.jpg", ["/a/f2.jpg", "/b/f2.jpg"], ["/a/f2.jpg", "/b/f2.jpg"]),
        ("b/f2.jpg", ["/a/f2.jpg", "/b/f2.jpg"], ["/b/f2.jpg"]),
        ("/b/f2.jpg", ["../f2.jpg"], ["../f2.jpg"]),
        ("/b/f2.jpg", ["/a/f2.jpg", "f1.jpg"], []),
        ("2.jpg", ["/a/f2.jpg"], []),
        ("a", ["/a/f2.jpg"], []),
        ("", ["/a/f2.jpg", "f2.jpg"], []),
        ("/", ["/a/f2.jpg"], []),
        ("..", ["/a/f2.jpg"], []),
    ],
)
def test_a_photo_that_lies_elsewhere_now_is_known_by_the_end_of_its_name(
    here: Path, asked: str, kept: list[str], meant: list[str]
) -> None:
    assert photos_meant(asked, kept) == (meant, False)


def test_two_photos_that_are_both_there_are_two(here: Path) -> None:
    """The one of this folder was not taught; that of the other folder is not forgotten for it."""
    other = here.parent / "there" / "f2.jpg"
    other.touch()
    assert photos_meant("f2.jpg", [str(other)])[0] == [str(other)]
    (here / "f2.jpg").touch()
    assert photos_meant("f2.jpg", [str(other)])[0] == []
    assert photos_meant(os.path.relpath(other), [str(other)]) == ([str(other)], True)


def test_a_picture_that_is_no_file_is_known_by_its_words(here: Path) -> None:
    assert photos_meant("the table's camera", ["the table's camera", "a.jpg"]) == (
        ["the table's camera"],
        True,
    )
