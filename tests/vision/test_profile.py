"""Profiles: kept whole, refused when empty, damaged or foreign; opening one never runs code."""

from __future__ import annotations

import io
import json
import os
import pickle
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vision.looks import CLASSES
from vision.profile import (
    MOST_A_FACE,
    NewerProfile,
    Profile,
    ProfileError,
    check_face,
    load_profile,
    save_profile,
)
from vision.taught import Example


def example(face: str, level: int = 100, photo: str = "a.jpg") -> Example:
    chances = np.full(len(CLASSES), 0.1, np.float32)
    return Example(face, np.full((64, 64, 3), level, np.uint8), chances, photo)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A profile of two faces, as a file."""
    path = tmp_path / "deep" / "mine.npz"
    save_profile(Profile((example("6"), example("dragon", 7)), "dragon"), path)
    return path


def changed(kept: Path, **parts: Any) -> Path:
    """Return another file with some of its arrays or entries of its head changed."""
    with np.load(kept) as archive:
        arrays = dict(archive)
    head = json.loads(bytes(arrays["head"]).decode())
    for name, value in parts.items():
        if name in arrays:
            arrays[name] = value
        else:
            head[name] = value
    arrays["head"] = np.frombuffer(json.dumps(head).encode(), np.uint8)
    path = kept.with_name("changed.npz")
    np.savez(path, **arrays)
    return path


def test_what_is_kept_comes_back(kept: Path) -> None:
    back = load_profile(kept)
    assert back.worm == "dragon"
    assert back.counts == {"6": 1, "dragon": 1}
    assert [e.photo for e in back.examples] == ["a.jpg", "a.jpg"]
    assert np.array_equal(back.examples[1].crop, example("dragon", 7).crop)
    assert [p.name for p in kept.parent.iterdir()] == ["mine.npz"]  # no half file is left


def test_an_empty_profile_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="without examples"):
        save_profile(Profile(), tmp_path / "mine.npz")
    assert not list(tmp_path.iterdir())


def test_of_many_examples_the_newest_stay() -> None:
    many = Profile().with_examples(example("6", k % 256) for k in range(MOST_A_FACE + 5))
    both = many.with_examples([example("5")])
    assert both.counts == {"5": 1, "6": MOST_A_FACE}
    assert both.examples[0].crop[0, 0, 0] == 5


def test_a_face_is_forgotten_and_its_worm_with_it() -> None:
    profile = Profile((example("6"), example("dragon")), "dragon")
    assert profile.without("dragon") == Profile(profile.examples[:1], None)
    assert profile.without("6").worm == "dragon"
    assert profile.with_worm("").worm is None
    for wrong in (lambda: profile.without("5"), lambda: profile.with_worm("5")):
        with pytest.raises(ProfileError, match="no face `5`"):
            wrong()


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, "a\nb", "a,b", "`", "a\x00"])
def test_names_that_no_face_can_have(name: str) -> None:
    with pytest.raises(ProfileError):
        check_face(name)


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"format": "recipes"}, "not a profile of dice faces"),
        ({"version": 2}, "version is 2"),
        ({"faces": ["6"]}, "do not fit"),
        ({"worm": "cat"}, "do not fit"),
        ({"crops": np.zeros((2, 64, 64), np.uint8)}, "do not fit"),
        ({"crops": np.zeros((2, 64, 64, 4), np.uint8)}, "do not fit"),
        ({"crops": np.zeros((2, 64, 64, 3), np.float32)}, "do not fit"),
        ({"chances": np.full((2, 10), np.nan, np.float32)}, "do not fit"),
        ({"faces": ["dragon", ""]}, "needs a name"),
        ({"faces": 6}, "not a profile, or a damaged one"),
    ],
)
def test_foreign_and_damaged_profiles(kept: Path, parts: dict[str, Any], says: str) -> None:
    with pytest.raises(ProfileError, match=says):
        load_profile(changed(kept, **parts))


@pytest.mark.parametrize(("version", "newer"), [(2, True), (0, False), ("2", False), (None, False)])
def test_a_newer_profile_is_told_from_a_damaged_one(kept: Path, version: Any, newer: bool) -> None:
    with pytest.raises(ProfileError, match="this program reads version 1") as raised:
        load_profile(changed(kept, version=version))
    assert isinstance(raised.value, NewerProfile) == newer


def test_a_profile_without_any_example(kept: Path) -> None:
    none = changed(
        kept, faces=[], photos=[], worm=None,
        crops=np.zeros((0, 64, 64, 3), np.uint8), chances=np.zeros((0, 10), np.float32),
    )  # fmt: skip
    with pytest.raises(ProfileError, match="no example"):
        load_profile(none)


class Trap:
    """Unpickling this writes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.path),)


def test_opening_a_profile_runs_no_code(kept: Path) -> None:
    sprung = kept.with_name("sprung")
    trap = np.empty(1, object)
    trap[0] = Trap(sprung)
    path = kept.with_name("trap.npz")
    np.savez(path, head=trap)
    for bait in (path, kept.with_name("pickle.npz")):
        if bait.name == "pickle.npz":
            bait.write_bytes(pickle.dumps(Trap(sprung)))
        with pytest.raises(ProfileError, match="damaged"):
            load_profile(bait)
    assert not sprung.exists()


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(cut=st.integers(0, 100), at=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_damage_is_told_or_does_no_harm(kept: Path, cut: int, at: int, byte: int) -> None:
    """Whatever happens to the bytes, the answer is a profile or one clear error."""
    data = bytearray(kept.read_bytes())
    data[at % len(data)] = byte
    hurt = kept.with_name("hurt.npz")
    hurt.write_bytes(bytes(data[: len(data) * (100 - cut) // 100]))
    said = ""
    try:
        opened = load_profile(hurt)
    except ProfileError as error:
        said = str(error)
    assert said or opened.counts
    assert "\n" not in said


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="no such profile"):
        load_profile(tmp_path / "gone.npz")
    with pytest.raises(ProfileError, match="is a folder"):
        load_profile(tmp_path)
    (tmp_path / "empty.npz").touch()
    with pytest.raises(ProfileError, match="empty"):
        load_profile(tmp_path / "empty.npz")


def test_a_picture_by_another_name_is_foreign(tmp_path: Path) -> None:
    picture = cv2.imencode(".png", np.zeros((40, 40, 3), np.uint8))[1].tobytes()
    (tmp_path / "mine.npz").write_bytes(picture)
    with pytest.raises(ProfileError, match="not a profile"):
        load_profile(tmp_path / "mine.npz")
    plain = io.BytesIO()
    np.save(plain, np.zeros(3))
    (tmp_path / "mine.npz").write_bytes(plain.getvalue())
    with pytest.raises(ProfileError, match="not a profile"):
        load_profile(tmp_path / "mine.npz")
