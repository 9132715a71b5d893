"""`dice-table teach`: learn the faces of somebody's own dice from a few photographs."""

from __future__ import annotations

import shlex
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from device.face_words import face_in_words
from device.labels import FORM, Labelled, read_labels
from device.number_ranges import WholeRange
from device.photo_trouble import photo_trouble
from device.profiles import list_profiles, profile_path, stored_profile
from device.program import folders_of
from device.teaching import (
    SYMBOLS,
    Teaching,
    TeachingTrouble,
    check_lines,
    doubts,
    face_of_dice,
    progress_lines,
    without_photo,
)
from device.trouble import Trouble, cannot_be_written, remedy_of
from device.typed_name import as_typed, examples_as_typed, remark
from vision import PhotoError, load_photo
from vision.profile import Profile, ProfileError, save_profile

EXAMPLES = f"""\b
LABELS.json, here with a photo of each kind:
  {FORM[0]}
  {FORM[1]}
  {FORM[2]}
A box goes round a die or its pips: left, top, right, bottom in px. `values`
alone do where all dice of a photo show the same.

\b
Examples:
  dice-table teach mine --face 6 sixes.jpg more-sixes.jpg
  dice-table teach mine --face dragon dragons.jpg --worm dragon
  dice-table teach mine --labels photos/labels.json
  dice-table teach mine
  dice-table teach mine --forget 6
  dice-table teach mine --forget-photo more-sixes.jpg
  dice-table teach --list"""


@click.command(epilog=examples_as_typed(EXAMPLES))
@click.argument("profile", required=False)
@click.argument(
    "photos", nargs=-1, metavar="[PHOTO...]", type=click.Path(path_type=Path, readable=False)
)
@click.option(
    "--face",
    "faces",
    metavar="NAME",
    multiple=True,
    help="Every die in the photos shows this face.",
)
@click.option(
    "--labels",
    type=click.Path(path_type=Path, readable=False),
    metavar="LABELS.json",
    help="What the dice of each photo show; photos lie beside the file.",
)
@click.option("--worm", metavar="NAME", help="The face that is the worm ('' for none).")
@click.option("--dice", type=WholeRange(1, 40), metavar="N", help="Refuse photos without N dice.")
@click.option("--forget", "forgotten", metavar="NAME", multiple=True, help="Forget a face.")
@click.option(
    "--forget-photo",
    "forget_photos",
    metavar="PHOTO",
    multiple=True,
    help="Forget what a photo taught; may be given again.",
)
@click.option("--delete", is_flag=True, help="Delete the profile.")
@click.option("--list", "as_list", is_flag=True, help="List the profiles.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    profile: str | None,
    as_list: bool,
    faces: tuple[str, ...],
    forgotten: tuple[str, ...],
    **words: Any,
) -> None:
    """Learn the faces of your own dice, then read with `--profile PROFILE`.

    With --face each die in the photos shows that face; call it once for each face. With --labels
    the photos may show anything. What was taught before stays. At the end each example is read by
    means of all the others, which says how sure the profile is; that takes two faces at least.
    Without photos the profile is only shown and checked.
    """
    folder = folders_of(ctx).profiles
    asked = Asked(face=_one("--face", faces), forget=_one("--forget", forgotten), **words)
    if as_list:
        if profile is not None or asked != Asked():
            raise click.UsageError("--list stands alone: it neither learns nor forgets")
        _list(folder)
        return
    if profile is None:
        raise click.UsageError("name a profile, or say --list")
    asked.check(profile)
    path = profile_path(folder, profile)
    if asked.delete:
        stored_profile(folder, profile, whole=False)
        _keep(Profile(), path)
        click.echo(f"The profile {profile} is deleted.")
        return
    begins = asked.teaches and not path.exists()
    known = Profile() if begins else stored_profile(folder, profile)
    teaching = Teaching(known, asked.dice)
    try:
        lessons = _lessons(asked, known)
        if lessons:
            folders_of(ctx).ready()  # learning takes long: what cannot be kept is not begun
        _change(teaching, profile, asked, lessons)
        if teaching.profile is not known:
            _keep(teaching.profile, path)
    except BaseException as error:
        if asked.teaches and teaching.profile is not known:
            click.echo("None of this is kept: mend what is wrong, then teach all of it again.")
        if isinstance(error, ProfileError):
            its = ", ".join(teaching.profile.counts) or "none yet"
            raise Trouble(str(error), f"choose one of its faces: {its}") from error
        raise
    if not teaching.profile.examples:
        click.echo(f"{asked.last_forgotten}: the profile {profile} is deleted.")
        return
    click.echo(f"The profile {profile}:")
    for line in progress_lines(teaching.profile):
        click.echo(f"  {line}")
    _check(teaching, profile)


