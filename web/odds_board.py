"""The odds of the present choices, worked out once for each position however many pages ask."""

from __future__ import annotations

import threading
from collections import OrderedDict

from rules import game_named
from rules.odds import odds
from web.port import MatchView

Figures = dict[str, dict[str, float]]
KEPT = 64


class OddsBoard:
    """Remembers the odds of the last positions; a second asker waits for the first one's answer."""

    def __init__(self) -> None:
        """Start with nothing worked out."""
        self._known: OrderedDict[str, Figures] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, match: MatchView) -> Figures:
        """Return the figures of every choice by its public text; empty where a game has none."""
        with self._lock:
            if match.notation not in self._known:
                game = game_named(match.game)
                self._known[match.notation] = odds(game, game.parse(match.notation))
                while len(self._known) > KEPT:
                    self._known.popitem(last=False)
            return self._known[match.notation]
