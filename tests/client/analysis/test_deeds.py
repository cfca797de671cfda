"""The turns that cost most, and the deeds of seats: each counts once."""

from __future__ import annotations

from functools import cache

from client.analysis.asked import asked_of
from client.analysis.deeds import compared, deeds_of, rival_of
from client.analysis.report import Analysis, costly_told
from client.analysis.verdicts import JarlVerdict
from client.analysis.winning import chances
from client.replay.frames import names_by_seat
from client.text.names import names_of
from engine import actions as act
from engine import decisions as ask
from engine.battle_changes import DecideBattle
from engine.changes import FlipToken, ShowQuests
from engine.story import StoryItem
from engine.terms import Seat
from engine.values import replace
from tests.client.replay.watching import retold

SEATS = (Seat(0), Seat(1))


@cache
def analysis() -> Analysis:
    """Return an analysis in which the first other answer is always better, by its number."""
    asked = asked_of(retold(), SEATS[0])
    verdicts = []
    for one in asked:
        other = next(answer for answer in one.situation.answers if answer != one.played)
        verdicts.append(JarlVerdict(one, other, 2.0 + one.number, 0.5, 0.5, 0.1, 20, {}))
    names = names_of(retold().moments[-1].state, names_by_seat(retold()))
    return Analysis(retold(), SEATS[0], names, tuple(verdicts), chances(asked))


def items() -> list[StoryItem]:
    return [
        item for one in retold().moments if one.applied is not None for item in one.applied.story
    ]


def test_a_turn_costs_once_with_its_worst_answer() -> None:
    found = analysis().costliest
    turns = [(one.verdict.asked.situation.state.age, one.verdict.asked.begun) for one in found]
    assert len(set(turns)) == len(turns) == 10
    gains = [one.verdict.gain for one in found]
    assert gains == sorted(gains, reverse=True)
    assert any(one.beside for one in found)
    for one in found:
        assert all(other.asked.begun == one.verdict.asked.begun for other in one.beside)
        assert all(other.gain < one.verdict.gain for other in one.beside)
        assert ("In the same" in costly_told(one)) == bool(one.beside)


def test_a_question_that_was_asked_again_in_a_turn_is_told_once() -> None:
    first = analysis().costliest[0].verdict
    again = replace(first, gain=first.gain - 1)
    (costly,) = replace(analysis(), verdicts=(first, again)).costliest
    assert costly.beside == ()
    other = replace(again, answer=first.asked.played)
    (costly,) = replace(analysis(), verdicts=(first, again, other)).costliest
    assert costly.beside == (other,)


def test_a_draft_is_one_turn() -> None:
    drafts = [
        one.asked.begun
        for one in analysis().verdicts
        if isinstance(one.asked.situation.decision, ask.PickDecision)
    ]
    assert len(drafts) > len(set(drafts)) == 3


def test_the_same_advice_of_an_age_is_told_once() -> None:
    found = analysis().costliest
    advice = [
        (one.verdict.asked.situation.state.age, one.verdict.answer)
        for one in found
        if isinstance(one.verdict.asked.situation.decision, ask.TurnDecision)
    ]
    assert len(set(advice)) == len(advice)
    for one in found:
        assert ("The same at turn" in costly_told(one)) == bool(
            {*one.again} - {one.verdict.asked.turn}
        )


def test_the_deeds_of_all_seats_add_up() -> None:
    deeds = [deeds_of(retold(), seat) for seat in SEATS]
    won = [one for one in items() if isinstance(one, DecideBattle) and one.winner is not None]
    assert sum(one.battles_won for one in deeds) == len(won) > 0
    assert sum(one.pillages for one in deeds) == sum(isinstance(one, FlipToken) for one in items())
    shown = [one for one in items() if isinstance(one, ShowQuests)]
    assert sum(one.quests for one in deeds) == sum(len(one.faces) + one.missing for one in shown)
    assert all(one.quests_completed <= one.quests for one in deeds)
    tried = [one.applied.action for one in retold().moments if one.applied is not None]
    for seat, one in zip(SEATS, deeds, strict=True):
        own = [act for act in tried if isinstance(act, PILLAGES) and act.seat == seat]
        assert 0 < one.pillages <= len(own)


PILLAGES = act.Pillage | act.PillageAtOnce


def test_a_seat_is_compared_with_the_best_of_the_others() -> None:
    found = analysis()
    rival = rival_of(retold(), SEATS[0])
    assert rival == SEATS[1]
    told = [*compared(retold(), SEATS[0], found.names)]
    assert found.names.title(SEATS[0]) in told[0]
    assert found.names.title(rival) in told[1]
    assert "the largest differences" in told[2]
