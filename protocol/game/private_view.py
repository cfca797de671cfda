"""The hidden cards a seat comes to see with its card key, and so its knowledge."""

from __future__ import annotations

from engine.changes import StartDealing
from engine.knowledge import Knowledge, first_knowledge, with_dealt_hand, with_pack, witness
from engine.story import Story
from engine.terms import Face, Seat
from protocol.cards.card_faces import all_faces, printed
from protocol.cards.dealing import CardKey, own_faces
from protocol.errors import LocalProtocolError, Reason
from protocol.game.referee import Referee
from protocol.game.step_table import StepKind

ViewSnapshot = tuple[Knowledge | None, tuple[Face, ...], tuple[Face, ...]]
"""Everything a view has seen: knowledge, pack, and cards dealt without a draft."""


class PrivateView:
    """The game as seen with the card key of one signer.

    Attributes:
        knowledge: the knowledge of the seat; None until it sits.
        pack: the pack it holds or held last, in the order of its masked cards.
    """

    def __init__(self, signer: int, key: CardKey) -> None:
        """Start with nothing seen."""
        self.signer = signer
        self.key = key
        self.knowledge: Knowledge | None = None
        self.pack: tuple[Face, ...] = ()
        self._dealt: tuple[Face, ...] = ()

    def snapshot(self) -> ViewSnapshot:
        """Return everything seen so far, for `restore`."""
        return self.knowledge, self.pack, self._dealt

    def restore(self, snapshot: ViewSnapshot) -> None:
        """Know again what was known at a snapshot, and nothing seen since."""
        self.knowledge, self.pack, self._dealt = snapshot

    def sit(self, seat: Seat, players: int) -> None:
        """Sit down at a seat of the table."""
        self.knowledge = first_knowledge(seat, players)

    @property
    def known(self) -> Knowledge:
        """The knowledge of a seat that sits.

        Raises:
            LocalProtocolError: it does not sit yet.
        """
        if self.knowledge is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "knowledge")
        return self.knowledge

    def hear(self, story: Story) -> None:
        """Follow a story; cards dealt without a draft come in when the dealing starts."""
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
        """Whether this seat is one of those an Age is dealt to (C9)."""
        return any(isinstance(one, StartDealing) and self.known.seat in one.roster for one in story)

    def look(self, referee: Referee, closed: StepKind) -> tuple[Face, ...]:
        """Open the cards that a closed step of the deal shows this seat: its pack, or its hand."""
        dealing = referee.dealing
        if dealing is None or self.signer not in dealing.order:
            return ()
        if closed is StepKind.PACK_SHARES and dealing.packs:
            pack = dealing.pack_of(self.signer)
            shares = dealing.shares[self.signer]
            seen = dealing.deal.opened(pack, self.key, shares, all_faces())
            self.pack = tuple(printed(face) for face in seen)
            self.knowledge = with_pack(self.known, self.pack)
            return self.pack
        if closed is StepKind.KEPT_SHARES and not dealing.drafted and dealing.kept:
            seen = own_faces(dealing.own(self.signer), self.key, all_faces())
            self._dealt = tuple(printed(face) for face in seen)
            return self._dealt
        return ()
