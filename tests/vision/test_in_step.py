"""Looks at several places at once say what looks at one after the other say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.commands.bench_vision import drawn_table
from models.training.sketch.scene import draw_scene
from vision import shipped_eyes
from vision.in_step import Course, Wish, in_step, wishes
from vision.locate import Spot
from vision.looks import AT_ONCE, VIEWS, Ask, Look, Looker
from vision.pose import UPRIGHT_SPAN
from vision.runtime import Network, load_network
from vision.sizes import Sizes

SIZES = Sizes(np.full((60, 80, 3), 90, np.uint8))


class Notes:
    """Looks at nothing, but says whose look it was and where; notes how many it is asked for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rounds: list[int] = []

    def looks(self, sizes: Sizes, asked: Sequence[Ask]) -> list[tuple[str, float]]:
        self.rounds.append(len(asked))
        return [(self.name, ask.spot.x) for ask in asked]


def course(lookers: Sequence[Notes], x: int, rounds: Sequence[Sequence[int]]) -> Course[list[Look]]:
    """Wish in each round for looks of the lookers of these numbers, each at its own place."""
    seen: list[Look] = []
    for number, round_ in enumerate(rounds):
        asked = [Ask(Spot(1000.0 * x + 10 * number + k, 0, 1, 1), VIEWS[0]) for k in range(9)]
        seen += yield [
            Wish(cast(Looker, lookers[who]), ask) for who, ask in zip(round_, asked, strict=False)
        ]
    return seen


@given(st.lists(st.lists(st.lists(st.integers(0, 1), max_size=5), max_size=4), max_size=6))
def test_each_course_gets_the_looks_that_it_wished_for(plans: list[list[list[int]]]) -> None:
    both = [Notes("lying"), Notes("upright")]
    alone = [in_step(SIZES, [course(both, x, plan)])[0] for x, plan in enumerate(plans)]
    together = [Notes("lying"), Notes("upright")]
    assert in_step(SIZES, [course(together, x, plan) for x, plan in enumerate(plans)]) == alone
    longest = max(map(len, plans), default=0)
    for one_by_one, at_once in zip(both, together, strict=True):
        assert sum(at_once.rounds) == sum(one_by_one.rounds)
        assert len(at_once.rounds) <= longest  # one call a round, however many places


class Counts:
    """A network that says of each crop how bright it is, and notes how many it sees at once."""

    def __init__(self) -> None:
        self.counts: list[int] = []

    def run(self, crops: np.ndarray) -> np.ndarray:
        self.counts.append(len(crops))
        out = np.zeros((len(crops), 17), np.float32)
        out[:, 0] = crops.mean((1, 2, 3))
        return out


@given(st.integers(0, 40))
def test_crops_are_shown_in_few_numbers_at_once(count: int) -> None:
    network = Counts()
    frame = np.repeat(np.arange(0, 240, dtype=np.uint8)[None, :, None], 60, 0).repeat(3, 2)
    asked = [Ask(Spot(20.0 + 5 * k, 30.0, 4.0, 0.9), VIEWS[0]) for k in range(count)]
    looks = Looker(cast(Network, network), UPRIGHT_SPAN, 1.0).looks(Sizes(frame), asked)
    assert [float(look.logits[0]) for look in looks] == pytest.approx(
        [20.0 + 5 * k for k in range(count)], abs=1.0
    )
    assert sum(network.counts) == count
    assert set(network.counts) <= set(AT_ONCE)


@pytest.mark.parametrize(("name", "side"), [("reader", 64), ("upright", 64), ("around", 80)])
def test_a_network_says_of_many_crops_what_it_says_of_each(name: str, side: int) -> None:
    rng = np.random.default_rng(4)
    crops = rng.integers(0, 256, (max(AT_ONCE), side, side, 3)).astype(np.uint8)
    network = load_network(f"{name}.tflite")
    each = np.concatenate([network.run(crop[None]) for crop in crops])
    for count in AT_ONCE:
        assert np.allclose(network.run(crops[:count]), each[:count], atol=1e-3)


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_dice_are_read_together_as_they_are_read_alone(seed: int | None) -> None:
    frame = drawn_table()
    if seed is not None:
        frame, _ = draw_scene(np.random.default_rng([88, seed]), 480, 360, 44.0, most=12)
    eyes = shipped_eyes()
    spots = eyes.locator.find(frame)
    assert len(spots) > 2
    for one, spot in zip(eyes.reader.read_all(frame, spots), spots, strict=True):
        alone = eyes.reader.read(frame, spot)
        assert np.allclose(one.chances, alone.chances, atol=1e-4)
        assert (one.spot.x, one.spot.y, one.least) == pytest.approx(
            (alone.spot.x, alone.spot.y, alone.least), abs=1e-3
        )


def test_wishes_are_for_each_view_of_one_face() -> None:
    looker = cast(Looker, Notes("upright"))
    spot = Spot(3.0, 4.0, 5.0, 0.6)
    assert wishes(looker, spot, VIEWS, 0.3) == [Wish(looker, Ask(spot, v, 0.3)) for v in VIEWS]
