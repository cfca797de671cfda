"""Statements of L and M in which gods and Mystics meet other cards and each other."""

from __future__ import annotations

import pytest

from engine import decisions as ask
from engine.changes import GainGlory, ToValhalla
from engine.errors import Code
from engine.sheet import mystics_in_box
from engine.story import StatLostNote
from engine.terms import Age, Cause, Deity, Stat, Token
from tests.builders import (
    ELVAGAR,
    GIMLE,
    HORGR,
    MYRKVLOR,
    UTGARD,
    YGGDRASIL,
    A,
    B,
    figures,
    gods,
    seat,
    table,
)

BROKE = seat(rage=0)
CHOSEN = "friggas-chosen"


def test_j93_mystics_pay_flee_and_take_villages() -> None:
    won = table(
        A=seat(gimle="YY", upgrades="thors-chosen"), B=seat(gimle="W"), age=3, mystics=True
    ).play("A pillage gimle")
    assert [gain.amount for gain in won.told(GainGlory) if gain.source == "thors-chosen"] == [6]
    lost = table(A=seat(gimle="L"), B=seat(gimle="Y", upgrades=CHOSEN), mystics=True)
    lost.play("A pillage gimle", "B retreat-to myrkvlor")
    assert lost.figures(B, MYRKVLOR) == figures("Y")
    full = table(
        A=seat(upgrades="odins-chosen", mystics=1), B=seat(utgard="WWW"), age=2, mystics=True
    ).play("A take-village utgard B warrior reserve")
    assert full.figures(A, UTGARD) == figures("Y")
    assert full.figures(B, UTGARD) == figures("WW")


# ------------------------------------------------------------------ gods


def test_l12_with_two_spare_provinces_gone_both_gods_stand_beside_the_board() -> None:
    game = table(
        A=BROKE,
        B=BROKE,
        players=2,
        age=2,
        destroyed="horgr utgard andlang muspelheim elvagar",
        ragnarok="gimle myrkvlor angerboda",
        gods="odin=gimle tyr=yggdrasil",
    )
    assert game.state.gods == gods("odin=none tyr=none")
    assert game.due() == ask.BeginAgeDuty(Age.THREE, 1)


def test_l19_a_pillage_elsewhere_moves_no_god() -> None:
    game = table(A=seat(gimle="W"), gods="odin=horgr tyr=utgard").play("A pillage gimle")
    assert game.state.gods == gods("odin=horgr tyr=utgard")
    assert game.due() == ask.TurnDecision(B)


def test_l24_battle_glory_is_paid_once_under_odin() -> None:
    game = table(
        A=seat(gimle="L", levels=(6, 1, 1)),
        B=seat(gimle="W"),
        gods="odin=gimle tyr=horgr",
        tokens={GIMLE: Token.RAGE},
    ).play("A pillage gimle")
    assert game.glory(A) == 3
    sources = [note.source for note in game.told(StatLostNote)]
    assert len(sources) == 2
    assert sources[1] is Deity.ODIN


def test_l25_a_pillager_whose_figures_are_gone_is_paid_twice_by_odin() -> None:
    game = table(
        A=seat(gimle="W", hand="tyrs-rage@2"),
        B=seat(gimle="W", hand="odins-smite"),
        age=2,
        gods="odin=gimle tyr=horgr",
        tokens={GIMLE: Token.GLORY},
    ).play("A pillage gimle", "A card tyrs-rage@2", "B card odins-smite@1")
    assert game.valhalla(A) == figures("W")
    assert game.glory(A) == 5 + 5 + 3


def test_l29_ships_and_joined_figures_play_openly_as_well() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-bash"),
        B=seat(west="S", hand="tyrs-smash"),
        C=seat(myrkvlor="W", hand="tyrs-smite"),
        gods="heimdall=gimle tyr=horgr",
    ).play("A pillage gimle", "C join myrkvlor warrior")
    game.skip_calls()
    assert game.owed() == (ask.OpenPlayDecision(B, GIMLE),)
    game.play("B open-play tyrs-smash")
    assert game.owed()[0].seat == 2


def test_l34_trickery_and_poison_go_on_under_frigga() -> None:
    game = table(
        A=seat(gimle="L", rage=3, hand="tyrs-bash"),
        B=seat(gimle="W", rage=2, hand="lokis-trickery"),
        gods="frigga=gimle tyr=horgr",
        tokens={GIMLE: Token.HORNS},
    ).play("A pillage gimle", "A card tyrs-bash", "B card lokis-trickery")
    assert (game.rage(A), game.rage(B)) == (2, 3)
    assert not game.told(ToValhalla)


