"""Questions about cards: upgrades and quests (I7, I8), draft (I2), Prowess (I26), keep (I29)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from client.prompts.confirm import confirm
from client.prompts.nodes import (
    Branch,
    Chosen,
    ChosenCard,
    DecisionContext,
    Fork,
    Go,
    Onto,
    Shut,
    Take,
    Verb,
    card_branch,
    first_enabled,
    letter,
    one_reason,
)
from client.text.catalogue import listed, say, say_many
from client.text.names import bonus, card_name, face_name, kind_name, slot_name
from client.text.refusals import refusal_sentence
from client.ui.view import Item, Spot
from engine import actions as act
from engine import decisions as ask
from engine.cards import CARDS
from engine.knowledge import publish
from engine.prompts import Option
from engine.sheet import upgrade_price
from engine.standing import quest_status
from engine.state import GameState
from engine.targets import horns_refusal, matches_slot
from engine.terms import CardId, Face, Kind, Seat, Slot
from engine.values import replace
from protocol.rules import rules_for


def _hand_fork(title: str, branches: tuple[Branch, ...], note: str = "") -> Fork:
    """Ask for a card in hand; the cursor starts on the first that can be chosen."""
    return Fork(Spot.CARDS, title, branches, first_enabled(branches), note)


# ---------------------------------------------------------------- cards of a turn


def _playable(
    context: DecisionContext, option: Option, detail: Callable[[Face], str]
) -> tuple[Branch, ...]:
    """Offer the cards in hand that an action can use; the others are greyed."""
    legal = {one.face for one in option.legal if isinstance(one, act.Upgrade | act.Commit)}
    refused = [
        (one.intent.face, one.why)
        for one in option.refused
        if isinstance(one.intent, act.Upgrade | act.Commit)
    ]
    rows = []
    for index, face in enumerate(context.knowledge.hand_faces):
        branch = card_branch(index, face, detail(face))
        if face not in legal:
            why = one_reason(why for one, why in refused if one == face)
            branch = Branch(replace(branch.item, enabled=not why, why=why), Shut())
        rows.append(branch)
    return tuple(rows)


def upgrade_fork(context: DecisionContext, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    """Ask for an upgrade and its slot, then confirm."""
    match rest:
        case ():
            detail = partial(_upgrade_detail, context)
            return _hand_fork(say("Play which upgrade?"), _playable(context, option, detail))
        case (ChosenCard(face),):
            return _slots(context, option, face)
        case (ChosenCard(face), Onto(card)):
            return _confirm_upgrade(context, act.Upgrade(context.knowledge.seat, face, card))
        case _:
            raise AssertionError(rest)


def _upgrade_detail(context: DecisionContext, face: Face) -> str:
    card = CARDS[face.card]
    if card.slot is None:
        return kind_name(card.kind)
    price = upgrade_price(context.state, context.knowledge.seat, card.id)
    return say("{slot}, {price} Rage", slot=slot_name(card.slot), price=price)


def _slots(context: DecisionContext, option: Option, face: Face) -> Fork:
    """Ask for the card that an upgrade replaces; without a choice, confirm."""
    legal = [one for one in option.legal if isinstance(one, act.Upgrade) and one.face == face]
    if len(legal) == 1:
        return _confirm_upgrade(context, legal[0])
    rows = []
    for index, intent in enumerate(legal):
        if intent.replaces is None:
            item = Item(letter(index), say("Empty slot"), say("nothing is lost"))
        else:
            replaced = say("Replace {card}", card=card_name(intent.replaces))
            item = Item(letter(index), replaced, say("it leaves the game"))
        rows.append(Branch(item, Go(Onto(intent.replaces))))
    title = say("{card}: into which slot?", card=face_name(face))
    note = say("A replaced card leaves the game.")
    return Fork(Spot.MENU, title, tuple(rows), note=note)


def _confirm_upgrade(context: DecisionContext, intent: act.Upgrade) -> Fork:
    """Confirm an upgrade, with its price and its consequences."""
    name, note = card_name(intent.face.card), _upgrade_note(context, intent)
    if intent.replaces is None:
        return confirm(intent, say("Play {card}?", card=name), note)
    old = card_name(intent.replaces)
    title = say("Play {card}? {old} leaves the game.", card=name, old=old)
    return confirm(intent, title, note, brief=say("{old} → {card}?", card=name, old=old))


def _upgrade_note(context: DecisionContext, intent: act.Upgrade) -> str:
    """Say whether a free invade follows an upgrade, and if not, why."""
    state, seat = context.state, intent.seat
    if CARDS[intent.face.card].slot is Slot.CLAN:
        return ""
    action, _ = publish(intent, context.knowledge)
    after = rules_for(state).apply(state, action).state
    if any(isinstance(due, ask.FreeInvadeDecision) for due in after.owed):
        return say("A free invade follows.")
    why = no_invader(after, seat, intent.face.card)
    return say("No free invade: {why}", why=why)


def no_invader(state: GameState, seat: Seat, card: CardId) -> str:
    """Explain why no figure can take the free invade of an upgrade."""
    full = horns_refusal(state, seat)
    if full is not None:
        return refusal_sentence(full)
    slot = CARDS[card].slot
    if slot is None or not any(
        matches_slot(kind, slot, card) for kind in state.clans[seat].reserve.kinds()
    ):
        return say("None is in the reserve.")
    return say("There is no place it can enter.")


def quest_fork(context: DecisionContext, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    """Ask for a quest, then confirm."""
    match rest:
        case (ChosenCard(face),):
            title = say("Commit {card}?", card=face_name(face))
            note = say("Face down until the Quest phase.")
            return confirm(act.Commit(context.knowledge.seat, face), title, note)
        case _:
            detail = partial(_quest_detail, context)
            return _hand_fork(
                say("Which quest? There is no penalty if you fail."),
                _playable(context, option, detail),
            )


def _quest_detail(context: DecisionContext, face: Face) -> str:
    """Describe a quest's Glory and its present status; of another card, its kind."""
    card = CARDS[face.card]
    if card.kind is not Kind.QUEST:
        return kind_name(card.kind)
    status = quest_status(context.state, context.knowledge.seat, card.id)
    glory = card.glory(face.age)
    return say("{glory} Glory, now {have}/{need}", glory=glory, have=status.have, need=status.need)


