"""Every optional trigger may be declined, and then nothing else happens: D41."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.figures import Figures
from engine.story import DeclineNote
from engine.terms import Seat, Token
from tests.builders import GIMLE, A, B, Game, seat, table
from tests.playing import asked, call, lay

DEFENDER = seat(gimle="W", hand="troll")


def lost_by(upgrades: str) -> Game:
    """Return a game in which B, with these upgrades, has lost a battle in Gimle."""
    game = table(
        A=seat(gimle="L", hand="tyrs-smite"),
        B=seat(gimle="W volur-witch", upgrades=f"volur-witch {upgrades}", hand="troll"),
    )
    return lay(call(game, GIMLE), A="tyrs-smite", B="troll")


def won_by(upgrades: str) -> Game:
    """Return a game in which A, with these upgrades, has won a battle in Gimle."""
    game = table(A=seat(gimle="LW", upgrades=upgrades, hand="tyrs-smite"), B=DEFENDER)
    return lay(call(game, GIMLE), A="tyrs-smite", B="troll")


def invader(upgrades: str) -> Game:
    """Return a game in which A, with these upgrades, has invaded Gimle."""
    return table(A=seat(upgrades=upgrades)).play("A invade leader gimle")


OFFERS: list[tuple[type[ask.Owed], Seat, Callable[[], Game]]] = [
    (ask.SuccorDecision, A, lambda: invader("friggas-succor")),
    (ask.DomainDecision, A, lambda: invader("thors-domain")),
    (ask.HammersDecision, A, lambda: won_by("lord-of-hammers")),
    (ask.ProwessDecision, A, lambda: won_by("tyrs-prowess")),
    (ask.RetreatDecision, B, lambda: lost_by("")),
    (ask.ProtectDecision, B, lambda: lost_by("friggas-protection").play("B decline")),
    (ask.BlessingDecision, B, lambda: lost_by("lokis-blessing").play("B decline")),
    (
        ask.JoinDecision,
        B,
        lambda: table(A=seat(gimle="W"), B=seat(andlang="W")).play("A pillage gimle"),
    ),
]


@pytest.mark.parametrize(
    ("question", "one", "made"), OFFERS, ids=[offer[0].__name__ for offer in OFFERS]
)
def test_d41_an_offer_may_be_declined(
    question: type[ask.Owed], one: Seat, made: Callable[[], Game]
) -> None:
    game = made()
    assert asked(game, one) is question
    assert game.options(one)[-1] == act.Decline(one)
    before = standing(game, one)
    heard = len(game.told(DeclineNote))
    game.play(act.Decline(one))
    assert len(game.told(DeclineNote)) == heard + 1
    if question in (ask.RetreatDecision, ask.ProtectDecision):
        assert game.valhalla(one)
    else:
        assert standing(game, one) == before


def standing(game: Game, one: Seat) -> list[Figures]:
    """List a seat's figures on the board, place by place."""
    return [row[one] for row in game.state.board.figures]


def test_d41_the_free_invade_may_be_skipped() -> None:
    game = table(A=seat(hand="troll")).play("A upgrade troll")
    board = game.state.board
    game.play("A skip")
    assert game.state.board == board


def test_a23_monsters_come_with_their_card_and_count_as_figures_from_then_on() -> None:
    game = table(A=seat(hand="valkyrie", levels=(1, 1, 1), gimle="WWW"))
    assert game.reserve(A).monsters == ()
    game.play("A upgrade valkyrie", "A free-invade valkyrie gimle")
    assert game.state.on_board(A) == 4


def test_a18_the_stats_say_pool_battle_glory_and_number_of_figures() -> None:
    game = table(
        A=seat(levels=(5, 5, 5), gimle="LW", hand="tyrs-smite"),
        B=DEFENDER,
        tokens={GIMLE: Token.RAGE},
    )
    assert game.rage(A) == 12
    lay(call(game, GIMLE), A="tyrs-smite", B="troll")
    assert game.glory(A) == 8
