"""A short run of the soak; the long one is `python -m tests.device.soak`."""

from __future__ import annotations

from pathlib import Path

from tests.device.soak import soak


def test_random_actions_are_accepted_or_refused_and_replay_to_the_live_state(
    tmp_path: Path,
) -> None:
    counted = soak(tmp_path, 400, seed=7)
    assert counted["accepted"] > 150
    assert counted["refused"] > 30
    assert counted["replayed"] == counted["matches"]
