"""`dice-table teach`: what was hardly meant is learnt with a doubt, and can be forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.commands.bench_vision import drawn_table
from device.teaching import without_photo
from tests.device.teach_runs import Run, one_line
from vision.profile import load_profile


def test_a_photo_that_shows_something_else_is_doubted(
    run: Run, eight: tuple[Path, Path], tmp_path: Path, data: Path
) -> None:
    """It is said that it was learnt all the same, and what takes back that photo alone."""
    sixes = tmp_path / "sixes.png"
    cv2.imwrite(str(sixes), drawn_table((6,) * 8))
    run("teach", "mine", "--face", "6", sixes)
    done = run("teach", "mine", "--face", "6", eight[0])
    assert done.exit_code == 0
    assert done.stderr.count("\n") == 1
    assert "doubtful and was learnt all the same" in done.stderr
    assert "not all of 8 look like the same face: 2 like `1`, 2 like `2`" in done.stderr
    remedy = f"`dice-table teach mine --forget-photo {eight[0]}`"
    assert remedy in done.stderr.partition("; do: ")[2]
    assert "6: 8 examples" in run("teach", "mine", "--forget-photo", eight[0]).stdout
    kept = load_profile(data / "profiles" / "mine.npz").examples
    assert {example.photo for example in kept} == {str(sixes)}
    again = one_line(run("teach", "mine", "--forget-photo", eight[0]))
    assert "nothing was learnt from a photo" in again
    assert str(sixes) in again.partition("; do: ")[2]
    last = run("teach", "mine", "--forget-photo", sixes)
    assert "was the last photo: the profile mine is deleted" in last.stdout


def test_a_worm_that_only_a_forgotten_photo_showed_is_none_any_more(
    run: Run, tmp_path: Path, data: Path
) -> None:
    for face in (5, 6):
        photo = tmp_path / f"{face}.png"
        cv2.imwrite(str(photo), drawn_table((face,) * 8))
        assert run("teach", "mine", "--face", f"face {face}", photo).exit_code == 0
    assert run("teach", "mine", "--worm", "face 6").exit_code == 0
    for face, worm in ((5, "face 6"), (6, None)):
        copy = load_profile(data / "profiles" / "mine.npz")
        kept = without_photo(copy, str(tmp_path / f"{face}.png"))
        assert kept.worm == worm


def test_a_photo_that_is_taught_again_teaches_nothing_new(
    run: Run, eight: tuple[Path, Path], data: Path
) -> None:
    """An example would be checked by its own copy, which always knows it."""
    first = run("teach", "mine", "--face", "6", eight[0], eight[0])
    assert "learnt before" not in first.stdout.splitlines()[0]
    assert "6 x 8 (8 learnt before, not again)" in first.stdout.splitlines()[1]
    assert "6: 8 examples" in run("teach", "mine", "--face", "6", eight[0]).stdout
    assert len(load_profile(data / "profiles" / "mine.npz").examples) == 8


@pytest.mark.parametrize("by", ["--face", "--labels"])
def test_a_die_that_is_learnt_as_two_faces_is_doubted(
    run: Run, tmp_path: Path, data: Path, by: str
) -> None:
    """What it teaches of the one takes back what it teaches of the other."""
    photo, labels = tmp_path / "a.png", tmp_path / "labels.json"
    cv2.imwrite(str(photo), drawn_table((6,) * 8))
    listed = [{"image": "a.png", "values": [face] * 8} for face in ("fish", "key", "fish")]
    labels.write_text(json.dumps({"photos": listed}))
    for face in ("fish", "key") if by == "--face" else ("",):
        words = ("--face", face, photo) if face else ("--labels", labels)
        done = run("teach", "mine", *words)
        assert done.exit_code == 0
    said = done.stderr.splitlines()[0]
    assert f"{photo} was learnt as something else too: 8 as `fish`; do: forget it" in said
    again = said.partition(": `dice-table ")[2].rstrip("`").split()
    assert "the profile mine is deleted" in run(*again).stdout


def test_a_die_with_two_labels_is_doubted(run: Run, eight: tuple[Path, Path]) -> None:
    photo, labels = eight
    listed = json.loads(labels.read_text())
    listed["photos"][0]["dice"].append({**listed["photos"][0]["dice"][0], "value": "key"})
    twice = labels.with_name("twice.json")
    twice.write_text(json.dumps(listed))
    said = run("teach", "mine", "--labels", twice).stderr
    assert said.count("\n") == 1
    assert f"{photo} was learnt as something else too: 1 as `face 1`" in said


def test_several_photos_are_forgotten_at_once_or_none(run: Run, tmp_path: Path) -> None:
    photos = [tmp_path / f"{face}.png" for face in (4, 5, 6)]
    for face, photo in zip((4, 5, 6), photos, strict=True):
        cv2.imwrite(str(photo), drawn_table((face,) * 8))
        run("teach", "mine", "--face", str(face), photo)
    wrong = run("teach", "mine", "--forget-photo", photos[0], "--forget-photo", "b.png")
    assert wrong.exit_code == 1
    assert "4: 8 examples" in run("teach", "mine").stdout
    left = run("teach", "mine", "--forget-photo", photos[0], "--forget-photo", photos[1])
    assert "4: 8" not in left.stdout
    assert "5: 8" not in left.stdout
    assert "6: 8 examples" in left.stdout


def test_a_photo_is_forgotten_from_wherever_one_stands(
    run: Run, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two folders have a photo of the same name; only the one that is named is forgotten."""
    for face, folder in ((5, "fives"), (6, "sixes")):
        (tmp_path / folder).mkdir()
        cv2.imwrite(str(tmp_path / folder / "all.png"), drawn_table((face,) * 8))
        monkeypatch.chdir(tmp_path / folder)
        assert f"all.png: {face} x 8" in run("teach", "mine", "--face", face, "all.png").stdout
    monkeypatch.chdir(tmp_path)
    which = one_line(run("teach", "mine", "--forget-photo", "all.png"))
    assert "`all.png` may be any of 2 photos; do: name its folder too" in which
    assert str(tmp_path / "fives" / "all.png") in which
    monkeypatch.chdir(tmp_path / "fives")
    assert run("teach", "mine", "--forget-photo", "./all.png").exit_code == 0
    assert load_profile(data / "profiles" / "mine.npz").counts == {"6": 8}
    last = run("teach", "mine", "--forget-photo", "../sixes/all.png")
    assert "was the last photo" in last.stdout


def test_more_dice_than_a_game_has_are_doubted(run: Run, tmp_path: Path) -> None:
    """Drawings of dice, such as a picture of the page, are not the dice that are to be taught."""
    full = tmp_path / "full of it.png"
    cv2.imwrite(str(full), np.vstack([drawn_table(), drawn_table()]))
    done = run("teach", "mine", "--face", "my dragon", full)
    assert "16 dice are seen, more than any game has" in done.stderr
    assert "not all of 16 look like the same face" in done.stderr
    assert f"--forget-photo '{full}'" in done.stderr
