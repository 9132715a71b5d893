"""What a player may be called: every way in asks the same, and keeps out what hides or breaks."""

from __future__ import annotations

import json
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.bootstrap import eyes_of
from device.dice_sets import DiceSets
from device.folders import Folders
from device.journal import Journal
from device.log_format import read_log, write_log
from device.stills import Stills
from device.table import Table
from device.text_referee import TextReferee
from device.trouble import LogTrouble
from rules.player_names import name_fault
from tests.device.evenings import evening
from tests.device.matches import head_for, played
from web.port import Command

CANNOT = ["", "  ", "B\x00", "B\n<b>", "\x1b[31mBo", "\ud800", "\u202enaoB", "\u2066Bo", "\u200b",
          "a\u2028b", "x" * 500]  # fmt: skip
CAN = ["Bożena", "Ñandú 2", "<b>Bo</b>", "בועז", "بو", "李", "👩‍👩‍👧", "O'Neil & Sön", "-"]


@pytest.mark.parametrize("name", CANNOT)
def test_no_way_in_takes_a_name_that_hides_or_breaks(tmp_path: Path, name: str) -> None:
    assert name_fault(name)
    request = json.dumps({"start": "pickomino", "players": ["Ann", name]})
    assert TextReferee().reply(request)["error"] == "unreadable"
    log = write_log(played(head_for(), 3)).splitlines()
    head = {**json.loads(log[0]), "players": ["Ann", name]}
    with pytest.raises(LogTrouble, match=r"line 1: .*player's name"):
        read_log("\n".join([json.dumps(head), *log[1:], ""]))
    with evening(tmp_path) as at:
        reply = at.press("start", game="pickomino", players=["Ann", name])
        assert not reply.ok
        assert reply.message is not None
        assert "player's name" in reply.message.sentence(())
        assert list(at.table.matches()) == []


@pytest.mark.parametrize(
    ("name", "seen", "signs"),
    [
        ("Bo\x07", "Bo\u25a1", "U+0007"),
        ("\u202enaoB", "\u25a1naoB", "U+202E"),
        ("a\x00b\x1bc\x00", "a\u25a1b\u25a1c\u25a1", "U+0000, U+001B"),
        ("\u200b\u200b", "\u25a1\u25a1", "U+200B"),
        ("\U000f0000", "\u25a1", "U+F0000"),
        ("\ud83d", "\u25a1", "U+D83D"),
    ],
)
def test_a_name_that_hides_something_is_named_with_what_it_hides(
    tmp_path: Path, name: str, seen: str, signs: str
) -> None:
    """Of several players somebody has to find the one; what is hidden does no harm in the words."""
    fault = name_fault(name)
    assert fault is not None
    assert fault.sentence() == (
        f"“{seen}” cannot be a player's name: {signs} cannot be shown. Type it anew."
    )
    with evening(tmp_path) as at:
        reply = at.press("start", game="pickomino", players=["Ann", name, "Bo"])
        assert reply.message is not None
        assert reply.message.sentence() == fault.sentence()


def test_of_two_equal_names_it_is_said_which(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        reply = at.press("start", game="knister", players=["Ann", "Bo", "Straße", "STRASSE"])
        assert reply.message is not None
        assert reply.message.sentence().startswith("STRASSE plays already")


@pytest.mark.parametrize("name", CAN)
def test_names_of_any_script_are_taken(name: str) -> None:
    assert not name_fault(name)
    request = json.dumps({"start": "pickomino", "players": ["Ann", name]})
    assert TextReferee().reply(request)["ok"]


@given(st.text(max_size=60))
def test_a_name_that_is_taken_is_one_line_of_text_that_shows(name: str) -> None:
    if not name_fault(name):
        assert len(name.splitlines()) == 1
        assert name.encode("utf-8")
        assert any(category(sign)[0] in "LMNPS" for sign in name)


def test_the_table_takes_off_blanks_and_refuses_two_equal_names(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        reply = at.press("start", game="pickomino", players=["Ann", " ann "])
        assert not reply.ok
        page = at.start(players=(" Ann ", "Bo"))
        assert page.match is not None
        assert page.match.players == ("Ann", "Bo")


def test_a_profile_that_is_not_there_begins_no_match(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.sqlite3", write=True)
    stills = Stills(tmp_path / "stills", 1_000_000)
    folders = Folders(tmp_path, tmp_path / "settings.toml")
    dice = DiceSets(folders.profiles, lambda name: eyes_of(folders, name), lambda see: None)
    table = Table(journal, stills, program="0.1.0", dice=dice).start()
    try:
        wish = {"game": "pickomino", "players": ["Ann", "Bo"], "profile": "none"}
        reply = table.submit(Command("start", data=wish, seen=table.snapshot().revision))
        assert reply.error == "refused"
        assert reply.message is not None
        assert reply.message.sentence(()).startswith("The taught dice none are not here any more")
        assert table.snapshot().match is None
        assert list(table.matches()) == []
    finally:
        table.stop()
