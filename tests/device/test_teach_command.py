"""`dice-table teach`: faces are learnt, told and forgotten; every bad input is one line."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.commands.bench_vision import drawn_table
from tests.device.teach_runs import Run, one_line
from vision.profile import FORMAT, VERSION, Profile, ProfileError, load_profile


def test_labelled_faces_are_learnt_and_read(run: Run, eight: tuple[Path, Path], data: Path) -> None:
    photo, labels = eight
    taught = run("teach", "mine", "--labels", labels)
    assert taught.exit_code == 0, taught.output
    assert "face 3: 1 example" in taught.output
    assert "face 1: 2 examples" in taught.output
    assert "face 1: 2 of 2 right" in taught.output
    assert load_profile(data / "profiles" / "mine.npz").counts["face 2"] == 2
    read = run("read", "--json", "--profile", "mine", photo)
    faces = [die["face"] for die in json.loads(read.stdout)["dice"]]
    assert faces == [f"face {k % 6 + 1}" for k in range(8)]


def test_the_worm_is_read_as_worm(run: Run, eight: tuple[Path, Path]) -> None:
    photo, labels = eight
    assert run("teach", "mine", "--labels", labels, "--worm", "face 6").exit_code == 0
    read = run("read", "--json", "--profile", "mine", photo)
    assert [die["face"] for die in json.loads(read.stdout)["dice"]][5] == "w"
    shown = run("teach", "mine")
    assert "face 6 (the worm): 1 example" in shown.output
    assert "no face `face 9`" in one_line(run("teach", "mine", "--worm", "face 9"))


def test_a_face_a_photo_adds_up(run: Run, tmp_path: Path, eight: tuple[Path, Path]) -> None:
    """Repeated calls add; what is read says so; a face can be forgotten, then all."""
    ones, twos = tmp_path / "ones.png", tmp_path / "twos.png"
    for photo, middles in ((ones, [(200, 300)]), (twos, [(490, 300)])):
        table = np.full_like(drawn_table(), (60, 120, 40))
        for x, y in middles:
            around = np.s_[y - 90 : y + 90, x - 90 : x + 90]
            table[around] = drawn_table()[around]
        cv2.imwrite(str(photo), table)
    first = run("teach", "mine", "--face", "uno", ones)
    assert first.exit_code == 0, first.output
    assert f"{ones}: uno x 1" in first.output
    dimmer = tmp_path / "dimmer twos.png"
    cv2.imwrite(str(dimmer), cv2.subtract(table, (9.0,) * 4))
    second = run("teach", "mine", "--face", "due", twos, dimmer)
    assert "uno: 1 example" in second.output
    assert "due: 2 examples" in second.output
    assert "mine: due x 2, uno x 1" in run("teach", "--list").output
    assert "uno" not in run("teach", "mine", "--forget", "uno").output
    assert "deleted" in run("teach", "mine", "--forget", "due").output
    assert "No profile yet" in run("teach", "--list").output


def test_a_profile_is_deleted_even_when_damaged(run: Run, data: Path) -> None:
    (data / "profiles").mkdir(parents=True)
    (data / "profiles" / "mine.npz").write_bytes(b"PK\x03\x04 nothing of the kind")
    assert "damaged" in one_line(run("teach", "mine"))
    assert "damaged" in run("teach", "--list").output
    assert run("teach", "mine", "--delete").exit_code == 0
    assert "no profile `mine`" in one_line(run("teach", "mine", "--delete"))


@pytest.mark.parametrize("words", [("teach", "mine"), ("teach", "mine", "--forget", "6")])
def test_a_good_profile_is_never_advised_to_be_deleted(
    run: Run, data: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that a newer program wrote, and one that this user may not open."""
    path = data / "profiles" / "mine.npz"
    path.parent.mkdir(parents=True)
    head = json.dumps({"format": FORMAT, "version": VERSION + 1}).encode()
    np.savez(path, head=np.frombuffer(head, np.uint8))
    newer = one_line(run(*words))
    assert "do: use the newer dice-table that wrote it" in newer

    def closed(path: Path) -> Profile:
        raise ProfileError(f"{path}: cannot be read") from PermissionError(13, "no", str(path))

    monkeypatch.setattr("device.profiles.load_profile", closed)
    mine = one_line(run(*words))
    assert f"do: give {path} to your user" in mine
    assert "--delete" not in newer + mine


