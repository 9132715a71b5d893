"""What the statistics say of themselves: what is counted, what is not, and what the words mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page

from device.fairness import dice_figures, fair_chances
from device.record_commands import LEGEND, statistics_lines
from tests.web.browser import resize
from tests.web.memory_table import MemoryTable
from tests.web.screens import LONG
from web.port import DiceFigures, PlayerFigures, PointsFigures, Statistics

WORMS = dice_figures("worm dice", {"1": 70, "w": 81}, fair_chances("worm dice"), left_out=596)
GOLDEN = dice_figures("golden die 1w", {"1": 9, "w": 7}, fair_chances("golden die 1w"))
ONLY_FILM = dice_figures("knister dice", {}, fair_chances("knister dice"), left_out=1)
ANN = PlayerFigures("Ann", 2, 1, 1, 4, 3, 1, 0, 9, 9, 31.0, "w", 0.5, 0.25, 2)

KNISTER = PointsFigures("knister", 3, 2, 29.5, 31)
BO = PlayerFigures("Bo", 3, 2, 1, 0, 0, 0, 0, 75, 0, 4.0, None, None, None, 0, (KNISTER,))


def figures(matches: int, pending: int = 0, *dice: DiceFigures, faulty: int = 0) -> Statistics:
    return Statistics(matches, pending, (ANN,), dice, 747, 3, 1, min(1, matches), faulty)


def page(client: FlaskClient, table: MemoryTable, shown: Statistics, language: str = "en") -> str:
    table.figures = shown
    text = client.get("/statistics", headers={"Accept-Language": language}).text
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


@pytest.mark.parametrize(
    ("matches", "pending", "language", "said"),
    [
        (1, 1, "en", ("1 match, counted from", "Not finished: 1.", "of 1 match are still")),
        (2, 2, "en", ("2 matches, counted from", "of 2 matches are still")),
        (1, 1, "pl", ("1 partia, liczona od", "liczenie 1 partii")),
        (3, 2, "pl", ("3 partie, liczone od", "liczenie 2 partii")),
        (5, 5, "pl", ("5 partii, liczonych od", "liczenie 5 partii")),
        (1, 1, "de", ("1 Partie, gezählt", "Zahlen von 1 Partie werden")),
        (2, 2, "de", ("2 Partien, gezählt", "Zahlen von 2 Partien werden")),
    ],
)
def test_what_is_counted_is_said_in_the_right_number(
    client: FlaskClient,
    table: MemoryTable,
    matches: int,
    pending: int,
    language: str,
    said: tuple[str, ...],
) -> None:
    text = page(client, table, figures(matches, pending), language)
    for words in said:
        assert words in text
    quiet = page(client, table, figures(matches, 0), language)
    assert said[-1] not in quiet


def test_matches_against_the_rules_are_named_and_nobody_waits_for_them(
    client: FlaskClient, table: MemoryTable
) -> None:
    text = page(client, table, figures(3, faulty=1))
    assert "do not follow the rules: 1." in text
    assert "Not finished: 1. Left out" in text
    assert 'http-equiv="refresh"' not in client.get("/statistics").text
    both = page(client, table, figures(3, 2, faulty=1))
    assert "Not finished: 1. The figures of 2 matches" in both
    assert "by itself. Left out" in both


def test_throws_of_the_recording_are_named_where_the_figures_stand(
    client: FlaskClient, table: MemoryTable
) -> None:
    text = page(client, table, figures(2, 0, WORMS, ONLY_FILM))
    assert "151 dice thrown" in text
    assert "Not counted: 596 dice in the recording" in text
    assert "or tapped in where it had no throw that fits" in text
    assert "Not counted: 1 die in the recording" in text
    assert "0 dice thrown" not in text
    assert "those of the recording that ships included" in text
    without = page(client, table, figures(2, 0, replace(WORMS, left_out=0)))
    assert "recording" not in without


def test_one_degree_of_freedom_is_one(client: FlaskClient, table: MemoryTable) -> None:
    assert "with 1 degree of freedom;" in page(client, table, figures(2, 0, GOLDEN))
    assert any("1 degree of freedom," in line for line in statistics_lines(figures(2, 0, GOLDEN)))


def test_the_command_says_the_same(client: FlaskClient, table: MemoryTable) -> None:
    lines = statistics_lines(figures(2, 0, WORMS))
    assert lines[0] == "2 matches, counted from the first roll on; not finished: 1"
    done = replace(figures(1), unfinished=0)
    assert statistics_lines(done)[0] == "1 match, counted from the first roll on"
    told = "\n".join(lines)
    assert "151 thrown" in told
    assert "not counted: 596 in the recording that ships" in told
    assert "747 dice read, those of the recording that ships included" in told


def test_every_column_of_the_command_is_explained() -> None:
    """Whoever reads `luck` or `keep` finds below what it is, in words."""
    heads = next(line for line in statistics_lines(figures(2)) if line.startswith("player"))
    explained = {
        name
        for line in LEGEND.splitlines()
        for name in re.split(r",\s*", re.split(r"\s{2,}", line.strip())[0])
    }
    columns = set(heads.replace("given away", "given_away").split()) - {"player"}
    assert {column.replace("_", " ") for column in columns} == explained


def test_every_column_of_the_page_is_explained(client: FlaskClient, table: MemoryTable) -> None:
    text = page(client, table, figures(2)).lower()
    for words in ("a bust is", "steals are", "robbed is", "favourite keep is", "luck is what"):
        assert words in text
    assert "given away is what" in text
    assert "won matches and worms are those of finished matches" in text


def heads(client: FlaskClient, table: MemoryTable, shown: Statistics, query: str) -> list[str]:
    """The columns of the players' table."""
    table.figures = shown
    text = client.get(f"/statistics{query}").text
    return re.findall(r"<th scope=\"col\">([^<]+)", text.split("</thead>")[0])


