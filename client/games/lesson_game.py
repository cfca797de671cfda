"""The lesson on the screen: a game against a bot, and the teacher beside it."""

from __future__ import annotations

from pathlib import Path

from client.controller.requests import Pressed, Request
from client.controller.viewer import ViewOptions
from client.games.bot_game import BotGame, Opened, keep_beginning, resume
from client.lesson.lesson_table import LessonTable
from client.lesson.script import BOT_SIGNER, RIVALS_ANSWERS, deeds_given, lesson_game
from client.lesson.steps import TASKS, LookAt, Task, left_sentence, opening
from client.lesson.teacher import Teacher
from client.presenter import overlays
from client.presenter.preferences import Preferences
from client.prompts.nodes import Take
from client.prompts.walk import Walk
from client.screens.lesson import has_box
from client.storage import journal_file
from client.storage.game_directory import find
from client.storage.lesson_progress import LessonProgress
from client.storage.saved_games import SavedGame, SaveError
from client.tables.own_table import PERSON
from client.tables.signers_table import Runner
from client.ui.view import Overlay, OverlayKind
from engine.actions import Intent
from engine.values import Value, replace


class Learn(Value):
    """Begin the lesson, or continue it unless it is to begin `again`."""

    again: bool = False


def unfinished_lesson(directory: Path, progress: LessonProgress) -> SavedGame | None:
    """Return the game in which the lesson can be continued, None if there is none."""
    if progress.game is None:
        return None
    try:
        saved = find(directory, progress.game)
    except SaveError:
        return None
    if not isinstance(saved, SavedGame) or saved.game != lesson_game():
        return None
    rivals = zip(_answers_of(saved, BOT_SIGNER), RIVALS_ANSWERS, strict=False)
    is_as_written = all(given == asked for given, asked in rivals)
    return saved if is_as_written and deeds_given(_answers_of(saved, PERSON)) is not None else None


def _answers_of(saved: SavedGame, signer: int) -> tuple[Intent, ...]:
    return tuple(answer.intent for answer in saved.answers if answer.signer == signer)


def open_lesson(wish: Learn, directory: Path, runner: Runner | None = None) -> Opened:
    """Open the lesson where it was left, or a new one.

    Raises:
        SaveError: it cannot be saved, or not be resumed.
    """
    progress = LessonProgress.kept(directory)
    saved = None if wish.again else unfinished_lesson(directory, progress)
    if saved is not None:
        return _continued(saved, progress, runner)
    file = journal_file.create_game(directory)
    progress.begin(file.number)
    teacher = Teacher(progress)
    table = LessonTable(lesson_game(), teacher, file, runner)
    keep_beginning(file, table)
    return Opened(table, file, teacher=teacher)


def open_again(saved: SavedGame, directory: Path, runner: Runner | None = None) -> Opened:
    """Open a saved game against bots; the lesson goes on if it was left in this game.

    Raises:
        SaveError: it cannot be resumed.
    """
    progress = LessonProgress.kept(directory)
    lesson = unfinished_lesson(directory, progress)
    if lesson is None or lesson.path != saved.path:
        return resume(saved, runner)
    return _continued(lesson, progress, runner)


def _continued(saved: SavedGame, progress: LessonProgress, runner: Runner | None) -> Opened:
    teacher = Teacher(progress, _answers_of(saved, PERSON))
    opened = resume(saved, runner, lambda game, file, work: LessonTable(game, teacher, file, work))
    return replace(opened, teacher=teacher)


class LessonGame(BotGame):
    """One game that begins as a lesson."""

    def __init__(self, opened: Opened, teacher: Teacher, preferences: Preferences) -> None:
        """Sit down at a settled table."""
        super().__init__(opened, preferences)
        self._teacher = teacher
        self._opened_look: LookAt | None = None
        self._shown: Task | None = None
        self._looked_at: tuple[Task, Walk, ViewOptions] | None = None
        self.model.teach(teacher)
        if teacher.is_at_beginning:
            self.model.shown.story.take_missed()

    def step(self, now: float) -> float:
        """Let things happen up to `now`; return the seconds until there is more to do."""
        wait = super().step(now)
        self._watch_looks()
        self._show_task(now)
        return wait

    def press(self, key: str, now: float) -> Pressed:
        """Handle a key; one that closes what was to be looked at counts."""
        pressed = super().press(key, now)
        self._watch_looks()
        return pressed

    def fulfil(self, request: Request) -> None:
        """Do the present task for the learner, or leave the lesson."""
        if request is Request.SHOW_ME:
            self._do_it()
        elif request is Request.PLAY_ON:
            self._leave_lesson()

    def submit(self, take: Take) -> None:
        """Answer for the person, unless that leaves the lesson."""
        model = self.model
        refused = self._teacher.refusal(take.intent, model.preferences.keys)
        if refused and model.walk is not None:
            model.choose(replace(model.walk, reason=refused))
        else:
            super().submit(take)

    def _do_it(self) -> None:
        """Do the present task for the learner."""
        task, deed = self._teacher.task, self._teacher.deed
        if task is not None and task.look is not None:
            self._look_done(task.look)
        elif task is not None and self._table.answers:
            answer = self._table.answers[0] if deed is None else deed
            if answer in self._table.answers:
                self.submit(Take(answer))
            else:
                self._leave_lesson()

    def _watch_looks(self) -> None:
        """Count a look once it was opened and closed."""
        overlay = self.model.display.overlay
        if overlay is None and self._opened_look is not None:
            look, self._opened_look = self._opened_look, None
            self._look_done(look)
        elif overlay is not None:
            self._opened_look = self._look_of(overlay) or self._opened_look

    def _look_of(self, overlay: Overlay) -> LookAt | None:
        """Return the look that is wanted, if an overlay shows it."""
        task = self._teacher.task
        if task is None:
            return None
        match task.look, overlay.kind:
            case LookAt.MAP, OverlayKind.EXPLAIN if self.model.place_now is task.place:
                return task.look
            case (LookAt.REWARD, OverlayKind.CLANS) | (LookAt.GLORY, OverlayKind.LOG):
                return task.look
            case _:
                return None

    def _look_done(self, look: LookAt) -> None:
        self._teacher.looked(look)
        if self._teacher.is_over:
            self.model.display.open(overlays.lesson_over_overlay())

    def _leave_lesson(self) -> None:
        self._teacher.leave()
        self.model.display.notify(left_sentence())

    def _show_task(self, now: float) -> None:
        """Open a new task over screens that have no room for it beside the game."""
        task, display, walk = self._teacher.task, self.model.display, self.model.walk
        if task is None or task is self._shown or walk is None or display.overlay is not None:
            return
        looked_at = task, walk, display.options
        if looked_at == self._looked_at or not display.is_sized:
            return
        self._looked_at = looked_at
        view = self.model.view(0.0)
        if view.lesson is None:
            return
        begins = task is TASKS[0] and self._shown is None
        if begins or not has_box(view, *display.options.size):
            self._shown = task
            display.deafen(now + self.model.preferences.guard)
            told = opening() if begins else ""
            display.open(overlays.task_overlay(view.lesson, told))
