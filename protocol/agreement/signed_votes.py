"""Signed slips: votes about the closing of a step, and requests to be waited for again.

A slip is `[kind, content, signature]`, each kind signed in a domain of its own. It names its table
and its subject, so it is worth nothing anywhere else: a vote names the step and the head before it,
a return names the step since which its signer is away, which never occurs twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from protocol.agreement.attendance import Attendance
from protocol.agreement.votes import Acceptance, Closing, Freeze, Message, Proposal, Vote
from protocol.errors import BadEncoding, BadMessage, Reason
from protocol.wire.codec import Reader, Value, pack, unpack
from protocol.wire.envelope import DIGEST_SIZE, SIGNER_LIMIT, STEP_LIMIT, Envelope
from protocol.wire.identity import SIGNATURE_SIZE, Domain, Identity, Peer

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
"""First byte of an array of three; an envelope is an array of two."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a vote: the closing of this step after this head."""

    table_id: bytes
    step: int
    head: bytes


@dataclass(frozen=True, slots=True)
class VoteSlip:
    """A vote as its signer signed it; `freezes` are the slips of those a proposal rests on."""

    subject: Subject
    vote: Vote
    raw: bytes
    freezes: tuple[VoteSlip, ...] = ()


@dataclass(frozen=True, slots=True)
class ReturnSlip:
    """A signer is back, and asks to owe again; it is away since the step `since`."""

    table_id: bytes
    signer: int
    since: int
    raw: bytes

    @classmethod
    def sign(cls, identity: Identity, table_id: bytes, signer: int, since: int) -> ReturnSlip:
        """Ask to be waited for again; the same bytes every time."""
        return cls(table_id, signer, since, _sealed(identity, _RETURN, (table_id, signer, since)))


Slip = VoteSlip | ReturnSlip


def is_slip(raw: bytes) -> bool:
    """Whether the bytes begin like a slip, not like an envelope."""
    return raw[:1] == _SLIP


def sign_vote(
    identity: Identity, subject: Subject, vote: Vote, freezes: Sequence[VoteSlip] = ()
) -> VoteSlip:
    """Sign a vote of ours; `freezes` are those of a proposal, in its order."""
    head = (subject.table_id, subject.step, subject.head, vote.ballot, vote.signer)
    match vote:
        case Freeze():
            accepted: Value = None
            if vote.accepted is not None:
                accepted = (vote.accepted[0], _pack_closing(vote.accepted[1]))
            raw = _sealed(identity, _FREEZE, (*head, vote.held, accepted))
        case Proposal():
            raw = _sealed(identity, _PROPOSAL, (*head, tuple(slip.raw for slip in freezes)))
        case Acceptance():
            raw = _sealed(identity, _ACCEPTANCE, (*head, _pack_closing(vote.closing)))
        case _:
            assert_never(vote)
    return VoteSlip(subject, vote, raw, tuple(freezes))


def _sealed(identity: Identity, kind: int, fields: tuple[Value, ...]) -> bytes:
    content = pack(fields)
    return pack((kind, content, identity.sign(_DOMAINS[kind], content)))


def _pack_closing(closing: Closing) -> Value:
    return (closing.messages, closing.away, closing.faulty)


def read_slip(raw: bytes, peers: Sequence[Peer]) -> Slip:
    """Decode a slip and verify its signature and those in it.

    Raises:
        RemoteProtocolError: it is no slip, or its signer did not sign it.
    """
    outer = Reader(unpack(raw, "slip"), "slip")
    kind, content, signature = outer.number(_KINDS), outer.blob(), outer.blob(SIGNATURE_SIZE)
    outer.end()
    if kind not in _DOMAINS:
        raise BadEncoding(Reason.UNKNOWN_MESSAGE, "slip")
    reader = Reader(unpack(content, "slip"), "slip")
    slip = _read(kind, reader, raw, peers)
    reader.end()
    signer = slip.signer if isinstance(slip, ReturnSlip) else slip.vote.signer
    if signer >= len(peers):
        raise BadMessage(Reason.NOT_SEATED, "signer")
    peers[signer].verify(_DOMAINS[kind], content, signature)
    return slip


