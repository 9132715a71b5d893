"""Write SHA256SUMS beside the model files, by which `dice-table doctor` knows that they are whole.

`python -m models.training.checksums models` after any change of a model or its calibration; the
export does it by itself. `sha256sum -c SHA256SUMS` reads the same file.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

NAME = "SHA256SUMS"


def checksums(folder: Path) -> str:
    """Return a line for each model file and calibration in `folder`, as sha256sum writes them."""
    files = sorted((*folder.glob("*.tflite"), *folder.glob("*.json")))
    sums = (hashlib.sha256(path.read_bytes()).hexdigest() for path in files)
    return "".join(f"{digest}  {path.name}\n" for digest, path in zip(sums, files, strict=True))


def write_checksums(folder: Path) -> None:
    """Write the checksums of a folder's models into it."""
    (folder / NAME).write_text(checksums(folder), encoding="ascii")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write_checksums(Path(name))
