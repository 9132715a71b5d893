"""Readings as the commands print them: JSON for programs, a table for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vision.observation import Die


def die_json(die: Die) -> dict[str, Any]:
    """Return one die as docs/interfaces.md lays it down; pixels are those of the frame."""
    return {
        "face": die.face,
        "confidence": die.confidence,
        "sure": die.sure,
        "center": [round(die.center_xy[0], 1), round(die.center_xy[1], 1)],
        "size": round(die.size_px, 1),
        "angle": round(die.angle_deg, 1),
        "colour": die.colour,
        "area": die.area,
        "others": [[face, chance] for face, chance in die.others],
        "leans": die.leans,
    }


def die_table(dice: Sequence[Die]) -> list[str]:
    """Return the dice as lines for people; `?` marks what is not sure."""
    if not dice:
        return ["  no dice seen"]
    lines = []
    for die in dice:
        face = "worm" if die.face == "w" else die.face or "no face to read"
        mark = " " if die.sure else "?"
        x, y = die.center_xy
        where = f"at {x:.0f}, {y:.0f}, {die.size_px:.0f} px wide"
        why = ", seems to lean" if die.leans and die.face else ""
        lines.append(
            f"  {face + mark:<18}{100 * die.confidence:5.1f} %  {die.colour:<10} {where}{why}"
        )
    faces = " ".join((die.face or "-") + ("" if die.sure else "?") for die in dice)
    return [*lines, f"  together: {faces}"]
