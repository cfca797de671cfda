"""Explain the item under the cursor (`v`): its numbers, or the card."""

from __future__ import annotations

from client.controller.log_overlay import read_line
from client.controller.table_model import TableModel
from client.presenter import overlays
from client.presenter.battle_reasons import battle_sheet
from client.prompts.confirm import strengths_note
from client.prompts.foresight import foresee
from client.prompts.nodes import ChosenCard, ChosenFigure, DecisionContext, Verb
from client.prompts.walk import Walk, place_at
from client.screens.event_card import readable_event
from client.screens.frame import Frame, hand_faces
from client.text.catalogue import say
from client.text.consequences import after_this
from client.text.names import figure_name, place_title
from client.text.reasons import (
    horns_sentence,
    indented,
    invade_reasons,
    quest_reasons,
    upgrade_reasons,
)
from client.ui.layout import size_of
from client.ui.view import BattleView, Overlay, OverlayKind, Pane, Spot, Strip
from engine import actions as act
from engine.cards import CARDS
from engine.decisions import (
    BlessingDecision,
    DomainDecision,
    HammersDecision,
    JoinDecision,
    MysticRetreatDecision,
    OpenPlayDecision,
    RetreatDecision,
    StatDecision,
    SuccorDecision,
    TideDecision,
)
from engine.sheet import REPILLAGE_PRICE
from engine.terms import Face, FigureKind, Kind, Place, Seat
from engine.values import replace


def read(model: TableModel) -> None:
    """Explain what the cursor that moved last is on: place, card, line of the log, or answer.

    The card of an event comes before all of them, unless a pane has the keys.
    """
    options = model.display.options
    event = readable_event(Frame(model.view(0.0), size_of(*options.size)))
    if event is not None and event.card is not None:
        model.display.open(overlays.event_overlay(model.shown.names, event.told, event.card))
    elif options.pane is Pane.LOG and model.shown.log:
        read_line(model, len(model.shown.log) - 1 - options.log_scroll)
    elif options.pane is Pane.HAND:
        read_hand(model)
    elif options.pane is Pane.MAP or options.at_place:
        model.display.open(overlays.place_overlay(model.context, model.display.options.place))
    elif model.walk is not None:
        _read_answer(model, model.walk)
    elif model.shown.battle is not None:
        model.display.open(_fought(model, model.shown.battle))
    else:
        model.display.open(overlays.place_overlay(model.context, model.place_now))


def read_hand(model: TableModel) -> None:
    """Open the cards of the hand pane, that under its cursor first."""
    walk = model.walk
    if walk is not None and walk.fork.spot is Spot.CARDS:
        _read_answer(model, walk)
        return
    faces = hand_faces(model.shown.knowledge)
    if faces and model.you is not None:
        at = min(model.display.options.card, len(faces) - 1)
        model.display.open(overlays.card_overlay(faces, at))
    else:
        model.display.notify(say("No card to read here; / searches all cards."))


def read_cards(model: TableModel) -> None:
    """Open the cards there are to read now, that at the cursor first."""
    faces_now = model.faces
    if not faces_now:
        model.display.notify(say("No card to read here; / searches all cards."))
        return
    face = None if model.walk is None else _face_of(model.walk)
    first = faces_now.index(face) if face in faces_now else 0
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


def _face_of(walk: Walk) -> Face | None:
    """Return the card under the cursor, or the one that a confirmation is about."""
    if walk.branch.item.face is not None or not walk.trail:
        return walk.branch.item.face
    last = walk.trail[-1].part
    return last.face if isinstance(last, ChosenCard) else None


def _read_answer(model: TableModel, walk: Walk) -> None:
    """Explain the answer under the cursor: its card, or its numbers."""
    face = _face_of(walk)
    if face is None:
        model.display.open(_numbers(model, walk))
    elif face in model.faces:
        read_cards(model)
    else:
        model.display.open(overlays.card_overlay((face,)))


