"""Errors of the protocol: whose fault it is, a code, and the place in the message.

`LocalProtocolError` says that we did something that is not allowed, `RemoteProtocolError` that
somebody else did. There are no sentences here: the client makes them from code and place.
"""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """The reason of a refusal. Every honest client gives the same reason for the same bytes."""

    # encodings
    WRONG_LENGTH = "wrong-length"
    NOT_A_POINT = "not-a-point"
    NOT_A_SCALAR = "not-a-scalar"
    # proofs
    KEY_PROOF = "key-proof"
    SHUFFLE_PROOF = "shuffle-proof"
    SHARE_PROOF = "share-proof"
    SEAL_PROOF = "seal-proof"
    MASK_REPEATED = "mask-repeated"
    KEY_REPEATED = "key-repeated"
    KEYS_CANCEL = "keys-cancel"
    # openings
    NO_SUCH_FACE = "no-such-face"
    NOT_THE_KEY = "not-the-key"
    # messages
    NOT_CANONICAL = "not-canonical"
    WRONG_SHAPE = "wrong-shape"
    UNKNOWN_MESSAGE = "unknown-message"
    BAD_SIGNATURE = "bad-signature"
    BAD_KEY = "bad-key"
    OTHER_TABLE = "other-table"
    OTHER_HEAD = "other-head"
    OTHER_STATE = "other-state"
    NOT_OWED = "not-owed"
    WRONG_KIND = "wrong-kind"
    TWO_MESSAGES = "two-messages"
    TWO_VOTES = "two-votes"
    TWO_PASTS = "two-pasts"
    FORGOTTEN_ACCEPTANCE = "forgotten-acceptance"
    FORGOTTEN_MESSAGE = "forgotten-message"
    WRONG_PROPOSAL = "wrong-proposal"
    TOO_MANY = "too-many"
    ILLEGAL_ACTION = "illegal-action"
    WRONG_REVEAL = "wrong-reveal"
    WRONG_FACE = "wrong-face"
    WRONG_RESULT = "wrong-result"
    WRONG_CLOSING = "wrong-closing"
    NOT_SEATED = "not-seated"
    WRONG_CHARTER = "wrong-charter"
    NO_COMMON_VERSION = "no-common-version"
    OTHER_CARDS = "other-cards"
    WRONG_NAME = "wrong-name"
    # rooms and invitations
    NOT_LOCKED_HERE = "not-locked-here"
    BAD_INVITATION = "bad-invitation"
    # our own mistakes
    UNSAFE_LIBRARY = "unsafe-library"
    WRONG_ARGUMENT = "wrong-argument"


class ProtocolError(Exception):
    """Any error that leaves this package.

    Attributes:
        reason: the code.
        place: the place in the message, or the argument: "chain[3]".
    """

    def __init__(self, reason: Reason, place: str) -> None:
        super().__init__(reason, place)
        self.reason = reason
        self.place = place

    def __str__(self) -> str:
        return f"{self.reason} ({self.place})"


class LocalProtocolError(ProtocolError):
    """We did, or were asked to do, something that is not allowed; nothing left this machine."""


class UnsafeLibrary(LocalProtocolError):
    """The installed libsodium accepts points outside the prime-order group, which mark cards."""


class RemoteProtocolError(ProtocolError):
    """Somebody else sent something that is not allowed."""


class BadEncoding(RemoteProtocolError):
    """Bytes that do not encode a value of the expected kind."""


class BadProof(RemoteProtocolError):
    """A statement that its proof does not prove."""


class BadOpening(RemoteProtocolError):
    """A masked card that opens to no existing face."""


class BadSignature(RemoteProtocolError):
    """Bytes that the named key did not sign."""


class BadMessage(RemoteProtocolError):
    """A signed message that was not due: wrong kind, wrong face, another head."""


class IllegalMove(RemoteProtocolError):
    """A signed action the rules do not allow."""


class BadInvitation(RemoteProtocolError):
    """A line that is no invitation, or an invitation with a typing error."""
