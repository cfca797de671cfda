"""Rewards of a pillage: token, Frost Giant, Grace, leader upgrades: E24 to E26."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.board import OUTER
from engine.changes import FlipToken, GainGlory, RaiseStat
from engine.terms import Stat, Token
from tests.builders import (
    ANDLANG,
    GIMLE,
    MYRKVLOR,
    YGGDRASIL,
    A,
    B,
    Game,
    figures,
    seat,
    table,
)
from tests.playing import asked, call, code, fight, glory_from, lay


@pytest.mark.parametrize(
    ("token", "levels", "glory"),
    [
        (Token.RAGE, (2, 1, 1), 0),
        (Token.AXES, (1, 2, 1), 0),
        (Token.HORNS, (1, 1, 2), 0),
        (Token.GLORY, (1, 1, 1), 5),
    ],
)
def test_a13_rewards_of_the_outer_tokens(
    token: Token, levels: tuple[int, int, int], glory: int
) -> None:
    game = call(table(A=seat(gimle="W"), tokens={GIMLE: token}), GIMLE)
    assert (game.levels(A), game.glory(A)) == (levels, glory)


def test_a12_yggdrasil_pays_one_step_on_each_stat() -> None:
    game = call(table(A=seat(yggdrasil="W")), YGGDRASIL)
    assert (game.levels(A), game.glory(A)) == ((2, 2, 2), 0)


def order(game: Game) -> list[str]:
    """List the sources of the pillage's rewards, in order."""
    return [str(item.source) for item in game.story if isinstance(item, RaiseStat | GainGlory)]


def test_e24_token_frost_giant_grace_leader_then_battle_glory() -> None:
    game = table(
        A=seat(
            gimle="L frost-giant",
            upgrades="frost-giant lord-of-axes",
            hand="friggas-grace",
        ),
        B=seat(gimle="W", hand="troll"),
        tokens={GIMLE: Token.RAGE},
    )
    fight(game, GIMLE, A="friggas-grace", B="troll")
    assert game.options(A) == (act.RaiseStatBy(A, Stat.AXES), act.RaiseStatBy(A, Stat.HORNS))
    game.play("A stat axes")
    assert len(game.options(A)) == 3
    game.play("A stat axes")
    assert order(game) == ["token", "frost-giant", "friggas-grace", "lord-of-axes", "battle"]
    assert game.levels(A) == (3, 3, 1)
    assert game.glory(A) == 5
    assert game.told(FlipToken) == [FlipToken(GIMLE)]


def test_e26_grace_gives_one_step_even_with_the_frost_giant() -> None:
    game = table(
        A=seat(gimle="frost-giant", upgrades="frost-giant", hand="friggas-grace"),
        B=seat(gimle="W", hand="troll"),
        tokens={GIMLE: Token.GLORY},
    )
    fight(game, GIMLE, A="friggas-grace", B="troll").play("A stat rage")
    assert asked(game, B) is ask.TurnDecision
    assert game.levels(A) == (2, 1, 1)
    assert glory_from(game, A, "token") == 5
    assert glory_from(game, A, "frost-giant") == 5


def test_e26_grace_may_raise_any_stat_in_yggdrasil() -> None:
    game = table(A=seat(yggdrasil="LW", hand="friggas-grace"), B=seat(yggdrasil="W", hand="troll"))
    fight(game, YGGDRASIL, A="friggas-grace", B="troll")
    assert len(game.options(A)) == 3


def test_e26_grace_whose_stat_alone_can_rise_does_nothing() -> None:
    """The others at step 6: the token's stat is no choice, so the step is lost (E26, E32)."""
    game = table(
        A=seat(gimle="LW", levels=(6, 1, 6), hand="friggas-grace"),
        B=seat(gimle="W", hand="troll"),
        tokens={GIMLE: Token.AXES},
    )
    fight(game, GIMLE, A="friggas-grace", B="troll")
    assert game.levels(A) == (6, 2, 6)


def test_e24_grace_of_a_defender_does_nothing() -> None:
    game = table(
        A=seat(gimle="W", hand="troll"),
        B=seat(gimle="L", hand="friggas-grace"),
        tokens={GIMLE: Token.AXES},
    )
    fight(game, GIMLE, A="troll", B="friggas-grace")
    assert game.levels(B) == (1, 1, 1)


def test_e20a_grace_taken_by_poison_still_acts() -> None:
    game = table(
        A=seat(gimle="LW", hand="friggas-grace"),
        B=seat(gimle="W", hand="lokis-poison"),
        tokens={GIMLE: Token.AXES},
    )
    fight(game, GIMLE, A="friggas-grace", B="lokis-poison")
    assert "friggas-grace" in game.hand(B)
    assert asked(game, A) is ask.StatDecision


