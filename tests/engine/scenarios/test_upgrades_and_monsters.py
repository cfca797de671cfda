"""Scenarios J17 to J33 of docs/rules.md."""

from __future__ import annotations

from engine import actions as act
from engine import decisions as ask
from engine.changes import BoxMonster, GainGlory
from engine.errors import Code
from engine.strength import strength
from engine.terms import (
    LEADER,
    SHIP,
    WARRIOR,
    CardId,
    FigureKind,
    Origin,
    Place,
    Stat,
    Token,
    Use,
)
from tests.builders import (
    ANGERBODA,
    EAST,
    ELVAGAR,
    GIMLE,
    HORGR,
    MUSPELHEIM,
    NORTH,
    UTGARD,
    WEST,
    YGGDRASIL,
    A,
    B,
    C,
    Game,
    cards,
    face,
    figures,
    seat,
    table,
)
from tests.playing import asked, kinds


def battle_strength(game: Game, place: Place) -> int:
    """Return the strength of A's figures in a battle."""
    return strength(game.state, A, place, Use.BATTLE)


def test_j17_friggas_charm_makes_later_upgrades_one_cheaper() -> None:
    game = table(A=seat(hand="friggas-charm masters-in-arms lokis-wrath"), players=2)
    game.play(act.Upgrade(A, face("friggas-charm"), None))
    assert game.rage(A) == 6
    game.play(act.Pass(B))
    game.play(act.Upgrade(A, face("masters-in-arms"), None), act.Skip(A))
    assert game.rage(A) == 6 - 1
    game.play(act.Upgrade(A, face("lokis-wrath"), None))
    assert game.rage(A) == 6 - 1 - 2


def test_j18_lord_of_hammers_brings_the_leader_free() -> None:
    game = table(A=seat(hand="lord-of-hammers"))
    game.play(act.Upgrade(A, face("lord-of-hammers"), None))
    entered = {move.place for move in game.options(A) if isinstance(move, act.InvadeFree)}
    assert entered == set(Place) - {YGGDRASIL, *(place for place in Place if place.is_fjord)}
    game.play(act.InvadeFree(A, LEADER, HORGR))
    assert game.rage(A) == 3
    assert game.figures(A, HORGR) == figures("L")


def test_j19_brothers_count_in_pairs_within_one_province() -> None:
    three = table(A=seat(upgrades="brothers-in-arms", horgr="WWW"))
    assert battle_strength(three, HORGR) == 3 + 1
    four = table(A=seat(upgrades="brothers-in-arms", horgr="WWWW"))
    assert battle_strength(four, HORGR) == 6
    apart = table(A=seat(upgrades="brothers-in-arms", horgr="WW", utgard="W"))
    assert (battle_strength(apart, HORGR), battle_strength(apart, UTGARD)) == (3, 1)


def test_j20_experts_and_masters_make_warriors_stronger_and_dearer() -> None:
    experts = table(A=seat(upgrades="experts-in-arms", horgr="WWW"))
    assert battle_strength(experts, HORGR) == 6
    experts.play(act.Invade(A, WARRIOR, GIMLE))
    assert experts.rage(A) == 6 - 2
    masters = table(A=seat(upgrades="masters-in-arms", horgr="WWW"))
    assert battle_strength(masters, HORGR) == 8
    masters.play(act.Invade(A, WARRIOR, GIMLE))
    assert masters.rage(A) == 6 - 2


def test_j21_an_overwritten_monster_goes_to_the_box_and_frees_its_village() -> None:
    game = table(
        A=seat(gimle="troll", upgrades="troll valkyrie", hand="fire-giant", rage=4),
        B=seat(gimle="LWW"),
        C=seat(gimle="W"),
    )
    assert game.state.room(GIMLE) == 0
    game.play(act.Upgrade(A, face("fire-giant"), CardId("troll")))
    assert game.told(BoxMonster) == [BoxMonster(A, CardId("troll"), GIMLE)]
    assert game.told(GainGlory) == []
    assert game.state.room(GIMLE) == 1
    assert not game.valhalla(A)
    game.play(act.InvadeFree(A, FigureKind("fire-giant"), GIMLE))
    assert game.figures(A, GIMLE) == figures("fire-giant")
    assert game.rage(A) == 0
    assert game.clan(A).upgrades == cards("valkyrie fire-giant")


