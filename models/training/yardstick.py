"""A detector of the usual nano size with random weights, to time our reading against.

Its layers are those of the widespread 640 px detectors of about 3 million weights and 8.7 billion
operations a picture: a backbone of split bottlenecks, a pyramid with a way up and down, three
heads. It detects nothing; only its time counts.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

SIDE = 640


def _conv(inner: int, outer: int, kernel: int = 1, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inner, outer, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outer),
        nn.SiLU(),
    )


class Split(nn.Module):
    """A block that keeps half of its channels and runs the other half through bottlenecks."""

    def __init__(self, inner: int, outer: int, depth: int, add: bool) -> None:
        """Build it with `depth` bottlenecks, each added to its input if `add`."""
        super().__init__()
        half = outer // 2
        self.entry = _conv(inner, outer)
        self.steps = nn.ModuleList(
            [nn.Sequential(_conv(half, half, 3), _conv(half, half, 3)) for _ in range(depth)]
        )
        self.exit = _conv((2 + depth) * half, outer)
        self.add = add

    def forward(self, x: Tensor) -> Tensor:
        """Return (n, outer, h, w) of (n, inner, h, w)."""
        parts = list(self.entry(x).chunk(2, 1))
        for step in self.steps:
            parts.append(parts[-1] + step(parts[-1]) if self.add else step(parts[-1]))
        return torch.as_tensor(self.exit(torch.cat(parts, 1)))


class Pools(nn.Module):
    """Three poolings one after the other, put beside what went in."""

    def __init__(self, width: int) -> None:
        """Build it for `width` channels."""
        super().__init__()
        self.entry, self.exit = _conv(width, width // 2), _conv(2 * width, width)
        self.pool = nn.MaxPool2d(5, 1, 2)

    def forward(self, x: Tensor) -> Tensor:
        """Return a picture of the same shape."""
        parts = [self.entry(x)]
        for _ in range(3):
            parts.append(self.pool(parts[-1]))
        return torch.as_tensor(self.exit(torch.cat(parts, 1)))


class Yardstick(nn.Module):
    """Frames (n, 640, 640, 3) in 0..255 -> three maps of boxes and classes."""

    def __init__(self, classes: int = 80) -> None:
        """Build it for `classes` kinds of things."""
        super().__init__()
        self.low = nn.Sequential(
            _conv(3, 16, 3, 2), _conv(16, 32, 3, 2), Split(32, 32, 1, True),
            _conv(32, 64, 3, 2), Split(64, 64, 2, True),
        )  # fmt: skip
        self.mid = nn.Sequential(_conv(64, 128, 3, 2), Split(128, 128, 2, True))
        self.high = nn.Sequential(_conv(128, 256, 3, 2), Split(256, 256, 1, True), Pools(256))
        self.up_mid, self.up_low = Split(384, 128, 1, False), Split(192, 64, 1, False)
        self.down_low, self.down_mid = _conv(64, 64, 3, 2), _conv(128, 128, 3, 2)
        self.join_mid, self.join_high = Split(192, 128, 1, False), Split(384, 256, 1, False)
        self.twice = nn.Upsample(scale_factor=2.0, mode="nearest")
        self.boxes = nn.ModuleList([self._head(width, 64, 64) for width in (64, 128, 256)])
        self.kinds = nn.ModuleList(
            [self._head(width, classes, classes) for width in (64, 128, 256)]
        )

    @staticmethod
    def _head(width: int, middle: int, outer: int) -> nn.Sequential:
        return nn.Sequential(
            _conv(width, middle, 3), _conv(middle, middle, 3), nn.Conv2d(middle, outer, 1)
        )

    def forward(self, frames: Tensor) -> Tensor:
        """Return (n, places, boxes and classes)."""
        low = self.low(frames.permute(0, 3, 1, 2) * (1 / 255))
        mid = self.mid(low)
        high = self.high(mid)
        mid = self.up_mid(torch.cat([self.twice(high), mid], 1))
        low = self.up_low(torch.cat([self.twice(mid), low], 1))
        mid = self.join_mid(torch.cat([self.down_low(low), mid], 1))
        high = self.join_high(torch.cat([self.down_mid(mid), high], 1))
        rows = []
        for level, box, kind in zip((low, mid, high), self.boxes, self.kinds, strict=True):
            rows.append(torch.cat([box(level), kind(level)], 1).flatten(2))
        return torch.cat(rows, 2).permute(0, 2, 1)


def write_yardstick(target: Path) -> int:
    """Write the network as a float TFLite file; returns how many weights it has."""
    import litert_torch

    torch.manual_seed(0)
    net = Yardstick().eval()
    target.parent.mkdir(parents=True, exist_ok=True)
    litert_torch.convert(net, (torch.zeros(1, SIDE, SIDE, 3),)).export(str(target))
    return sum(weight.numel() for weight in net.parameters())
