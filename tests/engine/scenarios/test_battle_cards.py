"""Scenarios J46 to J64 of docs/rules.md: effects of battle cards."""

from __future__ import annotations

from engine import actions as act
from engine import decisions as ask
from engine.battle_changes import BlankText, DiscardCard, TakeCard, ThrowAway
from engine.state import Rulings
from engine.story import NothingNote
from engine.terms import LEADER, FigureKind, Stat, Token
from tests.builders import (
    GIMLE,
    A,
    B,
    C,
    Game,
    cards,
    face,
    faces,
    figures,
    seat,
    table,
)
from tests.playing import asked, call, fight, glory_from, lay, skip_late, totals


def test_j46_smite_kills_a_warrior_before_strengths_are_compared() -> None:
    game = table(A=seat(gimle="L", hand="odins-smite"), B=seat(gimle="W", hand="tyrs-rage"))
    fight(game, GIMLE, A="odins-smite", B="tyrs-rage")
    assert totals(game) == {A: 3 + 1, B: 0 + 6}
    assert game.valhalla(B) == figures("W")
    assert game.valhalla(A) == figures("L")
    assert game.glory(B) == 3


def test_j47_tide_leaves_each_clan_one_figure_of_the_area() -> None:
    game = table(
        A=seat(gimle="LWW", hand="odins-tide"),
        B=seat(gimle="W frost-giant", west="S", upgrades="frost-giant", hand="tyrs-bash"),
    )
    lay(call(game, GIMLE), A="odins-tide", B="tyrs-bash")
    game.play(act.TideKeep(A, LEADER))
    assert not game.valhalla(A)
    game.play(act.TideKeep(B, FigureKind("frost-giant")))
    assert totals(game) == {A: 3 + 1, B: 4 + 2}
    assert game.valhalla(B) == figures("WS")
    assert game.valhalla(A) == figures("LWW")


def test_j48_primacy_cancels_watch() -> None:
    game = table(A=seat(gimle="L", hand="thors-primacy"), B=seat(gimle="L", hand="heimdalls-watch"))
    fight(game, GIMLE, A="thors-primacy", B="heimdalls-watch")
    assert totals(game) == {A: 3 + 3, B: 3 + 0}
    assert game.told(BlankText) == [BlankText(B, face("heimdalls-watch"), A)]
    assert game.told(ThrowAway) == []
    assert game.glory(B) == 0


def test_j49_primacy_makes_sight_worthless() -> None:
    game = table(A=seat(gimle="L", hand="thors-primacy"), B=seat(gimle="L", hand="heimdalls-sight"))
    fight(game, GIMLE, A="thors-primacy", B="heimdalls-sight")
    assert totals(game) == {A: 6, B: 3}


def test_j49_primacy_leaves_a_bonus_and_takes_the_text() -> None:
    game = table(
        A=seat(gimle="L", hand="thors-primacy"), B=seat(gimle="LW", hand="odins-judgement")
    )
    fight(game, GIMLE, A="thors-primacy", B="odins-judgement")
    assert totals(game) == {A: 3 + 3, B: 4 + 2}
    assert game.glory(B) == 0


def test_j50_watch_scores_printed_bonuses_and_all_choose_again() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smite tyrs-bash"),
        B=seat(gimle="L", hand="heimdalls-watch tyrs-smash"),
        C=seat(gimle="L", hand="thors-hammer"),
    )
    fight(game, GIMLE, A="tyrs-smite", B="heimdalls-watch", C="thors-hammer")
    assert game.glory(B) == 5 + 1 + 0
    assert len(game.told(ThrowAway)[0].faces) == 3
    assert [asked(game, one) for one in (A, B, C)] == [ask.CardDecision, ask.CardDecision, None]
    lay(game, A="tyrs-bash", B="tyrs-smash")
    assert totals(game) == {A: 5, B: 6, C: 3}
    assert (game.hand(A), game.hand(B), game.hand(C)) == (("tyrs-bash",), (), ())


def test_j51_after_watch_nobody_may_have_a_card_left() -> None:
    game = table(
        A=seat(gimle="LW", hand="tyrs-smite"),
        B=seat(gimle="L", hand="heimdalls-watch"),
        C=seat(gimle="L", hand="thors-hammer"),
    )
    fight(game, GIMLE, A="tyrs-smite", B="heimdalls-watch", C="thors-hammer")
    assert totals(game) == {A: 4, B: 3, C: 3}
    assert (game.glory(A), game.glory(B), game.glory(C)) == (3, 6, 0)


