"""Confirmation of an answer, with its consequences, before it is sent.

The rules play the answer on a copy of the state up to the next decision of any seat; nothing
hidden is used.
"""

from __future__ import annotations

from collections.abc import Iterator

from client.prompts.nodes import Back, Branch, DecisionContext, Fork, Take
from client.text.catalogue import listed, say
from client.text.names import Names, figures_named, stat_name
from client.ui.view import Item, Spot
from engine import actions as act
from engine import changes as deed
from engine.battle_changes import StartBattle
from engine.knowledge import publish
from engine.state import GameState
from engine.story import Story, StoryItem, UnopposedNote
from engine.strength import strength
from engine.targets import joiners
from engine.terms import Place, Seat, Stat, Use
from protocol.rules import rules_for


def confirm(intent: act.Intent, title: str, note: str = "", *, careful: bool = False) -> Fork:
    """Ask for a yes or a step back; `careful` puts the cursor on No, as a mistake would hurt."""
    yes = Branch(Item("y", say("Yes")), Take(intent))
    no = Branch(Item("n", say("No, go back")), Back())
    branches = (no, yes) if careful else (yes, no)
    return Fork(Spot.CONFIRM, title, branches, note=note, final=True)


def what_follows(context: DecisionContext, intent: act.Intent) -> str:
    """List the certain consequences of an open answer, in a few words each."""
    action, _ = publish(intent, context.knowledge)
    outcome = rules_for(context.state).apply(context.state, action)
    parts = [*_costs(context.state, outcome.story, intent.seat)]
    parts += _events(outcome.story, context.names, intent.seat)
    return say("; ").join(parts)


def _turn_of(story: Story) -> Iterator[StoryItem]:
    """Yield the part of a story that belongs to the action itself."""
    for item in story:
        if isinstance(item, deed.BeginTurn | deed.BeginPhase):
            return
        yield item


def _costs(before: GameState, story: Story, seat: Seat) -> Iterator[str]:
    clan = before.clans[seat]
    own = tuple(_turn_of(story))
    paid = [item for item in own if isinstance(item, deed.PayRage) and item.seat == seat]
    placed = sum(isinstance(item, deed.PlaceFigure) and item.seat == seat for item in own)
    if paid:
        yield say("Rage {old} > {new}", old=clan.rage, new=paid[-1].total)
    elif placed:
        yield say("free")
    if placed:
        yield say(
            "Horns {used}/{most}",
            used=before.on_board(seat) + placed,
            most=clan.value(Stat.HORNS),
        )


def _events(story: Story, names: Names, seat: Seat) -> Iterator[str]:
    for item in _turn_of(story):
        match item:
            case deed.ToValhalla():
                yield say(
                    "{who}: {figures} to Valhalla",
                    who=names.clan(item.seat),
                    figures=figures_named(item.figures),
                )
            case deed.RaiseStat() if item.seat == seat:
                yield say("{stat} to {value}", stat=stat_name(item.stat), value=item.total)
            case deed.GainGlory():
                yield say("{who} +{amount} Glory", who=names.full(item.seat), amount=item.amount)
            case deed.BoxMonster():
                yield say("the old monster leaves the game")
            case UnopposedNote():
                yield say("nobody can stop it")
            case StartBattle():
                yield say("straight to battle")
            case _:
                pass


def pillage_note(context: DecisionContext, seat: Seat, place: Place) -> str:
    """List the strengths in the area and the seats that could still join."""
    state, names = context.state, context.names
    here = [
        say(
            "{who} {strength}",
            who=names.full(one),
            strength=strength(state, one, place, Use.BATTLE),
        )
        for one in state.seats_from(seat)
        if state.area_figures(one, place)
    ]
    stands = say("In the area: {all}.", all=listed(here))
    room = state.room(place)
    if room < 1:
        return say("{stands} No village is free: nobody can join.", stands=stands)
    free = say("No limit") if place == Place.YGGDRASIL else say("Villages free: {room}", room=room)
    may = [names.full(one) for one in state.seats_from(seat) if joiners(state, one, place)]
    if not may:
        return say("{stands} Nobody next door can join.", stands=stands)
    return say("{stands} {free}. May join: {all}.", stands=stands, free=free, all=listed(may))