def test_l34_an_attack_that_fails_under_frigga_may_be_made_again_and_again() -> None:
    """It costs nothing if she has nowhere to go (L15); each time the winner is paid (E27)."""
    game = table(
        A=seat(gimle="W"),
        B=seat(gimle="L", rage=0),
        players=2,
        gods="frigga=gimle tyr=none",
        pillaged="elvagar angerboda muspelheim horgr utgard andlang myrkvlor yggdrasil",
    )
    for times in range(1, 6):
        game.play("A pillage gimle")
        assert (game.glory(B), game.rage(A)) == (3 * times, 6)
        assert game.due() == ask.TurnDecision(A)
    assert game.state.gods == gods("frigga=gimle tyr=none")


def test_l37_a_clan_without_figures_left_is_a_loser_under_loki() -> None:
    game = table(
        A=seat(gimle="LW", hand="odins-smite"),
        B=seat(gimle="W"),
        gods="loki=gimle tyr=horgr",
        tokens={GIMLE: Token.RAGE},
    ).play("A pillage gimle", "A card odins-smite")
    assert (game.glory(A), game.glory(B)) == (0, 3)


# ------------------------------------------------------------------ Mystics


def test_m8_a_valkyrie_is_paid_for_a_mystic() -> None:
    game = table(
        A=seat(gimle="L valkyrie", upgrades="valkyrie"), B=seat(gimle="Y"), age=2, mystics=True
    ).play("A pillage gimle")
    assert [gain.amount for gain in game.told(GainGlory) if gain.source == "valkyrie"] == [2]


def test_m8_mystics_die_with_the_province_that_fenrir_draws() -> None:
    game = table(
        A=seat(horgr="fenrir", upgrades="fenrir", rage=0),
        B=seat(horgr="Y", rage=0),
        players=2,
        kickstarter=True,
        mystics=True,
        ragnarok="gimle utgard myrkvlor",
    )
    assert game.state.is_destroyed(HORGR)
    assert ToValhalla(B, figures("Y"), HORGR, Cause.RAGNAROK) in game.told(ToValhalla)


def test_m9_the_mystic_troll_does_not_flee_as_a_mystic() -> None:
    game = table(
        A=seat(gimle="WWW"),
        B=seat(gimle="mystic-troll", upgrades=f"mystic-troll {CHOSEN}"),
        players=2,
        kickstarter=True,
        mystics=True,
    ).play("A pillage gimle")
    assert game.valhalla(B) == figures("mystic-troll")
    assert mystics_in_box(game.state, B) == 2


def test_m13_different_mystic_cards_work_together() -> None:
    game = table(
        A=seat(gimle="YY", upgrades=f"thors-chosen {CHOSEN}", hand="odins-tide"),
        B=seat(gimle="W"),
        age=3,
        mystics=True,
    ).play("A pillage gimle", "A card odins-tide@2", "A retreat-to myrkvlor")
    assert game.figures(A, MYRKVLOR) == figures("Y")
    assert game.glory(A) == 6 + 3


def test_m22_a_mystic_does_not_flee_into_the_sea_or_a_fallen_province() -> None:
    game = table(
        A=seat(elvagar="Y", upgrades=CHOSEN, rage=0),
        B=BROKE,
        players=2,
        destroyed="angerboda",
        ragnarok="elvagar gimle utgard",
        mystics=True,
    )
    assert game.due() == ask.MysticRetreatDecision(A, ELVAGAR, Cause.RAGNAROK)
    why = game.refuses("A retreat-to angerboda")
    assert why is not None
    assert why.code is Code.DESTROYED
    game.play("A retreat-to yggdrasil")
    assert game.figures(A, YGGDRASIL) == figures("Y")


@pytest.mark.parametrize("rage", [1, 2])
def test_m26_a_repelled_mystic_of_valhalla_has_paid_for_nothing(rage: int) -> None:
    game = table(
        A=seat(upgrades="odins-chosen friggas-domain", valhalla="Y", rage=rage),
        B=seat(utgard="W", upgrades="friggas-protection", rage=1),
        C=seat(utgard="WW"),
        age=3,
        mystics=True,
    ).play("A take-village utgard B warrior valhalla", "B protect utgard:W")
    assert (game.rage(A), game.rage(B)) == (rage - 1, 0)
    assert game.valhalla(A) == figures("Y")


def test_m31_an_unopposed_pillage_pays_no_chosen_and_odin_still_twice() -> None:
    game = table(
        A=seat(gimle="Y", upgrades="thors-chosen"),
        age=3,
        gods="odin=gimle tyr=horgr",
        tokens={GIMLE: Token.AXES},
        mystics=True,
    ).play("A pillage gimle")
    assert (game.glory(A), game.clan(A).levels[Stat.AXES]) == (0, 3)
