"""Scenarios J164 to J183 of docs/rules.md: retreat, capture, Glory, and the decks."""

from __future__ import annotations

import pytest

from engine import decisions as ask
from engine.actions import Absent, Decline, RetreatTo
from engine.board import OUTER
from engine.changes import GainGlory, ToValhalla
from engine.decks import deck_faces
from engine.errors import Code
from engine.state import Rulings
from engine.story import CompareNote, RepelledNote
from engine.terms import Age, Cause, OdinsChosen, ThorsChosen
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
    Game,
    SeatWords,
    figures,
    seat,
    table,
)

BROKE = seat(rage=0)
CAPTURE = "A take-village gimle B warrior reserve"


def code(game: Game, line: str) -> Code | None:
    """Return the reason why a move would be refused, if any."""
    why = game.refuses(line)
    return None if why is None else why.code


# ------------------------------------------------------------------ Frigga's Chosen


def test_j164_a_mystic_retreats_before_protection_is_paid_for() -> None:
    game = table(
        A=seat(utgard="L", hand="odins-judgement"),
        B=seat(
            utgard="WY",
            upgrades="friggas-chosen friggas-protection",
            hand="quest-alfheim",
            rage=1,
        ),
        age=3,
        mystics=True,
        tokens={UTGARD: "rage"},
    ).play("A pillage utgard", "A card odins-judgement", "B card quest-alfheim")
    assert game.due() == ask.MysticRetreatDecision(B, UTGARD, Cause.BATTLE)
    game.play("B retreat-to andlang", "B protect utgard:W")
    assert game.rage(B) == 0
    assert game.figures(B, ANDLANG) == figures("Y")
    assert game.figures(B, UTGARD) == figures("W")
    assert game.glory(A) == 3


def test_j165_a_mystic_that_fled_from_the_tide_fights_no_more() -> None:
    game = table(
        A=seat(myrkvlor="L", hand="odins-tide"),
        B=seat(myrkvlor="LY", upgrades="friggas-chosen", hand="tyrs-bash"),
        age=2,
        mystics=True,
    ).play("A pillage myrkvlor", "A card odins-tide", "B card tyrs-bash@1")
    game.play("B tide-keep leader", "B retreat-to gimle")
    assert [total.total for total in game.told(CompareNote)[-1].totals] == [4, 5]
    assert game.figures(B, GIMLE) == figures("Y")
    assert not game.valhalla(B)


def ragnarok(upgrades: str) -> Game:
    """Let Horgr fall in the second Age with a Warrior and a Mystic of A in it."""
    return table(
        A=seat(horgr="WY", upgrades=upgrades, rage=0),
        B=BROKE,
        players=2,
        age=2,
        ragnarok="elvagar horgr gimle",
        destroyed="elvagar",
        mystics=True,
    )


def test_j175_a_mystic_may_leave_a_falling_province() -> None:
    game = ragnarok("friggas-chosen")
    assert game.due() == ask.MysticRetreatDecision(A, HORGR, Cause.RAGNAROK)
    game.play("A retreat-to utgard")
    assert (game.glory(A), game.figures(A, UTGARD)) == (3, figures("Y"))
    assert ragnarok("").glory(A) == 6


def yggdrasil(**others: SeatWords) -> Game:
    """Let a Mystic of B lose in Yggdrasil."""
    return table(
        A=seat(yggdrasil="L"),
        B=seat(yggdrasil="Y", upgrades="friggas-chosen"),
        mystics=True,
        **others,  # type: ignore[arg-type]
    ).play("A pillage yggdrasil")


def test_j176_from_yggdrasil_a_mystic_may_go_to_any_outer_province_with_room() -> None:
    game = yggdrasil().skip_calls()
    assert game.options(B) == (*(RetreatTo(B, place) for place in OUTER), Decline(B))
    full = table(
        A=seat(yggdrasil="L"),
        B=seat(yggdrasil="Y", upgrades="friggas-chosen"),
        C=seat(elvagar="WWWW", levels=(1, 1, 6)),
        destroyed="angerboda muspelheim horgr utgard andlang gimle myrkvlor",
        ragnarok="elvagar angerboda muspelheim",
        mystics=True,
    ).play("A pillage yggdrasil")
    assert full.skip_calls().valhalla(B) == figures("Y")


