"""The networks: a locator over whole frames and a reader over crops of single dice.

The reader is there three times: taught faces as they lie, upright ones from nearer, and what lies
around them.

Plain convolutions, depthwise convolutions, ReLU6 and additions only, so that every TFLite runtime
runs the exported files at any height and width that is a multiple of 8 (locator).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.around import CROP_PX
from vision.looks import CLASSES, CROP
from vision.pose import NUMBERS

LOCATOR_STRIDE = 4
LEVELS_TO_ONE = 255  # nets learn from levels in 0..1; files take them in 0..255
LOCATOR_CHANNELS = 4  # score, dx, dy, log size, each at 2 x 2 places of an 8 px cell


def batch_of(pictures: Sequence[NDArray[np.uint8]]) -> Tensor:
    """Return pictures (h, w, 3) of one size as the networks take them: (n, 3, h, w) in 0..1."""
    return torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float() / LEVELS_TO_ONE


def _block(
    inner: int, outer: int, stride: int = 1, dilation: int = 1, kernel: int = 3
) -> nn.Sequential:
    pad = dilation * (kernel // 2)
    return nn.Sequential(
        nn.Conv2d(inner, inner, kernel, stride, pad, dilation, groups=inner, bias=False),
        nn.BatchNorm2d(inner),
        nn.Conv2d(inner, outer, 1, bias=False),
        nn.BatchNorm2d(outer),
        nn.ReLU6(),
    )


def _stem(outer: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(3, outer, 3, 2, 1, bias=False), nn.BatchNorm2d(outer), nn.ReLU6()
    )


class Locator(nn.Module):
    """Frames (n, 3, h, w) in 0..1, B, G, R -> (n, 16, h / 8, w / 8): 4 maps x 2 x 2 sub-cells.

    The maps, after `unfold_cells`, are at stride 4: score (logit that the middle of a top face lies
    here), dx and dy (its offset in px), and log2 of (size / 16 px).
    """

    def __init__(self, width: int = 80) -> None:
        """Build a trunk of `width` channels."""
        super().__init__()
        self.entry = nn.Sequential(
            _stem(16), _block(16, 32, 2), _block(32, 32), _block(32, width, 2)
        )
        dilations = [1, 2, 1, 4, 1, 2, 1, 1, 2, 4, 1, 1]
        self.trunk = nn.ModuleList([_block(width, width, 1, d) for d in dilations])
        self.head = nn.Conv2d(width, LOCATOR_CHANNELS * 4, 1)
        with torch.no_grad():
            assert self.head.bias is not None
            self.head.bias.zero_()
            self.head.bias[:4] = -4.0

    def forward(self, frames: Tensor) -> Tensor:
        """Return the maps of (n, 3, h, w) frames."""
        x = self.entry(frames)
        for block in self.trunk:
            x = x + block(x)
        return torch.as_tensor(self.head(x))


def unfold_cells(maps: Tensor) -> Tensor:
    """Turn (n, 16, h, w) into (n, 4, 2 h, 2 w)."""
    return nn.functional.pixel_shuffle(maps, 2)


class Reader(nn.Module):
    """Crops (n, 3, 64, 64) in 0..1, B, G, R -> (n, 17): 10 class logits and 7 numbers of the pose.

    One that looks at what lies `around` a face takes (n, 3, 80, 80) and tells an 18th number, a
    logit that the die leans.

    Classes: `CLASSES` ("x" another picture, "" a die that is not to be read, "-" no die).
    Pose: offset of the face's middle in crops, ln(face side / nominal side), cos and sin of four
    times the clockwise turn, and the x, y part of the face's normal in camera axes.
    """

    def __init__(self, around: bool = False, middle: int = 96, late: int = 192) -> None:
        """Build the net; `middle` channels at an eighth of the side, `late` at a sixteenth."""
        super().__init__()
        side, groups, extra = (CROP_PX, 64, NUMBERS + 1) if around else (CROP, 32, NUMBERS)
        places = side // 16
        self.entry = nn.Sequential(
            _stem(24), _block(24, 48, 2), _block(48, 48), _block(48, middle, 2)
        )
        self.middle = nn.ModuleList([_block(middle, middle) for _ in range(6)])
        self.down = _block(middle, late, 2)
        self.late = nn.ModuleList([_block(late, late) for _ in range(5)])
        self.final = nn.Sequential(
            nn.Conv2d(late, 192, places, groups=groups, bias=False), nn.BatchNorm2d(192), nn.ReLU6()
        )
        self.head = nn.Conv2d(192, len(CLASSES) + extra, 1)
        self.drop = nn.Dropout(0.1)

    def forward(self, crops: Tensor) -> Tensor:
        """Return logits and pose of (n, 3, side, side) crops."""
        x = self.entry(crops)
        for block in self.middle:
            x = x + block(x)
        x = self.down(x)
        for block in self.late:
            x = x + block(x)
        return torch.as_tensor(self.head(self.drop(self.final(x))).flatten(1))


class TableReady(nn.Module):
    """A net as it is exported: takes (n, h, w, 3) in 0..255 and gives channels last.

    That levels are told in 0..1 is worked into its first weights, which saves a step over all
    pixels.
    """

    def __init__(self, net: nn.Module, maps: bool) -> None:
        """Wrap a copy of `net`; `maps` says that its output is four-dimensional."""
        super().__init__()
        self.net, self.maps = deepcopy(net), maps
        stem = next(part for part in self.net.modules() if isinstance(part, nn.Conv2d))
        with torch.no_grad():
            stem.weight.div_(LEVELS_TO_ONE)

    def forward(self, pixels: Tensor) -> Tensor:
        """Return what the net says of (n, h, w, 3) pixels."""
        out = self.net(pixels.permute(0, 3, 1, 2))
        return torch.as_tensor(out.permute(0, 2, 3, 1) if self.maps else out)
