"""English words that remember how they were made, so that a page can say them in its language.

`said("{name} is missing", name="flask")` is the plain text `flask is missing` wherever a text is
wanted (a terminal, a log, JSON); `spoken_in` looks its pattern up in the catalogues. A number in it
is a `figure`, which each language writes with marks of its own.
"""

from __future__ import annotations

from web.speech import translate


class Said(str):
    """A text, with the pattern and the fields that it was made from; fields may be `Said` too."""

    pattern: str
    fields: dict[str, str | int]

    @classmethod
    def made(cls, pattern: str, fields: dict[str, str | int]) -> Said:
        """Return the English text of a pattern."""
        self = cls(translate("en", pattern, **fields))
        self.pattern, self.fields = pattern, fields
        return self


class Figure(str):
    """A number as English writes it, which a page may write as its language does."""


_APART = "\N{NO-BREAK SPACE}"
_MARKS = {
    "de": str.maketrans({",": ".", ".": ",", "%": f"{_APART}%"}),
    "pl": str.maketrans({",": _APART, ".": ",", "%": f"{_APART}%"}),
}


def figure(value: float, form: str) -> Figure:
    """Return a number in one of Python's formats, as `,.0f` or `.1%`."""
    return Figure(format(value, form))


def said(pattern: str, /, **fields: str | int) -> Said:
    """Return English words made from a pattern of the catalogues."""
    return Said.made(pattern, fields)


def spoken_in(language: str, text: str) -> str:
    """Return a text in `language`; what is not in the catalogues stays as it is."""
    if isinstance(text, Figure):
        return text.translate(_MARKS.get(language, {}))
    if not isinstance(text, Said):
        return translate(language, text)
    fields = {
        name: spoken_in(language, value) if isinstance(value, str) else value
        for name, value in text.fields.items()
    }
    return translate(language, text.pattern, **fields)
