"""Signed slips: freezes, proposals and acceptances of a view, and requests to return.

A slip is `[kind, content, signature]`, each kind signed in a domain of its own. Its content begins
with the table, so it is worth nothing anywhere else. It names messages and other slips by digest; a
proposal alone has slips in it, the freezes that it rests on, as their signers signed them.

`read_slip` sees to the form: numbers within their limits, lists in their one order, signatures. It
refuses as no slip what has another form. Whether a freeze is certified or a proposal right, and
also whether the freezes of a proposal are of its view, is judged where all that they name is here.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeVar

from engine.values import Value, replace
from protocol.agreement.pasts import Head, SignedAnswer
from protocol.agreement.statements import AcceptanceVote, FreezeVote, ProposalVote, Statement
from protocol.errors import BadEncoding, BadMessage, Reason
from protocol.wire.codec import Encodable, Reader, pack, unpack
from protocol.wire.envelope import DIGEST_SIZE, SIGNER_LIMIT, STEP_LIMIT, VIEW_LIMIT
from protocol.wire.identity import SIGNATURE_SIZE, Domain, Identity, Peer

FREEZE_SIZE: Final = 4096
"""Bytes of the largest freeze, signature included."""
MOST_CONTENTS: Final = 2
"""Contents of one signer that a freeze lists: one is held, two prove a fault."""
_TAG: Final = b"bloodrage/slip/v2/"
_FREEZE: Final = 1
_PROPOSAL: Final = 2
_ACCEPTANCE: Final = 3
_RETURN: Final = 4
_KINDS: Final = 16
_DOMAINS: Final = {
    _FREEZE: Domain.FREEZE_2,
    _PROPOSAL: Domain.PROPOSAL_2,
    _ACCEPTANCE: Domain.ACCEPTANCE_2,
    _RETURN: Domain.RETURN_2,
}
_SLIP: Final = b"\x93"
"""First byte of an array of three; an envelope is an array of two."""


class FreezeSlip(Value):
    """A freeze as its signer signed it (6.2); digests are 32 bytes, b"" names nothing.

    Attributes:
        digest: the digest of kind and content, without the signature.
        view: the view frozen for, from 1.
        base: the digest of the decided proposal that began its signer's epoch, b"" for the charter.
        accepted: the digest of the proposal accepted last in that epoch, or b"".
        tip_step: the number of the open step.
        tip_head: the head before that step.
        held: signers and contents (without views) of answers to that step, rising; at most two of
            one signer.
        late: the signers that its signer found late, rising.
        faults: digests of statements that contradict each other, the smaller first, rising; one
            digest twice if the statement is wrong alone.
    """

    raw: bytes
    digest: bytes
    table_id: bytes
    view: int
    signer: int
    base: bytes
    accepted: bytes
    tip_step: int
    tip_head: bytes
    held: tuple[tuple[int, bytes], ...]
    late: tuple[int, ...]
    faults: tuple[tuple[bytes, bytes], ...]


class ProposalSlip(Value):
    """A proposal as its leader signed it (6.3): freezes of this table, rising by signer."""

    raw: bytes
    digest: bytes
    table_id: bytes
    view: int
    signer: int
    freezes: tuple[FreezeSlip, ...]


class AcceptanceSlip(Value):
    """An acceptance of the proposal with that digest, as its signer signed it (6.4)."""

    raw: bytes
    digest: bytes
    table_id: bytes
    view: int
    signer: int
    proposal: bytes


class ReturnSlip(Value):
    """A request of a signer that is gone to owe again (6.4).

    Attributes:
        since: the first step that its signer was gone in, the last time it was put away.
        head: the head before that step; it contains the closing that put the signer away.
    """

    raw: bytes
    digest: bytes
    table_id: bytes
    signer: int
    since: int
    head: bytes


VoteOfView = FreezeSlip | ProposalSlip | AcceptanceSlip
AnySlip = VoteOfView | ReturnSlip
_Item = TypeVar("_Item", int, tuple[int, bytes], tuple[bytes, bytes])


def is_slip(raw: bytes) -> bool:
    """Whether the bytes begin like a slip, not like an envelope."""
    return raw[:1] == _SLIP


def digest_of(raw: bytes) -> bytes:
    """Return the digest of a slip, whoever signed it.

    Raises:
        RemoteProtocolError: it is no slip.
    """
    kind, content, _ = _opened(raw)
    return _digest(kind, content)


def read_slip(raw: bytes, peers: Sequence[Peer]) -> AnySlip:
    """Decode a slip and verify its signature, then those of the freezes in it.

    Args:
        raw: the signed bytes.
        peers: the identity key of each signer of the table.

    Raises:
        RemoteProtocolError: it is no slip, or a signer did not sign it.
    """
    kind, content, signature = _opened(raw)
    reader = Reader(unpack(content, "slip"), "slip")
    table_id = reader.blob(DIGEST_SIZE)
    view = 0 if kind == _RETURN else _view(reader)
    signer = reader.number(SIGNER_LIMIT)
    digest = _digest(kind, content)
    slip: AnySlip
    freezes: tuple[bytes, ...] = ()
    if kind == _FREEZE:
        slip = FreezeSlip(
            raw,
            digest,
            table_id,
            view,
            signer,
            _optional(reader),
            _optional(reader),
            reader.number(STEP_LIMIT),
            reader.blob(DIGEST_SIZE),
            _held(reader.array()),
            _late(reader.array()),
            _faults(reader.array()),
        )
    elif kind == _PROPOSAL:
        freezes = reader.blobs()
        slip = ProposalSlip(raw, digest, table_id, view, signer, ())
    elif kind == _ACCEPTANCE:
        slip = AcceptanceSlip(raw, digest, table_id, view, signer, reader.blob(DIGEST_SIZE))
    else:
        since, head = reader.number(STEP_LIMIT), reader.blob(DIGEST_SIZE)
        slip = ReturnSlip(raw, digest, table_id, signer, since, head)
    reader.end()
    if signer >= len(peers):
        raise BadMessage(Reason.NOT_SEATED, "signer")
    if len(freezes) > SIGNER_LIMIT:
        # A signature takes a moment to verify, so their number is checked first.
        raise BadEncoding(Reason.WRONG_SHAPE, "freezes")
    peers[signer].verify(_DOMAINS[kind], content, signature)
    if isinstance(slip, ProposalSlip):
        return replace(slip, freezes=_read_freezes(freezes, table_id, peers))
    return slip


def _opened(raw: bytes) -> tuple[int, bytes, bytes]:
    """Return kind, content and signature."""
    outer = Reader(unpack(raw, "slip"), "slip")
    kind, content, signature = outer.number(_KINDS), outer.blob(), outer.blob(SIGNATURE_SIZE)
    outer.end()
    if kind not in _DOMAINS:
        raise BadEncoding(Reason.UNKNOWN_MESSAGE, "slip")
    if kind == _FREEZE and len(raw) > FREEZE_SIZE:
        raise BadEncoding(Reason.WRONG_LENGTH, "freeze")
    return kind, content, signature


def _read_freezes(
    raws: Sequence[bytes], table_id: bytes, peers: Sequence[Peer]
) -> tuple[FreezeSlip, ...]:
    """Read the freezes of a proposal: of its table, each of another signer, rising."""
    found: list[FreezeSlip] = []
    for raw in raws:
        if not raw.startswith(_SLIP + bytes([_FREEZE])):
            raise BadEncoding(Reason.WRONG_SHAPE, "freezes")
        slip = read_slip(raw, peers)
        if not isinstance(slip, FreezeSlip) or slip.table_id != table_id:
            raise BadMessage(Reason.OTHER_TABLE, "freezes")
        if found and slip.signer <= found[-1].signer:
            raise BadEncoding(Reason.WRONG_SHAPE, "freezes")
        found.append(slip)
    return tuple(found)


def _digest(kind: int, content: bytes) -> bytes:
    return hashlib.sha256(_TAG + bytes([kind]) + content).digest()


def _view(reader: Reader) -> int:
    view = reader.number(VIEW_LIMIT)
    if not view:
        raise BadEncoding(Reason.WRONG_SHAPE, reader.at)
    return view


def _optional(reader: Reader) -> bytes:
    found = reader.blob()
    if len(found) not in (0, DIGEST_SIZE):
        raise BadEncoding(Reason.WRONG_SHAPE, reader.at)
    return found


def _held(reader: Reader) -> tuple[tuple[int, bytes], ...]:
    found = []
    for _ in range(len(reader)):
        inner = reader.array()
        found.append((inner.number(SIGNER_LIMIT), inner.blob(DIGEST_SIZE)))
        inner.end()
    count = Counter(signer for signer, _ in found)
    if any(number > MOST_CONTENTS for number in count.values()):
        raise BadEncoding(Reason.WRONG_SHAPE, "held")
    return _rising(found, "held")


def _late(reader: Reader) -> tuple[int, ...]:
    return _rising([reader.number(SIGNER_LIMIT) for _ in range(len(reader))], "late")


def _faults(reader: Reader) -> tuple[tuple[bytes, bytes], ...]:
    found = []
    for _ in range(len(reader)):
        inner = reader.array()
        found.append((inner.blob(DIGEST_SIZE), inner.blob(DIGEST_SIZE)))
        inner.end()
    if len(found) > SIGNER_LIMIT or any(first > second for first, second in found):
        raise BadEncoding(Reason.WRONG_SHAPE, "faults")
    return _rising(found, "faults")


def _rising(found: list[_Item], place: str) -> tuple[_Item, ...]:
    if found != sorted(set(found)):
        raise BadEncoding(Reason.WRONG_SHAPE, place)
    return tuple(found)


class VoteSigner(Value):
    """Signs the votes of one person at one table; the same bytes every time.

    Limits of freezes are kept by whoever asks: others read what is signed here by `read_slip`.
    """

    identity: Identity
    table_id: bytes
    signer: int

    def freeze(  # noqa: PLR0913, PLR0917 - one argument for each field of a freeze
        self,
        view: int,
        base: ProposalVote | None,
        accepted: ProposalVote | None,
        tip: Head,
        held: tuple[SignedAnswer, ...],
        late: tuple[int, ...],
        faults: tuple[tuple[Statement, Statement], ...],
    ) -> FreezeVote:
        """Sign a freeze; its lists are brought into their order."""
        held = tuple(sorted(set(held), key=lambda one: (one.signer, one.digest)))
        late = tuple(sorted(set(late)))
        pairs = {(min(pair), max(pair)) for pair in faults}
        faults = tuple(sorted(pairs))
        fields: tuple[Encodable, ...] = (
            base.digest if base is not None else b"",
            accepted.digest if accepted is not None else b"",
            tip.step,
            tip.digest,
            tuple((one.signer, one.digest) for one in held),
            late,
            tuple((first.digest, second.digest) for first, second in faults),
        )
        digest, raw = self._sealed(_FREEZE, view, *fields)
        return FreezeVote(digest, raw, view, self.signer, base, accepted, tip, held, late, faults)

    def proposal(self, view: int, freezes: tuple[FreezeVote, ...]) -> ProposalVote:
        """Sign a proposal of these freezes."""
        freezes = tuple(sorted(freezes, key=lambda one: one.signer))
        digest, raw = self._sealed(_PROPOSAL, view, tuple(one.raw for one in freezes))
        return ProposalVote(digest, raw, view, self.signer, freezes)

    def acceptance(self, proposal: ProposalVote) -> AcceptanceVote:
        """Sign an acceptance of a proposal, in its view."""
        digest, raw = self._sealed(_ACCEPTANCE, proposal.view, proposal.digest)
        return AcceptanceVote(digest, raw, proposal.view, self.signer, proposal)

    def _sealed(self, kind: int, view: int, *fields: Encodable) -> tuple[bytes, bytes]:
        return _sealed(self.identity, kind, (self.table_id, view, self.signer, *fields))


def sign_return(
    identity: Identity, table_id: bytes, signer: int, since: int, head: bytes
) -> ReturnSlip:
    """Ask to be waited for again; the same bytes every time."""
    digest, raw = _sealed(identity, _RETURN, (table_id, signer, since, head))
    return ReturnSlip(raw, digest, table_id, signer, since, head)


def _sealed(identity: Identity, kind: int, fields: tuple[Encodable, ...]) -> tuple[bytes, bytes]:
    """Return the digest and the signed form of a content."""
    content = pack(fields)
    signature = identity.sign(_DOMAINS[kind], content)
    return _digest(kind, content), pack((kind, content, signature))