def test_j21a_of_two_equal_monsters_apart_the_owner_chooses_which_goes_to_the_box() -> None:
    chieftain = CardId("dwarf-chieftain")
    game = table(
        A=seat(
            gimle="dwarf-chieftain",
            valhalla="dwarf-chieftain",
            upgrades="dwarf-chieftain dwarf-chieftain",
            hand="troll",
        ),
        players=5,
        kickstarter=True,
    )
    game.play(act.Upgrade(A, face("troll"), chieftain), act.BoxFrom(A, Origin.VALHALLA))
    assert game.told(BoxMonster) == [BoxMonster(A, chieftain, Origin.VALHALLA)]
    assert game.figures(A, GIMLE) == figures("dwarf-chieftain")
    assert not game.valhalla(A)


def test_j22_dwarf_chieftain_and_soldier_of_hel_cost_nothing() -> None:
    for card, worth in (("dwarf-chieftain", 2), ("soldier-of-hel", 3)):
        game = table(A=seat(hand=card, rage=1), players=2)
        game.play(act.Upgrade(A, face(card), None))
        game.play(act.InvadeFree(A, FigureKind(card), HORGR))
        assert game.rage(A) == 1
        assert battle_strength(game, HORGR) == worth
        later = table(A=seat(upgrades=card, rage=1))
        later.play(act.Invade(A, FigureKind(card), GIMLE))
        assert later.rage(A) == 1
        empty = table(A=seat(upgrades=card, hand=card, rage=0))
        refusal = empty.refuses(act.Invade(A, FigureKind(card), GIMLE))
        assert refusal is not None
        assert refusal.code is Code.NOT_OWED


def test_j23_the_troll_kills_the_warriors_of_others_on_arrival() -> None:
    game = table(A=seat(upgrades="troll"), B=seat(angerboda="WWL"), C=seat(angerboda="L"))
    game.play(act.Invade(A, FigureKind("troll"), ANGERBODA))
    assert game.valhalla(B) == figures("WW")
    assert game.figures(B, ANGERBODA) == figures("L")
    assert game.glory(A) == 0


def test_j24_the_fire_giant_kills_all_but_monsters_ships_included() -> None:
    game = table(
        A=seat(upgrades="fire-giant"),
        B=seat(horgr="LW", east="S sea-serpent", upgrades="lokis-dragons sea-serpent"),
        C=seat(horgr="valkyrie", upgrades="valkyrie"),
    )
    game.play(act.Invade(A, FigureKind("fire-giant"), HORGR))
    assert game.valhalla(B) == figures("LWS")
    assert game.figures(B, EAST) == figures("sea-serpent")
    assert game.figures(C, HORGR) == figures("valkyrie")
    assert game.glory(B) == 4


def test_j25_the_sea_serpent_is_a_ship() -> None:
    serpent = FigureKind("sea-serpent")
    game = table(
        A=seat(hand="sea-serpent", upgrades="eternal-dragons"),
        age=3,
        ragnarok="gimle myrkvlor elvagar",
        players=2,
    )
    game.play(act.Upgrade(A, face("sea-serpent"), None))
    assert game.rage(A) == 3
    offered = {move.place for move in game.options(A) if isinstance(move, act.InvadeFree)}
    assert offered == {place for place in Place if place.is_fjord}
    game.play(act.InvadeFree(A, serpent, NORTH), act.Pass(B))
    march = game.refuses(act.March(A, NORTH, GIMLE, figures("sea-serpent")))
    assert march is not None
    assert not {act.March, act.Join} & kinds(game.options(A))
    game.play(act.Pass(A))
    gains = [gain for gain in game.told(GainGlory) if gain.seat == A]
    assert [(gain.amount, gain.source) for gain in gains] == [
        (12, "eternal-dragons"),
        (4, "ragnarok"),
    ]


