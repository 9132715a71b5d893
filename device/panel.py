"""Buttons, lamp, buzzer, voice and keyboard, joined to the table as the settings say.

None of them is needed: what is missing or broken is said once, and the game goes on without it.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from typing import Any, TextIO

from device.keyboard import Keyboard
from device.settings import Settings
from device.signals import Signaller
from device.table import ReadAgain, Table
from device.trouble import Trouble
from web.port import Command

log = logging.getLogger(__name__)

Close = Callable[[], None]


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
    for join in (_join_buttons, _join_lights, _join_voice):
        try:
            closers += join(table, settings)
        except Trouble as trouble:
            log.warning("%s", trouble)
    if settings.get("buttons", "keyboard") and terminal is not None and terminal.isatty():
        keyboard = Keyboard(terminal, lambda name: press(table, name))
        keyboard.start()
        closers.append(keyboard.stop)
    return closers


def _join_buttons(table: Table, settings: Settings) -> list[Close]:
    pins = {name: settings.get("buttons", name) for name in ("next", "confirm", "undo")}
    used = {name: pin for name, pin in pins.items() if pin >= 0}
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


def _join_lights(table: Table, settings: Settings) -> list[Close]:
    colours = tuple(settings.get("lamp", name) for name in ("red", "green", "blue"))
    buzzer = settings.get("sound", "buzzer")
    if min(colours) < 0 and buzzer < 0:
        return []
    from device.pins import PinBuzzer, PinLamp

    lamp: Any = PinLamp(*colours) if min(colours) >= 0 else None
    sound: Any = PinBuzzer(buzzer) if buzzer >= 0 else None
    signaller = Signaller(lamp, sound)
    signaller.start()
    table.listen(signaller.hear)
    signaller.hear(table.snapshot())
    return [signaller.stop]


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
