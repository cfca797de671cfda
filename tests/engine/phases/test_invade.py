"""Invades and their effects: D12 to D17, D27 to D30, D36, D38 to D42."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.changes import PayRage, PlaceFigure, ToValhalla
from engine.state import Rulings
from engine.terms import Cause, Origin, Token
from tests.builders import (
    ANDLANG,
    GIMLE,
    HORGR,
    MUSPELHEIM,
    UTGARD,
    YGGDRASIL,
    A,
    B,
    C,
    D,
    figures,
    seat,
    table,
)
from tests.playing import asked, code, kinds, lay


@pytest.mark.parametrize(
    ("upgrades", "line", "price"),
    [
        ("", "A invade leader gimle", 0),
        ("lord-of-spears", "A invade leader gimle", 0),
        ("", "A invade warrior gimle", 1),
        ("brothers-in-arms", "A invade warrior gimle", 1),
        ("experts-in-arms", "A invade warrior gimle", 2),
        ("masters-in-arms", "A invade warrior gimle", 2),
        ("", "A invade ship west", 2),
        ("eternal-dragons", "A invade ship west", 2),
        ("troll", "A invade troll gimle", 2),
        ("fire-giant", "A invade fire-giant gimle", 4),
        ("frost-giant", "A invade frost-giant gimle", 4),
        ("valkyrie", "A invade valkyrie gimle", 2),
        ("volur-witch", "A invade volur-witch gimle", 3),
        ("sea-serpent", "A invade sea-serpent west", 3),
        ("dwarf-chieftain", "A invade dwarf-chieftain gimle", 0),
        ("soldier-of-hel", "A invade soldier-of-hel gimle", 0),
        ("dark-elf", "A invade dark-elf gimle", 1),
        ("dark-elf", "A invade dark-elf yggdrasil", 1),
        ("mountain-giant", "A invade mountain-giant gimle", 0),
        ("fenrir", "A invade fenrir gimle", 2),
        ("wolfman", "A invade wolfman gimle", 3),
        ("mystic-troll", "A invade mystic-troll gimle", 2),
    ],
)
def test_d13_the_price_of_an_invade(upgrades: str, line: str, price: int) -> None:
    game = table(A=seat(upgrades=upgrades, rage=max(1, price)), players=2).play(line)
    assert sum(item.amount for item in game.told(PayRage)) == price
    assert game.rage(A) == max(1, price) - price
    if price > 1:
        poor = table(A=seat(upgrades=upgrades, rage=price - 1))
        assert code(poor, line) == "too-little-rage"


def test_d13_the_ship_costs_what_the_ruling_makes_it_worth() -> None:
    game = table(A=seat(rage=2), rulings=Rulings(ship_strength=3))
    assert code(game, "A invade ship west") == "too-little-rage"
    upgraded = table(A=seat(rage=2, upgrades="fire-dragons"), rulings=Rulings(ship_strength=3))
    assert code(upgraded, "A invade ship west") == "too-little-rage"


def test_d13_a_weaker_leader_is_still_free() -> None:
    game = table(A=seat(rage=1), rulings=Rulings(leader_strength=2)).play("A invade leader gimle")
    assert game.rage(A) == 1


@pytest.mark.parametrize("kind", ["warrior", "leader", "troll", "mystic-troll"])
def test_d14_yggdrasil_is_closed_to_invades(kind: str) -> None:
    game = table(A=seat(upgrades="troll mystic-troll"))
    assert code(game, f"A invade {kind} yggdrasil") == "yggdrasil-closed"


def test_d14_the_mystic_troll_gives_no_way_into_yggdrasil() -> None:
    game = table(A=seat(yggdrasil="mystic-troll", upgrades="mystic-troll"))
    assert code(game, "A invade warrior yggdrasil") == "yggdrasil-closed"


def test_k1_the_mystic_troll_opens_only_its_own_province() -> None:
    game = table(A=seat(gimle="mystic-troll", upgrades="mystic-troll troll"), B=seat(), players=2)
    game.play("A invade warrior myrkvlor")
    assert game.rage(A) == 5
    game.play("B pass", "A invade troll gimle")
    assert game.rage(A) == 5
    game.play("A invade ship west")
    assert game.rage(A) == 3


def test_k1_another_clans_mystic_troll_opens_nothing() -> None:
    game = table(A=seat(), B=seat(gimle="mystic-troll", upgrades="mystic-troll"))
    game.play("A invade warrior gimle")
    assert game.rage(A) == 5


def test_d15_horns_count_ships_and_monsters_but_not_valhalla() -> None:
    full = table(A=seat(gimle="WL", west="S sea-serpent", upgrades="sea-serpent"))
    assert code(full, "A invade warrior horgr") == "horns-full"
    free = table(A=seat(gimle="WL", west="S", valhalla="WWW"))
    assert code(free, "A invade warrior horgr") is None


def test_d15_one_more_figure_may_fill_the_horns() -> None:
    game = table(A=seat(gimle="WWW")).play("A invade leader horgr")
    assert game.state.on_board(A) == 4


def test_d16_horns_bind_the_free_invade_and_friggas_domain() -> None:
    game = table(
        A=seat(gimle="WWWW", valhalla="L", upgrades="friggas-domain", hand="experts-in-arms"),
    )
    assert code(game, "A valhalla-invade leader horgr") == "horns-full"
    assert act.InvadeFromValhalla not in kinds(game.options(A))
    game.play("A upgrade experts-in-arms")
    assert asked(game, A) is None


def test_d16_horns_do_not_bind_lord_of_hammers_and_marching() -> None:
    game = table(A=seat(gimle="WWWL", upgrades="lord-of-hammers"), players=2)
    game.play("A pillage gimle").skip_calls().play("A hammers-move leader yggdrasil")
    assert game.figures(A, YGGDRASIL) == figures("L")
    game.play("B pass", "A march gimle horgr 3W")
    assert game.figures(A, HORGR) == figures("WWW")


def test_d17_pay_place_kill_succor_domain_in_this_order() -> None:
    game = table(
        A=seat(upgrades="troll friggas-succor thors-domain", rage=4),
        B=seat(utgard="WW"),
    )
    game.play("A invade troll utgard", "A succor")
    assert [
        type(item) for item in game.story if isinstance(item, PayRage | PlaceFigure | ToValhalla)
    ] == [
        PayRage,
        PlaceFigure,
        ToValhalla,
        PlaceFigure,
    ]
    assert asked(game, A) is ask.DomainDecision
    game.play("A domain")
    assert game.is_pillaged(UTGARD)
    assert game.rage(A) == 0


def test_d17_succor_finds_room_that_the_arrival_kills_made() -> None:
    game = table(A=seat(upgrades="troll friggas-succor"), B=seat(utgard="WW"))
    game.play("A invade troll utgard")
    assert asked(game, A) is ask.SuccorDecision


def test_d27_a_leader_upgrade_offers_the_leader_or_the_mountain_giant() -> None:
    game = table(A=seat(upgrades="mountain-giant", hand="lord-of-axes")).play(
        "A upgrade lord-of-axes"
    )
    offered = {move.figure for move in game.options(A) if isinstance(move, act.InvadeFree)}
    assert offered == {"leader", "mountain-giant"}


def test_d27_a_ship_upgrade_offers_the_ship_or_the_sea_serpent() -> None:
    game = table(A=seat(upgrades="sea-serpent", hand="fire-dragons")).play("A upgrade fire-dragons")
    offered = {move.figure for move in game.options(A) if isinstance(move, act.InvadeFree)}
    assert offered == {"ship", "sea-serpent"}
    assert code(game, "A free-invade leader gimle") == "wrong-slot"
    game.play("A free-invade sea-serpent west")
    assert game.rage(A) == 4


def test_d27_a_warrior_upgrade_brings_a_warrior_at_no_further_cost() -> None:
    game = table(A=seat(hand="experts-in-arms", rage=2)).play(
        "A upgrade experts-in-arms", "A free-invade warrior gimle"
    )
    assert game.rage(A) == 0
    assert game.figures(A, GIMLE) == figures("W")


def test_d27_without_a_matching_figure_in_the_reserve_nothing_is_offered() -> None:
    game = table(A=seat(gimle="L", hand="lord-of-axes")).play("A upgrade lord-of-axes")
    assert asked(game, B) is ask.TurnDecision


def test_d28_a_monster_upgrade_brings_its_own_figure_only() -> None:
    game = table(A=seat(upgrades="troll", hand="valkyrie")).play("A upgrade valkyrie")
    offered = {move.figure for move in game.options(A) if isinstance(move, act.InvadeFree)}
    assert offered == {"valkyrie"}
    assert code(game, "A free-invade troll gimle") == "wrong-slot"


def test_d28_a_declined_monster_waits_in_the_reserve() -> None:
    game = table(A=seat(hand="valkyrie")).play("A upgrade valkyrie", "A skip")
    assert game.reserve(A).monsters == ("valkyrie",)
    assert asked(game, B) is ask.TurnDecision


def test_d29_a_clan_upgrade_brings_nobody() -> None:
    game = table(A=seat(hand="lokis-domain")).play("A upgrade lokis-domain")
    assert asked(game, B) is ask.TurnDecision


def test_d29_the_free_invade_obeys_room_and_triggers_all_that_an_invade_does() -> None:
    game = table(
        A=seat(upgrades="friggas-succor thors-domain", hand="troll"),
        B=seat(utgard="WW", horgr="WW"),
        C=seat(utgard="W"),
    ).play("A upgrade troll")
    assert code(game, "A free-invade troll utgard") == "no-room"
    assert code(game, "A free-invade troll yggdrasil") == "yggdrasil-closed"
    assert code(game, "A free-invade troll east") == "fjord-takes-ships"
    game.play("A free-invade troll horgr")
    assert game.valhalla(B) == figures("WW")
    game.play("A succor", "A domain").skip_calls()
    assert game.is_pillaged(HORGR)
    assert game.rage(A) == 6 - 2 - 2


def test_d29_the_dark_elf_may_use_the_free_invade_to_enter_yggdrasil() -> None:
    game = table(A=seat(hand="dark-elf")).play(
        "A upgrade dark-elf", "A free-invade dark-elf yggdrasil"
    )
    assert game.figures(A, YGGDRASIL) == figures("dark-elf")


def test_d36_friggas_domain_costs_one_whatever_the_figure() -> None:
    game = table(
        A=seat(
            upgrades="friggas-domain fire-giant sea-serpent",
            valhalla="LS fire-giant sea-serpent",
            rage=4,
            levels=(1, 1, 3),
        ),
        B=seat(),
        players=2,
    )
    game.play(
        "A valhalla-invade leader gimle",
        "B pass",
        "A valhalla-invade fire-giant horgr",
        "A valhalla-invade ship west",
        "A valhalla-invade sea-serpent north",
    )
    assert game.rage(A) == 0
    assert not game.valhalla(A)


def test_d36_friggas_domain_counts_as_an_invade_for_every_trigger() -> None:
    game = table(
        A=seat(
            upgrades="friggas-domain friggas-succor thors-domain troll", valhalla="troll", rage=3
        ),
        B=seat(horgr="W"),
    )
    game.play("A valhalla-invade troll horgr")
    assert game.valhalla(B) == figures("W")
    game.play("A succor", "A domain")
    assert game.is_pillaged(HORGR)
    assert game.told(PlaceFigure)[0].origin is Origin.VALHALLA


def test_d36_only_the_owner_of_the_card_may_use_it_and_only_on_their_own_dead() -> None:
    game = table(A=seat(valhalla="W"))
    assert code(game, "A valhalla-invade warrior gimle") == "needs-card"
    owner = table(A=seat(upgrades="friggas-domain"), B=seat(valhalla="W"))
    assert code(owner, "A valhalla-invade warrior gimle") == "not-in-valhalla"


def test_d36_the_dark_elf_may_come_from_valhalla_into_yggdrasil() -> None:
    game = table(A=seat(upgrades="friggas-domain dark-elf", valhalla="W dark-elf"))
    assert code(game, "A valhalla-invade warrior yggdrasil") == "yggdrasil-closed"
    assert code(game, "A valhalla-invade dark-elf yggdrasil") is None


def test_d36_mystic_troll_does_not_lower_the_price_of_friggas_domain() -> None:
    """D36 says exactly 1 Rage instead of the normal cost; the Mystic Troll changes the latter."""
    game = table(
        A=seat(gimle="mystic-troll", upgrades="mystic-troll friggas-domain", valhalla="W", rage=2)
    ).play("A valhalla-invade warrior gimle")
    assert game.rage(A) == 1


def test_d42_the_troll_kills_warriors_of_the_province_alone() -> None:
    game = table(
        A=seat(gimle="W", upgrades="troll"),
        B=seat(gimle="LW", west="S", myrkvlor="W"),
        C=seat(gimle="W"),
    ).play("A invade troll gimle")
    assert (game.valhalla(A), game.valhalla(B), game.valhalla(C)) == (
        figures(""),
        figures("W"),
        figures("W"),
    )
    assert {item.cause for item in game.told(ToValhalla)} == {Cause.ARRIVAL}


def test_d42_the_fire_giant_spares_own_figures_and_the_other_province_of_the_fjord() -> None:
    game = table(
        A=seat(horgr="W", east="S", upgrades="fire-giant"),
        B=seat(horgr="W", muspelheim="W", east="S"),
        D=seat(east="S"),
    ).play("A invade fire-giant horgr")
    assert not game.valhalla(A)
    assert game.valhalla(B) == figures("WS")
    assert game.figures(B, MUSPELHEIM) == figures("W")
    assert game.valhalla(D) == figures("S")


def test_d42_an_empty_village_is_needed_before_the_kill() -> None:
    game = table(A=seat(upgrades="troll"), B=seat(utgard="WWW"))
    assert code(game, "A invade troll utgard") == "no-room"


@pytest.mark.parametrize("monster", ["troll", "fire-giant"])
def test_d21_marching_and_joining_kill_nobody(monster: str) -> None:
    words = seat(gimle=monster, upgrades=monster, hand="tyrs-bash")
    marched = table(A=words, B=seat(horgr="W")).play(f"A march gimle horgr {monster}")
    assert marched.figures(B, HORGR) == figures("W")
    joined = table(A=words, B=seat(andlang="W", hand="tyrs-bash"), turn=B)
    joined.play("B pillage andlang", f"A join gimle {monster}").skip_calls()
    assert asked(joined, A) is ask.CardDecision
    assert joined.figures(B, ANDLANG) == figures("W")


def test_d21_marching_opens_neither_succor_nor_thors_domain() -> None:
    game = table(A=seat(gimle="L", upgrades="friggas-succor thors-domain"))
    game.play("A march gimle horgr L")
    assert asked(game, B) is ask.TurnDecision


def test_d42_arrival_kills_are_no_battle_deaths() -> None:
    game = table(
        A=seat(
            upgrades="troll valkyrie thors-glory thors-domain",
            gimle="valkyrie",
            hand="tyrs-smite",
        ),
        B=seat(gimle="WWL", hand="tyrs-bash"),
        tokens={GIMLE: Token.RAGE},
    )
    game.play("A invade troll gimle", "A domain").skip_calls()
    lay(game, A="tyrs-smite", B="tyrs-bash")
    assert game.glory(A) == 3 + 2 * 1
