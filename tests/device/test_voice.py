"""The voice: what is said in which language, and that it never holds anything up."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.voice import Voice
from tests.device.evenings import Evening, evening

# Stands for espeak-ng: writes its words to a file, and takes its time where it is told to.
SPEAKER = """
import sys, time
from pathlib import Path
place, pause, flag, language, dashes, text = sys.argv[1:]
with Path(place).open("a") as told:
    told.write(f"{flag} {language} {text}\\n")
time.sleep(float(pause))
"""


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as made:
        yield made


def voice_at(at: Evening, told: Path, language: str, pause_s: float = 0.0) -> Voice:
    voice = Voice(language, (sys.executable, "-c", SPEAKER, str(told), str(pause_s)))
    voice.start()
    at.table.listen(voice.hear)
    return voice


def said(told: Path, count: int) -> list[str]:
    """Return the lines that were spoken, once there are `count`."""
    end = time.monotonic() + 30
    while not told.exists() or len(told.read_text(encoding="utf-8").splitlines()) < count:
        assert time.monotonic() < end, told.read_text(encoding="utf-8") if told.exists() else ""
        time.sleep(0.02)
    return told.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("setting", "of_page", "first"),
    [
        ("match", "de", "-v de Ann, würfle mit 8 Würfeln."),
        ("match", "pl", "-v pl Ann, rzuć 8 kostkami."),
        ("match", "", "-v en Ann, roll 8 dice."),
        ("match", "xx", "-v en Ann, roll 8 dice."),
        ("en", "de", "-v en Ann, roll 8 dice."),
    ],
)
def test_it_speaks_the_language_of_the_match(
    at: Evening, tmp_path: Path, setting: str, of_page: str, first: str
) -> None:
    told = tmp_path / "told"
    voice = voice_at(at, told, setting)
    at.must("start", game="pickomino", players=["Ann", "Bo"], language=of_page)
    assert said(told, 1)[0].startswith(first)
    voice.stop()


def test_the_language_is_still_known_after_a_restart(tmp_path: Path) -> None:
    with evening(tmp_path) as first:
        first.must("start", game="knister", players=["Ann"], language="pl")
    with evening(tmp_path) as again:
        assert again.page.match is not None
        assert again.page.match.language == "pl"


def test_stopping_does_not_wait_for_what_was_not_said(at: Evening, tmp_path: Path) -> None:
    told = tmp_path / "told"
    voice = voice_at(at, told, "en", pause_s=1.0)
    at.start()
    said(told, 1)
    at.must("roll", dice=list("4442251w"))
    at.must("choose", 0, choice="keep 4")
    voice.stop()
    assert not voice._thread.is_alive()
