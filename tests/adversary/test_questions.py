"""Floods of standing questions, which make others send what somebody lacks, or says to lack."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from engine.values import replace
from protocol.game.questions import ANSWERED_AT_ONCE, ANSWERED_EACH_TICK
from protocol.game.step_table import StepKind
from protocol.wire.codec import pack
from protocol.wire.envelope import Envelope
from protocol.wire.identity import Domain, Identity, Peer
from protocol.wire.packets import GameMessage, Here, Said, Signed, Standing, read_packet
from protocol.wire.venues import Venue
from tests.adversary.splits import TICKS, SplitTable
from tests.client.tables.machines import Machine, Machines

LIAR: Final = 0
HONEST: Final = 1
ASKING: Final = 2
FLOOD: Final = 1000
NOTHING: Final = Standing(0, (), 0, ())
"""The question of somebody who has nothing: it asks for the whole game."""


class Answering(Machines):
    """Machines of which one is asked; the statements it sends are kept, and reach nobody."""

    def __init__(self, directory: Path) -> None:
        self.is_kept = False
        self.sent: list[bytes] = []
        super().__init__(3, directory)
        self.play(6)
        self.is_kept = True

    def send(self, sender: Machine, raw: bytes) -> None:
        if not self.is_kept:
            super().send(sender, raw)
            return
        packet = read_packet(raw)
        if isinstance(packet, GameMessage):
            self.sent.append(packet.envelope)

    def ask(self, raw: bytes) -> list[bytes]:
        """Return the statements that the honest machine sends when it receives a packet."""
        self.sent.clear()
        self.machines[HONEST].table.receive(raw)
        return self.sent[:]

    def tick(self) -> None:
        """Let a tick pass at the honest machine."""
        self.machines[HONEST].table.say_where()

    def signed(
        self, author: int, said: Said, counter: int, *, key: int | None = None, name: bytes = b""
    ) -> bytes:
        """Sign a packet in somebody's name, with somebody's key, for this table or another."""
        keys = [one.begin.seats[one.begin.person].identity for one in self.machines]
        venue = Venue.table(name or self.charter.table_id)
        signer = keys[author if key is None else key]
        return Signed(keys[author].public, venue, counter, said).pack(signer)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Answering]:
    made = Answering(tmp_path)
    yield made
    made.close()


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return the keys with which signatures are verified from now on, growing."""
    found: list[bytes] = []
    verify = Peer.verify

    def noted(self: Peer, domain: Domain, content: bytes, signature: bytes) -> None:
        found.append(self.public)
        verify(self, domain, content, signature)

    monkeypatch.setattr(Peer, "verify", noted)
    return found


def test_a_question_of_somebody_with_nothing_is_answered(table: Answering) -> None:
    assert {Envelope.from_bytes(raw).step for raw in table.ask(table.signed(ASKING, NOTHING, 99))}


def test_a_flood_of_one_person_keeps_no_question_of_another_from_its_answer(
    table: Answering,
) -> None:
    answers = [
        bool(table.ask(table.signed(LIAR, Standing(step, (), 0, ()), 99 + step)))
        for step in range(FLOOD)
    ]
    assert sum(answers) <= ANSWERED_AT_ONCE
    table.tick()
    assert table.ask(table.signed(ASKING, NOTHING, 99))


def test_a_person_gets_a_bounded_number_of_answers_a_tick(table: Answering) -> None:
    budget = table.machines[HONEST].table._questions
    packets = [read_packet(table.signed(LIAR, NOTHING, 99 + at)) for at in range(30)]
    asked = [packet for packet in packets if isinstance(packet, Signed)]
    assert sum(map(bool, map(budget.hear, asked[:20]))) == ANSWERED_AT_ONCE
    budget.tick()
    assert 0 < sum(map(bool, map(budget.hear, asked[20:]))) <= ANSWERED_EACH_TICK


def test_a_statement_is_sent_once_a_tick_however_many_ask_for_it(table: Answering) -> None:
    first = table.ask(table.signed(LIAR, NOTHING, 99))
    assert first
    assert table.ask(table.signed(ASKING, NOTHING, 99)) == []
    table.tick()
    assert table.ask(table.signed(ASKING, NOTHING, 100)) == first


