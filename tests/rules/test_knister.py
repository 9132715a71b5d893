"""Knister rule by rule, K1 to K8, its house rule and the worked examples 13 to 17."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import BadOptions, BadPosition, NeedsChoice, NeedsRoll, Over
from rules.knister import Knister
from rules.knister.lines import EXAMPLES, LINES, POINTS, board_points, combination, line_points

GAME = Knister()
TIM = [[7, 4, 8, 9, 11], [3, 7, 3, 7, 7], [5, 5, 10, 5, 5], [8, 9, 3, 6, 9], [8, 11, 8, 8, 7]]


def board(rows):
    return tuple(cell for row in rows for cell in row)


def points(text):
    return POINTS[combination([int(part) for part in text.split("-")])]


@pytest.fixture
def table(script):
    return script(GAME)


def test_k1_one_to_twelve_players_with_empty_boards(table):
    """K1."""
    for seats in (0, 13):
        with pytest.raises(BadPosition, match="1 to 12"):
            GAME.start(seats)
    for seats in (1, 12):
        view = table.start(seats).view
        assert view["boards"] == [[[None] * 5] * 5] * seats
        assert view["points"] == [0] * seats
        assert (view["round"], view["number"]) == (1, None)


def test_k2_two_dice_are_summed_and_the_roller_changes(table):
    """K2."""
    table.start(2)
    assert table.turn == NeedsRoll(0, 2, "123456")
    assert table.refused("345").code == "wrong-number-of-dice"
    assert table.refused("3w").code == "no-such-face"
    table.play("35")
    assert table.view["number"] == 8
    table.play("0: write 1,1", "1: write 5,5")
    assert table.turn == NeedsRoll(1, 2, "123456")
    assert table.view["round"] == 2
    table.play("66", "0: write 1,2", "1: write 5,4")
    assert table.turn.seat == 0


def test_k2_there_are_25_rounds(table):
    """K2."""
    table.start(1)
    for row in range(1, 6):
        for column in range(1, 6):
            assert table.view["round"] == 5 * (row - 1) + column
            table.play("11", f"write {row},{column}")
    assert isinstance(table.turn, Over)
    assert table.view["round"] == 25
    assert table.refused("11").code == "game-over"


def test_k3_everybody_writes_in_an_empty_cell_in_any_order(table):
    """K3."""
    table.start(3).play("12")
    assert table.turn == NeedsChoice((0, 1, 2))
    assert len(table.choices) == 25
    table.play("1: write 3,3")
    assert table.turn == NeedsChoice((0, 2))
    reason = table.refused("1: write 3,4")
    assert (reason.code, reason.rule) == ("already-written", "K3")
    assert table.refused("45").code == "choice-due"
    table.play("2: write 3,3", "0: write 1,5", "66")
    reason = table.refused("1: write 3,3")
    assert (reason.code, reason.get("number")) == ("cell-full", 3)
    assert table.refused("0: write 6,1").code == "no-such-cell"
    assert table.refused("0: write 0,1").code == "no-such-cell"
    assert len(GAME.choices(table.state, 0)) == 24


def test_k4_a_line_scores_exactly_one_combination():
    """K4: five equal is no full house, four equal are not two pairs."""
    assert points("8-8-8-8-8") == 10
    assert points("6-6-6-6-3") == 6
    assert points("4-4-4-9-9") == 8
    assert points("4-4-4-9-8") == 3
    assert points("4-4-9-9-8") == 3


def test_k4_rows_columns_and_diagonals_doubled():
    """K4."""
    assert len(LINES) == 12
    assert sorted(line.factor for line in LINES) == [1] * 10 + [2] * 2
    cells = Counter(cell for line in LINES for cell in line.cells)
    # the centre lies on both diagonals, the other eight diagonal cells on one
    assert Counter(cells.values()) == {2: 16, 3: 8, 4: 1}


def test_k4_an_example_of_each_combination_makes_it():
    """K4."""
    assert set(EXAMPLES) == set(POINTS)
    for name, numbers in EXAMPLES.items():
        assert combination(numbers) == name


def test_k5_five_in_a_row_in_any_order_and_none_shorter():
    """K5."""
    for numbers in permutations((2, 3, 4, 5, 6)):
        assert combination(numbers) == "straight"
    for low, found in ((2, 12), (3, 8), (4, 8), (5, 8), (6, 8), (7, 8), (8, 12)):
        assert points("-".join(str(low + step) for step in range(5))) == found
    assert points("2-3-4-5-7") == 0
    assert points("11-12-2-3-4") == 0  # no way round from 12 to 2


def test_k6_full_lines_score_at_once_and_others_nothing(table):
    """K6."""
    table.start(1)
    for column, dice in enumerate(("11", "11", "12", "12"), 1):
        table.play(dice, f"write 2,{column}")
        assert table.view["points"] == [0]
        assert table.codes == ["write"]
    table.play("11", "write 2,5")
    assert table.view["points"] == [8]
    assert table.codes == ["write", "line-filled", "line-scored"]
    assert table.said()[1:] == ["Ann fills row 2.", "A full house: 8."]


def test_k6_the_sum_as_lines_fill_is_that_of_the_full_board(table):
    """K6."""
    table.start(1)
    scored = 0
    order = [(7 * step) % 25 for step in range(25)]
    for step, cell in enumerate(order):
        table.play(f"{1 + step % 6}{1 + (step // 3) % 6}", f"write {cell // 5 + 1},{cell % 5 + 1}")
        scored += sum(e.get("points") for e in table.events if e.code == "line-scored")
        assert table.view["points"] == [scored]
    assert table.turn.scores == (scored,)


def finished(*boards):
    return {"boards": [list(map(list, rows)) for rows in boards]}


def test_k7_the_highest_total_wins_and_equals_share(table):
    """K7."""
    mirrored = [row[::-1] for row in TIM]
    worse = [sorted(TIM[0]), *TIM[1:]]
    table.place(2, **finished(TIM, mirrored))
    assert table.turn.scores == (53, 53)
    assert table.turn.winners == (0, 1)
    assert table.turn.reason.code == "shared"
    table.place(2, **finished(worse, TIM))
    assert table.turn.winners == (1,)
    assert table.turn.reason.code == "most-points"


@pytest.mark.parametrize(
    ("total", "code"),
    [(49, "solo"), (50, "solo-good"), (79, "solo-good"), (80, "solo-very-good"),
     (99, "solo-very-good"), (100, "solo-incredible"), (101, "solo-incredible")],
)  # fmt: skip
def test_k8_solo_bands_example_17(total, code):
    """K8, SW-K1 (100 is incredible) and worked example 17."""
    from rules.knister.words import result

    over = result([total])
    assert over.reason.code == code
    assert over.winners == (0,)


def test_sw_k2_three_games_are_summed(table):
    """SW-K2."""
    table.start(1, games=3)
    for game in (1, 2, 3):
        assert table.view["game"] == game
        for cell in range(25):
            assert isinstance(table.turn, NeedsRoll)
            table.play("11", f"write {cell // 5 + 1},{cell % 5 + 1}")
        # every line is five equal: ten lines of 10 and two of 20
        assert table.view["points"] == [140 * game]
    assert table.turn.scores == (420,)
    assert table.codes[-1] == "game-over"


def test_sw_k2_takes_one_or_three():
    """SW-K2."""
    for wrong in (2, 0, True, "3", 3.0):
        with pytest.raises(BadOptions):
            GAME.start(2, {"games": wrong})


@pytest.mark.parametrize(("row", "column"), [(3, 3), (5, 1), (2, 5)])
def test_example_13_eight_goes_anywhere(table, row, column):
    """Worked example 13."""
    table.start(3).play("35", f"write {row},{column}")
    assert table.view["boards"][0][row - 1][column - 1] == 8


@pytest.mark.parametrize(
    ("line", "found"),
    [("4-5-6-7-5", 1), ("5-6-6-10-5", 3), ("7-8-7-7-4", 3), ("6-3-6-6-6", 6), ("8-8-8-8-8", 10),
     ("4-9-4-4-9", 8), ("7-10-8-6-9", 8), ("3-5-6-2-4", 12),
     ("6-3-7-6-11", 1), ("6-10-9-9-6", 3), ("6-8-6-6-10", 3), ("11-6-6-6-6", 6), ("6-6-6-6-6", 10),
     ("6-11-6-6-11", 8), ("8-7-6-9-5", 8), ("11-8-10-9-12", 12), ("4-5-6-7-8", 8),
     ("5-7-8-4-6", 8)],
)  # fmt: skip
def test_example_14_lines(line, found):
    """Worked example 14."""
    assert points(line) == found


def test_example_15_after_nine_rounds(table):
    """Worked example 15: row 2 is a full house, the rest is not full."""
    rows = [[None, None, None, 9, None], [3, 7, 3, 7, 7], [None] * 5, [None, 9, None, None, None],
            [8, 11, None, None, None]]  # fmt: skip
    table.place(1, boards=[rows])
    assert table.view["round"] == 10
    assert table.view["points"] == [8]
    assert [line_points(board(rows), line) for line in LINES].count(None) == 11


def test_example_16_the_board_of_53_points():
    """Worked example 16."""
    scores = [line_points(board(TIM), line) for line in LINES]
    assert scores[:5] == [0, 8, 6, 1, 3]
    assert scores[5:10] == [1, 0, 3, 8, 1]
    assert scores[10:] == [6, 16]
    assert board_points(board(TIM)) == 53


def test_all_161051_ordered_lines():
    """Every ordered line of five numbers, by points: counted, not computed from a formula."""
    found = Counter()
    for numbers in product(range(2, 13), repeat=5):
        found[POINTS[combination(numbers)]] += 1
    assert sum(found.values()) == 161051
    assert found == {0: 54600, 1: 79200, 3: 24750, 6: 550, 8: 1700, 10: 11, 12: 240}


def test_the_chance_of_each_score_of_a_random_line():
    """Sums of two dice: the chances printed in the rules' digest."""
    ways = {total: 6 - abs(total - 7) for total in range(2, 13)}
    chance = Counter()
    for numbers in combinations_with_replacement(range(2, 13), 5):
        orders = 120
        weight = 1
        for number, count in Counter(numbers).items():
            orders //= (1, 1, 2, 6, 24, 120)[count]
            weight *= ways[number] ** count
        chance[POINTS[combination(numbers)]] += Fraction(orders * weight, 36**5)
    assert sum(chance.values()) == 1
    expected = {0: 0.250391, 1: 0.497721, 3: 0.214729, 6: 0.008312, 8: 0.028097, 10: 0.000275,
                12: 0.000476}  # fmt: skip
    for score, share in expected.items():
        assert float(chance[score]) == pytest.approx(share, abs=5e-7)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.none() | st.integers(2, 12), min_size=25, max_size=25))
