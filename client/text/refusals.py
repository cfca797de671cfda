"""Reasons for refusals: a sentence for every code, with its facts."""

from __future__ import annotations

from typing import Final

from client.text.catalogue import Fields, say, say_many
from client.text.names import card_name, place_name, slot_name, stat_name
from engine.board import VILLAGES
from engine.cards import CARDS
from engine.errors import Code, Refusal

_SENTENCES: Final = {
    Code.NOT_OWED: "There is no question for this seat now.",
    Code.NOT_YOUR_ANSWER: "That does not answer the question.",
    Code.ALREADY_ANSWERED: "This seat has answered already; the others are still choosing.",
    Code.NO_SUCH_SEAT: "There is no such seat at this table.",
    Code.TOO_LITTLE_RAGE: "It costs {need} Rage; you have {have}.",
    Code.HORNS_FULL: "Your Horns allow {need} figures on the board; you have {have}.",
    Code.YGGDRASIL_CLOSED: "Only the Dark Elf can invade Yggdrasil; others march there.",
    Code.SHIP_ENTERS_FJORDS: "A ship can enter only fjords, not {place}.",
    Code.FJORD_TAKES_SHIPS: "Only ships can enter {place}.",
    Code.SHIP_CANNOT_WALK: "Ships cannot march or join a battle from elsewhere.",
    Code.NOT_IN_RESERVE: "No such figure is in the reserve.",
    Code.NOT_IN_VALHALLA: "No such figure is in Valhalla.",
    Code.NOT_THERE: "You have no such figure in {place}.",
    Code.SAME_PLACE: "They are already in {place}.",
    Code.NOBODY_MOVES: "No figure can move.",
    Code.NOBODY_NAMED: "Name at least one figure.",
    Code.NOT_DOOMED: "You have no such figure about to die in {place}.",
    Code.NOT_AMONG_EQUALS: "You have no {card} there.",
    Code.NOT_ADJACENT: "{place} is not a neighbouring province.",
    Code.NOT_A_PROVINCE: "{place} is a fjord, not a province.",
    Code.NOT_SPARE: "{place} is not the province of a spare Ragnarök token.",
    Code.GOD_THERE: "A god stands in {place} already.",
    Code.NOT_A_VILLAGE: "{place}: only villages of Warriors and Mystics can be taken.",
    Code.OWN_FIGURE: "{place}: at this table only villages of other clans can be taken.",
    Code.ALREADY_PILLAGED: "{place} was already pillaged in this Age.",
    Code.NOT_PILLAGED: "{place} has not been pillaged in this Age.",
    Code.NOT_PRESENT: "You have no figure in {place} or its fjord.",
    Code.NEEDS_CARD: "This needs {card} on your clan sheet.",
    Code.STATS_FULL: "All three stats are already at the top step.",
    Code.STAT_AT_TOP: "{stat} is already at the top step.",
    Code.STAT_EXCLUDED: "{card} raises a stat other than the one of this token.",
    Code.BONUS_NOT_OWNED: "None of your upgrades lets a quest count {have:+d}.",
    Code.HAND_EMPTY: "You have no card in hand.",
    Code.NOT_IN_HAND: "{card} is not in your hand.",
    Code.NO_SUCH_FACE: "No such card exists: {card}.",
    Code.NOT_LATE: "{card} cannot be added after the reveal.",
    Code.NOT_ON_SHEET: "{card} is not on your clan sheet.",
    Code.WRONG_SLOT: "It does not go into the slot of {card}.",
    Code.TOO_FEW_FIGURES: "You have too few figures for this.",
    Code.NOT_OFFERED: "{card} is not among the cards to choose from.",
    Code.CLAN_TAKEN: "Another player has taken this clan.",
    Code.WRONG_ROSTER: "The cards of an Age go only to seats that are still part of it.",
    Code.WRONG_AGE: "The next deal is number {need}, not {have}.",
    Code.NO_DEFAULT: "An absent seat cannot pick; the Age is dealt again.",
}
"""The sentences of codes that need no more than the place, the card and the two numbers."""
_NOT_A: Final = {
    Code.NOT_AN_UPGRADE: ("You have no upgrade in hand.", "{card} is not an upgrade."),
    Code.NOT_A_QUEST: ("You have no quest in hand.", "{card} is not a quest."),
}
"""Without such a card in hand, and about another card."""


def refusal_sentence(why: Refusal) -> str:
    """Explain a refusal to the player."""
    place = say("that place") if why.place is None else place_name(why.place)
    card = say("this card") if why.card is None else card_name(why.card)
    match why.code:
        case Code.NO_ROOM:
            text = _no_room(why, place)
        case Code.DESTROYED:
            text = _destroyed(why, place)
        case Code.NOT_AN_UPGRADE | Code.NOT_A_QUEST as code:
            none, other = _NOT_A[code]
            text = say(none) if why.card is None else say(other, card=card)
        case Code.SLOT_FULL:
            text = _slot_full(why, card)
        case Code.WRONG_COUNT:
            text = _wrong_count(why)
        case _:
            fields: Fields = {"place": place, "card": card, "need": why.need, "have": why.have}
            fields["stat"] = say("that stat") if why.stat is None else stat_name(why.stat)
            text = say(_SENTENCES[why.code], **fields)
    return text[:1].upper() + text[1:]


def _no_room(why: Refusal, place: str) -> str:
    if why.have:
        return say_many(
            "{place} has {count} free village; {need} figures would enter.",
            "{place} has {count} free villages; {need} figures would enter.",
            why.have,
            place=place,
            need=why.need,
        )
    if why.place is None or why.place >= len(VILLAGES):
        return say("{place} has no free village.", place=place)
    total = VILLAGES[why.place]
    return say(
        "{place} has no free village: {total} of {total} are taken.", place=place, total=total
    )


def _destroyed(why: Refusal, place: str) -> str:
    if why.place is not None and why.place.is_fjord:
        return say("Both provinces of {place} are destroyed; no ship may enter.", place=place)
    return say("{place} is destroyed.", place=place)


def _slot_full(why: Refusal, card: str) -> str:
    slot = None if why.card is None else CARDS[why.card].slot
    kind = say("such") if slot is None else slot_name(slot)
    return say_many(
        "The {kind} slot is taken; {card} has to replace the card there.",
        "All {count} {kind} slots are taken; {card} has to replace a card.",
        why.need,
        kind=kind,
        card=card,
    )


def _wrong_count(why: Refusal) -> str:
    if not why.need:
        return say("Choose at least one card, each only once.")
    return say_many(
        "Choose exactly {count} card, not {have}.",
        "Choose exactly {count} cards, not {have}.",
        why.need,
        have=why.have,
    )