def test_j52_watch_counts_a_quest_as_nothing() -> None:
    game = table(
        A=seat(gimle="L", upgrades="tyrs-domain", hand="quest-alfheim"),
        B=seat(gimle="W", hand="heimdalls-watch"),
    )
    fight(game, GIMLE, A="quest-alfheim", B="heimdalls-watch")
    assert glory_from(game, B, "heimdalls-watch") == 0
    assert totals(game) == {A: 3, B: 1}


def sight() -> Game:
    return table(
        A=seat(gimle="L", hand="heimdalls-sight@1"),
        B=seat(gimle="L", hand="tyrs-smash@2 heimdalls-gaze@3 tyrs-smite@2"),
        C=seat(gimle="L", hand="tyrs-crush@2 quest-alfheim@2"),
        age=2,
    )


def test_j53_sight_is_the_highest_single_bonus_of_an_opponent() -> None:
    game = lay(call(sight(), GIMLE), A="heimdalls-sight", B="tyrs-smash", C="tyrs-crush")
    game.play(act.AddLate(B, face("heimdalls-gaze")))
    skip_late(game)
    assert totals(game)[A] == 3 + 4


def test_j53_sight_counts_a_first_card_of_five() -> None:
    game = lay(call(sight(), GIMLE), A="heimdalls-sight", B="tyrs-smite", C="quest-alfheim")
    skip_late(game)
    assert totals(game)[A] == 3 + 5


def test_j54_late_cards_go_round_until_a_lap_adds_none() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smash heimdalls-eye heimdalls-eye quest-alfheim"),
        B=seat(gimle="LW", hand="tyrs-smash heimdalls-gaze quest-manheim"),
        age=2,
    )
    lay(call(game, GIMLE), A="tyrs-smash", B="tyrs-smash")
    game.play(act.AddLate(A, face("heimdalls-eye", 2)), act.AddLate(B, face("heimdalls-gaze")))
    game.play(act.AddLate(A, face("heimdalls-eye", 2)), act.Decline(B))
    assert asked(game, A) is ask.LateDecision
    game.play(act.Decline(A), act.Decline(B))
    assert totals(game) == {A: 6 + 2 + 2, B: 7 + 3}
    assert not game.is_pillaged(GIMLE)
    assert (game.valhalla(A), game.valhalla(B)) == (figures("L"), figures("LW"))


def test_j55_an_only_card_must_be_laid_even_if_it_is_a_late_one() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-bash"), B=seat(gimle="L", hand="heimdalls-eye"), age=2
    )
    call(game, GIMLE)
    assert game.options(B) == (act.Lay(B, face("heimdalls-eye", 2)),)
    lay(game, A="tyrs-bash", B="heimdalls-eye")
    assert totals(game) == {A: 5, B: 5}


def prowess_against_trickery(rulings: Rulings) -> Game:
    game = table(
        A=seat(gimle="LW", rage=1, upgrades="tyrs-prowess", hand="tyrs-bash"),
        B=seat(gimle="L", hand="lokis-trickery"),
        rulings=rulings,
    )
    return lay(call(game, GIMLE), A="tyrs-bash", B="lokis-trickery")


def test_j56_prowess_comes_before_trickery() -> None:
    game = prowess_against_trickery(Rulings())
    game.play(act.KeepPlayed(A, faces("tyrs-bash")))
    assert (game.rage(A), game.rage(B)) == (0, 6)
    assert game.hand(A) == ("tyrs-bash",)
    assert NothingNote(B, cards("lokis-trickery")[0]) in game.told(NothingNote)


def test_j56_trickery_takes_what_prowess_did_not_spend() -> None:
    game = prowess_against_trickery(Rulings())
    game.play(act.Decline(A))
    assert (game.rage(A), game.rage(B)) == (0, 7)
    assert game.hand(A) == ()


def test_j56_with_the_other_ruling_trickery_comes_first() -> None:
    game = prowess_against_trickery(Rulings(prowess_before_trickery=False))
    assert (game.rage(A), game.rage(B)) == (0, 7)
    assert asked(game, A) is None
    assert game.told(DiscardCard) == [DiscardCard(A, *faces("tyrs-bash"))]


def test_j57_poison_comes_before_prowess_and_takes_late_cards() -> None:
    game = table(
        A=seat(gimle="LW", rage=5, upgrades="tyrs-prowess", hand="tyrs-smite heimdalls-eye"),
        B=seat(gimle="L", hand="lokis-poison"),
        age=2,
    )
    lay(call(game, GIMLE), A="tyrs-smite", B="lokis-poison")
    game.play(act.AddLate(A, face("heimdalls-eye", 2)))
    assert asked(game, A) is None
    assert sorted(game.hand(B)) == ["heimdalls-eye", "lokis-poison", "tyrs-smite"]
    assert game.hand(A) == ()
    assert game.rage(A) == 5
    assert len(game.told(TakeCard)) == 2


