"""Our own scripts, styles and pictures, from memory, under an address that names their version.

The version is a digest of all files, so a browser may keep them for ever, and a page left open
over an upgrade sees that it is out of date.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from web.sheets import sheets_put_together

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file: its type, its bytes and the same bytes packed with gzip."""

    kind: str
    plain: bytes
    packed: bytes


class Assets:
    """All static files of the page and each page's one style sheet, read once at the start."""

    def __init__(self, folder: Path = STATIC) -> None:
        """Read every file of a known type below `folder`."""
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.suffix in TYPES
        }
        files.update(sheets_put_together(folder))
        self._assets: dict[str, Asset] = {}
        digest = hashlib.sha256()
        for name, plain in files.items():
            digest.update(name.encode() + b"\0" + plain)
            packed = gzip.compress(plain, mtime=0)
            self._assets[name] = Asset(TYPES[Path(name).suffix], plain, packed)
        self.version = digest.hexdigest()[:12]

    def get(self, name: str) -> Asset | None:
        """Return the file called `name` (`js/main.js`), or None; nothing else is ever served."""
        return self._assets.get(name)

    def names(self) -> tuple[str, ...]:
        """Return the names of all files."""
        return tuple(self._assets)


@cache
def our_assets() -> Assets:
    """Return the files of this program: read and packed once, however many pages are served."""
    return Assets()