def _numbers(model: TableModel, walk: Walk) -> Overlay:
    """Return the explanation of an answer that is no card."""
    item = walk.branch.item
    here = overlays.place_overlay(model.context, model.place_now)
    if isinstance(walk.context.decision, StatDecision):
        return overlays.clan_overlay(model.context, model.table.seat)
    if item.verb:
        return _explained(item.label, (*_why(item.why), *_action(walk.context, item.verb)))
    kind = item.figure or _chosen_figure(walk)
    if kind is not None and model.verb == act.Invade.word:
        return _invading(walk, kind, place_at(walk), here)
    if item.place is not None and isinstance(walk.context.decision, JoinDecision):
        place = walk.context.decision.place
        told = overlays.place_overlay(model.context, place)
        return replace(told, lines=(*_why(item.why), *told.lines))
    if place_at(walk) is not None:
        return replace(here, lines=(*_why(item.why), *here.lines))
    if walk.trail and isinstance(walk.trail[-1].part, Verb):
        return _explained(walk.fork.title, _action(walk.context, model.verb))
    return _plain(model, walk)


def _plain(model: TableModel, walk: Walk) -> Overlay:
    """Return an answer in words, and the battle or the place that it is about."""
    item = walk.branch.item
    lines = [line for line in (item.detail, walk.fork.title, walk.fork.note) if line]
    place = _asked_place(walk.context)
    if model.shown.battle is not None and model.shown.battle.strip is not Strip.CALL:
        lines += ["", *_fought(model, model.shown.battle).lines]
    elif place is not None:
        told = overlays.place_overlay(model.context, place)
        lines += ["", told.title, *indented(told.lines)]
    return _explained(item.label, (*_why(item.why), *lines))


def _asked_place(asked: DecisionContext) -> Place | None:
    """Return the place that a decision is about."""
    match asked.decision:
        case (
            JoinDecision(place=place)
            | SuccorDecision(place=place)
            | DomainDecision(place=place)
            | RetreatDecision(place=place)
            | MysticRetreatDecision(place=place)
            | OpenPlayDecision(place=place)
            | BlessingDecision(place=place)
            | HammersDecision(place=place)
            | TideDecision(place=place)
        ):
            return place
        case _:
            return None


def _fought(model: TableModel, battle: BattleView) -> Overlay:
    """Return the totals of the battle on the screen, and its open cards with their texts."""
    open_now = battle.strip in (Strip.REVEAL, Strip.RESULT)
    cards = model.shown.battle_cards if open_now else ()
    return battle_sheet(battle, model.shown.names, cards)


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
            head = say("Committing a quest costs nothing.")
            quests = tuple(face for face in hand if CARDS[face.card].kind is Kind.QUEST)
            return (head, *(quest_reasons(state, asked.names, face, seat) for face in quests))
        case act.Pillage.word:
            return (say("A pillage costs nothing."), *_pillages(asked, act.Pillage))
        case act.Repillage.word:
            price = say("Pillaging again costs {price} Rage.", price=REPILLAGE_PRICE)
            return (price, *_pillages(asked, act.Repillage))
        case act.InvadeFromValhalla.word:
            return (say("A figure from Valhalla costs 1 Rage, whatever its strength."),)
        case act.TakeVillage.word:
            return (
                say("A Mystic takes the village of a Warrior or Mystic, which is destroyed."),
                horns_sentence(state, seat),
            )
        case act.Sacrifice.word:
            return (say("A sacrifice costs two of your figures on the board, and no Rage."),)
        case _:
            lost = say(
                "Passing loses your last {rage} Rage; you take no more actions in this Age.",
                rage=state.clans[seat].rage,
            )
            return (lost, say("You can still join battles and play cards in them."))


def _every_invade(asked: DecisionContext) -> tuple[str, ...]:
    state, seat = asked.state, asked.knowledge.seat
    lines = [say("An invade costs Rage equal to the figure's strength."), ""]
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
            here = strengths_note(asked, intent.place)
            then = after_this(foresee(asked, intent), asked.names)
            lines += ["", place_title(intent.place), *indented((here, then))]
    return tuple(lines)
