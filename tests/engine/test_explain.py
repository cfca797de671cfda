"""Explanations of numbers: their parts add up to the numbers of the rules."""

from __future__ import annotations

from random import Random

import pytest

from engine.board import PLACES, PROVINCES
from engine.cards import CARDS
from engine.changes import GainGlory, PayRage
from engine.explain import (
    Explanation,
    Why,
    explain_end,
    explain_horns,
    explain_invade_price,
    explain_ragnarok,
    explain_release,
    explain_stat,
    explain_strength,
    explain_upgrade_price,
    free_slots,
)
from engine.position import open_position
from engine.sheet import invade_price, upgrade_price
from engine.state import GameState
from engine.strength import strength
from engine.terms import (
    LEADER,
    SHIP,
    STATS,
    WARRIOR,
    CardId,
    FigureKind,
    Reward,
    Seat,
    Slot,
    Stat,
    Use,
)
from tests.builders import GIMLE, HORGR, WEST, YGGDRASIL, A, B, cards, seat, table
from tests.playing import decline_all, end_age, keep_none, pass_all
from tests.positions import random_position

GIMLE_FALLS = {1: "gimle horgr utgard", 2: "horgr gimle utgard", 3: "horgr utgard gimle"}
"""Ragnarök tokens with Gimle in each Age."""
RAGNAROK_AND_SHIPS = (Reward.RAGNAROK, "lokis-dragons", "fire-dragons", "eternal-dragons")


def adds_up(explanation: Explanation) -> int:
    assert explanation.total == sum(part.amount for part in explanation.parts)
    return explanation.total


def anywhere() -> list[tuple[GameState, Seat]]:
    chance = Random(5)
    states = [open_position(random_position(chance)).state for _ in range(40)]
    return [(state, one) for state in states for one in state.seats()]


def parts(explanation: Explanation) -> list[tuple[Why, int, CardId | None]]:
    return [(part.why, part.amount, part.card) for part in explanation.parts]


# ------------------------------------------------------------------ all positions


def test_the_parts_of_a_strength_add_up_to_it() -> None:
    for state, one in anywhere():
        for place in PROVINCES:
            for use in Use:
                assert adds_up(explain_strength(state, one, place, use)) == strength(
                    state, one, place, use
                )


def test_the_parts_of_a_price_add_up_to_it() -> None:
    upgrades = [card.id for card in CARDS.values() if card.slot is not None]
    for state, one in anywhere():
        for kind in state.clans[one].reserve.kinds():
            for place in PLACES:
                told = explain_invade_price(state, one, kind, place)
                assert adds_up(told) == invade_price(state, one, kind, place)
        for card in upgrades:
            told = explain_upgrade_price(state, one, card)
            assert adds_up(told) == upgrade_price(state, one, card)


def test_the_parts_of_the_count_against_the_horns_add_up() -> None:
    for state, one in anywhere():
        assert adds_up(explain_horns(state, one)) == state.on_board(one)
        adds_up(explain_ragnarok(state, one))
        adds_up(explain_release(state, one))
        adds_up(explain_end(state, one))


def test_a_stat_is_explained_with_the_value_of_its_higher_levels() -> None:
    for state, one in anywhere():
        for stat in STATS:
            told = explain_stat(state, one, stat)
            assert told.total == told.parts[0].amount == state.clans[one].value(stat)
            assert [part.count for part in told.parts] == list(
                range(state.clans[one].levels[stat], 7)
            )
    game = table(A=seat(levels=(4, 1, 1)))
    assert [part.amount for part in explain_stat(game.state, A, Stat.RAGE).parts] == [9, 12, 12]


def test_free_slots_and_the_cards_in_the_others_make_the_sheet() -> None:
    for state, one in anywhere():
        for slot in Slot:
            told = free_slots(state, one, slot)
            assert told.total + len(told.parts) == {Slot.CLAN: 3, Slot.MONSTER: 2}.get(slot, 1)


# ---------------------------------------------------------------- predictions kept


@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize("upgrades", ["", "odins-inspiration fire-dragons", "eternal-dragons"])
def test_f8_ragnarok_pays_as_explained(age: int, upgrades: str) -> None:
    game = table(
        A=seat(gimle="WL", west="S", upgrades=upgrades),
        B=seat(west="S", horgr="WW", upgrades="lokis-dragons"),
        ragnarok=GIMLE_FALLS[age],
        age=age,
    )
    told = {one: adds_up(explain_ragnarok(game.state, one)) for one in game.state.seats()}
    end_age(game)
    for one, amount in told.items():
        gained = [
            gain.amount
            for gain in game.told(GainGlory)
            if gain.seat == one and gain.source in RAGNAROK_AND_SHIPS
        ]
        assert sum(gained) == amount
    assert told[A] > 0


def test_k2_ragnarok_is_explained_for_the_province_of_fenrir() -> None:
    game = table(
        A=seat(gimle="WL", horgr="W"),
        B=seat(horgr="fenrir", upgrades="fenrir"),
        ragnarok="gimle elvagar utgard",
        kickstarter=True,
    )
    assert [explain_ragnarok(game.state, one).total for one in (A, B)] == [2, 2]
    ruins = table(A=seat(horgr="W"), destroyed="gimle", ragnarok="gimle elvagar utgard")
    assert explain_ragnarok(ruins.state, A) == Explanation(0, ())


