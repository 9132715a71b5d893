"""A disk without room: every answer says so, no line breaks, and the table goes on."""

from __future__ import annotations

import errno
import http.client
import io
import json
import tempfile
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.browser import serving
from tests.web.memory_table import MemoryTable


class Full(io.BytesIO):
    """A file on a disk that is full."""

    def write(self, data: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


KINDS = {"/record/import": "application/json", "/record/restore": "application/octet-stream"}


@pytest.mark.parametrize("path", KINDS)
def test_an_upload_without_room_is_read_to_its_end_and_told_so(
    table: MemoryTable, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    with serving(table) as address:
        line = http.client.HTTPConnection("127.0.0.1", int(address.rpartition(":")[2]), timeout=30)
        monkeypatch.setattr("waitress.buffers.TempfileBasedBuffer.newfile", lambda self: Full())
        for _ in range(2):  # the same line goes on
            line.request("POST", path, b" " * 3_000_000, {"Content-Type": KINDS[path]})
            answer = line.getresponse()
            body = json.loads(answer.read())
            assert answer.status == 507
            assert "free some space" in body["message"]["text"]
        line.request("GET", "/snapshot")
        assert line.getresponse().status == 200
        line.close()


def test_a_folder_that_takes_nothing_is_told_so(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    answer = client.post("/record/restore", data=b"x", content_type="application/octet-stream")
    assert answer.status_code == 507
    assert "free some space" in answer.json["message"]["text"]
