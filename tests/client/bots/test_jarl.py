"""The jarl: it looks at its own seat only, repeats itself, and knows every card."""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterable
from random import Random

import pytest

import client.bots
from client.bots import LEVELS, Situation
from client.bots.guess import guess, hidden
from client.bots.jarl import searched
from client.bots.learned import learned
from client.bots.playout import play_out
from client.bots.search import Effort, base_answer, candidates, is_searched, policy_of, weigh
from client.tables.local_table import LocalTable
from client.tables.simulate import bot_table
from client.text.glory import glory_rows
from engine import actions as act
from engine import decisions as ask
from engine.cards import CARDS
from engine.decks import deck_faces
from engine.state import Options
from engine.terms import Age, Box, CardId, Face, Kind, Seat
from engine.values import replace

QUICK = Effort(width=3, rounds=(2, 1))
BOXES = (Options(), Options(kickstarter=True))


def asked(table: LocalTable) -> Situation:
    """Return the first question of a table."""
    decision = next(one for one in table.rules.owed(table.state) if not isinstance(one, ask.Duty))
    seat = decision.seat
    return Situation(table.state, table.knowledge(seat), decision, table.answers(seat))


def questions(kind: type[ask.Decision], count: int, *, players: int = 4) -> list[Situation]:
    """Return questions of a kind with several answers, from games of karls."""
    found: list[Situation] = []
    for seed in range(20):
        table = bot_table(players, seed, ("karl",))
        while not table.is_over and len(found) < count:
            situation = asked(table)
            if isinstance(situation.decision, kind) and len(situation.answers) > 1:
                found.append(situation)
                for _ in range(25):
                    table.step()
            else:
                table.step()
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_card_of_the_box_has_its_numbers(players: int) -> None:
    numbers = learned(players)
    for age in Age:
        for box in (False, True):
            for face in deck_faces(age, players, kickstarter=box):
                assert face.card in numbers.hands[age].cards, (age, face)
    for card in CARDS.values():
        if card.kind is Kind.UPGRADE and card.copies[0].box is not Box.MYSTICS:
            assert card.id in numbers.weights.upgrades
            assert all(card.id in numbers.turns[age].upgrades for age in Age)
            assert all(card.id in numbers.starts[age].upgrades for age in (Age.TWO, Age.THREE))


def other_hands(table: LocalTable, seat: Seat, chance: Random) -> None:
    """Exchange the hidden cards of all other seats for others of the same numbers."""
    deck = deck_faces(table.state.age, table.state.players, kickstarter=False)
    for number, known in enumerate(table._knowledge):
        if number != seat:
            hand = tuple(sorted(chance.sample(deck, len(known.hand))))
            table._knowledge[number] = replace(known, hand=hand)


@pytest.mark.parametrize(
    ("kind", "options", "seed"),
    [
        (ask.TurnDecision, Options(), 3),
        (ask.CardDecision, Options(), 3),
        (ask.PickDecision, Options(), 3),
        (ask.OpenPlayDecision, Options(gods=True, mystics=True), 12),
        (ask.GodMoveDecision, Options(gods=True, mystics=True), 12),
    ],
)
def test_a_jarl_answers_the_same_whatever_is_hidden_from_it(
    kind: type[ask.Decision], options: Options, seed: int
) -> None:
    """Exchange the cards of the others: nothing that they hold may reach the answer."""
    chance = Random(5)
    met = 0
    table = bot_table(4, seed, ("karl",), options)
    while met < 2:
        situation = asked(table)
        if isinstance(situation.decision, kind) and len(situation.answers) > 1:
            met += 1
            before = searched(situation, Random(1), QUICK)
            knowledge = list(table._knowledge)
            other_hands(table, situation.seat, chance)
            assert searched(asked(table), Random(1), QUICK) == before
            table._knowledge[:] = knowledge
        table.step()


def test_a_guess_agrees_with_all_that_the_seat_knows() -> None:
    for situation in questions(ask.TurnDecision, 6):
        state, known = situation.state, situation.knowledge
        world = guess(state, known, hidden(state, known), Random(3))
        assert world.knowledge[known.seat] == known
        for one, clan in zip(world.knowledge, state.clans, strict=True):
            assert (len(one.hand), len(one.kept)) == (clan.hand, clan.kept)
            assert len(one.quests) == clan.quests
            assert all(CARDS[face.card].kind is Kind.QUEST for face in one.quests)
            if one.seat != known.seat:
                assert set(known.returned[one.seat][: clan.hand]) <= set(one.hand)


