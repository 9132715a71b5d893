"""A doubtful face that no die of the game has is not what is asked about."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from device.dice_of_game import LEAST_CHANCE, as_they_can_be
from device.due import Due, due_of
from device.match_figures import figures_of
from device.referee import Act, Ask, Confirm, judge
from rules import game_named
from rules.game import Choose, NeedsRoll
from rules.match import Match
from tests.device.evenings import evening
from tests.device.judged import ROLL_DUE, asked, look, pickomino, rolled
from tests.device.observed import die, seen, throw
from vision.observation import Die

KNISTER = due_of(Match.begin(game_named("knister"), 2))
NAMES = [*"123456w", "fish", None]
DICE = st.builds(
    lambda face, sure, picture, others: replace(
        die(face, 100.0, sure=sure), picture=picture, others=tuple(others)
    ),
    st.sampled_from(NAMES),
    st.booleans(),
    st.booleans(),
    st.lists(st.tuples(st.sampled_from(NAMES[:8]), st.sampled_from((0.2, 0.02))), max_size=3),
)


def doubtful(face: str, *others: tuple[str, float], picture: bool = False) -> Die:
    return replace(die(face, 250.0, sure=False), others=others, picture=picture)


@given(st.lists(DICE, max_size=4), st.sampled_from(("123456", "12345w")), st.booleans())
def test_only_what_is_doubtful_and_cannot_be_becomes_what_can(
    dice: list[Die], faces: str, six_is_worm: bool
) -> None:
    """Nothing becomes sure by it, nothing is lost, and no other field of a die changes."""
    played = Due(NeedsRoll(0, 8, faces), worm_is_six=six_is_worm and "w" in faces).played
    for before, after in zip(dice, as_they_can_be(tuple(dice), faces, played), strict=True):
        assert after.sure == before.sure
        if after == before:
            stays = before.sure or before.picture or before.face is None
            stays = stays or played(before.face or "") in faces
            likely = [face for face, chance in before.others if chance >= LEAST_CHANCE]
            assert stays or not any(played(face) in faces for face in likely)
            continue
        assert not before.sure
        assert played(before.face or "") not in faces
        assert after.face is not None
        assert played(after.face) in faces
        assert (after.face, after.confidence) in before.others
        assert (before.face, before.confidence) in after.others
        assert replace(after, face=None, confidence=0, others=()) == replace(
            before, face=None, confidence=0, others=()
        )


def test_a_doubtful_worm_is_asked_about_as_a_number_where_no_die_has_worms() -> None:
    dice = [doubtful("w", ("5", 0.3), ("3", 0.1)), die("2", 400.0)]
    verdict = look(KNISTER, seen(dice))
    assert asked(verdict) == "die-unsure"
    assert isinstance(verdict.decision, Ask)
    assert verdict.decision.message.get("face") == "5"
    assert Counter(rolled(judge(verdict.memory, KNISTER, Confirm()))) == Counter("52")


def test_what_is_asked_about_is_what_the_page_shows_and_the_record_keeps(tmp_path: Path) -> None:
    """With the face that the camera took it for; who confirms it changes nothing."""
    with evening(tmp_path, "usb") as at:
        at.start("knister", ("A",))
        page = at.look(seen([doubtful("w", ("5", 0.3), ("3", 0.1)), die("2", 400.0)]))
        assert [(shown.face, shown.sure) for shown in page.camera.dice] == [
            ("5", False),
            ("2", True),
        ]
        match = at.must("confirm").match
        assert match is not None
        record = at.journal.record(match.match_id)
        assert record is not None
        (roll,) = record.entries
        assert roll.camera is not None
        read = roll.camera[0]
        assert (read["face"], read["sure"], read["others"][0][0]) == ("5", False, "w")
        assert roll.changed == ()
        figures = figures_of(record)
        assert (figures.dice_read, figures.dice_misread, figures.dice_unread) == (2, 0, 0)


def test_a_doubtful_six_is_asked_about_as_a_worm_where_dice_have_worms() -> None:
    dice = list(throw("4442251w", 1).dice)
    place = next(i for i, d in enumerate(dice) if d.face == "w")
    dice[place] = replace(dice[place], face="6", sure=False, others=(("w", 0.4),))
    verdict = look(ROLL_DUE, seen(dice))
    assert asked(verdict) == "die-unsure"
    assert Counter(rolled(judge(verdict.memory, ROLL_DUE, Confirm()))) == Counter("4442251w")


def test_what_is_hardly_another_face_is_said_to_be_strange() -> None:
    """Six pips under a glint are six pips: ordinary dice lie there, and no four to be confirmed."""
    dice = list(throw("4442251w", 1).dice)
    place = next(i for i, d in enumerate(dice) if d.face == "w")
    dice[place] = replace(dice[place], face="6", sure=False, others=(("4", 0.01), ("w", 0.003)))
    assert asked(look(ROLL_DUE, seen(dice))) == "die-strange"


def test_what_is_surely_a_picture_is_no_number() -> None:
    dice = [doubtful("w", ("5", 0.01), picture=True), die("2", 400.0)]
    assert asked(look(KNISTER, seen(dice))) == "die-strange"


def test_a_doubtful_die_of_the_lane_shows_what_was_rolled() -> None:
    """Of two fives laid out one looks like a six with worms, which nobody rolled."""
    match = pickomino().roll(tuple("55112344")).match
    laid = [die("5", 60.0, 800.0, area="lane"), die("6", 140.0, 800.0, area="lane", sure=False)]
    laid[1] = replace(laid[1], others=(("w", 0.3), ("5", 0.2)))
    tray = throw("112344", 1).dice
    verdict = look(due_of(match), seen([*tray, *laid], mat=True))
    assert isinstance(verdict.decision, Act)
    (chosen,) = verdict.decision.entries
    assert isinstance(chosen, Choose)
    assert str(chosen.choice) == "keep 5"
