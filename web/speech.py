"""The page's languages: plain gettext catalogues, spoken by server and browser alike.

A catalogue's sentences may choose a word by number: `{worms:robal|robale|robali}` takes the form
that the language uses for the value of `worms`, the forms in gettext's order. The rules' own
English text does the same, so the English catalogue has nothing to add.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules.game import Message, spoken

LOCALE = Path(__file__).parent / "locale"
LANGUAGES = {"en": "English", "pl": "Polski", "de": "Deutsch"}
_DICE = frozenset(("dice", "die", "face", "read", "spent"))
_FIELD = re.compile(r"\{(\w+)(?::([^{}]*\|[^{}]*))?\}")


def _one_or_many(number: int) -> int:
    return 0 if number == 1 else 1


def _polish(number: int) -> int:
    if number == 1:
        return 0
    few = 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14
    return 1 if few else 2


FORMS: dict[str, Callable[[int], int]] = {"en": _one_or_many, "de": _one_or_many, "pl": _polish}


@lru_cache(maxsize=len(LANGUAGES))
def translations(language: str) -> gettext.NullTranslations:
    """Return the catalogue of `language`; English text stands where it has no sentence."""
    return gettext.translation("page", LOCALE, [language], fallback=True)


def catalogue(language: str, domain: str = "page") -> dict[str, str]:
    """Return every sentence of a catalogue, or with `browser` those that scripts can say."""
    found = gettext.translation(domain, LOCALE, [language], fallback=True)
    entries: dict[Any, Any] = getattr(found, "_catalog", {})
    return {key: value for key, value in entries.items() if isinstance(key, str) and key and value}


def translate(language: str, text: str, **fields: str | int) -> str:
    """Return `text` in `language` with its fields filled in."""
    return fill(language, _translated(language, text), fields)


def _translated(language: str, text: str) -> str:
    """Return `text` in `language`; what the catalogue lacks as a whole, sentence by sentence."""
    known = translations(language)
    whole = known.gettext(text)
    if whole != text or ". " not in text:
        return whole
    return " ".join(known.gettext(part) for part in re.split(r"(?<=\.) ", text))


def say(language: str, message: Message, players: tuple[str, ...]) -> str:
    """Return a message of the rules in `language`, as the page's `words.js` says it.

    Seats are the names of `players`, dice are said in words, and so is what is taken back.
    """
    fields = spoken(message.params, players)
    for name, value in fields.items():
        if name in _DICE and isinstance(value, str):
            fields[name] = ", ".join(_spoken_die(language, die) for die in value.split(" "))
        elif name == "deed":
            params = tuple(one for one in message.params if one[0] != "deed")
            deed = say(language, Message(message.code, str(value), "", params), players)
            fields[name] = deed.removesuffix(".")
    return translate(language, message.text, **fields)


def _spoken_die(language: str, symbol: str) -> str:
    """Return a die in a sentence: the worm by its name, golden and black dice by their colour."""
    kind = {"g": "{face} (golden)", "b": "{face} (black)"}.get(symbol[:1])
    if len(symbol) > 1 and kind is not None:
        return translate(language, kind, face=_spoken_die(language, symbol[1:]))
    return translate(language, "worm") if symbol == "w" else symbol


def fill(language: str, sentence: str, fields: dict[str, str | int]) -> str:
    """Return `sentence` with its fields filled in and its words chosen by number."""

    def one(found: re.Match[str]) -> str:
        name, forms = found.group(1), found.group(2)
        if name not in fields:
            return found.group(0)
        value = fields[name]
        if forms is None:
            return str(value)
        words = forms.split("|")
        number = value if isinstance(value, int) else int(value) if value.isdigit() else 0
        return words[min(FORMS[language](abs(number)), len(words) - 1)]

    return _FIELD.sub(one, sentence)


def choose_language(cookie: str | None, accepted: Iterable[str]) -> str:
    """Return the language of the cookie, or the first of `accepted` (`de-AT`) that we speak."""
    if cookie in LANGUAGES:
        return cookie
    spoken_here = (one.lower().split("-")[0] for one in accepted)
    return next((one for one in spoken_here if one in LANGUAGES), "en")
