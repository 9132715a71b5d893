"""Files of labels for `dice-table teach`: what they may say, and what is said of bad ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from device.labels import FORM, read_labels
from tests.device.teach_runs import Run, one_line


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


@pytest.mark.parametrize(("written", "face"), [("5.0", "5"), ("5e0", "5"), ("-0.0", "0")])
def test_a_whole_number_is_one_however_it_is_written(
    tmp_path: Path, written: str, face: str
) -> None:
    entry = f'{{"value": {written}, "box": [1, 2, 3, 4]}}'
    photos = f'{{"image": "a.png", "dice": [{entry}]}}, {{"image": "b.png", "values": [{written}]}}'
    (tmp_path / "labels.json").write_text(f'{{"photos": [{photos}]}}')
    assert [one.values for one in read_labels(tmp_path / "labels.json")] == [(face,), (face,)]


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
    "half a pip": (
        '{"photos": [{"image": "a.png", "values": [6, 5.5]}]}',
        "a.png: die 2 shows 5.5, which no face does; do: write a whole number for pips",
    ),
    "no number": ('{"photos": [{"image": "a.png", "values": [NaN]}]}', "die 1 shows nan"),
    "no end": ('{"photos": [{"image": "a.png", "values": [1e999]}]}', "die 1 shows inf"),
    "yes": ('{"photos": [{"image": "a.png", "values": [true]}]}', "die 1 has no face"),
    "more faces than a die has": (
        '{"photos": [{"image": "a.png", "values": [1e300]}]}',
        "cannot be a face's name",
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


def test_a_file_of_labels_that_never_ends(run: Run) -> None:
    assert "/dev/zero: larger than 16 MB" in one_line(run("teach", "mine", "--labels", "/dev/zero"))


@pytest.mark.parametrize(
    "face", ["9", "0", "7", "12", "-6", "6.0", "3/4", "²", "a,b", " ", "g4", "gw", "b6"]
)
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
        assert words[0] == "--face" or f"{labels}: {eight[0].name}: " in said
    assert not (data / "profiles").exists()


@pytest.mark.parametrize(
    ("face", "meant"),
    [("Worm", "w"), ("W", "w"), ("Six", "6"), (" one ", "1"), ("Fünf", "5"), ("robak", "w")],
)
def test_a_face_of_the_games_in_other_letters_is_asked_about(
    run: Run, eight: tuple[Path, Path], tmp_path: Path, data: Path, face: str, meant: str
) -> None:
    """It was learnt as a picture of its own, which no game knows what to do with."""
    labels = tmp_path / "other.json"
    entry = {"image": str(eight[0]), "values": [face] * 8}
    labels.write_text(json.dumps({"photos": [entry]}), encoding="utf-8")
    for words in (("--face", face, eight[0]), ("--labels", labels)):
        said = one_line(run("teach", "mine", *words))
        assert f"no game knows a face `{face.strip()}`; do: did you mean `{meant}`?" in said
    assert not (data / "profiles").exists()


def test_a_picture_may_be_called_worm_where_it_is_said_to_be_the_worm(
    run: Run, eight: tuple[Path, Path]
) -> None:
    """Once the profile has such a face, more photos of it are learnt as before."""
    photo, _ = eight
    for words in (("--worm", "Worm"), ()):
        assert run("teach", "mine", "--face", "Worm", photo, *words).exit_code == 0
    assert "Worm (the worm): 8 examples" in run("teach", "mine").output
    assert "do: did you mean `Worm`?" in one_line(run("teach", "mine", "--face", "WORM", photo))
