"""A match: undo takes back choices and never a roll, a correction keeps what still follows."""

import pytest

from rules import game_named
from rules.entry import Correct, Undo, read_entry
from rules.game import Choose, IllegalAction, NeedsChoice, NeedsRoll, Over, Roll, Unreadable
from rules.match import Match
from rules.notation import format_roll, number, parse_roll
from rules.options import settle
from tests.rules.knister_boards import but_for_the_last_number

PICKOMINO = game_named("pickomino")
KNISTER = game_named("knister")


def roll(text):
    return parse_roll(text)


def play(match, *texts):
    for text in texts:
        if text[0].isdigit() or text[0] == "w":
            match = match.roll(roll(text)).match
        else:
            seat = match.turn.seats[0]
            match = match.choose(seat, match.game.read_choice(text)).match
    return match


@pytest.fixture
def begun():
    return Match.begin(PICKOMINO, 2)


def test_a_match_keeps_its_entries_and_its_past(begun):
    match = play(begun, "4442251w", "keep 4", "throw")
    assert match.entries == (
        Roll(roll("4442251w")),
        Choose(0, PICKOMINO.read_choice("keep 4")),
        Choose(0, PICKOMINO.read_choice("throw")),
    )
    assert match.latest == match.entries[-1]
    assert begun.entries == ()
    assert match.turn == NeedsRoll(0, 5, "12345w")
    assert match.last_roll == roll("4442251w")
    with pytest.raises(LookupError):
        _ = begun.latest


def test_undo_takes_back_the_last_choice(begun):
    match = play(begun, "4442251w", "keep 4", "throw")
    match, events = match.undo()
    assert events[0].sentence(("Ann", "Bo")) == "Taken back: Ann rolls the other 5 dice."
    assert [str(c) for c in match.choices(0)] == ["throw"]
    match = match.undo().match
    assert "keep w" in [str(choice) for choice in match.choices(0)]
    assert match.entries[-2:] == (Undo(), Undo())
    assert match.effective == (Roll(roll("4442251w")),)


def test_undo_never_takes_back_a_roll(begun):
    match = play(begun, "4442251w", "keep 4", "throw", "12355")
    with pytest.raises(IllegalAction) as caught:
        match.undo()
    assert caught.value.reason.code == "roll-not-undone"
    assert "correct it" in caught.value.reason.sentence()
    assert not match.can_undo()
    assert match.can_correct


def test_what_undo_would_take_back_is_known_before(begun):
    match = play(begun, "4442251w")
    assert match.undoable == ()
    match = play(match, "keep 4", "throw")
    assert [(made.seat, str(made.choice), deed.code) for made, deed in match.undoable] == [
        (0, "keep 4", "keep"),
        (0, "throw", "throw"),
    ]
    assert match.undoable[0][1].sentence(("Ann", "Bo")) == "Ann keeps 3 fours: 12."
    assert [str(made.choice) for made, _ in match.undo().match.undoable] == ["keep 4"]
    assert play(match, "12355").undoable == ()


def test_a_bust_stands_with_its_dice_until_the_next_roll(begun):
    """P7, P14."""
    match = play(begun, "4442251w", "keep 4")
    assert match.bust is None
    match = play(match, "throw", "44444")
    assert match.bust is not None
    assert (match.bust.get("seat"), match.bust.get("kept")) == (0, "4 4 4")
    assert match.last_roll == roll("44444")
    assert match.correct(roll("44441")).match.bust is None
    assert play(match, "11111111").bust is None
    match = play(match, "11111111", "keep 1")  # no worm, and nothing is left to throw
    assert match.bust is not None
    assert (match.bust.get("seat"), match.bust.get("kept")) == (1, " ".join("1" * 8))
    assert match.undo().match.bust is None


def test_a_bust_stands_beside_the_next_choice_before_a_roll():
    """D12: the golden die is chosen before the next roll."""
    position = {"stacks": [[], [27]], "specialists": {"golden_die": "seat 1"}}
    match = Match.begin(game_named("pickomino-deluxe"), 2, None, position)
    match = play(match, "11111111", "keep 1")
    assert match.bust is not None
    golden = play(match, "golden")
    assert golden.bust == match.bust


def test_undo_before_anything_is_refused(begun):
    with pytest.raises(IllegalAction) as caught:
        begun.undo()
    assert caught.value.reason.code == "nothing-to-undo"
    assert not begun.can_undo()


