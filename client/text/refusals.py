"""Reasons for refusals: a sentence for every code, with its facts."""

from __future__ import annotations

from typing import assert_never

from client.text.catalogue import say, say_many
from client.text.names import card_name, place_name, slot_name
from engine.board import VILLAGES
from engine.cards import CARDS
from engine.errors import Code, Refusal
from engine.terms import Kind


def refusal_sentence(why: Refusal) -> str:  # noqa: C901, PLR0912, PLR0915 - every code
    """Explain a refusal to the player."""
    place = _place(why)
    card = say("this card") if why.card is None else card_name(why.card)
    match why.code:
        case Code.NOT_OWED:
            text = say("Nothing is being asked of this seat now.")
        case Code.NOT_YOUR_ANSWER:
            text = say("That does not answer what is being asked now.")
        case Code.ALREADY_ANSWERED:
            text = say("This seat has answered already; the others are still choosing.")
        case Code.NO_SUCH_SEAT:
            text = say("There is no such seat at this table.")
        case Code.TOO_LITTLE_RAGE:
            text = say("It costs {need} Rage, and {have} is left.", need=why.need, have=why.have)
        case Code.HORNS_FULL:
            text = say(
                "Horns allow {need} figures on the board, and {have} are there.",
                need=why.need,
                have=why.have,
            )
        case Code.NO_ROOM:
            text = _no_room(why, place)
        case Code.DESTROYED:
            text = _destroyed(why, place)
        case Code.YGGDRASIL_CLOSED:
            text = say("Nobody but the Dark Elf can invade Yggdrasil; others march there.")
        case Code.SHIP_ENTERS_FJORDS:
            text = say("A ship can enter fjords only, not {place}.", place=place)
        case Code.FJORD_TAKES_SHIPS:
            text = say("Only ships enter {place}.", place=place)
        case Code.SHIP_CANNOT_WALK:
            text = say("Ships neither march nor join a battle from elsewhere.")
        case Code.NOT_IN_RESERVE:
            text = say("No such figure is in the reserve.")
        case Code.NOT_IN_VALHALLA:
            text = say("No such figure is in Valhalla.")
        case Code.NOT_THERE:
            text = say("No such figure of yours is in {place}.", place=place)
        case Code.SAME_PLACE:
            text = say("They are in {place} already.", place=place)
        case Code.NOBODY_MOVES:
            text = say("There is no figure that could go.")
        case Code.NOT_ADJACENT:
            text = say("{place} is not next door.", place=place)
        case Code.NOT_A_PROVINCE:
            text = say("{place} is a fjord, not a province.", place=place)
        case Code.ALREADY_PILLAGED:
            text = say("{place} was pillaged in this Age already.", place=place)
        case Code.NOT_PILLAGED:
            text = say("{place} has not been pillaged in this Age.", place=place)
        case Code.NOT_PRESENT:
            text = say("No figure of yours is in {place} or its fjord.", place=place)
        case Code.NEEDS_CARD:
            text = say("This needs {card} on the clan sheet.", card=card)
        case Code.STATS_FULL:
            text = say("All three stats are at their top already.")
        case Code.HAND_EMPTY:
            text = say("There is no card in hand.")
        case Code.NOT_IN_HAND:
            text = say("{card} is not in hand.", card=card)
        case Code.NO_SUCH_FACE:
            text = say("No such card exists: {card}.", card=card)
        case Code.NOT_AN_UPGRADE:
            text = _not_a(Kind.UPGRADE, why, card)
        case Code.NOT_A_QUEST:
            text = _not_a(Kind.QUEST, why, card)
        case Code.NOT_LATE:
            text = say("{card} cannot be added after the reveal.", card=card)
        case Code.SLOT_FULL:
            text = _slot_full(why, card)
        case Code.NOT_ON_SHEET:
            text = say("{card} is not on the clan sheet.", card=card)
        case Code.WRONG_SLOT:
            text = say("It does not fit the slot of {card}.", card=card)
        case Code.TOO_FEW_FIGURES:
            text = say("There are too few figures for this.")
        case Code.NOT_OFFERED:
            text = say("{card} is not among the cards to choose from.", card=card)
        case Code.CLAN_TAKEN:
            text = say("Somebody else has taken that clan.")
        case Code.WRONG_COUNT:
            text = _wrong_count(why)
        case Code.WRONG_ROSTER:
            text = say("The cards of an Age go only to seats that are still part of it.")
        case Code.WRONG_AGE:
            text = say(
                "The next dealing is number {need}, not {have}.", need=why.need, have=why.have
            )
        case Code.NO_DEFAULT:
            text = say("A pick cannot be made for an absent seat; the Age is dealt again.")
        case _:
            assert_never(why.code)
    return text[:1].upper() + text[1:]


def _place(why: Refusal) -> str:
    return say("that place") if why.place is None else place_name(why.place)


def _no_room(why: Refusal, place: str) -> str:
    if why.have:
        return say_many(
            "{place} has {count} free village, and {need} figures would enter.",
            "{place} has {count} free villages, and {need} figures would enter.",
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


def _not_a(kind: Kind, why: Refusal, card: str) -> str:
    if kind is Kind.QUEST:
        if why.card is None:
            return say("There is no quest in hand.")
        return say("{card} is no quest.", card=card)
    if why.card is None:
        return say("There is no upgrade in hand.")
    return say("{card} is no upgrade.", card=card)


def _slot_full(why: Refusal, card: str) -> str:
    slot = None if why.card is None else CARDS[why.card].slot
    kind = say("such") if slot is None else slot_name(slot)
    return say_many(
        "The {kind} slot is taken; {card} has to replace what lies there.",
        "All {count} {kind} slots are taken; {card} has to replace a card.",
        why.need,
        kind=kind,
        card=card,
    )


def _wrong_count(why: Refusal) -> str:
    if not why.need:
        return say("Choose at least one card, each only once.")
    return say_many(
        "Exactly {count} card is asked for, not {have}.",
        "Exactly {count} cards are asked for, not {have}.",
        why.need,
        have=why.have,
    )
