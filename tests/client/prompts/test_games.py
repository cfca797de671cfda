"""Whole games through questions, with arrows, Enter and Esc, and with keys."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.prompts.nodes import Back, DecisionContext, Go, Take, decision_context
from client.prompts.walk import Walk, begin, press, question, undo
from client.tables.local_table import Chair, LocalSeat, LocalTable, shuffled
from client.text.names import names_of
from client.ui.view import Spot
from engine import actions as act
from engine.state import Options
from engine.terms import Seat
from tests.client.prompts.asking import ARROWS, to_item

_ME = Seat(0)
GAMES = [(seed, 2 + seed % 4) for seed in range(16)]


def seated(seed: int, players: int) -> LocalSeat:
    """Return one seat of a seeded game against bots."""
    return _table(seed, players).seat(_ME)


def _table(seed: int, players: int) -> LocalTable:
    bots = tuple(Chair(f"Bot {number}", "thrall") for number in range(1, players))
    return LocalTable(shuffled((Chair("Me"), *bots), seed, Options()))


def next_decision(seat: LocalSeat) -> DecisionContext | None:
    """Return the next decision of the seat; None after the end of the game."""
    while seat.owed is None:
        if not seat.advance():
            return None
    return decision_context(
        seat.state, seat.knowledge, seat.owed, names_of(seat.state, seat.names, seat.seat)
    )


def _wander(at: Walk, chance: Random) -> Walk | Take:
    """Press a few arrows, then Enter, or sometimes Esc."""
    for _ in range(chance.randrange(4)):
        moved = press(at, chance.choice(ARROWS))
        assert isinstance(moved, Walk)
        at = moved
    after = press(at, "escape" if at.trail and chance.random() < 0.1 else "enter")
    assert after is not None
    return after


def _is_taken(asked: DecisionContext, intent: act.Intent, chance: Random) -> bool:
    """Whether an answer is accepted: a pass only sometimes, so that games last."""
    others = len(asked.prompt.legal) > 1
    return not (isinstance(intent, act.Pass) and others) or chance.random() < 0.1


def _answer(asked: DecisionContext, chance: Random) -> act.Intent:
    """Find an answer with arrows, Enter and Esc."""
    at = begin(asked)
    while True:
        after = _wander(at, chance)
        if isinstance(after, Walk):
            at = after
        elif _is_taken(asked, after.intent, chance):
            return after.intent


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_arrows_enter_and_escape_finish_a_whole_game(seed: int, players: int) -> None:
    table = _table(seed, players)
    seat = table.seat(_ME)
    chance = Random(seed)
    while (asked := next_decision(seat)) is not None:
        answer = _answer(asked, chance)
        assert answer in asked.prompt.legal
        seat.submit(answer)
    assert table.is_over


@cache
def positions(seed: int, players: int, least: int = 40) -> tuple[Walk, ...]:
    """Return the questions of the first decisions of a game on a random walk."""
    seat = seated(seed, players)
    chance = Random(seed)
    met: list[Walk] = []
    while len(met) < least and (asked := next_decision(seat)) is not None:
        at = begin(asked)
        while True:
            met.append(at)
            after = _wander(at, chance)
            if isinstance(after, Take):
                if not isinstance(after.intent, act.Pass) or len(asked.prompt.legal) == 1:
                    seat.submit(after.intent)
                    break
                after = begin(asked)
            at = after
    return tuple(met)


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_keys_of_items_act_like_the_cursor(seed: int, players: int) -> None:
    for at in positions(seed, players):
        for index, branch in enumerate(at.fork.branches):
            item = branch.item
            if not item.key or not item.enabled:
                continue
            there = to_item(at, index)
            goes = isinstance(branch.leads, Back) or (
                isinstance(branch.leads, Go) and item.is_chosen_by_key
            )
            by_cursor = press(there, "enter") if goes else there
            by_key: Walk | Take | None = at
            for key in item.key if at.fork.spot is Spot.MAP else [item.key]:
                assert isinstance(by_key, Walk)
                by_key = press(by_key, key)
            assert by_key == by_cursor, item


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_undo_and_repeated_escapes_lead_back_to_the_first_question(seed: int, players: int) -> None:
    for at in positions(seed, players):
        start = begin(at.context)
        assert undo(at) == start
        here = at
        for _ in at.trail:
            back = press(here, "escape")
            assert isinstance(back, Walk)
            assert back.trail == here.trail[:-1]
            here = back
        assert question(here).items == question(start).items


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_every_greyed_item_has_a_reason_and_every_question_a_title(seed: int, players: int) -> None:
    for at in positions(seed, players):
        asked = question(at)
        assert asked.title
        assert asked.items
        for item in asked.items:
            assert item.label
            assert item.enabled or item.why


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_every_legal_answer_but_a_group_can_be_reached(seed: int, players: int) -> None:
    """Reach all answers but marches and rescues, which have tests of their own."""
    for at in positions(seed, players):
        if at.trail:
            continue
        wanted = {
            intent
            for intent in at.context.prompt.legal
            if not isinstance(intent, act.March | act.Protect)
        }
        assert wanted <= _reachable(at)


def _reachable(at: Walk) -> set[act.Intent]:
    found: set[act.Intent] = set()
    if at.fork.spot is Spot.GROUP:
        return found
    for index, branch in enumerate(at.fork.branches):
        if not isinstance(branch.leads, Go | Take):
            continue
        after = press(to_item(at, index), "enter")
        if isinstance(after, Take):
            found.add(after.intent)
        elif after is not None:
            found |= _reachable(after)
    return found
