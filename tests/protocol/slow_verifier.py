"""A second verifier, written from the papers in plain integers: no library, no code of ours.

It answers yes or no. `without` skips single checks, which is how tests show the purpose of each: a
verifier without it can be fooled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from enum import StrEnum
from math import prod

from tests.protocol.edwards import BASE, ORDER, Curve, mapped, total

PREFIX = b"bloodrage/deal/v1/"


class Check(StrEnum):
    """Checks that a verifier can forget."""

    RANGE = "scalars are reduced"
    GROUP = "points are in the group and not the identity"
    T1 = "the equation t1"
    T2 = "the equation t2"
    WEIGHTS = "the weights are drawn after the result"
    MASKS = "no mask is repeated"
    SEALED = "the challenge covers the sealed share"


NOTHING: frozenset[Check] = frozenset()
SealBound = tuple[bytes, bytes, int, bytes, bytes, Sequence[tuple[int, bytes]]]


def frame(*parts: bytes | int) -> bytes:
    framed = b""
    for part in parts:
        piece = part.to_bytes(8, "big") if isinstance(part, int) else part
        framed += len(piece).to_bytes(4, "big") + piece
    return framed


def sha(tag: str, *parts: bytes | int) -> bytes:
    return hashlib.sha512(frame(PREFIX + tag.encode(), *parts)).digest()


def number(tag: str, *parts: bytes | int) -> int:
    return int.from_bytes(sha(tag, *parts), "little") % ORDER


_generators: dict[int, Curve] = {}


def generator(index: int) -> Curve:
    if index not in _generators:
        _generators[index] = mapped(frame(PREFIX + b"gen", index))
    return _generators[index]


def card_point(age: int, card: str) -> Curve:
    return mapped(frame(PREFIX + b"card", age, card.encode()))


class _Refused(Exception):
    """Raised for unreadable input."""


def _cut(raw: bytes, count: int) -> list[bytes]:
    if len(raw) != 32 * count:
        raise _Refused
    return [raw[32 * at : 32 * at + 32] for at in range(count)]


def _point(raw: bytes, without: frozenset[Check]) -> Curve:
    found = Curve.decode(raw)
    if found is None or (Check.GROUP not in without and not found.is_proper()):
        raise _Refused
    return found


def _scalar(raw: bytes, without: frozenset[Check]) -> int:
    value = int.from_bytes(raw, "little")
    if Check.RANGE in without:
        # As libsodium does: the last bit is dropped, the rest reduced.
        return value % 2**255 % ORDER
    if value >= ORDER:
        raise _Refused
    return value


def accepts_key(
    fresh: bytes, identity: bytes, raw: bytes, without: frozenset[Check] = NOTHING
) -> bool:
    try:
        key, asked, answer = _cut(raw, 3)
        public, c = _point(key, without), _scalar(asked, without)
        witness = _scalar(answer, without) * BASE - c * public
    except _Refused:
        return False
    return c == number("pok", fresh, identity, key, witness.encode())


def accepts_share(
    bound: tuple[bytes, bytes, int, int, bytes],
    mask: bytes,
    raw: bytes,
    without: frozenset[Check] = NOTHING,
) -> bool:
    """Whether a share proof is valid. `bound`: deal, list, position, seat, key; `mask`: C1."""
    try:
        share, asked, answer = _cut(raw, 3)
        key, first, second = (_point(point, without) for point in (bound[4], mask, share))
        c, z = _scalar(asked, without), _scalar(answer, without)
    except _Refused:
        return False
    on_base, on_mask = z * BASE - c * key, z * first - c * second
    return c == number("share", *bound, mask, share, on_base.encode(), on_mask.encode())


def accepts_batch(
    bound: tuple[bytes, bytes, int, bytes],
    slots: Sequence[int],
    masks: Sequence[bytes],
    raw: bytes,
    without: frozenset[Check] = NOTHING,
) -> bool:
    """Whether a batch is valid. `bound`: deal, list, seat, key; `masks`: C1 of the cards at the
    slots."""
    try:
        *shares, asked, answer = _cut(raw, len(masks) + 2)
        key = _point(bound[3], without)
        firsts = [_point(mask, without) for mask in masks]
        seconds = [_point(share, without) for share in shares]
        c, z = _scalar(asked, without), _scalar(answer, without)
    except _Refused:
        return False
    places = b"".join(slot.to_bytes(2, "big") for slot in slots)
    root = sha("shareb", *bound, places, b"".join(shares))
    weights = [number("shareb-r", root, at) for at in range(len(masks))]
    first = total(w * p for w, p in zip(weights, firsts, strict=True))
    second = total(w * p for w, p in zip(weights, seconds, strict=True))
    parts = (first, second, z * BASE - c * key, z * first - c * second)
    return c == number("shareb-c", root, *(part.encode() for part in parts))


def seal_challenge(
    bound: SealBound,
    sealed: tuple[bytes, bytes],
    commitments: Sequence[Curve],
    without: frozenset[Check] = NOTHING,
) -> int:
    """Return c. `sealed`: A and B; `commitments`: T1, T2, T3."""
    deal, name, seat, key, card, holders = bound
    left_out = {index for index, check in ((0, Check.T1), (1, Check.T2)) if check in without}
    return number(
        "seal",
        *(deal, name, seat, key, card),
        b"".join(one.to_bytes(2, "big") for one, _ in holders),
        b"".join(public for _, public in holders),
        total(_point(public, NOTHING) for _, public in holders).encode(),
        *(() if Check.SEALED in without else sealed),
        *(c.encode() for at, c in enumerate(commitments) if at not in left_out),
    )


def accepts_seal(bound: SealBound, raw: bytes, without: frozenset[Check] = NOTHING) -> bool:
    """Whether a seal is valid. `bound`: deal, name, seat, key, C1 || C2, holders with keys."""
    try:
        *words, asked, first, second = _cut(raw, 5)
        mask, body = (_point(word, without) for word in words)
        c, z, s = (_scalar(word, without) for word in (asked, first, second))
        key, own = _point(bound[3], NOTHING), _point(bound[4][:32], NOTHING)
        joint = total(_point(public, NOTHING) for _, public in bound[5])
    except _Refused:
        return False
    commitments = (
        z * BASE - c * key,
        s * BASE - c * mask,
        z * own + s * joint - c * body,
    )
    return c == seal_challenge(bound, (words[0], words[1]), commitments, without)


def roots(
    name: bytes, seat: int, lists: tuple[bytes, bytes, bytes], without: frozenset[Check]
) -> tuple[bytes, bytes]:
    """Return the roots of weights and challenge; `lists`: e, e', c."""
    old, new, committed = lists
    full = sha("shuf", name, seat, old, new, committed)
    if Check.WEIGHTS in without:
        return sha("shuf", name, seat, old, b"", committed), full
    return full, full


