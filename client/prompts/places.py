"""Items of questions: places on the map, cards, their keys, and reasons for greyed ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from client.prompts.nodes import Branch, ChosenCard, ChosenPlace, Fork, Go, Leads, Shut
from client.text.catalogue import say
from client.text.names import face_name, place_key, place_title, token_name
from client.text.refusals import refusal_sentence
from client.ui.view import Item, Spot
from engine.errors import Code, Refusal
from engine.state import GameState
from engine.strength import strength
from engine.terms import LEADER, SHIP, WARRIOR, Face, FigureKind, Place, Seat, Token, Use

_FIGURE_KEYS: Final = {WARRIOR: "w", LEADER: "l", SHIP: "s"}
_LETTERS: Final = "abcdefgh"


def letter(index: int) -> str:
    """Return the key of an item in a list of cards or choices, "" beyond the last letter."""
    return _LETTERS[index] if index < len(_LETTERS) else ""


def figure_keys(kinds: Iterable[FigureKind]) -> dict[FigureKind, str]:
    """Assign keys to kinds of figures: w, l, s, and letters from a for monsters."""
    keys: dict[FigureKind, str] = {}
    for kind in kinds:
        plain = _FIGURE_KEYS.get(kind)
        keys[kind] = plain or letter(sum(1 for one in keys if one not in _FIGURE_KEYS))
    return keys


def first_enabled(branches: Sequence[Branch]) -> int:
    """Return the index of the first branch that can be chosen, 0 if there is none."""
    return next((index for index, branch in enumerate(branches) if branch.item.enabled), 0)


def card_branch(index: int, face: Face, detail: str) -> Branch:
    """Offer a card of the hand or the pack."""
    return Branch(Item(letter(index), face_name(face), detail, face=face), Go(ChosenCard(face)))


def place_branch(place: Place, leads: Leads, detail: str = "", why: str = "") -> Branch:
    """Offer a place, or grey it with its reason."""
    enabled = not isinstance(leads, Shut)
    return Branch(
        Item(place_key(place), place_title(place), detail, enabled, why, place=place), leads
    )


def place_branches(
    state: GameState, places: Iterable[Place], refused: Iterable[tuple[Place, Refusal]] = ()
) -> list[Branch]:
    """Offer places with their pillage rewards, then grey the refused ones."""
    return [
        *(place_branch(place, Go(ChosenPlace(place)), worth(state, place)) for place in places),
        *(place_branch(place, Shut(), why=refusal_sentence(why)) for place, why in refused),
    ]


def map_fork(title: str, branches: Iterable[Branch], *, rank: Callable[[Place], int] = int) -> Fork:
    """Ask for a place; the cursor starts on the legal place of the lowest rank."""
    rows = tuple(branches)
    legal = [
        (rank(branch.item.place), index)
        for index, branch in enumerate(rows)
        if branch.item.enabled and branch.item.place is not None
    ]
    return Fork(Spot.MAP, title, rows, min(legal)[1] if legal else 0)


def worth(state: GameState, place: Place) -> str:
    """Name the reward for pillaging a place, marked as on the map."""
    if place.is_fjord:
        return ""
    province = state.board.provinces[place]
    if province.pillaged:
        return say("○done")
    if province.token is Token.YGGDRASIL:
        return say("●+1 each")
    return say("●5 Gl") if province.token is Token.GLORY else f"●{token_name(province.token)}"


def margin(state: GameState, seat: Seat, place: Place) -> int:
    """Return the lead of the strongest rival in the area of a province; below 0: the seat leads."""
    rivals = (
        strength(state, other, place, Use.BATTLE)
        for other in state.seats_from(Seat(0))
        if other != seat and state.area_figures(other, place)
    )
    return max(rivals, default=0) - strength(state, seat, place, Use.BATTLE)


def appeal(state: GameState, place: Place) -> int:
    """Rank a place in lists: unpillaged ones first, in map order."""
    if place.is_fjord:
        return place
    return place + (len(Place) if state.board.provinces[place].pillaged else 0)


_TELLING: Final = (Code.TOO_LITTLE_RAGE, Code.HORNS_FULL, Code.NO_ROOM)


def one_reason(refusals: Iterable[Refusal]) -> str:
    """Choose the most helpful reason why none of several answers is legal."""
    found = tuple(refusals)
    for code in _TELLING:
        for why in found:
            if why.code is code:
                return refusal_sentence(why)
    return refusal_sentence(found[0]) if found else ""
