"""A majority that makes a second end of a table with its own keys, and records that are cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.storage.record_files import keep_whole
from protocol.game.step_table import StepKind
from protocol.record.comparison import compare
from protocol.record.record import verify_record
from tests.adversary.second_ends import (
    ended_without,
    majority_without,
    played,
    record_of,
    signed_by_all,
)


def test_a_record_that_all_have_signed_says_so() -> None:
    verified = verify_record(signed_by_all(), played().cache)
    assert verified.by_all
    assert verified.unsigned == ()


def test_an_end_made_by_a_majority_is_never_called_signed_by_all() -> None:
    verified = verify_record(ended_without(2), majority_without(2).cache)
    assert verified.closed
    assert not verified.by_all
    (missing,) = verified.unsigned
    steps = [
        at for at, proof in enumerate(majority_without(2).sessions[0].transcript.proofs) if proof
    ]
    assert (missing.signer, missing.since) == (2, steps[0] + 1)


def test_the_first_step_of_a_second_end_is_named_with_who_signed_what() -> None:
    table = majority_without(2)
    found = compare(signed_by_all(), ended_without(2), table.cache)
    transcript = table.sessions[0].transcript
    assert found.step == next(at for at, proof in enumerate(transcript.proofs) if proof)
    assert found.sides is not None
    first, second = found.sides
    assert set(first.messages) >= {2}
    assert 2 not in second.messages
    assert second.gone.away == (2,)


def test_a_second_end_is_written_beside_the_first(tmp_path: Path) -> None:
    path = tmp_path / "table.bloodrage"
    assert keep_whole(path, signed_by_all()).path == path
    kept = keep_whole(path, ended_without(2))
    assert kept.path == tmp_path / "table-2.bloodrage"
    assert kept.beside == path
    assert path.read_bytes() == signed_by_all()
    assert kept.path.read_bytes() == ended_without(2)
    # The same end again gets no file of its own, and a third one does.
    assert keep_whole(path, ended_without(2)) == kept
    assert keep_whole(path, ended_without(1)).path == tmp_path / "table-3.bloodrage"


@pytest.mark.parametrize("left", [1, 50, 100])
def test_a_record_with_an_end_is_never_shortened(tmp_path: Path, left: int) -> None:
    path = tmp_path / "table.bloodrage"
    keep_whole(path, signed_by_all())
    steps = len(played().sessions[0].transcript.history) - left
    kept = keep_whole(path, record_of(played(), 0, steps))
    assert path.read_bytes() == signed_by_all()
    assert (kept.path == path) == (left == 1)


def test_an_end_in_a_file_that_was_cut_off_behind_it_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "table.bloodrage"
    torn = signed_by_all()[:-7]
    path.write_bytes(torn)
    assert keep_whole(path, ended_without(2)).path != path
    assert path.read_bytes() == torn
    assert keep_whole(path, signed_by_all()).path == path
    assert path.read_bytes() == signed_by_all()


def test_a_file_of_another_program_is_not_taken_for_a_second_end(tmp_path: Path) -> None:
    path, other = tmp_path / "table.bloodrage", tmp_path / "table-2.bloodrage"
    keep_whole(path, signed_by_all())
    unfinished = record_of(played(), 1, 40)
    for raw in (b"", unfinished):
        other.write_bytes(raw)
        assert keep_whole(path, ended_without(2)).path == tmp_path / "table-3.bloodrage"
        assert other.read_bytes() == raw


def test_a_game_of_three_closes_in_a_result_of_all_three() -> None:
    session = played().sessions[0]
    assert session.referee.due.kind is StepKind.CLOSED
    assert set(session.history[-2]) == set(session.history[-1]) == {0, 1, 2}
