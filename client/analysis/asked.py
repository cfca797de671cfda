"""The questions that a seat of a recorded game answered, each with all it knew then."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from client.bots.situation import Situation
from engine import actions as act
from engine import decisions as ask
from engine.changes import BeginTurn
from engine.knowledge import Knowledge, first_knowledge
from engine.state import GameState
from engine.terms import Seat
from engine.values import Value
from protocol.record.retelling import ReplayMoment, Retold
from protocol.rules import rules_for

_DUTIES = (act.OpenCard, act.OpenQuests, act.BeginAge, act.PlaceGods, act.Absent)


class PastQuestion(Value):
    """A question with several answers, and the answer that was given.

    `number` counts the questions of the seat from 1, `turn` its turns of the Age so far, `begun`
    the turns of all seats so far. `moment` is the number of the moment of the game at which the
    answer took effect.
    """

    number: int
    moment: int
    turn: int
    begun: int
    situation: Situation
    played: act.Intent


class HiddenHand(Exception):
    """The cards of a seat are not in a record: its card key was not opened."""


def asked_of(retold: Retold, seat: Seat) -> tuple[PastQuestion, ...]:
    """Return the questions of a seat that had a choice, in order.

    Raises:
        HiddenHand: nobody can tell what the seat knew.
    """
    return tuple(_asked(retold, seat))


def _asked(retold: Retold, seat: Seat) -> Iterator[PastQuestion]:
    state = retold.opening
    if state is None:
        return
    known = first_knowledge(seat, state.players)
    number = turn = begun = 0
    age = state.age
    for _, step in groupby(enumerate(retold.moments), key=lambda pair: pair[1].step):
        moments = tuple(step)
        for at, moment in moments:
            found = _answered(moment, state, known)
            now, begun = begun, begun + _turns_begun(moment)
            if found is None:
                continue
            situation, played = found
            turn = turn if state.age is age else 0
            age = state.age
            turn += isinstance(situation.decision, ask.TurnDecision)
            if len(situation.answers) > 1:
                number += 1
                yield PastQuestion(number, at, turn, now, situation, played)
        last = moments[-1][1]
        state, known = last.state, last.knowledge[seat]


def _turns_begun(moment: ReplayMoment) -> int:
    story = () if moment.applied is None else moment.applied.story
    return sum(isinstance(item, BeginTurn) for item in story)


def _answered(
    moment: ReplayMoment, state: GameState, known: Knowledge
) -> tuple[Situation, act.Intent] | None:
    """Return the question a moment answers, asked in a state; None if the seat answers none."""
    one = moment.applied
    if one is None or isinstance(one.action, _DUTIES) or one.action.seat != known.seat:
        return None
    if len(known.hand) != state.clans[known.seat].hand:
        raise HiddenHand
    rules = rules_for(state)
    decision = rules.owed_by(state, known.seat)
    if decision is None or isinstance(decision, ask.OpenCardDuty | ask.OpenQuestsDuty):
        return None
    answers = rules.intents(state, known, decision)
    played = moment.intent if moment.intent is not None else one.action
    found = next((answer for answer in answers if answer == played), None)
    return None if found is None else (Situation(state, known, decision, answers), found)
