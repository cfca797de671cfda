"""Pillaging, the call to battle, pillages without a battle: D33, D34, E1 to E8."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.battle_changes import StartBattle
from engine.changes import FlipToken, GainGlory, MoveFigures
from engine.story import CallEnd, CallEndNote, CompareNote, PillageEndNote, UnopposedNote
from engine.terms import WARRIOR, Step, Token
from tests.builders import (
    ANDLANG,
    GIMLE,
    MYRKVLOR,
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
from tests.playing import asked, call, code, fight, lay


def test_d33_a_pillage_costs_nothing() -> None:
    game = call(table(A=seat(gimle="W", rage=1)), GIMLE)
    assert game.rage(A) == 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("A pillage horgr", "not-present"),
        ("A pillage gimle", "already-pillaged"),
        ("A pillage utgard", "destroyed"),
        ("A pillage west", "not-a-province"),
        ("A pillage yggdrasil", "not-present"),
    ],
)
def test_d33_a_pillage_needs_presence_and_an_unpillaged_surviving_province(
    line: str, why: str
) -> None:
    game = table(A=seat(gimle="W"), B=seat(horgr="W"), destroyed="utgard", pillaged="gimle")
    assert code(game, line) == why


@pytest.mark.parametrize("place", ["gimle", "myrkvlor"])
def test_d33_h13_a_ship_in_the_fjord_is_presence_in_both_provinces(place: str) -> None:
    assert code(table(A=seat(west="S")), f"A pillage {place}") is None


def test_d34_a_failed_pillage_may_be_tried_again_by_anybody() -> None:
    game = table(
        A=seat(gimle="W", hand="troll"),
        B=seat(gimle="L", hand="troll"),
        players=2,
    )
    fight(game, GIMLE, A="troll", B="troll")
    assert game.told(PillageEndNote) == [PillageEndNote(A, GIMLE, success=False)]
    call(game, GIMLE)
    assert game.is_pillaged(GIMLE)


def test_e1_the_pillager_is_asked_last_and_may_join_too() -> None:
    game = table(
        A=seat(gimle="W", andlang="W"),
        B=seat(andlang="W"),
        C=seat(myrkvlor="W"),
        D=seat(yggdrasil="W"),
        turn=C,
        first=A,
    )
    game.play("C pillage myrkvlor")
    order = []
    while isinstance(due := game.due(), ask.JoinDecision):
        order.append(due.seat)
        game.play(act.Decline(due.seat))
    assert order == [D, A]
    own = table(A=seat(gimle="W", andlang="L")).play("A pillage gimle", "A join andlang leader")
    assert own.figures(A, GIMLE) == figures("WL")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("B join horgr warrior", "not-adjacent"),
        ("B join gimle warrior", "not-adjacent"),
        ("B join west warrior", "not-adjacent"),
        ("B join west ship", "ship-cannot-walk"),
        ("B join myrkvlor leader", "not-there"),
        ("B join yggdrasil warrior", "not-there"),
    ],
)
def test_e1_only_an_own_non_ship_from_next_door_joins(line: str, why: str) -> None:
    game = table(A=seat(gimle="W"), B=seat(horgr="W", gimle="W", west="S", myrkvlor="W")).play(
        "A pillage gimle"
    )
    assert code(game, line) == why
    assert game.options(B) == (act.Join(B, MYRKVLOR, WARRIOR), act.Decline(B))


def test_e2_a_player_may_bring_one_figure_in_each_lap() -> None:
    game = table(A=seat(gimle="W"), B=seat(andlang="WWW")).play("A pillage gimle")
    for _ in range(3):
        assert asked(game, B) is ask.JoinDecision
        game.play("B join andlang warrior")
    assert game.figures(B, GIMLE) == figures("WWW")
    assert [item.step for item in game.told(MoveFigures)] == [Step.JOIN] * 3


def test_e2_a_seat_that_declined_is_asked_again_only_if_somebody_moved() -> None:
    game = table(A=seat(gimle="W"), B=seat(andlang="W"), C=seat(myrkvlor="W")).play(
        "A pillage gimle", "B decline", "C join myrkvlor warrior"
    )
    assert asked(game, B) is ask.JoinDecision
    game.play("B decline")
    assert game.told(CallEndNote) == [CallEndNote(GIMLE, CallEnd.QUIET)]


def test_e4_a_passed_player_without_rage_or_horns_joins() -> None:
    game = table(
        A=seat(gimle="W", hand="troll"),
        B=seat(rage=0, passed=True, andlang="WWW", yggdrasil="W"),
    ).play("A pillage gimle", "B join yggdrasil warrior")
    assert game.figures(B, GIMLE) == figures("W")
    assert game.rage(B) == 0


def test_e4_no_presence_is_needed_to_join() -> None:
    game = table(A=seat(gimle="L", hand="tyrs-smite"), B=seat(andlang="W")).play(
        "A pillage gimle", "B join andlang warrior"
    )
    lay(game, A="tyrs-smite")
    assert game.valhalla(B) == figures("W")


def test_e5_yggdrasil_borders_every_outer_province() -> None:
    out = table(A=seat(horgr="W"), B=seat(yggdrasil="L")).play("A pillage horgr")
    assert code(out, "B join yggdrasil leader") is None
    into = table(A=seat(yggdrasil="W"), B=seat(horgr="L")).play("A pillage yggdrasil")
    assert code(into, "B join horgr leader") is None


def test_e5_ships_never_join() -> None:
    game = table(A=seat(gimle="W"), B=seat(north="S sea-serpent", upgrades="sea-serpent")).play(
        "A pillage gimle"
    )
    assert asked(game, B) is not ask.JoinDecision
    assert game.is_pillaged(GIMLE)


def test_e6_a_full_province_has_no_call() -> None:
    game = table(
        A=seat(utgard="WW", horgr="W", hand="troll"), B=seat(utgard="W", andlang="W")
    ).play("A pillage utgard")
    assert asked(game, A) is ask.CardDecision
    assert game.told(CallEndNote) == [CallEndNote(UTGARD, CallEnd.FULL)]


def test_e6_joined_figures_stay_where_they_came() -> None:
    game = table(A=seat(gimle="W", hand="troll"), B=seat(andlang="L", hand="tyrs-smite"))
    game.play("A pillage gimle", "B join andlang leader")
    lay(game, A="troll", B="tyrs-smite")
    assert game.figures(B, GIMLE) == figures("L")
    assert game.figures(B, ANDLANG) == figures("")


def test_e7_an_unopposed_pillage_brings_token_and_leader_but_no_battle_glory() -> None:
    game = table(
        A=seat(
            gimle="L frost-giant valkyrie",
            upgrades="lord-of-spears frost-giant valkyrie thors-glory lokis-blessing",
            hand="thors-hammer",
        ),
        tokens={GIMLE: Token.RAGE},
    )
    call(game, GIMLE)
    assert game.told(UnopposedNote) == [UnopposedNote(A, GIMLE)]
    assert game.told(FlipToken) == [FlipToken(GIMLE)]
    assert game.levels(A) == (4, 2, 2)
    assert game.told(GainGlory) == []
    assert game.hand(A) == ("thors-hammer",)
    assert asked(game, B) is ask.TurnDecision


def test_e7_an_enemy_ship_in_the_fjord_makes_it_a_battle() -> None:
    game = call(table(A=seat(gimle="W", hand="troll"), B=seat(west="S")), GIMLE)
    assert game.told(UnopposedNote) == []
    assert asked(game, A) is ask.CardDecision


def test_e8_participants_are_all_clans_in_the_area_in_active_order() -> None:
    game = table(
        A=seat(gimle="W", hand="troll"),
        B=seat(myrkvlor="W"),
        C=seat(gimle="W", west="S", hand="troll"),
        D=seat(west="S", hand="troll"),
        turn=D,
        first=A,
    )
    game.play("D pillage gimle", "B decline")
    start = game.told(StartBattle)[0]
    assert (start.pillager, start.participants) == (D, (D, A, C))
    assert start.forces == (figures("S"), figures("W"), figures("WS"))


def test_e8_the_ship_of_a_bystander_is_drawn_into_both_battles() -> None:
    game = table(A=seat(gimle="L", hand="tyrs-bash"), B=seat(west="S", hand="troll"))
    fight(game, GIMLE, A="tyrs-bash", B="troll")
    assert [total.total for total in game.told(CompareNote)[0].totals] == [5, 2]
    assert game.valhalla(B) == figures("S")


def test_e5_a_fight_in_yggdrasil_involves_no_ships() -> None:
    game = table(A=seat(yggdrasil="L"), B=seat(north="S"))
    call(game, YGGDRASIL)
    assert game.levels(A) == (2, 2, 2)
    assert game.told(StartBattle) == []