def test_a_game_with_points_shows_points_and_nothing_of_worms(
    client: FlaskClient, table: MemoryTable
) -> None:
    shown = replace(figures(3), players=(BO,))
    assert heads(client, table, shown, "?game=knister") == [
        *("Player", "Games", "Won", "Points a game", "Best game", "Seconds a turn")
    ]
    text = page(client, table, shown)
    whole = client.get("/statistics?game=knister").text
    assert "<td>29.5</td><td>31</td>" in whole
    for words in ("worm", "bust", "steal", "robbed", "luck"):
        assert words not in whole.split("<main>")[1].lower().replace("icon-worm", "")
        assert words not in text.lower(), "nor where no other game was played"
    told = "\n".join(statistics_lines(shown))
    assert "29.5     31" in told
    assert not re.search("worm|bust|steal|luck", told)


def test_all_games_give_points_game_by_game(client: FlaskClient, table: MemoryTable) -> None:
    shown = replace(figures(5), players=(ANN, BO))
    assert "Worms" in heads(client, table, shown, "")
    text = page(client, table, shown)
    assert "Points in Knister Player Games Points a game Best game Bo 3 29.5 31" in text
    assert "Bo 3 1 – – – – – 4" in text, "no worms where none can be won"
    lines = statistics_lines(shown)
    assert any(re.fullmatch(r"Bo +3 +1( +-){5} +4( +-){2}", line) for line in lines)
    assert any(re.fullmatch(r"Bo +3 +29\.5 +31", line) for line in lines)


def test_chi_square_is_explained(client: FlaskClient, table: MemoryTable) -> None:
    shown = figures(2, 0, WORMS, GOLDEN)
    for language, words in (
        ("en", "adds up how far the faces are"),
        ("pl", "sumuje, jak daleko"),
        ("de", "zählt zusammen, wie weit"),
    ):
        assert words in page(client, table, shown, language)


@pytest.mark.parametrize(
    ("language", "word"), [("en", "points"), ("de", "Punkte"), ("pl", "punkty")]
)
def test_points_are_spoken_of_only_beside_a_table_that_has_them(
    client: FlaskClient, table: MemoryTable, language: str, word: str
) -> None:
    """Several games with points and none with worms: the players' own table has neither."""
    both = (KNISTER, replace(KNISTER, game="fortuna"))
    for games, has in ((both, False), ((KNISTER,), True)):
        table.figures = replace(figures(3), players=(replace(BO, points=games),))
        query = "?game=knister" if has else ""
        said = client.get(f"/statistics{query}", headers={"Accept-Language": language}).text
        players = said.split('id="players-title"')[1].split("</section>")[0]
        assert (word in players) is has