@pytest.mark.parametrize("more", [(), ("--delete",), ("--face", "6", "a.jpg")])
def test_a_folder_with_the_name_of_a_profile(run: Run, data: Path, more: tuple[str, ...]) -> None:
    """Nothing here can delete it, so nothing says that it can."""
    (data / "profiles" / "mine.npz").mkdir(parents=True)
    said = one_line(run("teach", "mine", *more))
    assert "is a folder, not a profile; do: move it to another place" in said


@pytest.mark.parametrize("data_is", [b"", b"PK\x03\x04 nothing of the kind"])
def test_a_damaged_profile_gets_one_advice(run: Run, data: Path, data_is: bytes) -> None:
    (data / "profiles").mkdir(parents=True)
    (data / "profiles" / "mine.npz").write_bytes(data_is)
    what, _, remedy = one_line(run("teach", "mine")).partition("; do: ")
    assert "teach" not in what.partition("mine.npz: ")[2]
    assert remedy == "`dice-table teach mine --delete`, then teach again"


def test_reading_needs_a_profile_that_is_there(run: Run, eight: tuple[Path, Path]) -> None:
    for words in (("read", eight[0]), ("watch", eight[0].parent)):
        assert "no profile `mine`" in one_line(run(*words, "--profile", "mine"))
        assert "cannot be a profile's name" in one_line(run(*words, "--profile", "../mine"))


