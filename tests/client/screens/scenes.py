"""Moments of real games, as the model shows them: seeded tables, bots, keys pressed."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from client.bots import LEVELS, Situation
from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.presenter.people import Surroundings
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.prompts.nodes import Take
from client.tables.local_table import Chair, LocalTable, shuffled
from client.text.catalogue import spoken
from client.ui.view import Strip, TableView
from engine import decisions as ask
from engine import values
from engine.state import Options
from engine.terms import Seat

NAMES = ("Astrid", "Bo", "Hati", "Cyra", "Dag")
LEVEL = "thrall"
STEP = 0.5
"""Seconds of the clock between two moments."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A moment: the n-th question or view of a kind, and keys to press then."""

    name: str
    what: type[ask.Decision] | str
    players: int = 4
    number: int = 1
    keys: str = ""
    seed: int = 3
    at: tuple[int, int] = (80, 24)
    """The size of the screen when the keys are pressed."""
    memory_aid: bool = True
    fighters: int = 0
    """Participants of the wanted battle; 0 for any number."""
    boxes: bool = False
    """Whether the game has Gods of Asgard and Mystics of Midgard."""


@dataclass
class Clock:
    """The time of a scene, which advances with every moment."""

    now: float = 0.0


def moments(
    players: int, seed: int, clock: Clock, *, kickstarter: bool = False, boxes: bool = False
) -> Iterator[TableModel]:
    """Play a whole game of bots, as seat A sees it."""
    chairs = [Chair(name, LEVEL) for name in NAMES[:players]]
    chairs[0] = Chair(NAMES[0])
    options = Options(kickstarter=kickstarter, gods=boxes, mystics=boxes)
    table = LocalTable(shuffled(tuple(chairs), seed, options))
    others = tuple(Seat(seat) for seat in range(1, players))
    model = TableModel(
        table.seat(Seat(0)),
        Preferences(Pace.READABLE, guard=0.0, answers_alone=False, hints=False),
        Surroundings(bots=others),
    )
    chance = Random(seed)
    while True:
        clock.now += STEP
        model.listen()
        model.tick(clock.now)
        yield model
        decision = model.table.owed
        if model.playback.stays:
            model.playback.skip(clock.now)
        elif not model.playback.is_idle:
            continue
        elif decision is not None:
            situation = Situation(
                model.shown.state, model.shown.knowledge, decision, model.table.answers
            )
            model.submit(Take(LEVELS[LEVEL](situation, chance)))
        elif model.is_over:
            return
        else:
            model.table.advance()


def shows(model: TableModel, what: type[ask.Decision] | str) -> bool:
    """Whether a moment is of the wanted kind."""
    if isinstance(what, str):
        view = model.view(0.0)
        battle = view.battle
        return {
            "waiting": bool(view.waiting) and view.question is None and battle is None,
            "playing": not model.playback.is_idle,
            "result": battle is not None and battle.strip is Strip.RESULT and model.playback.stays,
            "reveal": battle is not None and battle.strip is Strip.REVEAL,
            "end": view.end is not None,
        }[what]
    return model.walk is not None and isinstance(model.table.owed, what)


def fights(model: TableModel, fighters: int) -> bool:
    """Whether the battle has the wanted number of participants."""
    battle = model.view(0.0).battle
    return not fighters or (battle is not None and len(battle.rows) == fighters)


def scene(wanted: Wanted) -> TableView:
    """Return the view of a moment, in the language that is spoken."""
    return _scene(wanted, spoken())


@cache
def _scene(wanted: Wanted, _language: str) -> TableView:
    model, now = _moment(replace(wanted, name="", keys="", at=(80, 24)), _language)
    if wanted.keys:
        model = deepcopy(model)
        model.display.resize(*wanted.at)
        for key in wanted.keys.split():
            press(model, key, 1_000_000.0)
    return values.replace(model.view(now), memory_aid=wanted.memory_aid)


@cache
def _moment(wanted: Wanted, _language: str) -> tuple[TableModel, float]:
    """Play a game up to a moment, once for all scenes that press keys there."""
    return moment_of(wanted)


def moment_of(wanted: Wanted) -> tuple[TableModel, float]:
    """Play a game up to a moment; return the model and the time."""
    met = 0
    clock = Clock()
    for model in moments(wanted.players, wanted.seed, clock, boxes=wanted.boxes):
        if shows(model, wanted.what) and fights(model, wanted.fighters):
            met += 1
            if met == wanted.number:
                return model, clock.now
    raise LookupError(wanted)


@cache
def ended(players: int, seed: int) -> TableModel:
    """Play a game to its end; copy the model before you press keys."""
    *_, model = moments(players, seed, Clock())
    return model


@cache
def whole_game(players: int, seed: int, every: int = 5) -> tuple[TableView, ...]:
    """Return views of a whole game, every few moments."""
    return tuple(
        model.view(0.0)
        for number, model in enumerate(moments(players, seed, Clock()))
        if number % every == 0 or model.is_over
    )
