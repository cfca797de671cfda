"""More about a place: what a fjord is for and who is strong in it, what one action could bring."""

from __future__ import annotations

from client.text.catalogue import say
from client.text.names import Names, figure_name, place_key, place_name, place_title
from client.text.prospects import Prospect, best_prospect
from client.text.reasons import indented
from client.text.standing import explained
from engine.board import SUPPORTED
from engine.explain import Explanation, explain_strength
from engine.state import GameState
from engine.terms import Phase, Place, Seat, Use


def fjord_reasons(state: GameState, names: Names, viewer: Seat, fjord: Place) -> tuple[str, ...]:
    """A fjord: which provinces it supports, whose ships lie there and what they add."""
    if not state.is_usable(fjord):
        return (say("Closed: both its provinces are destroyed."),)
    standing = [one for one in SUPPORTED[fjord] if not state.is_destroyed(one)]
    both = SUPPORTED[fjord]
    lines = [
        say(
            "Ships here count in battles for {one} and for {other}.",
            one=place_name(both[0]),
            other=place_name(both[1]),
        ),
        say("Only ships enter it, any number of them."),
        "",
    ]
    here = [seat for seat in state.seats_from(viewer) if state.figures(seat, fjord)]
    for seat in here:
        parts = tuple(
            part
            for part in explain_strength(state, seat, standing[0], Use.BATTLE).parts
            if part.place == fjord
        )
        total = sum(part.amount for part in parts)
        lines.append(say("{who}: strength {total}", who=names.title(seat), total=total))
        lines += indented(explained(Explanation(total, parts)))
    if not here:
        lines.append(say("No ship lies here."))
    return tuple(lines)


def prospect_reasons(state: GameState, seat: Seat, province: Place) -> tuple[str, ...]:
    """The most that one action of a seat could bring to a province; nothing once it has passed."""
    if state.phase is not Phase.ACTION or state.clans[seat].passed:
        return ()
    best = best_prospect(state, seat, province)
    if best is None:
        return ("", say("You can bring nothing here now."))
    return (
        "",
        say(
            "One action could make you {total} strong here: {way}.",
            total=best.total,
            way=prospect_way(best),
        ),
    )


def prospect_way(best: Prospect) -> str:
    """How it comes there: "march from 8 Angerboda", "invade: Leader"."""
    if best.origin is not None:
        place = f"{place_key(best.origin)} {place_title(best.origin)}"
        return say("march from {place}", place=place)
    assert best.figure is not None
    name = figure_name(best.figure)
    if best.from_valhalla:
        return say("{figure} from Valhalla", figure=name)
    return say("invade: {figure}", figure=name)
