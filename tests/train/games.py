"""Games to learn from: what each seat had at the starts of Ages and at its turns, and how it ended.

Some answers are drawn, so that cards are met in hands that would not want them and positions occur
that good play avoids.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from client.bots.leaf import sheet_facts, turn_facts
from client.bots.learned_picks import shape
from client.bots.outlook import Outlook
from client.bots.situation import Bot, Situation
from client.bots.turn_choice import turn_values
from client.bots.weights import Weights
from client.tables.local_table import LocalTable
from client.tables.simulate import bot_table
from engine import actions as act
from engine import decisions as ask
from engine.state import Clan, Options
from engine.terms import Phase, Seat

_DRAWN_PICKS: Final = 0.2
_DRAWN_TURNS: Final = 0.12
_BEST: Final = 5
"""A drawn turn is one of so many of the best."""
_WATCHED: Final = 0.3
"""The part of the turns that become rows."""
_WITH_BOX: Final = 4
"""Every so many games are with the Kickstarter box."""


@dataclass(frozen=True, slots=True)
class Row:
    """A seat at a moment: the facts that are fitted, its sheet, its hand; `end` is all Glory.

    `kind` is ``hand`` (the start of an Age's actions), ``start`` (of an Age) or ``turn``.
    """

    kind: str
    game: int
    age: int
    seat: int
    facts: tuple[float, ...]
    glory: tuple[int, ...]
    levels: tuple[tuple[int, int, int], ...]
    upgrades: tuple[str, ...]
    hand: tuple[str, ...]
    shape: tuple[float, ...]
    end: tuple[int, ...] = ()

    def line(self) -> str:
        """Return the row as a line of JSON."""
        return json.dumps([getattr(self, name) for name in self.__slots__])


class _Watched:
    """A game of one policy with drawn answers, and its rows."""

    def __init__(self, policy: Bot, weights: Weights, players: int, seed: int) -> None:
        options = Options(kickstarter=seed % _WITH_BOX == 0)
        self.table: LocalTable = bot_table(players, seed, ("karl",), options)
        self.weights = weights
        self._policy = policy
        self.seed = seed
        self.chance = Random(f"train/{seed}")
        self.rows: list[Row] = []
        self._seen: set[tuple[int, Phase]] = set()

    def play(self) -> list[Row]:
        """Play to the end and return the rows with the result."""
        table = self.table
        while not table.is_over:
            state = table.state
            moment = (int(state.age), state.phase)
            if moment not in self._seen and state.phase in (Phase.GIFTS, Phase.ACTION):
                self._seen.add(moment)
                self._note_all("start" if state.phase is Phase.GIFTS else "hand")
            situation = question(table)
            seat, answers = situation.seat, situation.answers
            if len(answers) > 1:
                if (
                    isinstance(situation.decision, ask.TurnDecision)
                    and self.chance.random() < _WATCHED
                ):
                    outlook = Outlook(state, situation.knowledge, self.weights)
                    self._note("turn", seat, turn_facts(outlook))
                answer = self._answer(situation)
            else:
                answer = answers[0]
            table.submit(seat, answer)
        end = tuple(clan.glory for clan in table.state.clans)
        return [replace(row, end=end) for row in self.rows]

    def _answer(self, situation: Situation) -> act.Intent:
        drawn = self.chance.random()
        match situation.decision:
            case ask.PickDecision() if drawn < _DRAWN_PICKS:
                return self.chance.choice(situation.answers)
            case ask.TurnDecision() if drawn < _DRAWN_TURNS:
                ranked = sorted(turn_values(self.weights, situation), key=lambda pair: -pair[0])
                return self.chance.choice(ranked[:_BEST])[1]
            case _:
                return self._policy(situation, self.chance)

    def _note_all(self, kind: str) -> None:
        for seat in map(Seat, range(self.table.state.players)):
            self._note(kind, seat, sheet_facts(self.table.state, seat))

    def _note(self, kind: str, seat: Seat, facts: tuple[float, ...]) -> None:
        state = self.table.state
        clan: Clan = state.clans[seat]
        known = self.table.knowledge(seat)
        hand = [face.card for face in known.hand] if kind == "hand" else []
        fresh = [face.card for face in known.hand if face.age is state.age] if hand else []
        self.rows.append(
            Row(
                kind,
                self.seed,
                int(state.age),
                seat,
                tuple(round(fact, 3) for fact in facts),
                tuple(one.glory for one in state.clans),
                tuple(one.levels for one in state.clans),
                clan.upgrades,
                tuple(fresh),
                shape(clan, hand) if hand else (),
            )
        )


def rows_of(policy: Bot, weights: Weights, players: int, seed: int) -> list[Row]:
    """Play one game of a policy and return its rows; `weights` are those of the facts."""
    return _Watched(policy, weights, players, seed).play()


def question(table: LocalTable) -> Situation:
    """Return the first question of a table."""
    decision = next(one for one in table.rules.owed(table.state) if not isinstance(one, ask.Duty))
    seat = decision.seat
    return Situation(table.state, table.knowledge(seat), decision, table.answers(seat))
