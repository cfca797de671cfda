"""Scenarios J88a to J92 of docs/rules.md: table rulings and the Kickstarter monsters."""

from __future__ import annotations

from engine import actions as act
from engine import decisions as ask
from engine.battle_changes import StartBattle
from engine.sheet import figure_strength
from engine.state import Rulings
from engine.story import CompareNote, SparedNote
from engine.strength import strength
from engine.terms import (
    LEADER,
    SHIP,
    WARRIOR,
    Age,
    FigureKind,
    Phase,
    RageReturn,
    Stat,
    Token,
    Use,
)
from tests.builders import (
    GIMLE,
    HORGR,
    NORTH,
    A,
    B,
    Game,
    seat,
    table,
)
from tests.decks import deck, words
from tests.game import new_table
from tests.playing import asked, call, end_age, fight


def test_j88a_weaker_leader_and_stronger_ship_by_ruling() -> None:
    rulings = Rulings(leader_strength=2, ship_strength=3)
    game = table(A=seat(gimle="L"), rulings=rulings, players=2)
    assert strength(game.state, A, GIMLE, Use.BATTLE) == 2
    game.play(act.Invade(A, SHIP, NORTH))
    assert game.rage(A) == 6 - 3
    assert figure_strength(game.state, A, SHIP, NORTH) == 3
    game.play(act.Invade(B, LEADER, HORGR))
    assert game.rage(B) == 6


def test_j88a_an_upgrade_counts_where_it_is_higher() -> None:
    rulings = Rulings(leader_strength=2, ship_strength=3)
    game = table(
        A=seat(gimle="L", north="S", upgrades="lord-of-axes fire-dragons"), rulings=rulings
    )
    assert figure_strength(game.state, A, LEADER, GIMLE) == 3
    assert figure_strength(game.state, A, SHIP, NORTH) == 3


def j13(rulings: Rulings) -> Game:
    game = table(
        A=seat(rage=4, gimle="WW", hand="tyrs-smash"),
        B=seat(rage=1, hand="lokis-trickery"),
        turn=B,
        players=2,
        rulings=rulings,
    )
    game.play(act.Invade(B, WARRIOR, GIMLE))
    return fight(game, GIMLE, A="tyrs-smash", B="lokis-trickery")


def test_j88b_rage_return_never_ends_turns_at_zero() -> None:
    game = j13(Rulings(rage_return=RageReturn.NEVER))
    assert game.rage(B) == 1
    assert game.clan(B).passed
    assert asked(game, A) is ask.TurnDecision
    game.play(act.Pass(A))
    assert game.state.phase is not Phase.ACTION


def test_j88b_rage_return_always_gives_a_turn_even_after_passing() -> None:
    game = table(
        A=seat(rage=1, gimle="W", hand="tyrs-bash tyrs-crush"),
        B=seat(rage=3, gimle="WWW", hand="thors-ascension"),
        turn=B,
        players=2,
        rulings=Rulings(rage_return=RageReturn.ALWAYS),
    )
    game.play(act.Pass(B))
    fight(game, GIMLE, A="tyrs-bash", B="thors-ascension")
    assert game.rage(B) == 3
    assert asked(game, B) is ask.TurnDecision


def test_j88c_without_a_draft_everybody_is_dealt_six() -> None:
    game = new_table(3, rulings=Rulings(draft=False))
    cards = deck(Age.ONE, 3)
    game.begin_age(*(words(cards[6 * number : 6 * number + 6]) for number in range(3)))
    assert [clan.hand for clan in game.state.clans] == [6, 6, 6]
    assert [known.hand for known in game.knowledge] == [cards[:6], cards[6:12], cards[12:18]]
    assert len(cards) - 18 == 8
    assert asked(game, A) is ask.TurnDecision


def test_j89_the_mountain_giant_is_a_leader() -> None:
    giant = FigureKind("mountain-giant")
    game = table(
        A=seat(upgrades="mountain-giant lord-of-axes"),
        tokens={GIMLE: Token.RAGE},
        players=2,
        kickstarter=True,
    )
    game.play(act.Invade(A, giant, GIMLE), act.Pass(B))
    assert game.rage(A) == 6
    call(game, GIMLE).play(act.RaiseStatBy(A, Stat.AXES))
    assert game.levels(A) == (2, 2, 1)
    assert asked(game, A) is ask.TurnDecision


def test_j90_fenrir_draws_the_ruin_to_its_own_province() -> None:
    game = end_age(
        table(
            A=seat(gimle="fenrir", upgrades="fenrir"),
            ragnarok="horgr utgard andlang",
            kickstarter=True,
        )
    )
    assert game.state.is_destroyed(GIMLE)
    assert not game.state.is_destroyed(HORGR)
    assert game.told(SparedNote) == [SparedNote(HORGR, GIMLE)]
    assert game.glory(A) == 2


def test_j90_fenrir_in_yggdrasil_does_nothing() -> None:
    game = end_age(
        table(
            A=seat(yggdrasil="fenrir", upgrades="fenrir"),
            ragnarok="horgr utgard andlang",
            kickstarter=True,
        )
    )
    assert game.state.is_destroyed(HORGR)
    assert game.glory(A) == 0


def test_j91_in_a_battle_with_the_wolfman_only_monsters_and_cards_count() -> None:
    game = table(
        A=seat(gimle="LW", hand="tyrs-smite"),
        B=seat(gimle="W wolfman", upgrades="wolfman", hand="odins-smite thors-hammer"),
        kickstarter=True,
    )
    fight(game, GIMLE, A="tyrs-smite", B="thors-hammer")
    assert len(game.told(StartBattle)) == 1
    totals = {one.seat: one.total for one in game.told(CompareNote)[0].totals}
    assert totals == {A: 5, B: 3 + 1}


def test_j92_the_mystic_troll_opens_its_province() -> None:
    game = table(A=seat(gimle="mystic-troll", upgrades="mystic-troll"), kickstarter=True)
    game.play(act.Invade(A, WARRIOR, GIMLE))
    assert game.rage(A) == 6
