"""Face-down cards, and the share that turns one over: for its owner to give, for that card alone."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.cards.dealing import (
    EncodedFace,
    FaceTable,
    MaskedCard,
    Point,
    ShareStatement,
)


@dataclass(frozen=True, slots=True)
class FaceDown:
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
