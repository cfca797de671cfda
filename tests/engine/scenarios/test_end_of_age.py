"""Scenarios J76 to J88 of docs/rules.md: quests, discard, Ragnarök, Release and the end."""

from __future__ import annotations

from engine import actions as act
from engine import decisions as ask
from engine.changes import EndAge, EndGame, KeepCard
from engine.terms import Age, Phase, Stat
from tests.builders import (
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
from tests.playing import asked, end_age, glory_from, judged, pass_all


def test_j76_equal_strength_fails_a_quest() -> None:
    game = end_age(table(A=seat(horgr="LW", quests="quest-jotunheim"), B=seat(horgr="LW")))
    assert judged(game) == [False]
    assert game.glory(A) == 0


def test_j76_a_ship_in_the_fjord_tips_the_balance() -> None:
    game = end_age(
        table(A=seat(horgr="LW", east="S", quests="quest-jotunheim"), B=seat(horgr="LW"))
    )
    assert judged(game) == [True]
    assert game.glory(A) == 5
    assert asked(game, A) is ask.StatDecision
    game.play(act.RaiseStatBy(A, Stat.AXES))
    assert game.levels(A) == (1, 2, 1)


def test_j77_four_figures_in_valhalla_are_a_glorious_death() -> None:
    game = end_age(table(A=seat(valhalla="WWWL", quests="quest-glorious-death@2"), age=2))
    assert judged(game) == [True]
    assert game.glory(A) == 8


def test_j77_deaths_in_ragnarok_come_too_late() -> None:
    game = end_age(
        table(
            A=seat(valhalla="WWW", horgr="WW", quests="quest-glorious-death@2"),
            age=2,
            ragnarok="gimle horgr utgard",
        )
    )
    assert judged(game) == [False]
    assert glory_from(game, A, "ragnarok") == 2 * 3
    assert game.glory(A) == 6


def test_j78_one_ship_leads_both_provinces_of_its_fjord() -> None:
    game = end_age(table(A=seat(west="S", quests="quest-widespread")))
    assert judged(game) == [True]
    assert game.glory(A) == 7


def test_j79_odins_throne_doubles_the_glory_and_not_the_step() -> None:
    game = end_age(
        table(A=seat(yggdrasil="W", upgrades="odins-throne", quests="quest-yggdrasil@3"), age=3)
    )
    assert game.glory(A) == 22
    game.play(act.RaiseStatBy(A, Stat.RAGE))
    assert game.levels(A) == (2, 1, 1)


def test_j80_two_copies_of_a_quest_pay_twice() -> None:
    game = end_age(
        table(
            A=seat(myrkvlor="W", quests="quest-manheim quest-manheim"),
            ragnarok="gimle horgr utgard",
        )
    )
    game.play(act.RaiseStatBy(A, Stat.RAGE), act.RaiseStatBy(A, Stat.HORNS))
    assert judged(game) == [True, True]
    assert game.glory(A) == 10
    assert game.levels(A) == (2, 1, 2)


def test_j81_a_region_without_provinces_fulfils_nothing() -> None:
    game = end_age(
        table(
            A=seat(west="S", quests="quest-alfheim"),
            destroyed="andlang gimle",
        )
    )
    assert judged(game) == [False]


def test_j82_one_card_may_be_kept_in_the_first_two_ages() -> None:
    game = pass_all(table(A=seat(hand="troll tyrs-bash tyrs-smash"), B=seat(hand="troll")))
    assert game.options(A) == (
        *(act.Keep(A, face) for face in faces("troll tyrs-bash tyrs-smash")),
        act.Keep(A, None),
    )
    assert game.options(B) == (act.Keep(B, faces("troll")[0]), act.Keep(B, None))
    assert asked(game, C) is None
    game.play(act.Keep(B, None), act.Keep(A, faces("tyrs-smash")[0]))
    assert game.told(KeepCard) == [
        KeepCard(A, kept=True, discarded=2),
        KeepCard(B, kept=False, discarded=1),
    ]
    assert game.clan(A).kept == 1
    assert game.knowledge[A].kept == faces("tyrs-smash")


def test_j82_in_the_last_age_the_whole_hand_goes() -> None:
    game = pass_all(table(A=seat(hand="troll tyrs-bash tyrs-smash"), age=3))
    assert game.told(KeepCard) == [KeepCard(A, kept=False, discarded=3)]
    assert game.state.phase is Phase.END


def test_j83_ragnarok_pays_three_each_in_age_two_doubled_and_dragons_beside() -> None:
    game = end_age(
        table(
            A=seat(horgr="WW", east="S", upgrades="odins-inspiration fire-dragons"),
            age=2,
            ragnarok="gimle horgr utgard",
        )
    )
    assert glory_from(game, A, "ragnarok") == 3 * 3 * 2
    assert glory_from(game, A, "fire-dragons") == 8
    assert game.glory(A) == 26


def witch_in_the_doomed_province() -> Game:
    return pass_all(
        table(
            A=seat(horgr="volur-witch", upgrades="volur-witch"),
            age=3,
            ragnarok="gimle utgard horgr",
        )
    )


def test_j84_the_witch_may_leave_the_doomed_province() -> None:
    game = witch_in_the_doomed_province().play(act.Retreat(A))
    assert game.figures(A, YGGDRASIL) == figures("volur-witch")
    assert game.glory(A) == 0


def test_j84_a_witch_that_stays_dies_for_four_glory() -> None:
    game = witch_in_the_doomed_province().play(act.Decline(A))
    assert glory_from(game, A, "ragnarok") == 4


def test_j85_loki_cards_for_the_release_add_up() -> None:
    game = end_age(
        table(A=seat(valhalla="WWWWL", upgrades="lokis-domain lokis-eminence lokis-wrath"), age=2)
    )
    assert game.glory(A) == 5 * (1 + 2 + 3)
    assert not game.valhalla(A)


def test_j86_stats_and_conquest_pay_at_the_end() -> None:
    game = end_age(
        table(
            A=seat(
                levels=(4, 6, 3),
                gimle="WWW",
                andlang="WW",
                north="S",
                upgrades="thors-conquest",
            ),
            age=3,
            ragnarok="utgard horgr muspelheim",
        )
    )
    assert glory_from(game, A, "stats") == 10 + 20 + 0
    assert glory_from(game, A, "thors-conquest") == 3 * 6
    assert game.glory(A) == 48


def test_j87_a_tie_at_the_top_is_shared() -> None:
    game = end_age(table(A=seat(glory=80), B=seat(glory=80), C=seat(glory=79), age=3))
    assert game.told(EndGame) == [EndGame((A, B), (80, 80, 79, 0))]


def test_j88_the_first_player_moves_one_seat_left_each_age() -> None:
    one = end_age(table(turn=C))
    assert one.told(EndAge) == [EndAge(Age.TWO, D)]
    two = end_age(table(turn=D, age=2))
    assert two.told(EndAge) == [EndAge(Age.THREE, A)]
    assert two.state.first == A
