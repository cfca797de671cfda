"""Strength by sources: A21, A21a, E18 to E20, F4, K1."""

from __future__ import annotations

import pytest

from engine.sheet import figure_strength
from engine.state import Rulings
from engine.strength import figure_sources, strength
from engine.terms import LEADER, SHIP, WARRIOR, FigureKind, Use
from tests.builders import (
    GIMLE,
    HORGR,
    MYRKVLOR,
    WEST,
    YGGDRASIL,
    A,
    B,
    Game,
    seat,
    table,
)
from tests.playing import fight, totals


def mine(game: Game, use: Use = Use.BATTLE) -> int:
    """Return the strength of A in Gimle."""
    return strength(game.state, A, GIMLE, use)


@pytest.mark.parametrize(
    ("monster", "worth", "in_yggdrasil"),
    [
        ("troll", 2, 2),
        ("dwarf-chieftain", 2, 2),
        ("sea-serpent", 3, None),
        ("valkyrie", 2, 2),
        ("dark-elf", 1, 3),
        ("fire-giant", 4, 4),
        ("frost-giant", 4, 4),
        ("soldier-of-hel", 3, 3),
        ("volur-witch", 3, 3),
        ("mountain-giant", 3, 3),
        ("fenrir", 2, 2),
        ("wolfman", 3, 3),
        ("mystic-troll", 2, 2),
    ],
)
def test_a21a_a_monster_has_the_strength_on_its_card(
    monster: str, worth: int, in_yggdrasil: int | None
) -> None:
    game = table(A=seat(upgrades=monster))
    kind = FigureKind(monster)
    assert figure_strength(game.state, A, kind, GIMLE) == worth
    if in_yggdrasil is not None:
        assert figure_strength(game.state, A, kind, YGGDRASIL) == in_yggdrasil


@pytest.mark.parametrize(
    ("upgrades", "warriors", "worth"),
    [
        ("", 1, 1),
        ("", 5, 5),
        ("brothers-in-arms", 1, 1),
        ("brothers-in-arms", 2, 3),
        ("brothers-in-arms", 3, 4),
        ("brothers-in-arms", 4, 6),
        ("brothers-in-arms", 5, 7),
        ("experts-in-arms", 1, 2),
        ("experts-in-arms", 5, 10),
        ("masters-in-arms", 1, 2),
        ("masters-in-arms", 2, 6),
        ("masters-in-arms", 3, 8),
        ("masters-in-arms", 5, 14),
    ],
)
def test_e19_strength_of_warriors(upgrades: str, warriors: int, worth: int) -> None:
    game = table(A=seat(gimle="W" * warriors, upgrades=upgrades, levels=(1, 1, 5)))
    assert mine(game) == worth
    assert mine(game, Use.QUEST) == worth


def test_a9_a_ship_counts_for_both_provinces_of_its_fjord() -> None:
    game = table(A=seat(west="S", gimle="W"))
    assert strength(game.state, A, GIMLE, Use.QUEST) == 3
    assert strength(game.state, A, MYRKVLOR, Use.QUEST) == 2
    assert strength(game.state, A, HORGR, Use.QUEST) == 0


@pytest.mark.parametrize(
    ("rulings", "leader", "ship"),
    [
        (Rulings(), 3, 2),
        (Rulings(leader_strength=2), 2, 2),
        (Rulings(ship_strength=3), 3, 3),
        (Rulings(leader_strength=2, ship_strength=3), 2, 3),
    ],
)
def test_h01_leader_and_ship_by_ruling(rulings: Rulings, leader: int, ship: int) -> None:
    game = table(A=seat(gimle="LW", west="S"), rulings=rulings)
    assert figure_strength(game.state, A, LEADER, GIMLE) == leader
    assert figure_strength(game.state, A, SHIP, WEST) == ship
    assert figure_strength(game.state, A, WARRIOR, GIMLE) == 1
    assert mine(game) == leader + 1 + ship


@pytest.mark.parametrize("card", ["lord-of-hammers", "lord-of-axes", "lord-of-spears"])
def test_a21a_an_upgraded_leader_is_worth_three_by_any_ruling(card: str) -> None:
    for worth in (2, 3):
        game = table(A=seat(gimle="L", upgrades=card), rulings=Rulings(leader_strength=worth))
        assert mine(game) == 3


@pytest.mark.parametrize("card", ["lokis-dragons", "fire-dragons", "eternal-dragons"])
def test_a21a_an_upgraded_ship_is_worth_the_higher_of_the_two(card: str) -> None:
    for ruling, worth in ((2, 2), (3, 3)):
        game = table(A=seat(west="S", upgrades=card), rulings=Rulings(ship_strength=ruling))
        assert mine(game) == worth


def test_h01_the_rulings_leave_monsters_alone() -> None:
    game = table(
        A=seat(gimle="mountain-giant", west="sea-serpent", upgrades="mountain-giant sea-serpent"),
        rulings=Rulings(leader_strength=2, ship_strength=3),
    )
    assert mine(game) == 3 + 3


def test_k1_the_wolfman_silences_both_sides_in_battles_but_not_in_quests() -> None:
    game = table(
        A=seat(gimle="LWW", west="S", hand="tyrs-bash"),
        B=seat(gimle="W wolfman", upgrades="wolfman", hand="tyrs-bash"),
        kickstarter=True,
    )
    assert mine(game, Use.QUEST) == 3 + 2 + 2
    assert mine(game) == 0
    assert strength(game.state, B, GIMLE, Use.BATTLE) == 3
    fight(game, GIMLE, A="tyrs-bash", B="tyrs-bash")
    assert totals(game) == {A: 2, B: 5}


def test_k1_the_sea_serpent_is_a_monster_to_the_wolfman() -> None:
    game = table(
        A=seat(gimle="wolfman", west="sea-serpent", upgrades="wolfman sea-serpent"),
        kickstarter=True,
    )
    assert mine(game) == 6


def test_k1_the_wolfman_works_only_in_its_own_province() -> None:
    game = table(
        A=seat(gimle="L"), B=seat(myrkvlor="wolfman", upgrades="wolfman"), kickstarter=True
    )
    assert mine(game) == 3


def test_k1_a_wolfman_killed_by_tide_silences_nobody() -> None:
    game = table(
        A=seat(gimle="L", hand="odins-tide"),
        B=seat(gimle="L wolfman", upgrades="wolfman", hand="tyrs-bash"),
        kickstarter=True,
    )
    fight(game, GIMLE, A="odins-tide", B="tyrs-bash").play("B tide-keep leader")
    assert totals(game) == {A: 4, B: 5}


def test_the_sources_name_the_upgrade_that_counts_the_warriors() -> None:
    game = table(A=seat(gimle="WW", upgrades="masters-in-arms"))
    (source,) = figure_sources(game.state, A, GIMLE, Use.BATTLE)
    assert (source.what, source.count, source.amount, source.by) == (
        WARRIOR,
        2,
        6,
        "masters-in-arms",
    )