def test_the_total_is_the_same_for_all_8_symmetries(cells):
    rows = [cells[start : start + 5] for start in range(0, 25, 5)]
    total = board_points(board(rows))
    for _ in range(4):
        rows = [list(column) for column in zip(*rows[::-1], strict=True)]
        assert board_points(board(rows)) == total
        assert board_points(board([row[::-1] for row in rows])) == total


def test_the_centre_counts_on_both_diagonals(table):
    """K4, K6: the last cell may fill four lines at once."""
    table.start(1)
    cells = [cell for cell in range(25) if cell != 12]
    for cell in cells:
        table.play("34", f"write {cell // 5 + 1},{cell % 5 + 1}")
    before = table.view["points"][0]
    table.play("34", "write 3,3")
    assert table.view["points"][0] - before == 10 + 10 + 20 + 20
    assert [e.get("points") for e in table.events if e.code == "line-scored"] == [10, 10, 20, 20]


def test_meanings_say_what_a_cell_completes(table):
    rows = [[2, 2, 3, 3, None], *[[None] * 5] * 4]
    table.place(1, boards=[rows]).play("11")
    meaning = GAME.meaning(table.state, 0, GAME.read_choice("write 1,5"))
    assert meaning.sentence() == "Write 2 in row 1, column 5: 8 points."
    meaning = GAME.meaning(table.state, 0, GAME.read_choice("write 2,5"))
    assert meaning.sentence() == "Write 2 in row 2, column 5."


