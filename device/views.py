"""What the page gets to see, made from what the table holds."""

from __future__ import annotations

from typing import Any

from device.golden_and_black import marked_die
from device.playing import Playing
from device.readings import die_json
from device.record import Fields, Head, Result
from device.referee import Reading
from rules.match import Match
from vision.observation import Die, Observation
from web.port import MatchRow, MatchView, SeenDie


def match_view(playing: Playing) -> MatchView:
    """Return the match as the page sees it."""
    match: Match[Any] = playing.match
    choices = tuple(match.choices(seat) for seat in range(match.seats))
    meanings = tuple(
        tuple(match.game.meaning(match.state, seat, choice) for choice in listed)
        for seat, listed in enumerate(choices)
    )
    return MatchView(
        match_id=playing.head.match_id,
        game=playing.head.game,
        players=playing.head.players,
        options=playing.head.options,
        seq=playing.seq,
        turn=match.turn,
        choices=choices,
        meanings=meanings,
        marked=playing.marked,
        state=match.game.view(match.state),
        notation=match.notation,
        last_roll=match.last_roll,
        events=tuple(playing.events),
        can_undo=match.can_undo(),
        can_correct=match.can_correct,
        dice=playing.head.dice,
        language=playing.head.language,
        undoable=match.undoable,
        bust=match.bust,
    )


def seen_dice(
    dice: tuple[Die, ...],
    observation: Observation,
    reading: Reading | None = None,
    special: tuple[str, ...] = (),
) -> tuple[SeenDie, ...]:
    """Return dice for the page, outlines as fractions of the still, people's fixes applied.

    `special` are the marks that one die each of a roll bears: `"g"` the golden, `"b"` the black.
    """
    fixes = dict(reading.fixes) if reading is not None else {}
    marks = {marked_die(mark, dice): mark for mark in special}
    return tuple(
        SeenDie(
            face=fixes.get(index, die.face),
            sure=die.sure or index in fixes,
            said=index in fixes and fixes[index] != die.face,
            confidence=die.confidence,
            corners=tuple(
                (x / observation.width, y / observation.height) for x, y in die.corners_xy
            ),
            others=tuple(face for face, _ in die.others),
            area=die.area,
            mark=marks.get(index, ""),
        )
        for index, die in enumerate(dice)
    )


def camera_record(reading: Reading) -> tuple[tuple[Fields, ...], tuple[Fields, ...]]:
    """Return what the camera read, as the log keeps it, and what a person changed in it."""
    camera = tuple(die_json(die) for die in reading.dice)
    changed = tuple(
        {"die": index, "from": reading.dice[index].face, "to": face}
        for index, face in reading.fixes
        if reading.dice[index].face != face
    )
    return camera, changed


def match_row(head: Head, result: Result | None) -> MatchRow:
    """Return one recorded match for the list."""
    return MatchRow(
        match_id=head.match_id,
        game=head.game,
        players=head.players,
        started_at=head.started_at,
        finished=result is not None,
        scores=() if result is None else result.scores,
        winners=() if result is None else result.winners,
        dice=head.dice,
    )
