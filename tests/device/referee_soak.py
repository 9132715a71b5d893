"""Play whole games by text, with nonsense in between: a request a line, as another program would.

    python -m tests.device.referee_soak --actions 100000 [--game NAME]

Ends with status 1 at the first reply that a legal request does not deserve. Each game's chance
comes from its own seed, so that a run can be repeated.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

from device.text_referee import TextReferee
from rules import GAMES

MADE_UP = Path(__file__).parents[1] / "rules" / "fortuna_made_up_values.json"
NONSENSE = (
    {"undo": True},
    {"correct": "11111111"},
    {"roll": "w"},
    {"choose": "throw"},
    {"choose": 7},
    {"state": True},
)


def ask(referee: TextReferee, request: object) -> dict[str, Any]:
    """Return the referee's reply to one request."""
    reply: dict[str, Any] = json.loads(referee.answer(json.dumps(request)))
    return reply


def legal_request(reply: dict[str, Any], rng: random.Random) -> dict[str, object]:
    """Return a request that the last reply allows."""
    if reply["waits_for"] == "roll":
        special = [
            mark + rng.choice("1w" if mark == "g" else "123456") for mark in reply["special"]
        ]
        return {"roll": [*special, *rng.choices(reply["faces"], k=reply["dice"] - len(special))]}
    seat = rng.choice(reply["seats"])
    listed = reply.get("choices_by_seat", {}).get(str(seat), reply["choices"])
    return {"choose": rng.choice(listed), "seat": seat}


def soak(name: str, actions: int) -> tuple[int, int]:
    """Play `actions` requests of one game; return the games begun and the requests refused."""
    rng = random.Random(name)
    values = json.loads(MADE_UP.read_text(encoding="utf-8"))["card_values"]
    options = {"card_values": values} if name == "fortuna" else {}
    referee, done, games, refused = TextReferee(), 0, 0, 0
    while done < actions:
        players = ["Ann", "Bo", "Cy", "Di", "Ed"][: rng.randint(2, 5)]
        reply = ask(referee, {"start": name, "players": players, "options": options})
        assert reply["ok"], reply
        games += 1
        while reply["waits_for"] != "over" and done < actions:
            done += 1
            playful = rng.random() < 0.02
            request = rng.choice(NONSENSE) if playful else legal_request(reply, rng)
            got = ask(referee, request)
            if got["ok"]:
                reply = got
            else:
                refused += 1
                assert playful, (request, got)
                assert got["error"] in {"illegal", "unreadable"}, got
    return games, refused


def main() -> None:
    """Soak the games that are asked for and print a line for each."""
    ask_for = argparse.ArgumentParser(description=__doc__)
    ask_for.add_argument("--actions", type=int, default=100_000)
    ask_for.add_argument("--game", choices=[game.name for game in GAMES])
    given = ask_for.parse_args()
    for game in GAMES:
        if given.game in (None, game.name):
            begun = time.perf_counter()
            games, refused = soak(game.name, given.actions)
            spent = time.perf_counter() - begun
            print(
                f"{game.name}: {given.actions} requests, {games} games, {refused} refused,", end=" "
            )
            print(f"no fault, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
