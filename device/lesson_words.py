"""What a lesson says. Every text here is a key of the page's translations."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from device.teaching import ENOUGH, TeachingTrouble
from rules.game import Message
from web.teach_port import LessonFace

NO_CAMERA = Message(
    "teach-no-camera",
    "Teaching needs pictures: start with a camera, or teach from photos with dice-table teach.",
)
PLAYING = Message(
    "teach-playing", "A match is being played: teach the dice after it, or leave it first."
)
WORKING = Message("teach-working", "The last step is still being learnt: wait a moment.")
NO_LESSON = Message("teach-none", "There is no lesson just now: begin one.")
NO_SUCH_FACE = Message("teach-face", "That face does not belong to this lesson.")
WHICH_FACE = Message("teach-which-face", "Touch the face that the dice show now.")
NAME_THEM = Message("teach-name", "Give the dice a name.")
WHICH_FACES = Message("teach-faces", "Choose which faces these dice have.")
NO_PICTURE = Message("teach-no-picture", "The camera gives no picture just now: try again.")
MOVES = Message("teach-moves", "Something moves in the picture: hands away, then once more.")
NOTHING_TAKEN = Message("teach-nothing", "Nothing has been taught yet.")
ALL_TAUGHT = Message(
    "teach-all", "Every face is taught. Let it check itself, or teach a face once more."
)
OF_THE_TABLE = "the table's camera"  # in a profile: where an example comes from
_PLAIN = str.maketrans({"ł": "l", "Ł": "L", "ß": "ss", "ø": "o", "æ": "ae"})


def plain_name(name: str) -> str:
    """Return a name with which a file can be called: `Zielone kości` becomes `Zielone-kosci`."""
    letters = unicodedata.normalize("NFKD", name.strip().translate(_PLAIN))
    kept = ["-" if letter.isspace() else letter for letter in letters]
    return "".join(one for one in kept if one.isascii() and (one.isalnum() or one in "-_"))[:40]


def lay(face: str, dice: int, examples: int) -> Message:
    """Return what to do for the next picture of a face."""
    if 0 < examples < ENOUGH:
        text = "{face}: {seen} so far, better {more}. Turn the dice a little, then press CONFIRM."
        return Message(
            "teach-more", text, "", (("face", face), ("seen", examples), ("more", ENOUGH))
        )
    if dice:
        text = (
            "Lay the {count} {count:die|dice} apart, each with {face} on top; "
            "hands away, then CONFIRM."
        )
        return Message("teach-lay", text, "", (("count", dice), ("face", face)))
    text = "Lay all dice apart, each with {face} on top; hands away, then CONFIRM."
    return Message("teach-lay-all", text, "", (("face", face),))


def one_face(face: str) -> Message:
    """Return that one face alone is no check."""
    text = "Nothing can be checked yet: only {face} is taught. Touch another face and teach it."
    return Message("teach-one-face", text, "", (("face", face),))


def checked(faces: Sequence[LessonFace]) -> Message:
    """Return how sure it is now, of the faces that were told apart."""
    examples = sum(face.examples for face in faces)
    right = sum(face.right or 0 for face in faces)
    clear = sum(face.clear or 0 for face in faces)
    fields = (("examples", examples), ("right", right), ("clear", clear))
    if right == examples and clear * 10 >= examples * 9:
        text = "It is sure: {right} of {examples} examples are read right, {clear} clearly."
        return Message("teach-sure", text, "", fields)
    if right * 100 >= examples * 95:
        text = "It is fairly sure: {right} of {examples} examples are read right, {clear} clearly."
        return Message("teach-fairly", text, "", fields)
    text = (
        "It is not sure: {right} of {examples} examples are read right. Teach the weak faces once "
        "more."
    )
    return Message("teach-unsure", text, "", fields)


def saved(name: str) -> Message:
    """Return that the dice are kept."""
    return Message(
        "teach-saved",
        "The dice {name} are taught: choose them when a match is set up.",
        "",
        (("name", name),),
    )


def not_learnt(trouble: TeachingTrouble) -> Message:
    """Return why a picture taught nothing."""
    if trouble.seen is None:
        return failed(str(trouble))
    if trouble.seen == 0:
        return Message("teach-no-die", "No die is seen: more light, or the dice nearer together.")
    if trouble.seen == 1:
        text = "Only one die is seen where {wanted} should lie: lay all of them apart, in view."
        return Message("teach-one-die", text, "", (("wanted", trouble.wanted),))
    text = "{seen} dice are seen where {wanted} should lie: lay all of them apart, in view."
    fields = (("seen", trouble.seen), ("wanted", trouble.wanted))
    return Message("teach-number", text, "", fields)


def failed(what: str) -> Message:
    """Return a failure in words that come from elsewhere (the disk, a file)."""
    return Message("teach-failed", "{what}", "", (("what", what),))
