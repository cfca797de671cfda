"""The battle from the choice of cards to its end: E9 to E23, E27, E31, E33."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.battle_changes import (
    DecideBattle,
    DiscardCard,
    EndBattle,
    LoseLaidCard,
    ReturnCard,
    RevealCard,
    ThrowAway,
)
from engine.changes import FlipToken, GainGlory, RaiseStat, ToValhalla
from engine.state import Rulings
from engine.story import CompareNote, NoCardNote
from engine.terms import Reward, Stat, Token
from tests.builders import (
    GIMLE,
    YGGDRASIL,
    A,
    B,
    C,
    D,
    Game,
    face,
    faces,
    figures,
    seat,
    table,
)
from tests.playing import asked, call, code, fight, glory_from, lay, skip_late, totals

# ---------------------------------------------------------------- the choice


def test_e9_every_participant_with_a_card_must_lay_exactly_one() -> None:
    game = call(
        table(
            A=seat(gimle="W", hand="troll tyrs-bash quest-alfheim"),
            B=seat(gimle="W"),
            C=seat(gimle="W", hand="troll"),
            D=seat(hand="troll"),
        ),
        GIMLE,
    )
    assert [asked(game, one) for one in (A, B, C, D)] == [
        ask.CardDecision,
        None,
        ask.CardDecision,
        None,
    ]
    assert game.options(A) == tuple(
        act.Lay(A, one) for one in faces("quest-alfheim troll tyrs-bash")
    )
    assert code(game, "A decline") == "not-your-answer"
    assert game.told(NoCardNote) == [NoCardNote(B)]
    game.play("A card troll")
    assert code(game, act.Laid(A)) == "already-answered"
    assert code(game, act.Laid(D)) == "not-owed"


def test_e9_two_copies_of_a_card_are_one_choice() -> None:
    game = call(table(A=seat(gimle="W", hand="tyrs-smash tyrs-smash"), B=seat(gimle="W")), GIMLE)
    assert game.options(A) == (act.Lay(A, face("tyrs-smash")),)


def test_e10_upgrades_and_quests_add_nothing_and_do_nothing() -> None:
    game = table(
        A=seat(gimle="L", hand="lord-of-spears"),
        B=seat(gimle="W", hand="quest-manheim"),
        tokens={GIMLE: Token.RAGE},
    )
    fight(game, GIMLE, A="lord-of-spears", B="quest-manheim")
    assert totals(game) == {A: 3, B: 1}
    assert game.levels(A) == (2, 1, 1)
    assert game.clan(A).upgrades == ()


def test_e10_all_cards_are_opened_before_anything_happens() -> None:
    game = table(A=seat(gimle="L", hand="odins-smite"), B=seat(gimle="W", hand="tyrs-bash"))
    fight(game, GIMLE, A="odins-smite", B="tyrs-bash")
    kinds = [type(item) for item in game.story if isinstance(item, RevealCard | ToValhalla)]
    assert kinds[:3] == [RevealCard, RevealCard, ToValhalla]


def test_e10_a_card_that_is_not_opened_is_lost() -> None:
    game = table(A=seat(gimle="L", hand="tyrs-smite"), B=seat(gimle="W", hand="tyrs-bash"))
    game.duties = False
    lay(call(game, GIMLE), A="tyrs-smite", B="tyrs-bash")
    assert asked(game, A) is ask.OpenCardDuty
    game.play(act.Absent(A))
    assert game.state.given
    game.play(act.OpenCard(B, face("tyrs-bash")))
    assert game.told(LoseLaidCard) == [LoseLaidCard(A)]
    assert totals(game) == {A: 3, B: 3}
    assert game.hand(A) == ()


# ---------------------------------------------------------------- late cards

LATE = seat(gimle="L", hand="heimdalls-eye heimdalls-eye tyrs-bash")


def test_e17_no_late_card_is_asked_for_in_the_first_age() -> None:
    game = table(A=LATE, B=seat(gimle="L", hand="troll troll"))
    lay(call(game, GIMLE), A="tyrs-bash", B="troll")
    assert not isinstance(game.due(), ask.LateDecision)


def test_i22_everybody_with_a_card_in_hand_is_asked_whatever_it_is() -> None:
    game = table(
        A=seat(gimle="L", hand="troll tyrs-bash"),
        B=seat(gimle="L", hand="tyrs-bash@1"),
        C=seat(gimle="L", hand="quest-alfheim tyrs-bash"),
        D=seat(hand="heimdalls-eye"),
        age=2,
    )
    lay(call(game, GIMLE), A="tyrs-bash", B="tyrs-bash", C="tyrs-bash")
    order = []
    while isinstance(due := game.due(), ask.LateDecision):
        order.append(due.seat)
        assert game.options(due.seat) == (act.Decline(due.seat),)
        game.play(act.Decline(due.seat))
    assert order == [A, C]


def test_e17_laps_follow_until_one_adds_nothing() -> None:
    game = table(
        A=seat(gimle="L", hand="troll heimdalls-eye heimdalls-eye quest-alfheim"),
        B=seat(gimle="L", hand="troll quest-alfheim"),
        age=2,
    )
    lay(call(game, GIMLE), A="troll", B="troll")
    game.play("A late heimdalls-eye", "B decline")
    game.play("A late heimdalls-eye", "B decline")
    game.play("A decline", "B decline")
    assert totals(game) == {A: 7, B: 3}


def test_e17_only_late_cards_can_be_added() -> None:
    game = table(A=seat(gimle="L", hand="troll tyrs-bash"), B=seat(gimle="L", hand="troll"), age=2)
    lay(call(game, GIMLE), A="troll", B="troll")
    assert code(game, "A late tyrs-bash@1") == "not-late"
    assert code(game, "A late heimdalls-eye@1") == "no-such-face"


def test_e17_who_has_no_figure_left_may_add_a_late_card() -> None:
    game = table(
        A=seat(gimle="L", hand="odins-smite"),
        B=seat(gimle="W", hand="tyrs-bash heimdalls-gaze@3"),
        age=3,
    )
    lay(call(game, GIMLE), A="odins-smite", B="tyrs-bash").play("B late heimdalls-gaze")
    assert totals(game) == {A: 4, B: 5}
    assert game.glory(B) == 3


# ---------------------------------------------------------------- comparing


def test_e16_a_clan_without_figures_may_win_with_its_card() -> None:
    game = table(
        A=seat(gimle="W", hand="tyrs-rage"),
        B=seat(gimle="L", hand="odins-smite"),
        tokens={GIMLE: Token.RAGE},
    )
    fight(game, GIMLE, A="tyrs-rage", B="odins-smite")
    assert totals(game) == {A: 6, B: 4}
    assert game.told(DecideBattle) == [DecideBattle(A)]


def test_e25_a_pillager_without_figures_who_wins_still_pillages() -> None:
    game = table(
        A=seat(gimle="W", hand="tyrs-rage"),
        B=seat(gimle="L", hand="odins-smite"),
        tokens={GIMLE: Token.RAGE},
    )
    fight(game, GIMLE, A="tyrs-rage", B="odins-smite")
    assert game.is_pillaged(GIMLE)
    assert game.levels(A) == (2, 1, 1)
    assert game.glory(A) == 3


def test_e18_strictly_the_highest_total_wins() -> None:
    game = table(
        A=seat(gimle="L", hand="troll"),
        B=seat(gimle="WW", hand="troll"),
        C=seat(gimle="W", hand="tyrs-bash"),
    )
    fight(game, GIMLE, A="troll", B="troll", C="tyrs-bash")
    assert totals(game) == {A: 3, B: 2, C: 3}
    assert game.told(DecideBattle) == [DecideBattle(None)]


def test_e18_the_sources_of_a_total_add_up_to_it() -> None:
    game = table(
        A=seat(
            gimle="LWWW", west="S", upgrades="brothers-in-arms", hand="tyrs-bash", levels=(1, 1, 2)
        ),
        B=seat(gimle="L", hand="troll"),
    )
    fight(game, GIMLE, A="tyrs-bash", B="troll")
    mine = game.told(CompareNote)[0].totals[0]
    assert [(str(one.what), one.count, one.amount) for one in mine.sources] == [
        ("warrior", 3, 4),
        ("leader", 1, 3),
        ("ship", 1, 2),
        ("tyrs-bash", 1, 2),
    ]
    assert mine.total == 11


# ---------------------------------------------------------------- cards go


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


# ---------------------------------------------------------------- deaths


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


# ---------------------------------------------------- quests that count, Watch


def test_e14_owners_decide_in_active_order() -> None:
    game = table(
        A=seat(gimle="L", upgrades="tyrs-domain", hand="quest-alfheim"),
        B=seat(gimle="L", upgrades="tyrs-wrath", hand="quest-alfheim"),
        turn=B,
    )
    lay(call(game, GIMLE), A="quest-alfheim", B="quest-alfheim")
    assert asked(game, B) is ask.QuestCountsDecision
    game.play("B quest-counts 5")
    game.play("A quest-counts 0")
    assert totals(game) == {B: 8, A: 3}
    assert game.hand(A) == ("quest-alfheim",)
    assert game.hand(B) == ()


def test_e14_only_a_bonus_that_is_owned_can_be_chosen() -> None:
    game = table(
        A=seat(gimle="L", upgrades="tyrs-domain tyrs-wrath", hand="quest-alfheim"),
        B=seat(gimle="L", hand="troll"),
    )
    lay(call(game, GIMLE), A="quest-alfheim", B="troll")
    for bonus in (-1, 1, 8):
        assert code(game, act.QuestCounts(A, bonus)) == "not-your-answer"


def test_e14_no_question_without_a_quest() -> None:
    game = table(
        A=seat(gimle="L", upgrades="tyrs-domain", hand="tyrs-bash"),
        B=seat(gimle="L", hand="troll"),
    )
    fight(game, GIMLE, A="tyrs-bash", B="troll")
    assert totals(game) == {A: 5, B: 3}


def test_e13_a_replay_asks_the_same_participants_afresh() -> None:
    game = table(
        A=seat(gimle="L", hand="heimdalls-watch heimdalls-watch@3"),
        B=seat(gimle="L", hand="odins-smite tyrs-bash"),
        C=seat(gimle="W", hand="thors-oath"),
    )
    fight(game, GIMLE, A="heimdalls-watch", B="odins-smite", C="thors-oath")
    assert game.valhalla(C) == figures("")
    assert glory_from(game, A, "heimdalls-watch") == 0 + 1 + 1
    assert [asked(game, one) for one in (A, B, C)] == [
        ask.CardDecision,
        ask.CardDecision,
        None,
    ]
    lay(game, A="heimdalls-watch", B="tyrs-bash")
    assert glory_from(game, A, "heimdalls-watch") == 2 + 2
    assert len(game.told(ThrowAway)) == 2
    assert totals(game) == {A: 3, B: 3, C: 1}


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
def test_h03_where_trickery_comes_in(prowess_first: bool) -> None:
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


def test_e18_in_yggdrasil_the_dark_elf_counts_three() -> None:
    game = table(
        A=seat(yggdrasil="dark-elf", upgrades="dark-elf", hand="tyrs-bash"),
        B=seat(yggdrasil="WW", hand="tyrs-bash"),
    )
    skip_late(fight(game, YGGDRASIL, A="tyrs-bash", B="tyrs-bash"))
    assert totals(game) == {A: 5, B: 4}
    assert game.clan(A).value(Stat.AXES) == 4
    assert game.glory(A) == 4


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
