"""The legend: the place or the card under the cursor in words, in one row.

A legend is a list of facts, each with how much it matters. What does not fit is left out as whole
facts, the least important first; no word is ever cut.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.text.board_text import doom_age
from client.text.card_words import bonus_text
from client.text.catalogue import say
from client.text.god_words import god_brief
from client.text.names import age_name, card_name, place_title, slot_name, token_name
from engine import board as printed
from engine.board import RAGNAROK_GLORY
from engine.cards import CARDS
from engine.sheet import upgrade_price
from engine.state import GameState
from engine.terms import Face, Kind, Phase, Place, Seat, Slot, Token

Fact = tuple[int, str]
"""How much a fact matters, 0 most of all, and the fact."""
Fits = Callable[[str], bool]
"""Whether a text has room."""
_FIRST: Final = 0
_AFTER_ACTIONS: Final = (Phase.DISCARD, Phase.QUEST, Phase.RAGNAROK, Phase.RELEASE)
"""Phases in which nobody can pillage any more in this Age."""


def place_legend(state: GameState, place: Place, fits: Fits) -> str:
    """Explain a place in a text that fits; "" if not even its first fact does."""
    if place.is_fjord:
        return _fitted(place_title(place), _fjord(state, place), fits)
    return _fitted(place_title(place), _province(state, place), fits)


def card_legend(state: GameState, seat: Seat, face: Face, fits: Fits) -> str:
    """Explain a card of a seat in a text that fits; "" if not even its first fact does."""
    return _fitted(card_name(face.card), _card(state, seat, face), fits)


def _fitted(name: str, facts: list[Fact], fits: Fits) -> str:
    """Join as many facts as fit, in their order."""
    left = [fact for fact in facts if fact[1]]
    while left:
        told = say("{name}: {facts}", name=name, facts="; ".join(text for _, text in left))
        if fits(told):
            return told
        left.remove(max(left, key=lambda fact: fact[0]))
    return ""


def _province(state: GameState, place: Place) -> list[Fact]:
    if state.is_destroyed(place):
        return [(_FIRST, say("destroyed, nothing enters it any more"))]
    about = (_reward(state, place), _villages(state, place), _doom(state, place))
    if state.phase in _AFTER_ACTIONS:
        return list(about[1:])
    deity = state.god_at(place)
    return list(about) if deity is None else [(_FIRST, god_brief(deity)), *about]


def _reward(state: GameState, place: Place) -> Fact:
    province = state.board.provinces[place]
    if province.pillaged:
        return 1, say("already pillaged in this Age")
    if province.token is Token.YGGDRASIL:
        return 1, say("pillage it to raise all three stats")
    return 1, say("pillage it for {reward}", reward=token_name(province.token))


def _villages(state: GameState, place: Place) -> Fact:
    if place is Place.YGGDRASIL:
        return 2, say("room for any number of figures")
    count = printed.VILLAGES[place]
    return 2, say("{taken} of {count} villages taken", taken=count - state.room(place), count=count)


def _doom(state: GameState, place: Place) -> Fact:
    age = doom_age(state, place)
    if age is None or age < state.age:
        return 3, ""
    glory = RAGNAROK_GLORY[age]
    if age is state.age:
        return _FIRST, say("falls in this Age: {glory} Glory for each death", glory=glory)
    return 3, say("falls in Age {age}", age=age_name(age))


def _fjord(state: GameState, fjord: Place) -> list[Fact]:
    if not state.is_usable(fjord):
        return [(_FIRST, say("closed, both its provinces are destroyed"))]
    one, other = (place_title(place) for place in printed.SUPPORTED[fjord])
    ships = say("ships here fight in {one} and {other}", one=one, other=other)
    return [(_FIRST, ships), (1, say("room for any number of ships"))]


def _card(state: GameState, seat: Seat, face: Face) -> list[Fact]:
    card = CARDS[face.card]
    text = (1, say(card.text).removesuffix("."))
    match card.kind:
        case Kind.BATTLE:
            return [(_FIRST, say("battle card, adds {bonus}", bonus=bonus_text(card))), text]
        case Kind.QUEST:
            glory = card.glory(face.age)
            return [
                (_FIRST, say("quest for {glory} Glory and a step on a stat", glory=glory)),
                text,
            ]
        case Kind.UPGRADE:
            price = upgrade_price(state, seat, face.card)
            if card.slot is None or card.slot is Slot.MONSTER:
                told = say(
                    "a monster for {price} Rage, with {strength} STR",
                    price=price,
                    strength=card.strength,
                )
            else:
                slot = slot_name(card.slot)
                told = say("upgrade ({slot}) for {price} Rage", slot=slot, price=price)
            return [(_FIRST, told), text]
