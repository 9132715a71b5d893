"""Debounce and hold by edge sequences with bounce, and the same code on gpiozero's mock pins."""

from __future__ import annotations

import os
import pty
import queue
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.buttons import Button, Contact, Timing, deadline, heard, passed
from device.freshness import EYE_S
from device.keyboard import Keyboard
from device.settings import Settings
from device.trouble import Trouble
from tests.house.normal_floats import floats

BOUNCE_S = 0.02
PLAIN = Timing(BOUNCE_S)
WITH_HOLD = Timing(BOUNCE_S, 2.0)


def played(edges: list[tuple[bool, float]], timing: Timing, until_s: float) -> list[str]:
    """Play edges as the button's thread does: time passes at every deadline."""
    button = Button()
    told: list[str] = []
    waiting = [Contact(closed, at_s) for closed, at_s in edges]
    while True:
        due = deadline(button, timing)
        if waiting and (due is None or waiting[0].at_s <= due):
            button, said = heard(button, waiting.pop(0), timing)
        elif due is not None and due <= until_s:
            button, said = passed(button, due, timing)
        else:
            return told
        told += said


def bouncing(closed: bool, at_s: float, gaps: list[float]) -> list[tuple[bool, float]]:
    """A change with bounce: an odd number of edges, less than the bounce time apart."""
    edges = [(closed, at_s)]
    for gap in gaps:
        at_s += gap
        edges += [(not closed, at_s), (closed, at_s + gap / 2)]
        at_s += gap / 2
    return edges


GAPS = st.lists(floats(0.0005, BOUNCE_S * 0.6), max_size=8)


@given(presses=st.lists(st.tuples(GAPS, floats(0.05, 1.5), GAPS), max_size=6))
def test_each_press_counts_once_however_it_bounces(
    presses: list[tuple[list[float], float, list[float]]],
) -> None:
    for timing in (PLAIN, WITH_HOLD):
        edges: list[tuple[bool, float]] = []
        at_s = 1.0
        for down, length_s, up in presses:
            edges += bouncing(True, at_s, down)
            at_s = edges[-1][1] + length_s
            edges += bouncing(False, at_s, up)
            at_s = edges[-1][1] + 0.1
        assert played(edges, timing, at_s + 10.0) == ["press"] * len(presses)


@given(GAPS, GAPS, floats(2.2, 9.0))
def test_a_hold_is_told_once_and_is_no_press(
    down: list[float], up: list[float], length_s: float
) -> None:
    edges = bouncing(True, 1.0, down)
    edges += bouncing(False, edges[-1][1] + length_s, up)
    assert played(edges, WITH_HOLD, 60.0) == ["hold"]
    assert played(edges, PLAIN, 60.0) == ["press"]


def test_a_hold_is_told_while_the_button_is_still_down() -> None:
    assert played([(True, 1.0)], WITH_HOLD, 2.9) == []
    assert played([(True, 1.0)], WITH_HOLD, 3.0) == ["hold"]


@given(floats(0.0001, BOUNCE_S * 0.95))
def test_a_spike_shorter_than_the_bounce_time_is_nothing(length_s: float) -> None:
    edges = [(True, 1.0), (False, 1.0 + length_s)]
    assert played(edges, PLAIN, 9.0) == []
    assert played(edges, WITH_HOLD, 9.0) == []


def test_a_dropout_while_held_does_not_end_the_hold() -> None:
    edges = [(True, 1.0), (False, 1.5), (True, 1.505)]
    assert played(edges, WITH_HOLD, 9.0) == ["hold"]


@given(st.lists(st.tuples(st.booleans(), floats(0.0, 0.3)), max_size=60))
def test_no_sequence_tells_more_presses_than_closings(edges: list[tuple[bool, float]]) -> None:
    at_s, timeline = 0.0, []
    for closed, gap in edges:
        at_s += gap
        timeline.append((closed, at_s))
    closings = sum(closed for closed, _ in edges)
    for timing in (PLAIN, WITH_HOLD):
        assert len(played(timeline, timing, at_s + 9.0)) <= closings


@pytest.fixture
def mock_pins() -> Iterator[Any]:
    gpiozero = pytest.importorskip("gpiozero")
    from gpiozero.pins.mock import MockFactory

    before = gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory = MockFactory()
    yield gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory.reset()
    gpiozero.Device.pin_factory = before


