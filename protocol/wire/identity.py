"""Player identities: Ed25519 keys, and signatures kept apart by purpose.

One library verifies everywhere. PyNaCl refuses small-order keys and non-canonical points; the
check that a key is a point of the prime-order group is made once, when the key is first met.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Final, Self

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from engine.values import Value
from protocol.errors import BadEncoding, BadSignature, LocalProtocolError, Reason
from protocol.hazmat.group import decode_point

KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
_MOST_KEYS: Final = 1024
_PREFIX: Final = b"bloodrage/sign/v1/"


class Domain(StrEnum):
    """The purpose of a signature; a signature for one purpose is worth nothing for another."""

    HELLO = "hello"
    OPERATOR = "operator"
    LOBBY = "lobby"
    TABLE = "table"
    TABLE_CHAT = "table-chat"
    GALLERY = "gallery"
    GALLERY_CHAT = "gallery-chat"
    STEP = "step"
    FREEZE = "freeze"
    PROPOSAL = "proposal"
    ACCEPTANCE = "acceptance"
    RETURN = "return"
    FREEZE_2 = "freeze/2"
    PROPOSAL_2 = "proposal/2"
    ACCEPTANCE_2 = "acceptance/2"
    RETURN_2 = "return/2"


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
        """Sign `content` for one purpose; the same bytes every time."""
        return SigningKey(self.seed).sign(_bound(domain, content)).signature


class Peer(Value):
    """A valid public key."""

    public: bytes

    @classmethod
    def of(cls, public: bytes) -> Self:
        """Return the peer with that key.

        Raises:
            BadEncoding: no point of the prime-order group.
        """
        if len(public) != KEY_SIZE:
            raise BadEncoding(Reason.BAD_KEY, "identity key")
        _decoded(public)
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
        """Format the key as eight groups of four hexadecimal digits, for people to compare."""
        digits = self.public[:16].hex()
        return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


@lru_cache(maxsize=_MOST_KEYS)
def _decoded(public: bytes) -> None:
    """Require a point; that takes as long as a signature takes to verify, and keys come again."""
    decode_point(public, "identity key")


def _bound(domain: Domain, content: bytes) -> bytes:
    return _PREFIX + domain.encode() + b"\0" + content
