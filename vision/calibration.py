"""How raw outputs become chances, and when a reading is sure."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, astuple, dataclass, field
from importlib import resources

FAINT = 0.003  # chances far below that are alike
LEAST_CHANCE = 1e-4


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a sure reading needs.

    `face_from`: the chance of its face, given that there is a face to be read; `unread_to` and
    `nothing_to`: the chances that the die is not to be read and that no die lies there, at most.
    The last two are stated too high for dice as they are met: training shows many more dice that
    lean, move or are half covered, and many more things that are none, than lie on tables.
    """

    face_from: float
    unread_to: float
    nothing_to: float

    def within(self, other: Bounds) -> bool:
        """Whether they ask for no less than others do."""
        chances = self.unread_to <= other.unread_to and self.nothing_to <= other.nothing_to
        return chances and self.face_from >= other.face_from


@dataclass(frozen=True, slots=True)
class Odds:
    """How the log odds that a die lies at a place are told; `usual` is where they begin.

    `score` is what each unit of the log odds that the locator gives adds to them, `nothing` what
    each unit of the log of the chance that no die lies there adds, and `lean` what a face adds for
    each unit (sine) by which it leans away from the others.
    """

    usual: float
    score: float
    nothing: float
    lean: float

    def of_a_die(self, score: float, nothing: float, lean: float) -> float:
        """Return the log odds that a die lies where the locator gives `score`."""
        found, none, away = self.told_by(score, nothing, lean)
        return self.usual + self.score * found + self.nothing * none + self.lean * away

    @staticmethod
    def told_by(score: float, nothing: float, lean: float) -> tuple[float, float, float]:
        """Return the three quantities of a place that are weighed."""
        score = min(max(score, LEAST_CHANCE), 1.0 - LEAST_CHANCE)
        return math.log(score / (1.0 - score)), math.log(nothing + FAINT), lean


@dataclass(frozen=True, slots=True)
class Backing:
    """What a reading gains where nothing around its face speaks against it.

    Where the chances that there is no die, or none to be read, are `none_to` at most, the bounds
    for these two are `wider` times as wide, unless the locator doubts the place. Where the log odds
    that the die leans are `flat_to` at most as well, it may lean by `lean` times what is borne.
    """

    flat_to: float
    lean: float
    none_to: float
    wider: float

    def of(self, bounds: Bounds) -> Bounds:
        """Return the wider bounds."""
        unread, nothing = self.wider * bounds.unread_to, self.wider * bounds.nothing_to
        return Bounds(bounds.face_from, unread, nothing)


@dataclass(frozen=True, slots=True)
class Tipped:
    """When a look around says that a die leans, where little else tells how the camera looks.

    That is where neither a mat nor the throws before tell it and fewer than `few` dice show pips or
    a worm well. There a die leans where the log odds of it, `part` times the part by which it leans
    of what is borne, and `slant` times the sine by which its face slants to the camera (a flat one
    that does seems to lean to such a look) come to more than `over`; a lone one, `over_alone`. That
    is asked of what leans no further than is borne; of what does, `Backing` decides.
    """

    few: int
    part: float
    slant: float
    over: float
    over_alone: float

    def bound(self, told: int) -> float | None:
        """Return from where on a die leans where so many are well read; None: it is not asked."""
        if told >= self.few:
            return None
        return self.over if told > 1 else self.over_alone

    def weighed(self, log_odds: float, part: float, slant: float) -> float:
        """Return what is held against that bound of a die that leans by `part` of what is borne."""
        return log_odds + self.part * part + self.slant * slant


@dataclass(frozen=True, slots=True)
class Calibration:
    """How raw outputs become chances, what is a die, and when a reading is sure.

    Logits are divided by `temperature`. A sure reading is within the bounds `clear`, or `doubted`
    where the locator gave the place less than `doubt` (keys of a keyboard, mostly); no upright look
    is below `least`, and the face does not lean by more than `lean_among` against a mat, the throws
    before or the others. Held against the camera alone it may lean by `lean_alone`, unless its
    place is doubted, and two dice alone by no more than `lean_between` apart (sines). `odds` tell
    dice from clutter; `backing` is what a look around adds, `tipped` what it takes from few dice.
    """

    temperature: float = 1.0
    clear: Bounds = field(default_factory=lambda: Bounds(0.98, 0.03, 0.05))
    doubted: Bounds = field(default_factory=lambda: Bounds(0.98, 0.02, 0.005))
    doubt: float = 0.6
    least: float = 0.6
    lean_alone: float = 0.44
    lean_among: float = 0.22
    lean_between: float = 0.27
    odds: Odds = field(default_factory=lambda: Odds(1.04, 1.34, -0.41, -3.96))
    backing: Backing = field(default_factory=lambda: Backing(-4.0, 1.6, 0.01, 3.0))
    tipped: Tipped = field(default_factory=lambda: Tipped(6, 3.0, -4.0, 0.0, -0.75))

    def bounds(self, score: float) -> Bounds:
        """Return the bounds of a reading where the locator gave `score`."""
        return self.clear if score >= self.doubt else self.doubted

    def lean_borne(self, score: float, held: bool) -> float:
        """Return the lean that is borne; `held`: it is told against more than the camera."""
        return self.lean_among if held or score < self.doubt else self.lean_alone

    @classmethod
    def told(cls, text: str) -> Calibration:
        """Return what JSON says; raises ValueError where it says no calibration, or a lax one."""
        try:
            values = json.loads(text)
            clear, doubted = (Bounds(**values.pop(name)) for name in ("clear", "doubted"))
            odds, backing = Odds(**values.pop("odds")), Backing(**values.pop("backing"))
            tipped = Tipped(**values.pop("tipped"))
            told = cls(
                **values, clear=clear, doubted=doubted, odds=odds, backing=backing, tipped=tipped
            )
            weighed = (clear, doubted, odds, backing, tipped)
            parts = [number for part in weighed for number in astuple(part)]
            numbers = [float(number) for number in (*parts, *values.values())]
        except (AttributeError, KeyError, TypeError) as error:
            raise ValueError(f"no calibration: {error}") from error
        if not all(math.isfinite(number) for number in numbers):
            raise ValueError("a calibration has finite numbers")
        if not doubted.within(clear):
            raise ValueError("where a place is doubted no less is asked for than elsewhere")
        if odds.score < 0 or odds.nothing > 0 or odds.lean > 0:
            raise ValueError("what is found more surely, or leans less, is no sooner clutter")
        if backing.lean < 1 or backing.wider < 1:
            raise ValueError("what is backed bears no less than what is not")
        if backing.flat_to >= 0 or backing.none_to > clear.unread_to:
            raise ValueError("what backs a reading is surer than the reading")
        if min(told.lean_alone, told.lean_among, told.lean_between) <= 0:
            raise ValueError("some lean is borne: no slant is told exactly")
        if tipped.part < 0 or tipped.slant > 0:
            raise ValueError(
                "a part of a lean adds to its odds, and a slant to the camera takes from them"
            )
        if tipped.over_alone > tipped.over:
            raise ValueError("a lone die leans for no more than what one among others leans for")
        return told

    def written(self) -> str:
        """Return the calibration as a line of JSON."""
        return json.dumps(asdict(self)) + "\n"

    @classmethod
    def shipped(cls) -> Calibration:
        """Return the calibration that ships with the models."""
        return cls.told((resources.files("models") / "calibration.json").read_text("utf-8"))
