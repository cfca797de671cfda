"""Effects of battle cards on each other: E11, E12, E15, E17, E20 to E22, E28 to E30."""

from __future__ import annotations

from engine import decisions as ask
from engine.battle_changes import BlankText, TakeCard, ThrowAway
from engine.changes import GainRage
from engine.terms import Token
from tests.builders import (
    GIMLE,
    A,
    B,
    C,
    D,
    seat,
    table,
)
from tests.playing import asked, call, fight, glory_from, lay, totals


def test_e11_of_two_primacies_the_first_in_active_order_blanks_the_other() -> None:
    game = table(
        A=seat(gimle="LW", hand="thors-primacy"),
        B=seat(gimle="L", hand="thors-primacy"),
        C=seat(gimle="W", hand="thors-hammer"),
        turn=B,
    )
    fight(game, GIMLE, A="thors-primacy", B="thors-primacy", C="thors-hammer")
    assert [(item.seat, item.by) for item in game.told(BlankText)] == [(C, B), (A, B)]
    assert totals(game) == {B: 6, C: 2, A: 7}


def test_e11_primacy_blanks_only_cards_that_have_a_text() -> None:
    plain = ("tyrs-rage", "heimdalls-gaze", "quest-alfheim", "lord-of-axes")
    for card in plain:
        game = table(A=seat(gimle="L", hand="thors-primacy"), B=seat(gimle="L", hand=card), age=3)
        fight(game, GIMLE, A="thors-primacy", B=card)
        assert game.told(BlankText) == []
    texts = ("heimdalls-sight", "odins-smite", "friggas-grace", "thors-oath", "lokis-poison")
    for card in texts:
        game = table(A=seat(gimle="L", hand="thors-primacy"), B=seat(gimle="L", hand=card), age=3)
        fight(game, GIMLE, A="thors-primacy", B=card)
        assert [item.face.card for item in game.told(BlankText)] == [card]


def test_e11_primacy_blanks_watch_and_the_watch_of_others_stays_dead() -> None:
    game = table(
        A=seat(gimle="L", hand="heimdalls-watch"),
        B=seat(gimle="L", hand="thors-primacy"),
        C=seat(gimle="W", hand="heimdalls-watch@3"),
    )
    fight(game, GIMLE, A="heimdalls-watch", B="thors-primacy", C="heimdalls-watch")
    assert game.told(ThrowAway) == []
    assert game.glory(B) == 3


def test_e11_two_primacies_cancel_a_watch_just_as_one_does() -> None:
    game = table(
        A=seat(gimle="L", hand="thors-primacy"),
        B=seat(gimle="L", hand="thors-primacy"),
        C=seat(gimle="L", hand="heimdalls-watch"),
    )
    fight(game, GIMLE, A="thors-primacy", B="thors-primacy", C="heimdalls-watch")
    assert game.told(ThrowAway) == []
    assert totals(game) == {A: 6, B: 6, C: 3}


def test_e11_the_pillagers_watch_is_cancelled_by_a_defenders_primacy() -> None:
    game = table(
        A=seat(gimle="LW", hand="heimdalls-watch"), B=seat(gimle="W", hand="thors-primacy")
    )
    fight(game, GIMLE, A="heimdalls-watch", B="thors-primacy")
    assert game.told(ThrowAway) == []
    assert totals(game) == {A: 4, B: 4}


def test_e11_primacy_reaches_every_opponent_and_leaves_bonuses() -> None:
    game = table(
        A=seat(gimle="LWW", hand="thors-primacy"),
        B=seat(gimle="W", hand="odins-smite"),
        C=seat(gimle="W", hand="lokis-trickery"),
    )
    fight(game, GIMLE, A="thors-primacy", B="odins-smite", C="lokis-trickery")
    assert totals(game) == {A: 8, B: 2, C: 1}
    assert (game.rage(A), game.rage(C)) == (6, 6)


