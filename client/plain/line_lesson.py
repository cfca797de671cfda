"""The lesson line by line: the present task, and the number that leads on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.lesson.steps import (
    TASKS,
    LookAt,
    Task,
    farewell,
    left_sentence,
    lesson_title,
    opening,
)
from client.lesson.teacher import Teacher
from client.plain.narrator import offered
from client.prompts.walk import Walk
from client.text.catalogue import say
from client.text.wrapping import paragraph
from client.ui.view import Question, Spot
from engine.actions import Intent

_COMMANDS: Final = {LookAt.MAP: "b", LookAt.REWARD: "c", LookAt.GLORY: "l glory"}
"""The command that shows what a task asks to look at."""


class LineLesson:
    """Tells a learner what to do and why; a task is told in full once."""

    def __init__(self, teacher: Teacher, write: Callable[[str], None]) -> None:
        """Begin with a teacher; `write` prints a line."""
        self._teacher = teacher
        self._write = write
        self._told: Task | None = None
        self._again: tuple[Walk, Question] | None = None

    def refusal(self, intent: Intent) -> str:
        """Return why an answer would leave the lesson, "" if it does not."""
        task = self._teacher.task
        if task is None or self._teacher.accepts(intent):
            return ""
        return say("Not now. {goal} (`lesson off` leaves the lesson.)", goal=task.goal)

    def tell(self, walk: Walk, here: Question) -> None:
        """Tell the task if it is new, and how it goes on from the present question."""
        self._again = walk, here
        task = self._teacher.task
        if task is None:
            return
        if task is not self._told:
            self._told = task
            title = lesson_title(task)
            if task is TASKS[0]:
                self._write(paragraph(opening()))
            self._write(paragraph(f"{title}. {task.goal} {task.why}"))
        self._write(paragraph(self._following(task, walk, here)))

    def command(self, word: str, rest: str) -> bool:
        """Handle a command about the lesson; return whether it was one."""
        if word != "lesson" or not self._teacher.is_on:
            return False
        if rest == "off":
            self._teacher.leave()
            self._write(left_sentence())
        elif self._again is not None:
            self._told = None
            self.tell(*self._again)
        return True

    def looked(self, line: str) -> None:
        """Count a look at what the task asks for; the last one ends the lesson."""
        task = self._teacher.task
        if task is None or task.look is None or _COMMANDS[task.look] != line:
            return
        self._teacher.looked(task.look)
        if self._teacher.is_over:
            self._write(paragraph(farewell()))
        elif self._again is not None:
            self.tell(*self._again)

    def _following(self, task: Task, walk: Walk, here: Question) -> str:
        if task.look is not None:
            return say("Lesson: type {answer}.", answer=_COMMANDS[task.look])
        if self._teacher.deed is None:
            return say("Lesson: choose any.")
        found = self._teacher.ahead(walk)
        if found is None:
            return say("Lesson: this leads elsewhere; 0 goes back.")
        if here.spot is Spot.GROUP:
            counts = ", ".join(map(str, self._teacher.counts(walk)))
            return say("Lesson: type {answer}.", answer=counts)
        wanted = here.items[found.item]
        number = next(number for number, item in offered(here) if item == wanted)
        return say("Lesson: type {answer}.", answer=number)
