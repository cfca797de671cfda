"""A finished game at one seat, looked at again: its questions by moment, and the chances to win."""

from __future__ import annotations

from bisect import bisect_right
from random import Random

from client.analysis.asked import HiddenHand, PastQuestion, asked_of
from client.analysis.told import answer_told, moment_told, percent, verdict_told
from client.analysis.verdicts import is_played_out, preferred, verdict
from client.analysis.winning import chances
from client.bots.learned import learned
from client.bots.search import base_answer
from client.bots.situation import Situation
from client.text.catalogue import say
from engine.terms import Seat
from engine.values import Value
from protocol.record.retelling import ReplayMoment, Retold


class SecondLook(Value):
    """The questions of a seat and its chances to win in per cent, each with the actions before.

    Only actions that have a story count, as in the curve of Glory.

    Both are empty if nobody can tell what the seat knew.
    """

    questions: tuple[tuple[int, PastQuestion], ...]
    chances: tuple[tuple[int, int], ...]

    def question(self, actions: int) -> PastQuestion | None:
        """Return the question that the last of some actions answers, or else the next one."""
        return next((one for before, one in self.questions if before >= actions - 1), None)


def second_look(retold: Retold, seat: Seat) -> SecondLook:
    """Look at a game again."""
    try:
        asked = asked_of(retold, seat)
    except HiddenHand:
        return SecondLook((), ())
    acted = [at for at, moment in enumerate(retold.moments) if _has_story(moment)]

    def before(moment: int) -> int:
        return bisect_right(acted, moment - 1)

    return SecondLook(
        tuple((before(one.moment), one) for one in asked),
        tuple((before(point.moment), percent(point.chance)) for point in chances(asked)),
    )


def _has_story(moment: ReplayMoment) -> bool:
    return moment.applied is not None and bool(moment.applied.story)


def looked_back(asked: PastQuestion) -> tuple[str, ...]:
    """Return what a jarl says about an answer, as paragraphs; it plays out for a second or two."""
    return (
        moment_told(asked),
        verdict_told(verdict(asked)),
        "",
        say("It knows only what this seat knew then, and guesses all other cards."),
    )


def hint_told(situation: Situation) -> str:
    """Return a jarl's answer to an open question as a hint; it plays out for a second or two."""
    chance = Random("hint")
    if is_played_out(situation):
        answer = preferred(situation, (), chance)
    else:
        answer = base_answer(learned(situation.state.players), situation, chance)
    return say("Hint, from a jarl: {answer}.", answer=answer_told(situation, answer))
