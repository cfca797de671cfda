"""The destruction procedure, Tide, Protection, Witch, Dragons: D43, D44, E15, F9."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.changes import ToValhalla
from engine.figures import Figures
from engine.terms import Cause, Place
from tests.builders import (
    GIMLE,
    HORGR,
    MYRKVLOR,
    WEST,
    YGGDRASIL,
    A,
    B,
    C,
    Game,
    cards,
    figures,
    seat,
    table,
)
from tests.playing import asked, call, code, fight, glory_from, lay, pass_all, totals


def test_e15_tide_asks_in_active_order_who_has_a_choice() -> None:
    game = table(
        A=seat(gimle="WW", hand="troll"),
        B=seat(gimle="LW", hand="odins-tide"),
        C=seat(gimle="W", west="S", hand="troll"),
        turn=C,
    )
    lay(call(game, GIMLE), A="troll", B="odins-tide", C="troll")
    assert asked(game, C) is ask.TideDecision
    game.play("C tide-keep ship")
    assert asked(game, B) is ask.TideDecision
    assert not game.told(ToValhalla)
    game.play("B tide-keep warrior")
    tide = [item for item in game.told(ToValhalla) if item.cause is Cause.TIDE]
    assert [(item.seat, item.figures) for item in tide] == [
        (C, figures("W")),
        (A, figures("W")),
        (B, figures("L")),
    ]


def test_e15_tide_leaves_one_of_many_warriors_unasked() -> None:
    game = table(A=seat(gimle="WWW", hand="odins-tide"), B=seat(gimle="L", hand="tyrs-bash"))
    fight(game, GIMLE, A="odins-tide", B="tyrs-bash")
    assert game.told(ToValhalla)[0].figures == figures("WW")
    assert totals(game) == {A: 2, B: 5}


def test_e15_tide_takes_ships_and_the_sea_serpent_in_the_fjord() -> None:
    game = table(
        A=seat(
            gimle="L",
            west="S sea-serpent",
            upgrades="sea-serpent fire-dragons",
            hand="odins-tide",
        ),
        B=seat(gimle="W", hand="troll"),
    )
    lay(call(game, GIMLE), A="odins-tide", B="troll")
    assert {move.figure for move in game.options(A) if isinstance(move, act.TideKeep)} == {
        "leader",
        "ship",
        "sea-serpent",
    }
    game.play("A tide-keep sea-serpent")
    assert totals(game) == {A: 4, B: 1}
    assert glory_from(game, A, "fire-dragons") == 8
    assert game.figures(A, WEST) == figures("sea-serpent")


def test_e15_keeping_the_ship_lets_the_sea_serpent_die() -> None:
    game = table(
        A=seat(west="S sea-serpent", upgrades="sea-serpent fire-dragons", hand="odins-tide"),
        B=seat(gimle="W", hand="troll"),
    )
    lay(call(game, GIMLE), A="odins-tide", B="troll").play("A tide-keep ship")
    assert game.valhalla(A) == figures("sea-serpent")
    assert glory_from(game, A, "fire-dragons") == 8


def test_e15_for_tide_all_choose_before_anybody_dies() -> None:
    game = table(
        A=seat(gimle="LW", hand="odins-tide"),
        B=seat(gimle="LW", hand="troll"),
    )
    lay(call(game, GIMLE), A="odins-tide", B="troll").play("A tide-keep leader")
    assert not game.told(ToValhalla)
    game.play("B tide-keep leader")
    causes = [(item.seat, item.cause) for item in game.told(ToValhalla)]
    assert causes[:2] == [(A, Cause.TIDE), (B, Cause.TIDE)]


def test_e15_a_figure_that_is_not_there_cannot_be_kept() -> None:
    game = table(A=seat(gimle="LW", hand="odins-tide"), B=seat(gimle="W", hand="troll"))
    lay(call(game, GIMLE), A="odins-tide", B="troll")
    assert code(game, "A tide-keep ship") == "not-there"
    assert code(game, "A decline") == "not-your-answer"


def test_e15_h24_smite_comes_before_tide_if_its_owner_is_first() -> None:
    game = table(A=seat(gimle="WW", hand="odins-smite"), B=seat(gimle="WW", hand="odins-tide"))
    fight(game, GIMLE, A="odins-smite", B="odins-tide")
    assert totals(game) == {A: 1 + 1, B: 1 + 1}
    before = [item for item in game.told(ToValhalla) if item.cause is not Cause.BATTLE]
    assert [(item.seat, item.cause) for item in before] == [(B, Cause.SMITE), (A, Cause.TIDE)]


def test_e15_h24_tide_comes_before_smite_if_its_owner_is_first() -> None:
    game = table(A=seat(gimle="WW", hand="odins-tide"), B=seat(gimle="WW", hand="odins-smite"))
    fight(game, GIMLE, A="odins-tide", B="odins-smite")
    assert totals(game) == {A: 0 + 1, B: 1 + 1}
    before = [item for item in game.told(ToValhalla) if item.cause is not Cause.BATTLE]
    assert [item.cause for item in before] == [Cause.TIDE, Cause.TIDE, Cause.SMITE]


def test_e15_smite_takes_one_warrior_of_each_opponent_in_the_province() -> None:
    game = table(
        A=seat(gimle="WW", hand="odins-smite"),
        B=seat(gimle="WWL", hand="troll"),
        C=seat(west="S", myrkvlor="W", hand="tyrs-rage"),
    )
    fight(game, GIMLE, A="odins-smite", B="troll", C="tyrs-rage")
    smitten = [item for item in game.told(ToValhalla) if item.cause is Cause.SMITE]
    assert [(item.seat, item.figures) for item in smitten] == [(B, figures("W"))]
    assert game.figures(C, MYRKVLOR) == figures("W")


def test_e15_two_smites_kill_for_each_owner() -> None:
    game = table(
        A=seat(gimle="WW", hand="odins-smite"),
        B=seat(gimle="WW", hand="odins-smite"),
        C=seat(gimle="W", hand="tyrs-bash"),
    )
    fight(game, GIMLE, A="odins-smite", B="odins-smite", C="tyrs-bash")
    assert totals(game) == {A: 1 + 1, B: 1 + 1, C: 0 + 2}


def test_d43_protection_with_too_little_rage_saves_only_some() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-judgement"),
        B=seat(gimle="LW", west="S", rage=1, upgrades="friggas-protection", hand="troll"),
    )
    fight(game, GIMLE, A="tyrs-judgement", B="troll")
    saves = [move for move in game.options(B) if isinstance(move, act.Protect)]
    assert {move.saved for move in saves} == {
        ((GIMLE, figures("W")),),
        ((GIMLE, figures("L")),),
        ((WEST, figures("S")),),
    }
    game.play("B protect west:S")
    assert game.figures(B, WEST) == figures("S")
    assert game.valhalla(B) == figures("LW")


def test_d43_protection_works_for_tide() -> None:
    game = table(
        A=seat(gimle="L", hand="odins-tide"),
        B=seat(gimle="LW", rage=1, upgrades="friggas-protection", hand="troll"),
    )
    lay(call(game, GIMLE), A="odins-tide", B="troll").play("B tide-keep leader")
    due = game.due()
    assert isinstance(due, ask.ProtectDecision)
    assert (due.cause, due.doomed) == (Cause.TIDE, ((GIMLE, figures("W")),))
    game.play("B protect gimle:W")
    assert totals(game) == {A: 4, B: 4}


@pytest.mark.parametrize("monster", ["troll", "fire-giant"])
def test_d43_protection_works_against_arrivals(monster: str) -> None:
    game = table(
        A=seat(upgrades=monster),
        B=seat(horgr="WW", rage=1, upgrades="friggas-protection"),
        C=seat(horgr="W"),
    ).play(f"A invade {monster} horgr")
    assert asked(game, B) is ask.ProtectDecision
    game.play("B protect horgr:W")
    assert game.figures(B, HORGR) == figures("W")
    assert game.valhalla(C) == figures("W")


def test_d43_protection_needs_rage_in_the_pool() -> None:
    game = table(
        A=seat(upgrades="troll"), B=seat(horgr="WW", rage=0, upgrades="friggas-protection")
    ).play("A invade troll horgr")
    assert game.valhalla(B) == figures("WW")


def test_d43_h34_protection_cannot_be_used_in_ragnarok() -> None:
    game = pass_all(
        table(A=seat(horgr="W", upgrades="friggas-protection"), ragnarok="horgr gimle utgard")
    )
    assert game.state.is_destroyed(HORGR)
    assert game.glory(A) == 2


def test_d43_owners_decide_in_active_order() -> None:
    game = table(
        A=seat(gimle="W", upgrades="friggas-protection", hand="troll"),
        B=seat(gimle="W", upgrades="friggas-protection", hand="troll"),
        C=seat(gimle="L", hand="tyrs-smite"),
        turn=B,
    )
    fight(game, GIMLE, A="troll", B="troll", C="tyrs-smite")
    assert game.due() == ask.ProtectDecision(B, ((GIMLE, figures("W")),), Cause.BATTLE)
    game.play("B decline")
    assert game.due() == ask.ProtectDecision(A, ((GIMLE, figures("W")),), Cause.BATTLE)
    assert not game.told(ToValhalla)
    game.play("A decline")
    assert {item.seat for item in game.told(ToValhalla)} == {A, B}


@pytest.mark.parametrize(
    "saved",
    [
        (),
        ((GIMLE, figures("")),),
        ((GIMLE, figures("WWW")),),
        ((HORGR, figures("W")),),
        ((GIMLE, figures("W")), (GIMLE, figures("L"))),
        ((WEST, figures("S")), (GIMLE, figures("W"))),
        ((GIMLE, Figures(warriors=2, leader=-1)),),
        ((GIMLE, Figures(monsters=cards("valkyrie troll"))),),
    ],
)
def test_i24_only_a_well_formed_part_of_the_doomed_can_be_saved(
    saved: tuple[tuple[Place, Figures], ...],
) -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-judgement"),
        B=seat(
            gimle="WW troll valkyrie",
            west="S",
            upgrades="friggas-protection troll valkyrie",
            hand="troll",
            levels=(1, 1, 3),
        ),
    )
    fight(game, GIMLE, A="tyrs-judgement", B="troll")
    assert asked(game, B) is ask.ProtectDecision
    assert game.refuses(act.Protect(B, saved)) is not None


def witch_loses() -> Game:
    game = table(
        A=seat(horgr="L", hand="tyrs-judgement"),
        B=seat(
            horgr="W volur-witch",
            rage=1,
            upgrades="volur-witch friggas-protection",
            hand="troll",
        ),
    )
    return fight(game, HORGR, A="tyrs-judgement", B="troll")


def test_d43_the_witch_is_asked_before_protection() -> None:
    game = witch_loses()
    assert asked(game, B) is ask.RetreatDecision
    game.play("B retreat")
    due = game.due()
    assert isinstance(due, ask.ProtectDecision)
    assert due.doomed == ((HORGR, figures("W")),)
    game.play("B protect horgr:W")
    assert game.figures(B, YGGDRASIL) == figures("volur-witch")
    assert not game.valhalla(B)


def test_d43_a_witch_that_stays_may_still_be_protected() -> None:
    game = witch_loses().play("B decline", "B protect horgr:volur-witch")
    assert game.figures(B, HORGR) == figures("volur-witch")
    assert game.valhalla(B) == figures("W")


def test_d43_the_witch_retreats_from_tide_and_is_out_of_the_battle() -> None:
    game = table(
        A=seat(horgr="W", hand="odins-tide"),
        B=seat(horgr="L volur-witch", upgrades="volur-witch", hand="troll"),
    )
    lay(call(game, HORGR), A="odins-tide", B="troll").play("B tide-keep leader", "B retreat")
    assert totals(game) == {A: 2, B: 3}
    assert game.figures(B, YGGDRASIL) == figures("volur-witch")


def test_d43_the_witch_retreats_though_others_die_beside_it() -> None:
    tied = table(
        A=seat(horgr="LW", hand="tyrs-bash"),
        B=seat(east="S", horgr="volur-witch", upgrades="volur-witch", hand="thors-hammer"),
    )
    fight(tied, HORGR, A="tyrs-bash", B="thors-hammer")
    assert totals(tied) == {A: 6, B: 6}
    tied.play("B retreat")
    assert (tied.valhalla(A), tied.valhalla(B)) == (figures("LW"), figures("S"))
    assert tied.figures(B, YGGDRASIL) == figures("volur-witch")


def test_d42_neither_troll_nor_fire_giant_touch_the_witch() -> None:
    game = table(
        A=seat(upgrades="troll fire-giant"),
        B=seat(horgr="volur-witch", upgrades="volur-witch"),
        players=2,
    ).play("A invade troll horgr", "B pass", "A invade fire-giant horgr")
    assert game.figures(B, HORGR) == figures("volur-witch")


def test_d16_the_retreat_ignores_horns_and_needs_no_room() -> None:
    game = table(
        A=seat(horgr="L", hand="tyrs-judgement"),
        B=seat(horgr="volur-witch", gimle="WWW", upgrades="volur-witch", hand="troll"),
        C=seat(yggdrasil="WWWW"),
    )
    fight(game, HORGR, A="tyrs-judgement", B="troll").play("B retreat")
    assert game.state.on_board(B) == 4