EMPTY = [[None] * 5] * 5
EIGHT = [[8, None, None, None, None], *[[None] * 5] * 4]
BAD = {
    "one board for two": {"boards": [EMPTY]},
    "different numbers": {"boards": [EMPTY, EIGHT]},
    "a cell of 13": {"boards": [[[13] + [None] * 4, *EMPTY[1:]]] * 2},
    "a cell of 1": {"boards": [[[1] + [None] * 4, *EMPTY[1:]]] * 2},
    "a cell of true": {"boards": [[[True] + [None] * 4, *EMPTY[1:]]] * 2},
    "a cell of text": {"boards": [[["8"] + [None] * 4, *EMPTY[1:]]] * 2},
    "four rows": {"boards": [EMPTY[1:]] * 2},
    "four columns": {"boards": [[row[1:] for row in EMPTY]] * 2},
    "boards that are none": {"boards": 8},
    "a number being written": {"number": 8},
    "another round": {"round": 2},
    "round nought": {"round": 0},
    "points from nowhere": {"points": [1, 0]},
    "points below none": {"points": [-1, 0]},
    "points of one": {"points": [0]},
    "a second game": {"game": 2},
    "a seat that does not exist": {"seat": 2},
    "an unknown field": {"grill": [21]},
}


@pytest.mark.parametrize("why", BAD)
def test_what_cannot_come_about_is_refused(why):
    with pytest.raises(BadPosition):
        GAME.place(2, None, BAD[why])


def test_a_match_is_joined_with_its_points_of_earlier_games(table):
    table.place(2, {"games": 3}, boards=[EIGHT, EIGHT], points=[40, 52], game=2, seat=1)
    assert table.view["points"] == [40, 52]
    assert table.turn == NeedsRoll(1, 2, "123456")
    with pytest.raises(BadPosition, match="the last game"):
        GAME.place(1, {"games": 3}, {"boards": [TIM]})


def test_a_match_is_joined_with_what_the_earlier_games_brought(table):
    """SW-K2: whoever joins need not count the boards, only know the points of the games before."""
    table.place(2, {"games": 3}, boards=[EIGHT, EIGHT], earlier=[40, 52], game=2)
    counted = GAME.place(2, {"games": 3}, {"boards": [EIGHT, EIGHT], "game": 2}).points
    assert table.state.points == (counted[0] + 40, counted[1] + 52)
    whole = {"boards": [EIGHT, EIGHT], "game": 2, "earlier": [40, 52]}
    assert GAME.place(2, {"games": 3}, {**whole, "points": list(table.state.points)}) == table.state
    for wrong in (
        {**whole, "points": [1, 2]},
        {**whole, "earlier": [40]},
        {**whole, "earlier": [40, -1]},
        {**whole, "game": 1},
    ):
        with pytest.raises(BadPosition):
            GAME.place(2, {"games": 3}, wrong)
