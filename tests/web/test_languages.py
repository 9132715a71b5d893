"""English, Polish and German: nothing untranslated, no field lost, the games' own words."""

from __future__ import annotations

import gettext
import re
from collections import Counter

import pytest
from flask.testing import FlaskClient

from rules.game import Message
from tests.web.catalogues import LOCALE, of_scripts, said_by_browser, sentences
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
    browser = {text: source[text] for text in said_by_browser() if text in source}
    assert catalogue(language, "browser") == browser


def test_a_sentence_stands_in_one_script_alone() -> None:
    """Where it is mended in one place only, people read it in two ways; labels may come again."""
    whole = [text for text in of_scripts() if text.endswith(".") and len(text.split()) > 4]
    twice = [text for text, times in Counter(whole).items() if times > 1]
    assert twice == []


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
        "No tile lies face up on the grill any more. {seat} wins with {worms} {worms:worm|worms}.",
        "P19",
        (("seat", 0), ("worms", 4)),
    )
    assert (
        say("pl", message, ("Ann",))
        == "Na ruszcie nie ma już odkrytej płytki. Ann wygrywa, mając 4 robale."
    )
    assert (
        say("de", message, ("Ann",))
        == "Auf dem Grill liegt kein offener Stein mehr. Ann gewinnt mit 4 Würmern."
    )


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


PLURALS = (
    "dice|points|worms|tiles|cards|players|matches|games|examples|turns|rolls|throws|entries"
    "|pictures|photos|frames|degrees|times|lines|files|seats|are|were|have|lie"
)
COUNTED = re.compile(rf"\{{(?!seat|name)(\w+)\}} (?:more |other |round )?(?:{PLURALS})\b")
NEVER_ONE = {
    "{seat} rolls the other {dice} dice.": "{seat} rolls the last die.",
    "Roll {dice} dice.": "Roll the last die.",
    "Roll the {dice} dice again.": "Roll the last die again.",
    "Take {tile}: {worms} worms.": "Take {tile}: 1 worm.",
    "Steal {tile} from {victim_seat}: {worms} worms.": "Steal {tile} from {victim_seat}: 1 worm.",
    "{seat}, roll {dice} dice.": "{seat}, roll one die.",
    "{given} dice were rolled, {due} are due.": "One die was rolled, {due} are due.",
    "{given} dice were rolled, one is due.": "One die was rolled, {due} are due.",
    "{seen} dice are seen where {wanted} should lie: lay all of them apart, in view.": (
        "Only one die is seen where {wanted} should lie: lay all of them apart, in view."
    ),
    **{
        f"{{seat}} keeps {{count}} {many}: {{total}}.": f"{{seat}} keeps a {one}: {{total}}."
        for one, many in (
            ("one", "ones"), ("two", "twos"), ("three", "threes"),
            ("four", "fours"), ("five", "fives"), ("worm", "worms"),
        )
    },
}  # fmt: skip
"""Sentences for several, and the twin that is said of one."""
ALWAYS_SEVERAL = (
    "{count} players have",  # those who share a victory
    "{dice} dice in all",  # the golden die and another
    "{due} are due",  # its twin for one stands above
    "All {dice} dice are",
    "all {dice} dice that show",  # of one there is nothing to miss
    "{unsure} of {dice} dice are",
    "of {examples} examples are",
    "{target} were needed",  # points for the victory, always many
    "{least} to {most} players",
    "{two} points with two players",  # for the victory, always many
)


def plurals(text: str) -> list[str]:
    """Return the fields of a sentence that a plural follows, whatever their number is."""
    if text in NEVER_ONE:
        return []
    for several in ALWAYS_SEVERAL:
        text = text.replace(several, "")
    return COUNTED.findall(text)


def test_no_sentence_says_1_dice_are() -> None:
    """Where a number stands before its noun, the noun is chosen by it, or one has its own twin."""
    said = sentences()
    assert [text for text in said if plurals(text)] == []
    assert plurals("{count} more are being worked out")
    assert plurals("{dice} dice thrown")
    assert [one for one in NEVER_ONE.items() if not set(one) <= set(said)] == [], "a twin is gone"
    assert [some for some in ALWAYS_SEVERAL if not any(some in text for text in said)] == []


@pytest.mark.parametrize("language", FOREIGN)
def test_what_english_chooses_by_number_others_do_too(language: str) -> None:
    """German says "1 Würfel" and "2 Würfel" alike, but no verb; Polish bends what follows."""
    verbs = "ist|sind|hat|haben|wird|werden|liegt|liegen|fehlt|fehlen"
    fixed = {
        "de": rf"\{{%s\}} (?:[A-ZÄÖÜ]\w+ )?(?:{verbs})\b",
        "pl": r"\{%s\} [a-ząćęłńóśźż]+",
    }[language]
    for text in sentences():
        for field in re.findall(r"\{(\w+):", text):
            assert not re.search(fixed % field, translate(language, text)), text


@pytest.mark.parametrize(
    ("code", "params", "text", "said"),
    [
        ("p", (("points", 1),), "{points} {points:point|points}.", "1 point."),
        ("p", (("points", 0),), "{points} {points:point|points}.", "0 points."),
        ("d", (("dice", 1), ("seen", 2)), "{dice:die is|dice are} {seen}", "die is 2"),
    ],
)
def test_the_rules_own_english_chooses_too(
    code: str, params: tuple[tuple[str, int], ...], text: str, said: str
) -> None:
    """`log show`, the referee by text and the page say the same."""
    message = Message(code, text, "", params)
    assert message.sentence() == said == say("en", message, ())
    with pytest.raises(KeyError):
        Message(code, text).sentence()
