"""Plays Knister through `dice-table play` and the real picamera2 on a libcamera virtual camera.

Run by virtual_camera.sh inside its Debian, where the camera "Virtual throws" shows the film of
three throws over and over. As a process of its own it is the program with that camera; without
words it starts that process, plays what is thrown, and prints a line for each thing that held.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve()
ROOT = HERE.parent.parent.parent
THROWN = (5, 8, 6)
ROUNDS = 12  # at most: the film goes round, and a busy machine may miss a rest of it
WAIT_S = 240.0


def program(words: list[str]) -> None:
    """Be `dice-table WORDS...`, with `pi` meaning the camera of the throws."""
    from through_the_camera import number_of, suit_the_virtual_pipeline

    suit_the_virtual_pipeline()
    camera = f"pi:{number_of('Virtual throws')}"
    from device.program import main

    main([camera if word == "pi" else word for word in words])


def play() -> None:
    """Play some rounds of Knister; each throw is taken as it is thrown."""
    from through_the_camera import held

    from tests.device.playing_program import log, playing

    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        (data / "s.toml").write_text("[page]\nannounce = false\n", encoding="utf-8")
        words = ("--game", "knister", "--players", "Ann", "pi")
        numbers: list[int] = []
        with playing(data, *words, program_words=(str(HERE),)) as (page, _):
            held("play began with the Pi camera")
            # The film may be anywhere when the match begins; each throw comes within a round.
            while set(numbers) != set(THROWN) or len(numbers) <= len(THROWN):
                assert len(numbers) < ROUNDS, numbers
                until = time.monotonic() + WAIT_S
                while (seen := page.look())["match"]["state"]["number"] is None:
                    assert time.monotonic() < until, seen
                    if seen["ask"] and seen["ask"]["code"] in ("die-unsure", "dice-unsure"):
                        page.send("confirm")
                    time.sleep(0.1)
                assert seen["camera"]["kind"] == "pi", seen
                row, column = (part + 1 for part in divmod(len(numbers), 5))
                numbers.append(seen["match"]["state"]["number"])
                assert page.get(f"/still/{seen['camera']['still']}.jpg").startswith(b"\xff\xd8")
                field = f"write {row},{column}"
                assert page.send("choose", 0, choice=field)["ok"], page.look()
            match_id = seen["match"]["id"]
        assert set(numbers) == set(THROWN), numbers
        held(f"throws read one after the other: {numbers}")
        told = log(data, "verify", match_id)
        assert f"{2 * len(numbers)} entries follow the rules" in told, told
        held("the program ended tidily, and its record follows the rules")


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(HERE.parent)]
    if len(sys.argv) > 1:
        program(sys.argv[1:])
    else:
        play()
