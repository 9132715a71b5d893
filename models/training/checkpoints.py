"""Resumable training: model, optimiser and step in one file, replaced whole."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler


def save(
    path: Path, step: int, model: nn.Module, optimizer: Optimizer, schedule: LRScheduler
) -> None:
    """Write a checkpoint; a half-written one never replaces a whole one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".part")
    state = {
        "step": step,
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "schedule": schedule.state_dict(),
    }
    torch.save(state, partial)
    partial.replace(path)


def resume(path: Path, model: nn.Module, optimizer: Optimizer, schedule: LRScheduler) -> int:
    """Load a checkpoint, if there is one, and return the step to go on from (else 0)."""
    if not path.exists():
        return 0
    state = torch.load(path, weights_only=True)
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    schedule.load_state_dict(state["schedule"])
    return int(state["step"])
