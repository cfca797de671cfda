"""Face-down cards: what turns one over, and what keeps its owner from never showing it.

The *reveal* is one share of the owner for exactly that card. So that nobody gains by withholding
it, the owner can *seal* this share to the other persons' seats once every card of a battle lies:
then all of these holders together open the card, without the owner. As in `dealing` each message
has a statement to prove and check; whether it is due is not judged here.

    seal = play.seal(holders)                            the owner proves it, everybody checks
    card = SealedPlay(play, seal.holders, seal.check(raw))
    share = card.opening(seat).check(raw)                from every holder, if the owner is gone
    face = card.face(shares, faces)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.values import Value
from protocol.cards.dealing import (
    EncodedFace,
    FaceTable,
    Holder,
    MaskedCard,
    Point,
    SealStatement,
    ShareStatement,
    digest,
)
from protocol.errors import LocalProtocolError, Reason


class FaceDown(Value):
    """A face-down card: its place in the transcript (`name`) and the masked card.

    Attributes:
        deal: ctx of the Age it was played in.
        name: 64 bytes that identify list and card.
    """

    deal: bytes
    seat: int
    key: Point
    name: bytes
    card: MaskedCard

    def reveal(self) -> ShareStatement:
        """State the share that turns this card over, and no other."""
        return ShareStatement(self.deal, self.name, 0, self.seat, self.key, self.card)

    def face(self, share: Point, faces: FaceTable) -> EncodedFace:
        """Return the card's face, from the checked share of its reveal.

        Raises:
            BadOpening: it is no face; impossible if everything was checked.
        """
        return faces.opened(self.card, (share,))

    def seal(self, holders: Sequence[Holder]) -> SealStatement:
        """State the seal with which `holders`, together, can turn this card over.

        Raises:
            LocalProtocolError: fewer than two holders, not by rising seat, or the owner among them.
            BadProof: a key twice, the owner's included, or keys of holders that cancel out.
        """
        return SealStatement(self.deal, self.name, self.seat, self.key, self.card, tuple(holders))


class SealedPlay(Value):
    """A face-down card with its checked seal.

    Attributes:
        holders: the seats that can open it together, as in the seal's statement.
        share: the owner's share as the seal holds it, (A, B).
    """

    play: FaceDown
    holders: tuple[Holder, ...]
    share: MaskedCard

    def opening(self, seat: int) -> ShareStatement:
        """State the share with which a holder helps to open the card.

        Raises:
            LocalProtocolError: `seat` is no holder.
        """
        for holder in self.holders:
            if holder.seat == seat:
                name = digest("sealed", self.play.name, self.share.to_bytes())
                return ShareStatement(self.play.deal, name, 0, seat, holder.key, self.share)
        raise LocalProtocolError(Reason.WRONG_ARGUMENT, "seat")

    def face(self, shares: Mapping[int, Point], faces: FaceTable) -> EncodedFace:
        """Return the card's face, from the checked shares of all holders, by seat.

        Raises:
            LocalProtocolError: not the shares of exactly the holders.
            BadOpening: it is no face; impossible if everything was checked.
        """
        if set(shares) != {holder.seat for holder in self.holders}:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "shares")
        return self.play.face(self.share.without(shares.values()).body, faces)
