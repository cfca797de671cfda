"""Questions that are asked on the map, and the keys of figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from client.prompts.nodes import Branch, Fork, Leads, Shut
from client.text.catalogue import say
from client.text.names import place_key, place_title, token_name
from client.text.refusals import refusal_sentence
from client.ui.view import Item, Spot
from engine.errors import Code, Refusal
from engine.state import GameState
from engine.strength import strength
from engine.terms import LEADER, SHIP, WARRIOR, FigureKind, Place, Seat, Token, Use

_FIGURE_KEYS: Final = {WARRIOR: "w", LEADER: "l", SHIP: "s"}
_LETTERS: Final = "abcdefgh"


def letter(index: int) -> str:
    """The key of the item at `index` of a list of cards or choices; none behind the last."""
    return _LETTERS[index] if index < len(_LETTERS) else ""


def figure_keys(kinds: Iterable[FigureKind]) -> dict[FigureKind, str]:
    """The keys of different kinds of figures: w, l, s, and letters from a for monsters."""
    keys: dict[FigureKind, str] = {}
    for kind in kinds:
        plain = _FIGURE_KEYS.get(kind)
        keys[kind] = plain or letter(sum(1 for one in keys if one not in _FIGURE_KEYS))
    return keys


def place_branch(place: Place, leads: Leads, detail: str = "", why: str = "") -> Branch:
    """A place on offer, or a greyed one with its reason."""
    enabled = not isinstance(leads, Shut)
    return Branch(
        Item(place_key(place), place_title(place), detail, enabled, why, place=place), leads
    )


def map_fork(
    title: str,
    branches: Iterable[Branch],
    *,
    rank: Callable[[Place], int] = int,
    note: str = "",
) -> Fork:
    """A question on the map; the cursor starts on the legal place of the lowest rank."""
    rows = tuple(branches)
    legal = [
        (rank(branch.item.place), index)
        for index, branch in enumerate(rows)
        if branch.item.enabled and branch.item.place is not None
    ]
    start = min(legal)[1] if legal else 0
    return Fork(Spot.MAP, title, rows, start, note)


def worth(state: GameState, place: Place) -> str:
    """What pillaging a place brings, marked as on the map."""
    if place.is_fjord:
        return ""
    province = state.board.provinces[place]
    if province.pillaged:
        return say("○done")
    if province.token is Token.YGGDRASIL:
        return say("●+1 each")
    return say("●5 Gl") if province.token is Token.GLORY else f"●{token_name(province.token)}"


def margin(state: GameState, seat: Seat, place: Place) -> int:
    """How far a seat is behind the strongest rival in the area of a province; below 0: ahead."""
    rivals = (
        strength(state, other, place, Use.BATTLE)
        for other in state.seats_from(Seat(0))
        if other != seat and state.area_figures(other, place)
    )
    return max(rivals, default=0) - strength(state, seat, place, Use.BATTLE)


_TELLING: Final = (Code.TOO_LITTLE_RAGE, Code.HORNS_FULL, Code.NO_ROOM)


def one_reason(refusals: Iterable[Refusal]) -> str:
    """The one sentence that says most about why none of several answers is legal."""
    found = tuple(refusals)
    for code in _TELLING:
        for why in found:
            if why.code is code:
                return refusal_sentence(why)
    return refusal_sentence(found[0]) if found else ""


def appeal(state: GameState, place: Place) -> int:
    """How far down the list of places one stands: unpillaged ones first, in map order."""
    if place.is_fjord:
        return place
    return place + (len(Place) if state.board.provinces[place].pillaged else 0)