def test_a_folder_that_may_not_be_looked_into_is_not_called_empty(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profiles = data / "profiles"
    profiles.mkdir(parents=True)
    (profiles / "mine.npz.half").touch()  # of a save that a power cut ended: no profile
    assert "No profile yet" in run("teach", "--list").stdout

    def closed(folder: Path) -> None:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", closed)
    said = one_line(run("teach", "--list"))
    assert f"{profiles}: Permission denied; do: give {profiles} to your user" in said


def test_photos_from_which_nothing_can_be_learnt(run: Run, tmp_path: Path, data: Path) -> None:
    bare, empty = tmp_path / "bare.png", tmp_path / "empty.jpg"
    cv2.imwrite(str(bare), np.full((240, 320, 3), 120, np.uint8))
    empty.touch()
    assert "no die is seen" in one_line(run("teach", "mine", "--face", "6", bare))
    assert "empty" in one_line(run("teach", "mine", "--face", "6", empty))
    assert "no such file" in one_line(run("teach", "mine", "--face", "6", tmp_path / "gone.jpg"))
    assert "needs a name" in one_line(run("teach", "mine", "--face", " ", bare))
    assert "plain characters" in one_line(run("teach", "mine", "--face", "a\nb", bare))
    assert not data.exists() or not list(data.rglob("*.npz"))


def test_the_number_of_dice_is_held_to(run: Run, eight: tuple[Path, Path]) -> None:
    result = run("teach", "mine", "--face", "any", "--dice", "7", eight[0])
    assert "8 dice are seen where 7 should lie" in one_line(result)


def test_one_face_alone_is_not_said_to_be_read_rightly(
    run: Run, tmp_path: Path, eight: tuple[Path, Path]
) -> None:
    """A check that cannot fail says nothing; with a second face there is one."""
    sixes, fives = tmp_path / "sixes.png", tmp_path / "fives.png"
    cv2.imwrite(str(sixes), drawn_table((6,) * 8))
    cv2.imwrite(str(fives), drawn_table((5,) * 8))
    for words in (("--face", "6", sixes), ()):  # taught, and shown again
        alone = run("teach", "mine", *words)
        assert alone.exit_code == 0, alone.output
        assert " right" not in alone.output
        assert "no other face to tell 6 from" in alone.stdout
        assert "`dice-table teach mine --face NAME PHOTO...`" in alone.stdout
    both = run("teach", "mine", "--face", "5", fives)
    assert "6: 8 of 8 right" in both.stdout
    assert "Nothing can be checked" not in both.output


NONE_KEPT = "None of this is kept"


def test_where_one_photo_cannot_be_learnt_it_is_said_of_those_before_it(
    run: Run, tmp_path: Path, data: Path
) -> None:
    """They stand there as learnt; but nothing is kept of a call that does not come to its end."""
    sixes, bare = tmp_path / "sixes.png", tmp_path / "bare.png"
    cv2.imwrite(str(sixes), drawn_table((6,) * 8))
    cv2.imwrite(str(bare), np.full((240, 320, 3), 120, np.uint8))
    broken = run("teach", "mine", "--face", "6", sixes, bare)
    assert "no die is seen" in one_line(broken)
    assert broken.stdout.splitlines()[0] == f"{sixes}: 6 x 8"
    assert broken.stdout.splitlines()[1].startswith(NONE_KEPT)
    assert not (data / "profiles").exists()
    assert NONE_KEPT not in run("teach", "mine", "--face", "6", bare, sixes).stdout


def test_a_worm_that_nobody_taught_is_found_before_the_photos_are_learnt(
    run: Run, eight: tuple[Path, Path]
) -> None:
    """The remedy names what this very call would teach as well."""
    wrong = run("teach", "mine", "--face", "dragon", eight[0], "--worm", "dragn")
    assert "no face `dragn` that could be the worm; do: choose one of its faces: dragon" in (
        one_line(wrong)
    )
    assert wrong.stdout == ""


def test_what_cannot_be_kept_is_not_begun(run: Run, eight: tuple[Path, Path], data: Path) -> None:
    data.write_text("a file in its place")
    refused = run("teach", "mine", "--face", "any", eight[0])
    assert "a file is in its place" in one_line(refused)
    assert "--data DIR" in refused.stderr
    assert refused.stdout == ""


def test_a_profile_that_cannot_be_written_is_said_to_be_lost(
    run: Run, eight: tuple[Path, Path], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("teach", "mine", "--face", "any", eight[0]).exit_code == 0
    kept = data / "profiles" / "mine.npz"
    before = kept.read_bytes()

    def locked(path: Path) -> None:
        raise PermissionError(13, "Permission denied", f"{path}.half")

    unlink = Path.unlink
    monkeypatch.setattr("device.commands.teach.save_profile", lambda _, path: locked(path))
    monkeypatch.setattr(Path, "unlink", lambda path: (locked if path == kept else unlink)(path))
    remedy = f"the profile {kept} cannot be written (Permission denied); do: give {kept.parent} to"
    other = cv2.flip(cv2.imread(str(eight[0])), 1)
    cv2.imwrite(str(data / "other.png"), other)
    taught = run("teach", "mine", "--face", "any", data / "other.png")
    assert remedy in taught.stderr.splitlines()[-1]
    assert NONE_KEPT in taught.stdout
    for words in (("--delete",), ("--forget", "any"), ("--forget-photo", eight[0])):
        assert remedy in one_line(run("teach", "mine", *words))
    assert kept.read_bytes() == before


TYPED_WRONGLY = {
    ("teach",): "name a profile",
    ("teach", "mine", "a.jpg"): "say which face the photos show: --face NAME",
    ("teach", "mine", "--forget", "6", "a.jpg"): "say which face the photos show",
    ("teach", "mine", "--face", "6"): "no photo of `6` is named",
    (
        "teach",
        "--face",
        "6",
        "sixes.jpg",
    ): "`sixes.jpg`, as the first word, is the name of the prof",
    ("teach", "mine", "--delete", "--forget", "6"): "--delete stands alone",
    ("teach", "mine", "--delete", "--worm", "6"): "--delete stands alone",
    ("teach", "mine", "--delete", "--face", "6", "a.jpg"): "--delete stands alone",
    ("teach", "mine", "--forget-photo", "a.jpg", "--forget", "6"): "do not go together",
    ("teach", "mine", "--face", "5", "a.jpg", "--face", "6", "b.jpg"): "--face takes one face",
    ("teach", "mine", "--forget", "5", "--forget", "6"): "--forget takes one face",
    ("teach", "mine", "--face", "6", "--labels", "x.json", "a.jpg"): "do not go together",
    ("teach", "mine", "--labels", "x.json", "a.jpg"): "--labels names the photos itself",
    ("teach", "mine", "--dice", "5"): "--dice goes with photos",
    ("teach", "mine", "--list"): "--list stands alone",
    ("teach", "mine", "--list", "--delete"): "--list stands alone",
    ("teach", "--list", "--worm", "6"): "--list stands alone",
}


@pytest.mark.parametrize("words", TYPED_WRONGLY)
def test_typed_wrongly(words: tuple[str, ...], run: Run, data: Path) -> None:
    """Of words that do not go together none is quietly left out."""
    kept = data / "profiles" / "mine.npz"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"whatever it is")
    result = run(*words)
    assert result.exit_code == 2
    assert TYPED_WRONGLY[words] in one_line(result)
    assert kept.exists()