def test_the_axis_of_counts_has_whole_numbers(
    window: Callable[..., Page], table: MemoryTable
) -> None:
    """Every number that is drawn beside the bars, for few dice and for many."""
    for counts in ({"1": 1, "w": 0}, {"1": 3, "w": 2}, {"1": 9, "w": 4}, {"1": 70, "w": 81}):
        table.figures = figures(2, 0, dice_figures("worm dice", counts, fair_chances("worm dice")))
        view = window("/statistics")
        drawn = view.evaluate(
            """async () => {
              const drawn = [];
              const draw = CanvasRenderingContext2D.prototype.fillText;
              CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
                if (this.canvas.closest("#plot-dice-0")) drawn.push(text);
                return draw.call(this, text, ...rest);
              };
              dispatchEvent(new Event("resize"));
              await new Promise((soon) => setTimeout(soon, 500));
              return drawn;
            }"""
        )
        steps = [one for one in drawn if one not in ("worm", "1")]
        assert len(steps) >= 2, drawn
        assert all(one.isdigit() for one in steps), drawn


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Nobody has busted yet."),
        ("de", "Noch niemand hatte einen Fehlwurf."),
        ("pl", "Nikt jeszcze nie spalił rzutu."),
    ],
)
def test_where_nobody_busted_words_stand_and_no_empty_plot(
    client: FlaskClient, table: MemoryTable, language: str, words: str
) -> None:
    """Bars of nothing look like a plot that failed; one bust of one player is drawn."""
    never = replace(ANN, name="Cy", busts=0, bust_turns=9)
    for players, drawn in (((never, never), False), ((ANN, never), True), ((BO,), None)):
        said = page(client, table, replace(figures(2), players=players), language)
        whole = client.get("/statistics", headers={"Accept-Language": language}).text
        assert ('id="plot-busts"' in whole) is bool(drawn)
        assert (words in said) is (drawn is False)


def test_points_are_a_table_once_a_match_was_finished(
    client: FlaskClient, table: MemoryTable
) -> None:
    begun = replace(BO, wins=0, points=(PointsFigures("knister", 1, 0, None, None),))
    for players, query in (((ANN, begun), ""), ((begun,), "?game=knister")):
        table.figures = replace(figures(2), players=players)
        assert "Points" not in client.get(f"/statistics{query}").text
    assert "points" not in "\n".join(statistics_lines(table.figures))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Nothing is counted here yet"),
        ("de", "Hier ist noch nichts gezählt"),
        ("pl", "Nic tu jeszcze nie policzono"),
    ],
)
def test_before_the_first_match_words_say_what_comes_and_lead_to_the_table(
    client: FlaskClient, table: MemoryTable, language: str, words: str
) -> None:
    none = replace(figures(0), players=())
    assert words in page(client, table, none, language)
    assert '<a class="button go" href="/">' in client.get("/statistics?game=knister").text
    assert words not in page(client, table, figures(0, pending=1), language)
    assert words not in page(client, table, figures(1), language)
    faulty = page(client, table, replace(none, faulty=2))
    assert "Nothing is counted" in faulty
    assert "do not follow the rules: 2." in faulty


def test_no_table_of_long_names_slides_the_page_sideways(
    window: Callable[..., Page], table: MemoryTable
) -> None:
    points = (KNISTER, replace(KNISTER, game="fortuna"))
    players = tuple(replace(ANN, name=name, points=points) for name in LONG)
    table.figures = replace(figures(9, 0, WORMS, GOLDEN), players=players)
    view = window("/statistics", locale="pl", viewport={"width": 320, "height": 568})
    for width in (320, 360, 390, 640, 800):
        resize(view, width, 844)
        assert view.evaluate("document.documentElement.scrollWidth") == width
