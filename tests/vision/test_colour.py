"""The body's colour by name: under white, warm and cold light, with pips and glare on the face."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.colour import light_of, name_colour

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


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("body", BODIES)
def test_names_the_body(body: str, light: str) -> None:
    frame = table(BODIES[body], LIGHTS[light], 150)
    assert name_colour(frame, (160, 120), 60, light_of(frame)) == body


def polished(body: int, pips: int, light: tuple[float, float, float]) -> np.ndarray:
    """A die whose black plastic mirrors a room, so that it is grey; with three pips."""
    image = np.full((240, 320, 3), 190, np.float32)
    cv2.rectangle(image, (130, 90), (190, 150), (body, body, body), -1)
    for x, y in ((145, 105), (160, 120), (175, 135)):
        cv2.circle(image, (x, y), 7, (pips, pips, pips), -1)
    return np.clip(image * np.array(light, np.float32), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("body", [60, 90, 120])
def test_a_polished_black_die_is_known_by_its_lighter_pips(body: int, light: str) -> None:
    frame = polished(body, 225, LIGHTS[light])
    assert name_colour(frame, (160, 120), 60, light_of(frame)) == "black"


@pytest.mark.parametrize("light", LIGHTS)
def test_a_grey_die_has_darker_pips(light: str) -> None:
    frame = polished(90, 20, LIGHTS[light])
    assert name_colour(frame, (160, 120), 60, light_of(frame)) == "grey"


def test_light_of_a_grey_table_is_the_lamp() -> None:
    light = light_of(table(BODIES["red"], LIGHTS["warm"], 150)).colour
    assert light[0] < 0.9 < light[1] < light[2]


def test_coloured_felt_is_not_taken_for_the_lamp() -> None:
    frame = np.full((240, 320, 3), (40, 120, 30), np.uint8)
    assert light_of(frame).colour == pytest.approx(np.ones(3), abs=0.01)
