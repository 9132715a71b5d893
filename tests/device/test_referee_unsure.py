"""The referee about dice that are not sure: what it asks, and what an answer does."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.referee import Act, Ask, Confirm, Fix, Verdict, judge
from tests.device.judged import ROLL_DUE, asked, look, rolled
from tests.device.observed import die, seen, throw


def test_an_unsure_die_is_asked_for_and_confirmed() -> None:
    dice = list(throw("4442251w", 1).dice)
    dice[4] = replace(dice[4], sure=False, confidence=0.6)
    verdict = look(ROLL_DUE, seen(dice))
    assert asked(verdict) == "die-unsure"
    assert isinstance(verdict.decision, Ask)
    assert verdict.decision.dice == (4,)
    assert verdict.decision.message.get("die") == 5
    confirmed = judge(verdict.memory, ROLL_DUE, Confirm())
    assert Counter(rolled(confirmed)) == Counter("4442251w")


@pytest.mark.parametrize("face", ["5", "w"])
def test_of_a_die_that_only_seems_to_lean_it_is_said(face: str) -> None:
    """It need not be typed in: straightened, it is read anew; confirmed, it counts as it stands."""
    dice = list(throw("4442221" + face, 1).dice)
    place = next(i for i, d in enumerate(dice) if d.face == face)
    asked_about = {}
    for leans in (False, True):
        dice[place] = replace(dice[place], sure=False, leans=leans)
        verdict = look(ROLL_DUE, seen(dice))
        assert asked(verdict) == "die-unsure"
        assert isinstance(verdict.decision, Ask)
        asked_about[leans] = verdict.decision.message.text
        confirmed = judge(verdict.memory, ROLL_DUE, Confirm())
        assert Counter(rolled(confirmed)) == Counter("4442221" + face)
    assert "lean" in asked_about[True]
    assert "straighten" in asked_about[True]
    assert "lean" not in asked_about[False]


def test_a_leaning_die_cannot_be_confirmed_but_corrected_or_straightened() -> None:
    dice = list(throw("4442251?", 1).dice)
    place = next(i for i, d in enumerate(dice) if d.face is None)
    verdict = look(ROLL_DUE, seen(dice))
    assert asked(verdict) == "die-leaning"
    assert asked(judge(verdict.memory, ROLL_DUE, Confirm())) == "die-leaning"
    fixed = judge(verdict.memory, ROLL_DUE, Fix(place, "w"))
    assert Counter(rolled(fixed)) == Counter("4442251w")
    assert isinstance(fixed.decision, Act)
    assert fixed.decision.reading is not None
    assert fixed.decision.reading.fixes == ((place, "w"),)
    dice[place] = die("3", 1250, 650)
    straight = look(ROLL_DUE, seen(dice), verdict.memory, 2.0)
    assert Counter(rolled(straight)) == Counter("44422513")


@given(
    st.lists(st.sampled_from("sul"), min_size=8, max_size=8).filter(lambda kinds: "u" in kinds),
    st.randoms(use_true_random=False),
)
def test_one_confirm_accepts_all_unsure_dice(kinds: list[str], chance: random.Random) -> None:
    """Leaning dice (l) are answered one by one; then one question speaks of all unsure ones (u)."""
    dice = [replace(d, sure=kinds[i] == "s") for i, d in enumerate(throw("11122345", 1).dice)]
    dice = [replace(d, face=None) if kinds[i] == "l" else d for i, d in enumerate(dice)]
    verdict = look(ROLL_DUE, seen(dice))
    shown = [d.face for d in dice]
    for place in [i for i, kind in enumerate(kinds) if kind == "l"]:
        assert asked(verdict) == "die-leaning"
        shown[place] = chance.choice("12345w")
        verdict = judge(verdict.memory, ROLL_DUE, Confirm())  # nobody can confirm no face
        assert asked(verdict) == "die-leaning"
        verdict = judge(verdict.memory, ROLL_DUE, Fix(place, shown[place] or ""))
    unsure = tuple(i for i, kind in enumerate(kinds) if kind == "u")
    assert isinstance(verdict.decision, Ask)
    assert verdict.decision.dice == unsure
    message = verdict.decision.message
    assert message.code == ("die-unsure" if len(unsure) == 1 else "dice-unsure")
    assert len(unsure) == 1 or message.get("unsure") == len(unsure)
    assert rolled(judge(verdict.memory, ROLL_DUE, Confirm())) == tuple(shown)


def test_two_unsure_dice_are_fixed_one_after_the_other() -> None:
    dice = [replace(d, sure=i not in (2, 5)) for i, d in enumerate(throw("11122345", 1).dice)]
    verdict = look(ROLL_DUE, seen(dice))
    assert asked(verdict) == "dice-unsure"
    verdict = judge(verdict.memory, ROLL_DUE, Fix(2, "5"))
    assert asked(verdict) == "die-unsure"
    assert isinstance(verdict.decision, Ask)
    assert verdict.decision.dice == (5,)
    assert rolled(judge(verdict.memory, ROLL_DUE, Fix(5, "w")))[5] == "w"


@pytest.mark.parametrize("wrong", [-1, 8, 99])
def test_a_fix_of_a_die_that_is_not_there_changes_nothing(wrong: int) -> None:
    dice = [replace(d, sure=i != 2) for i, d in enumerate(throw("11122345", 1).dice)]
    memory = look(ROLL_DUE, seen(dice)).memory
    assert judge(memory, ROLL_DUE, Fix(wrong, "1")) == Verdict(memory)
