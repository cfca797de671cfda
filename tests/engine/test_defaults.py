"""Default answers of absent seats: the last column of catalogue I."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.changes import EmptyPool, MarkPassed
from engine.defaults import default
from engine.knowledge import first_knowledge
from engine.setup import new_game
from engine.story import AbsentNote, CompareNote
from engine.terms import Seat, Token
from tests.builders import GIMLE, YGGDRASIL, A, B, C, Game, figures, seat, table
from tests.engine.test_setup import FOUR
from tests.playing import asked, call, code, lay, pass_all, totals


def absent(game: Game, one: Seat) -> Game:
    """Declare the thing a seat owes absent, as the table."""
    return game.play(act.Absent(one))


def test_i1_the_next_free_clan() -> None:
    game = Game(new_game(4, FOUR), tuple(first_knowledge(Seat(number), 4) for number in range(4)))
    absent(absent(game, Seat(2)), Seat(3))
    assert [clan.clan for clan in game.state.clans] == [None, None, "wolf", "raven"]


def test_i4_pass() -> None:
    game = absent(table(), A)
    assert game.told(AbsentNote) == [AbsentNote(A, "action")]
    assert game.told(MarkPassed) == [MarkPassed(A)]
    assert game.told(EmptyPool) == [EmptyPool(A, 6)]


def test_i15_no_free_invade() -> None:
    game = absent(table(A=seat(hand="troll")).play("A upgrade troll"), A)
    assert game.reserve(A).monsters == ("troll",)
    assert asked(game, B) is ask.TurnDecision


def test_i16_i17_no_succor_and_no_thors_domain() -> None:
    game = table(A=seat(upgrades="friggas-succor thors-domain")).play("A invade leader gimle")
    absent(absent(game, A), A)
    assert game.figures(A, GIMLE) == figures("L")
    assert not game.is_pillaged(GIMLE)
    assert asked(game, B) is ask.TurnDecision


def test_i18_no_joining() -> None:
    game = table(A=seat(gimle="W"), B=seat(andlang="W")).play("A pillage gimle")
    absent(game, B)
    assert game.is_pillaged(GIMLE)


def test_i19_no_card_and_the_hand_stays() -> None:
    game = table(A=seat(gimle="L", hand="tyrs-bash"), B=seat(gimle="L", hand="tyrs-smite troll"))
    call(game, GIMLE)
    absent(game, B)
    lay(game, A="tyrs-bash")
    assert totals(game) == {A: 5, B: 3}
    assert game.hand(B) == ("troll", "tyrs-smite")


def test_i20_the_highest_bonus() -> None:
    game = table(
        A=seat(gimle="L", upgrades="tyrs-domain tyrs-wrath", hand="quest-alfheim"),
        B=seat(gimle="L", hand="troll"),
    )
    absent(lay(call(game, GIMLE), A="quest-alfheim", B="troll"), A)
    assert totals(game) == {A: 8, B: 3}


@pytest.mark.parametrize(
    ("here", "upgrades", "kept"),
    [
        ("WL", "", "L"),
        ("WWL fire-giant", "fire-giant", "fire-giant"),
        ("L soldier-of-hel", "soldier-of-hel", "L"),
        ("W dark-elf", "dark-elf", "W"),
        ("W valkyrie", "valkyrie experts-in-arms", "W"),
    ],
)
def test_i21_the_strongest_figure_and_the_first_among_equals(
    here: str, upgrades: str, kept: str
) -> None:
    game = table(
        A=seat(gimle="W", hand="odins-tide"),
        B=seat(gimle=here, upgrades=upgrades, hand="tyrs-judgement"),
    )
    absent(lay(call(game, GIMLE), A="odins-tide", B="tyrs-judgement"), B)
    assert game.figures(B, GIMLE) == figures(kept)


def test_i21_a_ship_is_weighed_with_the_rest() -> None:
    game = table(
        A=seat(gimle="W", hand="odins-tide"),
        B=seat(gimle="W", west="S", hand="tyrs-judgement"),
    )
    absent(lay(call(game, GIMLE), A="odins-tide", B="tyrs-judgement"), B)
    assert game.valhalla(B) == figures("W")


def test_i21_in_yggdrasil_the_dark_elf_is_the_strongest() -> None:
    game = table(
        A=seat(yggdrasil="W", hand="odins-tide"),
        B=seat(yggdrasil="WW dark-elf", upgrades="dark-elf", hand="tyrs-judgement"),
    )
    absent(lay(call(game, YGGDRASIL), A="odins-tide", B="tyrs-judgement"), B)
    assert game.figures(B, YGGDRASIL) == figures("dark-elf")


def test_i22_no_late_card() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-bash@1 heimdalls-eye"), B=seat(gimle="L", hand="troll"), age=2
    )
    lay(call(game, GIMLE), A="tyrs-bash", B="troll")
    absent(game, A)
    assert len(game.told(CompareNote)) == 1
    assert game.hand(A) == ("heimdalls-eye",)


def test_i23_the_witch_retreats() -> None:
    game = pass_all(
        table(
            A=seat(horgr="volur-witch", upgrades="volur-witch"),
            age=3,
            ragnarok="gimle utgard horgr",
        )
    )
    absent(game, A)
    assert game.figures(A, YGGDRASIL) == figures("volur-witch")


def test_i24_nobody_is_saved() -> None:
    game = table(A=seat(upgrades="troll"), B=seat(horgr="W", upgrades="friggas-protection")).play(
        "A invade troll horgr"
    )
    absent(game, B)
    assert game.valhalla(B) == figures("W")
    assert game.rage(B) == 6


@pytest.mark.parametrize(
    ("levels", "raised"),
    [
        ((1, 1, 1), (2, 1, 1)),
        ((2, 1, 1), (2, 2, 1)),
        ((3, 3, 2), (3, 3, 3)),
        ((6, 3, 3), (6, 4, 3)),
    ],
)
def test_i25_the_lowest_stat_rises(
    levels: tuple[int, int, int], raised: tuple[int, int, int]
) -> None:
    game = table(
        A=seat(gimle="L", levels=levels, upgrades="lord-of-axes"), tokens={GIMLE: Token.GLORY}
    )
    absent(call(game, GIMLE), A)
    assert game.levels(A) == raised


def test_i26_no_card_is_kept() -> None:
    game = table(
        A=seat(gimle="LW", upgrades="tyrs-prowess", hand="tyrs-bash"),
        B=seat(gimle="W", hand="troll"),
    )
    absent(lay(call(game, GIMLE), A="tyrs-bash", B="troll"), A)
    assert game.hand(A) == ()
    assert game.rage(A) == 6


def test_i27_the_leader_stays() -> None:
    game = call(table(A=seat(gimle="L", upgrades="lord-of-hammers")), GIMLE)
    absent(game, A)
    assert game.figures(A, GIMLE) == figures("L")


def test_i28_no_blessing() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smite"),
        B=seat(gimle="W", upgrades="lokis-blessing", hand="troll"),
    )
    absent(lay(call(game, GIMLE), A="tyrs-smite", B="troll"), B)
    assert game.figures(B, GIMLE) == figures("")


def test_i29_no_card_is_kept_for_the_next_age() -> None:
    game = absent(pass_all(table(A=seat(hand="troll tyrs-bash"))), A)
    assert (game.clan(A).hand, game.clan(A).kept) == (0, 0)
    assert game.knowledge[A].hand == ()


def test_an_absent_seat_that_owes_nothing_is_refused() -> None:
    assert code(table(), act.Absent(C)) == "not-owed"
    assert code(table(), act.Absent(Seat(7))) == "no-such-seat"
    assert code(table(), act.Absent(Seat(-1))) == "no-such-seat"


def test_i2_i19_answers_that_depend_on_hidden_cards_have_no_default() -> None:
    state = table().state
    assert default(state, ask.PickDecision(A, 1)) is None
    assert default(state, ask.CardDecision(A, GIMLE)) is None
