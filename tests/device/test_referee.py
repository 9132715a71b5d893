"""The pure referee: motion, number, sureness; what it accepts, what it asks, what it leaves."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.due import Due, due_of
from device.referee import (
    PATIENCE_S,
    Act,
    Ask,
    Confirm,
    Fix,
    Memory,
    Seen,
    Wait,
    judge,
)
from rules import game_named
from rules.entry import Undo
from rules.game import Choose, NeedsRoll
from rules.match import Match
from tests.device.judged import ROLL_DUE, asked, look, pickomino, rolled
from tests.device.observed import die, scattered, seen, throw
from tests.house.normal_floats import floats
from vision.observation import Observation

FACES = st.sampled_from("12345w")


@given(faces=st.lists(FACES, min_size=8, max_size=8), seed=st.integers(0, 999))
def test_eight_sure_dice_that_moved_are_a_roll(faces: list[str], seed: int) -> None:
    verdict = look(ROLL_DUE, scattered(faces, seed))
    assert Counter(rolled(verdict)) == Counter(faces)
    assert isinstance(verdict.decision, Act)
    assert verdict.decision.reading is not None
    assert len(verdict.decision.reading.dice) == 8


@given(faces=st.lists(FACES, min_size=8, max_size=8), seed=st.integers(0, 999))
def test_dice_that_never_moved_are_never_a_new_roll(faces: list[str], seed: int) -> None:
    observation = scattered(faces, seed)
    verdict = look(ROLL_DUE, observation, moved=False)
    assert isinstance(verdict.decision, Wait)
    # Something moved (a hand passed), but the dice lie as they lay when the roll became due.
    for moved in (True, False, True):
        verdict = look(ROLL_DUE, observation, Memory(resting=observation.dice), 99.0, moved)
        assert isinstance(verdict.decision, Wait)


@given(
    faces=st.lists(FACES, min_size=8, max_size=8),
    seed=st.integers(0, 999),
    shift=st.tuples(floats(-40, 40), floats(-40, 40)),
    doubted=st.sets(st.integers(0, 7)),
)
def test_a_bump_of_the_camera_is_no_roll(
    faces: list[str], seed: int, shift: tuple[float, float], doubted: set[int]
) -> None:
    """Also where doubtful dice are read otherwise after it."""
    before = scattered(faces, seed)
    after = [
        replace(d, center_xy=(d.center_xy[0] + shift[0], d.center_xy[1] + shift[1]))
        for d in before.dice
    ]
    for index in doubted:
        after[index] = replace(after[index], face="3", sure=False)
    verdict = look(ROLL_DUE, seen(after), Memory(resting=before.dice))
    assert isinstance(verdict.decision, Wait)


@given(
    count=st.integers(1, 12).filter(lambda n: n != 8),
    seed=st.integers(0, 999),
    sure=st.booleans(),
)
def test_a_wrong_number_of_dice_is_never_a_roll_and_is_said_after_a_while(
    count: int, seed: int, sure: bool
) -> None:
    observation = throw("4" * count, seed)
    verdict = look(ROLL_DUE, observation)
    assert isinstance(verdict.decision, Wait), "a die may still be on its way"
    verdict = look(ROLL_DUE, observation, verdict.memory, PATIENCE_S - 0.1, moved=False)
    assert isinstance(verdict.decision, Wait)
    verdict = look(ROLL_DUE, observation, verdict.memory, PATIENCE_S, moved=False)
    expected = {7: "die-missing"}.get(count, "dice-missing" if count < 8 else "dice-too-many")
    assert asked(verdict) == expected
    assert isinstance(verdict.decision, Ask)
    assert verdict.decision.message.get("seen") == count


def test_a_die_fetched_from_the_floor_completes_the_roll() -> None:
    seven = throw("4442251", 3)
    verdict = look(ROLL_DUE, seven)
    verdict = look(ROLL_DUE, seven, verdict.memory, 9.0, moved=False)
    assert asked(verdict) == "die-missing"
    eight = seen([*seven.dice, die("w", 1200, 650)])
    verdict = look(ROLL_DUE, eight, verdict.memory, 12.0)
    assert Counter(rolled(verdict)) == Counter("4442251w")


def test_some_dice_left_lying_is_no_roll() -> None:
    before = throw("4442251w", 1)
    after = seen([*before.dice[:3], *throw("11111", 2).dice])
    memory = Memory(resting=before.dice)
    verdict = look(ROLL_DUE, after, memory)
    verdict = look(ROLL_DUE, after, verdict.memory, 5.0, moved=False)
    assert asked(verdict) == "dice-not-thrown"


@pytest.mark.parametrize("face", ["w", "4"])
def test_what_is_surely_a_picture_is_a_worm_where_dice_bear_worms(face: str) -> None:
    """The reader need not tell a worm from a star; a flag on a pip face counts for nothing."""
    dice = [replace(d, sure=d.face != face, picture=True) for d in throw("4442251w", 1).dice]
    verdict = look(ROLL_DUE, seen(dice))
    assert isinstance(verdict.decision, Act if face == "w" else Ask)


def test_a_picture_is_no_number_of_a_game_without_worms() -> None:
    due = due_of(Match.begin(game_named("knister"), 2, {}))
    dice = [replace(d, sure=False, picture=True) for d in throw("3w", 1).dice]
    assert asked(look(due, seen(dice))) == "die-strange"


def test_a_six_is_a_worm_only_by_the_house_rule() -> None:
    observation = throw("44422516", 1)
    assert asked(look(ROLL_DUE, observation)) == "six-among-worms"
    due = due_of(pickomino(six_is_worm=True))
    assert Counter(rolled(look(due, observation))) == Counter("4442251w")


def test_that_dice_without_worms_lie_there_is_said_whatever_else_is_doubtful() -> None:
    """By a six that is sure or that somebody names; a doubtful one may be a worm."""
    sure = throw("44422516", 1).dice
    six = next(i for i, d in enumerate(sure) if d.face == "6")
    other = (six + 1) % 8
    doubted = [replace(d, sure=i != other) for i, d in enumerate(sure)]
    assert asked(look(ROLL_DUE, seen(doubted))) == "six-among-worms"
    doubted[six] = replace(doubted[six], sure=False)
    verdict = look(ROLL_DUE, seen(doubted))
    assert asked(verdict) == "die-strange"
    assert asked(judge(verdict.memory, ROLL_DUE, Fix(six, "6"))) == "six-among-worms"


def test_a_face_of_no_die_of_this_game_is_asked_for() -> None:
    due = due_of(Match.begin(game_named("knister"), 2))
    assert asked(look(due, throw("w3", 1))) == "die-strange"
    assert rolled(look(due, throw("63", 1))) == ("6", "3")


@pytest.mark.parametrize(
    ("mark", "colour", "code"), [("g", "yellow", "golden-unseen"), ("b", "black", "black-unseen")]
)
def test_the_special_die_is_known_by_its_colour(mark: str, colour: str, code: str) -> None:
    due = Due(NeedsRoll(0, 3, "12345w", (mark,)))
    dice = list(throw("45w", 1).dice)
    assert asked(look(due, seen(dice))) == code
    dice[1] = replace(dice[1], colour=colour)
    roll = rolled(look(due, seen(dice)))
    assert roll == (dice[0].face, f"{mark}{dice[1].face}", dice[2].face)
    assert asked(look(due, seen([replace(d, colour=colour) for d in dice]))) == code


def test_without_a_reading_there_is_nothing_to_confirm() -> None:
    for due in (ROLL_DUE, due_of(pickomino("4442251w"))):
        assert judge(Memory(), due, Confirm()).decision == Wait()


def test_without_a_lane_the_next_throw_stands_for_throw_once_a_keep_was_chosen() -> None:
    before = throw("4442251w", 1)
    kept = due_of(pickomino("4442251w", "keep 4"))
    after = throw("11w23", 2)
    memory = Memory(resting=before.dice)
    # Not before: while the keep is due, dice that move are only looked at.
    keep_due = due_of(pickomino("4442251w"))
    assert look(keep_due, after, memory).decision == Wait()
    verdict = look(kept, after, memory)
    assert verdict.decision == Act((Choose(0, kept.choice("throw")),))
    then = due_of(pickomino("4442251w", "keep 4", "throw"))
    verdict = look(then, after, verdict.memory)
    assert Counter(rolled(verdict)) == Counter("11w23")


@pytest.mark.parametrize("doubted", [0, 3])
def test_setting_dice_aside_is_no_throw(doubted: int) -> None:
    before = throw("4442251w", 1)
    kept = due_of(pickomino("4442251w", "keep 4"))
    rest = seen([d for d in before.dice if d.face != "4"])
    verdict = look(kept, rest, Memory(resting=before.dice))
    assert verdict.decision == Wait()
    # Brushed by the hand: a little off and turned, but the same faces up, as far as they are read.
    brushed = seen(
        [
            replace(d, center_xy=(d.center_xy[0] + 25 * (i % 2 or -1), d.center_xy[1]),
                    angle_deg=(d.angle_deg + 20 * i) % 90, sure=i > doubted,
                    face=d.face if i > doubted else "3")
            for i, d in enumerate(rest.dice, start=1)
        ]
    )  # fmt: skip
    verdict = look(kept, brushed, Memory(resting=before.dice))
    assert verdict.decision == Wait()
    verdict = look(kept, brushed, verdict.memory, 4.0, moved=False)
    assert asked(verdict) == "throw-unclear"


def lane(tray: str, laid: str, seed: int = 5) -> Observation:
    return throw(tray, seed, laid)


def test_the_dice_moved_to_the_lane_name_the_keep() -> None:
    due = due_of(pickomino("4442251w"))
    verdict = look(due, lane("2251w", "444"))
    assert isinstance(verdict.decision, Act)
    (entry,) = verdict.decision.entries
    assert isinstance(entry, Choose)
    assert str(entry.choice) == "keep 4"


@pytest.mark.parametrize(
    ("laid", "code"),
    [
        ("44", "lane-too-few"),
        ("442", "lane-mixed"),
        ("3", "lane-changed"),
        ("4444", "lane-changed"),
    ],
)
def test_what_is_wrong_in_the_lane_is_said_after_a_while(laid: str, code: str) -> None:
    due = due_of(pickomino("4442251w"))
    observation = lane("2251w", laid)
    verdict = look(due, observation)
    assert verdict.decision == Wait()
    verdict = look(due, observation, verdict.memory, PATIENCE_S, moved=False)
    assert asked(verdict) == code


def test_a_face_kept_before_and_a_changed_lane_are_said() -> None:
    due = due_of(pickomino("4442251w", "keep 4", "throw", "4411w"))
    for laid, code in (("44444", "lane-used"), ("44", "lane-changed"), ("335", "lane-changed")):
        observation = lane("11w", laid)
        verdict = look(due, observation)
        verdict = look(due, observation, verdict.memory, 3.5, moved=False)
        assert asked(verdict) == code


def test_kept_and_thrown_again_in_one_go() -> None:
    match = pickomino("4442251w")
    memory = Memory(resting=throw("4442251w", 1).dice)
    observation = lane("11w23", "444", seed=8)
    done: list[str] = []
    for _ in range(3):
        verdict = look(due_of(match), observation, memory)
        assert isinstance(verdict.decision, Act)
        for entry in verdict.decision.entries:
            match = match.enter(entry).match
            done.append(str(entry.choice) if isinstance(entry, Choose) else "roll")
        memory = verdict.memory
    assert done == ["keep 4", "throw", "roll"]
    assert Counter(match.last_roll) == Counter("11w23")


def test_a_lane_with_the_kept_dice_lets_the_roll_through_and_another_does_not() -> None:
    due = due_of(pickomino("4442251w", "keep 4", "throw"))
    assert Counter(rolled(look(due, lane("11w23", "444")))) == Counter("11w23")
    verdict = look(due, lane("11w23", "445"))
    verdict = look(due, lane("11w23", "445"), verdict.memory, 4.0, moved=False)
    assert asked(verdict) == "lane-changed"


@given(data=st.data())
def test_whatever_is_seen_only_legal_entries_come_out(data: st.DataObject) -> None:
    """Random tables, random looks: each Act can be entered, and no input raises."""
    chance = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    match = pickomino()
    memory = Memory()
    at_s = 0.0
    for _ in range(25):
        due = due_of(match)
        at_s += chance.choice((0.1, 1.0, 4.0))
        wish = chance.random()
        heard: Seen | Confirm | Fix
        if wish < 0.2 and due.seat is not None:  # a button takes a choice without the referee
            match = match.choose(due.seat, chance.choice(due.choices)).match
            continue
        if wish < 0.2:
            heard = Confirm()
        elif wish < 0.3:
            heard = Fix(chance.randrange(9), chance.choice("12345w6"))
        else:
            count = chance.choice((due.dice_left or 8, chance.randrange(10)))
            faces = [chance.choice("12345w") for _ in range(count)]
            laid = "".join(chance.choice("4w1") for _ in range(chance.choice((0, 0, 3))))
            observation = throw("".join(faces), chance.randrange(99), laid)
            heard = Seen(observation, at_s, chance.random() < 0.8)
        verdict = judge(memory, due, heard)
        memory = verdict.memory
        if isinstance(verdict.decision, Act):
            for entry in verdict.decision.entries:
                if isinstance(entry, Undo) and not match.can_undo():
                    continue
                match = match.enter(entry).match
