"""One sketched scene: camera, light, surface, clutter and dice, with labels from the poses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.sketch.bodies import Body, Camera, Light, Shot, cast
from models.training.sketch.clutter import add_clutter
from models.training.sketch.dice import DrawFace, Look, draw_look, make_body
from models.training.sketch.faces import draw_face
from models.training.sketch.layout import Pose, cock, lay_dice, lay_roll
from models.training.sketch.surfaces import add_tray, noise, table_top

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Label:
    """What is known of one die: all in px of the finished image.

    `face` is "1".."6", "w" or "x" (another picture), in renders "?" for what is no cube; of a
    cocked die the one that is most upward.
    `slant` is the x, y part of the face's outward normal in camera axes, `seen_slant` the same
    against the ray that sees the face (0, 0 = seen straight). `seen` is the part of the top face
    that is in the frame and not covered.
    """

    face: str
    center: tuple[float, float]
    size: float
    corners: tuple[tuple[float, float], ...]
    slant: tuple[float, float]
    seen: float
    cocked: float
    colour: str
    extent: float
    seen_slant: tuple[float, float]


def draw_camera(
    rng: np.random.Generator, width: int, height: int, die_px: float, steepest_deg: float = 90.0
) -> Camera:
    """Draw a camera to which dice look `die_px` large, at most `steepest_deg` off straight."""
    camera = _camera(rng, width, height, die_px)
    while -camera.axes[2, 2] < np.cos(np.radians(steepest_deg)):
        camera = _camera(rng, width, height, die_px)
    return camera


def _camera(rng: np.random.Generator, width: int, height: int, die_px: float) -> Camera:
    way = rng.random()
    if way < 0.5:
        tilt = min(abs(rng.normal(0, 0.16)), 0.75)
    elif way < 0.82:
        tilt = rng.uniform(0.1, 0.74)
    else:  # a webcam across the table: flanks are nearly as large as the tops
        tilt = rng.uniform(0.7, 1.0)
    focal = width * rng.uniform(0.75, 2.4)
    distance = max(focal / die_px, 3.5)
    forward = np.array([0, np.sin(tilt), -np.cos(tilt)])
    right = np.array([1.0, 0, 0])
    down = np.cross(forward, right)
    roll = rng.uniform(0, 2 * np.pi) if tilt < 0.4 else rng.normal(0, 0.15)
    right, down = (
        np.cos(roll) * right + np.sin(roll) * down,
        -np.sin(roll) * right + np.cos(roll) * down,
    )
    place = np.array([0, 0, 0.5]) - distance * forward
    centre = (width / 2 + rng.normal(0, 0.02) * width, height / 2 + rng.normal(0, 0.02) * height)
    axes = np.stack([right, down, forward]).astype(np.float32)
    return Camera(place.astype(np.float32), axes, float(focal), centre)


def _light(rng: np.random.Generator) -> Light:
    toward = np.array([rng.normal(0, 0.6), rng.normal(0, 0.6), 1.0])
    toward /= np.linalg.norm(toward)
    key = rng.uniform(0.1, 0.9)
    warm = rng.normal(0, 0.16)
    colour = np.array([1 - warm, 1 + rng.normal(0, 0.03), 1 + warm], np.float32)
    window = (*rng.normal(0, 0.5, 2), *rng.uniform(0.05, 0.4, 2))
    strength = rng.uniform(0, 0.9) if rng.random() < 0.35 else 0.0
    ring = (rng.uniform(0.05, 0.6), rng.uniform(0.03, 0.12), rng.uniform(0.2, 0.9))
    if rng.random() < 0.6:
        ring = (0.1, 0.1, 0.0)
    ambient = rng.uniform(0.35, 0.95)
    # A white room lights the sides almost as well as the top.
    dome, floor = rng.uniform(0.1, 0.95), rng.uniform(0.1, 0.55)
    if rng.random() < 0.25:
        key, ambient, dome, floor = key * 0.2, 1.0, dome * 0.4, floor * 0.5
    return Light(
        toward.astype(np.float32), key, ambient, colour, window, strength, ring, dome, floor
    )


def drawn_px(width: int, height: int, die_px: float) -> tuple[int, int, float, float]:
    """Return the width, height and size of dice in px at which a scene is drawn, and how enlarged.

    Small dice are drawn twice as large and then made smaller.
    """
    up = 2.0 if die_px < 45 else 1.0
    return int(width * up), int(height * up), die_px * up, up


def draw_scene(
    rng: np.random.Generator,
    width: int = 384,
    height: int = 288,
    die_px: float | None = None,
    most: int = 24,
    mostly: str | None = None,
    look: Look | Sequence[Look] | None = None,
    drawing: DrawFace = draw_face,
    roll_of: int | None = None,
    steepest_deg: float = 90.0,
    camera: Camera | None = None,
    leaning: int = 0,
) -> tuple[NDArray[np.uint8], list[Label]]:
    """Draw a scene and return (uint8 B, G, R image, labels); the same `rng`, the same scene.

    With `look` all dice are of that one kind, or each is of its own of several; `drawing` draws
    their faces. `roll_of` dice lie flat and wholly in view, with nothing lying over them; the first
    `leaning` of them lean. The camera looks down by no more than `steepest_deg` off straight, or it
    is `camera`, drawn for the size in px at which the scene is drawn (`drawn_px`).
    """
    if die_px is None:
        way = rng.random()
        low, high = (26, 75) if way < 0.6 else (12, 26) if way < 0.95 else (75, 190)
        die_px = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    w, h, size, up = drawn_px(width, height, die_px)
    camera = camera or draw_camera(rng, w, h, size, steepest_deg)
    light = _light(rng)
    base = table_top(rng, h, w, size)
    if rng.random() < 0.25:
        base = add_tray(rng, base, size)
    flat = light.ambient * 0.95 + light.key * float(light.toward[2])
    image = base * flat * light.colour
    if rng.random() < 0.5:
        add_clutter(rng, image, size, int(rng.integers(1, 6)))
    looks = [draw_look(rng) for _ in range(int(rng.choice([1, 1, 2, 3, 6])))]
    if look is not None:
        looks = [look] if isinstance(look, Look) else list(look)
    poses = (
        lay_dice(rng, camera, w, h, most)
        if roll_of is None
        else lay_roll(rng, camera, w, h, roll_of)
    )
    poses = [cock(rng, pose) if k < leaning else pose for k, pose in enumerate(poses)]

    def look_of(k: int) -> Look:
        return looks[int(rng.integers(len(looks))) if look is None else k % len(looks)]

    bodies = [
        make_body(rng, look_of(k), pose, size, mostly, drawing) for k, pose in enumerate(poses)
    ]
    image = _shadows(rng, image, camera, light, [b for b, _, _ in bodies])
    depth = np.full((h, w), np.inf, np.float32)
    owner = np.full((h, w), -1, np.int16)
    faces = np.full((h, w), -1, np.int8)
    shots: list[Shot | None] = []
    for number, (body, _, _) in enumerate(bodies):
        shot = cast(body, camera, light, w, h)
        shots.append(shot)
        if shot is None:
            continue
        sl = np.s_[shot.y0 : shot.y0 + shot.hit.shape[0], shot.x0 : shot.x0 + shot.hit.shape[1]]
        front = shot.hit & (shot.depth < depth[sl])
        depth[sl][front] = shot.depth[front]
        owner[sl][front], faces[sl][front] = number, shot.face[front]
        mix = body.clear
        image[sl][front] = shot.colour[front] * (1 - mix) + image[sl][front] * mix * 0.8
    if rng.random() < 0.08 and roll_of is None:
        bare = image.copy()
        add_clutter(rng, image, size, 1)  # something over the dice; hides some
        owner[(image != bare).any(2)] = -1
    labels = []
    for number, ((body, look, textures), pose) in enumerate(zip(bodies, poses, strict=True)):
        label = _label(
            body, look, textures, pose, camera, shots[number], owner, faces, number, (w, h), up
        )
        if label is not None:
            labels.append(label)
    image = uneven_light(rng, image)
    return photograph(rng, image, width, height, die_px), labels


def _shadows(
    rng: np.random.Generator, image: Floats, camera: Camera, light: Light, bodies: list[Body]
) -> Floats:
    height, width = image.shape[:2]
    hard = np.zeros((height, width), np.float32)
    contact = np.zeros((height, width), np.float32)
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    size = 10.0
    for body in bodies:
        corners = body.place + 0.47 * body.scale * signs @ body.turn.T
        fall = corners - light.toward * (corners[:, 2:3] / light.toward[2])
        both = np.vstack([fall, corners * [1, 1, 0]])
        for points, mask in ((both, hard), (corners * [1, 1, 0] * 1.0, contact)):
            xy = np.clip(camera.project(points), -4000, 4000)
            hull = cv2.convexHull(xy.astype(np.float32))
            cv2.fillConvexPoly(mask, hull.astype(np.int32), 1.0, cv2.LINE_AA)
            size = max(4.0, float(np.sqrt(cv2.contourArea(hull))))
    hard = cv2.GaussianBlur(hard, (0, 0), max(0.7, size * rng.uniform(0.01, 0.15)))
    contact = cv2.GaussianBlur(contact, (0, 0), max(0.7, size * rng.uniform(0.08, 0.3)))
    share = light.key * float(light.toward[2])
    share /= share + light.ambient
    dark = (1 - share * rng.uniform(0.7, 1.0) * hard) * (1 - rng.uniform(0.1, 0.6) * contact)
    return (image * dark[..., None]).astype(np.float32)


def _label(
    body: Body,
    look: Look,
    textures: list[str],
    pose: Pose,
    camera: Camera,
    shot: Shot | None,
    owner: NDArray[np.int16],
    faces: NDArray[np.int8],
    number: int,
    frame: tuple[int, int],
    up: float,
) -> Label | None:
    normals = np.concatenate([[body.turn[:, k], -body.turn[:, k]] for k in range(3)])
    toward = camera.place - body.place
    toward = toward / np.linalg.norm(toward)
    if pose.cocked > 0.01:
        top = int((normals @ (0.5 * toward + [0, 0, 0.5])).argmax())
    else:
        top = int(normals[:, 2].argmax())
    axis = top // 2
    n = normals[top]
    a, b = body.turn[:, (axis + 1) % 3], body.turn[:, (axis + 2) % 3]
    middle = body.place + 0.5 * body.scale * n
    quad = np.array(
        [
            middle + 0.5 * body.scale * (sa * a + sb * b)
            for sa, sb in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
    )
    corners = camera.project(quad)
    centre = camera.project(middle[None])[0]
    area = cv2.contourArea(corners.astype(np.float32))
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[::-1]
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    whole = camera.project(body.place + 0.5 * body.scale * signs @ body.turn.T)
    extent = float(np.ptp(whole, axis=0).max())
    seen = 0.0
    if shot is not None:
        drawn = (owner == number) & (faces == top)
        seen = float(drawn.sum()) / max(1.0, area * (1 - 0.6 * body.rounding))
    if not (
        -0.3 * extent < centre[0] < frame[0] + 0.3 * extent
        and -0.3 * extent < centre[1] < frame[1] + 0.3 * extent
    ):
        return None
    view = camera.axes @ n
    face = textures[top]
    return Label(
        face,
        (float(centre[0] / up), float(centre[1] / up)),
        float(np.sqrt(area) / up),
        tuple((float(x / up), float(y / up)) for x, y in corners),
        (float(view[0]), float(view[1])),
        min(1.0, seen),
        pose.cocked,
        look.colour,
        extent / up,
        camera.seen_slant(n, middle),
    )


def uneven_light(rng: np.random.Generator, image: Floats) -> Floats:
    """Uneven light over the whole picture: gradients, a lamp's pool, a hard cast shadow, glare."""
    height, width = image.shape[:2]
    image = image * (0.75 + 0.5 * noise(rng, height, width, max(height, width) * 0.7))[..., None]
    if rng.random() < 0.2:
        edge = np.zeros((height, width), np.float32)
        polygon = rng.uniform(-0.2, 1.2, (3, 2)) * (width, height)
        cv2.fillPoly(edge, [polygon.astype(np.int32)], 1.0)
        edge = cv2.GaussianBlur(edge, (0, 0), rng.uniform(1, 25))
        image = image * (1 - rng.uniform(0.2, 0.65) * edge)[..., None]
    if rng.random() < 0.15:
        y, x = np.mgrid[:height, :width].astype(np.float32)
        cx, cy = rng.random() * width, rng.random() * height
        spot = np.exp(
            -(((x - cx) ** 2 + (y - cy) ** 2) / (2 * (width * rng.uniform(0.03, 0.15)) ** 2))
        )
        image = image + (spot * rng.uniform(0.1, 0.7))[..., None].astype(np.float32)
    return image.astype(np.float32)


