"""Pictures of a table: the printed mat under a camera, dice on it, a hand that reaches in.

Drawn by the project's own sketches (`models/training/sketch`: dice by ray casting), so that mat,
dice, faces and hands are found by the same networks and the same code as at a real table. Places on
the mat are in mm, as in `vision/mat.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.sketch.bodies import Body, Camera, Light, Shot, cast
from models.training.sketch.dice import COLOURS, draw_look, make_body
from models.training.sketch.layout import Pose
from vision.mat import MatLayout, layout_of

sys.path.insert(0, str(Path(__file__).parent.parent / "vision"))
import mat_scene

DIE_MM = 16.0
SIZE_PX = (1024, 768)
# Six places (mm) of the tray where dice lie apart.
APART = ((40.0, 40.0), (180.0, 45.0), (105.0, 70.0), (45.0, 105.0), (170.0, 100.0), (75.0, 45.0))
GAMMA = 0.7
LIGHT = Light(
    toward=np.array([-0.3, 0.25, 0.92], np.float32),
    key=0.5,
    ambient=0.55,
    colour=np.array([0.97, 1.0, 1.03], np.float32),
    window=(0.3, 0.2, 0.2, 0.2),
    window_strength=0.05,
    ring=(0.1, 0.1, 0.0),
    dome=0.5,
    floor=0.3,
)
SKIN = np.array([0.28, 0.42, 0.68], np.float32)

Floats = NDArray[np.float32]
Point = tuple[float, float]


@dataclass(frozen=True)
class Placed:
    """A die on the mat: what it shows, where, how it is turned (deg), how far it leans (deg).

    `kind` is its colour; `tumble` a turn of its own while it flies `high_mm` above the mat.
    """

    face: str
    at_mm: Point
    yaw_deg: float = 0.0
    lean_deg: float = 0.0
    kind: str = "ivory"
    high_mm: float = 0.0
    tumble: tuple[float, float, float] | None = None


def die_of(kind: str, worms: bool) -> tuple[Body, list[str]]:
    """Return a die at the origin and its faces on +x -x +y -y +z -z; ink black, on black white."""
    chance = np.random.default_rng(38)
    look = draw_look(chance)
    dark = kind == "black"
    ink = (0.9, 0.9, 0.9) if dark else (0.03, 0.03, 0.03)
    style = replace(
        look.style, pip_radius=0.095, pip_spread=0.25, depth=3.0, ink=ink, picture_ink=ink,
        ring=False, big_one=1.0, square_pips=False, second_ink=None,
    )  # fmt: skip
    look = replace(
        look, colour=kind, albedo=np.array(COLOURS[kind], np.float32), marble=None, style=style,
        rounding=0.12, gloss=0.15, sharpness=20.0, clear=0.0, dish=0.0, ball=1.0, mirrored=False,
        pictures=("6w",) if worms else (),
    )  # fmt: skip
    body, _, faces = make_body(chance, look, Pose((0, 0, 0.5), 0, 0, 0, 1.0), 60.0, None)
    return body, faces


class TableScene:
    """The mat under a camera that hangs a little askew, and dice and a hand drawn into it."""

    def __init__(
        self, worms: bool = True, paper: str = "a4", tilt_deg: float = 3.0, bare: bool = False
    ) -> None:
        """Set up camera and mat, or a `bare` table in its place; `worms`: the sixes are worms."""
        self.layout: MatLayout = layout_of(paper)  # type: ignore[arg-type]
        self._lens = mat_scene.Camera(
            SIZE_PX, tilt_deg=tilt_deg, towards_deg=40.0, turn_deg=1.2, room=1.12
        )
        inside, rotation, shift = self._lens.pose(self.layout)
        # From the mat's mm (y down, heights negative) to sizes of a die (y up, heights positive).
        axes = rotation @ np.diag([1.0, -1.0, -1.0])
        self.camera = Camera(
            (-axes.T @ shift / DIE_MM).astype(np.float32),
            axes.astype(np.float32),
            float(inside[0, 0]),
            (float(inside[0, 2]), float(inside[1, 2])),
        )
        sheet = self._lens.photograph(self.layout, mat_scene.sheet_of(paper), table=60)
        if bare:
            sheet = np.full_like(sheet, 130)
        flat = LIGHT.ambient * 0.95 + LIGHT.key * float(LIGHT.toward[2])
        self._ground = (sheet.astype(np.float32) / 255.0) ** (1 / GAMMA) * flat * LIGHT.colour
        self._kinds = {kind: die_of(kind, worms) for kind in ("ivory", "black", "golden")}
        self._seen: dict[Placed, Shot | None] = {}

    def to_px(self, at_mm: Point, high_mm: float = 0.0) -> NDArray[np.float64]:
        """Return where a point above the mat is in the picture."""
        return self.camera.project(np.array([_world(at_mm, high_mm)]))[0]

    def draw(self, dice: Sequence[Placed], hand_mm: Point | None = None) -> NDArray[np.uint8]:
        """Return the picture, (height, width, 3) uint8 BGR."""
        bodies = [self._body(die) for die in dice]
        image = self._shaded(self._ground, bodies)
        depth = np.full(image.shape[:2], np.inf, np.float32)
        for die, body in zip(dice, bodies, strict=True):
            shot = self._cast(die, body)
            if shot is None:
                continue
            rows, columns = shot.hit.shape
            part = np.s_[shot.y0 : shot.y0 + rows, shot.x0 : shot.x0 + columns]
            front = shot.hit & (shot.depth < depth[part])
            depth[part][front] = shot.depth[front]
            image[part][front] = shot.colour[front]
        if hand_mm is not None:
            self._lay_hand(image, hand_mm)
        image = cv2.GaussianBlur(np.clip(image, 0.0, 1.0), (0, 0), 0.7) ** GAMMA
        return (image * 255.0).astype(np.uint8)

    def _cast(self, die: Placed, body: Body) -> Shot | None:
        """Return what the camera sees of a die; it lies still in most pictures of a film."""
        if die not in self._seen:
            self._seen[die] = cast(body, self.camera, LIGHT, *SIZE_PX)
        return self._seen[die]

    def _body(self, die: Placed) -> Body:
        body, faces = self._kinds[die.kind]
        turn = _upright(faces.index(die.face))
        if die.tumble is not None:
            turn = cv2.Rodrigues(np.array(die.tumble))[0] @ turn
        lean = np.radians(die.lean_deg)
        yaw = cv2.Rodrigues(np.array([0.0, 0.0, np.radians(die.yaw_deg)]))[0]
        turn = yaw @ cv2.Rodrigues(np.array([lean, 0.0, 0.0]))[0] @ turn
        lift = 0.5 * (np.cos(lean) + abs(np.sin(lean)))
        place = _world(die.at_mm, die.high_mm) + np.array([0.0, 0.0, lift])
        return replace(body, place=place.astype(np.float32), turn=turn.astype(np.float32))

    def _shaded(self, ground: Floats, bodies: Sequence[Body]) -> Floats:
        """Return the ground with the shadows of the dice: of the lamp, and close round each."""
        hard = np.zeros(ground.shape[:2], np.float32)
        near = np.zeros(ground.shape[:2], np.float32)
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        for body in bodies:
            corners = body.place + 0.47 * signs @ body.turn.T
            fall = corners - LIGHT.toward * (corners[:, 2:3] / LIGHT.toward[2])
            foot = corners * np.array([1.0, 1.0, 0.0])
            for points, mask in ((np.vstack([fall, foot]), hard), (foot, near)):
                hull = cv2.convexHull(self.camera.project(points).astype(np.float32))
                cv2.fillConvexPoly(mask, hull.astype(np.int32), 1.0, cv2.LINE_AA)
        hard = cv2.GaussianBlur(hard, (0, 0), 3.0)
        near = cv2.GaussianBlur(near, (0, 0), 8.0)
        return np.asarray(ground * ((1 - 0.4 * hard) * (1 - 0.3 * near))[..., None], np.float32)

    def _lay_hand(self, image: Floats, at_mm: Point) -> None:
        """Draw a hand that reaches in from below, the palm above `at_mm`."""
        palm = self.to_px(at_mm, 30.0)
        elbow = np.array([palm[0] + 0.25 * (SIZE_PX[0] / 2 - palm[0]), SIZE_PX[1] + 200.0])
        along = (palm - elbow) / np.linalg.norm(palm - elbow)
        across = np.array([-along[1], along[0]])
        wide = 0.9 * DIE_MM * self._px_per_mm(at_mm)
        shadow = np.zeros(image.shape[:2], np.float32)
        strokes = [(elbow, palm, 2.6 * wide, 0.95)]
        for finger in (-0.9, -0.3, 0.3, 0.9):
            root = palm + across * finger * wide
            strokes.append(
                (root, root + (along + 0.35 * finger * across) * 2.0 * wide, 0.62 * wide, 1.05)
            )
        for start, end, thick, _ in strokes:
            cv2.line(shadow, _xy(start + 20), _xy(end + 20), 1.0, int(thick), cv2.LINE_AA)
        shadow = cv2.GaussianBlur(shadow, (0, 0), 15.0)
        image *= (1 - 0.5 * shadow)[..., None]
        for start, end, thick, tone in strokes:
            edge, inner = (SKIN * 0.7 * tone).tolist(), (SKIN * tone).tolist()
            cv2.line(image, _xy(start), _xy(end), edge, int(thick) + 3, cv2.LINE_AA)
            cv2.line(image, _xy(start), _xy(end), inner, int(thick), cv2.LINE_AA)

    def _px_per_mm(self, at_mm: Point) -> float:
        right = (at_mm[0] + 1.0, at_mm[1])
        return float(np.linalg.norm(self.to_px(right) - self.to_px(at_mm)))


def _world(at_mm: Point, high_mm: float) -> NDArray[np.float64]:
    return np.array([at_mm[0], -at_mm[1], high_mm]) / DIE_MM


def _upright(side: int) -> NDArray[np.float64]:
    """Return the turn that brings a side (+x -x +y -y +z -z) to the top."""
    axis, sign = side // 2, 1.0 if side % 2 == 0 else -1.0
    turn = np.zeros((3, 3))
    for row, column in enumerate(((axis + 1) % 3, (axis + 2) % 3, axis)):
        turn[row, column] = 1.0
    return turn if sign > 0 else np.diag([1.0, -1.0, -1.0]) @ turn


def _xy(point: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
