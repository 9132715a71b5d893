"""Every line of `dice-table doctor`: what is found, how it is judged, and each remedy."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from device.commands.doctor import line_of
from device.doctor import Finding, examine_machine, must_be_mended, voice
from device.doctor_sight import examine_sight
from device.machine import Machine, Pins, Process
from device.sight import Sight
from vision.mat import layout_of
from vision.mat_fit import fit_view
from vision.mat_view import marker_corners
from vision.observation import Die
from vision.picture import Figures

NOW = datetime(2026, 5, 1, 18, 30, tzinfo=UTC)
GOOD = Machine(
    model="Raspberry Pi 5 Model B Rev 1.0",
    python=(3, 11, 2),
    libraries={"numpy": "1.26.4", "flask": "3.1.0"},
    runtime="tflite-runtime 2.14.0",
    models={"reader.tflite": "whole"},
    data=Path("/var/lib/dice-table"),
    data_trouble="",
    settings=Path("/etc/dice-table.toml"),
    disk_free_mb=9000.0,
    memory_free_mb=1500.0,
    now=NOW,
    newest_file=NOW - timedelta(days=40),
    port=8123,
    port_holder=None,
    pins=Pins("lgpio", "", ("/dev/gpiochip0",), True),
    temperature_c=51.0,
    throttled=0,
)
OTHER = Process(77, "nginx")
TABLE = Process(78, "dice-table", ours=True)

# change of a good machine, the check that must notice, its state, words that must be said
CASES = [
    ({"python": (3, 9, 2)}, "versions", "mend", "3.9.2 is too old; do: use Python 3.11"),
    (
        {"libraries": {"flask": None}},
        "versions",
        "mend",
        "flask is missing; do: `./dice-table setup`",
    ),
    ({"runtime": None}, "versions", "mend", "TFLite runtime is missing; do: `./dice-table setup`"),
    ({"models": {}}, "models", "mend", "no model file; do: fetch the program again"),
    ({"models": {"a.tflite": "changed"}}, "models", "mend", "a.tflite is changed; do: fetch"),
    ({"models": {"a.tflite": "missing"}}, "models", "mend", "a.tflite is missing; do: fetch"),
    ({"models": {"a.tflite": "unlisted"}}, "models", "note", "a.tflite: not one of the files; do:"),
    (
        {"data_trouble": "it cannot be written"},
        "data folder",
        "mend",
        "cannot be written; do: give",
    ),
    ({"disk_free_mb": 40.0}, "disk", "mend", "40 MB free; do: delete"),
    ({"disk_free_mb": 300.0}, "disk", "note", "300 MB free; do: make room"),
    ({"disk_free_mb": None}, "disk", "note", "does not tell"),
    ({"memory_free_mb": 120.0}, "memory", "mend", "120 MB free; do: close other programs"),
    ({"memory_free_mb": None}, "memory", "note", "does not tell"),
    ({"now": NOW - timedelta(days=99)}, "clock", "mend", "before this program; do: join a network"),
    ({"now": NOW + timedelta(days=9999)}, "clock", "mend", "far in the future; do: set it"),
    (
        {"port_trouble": "Address already in use", "port_holder": OTHER},
        "port",
        "mend",
        "used by nginx (process 77); do: stop that program",
    ),
    ({"port_trouble": "Address already in use"}, "port", "mend", "8123 is used; do: stop"),
    ({"port_trouble": "in use", "port_holder": TABLE}, "port", "ok", "being served on 8123"),
    ({"port": 80, "port_trouble": "Permission denied"}, "port", "mend", "80 may not; do: choose"),
    (
        {"pins": Pins("", "no lgpio", ("/dev/gpiochip0",), False)},
        "pins",
        "mend",
        "may not open /dev/gpiochip0; do: `sudo usermod -aG gpio",
    ),
    (
        {"pins": Pins("", "Unable to load any default pin factory", ("/dev/gpiochip0",))},
        "pins",
        "mend",
        "Unable to load; do: `sudo apt-get install python3-lgpio`",
    ),
    (
        {"pins": Pins("native", "", ("/dev/gpiochip0",))},
        "pins",
        "mend",
        "(native); do: `sudo apt-get install python3-lgpio`",
    ),
    ({"pins": Pins("mock")}, "pins", "note", "only pretended"),
    ({"pins": Pins(), "model": ""}, "pins", "ok", "this machine has none"),
    (
        {"pins": Pins("", "x", ("/dev/gpiochip0",)), "model": ""},
        "pins",
        "note",
        "cannot use the pins",
    ),
    ({"temperature_c": 83.0}, "temperature", "mend", "83 °C; do: give it air"),
    ({"temperature_c": 73.0}, "temperature", "note", "73 °C is warm; do: let air"),
    ({"temperature_c": None}, "temperature", "ok", "does not tell"),
    ({"throttled": 0x50005}, "power", "mend", "too low just now; do: use the Pi's own supply"),
    ({"throttled": 0x50000}, "power", "note", "since the start; do: use the Pi's own supply"),
    ({"throttled": 0x4}, "power", "note", "slowed down; do: give it air"),
    ({"throttled": None}, "power", "ok", "does not tell"),
]


def assert_says(finding: Finding, state: str, words: str) -> None:
    assert finding.state == state, finding
    says, _, remedy = words.partition("; do:")
    for part in says.split("; "):
        assert part in finding.says, finding
    assert remedy.strip() in finding.remedy, finding


def test_a_good_machine_is_ok_all_through():
    findings = examine_machine(GOOD)
    assert [finding.state for finding in findings] == ["ok"] * 11
    assert not must_be_mended(findings)
    text = "\n".join(line_of(finding) for finding in findings)
    assert "do:" not in text
    for word in (
        "Python 3.11.2",
        "Raspberry Pi 5",
        "usable through lgpio",
        "8123 is free",
        "51 °C",
    ):
        assert word in text


@pytest.mark.parametrize(("change", "check", "state", "words"), CASES)
def test_each_fault_is_noticed_with_its_remedy(change, check, state, words):
    findings = {finding.check: finding for finding in examine_machine(replace(GOOD, **change))}
    assert_says(findings[check], state, words)
    others = [finding for name, finding in findings.items() if name != check]
    assert not must_be_mended(others)
    assert must_be_mended(findings.values()) is (state == "mend")


# ---- the picture ---------------------------------------------------------------------------------

A4 = layout_of("a4")


def view_of(numbers: int = 4, px_per_mm: float = 4.0):
    """Return the mat seen from straight above with some of its markers."""
    corners = {
        marker.number: marker_corners(A4, marker.number) * px_per_mm + np.array([20.0, 60.0])
        for marker in A4.markers[:numbers]
    }
    size = (round(A4.width_mm * px_per_mm) + 40, round(A4.height_mm * px_per_mm) + 120)
    view = fit_view(A4, corners, size)
    assert view is not None
    return view


def die(size_px: float) -> Die:
    return Die("4", 0.99, True, (300.0, 300.0), size_px, 0.0, "white")


FINE = Figures(edge_px=3.1, middle=120, bright=220, dark=30, blown=0.001, noise=1.0, flicker=0.004)
SIGHT = Sight(
    source="pi",
    name="Pi camera 0",
    is_camera=True,
    size_px=(1280, 960),
    pictures=12,
    figures=FINE,
    mat=view_of(),
    dice=(die(62.0), die(60.0)),
)
GONE = Sight("usb:0", "USB camera 0", True, "USB camera 0 is not there", "plug it in")

PICTURES = [
    ({"edge_px": 9.0}, "focus", "mend", "blurred: edges are 9.0 px; do: turn the lens' ring"),
    ({"edge_px": 6.0}, "focus", "note", "not quite sharp; do: turn the lens' ring"),
    ({"edge_px": None}, "focus", "note", "nothing with edges; do: lay the mat"),
    ({"middle": 15, "bright": 60, "dark": 5}, "light", "mend", "too dark; do: switch a lamp on"),
    ({"middle": 50, "bright": 110}, "light", "note", "rather dark; do: more light"),
    ({"middle": 4, "bright": 9, "dark": 2}, "light", "mend", "shows nothing; do: take the cap off"),
    ({"middle": 240, "bright": 251}, "light", "mend", "too bright; do: turn the lamp away"),
    ({"noise": 14.0}, "light", "note", "noisy; do: switch a lamp on"),
    ({"blown": 0.02}, "glare", "note", "2.0% of the tray; do: move the lamp"),
    ({"blown": 0.08}, "glare", "mend", "8.0% of the tray; do: move the lamp"),
    ({"flicker": 0.03}, "flicker", "note", "3.0%; do: set the mains frequency"),
    ({"flicker": 0.09}, "flicker", "mend", "9.0%; do: set the mains frequency"),
    ({"flicker": None}, "flicker", "ok", "not to be told"),
]
SIGHTS = [
    ({"mat": None}, "mat", "note", "not seen; do: print one with `./dice-table mat`"),
    ({"mat": view_of(3)}, "mat", "note", "3 of 4 squares; do: move the camera or the mat"),
    (
        {"dice": (die(15.0),), "mat": None},
        "dice",
        "mend",
        "smallest 15 px; do: bring the camera",
    ),
    ({"dice": (die(26.0),)}, "dice", "note", "rather small; do: bring the camera closer"),
    (
        {"dice": (), "mat": view_of(px_per_mm=1.2)},
        "dice",
        "mend",
        "16 mm would have 19 px; do: bring",
    ),
    ({"dice": ()}, "dice", "ok", "would have 64 px"),
    ({"dice": (), "mat": None}, "dice", "note", "none lies there; do: throw them"),
    (
        {"dice": None, "see_trouble": "no model"},
        "dice",
        "mend",
        "no model; do: `./dice-table",
    ),
]


def test_a_good_picture_is_ok_all_through():
    findings = examine_sight(SIGHT, is_pi=True)
    assert [f.check for f in findings] == [
        "camera",
        "focus",
        "light",
        "glare",
        "flicker",
        "mat",
        "dice",
    ]
    assert {f.state for f in findings} == {"ok"}
    assert "a4, 4 of 4 squares, 4.0 px a mm" in findings[5].says


@pytest.mark.parametrize(("change", "check", "state", "words"), PICTURES)
def test_each_fault_of_the_picture_is_noticed(change, check, state, words):
    sight = replace(SIGHT, figures=replace(FINE, **change))
    findings = {finding.check: finding for finding in examine_sight(sight, is_pi=True)}
    assert_says(findings.pop(check), state, words)
    assert not must_be_mended(findings.values())


@pytest.mark.parametrize(("change", "check", "state", "words"), SIGHTS)
def test_each_fault_of_what_lies_there_is_noticed(change, check, state, words):
    findings = {f.check: f for f in examine_sight(replace(SIGHT, **change), is_pi=True)}
    assert_says(findings.pop(check), state, words)
    assert not must_be_mended(f for f in findings.values() if f.check != "focus")


def test_two_neighbouring_squares_alone_leave_too_much_doubt():
    view = replace(view_of(2), doubt_mm=5.0)
    (found,) = (f for f in examine_sight(replace(SIGHT, mat=view), True) if f.check == "mat")
    assert_says(found, "mend", "2 of 4 squares; do: move the camera")


def test_small_dice_need_sharper_pictures():
    """An edge of 5 px is nothing to a die of 60 px and hides the pips of one of 20 px."""
    small = replace(SIGHT, figures=replace(FINE, edge_px=5.0), dice=(die(20.0),))
    states = {finding.check: finding.state for finding in examine_sight(small, True)}
    assert states["focus"] == "mend"


CAMERAS = [
    (GONE, "mend", "is not there; do: plug it in"),
    (replace(GONE, holder=Process(9, "vlc")), "mend", "used by vlc (process 9); do: `kill 9`"),
    (
        replace(GONE, holder=TABLE),
        "note",
        "used by dice-table; do: look at the page",
    ),
    (
        replace(GONE, forbidden="/dev/video0"),
        "mend",
        "may not open /dev/video0; do: `sudo usermod -aG video",
    ),
]


@pytest.mark.parametrize(("sight", "state", "words"), CAMERAS)
def test_a_camera_that_shows_nothing_says_why(sight, state, words):
    (found,) = examine_sight(sight, is_pi=False)
    assert_says(found, state, words)


def test_no_camera_is_a_fault_on_a_pi_alone():
    (on_pi,) = examine_sight(None, is_pi=True)
    (on_desk,) = examine_sight(None, is_pi=False)
    assert_says(on_pi, "mend", "no camera; do: press in its ribbon cable")
    assert_says(
        on_desk, "note", "the recording that ships, and dice can be tapped in; do: plug in a"
    )


def test_json_says_the_same_as_the_line():
    for finding in (*examine_machine(GOOD), *examine_sight(GONE, is_pi=True)):
        told = json.loads(json.dumps(finding.json()))
        assert told["ok"] is (finding.state != "mend")
        assert told["says"] in line_of(finding)
        assert told.get("do", "") in line_of(finding)
        assert "\n" not in line_of(finding)


def test_a_voice_is_missed_only_where_speech_is_asked_for() -> None:
    assert voice(speech=False, can_speak=False) == ()
    assert voice(speech=False, can_speak=True) == ()
    (missing,) = voice(speech=True, can_speak=False)
    assert (missing.check, missing.state) == ("voice", "note")
    assert "espeak-ng" in missing.remedy
    assert [finding.state for finding in voice(speech=True, can_speak=True)] == ["ok"]
