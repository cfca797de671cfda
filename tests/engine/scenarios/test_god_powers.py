"""Scenarios J117 to J149b of docs/rules.md: the powers of the gods."""

from __future__ import annotations

import pytest

from engine import decisions as ask
from engine.actions import Absent, PlayOpen
from engine.changes import ToValhalla
from engine.standing import lead
from engine.story import CompareNote, StatLostNote
from engine.strength import strength
from engine.terms import Age, CardId, Deity, Face, Seat, Stat, Token, Use
from tests.builders import (
    ELVAGAR,
    GIMLE,
    HORGR,
    MYRKVLOR,
    UTGARD,
    YGGDRASIL,
    A,
    B,
    C,
    Game,
    face,
    figures,
    seat,
    table,
)


def totals(game: Game) -> dict[Seat, int]:
    """Return the totals of the last battle."""
    return {total.seat: total.total for total in game.told(CompareNote)[-1].totals}


# ------------------------------------------------------------------ Odin


def test_j117_odin_pays_the_token_once_more() -> None:
    game = table(A=seat(gimle="W"), gods="odin=gimle tyr=horgr", tokens={GIMLE: Token.RAGE})
    game.play("A pillage gimle")
    assert game.levels(A) == (3, 1, 1)
    assert game.is_pillaged(GIMLE)


@pytest.mark.parametrize(
    ("token", "glory", "levels"), [(Token.GLORY, 15, (1, 1, 1)), (Token.HORNS, 0, (1, 1, 4))]
)
def test_j118_with_the_frost_giant_odin_makes_three_payments(
    token: Token, glory: int, levels: tuple[int, int, int]
) -> None:
    game = table(
        A=seat(gimle="frost-giant", upgrades="frost-giant"),
        age=3,
        gods="odin=gimle tyr=horgr",
        tokens={GIMLE: token},
    ).play("A pillage gimle")
    assert (game.glory(A), game.levels(A)) == (glory, levels)


def test_j119_odin_in_yggdrasil_raises_every_stat_twice() -> None:
    game = table(A=seat(yggdrasil="W"), gods="odin=yggdrasil tyr=horgr").play("A pillage yggdrasil")
    assert [game.clan(A).value(stat) for stat in Stat] == [8, 5, 6]


@pytest.mark.parametrize(("stat", "glory"), [("horns", 5), ("axes", 6)])
def test_j120_odin_repeats_the_token_and_nothing_else(stat: str, glory: int) -> None:
    game = table(
        A=seat(gimle="L", hand="friggas-grace", upgrades="lord-of-axes"),
        B=seat(gimle="W"),
        gods="odin=gimle tyr=horgr",
        tokens={GIMLE: Token.AXES},
    ).play("A pillage gimle", "A card friggas-grace")
    assert game.levels(A) == (1, 3, 1)
    assert game.due() == ask.StatDecision(A, (Stat.RAGE, Stat.HORNS), CardId("friggas-grace"))
    game.play("A stat rage")
    assert game.due() == ask.StatDecision(A, tuple(Stat), CardId("lord-of-axes"))
    assert game.play(f"A stat {stat}").glory(A) == glory


def test_j121_odin_with_lord_of_spears() -> None:
    game = table(
        A=seat(gimle="L", upgrades="lord-of-spears"),
        age=3,
        gods="odin=gimle tyr=horgr",
        tokens={GIMLE: Token.HORNS},
    ).play("A pillage gimle")
    assert [game.clan(A).value(stat) for stat in Stat] == [7, 4, 7]


def test_j122_a_second_payment_beyond_the_last_step_is_lost() -> None:
    game = table(
        A=seat(gimle="W", levels=(5, 1, 1)),
        gods="odin=gimle tyr=horgr",
        tokens={GIMLE: Token.RAGE},
    ).play("A pillage gimle")
    assert game.levels(A) == (6, 1, 1)
    assert game.told(StatLostNote) == [StatLostNote(A, Stat.RAGE, Deity.ODIN)]


# ------------------------------------------------------------------ Thor


