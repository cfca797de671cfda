"""The knowledge of one seat beside the shared state: its own faces, and faces it has seen.

Never part of the state (docs/decisions/0009-face-down-slots-and-knowledge.md). `publish` turns
a private intent into the public action, `witness` follows the story, and the two together keep
a hand up to date.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never, get_args

from engine import actions as act
from engine import battle_changes as battle
from engine import changes as deed
from engine.errors import Code, IllegalAction, Refusal
from engine.story import Story
from engine.terms import Age, Face, Seat
from engine.values import Value, replace


class SeenPack(Value):
    """A pack that was in hand: its cards, and those kept from it."""

    age: Age
    round: int
    faces: tuple[Face, ...]
    kept: tuple[Face, ...]


class Knowledge(Value):
    """A seat's knowledge of hidden cards. Hands and packs are sorted.

    `picks` are this Age's cards so far, `kept` the card set aside for the next Age, `laid` the
    battle card face down, `quests` the committed ones in order, `seen` the packs held this
    game, `returned` the faces that everybody saw enter each seat's hand and not leave it since.
    """

    seat: Seat
    hand: tuple[Face, ...] = ()
    pack: tuple[Face, ...] = ()
    picks: tuple[Face, ...] = ()
    kept: tuple[Face, ...] = ()
    laid: Face | None = None
    quests: tuple[Face, ...] = ()
    seen: tuple[SeenPack, ...] = ()
    returned: tuple[tuple[Face, ...], ...] = ()

    @property
    def hand_faces(self) -> tuple[Face, ...]:
        """The different faces of the hand."""
        return tuple(dict.fromkeys(self.hand))


def first_knowledge(seat: Seat, players: int) -> Knowledge:
    """Return the knowledge of a seat before the first Age: nothing."""
    return Knowledge(seat, returned=((),) * players)


def with_pack(knowledge: Knowledge, faces: tuple[Face, ...]) -> Knowledge:
    """Open the pack the seat was handed."""
    return replace(knowledge, pack=tuple(sorted(faces)))


def with_dealt_hand(knowledge: Knowledge, faces: tuple[Face, ...]) -> Knowledge:
    """Deal the seat its cards without a draft (B3a, C9)."""
    return replace(knowledge, picks=tuple(sorted(faces)))


_CARD_INTENTS: Final = frozenset(
    (act.Pick, act.Commit, act.Lay, act.Keep, act.Upgrade, act.AddLate, act.PlayOpen)
)
"""The intents that name a card in the hand or pack of a seat."""


def publish(intent: act.Intent, knowledge: Knowledge) -> tuple[act.SeatAction, Knowledge]:
    """Return the public half of an intent, and the seat's knowledge after publishing it.

    Raises:
        IllegalAction: the intent names a face the seat does not hold, or a pick names none.
    """
    if type(intent) not in _CARD_INTENTS:
        return intent, knowledge  # type: ignore[return-value]  # looked up by type, for speed
    match intent:
        case act.Pick():
            if not intent.faces:
                raise IllegalAction(Refusal(Code.WRONG_COUNT, intent.seat))
            _without(knowledge.pack, intent.faces, intent.seat)
            age = intent.faces[0].age
            number = sum(1 for seen in knowledge.seen if seen.age is age) + 1
            seen = SeenPack(age, number, knowledge.pack, intent.faces)
            knowledge = replace(
                knowledge,
                pack=(),
                picks=tuple(sorted((*knowledge.picks, *intent.faces))),
                seen=(*knowledge.seen, seen),
            )
            return act.Picked(intent.seat), knowledge
        case act.Commit():
            hand = _without(knowledge.hand, (intent.face,), intent.seat)
            quests = (*knowledge.quests, intent.face)
            return act.Committed(intent.seat), replace(knowledge, hand=hand, quests=quests)
        case act.Lay():
            hand = _without(knowledge.hand, (intent.face,), intent.seat)
            return act.Laid(intent.seat), replace(knowledge, hand=hand, laid=intent.face)
        case act.Keep():
            if intent.face is None:
                return act.Kept(intent.seat, False), replace(knowledge, hand=())
            _without(knowledge.hand, (intent.face,), intent.seat)
            kept = (*knowledge.kept, intent.face)
            return act.Kept(intent.seat, True), replace(knowledge, hand=(), kept=kept)
        case act.Upgrade() | act.AddLate() | act.PlayOpen():
            _without(knowledge.hand, (intent.face,), intent.seat)
            return intent, knowledge
        case _:
            return intent, knowledge


def _without(faces: tuple[Face, ...], gone: tuple[Face, ...], seat: Seat) -> tuple[Face, ...]:
    left = list(faces)
    for face in gone:
        if face not in left:
            raise IllegalAction(Refusal(Code.NOT_IN_HAND, seat, card=face.card))
        left.remove(face)
    return tuple(left)


CardItem = (
    deed.StartDealing
    | deed.TakeHand
    | deed.PlayUpgrade
    | deed.ShowQuests
    | deed.KeepCard
    | battle.AddLateCard
    | battle.PlayOpenCard
    | battle.RevealCard
    | battle.LoseLaidCard
    | battle.ReturnCard
    | battle.TakeCard
)
"""The items of a story that change the knowledge of some seat."""
_CARD_ITEMS: Final = frozenset(get_args(CardItem))


def witness(knowledge: Knowledge, story: Story) -> Knowledge:
    """Return the knowledge of a seat after a story."""
    return witness_all((knowledge,), story)[0]


def witness_all(known: Sequence[Knowledge], story: Story) -> list[Knowledge]:
    """Return the knowledge of several seats after a story; it is read once for all."""
    after = list(known)
    for item in story:
        if type(item) in _CARD_ITEMS:
            shown: CardItem = item  # type: ignore[assignment]  # looked up by type, for speed
            after = [_witness(knowledge, shown) for knowledge in after]
    return after


def _witness(knowledge: Knowledge, item: CardItem) -> Knowledge:
    # The most frequent first.
    match item:
        case battle.RevealCard():
            if item.seat == knowledge.seat:
                return replace(knowledge, laid=None)
            return _forget(knowledge, item.seat, item.face)
        case battle.ReturnCard() | battle.TakeCard():
            return _enters_hand(knowledge, item.seat, item.face)
        case deed.PlayUpgrade() | battle.AddLateCard() | battle.PlayOpenCard():
            return _leaves_hand(knowledge, item.seat, item.face)
        case deed.TakeHand():
            return _take_hand(knowledge, item) if item.seat == knowledge.seat else knowledge
        case deed.KeepCard():
            return _hand_gone(knowledge, item)
        case deed.ShowQuests():
            return _quests_shown(knowledge, item)
        case deed.StartDealing():
            return _start_dealing(knowledge, item)
        case battle.LoseLaidCard():
            return replace(knowledge, laid=None) if item.seat == knowledge.seat else knowledge
        case _:
            assert_never(item)


def _start_dealing(knowledge: Knowledge, item: deed.StartDealing) -> Knowledge:
    """Drop the packs of the attempt before, which a new one voids (C9)."""
    seen = tuple(pack for pack in knowledge.seen if pack.age is not item.age)
    return replace(knowledge, pack=(), picks=(), seen=seen)


def _take_hand(knowledge: Knowledge, item: deed.TakeHand) -> Knowledge:
    kept = knowledge.kept if item.kept else ()
    hand = tuple(sorted((*knowledge.hand, *knowledge.picks, *kept)))
    left = () if item.kept else knowledge.kept
    return replace(knowledge, hand=hand, pack=(), picks=(), kept=left)


def _leaves_hand(knowledge: Knowledge, seat: Seat, face: Face) -> Knowledge:
    if seat == knowledge.seat:
        return replace(knowledge, hand=_without(knowledge.hand, (face,), seat))
    return _forget(knowledge, seat, face)


def _enters_hand(knowledge: Knowledge, seat: Seat, face: Face) -> Knowledge:
    if seat == knowledge.seat:
        return replace(knowledge, hand=tuple(sorted((*knowledge.hand, face))))
    faces = tuple(sorted((*knowledge.returned[seat], face)))
    return _with_returned(knowledge, seat, faces)


def _forget(knowledge: Knowledge, seat: Seat, face: Face) -> Knowledge:
    """Forget a face seen to enter a hand, now that it is shown again."""
    known = list(knowledge.returned[seat])
    if face not in known:
        return knowledge
    known.remove(face)
    return _with_returned(knowledge, seat, tuple(known))


def _with_returned(knowledge: Knowledge, seat: Seat, faces: tuple[Face, ...]) -> Knowledge:
    rows = knowledge.returned
    return replace(knowledge, returned=(*rows[:seat], faces, *rows[seat + 1 :]))


def _quests_shown(knowledge: Knowledge, item: deed.ShowQuests) -> Knowledge:
    if item.seat == knowledge.seat:
        return replace(knowledge, quests=())
    for face in item.faces:
        knowledge = _forget(knowledge, item.seat, face)
    return knowledge


def _hand_gone(knowledge: Knowledge, item: deed.KeepCard) -> Knowledge:
    """Forget a hand discarded face down; a kept card may be one seen before, but nobody knows."""
    if item.seat == knowledge.seat:
        return replace(knowledge, hand=())
    known = knowledge.returned[item.seat]
    return _with_returned(knowledge, item.seat, ()) if known else knowledge