def test_a_bust_by_a_roll_is_not_undone_but_corrected(begun):
    match = play(begun, "4442251w", "keep 4", "throw", "44444")
    assert match.turn == NeedsRoll(1, 8, "12345w")
    with pytest.raises(IllegalAction):
        match.undo()
    match, events = match.correct(roll("44441"))
    assert match.turn == NeedsChoice((0,))
    assert events[0].code == "roll-corrected"
    assert [str(choice) for choice in match.choices(0)] == ["keep 1"]


def test_undo_after_the_winning_tile():
    match = Match.begin(PICKOMINO, 2, None, {"grill": [25], "stacks": [[], []]})
    match = play(match, "wwwww124", "keep w", "take 25")
    assert isinstance(match.turn, Over)
    match = match.undo().match
    assert [str(choice) for choice in match.choices(0)] == ["throw", "take 25"]


def test_undo_may_name_the_seat_whose_turn_it_was(begun):
    match = play(begun, "4442251w", "keep 4")
    with pytest.raises(IllegalAction) as caught:
        match.undo(1)
    assert caught.value.reason.code == "nothing-of-this-seat"
    assert match.can_undo(0)
    assert not match.can_undo(1)
    assert match.undo(0).match.turn == NeedsChoice((0,))


def test_a_correction_keeps_the_choices_that_are_still_legal(begun):
    match = play(begun, "4442251w", "keep 4", "throw")
    match, events = match.correct(roll("4442255w"))
    assert match.state.kept == ("4", "4", "4")
    assert match.turn == NeedsRoll(0, 5, "12345w")
    assert [event.code for event in events] == ["roll-corrected", "roll", "keep", "throw"]


def test_a_correction_changes_what_was_kept(begun):
    match = play(begun, "4442251w", "keep 4", "throw")
    match = match.correct(roll("4442451w")).match
    assert match.state.kept == ("4",) * 4
    assert match.state.total == 16


def test_a_correction_drops_from_the_first_choice_that_is_not_legal(begun):
    match = play(begun, "wwwww124", "keep w", "take 25")
    match, events = match.correct(roll("11111124"))
    assert match.state.rolled == roll("11111124")
    assert match.turn == NeedsChoice((0,))
    assert events[-1].code == "choices-dropped"
    assert events[-1].get("count") == 2
    match = play(begun, "wwwww124", "keep w", "take 25").correct(roll("wwwwww24")).match
    assert match.state.total == 30
    assert match.turn == NeedsChoice((0,))


def test_a_correction_works_after_the_winning_throw():
    match = Match.begin(PICKOMINO, 2, None, {"grill": [25], "stacks": [[], []]})
    match = play(match, "wwwww124", "keep w", "take 25")
    match = match.correct(roll("wwww1124")).match
    assert match.turn == NeedsChoice((0,))
    assert match.state.total == 20
    assert match.state.grill == (25,)


def test_a_corrected_last_number_of_knister_says_every_new_result():
    """K7: equal points share the win. Each of the last throws is corrected to each other."""
    boards = but_for_the_last_number()
    match = Match.begin(KNISTER, 2, None, {"boards": boards})
    ends = {}
    for dice in ("11", "12", "13", "14", "15", "16", "26", "36", "46", "56", "66"):
        ended = match.roll(roll(dice)).match
        for seat in (0, 1):
            ended = ended.choose(seat, KNISTER.read_choice("write 5,5")).match
        ends[ended.turn.winners] = (ended, dice)
    assert set(ends) == {(0,), (1,), (0, 1)}
    for winners, (ended, _) in ends.items():
        for others, (_, dice) in ends.items():
            turned, events = ended.correct(roll(dice))
            high, low = sorted(turned.turn.scores, reverse=True)
            shared = "Corrected: the win is shared now."
            alone = f"Corrected: {('Ann', 'Bo')[others[0]]} wins now, {high} to {low}."
            now = shared if len(others) == 2 else alone
            said = [one for one in events if one.code == "winner-corrected"]
            assert [one.sentence(("Ann", "Bo")) for one in said] == (
                [] if winners == others else [now]
            )


def test_an_impossible_correction_is_refused_and_nothing_changes(begun):
    match = play(begun, "4442251w", "keep 4", "throw", "12355")
    for wrong in ("1235", "123556", "12", "4442251w"):
        with pytest.raises(IllegalAction) as caught:
            match.correct(roll(wrong))
        assert caught.value.notation == match.notation
        assert caught.value.action.startswith("correct ")
    assert len(match.entries) == 4
    with pytest.raises(IllegalAction) as caught:
        begun.correct(roll("4442251w"))
    assert caught.value.reason.code == "nothing-to-correct"