def test_j177_the_witch_decides_before_the_mystic() -> None:
    game = table(
        A=seat(horgr="LW", hand="tyrs-smite"),
        B=seat(horgr="volur-witch Y", upgrades="volur-witch friggas-chosen"),
        age=3,
        mystics=True,
    ).play("A pillage horgr", "A card tyrs-smite")
    assert game.due() == ask.RetreatDecision(B, HORGR, Cause.BATTLE)
    game.play("B retreat")
    assert game.due() == ask.MysticRetreatDecision(B, HORGR, Cause.BATTLE)
    places = (MUSPELHEIM, UTGARD, YGGDRASIL)
    assert game.options(B) == (*(RetreatTo(B, place) for place in places), Decline(B))


def test_j178_a_sacrificed_mystic_does_not_retreat() -> None:
    game = table(
        A=seat(horgr="WY", upgrades="friggas-sacrifice friggas-chosen"), age=3, mystics=True
    ).play("A sacrifice horgr:warrior,horgr:mystic")
    assert game.valhalla(A) == figures("WY")
    assert isinstance(game.due(), ask.StatDecision)


def test_j179_earlier_retreats_have_taken_their_villages() -> None:
    game = table(
        A=seat(horgr="YY", upgrades="friggas-chosen"),
        B=seat(horgr="LW", hand="tyrs-smite"),
        C=seat(utgard="WW", muspelheim="WW"),
        D=seat(muspelheim="WWW"),
        turn=B,
        mystics=True,
    ).play("B pillage horgr")
    game.skip_calls().play("B card tyrs-smite")
    places = (UTGARD, YGGDRASIL)
    assert game.options(A) == (*(RetreatTo(A, place) for place in places), Decline(A))
    game.play("A retreat-to utgard")
    assert game.options(A) == (RetreatTo(A, YGGDRASIL), Decline(A))
    game.play("A decline")
    assert game.valhalla(A) == figures("Y")


@pytest.mark.parametrize(
    ("place", "reason"),
    [("gimle", Code.NOT_ADJACENT), ("utgard", Code.DESTROYED), ("muspelheim", Code.NO_ROOM)],
)
def test_m16_a_mystic_retreats_to_a_neighbouring_province_with_room(
    place: str, reason: Code
) -> None:
    game = table(
        A=seat(horgr="L"),
        B=seat(horgr="Y", upgrades="friggas-chosen"),
        C=seat(muspelheim="WWWWW", levels=(1, 1, 2)),
        destroyed="utgard",
        mystics=True,
    ).play("A pillage horgr")
    game.skip_calls()
    assert code(game, f"B retreat-to {place}") is reason


def test_j180_under_frigga_a_losing_mystic_stays_but_may_be_captured() -> None:
    game = table(
        A=seat(horgr="L", upgrades="odins-chosen", mystics=1),
        B=seat(horgr="Y", upgrades="friggas-chosen", rage=0),
        players=2,
        gods="frigga=horgr tyr=gimle",
        mystics=True,
    ).play("A pillage horgr")
    assert game.figures(B, HORGR) == figures("Y")
    assert isinstance(game.due(), ask.GodMoveDecision)
    game.play("A god-move elvagar", "A take-village horgr B mystic reserve")
    assert game.due() == ask.MysticRetreatDecision(B, HORGR, Cause.CAPTURE)
    game.play("B decline")
    assert game.valhalla(B) == figures("Y")


def test_j180_frigga_does_not_hinder_a_capture_in_her_province() -> None:
    game = table(
        A=seat(upgrades="odins-chosen", mystics=1),
        B=seat(horgr="Y"),
        gods="frigga=horgr tyr=gimle",
        mystics=True,
    ).play("A take-village horgr B mystic reserve")
    assert game.valhalla(B) == figures("Y")


def test_j182_a_mystic_of_an_absent_seat_dies() -> None:
    game = table(
        A=seat(gimle="L"), B=seat(gimle="Y", upgrades="friggas-chosen"), mystics=True
    ).play("A pillage gimle", Absent(B))
    assert game.valhalla(B) == figures("Y")


