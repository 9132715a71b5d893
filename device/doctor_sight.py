"""What the doctor says about a source and its pictures. Pure, like `device.doctor`."""

from __future__ import annotations

from device.doctor import Finding, mend, note, ok
from device.sight import Sight
from vision.picture import MEASURED_PX, Figures
from web.said import figure, said

SHARP_PX, BLURRED_PX = 5.5, 7.5  # width of the sharper edges in a picture of at most 1280 px
BLURRED_PART = 0.22  # of a die: an edge that wide lets pips run together
DARK, DIM, GLARING = 40.0, 65.0, 228.0  # middle brightness, 0..255
FLAT = 25.0  # between dark and bright parts: less is fog, or a cap on the lens
GLARE_NOTE, GLARE_MEND, BURNT = 0.01, 0.04, 0.35  # share of pixels without drawing
FLICKER_NOTE, FLICKER_MEND = 0.02, 0.05
NOISY = 9.0
SMALL_PX, GOOD_PX = 22.0, 30.0  # side of a die
DIE_MM = 16.0  # what most dice measure
DOUBT_MM = 3.0


def examine_sight(sight: Sight | None, is_pi: bool) -> tuple[Finding, ...]:
    """Return the findings about the source; None stands for a machine without any camera."""
    if sight is None:
        return (no_camera(is_pi),)
    found = camera(sight)
    if sight.figures is None:
        return (found,)
    figures = sight.figures
    return (
        found,
        focus(sight, figures),
        light(figures),
        glare(figures, sight.mat is not None),
        flicker(figures),
        mat(sight),
        dice(sight),
    )


def examine_recording(found: Finding) -> tuple[Finding, ...]:
    """Return the findings about the recording that ships: nobody can mend its light or its mat.

    `found` is the line of the camera, which is another matter.
    """
    says = "it is the recording that ships, and there is nothing to be done"
    checks = ("focus", "light", "glare", "flicker", "mat", "dice")
    return (found, *(ok(check, says) for check in checks))


def no_camera(is_pi: bool) -> Finding:
    """Say that there is no camera; only on a Pi is that a fault."""
    if is_pi:
        return mend(
            "camera",
            "no camera is found",
            "press in its ribbon cable with the power off, then "
            "`sudo apt-get install python3-picamera2` and `./dice-table setup`",
        )
    return note(
        "camera",
        "this machine has none; `play` shows the recording that ships, and dice can be tapped in",
        "plug in a USB camera and name it: `dice-table play usb:0`",
    )


def only_by_name(source: str) -> tuple[Finding, ...]:
    """Say of a USB camera (`usb:0`) that the table does not take it by itself, and how it does."""
    if not source.startswith("usb"):
        return ()
    says = said("{source} is a USB camera, which `play` takes only by name", source=source)
    named = said(
        '`dice-table play {source}`, or write source = "{source}" below [camera] in the settings',
        source=source,
    )
    return (note("source", says, named),)


def camera(sight: Sight) -> Finding:
    """Check that the source gives pictures, and name who holds the camera."""
    if sight.figures is not None:
        width, height = sight.size_px
        says = said(
            "{name} gives pictures of {width} x {height} px",
            name=sight.name,
            width=width,
            height=height,
        )
        return ok("camera", says)
    holder = sight.holder
    used = {"name": sight.name, "program": str(holder)}
    if holder is not None and holder.ours:
        return note(
            "camera",
            said("{name} is used by {program}, so its picture was not looked at", **used),
            "look at the page, or stop the table first: `sudo systemctl stop dice-table`",
        )
    if holder is not None:
        says = said("{name} is used by {program}", **used)
        return mend("camera", says, f"`kill {holder.number}`")
    if sight.forbidden:
        return mend(
            "camera",
            said("your user may not open {device}", device=sight.forbidden),
            "`sudo usermod -aG video $USER`, then log in again",
        )
    return mend("camera", sight.trouble, sight.remedy or "choose another source")


def focus(sight: Sight, figures: Figures) -> Finding:
    """Check the sharpness."""
    edge = figures.edge_px
    turn = "turn the lens' ring until edges are crisp (Camera Module 3 focuses at each start)"
    if edge is None:
        return note(
            "focus", "there is nothing with edges in the picture", "lay the mat or dice there"
        )
    shrink = min(1.0, MEASURED_PX / max(sight.size_px))
    sizes = [die.size_px * shrink for die in sight.dice or ()]
    part = edge / min(sizes) if sizes else 0.0
    says = said("edges are {width} px wide", width=figure(edge, ".1f"))
    if edge > BLURRED_PX or part > BLURRED_PART:
        return mend("focus", said("blurred: {says}", says=says), turn)
    if edge > SHARP_PX:
        return note("focus", said("not quite sharp: {says}", says=says), turn)
    return ok("focus", said("sharp: {says}", says=says))


