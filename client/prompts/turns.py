"""The questions of a turn: which action, with what, where, and the confirming one (I4 to I13)."""

from __future__ import annotations

from typing import Final

from client.prompts.confirm import confirm, pillage_note, what_follows
from client.prompts.hand import quest_turn, upgrade_turn
from client.prompts.marches import march_fork
from client.prompts.nodes import (
    Branch,
    Chosen,
    ChosenFigure,
    ChosenPlace,
    Deciding,
    Fork,
    Go,
    Shut,
    Verb,
)
from client.prompts.places import (
    appeal,
    figure_keys,
    map_fork,
    margin,
    one_reason,
    place_branch,
    worth,
)
from client.prompts.sacrifices import sacrifice_fork
from client.text.catalogue import say
from client.text.names import figure_name, place_name
from client.text.refusals import refusal_sentence
from client.ui.view import Item, Spot
from engine import actions as act
from engine.errors import Code
from engine.prompts import Option
from engine.sheet import REPILLAGE_PRICE, invade_price, upgrade_price
from engine.terms import FigureKind, Place, Seat

_KEYS: Final = {
    act.Invade.word: "i",
    act.March.word: "m",
    act.Upgrade.word: "u",
    act.Commit.word: "e",
    act.Pillage.word: "p",
    act.Repillage.word: "y",
    act.InvadeFromValhalla.word: "w",
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
    act.Sacrifice.word: "Sacrifice",
    act.Pass.word: "Pass",
}


def turn_fork(asked: Deciding, parts: tuple[Chosen, ...]) -> Fork:
    """The question that follows after what was chosen so far."""
    if not parts:
        return _menu(asked)
    verb = parts[0]
    assert isinstance(verb, Verb)
    option = next(one for one in asked.prompt.options if one.verb == verb.word)
    rest = parts[1:]
    match verb.word:
        case act.Invade.word | act.InvadeFromValhalla.word:
            return _invade(asked, option, rest)
        case act.March.word:
            return march_fork(asked, option, rest)
        case act.Upgrade.word:
            return upgrade_turn(asked, option, rest)
        case act.Commit.word:
            return quest_turn(asked, option, rest)
        case act.Pillage.word | act.Repillage.word:
            return _pillage(asked, option, rest)
        case act.Sacrifice.word:
            return sacrifice_fork(asked, option, rest)
        case _:
            return _pass(asked)


# ---------------------------------------------------------------- the menu


def _menu(asked: Deciding) -> Fork:
    rows = []
    for option in asked.prompt.options:
        why = _shut_verb(option)
        item = Item(
            _KEYS[option.verb],
            say(_LABELS[option.verb]),
            _price(asked, option),
            not why,
            why,
            verb=option.verb,
        )
        rows.append(Branch(item, Shut() if why else Go(Verb(option.verb))))
    legal = [index for index, branch in enumerate(rows) if branch.item.enabled]
    return Fork(Spot.MENU, say("What will you do?"), tuple(rows), legal[0])


_OF_ONE_PLACE: Final = (Code.NOT_PRESENT, Code.ALREADY_PILLAGED, Code.DESTROYED)


def _shut_verb(option: Option) -> str:
    """Why no answer of a verb is legal; what is true of one place is not said of all."""
    if option.why is None:
        return ""
    if option.verb == act.Pillage.word and option.why.code in _OF_ONE_PLACE:
        return say("No province with a figure or ship of yours is left to be pillaged.")
    return refusal_sentence(option.why)


def _price(asked: Deciding, option: Option) -> str:
    """The Rage an action costs, as a range where it depends on the choice."""
    seat = asked.knowledge.seat
    prices = sorted({_price_of(asked, intent) for intent in option.legal})
    if option.verb == act.Pass.word:
        return say("lose {rage}", rage=asked.state.clans[seat].rage)
    if not prices:
        return "-"
    return f"{prices[0]}-{prices[-1]}" if len(prices) > 1 else str(prices[0])


def _price_of(asked: Deciding, intent: act.Intent) -> int:
    match intent:
        case act.Invade():
            return invade_price(asked.state, intent.seat, intent.figure, intent.place)
        case act.Upgrade():
            return upgrade_price(asked.state, intent.seat, intent.face.card)
        case act.March() | act.InvadeFromValhalla():
            return 1
        case act.Repillage():
            return REPILLAGE_PRICE
        case _:
            return 0


