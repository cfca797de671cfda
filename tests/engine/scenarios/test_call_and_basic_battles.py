"""Scenarios J34 to J45 of docs/rules.md."""

from __future__ import annotations

from engine import actions as act
from engine import decisions as ask
from engine.battle_changes import DiscardCard, StartBattle
from engine.story import CallEnd, CallEndNote, NoCardNote
from engine.terms import WARRIOR, Seat, Stat, Token
from tests.builders import (
    ANDLANG,
    GIMLE,
    HORGR,
    MUSPELHEIM,
    MYRKVLOR,
    UTGARD,
    YGGDRASIL,
    A,
    B,
    C,
    D,
    Game,
    faces,
    figures,
    seat,
    table,
)
from tests.playing import call, fight, totals


def waiting(game: Game) -> Seat | None:
    """Return the seat that is asked to join, if the call continues."""
    due = game.due()
    return due.seat if isinstance(due, ask.JoinDecision) else None


def test_j34_a_pillage_without_rivals_needs_no_battle() -> None:
    game = call(table(A=seat(andlang="W"), tokens={ANDLANG: Token.AXES}), ANDLANG)
    assert game.levels(A) == (1, 2, 1)
    assert game.clan(A).value(Stat.AXES) == 4
    assert game.glory(A) == 0
    assert game.is_pillaged(ANDLANG)
    assert game.told(StartBattle) == []


def test_j35_the_call_ends_after_a_lap_in_which_nobody_moved() -> None:
    game = table(
        A=seat(horgr="WW", utgard="W"),
        B=seat(horgr="W", muspelheim="W"),
        C=seat(utgard="W"),
        D=seat(muspelheim="W"),
    ).play(act.Pillage(A, HORGR))
    for asked_seat in (B, C, D, A):
        assert waiting(game) == asked_seat
        game.play(act.Decline(asked_seat))
    assert game.told(CallEndNote) == [CallEndNote(HORGR, CallEnd.QUIET)]
    assert game.told(StartBattle)[0].participants == (A, B)


def test_j35_the_call_ends_as_soon_as_the_province_is_full() -> None:
    game = table(
        A=seat(horgr="WW", utgard="W"),
        B=seat(horgr="W", muspelheim="W"),
        D=seat(muspelheim="W"),
    ).play(act.Pillage(A, HORGR), act.Decline(B))
    assert waiting(game) == D
    game.play(act.Join(D, MUSPELHEIM, WARRIOR))
    assert waiting(game) is None
    assert game.told(CallEndNote) == [CallEndNote(HORGR, CallEnd.FULL)]
    assert game.told(StartBattle)[0].participants == (A, B, D)


def test_j36_a_seat_that_declined_is_asked_again_in_the_next_lap() -> None:
    game = table(
        A=seat(utgard="W", andlang="W"),
        B=seat(horgr="W"),
        C=seat(horgr="W"),
        D=seat(andlang="W"),
    ).play(act.Pillage(A, UTGARD), act.Decline(B), act.Join(C, HORGR, WARRIOR))
    game.play(act.Decline(D), act.Decline(A))
    assert waiting(game) == B
    game.play(act.Join(B, HORGR, WARRIOR))
    assert game.told(CallEndNote) == [CallEndNote(UTGARD, CallEnd.FULL)]


def test_j37_a_call_to_yggdrasil_ends_only_after_a_quiet_lap() -> None:
    game = table(
        A=seat(yggdrasil="W"),
        B=seat(gimle="WWWW"),
        C=seat(utgard="WWW"),
    ).play(act.Pillage(A, YGGDRASIL))
    for _ in range(3):
        game.play(act.Join(B, GIMLE, WARRIOR), act.Join(C, UTGARD, WARRIOR))
    assert waiting(game) == B
    game.play(act.Join(B, GIMLE, WARRIOR))
    assert waiting(game) is None
    assert game.told(CallEndNote) == [CallEndNote(YGGDRASIL, CallEnd.QUIET)]
    start = game.told(StartBattle)[0]
    assert start.forces == (figures("W"), figures("WWWW"), figures("WWW"))


