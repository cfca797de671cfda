"""Steps that several seats owe at once: the order of arrival changes nothing (E9, F1, C7)."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.actions import SeatAction
from engine.canonical import canonical
from engine.intents import duty_done
from engine.knowledge import Knowledge, publish, witness
from engine.play import apply, owed
from engine.state import GameState
from engine.story import Story
from engine.terms import Seat
from tests.builders import GIMLE, A, B, C, D, Game, face, seat, table
from tests.game import random_play
from tests.playing import asked, call, pass_all

Result = tuple[GameState, Story, tuple[Knowledge, ...]]


def answers(game: Game) -> list[tuple[SeatAction, Knowledge]]:
    """Return one answer or duty for every seat that owes something now."""
    found: list[tuple[SeatAction, Knowledge]] = []
    for number, due in enumerate(owed(game.state)):
        assert not isinstance(due, ask.TableDuty)
        known = game.knowledge[due.seat]
        if isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty):
            found.append((duty_done(known, due), known))
        else:
            options = game.options(due.seat)
            found.append(publish(options[number % len(options)], known))
    return found


def arrive(game: Game, order: tuple[tuple[SeatAction, Knowledge], ...]) -> Result:
    """Return the result once the answers have arrived in this order."""
    state = game.state
    story: Story = ()
    known = list(game.knowledge)
    for action, knowledge in order:
        known[action.seat] = knowledge
        outcome = apply(state, action)
        state, story = outcome.state, story + outcome.story
        known = [witness(one, outcome.story) for one in known]
    return state, story, tuple(known)


def any_order_is_the_same(game: Game, most: int = 24) -> None:
    """Require that all orders, or the first `most`, give one result."""
    given = answers(game)
    first, *others = list(permutations(given))[:most]
    expected = arrive(game, first)
    for order in others:
        assert arrive(game, order) == expected


def battle() -> Game:
    """Return a game in which A is about to pillage where everybody has figures."""
    return table(
        A=seat(gimle="LW", upgrades="tyrs-domain", hand="quest-alfheim tyrs-bash"),
        B=seat(gimle="W", west="S", upgrades="fire-dragons", hand="odins-smite troll"),
        C=seat(gimle="W", hand="heimdalls-watch@2 thors-oath"),
        D=seat(west="S", hand="lokis-trickery"),
    )


def test_battle_cards_may_arrive_in_any_order() -> None:
    any_order_is_the_same(call(battle(), GIMLE))


def test_battle_cards_may_be_opened_in_any_order() -> None:
    game = table(
        A=seat(gimle="LW", hand="odins-tide"),
        B=seat(gimle="W", hand="odins-smite"),
        C=seat(gimle="W", hand="thors-primacy"),
    )
    game.duties = False
    call(game, GIMLE).play("A card odins-tide", "B card odins-smite", "C card thors-primacy")
    assert asked(game, A) is ask.OpenCardDuty
    any_order_is_the_same(game)


def test_kept_cards_may_arrive_in_any_order() -> None:
    game = pass_all(
        table(
            A=seat(hand="troll tyrs-bash"),
            B=seat(hand="troll"),
            C=seat(hand="quest-alfheim tyrs-smash tyrs-smite"),
            D=seat(hand="troll"),
        )
    )
    any_order_is_the_same(game)


def test_quests_may_be_opened_in_any_order() -> None:
    game = table(
        A=seat(gimle="W", quests="quest-alfheim quest-manheim"),
        B=seat(horgr="W", quests="quest-jotunheim"),
        D=seat(valhalla="WWWW", quests="quest-glorious-death"),
        turn=B,
    )
    game.duties = False
    any_order_is_the_same(pass_all(game))


def test_an_absence_may_arrive_before_or_after_the_others() -> None:
    game = call(table(A=seat(gimle="L", hand="troll"), B=seat(gimle="L", hand="troll")), GIMLE)
    known = game.knowledge
    mine, knowledge = publish(act.Lay(A, face("troll")), known[A])
    del knowledge
    one = apply(apply(game.state, mine).state, act.Absent(B)).state
    other = apply(apply(game.state, act.Absent(B)).state, mine).state
    assert one == other


@pytest.mark.parametrize(("players", "seed"), [(2, 21), (3, 22), (4, 23), (5, 24)])
def test_in_random_games_no_order_of_arrival_matters(players: int, seed: int) -> None:
    for game in random_play(players, seed):
        due = owed(game.state)
        if len(due) > 1 and not game.state.given:
            any_order_is_the_same(game, 8)


def test_answers_are_stored_until_the_last_has_arrived() -> None:
    game = call(battle(), GIMLE)
    before = game.state
    (first, _), (second, _), *_ = answers(game)
    outcome = apply(before, first)
    assert outcome.story == ()
    assert outcome.state.board == before.board
    assert outcome.state.given == (first,)
    both = apply(outcome.state, second)
    assert [one.seat for one in both.state.given] == sorted([first.seat, second.seat])
    assert owed(both.state) == (ask.CardDecision(C, GIMLE), ask.CardDecision(D, GIMLE))


@pytest.mark.parametrize(("players", "seed"), [(3, 31), (5, 32)])
def test_apply_leaves_its_input_unchanged(players: int, seed: int) -> None:
    for game in random_play(players, seed):
        state = game.state
        before = canonical(state)
        for due in owed(state):
            if isinstance(due, ask.TableDuty | ask.OpenCardDuty | ask.OpenQuestsDuty):
                continue
            for intent in game.options(due.seat)[:3]:
                action, _ = publish(intent, game.knowledge[Seat(due.seat)])
                apply(state, action)
        assert canonical(state) == before
