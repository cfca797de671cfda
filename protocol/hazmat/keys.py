"""Card keys: one per seat and table, with a proof that its owner knows it.

Without the proof a seat could publish its key minus the keys of all others (a rogue key), and
the joint key would be its own alone. The proof is Schnorr's, made non-interactive over the
statement *and* the hello that contains it, so that nobody can present another's key as theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple, Self

from engine.values import Value
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
        """Return the key with that secret scalar.

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
        """Return the key of a seat that reveals its secret scalar after the game.

        Raises:
            BadEncoding: not 32 bytes, or a scalar not reduced.
            BadOpening: it is not the secret of `public`.
        """
        secret = group.decode_scalar(raw, "card key")
        if group.multiply_base(secret) != public:
            raise BadOpening(Reason.NOT_THE_KEY, "card key")
        return cls(secret, public)

    def share(self, mask: Point) -> Point:
        """Compute x*C1 without proof: for the owner alone, or for everybody once keys are open."""
        return group.multiply(self.secret, mask)


class Holder(NamedTuple):
    """A seat by its number in the charter, and its proven card key."""

    seat: int
    key: Point


class KeyProof(Value):
    """A public card key X with the proof (challenge, response) that its owner knows x; 96 bytes."""

    SIZE = 3 * group.SIZE

    public: Point
    challenge: Scalar
    response: Scalar

    def to_bytes(self) -> bytes:
        """Encode the three parts in this order."""
        return self.public + self.challenge + self.response

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self:
        """Decode the result of `to_bytes`.

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


class KeyStatement(Value):
    """The context of a card key: the hello's 32 fresh bytes and the seat's identity key."""

    fresh: bytes
    identity: bytes

    def key(self, secret: TableSecret) -> CardKey:
        """Derive the card key that belongs to this hello."""
        return CardKey.of(secret.serving("card key", self.fresh, self.identity).scalar("key"))

    def prove(self, key: CardKey, secret: TableSecret) -> KeyProof:
        """Prove the key, for the signed hello."""
        draws = secret.serving("key proof", self.fresh, self.identity, key.public)
        nonce = draws.scalar("nonce")
        asked = self._challenge(key.public, group.multiply_base(nonce))
        response = group.scalar_add(nonce, group.scalar_multiply(asked, key.secret))
        return KeyProof(key.public, asked, response)

    def check(self, raw: bytes) -> Point:
        """Return the public key that `raw` proves.

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
    """Sum proven public keys to the key that masks the whole deck.

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


def require_sums(keys: Sequence[Point]) -> None:
    """Require that no two or more of the keys cancel out: whoever leaves, the rest can deal.

    That is 26 sums for five keys. Seats that choose their keys together can always make them
    cancel, and a deal among just these seats would mask nothing.

    Raises:
        BadProof: the keys of some seats cancel out.
    """
    for count in range(2, len(keys) + 1):
        for some in combinations(keys, count):
            if group.total(some) == group.IDENTITY:
                raise BadProof(Reason.KEYS_CANCEL, "card keys")
