"""Records written during a game, and reports of rejected messages."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from client.storage.record_files import RecordKeeper, keep_whole
from client.tables.incidents import Trouble
from client.tables.network_table import NetworkTable
from protocol.errors import Reason
from protocol.record.evidence import judge_report
from protocol.record.record import verify_record
from protocol.wire.envelope import Envelope
from tests.adversary.second_ends import ended_without, signed_by_all
from tests.client.online.own_tables import table_of_bots


@pytest.fixture
def table() -> NetworkTable:
    return table_of_bots()


def play(table: NetworkTable, steps: int) -> None:
    history = table.sessions[table.person].history
    goal = len(history) + steps
    while len(history) < goal and table.advance():
        pass


def test_closed_steps_are_on_the_disk(tmp_path: Path, table: NetworkTable) -> None:
    private_seat = RecordKeeper(table, tmp_path)
    for _ in range(5):
        play(table, 4)
        private_seat.keep()
        raw = private_seat.path.read_bytes()
        assert raw == table.record()
        assert verify_record(raw).steps == len(table.sessions[table.person].history)


def test_two_programs_at_one_table_never_share_a_file(tmp_path: Path, table: NetworkTable) -> None:
    first, second = RecordKeeper(table, tmp_path), RecordKeeper(table, tmp_path)
    for private_seat in (first, second):
        private_seat.keep()
    play(table, 3)
    for private_seat in (first, second):
        private_seat.keep()
    assert first.path != second.path
    assert first.path.read_bytes() == second.path.read_bytes() == table.record()


def test_a_disk_error_is_reported_and_the_record_completed_afterwards(
    tmp_path: Path, table: NetworkTable
) -> None:
    (tmp_path / "records").touch()
    private_seat = RecordKeeper(table, tmp_path)
    private_seat.keep()
    assert "records" in private_seat.trouble
    (tmp_path / "records").unlink()
    play(table, 3)
    private_seat.keep()
    assert private_seat.trouble == ""
    assert private_seat.path.read_bytes() == table.record()


def trouble_of(table: NetworkTable, step: int) -> Trouble:
    """Show the person two contents of one step that their bot signed."""
    session = table.sessions[1]
    first = session.history[step][1]
    point = session.transcript.points[step]
    second = Envelope.seal(session.identity, point, 1, b"\x00")
    pair = (first.to_bytes(), second.to_bytes())
    return Trouble(1, "Hati", step, Reason.TWO_MESSAGES, "step", pair, halts=False)


def test_a_fault_is_kept_as_a_report_that_proves_it(tmp_path: Path, table: NetworkTable) -> None:
    play(table, 4)
    private_seat = RecordKeeper(table, tmp_path)
    table.troubles.append(trouble_of(table, 2))
    private_seat.keep()
    (path,) = private_seat.reports
    assert path.name == f"{private_seat.path.stem}-1.report"
    verdict = judge_report(path.read_bytes())
    assert (verdict.charter.names[verdict.signer], verdict.step) == ("Hati", 2)
    assert verdict.reason is Reason.TWO_MESSAGES


def test_the_report_of_an_earlier_start_stays(tmp_path: Path, table: NetworkTable) -> None:
    play(table, 4)
    table.troubles.append(trouble_of(table, 2))
    first = RecordKeeper(table, tmp_path)
    first.keep()
    before = first.reports[0].read_bytes()
    table.troubles[:] = [trouble_of(table, 1)]
    again = RecordKeeper(table, tmp_path, first.path.name)
    again.keep()
    assert again.reports[0] != first.reports[0]
    assert first.reports[0].read_bytes() == before


def test_reports_do_not_fill_the_disk(tmp_path: Path, table: NetworkTable) -> None:
    play(table, 2)
    private_seat = RecordKeeper(table, tmp_path)
    refused = (table.sessions[1].history[0][1].to_bytes(),)
    for step in range(500):
        table.troubles.append(
            Trouble(1, "Bo", step, Reason.WRONG_SHAPE, "step", refused, halts=False)
        )
    private_seat.keep()
    assert len(list(tmp_path.glob("records/*.report"))) == 50


def test_a_removed_record_is_written_whole_again(tmp_path: Path, table: NetworkTable) -> None:
    private_seat = RecordKeeper(table, tmp_path)
    for is_all in (False, True):
        play(table, 2)
        private_seat.keep()
        if is_all:
            shutil.rmtree(private_seat.path.parent)
        else:
            private_seat.path.unlink()
        play(table, 2)
        private_seat.keep()
        assert private_seat.trouble == ""
        assert private_seat.path.read_bytes() == table.record()


def test_a_rejected_record_is_tried_again_at_the_end(tmp_path: Path, table: NetworkTable) -> None:
    (tmp_path / "records").touch()
    private_seat = RecordKeeper(table, tmp_path)
    private_seat.keep()
    (tmp_path / "records").unlink()
    private_seat.keep()
    assert private_seat.trouble
    private_seat.keep(again=True)
    assert private_seat.trouble == ""
    assert private_seat.path.read_bytes() == table.record()


def played_to_the_end() -> NetworkTable:
    table = table_of_bots()
    while table.advance():
        pass
    assert table.closed is not None
    return table


def test_a_game_that_goes_on_after_its_end_leaves_its_record_alone(tmp_path: Path) -> None:
    table = played_to_the_end()
    names: list[str] = []
    keeper = RecordKeeper(table, tmp_path, on_file=names.append)
    keeper.keep()
    first, whole = keeper.path, keeper.path.read_bytes()
    course = table.sessions[table.person].course
    transcript = table.sessions[table.person].transcript
    transcript.rewind(len(transcript.history) - 5)
    course.rewinds += 1
    keeper.keep()
    assert first.read_bytes() == whole
    assert keeper.beside == first
    assert keeper.path.name == f"{first.stem}-2.bloodrage"
    assert keeper.path.read_bytes() == table.record()
    assert names == [first.name, keeper.path.name]


def test_a_crash_while_another_end_is_written_leaves_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.bloodrage"
    keep_whole(path, signed_by_all())

    def crash(_descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", crash)
    with pytest.raises(KeyboardInterrupt):
        keep_whole(path, ended_without(2))
    assert path.read_bytes() == signed_by_all()


def test_a_longer_record_of_one_end_replaces_the_shorter_one(tmp_path: Path) -> None:
    path = tmp_path / "a.bloodrage"
    keep_whole(path, signed_by_all()[:-7])
    assert keep_whole(path, signed_by_all()).path == path
    assert path.read_bytes() == signed_by_all()
