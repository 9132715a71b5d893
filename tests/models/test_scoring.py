"""How readings are held against what was drawn: what counts, what is right, missed or silent."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.training.score import FAINTEST, Tally, Wanted, kept_out_scenes, spread, tally_picture
from models.training.score_evenings import evenings
from models.training.score_evenings import score as score_evenings
from models.training.sketch.dice import draw_look
from models.training.sketch.scene import Label, draw_scene
from vision.observation import Die, Observation


def die(face: str | None, x: float, y: float, sure: bool = True) -> Die:
    return Die(face, 0.99, sure, (x, y), 40.0, 0.0, "white")


def seen(*dice: Die) -> Observation:
    return Observation(dice, 640, 480, ms={})


def flat(size: float = 40.0) -> Label:
    corners = ((20.0, 20.0), (60.0, 20.0), (60.0, 60.0), (20.0, 60.0))
    return Label("4", (40.0, 40.0), size, corners, (0.0, 0.0), 1.0, 0.0, "white", 40.0, (0.0, 0.0))


def test_a_die_below_another_does_not_take_its_reading() -> None:
    tally = Tally()
    below, above = Wanted("", 100, 100, 18, counts=False), Wanted("3", 106, 104, 18)
    tally_picture(tally, "stack", [below, above], seen(die("3", 103, 102)))
    assert (tally.right, tally.missed, tally.extra) == (1, 0, 0)


LEANS = Wanted("", 100, 100, 18, side=40.0)


@pytest.mark.parametrize("sure", [True, False])
def test_another_side_of_a_die_that_leans_is_not_made_up(sure: bool) -> None:
    """Nor does a sure reading of it pass unseen."""
    tally = Tally()
    tally_picture(tally, "leans", [LEANS], seen(die("3", 138, 100, sure)))
    assert (tally.extra, tally.extra_sure, tally.cocked_sure) == (0, 0, int(sure))
    assert tally.honest == int(not sure)


@pytest.mark.parametrize(
    ("want", "dice"),
    [
        (LEANS, (die("3", 138, 100), die("5", 102, 100, sure=False))),  # it has its reading
        (LEANS, (die("3", 150, 100),)),  # too far off
        (replace(LEANS, counts=False), (die("3", 138, 100),)),  # nothing is asked of it
        (replace(LEANS, face="3"), (die("3", 138, 100),)),  # it can be read
        (replace(LEANS, side=0.0), (die("3", 138, 100),)),
    ],
)
def test_any_other_reading_where_no_die_is_labelled_is_made_up(
    want: Wanted, dice: tuple[Die, ...]
) -> None:
    tally = Tally()
    tally_picture(tally, "made up", [want], seen(*dice))
    assert (tally.extra, tally.extra_sure, tally.silent) == (1, 1, 1)


def test_a_die_that_leans_does_not_take_the_reading_of_its_neighbour() -> None:
    tally = Tally()
    beside = Wanted("3", 138, 100, 18, side=40.0)
    tally_picture(tally, "near", [LEANS, beside], seen(die("3", 139, 100)))
    assert (tally.right, tally.cocked_sure, tally.extra) == (1, 0, 0)


@pytest.mark.parametrize(
    ("dice", "counts"),
    [
        ((die("3", 100, 100),), (1, 0, 0)),
        ((die("2", 100, 100),), (0, 0, 1)),
        ((die("2", 100, 100, sure=False),), (0, 0, 0)),
        ((), (0, 1, 0)),
        ((die("3", 100, 100), die("5", 300, 300)), (1, 0, 1)),
    ],
)
def test_each_die_is_right_missed_or_silent(
    dice: tuple[Die, ...], counts: tuple[int, int, int]
) -> None:
    tally = Tally()
    tally_picture(tally, "one", [Wanted("3", 100, 100, 18)], seen(*dice))
    assert (tally.right, tally.missed, tally.silent) == counts


@pytest.mark.parametrize(
    ("face", "shown", "settled"), [("w", "w", 1), ("3", "3", 0), ("w", "3", 0), ("3", "w", 0)]
)
def test_a_picture_settles_a_worm_and_nothing_else(face: str, shown: str, settled: int) -> None:
    tally = Tally()
    picture = replace(die(shown, 100, 100, sure=False), picture=True)
    tally_picture(tally, "one", [Wanted(face, 100, 100, 18)], seen(picture))
    assert (tally.whole_sure, tally.settled) == (0, settled)
    tally_picture(tally, "two", [Wanted("3", 100, 100, 18)], seen(die("3", 100, 100)))
    assert (tally.whole_sure, tally.settled) == (1, settled + 1)


@pytest.mark.parametrize("counts", [True, False])
def test_a_doubtful_reading_of_what_is_not_to_be_read_is_asked_about(counts: bool) -> None:
    tally = Tally()
    wanted = [Wanted("", 100, 100, 18, counts), Wanted("3", 300, 100, 18)]
    tally_picture(tally, "one", wanted, seen(die("4", 100, 100, False), die("3", 300, 100)))
    assert tally.settled == 0
    tally_picture(tally, "two", wanted, seen(die("3", 300, 100)))
    assert tally.settled == 1


def test_of_tables_without_dice_only_what_is_made_up_is_said() -> None:
    tally = Tally()
    tally_picture(tally, "tiles", [], seen(die("w", 100, 100), die("4", 200, 100, sure=False)))
    assert tally.rows() == ["made up 2 in 1 pictures, of them sure 1"]
    tally_picture(tally, "one", [Wanted("3", 100, 100, 18)], seen(die("3", 100, 100)))
    assert len(tally.rows()) > 5
    assert tally.rows()[0] == "faces right 1/1 = 100.00 %, missed 0, sure and right 1/1 = 100.00 %"


def test_a_burnt_out_face_has_nothing_to_see_and_a_faint_pip_has() -> None:
    image = np.full((80, 80, 3), 254, np.uint8)
    assert spread(flat(), image) < FAINTEST
    image[36:44, 36:44] = (225, 190, 225)
    assert spread(flat(), image) > FAINTEST
    slope = np.repeat(np.linspace(60, 140, 80)[None, :, None], 80, 0).repeat(3, 2)
    assert spread(flat(), slope.astype(np.uint8)) < FAINTEST


def test_the_camera_is_no_steeper_than_asked() -> None:
    """Seen straight, a face's normal has no x and y but for the perspective of a near camera."""
    for number in range(6):
        rng = np.random.default_rng([77, number])
        _, labels = draw_scene(rng, 320, 240, 40.0, steepest_deg=5.0, look=draw_look(rng))
        lying = [np.hypot(*one.slant) for one in labels if one.cocked < 0.01]
        assert all(slant < np.sin(np.radians(5.0 + 1.0)) + 1e-6 for slant in lying)


def test_kept_out_scenes_are_the_same_each_time() -> None:
    first, again = (next(kept_out_scenes(1, steepest_deg=20.0)) for _ in range(2))
    np.testing.assert_array_equal(first[1], again[1])
    assert first[2] == again[2]


def test_an_evening_is_drawn_alike_each_time_and_ends_in_throws_of_few_dice() -> None:
    (one,), (other,) = (list(evenings(1, 30.0, (4, 1, 1))) for _ in range(2))
    assert one.off_deg <= 30.0
    assert [len(wanted) for _, wanted in one.throws] == [4, 1, 1]
    for (picture, wanted), (same, as_well) in zip(one.throws, other.throws, strict=True):
        assert np.array_equal(picture, same)
        assert wanted == as_well


def test_only_throws_of_few_dice_are_scored() -> None:
    alone, after = (score_evenings(1, 40.0, told, (8, 2, 1)) for told in (False, True))
    for tally in (alone, after):
        assert tally.pictures == 2
        assert tally.dice + tally.cocked == 3