def test_e11_primacy_does_not_touch_its_owners_cards() -> None:
    game = table(
        A=seat(gimle="L", hand="thors-primacy heimdalls-gaze"),
        B=seat(gimle="L", hand="tyrs-crush"),
        age=3,
    )
    lay(call(game, GIMLE), A="thors-primacy", B="tyrs-crush").play("A late heimdalls-gaze")
    assert totals(game) == {A: 9, B: 7}


def test_e11_cards_added_later_and_upgrades_are_beyond_primacy() -> None:
    game = table(
        A=seat(gimle="L", hand="thors-primacy"),
        B=seat(
            gimle="WW valkyrie",
            upgrades="masters-in-arms valkyrie",
            hand="tyrs-crush heimdalls-gaze",
        ),
        age=3,
    )
    lay(call(game, GIMLE), A="thors-primacy", B="tyrs-crush").play("B late heimdalls-gaze")
    assert totals(game) == {A: 6, B: 6 + 2 + 4 + 3}
    assert glory_from(game, B, "valkyrie") == 2


def test_e14_primacy_does_not_stop_a_quest_that_counts() -> None:
    game = table(
        A=seat(gimle="L", hand="thors-primacy"),
        B=seat(gimle="L", upgrades="tyrs-wrath", hand="quest-alfheim"),
    )
    lay(call(game, GIMLE), A="thors-primacy", B="quest-alfheim").play("B quest-counts 5")
    assert totals(game) == {A: 6, B: 8}


def test_e11_primacy_silences_the_cards_that_act_after_the_comparison() -> None:
    for card in ("thors-hammer", "thors-oath", "thors-ascension"):
        game = table(
            A=seat(gimle="W", hand="thors-primacy"),
            B=seat(gimle="LWW", hand=card),
        )
        fight(game, GIMLE, A="thors-primacy", B=card)
        assert game.glory(B) == 3, card
        assert game.levels(B) == (1, 1, 1), card
        assert game.told(GainRage) == [], card
    for card in ("lokis-backstab", "lokis-poison", "odins-judgement"):
        game = table(
            A=seat(gimle="LWW", glory=5, hand="thors-primacy"),
            B=seat(gimle="W", hand=card),
            tokens={GIMLE: Token.RAGE},
        )
        fight(game, GIMLE, A="thors-primacy", B=card)
        assert (game.glory(A), game.glory(B)) == (8, 0), card
        assert game.hand(B) == (card,), card


def test_e12_two_watches_score_the_same_sum_with_one_replay() -> None:
    game = table(
        A=seat(gimle="L", hand="heimdalls-watch tyrs-bash"),
        B=seat(gimle="L", hand="heimdalls-watch@3"),
        C=seat(gimle="L", hand="tyrs-rage"),
        D=seat(gimle="W", hand="thors-hammer"),
    )
    fight(game, GIMLE, A="heimdalls-watch", B="heimdalls-watch", C="tyrs-rage", D="thors-hammer")
    assert (game.glory(A), game.glory(B)) == (7, 7)
    assert len(game.told(ThrowAway)) == 1
    assert asked(game, A) is ask.CardDecision
    lay(game, A="tyrs-bash")
    assert totals(game) == {A: 5, B: 3, C: 3, D: 1}
    assert game.glory(D) == 0


def test_e12_watch_counts_sight_quests_and_upgrades_as_nothing() -> None:
    game = table(
        A=seat(gimle="L", hand="heimdalls-watch"),
        B=seat(gimle="L", hand="heimdalls-sight"),
        C=seat(gimle="W", hand="quest-alfheim"),
        D=seat(gimle="W", hand="frost-giant"),
    )
    fight(
        game,
        GIMLE,
        A="heimdalls-watch",
        B="heimdalls-sight",
        C="quest-alfheim",
        D="frost-giant",
    )
    assert game.glory(A) == 0
    assert [game.hand(one) for one in (A, B, C, D)] == [(), (), (), ()]


