"""Slips and envelopes of protocol version 1, read only: records and reports have them for ever.

A vote of version 1 is about the closing of one step: a freeze opens a ballot, a proposal rests on
freezes, an acceptance names a closing. Records have acceptances, reports have two votes of one kind
in one ballot. Nobody signs any of these today (docs/protocol.md, "Version 1").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.values import Value
from protocol.errors import BadEncoding, BadMessage, Reason
from protocol.wire.codec import Reader, unpack
from protocol.wire.envelope import DIGEST_SIZE, SIGNER_LIMIT, STEP_LIMIT, Envelope, StepPoint
from protocol.wire.identity import SIGNATURE_SIZE, Domain, Peer

BALLOT_LIMIT: Final = 1 << 20
_KINDS: Final = 16
_FREEZE: Final = 1
_PROPOSAL: Final = 2
_ACCEPTANCE: Final = 3
_RETURN: Final = 4
_DOMAINS: Final = {
    _FREEZE: Domain.FREEZE,
    _PROPOSAL: Domain.PROPOSAL,
    _ACCEPTANCE: Domain.ACCEPTANCE,
    _RETURN: Domain.RETURN,
}
_SLIP: Final = b"\x93"

HeldMessage = tuple[int, bytes]
"""A signer, and the digest of a message it signed for the step."""


class FirstSubject(Value):
    """The subject of a vote: the closing of this step after this head."""

    table_id: bytes
    step: int
    head: bytes

    @classmethod
    def of(cls, point: StepPoint) -> FirstSubject:
        """Return the subject of votes about the step at a point."""
        return cls(point.table_id, point.step, point.head)


class FirstClosing(Value):
    """The end of a step; everything rising, each signer that owed a message in one of the three.

    Attributes:
        messages: the messages that count, by signer.
        away: signers that were silent; their defaults follow.
        faulty: signers whose messages prove a fault; their defaults follow.
    """

    messages: tuple[HeldMessage, ...]
    away: tuple[int, ...] = ()
    faulty: tuple[int, ...] = ()


class FirstFreeze(Value):
    """A promise for a ballot, with the messages held and the closing accepted last, if any."""

    ballot: int
    signer: int
    held: tuple[HeldMessage, ...]
    accepted: tuple[int, FirstClosing] | None


class FirstProposal(Value):
    """Freezes, from which a closing follows."""

    ballot: int
    signer: int
    freezes: tuple[FirstFreeze, ...]


class FirstAcceptance(Value):
    """Acceptance of a closing."""

    ballot: int
    signer: int
    closing: FirstClosing


FirstVote = FirstFreeze | FirstProposal | FirstAcceptance


class FirstVoteSlip(Value):
    """A vote as its signer signed it."""

    subject: FirstSubject
    vote: FirstVote

    @property
    def signer(self) -> int:
        """The signer of the vote."""
        return self.vote.signer

    @property
    def turn(self) -> tuple[type[FirstVote], int, int]:
        """The turn a signer has one vote for in a step: kind, ballot, signer."""
        return type(self.vote), self.vote.ballot, self.vote.signer


class FirstReturnSlip(Value):
    """A signer is back, and asks to owe again; it is away since the step `since`."""

    table_id: bytes
    signer: int
    since: int


FirstSlip = FirstVoteSlip | FirstReturnSlip


def read_first_envelope(raw: bytes) -> Envelope:
    """Decode an envelope of version 1, which knows no views.

    Raises:
        BadEncoding: not such an envelope.
    """
    envelope = Envelope.from_bytes(raw)
    if envelope.view:
        raise BadEncoding(Reason.WRONG_SHAPE, "view")
    return envelope


def read_first_slip(raw: bytes, peers: Sequence[Peer]) -> FirstSlip:
    """Decode a slip of version 1 and verify its signature and those in it.

    Raises:
        RemoteProtocolError: it is no slip, or its signer did not sign it.
    """
    outer = Reader(unpack(raw, "slip"), "slip")
    kind, content, signature = outer.number(_KINDS), outer.blob(), outer.blob(SIGNATURE_SIZE)
    outer.end()
    if kind not in _DOMAINS:
        raise BadEncoding(Reason.UNKNOWN_MESSAGE, "slip")
    reader = Reader(unpack(content, "slip"), "slip")
    slip = _read(kind, reader, peers)
    reader.end()
    if slip.signer >= len(peers):
        raise BadMessage(Reason.NOT_SEATED, "signer")
    peers[slip.signer].verify(_DOMAINS[kind], content, signature)
    return slip


def read_first_returns(
    envelope: Envelope, peers: Sequence[Peer], may_return: Callable[[int, int], bool]
) -> tuple[FirstReturnSlip, ...]:
    """Read the requests to return that a message of version 1 carries.

    Args:
        envelope: the message.
        peers: the identity key of each signer.
        may_return: whether a signer that is away since a step may come back.

    Raises:
        RemoteProtocolError: they are not all due, once each and rising.
    """
    found: list[FirstReturnSlip] = []
    for raw in envelope.returns:
        slip = read_first_slip(raw, peers)
        if not isinstance(slip, FirstReturnSlip) or slip.table_id != envelope.table_id:
            raise BadMessage(Reason.WRONG_KIND, "returns")
        if not may_return(slip.signer, slip.since):
            raise BadMessage(Reason.NOT_OWED, "returns")
        found.append(slip)
    signers = [slip.signer for slip in found]
    if signers != sorted(set(signers)):
        raise BadMessage(Reason.WRONG_SHAPE, "returns")
    return tuple(found)


def _read(kind: int, reader: Reader, peers: Sequence[Peer]) -> FirstSlip:
    table_id = reader.blob(DIGEST_SIZE)
    if kind == _RETURN:
        return FirstReturnSlip(table_id, reader.number(SIGNER_LIMIT), reader.number(STEP_LIMIT))
    subject = FirstSubject(table_id, reader.number(STEP_LIMIT), reader.blob(DIGEST_SIZE))
    ballot, signer = reader.number(BALLOT_LIMIT), reader.number(SIGNER_LIMIT)
    if not ballot:
        raise BadEncoding(Reason.WRONG_SHAPE, "ballot")
    if kind == _FREEZE:
        held = _read_messages(reader.array())
        accepted = None if reader.is_next_none() else _read_accepted(reader.array())
        return FirstVoteSlip(subject, FirstFreeze(ballot, signer, held, accepted))
    if kind == _ACCEPTANCE:
        closing = _read_closing(reader.array())
        return FirstVoteSlip(subject, FirstAcceptance(ballot, signer, closing))
    freezes = tuple(_read_freeze(one, subject, peers) for one in _few(reader.blobs()))
    return FirstVoteSlip(subject, FirstProposal(ballot, signer, freezes))


def _few(blobs: tuple[bytes, ...]) -> tuple[bytes, ...]:
    # A signature takes a moment to verify, so their number is checked first.
    if len(blobs) > SIGNER_LIMIT:
        raise BadEncoding(Reason.WRONG_SHAPE, "freezes")
    return blobs


def _read_freeze(raw: bytes, subject: FirstSubject, peers: Sequence[Peer]) -> FirstFreeze:
    if not raw.startswith(_SLIP + bytes([_FREEZE])):
        raise BadEncoding(Reason.WRONG_SHAPE, "freezes")
    slip = read_first_slip(raw, peers)
    if not isinstance(slip, FirstVoteSlip) or slip.subject != subject:
        raise BadMessage(Reason.OTHER_HEAD, "freezes")
    if not isinstance(slip.vote, FirstFreeze):
        raise BadEncoding(Reason.WRONG_SHAPE, "freezes")
    return slip.vote


def _read_accepted(reader: Reader) -> tuple[int, FirstClosing]:
    found = reader.number(BALLOT_LIMIT), _read_closing(reader.array())
    reader.end()
    return found


def _read_closing(reader: Reader) -> FirstClosing:
    messages = _read_messages(reader.array())
    away, faulty = _read_signers(reader.array()), _read_signers(reader.array())
    reader.end()
    signers = [*(signer for signer, _ in messages), *away, *faulty]
    if len(set(signers)) != len(signers):
        raise BadEncoding(Reason.WRONG_SHAPE, "closing")
    return FirstClosing(messages, away, faulty)


def _read_messages(reader: Reader) -> tuple[HeldMessage, ...]:
    found = []
    for _ in range(len(reader)):
        inner = reader.array()
        found.append((inner.number(SIGNER_LIMIT), inner.blob(DIGEST_SIZE)))
        inner.end()
    reader.end()
    if found != sorted(set(found)) or len(found) > 2 * SIGNER_LIMIT:
        raise BadEncoding(Reason.WRONG_SHAPE, "messages")
    return tuple(found)


def _read_signers(reader: Reader) -> tuple[int, ...]:
    found = tuple(reader.number(SIGNER_LIMIT) for _ in range(len(reader)))
    reader.end()
    if found != tuple(sorted(set(found))):
        raise BadEncoding(Reason.WRONG_SHAPE, "signers")
    return found
