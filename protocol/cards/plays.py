"""All hands of a table as everybody sees them, and the cards lying face down."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import actions as act
from engine import battle_changes as battle
from engine import changes as deed
from engine.story import Story
from engine.terms import Face, Seat
from protocol.cards.card_faces import all_faces, encoded, printed
from protocol.cards.dealing import MaskedList, Point, RemaskStatement, ShareStatement
from protocol.cards.hands import FaceDown, HandList
from protocol.errors import BadEncoding, BadMessage, Reason
from protocol.wire.bodies import Act

PlayStatement = RemaskStatement | ShareStatement


@dataclass
class Hands:
    """The masked hands by seat; battle cards and quests lying face down."""

    lists: list[HandList]
    laid: dict[Seat, FaceDown] = field(default_factory=dict)
    quests: dict[Seat, tuple[FaceDown, ...]] = field(default_factory=dict)

    def statements(self, body: Act) -> tuple[PlayStatement, ...]:
        """Return the statements that prove the cards an action plays; none for most actions.

        Raises:
            BadMessage: the action names no card it could play.
        """
        action = body.action
        hand = self.lists[action.seat]
        match action:
            case act.Upgrade() | act.AddLate():
                if body.position >= len(hand):
                    raise BadMessage(Reason.WRONG_SHAPE, "position")
                return (hand.open_at(body.position),)
            case act.Committed() | act.Laid() | act.Kept(kept=True):
                if not len(hand):
                    raise BadMessage(Reason.WRONG_SHAPE, "hand")
                return (hand.face_down(),)
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

    def judge(self, body: Act, proven: tuple[MaskedList | tuple[Point, ...] | Point, ...]) -> None:
        """Require that an action names the faces that its shares show.

        Raises:
            BadMessage: another face is under there.
        """
        action = body.action
        shown: tuple[Face, ...]
        named: tuple[Face, ...]
        match action:
            case act.Upgrade() | act.AddLate():
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

    def played(self, body: Act, proven: tuple[MaskedList | tuple[Point, ...] | Point, ...]) -> None:
        """Move the cards of a checked action."""
        action = body.action
        seat = action.seat
        hand = self.lists[seat]
        match action:
            case act.Upgrade() | act.AddLate():
                self.lists[seat] = hand.without(body.position)
            case act.Committed():
                play, self.lists[seat] = hand.played(_list(proven[0]))
                self.quests[seat] = (*self.quests.get(seat, ()), play)
            case act.Laid():
                self.laid[seat], self.lists[seat] = hand.played(_list(proven[0]))
            case act.Kept(kept=True):
                self.lists[seat] = hand.keeping(_list(proven[0]))
            case act.OpenCard():
                del self.laid[seat]
            case act.OpenQuests():
                del self.quests[seat]
            case _:
                pass

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


def _share(proven: MaskedList | tuple[Point, ...] | Point) -> Point:
    if not isinstance(proven, bytes):
        raise BadEncoding(Reason.WRONG_SHAPE, "share")
    return Point(proven)


def _list(proven: MaskedList | tuple[Point, ...] | Point) -> MaskedList:
    if not isinstance(proven, MaskedList):
        raise BadEncoding(Reason.WRONG_SHAPE, "list")
    return proven
