"""The record of a game: anybody can verify it, and every byte is protected."""

from __future__ import annotations

from random import Random

import pytest

from engine.values import replace
from protocol.game.jobs import Cache
from protocol.record.record import (
    HEADER,
    BrokenRecord,
    split_record,
    verify_record,
    without_tail,
    write_record,
)
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


def _parts_end(raw: bytes, count: int) -> int:
    """Return the position behind the charter and so many further parts."""
    charter, parts = split_record(raw)
    return len(HEADER) + sum(4 + len(part) for part in (charter, *parts[:count]))


@pytest.mark.parametrize("lost", [1, 3, 4, 5, 60])
@pytest.mark.parametrize("zeros", [0, 16, 4096])
def test_a_record_that_lost_its_tail_is_verified_up_to_there(
    game: tuple[Table, bytes, Cache], lost: int, zeros: int
) -> None:
    _, raw, cache = game
    whole, after = raw[: _parts_end(raw, 40)], raw[: _parts_end(raw, 41)]
    torn = after[:-lost] + bytes(zeros)
    with pytest.raises(BrokenRecord):
        verify_record(torn, dict(cache))
    found = verify_record(torn, dict(cache), cut_off=True)
    assert found == replace(verify_record(whole, dict(cache)), cut_off=True)
    assert without_tail(torn) == whole
    assert without_tail(whole) == whole


def test_zeros_alone_behind_a_whole_record_are_a_lost_tail(
    game: tuple[Table, bytes, Cache],
) -> None:
    _, raw, cache = game
    assert verify_record(raw + bytes(512), dict(cache), cut_off=True).closed


@pytest.mark.parametrize("size", [0, 2**31])
def test_a_length_that_no_part_has_is_damage_and_no_lost_tail(
    game: tuple[Table, bytes, Cache], size: int
) -> None:
    _, raw, cache = game
    at = _parts_end(raw, 40)
    damaged = raw[:at] + size.to_bytes(4, "big") + raw[at + 4 :]
    with pytest.raises(BrokenRecord):
        verify_record(damaged, dict(cache), cut_off=True)


@pytest.mark.parametrize("size", [0, 5, len(HEADER), len(HEADER) + 3, len(HEADER) + 40])
def test_a_record_without_its_charter_is_none(game: tuple[Table, bytes, Cache], size: int) -> None:
    _, raw, _ = game
    with pytest.raises(BrokenRecord):
        verify_record(raw[:size], cut_off=True)