def test_j58_prowess_keeps_a_late_card_too() -> None:
    game = table(
        A=seat(gimle="L", rage=2, upgrades="tyrs-prowess", hand="tyrs-rage heimdalls-gaze"),
        B=seat(gimle="L", hand="tyrs-crush"),
        age=3,
    )
    lay(call(game, GIMLE), A="tyrs-rage", B="tyrs-crush")
    game.play(act.AddLate(A, face("heimdalls-gaze", 3)))
    game.play(act.KeepPlayed(A, tuple(sorted(faces("tyrs-rage heimdalls-gaze", 3)))))
    assert game.rage(A) == 0
    assert sorted(game.hand(A)) == ["heimdalls-gaze", "tyrs-rage"]


def test_j59_backstab_takes_no_more_than_the_winner_has() -> None:
    game = table(
        A=seat(gimle="LW", glory=1, hand="tyrs-bash"),
        B=seat(gimle="L", hand="lokis-backstab"),
        tokens={GIMLE: Token.RAGE},
    )
    fight(game, GIMLE, A="tyrs-bash", B="lokis-backstab")
    assert (game.glory(A), game.glory(B)) == (0 + 3, 1)


def test_j60_hammer_pays_three_for_a_win() -> None:
    game = table(
        A=seat(gimle="LW", hand="thors-hammer"),
        B=seat(gimle="L", hand="troll"),
        tokens={GIMLE: Token.RAGE},
    )
    fight(game, GIMLE, A="thors-hammer", B="troll")
    assert game.glory(A) == 3 + 3


def test_j61_prowess_may_spend_what_ascension_brought() -> None:
    game = table(
        A=seat(gimle="LW", rage=0, upgrades="tyrs-prowess", hand="thors-ascension"),
        B=seat(gimle="L", hand="troll"),
        turn=B,
    )
    lay(call(game, GIMLE), A="thors-ascension", B="troll")
    assert (game.rage(A), game.glory(A)) == (3, 3)
    game.play(act.KeepPlayed(A, faces("thors-ascension")))
    assert (game.rage(A), game.glory(A)) == (2, 3 + 3)


def test_j62_oath_raises_axes_before_the_battle_glory() -> None:
    game = table(
        A=seat(gimle="LW", hand="thors-oath"),
        B=seat(gimle="L", hand="troll"),
        tokens={GIMLE: Token.RAGE},
    )
    fight(game, GIMLE, A="thors-oath", B="troll")
    game.play(act.RaiseStatBy(A, Stat.AXES))
    assert game.levels(A) == (2, 2, 1)
    assert game.glory(A) == 4


def test_j63_grace_raises_another_stat_than_the_token() -> None:
    game = table(
        A=seat(gimle="LW", hand="friggas-grace"),
        B=seat(gimle="L", hand="troll"),
        tokens={GIMLE: Token.AXES},
    )
    fight(game, GIMLE, A="friggas-grace", B="troll")
    assert game.options(A) == (act.RaiseStatBy(A, Stat.RAGE), act.RaiseStatBy(A, Stat.HORNS))
    game.play(act.RaiseStatBy(A, Stat.HORNS))
    assert game.levels(A) == (1, 2, 2)
    assert game.glory(A) == 4


def test_j63_grace_may_raise_any_stat_beside_a_glory_token() -> None:
    game = table(
        A=seat(gimle="LW", hand="friggas-grace"),
        B=seat(gimle="L", hand="troll"),
        tokens={GIMLE: Token.GLORY},
    )
    fight(game, GIMLE, A="friggas-grace", B="troll")
    assert {move.stat for move in game.options(A) if isinstance(move, act.RaiseStatBy)} == set(Stat)
    assert game.glory(A) == 5


def test_j64_judgement_pays_the_loser_too_for_all_figures_destroyed() -> None:
    game = table(
        A=seat(gimle="WW", hand="odins-judgement"),
        B=seat(gimle="L", hand="tyrs-smite"),
        C=seat(gimle="W", hand="troll"),
    )
    fight(game, GIMLE, A="odins-judgement", B="tyrs-smite", C="troll")
    assert game.valhalla(A) == figures("WW")
    assert game.valhalla(C) == figures("W")
    assert game.glory(A) == 2 * 3
