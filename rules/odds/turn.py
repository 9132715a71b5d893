"""The best play of one turn, exactly: a recursion over faces used, dice left and total.

Everything is counted in whole numbers, so that equal chances are equal and nothing is rounded
before the end. A `Packed` number holds three expectations at once, the first one in front, so that
comparing two of them compares worms first, then the chance not to bust, then the victim's loss:

    (worms + OFFSET) << 2 * WIDTH | chance not to bust << WIDTH | worms and victim's loss + OFFSET

all three times a power of 6 that depends on the number of dice still to come. The recursion runs
over plain numbers too (`Place.key`): it visits some thousand places for one position.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from rules.odds.rolls import Hand, Rolls, rolls
from rules.pickomino.dice import FACES, POINTS

Packed = int

WIDTH: Final = 160
"""Bits for each expectation: 6 to the power of 54, times a few worms, needs 147."""
OFFSET: Final = 32
"""Lifts losses above zero; nobody loses or wins that many worms in one turn."""
LOW: Final = (1 << WIDTH) - 1
WORMS_UNIT: Final = 1 << 2 * WIDTH
ONE: Final = FACES.index("1")
WORM: Final = FACES.index("w")
ALL_USED: Final = (1 << len(FACES)) - 1
FACE_POINTS: Final = tuple(POINTS[face] for face in FACES)
MOST_TOTAL: Final = 45
FREE_FACES: Final = tuple(
    tuple(face for face in range(len(FACES)) if not used >> face & 1) for used in range(64)
)
WHITE: Final = 1 << 6
USED: Final = 1 << 10
GOLDEN: Final = 1 << 16
MAY_JOIN: Final = 1 << 17
WEASEL: Final = 1 << 18
PAID: Final = 1 << 19


class Worth(NamedTuple):
    """What a turn changes: own worms, the chance to bust, own worms plus others' losses."""

    worms: float
    bust: float
    with_loss: float


class Gain(NamedTuple):
    """A certain end of the turn: change of own worms, and that plus what others lose."""

    worms: int
    with_loss: int


NO_GAIN: Final = Gain(0, 0)


def pack(gain: Gain, survives: bool) -> Packed:
    """Return a certain end as a packed number of scale 1."""
    lifted = (gain.worms + OFFSET) << 2 * WIDTH
    return lifted + (int(survives) << WIDTH) + gain.with_loss + OFFSET


def extra(gain: Gain) -> Packed:
    """Return what is added to a packed number of scale 1 for something gained on the way."""
    return gain.worms * WORMS_UNIT + gain.with_loss


def unpack(packed: Packed, scale: int) -> Worth:
    """Return the three expectations of a packed number."""
    survives = packed >> WIDTH & LOW
    worms = (packed >> 2 * WIDTH) - OFFSET * scale
    with_loss = (packed & LOW) - OFFSET * scale
    return Worth(worms / scale, (scale - survives) / scale, with_loss / scale)


@dataclass(frozen=True, slots=True)
class Table:
    """What the table gives to a turn, whatever the dice do.

    `claims[worm_kept][paid]` lists the best claim by the pips kept (None: no tile), where `paid`
    says whether this turn has already brought a round worm. `golden` counts the sides of the golden
    die by face; it is empty where there is none.
    """

    bust: Gain
    claims: tuple[tuple[tuple[Gain | None, ...], ...], ...]
    golden: tuple[int, ...] = ()
    pair_of_ones: Gain = NO_GAIN


class Place(NamedTuple):
    """Where a turn stands: faces set aside (a bit each), white dice left, pips kept.

    `golden` is 1 while the golden die is among the dice not set aside, `may_join` while it could
    still come in, `weasel` while a second roll may be had, `paid` when the turn has brought its
    round worm.
    """

    used: int
    white: int
    total: int
    golden: int = 0
    may_join: int = 0
    weasel: int = 0
    paid: int = 0

    @property
    def key(self) -> int:
        """All of it in one number; keeping a die adds the same to it wherever it is kept."""
        dice = self.total + self.white * WHITE + self.used * USED
        flags = self.golden * GOLDEN + self.may_join * MAY_JOIN
        return dice + flags + self.weasel * WEASEL + self.paid * PAID

    @property
    def scale(self) -> int:
        """The scale of packed numbers at this place."""
        return SCALES[self.weasel][self.white + self.golden + self.may_join]


