"""Machines that restart, here or elsewhere, do not contradict their votes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from client.storage.saved_games import load_table
from protocol.agreement.slips import (
    AcceptanceSlip,
    FreezeSlip,
    ReturnSlip,
    VoteOfView,
    VoteSigner,
    is_slip,
    read_slip,
)
from protocol.game.catching_up import Rejoin
from protocol.wire.envelope import Envelope
from protocol.wire.packets import GameMessage, pack_plain, read_packet
from tests.client.tables.machines import Machine, Machines

FAR = 30


class Listening(Machines):
    """Machines that remember the votes each has sent."""

    def __init__(self, directory: Path) -> None:
        self.voted: list[VoteOfView] = []
        super().__init__(3, directory)

    def send(self, sender: Machine, raw: bytes) -> None:
        packet = read_packet(raw)
        if isinstance(packet, GameMessage) and is_slip(packet.envelope):
            slip = read_slip(packet.envelope, sender.table.sessions[sender.begin.person].peers)
            if not isinstance(slip, ReturnSlip) and slip.signer == sender.begin.person:
                self.voted.append(slip)
        super().send(sender, raw)

    def freezes(self, person: int) -> dict[int, set[bytes]]:
        """Return the freezes that a person's machine has sent, by view."""
        found: dict[int, set[bytes]] = {}
        for slip in self.voted:
            if isinstance(slip, FreezeSlip) and slip.signer == person:
                found.setdefault(slip.view, set()).add(slip.digest)
        return found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Listening]:
    made = Listening(tmp_path)
    made.play(6)
    made.settle()
    yield made
    made.close()


def freeze(table: Listening, person: int, view: int = 1) -> bytes:
    """Return the packet with which a person freezes at their place for a view."""
    session = table.machines[person].table.sessions[person]
    voter = session.voter
    signer = VoteSigner(session.identity, table.charter.table_id, person)
    slip = signer.freeze(view, voter.base, None, voter.head, voter.held(), (), ())
    return pack_plain(GameMessage(slip.raw))


def run(machine: Machine) -> None:
    while machine.step():
        pass


def until_asked(table: Listening, person: int) -> Machine:
    """Play until a person is asked something."""
    while table.machines[person].table.owed is None:
        table.play(1)
        table.settle()
    return table.machines[person]


def test_an_old_copy_of_a_journal_does_not_vote_before_hearing_peers(
    table: Listening,
) -> None:
    back = until_asked(table, 0)
    back.journal.sending()
    copy = back.path.read_bytes()
    assert back.answer()
    table.settle()
    asks = [freeze(table, person) for person in (1, 2)]
    back.inbox.extend(asks)
    run(back)
    before = table.freezes(0)
    assert before[1]
    table.kill(0)
    back.path.write_bytes(copy)
    table.come_back(0)
    back.inbox.extend(asks)
    run(back)
    assert table.freezes(0) == before
    table.settle()
    table.settle()
    assert all(len(digests) == 1 for digests in table.freezes(0).values())
    assert not any(one.table.troubles for one in table.machines)
    table.play(6)
    assert len(table.digests) == 1
    assert not any(one.table.troubles for one in table.machines)


def test_a_superseded_program_does_not_vote(table: Listening) -> None:
    old = table.machines[0].table
    old.rejoin.is_superseded = True
    old._look_whether_to_speak()
    old.go_on_without()
    for one in table.machines[1:]:
        one.table.go_on_without()
    table.settle()
    assert not [slip for slip in table.voted if slip.signer == 0]


def test_a_stream_of_freezes_costs_the_others_few_votes(table: Listening) -> None:
    for view in range(1, FAR):
        packet = freeze(table, 1, view)
        for at in (0, 2):
            table.machines[at].inbox.append(packet)
            run(table.machines[at])
        run(table.machines[0])
    for person in (0, 2):
        assert sum(map(len, table.freezes(person).values())) < 12


def test_a_liars_other_message_keeps_no_recorded_step_open(
    table: Listening,
) -> None:
    back, liar = table.machines[0], table.machines[2].table.sessions[2]
    back.journal.sending()
    history = back.table.sessions[0].transcript.history
    true = next(said[2] for at, said in enumerate(history) if at > 3 and 2 in said)
    point = liar.transcript.point_of(true.step)
    lie = Envelope.seal(liar.identity, point, 2, b"\xc1")
    table.kill(0)
    closed = len(load_table(back.path).steps)
    assert closed > true.step
    table.come_back(0)
    back.inbox.append(pack_plain(GameMessage(lie.to_bytes())))
    run(back)
    assert back.table.sessions[0].point.step >= closed


@pytest.mark.parametrize("lost", range(1, 6))
def test_a_journal_that_lost_its_last_votes_does_not_vote_otherwise(
    table: Listening, lost: int
) -> None:
    """Those that still have them send them back: they bind like the journal."""
    gone = 2
    until_asked(table, gone)
    for at in (0, 1):
        table.machines[at].answer()
    table.kill(gone)
    back, other = table.machines[0], table.machines[1]
    table.settle()
    back.table.go_on_without()
    other.table.go_on_without()
    for _ in range(3):
        run(back)
        run(other)
    assert any(isinstance(slip, AcceptanceSlip) and slip.signer == 0 for slip in table.voted)
    table.kill(0)
    lines = back.path.read_bytes().splitlines(keepends=True)
    back.path.write_bytes(b"".join(lines[:-lost]))
    table.come_back(0)
    table.settle()
    table.settle()
    table.play(4)
    assert back.table.away
    assert len({one.table.sessions[one.begin.person].point.head for one in table.up}) == 1
    assert not any(one.table.troubles for one in table.machines)


def test_votes_are_sent_back_once_a_tick_however_often_their_signer_asks(table: Listening) -> None:
    asked, asker = table.machines[0], table.machines[1].table.sessions[1].identity
    asked.inbox.append(freeze(table, 1))
    run(asked)
    sent: list[bytes] = []
    asked.table._send = sent.append
    for number in range(5):
        question = bytes([number]) * 16
        asked.inbox.append(Rejoin(table.charter, asker, 9, question).say(0, ()))
        run(asked)
    own = [raw for raw in map(read_packet, sent) if isinstance(raw, GameMessage)]
    signed = [read_slip(one.envelope, asked.table.sessions[0].peers) for one in own]
    assert [slip.signer for slip in signed] == [1]
