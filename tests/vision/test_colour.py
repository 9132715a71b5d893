"""The body's colour by name: under white, warm and cold light, with pips and glare on the face."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.colour import NAMES, Light, body_colour, light_of

BODIES = {
    "white": (228, 230, 232),
    "black": (24, 24, 26),
    "red": (35, 30, 185),
    "blue": (170, 70, 25),
    "green": (50, 130, 35),
    "yellow": (20, 200, 225),
    "golden": (45, 150, 195),
    "purple": (130, 45, 95),
}
LIGHTS = {"white": (1.0, 1.0, 1.0), "warm": (0.78, 0.98, 1.12), "cold": (1.14, 1.0, 0.86)}


def table(body: tuple[int, int, int], light: tuple[float, float, float], cloth: int) -> np.ndarray:
    """One die of 60 px with five pips and a spot of glare on a grey cloth."""
    rng = np.random.default_rng(0)
    image = np.full((240, 320, 3), cloth, np.float32)
    cv2.rectangle(image, (130, 90), (190, 150), body, -1)
    dark = sum(body) < 360
    for x, y in ((145, 105), (175, 105), (160, 120), (145, 135), (175, 135)):
        cv2.circle(image, (x, y), 6, (235, 235, 235) if dark else (20, 20, 20), -1)
    cv2.circle(image, (180, 95), 5, (255, 255, 255), -1)
    image = image * np.array(light, np.float32) + rng.normal(0, 3, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def name_in(frame: np.ndarray) -> str:
    return body_colour(frame, (160, 120), 60, light_of(frame))[0]


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("body", BODIES)
def test_names_the_body(body: str, light: str) -> None:
    frame = table(BODIES[body], LIGHTS[light], 150)
    assert name_in(frame) == body


def polished(
    body: int, pips: tuple[int, int, int], light: tuple[float, float, float] = (1, 1, 1)
) -> np.ndarray:
    """A die whose plastic mirrors a room: three pips on a body of even grey, in `light`."""
    image = np.full((240, 320, 3), 190, np.float32)
    cv2.rectangle(image, (130, 90), (190, 150), (body, body, body), -1)
    for x, y in ((145, 105), (160, 120), (175, 135)):
        cv2.circle(image, (x, y), 7, pips, -1)
    return np.clip(image * np.array(light, np.float32), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("body", [60, 90, 120])
def test_a_polished_black_die_is_known_by_its_lighter_pips(body: int, light: str) -> None:
    assert name_in(polished(body, (225, 225, 225), LIGHTS[light])) == "black"


@pytest.mark.parametrize(
    ("body", "pips", "name"),
    [
        (90, (20, 20, 20), "grey"),
        (90, (115, 115, 115), "grey"),  # no lighter than a shade may be
        (90, (20, 20, 150), "grey"),  # a red that is no brighter
        (170, (255, 255, 255), "white"),  # too light for what a black die mirrors
    ],
)
def test_a_grey_die_is_not_called_black(body: int, pips: tuple[int, int, int], name: str) -> None:
    assert name_in(polished(body, pips)) == name


@pytest.mark.parametrize(("sky", "name"), [((1.0, 0.85, 0.7), "black"), ((1.0, 0.6, 0.4), "blue")])
def test_a_black_die_may_mirror_the_sky_but_is_not_blue(
    sky: tuple[float, float, float], name: str
) -> None:
    frame = polished(0, (235, 235, 235))
    frame[(frame == 0).all(2)] = [round(110 * part) for part in sky]
    assert name_in(frame) == name


def test_light_of_a_grey_table_is_the_lamp() -> None:
    light = light_of(table(BODIES["red"], LIGHTS["warm"], 150)).colour
    assert light[0] < 0.9 < light[1] < light[2]


def test_coloured_felt_is_not_taken_for_the_lamp() -> None:
    frame = np.full((240, 320, 3), (40, 120, 30), np.uint8)
    assert light_of(frame).colour == pytest.approx(np.ones(3), abs=0.01)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("body", BODIES)
def test_the_body_is_told_as_it_is_under_white_light(body: str, light: str) -> None:
    lamp = np.array(LIGHTS[light], np.float32)
    frame = table(BODIES[body], LIGHTS[light], 150)
    _, bgr = body_colour(frame, (160, 120), 60, Light(lamp, 200.0))
    assert bgr == pytest.approx(BODIES[body], abs=8)


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_face_of_one_colour_alone_has_a_colour(level: int) -> None:
    frame = np.full((240, 320, 3), level, np.uint8)
    assert name_in(frame) in NAMES
