from __future__ import annotations

from typing import get_args

from client.text.names import names_of
from client.text.note_sentences import note_line
from client.text.questions import doing, question, waiting
from engine import decisions as ask
from engine.figures import Figures
from engine.story import DeclineNote, NothingNote
from engine.terms import Age, CardId, Cause, Deity, Origin, Place, Slot, Stat
from tests.builders import A, B, face, table

CARD = CardId("thors-oath")
DECISIONS: tuple[ask.Decision, ...] = (
    ask.ClanDecision(A),
    ask.PickDecision(A, 1),
    ask.TurnDecision(A),
    ask.FreeInvadeDecision(A, Slot.MONSTER, CardId("troll")),
    ask.SuccorDecision(A, Place.GIMLE),
    ask.DomainDecision(A, Place.GIMLE),
    ask.JoinDecision(A, Place.GIMLE),
    ask.CardDecision(A, Place.GIMLE),
    ask.QuestCountsDecision(A, (0, 3)),
    ask.TideDecision(A, Place.GIMLE),
    ask.LateDecision(A, Place.GIMLE),
    ask.RetreatDecision(A, Place.GIMLE, Cause.BATTLE),
    ask.ProtectDecision(A, ((Place.GIMLE, Figures(warriors=2)),), Cause.BATTLE),
    ask.StatDecision(A, (Stat.RAGE, Stat.AXES), CARD),
    ask.ProwessDecision(A, (face("thors-oath", 2),)),
    ask.HammersDecision(A, Place.GIMLE),
    ask.BlessingDecision(A, Place.GIMLE),
    ask.KeepDecision(A),
    ask.BoxDecision(A, CardId("dark-elf"), (Origin.RESERVE, Place.GIMLE)),
    ask.MysticRetreatDecision(A, Place.GIMLE, Cause.BATTLE),
    ask.GodMoveDecision(A, Place.GIMLE, Deity.TYR),
    ask.OpenPlayDecision(A, Place.GIMLE),
)
DUTIES: tuple[ask.Duty, ...] = (
    ask.OpenCardDuty(A),
    ask.OpenQuestsDuty(A, 2),
    ask.BeginAgeDuty(Age.TWO, 1),
    ask.PlaceGodsDuty(Age.TWO),
)


_TEXTS_WITHOUT_DEEDS = ("odins-smite", "heimdalls-watch")


def test_every_decision_has_its_question() -> None:
    assert {type(one) for one in DECISIONS} == set(get_args(ask.Decision))
    questions = {question(one) for one in DECISIONS}
    assert len(questions) == len(DECISIONS)
    assert all(text.endswith("?") for text in questions)


def test_questions_name_their_offers() -> None:
    assert question(ask.SuccorDecision(A, Place.GIMLE)) == (
        "Frigga's Succor: send a Warrior along to Gimle?"
    )


def test_everything_owed_has_a_waiting_sentence() -> None:
    names = names_of(table().state, ("Astrid", "Bo", "", ""))
    for one in (*DECISIONS, *DUTIES):
        assert doing(one)
    assert waiting((ask.CardDecision(B, Place.GIMLE),), names) == "Waiting for Bo (battle card)"
    assert waiting((ask.PickDecision(A, 1), ask.PickDecision(B, 1)), names) == (
        "Waiting for Astrid and Bo (pick)"
    )
    assert waiting((), names) == "Nobody has to answer."


def test_every_offer_has_a_line_for_no() -> None:
    names = names_of(table().state)
    for one in DECISIONS:
        assert note_line(DeclineNote(A, one), names).full.endswith(".")


def test_a_watch_that_pays_nothing_still_takes_effect_since_it_discards_all_cards() -> None:
    names = names_of(table().state)
    told = [note_line(NothingNote(A, CardId(card)), names).full for card in _TEXTS_WITHOUT_DEEDS]
    assert [line.split(") ")[1] for line in told] == ["has no effect.", "takes effect."]
