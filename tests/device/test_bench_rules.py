"""`dice-table bench rules`: what it prints, and the figures of the opening turn."""

import re

from click.testing import CliRunner

from device.commands.bench import command as bench
from device.commands.bench_rules import long_record, odds_times, opening_figures
from device.log_format import read_log
from device.replay import verify_log
from rules import game_named


def test_the_opening_figures_are_the_known_ones():
    worms, bust, tile, steal = opening_figures()
    assert worms.endswith(": 1.64472967")
    assert bust.endswith(": 23.22 %")
    assert tile.endswith(": 89.30 %")
    assert steal.endswith(": 22.15 %")


def test_bench_rules_prints_a_line_for_each_figure():
    small = ["rules", "--positions", "3", "--actions", "200", "--events", "60"]
    result = CliRunner().invoke(bench, small)
    assert result.exit_code == 0, result.output
    assert re.search(
        r"odds of all choices, Pickomino, 3 random positions: median \d", result.output
    )
    assert re.search(r"odds of all choices, Pickomino Deluxe, .*worst \d", result.output)
    for title in ("Pickomino", "Pickomino Deluxe", "Knister"):
        assert re.search(
            rf"random play, {title}, choices listed: [\d,]+ actions a second", result.output
        )
    assert "random play, Oh Fortuna: left out" in result.output
    assert re.search(r"checking a record of 60 events", result.output)


def test_the_long_record_is_one_that_verifies():
    log = read_log(long_record(300, 1))
    assert len(log.record.entries) == 300
    assert len(verify_log(log).entries) == 300


def test_times_are_of_so_many_positions():
    times = odds_times(game_named("pickomino"), 4, 1)
    assert 0 < times.median_ms <= times.worst_ms
