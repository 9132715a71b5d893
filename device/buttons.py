"""Debounce and hold as pure code: contact changes and the time in, presses out.

A contact bounces for some milliseconds. A change counts once the contact has been steady for
`bounce_s`; no edge is ever thrown away, so a quick press is never lost. A button with a hold tells
a press when it is let go, and a hold while it is still down.

    state, told = heard(state, Contact(True, at_s), timing)
    state, told = passed(state, at_s, timing)      # call it at `deadline(state, timing)` too
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Told = Literal["press", "hold"]


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a contact must be steady; how long a hold takes, None for a button without one."""

    bounce_s: float = 0.02
    hold_s: float | None = None


@dataclass(frozen=True, slots=True)
class Contact:
    """The contact closed or opened at `at_s`."""

    closed: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class Button:
    """One button: the raw contact since when, and what counts."""

    raw: bool = False
    raw_since_s: float = 0.0
    down: bool = False
    down_since_s: float = 0.0
    hold_told: bool = False


def heard(button: Button, contact: Contact, timing: Timing) -> tuple[Button, tuple[Told, ...]]:
    """Take a change of the contact."""
    button, told = passed(button, contact.at_s, timing)
    if contact.closed != button.raw:
        button = replace(button, raw=contact.closed, raw_since_s=contact.at_s)
    return button, told


def passed(button: Button, at_s: float, timing: Timing) -> tuple[Button, tuple[Told, ...]]:
    """Let time pass until `at_s`."""
    told: tuple[Told, ...] = ()
    if button.down and _hold_is_due(button, timing) <= min(at_s, _release_s(button, timing)):
        button = replace(button, hold_told=True)
        told = ("hold",)
    if button.raw != button.down and at_s >= button.raw_since_s + timing.bounce_s:
        if button.raw:
            button = replace(button, down=True, down_since_s=button.raw_since_s, hold_told=False)
            told += ("press",) if timing.hold_s is None else ()
            if _hold_is_due(button, timing) <= at_s:
                button = replace(button, hold_told=True)
                told += ("hold",)
        else:
            if timing.hold_s is not None and not button.hold_told:
                told += ("press",)
            button = replace(button, down=False)
    return button, told


def deadline(button: Button, timing: Timing) -> float | None:
    """Return when `passed` could next tell something; None while only a change could."""
    times = []
    if button.raw != button.down:
        times.append(button.raw_since_s + timing.bounce_s)
    if button.down and _hold_is_due(button, timing) != float("inf"):
        times.append(_hold_is_due(button, timing))
    return min(times, default=None)


def _hold_is_due(button: Button, timing: Timing) -> float:
    if timing.hold_s is None or button.hold_told:
        return float("inf")
    return button.down_since_s + timing.hold_s


def _release_s(button: Button, timing: Timing) -> float:
    """Return when the button was let go, if that has yet to count; a hold after it is none."""
    return float("inf") if button.raw else button.raw_since_s
