"""The course of a training: optimiser, schedule, progress, and going on where it was stopped."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Generic, TypeVar

import torch
from torch import Tensor, nn

Net = TypeVar("Net", bound=nn.Module)
ENDS = ("final.", "head.")  # parts of a reader that depend on the side of its crops


class Course(Generic[Net]):
    """Teaches `model` for `steps` steps; model, optimiser and step are in one file, `checkpoint`.

    The rate rises to `rate` and falls to nothing over the whole course (one cycle). `start_from` is
    the checkpoint of another course whose model is gone on from; it may lack whole blocks that are
    added to what they get, and these begin by adding little.
    """

    def __init__(
        self,
        model: Net,
        checkpoint: Path,
        steps: int,
        rate: float,
        decay: float,
        start_from: Path | None = None,
        progress_every: int = 50,
    ) -> None:
        """Begin the course, or take up what `checkpoint` holds of it."""
        self.model = model
        if start_from is not None:
            _take_over(model, torch.load(start_from, weights_only=True)["model"])
        self._optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=decay)
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimizer, rate, total_steps=steps + 1, pct_start=0.15
        )
        self._checkpoint, self._steps, self._every = checkpoint, steps, progress_every
        self.start = self._resume()
        self._began = time.monotonic()
        self._sums: dict[str, float] = {}

    def steps(self) -> Iterator[int]:
        """Count the steps that are left, with the model ready to learn."""
        self.model.train()
        self._began = time.monotonic()
        yield from range(self.start, self._steps)
        self.model.eval()

    def learn(self, step: int, loss: Tensor, **figures: Tensor) -> None:
        """Take one step down `loss`; prints means of the figures now and then, and saves."""
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self._optimizer.step()
        self._schedule.step()
        for name, value in figures.items():
            self._sums[name] = self._sums.get(name, 0.0) + float(value.detach())
        done = step + 1
        if done % self._every and done != self._steps:
            return
        count = (done - self.start - 1) % self._every + 1
        means = ", ".join(f"{name} {value / count:.3f}" for name, value in self._sums.items())
        pace = (time.monotonic() - self._began) / (done - self.start)
        left = pace * (self._steps - done)
        title = self._checkpoint.stem
        print(f"{title} step {done}/{self._steps}: {means}, {left:.0f} s to go", flush=True)
        self._sums.clear()
        self._save(done)

    def _save(self, step: int) -> None:
        """Write the checkpoint; a half-written one never replaces a whole one."""
        self._checkpoint.parent.mkdir(parents=True, exist_ok=True)
        partial = self._checkpoint.with_suffix(".part")
        state = {
            "step": step,
            "model": self.model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "schedule": self._schedule.state_dict(),
        }
        torch.save(state, partial)
        partial.replace(self._checkpoint)

    def _resume(self) -> int:
        """Load the checkpoint, if there is one, and return the step to go on from (else 0)."""
        if not self._checkpoint.exists():
            return 0
        state = torch.load(self._checkpoint, weights_only=True)
        self.model.load_state_dict(state["model"])
        self._optimizer.load_state_dict(state["optimizer"])
        self._schedule.load_state_dict(state["schedule"])
        return int(state["step"])


def _take_over(model: nn.Module, weights: dict[str, Tensor]) -> None:
    """Load weights of a model that may have had fewer blocks, or crops of another side.

    Then what sees the whole crop (`final`, `head`) has another shape, and begins anew. The last
    scale of a block that is new is small, so that the model begins near what it knew; at nought its
    activation would never let it learn.
    """
    own = model.state_dict()
    weights = {
        name: values
        for name, values in weights.items()
        if not (name in own and name.startswith(ENDS) and own[name].shape != values.shape)
    }
    new = model.load_state_dict(weights, strict=False)
    if new.unexpected_keys:
        raise ValueError(f"the checkpoint holds what the model lacks: {new.unexpected_keys[:3]}")
    with torch.no_grad():
        for name in new.missing_keys:
            if name.endswith(".3.weight"):
                model.get_parameter(name).fill_(0.1)
