"""Explain the item under the cursor (`v`): its numbers, or the card."""

from __future__ import annotations

from dataclasses import replace

from client.controller.table_model import TableModel
from client.presenter import overlays
from client.prompts.confirm import pillage_note
from client.prompts.nodes import ChosenFigure, DecisionContext
from client.prompts.walk import Walk, place_at
from client.text.catalogue import say
from client.text.names import figure_name, place_title
from client.text.reasons import (
    horns_sentence,
    indented,
    invade_reasons,
    quest_reasons,
    upgrade_reasons,
)
from client.ui.view import Overlay, OverlayKind, Pane
from engine import actions as act
from engine.cards import CARDS
from engine.decisions import StatDecision
from engine.sheet import REPILLAGE_PRICE
from engine.terms import FigureKind, Kind, Place, Seat


def read(model: TableModel) -> None:
    """Open the numbers of the action, figure or place at the cursor; else the card there."""
    pane = model.display.options.pane
    found = None if pane in (Pane.HAND, Pane.LOG) else _numbers(model)
    if found is not None:
        model.display.open(found)
    else:
        read_cards(model)


def read_cards(model: TableModel) -> None:
    """Open the cards there are to read now, that at the cursor first."""
    faces_now = model.faces
    if not faces_now:
        model.display.notify(say("There is no card to read now; / searches all cards."))
        return
    item = model.walk.branch.item if model.walk is not None else None
    first = faces_now.index(item.face) if item is not None and item.face in faces_now else 0
    model.display.open(overlays.card_overlay(faces_now, first))


def read_clan(model: TableModel, clans: Overlay) -> None:
    """Open every number of the clan under the cursor, over the overlay of all clans."""
    model.display.open(overlays.clan_overlay(model.context, Seat(clans.cursor), clans))


def read_on(model: TableModel, overlay: Overlay) -> bool:
    """Turn from numbers to cards, in a battle from cards to strengths; whether there was more."""
    battle = model.shown.state.battle
    if overlay.kind is OverlayKind.EXPLAIN and overlay.below is None and model.faces:
        read_cards(model)
        return True
    if overlay.kind is OverlayKind.CARD and overlay.below is None and battle is not None:
        model.display.open(overlays.place_overlay(model.context, battle.place))
        return True
    return False


def _numbers(model: TableModel) -> Overlay | None:
    """Return the explanation of the item under the cursor, unless that is a card."""
    walk = model.walk
    here = overlays.place_overlay(model.context, model.place_now)
    if model.display.options.pane is Pane.MAP:
        return here
    if walk is None:
        return None if model.faces else here
    item = walk.branch.item
    if item.face is not None:
        return None
    if isinstance(walk.context.decision, StatDecision):
        return overlays.clan_overlay(model.context, model.table.seat)
    if item.verb:
        return _explained(item.label, (*_why(item.why), *_action(walk.context, item.verb)))
    kind = item.figure or _chosen_figure(walk)
    if kind is not None and model.verb == act.Invade.word:
        return _invading(walk, kind, place_at(walk), here)
    if place_at(walk) is not None:
        return here
    return None if model.faces else here


def _invading(walk: Walk, kind: FigureKind, place: Place | None, here: Overlay) -> Overlay:
    """Return the price of an invade, with the place if one is chosen or under the cursor."""
    state, seat = walk.context.state, walk.context.knowledge.seat
    item = walk.branch.item
    if place is None:
        lines = invade_reasons(state, seat, kind, _places(walk.context, kind))
        return _explained(figure_name(kind), (*_why(item.why), *lines))
    if not item.enabled:
        return replace(here, lines=(*_why(item.why), *here.lines))
    return replace(here, lines=(*invade_reasons(state, seat, kind, (place,)), "", *here.lines))


def _explained(title: str, lines: tuple[str, ...]) -> Overlay:
    return Overlay(OverlayKind.EXPLAIN, title, lines)


def _why(why: str) -> tuple[str, ...]:
    """Return the reason an answer is greyed, which comes before everything else about it."""
    return (say("Not now: {why}", why=why), "") if why else ()


def _chosen_figure(walk: Walk) -> FigureKind | None:
    kinds = [one.part.kind for one in walk.trail if isinstance(one.part, ChosenFigure)]
    return kinds[-1] if kinds else None


def _places(asked: DecisionContext, kind: FigureKind) -> tuple[Place, ...]:
    """Return the places a figure may invade now."""
    return tuple(
        intent.place
        for intent in asked.prompt.legal
        if isinstance(intent, act.Invade) and intent.figure == kind
    )


# ------------------------------------------------------------------------ the actions


def _action(asked: DecisionContext, verb: str) -> tuple[str, ...]:
    """Return the price of an action with reasons, for everything it could be done with now."""
    state, seat = asked.state, asked.knowledge.seat
    hand = asked.knowledge.hand_faces
    match verb:
        case act.Invade.word:
            return _every_invade(asked)
        case act.March.word:
            return (say("A march costs 1 Rage, however many figures go and however far."),)
        case act.Upgrade.word:
            head = say("An upgrade costs the Rage printed on it and stays for the whole game.")
            cards = tuple(face.card for face in hand if CARDS[face.card].slot is not None)
            told = [line for card in cards for line in ("", *upgrade_reasons(state, seat, card))]
            return (head, *told)
        case act.Commit.word:
            head = say("Laying a quest face down costs nothing.")
            quests = tuple(face for face in hand if CARDS[face.card].kind is Kind.QUEST)
            return (head, *(quest_reasons(state, asked.names, face, seat) for face in quests))
        case act.Pillage.word:
            return (say("A pillage costs nothing."), *_pillages(asked, act.Pillage))
        case act.Repillage.word:
            price = say("Pillaging again costs {price} Rage.", price=REPILLAGE_PRICE)
            return (price, *_pillages(asked, act.Repillage))
        case act.InvadeFromValhalla.word:
            return (say("A figure from Valhalla costs 1 Rage, whatever its STR."),)
        case act.Sacrifice.word:
            return (say("A sacrifice costs two of your figures on the board, and no Rage."),)
        case _:
            lost = say(
                "Passing loses the {rage} Rage that is left; you act no more in this Age.",
                rage=state.clans[seat].rage,
            )
            return (lost, say("You can still join battles and play cards in them."))


def _every_invade(asked: DecisionContext) -> tuple[str, ...]:
    state, seat = asked.state, asked.knowledge.seat
    lines = [say("An invade costs the STR of the figure in Rage."), ""]
    for kind in state.clans[seat].reserve.kinds():
        lines += invade_reasons(state, seat, kind, _places(asked, kind))[:-1]
    return (*lines, "", horns_sentence(state, seat))


def _pillages(
    asked: DecisionContext, kind: type[act.Pillage] | type[act.Repillage]
) -> tuple[str, ...]:
    """Return every province that could be pillaged now, with clans there or next door."""
    lines: list[str] = []
    for intent in asked.prompt.legal:
        if isinstance(intent, kind):
            note = pillage_note(asked, asked.knowledge.seat, intent.place)
            lines += ["", place_title(intent.place), *indented((note,))]
    return tuple(lines)
