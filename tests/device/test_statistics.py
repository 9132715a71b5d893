"""Figures of matches made by hand, the chi-square test against tables, the cache."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from device.fairness import chi_square_tail, dice_figures, fair_chances
from device.figures_cache import FiguresCache, count_all
from device.journal import Journal
from device.log_format import read_log
from device.match_figures import effective_line, figures_of
from device.record_desk import RecordDesk, figures_folder
from device.replay import begin
from device.statistics import Known, together
from device.stills import Stills
from rules.game import NeedsRoll, Roll
from rules.odds import odds
from tests.device.evenings import evening
from tests.device.matches import head_for, made, played
from tests.device.observed import throw

# Ann takes 30 (3 worms) in her first turn; then Bo throws eight ones and busts with them.
LINES: list[tuple[str, str, str]] = [
    ("19:30:15", "roll", "555www12"),
    ("19:30:20", "0", "keep 5"),
    ("19:30:21", "0", "throw"),
    ("19:30:30", "roll", "www12"),
    ("19:30:35", "0", "keep w"),
    ("19:30:45", "0", "take 30"),
    ("19:31:00", "roll", "11111111"),
    ("19:31:05", "0", "keep 1"),
]


def test_a_match_made_by_hand() -> None:
    figures = figures_of(made(LINES))
    ann, bo = figures.seats
    assert (ann.turns, bo.turns, bo.busts, ann.busts) == (1, 1, 1, 0)
    assert ann.keeps == {"5": 1, "w": 1}
    assert bo.keeps == {"1": 1}
    assert ann.seconds == 40.0  # from the start of the match to the tile
    assert figures.faces == {
        "worm dice": {"5": 3, "w": 6, "1": 10, "2": 2},
    }
    assert ann.steals == bo.steals == ann.robbed == 0
    assert not figures.finished


def test_a_steal_is_counted_on_both_sides() -> None:
    again = [
        ("19:31:20", "roll", "555www12"),
        ("19:31:22", "0", "keep 5"),
        ("19:31:23", "0", "throw"),
        ("19:31:24", "roll", "www12"),
        ("19:31:25", "0", "keep w"),
    ]
    steal = [*LINES[:6], *again, ("19:31:30", "0", "steal 30 from 0")]
    figures = figures_of(made(steal))
    ann, bo = figures.seats
    assert (bo.steals, ann.robbed, ann.steals, bo.robbed) == (1, 1, 0, 0)
    assert bo.luck is not None
    assert bo.luck > 0  # a tile of 3 worms is far above what a turn brings


def test_what_was_undone_or_corrected_is_not_counted() -> None:
    lines = [
        ("19:30:15", "roll", "555www12"),
        ("19:30:20", "0", "keep 5"),
        ("19:30:22", "undo", ""),
        ("19:30:25", "correct", "444www12"),
        ("19:30:30", "0", "keep 4"),
    ]
    figures = figures_of(made(lines))
    assert figures.seats[0].keeps == {"4": 1}
    assert figures.faces == {"worm dice": {"4": 3, "w": 3, "1": 1, "2": 1}}


def test_readings_that_people_changed() -> None:
    record = played(head_for(), 3)
    assert record.entries[0].kind == "roll"
    changed = ({"die": 0, "from": "5", "to": "4"}, {"die": 1, "from": None, "to": "2"})
    first = replace(record.entries[0], changed=changed)
    figures = figures_of(replace(record, entries=(first, *record.entries[1:])))
    assert (figures.dice_misread, figures.dice_unread) == (1, 1)
    assert figures.dice_read >= 8
    statistics = together([figures])
    assert statistics.misread_per_thousand == pytest.approx(1000 / figures.dice_read)
    assert together([]).misread_per_thousand is None


def test_a_slip_that_was_taken_back_to_the_camera_s_face_is_no_misreading() -> None:
    record = played(head_for(), 1)
    (roll,) = record.entries
    assert roll.camera
    slip = ({"die": 0, "from": "5", "to": "4"}, {"die": 1, "from": "3", "to": "1"})
    back = ({"die": 0, "from": "4", "to": "5"}, {"die": 1, "from": "1", "to": "2"})
    entries = tuple(
        replace(roll, seq=2 + n, kind="correct", seat=None, camera=None, changed=changed)
        for n, changed in enumerate((slip, back))
    )
    slipped = figures_of(replace(record, entries=(roll, entries[0])))
    assert (slipped.dice_misread, slipped.dice_unread) == (2, 0)
    mended = figures_of(replace(record, entries=(roll, *entries)))
    assert (mended.dice_misread, mended.dice_unread) == (1, 0), "die 1 is 3, 1, 2: misread once"


@pytest.mark.parametrize("mark", ["b", "g"])
def test_the_mark_of_a_special_die_is_no_misreading(mark: str) -> None:
    """A reading is corrected by its face before it counts, by its symbol afterwards."""
    record = played(head_for(), 1)
    roll = replace(record.entries[0], changed=({"die": 0, "from": "4", "to": "1"},))
    after = replace(roll, seq=2, kind="correct", seat=None, camera=None)
    back = replace(after, changed=({"die": 0, "from": f"{mark}1", "to": f"{mark}4"},))
    other = replace(after, changed=({"die": 0, "from": f"{mark}1", "to": f"{mark}3"},))
    for entry, misread in ((back, 0), (other, 1)):
        figures = figures_of(replace(record, entries=(roll, entry)))
        assert figures.dice_misread == misread


@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe"])
def test_luck_and_gifts_explain_every_worm(game: str) -> None:
    """Worms got = expected at each turn's start + luck - what the choices gave away."""
    record = played(head_for(game), 40, seed=5)
    line = list(effective_line(record))
    rules = begin(record.head).game
    expected, turn = [0.0, 0.0], -1
    for one in line:
        due = rules.turn(one.before)
        seat = due.seat if isinstance(due, NeedsRoll) else due.seats[0]
        if seat != turn:
            best = max(figure["worms"] for figure in odds(rules, one.before).values())
            expected[seat] += best
            turn = seat
    last = line[-1].after
    rest = [0.0, 0.0]
    due = rules.turn(last)
    seat = due.seat if isinstance(due, NeedsRoll) else due.seats[0]
    if seat == turn:
        rest[seat] = max(figure["worms"] for figure in odds(rules, last).values())
    lost = [0, 0]  # what others took is no change of one's own turn
    for one in line:
        due = rules.turn(one.before)
        actor = due.seat if isinstance(due, NeedsRoll) else due.seats[0]
        before, after = (rules.view(state)["worms"] for state in (one.before, one.after))
        lost[1 - actor] += before[1 - actor] - after[1 - actor]
    worms = rules.view(last)["worms"]
    for seat, figures in enumerate(figures_of(record).seats):
        assert figures.luck is not None
        assert figures.given_away is not None
        told = expected[seat] + figures.luck - figures.given_away
        assert told == pytest.approx(worms[seat] + lost[seat] + rest[seat], abs=1e-9)


