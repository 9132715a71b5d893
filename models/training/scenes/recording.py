"""Films the recordings that ship with the program: dice thrown into a tray, in clear light.

Each throw is a MuJoCo trajectory, filmed at `FPS`; the faces that come up are those of the script:
a die is turned within its own cubic body so that the wanted face ends on top, which changes
nothing of its motion.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .bodies import rounded_die
from .camera import Camera
from .develop import clean_development, develop
from .faces import Skin
from .layout import multiply, top_face, turn_between
from .lights import studio
from .looks import Look, linear, make_look
from .recipe import DieChoice, Tray
from .render import Rendering, Solid, render
from .scene import backdrop, dice_solids
from .script import GAMES, Throw
from .surfaces import MAKERS, Surface
from .throws import Piece, Poses, Walls, trajectory

FPS = 10
REST_S = 1.6
EMPTY_S = 0.4
EDGE_MM = 16.0
REACH_MM = (88.0, 64.0)
WALL_MM = 16.0
Array = NDArray[np.float64]
Image = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame to be rendered and how many frames of the film show it."""

    poses: Poses | None
    frames: int
    name: str = "empty"
    values: tuple[str, ...] = ()


def showing(path: list[Poses], look: Look, values: tuple[str, ...]) -> list[Poses]:
    """Turn each die of a trajectory in its body so that it ends with the wanted value on top."""
    shows = [face.value for face in look.faces]
    turns = []
    for k, value in enumerate(values):
        ends, _ = top_face(path[-1].quaternions[k])
        turns.append(turn_between(shows.index(value), ends))
    return [
        Poses(
            p.middles_mm,
            np.array([multiply(q, t) for q, t in zip(p.quaternions, turns, strict=True)]),
        )
        for p in path
    ]


def well_spread(path: list[Poses], edge_mm: float, reach_mm: tuple[float, float]) -> float:
    """Rate a trajectory: the least distance of two dice in edges; below 0 it cannot be used.

    Unusable are throws that leave the tray, end tilted, stacked, or too long.
    """
    end = path[-1]
    flat = all(top_face(q)[1] < 1.5 for q in end.quaternions)
    low = bool(np.all(np.abs(end.middles_mm[:, 2] - edge_mm / 2) < 1.0))
    inside = bool(np.all(np.abs(end.middles_mm[:, :2]) < np.array(reach_mm) - edge_mm * 0.5))
    if not (flat and low and inside) or len(path) > 1.7 * FPS:
        return -1.0
    away = np.linalg.norm(end.middles_mm[:, None] - end.middles_mm[None], axis=2)
    away += np.eye(len(away)) * 1000
    return float(away.min() / edge_mm)


def until_rest(path: list[Poses]) -> list[Poses]:
    """Leave out the end of a trajectory in which nothing moves by a px any more."""
    end = path[-1]
    for k in range(len(path) - 1, 0, -1):
        moved = np.abs(path[k].middles_mm - end.middles_mm).max() > 0.8
        turned = np.abs((path[k].quaternions * end.quaternions).sum(1)).min() < 0.9997
        if moved or turned:
            return [*path[: k + 1], end]
    return [end]


