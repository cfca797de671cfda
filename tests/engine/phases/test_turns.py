"""Turns, empty pools, passing, the end of the phase: D1 to D11."""

from __future__ import annotations

import pytest

from engine import decisions as ask
from engine.changes import BeginTurn, EmptyPool, FillPool, GainRage, MarkPassed
from engine.state import Rulings
from engine.terms import Phase, RageReturn, Stat
from tests.builders import GIMLE, A, B, C, D, seat, table
from tests.game import Game, deck, new_table, write_face
from tests.playing import asked, call, code, decline_all, end_age, fight, lay

ALL_BUT_GIMLE = "elvagar angerboda muspelheim horgr utgard andlang myrkvlor yggdrasil"
NEVER = Rulings(rage_return=RageReturn.NEVER)
ALWAYS = Rulings(rage_return=RageReturn.ALWAYS)


def begin(game: Game) -> Game:
    """Deal and draft the Age in any way."""
    players = game.state.players
    cards = deck(game.state.age, players)
    game.begin_age(
        *(
            " ".join(map(write_face, cards[8 * number : 8 * number + 8]))
            for number in range(players)
        )
    )
    while isinstance(due := game.due(), ask.PickDecision):
        game.play(game.options(due.seat)[0])
    return game


def test_d1_pools_are_filled_to_the_rage_stat_and_nothing_carries_over() -> None:
    game = table(A=seat(levels=(3, 1, 1), rage=11), B=seat(levels=(5, 1, 1), rage=0))
    begin(end_age(game))
    assert [clan.rage for clan in game.state.clans] == [8, 12, 6, 6]
    assert [item.total for item in game.told(FillPool)] == [12, 6, 6, 8]


def test_d2_the_first_player_starts_and_play_is_clockwise_one_action_each() -> None:
    game = begin(new_table(4, first=2))
    game.play("C invade leader horgr", "D pass", "A invade leader gimle", "B pass")
    assert asked(game, C) is ask.TurnDecision
    assert len(game.owed()) == 1
    assert [item.seat for item in game.told(BeginTurn)] == [C, D, A, B, C]


def test_d3_a_seat_without_rage_is_skipped() -> None:
    game = table(B=seat(rage=0), C=seat(rage=0))
    game.play("A invade leader gimle")
    assert asked(game, D) is ask.TurnDecision


def test_d3_a_seat_without_rage_still_joins_and_plays_cards() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-bash"), B=seat(rage=0, andlang="L", hand="tyrs-smite")
    )
    game.play("A pillage gimle", "B join andlang leader")
    lay(game.skip_calls(), A="tyrs-bash", B="tyrs-smite")
    assert game.glory(B) == 3


def test_d4_an_action_that_cannot_be_paid_in_full_is_illegal() -> None:
    game = table(
        A=seat(rage=1, upgrades="experts-in-arms tyrs-challenge", hand="troll", gimle="W"),
        pillaged="gimle",
    )
    for line in (
        "A invade warrior horgr",
        "A invade ship north",
        "A upgrade troll",
        "A repillage gimle",
    ):
        assert code(game, line) == "too-little-rage"
    refusal = game.refuses("A upgrade troll")
    assert refusal is not None
    assert (refusal.need, refusal.have) == (2, 1)


def test_d4_the_pool_may_reach_zero_by_paying() -> None:
    game = table(A=seat(rage=1, horgr="W")).play("A march horgr gimle W")
    assert game.rage(A) == 0


def test_d6_passing_loses_the_whole_pool() -> None:
    game = table(A=seat(rage=5)).play("A pass")
    assert game.rage(A) == 0
    assert game.clan(A).passed
    assert game.told(EmptyPool) == [EmptyPool(A, 5)]


def test_d6_passing_is_always_legal_with_rage() -> None:
    for rage in (1, 12):
        assert code(table(A=seat(rage=rage)), "A pass") is None


