"""The profiles in the data folder: their names, their files, and the eyes that read with one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from device.trouble import Trouble, remedy_of
from vision import Observation, see, shipped_eyes
from vision.own_dice import OwnDice
from vision.profile import SUFFIX, NewerProfile, Profile, ProfileError, load_profile

NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


def profile_path(folder: Path, name: str) -> Path:
    """Return the file of a profile; raises Trouble for a name that cannot be one."""
    if not NAME.fullmatch(name):
        raise Trouble(
            f"`{name[:60]}` cannot be a profile's name",
            "use letters, digits, - and _, at most 40 of them",
        )
    return folder / f"{name}{SUFFIX}"


def stored_profile(folder: Path, name: str, whole: bool = True) -> Profile:
    """Return a profile that was taught before; raises Trouble for one that is not there or damaged.

    With `whole` False only its being there counts.
    """
    path = profile_path(folder, name)
    if not path.exists():
        known = ", ".join(known for known, _ in list_profiles(folder)) or "none yet"
        raise Trouble(
            f"there is no profile `{name}` (there are: {known})",
            f"`dice-table teach {name} --face 6 sixes.jpg` for each face",
        )
    if path.is_dir():
        raise Trouble(f"{path}: is a folder, not a profile", "move it to another place")
    if not whole:
        return Profile()
    try:
        return load_profile(path)
    except ProfileError as error:
        raise Trouble(str(error), _remedy(name, error)) from error


def _remedy(name: str, error: ProfileError) -> str:
    """Return what to do about a profile; to delete it is advised only where nothing is lost."""
    if isinstance(error, NewerProfile):
        return "use the newer dice-table that wrote it, or teach under another name"
    if isinstance(error.__cause__, OSError):
        return remedy_of(error.__cause__)
    return f"`dice-table teach {name} --delete`, then teach again"


def list_profiles(folder: Path) -> list[tuple[str, str]]:
    """Return each profile's name with what it knows, or what is wrong with it.

    Raises OSError for a folder that may not be looked into: none is another matter than no look.
    """
    found = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if path.suffix != SUFFIX:
            continue
        try:
            says = ", ".join(f"{face} x {n}" for face, n in load_profile(path).counts.items())
        except ProfileError as error:
            says = str(error)
        found.append((path.stem, says))
    return found


def see_with(folder: Path, name: str | None) -> Callable[..., Observation]:
    """Return `see` with the faces of a profile, or plain `see` without one; raises Trouble."""
    if not name:
        return see
    own = OwnDice(stored_profile(folder, name))
    return partial(see, eyes=replace(shipped_eyes(), own=own))