def _one(option: str, names: tuple[str, ...]) -> str | None:
    """Return the only name that was given, if any: of several all but the last would go unheard."""
    if len(names) > 1:
        raise click.UsageError(f"{option} takes one face: call it once for each")
    return names[0] if names else None


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for of one profile; the fields are the words of the command line."""

    photos: tuple[Path, ...] = ()
    face: str | None = None
    labels: Path | None = None
    worm: str | None = None
    dice: int | None = None
    forget: str | None = None
    forget_photos: tuple[str, ...] = ()
    delete: bool = False

    @property
    def teaches(self) -> bool:
        """Whether photos are to be learnt; they may begin a profile."""
        return self.face is not None or self.labels is not None

    @property
    def last_forgotten(self) -> str:
        """Say what was the last that a profile held, once it holds nothing any more."""
        if self.forget is not None:
            return f"{self.forget} was the last face"
        return f"{self.forget_photos[-1]} was the last photo"

    def check(self, profile: str) -> None:
        """Raise UsageError for words that do not go together: nothing said is left undone."""
        if self.delete and self != Asked(delete=True):
            raise click.UsageError("--delete stands alone: it deletes all that was taught")
        asked = sum(one is not None for one in (self.face, self.labels, self.forget))
        if asked + bool(self.forget_photos) > 1:
            raise click.UsageError(
                "--face, --labels, --forget and --forget-photo do not go together"
            )
        if self.labels is not None and self.photos:
            raise click.UsageError("--labels names the photos itself: name none beside it")
        if self.face is not None and not self.photos:
            raise click.UsageError(
                f"no photo of `{self.face}` is named: `{profile}`, as the first word, is the "
                "name of the profile"
            )
        if self.photos and self.face is None:
            raise click.UsageError("say which face the photos show: --face NAME")
        if self.dice is not None and not self.teaches:
            raise click.UsageError("--dice goes with photos that are to be learnt")


def _lessons(asked: Asked, known: Profile) -> list[Labelled]:
    """Return the photos to learn with what they show; raises Trouble where that cannot be.

    `known` is what was taught before.
    """
    worm = asked.worm or known.worm or "w"
    accepted = {*known.counts, worm}
    if asked.face is not None:
        face = _face_meant(asked.face, accepted, worm)
        return [Labelled(photo, (face,), None) for photo in asked.photos]
    listed = read_labels(asked.labels) if asked.labels is not None else []
    for labelled in listed:
        for value in labelled.values:
            try:
                _face_meant(value, accepted, worm)
            except TeachingTrouble as trouble:
                where = f"{asked.labels}: {labelled.photo.name}"
                raise TeachingTrouble(f"{where}: {trouble.what}", trouble.remedy) from trouble
    return listed


def _face_meant(name: str, accepted: Collection[str], worm: str) -> str:
    """Return a face's name, trimmed; raises TeachingTrouble where another one is surely meant.

    `accepted` are names that are meant as they are; `worm` is what the worm is called.
    """
    face = face_of_dice(name)
    meant = face_in_words(face)
    if face in accepted or face == meant or meant not in SYMBOLS:
        return face
    if meant == "w":
        hint = (
            f"did you mean `{worm}`? Or keep the name, and say that it is the worm: --worm {face}"
        )
    else:
        hint = f"did you mean `{meant}`? Or give the picture a name of its own"
    raise TeachingTrouble(f"no game knows a face `{face}`", hint)


def _change(teaching: Teaching, name: str, asked: Asked, lessons: list[Labelled]) -> None:
    """Forget or learn what is asked for, in memory alone; raises Trouble, ProfileError."""
    if asked.forget is not None:
        teaching.profile = teaching.profile.without(asked.forget)
    for forgotten in asked.forget_photos:
        teaching.profile = without_photo(teaching.profile, forgotten)
    faces = {*teaching.profile.counts, *(face for one in lessons for face in one.values)}
    if asked.worm and asked.worm not in faces:
        raise Trouble(
            f"the profile knows no face `{asked.worm}` that could be the worm",
            f"choose one of its faces: {', '.join(sorted(faces)) or 'none is left'}",
        )
    for labelled in lessons:
        _learn(teaching, labelled, name, labelled.values[0] if asked.face is not None else None)
    if asked.worm is not None:
        teaching.profile = teaching.profile.with_worm(asked.worm)


def _keep(profile: Profile, path: Path) -> None:
    """Keep the profile in its file, and no file where nothing is left; raises Trouble."""
    try:
        if profile.examples:
            save_profile(profile, path)
        else:
            path.unlink()
    except OSError as error:
        # The system names the file, which may be one that is not there yet.
        place = OSError(error.errno, error.strerror, str(path.parent))
        raise cannot_be_written(f"the profile {path}", error, remedy_of(place)) from error


def _check(teaching: Teaching, name: str) -> None:
    """Say how sure the profile is, where there is something to tell apart."""
    if checks := teaching.checks():
        click.echo("Each example, read by means of all the others:")
        for line in check_lines(checks):
            click.echo(f"  {line}")
        return
    (face,) = teaching.profile.counts
    click.echo(
        as_typed(
            f"Nothing can be checked yet: there is no other face to tell {face} from. Teach a "
            f"second one: `dice-table teach {name} --face NAME PHOTO...`"
        )
    )


def _learn(teaching: Teaching, labelled: Labelled, name: str, face: str | None) -> None:
    """Learn one photo and say what was learnt; a photo that teaches nothing stops everything."""
    where = str(labelled.photo)
    try:
        frame = load_photo(labelled.photo)
    except PhotoError as error:
        raise photo_trouble(labelled.photo, error) from error
    if face is not None:
        learnt = teaching.see_face(face, frame, labelled.photo)
    else:
        learnt = teaching.see_labelled(labelled, frame, labelled.photo)
    counts = ", ".join(f"{shown} x {count}" for shown, count in sorted(learnt.counts.items()))
    rest = f" ({learnt.left_out} without a label left out)" if learnt.left_out else ""
    again = f" ({learnt.known} learnt before, not again)" if learnt.known else ""
    click.echo(f"{where}: {counts or 'no dice'}{rest}{again}")
    if face is not None and (doubtful := doubts(face, learnt.readings)):
        remark(
            f"{where} is doubtful and was learnt all the same: {'; '.join(doubtful)}; do: look at "
            f"the photo, and where it does not show {face} alone, forget it: "
            f"`dice-table teach {name} --forget-photo {shlex.quote(where)}`"
        )
    if learnt.otherwise:
        before = ", ".join(f"{count} as `{known}`" for known, count in learnt.otherwise.items())
        remark(
            f"{where} was learnt as something else too: {before}; do: forget it, then teach it as "
            f"what it shows: `dice-table teach {name} --forget-photo {shlex.quote(where)}`"
        )
    for sentence in learnt.unseen:
        remark(f"{where}: {sentence}")


def _list(folder: Path) -> None:
    found = list_profiles(folder)
    if not found:
        begin = "No profile yet: `dice-table teach NAME --face 6 sixes.jpg` begins one."
        click.echo(as_typed(begin))
    for name, says in found:
        click.echo(f"{name}: {says}")
