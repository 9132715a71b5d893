"""The fake picamera2 in the place of the real one."""

from __future__ import annotations

import sys
import types

import pytest
from hypothesis import HealthCheck, settings

from tests.device.fake_picamera2 import FakePicamera2

# Whether data come quickly is measured by the clock on the wall: a busy machine must not fail.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = FakePicamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(FakePicamera2, "was_set", [])
    return FakePicamera2
