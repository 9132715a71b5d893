"""The position of Oh Fortuna and its choices: frozen values, everything else is derived."""

from __future__ import annotations

from dataclasses import dataclass

from rules.fortuna.cards import CARDS, FORTUNA_CARDS, TARGETS, HouseRules

DICE = 6
PENALTY_PIPS = 7
DICE_SYMBOLS = tuple(mark + face for mark in ("", "b") for face in "123456")


@dataclass(frozen=True, slots=True)
class State:
    """Whose turn it is, what everybody owns and what lies on the dice card.

    `hands` are ascending card numbers by seat; `rolled`, `fields` and `penalties` are die symbols
    (`3`, `b3` the black die). `area` is `air`, `sea` or empty before it is declared. A die is in
    `rolled` only while it waits for its place.
    """

    rules: HouseRules
    hands: tuple[tuple[int, ...], ...]
    seat: int = 0
    area: str = ""
    rolled: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    penalties: tuple[str, ...] = ()

    @property
    def placed(self) -> int:
        """Dice on the dice card, penalties included."""
        return len(self.fields) + len(self.penalties)

    @property
    def table(self) -> frozenset[int]:
        """Cards that lie face up on the table (F2)."""
        return frozenset(CARDS).difference(*self.hands)

    @property
    def target(self) -> int:
        """Points that win the game (F3)."""
        return TARGETS[len(self.hands)]

    @property
    def raw(self) -> int:
        """Pips on fields 1 to 6, penalties left out."""
        return sum(pips(die) for die in self.fields)

    @property
    def result(self) -> int:
        """Result of the dice placed so far (F8): penalties count 7 each in air, 0 in sea."""
        return self.raw + (PENALTY_PIPS * len(self.penalties) if self.area == "air" else 0)

    @property
    def black_placed(self) -> bool:
        """Whether the black die lies on the dice card."""
        return any(is_black(die) for die in self.fields + self.penalties)

    @property
    def black_first(self) -> bool:
        """Whether the black die lies on field 1, so that a steal is allowed (F13, SW-F6)."""
        return bool(self.fields) and is_black(self.fields[0])

    def points(self, seat: int) -> int:
        """Golden numbers on the seat's score cards; Fortuna cards score nothing (F15)."""
        printed = self.rules.card_values
        return sum(printed[card] for card in self.hands[seat] if card not in FORTUNA_CARDS)

    @property
    def winner(self) -> int | None:
        """The seat that has reached the target, None while nobody has (F15)."""
        for seat in range(len(self.hands)):
            if self.points(seat) >= self.target:
                return seat
        return None


def pips(die: str) -> int:
    """Pips of a die symbol."""
    return int(die[-1])


def is_black(die: str) -> bool:
    """Whether a die symbol is that of the black die."""
    return die[0] == "b"
