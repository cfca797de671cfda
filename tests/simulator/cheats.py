"""Seats that do not play by the rules of the protocol: what they send in place of a message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from protocol.envelope import Envelope, StepPoint
from protocol.packets import GameMessage, pack_plain, read_packet
from protocol.slips import is_slip

if TYPE_CHECKING:
    from tests.simulator.machine import Machine

Cheat = Callable[["Machine", bytes], list[bytes]]
"""Takes what an honest machine would send; gives what is sent."""

_FIRST = 3
"""Before seats are drawn, a seat that does not play its part ends the table for all."""

Trick = Callable[["Cheater", "Machine", Envelope], list[Envelope]]


def honest(_machine: Machine, raw: bytes) -> list[bytes]:
    """Send what is due."""
    return [raw]


@dataclass
class Cheater:
    """Sends its messages as they should be, but for some, on which it plays a trick.

    Attributes:
        tricks: what it is able to do.
        often: the chance a message that it does one of these.
        played: which tricks it has played, by step.
    """

    tricks: tuple[Trick, ...]
    often: float
    chance: Random
    played: dict[int, str] = field(default_factory=dict)
    sent: list[Envelope] = field(default_factory=list)
    instead: dict[bytes, list[bytes]] = field(default_factory=dict)

    def __call__(self, machine: Machine, raw: bytes) -> list[bytes]:
        packet = read_packet(raw)
        if not isinstance(packet, GameMessage) or is_slip(packet.envelope):
            return [raw]
        envelope = Envelope.from_bytes(packet.envelope)
        if envelope.signer != machine.person or envelope.step < _FIRST:
            return [raw]
        if envelope.digest not in self.instead:
            if machine.world.is_quiet:
                return [raw]
            self.instead[envelope.digest] = self._first(machine, envelope)
            self.sent.append(envelope)
        return self.instead[envelope.digest]

    def _first(self, machine: Machine, envelope: Envelope) -> list[bytes]:
        if self.chance.random() >= self.often:
            return [_packed(envelope)]
        trick = self.chance.choice(self.tricks)
        self.played[envelope.step] = trick.__name__
        machine.world.tally.note(f"cheat: {trick.__name__.replace('_', ' ')}")
        sent = trick(self, machine, envelope)
        machine.world.court.note(machine.person, trick.__name__, envelope.step, sent)
        return [_packed(one) for one in sent]


def _packed(envelope: Envelope) -> bytes:
    return pack_plain(GameMessage(envelope.to_bytes()))


def signed(machine: Machine, like: Envelope, body: bytes, state: bytes | None = None) -> Envelope:
    """Another content for the same step, properly signed."""
    point = StepPoint(like.table_id, like.step, like.head, like.state if state is None else state)
    identity = machine.begin.seats[machine.person].identity
    return Envelope.seal(identity, point, like.signer, body)


def _flipped(chance: Random, raw: bytes, first: int = 0) -> bytes:
    changed = bytearray(raw)
    changed[chance.randrange(min(first, len(raw) - 1), len(raw))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def changes_a_message(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """A bit of the body is another one."""
    return [signed(machine, envelope, _flipped(cheater.chance, envelope.body))]


def forges_a_proof(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """A bit at the end of the body, where the proofs are."""
    body = _flipped(cheater.chance, envelope.body, len(envelope.body) * 2 // 3)
    return [signed(machine, envelope, body)]


def says_two_things(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """Two contents for one step."""
    both = [envelope, signed(machine, envelope, _flipped(cheater.chance, envelope.body))]
    cheater.chance.shuffle(both)
    return both


def says_an_old_thing(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """What it said at another step, signed for this one."""
    return [signed(machine, envelope, cheater.chance.choice((*cheater.sent, envelope)).body)]


def says_nothing(_cheater: Cheater, _machine: Machine, _envelope: Envelope) -> list[Envelope]:
    """The message is withheld."""
    return []


def says_a_wrong_state(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """It claims to have another state of the same past."""
    return [signed(machine, envelope, envelope.body, _flipped(cheater.chance, envelope.state))]


def spoils_a_signature(cheater: Cheater, _machine: Machine, envelope: Envelope) -> list[Envelope]:
    """Nobody signed that, and the message itself comes later."""
    spoiled = Envelope(
        envelope.table_id,
        envelope.step,
        envelope.signer,
        envelope.head,
        envelope.state,
        envelope.body,
        _flipped(cheater.chance, envelope.signature),
    )
    return [spoiled, envelope]


PROVABLE: tuple[Trick, ...] = (changes_a_message, forges_a_proof, says_two_things)
"""What every honest seat can prove to anybody."""
TRICKS: tuple[Trick, ...] = (
    *PROVABLE,
    says_an_old_thing,
    says_nothing,
    says_a_wrong_state,
    spoils_a_signature,
)
