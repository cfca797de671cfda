"""Sentences of changes to figures and to the upgrades on a sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from client.text.catalogue import Fields, say
from client.text.log_line import LogLine, LogTopic, seat_line
from client.text.names import (
    Names,
    card_name,
    figure_name,
    figures_named,
    one_figure,
    place_name,
    place_title,
)
from engine import changes as deed
from engine.terms import CardId, Cause, Origin, Step

_CAUSES: Final = {
    Cause.ARRIVAL: "killed on arrival",
    Cause.SMITE: "Odin's Smite",
    Cause.TIDE: "Odin's Tide",
    Cause.BATTLE: "battle lost",
    Cause.SACRIFICE: "sacrificed",
    Cause.RAGNAROK: "Ragnarök",
}
_STEPS: Final = {
    Step.MARCH: (
        "{who}: {figures}, {origin} > {target}",
        "{who} marches from {origin} to {target}: {figures}.",
    ),
    Step.JOIN: (
        "{who}: join, {figures}, {origin} > {target}",
        "{who} joins the battle for {target} from {origin}: {figures}.",
    ),
    Step.HAMMERS: (
        "{who}: {figures} walks on > {target}",
        "{who} lets the {figures} walk on from {origin} to {target}.",
    ),
    Step.RETREAT: (
        "{who}: {figures} retreats > {target}",
        "The {figures} of {who} retreats from {origin} to {target}.",
    ),
}


def cause_name(cause: Cause) -> str:
    """Name a cause of death in a word or two."""
    return say(_CAUSES[cause])


def place_figure(change: deed.PlaceFigure, names: Names) -> LogLine:
    """Return the line of a figure that enters the board."""
    short: Fields = {
        "who": names.who(change.seat),
        "figure": figure_name(change.figure),
        "place": place_title(change.place),
    }
    full: Fields = {
        "who": names.full(change.seat),
        "figure": one_figure(change.figure),
        "place": place_name(change.place),
    }
    cards: tuple[CardId, ...] = ()
    if change.origin is Origin.VALHALLA:
        told = (
            say("{who}: {figure} > {place} from Valhalla", **short),
            say("{who} invades {place} with {figure} from Valhalla.", **full),
        )
    elif change.card is not None and change.card != CardId(change.figure):
        card, cards = card_name(change.card), (change.card,)
        told = (
            say("{who}: {figure} > {place} by {card}", card=card, **short),
            say("{who} invades {place} with {figure} by {card}.", card=card, **full),
        )
    else:
        told = (
            say("{who}: {figure} > {place}", **short),
            say("{who} invades {place} with {figure}.", **full),
        )
    return LogLine(*told, LogTopic.BOARD, change.seat, cards=cards, place=change.place)


def move_figures(change: deed.MoveFigures, names: Names) -> LogLine:
    """Return the line of figures that march, join, walk on or retreat."""
    fields: Fields = {
        "figures": figures_named(change.figures),
        "origin": place_name(change.origin),
        "target": place_name(change.target),
    }
    line = seat_line(names, change.seat, LogTopic.BOARD, *_STEPS[change.step], **fields)
    return replace(line, place=change.target)


def valhalla(change: deed.ToValhalla | deed.Release, names: Names) -> LogLine:
    """Return the line of figures that die or come back."""
    figures = figures_named(change.figures)
    match change:
        case deed.ToValhalla():
            line = seat_line(
                names,
                change.seat,
                LogTopic.BOARD,
                "{who}: {figures} dead, {place}",
                "Dead in {place} ({cause}): {figures} of {who}.",
                figures=figures,
                place=place_name(change.place),
                cause=cause_name(change.cause),
            )
            return replace(line, place=change.place)
        case deed.Release():
            return seat_line(
                names,
                change.seat,
                LogTopic.BOARD,
                "{who}: {figures} back from Valhalla",
                "Back from Valhalla in the reserve of {who}: {figures}.",
                figures=figures,
            )
        case _:
            assert_never(change)


# ------------------------------------------------------------------------ cards and provinces


def play_upgrade(change: deed.PlayUpgrade, names: Names) -> LogLine:
    """Return the line of an upgrade put on the sheet."""
    card, old = change.face.card, change.replaces
    if old is None:
        line = seat_line(
            names,
            change.seat,
            LogTopic.CARDS,
            "{who}: upgrade {card}",
            "{who} plays the upgrade {card}.",
            card=card_name(card),
        )
        return replace(line, cards=(card,))
    line = seat_line(
        names,
        change.seat,
        LogTopic.CARDS,
        "{who}: upgrade {card} over {old}",
        "{who} plays the upgrade {card} in place of {old}.",
        card=card_name(card),
        old=card_name(old),
    )
    return replace(line, cards=(card, old))


def monster(change: deed.BoxMonster | deed.RecruitMonster, names: Names) -> LogLine:
    """Return the line of a monster that joins the reserve or leaves the game."""
    card = card_name(change.card)
    match change:
        case deed.RecruitMonster():
            line = seat_line(
                names,
                change.seat,
                LogTopic.BOARD,
                "{who}: {card} in reserve",
                "The {card} joins the reserve of {who}.",
                card=card,
            )
            return replace(line, cards=(change.card,))
        case deed.BoxMonster():
            who, full = names.who(change.seat), names.full(change.seat)
            if change.place is None:
                sentence = say("The {card} of {who} leaves the game.", who=full, card=card)
            else:
                sentence = say(
                    "The {card} of {who} leaves {place} and the game.",
                    who=full,
                    place=place_name(change.place),
                    card=card,
                )
            return LogLine(
                say("{who}: {card} to the box", who=who, card=card),
                sentence,
                LogTopic.BOARD,
                change.seat,
                cards=(change.card,),
                place=change.place,
            )
        case _:
            assert_never(change)
