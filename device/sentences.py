"""What the table says: who is to do what, and what is wrong with what lies there.

Every text here is a key of the page's translations. Fields called `seat` become names; `die`
counts the dice from 1 in reading order, left to right by rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Message, NeedsChoice, NeedsRoll, Over, Turn

# What a person's word about dice that were thrown answers.
ABOUT_DICE = frozenset(
    (
        "die-unsure",
        "dice-unsure",
        "die-leaning",
        "die-strange",
        "six-among-worms",
        "golden-unseen",
        "black-unseen",
    )
)
# What is asked because of what is seen, or no longer seen; all else says why a wish is not granted.
QUESTIONS = ABOUT_DICE | {
    "die-missing",
    "dice-missing",
    "dice-too-many",
    "dice-not-thrown",
    "throw-unclear",
    "camera-lost",
    "ended-in-mid-throw",
    "recording-ended",
    "recording-lacks",
}

NO_MATCH = Message("no-match", "Choose a game and the players to start a match.")

# By the first word of the first choice; the rest of the games' choices say `choose`.
_CHOOSING = {
    "keep": ("says-keep", "{seat}, choose what to keep."),
    "throw": ("says-decide", "{seat}, roll again or take a tile."),
    "take": ("says-take", "{seat}, take a tile."),
    "steal": ("says-take", "{seat}, take a tile."),
    "golden": ("says-golden", "{seat}, with the golden die or without it?"),
    "hold": ("says-hold", "{seat}, choose which specialist to hold."),
    "air": ("says-area", "{seat}, air or sea?"),
    "sea": ("says-area", "{seat}, air or sea?"),
    "place": ("says-place", "{seat}, place dice on the fields."),
    "penalty": ("says-penalty", "{seat}, choose the die for the penalty field."),
    "write": ("says-write", "{seat}, write the {number}."),
}
# Where a game has another word for it.
_CHOOSING_IN = {
    ("fortuna", "take"): ("says-take", "{seat}, take a card."),
    ("pickomino-deluxe", "weasel"): ("says-weasel", "{seat}, send the weasel?"),
}


def says(
    turn: Turn,
    choices: Sequence[str],
    number: object = None,
    game: str = "",
    ask: Message | None = None,
) -> Message:
    """Return the one sentence of the page. `choices` are those of the first seat due.

    `number` is the sum that is being written, where the `game` has one (Knister). While a roll is
    due, a question (`ask`) about dice that were thrown already takes the place of "roll".
    """
    if isinstance(turn, NeedsRoll):
        asked = None if ask is None else _says_about_thrown(turn.seat, ask)
        if asked is not None:
            return asked
        if turn.dice == 1:
            return Message("says-roll-one", "{seat}, roll one die.", "", (("seat", turn.seat),))
        return Message(
            "says-roll", "{seat}, roll {dice} dice.", "", (("seat", turn.seat), ("dice", turn.dice))
        )
    if isinstance(turn, NeedsChoice):
        written = number if isinstance(number, int) else None
        return _says_choice(turn, choices, written, game)
    return _says_over(turn)


def _says_about_thrown(seat: int, ask: Message) -> Message | None:
    """Return what `seat` is asked about dice that lie there; None where none is to be read."""
    fields: tuple[tuple[str, str | int], ...] = (("seat", seat),)
    if ask.code == "die-unsure":
        face = dict(ask.params)["face"]
        if face == "w":
            return Message("says-is-worm", "{seat}, is this die a worm?", "", fields)
        fields += (("face", face),)
        return Message("says-is-face", "{seat}, is this die a {face}?", "", fields)
    if ask.code == "dice-unsure":
        return Message("says-are-right", "{seat}, are the dice read rightly?", "", fields)
    if ask.code == "die-leaning":
        return Message("says-unreadable", "{seat}, one die cannot be read.", "", fields)
    if ask.code == "die-strange":
        return Message("says-what-face", "{seat}, what does this die show?", "", fields)
    return None


def _says_choice(
    turn: NeedsChoice, choices: Sequence[str], number: int | None, game: str
) -> Message:
    seat = turn.seats[0]
    verb = choices[0].split()[0] if choices else ""
    if len(turn.seats) > 1:
        if number is None:
            return Message("says-all-choose", "Everybody chooses.")
        return Message(
            "says-all-write", "Everybody writes the {number}.", "", (("number", number),)
        )
    if verb == "throw" and len(choices) == 1:
        return Message("says-throw", "{seat}, roll again.", "", (("seat", seat),))
    if verb == "write" and number is None:
        verb = ""
    usual = _CHOOSING.get(verb, ("says-choose", "{seat}, choose."))
    code, text = _CHOOSING_IN.get((game, verb), usual)
    fields: tuple[tuple[str, str | int], ...] = (("seat", seat),)
    if number is not None and "{number}" in text:
        fields += (("number", number),)
    return Message(code, text, "", fields)


def _says_over(turn: Over) -> Message:
    if len(turn.winners) == 1:
        return Message("says-won", "{seat} wins!", "", (("seat", turn.winners[0]),))
    return Message("says-shared", "The game is over: the win is shared.")


# By whether the die seems to lean, and whether it shows a worm: a noun, which other languages bend.
_UNSURE = {
    (False, False): "Die {die} of {dice} looks like a {face}: press CONFIRM if it is one, "
    "or touch on the screen what it shows.",
    (False, True): "Die {die} of {dice} looks like a worm: press CONFIRM if it is one, "
    "or touch on the screen what it shows.",
    (True, False): "Die {die} of {dice} seems to lean: straighten it, press CONFIRM if it is a "
    "{face}, or touch on the screen what it shows.",
    (True, True): "Die {die} of {dice} seems to lean: straighten it, press CONFIRM if it is a "
    "worm, or touch on the screen what it shows.",
}


def unsure_die(die: int, dice: int, face: str, leans: bool = False) -> Message:
    """Return the question about a die whose face is likely, but not sure, as where it `leans`."""
    text = _UNSURE[leans, face == "w"]
    return Message("die-unsure", text, "", (("die", die), ("dice", dice), ("face", face)))


def unsure_dice(unsure: int, dice: int) -> Message:
    """Return the question about several dice at once whose faces are likely, but not sure."""
    return Message(
        "dice-unsure",
        "{unsure} of {dice} dice are not certain: press CONFIRM if all are right, "
        "or touch the wrong one on the screen.",
        "",
        (("unsure", unsure), ("dice", dice)),
    )


def faceless_die(die: int, dice: int) -> Message:
    """Return the question about a die that leans or is covered."""
    return Message(
        "die-leaning",
        "Die {die} of {dice} is leaning or covered: straighten it, "
        "or touch on the screen what it shows.",
        "",
        (("die", die), ("dice", dice)),
    )


def strange_die(die: int, dice: int, face: str) -> Message:
    """Return the question about a die with a face that this game's dice do not have."""
    return Message(
        "die-strange",
        "Die {die} of {dice} shows {face}, which no die of this game has: "
        "touch on the screen what it shows.",
        "",
        (("die", die), ("dice", dice), ("face", face)),
    )