def test_pins_press_and_hold_through_gpiozero(mock_pins: Any) -> None:
    from device.pins import PinButtons

    pressed: queue.SimpleQueue[str] = queue.SimpleQueue()
    buttons = PinButtons(
        {"next": 5, "undo": 6}, pressed.put, bounce_s=0.02, hold_s=0.3, pull_up=True
    )
    following, undo = mock_pins.pin(5), mock_pins.pin(6)
    for _ in range(3):  # bounce
        following.drive_low()
        following.drive_high()
    following.drive_low()
    assert pressed.get(timeout=5.0) == "next"
    following.drive_high()
    undo.drive_low()
    time.sleep(0.1)
    undo.drive_high()
    assert pressed.get(timeout=5.0) == "undo"
    undo.drive_low()
    assert pressed.get(timeout=5.0) == "again"
    undo.drive_high()
    time.sleep(0.1)
    assert pressed.empty()
    buttons.close()


def test_lamp_and_buzzer_through_gpiozero(mock_pins: Any) -> None:
    from gpiozero.pins.mock import MockPWMPin

    from device.pins import PinBuzzer, PinLamp
    from device.signals import AMBER, GREEN

    assert MockPWMPin
    lamp, buzzer = PinLamp(17, 27, 22), PinBuzzer(23)
    lamp.show(GREEN, False)
    assert [mock_pins.pin(n).state for n in (17, 27, 22)] == [0, 1, 0]
    lamp.show(AMBER, False)
    assert [mock_pins.pin(n).state for n in (17, 27, 22)] == [1, 1, 0]
    lamp.show(AMBER, True)
    buzzer.set(True)
    assert mock_pins.pin(23).state
    buzzer.set(False)
    assert not mock_pins.pin(23).state
    lamp.close()
    buzzer.close()


def test_pins_that_cannot_be_used_are_one_sentence(mock_pins: Any) -> None:
    from device.pins import PinButtons

    with pytest.raises(Trouble, match="pin 999 cannot be used") as caught:
        PinButtons({"next": 999}, print, bounce_s=0.02, hold_s=2.0)
    assert "doctor" in caught.value.remedy


def test_pins_without_a_library_say_which_one_is_wanted(monkeypatch: Any) -> None:
    import gpiozero

    from device.pins import PinBuzzer

    def none_there(*_: Any) -> None:
        raise gpiozero.BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(gpiozero, "Buzzer", none_there)
    with pytest.raises(Trouble, match="pins cannot be used") as caught:
        PinBuzzer(23)
    assert "lgpio" in caught.value.remedy


COLOURS = {"red": 17, "green": 27, "blue": 22}
ONE_FAULT = {
    "two buttons on one pin": ({"buttons": {"next": 5, "confirm": 6, "undo": 6}}, {5, 6}),
    "the buzzer on a pin of the lamp": ({"lamp": COLOURS, "sound": {"buzzer": 22}}, {17, 27, 22}),
    "the lamp on the pin of a button": ({"buttons": {"next": 17}, "lamp": COLOURS}, {17}),
    "a lamp of one pin": (
        {"lamp": dict.fromkeys(COLOURS, 17), "sound": {"buzzer": 23}},
        {23},
    ),
    "a lamp of two colours": ({"lamp": {"red": 17, "green": 27}, "sound": {"buzzer": 23}}, {23}),
    "a pin that is none": ({"buttons": {"next": 5, "confirm": 99}}, {5}),
    "a lamp on a pin that is none": (
        {"lamp": {**COLOURS, "red": 99}, "sound": {"buzzer": 23}},
        {23},
    ),
}


def taken_pins() -> set[int]:
    import gpiozero

    taken = set()
    for pin in (5, 6, 17, 22, 23, 27):
        try:
            gpiozero.InputDevice(pin).close()
        except gpiozero.GPIOPinInUse:
            taken.add(pin)
    return taken


@pytest.mark.usefixtures("mock_pins")
@pytest.mark.parametrize("what", ONE_FAULT)
def test_one_wrong_pin_leaves_the_other_parts_and_is_said(
    what: str, tmp_path: Any, caplog: pytest.LogCaptureFixture
) -> None:
    from device.panel import join_panel
    from tests.device.evenings import evening

    values, used = ONE_FAULT[what]
    with evening(tmp_path) as at:
        closers = join_panel(at.table, Settings(values), None)
        assert taken_pins() == used
        (said,) = [record.message for record in caplog.records if "; do: " in record.message]
        assert "lgpio" not in said
        for close in closers:
            close()
    assert not taken_pins()


