"""The end of a battle: cards, deaths and gains: E22 to E33."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.battle_changes import (
    DiscardCard,
    EndBattle,
    ReturnCard,
)
from engine.changes import FlipToken, GainGlory, RaiseStat
from engine.state import Rulings
from engine.terms import Reward, Token
from tests.builders import (
    GIMLE,
    A,
    B,
    C,
    D,
    Game,
    face,
    figures,
    seat,
    table,
)
from tests.playing import asked, call, code, fight, glory_from, lay, totals


def test_e22_losers_take_everything_back_and_the_winner_discards() -> None:
    game = table(
        A=seat(gimle="LW", hand="tyrs-bash heimdalls-eye"),
        B=seat(gimle="W", hand="troll heimdalls-eye"),
        C=seat(gimle="W", hand="quest-alfheim"),
        age=2,
    )
    lay(call(game, GIMLE), A="tyrs-bash", B="troll", C="quest-alfheim")
    game.play("A late heimdalls-eye", "B late heimdalls-eye")
    assert game.hand(A) == ()
    assert game.hand(B) == ("heimdalls-eye", "troll")
    assert game.hand(C) == ("quest-alfheim",)
    assert len(game.told(ReturnCard)) == 3
    assert len(game.told(DiscardCard)) == 2


def test_e22_prowess_pays_one_rage_for_each_card_kept() -> None:
    game = table(
        A=seat(gimle="LW", upgrades="tyrs-prowess", hand="tyrs-bash@1 heimdalls-eye", rage=2),
        B=seat(gimle="W", hand="troll"),
        age=2,
    )
    lay(call(game, GIMLE), A="tyrs-bash", B="troll").play("A late heimdalls-eye")
    assert [move.word for move in game.options(A)] == ["prowess"] * 3 + ["decline"]
    game.play("A prowess heimdalls-eye")
    assert game.hand(A) == ("heimdalls-eye",)
    assert game.rage(A) == 1
    assert [item.face.card for item in game.told(DiscardCard)] == ["tyrs-bash"]


def test_e22_prowess_cannot_keep_more_than_the_pool_pays() -> None:
    game = table(
        A=seat(gimle="LW", upgrades="tyrs-prowess", hand="tyrs-bash@1 heimdalls-eye", rage=1),
        B=seat(gimle="W", hand="troll"),
        age=2,
    )
    lay(call(game, GIMLE), A="tyrs-bash", B="troll").play("A late heimdalls-eye")
    both = act.KeepPlayed(A, (face("heimdalls-eye", 2), face("tyrs-bash", 1)))
    assert code(game, both) == "too-little-rage"
    assert len(game.options(A)) == 3


def test_e22_prowess_without_rage_is_not_asked() -> None:
    game = table(
        A=seat(gimle="LW", upgrades="tyrs-prowess", hand="tyrs-bash", rage=0),
        B=seat(gimle="W", hand="troll"),
        turn=B,
    )
    fight(game, GIMLE, A="tyrs-bash", B="troll")
    assert not isinstance(game.due(), ask.ProwessDecision)
    assert game.hand(A) == ()


def test_e22_prowess_is_for_the_winner_alone() -> None:
    game = table(
        A=seat(gimle="LW", hand="tyrs-bash"),
        B=seat(gimle="W", upgrades="tyrs-prowess", hand="troll"),
    )
    fight(game, GIMLE, A="tyrs-bash", B="troll")
    assert game.rage(B) == 6


def test_e23_losers_lose_everything_in_the_area_and_nothing_beyond() -> None:
    game = table(
        A=seat(gimle="LW", hand="tyrs-smite"),
        B=seat(gimle="W", west="S", myrkvlor="W", hand="troll"),
        C=seat(west="S", hand="troll"),
    )
    fight(game, GIMLE, A="tyrs-smite", B="troll", C="troll")
    assert game.valhalla(B) == figures("WS")
    assert game.valhalla(C) == figures("S")
    assert game.state.on_board(B) == 1
    assert not game.valhalla(A)


def test_e24_when_a_defender_wins_nobody_is_rewarded() -> None:
    game = table(
        A=seat(gimle="L frost-giant", upgrades="frost-giant lord-of-spears", hand="friggas-grace"),
        B=seat(gimle="L", hand="tyrs-judgement"),
        tokens={GIMLE: Token.GLORY},
    )
    fight(game, GIMLE, A="friggas-grace", B="tyrs-judgement")
    assert (game.glory(A), game.glory(B)) == (0, 3)
    assert game.levels(A) == (1, 1, 1)
    assert not game.is_pillaged(GIMLE)


def test_e27_the_battle_glory_uses_axes_won_in_this_very_pillage() -> None:
    game = table(
        A=seat(gimle="LW", hand="tyrs-bash"),
        B=seat(gimle="W", hand="troll"),
        tokens={GIMLE: Token.AXES},
    )
    fight(game, GIMLE, A="tyrs-bash", B="troll")
    assert game.told(GainGlory) == [GainGlory(A, 4, Reward.BATTLE, 4)]
    order = [type(item) for item in game.story if isinstance(item, RaiseStat | GainGlory)]
    assert order == [RaiseStat, GainGlory]


def test_e27_with_oath_and_grace_axes_rise_twice_before_the_battle_glory() -> None:
    game = table(
        A=seat(gimle="LW", hand="thors-oath"),
        B=seat(gimle="W", hand="troll"),
        tokens={GIMLE: Token.AXES},
    )
    fight(game, GIMLE, A="thors-oath", B="troll").play("A stat axes")
    assert game.levels(A) == (1, 3, 1)
    assert glory_from(game, A, "battle") == 5


def test_e31_after_a_tie_death_counts_and_blessing_still_follow() -> None:
    game = table(
        A=seat(gimle="L", hand="odins-judgement"),
        B=seat(
            gimle="L valkyrie",
            upgrades="valkyrie thors-glory lokis-blessing",
            hand="troll",
        ),
    )
    fight(game, GIMLE, A="odins-judgement", B="troll")
    assert totals(game) == {A: 5, B: 5}
    assert glory_from(game, A, "odins-judgement") == 2 * 3
    assert glory_from(game, B, "valkyrie") == 2 * 1
    assert asked(game, B) is ask.BlessingDecision
    game.play("B blessing")
    assert game.figures(B, GIMLE) == figures("W")
    assert game.told(FlipToken) == []
    assert game.hand(A) == ("odins-judgement",)


def test_e33_the_battle_is_over_before_the_next_turn() -> None:
    game = table(A=seat(gimle="LW", hand="tyrs-bash"), B=seat(gimle="W", hand="troll"))
    fight(game, GIMLE, A="tyrs-bash", B="troll")
    assert game.told(EndBattle) == [EndBattle(GIMLE)]
    assert game.state.battle is None
    assert asked(game, B) is ask.TurnDecision


def test_e31_a_three_way_tie_returns_every_card() -> None:
    game = table(
        A=seat(gimle="W", hand="tyrs-bash"),
        B=seat(gimle="W", hand="tyrs-bash"),
        D=seat(gimle="W", hand="tyrs-bash"),
    )
    fight(game, GIMLE, A="tyrs-bash", B="tyrs-bash", D="tyrs-bash")
    assert [game.hand(one) for one in (A, B, D)] == [("tyrs-bash",)] * 3
    assert [game.glory(one) for one in (A, B, D)] == [0, 0, 0]


@pytest.mark.parametrize("prowess_first", [True, False])
def test_h03_trickery_acts_at_the_stage_of_the_ruling(prowess_first: bool) -> None:
    def play(rulings: Rulings) -> Game:
        game = table(
            A=seat(gimle="LW", rage=2, upgrades="tyrs-prowess", hand="tyrs-bash"),
            B=seat(gimle="L", hand="lokis-trickery"),
            rulings=rulings,
        )
        return lay(call(game, GIMLE), A="tyrs-bash", B="lokis-trickery")

    game = play(Rulings(prowess_before_trickery=prowess_first))
    assert game.rage(A) == (2 if prowess_first else 1)
    game.play("A prowess tyrs-bash")
    assert (game.rage(A), game.rage(B)) == (0, 7)


def test_e22_two_trickeries_take_in_active_order_what_is_there() -> None:
    game = table(
        A=seat(gimle="LWW", rage=1, hand="tyrs-smite"),
        B=seat(gimle="W", hand="lokis-trickery"),
        C=seat(gimle="W", hand="lokis-trickery"),
    )
    fight(game, GIMLE, A="tyrs-smite", B="lokis-trickery", C="lokis-trickery")
    assert (game.rage(A), game.rage(B), game.rage(C)) == (0, 7, 6)


def test_e22_of_two_equal_cards_one_may_be_kept() -> None:
    game = table(
        A=seat(gimle="LW", upgrades="tyrs-prowess", hand="heimdalls-eye heimdalls-eye", rage=2),
        B=seat(gimle="W", hand="troll"),
        age=2,
    )
    lay(call(game, GIMLE), A="heimdalls-eye", B="troll").play("A late heimdalls-eye")
    game.play("A prowess heimdalls-eye")
    assert game.hand(A) == ("heimdalls-eye",)
    assert game.rage(A) == 1
    assert len(game.told(DiscardCard)) == 1