def _pass(asked: Deciding) -> Fork:
    seat = asked.knowledge.seat
    rage = asked.state.clans[seat].rage
    note = say(
        "You lose {rage} Rage and act no more in this Age; you can still join battles.", rage=rage
    )
    return confirm(act.Pass(seat), say("Pass for the rest of this Age?"), note, careful=True)


# ---------------------------------------------------------------- invade


def _invade(asked: Deciding, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    match rest:
        case ():
            return _invaders(asked, option)
        case (ChosenFigure(kind),):
            return _targets(asked, option, kind)
        case (ChosenFigure(kind), ChosenPlace(place)):
            intent = _invade_intent(option.verb, asked.knowledge.seat, kind, place)
            title = say("{figure} to {place}?", figure=figure_name(kind), place=place_name(place))
            return confirm(intent, title, what_follows(asked, intent))
        case _:
            raise AssertionError(rest)


def _invade_intent(
    verb: str, seat: Seat, kind: FigureKind, place: Place
) -> act.Invade | act.InvadeFromValhalla:
    if verb == act.Invade.word:
        return act.Invade(seat, kind, place)
    return act.InvadeFromValhalla(seat, kind, place)


def _invaders(asked: Deciding, option: Option) -> Fork:
    clan = asked.state.clans[asked.knowledge.seat]
    pool = clan.reserve if option.verb == act.Invade.word else clan.valhalla
    keys = figure_keys(pool.kinds())
    rows = []
    for kind in pool.kinds():
        prices = sorted(
            {
                _price_of(asked, intent)
                for intent in option.legal
                if isinstance(intent, act.Invade | act.InvadeFromValhalla) and intent.figure == kind
            }
        )
        number = pool.number_of(kind)
        label = figure_name(kind) if number == 1 else f"{figure_name(kind)} x{number}"
        if prices:
            price = say("{price} Rage", price="-".join(map(str, dict.fromkeys(prices))))
            rows.append(Branch(Item(keys[kind], label, price, figure=kind), Go(ChosenFigure(kind))))
        else:
            why = one_reason(
                refused.why
                for refused in option.refused
                if isinstance(refused.intent, act.Invade | act.InvadeFromValhalla)
                and refused.intent.figure == kind
            )
            rows.append(
                Branch(Item(keys[kind], label, "-", enabled=False, why=why, figure=kind), Shut())
            )
    legal = [index for index, branch in enumerate(rows) if branch.item.enabled]
    return Fork(Spot.MENU, say("Invade with which figure?"), tuple(rows), legal[0])


def _targets(asked: Deciding, option: Option, kind: FigureKind) -> Fork:
    rows = [
        place_branch(intent.place, Go(ChosenPlace(intent.place)), worth(asked.state, intent.place))
        for intent in option.legal
        if isinstance(intent, act.Invade | act.InvadeFromValhalla) and intent.figure == kind
    ]
    rows += [
        place_branch(refused.intent.place, Shut(), why=refusal_sentence(refused.why))
        for refused in option.refused
        if isinstance(refused.intent, act.Invade | act.InvadeFromValhalla)
        and refused.intent.figure == kind
    ]
    return map_fork(
        say("Where does the {figure} go?", figure=figure_name(kind)),
        rows,
        rank=lambda place: appeal(asked.state, place),
    )


# ---------------------------------------------------------------- pillage


def _pillage(asked: Deciding, option: Option, rest: tuple[Chosen, ...]) -> Fork:
    seat = asked.knowledge.seat
    again = option.verb == act.Repillage.word
    if rest:
        (part,) = rest
        assert isinstance(part, ChosenPlace)
        place = part.place
        intent = act.Repillage(seat, place) if again else act.Pillage(seat, place)
        title = say("Pillage {place}?", place=place_name(place))
        return confirm(intent, title, pillage_note(asked, seat, place))
    rows = [
        place_branch(intent.place, Go(ChosenPlace(intent.place)), worth(asked.state, intent.place))
        for intent in option.legal
        if isinstance(intent, act.Pillage | act.Repillage)
    ]
    rows += [
        place_branch(refused.intent.place, Shut(), why=refusal_sentence(refused.why))
        for refused in option.refused
        if isinstance(refused.intent, act.Pillage | act.Repillage)
    ]
    return map_fork(
        say("Pillage where?"), rows, rank=lambda place: margin(asked.state, seat, place)
    )
