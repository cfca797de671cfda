"""Sentences about what happened at a table: who is away and why, what is void, who leads."""

from __future__ import annotations

from client.presenter.statuses import absence_sentence, silence_sentence, standstill_sentence
from client.tables.incidents import Undone
from client.tables.waiting import Silence
from client.text.absences import AbsentSeat, absent_sentences
from engine.terms import Seat
from protocol.game.events import WentAway

NAMES = ("Astrid", "Bo", "Cyra", "Dag")


def test_each_kind_of_absence_has_a_sentence_of_its_own() -> None:
    gone = WentAway(41, (1, 2, 3), faulty=(1,), contradicting=(2,))
    told = absence_sentence(gone, NAMES, 0)
    assert "Bo: away for good" in told
    assert "Cyra: away for a contradiction; may come back." in told
    assert "Dag: away; the rules answer instead." in told


def test_the_person_here_is_told_whether_it_may_come_back() -> None:
    assert "for good" in absence_sentence(WentAway(41, (0,), faulty=(0,)), NAMES, 0)
    accident = WentAway(41, (0,), faulty=(), contradicting=(0,))
    assert "asks to rejoin automatically" in absence_sentence(accident, NAMES, 0)
    seat = Seat(0)
    (told,) = absent_sentences(AbsentSeat(seat, 5, for_good=True), seat)
    assert told.startswith("You are out for good")


def test_undone_actions_are_counted_with_the_reason() -> None:
    late = absence_sentence(Undone(41, 1, ()), NAMES, 0)
    assert late == "Back to step 41: 1 action is void. The others had continued differently."
    lie = absence_sentence(Undone(41, 3, (1, 2)), NAMES, 0)
    assert lie.startswith("Back to step 41: 3 actions are void. Bo and Cyra: a different history")


def test_the_leader_is_named_once_enough_agree() -> None:
    others = ("Bo", "Cyra")
    silence = Silence(
        ("Dag",), 130.0, others, agrees=True, needed=3, may_agree=False, possible=True, leader="Bo"
    )
    told = silence_sentence(silence)
    assert "Those are enough. Bo has to close the step;" in told
    assert standstill_sentence("Bo").startswith("The table decides how it goes on. Bo has to")
