"""Answers to questions other than the turn: refusals and their reasons."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.actions import Action
from engine.errors import Code, IllegalAction
from engine.legal import refusal
from engine.play import apply, illegal, owed, owed_by
from engine.terms import SHIP, WARRIOR, ClanName, Seat, Slot, Stat
from tests.builders import (
    ANDLANG,
    GIMLE,
    HORGR,
    UTGARD,
    A,
    B,
    C,
    face,
    figures,
    seat,
    table,
)
from tests.game import new_table
from tests.playing import asked, call, code, lay


def test_a_refusal_names_seat_place_card_and_amounts() -> None:
    game = table(A=seat(rage=1, hand="fire-giant"), B=seat(utgard="WW"), C=seat(utgard="W"))
    price = game.refuses("A upgrade fire-giant")
    assert price is not None
    assert (price.seat, price.need, price.have) == (A, 4, 1)
    room = game.refuses("A invade warrior utgard")
    assert room is not None
    assert (room.code, room.place, room.need, room.have) == (Code.NO_ROOM, UTGARD, 1, 0)
    card = game.refuses("A repillage gimle")
    assert card is not None
    assert (card.code, card.card) == (Code.NEEDS_CARD, "tyrs-challenge")


def test_apply_raises_what_illegal_says_and_its_text_is_the_code() -> None:
    game = table()
    with pytest.raises(IllegalAction, match="needs-card") as error:
        apply(game.state, act.InvadeFromValhalla(A, WARRIOR, GIMLE))
    assert error.value.refusal == illegal(game.state, act.InvadeFromValhalla(A, WARRIOR, GIMLE))


def test_a_seat_owes_one_thing_at_a_time_and_others_nothing() -> None:
    game = table()
    assert owed(game.state) == (ask.TurnDecision(A),)
    assert owed_by(game.state, A) == ask.TurnDecision(A)
    assert owed_by(game.state, B) is None


def test_the_table_owes_the_start_of_an_age_and_no_seat_does() -> None:
    game = new_table(2)
    assert [due.word for due in owed(game.state)] == ["begin-age"]
    assert owed_by(game.state, A) is None
    assert code(game, act.Pass(A)) == "not-owed"


def test_every_seat_must_exist() -> None:
    game = table(players=2)
    for one in (-1, 2, 5):
        assert code(game, act.Pass(Seat(one))) == "no-such-seat"


def test_i15_a_figure_that_is_not_in_the_reserve_cannot_take_the_free_invade() -> None:
    game = table(A=seat(gimle="L", upgrades="mountain-giant", hand="lord-of-axes")).play(
        "A upgrade lord-of-axes"
    )
    assert code(game, "A free-invade leader horgr") == "not-in-reserve"
    assert code(game, "A free-invade mountain-giant horgr") is None
    assert code(game, "A decline") == "not-your-answer"


def test_i26_only_cards_on_offer_can_be_kept_each_once_and_in_order() -> None:
    game = table(
        A=seat(gimle="LW", upgrades="tyrs-prowess", hand="tyrs-bash@1 heimdalls-eye"),
        B=seat(gimle="W", hand="troll"),
        age=2,
    )
    lay(call(game, GIMLE), A="tyrs-bash", B="troll").play("A late heimdalls-eye")
    assert asked(game, A) is ask.ProwessDecision
    eye, bash = face("heimdalls-eye", 2), face("tyrs-bash")
    tries = {
        (): "wrong-count",
        (bash, eye): "wrong-count",
        (eye, eye): "not-offered",
        (face("troll"),): "not-offered",
        (eye, bash): None,
    }
    for faces, why in tries.items():
        assert code(game, act.KeepPlayed(A, faces)) == why


def test_i1_a_clan_that_is_taken_is_refused() -> None:
    state = new_table(3).state
    taken = refusal(state, ask.ClanDecision(A), act.ChooseClan(A, ClanName.WOLF))
    assert taken is not None
    assert taken.code is Code.CLAN_TAKEN
    assert refusal(state, ask.ClanDecision(A), act.ChooseClan(A, ClanName.RAM)) is None


WRONG_ANSWERS: tuple[Action, ...] = (
    act.Pass(A),
    act.Skip(A),
    act.SendSuccor(A),
    act.PillageAtOnce(A),
    act.Retreat(A),
    act.SendBlessing(A),
    act.Picked(A),
    act.Committed(A),
    act.Laid(A),
    act.Kept(A, kept=False),
    act.OpenCard(A, face("troll")),
    act.OpenQuests(A, ()),
    act.Invade(A, WARRIOR, HORGR),
    act.InvadeFree(A, WARRIOR, HORGR),
    act.InvadeFromValhalla(A, WARRIOR, HORGR),
    act.March(A, GIMLE, HORGR, figures("W")),
    act.Upgrade(A, face("troll"), None),
    act.Pillage(A, GIMLE),
    act.Repillage(A, GIMLE),
    act.Sacrifice(A, ((GIMLE, WARRIOR), (GIMLE, WARRIOR))),
    act.QuestCounts(A, 3),
    act.TideKeep(A, SHIP),
    act.AddLate(A, face("heimdalls-eye", 2)),
    act.Protect(A, ((GIMLE, figures("W")),)),
    act.RaiseStatBy(A, Stat.RAGE),
    act.KeepPlayed(A, (face("troll"),)),
    act.WalkOn(A, WARRIOR, ANDLANG),
    act.BoxFrom(A, GIMLE),
    act.ChooseClan(A, ClanName.RAM),
)


@pytest.mark.parametrize("action", WRONG_ANSWERS, ids=lambda action: action.word)
def test_an_answer_to_another_question_is_refused(action: Action) -> None:
    game = table(A=seat(andlang="W", hand="troll"), C=seat(gimle="W", hand="troll"), turn=C)
    game.play("C pillage gimle")
    assert asked(game, A) is ask.JoinDecision
    assert code(game, action) == "not-your-answer"


@pytest.mark.parametrize(
    "question",
    [
        ask.SuccorDecision(A, GIMLE),
        ask.DomainDecision(A, GIMLE),
        ask.CardDecision(A, GIMLE),
        ask.BlessingDecision(A, GIMLE),
        ask.KeepDecision(A),
        ask.LateDecision(A, GIMLE),
        ask.StatDecision(A, (Stat.RAGE, Stat.AXES), face("thors-oath").card),
        ask.FreeInvadeDecision(A, Slot.MONSTER, face("troll").card),
    ],
)
def test_a_join_answers_nothing_but_a_call(question: ask.Decision) -> None:
    state = table(A=seat(andlang="W")).state
    why = refusal(state, question, act.Join(A, ANDLANG, WARRIOR))
    assert why is not None
    assert why.code is Code.NOT_YOUR_ANSWER


def test_a_question_that_must_be_answered_cannot_be_declined() -> None:
    state = table().state
    for question in (
        ask.TurnDecision(A),
        ask.CardDecision(A, GIMLE),
        ask.TideDecision(A, GIMLE),
        ask.QuestCountsDecision(A, (0, 3)),
        ask.KeepDecision(A),
        ask.BoxDecision(A, face("troll").card, (GIMLE, HORGR)),
        ask.OpenCardDuty(A),
    ):
        assert refusal(state, question, act.Decline(A)) is not None


def test_refused_actions_leave_the_game_as_it_was() -> None:
    game = table(A=seat(gimle="W"), B=seat(gimle="W"))
    before = game.state
    for action in (act.Pillage(B, GIMLE), act.Invade(C, WARRIOR, GIMLE), act.Laid(A)):
        with pytest.raises(IllegalAction):
            game.play(action)
    assert game.state == before
    assert game.actions == []
