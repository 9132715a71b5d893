"""A match as text, CSV and `.bgsplay`, each read back."""

from __future__ import annotations

import csv
import io
import json
import uuid
from dataclasses import replace

import pytest

from device.exports import COLUMNS, bgsplay, csv_table, export_as
from device.log_format import read_log
from device.record import Entry, Record, Result
from device.replay import begin, replay
from device.transcript import transcript
from device.trouble import LogTrouble
from rules import GAMES
from tests.device.matches import head_for, played

# The numbers of a real box are not public: these stand in for them.
CARD_VALUES = {
    str(card): (abs(card - 21) - 9 if abs(card - 21) > 10 else {10: 4, 8: 3}.get(abs(card - 21), 2))
    for card in range(43)
}
NAMES = [game.name for game in GAMES]


def record_of(game: str, entries: int = 60, players: tuple[str, ...] = ("Ann", "Bo")) -> Record:
    options = {"card_values": CARD_VALUES} if game == "fortuna" else {}
    return played(head_for(game, players, **options), entries)


def finished(game: str = "pickomino") -> Record:
    record = record_of(game, 5000)
    assert record.result is not None
    return record


@pytest.mark.parametrize("game", NAMES)
def test_ndjson_reads_back_as_it_was(game: str) -> None:
    record = record_of(game)
    assert read_log(export_as(record, "ndjson")).record == record


@pytest.mark.parametrize("language", ["en", "pl", "de"])
@pytest.mark.parametrize("game", NAMES)
def test_the_transcript_tells_every_entry(game: str, language: str) -> None:
    record = record_of(game)
    lines = transcript(record, language).splitlines()
    numbered = [line for line in lines if line[:4].strip().isdigit()]
    assert [int(line[:4]) for line in numbered] == [entry.seq for entry in record.entries]
    assert not any("{" in line for line in lines)
    assert "Ann, Bo" in lines[2]


def test_the_transcript_speaks_each_language() -> None:
    record = record_of("pickomino")
    told = {language: transcript(record, language) for language in ("en", "pl", "de")}
    assert "Ann rolls" in told["en"]
    assert "Ann rzuca" in told["pl"]
    assert "Ann würfelt" in told["de"]
    assert "The camera read" in told["en"]
    assert told["en"].splitlines()[-1] == "The match is not finished."


def test_the_transcript_says_what_was_changed() -> None:
    head = head_for()
    changed = ({"die": 2, "from": "5", "to": "4"}, {"die": 3, "from": None, "to": "2"})
    dice = ("4", "4", "4", "2", "2", "5", "1", "w")
    after = begin(head).roll(dice).match.notation
    entry = Entry(1, "2026-03-01T19:31:00Z", "roll", after, seat=0, dice=dice, changed=changed)
    told = transcript(Record(head, (entry,)))
    assert "Die 3 was read as 5 and corrected to 4." in told
    assert "Die 4 could not be read and was entered as 2." in told


def test_a_broken_record_is_told_as_far_as_it_follows() -> None:
    record = record_of("pickomino")
    entries = (*record.entries[:3], replace(record.entries[3], kind="choose", choice="keep 9"))
    told = transcript(replace(record, entries=entries))
    assert told.splitlines()[-1].endswith("entry 4.")


@pytest.mark.parametrize("game", NAMES)
def test_csv_reads_back(game: str) -> None:
    record = record_of(game)
    rows = list(csv.DictReader(io.StringIO(csv_table(record), newline="")))
    assert tuple(rows[0]) == COLUMNS
    for row, entry in zip(rows, record.entries, strict=True):
        assert row["seq"] == str(entry.seq)
        assert row["kind"] == entry.kind
        assert tuple(row["dice"].split()) == entry.dice
        assert row["choice"] == entry.choice
        assert row["after"] == entry.after
        assert row["camera"].split() == [die["face"] for die in entry.camera or ()]
        assert row["player"] == ("" if entry.seat is None else record.head.players[entry.seat])
    assert rows[0]["happened"].startswith("Ann ")


@pytest.mark.parametrize("name", ["=1+1", "+49", "-2", "@SUM(A1)", "\tx", "=cmd|'/c calc'!A1"])
def test_no_cell_is_a_formula(name: str) -> None:
    text = csv_table(record_of("pickomino", 20, (name, "Bo")))
    for row in csv.reader(io.StringIO(text, newline="")):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for cell in row)
    assert f"'{name}" in text