def test_j123_thor_pays_the_winner_for_every_enemy_figure() -> None:
    game = table(
        A=seat(gimle="LW", hand="tyrs-smash"),
        B=seat(gimle="WWW", hand="tyrs-bash"),
        C=seat(west="S"),
        gods="thor=gimle tyr=horgr",
        tokens={GIMLE: Token.RAGE},
    ).play("A pillage gimle", "A card tyrs-smash", "B card tyrs-bash")
    assert totals(game) == {A: 7, B: 5, C: 2}
    assert game.glory(A) == 8 + 3


def test_j124_thor_pays_a_defender_who_wins_and_nobody_else() -> None:
    game = table(
        A=seat(gimle="L", hand="odins-smite"),
        B=seat(gimle="WW", hand="tyrs-rage"),
        gods="thor=gimle tyr=horgr",
    ).play("A pillage gimle", "A card odins-smite", "B card tyrs-rage")
    assert totals(game) == {A: 4, B: 7}
    assert (game.glory(A), game.glory(B)) == (0, 3 + 2)


def test_j125_thor_adds_to_the_cards_that_count_deaths() -> None:
    game = table(
        A=seat(gimle="L valkyrie", upgrades="valkyrie thors-glory"),
        B=seat(gimle="WW"),
        age=2,
        gods="thor=gimle tyr=horgr",
    ).play("A pillage gimle")
    assert game.glory(A) == 4 + 4 + 2 + 3


def test_j126_thor_counts_no_figure_that_retreated() -> None:
    game = table(
        A=seat(horgr="LW", hand="tyrs-bash"),
        B=seat(horgr="volur-witch W", upgrades="volur-witch"),
        age=3,
        gods="thor=horgr tyr=gimle",
        tokens={HORGR: Token.RAGE},
    ).play("A pillage horgr", "A card tyrs-bash", "B retreat")
    assert game.glory(A) == 2 + 3


def test_j127_thor_pays_nobody_for_a_tie() -> None:
    game = table(A=seat(gimle="L"), B=seat(gimle="WWW"), gods="thor=gimle tyr=horgr")
    game.play("A pillage gimle")
    assert game.valhalla(A) == figures("L")
    assert game.valhalla(B) == figures("WWW")
    assert (game.glory(A), game.glory(B)) == (0, 0)


def test_j128_thor_counts_the_dead_of_the_tide() -> None:
    game = table(
        A=seat(gimle="L", hand="odins-tide"),
        B=seat(gimle="WWW"),
        age=2,
        gods="thor=gimle tyr=horgr",
    ).play("A pillage gimle", "A card odins-tide")
    assert game.valhalla(B) == figures("WWW")
    assert game.glory(A) == 6 + 3


# ------------------------------------------------------------------ Tyr


def test_j129_under_tyr_a_card_beats_an_army() -> None:
    game = table(
        A=seat(gimle="LWWWW", levels=(1, 1, 2), upgrades="masters-in-arms", hand="quest-alfheim"),
        B=seat(west="S", hand="tyrs-bash"),
        gods="tyr=gimle loki=horgr",
    ).play("A pillage gimle", "A card quest-alfheim", "B card tyrs-bash")
    assert totals(game) == {A: 0, B: 2}
    assert game.valhalla(A).count == 5
    assert game.glory(B) == 3
    assert game.due() == ask.GodMoveDecision(A, GIMLE, Deity.TYR)


def test_j130_under_tyr_nobody_wins_without_a_card() -> None:
    game = table(A=seat(gimle="WW"), B=seat(gimle="W"), gods="tyr=gimle loki=horgr")
    game.play("A pillage gimle")
    assert totals(game) == {A: 0, B: 0}
    assert (game.valhalla(A).count, game.valhalla(B).count) == (2, 1)
    assert not game.is_pillaged(GIMLE)


def test_j131_under_tyr_the_dark_elf_counts_nothing_and_a_quest_still_five() -> None:
    game = table(
        A=seat(yggdrasil="dark-elf", upgrades="dark-elf tyrs-wrath", hand="quest-alfheim"),
        B=seat(yggdrasil="WWW", hand="tyrs-crush"),
        age=3,
        gods="tyr=yggdrasil loki=horgr",
    ).play("A pillage yggdrasil", "A card quest-alfheim", "B card tyrs-crush", "A quest-counts 5")
    assert totals(game) == {A: 5, B: 4}


