"""What holds for every test."""

from __future__ import annotations

from hypothesis import settings

# Tests run beside others: how long one example takes says nothing.
settings.register_profile("beside others", settings(), deadline=None)
settings.load_profile("beside others")
