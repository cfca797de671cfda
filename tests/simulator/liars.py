"""Lying seats: an honest program whose owner signs votes beside it, and hears everybody first.

A liar may see what others send before anybody else, tell each seat something else, and restart its
program from an old disk. Its lies reach seats whose line is cut: a liar stands on both sides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from engine import decisions as ask
from protocol.agreement.slips import is_slip
from protocol.errors import RemoteProtocolError
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.wire.bodies import pack_body
from protocol.wire.envelope import Envelope
from protocol.wire.packets import GameMessage, is_signed, pack_plain, read_packet
from relay.limits import Limits
from relay.rates import TICKS_PER_SECOND, Allowance
from tests.simulator.cheats import signed
from tests.simulator.lies import Forger, Lie

if TYPE_CHECKING:
    from tests.simulator.machine import Machine
    from tests.simulator.plots import Plot
    from tests.simulator.world import World

_STEPS_BACK = 60
_FIRST = 3
"""Before seats are drawn, a seat that does not take part ends the table for all."""


class Liar:
    """One lying person; `sends` of its plot replaces what its program would send."""

    def __init__(self, machine: Machine, forger: Forger, plot: Plot) -> None:
        self.machine = machine
        self.forger = forger
        self.plot = plot
        self.told = 0
        self._voted: set[bytes] = set()
        self._allowance = Allowance(Limits(), 0)

    # -------------------------------------------------------------- questions

    @property
    def person(self) -> int:
        return self.machine.person

    @property
    def world(self) -> World:
        return self.machine.world

    @property
    def is_up(self) -> bool:
        return self.machine.table is not None

    @property
    def session(self) -> Session:
        table = self.machine.table
        assert table is not None
        return table.sessions[self.person]

    @property
    def step(self) -> int:
        """The present step of its program."""
        return self.session.point.step

    @property
    def is_at_end(self) -> bool:
        return self.session.referee.due.kind is StepKind.CLOSED

    @property
    def others(self) -> tuple[int, ...]:
        """The honest persons."""
        return self.world.honest

    @property
    def gang(self) -> frozenset[int]:
        """All lying persons of the table."""
        return frozenset(range(len(self.world.machines))) - set(self.others)

    def answered(self, step: int) -> tuple[int, ...]:
        """Return the honest persons whose message of a step the liar has."""
        session = self.session
        transcript = session.transcript
        if step > transcript.point.step:
            return ()
        said = session.present if step == transcript.point.step else transcript.history[step]
        return tuple(person for person in self.others if person in said)

    def past(self) -> list[int]:
        """Return the last steps that may be lied about and that somebody honest answered."""
        first = max(0, self.step - _STEPS_BACK)
        return [
            step
            for step in range(first, self.step + 1)
            if self.forger.may_lie_about(step) and self.answered(step)
        ]

    def view_led_by_us(self, step: int, least: int) -> int:
        """Return the next view from `least` on that a liar leads."""
        views = range(least, least + 10)
        return next((v for v in views if self.forger.leader(step, v) in self.gang), least)

    # ----------------------------------------------------------------- speech

    def __call__(self, machine: Machine, raw: bytes) -> list[bytes]:
        """Return the packets sent in place of an honest one; implements `cheats.Cheat`."""
        game = game_message(raw)
        if game is None or not self.is_up or self.step < max(self.plot.first, _FIRST):
            return [raw]
        if is_slip(game) and not self._may_send(game):
            return []
        vote = self.forger.read(game)
        if vote is None and not is_slip(game):
            envelope = Envelope.from_bytes(game)
            if envelope.signer != machine.person:
                return [raw]
            return [packed(one) for one in self.plot.answers(self, envelope)]
        if vote is None or vote.signer != machine.person:
            return [raw]
        return [packed(one) for one in self.plot.votes(self, vote, game)]

    def _may_send(self, slip: bytes) -> bool:
        """Whether its program may send a vote: what it repeats, only as a relay allows a member.

        The program keeps all votes of its owner, and repeats them with each tick. A relay would
        refuse them, and more than those: all that is new passes here, and lies need no relay.
        """
        is_new = slip not in self._voted
        self._voted.add(slip)
        ticks = round(self.world.now * TICKS_PER_SECOND)
        return is_new or not self._allowance.take(len(slip), ticks)

    def say(self, slips: Iterable[bytes], to: Collection[int] | None = None) -> None:
        """Send lies at once: to everybody, or to some persons."""
        for raw in slips:
            self.told += 1
            for machine in self.world.machines:
                if machine.person != self.person and (to is None or machine.person in to):
                    self._whisper(machine, packed(raw))

    def _whisper(self, machine: Machine, packet: bytes) -> None:
        self.world.after(0.0, lambda: machine.hear(packet))

    def say_later(self, raw: bytes, seconds: float) -> None:
        """Hold bytes back, and send them later."""
        self.world.after(seconds, lambda: self.say([raw]))

    def freeze(self, lie: Lie, to: Collection[int] | None = None) -> None:
        """Sign a freeze and send it."""
        self.note("freezes")
        self.say(self.forger.freeze(lie), to)

    def propose(self, lie: Lie, to: Collection[int] | None = None) -> None:
        """Sign a proposal and send it."""
        self.note("proposes")
        self.say(self.forger.propose(lie), to)

    def accept(self, lie: Lie, to: Collection[int] | None = None) -> None:
        """Sign an acceptance and send it."""
        self.note("accepts")
        self.say(self.forger.accept(lie), to)

    def note(self, deed: str) -> None:
        """Count a deed of this liar."""
        self.world.tally.note(f"liar {deed}")

    def restart_from_an_old_disk(self) -> None:
        """Restart the program, without what was written lately."""
        self.note("restarts from an old disk")
        self.machine.restores = True
        self.machine.die()

    def other_answer(self, envelope: Envelope) -> Envelope:
        """Return another content for the step of an own message: right if there is a choice.

        Otherwise a wrong one.
        """
        session = self.session
        private, referee = session.private_seat, session.referee
        state = referee.state
        if session.point.step == envelope.step and referee.due.kind is StepKind.ACT and state:
            after = private.snapshot()
            private.restore(session.course.own_step.before)
            decision = referee.rules.owed_by(state, referee.seat_of(self.person))
            if isinstance(decision, ask.OpenCardDuty | ask.OpenQuestsDuty):
                decision = None
            intents = (
                () if decision is None else referee.rules.intents(state, private.known, decision)
            )
            before = private.snapshot()
            for intent in intents:
                plan = private.answer(referee, intent)
                private.restore(before)
                if plan.job.statements:
                    continue
                body = pack_body(plan.finish(plan.job.run()))
                if body != envelope.body:
                    private.restore(after)
                    return signed(self.machine, envelope, body)
            private.restore(after)
        return signed(self.machine, envelope, envelope.body[:-1] + b"\x00\x00")


def packed(raw: bytes) -> bytes:
    """Return the packet that carries a message or slip."""
    return pack_plain(GameMessage(raw))


def game_message(raw: bytes) -> bytes | None:
    """Return the message or slip in a packet, None if it carries none."""
    if is_signed(raw):
        return None
    try:
        packet = read_packet(raw)
    except RemoteProtocolError:
        return None
    return packet.envelope if isinstance(packet, GameMessage) else None
