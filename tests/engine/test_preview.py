"""Previews: the outcome of a card comes true if the others really play none."""

from __future__ import annotations

from random import Random

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.battle_changes import DecideBattle, EndBattle
from engine.intents import duty_done
from engine.knowledge import publish
from engine.play import apply, owed
from engine.position import open_position
from engine.preview import CardOutcome, card_outcome, card_outcomes
from engine.state import GameState
from engine.story import CompareNote, StoryItem
from engine.terms import Face, Seat, Token
from tests.builders import GIMLE, A, B, Game, face, seat, table
from tests.game import play_on, random_play
from tests.playing import call, held, lay, totals
from tests.positions import random_position


def outcome(game: Game, who: Seat, card: str) -> CardOutcome:
    one = held(game, who, card)
    return next(out for out in card_outcomes(game.state, game.knowledge[who]) if out.face == one)


def in_earnest(game: Game, who: Seat, one: Face | None) -> tuple[GameState, list[StoryItem]]:
    """Play the battle to its end: one seat lays a card, nobody else answers."""
    state, known = game.state, game.knowledge[who]
    story: list[StoryItem] = []
    while not any(isinstance(item, EndBattle) for item in story):
        due = owed(state)[0]
        assert not isinstance(due, ask.TableDuty)
        action: act.Action = act.Absent(due.seat)
        if due.seat == who and one is not None:
            if isinstance(due, ask.CardDecision):
                action, known = publish(act.Lay(who, one), known)
            elif isinstance(due, ask.OpenCardDuty):
                action, one = duty_done(known, due), None
        result = apply(state, action)
        state = result.state
        story += result.story
    return state, story


def agrees(game: Game, who: Seat, told: CardOutcome) -> None:
    """Assert that the preview comes true."""
    _, story = in_earnest(game, who, told.face)
    end = next(number for number, item in enumerate(story) if isinstance(item, EndBattle))
    assert told.story == tuple(story[: end + 1])
    compared = [item for item in told.story if isinstance(item, CompareNote)]
    assert told.totals == compared[-1].totals
    assert [told.winner] == [item.winner for item in told.story if isinstance(item, DecideBattle)]


def battles(games: int) -> list[tuple[Game, Seat]]:
    """Return seats that owe a battle card, in strange positions and in random games."""
    found = []
    chance = Random(7)
    for number in range(games):
        opening = open_position(random_position(chance))
        game = Game(opening.state, opening.knowledge, opening.story)
        for now in play_on(game, chance):
            for due in now.owed():
                if isinstance(due, ask.CardDecision):
                    kept = Game(now.state, tuple(now.knowledge), now.story)
                    found.append((kept, due.seat))
            if now.state.phase != "action" or len(found) > 12 * (number + 1):
                break
    return found


def test_in_any_battle_each_card_has_the_outcome_previewed() -> None:
    found = battles(12)
    assert len(found) > 30
    for game, who in found:
        for told in card_outcomes(game.state, game.knowledge[who]):
            agrees(game, who, told)
        agrees(game, who, card_outcome(game.state, who, None))


def test_a_preview_does_not_depend_on_the_cards_of_others() -> None:
    ours = seat(gimle="LW", hand="tyrs-smite heimdalls-sight")
    seen = [
        card_outcomes(game.state, game.knowledge[A])
        for game in (
            call(table(A=ours, B=seat(gimle="LW", hand=hand)), GIMLE)
            for hand in ("tyrs-smash", "lokis-trickery")
        )
    ]
    assert seen[0] == seen[1]


@pytest.mark.parametrize("card", ["tyrs-smite", "thors-hammer", "odins-smite", "quest-alfheim"])
def test_against_rivals_without_cards_the_preview_comes_true(card: str) -> None:
    game = table(
        A=seat(gimle="LW", hand=card, upgrades="thors-glory"),
        B=seat(gimle="LW", west="S", upgrades="lokis-dragons"),
        tokens={GIMLE: Token.GLORY},
    )
    call(game, GIMLE)
    told = outcome(game, A, card)
    before = [clan.glory for clan in game.state.clans]
    lay(game, A=card)
    assert totals(game) == {one.seat: one.total for one in told.totals}
    assert (
        tuple(clan.glory - old for clan, old in zip(game.state.clans, before, strict=True))
        == told.glory
    )
    assert told.total_of(A) == totals(game)[A]


def test_a_preview_shows_the_glory_of_a_win_and_of_a_defeat() -> None:
    game = table(
        A=seat(gimle="L", hand="thors-hammer tyrs-bash lokis-backstab"),
        B=seat(gimle="WWW", glory=1, hand="tyrs-bash"),
        tokens={GIMLE: Token.GLORY},
    )
    call(game, GIMLE)
    hammer = outcome(game, A, "thors-hammer")
    assert (hammer.winner, hammer.glory) == (A, (3 + 5 + 3, 0, 0, 0))
    assert (outcome(game, A, "tyrs-bash").winner, outcome(game, A, "tyrs-bash").total_of(A)) == (
        A,
        5,
    )
    tie = outcome(game, A, "lokis-backstab")
    assert (tie.winner, tie.glory) == (None, (0, 0, 0, 0))
    weak = table(A=seat(gimle="W", hand="lokis-backstab"), B=seat(gimle="WW", glory=1))
    lost = outcome(call(weak, GIMLE), A, "lokis-backstab")
    assert (lost.winner, lost.glory) == (B, (1, -1 + 3, 0, 0))


def test_a_watch_scores_its_own_cards_and_leaves_the_figures_to_fight() -> None:
    game = table(A=seat(gimle="L", hand="heimdalls-watch"), B=seat(gimle="W"), age=2)
    told = outcome(call(game, GIMLE), A, "heimdalls-watch")
    assert (told.winner, told.total_of(A), told.total_of(B)) == (A, 3, 1)


def test_each_different_card_is_previewed_once_and_so_is_no_card() -> None:
    game = table(A=seat(gimle="L", hand="tyrs-smash tyrs-smash troll"), B=seat(gimle="L"))
    call(game, GIMLE)
    cards = [told.face for told in card_outcomes(game.state, game.knowledge[A])]
    assert cards == [face("troll"), face("tyrs-smash")]
    assert card_outcome(game.state, A, None).total_of(A) == 3
    assert card_outcome(game.state, A, None).total_of(Seat(3)) == 0


def test_a_preview_leaves_the_game_unchanged() -> None:
    for game in random_play(3, 11):
        for due in game.owed():
            if isinstance(due, ask.CardDecision):
                before = (game.state, game.knowledge[due.seat])
                card_outcomes(*before)
                assert (game.state, game.knowledge[due.seat]) == before
                return
