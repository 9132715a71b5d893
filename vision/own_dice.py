"""Read dice with a profile: what the network says and what the examples say, put together.

Taught pictures stand in the place of the network's worm and other pictures. Pips stay the
network's, unless they were taught too: then both must agree to be sure. Where the examples know
nothing alike, the network's word for a picture is never sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.apart import apart
from vision.calibration import Calibration
from vision.looks import CLASSES
from vision.observation import Die
from vision.photo import Frame
from vision.profile import Profile
from vision.read import WELL_READ, Reading
from vision.taught import FAR, NEAR, Judgement, Pose, Taught, cut_face

PIPS = CLASSES[:6]
WORM = "w"
FAMILIAR = 0.8  # from here on a die is taken for one of the taught
FOREIGN = 0.3  # below this an untaught pip face may be sure
FACES_OF_A_DIE = 6
GUESSED = 0.4  # power that makes the chances of what looks strange as modest as they should be
NO_DIE = 0.997  # what the networks hold so surely for no die gets one look only
NETWORK_DOUBT = 0.05  # how far a taught face holds against a network that never read it so
CONTRADICTS = 0.9  # a network so sure of pips, that such a face does not usually get, is a doubt


@dataclass(frozen=True)
class Known:
    """A reading with what the examples say; its chances allow for a die that looks familiar."""

    reading: Reading
    judgement: Judgement

    @property
    def place(self) -> Reading:
        """The reading to tell dice apart by: a picture well read, as far as it looks familiar.

        The networks know nothing of the picture: the one finds such places with little conviction,
        the other shares its word among pips and pictures. Beside well read dice it would be lost.
        """
        share, spot = self.judgement.familiar, self.reading.spot
        chances = (1 - share) * self.reading.chances
        chances[CLASSES.index(WORM)] += share
        return replace(
            self.reading, chances=chances, spot=replace(spot, score=max(spot.score, share))
        )


class OwnDice:
    """Somebody's own dice, ready to be read. One thread only."""

    def __init__(self, profile: Profile) -> None:
        """Learn the profile's faces; takes about a second. Raises ValueError for an empty one."""
        self.taught = Taught(profile.examples)
        self._name = {face: WORM if face == profile.worm else face for face in self.taught.faces}
        self._usual = {face: self.taught.usual_chances(face) for face in self.taught.faces}
        self._pictures = [face for face in self.taught.faces if face not in PIPS]
        self._read_as = {
            pip: [face for face in self._usual if self._usual[face][CLASSES.index(pip)] > 0.5]
            for pip in PIPS
        }

    def judge(self, frame: Frame, readings: Sequence[Reading]) -> list[Known]:
        """Judge the readings of one frame and return one a die.

        What looks like a taught face is a die, whatever the networks thought of it.
        """
        found = [self._known(frame, reading) for reading in readings]
        places = [known.place for known in found]
        kept = {id(place) for place in apart(places)}
        return [known for known, place in zip(found, places, strict=True) if id(place) in kept]

    def _known(self, frame: Frame, reading: Reading) -> Known:
        """Judge one reading; the less the network makes of it, the further off its face may lie."""
        poses: Sequence[Pose] = (*NEAR, *FAR)
        if reading.chance("-") >= NO_DIE:
            poses = ()
        elif max(reading.chance(pip) for pip in PIPS) > WELL_READ:
            poses = NEAR
        known = Known(reading, self.taught.judge(cut_face(frame, reading), poses))
        return replace(known, reading=_as_die(known))

    def name(self, die: Die, known: Known, rule: Calibration) -> Die:
        """Return the die as the network read it with the face that network and examples see."""
        judged, reading = known.judgement, known.reading
        chances = self._chances(judged, reading)
        order = sorted(chances, key=lambda name: -chances[name])
        face, chance = order[0], chances[order[0]]
        unreadable = reading.chance("")
        if unreadable > max(0.5, chance) and judged.familiar < FAMILIAR:
            return replace(die, face=None, sure=False, confidence=round(unreadable, 4))
        own = next((taught for taught in judged.chances if self._name[taught] == face), None)
        # The chance of what was not taught is the network's own: that there is a face to be read is
        # asked apart there.
        read = 1.0 if own is not None else 1.0 - unreadable - reading.chance("-")
        likely = chance >= rule.clear.face_from * read and not die.leans and unreadable < 0.5
        sure = likely and self._trusted(face, own, judged, die, reading)
        others = [(n, round(chances[n], 4)) for n in order[1:3] if chances[n] > 0.0005]
        return replace(
            die,
            face=face,
            sure=sure,
            confidence=round(min(chance, 0.9999), 4),
            others=tuple(others),
        )

    def _chances(self, judged: Judgement, reading: Reading) -> dict[str, float]:
        """Return a chance for each name, from the examples as far as the die looks familiar.

        The network has a say among the taught faces too: how its reading fits what it usually makes
        of each of them. What looks strange is shared out among the taught faces that the network
        usually reads so, and a strange picture among the taught pictures: as a guess, never sure.
        """
        known, strange = judged.familiar, 1.0 - judged.familiar
        fits = {
            face: chance * (NETWORK_DOUBT + float(self._usual[face] @ reading.chances))
            for face, chance in judged.chances.items()
        }
        chances = dict.fromkeys(PIPS, 0.0)
        guesses = {face: fit**GUESSED for face, fit in fits.items()}
        parts = [(strange * part, among, guesses) for part, among in self._strange_parts(reading)]
        for part, among, weights in ((known, list(fits), fits), *parts):
            whole = sum(weights[face] for face in among)
            for face in among:
                name = self._name[face]
                chances[name] = chances.get(name, 0.0) + part * weights[face] / whole
        if not self._shows_a_taught_face(reading):
            for pip in PIPS:
                if not self._read_as[pip]:
                    chances[pip] += strange * reading.chance(pip)
        if not self._pictures:
            chances[WORM] = strange * (reading.chance("w") + reading.chance("x"))
        return chances

    def _strange_parts(self, reading: Reading) -> list[tuple[float, list[str]]]:
        """Return what the network reads of a strange die, with the faces that it may stand for."""
        if self._shows_a_taught_face(reading):
            return [(1.0, list(self._usual))]
        parts = [(reading.chance(pip), self._read_as[pip]) for pip in PIPS]
        parts.append((reading.chance("w") + reading.chance("x"), self._pictures))
        return [(chance, among) for chance, among in parts if among]

    def _shows_a_taught_face(self, reading: Reading) -> bool:
        """Whether a strange die can only be one of the taught: a whole die was taught.

        Unless the network is sure of pips that no taught face is usually read as.
        """
        left = [pip for pip in PIPS if not self._read_as[pip]]
        foreign = any(reading.chance(pip) > CONTRADICTS for pip in left)
        return len(self._usual) >= FACES_OF_A_DIE and not foreign

    def _trusted(
        self, name: str, own: str | None, judged: Judgement, die: Die, reading: Reading
    ) -> bool:
        """Whether a likely face is sure: the examples, the network or both answer for it.

        `own` is what it was taught as, None where it was not.
        """
        if own is None:
            by_network = die.sure and die.face == name
            return by_network and judged.familiar < FOREIGN and (name in PIPS or not self._pictures)
        if judged.face != own or min(judged.familiar, judged.chances[own]) < FAMILIAR:
            return False
        top = max(PIPS, key=reading.chance)
        if own in PIPS:
            return top == own and reading.chance(top) > 0.5
        doubt = reading.chance(top) > CONTRADICTS
        return not doubt or float(self._usual[own][CLASSES.index(top)]) > 0.2


def _as_die(known: Known) -> Reading:
    """Move what the network held for no die or no worm over to a worm, as far as it is familiar."""
    reading, share = known.reading, known.judgement.familiar
    chances = reading.chances.copy()
    others = [CLASSES.index("x"), CLASSES.index("-")]
    chances[CLASSES.index(WORM)] += share * chances[others].sum()
    chances[others] *= 1 - share
    return replace(reading, chances=chances)
