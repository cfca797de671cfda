"""Verdicts on recorded answers: only what the seat knew counts, and the same twice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from client.analysis.asked import HiddenHand, PastQuestion, asked_of
from client.analysis.gain_parts import Topic, reasons, reasons_told, split
from client.analysis.told import answer_told, moment_told, verdict_told
from client.analysis.verdicts import JarlVerdict, hand_worth, verdict
from client.analysis.winning import chance_of, chances
from client.bots.learned import learned
from client.bots.learned_picks import hand_value
from client.text.wrapping import filled
from engine import actions as act
from engine import decisions as ask
from engine.terms import MAX_PLAYERS, MIN_PLAYERS, Age, Seat, Stat
from engine.values import replace
from protocol.record.retelling import ReplayMoment, Retold, retell
from tests.client.replay.watching import cut, retold
from tests.train.chances import rows_of

SEAT = Seat(0)


@cache
def asked() -> tuple[PastQuestion, ...]:
    return asked_of(retold(), SEAT)


def questions(kind: type[ask.Decision]) -> list[PastQuestion]:
    return [one for one in asked() if isinstance(one.situation.decision, kind)]


@cache
def found() -> tuple[JarlVerdict, ...]:
    """Return verdicts on some answers of a thrall."""
    kinds = (ask.PickDecision, ask.TurnDecision, ask.CardDecision, ask.KeepDecision)
    return tuple(verdict(one) for kind in kinds for one in questions(kind)[:2])


def test_every_answer_with_a_choice_is_found_with_its_question() -> None:
    actions = [one.applied.action for one in retold().moments if one.applied is not None]
    turns = [one for one in actions if isinstance(one, act.Invade | act.March | act.Pillage)]
    own = [one for one in turns if one.seat == SEAT]
    assert own
    found = [one.played for one in asked()]
    assert [action for action in own if action in found] == own
    for number, one in enumerate(asked(), 1):
        assert one.number == number
        assert one.played in one.situation.answers
        assert len(one.situation.answers) > 1


def test_a_question_has_the_cards_its_seat_held_then() -> None:
    for one in asked():
        situation = one.situation
        assert situation.knowledge.seat == SEAT
        assert len(situation.knowledge.hand) == situation.state.clans[SEAT].hand
        assert not situation.state.given


def _swapped(moment: ReplayMoment) -> ReplayMoment:
    """Give all other seats the cards of the seat that is looked at, and hide their choices."""
    own = moment.knowledge[SEAT]
    others = tuple(replace(own, seat=known.seat) for known in moment.knowledge[1:])
    intent = moment.intent if moment.intent is None or moment.intent.seat == SEAT else None
    return replace(moment, knowledge=(own, *others), intent=intent)


def test_the_hidden_cards_of_others_change_nothing() -> None:
    other: Retold = replace(retold(), moments=tuple(map(_swapped, retold().moments)))
    assert other.moments != retold().moments
    assert asked_of(other, SEAT) == asked()


def test_the_same_question_gets_the_same_verdict() -> None:
    measured = [one for one in found() if one.facts][:2]
    assert [verdict(one.asked) for one in measured] == measured


def test_a_verdict_says_more_the_more_the_answer_costs() -> None:
    assert any(one.matters for one in found())
    assert any(one.agrees for one in found())
    for one in found():
        words = verdict_told(one)
        assert answer_told(one.asked.situation, one.asked.played) in words
        assert ("Glory (give or take" in words) == one.matters
        assert not (one.matters and one.agrees)


def test_a_gain_within_two_errors_or_two_glory_does_not_matter() -> None:
    one = replace(found()[0], gain=5.0, error=1.0)
    assert one.matters
    assert not replace(one, error=2.6).matters
    assert not replace(one, gain=1.9, error=0.1).matters


def test_an_answer_is_told_without_its_question() -> None:
    for one in asked():
        for answer in one.situation.answers:
            assert answer_told(one.situation, answer) not in ("No", "Yes")
        assert moment_told(one).startswith("Age ")


def test_the_parts_of_a_gain_add_up_to_it() -> None:
    measured = [one for one in found() if one.facts]
    assert measured
    for one in measured:
        assert sum(part.gain for part in split(one.facts or {})) == pytest.approx(one.gain)


FACTS: Mapping[str, float] = {
    "QUESTS": 9.0,
    "BATTLES": -4.0,
    "axes": 3.0,
    "valkyrie": 1.5,
    "troll": 1.0,
    "STATS": 0.9,
    "rivals' Glory": -1.2,
}


def test_the_largest_parts_are_the_reasons_for_and_against() -> None:
    (first, second), (worst, other) = reasons(FACTS)
    assert (first.topic, first.gain) == (Topic.QUESTS, 9.0)
    assert (second.topic, second.subject) == (Topic.STATS, Stat.AXES)
    assert (worst.topic, other.topic) == (Topic.BATTLES, Topic.OTHERS)
    assert reasons_told(FACTS) == (
        "For it: quests (+9) and the stat Axes (+3); "
        "against it: battles (-4) and more for the others (-1)."
    )
    assert reasons_told({"QUESTS": 5.0, "BATTLES": -0.9}) == "For it: quests (+5)."
    assert reasons_told({}) == ""


def test_upgrades_count_together() -> None:
    (upgrades,) = [one for one in split(FACTS) if one.topic is Topic.UPGRADES]
    assert upgrades.gain == 2.5


def test_an_answer_that_does_better_than_the_jarls_is_said_to() -> None:
    other = next(one for one in found() if one.facts)
    better = replace(other, gain=-6.0, error=1.0)
    assert not better.matters
    assert verdict_told(better).endswith("The answer that was given does better.")
    assert verdict_told(replace(better, error=4.0)).endswith("too small to tell.")


def test_nothing_is_said_of_a_difference_that_was_not_looked_for() -> None:
    other = next(one for one in found() if one.facts)
    unknown = JarlVerdict(other.asked, other.answer)
    assert not unknown.is_compared
    played = answer_told(other.asked.situation, other.asked.played)
    assert verdict_told(unknown).endswith(f"Played: {played}.")


def test_a_chance_that_stays_the_same_is_not_told() -> None:
    one = replace(next(one for one in found() if one.facts), gain=9.0, error=0.1)
    assert "a chance to win of 60 % instead of 50 %" in verdict_told(
        replace(one, chance=0.6, chance_gain=0.1)
    )
    assert "chance" not in verdict_told(replace(one, chance=0.012, chance_gain=0.002))


def test_a_pick_at_two_seats_must_be_better_by_more_than_nine_to_matter() -> None:
    picks = [verdict(one) for one in questions(ask.PickDecision)]
    assert any(one.gain for one in picks)
    for one in picks:
        assert one.matters == (one.gain > 9.0)


def test_a_card_may_stay_unplayed_and_then_counts_as_the_worst_of_the_age() -> None:
    for one in questions(ask.PickDecision):
        situation, state = one.situation, one.situation.state
        values, clan = learned(state.players).hands[state.age], state.clans[SEAT]
        have = [face.card for face in (*situation.knowledge.picks, *situation.knowledge.kept)]
        for pick in situation.answers:
            assert isinstance(pick, act.Pick)
            least = hand_value(values, clan, have) + len(pick.faces) * min(values.cards.values())
            played = hand_value(values, clan, [*have, *(face.card for face in pick.faces)])
            played += sum(values.cards[face.card] for face in pick.faces)
            assert hand_worth(values, situation, pick) >= max(least, played) - 1e-9


def test_a_chance_stays_with_its_sign_where_a_line_breaks() -> None:
    for columns in range(40, 60):
        rows = filled("a chance to win of 63 % instead of 48 % and of 7 %", columns)
        assert not any(row.startswith("%") for row in rows.splitlines())


def test_hands_that_nobody_opened_are_refused() -> None:
    with pytest.raises(HiddenHand):
        asked_of(retell(cut(10)), SEAT)


def test_a_chance_grows_with_the_margin_and_is_never_certain() -> None:
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        for age in Age:
            said = [chance_of(float(margin), players, age) for margin in range(-60, 61, 20)]
            assert said == sorted(said)
            assert 0 < said[0] < said[-1] < 1


def test_there_is_a_chance_at_every_turn() -> None:
    points = chances(asked())
    assert len(points) == len(questions(ask.TurnDecision))
    assert {point.age for point in points} == set(Age)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
def test_the_chances_of_equals_add_up_to_one(players: int) -> None:
    """Fit them again with `python -m tests.train.chances` if the learned numbers changed."""
    rows = [row for seed in range(5) for row in rows_of(players, seed)]
    for age in Age:
        said = [chance_of(margin, players, age) for when, margin, _ in rows if when is age]
        assert sum(said) / len(said) == pytest.approx(1 / players, abs=0.12)
