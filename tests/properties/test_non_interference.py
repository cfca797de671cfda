"""Hidden cards change neither a seat's options nor what everybody sees."""

from __future__ import annotations

from random import Random

import pytest

from engine import decisions as ask
from engine.intents import intents
from engine.knowledge import Knowledge, publish, witness
from engine.play import apply, owed, owed_by
from engine.prompts import prompt
from engine.terms import Age, Face, Seat
from engine.values import replace
from tests.builders import GIMLE, A, B, C, seat, table
from tests.game import Game, deck, random_play
from tests.playing import call


def other_cards(known: Knowledge, chance: Random, age: Age) -> Knowledge:
    """Return the knowledge of a seat with as many cards everywhere, but others."""
    cards = list(deck(age, 5))
    chance.shuffle(cards)

    def some(faces: tuple[Face, ...]) -> tuple[Face, ...]:
        return tuple(sorted(cards.pop() for _ in faces))

    return replace(
        known,
        hand=some(known.hand),
        pack=some(known.pack),
        picks=some(known.picks),
        kept=some(known.kept),
        quests=some(known.quests),
        laid=None if known.laid is None else cards.pop(),
    )


def seen_by(game: Game, one: Seat) -> tuple[object, ...]:
    """Return everything a seat is shown: the state, its cards, its answers, and why others are
    illegal."""
    known = game.knowledge[one]
    due = owed_by(game.state, one)
    if due is None or isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty):
        return (game.state, known)
    return (
        game.state,
        known,
        intents(game.state, known, due),
        prompt(game.state, known, due),
    )


@pytest.mark.parametrize(("players", "seed"), [(2, 41), (3, 42), (4, 43)])
def test_other_hands_change_nothing_for_a_seat(players: int, seed: int) -> None:
    chance = Random(seed)
    for number, game in enumerate(random_play(players, seed, gods=True, mystics=True)):
        if number % 6:
            continue
        for one in game.state.seats():
            before = seen_by(game, one)
            twin = Game(game.state, tuple(game.knowledge))
            for other in game.state.seats():
                if other != one:
                    twin.knowledge[other] = other_cards(
                        game.knowledge[other], chance, game.state.age
                    )
            assert seen_by(twin, one) == before


def test_cards_played_face_down_stay_hidden() -> None:
    """The action, the state and the others' knowledge are the same for every card played."""
    game = call(
        table(
            A=seat(gimle="L", hand="tyrs-bash"),
            B=seat(gimle="L", hand="tyrs-smite quest-alfheim troll"),
            C=seat(),
        ),
        GIMLE,
    )
    outcomes = set()
    for intent in game.options(B):
        action, _ = publish(intent, game.knowledge[B])
        outcome = apply(game.state, action)
        others = tuple(witness(game.knowledge[one], outcome.story) for one in (A, C))
        outcomes.add((action, outcome.state, outcome.story, others))
    assert len(outcomes) == 1


def test_committed_picked_and_kept_cards_stay_hidden() -> None:
    for game in random_play(3, 51):
        for due in owed(game.state):
            if not isinstance(due, ask.PickDecision | ask.KeepDecision | ask.TurnDecision):
                continue
            hidden = {"pick", "quest", "keep"}
            results: dict[str, set[object]] = {}
            for intent in game.options(due.seat):
                if intent.word in hidden:
                    action, _ = publish(intent, game.knowledge[due.seat])
                    results.setdefault(repr(action), set()).add(apply(game.state, action))
            assert all(len(outcomes) == 1 for outcomes in results.values())


def test_questions_follow_from_public_facts_alone() -> None:
    """I22: the same questions follow whether or not somebody holds a late card."""
    questions = set()
    for hand in ("troll heimdalls-eye", "troll tyrs-rage", "troll quest-alfheim"):
        game = table(A=seat(gimle="L", hand="tyrs-smash"), B=seat(gimle="L", hand=hand), age=2)
        call(game, GIMLE).play("A card tyrs-smash", "B card troll@1")
        questions.add(game.owed())
    assert len(questions) == 1