def read_returns(
    envelope: Envelope, peers: Sequence[Peer], attendance: Attendance
) -> tuple[ReturnSlip, ...]:
    """Read the requests to return that a message carries.

    Raises:
        RemoteProtocolError: they are not all due, once each and rising.
    """
    found: list[ReturnSlip] = []
    for raw in envelope.returns:
        slip = read_slip(raw, peers)
        if not isinstance(slip, ReturnSlip) or slip.table_id != envelope.table_id:
            raise BadMessage(Reason.WRONG_KIND, "returns")
        if not attendance.may_return(slip.signer, slip.since):
            raise BadMessage(Reason.NOT_OWED, "returns")
        found.append(slip)
    signers = [slip.signer for slip in found]
    if signers != sorted(set(signers)):
        raise BadMessage(Reason.WRONG_SHAPE, "returns")
    return tuple(found)


def _read(kind: int, reader: Reader, raw: bytes, peers: Sequence[Peer]) -> Slip:
    table_id = reader.blob(DIGEST_SIZE)
    if kind == _RETURN:
        return ReturnSlip(table_id, reader.number(SIGNER_LIMIT), reader.number(STEP_LIMIT), raw)
    subject = Subject(table_id, reader.number(STEP_LIMIT), reader.blob(DIGEST_SIZE))
    ballot, signer = reader.number(BALLOT_LIMIT), reader.number(SIGNER_LIMIT)
    if not ballot:
        raise BadEncoding(Reason.WRONG_SHAPE, "ballot")
    if kind == _FREEZE:
        held = _read_messages(reader.array())
        accepted = None if reader.is_next_none() else _read_accepted(reader.array())
        return VoteSlip(subject, Freeze(ballot, signer, held, accepted), raw)
    if kind == _ACCEPTANCE:
        closing = _read_closing(reader.array())
        return VoteSlip(subject, Acceptance(ballot, signer, closing), raw)
    freezes = tuple(_read_freeze(one, subject, peers) for one in _few(reader.blobs()))
    vote = Proposal(
        ballot,
        signer,
        tuple(slip.vote for slip in freezes if isinstance(slip.vote, Freeze)),
    )
    return VoteSlip(subject, vote, raw, freezes)


def _few(blobs: tuple[bytes, ...]) -> tuple[bytes, ...]:
    # A signature takes a moment to verify, so their number is checked first.
    if len(blobs) > SIGNER_LIMIT:
        raise BadEncoding(Reason.WRONG_SHAPE, "freezes")
    return blobs


def _read_freeze(raw: bytes, subject: Subject, peers: Sequence[Peer]) -> VoteSlip:
    if not raw.startswith(_SLIP + bytes([_FREEZE])):
        raise BadEncoding(Reason.WRONG_SHAPE, "freezes")
    slip = read_slip(raw, peers)
    if not isinstance(slip, VoteSlip) or slip.subject != subject:
        raise BadMessage(Reason.OTHER_HEAD, "freezes")
    return slip


def _read_accepted(reader: Reader) -> tuple[int, Closing]:
    found = reader.number(BALLOT_LIMIT), _read_closing(reader.array())
    reader.end()
    return found


def _read_closing(reader: Reader) -> Closing:
    messages = _read_messages(reader.array())
    away, faulty = _read_signers(reader.array()), _read_signers(reader.array())
    reader.end()
    signers = [*(signer for signer, _ in messages), *away, *faulty]
    if len(set(signers)) != len(signers):
        raise BadEncoding(Reason.WRONG_SHAPE, "closing")
    return Closing(messages, away, faulty)


def _read_messages(reader: Reader) -> tuple[Message, ...]:
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
