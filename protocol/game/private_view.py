"""What a seat comes to see of hidden cards by its card key, and so what it knows."""

from __future__ import annotations

from engine.changes import StartDealing
from engine.knowledge import Knowledge, first_knowledge, with_dealt_hand, with_pack, witness
from engine.story import Story
from engine.terms import Face, Seat
from protocol.cards.card_faces import all_faces, printed
from protocol.cards.dealing import CardKey, own_faces
from protocol.errors import LocalProtocolError, Reason
from protocol.game.referee import Referee
from protocol.game.step_table import Kind

Seen = tuple[Knowledge | None, tuple[Face, ...], tuple[Face, ...]]


class Sight:
    """The eyes of one signer, who has the card key to its cards.

    Attributes:
        knowledge: what the seat knows; None until it sits.
        pack: the pack it holds or held last, in the order of its masked cards.
    """

    def __init__(self, signer: int, key: CardKey) -> None:
        """Nothing seen yet."""
        self.signer = signer
        self.key = key
        self.knowledge: Knowledge | None = None
        self.pack: tuple[Face, ...] = ()
        self._dealt: tuple[Face, ...] = ()

    def seen(self) -> Seen:
        """What has been seen so far, to be put back with `forget`."""
        return self.knowledge, self.pack, self._dealt

    def forget(self, seen: Seen) -> None:
        """Know again what was known then, and nothing since."""
        self.knowledge, self.pack, self._dealt = seen

    def sit(self, seat: Seat, players: int) -> None:
        """The seat is known."""
        self.knowledge = first_knowledge(seat, players)

    @property
    def known(self) -> Knowledge:
        """What the seat knows.

        Raises:
            LocalProtocolError: it does not sit yet.
        """
        if self.knowledge is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "knowledge")
        return self.knowledge

    def hear(self, story: Story) -> None:
        """Follow a story; cards dealt without a draft come in where the dealing starts."""
        knowledge = self.known
        start = next((at for at, item in enumerate(story) if isinstance(item, StartDealing)), None)
        if start is not None and not self._is_dealt_to(story):
            self._dealt = ()
        if start is not None and self._dealt:
            knowledge = witness(knowledge, story[: start + 1])
            knowledge = with_dealt_hand(knowledge, self._dealt)
            story = story[start + 1 :]
            self._dealt = ()
        self.knowledge = witness(knowledge, story)

    def _is_dealt_to(self, story: Story) -> bool:
        """Whether this seat is of those an Age is dealt to (C9)."""
        return any(isinstance(one, StartDealing) and self.known.seat in one.roster for one in story)

    def look(self, referee: Referee, closed: Kind) -> tuple[Face, ...]:
        """Open what a finished step of the deal lets this seat see: its pack, or its cards."""
        dealing = referee.dealing
        if dealing is None or self.signer not in dealing.order:
            return ()
        if closed is Kind.PACK_SHARES and dealing.packs:
            pack = dealing.pack_of(self.signer)
            shares = dealing.shares[self.signer]
            seen = dealing.deal.opened(pack, self.key, shares, all_faces())
            self.pack = tuple(printed(face) for face in seen)
            self.knowledge = with_pack(self.known, self.pack)
            return self.pack
        if closed is Kind.KEPT_SHARES and not dealing.drafted and dealing.kept:
            seen = own_faces(dealing.own(self.signer), self.key, all_faces())
            self._dealt = tuple(printed(face) for face in seen)
            return self._dealt
        return ()
