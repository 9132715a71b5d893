"""Pictures made worse as other cameras make them: what is asked about grows, sure errors do not."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.commands.bench_vision import drawn_table
from models.training.boxed_photos import photos_of
from models.training.score import renders_of
from models.training.score_worse import FAULTS, made_worse, main, score
from vision import shipped_eyes

RENDERS = Path(__file__).parent / "renders"
WORSE = [fault for fault in FAULTS if fault != "as it is"]


def test_as_it_is_nothing_changes() -> None:
    assert np.array_equal(made_worse(drawn_table(), "as it is", 0), drawn_table())


@pytest.mark.parametrize("fault", WORSE)
def test_each_fault_makes_another_picture_and_the_same_one_each_time(fault: str) -> None:
    table = drawn_table()
    worse = made_worse(table, fault, 0)
    assert worse.dtype == np.uint8
    assert worse.shape != table.shape or not np.array_equal(worse, table)
    assert np.array_equal(worse, made_worse(table, fault, 0))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_makes_no_sure_error(fault: str) -> None:
    tally = score(list(renders_of(RENDERS))[::2], fault, shipped_eyes())
    assert tally.silent <= 1, tally.faults
    assert tally.right > 0.75 * tally.dice


def test_the_command_prints_a_row_for_each_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), drawn_table())
    dice = [
        {"value": value, "box": [155 + 290 * place, 255, 245 + 290 * place, 345]}
        for place, value in enumerate((1, 2, 3, 4))
    ]
    photos = {"photos": [{"image": "table.png", "dice": dice}]}
    labels = tmp_path / "labels.json"
    labels.write_text(json.dumps(photos), encoding="utf-8")
    assert len(list(photos_of(labels))) == 1
    monkeypatch.setattr(sys, "argv", ["score_worse", "--photos", str(labels)])
    main()
    out = capsys.readouterr().out
    assert out.startswith("1 photographs")
    assert "| as it is | 100.0 % | 100.0 % | 0 | 4 |" in out  # the four without a label
    assert all(f"| {fault} |" in out for fault in FAULTS)


def test_one_fault_alone_can_be_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), drawn_table())
    photos = [{"image": "table.png", "dice": [{"value": 1, "box": [155, 255, 245, 345]}]}]
    (tmp_path / "labels.json").write_text(json.dumps({"photos": photos}), encoding="utf-8")
    asked = ["--photos", str(tmp_path / "labels.json"), "--fault", "green cast"]
    monkeypatch.setattr(sys, "argv", ["score_worse", *asked])
    main()
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split(" | ")[0] for row in rows] == ["|", "| ---", "| green cast"]


@pytest.mark.parametrize(
    ("told", "more", "said"),
    [
        (None, (), "labels.json"),
        ("dice everywhere", (), "Expecting value"),
        ("[]", (), "lists no photos whose dice have boxes"),
        ('{"photos": []}', (), "lists no photos whose dice have boxes"),
        ('{"photos": [{"image": "a.png", "values": [5]}]}', (), "lists no photos whose dice"),
        ('{"photos": []}', ("--every", "0"), "--every wants 1 or more"),
        (
            '{"photos": []}',
            ("--fault", "fog"),
            "there is no fault `fog`; do: take one of as it is; warm",
        ),
    ],
)
def test_what_cannot_be_scored_is_said(
    told: str | None,
    more: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    labels = tmp_path / "labels.json"
    if told is not None:
        labels.write_text(told, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["score_worse", "--photos", str(labels), *more])
    with pytest.raises(SystemExit):
        main()
    assert said in capsys.readouterr().err
