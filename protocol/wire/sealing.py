"""Sealing a secret to an X25519 key, so that only its owner can read it.

An ephemeral key, HKDF over both public keys and the purpose, and ChaCha20-Poly1305 under the
derived key: used once, for the secret of the room a game moves to.
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from protocol.errors import BadEncoding, Reason

KEY_SIZE: Final = 32
_NONCE: Final = bytes(12)
_PRIME: Final = 2**255 - 19
_INFO: Final = b"bloodrage/seal/v1/"


def sealing_key(secret: bytes) -> bytes:
    """Return the public key of 32 secret bytes."""
    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def require_sealing_key(public: bytes) -> None:
    """Require a canonical public key that can be sealed to.

    Raises:
        BadEncoding: wrong length, not canonical, or of small order.
    """
    if len(public) != KEY_SIZE or int.from_bytes(public, "little") >= _PRIME:
        raise BadEncoding(Reason.BAD_KEY, "sealing key")
    _key(X25519PrivateKey.from_private_bytes(bytes(KEY_SIZE)), public, b"", b"")


def seal(content: bytes, recipient: bytes, ephemeral: bytes, bound: bytes) -> bytes:
    """Seal content for `recipient`; `ephemeral` are 32 fresh random bytes, `bound` the context.

    Raises:
        BadEncoding: the recipient's key is not one to seal to.
    """
    private = X25519PrivateKey.from_private_bytes(ephemeral)
    public = private.public_key().public_bytes_raw()
    key = _key(private, recipient, public + recipient, bound)
    return public + ChaCha20Poly1305(key).encrypt(_NONCE, content, bound)


def unseal(sealed: bytes, secret: bytes, bound: bytes) -> bytes:
    """Unseal bytes that were sealed to the key of `secret`.

    Raises:
        BadEncoding: they were not, or not in this context.
    """
    private = X25519PrivateKey.from_private_bytes(secret)
    public, rest = sealed[:KEY_SIZE], sealed[KEY_SIZE:]
    key = _key(private, public, public + private.public_key().public_bytes_raw(), bound)
    try:
        return ChaCha20Poly1305(key).decrypt(_NONCE, rest, bound)
    except InvalidTag as error:
        raise BadEncoding(Reason.NOT_LOCKED_HERE, "seal") from error


def _key(private: X25519PrivateKey, other: bytes, keys: bytes, bound: bytes) -> bytes:
    # A key used for one message: the zero nonce is never used twice.
    try:
        shared = private.exchange(X25519PublicKey.from_public_bytes(other))
    except ValueError as error:
        raise BadEncoding(Reason.BAD_KEY, "sealing key") from error
    return HKDF(hashes.SHA256(), KEY_SIZE, salt=keys, info=_INFO + bound).derive(shared)