def test_questions_in_the_name_of_another_take_nothing_of_their_answers(
    table: Answering, verified: list[bytes]
) -> None:
    for counter in range(FLOOD):
        forged = table.signed(ASKING, NOTHING, 10**9 + counter, key=LIAR)
        assert table.ask(forged) == []
    assert len(verified) == FLOOD
    assert table.ask(table.signed(ASKING, NOTHING, 99))


def test_questions_that_cannot_count_are_dropped_without_verifying_a_signature(
    table: Answering, verified: list[bytes]
) -> None:
    question = table.signed(ASKING, NOTHING, 99)
    assert table.ask(question)
    stranger = Identity(bytes(32))
    at = Venue.table(table.charter.table_id)
    useless = [
        question,
        table.signed(ASKING, NOTHING, 98),
        table.signed(ASKING, NOTHING, 100, name=bytes(32)),
        table.signed(HONEST, NOTHING, 100),
        Signed(stranger.public, at, 100, NOTHING).pack(stranger),
        pack((2, 0, (), 0, ())),
    ]
    table.tick()
    verified.clear()
    for raw in useless * FLOOD:
        assert table.ask(raw) == []
    assert not verified
    assert table.ask(table.signed(ASKING, NOTHING, 101))


def test_questions_replayed_before_a_new_one_do_not_keep_it_from_its_answer_for_long(
    table: Answering,
) -> None:
    old = [table.signed(ASKING, NOTHING, 99 + at) for at in range(FLOOD)]
    for raw in old[: FLOOD // 2]:
        table.ask(raw)
    assert table.ask(table.signed(ASKING, NOTHING, 10**9)) == []
    table.tick()
    for raw in old[FLOOD // 2 :]:
        assert table.ask(raw) == []
    assert table.ask(table.signed(ASKING, NOTHING, 10**9 + 1))


def test_a_program_that_starts_again_with_a_lower_counter_is_answered(table: Answering) -> None:
    assert table.ask(table.signed(ASKING, NOTHING, 10**9))
    table.tick()
    assert table.ask(table.signed(ASKING, NOTHING, 5)) == []
    table.ask(table.signed(ASKING, Here(4, 0, bytes(range(16)), ()), 4))
    assert table.ask(table.signed(ASKING, NOTHING, 5))


def test_a_question_is_numbered_above_those_of_earlier_starts(table: Answering) -> None:
    machine = table.machines[ASKING]
    counters: list[int] = []
    for instance in (10, 500):
        machine.table.came(instance, b"")
        for _ in range(2):
            standing = machine.table.sessions[ASKING].standing()
            raw = machine.table._questions.ask(standing, machine.table.rejoin.instance)
            packet = read_packet(raw)
            assert isinstance(packet, Signed)
            counters.append(packet.counter)
            assert packet == replace(packet, said=standing)
    assert counters == sorted(set(counters))
    assert counters[2] > 500


def test_a_message_on_a_past_that_was_left_comes_with_the_way_to_it() -> None:
    # Nobody hears seat 2, which hears all and picks twice; the others go on without it.
    table = SplitTable(3, seed=8)
    table.start()
    lone, other = table.sessions[2], table.sessions[0]
    table.run_until(lambda: all(one.referee.due.kind is StepKind.PICK for one in table.sessions))
    first = other.point.step
    table.cut.unheard = {2}
    table.run_until(lambda: 2 in lone.present and lone.point.step > first)
    left = [*lone.history[first].values(), lone.present[2]]
    table.agree_until((0, 1), lambda: other.point.step > first)
    table.cut.unheard = set()
    table.tick(TICKS, lambda: lone.point == other.point)
    assert lone.point == other.point
    wants = (left[-1].digest,)
    found = lone.missing(Standing(lone.point.step, tuple(range(3)), lone.voter.view, wants))
    assert {one.to_bytes() for one in left} <= set(found)
