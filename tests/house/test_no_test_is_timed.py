"""No test fails because the machine is slow: how quick something is, commands measure.

A clock may say how long is waited for something. What takes its time is compared by what it does:
`calls_of` of `tests/house/calls.py`, how much was searched, how often something was asked for.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
# Clocks that serve for nothing but a measurement.
CLOCKS = {"perf_counter", "perf_counter_ns", "process_time", "process_time_ns"}
CLOCKS |= {"thread_time", "thread_time_ns", "getrusage", "timeit"}
WAITING = {"monotonic", "time"}


def measured(text: str) -> list[str]:
    """Return the places of a test file where a time is measured and may fail it."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute | ast.Name | ast.alias):
            name = {ast.Attribute: "attr", ast.Name: "id", ast.alias: "name"}[type(node)]
            if getattr(node, name) in CLOCKS:
                found.append(f"{node.lineno}: {getattr(node, name)}")
        # assert time.monotonic() - began < 8
        if isinstance(node, ast.Assert):
            found += [
                f"{node.lineno}: time since"
                for one in ast.walk(node)
                if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Sub) and asks_a_clock(one)
            ]
    return found


def asks_a_clock(node: ast.AST) -> bool:
    return any(
        isinstance(one, ast.Call)
        and isinstance(one.func, ast.Attribute)
        and one.func.attr in WAITING
        and ast.unparse(one.func.value) == "time"
        for one in ast.walk(node)
    )


FILES = sorted(path.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py"))


@pytest.mark.parametrize("name", FILES)
def test_no_test_measures_time(name: str) -> None:
    assert measured((TESTS / name).read_text()) == []


def test_what_measures_is_found() -> None:
    assert measured("import time\nbegan = time.process_time()") == ["2: process_time"]
    assert measured("from time import perf_counter") == ["1: perf_counter"]
    assert measured("def test():\n    assert time.monotonic() - began < 8") == ["2: time since"]
    assert measured("while time.monotonic() < until: pass\nassert not time.monotonic() > end") == []
