"""The check of the port asks where `play` would serve: the same host, the same port."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.addresses import free_port
from tests.device.conftest import Run
from tests.device.other_program import HOLD_A_PORT, other_program
from tests.device.playing_program import playing


@pytest.fixture
def taken() -> Iterator[int]:
    """A port of this machine that is taken on one of its addresses alone."""
    with other_program(HOLD_A_PORT.format("127.0.0.2")) as (_, port):
        yield int(port)


@pytest.fixture
def port_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("device.checkup.examine_sight", lambda *_: ())

    def ask(*words: str) -> dict[str, str]:
        lines = run("doctor", "none", "--json", *words).stdout.splitlines()
        return next(line for line in map(json.loads, lines) if line["check"] == "port")

    return ask


def test_a_port_is_free_where_it_is_taken_on_another_address_alone(
    port_line: Any, taken: int
) -> None:
    assert port_line("--host", "127.0.0.1", "--port", str(taken))["state"] == "ok"
    for host in ("127.0.0.2", "0.0.0.0"):
        assert port_line("--host", host, "--port", str(taken))["state"] == "mend"


def test_host_and_port_of_the_settings_are_asked_for(
    port_line: Any, data: Path, taken: int
) -> None:
    settings = data / "settings.toml"
    data.mkdir()
    for host, state in (("127.0.0.1", "ok"), ("127.0.0.2", "mend")):
        settings.write_text(f'[page]\nhost = "{host}"\nport = {taken}\n', encoding="utf-8")
        line = port_line()
        assert (line["state"], str(taken) in line["says"]) == (state, True), line


@pytest.mark.parametrize("host", ["192.0.2.7", "no.such.host.invalid", "[::1]"])
def test_an_address_that_this_machine_does_not_have_is_named(port_line: Any, host: str) -> None:
    line = port_line("--host", host, "--port", "80")
    assert line["state"] == "mend"
    assert host in line["says"]
    assert "address of this machine" in line["do"]


def test_a_table_that_plays_already_holds_its_own_port(port_line: Any, data: Path) -> None:
    port = str(free_port("127.0.0.1", 8300))
    with playing(data, "none", "--port", port):
        for words in ((), ("--host", "127.0.0.1", "--port", port), ("--port", port)):
            line = port_line(*words)
            assert line["state"] == "ok"
            assert f"the table is being served on {port}" in line["says"]
