"""Each rule and each switch is named by a test: P1 to P20, D1 to D21, F1 to F15, K1 to K8, SW-*.

`rule_ids.json` has how many of each there are. A test names a rule in its docstring (`P16`) or in
its own name (`test_p16_...`, `test_sw_d5_...`).
"""

import ast
import json
import re
from pathlib import Path

HERE = Path(__file__).parent
IDS = [
    f"{kind}{number}"
    for kind, count in json.loads((HERE / "rule_ids.json").read_text("utf-8")).items()
    for number in range(1, count + 1)
]
IN_TEXT = re.compile(r"\b(?:SW-)?[PDFK]\d+\b")
IN_NAME = re.compile(r"(?:^|_)(sw_)?([pdfk])0*(\d+)(?=_|$)")
RANGE = re.compile(r"\b((?:SW-)?[PDFK])(\d+) to \1(\d+)\b")


def named(text, name):
    """Return the ids that a test's docstring and its name hold."""
    found = set(IN_TEXT.findall(text))
    for kind, first, last in RANGE.findall(text):
        found |= {f"{kind}{number}" for number in range(int(first), int(last) + 1)}
    for switch, kind, number in IN_NAME.findall(name):
        found.add(f"{'SW-' if switch else ''}{kind.upper()}{number}")
    return found


def names_and_docs(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, ast.get_docstring(node) or ""


def test_every_rule_and_every_switch_is_named_by_a_test():
    covered = set()
    for path in sorted(HERE.glob("test_*.py")):
        for name, text in names_and_docs(path):
            covered |= named(text, name)
    missing = [rule for rule in IDS if rule not in covered]
    assert not missing, f"no test names {', '.join(missing)}"


def test_tests_name_no_rule_that_does_not_exist():
    unknown = {}
    for path in sorted(HERE.glob("test_*.py")):
        for name, text in names_and_docs(path):
            for rule in named(text, name) - set(IDS):
                unknown.setdefault(rule, f"{path.name}: {name}")
    assert not unknown
