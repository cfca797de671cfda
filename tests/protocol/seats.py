"""Seats with fixed secrets, and lists of cards for them."""

from __future__ import annotations

import hashlib
from functools import cache

from protocol.hazmat.group import Point, Scalar
from protocol.hazmat.keys import CardKey, KeyStatement
from protocol.hazmat.masking import EncodedFace, FaceTable, MaskedList, lay_face
from protocol.hazmat.secrets import TableSecret
from protocol.hazmat.shuffle_proof import RemaskStatement
from tests.protocol.edwards import ORDER

DEAL = hashlib.sha512(b"deal").digest()
NAME = hashlib.sha512(b"name").digest()
TABLE = hashlib.sha256(b"table").digest()


def fresh(seat: int) -> bytes:
    return hashlib.sha256(b"fresh %d" % seat).digest()


def identity(seat: int) -> bytes:
    return hashlib.sha256(b"identity %d" % seat).digest()


@cache
def secret(seat: int) -> TableSecret:
    return TableSecret(hashlib.sha256(b"secret %d" % seat).digest())


@cache
def key(seat: int) -> CardKey:
    return KeyStatement(fresh(seat), identity(seat)).key(secret(seat))


def face(number: int) -> EncodedFace:
    return EncodedFace(f"card-{number}", 1 + number % 3)


@cache
def faces(count: int) -> FaceTable:
    return FaceTable.of(face(number) for number in range(count))


@cache
def laid(count: int, under: Point) -> MaskedList:
    """Return cards 0 to count - 1, masked with the public 1."""
    return MaskedList(tuple(lay_face(face(number), under) for number in range(count)))


@cache
def masked(count: int, seat: int) -> MaskedList:
    """Return cards masked under the key of one seat, in order, each with a mask of its own."""
    draws = secret(seat).serving("test masks", count)
    return MaskedList(
        tuple(
            card.remasked(draws.scalar("mask", at), key(seat).public)
            for at, card in enumerate(laid(count, key(seat).public).cards)
        )
    )


def statement(count: int, seat: int = 0) -> RemaskStatement:
    return RemaskStatement(NAME, seat, key(seat).public, masked(count, seat))


@cache
def proof(count: int, seat: int = 0) -> bytes:
    """Return an honest message for `statement(count, seat)`."""
    return statement(count, seat).prove(secret(seat)).to_bytes()


def scalar(value: int) -> Scalar:
    return Scalar((value % ORDER).to_bytes(32, "little"))


def words(raw: bytes) -> list[bytes]:
    return [raw[at : at + 32] for at in range(0, len(raw), 32)]


def replaced(raw: bytes, at: int, word: bytes) -> bytes:
    """Return the message with its at-th word of 32 bytes replaced."""
    return raw[: 32 * at] + word + raw[32 * at + 32 :]
