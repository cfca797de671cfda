"""Scenarios J7 to J16 of docs/rules.md."""

from __future__ import annotations

from engine import actions as act
from engine import decisions as ask
from engine.changes import EmptyPool
from engine.errors import Code
from engine.terms import LEADER, SHIP, WARRIOR, Phase
from tests.builders import (
    ANDLANG,
    ELVAGAR,
    GIMLE,
    HORGR,
    NORTH,
    UTGARD,
    WEST,
    YGGDRASIL,
    A,
    B,
    face,
    figures,
    seat,
    table,
)
from tests.playing import asked, call, code, fight, kinds


def test_j7_a_warrior_invades_gimle_for_one_rage() -> None:
    game = table().play(act.Invade(A, WARRIOR, GIMLE))
    assert game.rage(A) == 5
    assert game.figures(A, GIMLE) == figures("W")


def test_j8_the_leader_invades_free_but_takes_the_turn() -> None:
    game = table(A=seat(rage=1)).play(act.Invade(A, LEADER, GIMLE))
    assert game.rage(A) == 1
    assert asked(game, B) is ask.TurnDecision


def test_j8_with_an_empty_pool_there_is_no_action_at_all() -> None:
    game = table(A=seat(rage=0, gimle="W", hand="quest-alfheim"), B=seat(rage=1))
    for move in (
        act.Invade(A, LEADER, GIMLE),
        act.Pillage(A, GIMLE),
        act.Commit(A, face("quest-alfheim")),
        act.Pass(A),
    ):
        assert code(game, move) is Code.NOT_OWED
    assert asked(game, B) is ask.TurnDecision


def test_j9_four_figures_fill_the_horns() -> None:
    game = table(A=seat(gimle="WWWW", hand="brothers-in-arms"))
    assert code(game, act.Invade(A, LEADER, HORGR)) is Code.HORNS_FULL
    assert code(game, act.Invade(A, SHIP, NORTH)) is Code.HORNS_FULL
    assert act.Invade not in kinds(game.options(A))
    assert code(game, act.March(A, GIMLE, HORGR, figures("W"))) is None
    game.play(act.Upgrade(A, face("brothers-in-arms"), None))
    assert asked(game, A) is None
    assert asked(game, B) is ask.TurnDecision


def test_j9_full_horns_do_not_stop_joining() -> None:
    game = table(A=seat(gimle="WWWW"), B=seat(andlang="W"), turn=B)
    game.play(act.Pillage(B, ANDLANG))
    assert asked(game, A) is ask.JoinDecision
    game.play(act.Join(A, GIMLE, WARRIOR))
    assert game.figures(A, ANDLANG) == figures("W")


def test_j10_a_ship_enters_a_fjord_and_no_province() -> None:
    game = table(A=seat(rage=2))
    assert code(game, act.Invade(A, SHIP, ELVAGAR)) is Code.SHIP_ENTERS_FJORDS
    game.play(act.Invade(A, SHIP, NORTH))
    assert game.rage(A) == 0
    assert game.figures(A, NORTH) == figures("S")


def test_j11_a_full_province_takes_nobody_but_its_fjord_a_ship() -> None:
    game = table(B=seat(gimle="WWW"), C=seat(gimle="WW"))
    assert code(game, act.Invade(A, WARRIOR, GIMLE)) is Code.NO_ROOM
    assert code(game, act.Invade(A, SHIP, WEST)) is None


def test_j12_a_march_needs_an_empty_village_for_each_walker() -> None:
    game = table(A=seat(horgr="WWW"), B=seat(utgard="W"))
    assert code(game, act.March(A, HORGR, UTGARD, figures("WWW"))) is Code.NO_ROOM
    assert code(game, act.March(A, HORGR, YGGDRASIL, figures("WWW"))) is None
    game.play(act.March(A, HORGR, UTGARD, figures("WW")))
    assert game.rage(A) == 5
    assert game.figures(A, UTGARD) == figures("WW")
    assert game.figures(A, HORGR) == figures("W")


def test_j13_a_seat_that_only_ran_out_acts_again_when_rage_returns() -> None:
    game = table(
        A=seat(rage=4, gimle="WW", hand="tyrs-smash"),
        B=seat(rage=1, hand="lokis-trickery"),
        turn=B,
        players=2,
    )
    game.play(act.Invade(B, WARRIOR, GIMLE))
    assert game.rage(B) == 0
    fight(game, GIMLE, A="tyrs-smash", B="lokis-trickery")
    assert (game.rage(A), game.rage(B)) == (3, 1)
    assert asked(game, B) is ask.TurnDecision


def test_j14_a_seat_that_passed_gets_no_turn_for_regained_rage() -> None:
    game = table(
        A=seat(rage=1, gimle="W", hand="tyrs-bash tyrs-crush"),
        B=seat(rage=3, gimle="WWW", hand="thors-ascension"),
        turn=B,
        players=2,
    )
    game.play(act.Pass(B))
    assert game.rage(B) == 0
    fight(game, GIMLE, A="tyrs-bash", B="thors-ascension")
    assert (game.rage(B), game.glory(B)) == (3, 3 + 3)
    assert asked(game, A) is ask.TurnDecision
    game.play(act.Pass(A))
    assert game.state.phase is Phase.DISCARD
    assert game.rage(B) == 0
    assert EmptyPool(B, 3) in game.told(EmptyPool)


EVERYWHERE_ELSE = "elvagar angerboda muspelheim horgr andlang gimle myrkvlor yggdrasil"


def test_j15_pillaging_the_last_province_ends_the_phase_whatever_rage_is_left() -> None:
    game = table(A=seat(rage=4, utgard="W", hand="troll"), pillaged=EVERYWHERE_ELSE)
    call(game, UTGARD)
    assert game.is_pillaged(UTGARD)
    assert game.state.phase is Phase.DISCARD
    assert EmptyPool(A, 4) in game.told(EmptyPool)
    assert [clan.rage for clan in game.state.clans] == [0, 0, 0, 0]


def test_j16_tyrs_challenge_does_not_stop_the_phase_from_ending() -> None:
    game = table(
        A=seat(rage=4, utgard="W", upgrades="tyrs-challenge", hand="troll"),
        pillaged=EVERYWHERE_ELSE,
    )
    call(game, UTGARD)
    assert game.state.phase is Phase.DISCARD
