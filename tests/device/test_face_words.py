"""What people call the faces of dice, in the three languages of the page."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from device.face_words import face_in_words
from tests.device.teach_runs import Run, one_line
from web.speech import LANGUAGES

COUNTED = {
    "en": "one two three four five six worm",
    "pl": "jeden dwa trzy cztery pięć sześć robak",
    "de": "eins zwei drei vier fünf sechs wurm",
}
THROWN = {
    "en": "ones twos threes fours fives sixes worms",
    "pl": "jedynki dwójki trójki czwórki piątki szóstki robaki",
    "de": "Einsen Zweien Dreien Vieren Fünfen Sechsen Würmer",
}
NAMED = {
    "en": "ace two three four five six worm",
    "pl": "jedynka dwójka trójka czwórka piątka szóstka dżdżownica",
    "de": "Einser Zweier Dreier Vierer Fünfer Sechser Regenwurm",
}


@pytest.mark.parametrize("words", [COUNTED, THROWN, NAMED], ids=["counted", "thrown", "named"])
def test_every_language_of_the_page_has_its_words_for_every_face(words: dict[str, str]) -> None:
    assert set(words) == set(LANGUAGES)
    for line in words.values():
        for written in (line, line.upper(), unicodedata.normalize("NFD", line)):
            assert [face_in_words(word) for word in written.split()] == list("123456w")


def test_umlauts_and_accents_may_be_left_out() -> None:
    words = ["fuenf", "funf", "Wuermer", "piec", "szesc", "dwojka", "szostka"]
    assert [face_in_words(word) for word in words] == list("55w5626")


def test_the_signs_of_dice_are_their_faces() -> None:
    """Telephones put a mark behind them that chooses the drawing in colours, or in one."""
    for after in ("", "\ufe0e", "\ufe0f"):
        assert [face_in_words(sign + after) for sign in "⚀⚁⚂⚃⚄⚅🪱"] == list("123456w")


@pytest.mark.parametrize("name", ["dragon", "Smok", "Drache", "eisvogel", "no", "-6", "bookworm"])
def test_what_is_no_such_word_stays_a_name(name: str) -> None:
    assert face_in_words(name) == name.casefold()


def test_a_sign_is_asked_about(run: Run, eight: tuple[Path, Path], tmp_path: Path) -> None:
    """By --face and in a file of labels, as a word is."""
    labels = tmp_path / "other.json"
    entry = {"image": str(eight[0]), "values": ["⚅"] * 8}
    labels.write_text(json.dumps({"photos": [entry]}), encoding="utf-8")
    for words in (("--face", "⚅", eight[0]), ("--labels", labels)):
        said = one_line(run("teach", "mine", *words))
        assert "no game knows a face `⚅`; do: did you mean `6`?" in said