def test_j132_tyr_changes_no_quest() -> None:
    game = table(A=seat(gimle="WW"), B=seat(gimle="W"), gods="tyr=gimle loki=horgr")
    assert lead(game.state, A, GIMLE).leads
    assert strength(game.state, A, GIMLE, Use.BATTLE) == 0


def test_j133_a_ship_counts_nothing_in_tyrs_province_only() -> None:
    game = table(B=seat(west="S"), gods="tyr=gimle loki=horgr")
    assert strength(game.state, B, GIMLE, Use.BATTLE) == 0
    assert strength(game.state, B, MYRKVLOR, Use.BATTLE) == 2


def test_j134_tyr_changes_no_price() -> None:
    game = table(gods="tyr=gimle loki=horgr").play("A invade warrior gimle")
    assert game.rage(A) == 5


# ------------------------------------------------------------------ Heimdall


def heimdall(age: int = 1, **hands: str) -> Game:
    """Let B pillage Gimle under Heimdall, where A, B and C have a Warrior each."""
    game = table(
        A=seat(gimle="W", hand=hands.get("A", "tyrs-bash")),
        B=seat(gimle="W", hand=hands.get("B", "tyrs-bash")),
        C=seat(gimle="W", hand=hands.get("C", "tyrs-bash")),
        turn=B,
        age=age,
        gods="heimdall=gimle tyr=horgr",
    )
    return game.play("B pillage gimle")


def test_j135_cards_are_played_openly_and_the_pillager_plays_last() -> None:
    game = heimdall(A="tyrs-smash", B="tyrs-smite", C="tyrs-bash")
    assert game.owed() == (ask.OpenPlayDecision(C, GIMLE),)
    game.play("C open-play tyrs-bash")
    assert game.owed() == (ask.OpenPlayDecision(A, GIMLE),)
    game.play("A open-play tyrs-smash")
    assert game.owed() == (ask.OpenPlayDecision(B, GIMLE),)
    assert game.state.battle is not None
    assert [played.face.card for played in game.state.battle.cards] == ["tyrs-bash", "tyrs-smash"]
    game.play("B open-play tyrs-smite")
    assert totals(game) == {A: 4, B: 6, C: 3}


def test_j136_a_primacy_played_first_blanks_cards_played_later() -> None:
    game = heimdall(3, A="tyrs-bash", B="odins-tide", C="thors-primacy")
    game.play("C open-play thors-primacy", "A open-play tyrs-bash@1", "B open-play odins-tide@2")
    assert totals(game) == {A: 3, B: 2, C: 4}


def test_j137_after_a_watch_all_play_openly_again_in_the_same_order() -> None:
    game = heimdall(
        2, A="heimdalls-watch tyrs-bash", B="thors-hammer tyrs-bash", C="tyrs-smite tyrs-bash"
    )
    game.play("C open-play tyrs-smite", "A open-play heimdalls-watch", "B open-play thors-hammer@1")
    assert game.glory(A) == 6
    assert game.state.battle is not None
    assert game.state.battle.cards == ()
    game.play("C open-play tyrs-bash", "A open-play tyrs-bash")
    assert game.owed() == (ask.OpenPlayDecision(B, GIMLE),)


def test_j138_a_late_card_that_is_the_only_one_must_be_played_openly() -> None:
    game = heimdall(2, A="tyrs-bash tyrs-smash", B="tyrs-bash tyrs-smash", C="heimdalls-eye")
    assert game.options(C) == (PlayOpen(C, face("heimdalls-eye", 2)),)
    game.play("C open-play heimdalls-eye", "A open-play tyrs-bash@1", "B open-play tyrs-bash@1")
    assert game.owed() == (ask.LateDecision(B, GIMLE),)
    game.play("B decline", "A decline")
    assert totals(game) == {A: 3, B: 3, C: 3}