# ------------------------------------------------------------------ Odin's Chosen


def capturing(victim: SeatWords, **mine: object) -> Game:
    """Let A own Odin's Chosen and a Mystic in the reserve; Gimle is full."""
    return table(
        A=seat(upgrades="odins-chosen", mystics=1),
        B=victim,
        C=seat(gimle="WWWW"),
        mystics=True,
        age=2,
    )


def test_j166_a_mystic_takes_a_village_in_a_full_province() -> None:
    game = capturing(seat(gimle="W")).play(CAPTURE)
    assert game.valhalla(B) == figures("W")
    assert game.figures(A, GIMLE) == figures("Y")
    assert game.rage(A) == 6
    assert game.state.room(GIMLE) == 0
    assert not game.told(GainGlory)


def test_j167_a_saved_victim_keeps_its_village() -> None:
    saved = seat(gimle="W", upgrades="friggas-protection", rage=1)
    game = capturing(saved).play(CAPTURE, "B protect gimle:W")
    assert game.figures(B, GIMLE) == figures("W")
    assert game.reserve(A).mystics == 1
    assert game.told(RepelledNote) == [RepelledNote(A, GIMLE)]
    assert isinstance(game.due(), ask.TurnDecision)
    assert game.due() != ask.TurnDecision(A)
    room = table(A=seat(upgrades="odins-chosen", mystics=1), B=saved, age=2, mystics=True)
    room.play(CAPTURE, "B protect gimle:W")
    assert room.figures(A, GIMLE) == figures("Y")


def test_j168_a_victim_that_retreats_frees_its_village() -> None:
    game = capturing(seat(gimle="Y", upgrades="friggas-chosen"))
    game.play("A take-village gimle B mystic reserve", "B retreat-to myrkvlor")
    assert game.figures(B, MYRKVLOR) == figures("Y")
    assert game.figures(A, GIMLE) == figures("Y")


def test_j169_a_mystic_may_take_the_village_of_its_own_clan() -> None:
    upgrades = "odins-chosen friggas-protection friggas-chosen"
    game = table(A=seat(utgard="W", gimle="WW", upgrades=upgrades, mystics=1), mystics=True)
    game.play("A take-village utgard A warrior reserve")
    assert game.figures(A, UTGARD) == figures("Y")
    assert game.valhalla(A) == figures("W")
    assert game.state.on_board(A) == 3
    full = table(A=seat(utgard="W", gimle="WWW", upgrades=upgrades, mystics=1), mystics=True)
    assert code(full, "A take-village utgard A warrior reserve") is Code.HORNS_FULL


def test_h49_with_the_other_ruling_only_villages_of_enemies_are_taken() -> None:
    game = table(
        A=seat(utgard="W", upgrades="odins-chosen", mystics=1),
        B=seat(utgard="W"),
        rulings=Rulings(odins_chosen=OdinsChosen.ENEMY),
        mystics=True,
    )
    assert code(game, "A take-village utgard A warrior reserve") is Code.OWN_FIGURE
    assert code(game, "A take-village utgard B warrior reserve") is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("A take-village gimle B leader reserve", Code.NOT_A_VILLAGE),
        ("A take-village gimle B mystic-troll reserve", Code.NOT_A_VILLAGE),
        ("A take-village west B ship reserve", Code.NOT_A_VILLAGE),
        ("A take-village yggdrasil B warrior reserve", Code.NOT_A_VILLAGE),
        ("A take-village andlang B warrior reserve", Code.DESTROYED),
        ("A take-village horgr B warrior reserve", Code.NOT_THERE),
        ("A take-village gimle E warrior reserve", Code.NO_SUCH_SEAT),
        ("A take-village utgard B warrior valhalla", Code.NEEDS_CARD),
    ],
)
def test_j170_only_villages_of_warriors_and_mystics_are_taken(line: str, reason: Code) -> None:
    game = table(
        A=seat(upgrades="odins-chosen", mystics=1),
        B=seat(
            gimle="L mystic-troll",
            west="S",
            yggdrasil="W",
            utgard="W",
            upgrades="mystic-troll",
            levels=(1, 1, 6),
        ),
        kickstarter=True,
        mystics=True,
        destroyed="andlang",
    )
    assert code(game, line) is reason