def test_only_the_last_roll_is_corrected(begun):
    match = play(begun, "4442251w", "keep 4", "throw", "12355", "keep 1")
    match = match.correct(roll("11355")).match
    assert match.state.kept == ("4", "4", "4", "1", "1")
    assert match.entries[-1] == Correct(roll("11355"))
    assert match.effective[3] == Roll(roll("11355"))


def test_several_seats_take_back_their_own():
    match = Match.begin(KNISTER, 3)
    match = match.roll(("3", "5")).match
    for seat, text in ((2, "write 1,1"), (0, "write 2,2"), (1, "write 3,3")):
        match = match.choose(seat, KNISTER.read_choice(text)).match
    assert match.turn == NeedsRoll(1, 2, "123456")
    match, events = match.undo(2)
    assert match.turn == NeedsChoice((2,))
    assert match.state.boards[0][6] == 8
    assert match.state.boards[2].count(None) == 25
    assert [event.code for event in events] == ["choice-taken-back", "write", "write"]
    match = match.undo().match
    assert match.turn == NeedsChoice((1, 2))
    match = match.choose(2, KNISTER.read_choice("write 5,5")).match
    with pytest.raises(IllegalAction) as caught:
        match.undo(1)
    assert caught.value.reason.get("seat") == 1


def test_a_corrected_number_is_corrected_on_all_boards():
    match = Match.begin(KNISTER, 2).roll(("3", "5")).match
    for seat in (0, 1):
        match = match.choose(seat, KNISTER.read_choice("write 1,1")).match
    match = match.correct(("3", "6")).match
    assert [board[0] for board in match.state.boards] == [9, 9]
    assert match.turn == NeedsRoll(1, 2, "123456")


def test_entries_are_read_from_a_log(begun):
    match = play(begun, "4442251w", "keep 4").correct(roll("4442255w")).match
    match = match.undo(0).match
    logged = [
        {"roll": "4442251w"},
        {"seat": 0, "choose": "keep 4"},
        {"correct": "4442255w"},
        {"seat": 0, "undo": True},
    ]
    assert tuple(read_entry(PICKOMINO, {"seq": 1, **fields}) for fields in logged) == match.entries
    assert read_entry(PICKOMINO, {"undo": True}) == Undo()
    assert str(Undo()) == "undo"
    assert str(Undo(1)) == "1: undo"


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"roll": 5}, {"roll": "x"}, {"roll": "1", "undo": True}, {"undo": 1}, {"undo": False},
        {"choose": "keep 4"}, {"choose": "keep 4", "seat": True}, {"choose": 4, "seat": 0},
        {"choose": "keep 4", "seat": -1}, {"correct": []}, {"undo": True, "seat": "0"},
    ],
)  # fmt: skip
def test_entries_that_are_none_are_unreadable(fields):
    with pytest.raises(Unreadable):
        read_entry(PICKOMINO, fields)


def test_rolls_are_read_as_text_and_as_a_list():
    assert parse_roll("4442251w") == ("4", "4", "4", "2", "2", "5", "1", "w")
    assert parse_roll(["4", "b6", "g1"]) == ("4", "b6", "g1")
    assert parse_roll("4b6g1gw") == ("4", "b6", "g1", "gw")
    assert parse_roll(" 4 4 w ") == ("4", "4", "w")
    assert format_roll(("4", "b6", "gw")) == "4b6gw"


@pytest.mark.parametrize(
    "wrong",
    ["", " ", "7", "0", "W", "4,4", "bg1", "b", "1b", "٤", "4" * 65, "1" * 10**6, [], [4], [""],
     ["44"], ["b"], ["x"], [None], [["4"]], ["1"] * 65, 4442, None, {"4": 1}, b"44"],
)  # fmt: skip
def test_what_is_no_roll_is_unreadable(wrong):
    with pytest.raises(Unreadable):
        parse_roll(wrong)


@pytest.mark.parametrize("wrong", ["", "x", "-1", "01", "1.0", "²", "٣", "99999", "9" * 5000])
def test_what_is_no_number_is_unreadable(wrong):
    with pytest.raises(Unreadable):
        number(wrong, 0, 100)


def test_a_match_repeats_its_house_rules():
    match = Match.begin(PICKOMINO, 2, {"voluntary_bust": True})
    assert match.options == {"voluntary_bust": True}
    assert match.state == PICKOMINO.start(2, {"voluntary_bust": True})
    assert settle(PICKOMINO.options, None)["voluntary_bust"] is False
