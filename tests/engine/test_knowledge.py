"""The knowledge of a seat: its own cards, and cards it saw enter the hands of others (C)."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.errors import Code, IllegalAction
from engine.intents import duty_done
from engine.knowledge import SeenPack, first_knowledge, publish, with_pack, witness
from engine.terms import Age
from tests.builders import GIMLE, A, B, C, Game, face, faces, seat, table
from tests.game import new_table
from tests.playing import call, fight, lay, pass_all

HOLDER = first_knowledge(A, 3)


def test_at_first_nobody_knows_anything() -> None:
    assert (HOLDER.hand, HOLDER.pack, HOLDER.laid) == ((), (), None)
    assert HOLDER.returned == ((), (), ())


def test_a_face_that_is_not_held_cannot_be_published() -> None:
    game = table(A=seat(hand="troll quest-alfheim"))
    known = game.knowledge[A]
    for intent in (
        act.Commit(A, face("quest-manheim")),
        act.Lay(A, face("tyrs-bash")),
        act.Keep(A, face("tyrs-bash")),
        act.Upgrade(A, face("valkyrie"), None),
        act.AddLate(A, face("heimdalls-eye")),
        act.Pick(A, faces("troll")),
    ):
        with pytest.raises(IllegalAction) as error:
            publish(intent, known)
        assert error.value.refusal.code is Code.NOT_IN_HAND


def test_an_empty_pick_is_refused() -> None:
    with pytest.raises(IllegalAction) as error:
        publish(act.Pick(A, ()), with_pack(HOLDER, faces("troll tyrs-bash")))
    assert error.value.refusal.code is Code.WRONG_COUNT


def test_hidden_answers_are_published_without_their_face() -> None:
    game = table(A=seat(hand="troll quest-alfheim"))
    known = game.knowledge[A]
    assert publish(act.Commit(A, face("quest-alfheim")), known)[0] == act.Committed(A)
    assert publish(act.Lay(A, face("troll")), known)[0] == act.Laid(A)
    assert publish(act.Keep(A, face("troll")), known)[0] == act.Kept(A, kept=True)
    assert publish(act.Keep(A, None), known)[0] == act.Kept(A, kept=False)
    picking = with_pack(HOLDER, faces("troll tyrs-bash"))
    assert publish(act.Pick(A, faces("troll")), picking)[0] == act.Picked(A)


def test_open_answers_are_published_as_they_are() -> None:
    known = table(A=seat(hand="troll")).knowledge[A]
    upgrade = act.Upgrade(A, face("troll"), None)
    assert publish(upgrade, known) == (upgrade, known)
    assert publish(act.Pass(A), known) == (act.Pass(A), known)


def test_a_committed_card_leaves_the_hand_and_keeps_its_place() -> None:
    game = table(A=seat(hand="quest-manheim quest-alfheim troll"), players=2)
    game.play("A quest quest-manheim", "B pass", "A quest quest-alfheim")
    assert game.knowledge[A].quests == faces("quest-manheim quest-alfheim")
    assert game.hand(A) == ("troll",)


def test_a_pick_is_remembered_with_the_pack_it_came_from() -> None:
    game = new_table(2).begin_age(
        "troll tyrs-bash tyrs-smash odins-smite quest-alfheim friggas-charm thors-glory "
        "lokis-domain",
        "quest-manheim quest-jotunheim tyrs-smite thors-hammer heimdalls-sight friggas-grace "
        "lokis-trickery quest-glorious-death",
    )
    first, second = game.knowledge[A].pack, game.knowledge[B].pack
    game.play(act.Pick(A, first[:2]), act.Pick(B, second[:2]))
    game.play(act.Pick(A, game.knowledge[A].pack[:2]))
    assert game.knowledge[A].seen == (
        SeenPack(Age.ONE, 1, first, first[:2]),
        SeenPack(Age.ONE, 2, second[2:], second[2:4]),
    )
    assert game.knowledge[A].picks == tuple(sorted((*first[:2], *second[2:4])))


def lost_with_two_cards() -> Game:
    game = table(
        A=seat(gimle="LWW", hand="tyrs-smite"),
        B=seat(gimle="W", hand="tyrs-bash heimdalls-eye quest-alfheim"),
        C=seat(hand="troll"),
        age=2,
    )
    lay(call(game, GIMLE), A="tyrs-smite", B="tyrs-bash").play("B late heimdalls-eye", "B decline")
    return game


def test_cards_that_go_back_to_a_hand_in_the_open_are_remembered_by_all() -> None:
    game = lost_with_two_cards()
    back = (face("heimdalls-eye", 2), face("tyrs-bash"))
    assert game.knowledge[A].returned[B] == back
    assert game.knowledge[C].returned[B] == back
    assert game.knowledge[B].returned[B] == ()
    assert set(back) <= set(game.knowledge[B].hand)


def test_a_remembered_card_is_forgotten_when_it_is_shown_again() -> None:
    game = table(
        A=seat(gimle="L", hand="thors-hammer tyrs-smite"),
        B=seat(gimle="L", hand="tyrs-bash"),
        C=seat(gimle="W", hand="tyrs-rage"),
        players=3,
    )
    fight(game, GIMLE, A="thors-hammer", B="tyrs-bash", C="tyrs-rage")
    assert game.knowledge[A].returned[B] == faces("tyrs-bash")
    game.play("B invade warrior gimle", "C pillage gimle")
    lay(game, B="tyrs-bash")
    assert game.knowledge[A].returned[B] == ()
    assert game.hand(B) == ()


def test_a_remembered_card_played_as_an_upgrade_is_forgotten() -> None:
    game = table(A=seat(gimle="LWW", hand="tyrs-smite"), B=seat(gimle="W", hand="troll"), players=2)
    fight(game, GIMLE, A="tyrs-smite", B="troll")
    assert game.knowledge[A].returned[B] == faces("troll")
    game.play("B upgrade troll")
    assert game.knowledge[A].returned[B] == ()


def test_poisoned_cards_are_remembered_in_the_hand_of_the_taker() -> None:
    game = table(
        A=seat(gimle="LWW", hand="tyrs-smite"),
        B=seat(gimle="W", hand="lokis-poison"),
        C=seat(),
    )
    fight(game, GIMLE, A="tyrs-smite", B="lokis-poison")
    assert game.knowledge[C].returned[B] == tuple(sorted(faces("lokis-poison tyrs-smite")))
    assert game.hand(B) == ("lokis-poison", "tyrs-smite")


def test_a_remembered_card_opened_as_a_quest_is_forgotten() -> None:
    game = table(
        A=seat(gimle="LWW", hand="tyrs-smite troll"),
        B=seat(gimle="W", hand="quest-alfheim"),
        players=2,
    )
    fight(game, GIMLE, A="tyrs-smite", B="quest-alfheim")
    game.play("B quest quest-alfheim", "A pass", "B pass")
    assert game.knowledge[A].returned[B] == faces("quest-alfheim")
    game.play(act.Keep(A, None))
    assert game.knowledge[A].returned[B] == ()


def test_after_the_discard_phase_nothing_is_remembered_of_hands() -> None:
    game = pass_all(lost_with_two_cards())
    game.play(act.Keep(B, face("tyrs-bash")), act.Keep(C, None))
    assert game.knowledge[A].returned == ((),) * 4
    assert game.knowledge[B].kept == faces("tyrs-bash")
    assert game.knowledge[B].hand == ()


def test_a_duty_is_done_with_what_lies_face_down() -> None:
    game = table(A=seat(gimle="L", hand="troll", quests="quest-alfheim"), B=seat(gimle="L"))
    game.duties = False
    call(game, GIMLE).play("A card troll")
    due = game.due()
    assert isinstance(due, ask.OpenCardDuty)
    assert game.knowledge[A].laid == face("troll")
    assert duty_done(game.knowledge[A], due) == act.OpenCard(A, face("troll"))
    with pytest.raises(IllegalAction):
        duty_done(game.knowledge[B], due)
    quests = duty_done(game.knowledge[A], ask.OpenQuestsDuty(A, 1))
    assert quests == act.OpenQuests(A, faces("quest-alfheim"))


def test_a_lost_battle_card_is_no_longer_laid() -> None:
    game = table(A=seat(gimle="L", hand="troll"), B=seat(gimle="L"))
    game.duties = False
    call(game, GIMLE).play("A card troll", act.Absent(A))
    assert game.knowledge[A].laid is None


def test_a_story_about_others_leaves_the_seats_own_cards_alone() -> None:
    game = table(A=seat(hand="troll"), B=seat(hand="tyrs-bash"))
    game.play("A upgrade troll", "A skip")
    assert game.hand(B) == ("tyrs-bash",)
    assert witness(game.knowledge[B], ()) == game.knowledge[B]
