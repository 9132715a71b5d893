"""Buttons, lamp, buzzer, voice and keyboard, joined to the table as the settings say.

None of them is needed: what is missing or broken is said once, and the game goes on without it.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Mapping
from typing import TextIO, TypeVar

from device.keyboard import Keyboard
from device.settings import Settings
from device.signals import Signaller
from device.table import ReadAgain, Table
from device.trouble import Trouble
from web.port import Command

log = logging.getLogger(__name__)

Part = TypeVar("Part")
Close = Callable[[], None]
Parts = Mapping[str, tuple[int, ...]]  # the pins of each part

BUTTONS, COLOURS = ("next", "confirm", "undo"), ("red", "green", "blue")


def press(table: Table, name: str) -> None:
    """Do what a button does: next, confirm, undo, or undo held (the roll is read again)."""
    match name:
        case "next":
            table.tell(Command("next"))
        case "confirm":
            table.tell(Command("confirm"))
        case "undo":
            table.tell(Command("undo"))
        case "again":
            table.tell(ReadAgain())


def join_panel(table: Table, settings: Settings, terminal: TextIO | None) -> list[Close]:
    """Join all parts that the settings name; return what closes them."""
    closers: list[Close] = []
    parts = _parts(settings)
    joins: list[Callable[[], list[Close]]] = [
        lambda: _join_buttons(table, settings, parts),
        lambda: _join_lights(table, parts),
        lambda: _join_voice(table, settings),
    ]
    for join in joins:
        try:
            closers += join()
        except Trouble as trouble:
            log.warning("%s", trouble)
    if settings.get("buttons", "keyboard") and terminal is not None and terminal.isatty():
        keyboard = Keyboard(terminal, lambda name: press(table, name))
        keyboard.start()
        closers.append(keyboard.stop)
    return closers


def _parts(settings: Settings) -> Parts:
    """Return the pins of each part that the settings name; what cannot be is said and left out.

    Of two parts on one pin the first one has it.
    """
    colours = tuple(settings.get("lamp", name) for name in COLOURS)
    named = {name: (settings.get("buttons", name),) for name in BUTTONS}
    named |= {"lamp": colours, "buzzer": (settings.get("sound", "buzzer"),)}
    parts: dict[str, tuple[int, ...]] = {}
    taken: dict[int, str] = {}
    for name, pins in named.items():
        if max(pins) < 0:
            continue
        if min(pins) < 0:
            log.warning("the %s is left out; do: name a pin for each of its three colours", name)
            continue
        asked = dict(taken)
        for place, pin in enumerate(pins):
            task = f"{COLOURS[place]} of the lamp" if name == "lamp" else name
            if pin in asked:
                log.warning(
                    "the settings give pin %d to %s and %s, so the %s is left out; do: give each "
                    "its own", pin, asked[pin], task, name,
                )  # fmt: skip
                break
            asked[pin] = task
        else:
            parts[name], taken = pins, asked
    return parts


def _join_buttons(table: Table, settings: Settings, parts: Parts) -> list[Close]:
    used = {name: pins[0] for name, pins in parts.items() if name in BUTTONS}
    if not used:
        return []
    from device.pins import PinButtons

    buttons = PinButtons(
        used,
        lambda name: press(table, name),
        bounce_s=settings.get("buttons", "bounce") / 1000.0,
        hold_s=settings.get("buttons", "hold"),
        pull_up=settings.get("buttons", "pull_up"),
    )
    return [buttons.close]


def _join_lights(table: Table, parts: Parts) -> list[Close]:
    if "lamp" not in parts and "buzzer" not in parts:
        return []
    from device.pins import PinBuzzer, PinLamp

    lamp = _made(PinLamp, parts.get("lamp", ()))
    buzzer = _made(PinBuzzer, parts.get("buzzer", ()))
    signaller = Signaller(lamp, buzzer)
    signaller.start()
    table.listen(signaller.hear)
    signaller.hear(table.snapshot())
    return [signaller.stop]


def _made(part: Callable[..., Part], pins: tuple[int, ...]) -> Part | None:
    """Return a part on its pins; None where it has none or they cannot be used, which is said."""
    try:
        return part(*pins) if pins else None
    except Trouble as trouble:
        log.warning("%s", trouble)
        return None


def _join_voice(table: Table, settings: Settings) -> list[Close]:
    if not settings.get("sound", "speech"):
        return []
    if shutil.which("espeak-ng") is None:
        raise Trouble("speech needs espeak-ng", "`sudo apt install espeak-ng`")
    from device.voice import Voice

    voice = Voice(settings.get("sound", "language"))
    voice.start()
    table.listen(voice.hear)
    return [voice.stop]