def light(figures: Figures) -> Finding:
    """Check that it is neither too dark nor too bright."""
    says = said("middle brightness {brightness} of 255", brightness=f"{figures.middle:.0f}")
    if figures.bright - figures.dark < FLAT and (figures.middle < DARK or figures.middle > GLARING):
        return mend(
            "light",
            said("the picture shows nothing: {says}", says=says),
            "take the cap off the lens, switch a lamp on",
        )
    if figures.bright < 2 * DARK or figures.middle < DARK / 2:
        return mend(
            "light", said("too dark: {says}", says=says), "switch a lamp on, or move it closer"
        )
    if figures.middle > GLARING or figures.blown > BURNT:
        return mend(
            "light", said("too bright: {says}", says=says), "turn the lamp away, or close a curtain"
        )
    if figures.middle < DIM and figures.bright < 2 * DIM:
        return note(
            "light", said("rather dark: {says}", says=says), "more light makes readings surer"
        )
    if figures.noise is not None and figures.noise > NOISY:
        noise = f"{figures.noise:.0f}"
        says = said("noisy: {says}, noise {noise}", says=says, noise=noise)
        return note("light", says, "switch a lamp on")
    return ok("light", says)


def glare(figures: Figures, in_tray: bool) -> Finding:
    """Check for reflections that hide pips."""
    share = f"{figures.blown:.1%}"
    says = (
        said("{share} of the tray is white without drawing", share=share)
        if in_tray
        else said("{share} of the picture is white without drawing", share=share)
    )
    softer = "move the lamp to the side, or put paper in front of it"
    if figures.blown >= GLARE_MEND:
        return mend("glare", says, softer)
    if figures.blown >= GLARE_NOTE:
        return note("glare", says, softer)
    return ok("glare", says)


def flicker(figures: Figures) -> Finding:
    """Check that lamps do not flicker in the picture."""
    if figures.flicker is None:
        return ok("flicker", "not to be told from so few pictures")
    says = said("brightness swings by {share}", share=figure(figures.flicker, ".1%"))
    remedy = "set the mains frequency (50 or 60 Hz) in the settings, or try another lamp"
    if figures.flicker >= FLICKER_MEND:
        return mend("flicker", says, remedy)
    if figures.flicker >= FLICKER_NOTE:
        return note("flicker", says, remedy)
    return ok("flicker", says)


def mat(sight: Sight) -> Finding:
    """Check the mat; without one the whole picture is the tray."""
    view = sight.mat
    if view is None:
        return note(
            "mat",
            "not seen; the whole picture is the tray and there is no lane",
            "print one with `./dice-table mat` and lay it with all four squares in the picture",
        )
    all_of_them, seen = len(view.layout.markers), len(view.seen)
    middle = (view.layout.width_mm / 2, view.layout.height_mm / 2)
    scale = view.px_per_mm(middle)
    says = said(
        "{paper}, {seen} of {all} squares, {scale} px a mm",
        paper=view.layout.paper,
        seen=seen,
        all=all_of_them,
        scale=f"{scale:.1f}",
    )
    if seen < all_of_them:
        remedy = "move the camera or the mat until all four squares are in the picture"
        if view.doubt_mm > DOUBT_MM:
            off = f"{view.doubt_mm:.0f}"
            return mend("mat", said("{says}: off by up to {off} mm", says=says, off=off), remedy)
        return note("mat", says, remedy)
    return ok("mat", says)


def dice(sight: Sight) -> Finding:
    """Check that dice are large enough in the picture to be read."""
    closer = "bring the camera closer, or ask for larger pictures in the settings"
    if sight.dice is None:
        says = said("dice cannot be read: {reason}", reason=sight.see_trouble)
        return mend("dice", says, "`./dice-table setup`")
    sizes = sorted(die.size_px for die in sight.dice)
    if sizes:
        size = sizes[0]
        what = said("{seen} seen, the smallest {size} px", seen=len(sizes), size=f"{size:.0f}")
    elif sight.mat is not None:
        layout = sight.mat.layout
        corners = layout.tray.corners
        size = DIE_MM * min(sight.mat.px_per_mm(corner) for corner in corners)
        what = said(
            "none lies there; one of {side} mm would have {size} px",
            side=f"{DIE_MM:.0f}",
            size=f"{size:.0f}",
        )
    else:
        return note(
            "dice", "none lies there, so their size is not known", "throw them and ask again"
        )
    if size < SMALL_PX:
        return mend("dice", said("{says}: too small to be read", says=what), closer)
    if size < GOOD_PX:
        return note("dice", said("{says}: rather small", says=what), closer)
    return ok("dice", what)
