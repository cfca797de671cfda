"""The front door of the rules engine: the names needed to set up and play a game.

A game is a `GameState` and, beside it, the `Knowledge` of each seat: the cards that only this seat
can see. `owed` lists the decisions and duties that are open, `intents` the legal answers to a
decision, `publish` splits an answer into its public action and the knowledge of its seat, and
`apply` plays an action. Chance is an argument: the table passes in the layout and the cards.

Set up a game for two. Without a draft, hands are dealt:

>>> layout = Layout(
...     first=Seat(0),
...     tokens=OUTER_TOKENS,
...     ragnarok=(Place.ELVAGAR, Place.ANGERBODA, Place.HORGR),
...     destroyed=(Place.ANDLANG, Place.UTGARD, Place.GIMLE),
... )
>>> state = new_game(2, layout, Options(Rulings(draft=False)))
>>> seats = (Seat(0), Seat(1))
>>> knowledge = {seat: first_knowledge(seat, players=2) for seat in seats}
>>> owed(state)
(ClanDecision(seat=0),)

Each seat takes the first clan it is offered:

>>> for seat in seats:
...     (decision,) = owed(state)
...     answers = intents(state, knowledge[seat], decision)
...     action, knowledge[seat] = publish(answers[0], knowledge[seat])
...     state = apply(state, action).state
>>> owed(state)
(BeginAgeDuty(age=<Age.ONE: 1>, attempt=1),)

The table begins the Age and deals six cards to each seat from a deck that it should have shuffled.
A seat receives its cards when the story says that the dealing starts:

>>> outcome = apply(state, BeginAge(state.age, attempt=1, roster=seats))
>>> deck = deck_faces(state.age, 2, kickstarter=False)
>>> for seat in seats:
...     known = witness(knowledge[seat], outcome.story[:1])
...     known = with_dealt_hand(known, deck[6 * seat : 6 * seat + 6])
...     knowledge[seat] = witness(known, outcome.story[1:])
>>> [face.card for face in knowledge[Seat(0)].hand[:3]]
['friggas-grace', 'heimdalls-sight', 'odins-smite']

The first player invades, and the story lists the consequences:

>>> state = outcome.state
>>> (decision,) = owed(state)
>>> answers = intents(state, knowledge[Seat(0)], decision)
>>> len(answers), answers[0]
(14, Invade(seat=0, figure='warrior', place=<Place.ELVAGAR: 0>))
>>> action, knowledge[Seat(0)] = publish(answers[0], knowledge[Seat(0)])
>>> [type(item).__name__ for item in apply(state, action).story]
['PayRage', 'PlaceFigure', 'BeginTurn']
"""

from __future__ import annotations

from engine.actions import Action, BeginAge, Intent
from engine.decisions import Decision, Owed
from engine.decks import deck_faces
from engine.errors import IllegalAction, Refusal
from engine.intents import duty_done, intents
from engine.knowledge import (
    Knowledge,
    first_knowledge,
    publish,
    with_dealt_hand,
    with_pack,
    witness,
)
from engine.play import Outcome, apply, illegal, is_over, owed, owed_by
from engine.setup import OUTER_TOKENS, Layout, new_game
from engine.state import GameState, Options, Rulings
from engine.story import Story
from engine.terms import Face, Place, Seat

__all__ = [
    "OUTER_TOKENS",
    "Action",
    "BeginAge",
    "Decision",
    "Face",
    "GameState",
    "IllegalAction",
    "Intent",
    "Knowledge",
    "Layout",
    "Options",
    "Outcome",
    "Owed",
    "Place",
    "Refusal",
    "Rulings",
    "Seat",
    "Story",
    "apply",
    "deck_faces",
    "duty_done",
    "first_knowledge",
    "illegal",
    "intents",
    "is_over",
    "new_game",
    "owed",
    "owed_by",
    "publish",
    "with_dealt_hand",
    "with_pack",
    "witness",
]