def test_d6_a_passed_seat_gets_no_more_turns() -> None:
    game = table(players=2).play("A pass", "B invade leader gimle")
    assert asked(game, B) is ask.TurnDecision


def test_d6_a_passed_seat_may_spend_regained_rage_on_reactions() -> None:
    game = table(
        A=seat(rage=2, gimle="W", hand="tyrs-bash troll"),
        B=seat(
            rage=2,
            gimle="LW",
            upgrades="tyrs-prowess friggas-protection",
            hand="thors-ascension",
        ),
        turn=B,
        players=2,
    ).play("B pass")
    fight(game, GIMLE, A="tyrs-bash", B="thors-ascension")
    assert game.rage(B) == 3
    game.play("B prowess thors-ascension")
    assert game.rage(B) == 2


def test_d7_there_is_no_free_skip() -> None:
    assert code(table(), "A skip") == "not-your-answer"
    assert code(table(), "A decline") == "not-your-answer"


def test_d8_the_phase_ends_when_nobody_can_act() -> None:
    game = table(A=seat(rage=1, horgr="W", hand="troll"), B=seat(rage=0), players=2)
    game.play("A march horgr gimle W")
    assert game.state.phase is Phase.DISCARD


def test_d8_the_phase_ends_when_yggdrasil_too_is_pillaged() -> None:
    nearly = "elvagar angerboda muspelheim horgr utgard andlang myrkvlor"
    game = table(A=seat(gimle="W", yggdrasil="W", hand="troll"), pillaged=nearly, players=2)
    call(game, GIMLE)
    assert asked(game, B) is ask.TurnDecision
    game.play("B pass", "A pillage yggdrasil").skip_calls()
    assert game.state.phase is Phase.DISCARD


def test_d8_destroyed_provinces_need_not_be_pillaged() -> None:
    game = table(
        A=seat(gimle="W", hand="troll"),
        destroyed="utgard andlang",
        pillaged="elvagar angerboda muspelheim horgr myrkvlor yggdrasil",
    )
    call(game, GIMLE)
    assert game.state.phase is Phase.DISCARD


def test_d8_a_failed_pillage_of_the_last_province_ends_nothing() -> None:
    game = table(
        A=seat(gimle="W", hand="troll"), B=seat(gimle="L", hand="troll"), pillaged=ALL_BUT_GIMLE
    )
    fight(game, GIMLE, A="troll", B="troll")
    assert game.state.phase is Phase.ACTION
    assert asked(game, B) is ask.TurnDecision


def test_d9_effects_of_the_last_action_are_finished_first() -> None:
    game = table(A=seat(gimle="L", upgrades="lord-of-axes", hand="troll"), pillaged=ALL_BUT_GIMLE)
    call(game, GIMLE)
    assert asked(game, A) is ask.StatDecision
    game.play("A stat axes")
    assert game.state.phase is Phase.DISCARD


def test_d9_the_walk_of_the_leader_comes_before_the_end_of_the_phase() -> None:
    game = table(
        A=seat(gimle="L", upgrades="lord-of-hammers", hand="troll"), pillaged=ALL_BUT_GIMLE
    )
    call(game, GIMLE)
    assert asked(game, A) is ask.HammersDecision
    game.play("A hammers-move leader yggdrasil")
    assert game.state.phase is Phase.DISCARD


def test_d10_all_pools_are_lost_at_the_end_of_the_phase() -> None:
    game = table(A=seat(gimle="W", hand="troll"), pillaged=ALL_BUT_GIMLE)
    call(game, GIMLE)
    assert game.told(EmptyPool) == [EmptyPool(one, 6) for one in (A, B, C, D)]


def test_d11_the_pool_may_exceed_the_rage_stat() -> None:
    game = table(A=seat(gimle="LW", hand="thors-ascension"), B=seat(gimle="W", hand="troll"))
    fight(game, GIMLE, A="thors-ascension", B="troll")
    assert game.rage(A) == 9
    assert game.clan(A).value(Stat.RAGE) in (6, 7)
    assert game.told(GainRage)[0].total == 9


