"""A profile: the faces of somebody's own dice, as examples in one small file.

The file is a NumPy archive without pickled objects, so opening one never runs code. Everything in
it is checked before it is used.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.looks import CLASSES, CROP
from vision.taught import Example

FORMAT = "dice-table profile"
VERSION = 1
SUFFIX = ".npz"
LONGEST_FACE = 24
MOST_A_FACE = 60  # examples; more teach little and take time at every start
LARGEST_BYTES = 64_000_000


class ProfileError(ValueError):
    """A profile that is missing, empty, damaged or foreign; the message names it and says why."""


class NewerProfile(ProfileError):
    """A profile that a later version of the program wrote; there is nothing wrong with it."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The examples of one set of dice, and which face is the worm (None: no face is)."""

    examples: tuple[Example, ...] = ()
    worm: str | None = None

    @property
    def counts(self) -> dict[str, int]:
        """How many examples each face has, faces in the order of their names."""
        return dict(sorted(Counter(example.face for example in self.examples).items()))

    @property
    def tells_apart(self) -> bool:
        """Whether there are two faces at least; of one alone every example is always right."""
        return len(self.counts) > 1

    def with_examples(self, more: Iterable[Example]) -> Profile:
        """Return the profile with more examples; of each face the newest are kept."""
        kept: list[Example] = []
        number: Counter[str] = Counter()
        for example in reversed((*self.examples, *more)):
            number[example.face] += 1
            if number[example.face] <= MOST_A_FACE:
                kept.append(example)
        return replace(self, examples=tuple(reversed(kept)))

    def without(self, face: str) -> Profile:
        """Return the profile without a face; raises ProfileError where it has no such face."""
        if face not in self.counts:
            raise ProfileError(f"the profile knows no face `{face}`")
        rest = tuple(example for example in self.examples if example.face != face)
        return Profile(rest, None if self.worm == face else self.worm)

    def with_worm(self, face: str) -> Profile:
        """Return the profile with another face as the worm ("": none); raises ProfileError."""
        if face and face not in self.counts:
            raise ProfileError(f"the profile knows no face `{face}` that could be the worm")
        return replace(self, worm=face or None)


def check_face(name: str) -> str:
    """Return a face's name, trimmed; raises ProfileError for one that cannot be used."""
    name = name.strip()
    if not name:
        raise ProfileError("a face needs a name")
    if len(name) > LONGEST_FACE or not name.isprintable() or any(c in name for c in ",;:|\"'`\\"):
        raise ProfileError(
            f"`{name[:40]}` cannot be a face's name: at most {LONGEST_FACE} plain characters"
        )
    return name


def save_profile(profile: Profile, path: Path) -> None:
    """Write a profile whole or not at all; raises ProfileError for an empty one, OSError."""
    if not profile.examples:
        raise ProfileError("a profile without examples is not kept")
    head = {
        "format": FORMAT,
        "version": VERSION,
        "worm": profile.worm,
        "faces": [example.face for example in profile.examples],
        "photos": [example.photo for example in profile.examples],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(path.name + ".half")
    with half.open("wb") as file:
        np.savez_compressed(
            file,
            head=np.frombuffer(json.dumps(head).encode(), np.uint8),
            crops=np.stack([example.crop for example in profile.examples]),
            chances=np.stack([example.chances for example in profile.examples]),
        )
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)


def load_profile(path: Path) -> Profile:
    """Read a profile; raises ProfileError for one that is missing, empty, damaged or foreign."""
    try:
        size = path.stat().st_size
        if size == 0:
            raise ProfileError(f"{path}: the profile is empty")
        if size > LARGEST_BYTES:
            raise ProfileError(f"{path}: too large for a profile ({size} bytes)")
        return _read(path)
    except FileNotFoundError as error:
        raise ProfileError(f"{path}: no such profile") from error
    except IsADirectoryError as error:
        raise ProfileError(f"{path}: is a folder, not a profile") from error
    except ProfileError:
        raise
    except OSError as error:
        raise ProfileError(f"{path}: cannot be read ({error.strerror or error})") from error
    except Exception as error:  # whatever else NumPy, zip and JSON make of strange bytes
        raise ProfileError(f"{path}: not a profile, or a damaged one") from error


def _read(path: Path) -> Profile:
    with zipfile.ZipFile(path) as archive:
        unpacked = sum(entry.file_size for entry in archive.infolist())
    if unpacked > LARGEST_BYTES:
        raise ProfileError(f"{path}: too large for a profile ({unpacked} bytes unpacked)")
    with np.load(path, allow_pickle=False) as archive:
        head = json.loads(bytes(archive["head"]).decode())
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise ProfileError(f"{path}: not a profile of dice faces")
        version = head.get("version")
        if version != VERSION:
            newer = isinstance(version, int) and version > VERSION
            raise (NewerProfile if newer else ProfileError)(
                f"{path}: the profile's version is {version!r}; this program reads "
                f"version {VERSION}"
            )
        crops, chances = archive["crops"], archive["chances"]
    faces, photos, worm = head["faces"], head["photos"], head["worm"]
    count = len(faces)
    if (
        crops.shape != (count, CROP, CROP, 3)
        or crops.dtype != np.uint8
        or chances.shape != (count, len(CLASSES))
        or len(photos) != count
        or not np.isfinite(chances).all()
        or not (worm is None or worm in faces)
    ):
        raise ProfileError(f"{path}: damaged: its parts do not fit together")
    if count == 0:
        raise ProfileError(f"{path}: the profile has no example")
    chances = chances.astype(np.float32)
    return Profile(
        tuple(
            Example(check_face(face), crop, chance, str(photo))
            for face, crop, chance, photo in zip(faces, crops, chances, photos, strict=True)
        ),
        worm,
    )
