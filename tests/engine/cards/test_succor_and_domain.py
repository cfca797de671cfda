"""Frigga's Succor and Thor's Domain after an invade: D38 to D40."""

from __future__ import annotations

from engine import decisions as ask
from engine.terms import Token
from tests.builders import (
    GIMLE,
    UTGARD,
    YGGDRASIL,
    A,
    B,
    figures,
    seat,
    table,
)
from tests.playing import asked, lay


def test_d38_succor_needs_room_a_reserve_warrior_and_the_card() -> None:
    no_room = table(A=seat(upgrades="friggas-succor"), B=seat(utgard="WW"))
    assert asked(no_room.play("A invade leader utgard"), A) is None
    no_warrior = table(A=seat(upgrades="friggas-succor", valhalla="WWWWWWWW"))
    assert asked(no_warrior.play("A invade leader utgard"), A) is None
    no_card = table().play("A invade leader utgard")
    assert asked(no_card, A) is None


def test_d38_succor_is_once_an_invade_and_may_be_declined() -> None:
    game = table(A=seat(upgrades="friggas-succor")).play("A invade warrior gimle", "A succor")
    assert asked(game, B) is ask.TurnDecision
    assert game.figures(A, GIMLE) == figures("WW")
    assert game.rage(A) == 5
    declined = table(A=seat(upgrades="friggas-succor")).play("A invade warrior gimle", "A decline")
    assert declined.figures(A, GIMLE) == figures("W")


def test_d38_succor_brings_a_warrior_free_with_experts_too() -> None:
    game = table(A=seat(upgrades="friggas-succor experts-in-arms", rage=2))
    game.play("A invade warrior gimle", "A succor")
    assert game.rage(A) == 0


def test_d39_thors_domain_comes_once_after_the_succor_warrior() -> None:
    game = table(A=seat(upgrades="friggas-succor thors-domain"))
    game.play("A invade leader gimle", "A succor")
    assert asked(game, A) is ask.DomainDecision
    game.play("A decline")
    assert asked(game, B) is ask.TurnDecision
    assert game.rage(A) == 6


def test_d39_a_declined_succor_still_leaves_thors_domain() -> None:
    game = table(A=seat(upgrades="friggas-succor thors-domain"))
    game.play("A invade leader gimle", "A decline")
    assert asked(game, A) is ask.DomainDecision


def test_d39_thors_domain_needs_an_unpillaged_province() -> None:
    game = table(A=seat(upgrades="thors-domain"), pillaged="gimle").play("A invade leader gimle")
    assert asked(game, A) is None


def test_d39_a_ship_in_a_fjord_opens_no_thors_domain() -> None:
    game = table(A=seat(upgrades="thors-domain")).play("A invade ship west")
    assert asked(game, B) is ask.TurnDecision


def test_d39_the_immediate_pillage_is_a_whole_one_with_call_and_battle() -> None:
    game = table(
        A=seat(upgrades="thors-domain", hand="tyrs-smite"),
        B=seat(gimle="W", andlang="W", hand="tyrs-bash"),
        tokens={GIMLE: Token.AXES},
    )
    game.play("A invade leader gimle", "A domain", "B join andlang warrior").skip_calls()
    lay(game, A="tyrs-smite", B="tyrs-bash")
    assert game.valhalla(B) == figures("WW")
    assert game.levels(A) == (1, 2, 1)
    assert game.glory(A) == 4
    assert asked(game, B) is ask.TurnDecision


def test_d40_succor_may_follow_a_dark_elf_into_yggdrasil() -> None:
    game = table(A=seat(upgrades="friggas-succor dark-elf"))
    game.play("A invade dark-elf yggdrasil", "A succor")
    assert game.figures(A, YGGDRASIL) == figures("W dark-elf")


def test_d39_thors_domain_may_pillage_yggdrasil_behind_a_dark_elf() -> None:
    game = table(A=seat(upgrades="thors-domain dark-elf"))
    game.play("A invade dark-elf yggdrasil", "A domain")
    assert game.levels(A) == (2, 2, 2)


def test_d38_succor_takes_the_last_empty_village() -> None:
    game = table(A=seat(upgrades="friggas-succor"), B=seat(utgard="W"))
    game.play("A invade leader utgard", "A succor")
    assert game.state.room(UTGARD) == 0
    assert game.figures(A, UTGARD) == figures("LW")


def test_d38_succor_may_fill_the_horns_and_no_more() -> None:
    game = table(A=seat(horgr="WW", upgrades="friggas-succor")).play("A invade leader gimle")
    assert asked(game, A) is ask.SuccorDecision
    full = table(A=seat(horgr="WWW", upgrades="friggas-succor")).play("A invade leader gimle")
    assert asked(full, A) is None