class BestPlay:
    """The recursion for one table; keeps what it has worked out."""

    def __init__(self, table: Table) -> None:
        """Pack what the table gives."""
        self._golden = table.golden
        self._bust = pack(table.bust, False)
        self._pair = extra(table.pair_of_ones)
        self._claims = [
            [[pack(gain, True) if gain else 0 for gain in by_total] for by_total in by_paid]
            for by_paid in table.claims
        ]
        self._decided: dict[int, Packed] = {}
        self._rolled: dict[int, Packed] = {}

    def after_decision(self, place: Place) -> Worth:
        """Return what a turn is worth after a keep: the best claim or throw, else a bust."""
        return unpack(self._decide(place.key), place.scale)

    def after_throw(self, place: Place) -> Worth:
        """Return what throwing on is worth, the golden die with it where that is better."""
        return unpack(self._throw(place.key), place.scale)

    def after_roll(self, place: Place) -> Worth:
        """Return what the dice in hand are worth before they are rolled."""
        return unpack(self._roll(place.key), place.scale)

    def keep(self, place: Place, face: int, count: int, golden: int = 0) -> Worth:
        """Return what it is worth to keep `count` white dice of a face, and the golden die."""
        key = place.key + (USED << face) - golden * GOLDEN
        key += (FACE_POINTS[face] - WHITE) * count + FACE_POINTS[face] * golden
        after = place._replace(white=place.white - count, golden=place.golden - golden)
        pays = bool(self._pair) and face == ONE and count + golden >= 2
        if not pays:
            return unpack(self._decide(key), after.scale)
        value = self._decide(key if place.paid else key + PAID)
        return unpack(value + self._pair * after.scale, after.scale)

    def _decide(self, key: int) -> Packed:
        value = self._decided.get(key)
        if value is None:
            value = self._decided[key] = self._best_decision(key)
        return value

    def _best_decision(self, key: int) -> Packed:
        total, used = key & 63, key // USED & ALL_USED
        dice = (key // WHITE & 15) + (key // GOLDEN & 1) + (key // MAY_JOIN & 1)
        scale = SCALES[key // WEASEL & 1][dice]
        worm_kept = used >> WORM & 1
        claims = self._claims[worm_kept][key // PAID]
        stop = claims[total]
        if not dice or used == ALL_USED:
            return (stop or self._bust) * scale
        # with a worm kept no later total can be worth more than the best one within reach
        more_on_the_way = self._pair and not used >> ONE & 1
        best_possible = claims[total : total + 5 * dice + 1] if worm_kept else None
        if stop and best_possible and not more_on_the_way and stop >= max(best_possible):
            return stop * scale
        return max(self._throw(key), stop * scale)

    def _throw(self, key: int) -> Packed:
        if not key & MAY_JOIN:
            return self._roll(key)
        joined = self._roll(key - MAY_JOIN + GOLDEN)
        return max(joined, self._roll(key)) if key // WHITE & 15 else joined

    def _roll(self, key: int) -> Packed:
        value = self._rolled.get(key)
        if value is None:
            value = self._rolled[key] = self._best_after_roll(key)
        return value

    def _best_after_roll(self, key: int) -> Packed:
        used, white = key // USED & ALL_USED, key // WHITE & 15
        golden, weasel = key // GOLDEN & 1, key // WEASEL & 1
        may_join = key // MAY_JOIN & 1
        free = FREE_FACES[used]
        sides = tuple([self._golden[face] for face in free]) if golden else ()
        scales, dice = SCALES[weasel], white + golden + may_join
        below = scales[dice] // 6**dice
        options: list[Packed] = []
        for face in free:
            options += self._keeps(key, face, [below // scale for scale in scales])
        table = rolls(Hand(white, len(free), sides))
        if not weasel:
            # a die that stays out is not thrown, but its share of the scale is there
            return expected(table, options, self._bust * below) * (6 if may_join else 1)
        # a second roll stands, and may be wished for after any first roll (D13)
        again = self._roll(key - WEASEL) * (below // SCALES[0][dice])
        return expected(table, [max(option, again) for option in options], again)

    def _keeps(self, key: int, face: int, lift: list[int]) -> list[Packed]:
        """Return the value of keeping 1, 2, ... dice of a face, in the order of `rolls`."""
        decided, white, golden = self._decided, key // WHITE & 15, key // GOLDEN & 1
        step = FACE_POINTS[face] - WHITE
        pays = self._pair if face == ONE else 0
        values = []
        for kept_golden in range(golden + 1):
            after = key + (USED << face) + kept_golden * (FACE_POINTS[face] - GOLDEN)
            left = white + golden + (key // MAY_JOIN & 1) - kept_golden
            if kept_golden:
                values.append(self._decide(after) * lift[left])
            for count in range(1, white + 1):
                after += step
                left -= 1
                if pays and count + kept_golden >= 2:
                    paid = self._decide(after if key // PAID else after + PAID)
                    values.append(paid * lift[left] + pays * lift[0])
                    continue
                value = decided.get(after)
                values.append((self._decide(after) if value is None else value) * lift[left])
        return values


@lru_cache(maxsize=2)
def best_play(table: Table) -> BestPlay:
    """Return the recursion for a table: all positions of a turn share what it has worked out."""
    return BestPlay(table)


def expected(table: Rolls, options: list[Packed], nothing: Packed) -> Packed:
    """Return the sum over all rolls of ways times the best option; `nothing` where none is.

    The options are ranked first: comparing ranks and adding up ways by rank is quicker than
    doing the same with the long numbers.
    """
    ranked = sorted(set(options))
    rank_of = {value: rank for rank, value in enumerate(ranked)}
    rank = [rank_of[value] for value in options]
    ways = [0] * len(ranked)
    for count, a in table.one:
        ways[rank[a]] += count
    for count, a, b in table.two:
        x, y = rank[a], rank[b]
        ways[x if x > y else y] += count
    for count, a, b, c in table.three:
        x, y, z = rank[a], rank[b], rank[c]
        if y > x:
            x = y
        ways[x if x > z else z] += count
    for count, several in table.more:
        ways[max([rank[option] for option in several])] += count
    best = sum(count * value for count, value in zip(ways, ranked, strict=True) if count)
    return table.none * nothing + best


def _scales() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the scale by dice left, without and with the weasel's second roll to come."""
    plain, second = [1], [1]
    for dice in range(1, 10):
        plain.append(plain[-1] * 6**dice)
        second.append(plain[-1] * 6**dice)
    return tuple(plain), tuple(second)


SCALES: Final = _scales()
