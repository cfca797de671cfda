"""Two contents that one signer signed for one step and head: a contradiction proven by itself.

Everybody who holds both can show them to anybody, without the game before them. A list of pairs is
evidence in the comparison of two records, and for spectators of a split table.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from engine.values import Value
from protocol.agreement.slips import is_slip
from protocol.errors import Reason, RemoteProtocolError
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Peer


class ProvenPair(Value):
    """Two signed statements of one signer that no honest program signs both, in rising order."""

    signer: int
    step: int
    reason: Reason
    messages: tuple[bytes, bytes]


def signed_for(
    parts: Iterable[bytes], point: StepPoint, peers: tuple[Peer, ...]
) -> tuple[Envelope, ...]:
    """Return the messages among these parts that their signers signed for a step and its head.

    Votes and whatever else proves a closing are left out, and so are messages of another step or
    past, and those whose signature is wrong.
    """
    found = []
    for raw in parts:
        if is_slip(raw):
            continue
        try:
            envelope = Envelope.from_bytes(raw)
            where = (envelope.table_id, envelope.step, envelope.head)
            if where == (point.table_id, point.step, point.head) and envelope.signer < len(peers):
                envelope.verify(peers[envelope.signer])
                found.append(envelope)
        except RemoteProtocolError:
            continue
    return tuple(found)


def double_contents(messages: Iterable[Envelope]) -> tuple[ProvenPair, ...]:
    """Return a pair for each signer of two contents, among messages of one step and head."""
    contents: dict[int, dict[bytes, bytes]] = {}
    step = 0
    for one in messages:
        step = one.step
        # The same answer in two views is one answer.
        contents.setdefault(one.signer, {}).setdefault(one.digest, one.to_bytes())
    return tuple(
        ProvenPair(signer, step, Reason.TWO_MESSAGES, pair)
        for signer, found in sorted(contents.items())
        for pair in tuple(pairwise(sorted(found.values())))[:1]
    )
