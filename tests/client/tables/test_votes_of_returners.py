"""Machines that restart, here or elsewhere, do not contradict their votes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from client.storage.saved_games import load_table
from protocol.agreement.signed_votes import Subject, VoteSlip, is_slip, read_slip, sign_vote
from protocol.agreement.votes import Freeze, Vote
from protocol.agreement.voting import subject_of
from protocol.wire.envelope import Envelope
from protocol.wire.packets import GameMessage, pack_plain, read_packet
from tests.client.tables.machines import Machine, Machines


class Listening(Machines):
    """Machines that remember the votes each has sent."""

    def __init__(self, directory: Path) -> None:
        self.voted: list[tuple[int, Subject, Vote]] = []
        super().__init__(3, directory)

    def send(self, sender: Machine, raw: bytes) -> None:
        packet = read_packet(raw)
        if isinstance(packet, GameMessage) and is_slip(packet.envelope):
            slip = read_slip(packet.envelope, sender.table.sessions[sender.begin.person].peers)
            if isinstance(slip, VoteSlip) and slip.vote.signer == sender.begin.person:
                self.voted.append((sender.begin.person, slip.subject, slip.vote))
        super().send(sender, raw)

    def votes(self, person: int, subject: Subject) -> set[Vote]:
        return {vote for who, about, vote in self.voted if (who, about) == (person, subject)}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Listening]:
    made = Listening(tmp_path)
    made.play(6)
    made.settle()
    yield made
    made.close()


def freeze(table: Listening, person: int, subject: Subject, ballot: int = 1) -> bytes:
    """Return the packet with which a person opens a ballot about a step."""
    session = table.machines[person].table.sessions[person]
    vote = Freeze(ballot, person, session.voting.machines[subject].messages)
    return pack_plain(GameMessage(sign_vote(session.identity, subject, vote).raw))


def run(machine: Machine) -> None:
    while machine.step():
        pass


def test_an_old_copy_of_a_journal_does_not_vote_before_hearing_peers(
    table: Listening,
) -> None:
    while table.machines[0].table.owed is None:
        table.play(1)
        table.settle()
    back = table.machines[0]
    back.journal.sending()
    copy = back.path.read_bytes()
    last = len(load_table(back.path).steps) - 1
    assert back.answer()
    table.settle()
    other = table.machines[1].table.sessions[1]
    subject = subject_of(other.transcript.points[last])
    ask = freeze(table, 1, subject)
    back.inbox.append(ask)
    run(back)
    before = table.votes(0, subject)
    table.kill(0)
    back.path.write_bytes(copy)
    table.come_back(0)
    back.inbox.append(ask)
    run(back)
    table.settle()
    table.settle()
    freezes = [vote for vote in table.votes(0, subject) | before if isinstance(vote, Freeze)]
    assert len({vote.ballot for vote in freezes}) == len(freezes)
    assert not any(one.table.troubles for one in table.machines)


def test_a_superseded_program_does_not_vote(table: Listening) -> None:
    old = table.machines[0].table
    old.rejoin.is_superseded = True
    old._look_whether_to_speak()
    old.go_on_without()
    for one in table.machines[1:]:
        one.table.go_on_without()
    table.settle()
    assert not [vote for who, _, vote in table.voted if who == 0]


def test_votes_on_a_decided_step_end(table: Listening) -> None:
    asker = table.machines[1].table.sessions[1]
    subject = subject_of(asker.transcript.points[-2])
    for ballot in range(1, 30):
        packet = freeze(table, 1, subject, ballot)
        for at in (0, 2):
            table.machines[at].inbox.append(packet)
            run(table.machines[at])
        run(table.machines[0])
    for person in (0, 2):
        assert len(table.votes(person, subject)) < 12


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
