"""`dice-table teach`: faces are learnt, told and forgotten; every bad input is one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from device.__main__ import main
from device.commands.bench_vision import drawn_table
from device.labels import FORM, read_labels
from device.teaching import without_photo
from vision.profile import load_profile

Run = Callable[..., Result]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def run(data: Path) -> Run:
    """Run the program with a data folder of its own; returns status, output and errors."""

    def run(*words: object) -> Result:
        settings = str(data / "settings.toml")
        words = ("--data", str(data), "--config", settings, *map(str, words))
        return CliRunner().invoke(main, list(words))

    return run


@pytest.fixture(scope="module")
def eight(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A drawn photo of eight dice (1 to 6, then 1 and 2), and its labels with made-up names."""
    folder = tmp_path_factory.mktemp("photos")
    photo, labels = folder / "eight.png", folder / "labels.json"
    cv2.imwrite(str(photo), drawn_table())
    dice = []
    for k in range(8):
        x, y = 200 + 290 * (k % 4), 300 + 330 * (k // 4)
        dice.append({"value": f"face {k % 6 + 1}", "box": [x - 55, y - 55, x + 55, y + 55]})
    labels.write_text(json.dumps({"photos": [{"image": photo.name, "dice": dice}]}))
    return photo, labels


def one_line(result: Result) -> str:
    """Return the one line of an error; there is nothing else on standard error."""
    assert result.exit_code != 0, result.output
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]


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


def test_reading_needs_a_profile_that_is_there(run: Run, eight: tuple[Path, Path]) -> None:
    for words in (("read", eight[0]), ("watch", eight[0].parent)):
        assert "no profile `mine`" in one_line(run(*words, "--profile", "mine"))
        assert "cannot be a profile's name" in one_line(run(*words, "--profile", "../mine"))


def test_the_help_shows_a_file_of_labels_that_can_be_used(run: Run, tmp_path: Path) -> None:
    """What it shows, copied out of it, is read; no line of it is wrapped in the middle."""
    shown = run("teach", "--help").stdout
    form = shown[shown.index('{"photos"') :].partition("\n  A box")[0]
    (tmp_path / "labels.json").write_text(form)
    one, two = read_labels(tmp_path / "labels.json")
    assert (one.photo.name, one.values, len(one.boxes or ())) == ("a.jpg", ("6",), 1)
    assert (two.photo.name, two.values, two.boxes) == ("b.jpg", ("5", "5"), None)


def test_a_file_of_labels_may_begin_with_a_mark_of_its_encoding(tmp_path: Path) -> None:
    """Editors of Windows write one."""
    (tmp_path / "labels.json").write_text("\n".join(FORM), encoding="utf-8-sig")
    assert len(read_labels(tmp_path / "labels.json")) == 2


LABELS = {
    "not json": ("dice everywhere", "not a file of labels"),
    "no photos": ('{"dice": []}', "lists no photos"),
    "no image": ('{"photos": [{"dice": []}]}', "photo 1 has no `image`"),
    "nothing in it": ('{"photos": [{"image": "eight.png"}]}', "neither `dice` nor `values`"),
    "no face": ('{"photos": [{"image": "a.png", "dice": [{"box": [1, 2, 3, 4]}]}]}', "has no face"),
    "no box": ('{"photos": [{"image": "a.png", "dice": [{"value": 6}]}]}', "has no `box`"),
    "no die": ('{"photos": [{"image": "a.png", "dice": []}]}', "no photo has a die"),
    "no file's name": ('{"photos": [{"image": "a\\u0000.png", "values": [6]}]}', "file's name"),
    "huge box": (
        (
            '{"photos": [{"image": "a.png", "dice": [{"value": 6, "box": [1, 2, 3, '
            + 320 * "9"
            + "]}]}]}"
        ),
        "has no `box`",
    ),
    "box without bounds": (
        '{"photos": [{"image": "a.png", "dice": [{"value": 6, "box": [NaN, 2, Infinity, 9]}]}]}',
        "has no `box`",
    ),
    "empty box": (
        '{"photos": [{"image": "a.png", "dice": [{"value": 6, "box": [5, 5, 5, 9]}]}]}',
        "box of die 1 is empty",
    ),
    "nothing there": (
        '{"photos": [{"image": "eight.png", "dice": [{"value": 6, "box": [0, 0, 40, 40]}]}]}',
        "no die is seen at 20, 20, where the label says `6`",
    ),
    "beyond the photo": (
        '{"photos": [{"image": "eight.png", "dice": [{"value": 6, "box": [9e9, 0, 1e10, 40]}]}]}',
        "no die is seen",
    ),
    "which is which": (
        '{"photos": [{"image": "eight.png", "values": [1, 2, 3, 4, 5, 6, 1, 2]}]}',
        "which of 8 values belongs to which is not said",
    ),
    "a photo that is none": (
        '{"photos": [{"image": "letter.png", "values": [1]}]}',
        "not a picture",
    ),
    "a photo that is not there": (
        '{"photos": [{"image": "b.png", "values": [1]}]}',
        "no such file",
    ),
    "a face without a name": (
        '{"photos": [{"image": "a.png", "dice": [{"value": "  ", "box": [1, 2, 3, 4]}]}]}',
        "has no face",
    ),
}


@pytest.mark.parametrize("case", LABELS)
def test_labels_that_cannot_be_used(
    case: str, run: Run, eight: tuple[Path, Path], tmp_path: Path, data: Path
) -> None:
    text, says = LABELS[case]
    (tmp_path / "labels.json").write_text(text)
    (tmp_path / "eight.png").write_bytes(eight[0].read_bytes())
    (tmp_path / "letter.png").write_text("Dear Ann")
    assert says in one_line(run("teach", "mine", "--labels", tmp_path / "labels.json"))
    assert not (data / "profiles" / "mine.npz").exists()


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


@pytest.mark.parametrize("face", ["9", "0", "7", "12", "²", "a,b", " "])
def test_a_face_that_no_die_has_is_refused_in_words(
    run: Run, eight: tuple[Path, Path], tmp_path: Path, data: Path, face: str
) -> None:
    """By --face and in a file of labels; the remedy names those that there are."""
    labels = tmp_path / "other.json"
    entry = {"image": eight[0].name, "values": [face]}
    labels.write_text(json.dumps({"photos": [entry]}), encoding="utf-8")
    for words in (("--face", face, eight[0]), ("--labels", labels)):
        said = one_line(run("teach", "mine", *words))
        if face.strip() or words[0] == "--face":
            assert "1 to 6 for pips, w for the worm" in said.partition("; do: ")[2]
    assert not (data / "profiles").exists()


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


def test_more_dice_than_a_game_has_are_doubted(run: Run, tmp_path: Path) -> None:
    """Drawings of dice, such as a picture of the page, are not the dice that are to be taught."""
    full = tmp_path / "full of it.png"
    cv2.imwrite(str(full), np.vstack([drawn_table(), drawn_table()]))
    done = run("teach", "mine", "--face", "my dragon", full)
    assert "16 dice are seen, more than any game has" in done.stderr
    assert "not all of 16 look like the same face" in done.stderr
    assert f"--forget-photo '{full}'" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("teach",),
        ("teach", "mine", "photo.jpg"),
        ("teach", "mine", "--face", "6"),
        ("teach", "mine", "--delete", "--forget", "6"),
        ("teach", "mine", "--forget-photo", "a.jpg", "--forget", "6"),
        ("teach", "mine", "--face", "6", "--labels", "x.json", "photo.jpg"),
    ],
)
def test_typed_wrongly(words: tuple[str, ...], run: Run) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1
