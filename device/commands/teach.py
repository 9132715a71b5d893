"""`dice-table teach`: learn the faces of somebody's own dice from a few photographs."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from device.__main__ import folders_of
from device.labels import FORM, Labelled, read_labels
from device.photo_trouble import photo_trouble
from device.profiles import list_profiles, profile_path, stored_profile
from device.teaching import (
    Teaching,
    check_lines,
    doubts,
    face_of_dice,
    progress_lines,
    without_photo,
)
from device.trouble import Trouble
from device.typed_name import as_typed, remark
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


@click.command(epilog=EXAMPLES)
@click.argument("profile", required=False)
@click.argument("photos", nargs=-1, metavar="[PHOTO...]", type=click.Path(path_type=Path))
@click.option("--face", metavar="NAME", help="Every die in the photos shows this face.")
@click.option(
    "--labels",
    type=click.Path(path_type=Path),
    metavar="LABELS.json",
    help="What the dice of each photo show; photos lie beside the file.",
)
@click.option("--worm", metavar="NAME", help="The face that is the worm ('' for none).")
@click.option(
    "--dice", type=click.IntRange(1, 40), metavar="N", help="Refuse photos without N dice."
)
@click.option("--forget", metavar="NAME", help="Forget a face.")
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
    profile: str | None,
    photos: tuple[Path, ...],
    face: str | None,
    labels: Path | None,
    worm: str | None,
    dice: int | None,
    forget: str | None,
    forget_photos: tuple[str, ...],
    delete: bool,
    as_list: bool,
) -> None:
    """Learn the faces of your own dice, then read with `--profile PROFILE`.

    With --face each die in the photos shows that face; call it once for each face. With --labels
    the photos may show anything. What was taught before stays. At the end each example is read by
    means of all the others, which says how sure the profile is; that takes two faces at least.
    Without photos the profile is only shown and checked.
    """
    folder = folders_of(ctx).profiles
    if as_list:
        _list(folder)
        return
    if profile is None:
        raise click.UsageError("name a profile, or say --list")
    asked = sum(one is not None for one in (face, labels, forget))
    if asked + bool(forget_photos) + delete > 1:
        raise click.UsageError(
            "--face, --labels, --forget, --forget-photo and --delete do not go together"
        )
    if bool(photos) != (face is not None):
        raise click.UsageError("photos and --face NAME go together")
    path = profile_path(folder, profile)
    if delete:
        stored_profile(folder, profile, whole=False)
        path.unlink()
        click.echo(f"The profile {profile} is deleted.")
        return
    if face is None and labels is None:
        known = stored_profile(folder, profile)
    else:
        known = stored_profile(folder, profile) if path.exists() else Profile()
    try:
        _change(known, path, profile, photos, face, labels, worm, dice, forget, forget_photos)
    except ProfileError as error:
        known_faces = ", ".join(known.counts) or "none yet"
        raise Trouble(str(error), f"choose one of its faces: {known_faces}") from error


def _change(
    known: Profile,
    path: Path,
    name: str,
    photos: tuple[Path, ...],
    face: str | None,
    labels: Path | None,
    worm: str | None,
    dice: int | None,
    forget: str | None,
    forget_photos: tuple[str, ...],
) -> None:
    """Learn or forget, keep the profile where something changed, and say how it stands."""
    teaching = Teaching(known, dice)
    if forget is not None or forget_photos:
        teaching.profile = known.without(forget) if forget is not None else known
        for forgotten in forget_photos:
            teaching.profile = without_photo(teaching.profile, forgotten)
        if not teaching.profile.examples:
            path.unlink()
            what = (
                f"{forget} was the last face"
                if forget
                else f"{forget_photos[-1]} was the last photo"
            )
            click.echo(f"{what}: the profile {name} is deleted.")
            return
    elif face is not None:
        face = face_of_dice(face)
        for photo in photos:
            _learn(teaching, Labelled(photo, (face,), None), name, face)
    elif labels is not None:
        listed = read_labels(labels)
        for value in {value for labelled in listed for value in labelled.values}:
            face_of_dice(value)
        for labelled in listed:
            _learn(teaching, labelled, name, None)
    if worm is not None:
        teaching.profile = teaching.profile.with_worm(worm)
    if teaching.profile is not known:
        save_profile(teaching.profile, path)
    click.echo(f"The profile {name}:")
    for line in progress_lines(teaching.profile):
        click.echo(f"  {line}")
    _check(teaching, name)


def _check(teaching: Teaching, name: str) -> None:
    """Say how sure the profile is, where there is something to tell apart."""
    counts = teaching.profile.counts
    if len(counts) > 1:
        click.echo("Each example, read by means of all the others:")
        for line in check_lines(teaching.checks()):
            click.echo(f"  {line}")
    elif counts:
        click.echo(
            as_typed(
                f"Nothing can be checked yet: there is no other face to tell {next(iter(counts))} "
                f"from. Teach a second one: `dice-table teach {name} --face NAME PHOTO...`"
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
        learnt = teaching.see_face(face, frame, where)
    else:
        learnt = teaching.see_labelled(labelled, frame, where)
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
    for sentence in learnt.unseen:
        remark(f"{where}: {sentence}")


def _list(folder: Path) -> None:
    found = list_profiles(folder)
    if not found:
        begin = "No profile yet: `dice-table teach NAME --face 6 sixes.jpg` begins one."
        click.echo(as_typed(begin))
    for name, says in found:
        click.echo(f"{name}: {says}")
