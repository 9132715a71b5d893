"""The sentences that the page can say, collected from where they are written.

`python -m tests.web.catalogues` brings the catalogues up to date: it adds what is new, drops what
is gone, compiles, and lists what still has to be translated. Babel is needed for that alone.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from rules import GAMES

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "web" / "locale"
_SENTENCE = re.compile(r"(?:[A-Z0-9]|\{\w+\}).*\s.*[a-z]{2}.*[.!?]$")
FOR_PEOPLE = ("BadCommand", "BadPosition", "BadOptions", "UnreadableLog")
"""Errors whose sentences reach the page; those that only a program can bring about begin small."""
_MARKED_JS = re.compile(r"""(?<![\w$])_\(\s*"((?:[^"\\]|\\.)*)\"""")
_MARKED_HTML = re.compile(r"""\bt\(\s*"((?:[^"\\]|\\.)*)\"""")
_LISTED_JS = re.compile(r"""const NAMES = \{(.*?)\n\};""", re.DOTALL)


def of_python(path: Path) -> Iterator[str]:
    """Yield the sentences of a Python file: what begins like one, not raised, no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            skipped.add(body[0].value)
        if isinstance(node, ast.Expr):
            skipped.add(node.value)
        if isinstance(node, ast.Raise | ast.JoinedStr | ast.Assert):
            if isinstance(node, ast.Raise) and any(one in ast.dump(node) for one in FOR_PEOPLE):
                continue
            skipped.update(ast.walk(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped:
            text = node.value.strip()  # "All boards are full. " begins a longer one
            if _SENTENCE.match(text):
                yield text


def of_findings(path: Path) -> Iterator[str]:
    """Yield what the check-up says and what is to be done: all texts but docstrings, commands."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            skipped.add(node.value)
        if isinstance(node, ast.JoinedStr):
            skipped.update(ast.walk(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped:
            text = node.value
            command = text[0] == text[-1] == "`" and text.count("`") == 2 if text else True
            if " " in text.strip(", ") and not command and text not in ("data folder", "; do: "):
                yield text


def of_scripts() -> Iterator[str]:
    """Yield the sentences marked in the page's scripts."""
    for path in sorted((ROOT / "web/static/js").glob("*.js")):
        text = path.read_text(encoding="utf-8")
        yield from _MARKED_JS.findall(text)
        for listed in _LISTED_JS.findall(text):
            yield from re.findall(r':\s*"([^"]+)"', listed)


def of_templates() -> Iterator[str]:
    """Yield the sentences marked in the page's templates."""
    for path in sorted((ROOT / "web/templates").glob("*.html")):
        yield from _MARKED_HTML.findall(path.read_text(encoding="utf-8"))


def of_games() -> Iterator[str]:
    """Yield the games' names, their house rules and the words that those can take."""
    for game in GAMES:
        yield game.title
        for option in game.options:
            if option.values:
                yield option.text
            yield from (value for value in option.values if isinstance(value, str))


_OF_PAGE = ("guard", "wire", "api", "pin", "replay", "position", "teach", "doctor_page")
SPOKEN_BY_SERVER = (
    *[f"device/{name}.py" for name in ("transcript", "fairness", "record_desk")],
    "rules/primers.py",  # fetched when somebody wants to know how a game goes
    "web/record.py",
)
SPOKEN_BY_BROWSER = (
    *[f"device/{name}.py" for name in ("sentences", "refusals", "lesson_words")],
    *[f"web/{name}.py" for name in _OF_PAGE],
)


def said_by_browser() -> list[str]:
    """Return what the page's scripts say: their own words, and messages that they are sent."""
    found: dict[str, None] = {}
    for path in (
        *sorted({*(ROOT / "rules").rglob("*.py")} - {ROOT / name for name in SPOKEN_BY_SERVER}),
        *[ROOT / one for one in SPOKEN_BY_BROWSER],
    ):
        found.update(dict.fromkeys(of_python(path)))
    found.update(dict.fromkeys(of_scripts()))
    found.update(dict.fromkeys(of_games()))
    return list(found)


def said_by_server() -> list[str]:
    """Return what the server translates itself: templates, the check-up, transcripts."""
    found: dict[str, None] = dict.fromkeys(of_templates())
    for name in SPOKEN_BY_SERVER:
        found.update(dict.fromkeys(of_python(ROOT / name)))
    for name in ("doctor", "doctor_sight", "checkup"):
        found.update(dict.fromkeys(of_findings(ROOT / f"device/{name}.py")))
    return list(found)


def sentences() -> list[str]:
    """Return every sentence, each once, in a stable order."""
    return list(dict.fromkeys([*said_by_browser(), *said_by_server()]))


def update() -> int:
    """Bring the catalogues up to date; return how many sentences are not translated."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po, write_po

    missing = 0
    for folder in sorted(LOCALE.iterdir()):
        path = folder / "LC_MESSAGES" / "page.po"
        if not path.exists():
            continue
        with path.open("rb") as file:
            before = read_po(file, locale=folder.name)
        after = Catalog(locale=folder.name, project="dice-table", charset="utf-8", fuzzy=False)
        for text in sentences():
            known = before.get(text)
            after.add(text, known.string if known else "")
            if folder.name != "en" and not (known and known.string):
                print(f"{folder.name}: {text}")
                missing += 1
        after.revision_date = after.creation_date = before.creation_date
        whole, compiled, browser = BytesIO(), BytesIO(), BytesIO()
        write_po(whole, after, width=100, omit_header=False, sort_output=True, no_location=True)
        write_mo(compiled, after)
        for text in set(sentences()) - set(said_by_browser()):
            after.delete(text)
        write_mo(browser, after)
        for target, made in (
            (path, whole),
            (path.with_suffix(".mo"), compiled),
            (path.with_name("browser.mo"), browser),
        ):
            new = target.with_name(f"{target.name}.new")  # nobody ever reads half a catalogue
            new.write_bytes(made.getvalue())
            new.replace(target)
    return missing


if __name__ == "__main__":
    sys.exit(1 if update() else 0)
