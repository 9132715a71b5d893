"""What Python's reader of JSON takes and others do not: NaN and its like, halves of characters."""

from __future__ import annotations

import json
from typing import NoReturn


def no_constant(name: str) -> NoReturn:
    """Refuse `NaN`, `Infinity` and `-Infinity`: the `parse_constant` of `json.loads`."""
    raise ValueError(f"{name} is no JSON value")


def can_be_kept(value: object) -> bool:
    """Say whether a file can hold what was read: no text in it has half of a character."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
