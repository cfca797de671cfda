"""The sentences of changes to figures and to the upgrades on a sheet."""

from __future__ import annotations

from typing import Final, assert_never

from client.text.catalogue import Fields, say
from client.text.log_line import LogLine, LogTopic
from client.text.names import (
    Names,
    card_name,
    face_name,
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


def cause_name(cause: Cause) -> str:
    """Why figures died, in a word or two."""
    return say(_CAUSES[cause])


def figures_told(
    change: deed.PlaceFigure | deed.MoveFigures | deed.ToValhalla | deed.Release, names: Names
) -> LogLine:
    """Figures that come, go, die or return."""
    who, full = names.who(change.seat), names.full(change.seat)
    match change:
        case deed.PlaceFigure():
            short: Fields = {"who": who, "figure": figure_name(change.figure)}
            long: Fields = {"who": full, "figure": one_figure(change.figure)}
            there: Fields = {"place": place_title(change.place)}
            place: Fields = {"place": place_name(change.place)}
            if change.origin is Origin.VALHALLA:
                return LogLine(
                    say("{who}: {figure} > {place} from Valhalla", **short, **there),
                    say("{who} invades {place} with {figure} from Valhalla.", **long, **place),
                    LogTopic.BOARD,
                    change.seat,
                    place=change.place,
                )
            if change.card is not None and change.card != CardId(change.figure):
                by: Fields = {"card": card_name(change.card)}
                return LogLine(
                    say("{who}: {figure} > {place} by {card}", **short, **there, **by),
                    say("{who} invades {place} with {figure} by {card}.", **long, **place, **by),
                    LogTopic.BOARD,
                    change.seat,
                    cards=(change.card,),
                    place=change.place,
                )
            return LogLine(
                say("{who}: {figure} > {place}", **short, **there),
                say("{who} invades {place} with {figure}.", **long, **place),
                LogTopic.BOARD,
                change.seat,
                place=change.place,
            )
        case deed.MoveFigures():
            return _moved(change, names)
        case deed.ToValhalla():
            fields: Fields = {
                "figures": figures_named(change.figures),
                "place": place_name(change.place),
                "cause": cause_name(change.cause),
            }
            return LogLine(
                say("{who}: {figures} dead, {place}", who=names.who(change.seat), **fields),
                say("Dead in {place} ({cause}): {figures} of {who}.", who=full, **fields),
                LogTopic.BOARD,
                change.seat,
                place=change.place,
            )
        case deed.Release():
            figures = figures_named(change.figures)
            return LogLine(
                say("{who}: {figures} back from Valhalla", who=who, figures=figures),
                say(
                    "Back from Valhalla in the reserve of {who}: {figures}.",
                    who=full,
                    figures=figures,
                ),
                LogTopic.BOARD,
                change.seat,
            )
        case _:
            assert_never(change)


def _moved(change: deed.MoveFigures, names: Names) -> LogLine:
    who, full = names.who(change.seat), names.full(change.seat)
    fields: Fields = {
        "figures": figures_named(change.figures),
        "origin": place_name(change.origin),
        "target": place_name(change.target),
    }
    match change.step:
        case Step.MARCH:
            short = say("{who}: {figures}, {origin} > {target}", who=who, **fields)
            sentence = say(
                "{who} marches from {origin} to {target}: {figures}.", who=full, **fields
            )
        case Step.JOIN:
            short = say("{who}: join, {figures}, {origin} > {target}", who=who, **fields)
            sentence = say(
                "{who} joins the battle for {target} from {origin}: {figures}.", who=full, **fields
            )
        case Step.HAMMERS:
            short = say("{who}: {figures} walks on > {target}", who=who, **fields)
            sentence = say(
                "{who} lets the {figures} walk on from {origin} to {target}.", who=full, **fields
            )
        case Step.RETREAT:
            short = say("{who}: {figures} retreats > {target}", who=who, **fields)
            sentence = say(
                "The {figures} of {who} retreats from {origin} to {target}.", who=full, **fields
            )
        case _:
            assert_never(change.step)
    return LogLine(short, sentence, LogTopic.BOARD, change.seat, place=change.target)


def sheet_told(
    change: deed.BoxMonster | deed.PlayUpgrade | deed.RecruitMonster, names: Names
) -> LogLine:
    """Upgrades and the monsters they bring or send away."""
    who, full = names.who(change.seat), names.full(change.seat)
    match change:
        case deed.PlayUpgrade():
            card = face_name(change.face)
            cards: tuple[CardId, ...] = (change.face.card,)
            if change.replaces is None:
                short = say("{who}: upgrade {card}", who=who, card=card)
                sentence = say("{who} plays the upgrade {card}.", who=full, card=card)
            else:
                old = card_name(change.replaces)
                cards += (change.replaces,)
                short = say("{who}: upgrade {card} over {old}", who=who, card=card, old=old)
                sentence = say(
                    "{who} plays the upgrade {card} in place of {old}.",
                    who=full,
                    card=card,
                    old=old,
                )
            return LogLine(short, sentence, LogTopic.CARDS, change.seat, cards=cards)
        case deed.BoxMonster():
            boxed: Fields = {"card": card_name(change.card)}
            if change.place is None:
                sentence = say("The {card} of {who} leaves the game.", who=full, **boxed)
            else:
                sentence = say(
                    "The {card} of {who} leaves {place} and the game.",
                    who=full,
                    place=place_name(change.place),
                    **boxed,
                )
            return LogLine(
                say("{who}: {card} to the box", who=who, **boxed),
                sentence,
                LogTopic.BOARD,
                change.seat,
                cards=(change.card,),
                place=change.place,
            )
        case deed.RecruitMonster():
            joined: Fields = {"card": card_name(change.card)}
            return LogLine(
                say("{who}: {card} in reserve", who=who, **joined),
                say("The {card} joins the reserve of {who}.", who=full, **joined),
                LogTopic.BOARD,
                change.seat,
                cards=(change.card,),
            )
        case _:
            assert_never(change)
