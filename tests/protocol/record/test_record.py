"""The record of a game: anybody can verify it, and every byte is protected."""

from __future__ import annotations

from random import Random

import pytest

from protocol.game.jobs import Cache
from protocol.record.record import BrokenRecord, verify_record, write_record
from tests.adversary.tables import Table


@pytest.fixture(scope="module")
def game() -> tuple[Table, bytes, Cache]:
    table = Table(2, seed=3)
    table.start()
    table.run()
    session = table.sessions[0]
    envelopes = (one for step in session.history for _, one in sorted(step.items()))
    return table, write_record(table.charter, envelopes), table.cache


def test_an_honest_record_verifies_with_its_final_glory(game: tuple[Table, bytes, Cache]) -> None:
    table, raw, _ = game
    verified = verify_record(raw)
    assert verified.closed
    assert verified.glory == table.sessions[0].referee.glory()


def test_all_seats_write_the_same_record(game: tuple[Table, bytes, Cache]) -> None:
    table, raw, _ = game
    for session in table.sessions:
        envelopes = (one for step in session.history for _, one in sorted(step.items()))
        assert write_record(table.charter, envelopes) == raw


@pytest.mark.slow
def test_any_changed_byte_is_detected(game: tuple[Table, bytes, Cache]) -> None:
    _, raw, cache = game
    chance = Random(1)
    for _ in range(60):
        changed = bytearray(raw)
        changed[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        with pytest.raises(BrokenRecord):
            verify_record(bytes(changed), dict(cache))


def test_a_fault_names_step_and_seat(game: tuple[Table, bytes, Cache]) -> None:
    _, raw, cache = game
    changed = bytearray(raw)
    changed[-1] ^= 1
    with pytest.raises(BrokenRecord) as caught:
        verify_record(bytes(changed), dict(cache))
    assert caught.value.name.startswith("Seat ")
    assert caught.value.step > 0


def test_bytes_after_the_end_are_detected(game: tuple[Table, bytes, Cache]) -> None:
    _, raw, cache = game
    with pytest.raises(BrokenRecord):
        verify_record(raw + raw[-200:], dict(cache))


def test_an_unfinished_game_verifies_up_to_its_last_step() -> None:
    table = Table(2, seed=4)
    table.start()
    table.run(100)
    session = table.sessions[0]
    envelopes = (one for step in session.history for _, one in sorted(step.items()))
    verified = verify_record(write_record(table.charter, envelopes))
    assert not verified.closed
    assert verified.steps == len(session.history)