def photograph(
    rng: np.random.Generator, image: Floats, width: int, height: int, die_px: float
) -> NDArray[np.uint8]:
    """Expose, blur, add noise, sharpen and compress as a camera does."""
    level = np.percentile(image, 90)
    image = image / max(float(level), 0.05) * rng.uniform(0.45, 1.05)
    image = np.clip(image, 0, None)
    image = np.where(image > 0.9, 0.9 + 0.1 * np.tanh((image - 0.9) * 3), image) ** rng.uniform(
        0.5, 0.95
    )
    if image.shape[1] != width:
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.55:
        image = cv2.GaussianBlur(image, (0, 0), die_px * rng.uniform(0.005, 0.035) + 0.2)
    if rng.random() < 0.06:
        length = max(3, int(die_px * rng.uniform(0.05, 0.15)))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        half = (length - 1) / 2
        end = (half + half * np.cos(angle), half + half * np.sin(angle))
        start = (half - half * np.cos(angle), half - half * np.sin(angle))
        cv2.line(kernel, (round(start[0]), round(start[1])), (round(end[0]), round(end[1])), 1.0)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = image + rng.uniform(0.3, 1.2) * (image - soft)
    if rng.random() < 0.7:
        grain = rng.normal(0, rng.uniform(0.003, 0.035), image.shape).astype(np.float32)
        image = image + grain
    out = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(35, 96))
        out = cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1)
    return out
