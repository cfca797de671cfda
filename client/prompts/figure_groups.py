"""Questions about several figures: march (I6), sacrifice (I12), Frigga's Protection (I24)."""

from __future__ import annotations

from functools import partial

from client.prompts.confirm import confirm
from client.prompts.nodes import (
    Adjust,
    Branch,
    Chosen,
    ChosenFigure,
    ChosenGroup,
    ChosenPlace,
    DecisionContext,
    Fork,
    Go,
    Shut,
    appeal,
    letter,
    map_fork,
    place_branch,
    place_branches,
)
from client.text.catalogue import listed, say
from client.text.names import figure_name, figures_named, one_figure, place_name, place_title
from client.text.refusals import refusal_sentence
from client.ui.view import Item, Spot
from engine import actions as act
from engine import board as printed
from engine import decisions as ask
from engine.errors import Code, Refusal
from engine.figures import Figures
from engine.prompts import Option
from engine.sheet import walkers
from engine.terms import FigureKind, Place
from protocol.rules import rules_for

# ------------------------------------------------------------------------ march


def march_fork(context: DecisionContext, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    """Ask for the origin of a march, its figures and its target, then confirm."""
    match rest:
        case ():
            return _origins(context, option)
        case (ChosenPlace(origin),):
            return _marchers(context, option, origin)
        case (ChosenPlace(origin), ChosenGroup(((_, figures),))):
            return _targets(context, origin, figures)
        case (ChosenPlace(origin), ChosenGroup(((_, figures),)), ChosenPlace(target)):
            intent = act.March(context.knowledge.seat, origin, target, figures)
            title = say(
                "March your {figures} from {origin} to {target}?",
                figures=figures_named(figures),
                origin=place_name(origin),
                target=place_name(target),
            )
            return confirm(intent, title)
        case _:
            raise AssertionError(rest)


def _origins(context: DecisionContext, option: Option) -> Fork:
    state, seat = context.state, context.knowledge.seat
    starts = {intent.origin for intent in option.legal if isinstance(intent, act.March)}
    rows = []
    for place in printed.PROVINCES:
        if place in starts:
            here = figures_named(walkers(state.figures(seat, place)))
            rows.append(place_branch(place, Go(ChosenPlace(place)), here))
        else:
            destroyed = state.is_destroyed(place)
            code = Code.DESTROYED if destroyed else Code.NOBODY_MOVES
            why = refusal_sentence(Refusal(code, seat, place))
            rows.append(place_branch(place, Shut(destroyed), why=why))
    return map_fork(
        say("March from where?"),
        rows,
        rank=lambda place: -walkers(state.figures(seat, place)).count,
    )


def _marchers(context: DecisionContext, option: Option, origin: Place) -> Fork:
    """Ask for the figures that march; the default is all that fit into one target."""
    here = walkers(context.state.figures(context.knowledge.seat, origin))
    most = left = max(
        intent.figures.count
        for intent in option.legal
        if isinstance(intent, act.March) and intent.origin == origin
    )
    counts = {}
    for kind in reversed(here.kinds()):
        counts[kind] = min(left, here.number_of(kind))
        left -= counts[kind]
    rows = tuple(
        Branch(
            Item(
                "",
                figure_name(kind),
                count=counts[kind],
                most=here.number_of(kind),
                place=origin,
            ),
            Adjust(origin, kind),
        )
        for kind in here.kinds()
    )
    return Fork(
        Spot.GROUP,
        say("Which figures march from {place}?", place=place_name(origin)),
        rows,
        note=_marching(here.count, most),
        budget=most,
    )


def _marching(here: int, most: int) -> str:
    """Describe the figures that march unless the numbers are changed."""
    if here == 1:
        return say("Enter goes on with it.")
    if most == here:
        return say("All march; ← leaves one behind.")
    return say("As many march as fit; ← leaves one behind.")


def _targets(context: DecisionContext, origin: Place, figures: Figures) -> Fork:
    state, seat = context.state, context.knowledge.seat
    rows: list[Branch] = []
    for place in printed.PROVINCES:
        if place != origin:
            march = act.March(seat, origin, place, figures)
            why = rules_for(state).refusal(state, context.decision, march)
            refused = () if why is None else ((place, why),)
            rows += place_branches(state, () if refused else (place,), refused)
    title = say("Where do they march?")
    if figures.count == 1:
        (kind,) = figures.kinds()
        title = say("Where does the {figure} go?", figure=figure_name(kind))
    return map_fork(title, rows, rank=partial(appeal, state))


# ------------------------------------------------------------------------ sacrifice

Victim = tuple[Place, FigureKind]


def sacrifice_fork(context: DecisionContext, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    """Ask for the two figures that die, then confirm."""
    chosen = [
        (part.origin, part.kind)
        for part in rest
        if isinstance(part, ChosenFigure) and part.origin is not None
    ]
    pairs = [intent.victims for intent in option.legal if isinstance(intent, act.Sacrifice)]
    match chosen:
        case []:
            found = sorted({victim for pair in pairs for victim in pair})
            return _victims(say("Which figure dies?"), found)
        case [one]:
            partners = {pair[pair[0] == one] for pair in pairs if one in pair}
            return _victims(say("Which second figure?"), sorted(partners))
        case [one, other]:
            intent = act.Sacrifice(context.knowledge.seat, act.ordered_victims(one, other))
            title = say(
                "Sacrifice {one} in {here} and {other} in {there}?",
                one=one_figure(one[1]),
                here=place_name(one[0]),
                other=one_figure(other[1]),
                there=place_name(other[0]),
            )
            return confirm(intent, title)
        case _:
            raise AssertionError(rest)


def _victims(title: str, victims: list[Victim]) -> Fork:
    rows = tuple(
        Branch(
            Item(letter(index), figure_name(kind), place_title(place), place=place),
            Go(ChosenFigure(kind, place)),
        )
        for index, (place, kind) in enumerate(victims)
    )
    return Fork(Spot.MENU, title, rows)


# ------------------------------------------------------------------------ protection


def protect_fork(
    context: DecisionContext, decision: ask.ProtectDecision, parts: tuple[Chosen, ...]
) -> Fork:
    """Ask for the figures to save, then confirm; saving nobody declines."""
    rage = context.state.clans[decision.seat].rage
    match parts:
        case ():
            return _doomed(decision, rage)
        case (ChosenGroup(()),):
            no = act.Decline(decision.seat)
            return confirm(no, say("Save nobody?"), say("All of them go to Valhalla."))
        case (ChosenGroup(chosen),):
            saved = listed(
                say("{figures} in {place}", figures=figures_named(figures), place=place_name(place))
                for place, figures in chosen
            )
            title = say("Save {figures}?", figures=saved)
            return confirm(act.Protect(decision.seat, chosen), title, say("All others die."))
        case _:
            raise AssertionError(parts)


def _doomed(decision: ask.ProtectDecision, rage: int) -> Fork:
    rows = tuple(
        Branch(
            Item(
                "",
                figure_name(kind),
                place_title(place),
                most=figures.number_of(kind),
                place=place,
            ),
            Adjust(place, kind),
        )
        for place, figures in decision.doomed
        for kind in figures.kinds()
    )
    return Fork(
        Spot.GROUP,
        say("Frigga's Protection: which figures to save for 1 Rage each?"),
        rows,
        note=say("You have {rage} Rage. ← and → change the number, Enter goes on.", rage=rage),
        budget=rage,
        may_be_empty=True,
    )
