"""Messages of a step: one frozen class per kind, with its wire number.

Byte strings in them (proofs, shares) have exact lengths that follow from the step and are judged
when they are checked; only shapes and sizes are judged here.
"""

from __future__ import annotations

from typing import ClassVar, Final, assert_never

from engine.actions import SeatAction
from engine.values import Value
from protocol.errors import BadEncoding, Reason
from protocol.wire.action_codec import pack_action, read_action
from protocol.wire.codec import Encodable, Reader, pack, unpack

DIGEST_SIZE: Final = 32
_POSITIONS: Final = 64
_GLORY: Final = 100_000
_WIRE_LIMIT: Final = 256
FIRST_BODIES: Final = 11
"""The highest wire number in version 1 of the protocol."""


class SignCharter(Value):
    """A signer agrees to play by this charter."""

    wire: ClassVar[int] = 1


class CommitSeed(Value):
    """The hash of a signer's part of the joint seed."""

    wire: ClassVar[int] = 2
    digest: bytes


class RevealSeed(Value):
    """A signer's part of the joint seed."""

    wire: ClassVar[int] = 3
    part: bytes


class Shuffle(Value):
    """The whole deck, remasked and shuffled by the signer, with a proof."""

    wire: ClassVar[int] = 4
    proof: bytes


class PackShares(Value):
    """The signer's shares for every pack that others hold, in the order of the packs."""

    wire: ClassVar[int] = 5
    batches: tuple[bytes, ...]


class PickAndPass(Value):
    """The signer's pack, remasked with the picks first, with a proof."""

    wire: ClassVar[int] = 6
    proof: bytes


class KeptShares(Value):
    """The signer's shares for the cards others keep, in the order of the table."""

    wire: ClassVar[int] = 7
    batches: tuple[bytes, ...]


class MakeHand(Value):
    """The signer's new cards remasked under their key alone, with a proof."""

    wire: ClassVar[int] = 8
    proof: bytes


class Act(Value):
    """An action of the game; `position` and `proofs` show that a card comes from the signer's hand.

    An open play has position and share; a face-down play the remasked list; a reveal one share for
    each card.
    """

    wire: ClassVar[int] = 9
    action: SeatAction
    position: int = 0
    proofs: tuple[bytes, ...] = ()


class SignResult(Value):
    """The final Glory by seat, as the signer has it."""

    wire: ClassVar[int] = 10
    glory: tuple[int, ...]


class OpenKey(Value):
    """The signer's card key: from now on all their hands and picks can be read."""

    wire: ClassVar[int] = 11
    secret: bytes


class SealCard(Value):
    """The signer's seal of the battle card it has laid, with its proof."""

    wire: ClassVar[int] = 12
    proof: bytes


class OpenSealed(Value):
    """The signer's shares for the sealed cards that were not shown, by their owners, rising."""

    wire: ClassVar[int] = 13
    shares: tuple[bytes, ...]


Body = (
    SignCharter
    | CommitSeed
    | RevealSeed
    | Shuffle
    | PackShares
    | PickAndPass
    | KeptShares
    | MakeHand
    | Act
    | SignResult
    | OpenKey
    | SealCard
    | OpenSealed
)


def pack_body(body: Body) -> bytes:
    """Encode a body; there is one encoding only."""
    return pack((body.wire, *_fields(body)))


def _fields(body: Body) -> tuple[Encodable, ...]:
    match body:
        case SignCharter():
            return ()
        case CommitSeed():
            return (body.digest,)
        case RevealSeed():
            return (body.part,)
        case Shuffle() | PickAndPass() | MakeHand() | SealCard():
            return (body.proof,)
        case PackShares() | KeptShares():
            return (body.batches,)
        case Act():
            return (pack_action(body.action), body.position, body.proofs)
        case SignResult():
            return (body.glory,)
        case OpenKey():
            return (body.secret,)
        case OpenSealed():
            return (body.shares,)
        case _:
            assert_never(body)


def proofs_of(body: Body) -> tuple[bytes, ...]:
    """Return the proofs a message carries, in order."""
    match body:
        case Shuffle() | PickAndPass() | MakeHand() | SealCard():
            return (body.proof,)
        case PackShares() | KeptShares():
            return body.batches
        case Act():
            return body.proofs
        case OpenSealed():
            return body.shares
        case _:
            return ()


def read_body(raw: bytes, newest: int = _WIRE_LIMIT) -> Body:
    """Decode a body; wire numbers above `newest` are unknown.

    Raises:
        BadEncoding: it is none.
    """
    reader = Reader(unpack(raw, "body"), "body")
    wire = reader.number(_WIRE_LIMIT)
    if wire > newest:
        raise BadEncoding(Reason.UNKNOWN_MESSAGE, "body")
    body = _read(reader, wire)
    reader.end()
    return body


def _read(reader: Reader, wire: int) -> Body:
    match wire:
        case SignCharter.wire:
            return SignCharter()
        case CommitSeed.wire:
            return CommitSeed(reader.blob(DIGEST_SIZE))
        case RevealSeed.wire:
            return RevealSeed(reader.blob(DIGEST_SIZE))
        case Shuffle.wire:
            return Shuffle(reader.blob())
        case PackShares.wire:
            return PackShares(reader.blobs())
        case PickAndPass.wire:
            return PickAndPass(reader.blob())
        case KeptShares.wire:
            return KeptShares(reader.blobs())
        case MakeHand.wire:
            return MakeHand(reader.blob())
        case Act.wire:
            return Act(read_action(reader.array()), reader.number(_POSITIONS), reader.blobs())
        case SignResult.wire:
            inner = reader.array()
            glory = tuple(inner.number(_GLORY) for _ in range(len(inner)))
            inner.end()
            return SignResult(glory)
        case OpenKey.wire:
            return OpenKey(reader.blob(DIGEST_SIZE))
        case SealCard.wire:
            return SealCard(reader.blob())
        case OpenSealed.wire:
            return OpenSealed(reader.blobs())
        case _:
            raise BadEncoding(Reason.UNKNOWN_MESSAGE, "body")
