"""A lesson at its table, led to any of its tasks."""

from __future__ import annotations

from dataclasses import dataclass, field

from client.lesson.lesson_table import LessonTable
from client.lesson.script import lesson_game
from client.lesson.teacher import Teacher
from client.prompts.nodes import decision_context
from client.prompts.walk import Walk, begin
from client.storage.lesson_progress import LessonProgress
from client.tables import PlayedAction
from client.text.names import names_of
from engine.actions import Intent


@dataclass
class Lesson:
    """A lesson without a screen; `events` is the whole game so far."""

    progress: LessonProgress = field(default_factory=LessonProgress)
    events: list[PlayedAction] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.teacher = Teacher(self.progress)
        self.table = LessonTable(lesson_game(), self.teacher)
        self.table.settle()
        self._hear()

    def _hear(self) -> None:
        self.events += [one for one in self.table.events() if isinstance(one, PlayedAction)]

    def ask(self) -> None:
        """Let the bot play until the learner is asked."""
        while self.table.owed is None:
            assert self.table.advance()
        self._hear()

    @property
    def answer(self) -> Intent:
        """The answer the lesson wants now, or the first of those it accepts."""
        return self.teacher.deed or self.table.answers[0]

    def step(self) -> None:
        """Do the present task, and go on to the next."""
        task = self.teacher.task
        assert task is not None
        if task.look is not None:
            self.teacher.looked(task.look)
        else:
            self.table.submit(self.answer)
        self.ask()

    @property
    def walk(self) -> Walk:
        """The first question of the present decision."""
        table = self.table
        assert table.owed is not None
        names = names_of(table.state, table.names, table.seat)
        return begin(decision_context(table.state, table.knowledge, table.owed, names))
