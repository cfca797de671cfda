"""Messages on heads that are not known yet."""

from __future__ import annotations

import pytest

from protocol.game.early_messages import MOST_AHEAD, MOST_KEPT, EarlyMessages
from protocol.record.reading import Cursor, ViewReading
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Identity
from tests.adversary.lies import lying

KEY = Identity(bytes(32))


def message(number: int, step: int = 5) -> Envelope:
    """Sign a message on a head that nobody knows."""
    point = StepPoint(bytes(32), step, number.to_bytes(32, "big"), bytes(32))
    return Envelope.seal(KEY, point, 0, b"")


def test_a_seat_keeps_few_messages_of_a_signer() -> None:
    early = EarlyMessages({})
    kept = [early.keep(message(number), 5) for number in range(MOST_KEPT + 1)]
    assert kept == [True] * MOST_KEPT + [False]
    assert not EarlyMessages({}).keep(message(0, 6 + MOST_AHEAD), 5)


def test_a_reader_keeps_all_messages_of_a_long_fork() -> None:
    early = EarlyMessages({}, keeps_all=True)
    assert all(early.keep(message(step, step), 0) for step in range(3 * MOST_KEPT))
    assert len(early) == 3 * MOST_KEPT


def test_messages_are_taken_once_their_head_is_known_unless_they_name_another_step() -> None:
    steps: dict[bytes, int] = {}
    early, right, wrong = EarlyMessages(steps), message(7), message(7, 6)
    assert early.keep(right, 5)
    assert early.keep(wrong, 5)
    assert early.take() == ()
    steps[right.head] = right.step
    assert early.has_due
    assert early.take() == (right,)
    assert not len(early)
    assert not early.keep(wrong, 5)


def test_a_file_full_of_unknown_pasts_is_read_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    table = lying(3)
    point = table.honest[0].point
    parts = [
        table.freeze(1).raw,
        *(
            Envelope.seal(
                table.program.identity,
                StepPoint(point.table_id, point.step, number.to_bytes(32, "big"), point.state),
                0,
                b"",
            ).to_bytes()
            for number in range(100)
        ),
    ]
    reading = ViewReading(table.charter, None)
    looked = 0

    def look() -> None:
        nonlocal looked
        looked += 1

    monkeypatch.setattr(reading, "_look", look)
    assert reading.read(Cursor(tuple(parts))) is None
    assert looked == 1
