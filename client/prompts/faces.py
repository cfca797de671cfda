"""Questions about cards outside a turn: draft, keep, Tyr's Prowess (I2, I3, I26, I29)."""

from __future__ import annotations

from client.prompts.confirm import confirm
from client.prompts.hand import card_item, hand_fork
from client.prompts.nodes import Branch, Chosen, ChosenCard, Deciding, Fork, Go, Take, Verb
from client.prompts.places import letter
from client.text.catalogue import listed, say, say_many
from client.text.names import bonus, face_name, slot_name
from client.ui.view import Item, Spot
from engine import actions as act
from engine import decisions as ask
from engine.cards import CARDS
from engine.intents import faces
from engine.terms import Face, Kind


def face_detail(face: Face) -> str:
    """What a card is worth at a glance."""
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


# ---------------------------------------------------------------- draft


def pick_fork(asked: Deciding, decision: ask.PickDecision, parts: tuple[Chosen, ...]) -> Fork:
    """Which cards of the pack to keep: asked once each, then final."""
    chosen = [part.face for part in parts if isinstance(part, ChosenCard)]
    left = list(asked.knowledge.pack)
    for face in chosen:
        left.remove(face)
    if len(chosen) == decision.count:
        intent = act.Pick(decision.seat, tuple(sorted(chosen)))
        title = say("Keep {cards}?", cards=listed(face_name(face) for face in chosen))
        return confirm(intent, title, say("A pick is final."))
    rows = tuple(
        Branch(
            Item(letter(index), face_name(face), face_detail(face), face=face),
            Go(ChosenCard(face)),
        )
        for index, face in enumerate(left)
    )
    missing = decision.count - len(chosen)
    title = say_many("Keep {count} card", "Keep {count} cards", missing)
    return Fork(Spot.PACK, title, rows, note=_goes_to(asked, len(left) - missing))


def _goes_to(asked: Deciding, passed: int) -> str:
    state = asked.state
    if passed <= 2:  # noqa: PLR2004 - the last two go nowhere (C2)
        return say("The {count} cards left over are discarded unseen.", count=passed)
    own, *others = state.seats_from(asked.knowledge.seat)
    roster = others if state.dealing is None else state.dealing.roster
    neighbour = next((seat for seat in others if seat in roster), own)
    return say("The other {count} go to {who}.", count=passed, who=asked.names.who(neighbour))


# ---------------------------------------------------------------- keep


def keep_fork(asked: Deciding, parts: tuple[Chosen, ...]) -> Fork:
    """One card for the next Age, or none."""
    seat = asked.knowledge.seat
    hand = faces(asked.knowledge.hand)
    match parts:
        case ():
            rows = tuple(
                Branch(card_item(index, face, face_detail(face)), Go(ChosenCard(face)))
                for index, face in enumerate(hand)
            )
            none = Branch(Item("n", say("Keep none")), Go(Verb("none")))
            note = say("Everything else in your hand is discarded.")
            return hand_fork(say("Keep one card for the next Age?"), (*rows, none), note)
        case (ChosenCard(face),):
            title = say("Keep {card}?", card=face_name(face))
            note = say_many(
                "The other card is discarded.",
                "The other {count} cards are discarded.",
                len(asked.knowledge.hand) - 1,
            )
            return confirm(act.Keep(seat, face), title, note)
        case _:
            note = say_many(
                "Your card is discarded.",
                "All {count} cards are discarded.",
                len(asked.knowledge.hand),
            )
            return confirm(act.Keep(seat, None), say("Keep none?"), note)


# ---------------------------------------------------------------- prowess


def prowess_fork(asked: Deciding, decision: ask.ProwessDecision, parts: tuple[Chosen, ...]) -> Fork:
    """Which played cards come back for 1 Rage each; every choice is one line."""
    assert not parts
    rage = asked.state.clans[decision.seat].rage
    rows = []
    for index, intent in enumerate(asked.prompt.legal):
        if isinstance(intent, act.KeepPlayed):
            cards = listed(face_name(face) for face in intent.faces)
            price = say("Rage {old} > {new}", old=rage, new=rage - len(intent.faces))
            label = say("Take back {cards}", cards=cards)
            rows.append(
                Branch(Item(letter(index), label, price, face=intent.faces[0]), Take(intent))
            )
        else:
            rows.append(Branch(Item("n", say("Take nothing back")), Take(intent)))
    title = say("Tyr's Prowess: take played cards back?")
    return Fork(Spot.MENU, title, tuple(rows))