def test_the_keyboard_stands_in_for_the_buttons() -> None:
    leader, follower = pty.openpty()
    pressed: queue.SimpleQueue[str] = queue.SimpleQueue()
    with open(follower, encoding="utf-8", closefd=True) as terminal:  # noqa: PTH123
        keyboard = Keyboard(terminal, pressed.put)
        keyboard.start()
        os.write(leader, b"nxcUr")
        assert [pressed.get(timeout=5.0) for _ in range(4)] == ["next", "confirm", "undo", "again"]
        keyboard.stop()
    os.close(leader)
    assert pressed.empty()


def test_buttons_and_lamp_play_a_turn_at_the_table(tmp_path: Any, mock_pins: Any) -> None:
    from device.panel import join_panel
    from tests.device.evenings import evening, wait_until

    settings = Settings(
        {
            "buttons": {"next": 5, "confirm": 6, "undo": 13, "bounce": 5},
            "lamp": {"red": 17, "green": 27, "blue": 22},
            "sound": {"buzzer": 23},
        }
    )

    def push(pin: int) -> None:
        mock_pins.pin(pin).drive_low()
        time.sleep(0.05)
        mock_pins.pin(pin).drive_high()
        time.sleep(0.05)

    with evening(tmp_path) as at:
        closers = join_panel(at.table, settings, None)
        at.start()
        wait_until(lambda: mock_pins.pin(27).state and not mock_pins.pin(22).state)
        at.must("roll", dice=list("4442251w"))
        wait_until(lambda: mock_pins.pin(22).state and not mock_pins.pin(27).state)
        push(5)
        wait_until(lambda: at.page.match is not None and at.page.match.marked == 1)
        time.sleep(EYE_S)  # as long as people need to see what there is to choose from
        push(6)
        wait_until(lambda: at.page.match is not None and at.page.match.seq == 2)
        assert at.entries()[-1] == "keep 2"
        push(13)
        wait_until(lambda: at.page.match is not None and at.page.match.seq == 3)
        assert at.entries()[-1] == "undo"
        push(13)
        wait_until(lambda: at.page.ask is not None)
        for close in closers:
            close()


def test_signs_follow_what_happens(tmp_path: Any) -> None:
    from device.signals import AMBER, BLUE, GREEN, light_of, sign_of
    from tests.device.evenings import evening
    from tests.device.observed import throw

    with evening(tmp_path, "usb") as at:
        start = at.start()
        assert light_of(start).colour == GREEN
        rolled = at.look(throw("4442251w", 1))
        assert sign_of(start, rolled) == "roll"
        assert light_of(rolled).colour == BLUE
        assert sign_of(rolled, rolled) is None
        at.must("choose", 0, choice="keep 1")
        before = at.page
        for code in ("2444511",):
            busted = at.look(throw(code, 2))
        at.must("choose", 0, choice="keep 2")
        at.must("choose", 0, choice="throw")
        before = at.page
        busted = at.must("roll", dice=list("121211"))
        assert sign_of(before, busted) == "bust"
        asked = at.look(throw("44422?1w", 3))
        assert asked.ask is not None
        assert light_of(asked).colour == AMBER
        assert light_of(asked).blinking
        assert sign_of(busted, asked) == "ask"


REFUSED = {
    "lane-changed", "lane-mixed", "lane-not-legal", "lane-too-few", "lane-used",
    "no-answer", "no-match", "no-such-die", "not-playing", "playing-already",
    "nothing-to-confirm", "nothing-to-read-again", "reads-the-same", "too-soon", "stale",
    "record-busy", "record-fails", "record-full", "record-sealed", "refused", "last-match-fails",
    "dice-fail", "dice-gone", "dice-gone-in-play",
}  # fmt: skip


def test_only_a_wish_that_is_not_granted_sounds_so(tmp_path: Any) -> None:
    """Whatever the table can say: a question about what is seen is never the fast three beeps."""
    from device import refusals, sentences
    from device.signals import sign_of
    from rules.game import Message
    from tests.device.evenings import evening

    texts = [Path(str(one.__file__)).read_text(encoding="utf-8") for one in (sentences, refusals)]
    said = set(re.findall(r'Message\(\s*"([a-z-]+)"', "".join(texts)))
    codes = {code for code in said if not code.startswith("says-")}
    assert len(codes) > 25
    with evening(tmp_path, "usb") as at:
        quiet = at.start()
    signs = {code: sign_of(quiet, replace(quiet, ask=Message(code, ""))) for code in codes}
    wrongly = {
        code: sign for code, sign in signs.items() if (sign == "illegal") != (code in REFUSED)
    }
    assert not wrongly