def test_j171_a_mystic_in_valhalla_takes_a_village_for_one_rage() -> None:
    game = table(
        A=seat(upgrades="odins-chosen friggas-domain", valhalla="Y", rage=1),
        B=seat(horgr="W"),
        C=seat(horgr="WWW"),
        mystics=True,
        age=3,
    ).play("A take-village horgr B warrior valhalla")
    assert (game.rage(A), game.figures(A, HORGR)) == (0, figures("Y"))
    assert game.valhalla(B) == figures("W")


def test_j172_a_capture_is_an_invade() -> None:
    upgrades = "odins-chosen friggas-succor thors-domain"
    game = table(
        A=seat(upgrades=upgrades, mystics=1, rage=2),
        B=seat(utgard="WWW"),
        mystics=True,
    ).play("A take-village utgard B warrior reserve")
    assert game.due() == ask.DomainDecision(A, UTGARD)


# ------------------------------------------------------------------ Thor's Chosen


def chosen(rulings: Rulings | None = None, *, hand: str = "", foe: str = "W") -> Game:
    """Let A attack Gimle with two Mystics and Thor's Chosen."""
    return table(
        A=seat(gimle="YY", upgrades="thors-chosen", hand=hand),
        B=seat(gimle=foe),
        age=3,
        rulings=rulings or Rulings(),
        mystics=True,
    ).play("A pillage gimle")


def test_j173_each_mystic_that_took_part_in_a_won_battle_pays() -> None:
    assert chosen().glory(A) == 6 + 3
    assert chosen(hand="odins-tide").play("A card odins-tide@2").glory(A) == 6 + 3
    surviving = Rulings(thors_chosen=ThorsChosen.SURVIVING)
    assert chosen(surviving, hand="odins-tide").play("A card odins-tide@2").glory(A) == 3 + 3


def test_j173_without_a_won_battle_mystics_pay_nothing() -> None:
    assert chosen(foe="WWL").glory(A) == 0
    assert chosen(foe="WL").glory(A) == 0
    alone = table(A=seat(gimle="YY", upgrades="thors-chosen"), age=3, mystics=True)
    alone.play("A pillage gimle")
    assert not [gain for gain in alone.told(GainGlory) if gain.source == "thors-chosen"]


def test_j174_in_lokis_province_thors_chosen_still_pays_the_winner() -> None:
    game = table(
        A=seat(gimle="LY", upgrades="thors-chosen"),
        B=seat(gimle="W"),
        age=3,
        gods="loki=gimle tyr=horgr",
        mystics=True,
    ).play("A pillage gimle")
    assert (game.glory(A), game.glory(B)) == (3, 3)


def test_j183_a_capture_is_no_battle_for_thor() -> None:
    game = table(
        A=seat(gimle="L", upgrades="odins-chosen", mystics=1),
        B=seat(gimle="WY", rage=0),
        players=2,
        gods="thor=gimle tyr=horgr",
        mystics=True,
    ).play(CAPTURE)
    assert game.glory(A) == 0
    game.play("A pillage gimle")
    assert game.told(ToValhalla)[-1] == ToValhalla(B, figures("Y"), GIMLE, Cause.BATTLE)
    assert game.glory(A) == 3 + 2


# ------------------------------------------------------------------ decks


@pytest.mark.parametrize(
    ("players", "size", "kickstarter"),
    [(2, 21, (23, 22, 22)), (3, 27, (29, 28, 28)), (4, 36, (38, 37, 37)), (5, 44, (47, 46, 46))],
)
def test_j181_decks_with_mystics(
    players: int, size: int, kickstarter: tuple[int, int, int]
) -> None:
    plain = [len(deck_faces(age, players, kickstarter=False, mystics=True)) for age in Age]
    assert plain == [size] * 3
    more = [len(deck_faces(age, players, kickstarter=True, mystics=True)) for age in Age]
    assert tuple(more) == kickstarter
    assert [size - 8 * players, size - 6 * players] == {
        2: [5, 9],
        3: [3, 9],
        4: [4, 12],
        5: [4, 14],
    }[players]
