from __future__ import annotations

import json
from pathlib import Path

import pytest

from protocol.record.record import write_record
from tests.adversary.tables import Table
from tests.client.cli.calling import call, is_one_sentence


@pytest.fixture(scope="module")
def record() -> bytes:
    table = Table(2, seed=8)
    table.start()
    table.run()
    history = table.sessions[0].history
    return write_record(table.charter, (one for step in history for _, one in sorted(step.items())))


def test_an_honest_record_is_all_right(record: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.bloodrage"
    file.write_bytes(record)
    answer = call("verify", str(file), "--json")
    assert answer.code == 0
    told = json.loads(answer.out)
    assert told["ok"]
    assert told["closed"]
    assert len(told["glory"]) == 2
    assert "signed by all" in call("verify", str(file)).out


def test_a_changed_byte_is_exit_code_5_with_step_and_seat(record: bytes, tmp_path: Path) -> None:
    changed = bytearray(record)
    changed[-1] ^= 1
    file = tmp_path / "game.bloodrage"
    file.write_bytes(changed)
    answer = call("verify", str(file), "--json")
    assert answer.code == 5
    assert is_one_sentence(answer.err)
    told = json.loads(answer.out)
    assert not told["ok"]
    assert told["seat"].startswith("Seat ")
    assert told["reason"] == "bad-signature"


def test_what_is_no_record_is_told_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "no.bloodrage"
    file.write_bytes(b"hello")
    answer = call("verify", str(file))
    assert answer.code == 5
    assert is_one_sentence(answer.err)
    missing = call("verify", str(tmp_path / "nothing"))
    assert missing.code == 2
    assert is_one_sentence(missing.err)
