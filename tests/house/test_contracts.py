"""What holds for the whole tree (docs/architecture.md): sizes, purity of the rules, no address."""

from __future__ import annotations

import ast
import ipaddress
import re
import sys
import tomllib
from pathlib import Path

import pytest

PACKAGES = ("rules", "vision", "device", "web", "models")
MOST_LINES = 400
MOST_PARAMETERS = 9
SOURCES = {".py", ".js", ".css", ".html", ".sh", ""}
# What would bring input, output, time, chance or threads into the rules.
IMPURE = {
    "asyncio",
    "builtins",
    "concurrent",
    "ctypes",
    "datetime",
    "glob",
    "http",
    "importlib",
    "io",
}
IMPURE |= {"locale", "logging", "mmap", "multiprocessing", "os", "pathlib", "pickle", "platform"}
IMPURE |= {
    "queue",
    "random",
    "secrets",
    "select",
    "shelve",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
}
IMPURE |= {
    "ssl",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
    "warnings",
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}
# Names, not places: nothing is ever fetched from them.
NAMESPACES = {"www.w3.org"}
TEXT = {
    ".py",
    ".md",
    ".toml",
    ".js",
    ".css",
    ".html",
    ".svg",
    ".json",
    ".sh",
    ".yml",
    ".po",
    ".txt",
}


def packaged(tracked: list[Path], root: Path) -> list[Path]:
    return [path for path in tracked if path.relative_to(root).parts[0] in PACKAGES]


def texts(tracked: list[Path]) -> list[tuple[Path, str]]:
    wanted = [path for path in tracked if path.suffix in TEXT or path.suffix == ""]
    return [(path, path.read_text(encoding="utf-8")) for path in wanted]


def imports(tree: ast.AST) -> set[str]:
    """Return the top-level names that a module imports, wherever in it the import stands."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found


def rules_modules() -> list[Path]:
    return sorted((Path(__file__).resolve().parents[2] / "rules").rglob("*.py"))


@pytest.mark.parametrize("path", rules_modules(), ids=lambda path: "-".join(path.parts[-2:]))
def test_rules_are_pure(path):
    """rules: the standard library only; no I/O, clock, randomness, logging or threads."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    foreign = imports(tree) - set(sys.stdlib_module_names) - {"rules"}
    assert not foreign, f"not of the standard library: {sorted(foreign)}"
    assert not imports(tree) & IMPURE
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & IMPURE_CALLS


def test_no_source_file_is_too_long(tracked, root):
    long = {
        str(path.relative_to(root)): lines
        for path in tracked
        if path.suffix in SOURCES
        and path.name != "LICENSE"
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert not long, f"over {MOST_LINES} lines: {long}"


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return how many things a caller gives by name or place."""
    told = function.args
    names = [one.arg for one in (*told.posonlyargs, *told.args, *told.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def test_no_function_is_given_too_much(tracked, root):
    """What goes together travels together: a small frozen class, not ten words in a row."""
    # It takes the parts of the page, each of which a test may leave out.
    composed = {"create_app"}
    crowded = {
        f"{path.relative_to(root)}: {node.name}": parameters(node)
        for path in packaged(tracked, root)
        if path.suffix == ".py" and not path.is_relative_to(root / "models" / "training")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name not in composed
        if parameters(node) > MOST_PARAMETERS
    }
    assert not crowded, crowded


def test_no_path_of_one_machine(tracked, root):
    pattern = re.compile(r"/(?:work|farm|tmp|root)/[a-z]|(?<![\w.])/(?:home|Users|mnt)/[a-z]")
    ours = Path(__file__).resolve()
    # The proof on a fresh Debian makes the user whose home it names.
    allowed = {root / "tests/house/fresh_debian.sh"}
    found = [
        f"{path.relative_to(root)}:{number}: {line.strip()[:80]}"
        for path, text in texts(tracked)
        if path != ours and path not in allowed
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]
    assert not found, found


def outside_hosts(text: str) -> set[str]:
    """Return the hosts of addresses, without loopback, examples and namespaces."""
    hosts = {host.lower() for host in re.findall(r"(?:https?|wss?|ftp)://([\w.-]+)", text)}
    harmless = {"localhost", "127.0.0.1", "0.0.0.0"} | NAMESPACES
    ends = (".local", ".example", ".invalid", ".test", "example.com", "example.org")
    # A name without a dot stays in the house; numbers are looked at below.
    hosts = {host for host in hosts if "." in host and not host.replace(".", "").isdigit()}
    return {host for host in hosts if host not in harmless and not host.endswith(ends)}


def outside_numbers(text: str, versions: set[str]) -> set[str]:
    """Return numeric addresses, without loopback, unspecified and documentation."""
    found = set()
    for word in re.findall(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])", text):
        try:
            address = ipaddress.ip_address(word)
        except ValueError:
            continue
        documentation = word.startswith(("192.0.2.", "198.51.100.", "203.0.113."))
        if not (address.is_loopback or address.is_unspecified or documentation or word in versions):
            found.add(word)
    return found


def test_no_network_address_but_loopback(tracked, root):
    versions = set(re.findall(r"[=~<>]=([\d.]+)", (root / "pyproject.toml").read_text()))
    found = {}
    for path, text in texts(tracked):
        if path == Path(__file__).resolve():
            continue
        # what is shipped of others names in a comment where it comes from
        named = {"github.com"} if "vendor" in path.parts else set()
        if hosts := (outside_hosts(text) - named) | outside_numbers(text, versions):
            found[str(path.relative_to(root))] = sorted(hosts)
    assert not found, found


def test_the_look_for_addresses_finds_them():
    assert outside_hosts("see https://dice.pub/x and http://127.0.0.1:8000/") == {"dice.pub"}
    assert outside_hosts('xmlns="http://www.w3.org/2000/svg" http://table.local') == set()
    assert outside_numbers("192.168.1.20, 127.0.0.1, 4.11.0.86, 300.1.1.1", {"4.11.0.86"}) == {
        "192.168.1.20"
    }


def test_no_init_under_tests(tracked, root):
    """An __init__.py there would let tests/rules shadow rules."""
    assert not [
        path
        for path in tracked
        if path.is_relative_to(root / "tests") and path.name == "__init__.py"
    ]


def test_every_library_that_is_imported_is_declared(tracked, root):
    """What the program imports at run time stands in pyproject.toml (training tools aside)."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    listed = project["dependencies"] + project["optional-dependencies"]["pi"]
    declared = {re.split(r"[^\w-]", line)[0].replace("-", "_") for line in listed}
    names = {"cv2": "opencv_python", "libcamera": "picamera2", "werkzeug": "flask"}
    names |= {"jinja2": "flask", "markupsafe": "flask", "fpdf": "fpdf2"}
    missing = {}
    for path in packaged(tracked, root):
        if path.suffix != ".py" or path.is_relative_to(root / "models" / "training"):
            continue
        for name in imports(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                name in sys.stdlib_module_names
                or name in PACKAGES
                or names.get(name, name) in declared
            ):
                continue
            missing.setdefault(name, str(path.relative_to(root)))
    assert not missing, missing