def test_j38_the_winner_pillages_and_the_loser_takes_the_card_back() -> None:
    game = table(
        A=seat(gimle="LW", hand="tyrs-smash"),
        B=seat(gimle="WW", hand="tyrs-bash"),
        tokens={GIMLE: Token.HORNS},
    )
    fight(game, GIMLE, A="tyrs-smash", B="tyrs-bash")
    assert totals(game) == {A: 7, B: 4}
    assert game.valhalla(B) == figures("WW")
    assert game.hand(B) == ("tyrs-bash",)
    assert game.told(DiscardCard) == [DiscardCard(A, *faces("tyrs-smash"))]
    assert game.clan(A).value(Stat.HORNS) == 5
    assert game.glory(A) == 3


def test_j39_a_tie_kills_everybody_and_pillages_nothing() -> None:
    game = table(
        A=seat(gimle="LWW", hand="tyrs-crush"),
        B=seat(gimle="LW", hand="tyrs-smite"),
    )
    fight(game, GIMLE, A="tyrs-crush", B="tyrs-smite")
    assert totals(game) == {A: 9, B: 9}
    assert (game.valhalla(A), game.valhalla(B)) == (figures("LWW"), figures("LW"))
    assert (game.hand(A), game.hand(B)) == (("tyrs-crush",), ("tyrs-smite",))
    assert (game.glory(A), game.glory(B)) == (0, 0)
    assert not game.is_pillaged(GIMLE)
    assert game.levels(A) == (1, 1, 1)


def test_j40_a_winning_defender_gains_axes_glory_and_nobody_pillages() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smash"),
        B=seat(gimle="L", hand="tyrs-smite"),
        tokens={GIMLE: Token.AXES},
    )
    fight(game, GIMLE, A="tyrs-smash", B="tyrs-smite")
    assert totals(game) == {A: 6, B: 8}
    assert game.valhalla(A) == figures("L")
    assert (game.glory(A), game.glory(B)) == (0, 3)
    assert not game.is_pillaged(GIMLE)
    assert (game.levels(A), game.levels(B)) == ((1, 1, 1), (1, 1, 1))


def test_j41_a_quest_played_as_battle_card_is_lost_with_the_win() -> None:
    game = table(A=seat(gimle="LWW", hand="quest-alfheim"), B=seat(gimle="W", hand="tyrs-bash"))
    fight(game, GIMLE, A="quest-alfheim", B="tyrs-bash")
    assert totals(game) == {A: 5, B: 3}
    assert game.hand(A) == ()
    assert game.told(DiscardCard) == [DiscardCard(A, *faces("quest-alfheim"))]


def test_j42_a_clan_without_cards_fights_without_one() -> None:
    game = table(A=seat(gimle="L", hand="tyrs-bash"), C=seat(gimle="LWWW"))
    fight(game, GIMLE, A="tyrs-bash")
    assert game.told(NoCardNote) == [NoCardNote(C)]
    assert totals(game) == {A: 3 + 2, C: 6 + 0}
    assert game.glory(C) == 3


def test_j43_a_ship_fights_for_both_provinces_of_its_fjord() -> None:
    gimle = table(A=seat(gimle="L", hand="tyrs-bash"), B=seat(west="S", hand="troll"))
    fight(gimle, GIMLE, A="tyrs-bash", B="troll")
    assert totals(gimle) == {A: 3 + 2, B: 2}
    assert gimle.valhalla(B) == figures("S")
    myrkvlor = table(A=seat(myrkvlor="L", hand="tyrs-bash"), B=seat(west="S", hand="troll"))
    fight(myrkvlor, MYRKVLOR, A="tyrs-bash", B="troll")
    assert totals(myrkvlor) == {A: 3 + 2, B: 2}


def test_j44_a_third_clan_below_a_tie_loses_too() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-crush"),
        B=seat(gimle="L", hand="tyrs-crush"),
        C=seat(gimle="W", hand="tyrs-crush"),
    )
    fight(game, GIMLE, A="tyrs-crush", B="tyrs-crush", C="tyrs-crush")
    assert totals(game) == {A: 7, B: 7, C: 5}
    assert [game.valhalla(one) for one in (A, B, C)] == [
        figures("L"),
        figures("L"),
        figures("W"),
    ]
    assert [game.glory(one) for one in (A, B, C)] == [0, 0, 0]


def test_j45_the_higher_battle_card_decides_between_equal_figures() -> None:
    game = table(A=seat(gimle="L", hand="tyrs-rage"), B=seat(gimle="L", hand="tyrs-judgement"))
    fight(game, GIMLE, A="tyrs-rage", B="tyrs-judgement")
    assert totals(game) == {A: 9, B: 11}
    assert game.glory(B) == 3
