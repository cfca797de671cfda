"""Every violation is reported by the seats it reached; judged by the record alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from protocol.agreement.slips import is_slip
from protocol.agreement.statements import CastVote
from protocol.errors import Reason, RemoteProtocolError
from protocol.record.record import Replay
from protocol.wire.envelope import Envelope
from protocol.wire.packets import GameMessage, read_packet
from tests.simulator.broken import Broken

if TYPE_CHECKING:
    from tests.simulator.machine import Machine
    from tests.simulator.world import World


_OF_VOTES = (Reason.TWO_VOTES, Reason.WRONG_PROPOSAL)


@dataclass
class Offence:
    """A trick that a seat played in place of the message it owed at a step.

    Attributes:
        due: the honest message.
        reached: honest machines by number, with the bytes each got while the step was open there.
    """

    person: int
    trick: str
    due: Envelope
    sent: tuple[Envelope, ...]
    reached: dict[int, set[bytes]] = field(default_factory=dict)


class Court:
    """All offences of a run, and the machines they reached."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.offences: dict[int, list[Offence]] = {}
        self._of: dict[bytes, list[Offence]] = {}
        self._votes: dict[bytes, tuple[CastVote, CastVote]] = {}
        self._voted: dict[tuple[int, bytes], set[bytes]] = {}

    def note(self, person: int, trick: str, due: Envelope, sent: Iterable[Envelope]) -> None:
        """Note that a seat plays a trick in place of the message that is due."""
        offence = Offence(person, trick, due, tuple(sent))
        self.offences.setdefault(due.step, []).append(offence)
        for envelope in offence.sent:
            self._of.setdefault(envelope.to_bytes(), []).append(offence)

    def note_votes(self, first: CastVote, second: CastVote) -> None:
        """Note that a seat votes twice in one view."""
        self._votes[first.raw] = self._votes[second.raw] = (first, second)

    def heard(self, machine: Machine, payload: bytes) -> None:
        """Note that a machine is about to take a packet."""
        if machine.person in self.world.cheats or machine.table is None:
            return
        if not self.offences and not self._votes:
            return
        try:
            packet = read_packet(payload)
        except RemoteProtocolError:
            return
        if not isinstance(packet, GameMessage):
            return
        here = machine.table.sessions[machine.person].point.step
        if is_slip(packet.envelope):
            self._heard_vote(machine, packet.envelope)
            return
        for offence in self._of.get(packet.envelope, ()):
            if Envelope.from_bytes(packet.envelope).step >= here:
                offence.reached.setdefault(machine.person, set()).add(packet.envelope)

    def _heard_vote(self, machine: Machine, raw: bytes) -> None:
        table = machine.table
        if raw in self._votes and table is not None and table.closed is None:
            first, _ = self._votes[raw]
            self._voted.setdefault((machine.person, first.raw), set()).add(raw)

    def judge(self, record: bytes) -> Replay:
        """Replay the record, and check at each step that offenders were reported.

        Returns the replay at its end, with everything in it checked.

        Raises:
            Broken: an offender was not reported.
        """
        self._judge_votes()
        replay = Replay(record, self.world.cache)
        while not replay.is_done:
            step, head = replay.point.step, replay.point.head
            offences = self.offences.pop(step, ())
            wrong = {
                envelope.to_bytes(): self._is_wrong(replay, envelope)
                for offence in offences
                for envelope in offence.sent
                if envelope.head == head
            }
            replay.step()
            if replay.point.step == step:
                break
            counted = {one.signer: one.to_bytes() for one in replay.messages}
            gone = {*replay.gone.away, *replay.gone.faulty}
            for offence in offences:
                if offence.due.head != head:
                    self.world.tally.note("offence on a past that is void")
                else:
                    self._look(offence, step, wrong, counted.get(offence.person), gone)
        return replay

    def _judge_votes(self) -> None:
        """Check that each pair of votes one seat has judged was reported."""
        for raw in sorted({first for _, first in self._voted}):
            one, two = self._votes[raw]
            both = [at for (at, first), got in self._voted.items() if first == raw and len(got) > 1]
            if not both:
                self.world.tally.note("two votes, of which nobody heard both")
            elif self._is_named(one.signer, None, _OF_VOTES):
                self.world.tally.note("two votes named")
            elif self._count(both, one, two):
                raise Broken(f"view {one.view}: person {one.signer} voted twice, named by nobody")
            else:
                self.world.tally.note("two votes of which one does not count")

    def _count(self, persons: Iterable[int], *votes: CastVote) -> bool:
        """Whether one of some machines has judged votes, so that they count."""
        tables = (self.world.machines[person].table for person in persons)
        voters = [one.sessions[one.person].voter for one in tables if one is not None]
        return any(all(vote in voter.memory for vote in votes) for voter in voters)

    def _is_wrong(self, replay: Replay, envelope: Envelope) -> bool | None:
        """Return whether a message of the present step fails a check; None if it is unsigned."""
        try:
            envelope.verify(replay.peers[envelope.signer])
        except RemoteProtocolError:
            return None
        return replay.fault(envelope) is not None

    def _look(
        self,
        offence: Offence,
        step: int,
        wrong: dict[bytes, bool | None],
        counted: bytes | None,
        gone: set[int],
    ) -> None:
        signed = {one for one in offence.sent if wrong.get(one.to_bytes()) is not None}
        tally = self.world.tally
        if not offence.sent:
            if counted == offence.due.to_bytes():
                raise Broken(f"step {step}: a message that was withheld counts")
            tally.note("withheld: gone on without")
        elif not signed:
            tally.note("offence that nobody signed")
        elif not self._is_seen(offence, wrong, counted):
            tally.note("no offence: legal" if offence.reached else "offence that reached nobody")
        elif self._is_named(offence.person, step):
            tally.note("offence named")
        elif offence.person in gone:
            tally.note("offender gone on without")
        else:
            raise Broken(f"step {step}: person {offence.person} {offence.trick}, named by nobody")

    def _is_seen(
        self, offence: Offence, wrong: dict[bytes, bool | None], counted: bytes | None
    ) -> bool:
        """Whether a machine had the proof of an offence in time."""
        for got in offence.reached.values():
            signed = {raw for raw in got if wrong.get(raw) is not None}
            others = signed if counted is None else {*signed, counted}
            if any(wrong[raw] for raw in signed) or len(others) > 1:
                return True
        return False

    def _is_named(
        self, person: int, step: int | None, reasons: Iterable[Reason] = tuple(Reason)
    ) -> bool:
        """Whether an honest person was told of an offence, at some step or at any."""
        return any(
            trouble.signer == person and step in (None, trouble.step) and trouble.reason in reasons
            for machine in self.world.machines
            if machine.person not in self.world.cheats
            for trouble in machine.troubles
        )
