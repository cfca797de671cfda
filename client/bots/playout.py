"""A position played on: all seats answer by a policy until it is time to value what came of it."""

from __future__ import annotations

from random import Random

from client.bots.guess import World
from client.bots.situation import Bot, Situation
from engine import actions as act
from engine import decisions as ask
from engine.knowledge import Knowledge, publish, witness_all
from engine.state import GameState
from engine.story import Story
from engine.terms import Phase
from engine.values import Value
from protocol.rules import rules_for


class Reached(Value):
    """A position at the next turn of a seat, at the end of the Age, or of the game.

    `knowledge` is that of the seat; `decisions` counts the answers on the way, whose `stories` are
    in order.
    """

    state: GameState
    knowledge: Knowledge
    decisions: int
    stories: tuple[Story, ...]

    @property
    def ends_age(self) -> bool:
        """Whether the Age is over, or the game."""
        return self.state.phase in (Phase.GIFTS, Phase.END)


def play_out(
    world: World, answer: act.Intent, policy: Bot, chance: Random, *, whole_age: bool = False
) -> Reached:
    """Let a seat give an answer in a guessed table, and all go on until its next turn.

    With `whole_age` they go on until the end of the Age.
    """
    seat = answer.seat
    course = _Course(world)
    course.play(answer)
    while True:
        state = course.state
        if state.phase in (Phase.GIFTS, Phase.END):
            break
        due = course.due()
        if not whole_age and due.seat == seat and isinstance(due, ask.TurnDecision):
            break
        answers = course.rules.intents(state, course.knowledge[due.seat], due)
        if len(answers) == 1:
            course.play(answers[0])
        else:
            course.play(policy(Situation(state, course.knowledge[due.seat], due, answers), chance))
    return Reached(course.state, course.knowledge[seat], course.decisions, tuple(course.stories))


class _Course:
    """A guessed table that is played; nothing of it is seen outside."""

    def __init__(self, world: World) -> None:
        self.state = world.state
        self.knowledge = list(world.knowledge)
        self.rules = rules_for(world.state)
        self.decisions = 0
        self.stories: list[Story] = []

    def due(self) -> ask.Decision:
        """Return the first decision that is owed."""
        for one in self.rules.owed(self.state):
            if not isinstance(one, ask.Duty):
                return one
        raise AssertionError(self.state.phase)

    def play(self, intent: act.Intent) -> None:
        """Give an answer, then do the duties of seats."""
        self.decisions += 1
        seat = intent.seat
        action, self.knowledge[seat] = publish(intent, self.knowledge[seat])
        self._apply(action)
        while self.state.phase is not Phase.GIFTS:
            duties = [
                one
                for one in self.rules.owed(self.state)
                if isinstance(one, ask.OpenCardDuty | ask.OpenQuestsDuty)
            ]
            if not duties:
                break
            for duty in duties:
                self._apply(self.rules.duty_done(self.knowledge[duty.seat], duty))

    def _apply(self, action: act.Action) -> None:
        outcome = self.rules.apply_legal(self.state, action)
        self.state = outcome.state
        if outcome.story:
            self.stories.append(outcome.story)
            self.knowledge = witness_all(self.knowledge, outcome.story)
