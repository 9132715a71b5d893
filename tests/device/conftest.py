"""The fake picamera2 in the place of the real one."""

from __future__ import annotations

import sys
import types

import pytest

from tests.device.fake_picamera2 import FakePicamera2


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = FakePicamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(FakePicamera2, "was_set", [])
    return FakePicamera2
