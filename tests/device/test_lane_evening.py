"""A turn of Pickomino at a table with a lane: leaning die, too few kept, a die on the floor."""

from __future__ import annotations

from pathlib import Path

from rules.game import NeedsChoice, NeedsRoll
from tests.device.evenings import Evening, evening
from tests.device.observed import die, seen, throw
from vision.observation import Die, Observation


def lane(faces: str) -> list[Die]:
    """Dice laid in the lane in this order."""
    return [die(face, 60 + 80 * n, 800, area="lane") for n, face in enumerate(faces)]


def laid(tray: tuple[Die, ...] | list[Die], faces: str) -> Observation:
    """Dice in the tray and in the lane, the mat in view."""
    return seen([*tray, *lane(faces)], mat=True)


def asked(at: Evening) -> str:
    return at.page.ask.code if at.page.ask is not None else ""


def waits(at: Evening, observation: Observation, code: str) -> None:
    """Something wrong is said after three seconds, not before."""
    at.look(observation)
    assert asked(at) == ""
    at.look(observation, moved=False, after_s=3.1, new=False)
    assert asked(at) == code


def test_a_turn_with_the_lane_and_its_mishaps(tmp_path: Path) -> None:
    with evening(tmp_path, "pi") as at:
        at.start()
        leaning = list(throw("444225?w", 1).dice)
        place = next(i for i, d in enumerate(leaning) if d.face is None)
        at.look(laid(leaning, ""))
        assert asked(at) == "die-leaning"
        assert at.press("confirm").ok
        assert asked(at) == "die-leaning", "a leaning die cannot be confirmed"

        straight = [die("1", 1200, 700) if i == place else d for i, d in enumerate(leaning)]
        at.look(laid(straight, ""))
        assert asked(at) == ""
        assert at.entries()[-1].startswith("roll ")

        # Two of the three fours are moved to the lane, then the third follows.
        fours = [d for d in straight if d.face == "4"]
        waits(at, laid([d for d in straight if d not in fours[:2]], "44"), "lane-too-few")
        rest = [d for d in straight if d.face != "4"]
        at.look(laid(rest, "444"))
        assert asked(at) == ""
        assert at.entries()[-1] == "keep 4"
        assert at.page.match is not None
        assert isinstance(at.page.match.turn, NeedsChoice)

        # Five are thrown again, one of them off the table: `throw` is the throw itself.
        four_seen = list(throw("11w2", 2).dice)
        at.look(laid(four_seen, "444"))
        assert at.entries()[-1] == "keep 4", "four dice are not the five that are left"
        at.look(laid([*four_seen, die("w", 1250, 650)], "444"))
        assert at.entries()[-2] == "throw"
        assert sorted(at.entries()[-1][5:]) == sorted("11w2w")

        # A used face and a changed lane are said; the two worms are a keep.
        waits(at, laid(four_seen, "4444"), "lane-used")
        waits(at, laid(four_seen, "443"), "lane-changed")
        at.look(laid([d for d in four_seen if d.face != "w"], "444ww"))
        assert at.entries()[-1] == "keep w"
        assert at.page.match is not None
        assert at.page.match.state["total"] == 22
        at.must("choose", 0, choice="take 22")
        assert at.page.match is not None
        assert at.page.match.turn == NeedsRoll(1, 8, "12345w")

        # The next seat throws all eight; one die is missing until it is fetched.
        seven = list(throw("3334512", 5).dice)
        waits(at, laid(seven, ""), "die-missing")
        at.look(laid([*seven, die("w", 1260, 640)], ""))
        assert asked(at) == ""
        assert sorted(at.entries()[-1][5:]) == sorted("3334512w")