SIX_AMONG_WORMS = Message(
    "six-among-worms",
    "A 6 is seen, but these dice have worms: start again with the house rule that a 6 is a worm.",
)


def wrong_number(due: int, seen: int) -> Message:
    """Return what is wrong when too few or too many dice were thrown."""
    if due - seen == 1:
        text = "One die is missing: {dice} {dice:die is|dice are} due, {seen} {seen:is|are} seen."
        return Message("die-missing", text, "", (("dice", due), ("seen", seen)))
    fields = (("dice", due), ("seen", seen))
    if seen < due:
        return Message(
            "dice-missing",
            "{dice} {dice:die is|dice are} due, only {seen} {seen:is|are} seen.",
            "",
            fields,
        )
    return Message(
        "dice-too-many",
        "{dice} {dice:die is|dice are} due, but {seen} {seen:is|are} seen.",
        "",
        fields,
    )


def not_all_thrown(due: int, thrown: int) -> Message:
    """Return what is wrong when some of the dice still lie where they lay before."""
    return Message(
        "dice-not-thrown",
        "All {dice} dice are to be rolled, but only {seen} moved.",
        "",
        (("dice", due), ("seen", thrown)),
    )


GOLDEN_UNSEEN = Message("golden-unseen", "Exactly one of the dice should be the golden one.")
BLACK_UNSEEN = Message("black-unseen", "Exactly one of the dice should be the black one.")


