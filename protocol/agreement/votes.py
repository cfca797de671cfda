"""The votes of a ballot about the closing of one step, and the closing that follows from them.

Messages of the step are opaque here: a digest of 32 bytes by signer. A *closing* names the messages
that count, the signers that are away because no message of theirs was there in time, and those
whose messages prove a fault. Everybody computes the same closing from the same freezes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

Message = tuple[int, bytes]
"""A signer, and the digest of a message it signed for the step."""


@dataclass(frozen=True, slots=True, order=True)
class Closing:
    """The end of a step; everything rising, each signer that owed a message in one of the three.

    Attributes:
        messages: the messages that count, by signer.
        away: signers that were silent; their defaults follow.
        faulty: signers whose messages prove a fault; their defaults follow.
    """

    messages: tuple[Message, ...]
    away: tuple[int, ...] = ()
    faulty: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Freeze:
    """A promise to sign nothing for a lower ballot of this step, with the messages held of it.

    Attributes:
        held: every checked message of the step that has arrived, also faulty ones; rising.
        accepted: the highest ballot whose closing the signer accepted; 0 in the usual case.
    """

    ballot: int
    signer: int
    held: tuple[Message, ...]
    accepted: tuple[int, Closing] | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """Freezes of more than half of the roster, which propose the closing that follows from them."""

    ballot: int
    signer: int
    freezes: tuple[Freeze, ...]


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Acceptance of a closing; in ballot 0 given by signing a message of a later step."""

    ballot: int
    signer: int
    closing: Closing


Vote = Freeze | Proposal | Acceptance


def is_more_than_half(some: int, of: int) -> bool:
    """Whether so many are more than half of all."""
    return 2 * some > of


def complete(owed: Iterable[int], held: Iterable[Message]) -> Closing:
    """Return the closing with everybody's message, all of which are held."""
    said = dict(held)
    return Closing(tuple((signer, said[signer]) for signer in sorted(owed)))


def proposed(
    freezes: Iterable[Freeze],
    owed: Collection[int],
    roster: Collection[int],
    unsound: Collection[bytes],
) -> Closing | None:
    """Return the closing that follows from freezes; None if more of them are needed.

    A signer proven to have signed two contents, or a content that fails a check (`unsound`), does
    not count among the roster. The closing of the highest ballot anybody accepted is taken. There
    are several only if somebody signed two contents, or led a ballot twice: then it is the one that
    may be final already, if exactly one may; if two may be, more freezes are needed. If nothing was
    accepted, all messages count, and signers without one are away.
    """
    freezes = tuple(freezes)
    said: dict[int, set[bytes]] = {signer: set() for signer in owed}
    for freeze in freezes:
        for signer, digest in freeze.held:
            said[signer].add(digest)
    faulty = tuple(
        signer
        for signer in sorted(owed)
        if len(said[signer]) > 1 or not said[signer].isdisjoint(unsound)
    )
    voters = [person for person in roster if person not in faulty]
    counted = [freeze for freeze in freezes if freeze.signer in voters]
    if not is_more_than_half(len(counted), len(voters)):
        return None
    accepted = [freeze.accepted for freeze in counted if freeze.accepted is not None]
    if accepted:
        highest = max(ballot for ballot, _ in accepted)
        count = Counter(closing for ballot, closing in accepted if ballot == highest)
        if len(count) == 1:
            return next(iter(count))
        unseen = len(voters) - len(counted)
        possible = [
            closing
            for closing, votes in count.items()
            if is_more_than_half(votes + unseen, len(voters))
        ]
        if possible:
            return possible[0] if len(possible) == 1 else None
        if highest > 0:
            return min(count, key=lambda closing: (-count[closing], closing))
    messages = tuple(
        (signer, next(iter(said[signer])))
        for signer in sorted(owed)
        if said[signer] and signer not in faulty
    )
    away = tuple(signer for signer in sorted(owed) if not said[signer])
    return Closing(messages, away, faulty)
