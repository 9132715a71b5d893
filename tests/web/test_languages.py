"""English, Polish and German: nothing untranslated, no field lost, the games' own words."""

from __future__ import annotations

import gettext
import re

import pytest
from flask.testing import FlaskClient

from rules.game import Message
from tests.web.catalogues import LOCALE, sentences
from web.speech import FORMS, LANGUAGES, catalogue, choose_language, fill, say, translate

FIELD = re.compile(r"\{(\w+)")
FOREIGN = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", FOREIGN)
def test_nothing_is_untranslated(language: str) -> None:
    """Run `python -m tests.web.catalogues` after a sentence was added, and translate it."""
    known = catalogue(language)
    assert [text for text in sentences() if text not in known] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_use_the_fields_of_the_original(language: str) -> None:
    for text, translated in catalogue(language).items():
        assert set(FIELD.findall(translated)) <= set(FIELD.findall(text)), text
        if language != "en":  # every field is said, the number that chooses a word included
            assert set(FIELD.findall(translated)) == set(FIELD.findall(text)), text
        assert translated.count("{") == translated.count("}"), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_chosen_by_number_have_every_form(language: str) -> None:
    forms = 3 if language == "pl" else 2
    for translated in catalogue(language).values():
        for choice in re.findall(r"\{\w+:([^{}]*)\}", translated):
            assert len(choice.split("|")) == forms, translated


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_that_of_the_source(language: str) -> None:
    pofile = pytest.importorskip("babel.messages.pofile", reason="left out: Babel is missing")
    with (LOCALE / language / "LC_MESSAGES" / "page.po").open("rb") as file:
        source = {one.id: one.string for one in pofile.read_po(file) if one.id and one.string}
    assert catalogue(language) == source


def test_the_games_own_words() -> None:
    bust = "{seat} busts: every face rolled is already kept."
    assert "Spalony rzut" in translate("pl", bust, seat="Ann")
    assert "Fehlwurf" in translate("de", bust, seat="Ann")
    assert translate("pl", "Grill") == "Ruszt"
    assert translate("de", "worm") == "Wurm"
    assert translate("pl", "worm") == "robal"


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "1 robal"), (2, "2 robale"), (5, "5 robali"), (12, "12 robali"), (22, "22 robale")],
)
def test_polish_numbers(number: int, words: str) -> None:
    text = "Take {tile}: {worms} worms."
    assert translate("pl", text, tile=30, worms=number) == f"Weź 30: {words}."


def test_the_forms_are_those_of_gettext() -> None:
    rules = {
        "en": "n != 1",
        "de": "n != 1",
        "pl": "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2",
    }
    for language, rule in rules.items():
        plural = gettext.c2py(rule)  # type: ignore[attr-defined]
        assert [FORMS[language](n) for n in range(200)] == [plural(n) for n in range(200)]


def test_a_long_message_is_translated_sentence_by_sentence() -> None:
    message = Message(
        "game-over",
        "The grill is empty. {seat} wins with {worms} worms.",
        "P19",
        (("seat", 0), ("worms", 4)),
    )
    assert say("pl", message, ("Ann",)) == "Ruszt jest pusty. Ann wygrywa, mając 4 robale."
    assert say("de", message, ("Ann",)) == "Der Grill ist leer. Ann gewinnt mit 4 Würmern."


def test_a_name_with_braces_is_only_a_name() -> None:
    message = Message("says-won", "{seat} wins!", "", (("seat", 0),))
    assert say("en", message, ("{worms}",)) == "{worms} wins!"
    assert fill("en", "{unknown} stays", {}) == "{unknown} stays"


def test_the_choice_of_language() -> None:
    assert choose_language("pl", ["de"]) == "pl"
    assert choose_language(None, ["fr-FR", "de-CH", "en"]) == "de"
    assert choose_language("xx", []) == "en"


def test_the_browser_gets_the_catalogue(client: FlaskClient) -> None:
    words = client.get("/words/x/pl.json").json
    assert words["Grill"] == "Ruszt"  # type: ignore[index]
    assert client.get("/words/x/fr.json").status_code == 404
