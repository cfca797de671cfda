"""The teacher: what is accepted, what is refused, how the lesson is left and continued."""

from pathlib import Path

import pytest

from client.lesson.guide import ahead
from client.lesson.script import DEEDS, LEARNER, PROLOGUE, RIVAL, RIVALS_ANSWERS
from client.lesson.steps import STEPS, TASKS, LookAt, lesson_heading
from client.lesson.teacher import Teacher
from client.prompts.nodes import Take
from client.prompts.walk import Walk, press
from client.screens.lesson import lesson_row
from client.settings.keymap import KeyMap
from client.storage.lesson_progress import LessonProgress
from client.text.catalogue import ENGLISH, LANGUAGES, speak
from client.ui.canvas import length, wrap
from client.ui.cells import columns_of
from engine import actions as act
from engine.actions import Intent
from engine.values import replace
from tests.client.lesson.lessons import Lesson

KEYS = KeyMap()
BOX = 19
"""Columns for text in the box over the log, on a screen of 80 columns."""


def _given(deeds: int) -> tuple[Intent, ...]:
    return (*PROLOGUE, *(deed for deed in DEEDS[:deeds] if deed is not None))


def test_every_task_refuses_all_other_answers_and_changes_nothing() -> None:
    lesson = Lesson()
    while (task := lesson.teacher.task) is not None:
        free = task.look is None and lesson.teacher.deed is None
        for answer in lesson.table.answers:
            wanted = free or answer == lesson.teacher.deed
            assert bool(lesson.teacher.refusal(answer, KEYS)) is not wanted
        assert lesson.teacher.task is task
        lesson.step()
    assert lesson.teacher.is_over


def _led(walk: Walk, deed: Intent) -> Intent:
    """Follow the pointer to an answer."""
    for _ in range(10):
        found = ahead(walk, deed)
        assert found is not None
        here = walk if found.is_ready else replace(walk, cursor=found.item)
        after = press(here, "enter" if found.count is None else str(found.count))
        if isinstance(after, Take):
            return after.intent
        assert after is not None
        walk = after
    raise AssertionError("the pointer leads in a circle")


def test_the_pointer_leads_from_every_question_to_the_deed() -> None:
    lesson = Lesson()
    while lesson.teacher.task is not None:
        deed = lesson.teacher.deed
        assert deed is None or _led(lesson.walk, deed) == deed
        lesson.step()


def test_a_choice_that_leads_elsewhere_is_told_before_it_is_refused() -> None:
    lesson = Lesson()
    lesson.step()
    elsewhere = press(lesson.walk, "x")
    assert elsewhere is not None
    assert not isinstance(elsewhere, Take)
    view = lesson.teacher.view(elsewhere, KEYS)
    assert view is not None
    assert view.following == "This leads elsewhere: Esc goes back."
    assert view.item is None


def test_only_the_look_that_is_wanted_counts() -> None:
    teacher = Teacher(LessonProgress(), _given(0))
    teacher.looked(LookAt.GLORY)
    assert teacher.task is TASKS[0]
    teacher.looked(LookAt.MAP)
    assert teacher.task is TASKS[1]


def test_after_leaving_everything_is_accepted() -> None:
    teacher = Teacher(LessonProgress(), _given(3))
    teacher.leave()
    assert teacher.task is None
    assert not teacher.refusal(PROLOGUE[0], KEYS)


@pytest.mark.parametrize("deeds", range(len(DEEDS) - 2))
def test_a_lesson_is_continued_at_the_deed_where_it_was_left(deeds: int) -> None:
    progress = LessonProgress()
    progress.look(LookAt.MAP)
    progress.look(LookAt.REWARD)
    assert Teacher(progress, _given(deeds)).deed == DEEDS[deeds]


def test_a_look_that_was_not_kept_is_not_asked_for_after_later_deeds() -> None:
    task = Teacher(LessonProgress(), _given(4)).task
    assert task is not None
    assert task.look is None


def test_progress_is_kept_in_a_file_beside_the_hints(tmp_path: Path) -> None:
    progress = LessonProgress.kept(tmp_path)
    assert progress.is_new
    progress.begin(7)
    progress.look(LookAt.MAP)
    again = LessonProgress.kept(tmp_path)
    assert (again.game, again.looked, again.is_new) == (7, frozenset({"map"}), False)
    again.complete()
    assert LessonProgress.kept(tmp_path).is_over
    assert LessonProgress.kept(tmp_path).game is None


def test_a_broken_file_of_progress_is_a_new_lesson(tmp_path: Path) -> None:
    (tmp_path / "lesson").write_bytes(b"game x\n\xff")
    assert LessonProgress.kept(tmp_path).game is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_texts_fit_on_the_smallest_screens(language: str) -> None:
    speak(language)
    try:
        for task in TASKS:
            assert columns_of(f" {task.why}") <= 80
            assert len(wrap(task.goal, BOX)) <= 3
            assert columns_of(lesson_heading(task)) <= BOX - 1
    finally:
        speak(ENGLISH)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_goal_fits_into_one_row_of_every_size(language: str) -> None:
    speak(language)
    try:
        lesson = Lesson()
        while lesson.teacher.task is not None:
            view = lesson.teacher.view(lesson.walk, KEYS)
            assert view is not None
            for width in (40, 60, 80):
                assert length(lesson_row(view, width)) <= width
            whole = "".join(text for _, text in lesson_row(view, 80))
            assert view.goal in whole
            lesson.step()
    finally:
        speak(ENGLISH)


def test_the_steps_are_twelve_in_order() -> None:
    assert sorted({task.step for task in TASKS}) == list(range(1, STEPS + 1))
    assert [task.step for task in TASKS] == sorted(task.step for task in TASKS)


def test_an_answer_beside_the_script_leaves_the_lesson() -> None:
    lesson = Lesson()
    lesson.step()
    lesson.table.submit(act.Pass(LEARNER))
    assert not lesson.teacher.is_on
    assert lesson.teacher.task is None


def test_the_bot_leaves_the_script_together_with_the_learner() -> None:
    lesson = Lesson()
    lesson.step()
    lesson.table.submit(lesson.answer)
    lesson.teacher.leave()
    seen = len(lesson.events)
    lesson.ask()
    answers = [event.action for event in lesson.events[seen:]]
    assert RIVALS_ANSWERS[4] not in answers
    assert any(isinstance(answer, act.Invade) and answer.seat == RIVAL for answer in answers)
