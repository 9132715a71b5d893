"""How many people a game is for, checked where a match begins."""

from __future__ import annotations

from rules.game import BadPosition


def check_seats(title: str, allowed: range, seats: object) -> None:
    """Raise BadPosition where `seats` is no number of players that the game `title` is for."""
    if isinstance(seats, bool) or seats not in allowed:
        raise BadPosition(f"{title} is for {allowed[0]} to {allowed[-1]} players")
