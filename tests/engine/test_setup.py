"""A new game: A12 to A15, A21 to A30."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.board import OUTER
from engine.errors import BadPosition
from engine.setup import OUTER_TOKENS, Layout, new_game
from engine.terms import Age, ClanName, Phase, Place, Seat, Token
from engine.values import replace
from tests.builders import ELVAGAR, GIMLE, HORGR, UTGARD, YGGDRASIL, A, B, C, D, figures
from tests.game import new_table

FOUR = Layout(C, OUTER_TOKENS, (GIMLE, HORGR, ELVAGAR), (UTGARD,))


def test_a12_yggdrasil_has_its_own_token() -> None:
    assert new_game(4, FOUR).board.provinces[YGGDRASIL].token is Token.YGGDRASIL


def test_a13_eight_tokens_lie_on_the_outer_provinces() -> None:
    assert Counter(OUTER_TOKENS) == {
        Token.RAGE: 3,
        Token.AXES: 2,
        Token.HORNS: 2,
        Token.GLORY: 1,
    }
    provinces = new_game(4, FOUR).board.provinces
    assert tuple(provinces[place].token for place in OUTER) == OUTER_TOKENS
    assert not any(province.pillaged for province in provinces)


def test_a15_a_destroyed_province_keeps_a_token_out_of_play() -> None:
    province = new_game(4, FOUR).board.provinces[UTGARD]
    assert province.destroyed
    assert province.token is OUTER_TOKENS[UTGARD]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a21_every_clan_starts_alike(players: int) -> None:
    state = new_table(players).state
    for clan in state.clans:
        assert clan.reserve == figures("WWWWWWWWLS")
        assert (clan.levels, clan.glory, clan.upgrades) == ((1, 1, 1), 0, ())
        assert (clan.rage, clan.hand, clan.kept, clan.quests) == (0, 0, 0, 0)
        assert not clan.valhalla
        assert not clan.passed


@pytest.mark.parametrize(("players", "alive"), [(2, 6), (3, 7), (4, 8), (5, 9)])
def test_a26_provinces_alive_at_the_start(players: int, alive: int) -> None:
    assert len(new_table(players).state.surviving()) == alive


def test_a24_the_three_ragnarok_tokens_are_open_from_the_start() -> None:
    state = new_game(4, FOUR)
    assert state.ragnarok == (GIMLE, HORGR, ELVAGAR)
    assert state.doomed == GIMLE
    assert replace(state, age=Age.TWO).doomed == HORGR
    assert replace(state, age=Age.THREE).doomed == ELVAGAR


def test_a30_i1_clans_are_taken_in_seat_order() -> None:
    state = new_game(4, FOUR)
    assert state.phase is Phase.SETUP
    assert state.owed == (ask.ClanDecision(C),)
    assert state.seats() == (C, D, A, B)


def test_i1_a_taken_clan_is_refused_and_the_last_one_is_not_asked_about() -> None:
    game = new_table(5)
    assert {clan.clan for clan in game.state.clans} == set(ClanName)
    asked_for = [action.seat for action in game.actions if isinstance(action, act.ChooseClan)]
    assert asked_for == [A, B, C, D]


Wrong = tuple[int, Layout]
WRONG: list[Wrong] = [
    (1, FOUR),
    (6, FOUR),
    (4, replace(FOUR, first=Seat(4))),
    (4, replace(FOUR, first=Seat(-1))),
    (4, replace(FOUR, tokens=OUTER_TOKENS[1:])),
    (4, replace(FOUR, tokens=(Token.GLORY, *OUTER_TOKENS[1:]))),
    (4, replace(FOUR, tokens=(Token.YGGDRASIL, *OUTER_TOKENS[1:]))),
    (4, replace(FOUR, ragnarok=(GIMLE, GIMLE, HORGR))),
    (4, replace(FOUR, ragnarok=(GIMLE, HORGR, UTGARD))),
    (4, replace(FOUR, ragnarok=(YGGDRASIL, HORGR, GIMLE))),
    (4, replace(FOUR, ragnarok=(Place.NORTH, HORGR, GIMLE))),
    (4, replace(FOUR, destroyed=())),
    (4, replace(FOUR, destroyed=(UTGARD, Place.ANDLANG))),
    (2, FOUR),
    (5, FOUR),
]


@pytest.mark.parametrize(("players", "layout"), WRONG)
def test_a_layout_that_the_box_does_not_allow_is_refused(players: int, layout: Layout) -> None:
    with pytest.raises(BadPosition):
        new_game(players, layout)