def test_j139_a_seat_without_a_card_plays_none_and_so_does_an_absent_one() -> None:
    empty = heimdall(A="", B="tyrs-smite", C="tyrs-bash")
    empty.play("C open-play tyrs-bash")
    assert empty.owed() == (ask.OpenPlayDecision(B, GIMLE),)
    absent = heimdall(A="tyrs-smash", B="tyrs-smite", C="tyrs-bash")
    absent.play("C open-play tyrs-bash", Absent(A))
    assert absent.owed() == (ask.OpenPlayDecision(B, GIMLE),)
    for game in (empty, absent):
        assert totals(game.play("B open-play tyrs-smite")) == {A: 1, B: 6, C: 3}
    assert absent.clan(A).hand == 1


def test_j140_a_quest_that_lay_open_goes_back_to_a_hand_that_everybody_knows() -> None:
    game = heimdall(A="", B="tyrs-smite", C="quest-alfheim")
    game.play("C open-play quest-alfheim", "B open-play tyrs-smite")
    assert game.hand(C) == ("quest-alfheim",)
    assert game.knowledge[A].returned[C] == (Face(CardId("quest-alfheim"), Age.ONE),)


@pytest.mark.parametrize(
    ("first", "late", "sight"),
    [
        ("tyrs-bash", "heimdalls-eye@2", 3),
        ("tyrs-bash", "heimdalls-gaze@3", 3),
        ("tyrs-crush", "heimdalls-eye@2", 4),
    ],
)
def test_j149a_sight_is_worth_the_best_card_at_the_comparison(
    first: str, late: str, sight: int
) -> None:
    game = heimdall(3, A="tyrs-smash", B="heimdalls-sight", C=f"{first} {late}")
    game.play(f"C open-play {game.knowledge[C].hand[-1].card}@{game.knowledge[C].hand[-1].age:d}")
    game.play("A open-play tyrs-smash@1", "B open-play heimdalls-sight@1", f"C late {late}")
    assert totals(game)[B] == 1 + sight


# ------------------------------------------------------------------ Frigga


def test_j141_under_frigga_nobody_dies_and_nobody_chooses() -> None:
    game = table(
        A=seat(gimle="LWW", hand="odins-tide"),
        B=seat(gimle="WW", hand="odins-smite"),
        age=2,
        gods="frigga=gimle tyr=horgr",
        tokens={GIMLE: Token.HORNS},
    ).play("A pillage gimle", "A card odins-tide", "B card odins-smite")
    assert totals(game) == {A: 6, B: 3}
    assert not game.told(ToValhalla)
    assert (game.glory(A), game.levels(A)) == (3, (1, 1, 2))
    assert game.figures(B, GIMLE) == figures("WW")


def test_j142_under_frigga_no_card_counts_a_death() -> None:
    game = table(
        A=seat(gimle="LW valkyrie", hand="odins-judgement", upgrades="valkyrie thors-glory"),
        B=seat(gimle="WW", west="S", hand="odins-smite", upgrades="fire-dragons"),
        age=3,
        gods="frigga=gimle tyr=horgr",
        tokens={GIMLE: Token.RAGE},
    ).play("A pillage gimle", "A card odins-judgement", "B card odins-smite")
    assert (game.glory(A), game.glory(B)) == (3, 0)


def test_j147_figures_that_stay_take_their_villages_from_the_blessing() -> None:
    losing = seat(utgard="WW", upgrades="lokis-blessing")
    full = table(A=seat(utgard="L"), B=losing, gods="frigga=utgard tyr=horgr")
    assert full.play("A pillage utgard").due() == ask.GodMoveDecision(A, UTGARD, Deity.FRIGGA)
    losing = seat(gimle="WW", upgrades="lokis-blessing")
    room = table(A=seat(gimle="L"), B=losing, gods="frigga=gimle tyr=horgr")
    assert room.play("A pillage gimle").due() == ask.BlessingDecision(B, GIMLE)


def test_j148_frigga_protects_nobody_outside_the_battle_for_her_province() -> None:
    arrival = table(
        A=seat(upgrades="fire-giant"), B=seat(horgr="LW"), age=2, gods="frigga=horgr tyr=gimle"
    ).play("A invade fire-giant horgr")
    assert arrival.valhalla(B) == figures("LW")
    battle = table(A=seat(muspelheim="LW"), B=seat(east="S"), gods="frigga=horgr tyr=gimle")
    assert battle.play("A pillage muspelheim").valhalla(B) == figures("S")


