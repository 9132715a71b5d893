"""The check-up on the page: every line with its remedy, asked again by a button."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from device.checkup import Checkup
from device.doctor import mend, note
from device.folders import Folders
from tests.web.browser import serving
from tests.web.memory_table import MemoryTable
from web import create_app
from web.said import figure, said, spoken_in

OpenWindow = Callable[..., Page]
Line = dict[str, object]

CLOCK: Line = {"check": "clock", "ok": True, "state": "ok", "says": "2026-01-05 19:00 UTC"}
FOCUS: Line = {
    "check": "focus",
    "ok": False,
    "state": "mend",
    "says": "blurred: edges are 9.1 px wide",
    "do": "turn the lens' ring <b>slowly</b>",
}


def test_the_lines_are_those_of_the_doctor(table: MemoryTable) -> None:
    answer = create_app(table, doctor=lambda: [CLOCK, FOCUS]).test_client().get("/doctor.json")
    assert answer.json == [CLOCK, FOCUS]
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_lines_are_spoken_in_the_language_of_the_phone(table: MemoryTable) -> None:
    edges = said("edges are {width} px wide", width=figure(9.1, ".1f"))
    found = (
        mend("focus", said("blurred: {says}", says=edges), "throw them and ask again"),
        note("settings", "the file {odd} of a person"),
    )
    client = create_app(table, doctor=lambda: [one.json() for one in found]).test_client()
    told: dict[str, Any] = {
        language: client.get("/doctor.json", headers={"Accept-Language": language}).json
        for language in ("en", "pl", "de")
    }
    assert told["en"] == [one.json() for one in found]
    assert told["en"][0]["says"] == "blurred: edges are 9.1 px wide"
    assert told["pl"][0]["says"] == "nieostro: krawędzie mają 9,1 px"
    assert told["pl"][0]["do"] == "rzuć je i zapytaj jeszcze raz"
    assert told["de"][0]["says"] == "unscharf: Kanten sind 9,1 px breit"
    assert told["de"][1] == told["en"][1], "what nobody translated stays as it is"


@pytest.mark.parametrize(
    ("language", "free", "share", "version"),
    [
        ("en", "159,123 MB free", "2.5%", "Python 3.11"),
        ("de", "159.123 MB frei", "2,5\N{NO-BREAK SPACE}%", "Python 3.11"),
        ("pl", "159\N{NO-BREAK SPACE}123 MB", "2,5\N{NO-BREAK SPACE}%", "Python 3.11"),
    ],
)
def test_numbers_have_the_marks_of_the_language(
    language: str, free: str, share: str, version: str
) -> None:
    """In German "159,123 MB" is a sixth of a gigabyte; a version has one form everywhere."""
    room = said("{megabytes} MB free", megabytes=figure(159_123, ",.0f"))
    swings = said("brightness swings by {share}", share=figure(0.025, ".1%"))
    assert free in spoken_in(language, room)
    assert spoken_in(language, swings).endswith(share)
    assert spoken_in(language, version) == version


@pytest.mark.parametrize("language", ["pl", "de"])
def test_no_finding_of_this_machine_is_left_in_english(language: str, tmp_path: Path) -> None:
    """Every line of a check-up that is made here; names, figures and commands stay."""
    findings = Checkup(Folders(tmp_path / "data", tmp_path / "settings.toml"), None)()
    for line in findings:
        for text in (line["says"], line.get("do", "")):
            words = str(text)
            if " " in words and line["check"] not in ("clock", "versions"):
                assert spoken_in(language, text) != words, words  # type: ignore[arg-type]


def test_a_doctor_that_fails_is_one_sentence(table: MemoryTable) -> None:
    def broken() -> list[Line]:
        raise OSError("/dev/secret is gone")

    answer = create_app(table, doctor=broken).test_client().get("/doctor.json")
    assert answer.status_code == 400
    assert answer.json["message"]["code"] == "web.doctor"  # type: ignore[index]
    assert "secret" not in answer.text


def test_a_pin_does_not_hinder_looking(table: MemoryTable) -> None:
    guarded = create_app(table, pin="2468", doctor=lambda: [CLOCK]).test_client()
    assert guarded.get("/doctor.json").status_code == 200
    assert guarded.post("/doctor.json", json={}).status_code == 401


def test_without_a_doctor_there_is_none(client: FlaskClient) -> None:
    assert client.get("/doctor.json").status_code == 404
    assert '"doctor":false' in client.get("/").text


def test_the_menu_leads_to_the_check_up(window: OpenWindow, table: MemoryTable) -> None:
    asked: list[int] = []

    def doctor() -> list[Line]:
        asked.append(1)
        return [CLOCK, FOCUS] if len(asked) == 1 else [CLOCK]

    with serving(table, doctor=doctor) as address:
        page = window(address=address, locale="pl", viewport={"width": 390, "height": 844})
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Sprawdź kamerę").click()
        dialog = page.get_by_role("dialog", name="Przegląd")
        expect(dialog.locator(".finding")).to_have_count(2)
        # What is to be mended comes first.
        expect(dialog.locator(".finding b")).to_have_text(["Ostrość", "Zegar"])
        expect(dialog.locator(".finding.mend b")).to_have_text("Ostrość")
        expect(dialog.locator(".finding-do")).to_have_text("→ turn the lens' ring <b>slowly</b>")
        expect(dialog.get_by_role("status")).to_have_text("Do naprawienia: 1.")
        dialog.get_by_role("button", name="Sprawdź jeszcze raz").click()
        expect(dialog.locator(".finding")).to_have_count(1)
        expect(dialog.get_by_role("status")).to_have_text("Wszystko w porządku.")


def test_a_check_up_says_that_the_table_cannot_be_reached(
    window: OpenWindow, table: MemoryTable
) -> None:
    """At its first press, which asks for a part of the page, and once that part is there."""
    with serving(table, doctor=lambda: [CLOCK]) as address:
        page = window(address=address)
        page.get_by_role("button", name="Menu").click()
        page.context.set_offline(True)
        page.get_by_role("button", name="Check camera").click()
        trouble = page.locator("#trouble .trouble")
        expect(trouble).to_have_text("No connection to the table; nothing was changed.")
        assert page.get_by_role("dialog", name="Check-up").count() == 0
        page.context.set_offline(False)
        page.get_by_role("button", name="Check camera").click()
        dialog = page.get_by_role("dialog", name="Check-up")
        expect(dialog.get_by_role("status")).to_have_text("Everything is well.")
        page.context.set_offline(True)
        dialog.get_by_role("button", name="Check again").click()
        expect(dialog.get_by_role("status")).to_contain_text("No connection to the table")
        page.context.set_offline(False)
        dialog.get_by_role("button", name="Check again").click()
        expect(dialog.get_by_role("status")).to_have_text("Everything is well.")
