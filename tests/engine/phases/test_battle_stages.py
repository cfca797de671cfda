"""The battle from the choice of cards to its end: E9 to E23, E27, E31, E33."""

from __future__ import annotations

from engine import actions as act
from engine import decisions as ask
from engine.battle_changes import (
    DecideBattle,
    LoseLaidCard,
    RevealCard,
    ThrowAway,
)
from engine.changes import ToValhalla
from engine.story import CompareNote, NoCardNote
from engine.terms import Stat, Token
from tests.builders import (
    GIMLE,
    YGGDRASIL,
    A,
    B,
    C,
    D,
    face,
    faces,
    figures,
    seat,
    table,
)
from tests.playing import asked, call, code, fight, glory_from, lay, skip_late, totals


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


def test_e17_a_clan_without_figures_may_add_a_late_card() -> None:
    game = table(
        A=seat(gimle="L", hand="odins-smite"),
        B=seat(gimle="W", hand="tyrs-bash heimdalls-gaze@3"),
        age=3,
    )
    lay(call(game, GIMLE), A="odins-smite", B="tyrs-bash").play("B late heimdalls-gaze")
    assert totals(game) == {A: 4, B: 5}
    assert game.glory(B) == 3


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
        assert code(game, act.QuestCounts(A, bonus)) == "bonus-not-owned"


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


def test_e18_in_yggdrasil_the_dark_elf_counts_three() -> None:
    game = table(
        A=seat(yggdrasil="dark-elf", upgrades="dark-elf", hand="tyrs-bash"),
        B=seat(yggdrasil="WW", hand="tyrs-bash"),
    )
    skip_late(fight(game, YGGDRASIL, A="tyrs-bash", B="tyrs-bash"))
    assert totals(game) == {A: 5, B: 4}
    assert game.clan(A).value(Stat.AXES) == 4
    assert game.glory(A) == 4