def test_j149b_under_frigga_a_tie_costs_nothing_and_moves_her() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-bash"),
        B=seat(gimle="WWW", hand="tyrs-bash"),
        gods="frigga=gimle tyr=horgr",
    ).play("A pillage gimle", "A card tyrs-bash", "B card tyrs-bash")
    assert (game.hand(A), game.hand(B)) == (("tyrs-bash",), ("tyrs-bash",))
    assert game.figures(A, GIMLE) == figures("L")
    assert game.figures(B, GIMLE) == figures("WWW")
    assert not game.is_pillaged(GIMLE)
    assert game.due() == ask.GodMoveDecision(A, GIMLE, Deity.FRIGGA)


# ------------------------------------------------------------------ Loki


def test_j143_under_loki_backstab_works_before_the_loser_gains() -> None:
    game = table(
        A=seat(gimle="L", glory=5, hand="tyrs-bash"),
        B=seat(gimle="W", hand="lokis-backstab"),
        age=2,
        gods="loki=gimle tyr=horgr",
    ).play("A pillage gimle", "A card tyrs-bash", "B card lokis-backstab")
    assert (game.glory(A), game.glory(B)) == (3, 5)


def test_j144_under_loki_every_loser_gains_by_their_own_axes() -> None:
    game = table(
        A=seat(gimle="LW"),
        B=seat(gimle="W", levels=(1, 2, 1)),
        C=seat(gimle="W"),
        gods="loki=gimle tyr=horgr",
        tokens={GIMLE: Token.HORNS},
    ).play("A pillage gimle")
    assert game.levels(A) == (1, 1, 2)
    assert [game.glory(seat) for seat in (A, B, C)] == [0, 4, 3]


def test_j145_under_loki_all_gain_by_a_tie() -> None:
    game = table(A=seat(gimle="L"), B=seat(gimle="WWW"), gods="loki=gimle tyr=horgr")
    game.play("A pillage gimle")
    assert (game.glory(A), game.glory(B)) == (3, 3)
    assert game.valhalla(B) == figures("WWW")
    assert not game.is_pillaged(GIMLE)
    assert game.due() == ask.GodMoveDecision(A, GIMLE, Deity.LOKI)


def test_j146_under_loki_cards_still_pay_the_winner_and_an_empty_province_nobody() -> None:
    game = table(
        A=seat(gimle="L", hand="thors-hammer"), B=seat(gimle="W"), gods="loki=gimle tyr=horgr"
    ).play("A pillage gimle", "A card thors-hammer")
    assert (game.glory(A), game.glory(B)) == (3, 3)
    alone = table(A=seat(gimle="L"), gods="loki=gimle tyr=horgr", tokens={GIMLE: Token.RAGE})
    assert alone.play("A pillage gimle").glory(A) == 0


def test_j149_under_loki_trickery_takes_rage_and_the_loser_gains() -> None:
    game = table(
        A=seat(gimle="L", rage=2, hand="tyrs-bash"),
        B=seat(gimle="W", rage=2, hand="lokis-trickery"),
        gods="loki=gimle tyr=horgr",
    ).play("A pillage gimle", "A card tyrs-bash", "B card lokis-trickery")
    assert (game.rage(A), game.glory(A)) == (1, 0)
    assert (game.rage(B), game.glory(B)) == (3, 3)


# ------------------------------------------------------------------ L4, L40


def test_l4_the_powers_end_at_the_border_of_the_province() -> None:
    game = table(
        A=seat(horgr="L"),
        B=seat(horgr="W"),
        gods="frigga=elvagar loki=gimle",
        tokens={HORGR: Token.RAGE},
    )
    game.play("A pillage horgr")
    assert (game.glory(A), game.glory(B)) == (3, 0)
    assert game.valhalla(B) == figures("W")
    assert game.state.god_at(ELVAGAR) is Deity.FRIGGA
    assert game.state.god_at(HORGR) is None
    assert game.state.god_at(YGGDRASIL) is None