def test_j26_the_dark_elf_enters_yggdrasil_for_one_rage_and_counts_three_there() -> None:
    elf = FigureKind("dark-elf")
    game = table(A=seat(hand="dark-elf"), players=2)
    game.play(act.Upgrade(A, face("dark-elf"), None), act.InvadeFree(A, elf, YGGDRASIL))
    assert game.rage(A) == 5
    assert battle_strength(game, YGGDRASIL) == 3
    game.play(act.Pass(B), act.March(A, YGGDRASIL, GIMLE, figures("dark-elf")))
    assert battle_strength(game, GIMLE) == 1
    reserve = table(A=seat(upgrades="dark-elf"))
    reserve.play(act.Invade(A, elf, YGGDRASIL))
    assert reserve.rage(A) == 5


def test_j27_friggas_succor_needs_horns_after_the_first_figure() -> None:
    full = table(A=seat(upgrades="friggas-succor", horgr="WWW"))
    full.play(act.Invade(A, LEADER, GIMLE))
    assert asked(full, A) is None
    assert full.figures(A, GIMLE) == figures("L")
    two = table(A=seat(upgrades="friggas-succor", horgr="WW"))
    two.play(act.Invade(A, LEADER, GIMLE), act.SendSuccor(A))
    assert two.figures(A, GIMLE) == figures("LW")
    assert two.rage(A) == 6


def test_j28_a_ship_brings_no_succor() -> None:
    game = table(A=seat(upgrades="friggas-succor"))
    game.play(act.Invade(A, SHIP, NORTH))
    assert asked(game, B) is ask.TurnDecision


def test_j29_thors_domain_pillages_in_the_same_turn() -> None:
    game = table(A=seat(upgrades="thors-domain", rage=3), tokens={ELVAGAR: Token.AXES})
    game.play(act.Invade(A, WARRIOR, ELVAGAR), act.PillageAtOnce(A))
    assert game.rage(A) == 0
    assert game.levels(A) == (1, 2, 1)
    assert game.is_pillaged(ELVAGAR)
    assert asked(game, B) is ask.TurnDecision


def test_j29_thors_domain_is_not_offered_with_one_rage_left() -> None:
    game = table(A=seat(upgrades="thors-domain", rage=2))
    game.play(act.Invade(A, WARRIOR, ELVAGAR))
    assert game.rage(A) == 1
    assert asked(game, B) is ask.TurnDecision


def test_j30_friggas_domain_brings_a_figure_back_for_exactly_one_rage() -> None:
    game = table(A=seat(upgrades="friggas-domain", valhalla="L", rage=2))
    game.play(act.InvadeFromValhalla(A, LEADER, UTGARD))
    assert game.rage(A) == 1
    assert game.figures(A, UTGARD) == figures("L")
    assert not game.valhalla(A)


def test_j31_friggas_sacrifice_kills_two_and_raises_a_stat() -> None:
    game = table(A=seat(upgrades="friggas-sacrifice fire-dragons", horgr="W", west="S"))
    game.play(act.Sacrifice(A, ((HORGR, WARRIOR), (WEST, SHIP))), act.RaiseStatBy(A, Stat.HORNS))
    assert game.glory(A) == 8
    assert game.levels(A) == (1, 1, 2)
    assert game.clan(A).value(Stat.HORNS) == 5
    assert game.rage(A) == 6
    assert game.valhalla(A) == figures("WS")


def test_j32_tyrs_challenge_pillages_again_for_two_rage() -> None:
    game = table(
        A=seat(upgrades="tyrs-challenge", muspelheim="W", rage=2),
        pillaged="muspelheim",
        tokens={MUSPELHEIM: Token.RAGE},
    )
    game.play(act.Repillage(A, MUSPELHEIM))
    assert game.rage(A) == 0
    assert game.levels(A) == (2, 1, 1)
    assert game.is_pillaged(MUSPELHEIM)


def test_j33_charm_discounts_the_very_card_that_replaces_it() -> None:
    game = table(
        A=seat(upgrades="friggas-charm lokis-domain tyrs-domain", hand="thors-glory", rage=1)
    )
    full = game.refuses(act.Upgrade(A, face("thors-glory"), None))
    assert full is not None
    assert full.code is Code.SLOT_FULL
    game.play(act.Upgrade(A, face("thors-glory"), CardId("friggas-charm")))
    assert game.rage(A) == 0
    assert set(game.clan(A).upgrades) == set(cards("thors-glory lokis-domain tyrs-domain"))
