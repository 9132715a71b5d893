"""The version of the program, wherever it runs from: installed, or straight from its folder."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path


def program_version() -> str:
    """Return the version; the checkout's own file goes before an older installed copy."""
    project = Path(__file__).resolve().parent.parent / "pyproject.toml"
    try:
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
    except (OSError, KeyError, tomllib.TOMLDecodeError):
        pass
    try:
        return metadata.version("dice-table")
    except metadata.PackageNotFoundError:
        return "unknown"
