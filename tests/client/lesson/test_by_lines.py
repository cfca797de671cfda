"""The whole lesson line by line, as a screen reader reads it."""

import re
from contextlib import suppress

from client.lesson.lesson_table import LessonTable
from client.lesson.script import DEEDS, RIVAL, RIVALS_ANSWERS, lesson_game
from client.lesson.steps import TASKS
from client.lesson.teacher import Teacher
from client.plain.console import PROMPT, PromptedConsole
from client.plain.narrator import Left
from client.plain.table_loop import LoopWithBots, game_of
from client.presenter.hints import Hints
from client.storage.lesson_progress import LessonProgress
from client.tables import PlayedAction
from engine import actions as act

_NEXT = re.compile(r"Lesson: type (.*)\.")


class Learner:
    """A person who types some lines first, and then what the lesson says."""

    def __init__(self, *first: str) -> None:
        self.printed: list[str] = []
        self._first = list(first)
        self._answers: list[str] = []
        self.console = PromptedConsole(self.read, self._show, echoes=True)
        self.teacher = Teacher(LessonProgress())
        self.hints = Hints()
        self.table = LessonTable(lesson_game(), self.teacher)

    def _show(self, text: str) -> None:
        if text != PROMPT:
            self.printed += text.removesuffix("\n").split("\n")

    def read(self) -> str:
        if not self.teacher.is_on and not self._first:
            return ""
        if self._first:
            return self._first.pop(0) + "\n"
        if not self._answers:
            last = next(line for line in reversed(self.printed) if line.startswith("Lesson: "))
            found = _NEXT.match(last)
            self._answers = found[1].split(", ") if found else ["1"]
        return self._answers.pop(0) + "\n"

    def learn(self) -> str:
        """Learn until the lesson is over or left; return what was printed."""
        self.table.settle()
        lines = game_of(self.table, self.console, self.hints)
        lines.teach(self.teacher)
        with suppress(Left):
            LoopWithBots(lines, self.console).play()
        return "\n".join(self.printed)


def test_the_whole_lesson_is_played_by_lines() -> None:
    learner = Learner()
    text = learner.learn()
    assert learner.teacher.is_over
    flat = " ".join(text.split())
    for task in TASKS:
        assert task.goal in flat
        assert task.why in flat
    gains = text.split("Lesson: type l glory.")[1]
    assert all(f"+{gain} Glory" in gains or f"{gain} Glory" in gains for gain in (3, 5, 2, 4))
    assert "you can now finish a game against bots" in flat
    assert "Hint:" not in text.split("you can now finish")[0]


def test_a_wrong_line_is_refused_and_the_question_asked_again() -> None:
    text = Learner("b", "1", "1", "1", "1", "lesson off").learn()
    assert "Not now. Invade Andlang with your Leader." in text
    assert "You play on without the lesson" in text


def test_the_present_step_is_said_again_on_demand() -> None:
    text = Learner("lesson", "lesson off").learn()
    assert text.count("Lesson 1/12: Read the map.") == 2


def test_hints_rest_during_the_lesson_and_are_kept_as_they_were() -> None:
    learner = Learner("hints", "lesson off")
    text = learner.learn()
    assert "The lesson explains the game; hints come back after it." in text
    assert learner.hints.wanted
    assert learner.hints.on


def test_after_lesson_off_the_bot_answers_as_its_level_does() -> None:
    learner = Learner("lesson off")
    learner.learn()
    deed = DEEDS[0]
    assert deed is not None
    learner.table.submit(deed)
    while learner.table.owed is None:
        assert learner.table.advance()
    answers = [event.action for event in learner.table.events() if isinstance(event, PlayedAction)]
    assert RIVALS_ANSWERS[4] not in answers
    assert any(isinstance(answer, act.Invade) and answer.seat == RIVAL for answer in answers)
