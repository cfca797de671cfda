"""The hands of a table as everybody sees them, and the face-down cards.

A hand is a public list of cards masked under its owner's key alone, who plays them without help.
An *open play* names a position and publishes the share of that card. A *face-down play* publishes
the whole list remasked in another order, with a proof; the first card is the play, the rest is the
list from now on. It hides which card it is (even whether it is one that everybody saw return) and
binds its owner; `face_down` says how the card is turned over. As in `dealing` each message has a
statement to prove and check; whether it is due is not judged here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from engine import actions as act
from engine import battle_changes as battle
from engine import changes as deed
from engine.story import Story
from engine.terms import Face, Seat
from engine.values import Value
from protocol.cards.card_faces import all_faces, encoded, printed
from protocol.cards.dealing import (
    FIRST_VERSION,
    CardKey,
    EncodedFace,
    FaceTable,
    MaskedCard,
    MaskedList,
    Point,
    Proven,
    RemaskStatement,
    ShareStatement,
    digest,
    headed,
    lay_face,
    own_faces,
)
from protocol.cards.face_down import FaceDown
from protocol.errors import BadEncoding, BadMessage, LocalProtocolError, Reason
from protocol.wire.bodies import Act


class HandList(Value):
    """A seat's hand as everybody sees it; every change makes a new one with the next counter.

    Attributes:
        deal: ctx of the last deal the seat took part in.
        counter: number of changes of the list at this table.
    """

    deal: bytes
    seat: int
    key: Point
    counter: int
    cards: MaskedList

    @classmethod
    def empty(cls, table_id: bytes, seat: int, key: Point) -> Self:
        """Return the hand of a seat before its first deal."""
        return cls(digest("no deal", table_id), seat, key, 0, MaskedList(()))

    def __len__(self) -> int:
        return len(self.cards)

    def list_id(self, head: bytes = FIRST_VERSION) -> bytes:
        """Name the list as it is now.

        A play from it is bound to the name with the `head` before its step: on another past nothing
        of it repeats. The state has the name without.
        """
        past, cards = headed(head), self.cards.to_bytes()
        return digest("list", self.deal, self.seat, *past, self.counter, cards)

    def dealt(self, deal: bytes, new: MaskedList) -> HandList:
        """Return the hand of the next Age: the kept cards, then the checked new ones."""
        return HandList(deal, self.seat, self.key, self.counter + 1, _joined(self.cards, new))

    # --- open plays ---

    def open_at(self, position: int, head: bytes = FIRST_VERSION) -> ShareStatement:
        """State the share that plays the card at that position openly.

        Raises:
            LocalProtocolError: there is no such position.
        """
        card = self._card_at(position)
        return ShareStatement(self.deal, self.list_id(head), position, self.seat, self.key, card)

    def face_at(self, position: int, share: Point, faces: FaceTable) -> EncodedFace:
        """Return the face that an open play shows, from its checked share.

        Raises:
            LocalProtocolError: there is no such position.
            BadOpening: it is no face; impossible if everything was checked.
        """
        return faces.opened(self._card_at(position), (share,))

    def without(self, position: int) -> HandList:
        """Return the hand after the open play of that position.

        Raises:
            LocalProtocolError: there is no such position.
        """
        self._card_at(position)
        left = self.cards.cards[:position] + self.cards.cards[position + 1 :]
        return self._changed(MaskedList(left))

    # --- face-down plays ---

    def face_down(self, head: bytes = FIRST_VERSION) -> RemaskStatement:
        """State a face-down play: prove it with the card's position as the only `first`.

        Raises:
            LocalProtocolError: the hand is empty.
        """
        return RemaskStatement(self.list_id(head), self.seat, self.key, self.cards)

    def played(self, output: MaskedList, head: bytes = FIRST_VERSION) -> tuple[FaceDown, HandList]:
        """Return the card of a checked face-down play, and the rest of the hand.

        Raises:
            LocalProtocolError: not a result of this hand.
        """
        if len(output) != len(self.cards) or not len(output):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "play")
        card = output.cards[0]
        name = digest("play", self.list_id(head), card.mask, card.body)
        play = FaceDown(self.deal, self.seat, self.key, name, card)
        return play, self._changed(MaskedList(output.cards[1:]))

    def keeping(self, output: MaskedList) -> HandList:
        """Return the hand at the end of an Age with one kept card, from a checked face-down play.

        The other cards are dropped unseen.

        Raises:
            LocalProtocolError: not a result of this hand.
        """
        play, _ = self.played(output)
        return self._changed(MaskedList((play.card,)))

    def dropped(self) -> HandList:
        """Return the hand at the end of an Age of which nothing is kept."""
        return self._changed(MaskedList(()))

    def with_face(self, face: EncodedFace) -> HandList:
        """Return the hand with a card at its end whose face everybody saw.

        The next face-down play hides it again, as when a card goes back into a hand.
        """
        laid = MaskedList((lay_face(face, self.key),))
        return self._changed(_joined(self.cards, laid))

    # --- the owner's view ---

    def faces(self, key: CardKey, faces: FaceTable) -> tuple[EncodedFace, ...]:
        """Return the owner's cards, by position.

        Raises:
            LocalProtocolError: not the owner's key.
            BadOpening: a card is no face; impossible if everything was checked.
        """
        if key.public != self.key:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "card key")
        return own_faces(self.cards, key, faces)

    def _changed(self, cards: MaskedList) -> HandList:
        return HandList(self.deal, self.seat, self.key, self.counter + 1, cards)

    def _card_at(self, position: int) -> MaskedCard:
        if not 0 <= position < len(self.cards):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "position")
        return self.cards.cards[position]


def _joined(first: MaskedList, second: MaskedList) -> MaskedList:
    return MaskedList(first.cards + second.cards)


PlayStatement = RemaskStatement | ShareStatement

OpenPlay = act.Upgrade | act.AddLate | act.PlayOpen
"""Actions that show a card of the hand by its position and one share."""


@dataclass
class Hands:
    """The masked hands by seat; face-down battle cards and quests."""

    lists: list[HandList]
    laid: dict[Seat, FaceDown] = field(default_factory=dict)
    quests: dict[Seat, tuple[FaceDown, ...]] = field(default_factory=dict)

    def statements(self, body: Act, head: bytes) -> tuple[PlayStatement, ...]:
        """Return the statements that prove the cards an action plays; none for most actions.

        `head` is the one before the step of the action.

        Raises:
            BadMessage: the action names no card it could play.
        """
        action = body.action
        hand = self.lists[action.seat]
        match action:
            case act.Upgrade() | act.AddLate() | act.PlayOpen():
                if body.position >= len(hand):
                    raise BadMessage(Reason.WRONG_SHAPE, "position")
                return (hand.open_at(body.position, head),)
            case act.Committed() | act.Laid() | act.Kept(kept=True):
                if not len(hand):
                    raise BadMessage(Reason.WRONG_SHAPE, "hand")
                return (hand.face_down(head),)
            case act.OpenCard():
                return (self._laid(action.seat).reveal(),)
            case act.OpenQuests():
                return tuple(play.reveal() for play in self.quests.get(action.seat, ()))
            case _:
                return ()

    def _laid(self, seat: Seat) -> FaceDown:
        play = self.laid.get(seat)
        if play is None:
            raise BadMessage(Reason.WRONG_SHAPE, "laid")
        return play

    def judge(self, body: Act, proven: tuple[Proven, ...]) -> None:
        """Require that an action names the faces that its shares show.

        Raises:
            BadMessage: another face is under there.
        """
        action = body.action
        shown: tuple[Face, ...]
        named: tuple[Face, ...]
        match action:
            case act.Upgrade() | act.AddLate() | act.PlayOpen():
                share = _share(proven[0])
                hand = self.lists[action.seat]
                shown = (printed(hand.face_at(body.position, share, all_faces())),)
                named = (action.face,)
            case act.OpenCard():
                play = self._laid(action.seat)
                shown = (printed(play.face(_share(proven[0]), all_faces())),)
                named = (action.face,)
            case act.OpenQuests():
                plays = self.quests.get(action.seat, ())
                shown = tuple(
                    printed(play.face(_share(share), all_faces()))
                    for play, share in zip(plays, proven, strict=True)
                )
                named = action.faces
            case _:
                return
        if shown != named:
            raise BadMessage(Reason.WRONG_FACE, "face")

    def played(self, body: Act, proven: tuple[Proven, ...], head: bytes) -> None:
        """Move the cards of a checked action; `head` is the one before its step."""
        action = body.action
        seat = action.seat
        hand = self.lists[seat]
        match action:
            case act.Upgrade() | act.AddLate() | act.PlayOpen():
                self.lists[seat] = hand.without(body.position)
            case act.Committed():
                play, self.lists[seat] = hand.played(_list(proven[0]), head)
                self.quests[seat] = (*self.quests.get(seat, ()), play)
            case act.Laid():
                self.laid[seat], self.lists[seat] = hand.played(_list(proven[0]), head)
            case act.Kept(kept=True):
                self.lists[seat] = hand.keeping(_list(proven[0]))
            case act.OpenCard():
                self.turned_over(seat)
            case act.OpenQuests():
                del self.quests[seat]
            case _:
                pass

    def turned_over(self, seat: Seat) -> None:
        """Note that the laid card of a seat is open."""
        del self.laid[seat]

    def heard(self, story: Story) -> None:
        """Apply a story to the hands: cards that return, are taken or dropped."""
        for item in story:
            match item:
                case battle.ReturnCard() | battle.TakeCard():
                    hand = self.lists[item.seat]
                    self.lists[item.seat] = hand.with_face(encoded(item.face))
                case deed.KeepCard(kept=False):
                    self.lists[item.seat] = self.lists[item.seat].dropped()
                case battle.LoseLaidCard():
                    self.laid.pop(item.seat, None)
                case deed.ShowQuests():
                    self.quests.pop(item.seat, None)
                case _:
                    pass

    def copied(self) -> Hands:
        """Return a copy of the hands, as a checkpoint."""
        return Hands(list(self.lists), dict(self.laid), dict(self.quests))

    def digest_parts(self) -> tuple[bytes, ...]:
        """Return the hands' part of the state digest."""
        return tuple(hand.list_id() for hand in self.lists)


def _share(proven: Proven) -> Point:
    if not isinstance(proven, bytes):
        raise BadEncoding(Reason.WRONG_SHAPE, "share")
    return Point(proven)


def _list(proven: Proven) -> MaskedList:
    if not isinstance(proven, MaskedList):
        raise BadEncoding(Reason.WRONG_SHAPE, "list")
    return proven