@pytest.mark.parametrize("taught", ["", "mine"])
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("pickomino", {}),
        ("pickomino", {"six_is_worm": True}),
        ("pickomino-deluxe", {}),
        ("pickomino-deluxe", {"six_is_worm": True, "golden_die_faces": "all"}),
        ("knister", {}),
    ],
)
def test_every_face_that_was_rolled_is_one_that_fair_dice_of_the_kind_have(
    game: str, options: dict[str, object], taught: str
) -> None:
    """A face of another name would be left out, and the rest be called uneven."""
    record = played(head_for(game, **options), 80)
    record = replace(record, head=replace(record.head, extra={"dice": taught} if taught else {}))
    rolled = [
        symbol
        for one in effective_line(record)
        if isinstance(one.action, Roll)
        for symbol in one.action.dice
    ]
    sets = together([figures_of(record)]).dice
    assert sum(one.thrown for one in sets) == len(rolled) > 40
    worms_and_sixes = sum(face.count for one in sets for face in one.faces if face.face in "w6")
    assert worms_and_sixes == sum(symbol[-1] in "w6" for symbol in rolled)


def test_taught_dice_are_a_set_of_their_own() -> None:
    usual = made(LINES)
    taught = replace(usual, head=replace(usual.head, extra={"dice": "mine"}))
    sets = {one.dice: one for one in together([figures_of(usual), figures_of(taught)]).dice}
    assert set(sets) == {"worm dice", "worm dice · mine"}
    assert sets["worm dice · mine"].thrown == sets["worm dice"].thrown