def final_challenge(
    root: bytes, chain: bytes, commitments: Sequence[Curve], without: frozenset[Check]
) -> int:
    left_out = {index for index, check in ((0, Check.T1), (1, Check.T2)) if check in without}
    encoded = [c.encode() for at, c in enumerate(commitments) if at not in left_out]
    return number("shuf-c", root, chain, b"".join(encoded))


def accepts_shuffle(
    name: bytes,
    seat: int,
    key: bytes,
    old: bytes,
    raw: bytes,
    without: frozenset[Check] = NOTHING,
) -> bool:
    """Whether a shuffle is valid. `name`: its context; `old`: the old list, C1 || C2 per card."""
    try:
        return _accepts_shuffle(name, seat, key, old, raw, without)
    except _Refused:
        return False


def _accepts_shuffle(
    name: bytes, seat: int, key: bytes, old: bytes, raw: bytes, without: frozenset[Check]
) -> bool:
    n = len(old) // 64
    words = _cut(raw, 6 * n + 5)
    points = [_point(word, without) for word in words[: 4 * n]]
    numbers = [_scalar(word, without) for word in words[4 * n :]]
    a_new, b_new = points[0 : 2 * n : 2], points[1 : 2 * n : 2]
    committed, chain = points[2 * n : 3 * n], points[3 * n : 4 * n]
    c, (s1, s2, s3, s4) = numbers[0], numbers[1:5]
    s_chain, s_order = numbers[5 : 5 + n], numbers[5 + n :]
    old_points = [_point(word, frozenset({Check.GROUP})) for word in _cut(old, 2 * n)]
    a_old, b_old = old_points[0::2], old_points[1::2]

    shown = words[0 : 2 * n : 2]
    hidden_before = _cut(old, 2 * n)[0::2]
    if Check.MASKS not in without and len({*shown, *hidden_before}) != n + len({*hidden_before}):
        return False

    joined = b"".join(words[: 2 * n]), b"".join(words[2 * n : 3 * n])
    weights_root, root = roots(name, seat, (old, *joined), without)
    u = [number("shuf-u", weights_root, at) for at in range(n)]
    before = [generator(0), *chain[:-1]]

    def both(left: list[Curve], right: list[Curve]) -> Curve:
        return total(s * p for s, p in zip(s_order, right, strict=True)) - c * total(
            w * p for w, p in zip(u, left, strict=True)
        )

    commitments = [
        s1 * BASE - c * (total(committed) - total(generator(at + 1) for at in range(n))),
        s2 * BASE - c * (chain[-1] - prod(u) % ORDER * generator(0)),
        s3 * BASE + both(committed, [generator(at + 1) for at in range(n)]),
        both(b_old, b_new) - s4 * _point(key, without),
        both(a_old, a_new) - s4 * BASE,
        *(s_chain[at] * BASE + s_order[at] * before[at] - c * chain[at] for at in range(n)),
    ]
    return c == final_challenge(root, b"".join(words[3 * n : 4 * n]), commitments, without)
