"""Records kept while a game is played, and evidence of what was refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from client.online.records import RecordKeeper
from client.tables.network import NetworkTable, Trouble
from protocol.errors import Reason
from protocol.record import verify_record
from tests.client.online.own_tables import table_of_bots


@pytest.fixture
def table() -> NetworkTable:
    return table_of_bots()


def play(table: NetworkTable, steps: int) -> None:
    history = table.sessions[table.person].history
    goal = len(history) + steps
    while len(history) < goal and table.advance():
        pass


def test_what_is_closed_is_on_the_disk(tmp_path: Path, table: NetworkTable) -> None:
    keeper = RecordKeeper(table, tmp_path)
    for _ in range(5):
        play(table, 4)
        keeper.keep()
        raw = keeper.path.read_bytes()
        assert raw == table.record()
        assert verify_record(raw).steps == len(table.sessions[table.person].history)


def test_two_programs_at_one_table_never_share_a_file(tmp_path: Path, table: NetworkTable) -> None:
    first, second = RecordKeeper(table, tmp_path), RecordKeeper(table, tmp_path)
    for keeper in (first, second):
        keeper.keep()
    play(table, 3)
    for keeper in (first, second):
        keeper.keep()
    assert first.path != second.path
    assert first.path.read_bytes() == second.path.read_bytes() == table.record()


def test_a_disk_that_takes_nothing_is_told_and_the_record_is_whole_afterwards(
    tmp_path: Path, table: NetworkTable
) -> None:
    (tmp_path / "records").touch()
    keeper = RecordKeeper(table, tmp_path)
    keeper.keep()
    assert "records" in keeper.trouble
    (tmp_path / "records").unlink()
    play(table, 3)
    keeper.keep()
    assert keeper.trouble == ""
    assert keeper.path.read_bytes() == table.record()


def test_a_refused_message_is_kept_with_who_when_and_why(
    tmp_path: Path, table: NetworkTable
) -> None:
    keeper = RecordKeeper(table, tmp_path)
    table.troubles.append(Trouble("Bo", 7, Reason.BAD_SIGNATURE, "step", (b"\x01",), halts=False))
    keeper.keep()
    told = json.loads((tmp_path / "records" / f"{keeper.path.stem}-evidence-1.json").read_text())
    assert (told["name"], told["step"], told["reason"]) == ("Bo", 7, "bad-signature")
    assert told["evidence"] == ["01"]


def test_evidence_does_not_fill_the_disk(tmp_path: Path, table: NetworkTable) -> None:
    keeper = RecordKeeper(table, tmp_path)
    trouble = Trouble("Bo", 7, Reason.BAD_SIGNATURE, "step", (), halts=False)
    table.troubles.extend([trouble] * 500)
    keeper.keep()
    assert len(list(tmp_path.glob("records/*-evidence-*.json"))) == 50