# ---------------------------------------------------------------- draft


def pick_fork(
    context: DecisionContext, decision: ask.PickDecision, parts: tuple[Chosen, ...]
) -> Fork:
    """Ask for the cards of the pack to keep, one by one; a pick is final."""
    chosen = [part.face for part in parts if isinstance(part, ChosenCard)]
    left = list(context.knowledge.pack)
    for face in chosen:
        left.remove(face)
    if len(chosen) == decision.count:
        intent = act.Pick(decision.seat, tuple(sorted(chosen)))
        title = say("Keep {cards}?", cards=listed(face_name(face) for face in chosen))
        return confirm(intent, title, say("Once confirmed, a pick is final."))
    rows = tuple(card_branch(index, face, _face_detail(face)) for index, face in enumerate(left))
    missing = decision.count - len(chosen)
    title = say_many("Keep {count} card", "Keep {count} cards", missing)
    return Fork(Spot.PACK, title, rows, note=_goes_to(context, len(left) - missing))


def _goes_to(context: DecisionContext, passed: int) -> str:
    state = context.state
    if passed <= 2:  # noqa: PLR2004 - the last two go nowhere (C2)
        return say("The other {count} are discarded face down.", count=passed)
    own, *others = state.seats_from(context.knowledge.seat)
    roster = others if state.dealing is None else state.dealing.roster
    neighbour = next((seat for seat in others if seat in roster), own)
    return say(
        "The other {count} cards go left ({who}).", count=passed, who=context.names.full(neighbour)
    )


# ---------------------------------------------------------------- keep


def keep_fork(context: DecisionContext, parts: tuple[Chosen, ...]) -> Fork:
    """Ask for one card to keep for the next Age, or none."""
    seat = context.knowledge.seat
    hand = context.knowledge.hand_faces
    match parts:
        case ():
            rows = tuple(
                card_branch(index, face, _face_detail(face)) for index, face in enumerate(hand)
            )
            none = Branch(Item("n", say("Keep none")), Go(Verb("none")))
            note = say("Everything else in your hand is discarded.")
            return _hand_fork(say("Keep one card for the next Age?"), (*rows, none), note)
        case (ChosenCard(face),):
            title = say("Keep {card}?", card=face_name(face))
            others = len(context.knowledge.hand) - 1
            note = say_many(
                "The other card is discarded.", "The other {count} cards are discarded.", others
            )
            return confirm(act.Keep(seat, face), title, note if others else "")
        case _:
            note = say_many(
                "Your card is discarded.",
                "All {count} cards are discarded.",
                len(context.knowledge.hand),
            )
            return confirm(act.Keep(seat, None), say("Keep none?"), note)


# ---------------------------------------------------------------- prowess


def prowess_fork(
    context: DecisionContext, decision: ask.ProwessDecision, parts: tuple[Chosen, ...]
) -> Fork:
    """Ask for the played cards to buy back for 1 Rage each; each set of cards is one item."""
    assert not parts
    rage = context.state.clans[decision.seat].rage
    rows = []
    for index, intent in enumerate(context.prompt.legal):
        if isinstance(intent, act.KeepPlayed):
            cards = listed(face_name(face) for face in intent.faces)
            price = say("Rage {old} → {new}", old=rage, new=rage - len(intent.faces))
            label = say("Take back {cards}", cards=cards)
            rows.append(
                Branch(Item(letter(index), label, price, face=intent.faces[0]), Take(intent))
            )
        else:
            rows.append(Branch(Item("n", say("Take nothing back")), Take(intent)))
    title = say("Tyr's Prowess: take played cards back?")
    return Fork(Spot.MENU, title, tuple(rows))


def _face_detail(face: Face) -> str:
    """Describe the value of a card in a few words."""
    card = CARDS[face.card]
    match card.kind:
        case Kind.BATTLE:
            shown = "+X" if card.bonus_is_best else bonus(card.bonus)
            return say("battle {bonus}", bonus=shown)
        case Kind.QUEST:
            return say("quest, {glory} Glory", glory=card.glory(face.age))
        case Kind.UPGRADE:
            assert card.slot is not None
            return say("{slot}, {cost} Rage", slot=slot_name(card.slot), cost=card.cost)
