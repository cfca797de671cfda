"""The game of the lesson: the same on every machine, and taught to its end."""

import os
from pathlib import Path

from client.lesson.script import DEEDS, PROLOGUE, deeds_given
from client.lesson.steps import TASKS
from engine import actions as act
from engine.notation import write_move
from engine.terms import ClanName, Phase, Seat
from protocol.wire.codec import state_digest
from tests.client.lesson.lessons import Lesson

GOLDEN = Path(__file__).parent / "goldens" / "lesson.txt"


def test_the_lesson_is_the_same_game_on_every_machine() -> None:
    lesson = Lesson()
    lines = []
    while (task := lesson.teacher.task) is not None:
        seen = len(lesson.events)
        lines.append(f"{task.step} {task.word}")
        lesson.step()
        lines += [f"    {write_move(event.action)}" for event in lesson.events[seen:]]
    text = "\n".join((*lines, state_digest(lesson.table.state))) + "\n"
    if os.environ.get("BLOODRAGE_GOLDENS"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_each_task_that_is_no_look_is_a_deed_of_the_script() -> None:
    assert len(DEEDS) == sum(task.look is None for task in TASKS)


def test_the_reasons_name_the_glory_that_was_really_gained() -> None:
    lesson = Lesson()
    while lesson.teacher.task is not None:
        lesson.step()
    glory = [clan.glory for clan in lesson.table.state.clans]
    assert glory[lesson.table.seat] == 3 + 5 + 6 + 4


def test_answers_are_counted_as_deeds_after_the_prologue() -> None:
    assert deeds_given(PROLOGUE) == 0
    assert deeds_given((*PROLOGUE, DEEDS[0] or PROLOGUE[0])) == 1


def test_an_answer_beside_the_script_is_no_lesson() -> None:
    assert deeds_given((act.ChooseClan(Seat(0), ClanName.WOLF),)) is None


def test_the_game_goes_on_after_the_lesson() -> None:
    lesson = Lesson()
    while lesson.teacher.task is not None:
        lesson.step()
    for _ in range(4):
        lesson.table.submit(lesson.table.answers[0])
        lesson.ask()
    assert lesson.table.state.phase is Phase.ACTION
