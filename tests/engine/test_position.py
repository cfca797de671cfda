from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decisions import TurnDecision
from engine.errors import BadPosition
from engine.invariants import Problem
from engine.position import (
    Position,
    SeatPosition,
    all_tokens,
    face_in,
    open_position,
    write_position,
)
from engine.setup import OUTER_TOKENS
from engine.terms import Age, CardId, Face, Phase, Place, Token
from tests.builders import (
    ANGERBODA,
    ELVAGAR,
    GIMLE,
    HORGR,
    MUSPELHEIM,
    MYRKVLOR,
    UTGARD,
    YGGDRASIL,
    A,
    B,
    C,
    face,
    figures,
    position,
    seat,
    table,
)
from tests.game import Game, play_on
from tests.positions import random_position


def test_figures_not_named_are_in_the_reserve() -> None:
    game = table(A=seat(gimle="WW troll", west="S", valhalla="L", upgrades="troll valkyrie"))
    assert game.reserve(A) == figures("WWWWWW valkyrie")


def test_the_seat_to_move_is_asked() -> None:
    game = table(turn=C)
    assert game.owed() == (TurnDecision(C),)
    assert game.state.agenda == ()


def test_a_seat_that_passed_is_skipped() -> None:
    assert table(A=seat(passed=True)).owed() == (TurnDecision(B),)


def test_each_seat_knows_its_own_cards() -> None:
    game = table(A=seat(hand="tyrs-smash tyrs-bash", quests="quest-alfheim"))
    assert game.knowledge[A].hand == (face("tyrs-bash"), face("tyrs-smash"))
    assert game.knowledge[A].quests == (face("quest-alfheim"),)
    assert game.knowledge[B].hand == ()
    assert (game.clan(A).hand, game.clan(A).quests) == (2, 1)


def test_a_pool_not_named_is_what_the_stat_is_worth() -> None:
    assert table(A=seat(levels=(4, 1, 1))).rage(A) == 9


@pytest.mark.parametrize(
    ("destroyed", "doomed"),
    [
        ("", (ELVAGAR, ANGERBODA, MUSPELHEIM)),
        ("angerboda", (ELVAGAR, MUSPELHEIM, HORGR)),
        (
            "elvagar angerboda muspelheim horgr utgard andlang",
            (GIMLE, MYRKVLOR, ELVAGAR),
        ),
    ],
)
def test_doom_not_named_lies_on_the_first_provinces_that_stand(
    destroyed: str, doomed: tuple[Place, ...]
) -> None:
    assert table(destroyed=destroyed).state.ragnarok == doomed


def test_tokens_not_named_are_those_left_over() -> None:
    tokens = all_tokens(((HORGR, Token.GLORY), (UTGARD, Token.GLORY))[:1])
    assert tokens[HORGR] is Token.GLORY
    assert Counter(tokens) == Counter(OUTER_TOKENS)


@pytest.mark.parametrize(
    "named",
    [
        ((HORGR, Token.GLORY), (UTGARD, Token.GLORY)),
        ((HORGR, Token.GLORY), (HORGR, Token.RAGE)),
        ((YGGDRASIL, Token.YGGDRASIL),),
    ],
)
def test_tokens_the_box_does_not_hold_are_refused(named: tuple[tuple[Place, Token], ...]) -> None:
    with pytest.raises(BadPosition) as refused:
        all_tokens(named)
    assert refused.value.problem == Problem.TOKENS


def test_two_ragnarok_tokens_are_refused() -> None:
    with pytest.raises(BadPosition) as refused:
        open_position(Position((SeatPosition(),) * 2, ragnarok=(GIMLE, HORGR)))
    assert refused.value.problem == Problem.RAGNAROK


def test_an_unknown_upgrade_is_refused() -> None:
    seats = (SeatPosition(upgrades=(CardId("mead"),)), SeatPosition())
    with pytest.raises(BadPosition) as refused:
        open_position(Position(seats))
    assert (refused.value.problem, refused.value.where) == (Problem.NOT_AN_UPGRADE, "A mead")


def test_a_level_off_the_track_is_refused() -> None:
    with pytest.raises(BadPosition) as refused:
        open_position(Position((SeatPosition(levels=(7, 1, 1)), SeatPosition())))
    assert (refused.value.problem, refused.value.where) == (Problem.LEVELS, "A")


def test_a_position_written_from_its_state_opens_with_the_same_state() -> None:
    asked = position(
        A=seat(gimle="WL", rage=3, levels=(1, 2, 3), glory=7, hand="quest-alfheim@3"),
        B=seat(west="S", passed=True, upgrades="lokis-dragons", quests="quest-manheim"),
        age=2,
        turn=C,
        first=B,
        destroyed="utgard",
        pillaged="yggdrasil",
        tokens={GIMLE: "glory"},
        kickstarter=True,
    )
    once = open_position(asked)
    again = open_position(write_position(once.state, once.knowledge))
    assert again == once


@given(st.integers(0, 10**9))
def test_any_position_opens_and_comes_back(seed: int) -> None:
    once = open_position(random_position(Random(seed)))
    if once.state.phase is Phase.ACTION:
        again = open_position(write_position(once.state, once.knowledge))
        assert (again.state, again.knowledge) == (once.state, once.knowledge)


@given(st.integers(0, 10**9))
@pytest.mark.slow
def test_from_any_position_the_age_can_be_played_to_its_end(seed: int) -> None:
    chance = Random(seed)
    opening = open_position(random_position(chance))
    *_, game = play_on(Game(opening.state, opening.knowledge, opening.story), chance)
    assert game.state.phase in (Phase.GIFTS, Phase.END)


@pytest.mark.parametrize(
    ("card", "age", "expected"),
    [
        ("quest-alfheim", Age.TWO, Age.TWO),
        ("tyrs-bash", Age.THREE, Age.ONE),
        ("tyrs-rage", Age.ONE, Age.TWO),
    ],
)
def test_a_bare_card_is_of_the_age_if_it_can_be_and_else_its_earliest_copy(
    card: str, age: Age, expected: Age
) -> None:
    assert face_in(CardId(card), age) == Face(CardId(card), expected)