def test_a_guess_gives_nobody_a_card_that_the_seat_holds_alone() -> None:
    for situation in questions(ask.TurnDecision, 6):
        state, known = situation.state, situation.knowledge
        deck = deck_faces(state.age, state.players, kickstarter=False)
        single = {face for face in known.hand if deck.count(face) == 1}
        world = guess(state, known, hidden(state, known), Random(3))
        for one in world.knowledge:
            assert one.seat == known.seat or not single & set(one.hand)


SAME = """
from random import Random
from tests.client.bots.test_jarl import QUICK, questions
from client.bots.jarl import searched
from engine import decisions as ask
for kind in (ask.TurnDecision, ask.JoinDecision, ask.CardDecision, ask.PickDecision):
    for situation in questions(kind, 3):
        print(searched(situation, Random(4), QUICK))
"""


@pytest.mark.slow
def test_a_jarl_answers_the_same_for_every_seed_of_hashes() -> None:
    said = set()
    for seed in ("0", "1", "2", "77"):
        run = subprocess.run(  # noqa: S603 - this very Python
            [sys.executable, "-c", SAME],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        said.add(run.stdout)
    assert len(said) == 1


def test_the_table_of_answers_begins_with_the_answer_without_a_search() -> None:
    for situation in questions(ask.TurnDecision, 3):
        numbers = learned(4)
        answers = candidates(numbers, situation, Random(1), 4)
        rows = weigh(situation, answers, Random(1), QUICK)
        assert [row.answer for row in rows] == list(answers)
        assert answers[0] == base_answer(numbers, situation, Random(1))
        assert (rows[0].gain, rows[0].error) == (0.0, 0.0)


def test_a_whole_age_is_played_out_with_its_stories() -> None:
    (situation,) = questions(ask.TurnDecision, 1)
    state, known = situation.state, situation.knowledge
    world = guess(state, known, hidden(state, known), Random(1))
    policy = policy_of(learned(4), situation.seat)
    short, whole = (
        play_out(world, situation.answers[0], policy, Random(1), whole_age=whole)
        for whole in (False, True)
    )
    assert whole.ends_age
    assert whole.stories[: len(short.stories)] == short.stories
    assert whole.decisions > short.decisions
    (row,) = [row for row in glory_rows(whole.stories, 4) if row.seat == situation.seat]
    seat = situation.seat
    assert row.total == whole.state.clans[seat].glory - state.clans[seat].glory


def test_a_search_stops_when_its_work_is_done() -> None:
    (situation,) = questions(ask.TurnDecision, 1)
    answers = candidates(learned(4), situation, Random(1), 4)
    rows = weigh(situation, answers, Random(1), Effort(rounds=(50,), decisions=30))
    assert 1 <= rows[0].playouts <= 30


def test_a_pick_is_not_played_out() -> None:
    assert is_searched(questions(ask.TurnDecision, 1)[0])
    assert not is_searched(questions(ask.PickDecision, 1)[0])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_jarl_answers_legally_in_games_of_thralls(players: int) -> None:
    """Require legal answers in positions no sensible player reaches, with both boxes."""
    least = Effort(width=2, rounds=(1,))
    for seed, options in enumerate(BOXES):
        table = bot_table(players, seed, ("thrall",), options)
        while not table.is_over:
            situation = asked(table)
            if len(situation.answers) > 1:
                assert searched(situation, Random(seed), least) in situation.answers
            for _ in range(5):
                table.step()


def test_a_jarl_without_a_search_drafts_by_learned_values() -> None:
    situation = questions(ask.PickDecision, 1)[0]
    blessing = Face(CardId("lokis-blessing"), Age.ONE)
    pack = (blessing, *situation.knowledge.pack[1:])
    knowledge = replace(situation.knowledge, pack=pack)
    answers = tuple(act.Pick(situation.seat, (face,)) for face in pack)
    asked_now = Situation(situation.state, knowledge, situation.decision, answers)
    assert base_answer(learned(4), asked_now, Random(1)) == answers[0]


def test_the_levels_go_from_weakest_to_strongest() -> None:
    assert tuple(LEVELS) == ("thrall", "leysing", "karl", "jarl")


def test_no_bot_adds_floats_with_the_sum_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """From 3.12 on `sum` of floats rounds otherwise, and so might a choice."""

    def whole(numbers: Iterable[int], start: int = 0) -> int:
        numbers = tuple(numbers)
        assert not any(isinstance(one, float) for one in (*numbers, start))
        return sum(numbers, start)

    for module in pkgutil.iter_modules(client.bots.__path__, "client.bots."):
        monkeypatch.setattr(importlib.import_module(module.name), "sum", whole, raising=False)
    for kind in (ask.PickDecision, ask.TurnDecision, ask.JoinDecision, ask.CardDecision):
        for situation in questions(kind, 2):
            searched(situation, Random(1), QUICK)
    for _ in bot_table(3, 4, ("karl",), Options(kickstarter=True)).play():
        pass
