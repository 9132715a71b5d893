"""The record on the page: formats, import, stills, statistics, and stepping through in Chromium."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from device.backup import back_up, restore
from device.figures_cache import count_all
from device.journal import Journal
from device.log_format import write_log
from device.record import Record
from device.record_desk import figures_folder
from device.stills import Stills
from device.table import Table
from tests.device.matches import head_for, played
from tests.web import browser
from tests.web.screens import CARD_VALUES
from tests.web.test_browser_accessible import serious
from web import create_app
from web.guard import MAX_BODY_BYTES, MAX_LOG_BYTES, RateLimit
from web.port import Command
from web.record import number
from web.replay import corners

JPEG = bytes.fromhex(  # the smallest picture that a browser shows: one grey pixel
    "ffd8ffe000104a46494600010101004800480000ffdb004300030202020202030202020303030304060404040404"
    "080606050609080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc9000b"
    "080001000101011100ffcc000600101005ffda0008010100003f00d2cf20ffd9"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def real(folder: Path) -> Iterator[Table]:
    journal = Journal.open(folder / "journal.sqlite3", write=True)
    table = Table(journal, Stills(folder / "stills", 1_000_000), program="0.1.0").start()
    yield table
    table.stop()


@pytest.fixture
def real_client(real: Table) -> FlaskClient:
    return create_app(real, rate=RateLimit(per_s=1000, burst=1000)).test_client()


def add(table: Table, record: Record) -> str:
    assert table.bring_in(write_log(record)).ok
    return record.head.match_id


def with_still(record: Record, folder: Path, outlined: bool = True) -> Record:
    """The record with a still of its first roll, in which somebody changed the second die.

    Logs from before the frame's size was recorded are not `outlined`.
    """
    first = record.entries[0]
    name = f"{record.head.match_id}/00001.jpg"
    (folder / "stills" / name).parent.mkdir(parents=True)
    (folder / "stills" / name).write_bytes(JPEG)
    was = "5" if first.dice[1] != "5" else "4"
    changed = ({"die": 1, "from": was, "to": first.dice[1]},)
    entries = tuple(replace(entry, photo=None) for entry in record.entries[1:])
    camera = tuple(
        {**die, "sure": n != 2, "center": [60.0 + 70 * n, 200.0], "size": 48.0, "angle": 20.0}
        for n, die in enumerate(first.camera or ())
    )
    more = {"frame": [640, 480]} if outlined else {}
    first = replace(first, photo=name, changed=changed, camera=camera, extra=more)
    return replace(record, entries=(first, *entries))


def test_each_format_is_a_download(real: Table, real_client: FlaskClient) -> None:
    over = played(head_for(), 5000, seed=2)
    going = played(head_for(), 12, seed=3)
    for record in (over, going):
        add(real, record)
    at = f"/record/{over.head.match_id}/as"
    assert real_client.get(f"{at}/ndjson").text == write_log(over)
    rows = list(csv.DictReader(io.StringIO(real_client.get(f"{at}/csv").text)))
    assert len(rows) == len(over.entries)
    play = real_client.get(f"{at}/bgsplay")
    assert json.loads(play.text)["plays"][0]["uuid"] == over.head.match_id
    assert f'"{over.head.match_id}.bgsplay"' in play.headers["Content-Disposition"]
    german = real_client.get(f"{at}/text", headers={"Accept-Language": "de"})
    assert "Ann würfelt" in german.text
    assert german.content_type == "text/plain; charset=utf-8"
    assert real_client.get(f"{at}/pdf").status_code == 404
    assert real_client.get("/record/nobody/as/csv").status_code == 404
    unfinished = real_client.get(f"/record/{going.head.match_id}/as/bgsplay")
    assert unfinished.status_code == 400
    assert "finished" in unfinished.json["message"]["text"]  # type: ignore[index]


def test_a_log_comes_in_and_a_wrong_one_is_named_by_its_line(
    real: Table, real_client: FlaskClient
) -> None:
    text = write_log(played(head_for(), 20))
    answer = real_client.post("/record/import", json={"log": text})
    assert answer.status_code == 200
    lines = write_log(played(head_for(), 20, seed=4)).splitlines(keepends=True)
    wrong = "".join([*lines[:5], *lines[6:]])
    answer = real_client.post(
        "/record/import", json={"log": wrong}, headers={"Accept-Language": "de"}
    )
    assert answer.status_code == 400
    assert answer.json["says"].startswith("Zeile 6 dieses Protokolls")  # type: ignore[index]
    for body in ({}, [], {"log": 5}, "text"):
        assert real_client.post("/record/import", json=body).status_code == 400
    assert len(real.matches()) == 1


def test_only_a_log_may_be_larger_than_a_press(real_client: FlaskClient) -> None:
    large = {"log": "x" * (2 * MAX_BODY_BYTES)}
    assert real_client.post("/record/import", json=large).status_code == 400
    assert real_client.post("/command", json=large).status_code == 413
    huge = {"log": "x" * (MAX_LOG_BYTES + 1)}
    assert real_client.post("/record/import", json=huge).status_code == 413


def test_the_whole_record_is_one_download(
    real: Table, real_client: FlaskClient, folder: Path
) -> None:
    record = played(head_for(), 20)
    add(real, record)
    answer = real_client.get("/record/backup.sqlite3")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["Content-Disposition"]
    file = folder / "download.sqlite3"
    file.write_bytes(answer.data)
    there = folder / "there" / "journal.sqlite3"
    assert restore(file, there, folder / "there" / "stills").matches == 1
    with Journal.open(there) as journal:
        assert journal.record(record.head.match_id) == record


def test_a_table_that_cannot_copy_says_so(client: FlaskClient) -> None:
    answer = client.get("/record/backup.sqlite3")
    assert answer.status_code == 503
    assert "backup" in answer.json["message"]["text"]  # type: ignore[index]


def test_another_site_adds_nothing(real: Table, real_client: FlaskClient) -> None:
    text = write_log(played(head_for(), 5))
    answer = real_client.post(
        "/record/import", json={"log": text}, headers={"Origin": "http://example.com"}
    )
    assert answer.status_code == 403
    assert real_client.get("/record/import").status_code in (404, 405)
    assert not real.matches()


def test_the_steps_tell_what_the_camera_read(
    real: Table, real_client: FlaskClient, folder: Path
) -> None:
    record = with_still(played(head_for(), 6), folder)
    match_id = add(real, record)
    steps = real_client.get(f"/record/{match_id}/steps.json").json
    assert steps[0]["entry"] is None  # type: ignore[index]
    first = steps[1]["entry"]  # type: ignore[index]
    assert first["still"] == 1
    assert [die["face"] for die in first["camera"]] == list(record.entries[0].dice)
    assert first["changed"] == [dict(change) for change in record.entries[0].changed]
    assert real_client.get(f"/record/{match_id}/still/1.jpg").data == JPEG
    assert real_client.get(f"/record/{match_id}/still/2.jpg").status_code == 404


def test_outlines_are_fractions_of_the_picture_where_the_log_knows_its_size(
    real: Table, real_client: FlaskClient, folder: Path
) -> None:
    new = with_still(played(head_for(), 6), folder)
    old = with_still(played(head_for(), 6, seed=2), folder, outlined=False)
    for record, known in ((new, True), (old, False)):
        match_id = add(real, record)
        steps = real_client.get(f"/record/{match_id}/steps.json").json
        camera = steps[1]["entry"]["camera"]  # type: ignore[index]
        assert [len(die["corners"]) for die in camera] == [4 * known] * 8
        assert real_client.get(f"/record/{match_id}.ndjson").text == write_log(record)


ODD: list[Any] = [None, "5", [], [1.0], [1.0, float("nan")], float("inf"), 1e308, {}]


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_a_foreign_log_gives_an_outline_or_none(odd: object) -> None:
    good: dict[str, object] = {"center": [320, 120], "size": 64, "angle": 0}
    assert corners(good, odd) == []
    assert len(corners(good, [odd, 480])) in (0, 4)
    assert corners(good, [0, 480]) == []
    for name in good:
        assert len(corners({**good, name: odd}, [640, 480])) in (0, 4)
        assert corners({key: good[key] for key in good if key != name}, [640, 480]) == []


def test_an_outline_is_that_of_the_die() -> None:
    die = {"center": [320, 120], "size": 64, "angle": 0}
    assert corners(die, [640, 480]) == [
        [0.45, 0.1833],
        [0.55, 0.1833],
        [0.55, 0.3167],
        [0.45, 0.3167],
    ]


@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe", "fortuna", "knister"])
def test_every_game_can_be_stepped_through(
    real: Table, real_client: FlaskClient, game: str
) -> None:
    options = {"card_values": CARD_VALUES} if game == "fortuna" else {}
    record = played(head_for(game, **options), 40)
    steps = real_client.get(f"/record/{add(real, record)}/steps.json").json
    notations = [step["match"]["notation"] for step in steps]  # type: ignore[union-attr]
    assert notations[1:] == [entry.after for entry in record.entries]


def test_the_match_in_play_is_not_listed_as_one_that_was_left(
    real: Table, real_client: FlaskClient
) -> None:
    start = {"game": "knister", "players": ["Ann"]}
    assert real.submit(Command("start", None, start)).ok
    listed = real_client.get("/record").text
    assert listed.count("being played now") == 1
    assert "not finished" not in listed
    assert real.submit(Command("end")).ok
    left = real_client.get("/record").text
    assert left.count("not finished") == 1
    assert "being played now" not in left


def test_the_statistics_page(real: Table, real_client: FlaskClient, folder: Path) -> None:
    assert real_client.get("/statistics").status_code == 200
    add(real, played(head_for(players=("<b>Ann", "Bo")), 60))
    waiting = real_client.get("/statistics").text
    assert 'http-equiv="refresh"' in waiting
    count_all(folder / "journal.sqlite3", figures_folder(folder / "journal.sqlite3"))
    page = real_client.get("/statistics", headers={"Accept-Language": "pl"}).text
    assert 'http-equiv="refresh"' not in page
    assert "Ann" not in real_client.get("/statistics?game=knister").text
    assert "Ann" in real_client.get("/statistics?game=pickomino").text
    assert real_client.get("/statistics?game=chess").status_code == 404
    assert "Szczęście" in page
    assert "&lt;b&gt;Ann" in page
    assert "<b>Ann" not in page
    assert "unsafe-inline" not in real_client.get("/statistics").headers["Content-Security-Policy"]


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert number("en", 1.25, 1) == "1.2"
    assert number("de", 1.25, 2) == "1,25"
    assert number("pl", -0.5, 1, True) == "−0,5"
    assert number("en", None, 1) == "–"


@pytest.mark.parametrize(
    ("locale", "day"), [("en-GB", "1 May 2026"), ("en-US", "May 1, 2026"), ("de-AT", "01.05.2026")]
)
def test_dates_are_written_as_the_reader_s_country_does(
    chromium: Browser, real: Table, folder: Path, locale: str, day: str
) -> None:
    match = played(head_for(), 20, seed=6)
    add(real, replace(match, head=replace(match.head, started_at="2026-05-01T12:00:00Z")))
    with browser.serving(real) as address:
        context = chromium.new_context(locale=locale, timezone_id="UTC", bypass_csp=True)
        page = context.new_page()
        page.goto(f"{address}/record")
        expect(page.locator("html[data-ready]")).to_have_count(1)
        expect(page.locator("time").first).to_contain_text(day)


def test_the_record_in_a_browser(chromium: Browser, real: Table, folder: Path) -> None:
    match_id = add(real, with_still(played(head_for(), 60, seed=6), folder))
    count_all(folder / "journal.sqlite3", figures_folder(folder / "journal.sqlite3"))
    troubles: list[str] = []
    with browser.serving(real) as address:
        context = chromium.new_context(locale="en", reduced_motion="reduce", bypass_csp=True)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: said.type == "error" and troubles.append(said.text))
        page.goto(f"{address}/record/{match_id}#1")
        expect(page.locator(".recorded img")).to_be_visible()
        expect(page.locator(".read-dice li")).to_have_count(8)
        expect(page.locator(".read-dice li.unsure")).to_have_text("not sure")  # no percentage
        expect(page.locator(".recorded polygon")).to_have_count(8)
        expect(page.locator(".recorded .die-reading")).to_have_count(8)
        expect(page.locator(".recorded")).to_contain_text("Die 2 was read as")
        assert serious(page) == []
        page.get_by_role("button", name="one step on").click()
        page.keyboard.press("ArrowRight")  # the button that has the focus hinders no arrow
        expect(page.locator(".step-count")).to_have_text("3 / 60")
        page.keyboard.press("End")
        expect(page.locator(".step-count")).to_have_text("60 / 60")
        page.get_by_role("button", name="Copy this position").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        page.goto(f"{address}/statistics")
        page.wait_for_selector("html[data-ready]")
        expect(page.locator(".plot canvas").first).to_be_visible()
        expect(page.get_by_role("rowheader", name="worm").first).to_be_visible()
        assert serious(page) == []
        page.goto(f"{address}/record")
        file = folder / "new.ndjson"
        file.write_text(write_log(played(head_for(players=("Cleo", "Bo")), 9)))
        page.wait_for_selector("html[data-ready]")
        assert serious(page) == []
        page.set_input_files("#import-file", file)
        expect(page.locator(".matches li")).to_have_count(2)
        file.write_text("no log")
        page.wait_for_selector("html[data-ready]")
        page.set_input_files("#import-file", file)
        expect(page.locator(".refused")).to_contain_text("That is no log of dice-table")
        page.wait_for_selector("html[data-ready]")
        backup = folder / "there" / "backup.sqlite3"
        with Journal.open(folder / "there" / "journal.sqlite3", write=True) as journal:
            journal.add(played(head_for(players=("Dora", "Bo")), 9, seed=9))
        back_up(folder / "there" / "journal.sqlite3", backup)
        begun = {"game": "knister", "players": ["Ann", "Bo"]}
        assert real.submit(Command("start", data=begun)).ok
        page.set_input_files("#restore-file", backup)  # while that match is being played
        expect(page.locator("#restore-says")).to_have_text("Matches added: 1. Already here: 0.")
        expect(page.locator(".matches li")).to_have_count(4)
        expect(page.locator(".matches")).to_contain_text("being played now")
        page.wait_for_selector("html[data-ready]")
        page.set_input_files("#restore-file", file)
        expect(page.locator(".refused")).to_contain_text("That is no backup of dice-table")
        page.evaluate("document.getElementById('import-file').dataset.most = '3'")
        page.set_input_files("#import-file", file)
        expect(page.locator("#import-says")).to_contain_text("at most 8 MB")
        context.close()
    assert [one for one in troubles if "400" not in one] == []
