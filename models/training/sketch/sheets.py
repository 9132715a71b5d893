"""Tables without any dice: pages, score sheets, playing cards, tiles, game boards, desks.

Lines of letters, suits, keys and worms on tiles are what networks take for faces most readily, and
they lie on every table where games are played.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.sketch.clutter import add_clutter
from models.training.sketch.keys import add_keyboard, add_label
from models.training.sketch.scene import photograph, uneven_light
from models.training.sketch.surfaces import add_tray, noise, table_top
from models.training.sketch.worms import draw_worm

Floats = NDArray[np.float32]
Print = Callable[[np.random.Generator, float], Floats]

LETTERS = [*"aaabcdeeefghiijklmnnoopqrrsstttuuvwxyzABDEGHKMNRSTW0123456789.,:;-()!?"]
INKS = ((0.05, 0.05, 0.06), (0.3, 0.12, 0.08), (0.1, 0.1, 0.5), (0.12, 0.3, 0.1), (0.6, 0.6, 0.6))


def draw_sheet(rng: np.random.Generator, width: int = 384, height: int = 288) -> NDArray[np.uint8]:
    """Draw a table without dice (uint8 B, G, R); the same `rng`, the same picture."""
    die_px = float(np.exp(rng.uniform(np.log(18), np.log(80))))
    up = 2 if die_px < 45 else 1
    w, h, size = width * up, height * up, die_px * up
    image = table_top(rng, h, w, size)
    if rng.random() < 0.25:
        image = add_tray(rng, image, size)
    if rng.random() < 0.2:
        _desk(rng, image, size)
    else:
        image = _prints(rng, image, size)
    if rng.random() < 0.6:
        image = _aslant(rng, image)
    light = uneven_light(rng, image * rng.uniform(0.7, 1.2))
    return photograph(rng, light, width, height, die_px)


def draw_tiles(
    rng: np.random.Generator, width: int, height: int, die_px: float
) -> NDArray[np.uint8]:
    """Draw a table on which two rows of three tiles lie, turned at will (uint8 B, G, R)."""
    w, h, size = 2 * width, 2 * height, 2 * die_px
    image = table_top(rng, h, w, size)
    for k in range(6):
        middle = np.array([w * (0.5 + k % 3) / 3, h * (0.5 + k // 3) / 2])
        x, y = middle + rng.normal(0, 0.25 * size, 2)
        turn = float(rng.uniform(0, 360))
        image = _lay(rng, image, _tile(rng, size), (float(x), float(y)), turn, size)
    if rng.random() < 0.5:
        image = _aslant(rng, image)
    return photograph(rng, uneven_light(rng, image), width, height, die_px)


def _desk(rng: np.random.Generator, image: Floats, die_px: float) -> None:
    """Draw a desk full of keyboards, labels, cables, coins and other polyhedra in place."""
    for _ in range(int(rng.integers(0, 4))):
        add_keyboard(rng, image, die_px)
    for _ in range(int(rng.integers(0, 4))):
        add_label(rng, image, die_px)
    add_clutter(rng, image, die_px, int(rng.integers(3, 10)))


def _prints(rng: np.random.Generator, image: Floats, die_px: float) -> Floats:
    """Lay sheets, cards or tiles of one kind on the table, in any order or in a row."""
    height, width = image.shape[:2]
    makers: tuple[Print, ...] = (_page, _page, _score_sheet, _card, _tile, _tile, _board)
    maker = makers[int(rng.integers(len(makers)))]
    small = maker in (_card, _tile)
    row = small and rng.random() < 0.5  # as tiles lie in a grill, cards in a display
    turn, at = rng.uniform(0, 360), rng.uniform(0.1, 0.9, 2) * (width, height)
    for _ in range(int(rng.integers(3, 14) if small else rng.integers(1, 4))):
        thing = maker(rng, die_px)
        if row:
            step = (thing.shape[1] + rng.uniform(0, 0.2) * die_px) / 2
            at = at + 2 * step * np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
            at = at % (width, height)
        else:
            turn, at = rng.uniform(0, 360), rng.uniform(0, 1, 2) * (width, height)
        image = _lay(rng, image, thing, (float(at[0]), float(at[1])), float(turn), die_px)
    return image


def _lay(
    rng: np.random.Generator, image: Floats, thing: Floats, at: tuple[float, float], turn: float,
    die_px: float,
) -> Floats:  # fmt: skip
    """Lay a thing (h, w, 4: B, G, R and how much it covers) down, with its shadow."""
    height, width = image.shape[:2]
    h, w = thing.shape[:2]
    matrix = cv2.getRotationMatrix2D((w / 2, h / 2), turn, 1.0)
    matrix[:, 2] += np.array(at) - (w / 2, h / 2)
    laid = cv2.warpAffine(thing, matrix, (width, height), flags=cv2.INTER_AREA)
    shift = np.array([[1, 0, 0], [0, 1, 0]], np.float32)
    shift[:, 2] = rng.normal(0, 0.06, 2) * die_px
    dark = cv2.GaussianBlur(laid[..., 3], (0, 0), max(0.7, die_px * rng.uniform(0.02, 0.12)))
    dark = cv2.warpAffine(dark, shift, (width, height))
    image = image * (1 - rng.uniform(0.1, 0.6) * dark)[..., None]
    cover = laid[..., 3:]
    return np.asarray(image * (1 - cover) + laid[..., :3], np.float32)


def _aslant(rng: np.random.Generator, image: Floats) -> Floats:
    """Look at the picture from the side, as at a table."""
    height, width = image.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inner = corners + rng.uniform(0, 0.18, (4, 2)) * (width, height) * (
        (1, 1), (-1, 1), (-1, -1), (1, -1),
    )  # fmt: skip
    turn = cv2.getPerspectiveTransform(inner.astype(np.float32), corners)
    return np.asarray(cv2.warpPerspective(image, turn, (width, height)), np.float32)


def _blank(rng: np.random.Generator, width: float, height: float, bone: bool = False) -> Floats:
    """Return paper or bone, wholly covering."""
    w, h = max(8, int(width)), max(8, int(height))
    tone = np.full(3, rng.uniform(0.6, 0.95)) + rng.normal(0, 0.03, 3)
    if bone:
        tone = tone * np.array([0.84, 0.95, 1.0])
    elif rng.random() < 0.25:
        tone = rng.uniform(0.1, 0.95, 3)
    out = np.ones((h, w, 4), np.float32)
    out[..., :3] = tone
    out[..., :3] *= (0.97 + 0.06 * noise(rng, h, w, max(4.0, w / 6)))[..., None]
    return out


def _ink(rng: np.random.Generator) -> tuple[float, float, float, float]:
    b, g, r = np.array(INKS[int(rng.integers(len(INKS)))]) * rng.uniform(0.6, 1.3)
    return float(b), float(g), float(r), 1.0


def _word(rng: np.random.Generator, most: int) -> str:
    return "".join(str(rng.choice(LETTERS)) for _ in range(int(rng.integers(1, most))))


def _write(
    rng: np.random.Generator, paper: Floats, at: tuple[float, float], px: float, text: str,
    ink: tuple[float, float, float, float], font: int,
) -> int:  # fmt: skip
    """Write letters `px` high; returns how wide they are."""
    scale = px / 21
    pen = max(1, int(px * rng.uniform(0.06, 0.16)))
    where = (int(at[0]), int(at[1]))
    cv2.putText(paper, text, where, font, scale, ink, pen, cv2.LINE_AA)
    return int(cv2.getTextSize(text, font, scale, pen)[0][0])


def _page(rng: np.random.Generator, die_px: float) -> Floats:
    """Print lines of letters in columns, with headings and pictures."""
    paper = _blank(rng, die_px * rng.uniform(5, 14), die_px * rng.uniform(4, 12))
    height, width = paper.shape[:2]
    px, font, ink = die_px * rng.uniform(0.08, 0.5), int(rng.integers(0, 8)), _ink(rng)
    columns = int(rng.integers(1, 4))
    pitch = width / columns
    margin = min(0.5 * px, 0.1 * pitch)
    for column in range(columns):
        left, right = column * pitch + margin, (column + 1) * pitch - margin
        y = 1.5 * px
        while y < height - 0.4 * px:
            way = rng.random()
            if way < 0.05:
                tall = px * rng.uniform(2, 6)
                end = (int(right), int(min(height - 1, y + tall)))
                cv2.rectangle(paper, (int(left), int(y)), end, _ink(rng), -1)
                y += tall + 1.5 * px
                continue
            size = px * (rng.uniform(1.3, 2.5) if way < 0.15 else 1.0)
            x = left
            while x < right - size:
                text = _word(rng, 9)
                room = int((right - x) / (0.75 * size))
                x += _write(rng, paper, (x, y), size, text[: max(1, room)], ink, font) + 0.5 * size
                if rng.random() < 0.05:
                    break
            y += size * rng.uniform(1.4, 1.7)
    return paper


def _score_sheet(rng: np.random.Generator, die_px: float) -> Floats:
    """Print a grid with numbers in it, printed or by hand."""
    cell = die_px * rng.uniform(0.5, 1.6)
    rows, columns = int(rng.integers(2, 9)), int(rng.integers(2, 9))
    paper = _blank(rng, cell * (columns + 1), cell * (rows + 1))
    lines, ink = _ink(rng), _ink(rng)
    pen, font = max(1, int(cell * rng.uniform(0.01, 0.06))), int(rng.integers(0, 8))
    gap = cell * (rng.uniform(0.05, 0.15) if rng.random() < 0.3 else 0.0)  # boxes apart
    for row in range(rows):
        for column in range(columns):
            x, y = (column + 0.5) * cell, (row + 0.5) * cell
            box = ((int(x + gap), int(y + gap)), (int(x + cell - gap), int(y + cell - gap)))
            if rng.random() < 0.1:
                cv2.rectangle(paper, *box, _ink(rng), -1)
            cv2.rectangle(paper, *box, lines, pen)
            if rng.random() < 0.7:
                text = str(rng.integers(1, 37)) if rng.random() < 0.8 else _word(rng, 4)
                px = cell * rng.uniform(0.25, 0.5)
                where = (x + cell * rng.uniform(0.1, 0.35), y + cell * rng.uniform(0.6, 0.85))
                _write(rng, paper, where, px, text, ink, font)
    return paper


def _card(rng: np.random.Generator, die_px: float) -> Floats:
    """Print a playing card: a corner index, suits in columns."""
    width = die_px * rng.uniform(2.0, 4.0)
    paper = _blank(rng, width, 1.4 * width)
    red = rng.random() < 0.5
    ink = (0.12, 0.1, 0.65, 1.0) if red else (0.05, 0.05, 0.05, 1.0)
    suit = int(rng.integers(4))
    side = width * rng.uniform(0.1, 0.17)
    spots = [(x, y) for x in (0.3, 0.5, 0.7) for y in (0.2, 0.4, 0.5, 0.6, 0.8)]
    for k in rng.permutation(len(spots))[: int(rng.integers(1, 11))]:
        _suit(paper, suit, spots[k][0] * width, spots[k][1] * 1.4 * width, side, ink)
    text = str(rng.choice([*"23456789JQKA", "10"]))
    _write(rng, paper, (0.06 * width, 0.2 * width), 0.13 * width, text, ink, 1)
    return paper


def _suit(
    paper: Floats, suit: int, x: float, y: float, side: float, ink: tuple[float, ...]
) -> None:
    if suit == 0:
        points = np.array([(0, -1), (0.75, 0), (0, 1), (-0.75, 0)])
    elif suit == 1:
        points = np.array(
            [(0, 1), (-1, -0.2), (-0.8, -0.8), (-0.3, -0.8), (0, -0.4), (0.3, -0.8), (0.8, -0.8),
             (1, -0.2)]
        )  # fmt: skip
    elif suit == 2:
        points = np.array([(0, -1), (1, 0.2), (0.8, 0.7), (0.2, 0.5), (0.4, 1), (-0.4, 1),
                           (-0.2, 0.5), (-0.8, 0.7), (-1, 0.2)])  # fmt: skip
    else:
        for dx, dy in ((0, -0.5), (-0.5, 0.2), (0.5, 0.2)):
            middle = (int(x + dx * side / 2), int(y + dy * side / 2))
            cv2.circle(paper, middle, max(1, int(0.24 * side)), ink, -1, cv2.LINE_AA)
        return
    outline = (points * side / 2 + (x, y)).astype(np.int32)
    cv2.fillPoly(paper, [outline], ink, cv2.LINE_AA)


def _tile(rng: np.random.Generator, die_px: float) -> Floats:
    """Print a tile of a grill: a number, below it worms of an own drawing, rounded corners."""
    width = die_px * rng.uniform(1.2, 2.0)
    height = width * rng.uniform(1.3, 1.95)
    paper = _blank(rng, width, height, bone=rng.random() < 0.8)
    h, w = paper.shape[:2]
    ink, pale = _ink(rng), _ink(rng)
    _write(
        rng, paper, (w * rng.uniform(0.12, 0.28), h * rng.uniform(0.3, 0.42)), 0.36 * w,
        str(rng.integers(21, 37)), ink, int(rng.integers(0, 8)),
    )  # fmt: skip
    count = int(rng.integers(1, 5))
    side = max(8, int((0.75 if count == 1 else 0.44) * w))
    line, fill = draw_worm(rng, 128)
    filled = 0.6 * fill if rng.random() < 0.4 else np.zeros_like(line, np.float32)
    mask = np.maximum(line, filled).astype(np.float32) / 255
    mask = cv2.resize(mask, (side, side), interpolation=cv2.INTER_AREA)
    for k in range(count):
        aside = 0.0 if count == 1 else 0.24 * (k % 2 * 2 - 1)
        x = int(w * (0.5 + aside) - side / 2)
        y = int(h * 0.72 + (k // 2 - (count > 2) / 2) * side - side / 2)
        x, y = max(0, min(x, w - side)), max(0, min(y, h - side))
        part = paper[y : y + side, x : x + side, :3]
        part[:] = part * (1 - mask[..., None]) + mask[..., None] * np.array(pale[:3], np.float32)
    corner = _rounded(h, w, int(w * rng.uniform(0.02, 0.15)))
    if rng.random() < 0.5:  # its edge catches the light
        rim = corner - cv2.erode(corner, np.ones((3, 3)), iterations=max(1, int(w * 0.03)))
        paper[..., :3] *= (1 + rng.uniform(-0.35, 0.35) * rim)[..., None]
    return np.asarray(paper * corner[..., None], np.float32)


def _rounded(height: int, width: int, radius: int) -> Floats:
    out = np.zeros((height, width), np.float32)
    low, far = (radius, radius), (width - 1 - radius, height - 1 - radius)
    cv2.rectangle(out, low, far, 1.0, -1)
    if radius:
        cv2.rectangle(out, low, far, 1.0, 2 * radius, cv2.LINE_AA)
    return out


def _board(rng: np.random.Generator, die_px: float) -> Floats:
    """Print a game board: fields of many colours with rings, stars and numbers."""
    field = die_px * rng.uniform(0.7, 2.0)
    rows, columns = int(rng.integers(3, 8)), int(rng.integers(3, 8))
    paper = _blank(rng, field * columns, field * rows)
    for row in range(rows):
        for column in range(columns):
            x, y = (column + 0.5) * field, (row + 0.5) * field
            colour = (*rng.uniform(0.05, 0.95, 3).tolist(), 1.0)
            middle, reach = (int(x), int(y)), int(field * rng.uniform(0.2, 0.46))
            way = rng.random()
            if way < 0.3:
                cv2.circle(paper, middle, reach, colour, -1, cv2.LINE_AA)
            elif way < 0.6:
                low = (int(x - reach), int(y - reach))
                cv2.rectangle(paper, low, (int(x + reach), int(y + reach)), colour, -1)
            elif way < 0.75:
                pen = max(1, int(field * 0.05))
                cv2.circle(paper, middle, reach, colour, pen, cv2.LINE_AA)
            if rng.random() < 0.4:
                at = (x - 0.2 * field, y + 0.15 * field)
                text = str(rng.integers(1, 100))
                _write(rng, paper, at, 0.35 * field, text, _ink(rng), int(rng.integers(0, 8)))
            elif rng.random() < 0.3:
                side = field * rng.uniform(0.2, 0.5)
                _suit(paper, int(rng.integers(4)), x, y, side, _ink(rng))
    return paper
