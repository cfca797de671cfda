"""Seats that break the protocol: tricks they play in place of a message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

from engine import actions as act
from engine import values
from protocol.agreement.slips import VoteSigner, is_slip
from protocol.agreement.statements import CastVote, FreezeVote, ProposalVote
from protocol.wire.bodies import (
    Act,
    CommitSeed,
    KeptShares,
    OpenSealed,
    PackShares,
    RevealSeed,
    read_body,
)
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.packets import (
    GameMessage,
    Here,
    Packet,
    Signed,
    Standing,
    pack_plain,
    read_packet,
)

if TYPE_CHECKING:
    from tests.simulator.machine import Machine

Cheat = Callable[["Machine", bytes], list[bytes]]
"""A function from the message an honest machine would send to the bytes sent."""

_MANY = 30
_FIRST = 3
"""Before seats are drawn, a seat that does not take part ends the table for all."""

Trick = Callable[["Cheater", "Machine", Envelope], list[Envelope]]


def honest(_machine: Machine, raw: bytes) -> list[bytes]:
    """Send the message that is due."""
    return [raw]


@dataclass
class Cheater:
    """A seat that sends its messages honestly, except some, on which it plays a trick.

    Attributes:
        tricks: the tricks it may play.
        often: the chance of a trick for each message.
        lies: whether it also lies about its step, and sends noise.
        votes_twice: whether it votes twice in a view.
        played: the tricks it has played, by step.
    """

    tricks: tuple[Trick, ...]
    often: float
    chance: Random
    lies: bool = False
    votes_twice: bool = False
    played: dict[int, str] = field(default_factory=dict)
    sent: list[Envelope] = field(default_factory=list)
    instead: dict[bytes, list[bytes]] = field(default_factory=dict)
    voted: set[bytes] = field(default_factory=set)

    def __call__(self, machine: Machine, raw: bytes) -> list[bytes]:
        packet = read_packet(raw)
        if not isinstance(packet, GameMessage):
            return self._talk(machine, packet, raw)
        if is_slip(packet.envelope):
            return [raw, *self._votes(machine, packet.envelope)]
        envelope = Envelope.from_bytes(packet.envelope)
        if envelope.signer != machine.person or envelope.step < _FIRST:
            return [raw]
        if envelope.content_digest not in self.instead:
            if machine.world.is_quiet:
                return [raw]
            self.instead[envelope.content_digest] = self._first(machine, envelope)
            self.sent.append(envelope)
        return self.instead[envelope.content_digest]

    def _first(self, machine: Machine, envelope: Envelope) -> list[bytes]:
        fitting = [trick for trick in self.tricks if is_fitting(trick, envelope)]
        if not fitting or self.chance.random() >= self.often:
            return [_packed(envelope)]
        trick = self.chance.choice(fitting)
        self.played[envelope.step] = trick.__name__
        machine.world.tally.note(f"cheat: {trick.__name__.replace('_', ' ')}")
        sent = trick(self, machine, envelope)
        machine.world.court.note(machine.person, trick.__name__, envelope, sent)
        return [_packed(one) for one in sent]

    def _talk(self, machine: Machine, packet: Packet, raw: bytes) -> list[bytes]:
        """Report a step, true or false; now and then return bytes that are no packet."""
        if not self.lies or machine.world.is_quiet or self.chance.random() >= self.often:
            return [raw]
        machine.world.tally.note("cheat: lies about where it stands")
        noise = _flipped(self.chance, raw)
        if isinstance(packet, Signed) and isinstance(packet.said, Here):
            lie = values.replace(
                packet.said, step=self.chance.choice((0, packet.said.step // 2, 9999))
            )
            identity = machine.begin.seats[machine.person].identity
            return [noise, values.replace(packet, said=lie).pack(identity)]
        if isinstance(packet, Signed) and isinstance(packet.said, Standing):
            step = self.chance.randrange(packet.said.step + 1)
            identity = machine.begin.seats[machine.person].identity
            return [noise, values.replace(packet, said=Standing(step, (), 0, ())).pack(identity)]
        return [noise, raw]

    def _votes(self, machine: Machine, raw: bytes) -> list[bytes]:
        """Sign another vote beside the honest one."""
        if not self.votes_twice or machine.world.is_quiet or machine.table is None:
            return []
        session = machine.table.sessions[machine.person]
        own = session.voter.memory.votes.of(machine.person)
        vote = next((one for one in own if one.raw == raw), None)
        other = None if vote is None else self._other_vote(machine, vote)
        if vote is None or other is None or other == vote:
            return []
        if raw not in self.voted:
            self.voted.add(raw)
            machine.world.tally.note("cheat: votes twice")
            machine.world.court.note_votes(vote, other)
        return [pack_plain(GameMessage(other.raw))]

    def _other_vote(self, machine: Machine, vote: CastVote) -> CastVote | None:
        """Sign another vote of the same view; there is no other proposal to accept."""
        identity = machine.begin.seats[machine.person].identity
        scribe = VoteSigner(identity, machine.begin.charter.table_id, machine.person)
        match vote:
            case FreezeVote():
                return scribe.freeze(
                    vote.view, vote.base, None, vote.tip, vote.held[1:], vote.late, vote.faults
                )
            case ProposalVote():
                return scribe.proposal(vote.view, vote.freezes[1:])
            case _:
                return None


def _packed(envelope: Envelope) -> bytes:
    return pack_plain(GameMessage(envelope.to_bytes()))


def signed(machine: Machine, like: Envelope, body: bytes, state: bytes | None = None) -> Envelope:
    """Sign another content for the same step."""
    point = StepPoint(like.table_id, like.step, like.head, like.state if state is None else state)
    identity = machine.begin.seats[machine.person].identity
    return Envelope.seal(identity, point, like.signer, body, like.returns, like.view)


def _flipped(chance: Random, raw: bytes, first: int = 0) -> bytes:
    changed = bytearray(raw)
    changed[chance.randrange(min(first, len(raw) - 1), len(raw))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def changes_a_message(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """Flip a bit of the body."""
    return [signed(machine, envelope, _flipped(cheater.chance, envelope.body))]


def forges_a_proof(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """Flip a bit at the end of the body, among the proofs."""
    body = _flipped(cheater.chance, envelope.body, len(envelope.body) * 2 // 3)
    return [signed(machine, envelope, body)]


def says_two_things(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """Send two contents for one step."""
    both = [envelope, signed(machine, envelope, _flipped(cheater.chance, envelope.body))]
    cheater.chance.shuffle(both)
    return both


def says_an_old_thing(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """Sign the body of another step for this one."""
    return [signed(machine, envelope, cheater.chance.choice((*cheater.sent, envelope)).body)]


def says_what_another_said(
    cheater: Cheater, machine: Machine, envelope: Envelope
) -> list[Envelope]:
    """Sign the body of another seat as its own."""
    table = machine.table
    assert table is not None
    said = table.sessions[machine.person].present
    others = [said[signer].body for signer in sorted(said) if signer != machine.person]
    return [signed(machine, envelope, cheater.chance.choice((*others, envelope.body)))]


def says_it_again_and_again(
    _cheater: Cheater, _machine: Machine, envelope: Envelope
) -> list[Envelope]:
    """Send the message many times."""
    return [envelope] * _MANY


def says_nothing(_cheater: Cheater, _machine: Machine, _envelope: Envelope) -> list[Envelope]:
    """Withhold the message."""
    return []


def shows_no_card(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """Withhold the message that shows a laid card, or plays one openly."""
    return says_nothing(cheater, machine, envelope)


def gives_no_share(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """Withhold the shares with which others read their packs, or the cards they keep."""
    return says_nothing(cheater, machine, envelope)


def opens_no_sealed_card(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """Withhold the shares of sealed cards that were not shown."""
    return says_nothing(cheater, machine, envelope)


def keeps_its_part_back(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """Withhold a part of the seed of an Age, or the commitment to it."""
    return says_nothing(cheater, machine, envelope)


def says_a_wrong_state(cheater: Cheater, machine: Machine, envelope: Envelope) -> list[Envelope]:
    """Claim another state of the same past."""
    return [signed(machine, envelope, envelope.body, _flipped(cheater.chance, envelope.state))]


def spoils_a_signature(cheater: Cheater, _machine: Machine, envelope: Envelope) -> list[Envelope]:
    """Send a message with a wrong signature first, and the true one later."""
    spoiled = replace(envelope, signature=_flipped(cheater.chance, envelope.signature))
    return [spoiled, envelope]


def is_fitting(trick: Trick, envelope: Envelope) -> bool:
    """Whether a trick can be played in place of a message; most can with any."""
    if trick not in WITHHOLDING:
        return True
    match read_body(envelope.body):
        case Act(action=act.OpenCard() | act.PlayOpen()):
            return trick is shows_no_card
        case CommitSeed() | RevealSeed():
            return trick is keeps_its_part_back
        case PackShares() | KeptShares():
            return trick is gives_no_share
        case OpenSealed():
            return trick is opens_no_sealed_card
        case _:
            return False


WITHHOLDING: tuple[Trick, ...] = (
    shows_no_card,
    gives_no_share,
    opens_no_sealed_card,
    keeps_its_part_back,
)
"""Reveals that are kept back; each owed one is of its own kind."""
PROVABLE: tuple[Trick, ...] = (changes_a_message, forges_a_proof, says_two_things)
"""Tricks that every honest seat can prove to anybody."""
TRICKS: tuple[Trick, ...] = (
    *PROVABLE,
    says_an_old_thing,
    says_what_another_said,
    says_it_again_and_again,
    says_nothing,
    says_a_wrong_state,
    spoils_a_signature,
)
