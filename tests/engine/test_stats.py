"""The tracks of the clan sheet: A16 to A20."""

from __future__ import annotations

from engine.stats import END_BONUS, SLOTS, TOP_LEVEL, TRACKS, WARRIORS_PER_CLAN, stat_value
from engine.terms import Slot, Stat, Token
from tests.builders import GIMLE, YGGDRASIL, A, seat, table
from tests.playing import call


def test_a16_the_tracks_are_those_of_the_sheet() -> None:
    assert TRACKS[Stat.RAGE][1:] == (6, 7, 8, 9, 12, 12)
    assert TRACKS[Stat.AXES][1:] == (3, 4, 5, 6, 8, 8)
    assert TRACKS[Stat.HORNS][1:] == (4, 5, 6, 7, 10, 10)
    assert END_BONUS[1:] == (0, 0, 0, 10, 10, 20)
    assert [stat_value(stat, 1) for stat in Stat] == [6, 3, 4]
    assert TOP_LEVEL == 6


def test_a17_steps_beyond_the_top_are_lost() -> None:
    game = table(A=seat(yggdrasil="W", levels=(6, 5, 6)))
    call(game, YGGDRASIL)
    assert game.levels(A) == (6, 6, 6)


def test_a19_a_rage_step_does_not_fill_the_pool() -> None:
    game = table(A=seat(gimle="W", rage=2), tokens={GIMLE: Token.RAGE})
    call(game, GIMLE)
    assert game.levels(A) == (2, 1, 1)
    assert game.rage(A) == 2


def test_a19_a_horns_step_lets_another_figure_in_at_once() -> None:
    game = table(A=seat(gimle="WWWW"), tokens={GIMLE: Token.HORNS}, players=2)
    call(game, GIMLE).play("B pass", "A invade leader horgr")
    assert game.state.on_board(A) == 5


def test_a20_a_sheet_has_one_two_and_three_slots() -> None:
    assert SLOTS == {Slot.LEADER: 1, Slot.WARRIOR: 1, Slot.SHIP: 1, Slot.MONSTER: 2, Slot.CLAN: 3}


def test_a21_a_clan_has_eight_warriors() -> None:
    assert WARRIORS_PER_CLAN == 8
