"""Questions of a turn: the action, its figure or card, its place, the confirmation (I4 to I13)."""

from __future__ import annotations

from functools import partial
from typing import Final

from client.prompts.confirm import confirm, strengths_note, with_god, with_power
from client.prompts.figure_groups import march_fork, sacrifice_fork
from client.prompts.hand import quest_fork, upgrade_fork
from client.prompts.nodes import (
    Branch,
    Chosen,
    ChosenFigure,
    ChosenPlace,
    DecisionContext,
    Fork,
    Go,
    Shut,
    Take,
    Verb,
    appeal,
    figure_keys,
    first_enabled,
    letter,
    map_fork,
    margin,
    one_reason,
    place_branches,
)
from client.text.catalogue import say
from client.text.consequences import FEW_LEFT
from client.text.names import figure_name, one_figure, place_name, token_name
from client.text.refusals import refusal_sentence
from client.ui.view import Item, Spot
from engine import actions as act
from engine.errors import Code, Refusal
from engine.prompts import Option
from engine.sheet import price_of
from engine.terms import FigureKind, Origin, Place

_KEYS: Final = {
    act.Invade.word: "i",
    act.March.word: "m",
    act.Upgrade.word: "u",
    act.Commit.word: "e",
    act.Pillage.word: "p",
    act.Repillage.word: "y",
    act.InvadeFromValhalla.word: "w",
    act.TakeVillage.word: "o",
    act.Sacrifice.word: "k",
    act.Pass.word: "x",
}
_LABELS: Final = {
    act.Invade.word: "Invade",
    act.March.word: "March",
    act.Upgrade.word: "Upgrade",
    act.Commit.word: "Quest",
    act.Pillage.word: "Pillage",
    act.Repillage.word: "Pillage again",
    act.InvadeFromValhalla.word: "From Valhalla",
    act.TakeVillage.word: "Take a village",
    act.Sacrifice.word: "Sacrifice",
    act.Pass.word: "Pass",
}


def turn_fork(context: DecisionContext, parts: tuple[Chosen, ...]) -> Fork:
    """Return the next question of a turn."""
    if not parts:
        return _menu(context)
    verb = parts[0]
    assert isinstance(verb, Verb)
    option = next(one for one in context.prompt.options if one.verb == verb.word)
    rest = parts[1:]
    match verb.word:
        case act.Invade.word | act.InvadeFromValhalla.word:
            return _invade(context, option, rest)
        case act.March.word:
            return march_fork(context, option, rest)
        case act.Upgrade.word:
            return upgrade_fork(context, option, rest)
        case act.Commit.word:
            return quest_fork(context, option, rest)
        case act.Pillage.word | act.Repillage.word:
            return _pillage(context, option, rest)
        case act.TakeVillage.word:
            return _capture(context, option, rest)
        case act.Sacrifice.word:
            return sacrifice_fork(context, option, rest)
        case _:
            return _pass(context)