def film_throw(dice: int, seed: int, tries: int = 12) -> list[Poses]:
    """Throw dice over the tray's lower wall; the first try whose dice lie apart, or the best."""
    best: tuple[float, list[Poses]] = (-1.0, [])
    piece = Piece(EDGE_MM, 0.12)
    walls = Walls(4, REACH_MM, WALL_MM)
    for attempt in range(tries):
        rng = np.random.default_rng([seed, attempt, 0xF117])
        spots = rng.permutation(9)[:dice]
        middles = np.stack(
            [
                (spots % 3 - 1) * 24.0 + rng.normal(0, 3, dice),
                -REACH_MM[1] - 40.0 - (spots // 3) * 20.0,
                70.0 + rng.uniform(-15, 25, dice),
            ],
            axis=1,
        )
        turns = rng.normal(size=(dice, 4))
        turns /= np.linalg.norm(turns, axis=1, keepdims=True)
        speed = np.stack(
            [rng.normal(0, 0.22, dice), rng.uniform(0.6, 1.15, dice), rng.normal(0.6, 0.1, dice)], 1
        )
        path = trajectory(
            [piece] * dice, walls, rng, 1 / FPS, start=Poses(middles, turns), speed_m_s=speed,
            low_front=True, longest_s=1.9,
        )  # fmt: skip
        path = until_rest(path)
        rating = well_spread(path, EDGE_MM, REACH_MM)
        if rating > best[0]:
            best = (rating, path)
        if rating > 1.3:
            break
    if best[0] < 0:
        raise ValueError(f"none of {tries} throws of {dice} dice stayed in the tray")
    return best[1]


def recording_look(game: str) -> Look:
    """Return the dice of a recording: ivory with blue pips and a worm, or white with black pips."""
    if game == "pickomino":
        look = make_look(77, "pickomino")
        return replace(
            look, colour="ivory", body=linear(236, 226, 200), ink=linear(28, 58, 150),
            ace_ink=linear(28, 58, 150), picture_ink=linear(175, 26, 26), rounding=0.12, ball=0.0,
            pip_radius=0.095, pip_spread=0.25, ace_scale=1.0, pip_depth=0.03, engraved=False,
            roughness=0.15, wear=0.0,
        )  # fmt: skip
    look = make_look(5, "pips")
    black = linear(16, 16, 18)
    return replace(
        look, colour="white", body=linear(238, 236, 230), ink=black, ace_ink=black, rounding=0.13,
        ball=0.0, pip_radius=0.09, pip_spread=0.25, ace_scale=1.0, pip_depth=0.03, roughness=0.15,
        wear=0.0, marble=0.0, clear=0.0,
    )  # fmt: skip


def _felt(colour: tuple[int, int, int], seed: int) -> Surface:
    felt = MAKERS["felt"](np.random.default_rng(seed))
    grey = felt.albedo.mean(axis=2, keepdims=True)
    albedo = np.asarray(grey / grey.mean() * np.asarray(linear(*colour), np.float32), np.float32)
    return replace(felt, albedo=albedo, bump=0.8)


def shots(throws: tuple[Throw, ...], look: Look, seed: int) -> Iterator[Shot]:
    """Yield what the film shows, in order: the empty tray, a throw, its rest, and again."""
    empty = round(EMPTY_S * FPS)
    yield Shot(None, 2 * empty)
    for number, throw in enumerate(throws):
        path = film_throw(len(throw.values), seed * 100 + number)
        path = showing(path, look, throw.values)
        for k, poses in enumerate(path[1:-1]):
            yield Shot(poses, 1, f"{number}-{k:02d}")
        yield Shot(path[-1], round(REST_S * FPS), f"{number}-rest", throw.values)
        yield Shot(None, empty)


class Set:
    """The stage of a film: tray, light, camera and dice. Finished shots are kept in a folder."""

    def __init__(self, game: str, width: int, samples: int, kept: Path) -> None:
        """Build the stage; `kept` is where rendered shots stay for a run that was broken off."""
        self.look = recording_look(game)
        self.size = (width, width * 3 // 4)
        self.samples = samples
        self.kept = kept
        kept.mkdir(parents=True, exist_ok=True)
        table = MAKERS["wood"](np.random.default_rng(3))
        tray = Tray(4, REACH_MM, 6.0, WALL_MM, table, _felt((36, 84, 60), 4))
        self._behind = backdrop(table, tray)
        self._body = rounded_die(self.look)
        self._skins: dict[tuple[int, int], Skin] = {}
        self._empty: dict[int, Rendering] = {}

    def empty(self, shrink: int = 1) -> Image:
        """Return the light of the empty tray, at a fraction of the size."""
        if shrink not in self._empty:
            self._empty[shrink] = self._shoot(None, shrink, self.samples * 2, f"empty-{shrink}")
        return self._empty[shrink].linear

    def resting(self, poses: Poses, name: str) -> Image:
        """Return the light of dice at rest."""
        return self._shoot(poses, 1, self.samples, name).linear

    def exposure(self, poses: Poses, name: str) -> float:
        """Return the gain that shows the dice of a resting shot bright but not burnt out."""
        shot = self._shoot(poses, 1, self.samples, name)
        return 0.72 / float(np.percentile(shot.linear[shot.owner >= 0].max(-1), 80))

    def moving(self, poses: Poses, name: str) -> Image:
        """Return the light of dice in motion: soft, as moving things are, on a sharp tray."""
        small = self._shoot(poses, 2, max(4, self.samples // 2), name)
        soft = _enlarged(small.linear, self.size)
        plain = _enlarged(self.empty(2), self.size)
        shown = np.asarray(small.owner >= 0, np.float32)
        dice = np.clip(_enlarged(shown, self.size), 0, 1)[..., None]
        shade = np.clip(soft / np.maximum(plain, 1e-4), 0, 2)
        return np.asarray(soft * dice + self.empty() * shade * (1 - dice), np.float32)

    def _shoot(self, poses: Poses | None, shrink: int, samples: int, name: str) -> Rendering:
        path = self.kept / f"{name}.npz"
        if path.exists():
            with np.load(path) as old:
                return Rendering(np.asarray(old["linear"], np.float32), old["owner"])
        dice: list[Solid] = []
        if poses is not None:
            n = len(poses.middles_mm)
            choices = (DieChoice(0, 6, EDGE_MM),) * n
            bodies = (self._body,) * n
            dice, _ = dice_solids(choices, bodies, poses, (self.look,), self._skins)
        camera = Camera(
            (0.0, -14.0, 330.0), (0.0, 0.0, 0.0), (0, 1, 0.02), 34.0,
            self.size[0] // shrink, self.size[1] // shrink,
        )  # fmt: skip
        shot = render([*dice, *self._behind], studio(), camera, samples, 1)
        part = path.with_suffix(".part.npz")
        np.savez(part, linear=shot.linear.astype(np.float16), owner=shot.owner)
        part.replace(path)
        return shot


def _enlarged(image: Image, size: tuple[int, int]) -> Image:
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_CUBIC), np.float32)


def film(
    games: tuple[str, ...], out: Path, width: int = 640, samples: int = 8, seed: int = 1,
    kept: Path | None = None,
) -> int:  # fmt: skip
    """Film one or more games, one after the other, into `out`; return the number of frames.

    Writes `throws.mp4` and `labels.json`; `kept` is where finished shots stay for a run that was
    broken off. Raises OSError where OpenCV cannot write the film.
    """
    out.mkdir(parents=True, exist_ok=True)
    path = out / "throws.mp4"
    size = (width, width * 3 // 4)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), float(FPS), size)
    if not writer.isOpened():
        raise OSError(f"{path} cannot be written as a film")
    rests: list[dict[str, Any]] = []
    frames = 0
    for game in games:
        stage = Set(game, width, samples, (kept or out / "shots") / game)
        frames = _chapter(writer, stage, game, seed, frames, rests)
    writer.release()
    most = max(len(rest["values"]) for rest in rests)
    labels = {"fps": FPS, "frames": frames, "dice": most, "rests": rests}
    (out / "labels.json").write_text(json.dumps(labels) + "\n", "utf-8")
    return frames


def _chapter(
    writer: cv2.VideoWriter, stage: Set, game: str, seed: int, frame: int,
    rests: list[dict[str, Any]],
) -> int:  # fmt: skip
    """Film one game from frame number `frame` on; add its rests; return the next frame number."""
    throws = GAMES[game]
    steps = list(shots(throws, stage.look, seed))
    # The fullest tray decides the exposure, which is then held, as the real camera does it.
    crowded = max((s for s in steps if s.values), key=lambda s: len(s.values))
    held = stage.exposure(crowded.poses, crowded.name) if crowded.poses is not None else 0.0
    began = time.monotonic()
    said = 0
    for number, shot in enumerate(steps):
        if shot.poses is None:
            light = stage.empty()
        elif shot.values:
            light = stage.resting(shot.poses, shot.name)
        else:
            light = stage.moving(shot.poses, shot.name)
        first = frame
        for _ in range(shot.frames):
            # Every frame has a camera's noise of its own, also while the dice rest.
            rgb = develop(light, replace(clean_development(), seed=frame, held=held))
            writer.write(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR))
            frame += 1
        if shot.values:
            rests.append(
                {
                    "first": first, "last": frame - 1, "values": list(shot.values),
                    "game": game, "choose": list(throws[said].choose),
                }
            )  # fmt: skip
            said += 1
        left = (time.monotonic() - began) / (number + 1) * (len(steps) - number - 1)
        print(f"{game}: {number + 1}/{len(steps)} pictures, {left / 60:.1f} min left", flush=True)
    return frame
