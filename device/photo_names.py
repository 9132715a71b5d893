"""Which photo is meant by a name: a person names it now from here, now by its whole path.

A profile keeps whole names. One that was kept as it was typed (older profiles), or whose photo was
moved since, is still found by the end that both names share.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def photos_meant(asked: str, kept: Iterable[str]) -> tuple[list[str], bool]:
    """Return the kept names that mean the photo `asked`, and whether all of them are the one file.

    Without a name of that very file it is those whose end is the same: the name alone, or with some
    of its folders. Several of these are as many photos, and who asked has to say which.
    """
    names = list(dict.fromkeys(kept))
    file = os.path.realpath(asked)
    same = [name for name in names if name == asked or os.path.realpath(name) == file]
    if same:
        return same, True
    return [name for name in names if _may_mean(asked, name)], False


def _may_mean(asked: str, name: str) -> bool:
    """Whether the one name is the end of the other; files that are both there are two photos."""
    one, other = _steps(asked), _steps(name)
    shared = min(len(one), len(other))
    if not shared or one[-shared:] != other[-shared:]:
        return False
    return not (Path(asked).exists() and Path(name).exists())


def _steps(name: str) -> tuple[str, ...]:
    """Return the folders and the file of a name, without what leads to them from here."""
    return tuple(step for step in Path(os.path.normpath(name)).parts if step != os.pardir)
