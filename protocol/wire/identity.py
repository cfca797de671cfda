"""Who signs: Ed25519 keys of players, and signatures kept apart by what they are for.

One library verifies everywhere. PyNaCl refuses small-order keys and non-canonical points; the
check that a key is a point of the prime-order group is made once, when the key is first met.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Self

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from protocol.errors import BadEncoding, BadSignature, LocalProtocolError, Reason
from protocol.hazmat.group import decode_point

KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
_PREFIX: Final = b"bloodrage/sign/v1/"


class Domain(StrEnum):
    """What a signature is for; one made for one thing says nothing about another."""

    HELLO = "hello"
    LOBBY = "lobby"
    STEP = "step"
    CHAT = "chat"
    OPERATOR = "operator"
    PRESENCE = "presence"
    FREEZE = "freeze"
    PROPOSAL = "proposal"
    ACCEPTANCE = "acceptance"
    RETURN = "return"


@dataclass(frozen=True, slots=True)
class Identity:
    """A player's key pair, from 32 secret bytes.

    Raises:
        LocalProtocolError: not 32 bytes.
    """

    seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.seed) != KEY_SIZE:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "identity")

    @property
    def public(self) -> bytes:
        """The public key, 32 bytes."""
        return bytes(SigningKey(self.seed).verify_key)

    def sign(self, domain: Domain, content: bytes) -> bytes:
        """The signature of `content` for one purpose; the same every time."""
        return SigningKey(self.seed).sign(_bound(domain, content)).signature


@dataclass(frozen=True, slots=True)
class Peer:
    """A public key that has been found to be a valid one."""

    public: bytes

    @classmethod
    def of(cls, public: bytes) -> Self:
        """The peer with that key.

        Raises:
            BadEncoding: no point of the prime-order group.
        """
        if len(public) != KEY_SIZE:
            raise BadEncoding(Reason.BAD_KEY, "identity key")
        decode_point(public, "identity key")
        return cls(public)

    def verify(self, domain: Domain, content: bytes, signature: bytes) -> None:
        """Require that this key signed `content` for that purpose.

        Raises:
            BadSignature: it did not.
        """
        if len(signature) != SIGNATURE_SIZE:
            raise BadSignature(Reason.BAD_SIGNATURE, domain)
        try:
            VerifyKey(self.public).verify(_bound(domain, content), signature)
        except BadSignatureError as error:
            raise BadSignature(Reason.BAD_SIGNATURE, domain) from error

    def fingerprint(self) -> str:
        """Eight groups of four hexadecimal digits, to be compared by people."""
        digits = self.public[:16].hex()
        return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def _bound(domain: Domain, content: bytes) -> bytes:
    return _PREFIX + domain.encode() + b"\0" + content