def _capture(context: DecisionContext, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    """Ask for the province of a village to take, then for the figure in it (M24)."""
    legal = [intent for intent in option.legal if isinstance(intent, act.TakeVillage)]
    match rest:
        case ():
            places = dict.fromkeys(intent.place for intent in legal)
            title = say("Where will your Mystic take a village?")
            return map_fork(title, place_branches(context.state, places))
        case (ChosenPlace(place),):
            here = [intent for intent in legal if intent.place == place]
            if len(here) == 1:
                title = say(
                    "Take the village of {figure} in {place} ({who})?",
                    figure=one_figure(here[0].victim),
                    place=place_name(place),
                    who=context.names.title(here[0].owner),
                )
                return confirm(here[0], title)
            return Fork(Spot.MENU, say("Which figure dies?"), _victims(context, here))
        case _:
            raise AssertionError(rest)


def _victims(context: DecisionContext, legal: list[act.TakeVillage]) -> tuple[Branch, ...]:
    """Offer the figures whose village a Mystic can take, those of others first."""
    ordered = sorted(legal, key=lambda one: one.owner == one.seat)
    return tuple(
        Branch(
            Item(
                letter(index),
                figure_name(one.victim),
                _victim_told(context, one),
                place=one.place,
            ),
            Take(one),
        )
        for index, one in enumerate(ordered)
    )


def _victim_told(context: DecisionContext, one: act.TakeVillage) -> str:
    """Name the owner of a victim, and the price if the Mystic comes from Valhalla."""
    who = context.names.title(one.owner)
    if one.origin is not Origin.VALHALLA:
        return who
    price = say("{price} Rage", price=price_of(context.state, one))
    return say("{who}, from Valhalla, {price}", who=who, price=price)


# ---------------------------------------------------------------- the menu


def _menu(context: DecisionContext) -> Fork:
    rows = []
    for option in context.prompt.options:
        why = _shut_verb(option)
        item = Item(
            _KEYS[option.verb],
            say(_LABELS[option.verb]),
            _price(context, option),
            not why,
            why,
            verb=option.verb,
        )
        rows.append(Branch(item, Shut() if why else Go(Verb(option.verb))))
    return Fork(
        Spot.MENU, say("What will you do?"), tuple(rows), first_enabled(rows), _warning(context)
    )


def _warning(context: DecisionContext) -> str:
    """Warn of the end of the actions of this Age, which the last pillage brings (D8)."""
    left = context.state.unpillaged()
    if len(left) == 1:
        return say(
            "{place} is the last province: its pillage ends the actions of this Age.",
            place=place_name(left[0]),
        )
    if len(left) <= FEW_LEFT:
        return say("2 provinces left to pillage, then the actions end.")
    return ""


_OF_ONE_PLACE: Final = (Code.NOT_PRESENT, Code.ALREADY_PILLAGED, Code.DESTROYED)


def _shut_verb(option: Option) -> str:
    """Explain why no answer of a verb is legal; no reason of one place is given for all."""
    if option.why is None:
        return ""
    if option.verb == act.Pillage.word and option.why.code in _OF_ONE_PLACE:
        return say("No province with your figures or ships is left to pillage.")
    return refusal_sentence(option.why)


def _price(context: DecisionContext, option: Option) -> str:
    """Describe the price of an action in Rage, as a range if it depends on the choice."""
    seat = context.knowledge.seat
    prices = sorted({price_of(context.state, intent) for intent in option.legal})
    if option.verb == act.Pass.word:
        return say("lose {rage}", rage=context.state.clans[seat].rage)
    if not prices:
        return "-"
    return f"{prices[0]}-{prices[-1]}" if len(prices) > 1 else str(prices[0])


def _pass(context: DecisionContext) -> Fork:
    note = say("You can still join battles, with cards.")
    title = say("Pass for the rest of this Age?")
    return confirm(act.Pass(context.knowledge.seat), title, note, careful=True)


# ---------------------------------------------------------------- invade


Invasion = act.Invade | act.InvadeFromValhalla


def _invade(context: DecisionContext, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    match rest:
        case ():
            return _invaders(context, option)
        case (ChosenFigure(kind),):
            legal, refused = _invasions(option, kind)
            places = (intent.place for intent in legal)
            return map_fork(
                say("Where does the {figure} go?", figure=figure_name(kind)),
                place_branches(context.state, places, refused),
                rank=partial(appeal, context.state),
            )
        case (ChosenFigure(kind), ChosenPlace(place)):
            verb = act.Invade if option.verb == act.Invade.word else act.InvadeFromValhalla
            intent = verb(context.knowledge.seat, kind, place)
            title = say(
                "Invade {place} with {figure}?", place=place_name(place), figure=one_figure(kind)
            )
            return confirm(intent, title)
        case _:
            raise AssertionError(rest)


def _invasions(
    option: Option, kind: FigureKind
) -> tuple[list[Invasion], list[tuple[Place, Refusal]]]:
    """Return the legal answers with a kind of figure, and the refused places with reasons."""
    legal = [one for one in option.legal if isinstance(one, Invasion) and one.figure == kind]
    refused = [
        (one.intent.place, one.why)
        for one in option.refused
        if isinstance(one.intent, Invasion) and one.intent.figure == kind
    ]
    return legal, refused


def _invaders(context: DecisionContext, option: Option) -> Fork:
    clan = context.state.clans[context.knowledge.seat]
    pool = clan.reserve if option.verb == act.Invade.word else clan.valhalla
    keys = figure_keys(pool.kinds())
    rows = []
    for kind in pool.kinds():
        legal, refused = _invasions(option, kind)
        number = pool.number_of(kind)
        label = figure_name(kind) if number == 1 else f"{figure_name(kind)} x{number}"
        if legal:
            prices = sorted({price_of(context.state, intent) for intent in legal})
            price = say("{price} Rage", price="-".join(map(str, prices)))
            rows.append(Branch(Item(keys[kind], label, price, figure=kind), Go(ChosenFigure(kind))))
        else:
            why = one_reason(why for _, why in refused)
            item = Item(keys[kind], label, "-", enabled=False, why=why, figure=kind)
            rows.append(Branch(item, Shut()))
    return Fork(Spot.MENU, say("Invade with which figure?"), tuple(rows), first_enabled(rows))


# ---------------------------------------------------------------- pillage


def _pillage(context: DecisionContext, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    seat = context.knowledge.seat
    match rest:
        case (ChosenPlace(place),):
            verb = act.Repillage if option.verb == act.Repillage.word else act.Pillage
            reward = token_name(context.state.board.provinces[place].token)
            title = say(
                "Pillage {place} (reward: {reward})?", place=place_name(place), reward=reward
            )
            brief = say("Pillage {place}?", place=with_god(context, place))
            note = with_power(context, place, strengths_note(context, place))
            return confirm(verb(seat, place), title, note, brief=brief)
        case _:
            places = (
                one.place for one in option.legal if isinstance(one, act.Pillage | act.Repillage)
            )
            refused = (
                (one.intent.place, one.why)
                for one in option.refused
                if isinstance(one.intent, act.Pillage | act.Repillage)
            )
            return map_fork(
                say("Pillage where?"),
                place_branches(context.state, places, refused),
                rank=partial(margin, context.state, seat),
            )
