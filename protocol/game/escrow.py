"""The escrow of a battle's laid cards: a card that its owner does not show is opened by the others.

Once all have laid, each owner seals their card for the present seats of all other persons (SEAL),
if these belong to two persons at least: a person with bots is one person, and own bots would keep
their shares back. When all who are there have shown theirs, these holders open the card of an
owner who has sealed and not shown (OPEN_SEALED), if none of them is away. Otherwise it is lost.

With two persons there is no seal: the only other one would hold the whole key.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from engine.terms import Face
from engine.values import Value, field, replace
from protocol.agreement.attendance import Attendance
from protocol.cards.card_faces import all_faces, printed
from protocol.cards.dealing import (
    Holder,
    MaskedCard,
    Point,
    Proven,
    SealStatement,
    ShareStatement,
)
from protocol.cards.face_down import FaceDown, SealedPlay
from protocol.errors import BadMessage, Reason

_FEWEST: Final = 2
"""Persons that hold a seal, at least."""


class Unopened(Value):
    """A sealed card that was lost, because holders of its seal are away. Signers, by index."""

    owner: int
    holders: tuple[int, ...]


class Escrow(Value):
    """The seals of one laying of battle cards, by the signers that own the cards.

    Attributes:
        plays: the face-down cards to be sealed.
        due: the seal that each owner owes.
        cards: the cards whose seal is checked.
        opening: the owners whose cards the holders open now, rising.
    """

    plays: Mapping[int, FaceDown] = field(default_factory=dict)
    due: Mapping[int, SealStatement] = field(default_factory=dict)
    cards: Mapping[int, SealedPlay] = field(default_factory=dict)
    opening: tuple[int, ...] = ()

    @classmethod
    def begin(
        cls, plays: Iterable[FaceDown], attendance: Attendance, keys: Sequence[Point]
    ) -> Escrow:
        """State the seals of these cards, by those who are there now; none may be due.

        Raises:
            BadProof: keys of holders cancel out; impossible at a table whose charter was checked.
        """
        found = {}
        for play in plays:
            holders = holders_of(play.seat, attendance, keys)
            if holders:
                found[play.seat] = play, play.seal(holders)
        return cls(
            {owner: play for owner, (play, _) in found.items()},
            {owner: due for owner, (_, due) in found.items()},
        )

    def sealed(self, proven: Mapping[int, tuple[Proven, ...]]) -> Escrow:
        """Take the checked seals, by owner."""
        cards = {
            owner: SealedPlay(self.plays[owner], self.due[owner].holders, _masked(share))
            for owner, (share,) in proven.items()
        }
        return Escrow(cards=cards)

    def may_open(self, owner: int, present: Collection[int]) -> bool:
        """Whether the owner's card is sealed, and every holder of the seal is there."""
        return owner in self.cards and not self.lacking(owner, present)

    def lacking(self, owner: int, there: Collection[int]) -> tuple[int, ...]:
        """Return the holders of a sealed card that are not there."""
        return tuple(sorted(self._holding(owner).difference(there)))

    def without(self, owner: int) -> Escrow:
        """Leave out a card that is lost."""
        return replace(self, cards={one: self.cards[one] for one in self.cards if one != owner})

    def begin_opening(self, owners: Iterable[int]) -> Escrow:
        """Have the holders open the sealed cards of these owners."""
        return replace(self, opening=tuple(sorted(owners)))

    @property
    def holders(self) -> tuple[int, ...]:
        """The signers that owe a share for a card that is being opened, rising."""
        return tuple(sorted({seat for owner in self.opening for seat in self._holding(owner)}))

    def shares_of(self, signer: int) -> tuple[ShareStatement, ...]:
        """Return the statements of a holder's shares, by the owners of the cards, rising."""
        held = [owner for owner in self.opening if signer in self._holding(owner)]
        return tuple(self.cards[owner].opening(signer) for owner in held)

    def faces(self, proven: Mapping[int, tuple[Proven, ...]]) -> dict[int, Face]:
        """Return the faces of the cards of which every share is there, by owner."""
        given: dict[int, dict[int, Point]] = {owner: {} for owner in self.opening}
        for signer, shares in proven.items():
            held = [owner for owner in self.opening if signer in self._holding(owner)]
            for owner, share in zip(held, shares, strict=True):
                given[owner][signer] = _point(share)
        return {
            owner: printed(self.cards[owner].face(shares, all_faces()))
            for owner, shares in given.items()
            if self._holding(owner) == shares.keys()
        }

    def _holding(self, owner: int) -> set[int]:
        return {holder.seat for holder in self.cards[owner].holders}


NOTHING_SEALED: Final = Escrow()


def holders_of(owner: int, attendance: Attendance, keys: Sequence[Point]) -> tuple[Holder, ...]:
    """Return the holders of an owner's seal: nobody, unless they belong to two persons at least."""
    operators = attendance.operators
    person = operators.get(owner, owner)
    others = [one for one in attendance.present if operators.get(one, one) != person]
    if len({operators.get(one, one) for one in others}) < _FEWEST:
        return ()
    return tuple(Holder(one, keys[one]) for one in others)


def still_away(lost: Iterable[Unopened], away: Collection[int]) -> tuple[Unopened, ...]:
    """Return lost cards with those of their holders that are away; without such holders, none."""
    left = (replace(one, holders=tuple(s for s in one.holders if s in away)) for one in lost)
    return tuple(one for one in left if one.holders)


def _masked(proven: Proven) -> MaskedCard:
    if not isinstance(proven, MaskedCard):
        raise BadMessage(Reason.WRONG_SHAPE, "seal")
    return proven


def _point(proven: Proven) -> Point:
    if not isinstance(proven, bytes):
        raise BadMessage(Reason.WRONG_SHAPE, "share")
    return Point(proven)
