"""Photographs turned and mirrored: labels go with the picture, and readings stay what they were."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.commands.bench_vision import drawn_table
from models.training.boxed_photos import photos_of
from models.training.score import Tally, Wanted, renders_of
from models.training.score_turned import TURNS, Turn, main, score
from vision import shipped_eyes

RENDERS = Path(__file__).parent / "renders"


@pytest.mark.parametrize("turn", TURNS.values())
def test_labels_go_with_the_picture(turn: Turn) -> None:
    image = np.zeros((40, 60, 3), np.uint8)
    image[9, 51] = 255
    _, picture, (one,) = turn.of(("", image, [Wanted("4", 51.0, 9.0, 5.0)]))
    assert picture[round(one.y), round(one.x)].tolist() == [255] * 3
    assert int((picture > 0).sum()) == 3


@pytest.mark.parametrize("turn", TURNS.values())
def test_what_is_turned_on_to_where_it_began_is_as_it_was(turn: Turn) -> None:
    photo = ("", np.arange(24, dtype=np.uint8).reshape(2, 4, 3), [Wanted("4", 1.0, 0.0, 5.0)])
    there = photo
    for _ in range(2 if turn.mirrored else 4):
        there = turn.of(there)
    assert np.array_equal(there[1], photo[1])
    assert there[2] == photo[2]


@pytest.mark.parametrize("turn", TURNS)
def test_turned_dice_are_read_as_well(turn: str) -> None:
    tally = score(list(renders_of(RENDERS)), turn, shipped_eyes(), [])
    assert tally.silent == 0, tally.faults
    assert tally.right >= 0.95 * tally.dice, tally.faults


def test_all_is_the_sum_of_the_rows() -> None:
    photos = list(renders_of(RENDERS))[:2]
    all_of_them = Tally()
    rows = [score(photos, turn, shipped_eyes(), [all_of_them]) for turn in TURNS]
    assert all_of_them.dice == sum(tally.dice for tally in rows) > 0
    assert all_of_them.right == sum(tally.right for tally in rows)


def test_the_command_prints_a_row_for_each_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), drawn_table())
    dice = [{"value": 1, "box": [155, 255, 245, 345]}]
    labels = tmp_path / "labels.json"
    labels.write_text(json.dumps({"photos": [{"image": "table.png", "dice": dice}]}), "utf-8")
    assert len(list(photos_of(labels))) == 1
    monkeypatch.setattr(sys, "argv", ["score_turned", "--photos", str(labels)])
    main()
    out = capsys.readouterr().out
    assert out.startswith("1 photographs, 5 times")
    assert all(f"| {turn} | 100.0 %" in out for turn in [*TURNS, "all"])
    assert out.endswith("right 5 of 5\n")


def test_what_is_no_set_gets_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["score_turned", "--photos", str(tmp_path / "none.json")])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert "none.json" in capsys.readouterr().err
