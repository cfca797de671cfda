"""Sentences of changes to figures and to the upgrades on a sheet."""

from __future__ import annotations

from typing import Final

from client.text.catalogue import Fields, say
from client.text.log_line import About, LogLine, LogTopic, Told, log_line
from client.text.names import (
    Names,
    card_name,
    figure_name,
    figures_named,
    location_title,
    one_figure,
    place_name,
    place_title,
)
from engine import changes as deed
from engine.terms import CardId, Cause, Origin, Place, Step
from engine.values import replace

_CAUSES: Final = {
    Cause.ARRIVAL: "killed on arrival",
    Cause.SMITE: "Odin's Smite",
    Cause.TIDE: "Odin's Tide",
    Cause.BATTLE: "battle lost",
    Cause.SACRIFICE: "sacrificed",
    Cause.RAGNAROK: "Ragnarök",
    Cause.CAPTURE: "village taken",
}
_STEPS: Final[dict[Step, Told]] = {
    Step.MARCH: (
        LogTopic.BOARD,
        "{who}: {figures}, {origin} → {target}",
        "{who} marches from {origin} to {target}: {figures}.",
        "You march from {origin} to {target}: {figures}.",
    ),
    Step.JOIN: (
        LogTopic.BOARD,
        "{who}: join, {figures}, {origin} → {target}",
        "{who} brings {troops} from {origin} to {target}.",
        "You bring {troops} from {origin} to {target}.",
    ),
    Step.HAMMERS: (
        LogTopic.BOARD,
        "{who}: {figures} walks on → {target}",
        "{figures} ({who}) walks on from {origin} to {target}.",
        "",
    ),
    Step.RETREAT: (
        LogTopic.BOARD,
        "{who}: {figures} retreats → {target}",
        "{figures} ({who}) retreats from {origin} to {target}.",
        "",
    ),
}
_INVADES: Final[Told] = (
    LogTopic.BOARD,
    "{who}: {figure} → {target}",
    "{who} invades {place} with {troops}.",
    "You invade {place} with {troops}.",
)
_FROM_VALHALLA: Final[Told] = (
    LogTopic.BOARD,
    "{who}: {figure} → {target} from Valhalla",
    "{who} invades {place} with {troops} from Valhalla.",
    "You invade {place} with {troops} from Valhalla.",
)
_BY_CARD: Final[Told] = (
    LogTopic.BOARD,
    "{who}: {figure} → {target} ({card})",
    "{who} invades {place} with {troops} ({card}).",
    "You invade {place} with {troops} ({card}).",
)
"""The ways of a figure onto the board."""


def cause_name(cause: Cause) -> str:
    """Name a cause of death in a word or two."""
    return say(_CAUSES[cause])


def place_figure(change: deed.PlaceFigure, names: Names) -> LogLine:
    """Return the line of a figure that enters the board."""
    fields: Fields = {
        "figure": figure_name(change.figure),
        "troops": one_figure(change.figure),
        "target": place_title(change.place),
    }
    about = About(change.seat, change.place)
    if change.origin is Origin.VALHALLA:
        return log_line(names, about, *_FROM_VALHALLA, **fields)
    if change.card is not None and change.card != CardId(change.figure):
        return log_line(names, replace(about, cards=(change.card,)), *_BY_CARD, **fields)
    return log_line(names, about, *_INVADES, **fields)


def move_figures(change: deed.MoveFigures, names: Names) -> LogLine:
    """Return the line of figures that march, join, walk on or retreat."""
    named = figures_named(change.figures)
    fields: Fields = {
        "figures": named,
        "troops": one_figure(change.figures.kinds()[0]) if change.figures.count == 1 else named,
        "origin": place_name(change.origin),
        "target": place_name(change.target),
    }
    about = About(change.seat, change.target)
    return log_line(names, about, *_STEPS[change.step], **fields)


def valhalla(change: deed.ToValhalla | deed.Release, names: Names) -> LogLine:
    """Return the line of figures that die or come back."""
    figures = figures_named(change.figures)
    if isinstance(change, deed.Release):
        return log_line(
            names,
            About(change.seat),
            LogTopic.BOARD,
            "{who}: back from Valhalla, {figures}",
            "Back from Valhalla: {figures} ({who}).",
            figures=figures,
        )
    return log_line(
        names,
        About(change.seat, change.place),
        LogTopic.BOARD,
        "{who}: dead in {place}, {figures}",
        "Dead in {place} ({cause}): {figures} ({who}).",
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
            "You play the upgrade {card}.",
        )
    return log_line(
        names,
        About(change.seat, cards=(card, old)),
        LogTopic.CARDS,
        "{who}: upgrade {old} → {card}",
        "{who} replaces an upgrade: {old} → {card}.",
        "You replace an upgrade: {old} → {card}.",
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
            "{card} ({who}) joins the reserve.",
        )
    place = change.location if isinstance(change.location, Place) else None
    return log_line(
        names,
        About(change.seat, place, (change.card,)),
        LogTopic.BOARD,
        "{who}: {card} leaves the game",
        "{card} ({who}, {origin}) leaves the game.",
        origin=location_title(change.location),
    )