def test_e13_no_effect_of_thrown_cards_happens() -> None:
    game = table(
        A=seat(gimle="L", hand="heimdalls-watch"),
        B=seat(gimle="LW", hand="thors-ascension"),
        C=seat(gimle="W", hand="odins-smite"),
    )
    fight(game, GIMLE, A="heimdalls-watch", B="thors-ascension", C="odins-smite")
    assert totals(game) == {A: 3, B: 4, C: 1}
    assert game.rage(B) == 6
    assert game.glory(B) == 3
    assert glory_from(game, A, "heimdalls-watch") == 2


def test_e13_prowess_and_poison_do_not_reach_thrown_cards() -> None:
    game = table(
        A=seat(gimle="LW", upgrades="tyrs-prowess", hand="heimdalls-watch tyrs-bash"),
        B=seat(gimle="L", hand="tyrs-smash lokis-poison"),
    )
    fight(game, GIMLE, A="heimdalls-watch", B="tyrs-smash")
    lay(game, A="tyrs-bash", B="lokis-poison")
    assert game.hand(B) == ("lokis-poison", "tyrs-bash")
    assert [item.face.card for item in game.told(TakeCard)] == ["tyrs-bash"]


def test_e12_a_watch_in_the_replay_acts_again() -> None:
    game = table(
        A=seat(gimle="L", hand="heimdalls-watch"),
        B=seat(gimle="L", hand="tyrs-bash heimdalls-watch@3"),
    )
    fight(game, GIMLE, A="heimdalls-watch", B="tyrs-bash")
    lay(game, B="heimdalls-watch")
    assert len(game.told(ThrowAway)) == 2
    assert (game.glory(A), game.glory(B)) == (2, 0)


def test_e12_primacy_does_not_survive_into_the_replay() -> None:
    game = table(
        A=seat(gimle="L", hand="heimdalls-watch@2 heimdalls-sight"),
        B=seat(gimle="L", hand="tyrs-bash thors-primacy"),
        C=seat(gimle="W", hand="tyrs-smash tyrs-rage"),
    )
    fight(game, GIMLE, A="heimdalls-watch", B="tyrs-bash", C="tyrs-smash")
    lay(game, A="heimdalls-sight", B="thors-primacy", C="tyrs-rage")
    assert totals(game) == {A: 3, B: 6, C: 7}


def test_e20_sight_counts_a_quest_used_as_a_battle_card() -> None:
    game = table(
        A=seat(gimle="L", hand="heimdalls-sight"),
        B=seat(gimle="L", upgrades="tyrs-wrath", hand="quest-alfheim"),
        C=seat(gimle="W", hand="tyrs-smash"),
    )
    lay(call(game, GIMLE), A="heimdalls-sight", B="quest-alfheim", C="tyrs-smash")
    game.play("B quest-counts 5")
    assert totals(game) == {A: 8, B: 8, C: 4}


def test_e20_sight_counts_a_late_card_and_never_a_sum() -> None:
    game = table(
        A=seat(gimle="L", hand="heimdalls-sight@1"),
        B=seat(gimle="L", hand="tyrs-bash@1 heimdalls-gaze"),
        age=3,
    )
    lay(call(game, GIMLE), A="heimdalls-sight", B="tyrs-bash").play("B late heimdalls-gaze")
    assert totals(game) == {A: 3 + 3, B: 3 + 2 + 3}


def test_e20_sight_does_not_see_its_owners_late_card() -> None:
    game = table(
        A=seat(gimle="L", hand="heimdalls-sight@1 heimdalls-gaze"),
        B=seat(gimle="L", hand="tyrs-bash@1"),
        age=3,
    )
    lay(call(game, GIMLE), A="heimdalls-sight", B="tyrs-bash").play("A late heimdalls-gaze")
    assert totals(game) == {A: 3 + 2 + 3, B: 5}


def test_e20_sight_of_an_opponent_counts_nothing() -> None:
    game = table(
        A=seat(gimle="L", hand="heimdalls-sight"), B=seat(gimle="L", hand="heimdalls-sight")
    )
    fight(game, GIMLE, A="heimdalls-sight", B="heimdalls-sight")
    assert totals(game) == {A: 3, B: 3}
