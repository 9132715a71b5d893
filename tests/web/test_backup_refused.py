"""A backup that cannot be made is refused in a sentence, on the page too, and never half kept."""

from __future__ import annotations

import errno
import re
import sqlite3
import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from device.journal import Journal
from device.stills import Stills
from device.table import Table
from device.trouble import FullDisk, JournalTrouble, cannot_be_written
from rules.game import Message
from tests.device.matches import head_for, played
from tests.web.browser import serving


def full_for_sqlite() -> Exception:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    trouble = cannot_be_written("the backup", error, "choose another folder")
    trouble.__cause__ = error
    return trouble


WITHOUT_ROOM = [
    full_for_sqlite(),
    FullDisk("the record cannot be written", "free some space"),
    OSError(errno.ENOSPC, "No space left on device"),
    FileNotFoundError(errno.ENOENT, "No usable temporary directory found"),
]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    journal = Journal.open(tmp_path / "journal.sqlite3", write=True)
    journal.add(played(head_for(), 12))
    return Table(journal, Stills(tmp_path / "stills", 1), program="0.1.0").start()


def refuse(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def failing(*_: object) -> int:
        raise error

    monkeypatch.setattr("device.record_desk.back_up", failing)


@pytest.mark.parametrize("error", WITHOUT_ROOM, ids=lambda error: type(error).__name__)
def test_the_folder_without_room_is_named(
    table: Table, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    refuse(monkeypatch, error)
    try:
        told = table.backup()
    finally:
        table.stop()
    assert isinstance(told, Message)
    assert tempfile.gettempdir() in told.sentence()
    assert "free some space" in told.sentence()


def test_the_page_says_why_there_is_no_backup_and_saves_one_that_is_whole(
    table: Table, monkeypatch: pytest.MonkeyPatch, chromium: Browser, tmp_path: Path
) -> None:
    try:
        with serving(table) as address:
            page = chromium.new_context(locale="de").new_page()
            page.goto(f"{address}/record")
            page.wait_for_selector("html[data-ready]")
            button, says = page.locator("#backup-file"), page.locator("#backup-says")
            with monkeypatch.context() as patch:
                refuse(patch, WITHOUT_ROOM[0])
                button.click()
                expect(says).to_have_text(re.compile(f"{tempfile.gettempdir()}.*Platz"))
                refuse(patch, JournalTrouble("it is damaged"))
                button.click()
                expect(says).to_have_text(re.compile("Protokoll"))
            with page.expect_download() as download:
                button.click()
            expect(says).to_have_text("")
            assert re.fullmatch(r"dice-table-[0-9-]+\.sqlite3", download.value.suggested_filename)
            saved = tmp_path / "saved.sqlite3"
            download.value.save_as(saved)
            with Journal.open(saved) as journal:
                assert len(journal.heads()) == 1
            page.context.close()
    finally:
        table.stop()
