"""Frames to rolls: each roll once, none while dice move, none for dice that never moved."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from device.rolls import Roll, RollWatcher, lie_alike, voted
from vision import Die, Observation

FPS = 30.0
Places = list[tuple[str | None, float, float]]


def observation(
    places: Places, size: float = 40.0, angle: float = 10.0, sure: bool = True
) -> Observation:
    dice = tuple(Die(face, 0.99, sure, (x, y), size, angle, "white") for face, x, y in places)
    return Observation(dice, 640, 480)


def pictures() -> Iterator[np.ndarray]:
    """Frames that always differ, as from a camera held in the hand."""
    rng = np.random.default_rng(1)
    while True:
        yield rng.integers(0, 255, (48, 64, 3), dtype=np.uint8)


def watched(seen: list[Observation]) -> list[Roll]:
    """What the watcher says when frame k shows seen[k]."""
    frames = iter(seen)
    watcher = RollWatcher(lambda _: next(frames))
    rolls = [
        watcher.update(p, k / FPS, k) for k, p in zip(range(len(seen)), pictures(), strict=False)
    ]
    return [roll for roll in rolls if roll is not None]


def faces(roll: Roll) -> list[str | None]:
    return [die.face for die in roll.observation.dice]


def still(places: Places, frames: int, shake: float = 0.0, seed: int = 0) -> list[Observation]:
    rng = random.Random(seed)
    out = []
    for _ in range(frames):
        dx, dy = rng.uniform(-shake, shake), rng.uniform(-shake, shake)
        jitter = [
            (f, x + dx + rng.uniform(-1, 1), y + dy + rng.uniform(-1, 1)) for f, x, y in places
        ]
        out.append(observation(jitter))
    return out


def flying(frames: int, dice: int = 2, seed: int = 0) -> list[Observation]:
    rng = random.Random(seed)
    return [
        observation(
            [(rng.choice("123456"), rng.uniform(0, 600), rng.uniform(0, 400)) for _ in range(dice)],
            size=rng.uniform(30, 60),
        )
        for _ in range(frames)
    ]


ONE: Places = [("4", 100, 100), ("1", 300, 120)]
TWO: Places = [("3", 220, 150), ("5", 90, 300)]


def test_three_rolls_each_once() -> None:
    seen = (
        still(ONE, 15, 8) + flying(12) + still(TWO, 15, 8) + flying(12, seed=3) + still(ONE, 15, 8)
    )
    assert [faces(roll) for roll in watched(seen)] == [["4", "1"], ["5", "3"], ["4", "1"]]


def test_the_same_faces_elsewhere_are_a_new_roll() -> None:
    moved: Places = [("4", 150, 300), ("1", 500, 250)]
    rolls = watched(still(ONE, 15) + flying(9) + still(moved, 15))
    assert [faces(roll) for roll in rolls] == [["4", "1"], ["4", "1"]]


def test_dice_that_never_moved_are_no_new_roll_when_a_hand_passes() -> None:
    hand = [observation([]) for _ in range(10)]
    assert len(watched(still(ONE, 15) + hand + still(ONE, 30))) == 1


def test_a_camera_that_is_moved_makes_no_roll() -> None:
    aside: Places = [(face, x + 70, y + 40) for face, x, y in ONE]
    assert len(watched(still(ONE, 15) + still(aside, 30))) == 1


def test_no_roll_while_dice_move_nor_from_too_short_a_rest() -> None:
    assert watched(flying(60)) == []
    assert watched(still(ONE, 4) + flying(5) + still(TWO, 4) + flying(5)) == []


def test_an_empty_table_is_no_roll() -> None:
    assert watched([observation([])] * 30) == []


def test_an_empty_tray_that_lies_still_rests_without_a_roll() -> None:
    watcher = RollWatcher(lambda frame: Observation((), 640, 480))
    picture = np.full((480, 640, 3), 90, np.uint8)
    assert [watcher.update(picture, k / 30, k) for k in range(20)] == [None] * 20
    assert not watcher.moving


def test_nothing_changed_needs_no_second_reading() -> None:
    asked = []
    picture = np.full((48, 64, 3), 128, np.uint8)
    watcher = RollWatcher(lambda p: asked.append(1) or observation(ONE))
    rolls = [watcher.update(picture, k / FPS, k) for k in range(40)]
    assert len([roll for roll in rolls if roll]) == 1
    assert len(asked) == 1


def test_still_frames_vote() -> None:
    wrong = observation([("6", 100, 100), ("1", 300, 120)], sure=False)
    dice = voted([*still(ONE, 4), wrong])
    assert [die.face for die in dice] == ["4", "1"]
    assert [die.sure for die in dice] == [True, True]


def test_most_frames_say_whether_a_die_leans() -> None:
    flat = observation(ONE)
    leaning = replace(flat, dice=(replace(flat.dice[0], sure=False, leans=True), flat.dice[1]))
    for frames, leans in (([leaning] * 3 + [flat] * 2, True), ([leaning] * 2 + [flat] * 3, False)):
        first, second = voted(frames)
        assert (first.leans, first.sure, second.leans) == (leans, not leans, False)


def test_two_sure_readings_that_differ_are_not_sure() -> None:
    other = observation([("6", 100, 100), ("1", 300, 120)])
    dice = voted([*still(ONE, 4), other])
    assert [die.sure for die in dice] == [False, True]


def test_a_die_that_grows_is_in_the_air() -> None:
    near, far = observation(ONE, size=46.0), observation(ONE, size=40.0)
    assert not lie_alike(far.dice, near.dice, 0.3, 1.0)
    assert lie_alike(far.dice, far.dice, 0.3, 1.0)


def test_dice_that_rise_slowly_together_are_no_new_roll() -> None:
    rising = [observation(ONE, size=40.0 * 1.012**k) for k in range(30)]
    assert len(watched(still(ONE, 15) + rising)) == 1


def test_a_single_die_that_creeps_does_not_rest() -> None:
    creeping = [observation([("4", 100 + 3.0 * k, 100)]) for k in range(40)]
    assert watched(creeping) == []
    assert len(watched(still([("4", 100, 100)], 15))) == 1


def test_each_roll_is_told_once_to_eyes_that_remember() -> None:
    places: Places = [("3", 100, 100), ("5", 220, 140)]
    frames = still(places, 12) + flying(8) + still([("1", 300, 200), ("2", 90, 260)], 12)

    class Eyes:
        def __init__(self) -> None:
            self.frames = iter(frames)
            self.told: list[Observation] = []

        def __call__(self, picture: np.ndarray) -> Observation:
            return next(self.frames)

        def rested(self, seen: Observation) -> None:
            self.told.append(seen)

    eyes = Eyes()
    watcher = RollWatcher(eyes)
    rolls = []
    for k, picture in zip(range(len(frames)), pictures(), strict=False):
        roll = watcher.update(picture, k / FPS, k)
        rolls += [roll.observation] if roll else []
    assert len(rolls) == 2
    assert eyes.told == rolls
