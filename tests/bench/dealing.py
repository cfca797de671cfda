"""Cost of dealing one Age for a client, and of sealing a face-down card.

CPU time of the primitives alone, with the largest decks: everything the client makes itself and
everything it checks, proofs and shares without envelopes. The reference is a loop of plain
multiplications in the group in the same run; the ratio is the number of multiplications a deal
costs, on any machine. Seals are compared with checking one share instead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Final

from protocol.cards.dealing import Holder, RemaskStatement
from protocol.cards.face_down import FaceDown, SealedPlay
from protocol.hazmat import group
from protocol.wire.bodies import Body, OpenSealed, SealCard, pack_body
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Identity
from tests.protocol.in_memory_deal import Dealing, deck_of
from tests.protocol.seats import DEAL, NAME, faces, key, laid, masked, scalar, secret

SECONDS_BUDGET: Final = 1.5
BYTES_BUDGET: Final = 250_000

_DECKS: Final = {2: 22, 3: 28, 4: 36, 5: 44}
_LOOP: Final = 2000
_TURNS: Final = 5
_SEALS: Final = 200
_TWO: Final = 2
"""Persons at a table without seals."""


def deal_an_age(seats: int, client: int = 0) -> Dealing:
    """Deal one Age with its draft, seen by one client."""
    dealing = Dealing(tuple(range(seats)), deck_of(_DECKS[seats]), client=client)
    keep = 2 if seats == 2 else 1
    packs = dealing.deal.packs(dealing.shuffled(), 8)
    kept = dealing.drafted(packs, keep, lambda _, seen: range(keep))
    for seat in dealing.seats:
        dealing.hand(seat, kept[seat])
    return dealing


def run() -> list[str]:
    """Return the lines to print. Takes about ten seconds."""
    lines = [_line_of_an_age(seats) for seats in _DECKS]
    lines.extend(_line_of_a_proof(name, count) for name, count in (("deck", 44), ("hand", 7)))
    lines.extend(_lines_of_a_seal())
    lines.extend(_line_of_a_battle(seats) for seats in _DECKS if seats > _TWO)
    return lines


def _line_of_an_age(seats: int) -> str:
    multiplication = _multiplication()
    dealing = deal_an_age(seats)
    seconds = sum(dealing.seconds.values())
    size = sum(len(message.raw) for message in dealing.sent)
    parts = ", ".join(f"{kind} {spent:.2f}" for kind, spent in dealing.seconds.items())
    budget = (
        f" (at most {SECONDS_BUDGET} s, {BYTES_BUDGET // 1000} kB)" if seats == max(_DECKS) else ""
    )
    return (
        f"one Age, {seats} seats: {seconds:.2f} CPU-s per client, {size / 1000:.1f} kB{budget}; "
        f"{parts}; ratio {seconds / multiplication:,.0f} multiplications"
    )


def _line_of_a_proof(name: str, count: int) -> str:
    multiplication = _multiplication()
    due = RemaskStatement(NAME, 0, key(0).public, laid(count, key(0).public))
    raw = due.prove(secret(0)).to_bytes()
    start = process_time()
    for _ in range(_TURNS):
        due.prove(secret(0))
    proved = process_time()
    for _ in range(_TURNS):
        due.check(raw)
    checked = process_time()
    make, check = (proved - start) / _TURNS, (checked - proved) / _TURNS
    return (
        f"{name} of {count}: {1000 * make:.1f} ms to prove, {1000 * check:.1f} ms to check, "
        f"{len(raw)} bytes; ratio {make / multiplication:,.0f} and {check / multiplication:,.0f} "
        "multiplications"
    )


def _lines_of_a_seal() -> list[str]:
    play = FaceDown(DEAL, 0, key(0).public, NAME, masked(1, 0).cards[0])
    holders = [Holder(seat, key(seat).public) for seat in range(1, max(_DECKS))]
    raw = play.seal(holders).prove(key(0), secret(0)).to_bytes()
    sealed = SealedPlay(play, tuple(holders), play.seal(holders).check(raw))
    due = sealed.opening(1)
    share = due.prove(key(1), secret(1)).to_bytes()
    shares = {seat: key(seat).share(sealed.share.mask) for seat, _ in holders}
    unit = _cpu(lambda: due.check(share))
    costs: tuple[tuple[str, Callable[[], object]], ...] = (
        (f"make, {len(raw)} bytes", lambda: play.seal(holders).prove(key(0), secret(0))),
        ("check", lambda: play.seal(holders).check(raw)),
        (f"make one opening, {len(share)} bytes", lambda: due.prove(key(1), secret(1))),
        ("open, from checked shares", lambda: sealed.face(shares, faces(1))),
    )
    spent = [(name, _cpu(work)) for name, work in costs]
    return [
        f"seal for {len(holders)} holders: {name}: {1000 * seconds:.2f} ms; "
        f"ratio {seconds / unit:.2f} checks of a share"
        for name, seconds in spent
    ]


def _line_of_a_battle(seats: int) -> str:
    """Return the cost of one escrow if all seats, persons without bots, have laid a card."""
    holders = [Holder(seat, key(seat).public) for seat in range(seats)]
    plays = [FaceDown(DEAL, s, key(s).public, NAME, masked(1, s).cards[0]) for s in range(seats)]
    due = [play.seal(holders[: play.seat] + holders[play.seat + 1 :]) for play in plays]
    raws = [one.prove(key(one.seat), secret(one.seat)).to_bytes() for one in due]
    spent = _cpu(lambda: due[0].prove(key(0), secret(0)))
    spent += sum(_cpu(partial(one.check, raw)) for one, raw in zip(due[1:], raws[1:], strict=True))
    sealed = SealedPlay(plays[0], due[0].holders, due[0].check(raws[0]))
    opening = sealed.opening(1)
    share = opening.prove(key(1), secret(1)).to_bytes()
    opened = _cpu(lambda: opening.prove(key(1), secret(1)))
    opened += (seats - _TWO) * _cpu(lambda: opening.check(share))
    seal, shares = (_size(body) for body in (SealCard(raws[0]), OpenSealed((share,))))
    return (
        f"escrow of a battle, {seats} cards laid: {seats * seal} bytes by all, "
        f"{1000 * spent:.1f} CPU-ms per client; "
        f"one card not shown: {(seats - 1) * shares} bytes and {1000 * opened:.1f} CPU-ms more"
    )


def _size(body: Body) -> int:
    """Return the size of a message in the middle of a game."""
    point = StepPoint(bytes(32), 200, bytes(32), bytes(32))
    return len(Envelope.seal(Identity(bytes(32)), point, 0, pack_body(body)).to_bytes())


def _cpu(work: Callable[[], object]) -> float:
    start = process_time()
    for _ in range(_SEALS):
        work()
    return (process_time() - start) / _SEALS


def _multiplication() -> float:
    factor, point = scalar(2**250 + 1), group.multiply_base(scalar(7))
    start = process_time()
    for _ in range(_LOOP):
        point = group.multiply(factor, point)
    return (process_time() - start) / _LOOP
