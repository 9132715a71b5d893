"""Addresses that nobody types: numbers of any length in every place that takes one."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from device.table import Table
from web import create_app

NUMBERED = re.compile(r"<int[^:>]*:\w+>")
NUMBERS = (2**31, 2**63 - 1, 2**63, 2**70, int("9" * 400))


@pytest.fixture
def real_client(real_table: Table) -> FlaskClient:
    return create_app(real_table).test_client()


def test_a_number_of_any_length_is_no_error(real_client: FlaskClient) -> None:
    start = {"kind": "start", "seen": 0, "data": {"game": "knister", "players": ["Ann"]}}
    assert real_client.post("/command", json=start).status_code == 200
    match_id = real_client.get("/snapshot").json["match"]["id"]
    rules = [rule.rule for rule in real_client.application.url_map.iter_rules()]
    numbered = [rule for rule in rules if NUMBERED.search(rule)]
    assert len(numbered) >= 3
    for rule in numbered:
        for number in NUMBERS:
            address = re.sub(r"<[^>]+>", match_id, NUMBERED.sub(str(number), rule))
            assert real_client.get(address).status_code == 404, address
