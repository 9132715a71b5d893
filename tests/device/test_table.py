"""The table: one writer for many pages; what is stale, repeated, illegal or cannot be written."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from device.log_format import read_log
from device.replay import verify_log
from device.table import Table
from device.trouble import FullDisk
from rules.game import NeedsChoice, NeedsRoll, Over
from tests.device.evenings import Evening, evening
from web.port import Command, MatchView, TablePort


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as made:
        yield made


def match_of(evening_: Evening) -> MatchView:
    match = evening_.page.match
    assert match is not None
    return match


def test_it_fulfils_the_port(at: Evening) -> None:
    port: TablePort = at.table
    assert port.snapshot().match is None
    assert port.snapshot().says.code == "no-match"
    assert port.snapshot().hand
    assert port.still(1) is None
    assert port.export("none") is None
    assert list(port.matches()) == []


def test_a_turn_by_hand(at: Evening) -> None:
    page = at.start()
    assert page.says.sentence(("Ann", "Bo")) == "Ann, roll 8 dice."
    page = at.must("roll", dice=list("4442251w"))
    assert page.says.code == "says-keep"
    page = at.must("choose", 0, choice="keep 4")
    match = match_of(at)
    assert [str(choice) for choice in match.choices[0]] == ["throw"]
    assert len(match.meanings[0]) == 1
    assert match.choices[1] == ()
    at.must("choose", 0, choice="throw")
    at.must("roll", dice=list("225ww"))
    at.must("choose", 0, choice="keep w")
    match = match_of(at)
    assert match.state["total"] == 22
    assert "take 22" in [str(choice) for choice in match.choices[0]]
    page = at.must("choose", 0, choice="take 22")
    assert match_of(at).turn == NeedsRoll(1, 8, "12345w")
    assert at.entries() == [
        "roll 4442251w", "keep 4", "throw", "roll 225ww", "keep w", "take 22",
    ]  # fmt: skip
    assert any(event.code for _, event in match_of(at).events)
    rows = at.table.matches()
    assert [(row.players, row.finished) for row in rows] == [(("Ann", "Bo"), False)]
    text = at.table.export(rows[0].match_id)
    assert text is not None
    verify_log(read_log(text))


def test_revisions_grow_and_waiters_wake(at: Evening) -> None:
    before = at.page.revision
    assert at.table.wait(before, 0.05) is None
    woken: list[Any] = []
    waiter = threading.Thread(target=lambda: woken.append(at.table.wait(before, 20.0)))
    waiter.start()
    at.start()
    waiter.join(20.0)
    assert woken[0].revision > before
    assert at.page.revision == before + 1


def test_illegal_and_unreadable_wishes_change_nothing(at: Evening) -> None:
    at.start()
    page = at.page
    for reply, error in [
        (at.press("roll", dice=list("444")), "illegal"),
        (at.press("roll", dice=["x"] * 8), "unreadable"),
        (at.press("roll", dice=[]), "unreadable"),
        (at.press("choose", 0, choice="keep 4"), "illegal"),
        (at.press("choose", 0, choice="fly away"), "unreadable"),
        (at.press("choose", 9, choice="keep 4"), "illegal"),
        (at.press("undo"), "illegal"),
        (at.press("correct", dice=list("44422511")), "illegal"),
        (at.press("correct", die=0, face="4"), "refused"),
        (at.press("confirm"), "refused"),
        (at.press("next"), "refused"),
        (at.press("start", game="knister", players=["Ann"]), "refused"),
    ]:
        assert not reply.ok
        assert reply.error == error, reply
        assert reply.message is not None
        assert reply.message.sentence(("Ann", "Bo"))
    assert at.page == page
    assert at.entries() == []


@pytest.mark.parametrize(
    "data",
    [
        {"game": "ludo", "players": ["Ann", "Bo"]},
        {"game": "pickomino", "players": ["Ann"]},
        {"game": "pickomino", "players": []},
        {"game": "pickomino", "players": ["Ann", "Bo"], "options": {"six_is_wrom": True}},
        {"game": "pickomino", "players": ["Ann", "Bo"], "position": {"grill": [99]}},
    ],
)
def test_a_start_that_cannot_be_is_refused_with_a_sentence(
    at: Evening, data: dict[str, Any]
) -> None:
    reply = at.press("start", **data)
    assert not reply.ok
    assert reply.message is not None
    assert at.page.match is None
    assert list(at.table.matches()) == []


def test_a_repeated_press_is_harmless(at: Evening) -> None:
    at.start()
    revision = at.must("roll", dice=list("4442251w")).revision
    assert at.press("choose", 0, seen=revision, choice="keep 4").ok
    for kind, data in (("choose", {"choice": "keep 4"}), ("confirm", {})):
        again = at.press(kind, 0, seen=revision, **data)  # type: ignore[arg-type]
        assert again.error == "stale"
    assert at.press("roll", seen=revision, dice=list("22511")).error in ("stale", "illegal")
    assert at.press("undo", seen=revision).error == "stale"
    assert at.entries() == ["roll 4442251w", "keep 4"]


def test_a_confirm_takes_only_the_mark_that_its_sender_saw(at: Evening) -> None:
    at.start()
    page = at.must("roll", dice=list("4442251w"))
    assert match_of(at).marked == 0
    at.must("next", back=True)  # round to the last one
    assert match_of(at).marked == len(match_of(at).choices[0]) - 1
    at.must("next")
    assert match_of(at).marked == 0
    moved = at.must("next")
    assert match_of(at).marked == 1
    assert at.press("confirm", seen=page.revision).error == "stale"
    at.must("confirm")
    assert moved.match is not None
    assert at.entries()[-1] == str(moved.match.choices[0][1])
    assert match_of(at).marked == 0


def test_a_press_from_before_a_restart_or_from_the_future_is_stale(at: Evening) -> None:
    page = at.start()
    assert at.press("roll", seen=3, dice=list("4442251w")).error == "stale"
    assert at.press("roll", seen=page.revision + 5, dice=list("4442251w")).error == "stale"
    assert at.press("roll", seen=page.revision, dice=list("4442251w")).ok


def test_knister_seats_do_not_make_each_other_stale(at: Evening) -> None:
    at.start("knister", ("Ann", "Bo", "Cleo"))
    revision = at.must("roll", dice=["3", "5"]).revision
    assert at.page.says.get("number") == 8
    for seat, cell in ((2, "write 1,1"), (0, "write 3,3"), (1, "write 5,5")):
        assert at.press("choose", seat, seen=revision, choice=cell).ok
        again = at.press("choose", seat, seen=revision, choice="write 2,2")
        assert again.error == "stale", "the same press twice"
    assert isinstance(match_of(at).turn, NeedsRoll)
    assert at.press("roll", seen=revision, dice=["1", "1"]).error == "stale"


def test_knister_everybody_writes_at_the_same_time(at: Evening) -> None:
    players = tuple(f"P{n}" for n in range(12))
    at.start("knister", players)
    for turn in range(25):
        revision = at.must("roll", dice=["3", "4"]).revision
        cell = f"write {turn // 5 + 1},{turn % 5 + 1}"
        with ThreadPoolExecutor(24) as phones:
            replies = list(
                phones.map(
                    lambda seat, cell=cell, seen=revision: at.press(
                        "choose", seat % 12, seen=seen, choice=cell
                    ),
                    range(24),
                )
            )
        assert sum(reply.ok for reply in replies) == 12
        assert {reply.error for reply in replies if not reply.ok} <= {"stale"}
    assert isinstance(match_of(at).turn, Over)
    assert at.page.says.code in ("says-won", "says-shared")


def test_knister_undo_takes_back_ones_own_number(at: Evening) -> None:
    at.start("knister", ("Ann", "Bo", "Cleo"))
    revision = at.must("roll", dice=["3", "5"]).revision
    assert at.press("choose", 0, seen=revision, choice="write 1,1").ok
    seen = at.page.revision
    assert at.press("choose", 1, seen=revision, choice="write 1,1").ok
    assert at.press("undo", 0, seen=seen).ok, "Bo's number does not concern Ann's undo"
    turn = match_of(at).turn
    assert isinstance(turn, NeedsChoice)
    assert turn.seats == (0, 2)


def test_undo_works_after_the_winning_throw(at: Evening) -> None:
    position = {"grill": [21], "face_down": list(range(22, 37)), "stacks": [[], []], "seat": 0}
    at.must("start", game="pickomino", players=["Ann", "Bo"], position=position)
    at.must("roll", dice=list("5555wwww"))
    at.must("choose", 0, choice="keep w")
    at.must("choose", 0, choice="throw")
    at.must("roll", dice=list("1234"))
    at.must("choose", 0, choice="keep 1")
    at.must("choose", 0, choice="take 21")
    assert isinstance(match_of(at).turn, Over)
    assert at.table.matches()[0].finished
    at.must("undo")
    assert not isinstance(match_of(at).turn, Over)
    assert not at.table.matches()[0].finished
    at.must("choose", 0, choice="take 21")
    assert at.table.matches()[0].winners


def test_a_correction_replaces_the_last_roll_and_is_recorded(at: Evening) -> None:
    at.start()
    at.must("roll", dice=list("4442251w"))
    at.must("choose", 0, choice="keep 4")
    page = at.must("correct", die=3, face="4")
    assert match_of(at).last_roll == tuple("4444251w")
    assert page.match is not None
    at.must("correct", dice=list("1112251w"))
    assert match_of(at).last_roll == tuple("1112251w")
    lines = (at.table.export(match_of(at).match_id) or "").splitlines()
    changed = json.loads(lines[3])["changed"]
    assert changed == [{"die": 3, "from": "2", "to": "4"}]
    verify_log(read_log("\n".join(lines)))


def test_the_same_correction_from_a_second_phone_is_stale(at: Evening) -> None:
    at.start()
    revision = at.must("roll", dice=list("4442251w")).revision
    assert at.press("correct", seen=revision, die=3, face="4").ok
    assert at.press("correct", seen=revision, die=3, face="5").error == "stale"


def test_ending_a_match_and_starting_another(at: Evening) -> None:
    at.start()
    at.must("roll", dice=list("4442251w"))
    page = at.must("end")
    assert page.match is None
    at.start("knister")
    assert len(at.table.matches()) == 2


def test_hand_mode_is_switched(at: Evening) -> None:
    assert at.must("hand", on=False).hand is False
    assert at.must("hand", on=True).hand is True


def test_starting_again_goes_on_with_the_same_match(tmp_path: Path) -> None:
    with evening(tmp_path) as first:
        first.start()
        first.must("roll", dice=list("4442251w"))
        first.must("choose", 0, choice="keep 4")
        before = match_of(first)
        revision = first.page.revision
    with evening(tmp_path) as second:
        after = match_of(second)
        assert (after.match_id, after.seq, after.notation) == (
            before.match_id, before.seq, before.notation,
        )  # fmt: skip
        assert after.events == before.events
        assert second.page.revision > revision
        second.must("choose", 0, choice="throw")
        second.must("end")
    with evening(tmp_path) as third:
        assert third.page.match is None


def test_a_record_that_does_not_follow_is_named_and_another_match_can_start(
    tmp_path: Path,
) -> None:
    with evening(tmp_path) as first:
        first.start()
        first.must("roll", dice=list("4442251w"))
        database = first.journal._db
        match_id = match_of(first).match_id
        database.execute("DROP TRIGGER entries_stay")
        database.execute("UPDATE entries SET after = 'nonsense'")
    with evening(tmp_path) as second:
        assert second.page.match is None
        assert "row 1" in second.table.trouble
        assert second.page.ask is not None
        assert match_id[:8] in second.page.ask.sentence()
        second.start("knister")
        assert second.page.ask is None


def test_when_the_record_cannot_be_written_nothing_has_happened(
    at: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.start()
    page = at.page

    def full(*_: Any) -> None:
        raise FullDisk("the record cannot be written (disk full)", "free some space")

    with monkeypatch.context() as patch:
        patch.setattr(at.journal, "append", full)
        reply = at.press("roll", dice=list("4442251w"))
    assert reply.error == "refused"
    assert reply.message is not None
    assert "free some space" in reply.message.sentence()
    assert reply.message.code == "record-full"  # a sentence of the catalogues
    assert at.page.match == page.match
    assert at.press("roll", dice=list("4442251w")).ok


def test_a_broken_listener_never_loses_a_game(at: Evening) -> None:
    heard: list[int] = []

    def broken(snapshot: object) -> None:
        raise RuntimeError("the lamp fell off")

    at.table.listen(broken)
    at.table.listen(lambda snapshot: heard.append(snapshot.revision))
    at.start()
    assert at.press("roll", dice=list("4442251w")).ok
    assert heard == sorted(heard)
    assert len(heard) == 2


def test_a_stopped_table_answers_everybody(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.start()
        table: Table = at.table
    assert table.submit(Command("undo")).error == "refused"
    assert list(table.matches()) == []
    assert table.wait(table.snapshot().revision, 0.1) is None
