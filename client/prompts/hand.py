"""Questions that are asked on the own hand: upgrades and quests of a turn (I7, I8)."""

from __future__ import annotations

from client.prompts.confirm import confirm
from client.prompts.nodes import Branch, Chosen, ChosenCard, Deciding, Fork, Go, Onto, Shut
from client.prompts.places import letter, one_reason
from client.text.catalogue import say
from client.text.names import card_name, face_name, kind_name, slot_name
from client.text.refusals import refusal_sentence
from client.ui.view import Item, Spot
from engine import actions as act
from engine.cards import CARDS
from engine.decisions import FreeInvadeDecision
from engine.errors import Refusal
from engine.intents import faces
from engine.knowledge import publish
from engine.prompts import Option
from engine.sheet import upgrade_price
from engine.standing import quest_status
from engine.state import GameState
from engine.targets import horns_refusal, matches_slot
from engine.terms import CardId, Face, Seat, Slot
from protocol.rules import rules_for


def hand_fork(title: str, branches: tuple[Branch, ...], note: str = "") -> Fork:
    """A question about the cards in hand; the cursor starts on the first that can be chosen."""
    legal = [index for index, branch in enumerate(branches) if branch.item.enabled]
    return Fork(Spot.CARDS, title, branches, legal[0] if legal else 0, note)


def card_item(index: int, face: Face, detail: str, why: str = "") -> Item:
    """A card of the hand as an item; greyed where there is a reason."""
    return Item(letter(index), face_name(face), detail, not why, why, face=face)


# ---------------------------------------------------------------- upgrades


def upgrade_turn(asked: Deciding, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    """Which upgrade, over which card, and the confirming question."""
    match rest:
        case ():
            return upgrade_cards(asked, option, asked.knowledge.seat)
        case (ChosenCard(face),):
            return upgrade_slots(asked, option, face)
        case (ChosenCard(face), Onto(card)):
            return upgrade_confirm(asked, act.Upgrade(asked.knowledge.seat, face, card))
        case _:
            raise AssertionError(rest)


def upgrade_cards(asked: Deciding, option: Option, seat: Seat) -> Fork:
    """Which upgrade to play."""
    playable = {intent.face for intent in option.legal if isinstance(intent, act.Upgrade)}
    rows = []
    for index, face in enumerate(faces(asked.knowledge.hand)):
        card = CARDS[face.card]
        if card.slot is None:
            detail = kind_name(card.kind)
        else:
            price = upgrade_price(asked.state, seat, card.id)
            detail = say("{slot}, {price} Rage", slot=slot_name(card.slot), price=price)
        if face in playable:
            rows.append(Branch(card_item(index, face, detail), Go(ChosenCard(face))))
        else:
            why = one_reason(_refusals(option, face))
            rows.append(Branch(card_item(index, face, detail, why), Shut()))
    return hand_fork(say("Play which upgrade?"), tuple(rows))


def _refusals(option: Option, face: Face) -> tuple[Refusal, ...]:
    return tuple(
        refused.why
        for refused in option.refused
        if isinstance(refused.intent, act.Upgrade | act.Commit) and refused.intent.face == face
    )


def upgrade_slots(asked: Deciding, option: Option, face: Face) -> Fork:
    """Which card the upgrade replaces; the confirming question where there is no choice."""
    legal = [
        intent for intent in option.legal if isinstance(intent, act.Upgrade) and intent.face == face
    ]
    if len(legal) == 1:
        return upgrade_confirm(asked, legal[0])
    rows = []
    for index, intent in enumerate(legal):
        if intent.replaces is None:
            item = Item(letter(index), say("a free slot"), say("nothing is lost"))
        else:
            lost = say("it leaves the game")
            item = Item(letter(index), _replaced(intent.replaces), lost, face=None)
        rows.append(Branch(item, Go(Onto(intent.replaces))))
    title = say("{card}: into which slot?", card=face_name(face))
    note = say("A free slot, or the place of a card that leaves the game for it.")
    return Fork(Spot.MENU, title, tuple(rows), note=note)


def _replaced(card: CardId) -> str:
    return say("replace {card}", card=card_name(card))


def upgrade_confirm(asked: Deciding, intent: act.Upgrade) -> Fork:
    """The commit point of an upgrade, with its price and what may follow."""
    card = CARDS[intent.face.card]
    name = card_name(card.id)
    if intent.replaces is None:
        title = say("Play {card}?", card=name)
    else:
        title = say("Play {card} over {old}?", card=name, old=card_name(intent.replaces))
    return confirm(intent, title, _upgrade_note(asked, intent))


def _upgrade_note(asked: Deciding, intent: act.Upgrade) -> str:
    state, seat = asked.state, intent.seat
    action, _ = publish(intent, asked.knowledge)
    after = rules_for(state).apply(state, action).state
    old, new = state.clans[seat].rage, after.clans[seat].rage
    price = say("free") if old == new else say("Rage {old} > {new}", old=old, new=new)
    if any(isinstance(due, FreeInvadeDecision) for due in after.owed):
        return say("{price}; then a free invade", price=price)
    if CARDS[intent.face.card].slot is Slot.CLAN:
        return price
    why = no_invader(after, seat, intent.face.card)
    return say("{price}; no free invade follows: {why}", price=price, why=why)


def no_invader(state: GameState, seat: Seat, card: CardId) -> str:
    """Why no figure can take the free invade of an upgrade."""
    full = horns_refusal(state, seat)
    if full is not None:
        return refusal_sentence(full)
    slot = CARDS[card].slot
    if slot is None or not any(
        matches_slot(kind, slot, card) for kind in state.clans[seat].reserve.kinds()
    ):
        return say("No such figure is in the reserve.")
    return say("No place it could enter is left.")


# ---------------------------------------------------------------- quests


def quest_turn(asked: Deciding, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    """Which quest, and the confirming question."""
    match rest:
        case (ChosenCard(face),):
            return quest_confirm(asked, face)
        case _:
            return quest_cards(asked, option)


def quest_cards(asked: Deciding, option: Option) -> Fork:
    """Which quest to lay down."""
    legal = {intent.face for intent in option.legal if isinstance(intent, act.Commit)}
    rows = []
    for index, face in enumerate(faces(asked.knowledge.hand)):
        card = CARDS[face.card]
        detail = kind_name(card.kind)
        if face in legal:
            detail = quest_detail(asked, face)
            rows.append(Branch(card_item(index, face, detail), Go(ChosenCard(face))))
        else:
            why = one_reason(_refusals(option, face))
            rows.append(Branch(card_item(index, face, detail, why), Shut()))
    return hand_fork(say("Commit which quest?"), tuple(rows))


def quest_detail(asked: Deciding, face: Face) -> str:
    """What a quest pays, and how it stands now."""
    status = quest_status(asked.state, asked.knowledge.seat, face.card)
    glory = CARDS[face.card].glory(face.age)
    return say("{glory} Glory, now {have}/{need}", glory=glory, have=status.have, need=status.need)


def quest_confirm(asked: Deciding, face: Face) -> Fork:
    """The commit point of a quest."""
    note = say("free; it stays face down until the Quest phase and cannot be taken back")
    title = say("Commit {card}?", card=face_name(face))
    return confirm(act.Commit(asked.knowledge.seat, face), title, note)
