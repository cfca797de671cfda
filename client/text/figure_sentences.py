"""Sentences of changes to figures and to the upgrades on a sheet."""

from __future__ import annotations

from typing import Final

from client.text.catalogue import Fields, say
from client.text.log_line import About, LogLine, LogTopic, log_line
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
from engine.terms import CardId, Cause, Origin, Place, Step

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
        "who": names.full(change.seat),
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
    about = About(change.seat, change.target)
    return log_line(names, about, LogTopic.BOARD, *_STEPS[change.step], **fields)


def valhalla(change: deed.ToValhalla | deed.Release, names: Names) -> LogLine:
    """Return the line of figures that die or come back."""
    figures = figures_named(change.figures)
    if isinstance(change, deed.Release):
        return log_line(
            names,
            About(change.seat),
            LogTopic.BOARD,
            "{who}: {figures} back from Valhalla",
            "Back from Valhalla in the reserve of {who}: {figures}.",
            figures=figures,
        )
    return log_line(
        names,
        About(change.seat, change.place),
        LogTopic.BOARD,
        "{who}: {figures} dead, {place}",
        "Dead in {place} ({cause}): {figures} of {who}.",
        figures=figures,
        cause=cause_name(change.cause),
    )


# ------------------------------------------------------------------------ cards and provinces


def play_upgrade(change: deed.PlayUpgrade, names: Names) -> LogLine:
    """Return the line of an upgrade put on the sheet."""
    card, old = change.face.card, change.replaces
    if old is None:
        return log_line(
            names,
            About(change.seat, cards=(card,)),
            LogTopic.CARDS,
            "{who}: upgrade {card}",
            "{who} plays the upgrade {card}.",
        )
    return log_line(
        names,
        About(change.seat, cards=(card, old)),
        LogTopic.CARDS,
        "{who}: upgrade {card} over {old}",
        "{who} plays the upgrade {card} in place of {old}.",
        old=card_name(old),
    )


def monster(change: deed.BoxMonster | deed.RecruitMonster, names: Names) -> LogLine:
    """Return the line of a monster that joins the reserve or leaves the game."""
    if isinstance(change, deed.RecruitMonster):
        return log_line(
            names,
            About(change.seat, cards=(change.card,)),
            LogTopic.BOARD,
            "{who}: {card} in reserve",
            "The {card} joins the reserve of {who}.",
        )
    place = change.location if isinstance(change.location, Place) else None
    return log_line(
        names,
        About(change.seat, place, (change.card,)),
        LogTopic.BOARD,
        "{who}: {card} to the box",
        "The {card} of {who} leaves {place} and the game."
        if place is not None
        else "The {card} of {who} leaves the reserve and the game."
        if change.location is Origin.RESERVE
        else "The {card} of {who} leaves Valhalla and the game.",
    )
