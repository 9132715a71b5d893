"""No test of a page looks at the table straight after a press, which is still on its way then."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parents[1] / "web"
# What a person does with a page; each may send something to the table.
PRESSES = {"click", "dblclick", "tap", "press", "press_sequentially", "type", "check", "uncheck"}
PRESSES |= {"select_option", "dispatch_event"}
PRESS, PROOF, LOOK = "a press", "once(...)", "a look at the match"
Functions = dict[str, ast.FunctionDef]


def functions(tree: ast.AST) -> Functions:
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def body(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Its expressions in the order in which they end, without those of functions inside it."""
    found: list[ast.expr] = []
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            continue
        if isinstance(node, ast.expr):
            found.append(node)
        waiting += ast.iter_child_nodes(node)
    yield from sorted(found, key=lambda one: (one.end_lineno or 0, one.end_col_offset or 0))


def steps(name: str, known: Functions, inside: tuple[str, ...] = ()) -> Iterator[tuple[str, int]]:
    """What a function does to the page and the table, with what it calls, by its own lines."""
    for node in body(known[name]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in PRESSES:
                yield PRESS, node.lineno
            elif node.func.attr == "once":
                yield PROOF, node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = node.func.id
            if called in ("once", "match_of"):
                yield PROOF if called == "once" else LOOK, node.lineno
            elif called in known and called not in (name, *inside):
                for step, _ in steps(called, known, (*inside, name)):
                    yield step, node.lineno
        elif isinstance(node, ast.Attribute) and ast.unparse(node).endswith(".snapshot().match"):
            yield LOOK, node.lineno


def looks_too_soon(tree: ast.AST, helpers: Functions) -> list[str]:
    """Each look at the match that comes after a press with no `once` between them."""
    known = helpers | functions(tree)
    found = []
    for name in functions(tree):
        last = PROOF
        for step, line in steps(name, known) if name.startswith("test_") else ():
            if (last, step) == (PRESS, LOOK):
                found.append(f"{name}, line {line}")
            last = last if step == LOOK else step
    return found


@pytest.fixture(scope="module")
def helpers() -> Functions:
    shared = (WEB / name for name in ("screen.py", "screens.py"))
    return {
        name: node
        for path in shared
        for name, node in functions(ast.parse(path.read_text(encoding="utf-8"))).items()
    }


def test_what_was_pressed_is_waited_for_before_the_table_is_looked_at(helpers):
    """Let `once` of tests.web.browser wait: no page shows that the table has the press already."""
    hasty = {
        path.name: found
        for path in sorted(WEB.glob("test_*.py"))
        if (found := looks_too_soon(ast.parse(path.read_text(encoding="utf-8")), helpers))
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
    ],
)
def test_the_look_for_such_tests_finds_them(lines, too_soon):
    text = (
        "def type_dice(page):\n    page.locator('b').click()\n"
        "def settled(page, table):\n    type_dice(page); once(table, bool)\n"
        f"def test_it(page, table):\n    {lines}\n"
    )
    assert bool(looks_too_soon(ast.parse(text), {})) is too_soon