def unseen(mark: str) -> Message:
    """Say that the golden (`"g"`) or the black (`"b"`) die is not told among the dice."""
    return GOLDEN_UNSEEN if mark == "g" else BLACK_UNSEEN


LANE_CHANGED = Message(
    "lane-changed", "The dice in the lane are no longer those that were kept: put them back."
)


LANE_NOT_LEGAL = Message(
    "lane-not-legal", "The dice in the lane are no placing that the rules allow."
)


def lane_mixed() -> Message:
    """Return what is wrong with dice of several faces newly in the lane."""
    return Message("lane-mixed", "Keep dice of one face only.", "P4")


def lane_used(face: str) -> Message:
    """Return what is wrong with a face that was kept before."""
    return Message(
        "lane-used", "{face} was kept already: keep another face.", "P5", (("face", face),)
    )


def lane_too_few(face: str, count: int, laid: int) -> Message:
    """Return what is wrong when not all the dice of a face were kept."""
    return Message(
        "lane-too-few",
        "Keep all {dice} dice that show {face}: {seen} {seen:lies|lie} in the lane.",
        "P4",
        (("dice", count), ("face", face), ("seen", laid)),
    )


WAS_THAT_A_THROW = Message(
    "throw-unclear", "The dice moved, but show the same: roll them, or choose on the page."
)
RECORDING_ENDED = Message("recording-ended", "The recording has ended: type the dice by hand.")
RECORDING_LACKS = Message(
    "recording-lacks",
    "The recording that ships with dice-table has no roll that fits here: tap in what "
    "you would have rolled, any dice you like, and it goes on.",
)
ENDED_IN_MID_THROW = Message(
    "ended-in-mid-throw",
    "The recording has ended while the dice were moving: type the dice by hand.",
)
CAMERA_LOST = Message("camera-lost", "The camera gives no pictures: type the dice by hand.")

STALE = Message("stale", "The table had moved on already: this is how it stands now.")
TOO_SOON = Message("too-soon", "This has only just come up: look, then press CONFIRM again.")
NO_ANSWER = Message("no-answer", "The table does not answer: try again.")
NOT_PLAYING = Message("not-playing", "No match is being played.")
PLAYING_ALREADY = Message("playing-already", "A match is being played: end it first.")
NOTHING_TO_CONFIRM = Message("nothing-to-confirm", "There is nothing to confirm just now.")
READS_THE_SAME = Message(
    "reads-the-same", "The dice still read the same: touch the die that was misread on the page."
)
NOTHING_TO_READ_AGAIN = Message(
    "nothing-to-read-again", "The dice of the last roll do not lie there: correct it on the page."
)


def dice_gone(name: str) -> Message:
    """Return why a match cannot begin with taught dice that are not here."""
    return Message(
        "dice-gone",
        "The taught dice {name} are not here any more: choose other dice, or teach them again.",
        "",
        (("name", name),),
    )


def dice_gone_in_play(name: str) -> Message:
    """Return what to do in a match whose taught dice are not here any more."""
    return Message(
        "dice-gone-in-play",
        "The taught dice {name} of this match are not here any more: tap in the dice, or let the "
        "camera read them as usual dice.",
        "",
        (("name", name),),
    )


NO_SUCH_DIE = Message("no-such-die", "There is no such die in the last picture.")


def dice_fail(name: str) -> Message:
    """Return why a match cannot begin with taught dice that are here, but cannot be read."""
    return Message(
        "dice-fail",
        "The taught dice {name} cannot be read: choose other dice, or teach them again.",
        "",
        (("name", name),),
    )