def test_players_are_added_up_by_name() -> None:
    first = played(head_for(players=("Ann", "Bo")), 5000, seed=2)
    second = played(head_for(players=("bo", "Ann")), 20, seed=3)
    assert first.result is not None
    statistics = together([figures_of(first), figures_of(second)])
    people = {one.name.casefold(): one for one in statistics.players}
    assert set(people) == {"ann", "bo"}
    assert (people["ann"].games, people["ann"].finished) == (2, 1)
    assert people["ann"].wins == (0 in first.result.winners)
    assert people["bo"].worms == first.result.scores[1]
    assert people["ann"].odds_games == 1  # the second was not finished


@pytest.mark.parametrize(
    ("statistic", "freedom", "chance"),
    [
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (5.991, 2, 0.05),
        (7.815, 3, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (1.145, 5, 0.95),
        (18.307, 10, 0.05),
        (37.652, 25, 0.05),
        (0.0, 5, 1.0),
    ],
)
def test_chi_square_against_printed_tables(statistic: float, freedom: int, chance: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(chance, abs=1e-4)


def test_chi_square_needs_freedom() -> None:
    with pytest.raises(ValueError, match="freedom"):
        chi_square_tail(1.0, 0)


def test_the_statistic_itself() -> None:
    """Ten of each but 16 and 4: (6 squared + 6 squared) / 10 = 7.2."""
    counts = {"1": 16, "2": 4, "3": 10, "4": 10, "5": 10, "6": 10}
    figures = dice_figures("knister dice", counts, fair_chances("knister dice"))
    assert figures.chi_square == pytest.approx(7.2)
    assert figures.chance == pytest.approx(0.2062, abs=1e-4)
    assert figures.verdict.code == "dice-look-even"


@pytest.mark.parametrize(
    ("counts", "code"),
    [
        ({"1": 1}, "dice-too-few"),
        ({"1": 100, "2": 100, "3": 100, "4": 100, "5": 100, "w": 100}, "dice-look-even"),
        ({"1": 100, "2": 100, "3": 100, "4": 100, "5": 100, "w": 140}, "dice-uneven"),
        ({"1": 100, "2": 100, "3": 100, "4": 100, "5": 100, "w": 200}, "dice-very-uneven"),
    ],
)
def test_what_is_said_of_dice(counts: dict[str, int], code: str) -> None:
    assert dice_figures("worm dice", counts, fair_chances("worm dice")).verdict.code == code


def test_fair_dice_are_seldom_accused() -> None:
    chance = random.Random(11)
    accused = 0
    for _ in range(200):
        counts = dict.fromkeys("123456", 0)
        for _ in range(240):
            counts[chance.choice("123456")] += 1
        figures = dice_figures("knister dice", counts, fair_chances("knister dice"))
        accused += figures.verdict.code != "dice-look-even"
    assert 2 <= accused <= 22  # one in twenty, give or take


def test_the_cache_gives_back_what_was_counted(tmp_path: Path) -> None:
    record = played(head_for(), 20)
    cache = FiguresCache(tmp_path / "cache")
    counted = cache.count(record)
    assert counted == Known(20, figures_of(record))
    assert cache.get(record.head.match_id) == counted
    (file,) = (tmp_path / "cache").iterdir()
    assert json.loads(file.read_text())["entries"] == 20
    file.write_text("{half")
    assert cache.get(record.head.match_id) is None
    assert cache.get("never-seen") is None


def test_counting_never_writes_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal.open(path, write=True) as journal:
        for seed in (1, 2):
            journal.add(played(head_for(), 15, seed=seed))
    before = path.read_bytes()
    counted = count_all(path, tmp_path / "cache")
    assert (counted.matches, counted.unfinished, counted.faulty) == (2, 2, 0)
    assert path.read_bytes() == before
    assert count_all(path, tmp_path / "cache") == counted
    assert count_all(path, tmp_path / "cache", "knister").matches == 0


def test_the_page_and_the_command_count_the_same_matches(tmp_path: Path) -> None:
    """Finished, unfinished, in play, without an entry, or against the rules: counted alike."""
    path = tmp_path / "journal.sqlite3"
    stills = Stills(tmp_path / "stills", 1)
    long, half = (played(head_for(), most, seed=2) for most in (5000, 12))
    wrong = replace(long, head=head_for(no_such_rule=True))
    with Journal.open(path, write=True) as journal:
        for record in (long, wrong, replace(half, head=head_for(players=("Bo", "Cleo")))):
            journal.add(record)
        journal.begin(head_for("knister", ("Ann", "Bo")))
        desk = RecordDesk(journal, stills)
        first = desk.statistics(journal.heads())
        assert (first.matches, first.unfinished, first.pending) == (3, 1, 3)
        told = count_all(path, figures_folder(path)).statistics()
        assert desk.statistics(journal.heads()) == told
        assert (told.matches, told.unfinished, told.pending, told.faulty) == (2, 1, 0, 1)
        going = next(head for head, _, count in journal.heads() if count == 12)
        nxt = played(head_for(players=("Bo", "Cleo")), 13, seed=2).entries[12]
        journal.append(going.match_id, nxt, None)
        again = desk.statistics(journal.heads())
        assert (again.matches, again.unfinished, again.pending) == (2, 1, 1), "it stays counted"
        assert again.players == told.players, "by its figures of a moment ago"
        desk.close()


@pytest.mark.parametrize(("kind", "counted"), [("usb", 8), ("recording", 0)])
@pytest.mark.parametrize("hand", [False, True])
def test_the_throws_of_the_recording_are_nobody_s_dice(
    tmp_path: Path, kind: str, counted: int, hand: bool
) -> None:
    """The film goes round, and what is typed where it lacks a throw was thrown by nobody.

    Who has a camera, or taps in the dice (`hand`), has thrown what is typed.
    """
    with evening(tmp_path, kind) as at:
        at.start()
        at.look(throw("4442251w", seed=3))
        at.must("choose", 0, choice="keep 4")
        at.must("choose", 0, choice="throw")
        at.must("hand", on=hand)
        page = at.must("roll", dice=list("225ww"))
        assert page.match is not None
        record = at.journal.record(page.match.match_id)
        text = at.table.export(page.match.match_id) or ""
    assert record is not None
    figures = figures_of(record)
    faces = figures.faces
    counted += 5 if hand or kind == "usb" else 0
    assert sum(sum(counts.values()) for counts in faces.values()) == counted
    (dice,) = together([figures]).dice
    assert (dice.thrown, dice.left_out) == (counted, 13 - counted), "and what is left out"
    assert figures.dice_read == 8
    assert figures_of(read_log(text).record).faces == faces, "an export tells it too"


def test_who_typed_for_the_recording_goes_on_with_it_after_a_restart(tmp_path: Path) -> None:
    with evening(tmp_path, "recording") as at:
        at.start()
        at.must("roll", dice=list("4442251w"))
    with evening(tmp_path, "recording") as again:
        assert again.page.match is not None
        assert not again.page.hand


def test_another_game_and_a_match_just_begun_change_no_rate() -> None:
    """Busts are of games that have them, luck of matches that were finished."""
    whole = figures_of(played(head_for(), 5000))
    assert whole.finished
    begun = figures_of(played(head_for(), 1))
    knister = figures_of(played(head_for("knister"), 40))
    alone, more = together([whole]).players, together([whole, begun, knister]).players
    rates = [(p.name, p.busts_per_100, p.luck_per_game, p.given_away_per_game) for p in alone]
    assert rates == [
        (p.name, p.busts_per_100, p.luck_per_game, p.given_away_per_game) for p in more
    ]
    assert all(busts is not None and luck is not None for _, busts, luck, _ in rates)
    assert all(p.turns > p.bust_turns for p in more)
    assert together([knister]).players[0].busts_per_100 is None


def test_points_are_of_finished_matches_game_by_game() -> None:
    ended = [figures_of(played(head_for("knister"), 5000, seed=seed)) for seed in (1, 2)]
    begun = figures_of(played(head_for("knister"), 10))
    worms = figures_of(played(head_for(), 5000))
    assert ended[0].finished
    assert not begun.finished
    ann = next(one for one in together([*ended, begun, worms]).players if one.name == "Ann")
    (points,) = ann.points
    scores = [one.scores[one.players.index("Ann")] for one in ended]
    assert (points.game, points.games, points.finished) == ("knister", 3, 2)
    assert (points.mean, points.best) == (sum(scores) / 2, max(scores))
    assert ann.has_worms
    assert not together(ended).has_worms
    assert together([worms]).points_games == ()
    (early,) = next(iter(together([begun]).players)).points
    assert (early.mean, early.best) == (None, None)