def test_e11_grace_blanked_by_primacy_is_silent() -> None:
    game = table(
        A=seat(gimle="LWW", hand="friggas-grace"),
        B=seat(gimle="W", hand="thors-primacy"),
        tokens={GIMLE: Token.AXES},
    )
    fight(game, GIMLE, A="friggas-grace", B="thors-primacy")
    assert game.levels(A) == (1, 2, 1)
    assert asked(game, B) is ask.TurnDecision


def test_e24_a_leader_killed_by_tide_triggers_nothing() -> None:
    game = table(
        A=seat(gimle="LW", upgrades="lord-of-spears", hand="odins-tide"),
        B=seat(gimle="W", hand="quest-alfheim"),
        tokens={GIMLE: Token.AXES},
    )
    lay(call(game, GIMLE), A="odins-tide", B="quest-alfheim").play("A tide-keep warrior")
    assert game.is_pillaged(GIMLE)
    assert game.levels(A) == (1, 2, 1)


def test_e24_two_figures_that_count_as_leader_give_one_step() -> None:
    """K1: the Mountain Giant can trigger the upgrade; the text speaks of one step all the same."""
    game = table(
        A=seat(gimle="L mountain-giant", upgrades="lord-of-axes mountain-giant"),
        tokens={GIMLE: Token.GLORY},
        kickstarter=True,
    )
    call(game, GIMLE).play("A stat rage")
    assert game.levels(A) == (2, 1, 1)
    assert asked(game, B) is ask.TurnDecision


def test_i27_with_hammers_either_leader_may_walk_on() -> None:
    game = table(
        A=seat(gimle="L mountain-giant", upgrades="lord-of-hammers mountain-giant"),
        tokens={GIMLE: Token.GLORY},
        kickstarter=True,
    )
    call(game, GIMLE)
    walks = {(move.figure, move.place) for move in game.options(A) if isinstance(move, act.WalkOn)}
    assert walks == {
        (kind, place)
        for kind in ("leader", "mountain-giant")
        for place in (ANDLANG, MYRKVLOR, YGGDRASIL)
    }
    game.play("A hammers-move mountain-giant andlang")
    assert game.figures(A, ANDLANG) == figures("mountain-giant")
    assert asked(game, B) is ask.TurnDecision


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("A hammers-move leader horgr", "not-adjacent"),
        ("A hammers-move leader gimle", "not-adjacent"),
        ("A hammers-move leader west", "not-adjacent"),
        ("A hammers-move warrior andlang", "not-there"),
        ("A hammers-move leader myrkvlor", "no-room"),
        ("A hammers-move leader andlang", "destroyed"),
    ],
)
def test_i27_the_walk_goes_next_door_where_there_is_room(line: str, why: str) -> None:
    game = table(
        A=seat(gimle="LW", upgrades="lord-of-hammers"),
        B=seat(myrkvlor="WWW"),
        destroyed="andlang",
    )
    game.play("A pillage gimle").skip_calls()
    assert code(game, line) == why


def test_i27_with_nowhere_to_go_the_walk_is_not_asked_for() -> None:
    ring = " ".join(place.word for place in OUTER)
    game = table(A=seat(yggdrasil="LW", upgrades="lord-of-hammers"), destroyed=ring)
    call(game, YGGDRASIL)
    assert game.levels(A) == (2, 2, 2)
    assert asked(game, A) is not ask.HammersDecision


def test_i27_the_walk_may_be_declined() -> None:
    game = table(A=seat(gimle="L", upgrades="lord-of-hammers"))
    call(game, GIMLE).play("A decline")
    assert game.figures(A, GIMLE) == figures("L")


def test_i27_from_yggdrasil_the_leader_may_walk_anywhere_with_room() -> None:
    game = table(A=seat(yggdrasil="L", upgrades="lord-of-hammers"), destroyed="gimle")
    call(game, YGGDRASIL)
    walks = {move.place for move in game.options(A) if isinstance(move, act.WalkOn)}
    assert len(walks) == 7
    assert GIMLE not in walks


def test_e24_a_leader_elsewhere_in_the_area_of_the_fjord_does_not_count() -> None:
    game = table(
        A=seat(west="S", myrkvlor="L", upgrades="lord-of-spears"), tokens={GIMLE: Token.AXES}
    )
    game.play("A pillage gimle", "A decline")
    assert game.levels(A) == (1, 2, 1)


def test_d35_tyrs_challenge_with_the_frost_giant_pays_twice_again() -> None:
    game = table(
        A=seat(gimle="frost-giant", upgrades="frost-giant tyrs-challenge"),
        pillaged="gimle",
        tokens={GIMLE: Token.GLORY},
    ).play("A repillage gimle")
    assert game.glory(A) == 10
    assert game.told(FlipToken) == []


def test_i27_the_leader_may_take_the_last_empty_village() -> None:
    game = table(A=seat(gimle="L", upgrades="lord-of-hammers"), B=seat(myrkvlor="WW"))
    call(game, GIMLE).play("A hammers-move leader myrkvlor")
    assert game.state.room(MYRKVLOR) == 0
