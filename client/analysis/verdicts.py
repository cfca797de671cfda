"""The answer of a jarl to a question that was answered, and what it would have brought.

A search as in play finds the jarl's answer. Then it and the answer that was given are played out
against each other in tables not looked at before, so that the luck that made an answer look best
is not counted again. Work is counted in playouts; the same question gives the same verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from client.analysis.asked import PastQuestion
from client.analysis.winning import chance_of
from client.bots.addition import added
from client.bots.leaf import Facts
from client.bots.learned import Learned, learned
from client.bots.learned_picks import HandValues, hand_value
from client.bots.search import Effort, Weighed, base_answer, best, candidates, weigh
from client.bots.situation import Situation
from engine import actions as act
from engine import decisions as ask
from engine.terms import Face
from engine.values import Value

MATTERS: Final = 2.0
"""Glory, and standard errors, by which an answer must lie below the best to be worth a word."""
_LOOK: Final = Effort()
_CONTEST: Final = Effort(width=2, rounds=(20,), decisions=4000)
_ROUNDS: Final = 6
"""Contests at most; fewer if it is clear before that the answers differ, or that they do not."""
_SURE: Final = 3.0
_PICK_ERROR: Final = 2.0
"""The standard error of a difference of two learned hands."""


class JarlVerdict(Value):
    """A question, the jarl's answer, and what that would have brought more than the given one.

    `gain` is Glory at the end of the game above the others, `error` its standard error; `chance`
    the chance to win after the jarl's answer, `chance_gain` how much more that is. `facts` are the
    parts of the gain. All are zero, and `chance` None, if the answers are the same or the question
    is none that is played out.
    """

    asked: PastQuestion
    answer: act.Intent
    gain: float = 0.0
    error: float = 0.0
    chance: float | None = None
    chance_gain: float = 0.0
    playouts: int = 0
    facts: Facts | None = None

    @property
    def agrees(self) -> bool:
        """Whether the jarl would have answered the same."""
        return self.answer == self.asked.played

    @property
    def matters(self) -> bool:
        """Whether the given answer lies clearly below the jarl's."""
        return self.gain > MATTERS and self.gain > MATTERS * self.error


def verdict(asked: PastQuestion) -> JarlVerdict:
    """Compare the answer that was given with a jarl's."""
    situation = asked.situation
    numbers = learned(situation.state.players)
    if isinstance(situation.decision, ask.PickDecision):
        return _pick(numbers, asked)
    if not is_played_out(situation):
        return JarlVerdict(asked, _greedy(numbers, asked))
    answer = preferred(situation, (asked.played,), _chance(asked, "look"))
    return JarlVerdict(asked, answer) if answer == asked.played else _contest(asked, answer)


def is_played_out(situation: Situation) -> bool:
    """Whether the answers to a question can be played out: it is one of an Age in play."""
    others = ask.PickDecision | ask.ClanDecision | ask.KeepDecision | ask.BoxDecision
    return not isinstance(situation.decision, others)


def preferred(situation: Situation, others: Sequence[act.Intent], chance: Random) -> act.Intent:
    """Return a jarl's answer to a question that is played out, if it also thinks of some others."""
    numbers = learned(situation.state.players)
    answers = candidates(numbers, situation, chance, _LOOK.width)
    answers = (*answers, *(one for one in others if one not in answers))
    if len(answers) == 1:
        return answers[0]
    return best(weigh(situation, answers, chance, _LOOK), _LOOK.errors)


def _chance(asked: PastQuestion, purpose: str) -> Random:
    return Random(f"{purpose}/{asked.number}")


def _greedy(numbers: Learned, asked: PastQuestion) -> act.Intent:
    """Return an answer without playing out; any clan is as good as that which was chosen."""
    if isinstance(asked.situation.decision, ask.ClanDecision):
        return asked.played
    return base_answer(numbers, asked.situation, _chance(asked, "greedy"))


# ------------------------------------------------------------------ the draft


def _pick(numbers: Learned, asked: PastQuestion) -> JarlVerdict:
    """Compare two picks by the learned values of the hands they make."""
    answer, played = _greedy(numbers, asked), asked.played
    if answer == played:
        return JarlVerdict(asked, answer)
    assert isinstance(answer, act.Pick)
    assert isinstance(played, act.Pick)
    values = numbers.hands[asked.situation.state.age]
    gain = _worth(values, asked.situation, answer) - _worth(values, asked.situation, played)
    return JarlVerdict(asked, answer, gain, _PICK_ERROR)


def _worth(values: HandValues, situation: Situation, pick: act.Pick) -> float:
    state, known = situation.state, situation.knowledge
    hand: tuple[Face, ...] = (*known.picks, *known.kept, *pick.faces)
    cards = [values.cards.get(face.card, 0.0) for face in pick.faces if face.age is state.age]
    return added(cards) + hand_value(
        values, state.clans[known.seat], tuple(face.card for face in hand)
    )


# ------------------------------------------------------------------ the contest


@dataclass
class _Sum:
    """The gain over all contests so far, with its parts."""

    count: int = 0
    gain: float = 0.0
    squares: float = 0.0
    first: float = 0.0
    facts: dict[str, float] | None = None

    def add(self, first: Weighed, other: Weighed) -> None:
        """Add a contest; means and squared deviations of both groups give those of all."""
        added = other.playouts
        if not added:
            return
        whole = self.count + added
        apart = other.gain - self.gain
        self.squares += other.error**2 * added * max(1, added - 1)
        self.squares += apart**2 * self.count * added / whole
        self.gain += apart * added / whole
        self.first += (first.mean - self.first) * added / whole
        facts = self.facts or {}
        for name in dict.fromkeys((*facts, *other.facts)):
            before = facts.get(name, 0.0)
            facts[name] = before + (other.facts.get(name, 0.0) - before) * added / whole
        self.facts, self.count = facts, whole

    @property
    def error(self) -> float:
        """The standard error of the gain."""
        return sqrt(self.squares / self.count / max(1, self.count - 1)) if self.count else 0.0

    @property
    def is_clear(self) -> bool:
        """Whether more contests would hardly change whether the gain matters."""
        sure = _SURE * self.error
        return self.gain + self.error < MATTERS or self.gain - sure > MATTERS


def _contest(asked: PastQuestion, answer: act.Intent) -> JarlVerdict:
    situation, total = asked.situation, _Sum()
    for number in range(_ROUNDS):
        chance = _chance(asked, f"contest {number}")
        pair = (asked.played, answer)
        first, other = weigh(situation, pair, chance, _CONTEST, explained=True)
        total.add(first, other)
        if total.is_clear:
            break
    state = situation.state
    before, after = (
        chance_of(margin, state.players, state.age)
        for margin in (total.first, total.first + total.gain)
    )
    return JarlVerdict(
        asked, answer, total.gain, total.error, after, after - before, total.count, total.facts
    )
