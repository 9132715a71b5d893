"""A table in memory and its page, for every test of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.memory_table import MemoryTable
from web import create_app

Post = Callable[..., TestResponse]


@pytest.fixture
def table() -> MemoryTable:
    return MemoryTable()


@pytest.fixture
def client(table: MemoryTable) -> FlaskClient:
    return create_app(table).test_client()


@pytest.fixture
def post(client: FlaskClient, table: MemoryTable) -> Post:
    """Send a command with the revision that the table has now."""

    def send(kind: str, seat: int | None = None, **data: Any) -> TestResponse:
        seen = table.snapshot().revision
        return client.post(
            "/command", json={"kind": kind, "seat": seat, "data": data, "seen": seen}
        )

    return send
