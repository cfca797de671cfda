"""Card keys: one per seat and table, with a proof that its owner knows it.

Without the proof a seat could publish its key minus the keys of all others (a rogue key), and
the joint key would be its own alone. The proof is Schnorr's, made non-interactive over the
statement *and* the hello it stands in, so that nobody can pass off another's key as his.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from protocol.errors import BadEncoding, BadOpening, BadProof, LocalProtocolError, Reason
from protocol.hazmat import group
from protocol.hazmat.group import Point, Scalar
from protocol.hazmat.hashing import challenge
from protocol.hazmat.secrets import TableSecret


@dataclass(frozen=True, slots=True)
class CardKey:
    """A seat's secret scalar x and its public point X = xG.

    Never publish x while any card under it is hidden.
    """

    secret: Scalar = field(repr=False)
    public: Point

    @classmethod
    def of(cls, secret: Scalar) -> Self:
        """The key with that secret scalar.

        Raises:
            LocalProtocolError: the scalar is zero.
            UnsafeLibrary: the installed library takes points outside the group.
        """
        group.require_sound_library()
        public = group.multiply_base(secret)
        if public == group.IDENTITY:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "card key")
        return cls(secret, public)

    @classmethod
    def opened(cls, raw: bytes, public: Point) -> Self:
        """The key of a seat that shows its secret scalar when the game is over.

        Raises:
            BadEncoding: not 32 bytes, or a scalar not reduced.
            BadOpening: it is not the secret of `public`.
        """
        secret = group.decode_scalar(raw, "card key")
        if group.multiply_base(secret) != public:
            raise BadOpening(Reason.NOT_THE_KEY, "card key")
        return cls(secret, public)

    def share(self, mask: Point) -> Point:
        """x*C1, unproven: for the owner's own eyes, or for everybody when the keys are open."""
        return group.multiply(self.secret, mask)


@dataclass(frozen=True, slots=True)
class KeyProof:
    """A public card key X with the proof (challenge, response) that its owner knows x; 96 bytes."""

    SIZE = 3 * group.SIZE

    public: Point
    challenge: Scalar
    response: Scalar

    def to_bytes(self) -> bytes:
        """The three parts in this order."""
        return self.public + self.challenge + self.response

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self:
        """The reverse of `to_bytes`.

        Raises:
            BadEncoding: any other length, no valid point, a scalar not reduced.
        """
        if len(raw) != cls.SIZE:
            raise BadEncoding(Reason.WRONG_LENGTH, "key proof")
        public, first, second = (raw[at : at + group.SIZE] for at in range(0, cls.SIZE, group.SIZE))
        return cls(
            group.decode_point(public, "key"),
            group.decode_scalar(first, "key challenge"),
            group.decode_scalar(second, "key response"),
        )


@dataclass(frozen=True, slots=True)
class KeyStatement:
    """Where a card key is announced: the hello's 32 fresh bytes and the seat's identity key."""

    fresh: bytes
    identity: bytes

    def key(self, secret: TableSecret) -> CardKey:
        """The card key that belongs to this hello."""
        return CardKey.of(secret.serving("card key", self.fresh, self.identity).scalar("key"))

    def prove(self, key: CardKey, secret: TableSecret) -> KeyProof:
        """The key with its proof, for the signed hello."""
        draws = secret.serving("key proof", self.fresh, self.identity, key.public)
        nonce = draws.scalar("nonce")
        asked = self._challenge(key.public, group.multiply_base(nonce))
        response = group.scalar_add(nonce, group.scalar_multiply(asked, key.secret))
        return KeyProof(key.public, asked, response)

    def check(self, raw: bytes) -> Point:
        """The public key that `raw` proves.

        Raises:
            BadEncoding: `raw` is no `KeyProof`.
            BadProof: it proves nothing here.
        """
        proof = KeyProof.from_bytes(raw)
        commitment = group.add(
            group.multiply_base(proof.response),
            group.multiply(group.scalar_negate(proof.challenge), proof.public),
        )
        if proof.challenge != self._challenge(proof.public, commitment):
            raise BadProof(Reason.KEY_PROOF, "key")
        return proof.public

    def _challenge(self, public: Point, commitment: Point) -> Scalar:
        return challenge("pok", self.fresh, self.identity, public, commitment)


def joint_key(keys: Iterable[Point]) -> Point:
    """The sum of proven public keys, under which the whole deck is masked.

    Raises:
        BadProof: a key occurs twice, or the keys cancel out and would mask nothing.
    """
    summands = tuple(keys)
    if len(set(summands)) != len(summands):
        raise BadProof(Reason.KEY_REPEATED, "joint key")
    joint = group.total(summands)
    if joint == group.IDENTITY:
        raise BadProof(Reason.KEYS_CANCEL, "joint key")
    return joint