def test_a_name_with_a_comma_and_a_quote_stays_one_cell() -> None:
    name = 'An"n, the "first"'
    rows = csv.DictReader(io.StringIO(csv_table(record_of("pickomino", 20, (name, "Bo")))))
    assert {row["player"] for row in rows} <= {name, "Bo", ""}


def test_bgsplay_holds_together() -> None:
    record = finished()
    assert record.result is not None
    play = json.loads(bgsplay(record))
    (one,), (game,), (place,) = play["plays"], play["games"], play["locations"]
    assert one["uuid"] == record.head.match_id
    assert one["gameRefId"] == game["id"]
    assert one["locationRefId"] == place["id"]
    assert game["name"] == "Pickomino"
    by_id = {player["id"]: player["name"] for player in play["players"]}
    scores = {by_id[score["playerRefId"]]: score for score in one["playerScores"]}
    for seat, name in enumerate(record.head.players):
        assert scores[name]["score"] == str(record.result.scores[seat])
        assert scores[name]["winner"] == (seat in record.result.winners)
    for thing in (one, game, place, *play["players"]):
        assert str(uuid.UUID(thing["uuid"])) == thing["uuid"]
    assert one["playDate"] == "2026-03-01 19:30:05"
    assert one["durationMin"] == 1


# What files of the app hold, by public descriptions of them: the fields that we write, by kind.
DESCRIBED: dict[str, dict[str, type]] = {
    "players": {"uuid": str, "id": int, "name": str, "isAnonymous": bool, "modificationDate": str,
                "bggUsername": str},
    "locations": {"uuid": str, "id": int, "name": str, "modificationDate": str},
    "games": {"uuid": str, "id": int, "name": str, "modificationDate": str, "cooperative": bool,
              "highestWins": bool, "noPoints": bool, "usesTeams": bool, "urlThumb": str,
              "urlImage": str, "bggName": str, "bggYear": int, "bggId": int, "designers": str,
              "isBaseGame": int, "isExpansion": int, "rating": int, "minPlayerCount": int,
              "maxPlayerCount": int, "minPlayTime": int, "maxPlayTime": int, "minAge": int},
    "plays": {"uuid": str, "modificationDate": str, "entryDate": str, "playDate": str,
              "playDateYmd": int, "usesTeams": bool, "durationMin": int, "ignored": bool,
              "manualWinner": bool, "rounds": int, "rating": int, "scoringSetting": int,
              "locationRefId": int, "gameRefId": int, "board": str, "comments": str,
              "playerScores": list, "expansionPlays": list},
    "playerScores": {"score": str, "winner": bool, "newPlayer": bool, "startPlayer": bool,
                     "playerRefId": int, "role": str, "rank": int, "seatOrder": int},
}  # fmt: skip


@pytest.mark.parametrize("game", NAMES)
def test_bgsplay_keeps_to_the_fields_that_are_described(game: str) -> None:
    record = record_of(game, 40)
    result = Result((1, 2), (1,), "Bo wins.")
    play = json.loads(bgsplay(replace(record, result=result)))
    assert set(play) == {"about", "players", "locations", "games", "plays", "userInfo"}
    play["playerScores"] = play["plays"][0]["playerScores"]
    for part, fields in DESCRIBED.items():
        for thing in play[part]:
            assert {name: type(value) for name, value in thing.items()} == fields
    assert [score["seatOrder"] for score in play["playerScores"]] == [0, 1]
    assert play["plays"][0]["playDateYmd"] == 20260301


def test_a_player_is_the_same_person_in_every_play() -> None:
    first, second = (json.loads(bgsplay(finished()))["players"] for _ in range(2))
    assert first == second
    assert len({player["uuid"] for player in first}) == 2


def test_bg_stats_gets_no_unfinished_match() -> None:
    with pytest.raises(LogTrouble, match="finished"):
        bgsplay(record_of("pickomino", 10))


def test_the_records_of_these_tests_follow_the_rules() -> None:
    assert all(replay(record_of(game)).fault is None for game in NAMES)