def trickster(rulings: Rulings) -> Game:
    """Return a game in which B runs out by invading, then takes 1 Rage from A by losing."""
    game = table(
        A=seat(rage=4, gimle="WW", hand="tyrs-smash"),
        B=seat(rage=1, hand="lokis-trickery"),
        turn=B,
        players=2,
        rulings=rulings,
    ).play("B invade warrior gimle")
    return fight(game, GIMLE, A="tyrs-smash", B="lokis-trickery")


def test_h02_spent_lets_a_seat_that_ran_out_act_again() -> None:
    assert asked(trickster(Rulings()), B) is ask.TurnDecision


def test_h02_always_lets_a_seat_that_ran_out_act_again() -> None:
    assert asked(trickster(ALWAYS), B) is ask.TurnDecision


def test_h02_never_makes_an_empty_pool_a_pass() -> None:
    game = trickster(NEVER)
    assert game.told(MarkPassed) == [MarkPassed(B)]
    assert asked(game, A) is ask.TurnDecision


def test_h02_never_judges_the_pool_when_the_action_is_over() -> None:
    """Rage spent to 0 and regained within one action is not a pass."""
    game = table(
        A=seat(
            rage=3,
            upgrades="thors-domain",
            gimle="L",
            hand="thors-ascension",
        ),
        B=seat(gimle="W", hand="troll"),
        rulings=NEVER,
        players=2,
    )
    game.play("A invade warrior gimle", "A domain")
    assert game.rage(A) == 0
    lay(game.skip_calls(), A="thors-ascension", B="troll")
    assert game.rage(A) == 3
    assert not game.clan(A).passed


def test_h02_always_ends_the_phase_only_at_empty_pools() -> None:
    game = table(
        A=seat(rage=1, gimle="W", hand="tyrs-bash tyrs-crush"),
        B=seat(rage=3, gimle="WWW", hand="thors-ascension"),
        turn=B,
        players=2,
        rulings=ALWAYS,
    ).play("B pass")
    fight(game, GIMLE, A="tyrs-bash", B="thors-ascension")
    assert asked(game, B) is ask.TurnDecision
    game.play("B pass", "A pass")
    assert game.state.phase is Phase.DISCARD


@pytest.mark.parametrize("rulings", [Rulings(), ALWAYS, NEVER])
def test_d6_marks_of_passing_are_gone_in_the_next_age(rulings: Rulings) -> None:
    game = end_age(table(rulings=rulings))
    assert not any(clan.passed for clan in game.state.clans)
    assert decline_all(game).state.phase is Phase.GIFTS


def test_h02_never_also_binds_a_winner_whose_last_rage_was_taken() -> None:
    game = table(
        A=seat(rage=1, gimle="LW", hand="tyrs-bash"),
        B=seat(gimle="W", hand="lokis-trickery"),
        rulings=NEVER,
        players=2,
    )
    fight(game, GIMLE, A="tyrs-bash", B="lokis-trickery")
    assert game.rage(A) == 0
    assert game.clan(A).passed


def test_d5_a_winner_whose_last_rage_was_taken_has_not_passed() -> None:
    game = table(
        A=seat(rage=1, gimle="LW", hand="tyrs-bash"),
        B=seat(gimle="W", hand="lokis-trickery"),
        players=2,
    )
    fight(game, GIMLE, A="tyrs-bash", B="lokis-trickery")
    assert game.rage(A) == 0
    assert not game.clan(A).passed
    assert asked(game, B) is ask.TurnDecision


def test_d10_after_the_phase_it_is_nobodys_turn() -> None:
    game = table(A=seat(gimle="W", hand="troll"), pillaged=ALL_BUT_GIMLE)
    assert game.state.turn == A
    call(game, GIMLE)
    assert game.state.turn is None
