"""No test of a page looks at the table straight after a press, which is still on its way then.

Each test is read from its top to its end: a press, then a look at the match (`match_of(table)`,
`table.snapshot().match`, also by a name that the snapshot was given), and no `once` between them.
The body of a loop is read twice, what a test calls is read with it where the same file or
`screen.py` or `screens.py` has it.

What it does not see: a look or a press by another name (`look = match_of`, a property, a snapshot
that is handed on), what other files do for a test (`evening.py`), scripts that are put together
where they are run, and loops within one expression. It knows no branches: both are read, one after
the other, so that an `once` in one of them stands for both. It knows no tables: after
`MemoryTable()` nothing is on its way. And it cannot know whether an `once` waits for the very press
before it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parents[1] / "web"
# What a person does with a page; each may send something to the table.
PRESSES = {"click", "dblclick", "tap", "press", "press_sequentially", "type", "check", "uncheck"}
PRESSES |= {"select_option", "dispatch_event", "fill", "clear", "set_checked", "set_input_files"}
PRESSES |= {"drag_to", "drag_and_drop"}
# A script in the page presses as well, where this stands in it.
SCRIPTS = {"evaluate", "evaluate_all", "evaluate_handle", "eval_on_selector"}
CLICKS = (".click(", ".dispatchEvent(", ".requestSubmit(")
PRESS, PROOF, LOOK = "a press", "once(...)", "a look at the match"
Functions = dict[str, ast.FunctionDef]
Texts = dict[str, str]


def functions(tree: ast.AST) -> Functions:
    """All functions by name; a method has a dot before it."""
    found = {}
    for node in ast.walk(tree):
        for one in ast.iter_child_nodes(node):
            if isinstance(one, ast.FunctionDef):
                found["." * isinstance(node, ast.ClassDef) + one.name] = one
    return found


def texts(tree: ast.Module) -> Texts:
    """The names that a file gives to what it says, scripts among it."""
    return {
        ast.unparse(target): ast.unparse(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
    }


def body(statements: list[ast.stmt]) -> Iterator[ast.expr]:
    """Their expressions in the order in which they end; those of a loop's body come twice."""
    for one in statements:
        if isinstance(one, ast.FunctionDef):
            continue
        head, inside = parts(one)
        yield from head
        yield from body(inside)
        if isinstance(one, ast.For | ast.While):
            yield from (head if isinstance(one, ast.While) else ())
            yield from body(one.body)


def parts(node: ast.AST) -> tuple[list[ast.expr], list[ast.stmt]]:
    """The expressions of a statement itself, and the statements inside it."""
    found: list[ast.expr] = []
    inside: list[ast.stmt] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            inside.append(child)
        else:
            found += [child] if isinstance(child, ast.expr) else []
            own, within = parts(child)
            found += own
            inside += within
    return sorted(found, key=lambda one: (one.end_lineno or 0, one.end_col_offset or 0)), inside


def looked_at(function: ast.FunctionDef) -> set[ast.expr]:
    """The calls of `snapshot()` of which the match is looked at, then or by a name later."""
    named = {
        ast.unparse(node.value)
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and node.attr == "match"
    }
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and node.attr == "match":
            found.add(node.value)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if {ast.unparse(one) for one in targets} & named or node in found:
                found.add(node.value)
    return {one for one in found if isinstance(one, ast.Call)}


def steps(
    name: str, known: Functions, said: Texts, inside: tuple[str, ...] = ()
) -> Iterator[tuple[str, int]]:
    """What a function does to the page and the table, with what it calls, by its own lines."""
    looks = looked_at(known[name])
    for node in body(known[name].body):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        method = isinstance(node.func, ast.Attribute)
        if called in ("once", "MemoryTable"):
            yield PROOF, node.lineno
        elif called == "match_of" or (called == "snapshot" and node in looks):
            yield LOOK, node.lineno
        elif method and (called in PRESSES or (called in SCRIPTS and clicks(node, said))):
            yield PRESS, node.lineno
        elif (own := "." * method + called) in known and own not in (name, *inside):
            for step, _ in steps(own, known, said, (*inside, name)):
                yield step, node.lineno


