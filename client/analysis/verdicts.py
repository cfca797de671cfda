"""The answer of a jarl to a question that was answered, and what it would have brought.

A search as in play finds the jarl's answer. Then it and the answer that was given are played out
against each other to the end of the Age, in tables not looked at before, so that the luck that made
an answer look best is not counted again. Work is counted in playouts; the same question gives the
same verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

from client.analysis.asked import PastQuestion
from client.analysis.contest import MATTERS, contest
from client.bots.addition import added
from client.bots.leaf import Facts
from client.bots.learned import Learned, learned
from client.bots.learned_picks import HandValues, hand_value
from client.bots.search import Effort, base_answer, best, candidates, weigh
from client.bots.situation import Situation
from engine import actions as act
from engine import decisions as ask
from engine.values import Value

_LOOK: Final = Effort()
_PICK_ERRORS: Final[Mapping[int, float]] = {2: 4.5, 3: 2.5, 4: 2.0, 5: 2.0}
"""By number of seats, the standard error of the difference of two learned hands.

The values of two trainings on games of their own differ by so much for a card.
"""


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
    def is_compared(self) -> bool:
        """Whether it is known how far the two answers differ."""
        return self.playouts > 0 or self.error > 0

    @property
    def matters(self) -> bool:
        """Whether the given answer lies clearly below the jarl's."""
        return self.gain > MATTERS and self.gain > MATTERS * self.error

    @property
    def is_better(self) -> bool:
        """Whether the given answer is clearly better than the jarl's."""
        return -self.gain > MATTERS and -self.gain > MATTERS * self.error


def verdict(asked: PastQuestion) -> JarlVerdict:
    """Compare the answer that was given with a jarl's."""
    situation = asked.situation
    numbers = learned(situation.state.players)
    if isinstance(situation.decision, ask.PickDecision):
        return _pick(numbers, asked)
    if not is_played_out(situation):
        return JarlVerdict(asked, _greedy(numbers, asked))
    answer = preferred(situation, (asked.played,), _chance(asked, "look"))
    if answer == asked.played:
        return JarlVerdict(asked, answer)
    found = contest(
        situation, asked.played, answer, lambda number: _chance(asked, f"contest {number}")
    )
    return JarlVerdict(
        asked,
        answer,
        found.gain,
        found.error,
        found.chance,
        found.chance_gain,
        found.playouts,
        found.facts,
    )


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
    gain = hand_worth(values, asked.situation, answer) - hand_worth(values, asked.situation, played)
    return JarlVerdict(asked, answer, gain, _PICK_ERRORS[asked.situation.state.players])


def hand_worth(values: HandValues, situation: Situation, pick: act.Pick) -> float:
    """Return the value of a hand with a pick, each card of which may also stay unplayed.

    A card too dear or of a slot that is taken is no worse than the worst card of the Age.
    """
    state, known = situation.state, situation.knowledge
    clan, least = state.clans[known.seat], min(values.cards.values())
    have = [face.card for face in (*known.picks, *known.kept)]
    found = []
    for count in range(len(pick.faces) + 1):
        for used in combinations(pick.faces, count):
            cards = [values.cards.get(face.card, 0.0) for face in used if face.age is state.age]
            hand = (*have, *(face.card for face in used))
            unused = least * (len(pick.faces) - count)
            found.append(added(cards) + hand_value(values, clan, hand) + unused)
    return max(found)
