"""Discard, Quest, Ragnarök, Release and the end: F1 to F12, G1, G2, K2."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.changes import (
    DestroyProvince,
    EndAge,
    EndGame,
    GainGlory,
    KeepCard,
    Release,
    ShowQuests,
    ToValhalla,
)
from engine.story import QuestNote
from engine.terms import Age, Cause, Phase, Token
from tests.builders import (
    ANDLANG,
    GIMLE,
    HORGR,
    MUSPELHEIM,
    MYRKVLOR,
    UTGARD,
    WEST,
    YGGDRASIL,
    A,
    B,
    C,
    face,
    faces,
    figures,
    seat,
    table,
)
from tests.playing import asked, code, end_age, glory_from, judged, keep_none, pass_all


def test_f1_everybody_with_a_card_keeps_one_or_none_at_once() -> None:
    game = pass_all(table(A=seat(hand="troll"), C=seat(hand="troll tyrs-bash"), D=seat()))
    assert game.owed() == (ask.KeepDecision(A), ask.KeepDecision(C))
    game.play(act.Keep(C, face("tyrs-bash")))
    assert game.told(KeepCard) == []
    game.play(act.Keep(A, None))
    assert game.told(KeepCard) == [
        KeepCard(A, kept=False, discarded=1),
        KeepCard(C, kept=True, discarded=1),
    ]


def test_f1_committed_quests_are_not_in_the_hand() -> None:
    game = pass_all(table(A=seat(quests="quest-alfheim quest-manheim")))
    assert game.told(KeepCard) == []
    assert not isinstance(game.due(), ask.KeepDecision)


def test_f1_in_the_last_age_nobody_is_asked() -> None:
    game = pass_all(table(A=seat(hand="troll"), B=seat(hand="troll tyrs-bash"), age=3))
    assert [(item.seat, item.kept, item.discarded) for item in game.told(KeepCard)] == [
        (A, False, 1),
        (B, False, 2),
    ]


def test_f1_a_card_that_is_not_in_hand_cannot_be_kept() -> None:
    game = pass_all(table(A=seat(hand="troll")))
    assert code(game, act.Keep(A, face("tyrs-bash"))) == "not-in-hand"


def test_f2_quests_are_judged_in_seat_order_and_in_the_order_committed() -> None:
    game = end_age(
        table(
            A=seat(horgr="W", quests="quest-alfheim quest-jotunheim"),
            B=seat(gimle="W", quests="quest-jotunheim quest-alfheim"),
            first=B,
            turn=B,
        )
    )
    assert [note.seat for note in game.told(QuestNote)] == [B, B]
    game.play("B stat rage", "A stat rage")
    assert [(note.seat, note.fulfilled) for note in game.told(QuestNote)] == [
        (B, False),
        (B, True),
        (A, False),
        (A, True),
    ]


def test_f2_all_quests_are_opened_before_any_is_judged() -> None:
    game = end_age(
        table(
            A=seat(horgr="W", quests="quest-jotunheim"), B=seat(gimle="W", quests="quest-alfheim")
        )
    )
    kinds = [type(item) for item in game.story if isinstance(item, ShowQuests | QuestNote)]
    assert kinds == [ShowQuests, ShowQuests, QuestNote]


def test_f2_unopened_quests_fail() -> None:
    game = table(
        A=seat(horgr="W", quests="quest-jotunheim quest-jotunheim"),
        B=seat(gimle="W", quests="quest-alfheim"),
    )
    game.duties = False
    pass_all(game).play(act.Absent(A), act.OpenQuests(B, faces("quest-alfheim")))
    assert judged(game) == [False, False, True]
    assert (game.glory(A), game.glory(B)) == (0, 5)
    assert game.told(ShowQuests)[0].missing == 2
    assert [clan.quests for clan in game.state.clans] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("opened", "why"),
    [
        ("", "wrong-count"),
        ("quest-jotunheim", "wrong-count"),
        ("quest-jotunheim quest-jotunheim quest-jotunheim", "wrong-count"),
        ("quest-jotunheim tyrs-bash@3", "no-such-face"),
        ("quest-jotunheim tyrs-bash", None),
    ],
)
def test_f2_as_many_cards_as_were_committed_must_be_opened(opened: str, why: str | None) -> None:
    game = table(A=seat(quests="quest-jotunheim quest-jotunheim"))
    game.duties = False
    assert code(pass_all(game), act.OpenQuests(A, faces(opened))) == why


def test_f3_failed_quests_pay_nothing_and_all_are_discarded() -> None:
    game = end_age(table(A=seat(quests="quest-alfheim quest-glorious-death quest-yggdrasil")))
    assert judged(game) == [False] * 3
    assert (game.glory(A), game.levels(A)) == (0, (1, 1, 1))
    assert game.clan(A).quests == 0
    assert game.knowledge[A].quests == ()


def test_f3_the_glory_is_that_of_the_copy_when_a_quest_was_kept_for_a_later_age() -> None:
    game = end_age(table(A=seat(gimle="W", quests="quest-alfheim@1"), age=3))
    assert game.glory(A) == 5


@pytest.mark.parametrize(
    ("quest", "glory"),
    [
        ("quest-alfheim", (5, 7, 9)),
        ("quest-jotunheim", (5, 7, 9)),
        ("quest-manheim", (5, 7, 9)),
        ("quest-glorious-death", (6, 8, 11)),
        ("quest-yggdrasil", (6, 8, 11)),
        ("quest-widespread", (7, 10, 15)),
    ],
)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_f3_quests_pay_by_age(quest: str, glory: tuple[int, int, int], age: int) -> None:
    game = end_age(
        table(
            A=seat(
                gimle="W",
                horgr="W",
                myrkvlor="W",
                yggdrasil="W",
                valhalla="WWWW",
                quests=f"{quest}@{age}",
            ),
            age=age,
        )
    )
    assert glory_from(game, A, quest) == glory[age - 1]


def test_f3_a_step_that_no_stat_can_take_is_lost() -> None:
    game = end_age(table(A=seat(gimle="W", levels=(6, 6, 6), quests="quest-alfheim")))
    assert game.glory(A) == 5
    assert game.state.phase is Phase.GIFTS


def test_f2_the_board_does_not_change_between_two_quests() -> None:
    """The Horns step of the first quest is in hand before the second is judged; nobody moves."""
    game = end_age(
        table(A=seat(gimle="W", horgr="W", quests="quest-alfheim quest-jotunheim"))
    ).play("A stat horns", "A stat horns")
    assert judged(game) == [True, True]
    assert game.levels(A) == (1, 1, 3)


@pytest.mark.parametrize(
    ("age", "each", "ragnarok"),
    [(1, 2, "horgr gimle utgard"), (2, 3, "gimle horgr utgard"), (3, 4, "gimle utgard horgr")],
)
def test_f8_each_figure_in_the_falling_area_pays_its_owner(
    age: int, each: int, ragnarok: str
) -> None:
    game = end_age(
        table(
            A=seat(horgr="WL", east="S", muspelheim="W"),
            B=seat(east="S"),
            age=age,
            ragnarok=ragnarok,
        )
    )
    assert (game.glory(A), game.glory(B)) == (3 * each, each)
    assert game.figures(A, MUSPELHEIM) == figures("W")
    assert {item.cause for item in game.told(ToValhalla)} == {Cause.RAGNAROK}
    assert game.state.is_destroyed(HORGR)


def test_f8_an_empty_province_falls_as_well() -> None:
    game = end_age(table(ragnarok="horgr gimle utgard"))
    assert game.told(DestroyProvince) == [DestroyProvince(HORGR)]
    assert game.told(GainGlory) == []


def test_f8_the_token_of_a_fallen_province_is_out_of_play() -> None:
    game = end_age(table(ragnarok="horgr gimle utgard", pillaged="horgr gimle"))
    assert game.state.is_destroyed(HORGR)
    assert not game.is_pillaged(GIMLE)


def test_f9_inspiration_doubles_ragnarok_for_its_owner_alone() -> None:
    game = end_age(
        table(
            A=seat(horgr="W", upgrades="odins-inspiration"),
            B=seat(horgr="W"),
            ragnarok="horgr gimle utgard",
        )
    )
    assert (game.glory(A), game.glory(B)) == (4, 2)


def test_f10_only_the_witch_is_asked() -> None:
    game = pass_all(
        table(
            A=seat(horgr="W volur-witch", upgrades="volur-witch friggas-protection"),
            age=3,
            ragnarok="gimle utgard horgr",
        )
    )
    assert asked(game, A) is ask.RetreatDecision
    game.play("A retreat")
    assert game.state.phase is Phase.END
    assert game.glory(A) == 4


def test_f9_in_yggdrasil_nobody_is_touched_by_ragnarok() -> None:
    game = end_age(table(A=seat(yggdrasil="W"), ragnarok="horgr gimle utgard"))
    assert game.figures(A, YGGDRASIL) == figures("W")


def test_f11_valhalla_empties_into_the_reserve_and_the_board_stays() -> None:
    game = end_age(
        table(
            A=seat(valhalla="WWL troll", gimle="W", west="S", upgrades="troll"),
            ragnarok="horgr utgard elvagar",
        )
    )
    assert not game.valhalla(A)
    assert game.reserve(A) == figures("WWWWWWWL troll")
    assert (game.figures(A, GIMLE), game.figures(A, WEST)) == (figures("W"), figures("S"))
    assert game.told(Release) == [Release(A, figures("WWL troll"))]


@pytest.mark.parametrize(
    ("upgrades", "each"),
    [
        ("lokis-domain", 1),
        ("lokis-eminence", 2),
        ("lokis-wrath", 3),
        ("lokis-domain lokis-wrath", 4),
    ],
)
@pytest.mark.parametrize("age", [1, 3])
def test_f11_loki_pays_for_each_figure_coming_home_in_age_three_too(
    upgrades: str, each: int, age: int
) -> None:
    game = end_age(table(A=seat(valhalla="WWL", upgrades=upgrades), age=age))
    assert game.glory(A) == 3 * each


def test_f11_figures_that_fell_in_ragnarok_come_home_at_once() -> None:
    game = end_age(
        table(A=seat(horgr="WW", upgrades="lokis-domain"), ragnarok="horgr gimle utgard")
    )
    assert game.glory(A) == 2 * 2 + 2 * 1


def test_f11_h36_leaving_valhalla_by_friggas_domain_is_no_release() -> None:
    game = table(A=seat(valhalla="W", upgrades="lokis-wrath friggas-domain"))
    game.play("A valhalla-invade warrior gimle")
    assert game.glory(A) == 0


def test_f12_a14_tokens_flip_back_and_stay_where_they_lie() -> None:
    game = table(pillaged="gimle yggdrasil horgr", tokens={GIMLE: Token.AXES})
    before = [province.token for province in game.state.board.provinces]
    end_age(game)
    assert not any(
        game.is_pillaged(place) for place in (GIMLE, YGGDRASIL, UTGARD, MYRKVLOR, ANDLANG)
    )
    assert [province.token for province in game.state.board.provinces] == before
    assert game.told(EndAge) == [EndAge(Age.TWO, B)]
    assert game.due() == ask.BeginAgeDuty(Age.TWO, 1)


def test_g1_stats_pay_ten_on_levels_four_and_five_and_twenty_on_six() -> None:
    game = end_age(
        table(
            A=seat(levels=(6, 6, 6)),
            B=seat(levels=(4, 5, 3)),
            C=seat(levels=(1, 2, 3)),
            age=3,
        )
    )
    assert [glory_from(game, one, "stats") for one in (A, B, C)] == [60, 20, 0]


def test_g1_conquest_counts_the_board_after_ragnarok() -> None:
    game = end_age(
        table(
            A=seat(horgr="WW", gimle="W", west="S", valhalla="W", upgrades="thors-conquest"),
            age=3,
            ragnarok="elvagar utgard horgr",
        )
    )
    assert glory_from(game, A, "thors-conquest") == 3 * 2


def test_g2_most_glory_wins_and_ties_share() -> None:
    game = end_age(table(A=seat(glory=3), B=seat(glory=9), C=seat(glory=9), D=seat(glory=8), age=3))
    assert game.told(EndGame) == [EndGame((B, C), (3, 9, 9, 8))]
    assert game.state.phase is Phase.END
    assert game.due() is None


def test_g2_the_final_bonuses_decide() -> None:
    game = end_age(table(A=seat(glory=19), B=seat(levels=(6, 1, 1)), age=3))
    assert game.told(EndGame)[0].winners == (B,)


@pytest.mark.parametrize("line", ["A pass", "A invade leader gimle", "table absent A"])
def test_after_the_end_nothing_is_owed(line: str) -> None:
    game = end_age(table(age=3))
    assert code(game, line) == "not-owed"
    assert keep_none(game).state.phase is Phase.END