def test_f9_doubling_is_a_part_of_its_own_and_ships_are_not_doubled() -> None:
    game = table(
        A=seat(gimle="WW", west="S", upgrades="odins-inspiration fire-dragons"),
        age=2,
        ragnarok="horgr gimle utgard",
    )
    assert parts(explain_ragnarok(game.state, A)) == [
        (Why.RAGNAROK, 9, None),
        (Why.DOUBLED, 9, *cards("odins-inspiration")),
        (Why.SHIPS, 8, *cards("fire-dragons")),
    ]


def test_f11_the_release_pays_as_explained() -> None:
    game = table(
        A=seat(valhalla="WWL", upgrades="lokis-domain lokis-eminence"), B=seat(valhalla="W")
    )
    told = [adds_up(explain_release(game.state, one)) for one in (A, B)]
    assert parts(explain_release(game.state, A)) == [
        (Why.RELEASE, 3, *cards("lokis-domain")),
        (Why.RELEASE, 6, *cards("lokis-eminence")),
    ]
    end_age(game)
    assert told == [game.glory(A), game.glory(B)] == [9, 0]


def test_g1_the_end_of_the_game_pays_as_explained() -> None:
    game = table(
        A=seat(gimle="WWL", levels=(4, 6, 3), upgrades="thors-conquest"),
        B=seat(levels=(3, 3, 3), upgrades="thors-conquest"),
        age=3,
        ragnarok="horgr utgard elvagar",
    )
    told = [adds_up(explain_end(game.state, one)) for one in (A, B)]
    assert parts(explain_end(game.state, A)) == [
        (Why.STATS, 30, None),
        (Why.FINAL, 9, *cards("thors-conquest")),
    ]
    keep_none(decline_all(pass_all(game)))
    assert told == [game.glory(A), game.glory(B)] == [39, 0]


# ------------------------------------------------------------------ prices

PRICES: list[tuple[str, list[tuple[Why, int, str | None]]]] = [
    ("warrior", [(Why.PRICE, 2, "experts-in-arms")]),
    ("ship", [(Why.PRICE, 2, "lokis-dragons")]),
    ("leader", [(Why.PRICE, 3, None), (Why.FREE, -3, None)]),
    ("soldier-of-hel", [(Why.PRICE, 3, None), (Why.FREE, -3, "soldier-of-hel")]),
    ("troll", [(Why.PRICE, 2, None)]),
]
UPGRADES = "experts-in-arms lokis-dragons soldier-of-hel troll"


@pytest.mark.parametrize(("kind", "told"), PRICES)
def test_d13_a_price_names_the_card_that_makes_it(
    kind: str, told: list[tuple[Why, int, CardId | None]]
) -> None:
    game = table(A=seat(upgrades=UPGRADES))
    place = WEST if kind == "ship" else GIMLE
    explanation = explain_invade_price(game.state, A, FigureKind(kind), place)
    assert parts(explanation) == told
    game.play(f"A invade {kind} {place.word}")
    assert sum(paid.amount for paid in game.told(PayRage)) == explanation.total


def test_k1_a_price_names_the_mystic_troll_that_opens_the_province() -> None:
    game = table(A=seat(gimle="mystic-troll", upgrades="mystic-troll"), kickstarter=True)
    assert parts(explain_invade_price(game.state, A, WARRIOR, GIMLE)) == [
        (Why.PRICE, 1, None),
        (Why.FREE, -1, *cards("mystic-troll")),
    ]
    assert explain_invade_price(game.state, A, WARRIOR, HORGR).total == 1


def test_d22_a_discount_names_the_charm_and_never_goes_below_nothing() -> None:
    game = table(A=seat(upgrades="friggas-charm"))
    charm = cards("friggas-charm")
    told = explain_upgrade_price(game.state, A, CardId("fire-giant"))
    assert parts(told) == [
        (Why.PRICE, 4, *cards("fire-giant")),
        (Why.DISCOUNT, -1, *charm),
    ]
    assert explain_upgrade_price(game.state, A, CardId("dwarf-chieftain")).total == 0


def test_e19_strength_is_explained_by_figure_and_place() -> None:
    game = table(
        A=seat(gimle="WWWL", west="S", levels=(1, 1, 2), upgrades="brothers-in-arms"),
        B=seat(yggdrasil="dark-elf", upgrades="dark-elf"),
    )
    told = explain_strength(game.state, A, GIMLE, Use.BATTLE)
    assert [
        (part.figure, part.count, part.amount, part.card, part.place) for part in told.parts
    ] == [
        (WARRIOR, 3, 4, *cards("brothers-in-arms"), GIMLE),
        (LEADER, 1, 3, None, GIMLE),
        (SHIP, 1, 2, None, WEST),
    ]
    assert explain_strength(game.state, B, YGGDRASIL, Use.QUEST).total == 3