def clicks(script: ast.Call, said: Texts) -> bool:
    """Whether a script that is run in the page presses something there."""
    words = (ast.unparse(one) for one in script.args[:2])
    text = " ".join(chain.from_iterable((one, said.get(one, "")) for one in words))
    return any(click in text for click in CLICKS)


def looks_too_soon(tree: ast.Module, helpers: Functions, scripts: Texts) -> list[str]:
    """Each look at the match that comes after a press with no `once` between them."""
    known, said = helpers | functions(tree), scripts | texts(tree)
    found: dict[str, None] = {}
    for name in functions(tree):
        last = PROOF
        for step, line in steps(name, known, said) if name.startswith("test_") else ():
            if (last, step) == (PRESS, LOOK):
                found[f"{name}, line {line}"] = None
            last = last if step == LOOK else step
    return list(found)


def read(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_what_was_pressed_is_waited_for_before_the_table_is_looked_at() -> None:
    """Let `once` of tests.web.browser wait: no page shows that the table has the press already."""
    shared = [read(WEB / name) for name in ("screen.py", "screens.py")]
    helpers = {name: node for tree in shared for name, node in functions(tree).items()}
    scripts = {name: text for tree in shared for name, text in texts(tree).items()}
    hasty = {
        path.name: found
        for path in sorted(WEB.glob("test_*.py"))
        if (found := looks_too_soon(read(path), helpers, scripts))
    }
    assert not hasty, hasty


@pytest.mark.parametrize(
    ("lines", "too_soon"),
    [
        ("page.locator('b').click(); assert table.snapshot().match.seq == 1", True),
        ("page.keyboard.press('u'); seen = table.snapshot().match; assert seen", True),
        ("type_dice(page); assert match_of(table).seq == 1", True),
        ("page.tap('b'); once(table, bool); page.click('b'); match_of(table)", True),
        ("assert match_of(table).seq == 0; page.locator('b').click()", False),
        ("page.click('b'); once(table, bool); assert match_of(table).seq == 1", False),
        ("settled(page, table); assert match_of(table).seq == 1", False),
        ("page.click('b'); assert table.snapshot().match is None", True),
        ("page.click('b'); seen = table.snapshot(); assert seen.match.seq == 1", True),
        ("page.click('b'); assert (seen := table.snapshot()).match and seen.match.seq", True),
        ("seen = table.snapshot(); page.click('b'); assert seen.match.seq == 0", False),
        ("page.click('b'); seen = table.snapshot(); assert seen.revision", False),
        ("page.click('b'); assert browser.match_of(table).seq == 1", True),
        ("page.click('b'); browser.once(table, bool); assert browser.match_of(table)", False),
        ("page.locator('i').fill('Ann'); match_of(table)", True),
        ("page.locator('i').set_checked(True); match_of(table)", True),
        ("page.locator('i').drag_to(page.locator('b')); match_of(table)", True),
        ("page.evaluate('document.querySelector(`b`).click()'); match_of(table)", True),
        ("page.evaluate(TAP, 'b'); match_of(table)", True),
        ("page.evaluate('document.title'); match_of(table)", False),
        ("window.tapped('b'); match_of(table)", True),
        ("window.type_dice(page); match_of(table)", False),
        ("for die in '34': match_of(table); page.click(die)", True),
        ("while match_of(table).seq < 2: page.click('b')", True),
        ("while match_of(table).seq < 2: page.click('b'); once(table, bool)", False),
        ("for seat in match_of(table).players: page.click(seat)", False),
        ("for die in '34': match_of(MemoryTable()); page.click(die)", False),
        ("with page.expect_response('b'): page.click('b'); match_of(table)", True),
    ],
)
def test_the_look_for_such_tests_finds_them(lines: str, too_soon: bool) -> None:
    text = (
        "TAP = '(where) => document.querySelector(where).click()'\n"
        "class Window:\n    def tapped(self, where):\n        self.page.click(where)\n"
        "def type_dice(page):\n    page.locator('b').click()\n"
        "def settled(page, table):\n    type_dice(page); once(table, bool)\n"
        f"def test_it(page, table):\n    {lines}\n"
    )
    assert bool(looks_too_soon(ast.parse(text), {}, {})) is too_soon
