"""The lesson of one learner: the present task, what it accepts, and what to press next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.lesson.guide import Ahead, ahead, group_counts
from client.lesson.script import DEEDS, PROLOGUE, deeds_given
from client.lesson.steps import TASKS, LookAt, Task, lesson_heading, lesson_title
from client.prompts.walk import Walk
from client.settings.keymap import KeyMap
from client.storage.lesson_progress import LessonProgress
from client.text.catalogue import say
from client.text.names import place_key
from client.ui.view import Item, LessonView, Spot
from engine.actions import Intent
from engine.terms import Place

LESSON_KEY: Final = "L"
"""The key that opens the lesson."""


class Teacher:
    """The progress of one learner; every change is kept on the disk.

    Theory of operation: the answers of the script are the lesson. The table reports the learner's
    answers, the screen their looks; from both follows the present task. A refused answer changes
    nothing. Once the lesson is left or over, the teacher has nothing to say any more.
    """

    def __init__(self, progress: LessonProgress, answers: Sequence[Intent] = ()) -> None:
        """Continue after the learner's answers so far."""
        self._progress = progress
        self._given = len(answers)
        self._has_left = deeds_given(answers) is None
        self._is_over = False
        self._found: tuple[Walk, Intent, Ahead | None] | None = None

    @property
    def is_on(self) -> bool:
        """Whether the lesson goes on."""
        return not (self._has_left or self._is_over)

    @property
    def is_over(self) -> bool:
        """Whether the learner has just completed the last task."""
        return self._is_over

    @property
    def is_at_beginning(self) -> bool:
        """Whether the learner has not done anything yet."""
        return self._given <= len(PROLOGUE)

    @property
    def prologue(self) -> Intent | None:
        """The next answer that is given for the learner; None once the lesson has begun."""
        return PROLOGUE[self._given] if self.is_on and self._given < len(PROLOGUE) else None

    @property
    def _deeds(self) -> int:
        return max(0, self._given - len(PROLOGUE))

    @property
    def task(self) -> Task | None:
        """The present task; None if there is none, or not yet."""
        if not self.is_on or self.prologue is not None:
            return None
        deeds, looked = 0, self._progress.looked
        for task in TASKS:
            if task.look is None:
                deeds += 1
            done = task.look in looked if task.look is not None else deeds <= self._deeds
            if not done and (task.look is None or deeds == self._deeds):
                return task
        return None

    @property
    def deed(self) -> Intent | None:
        """The only answer that is accepted now; None if there are several, or none."""
        task = self.task
        if task is None or task.look is not None:
            return None
        return DEEDS[self._deeds]

    # ---------------------------------------------------------------- what happens

    def accepts(self, intent: Intent) -> bool:
        """Whether an answer belongs to the lesson; outside of one, any does."""
        task = self.task
        return task is None or (task.look is None and self.deed in (intent, None))

    def refusal(self, intent: Intent, keys: KeyMap) -> str:
        """Return why an answer would leave the lesson, "" if it does not."""
        task = self.task
        if task is None or self.accepts(intent):
            return ""
        return say(
            "Not now. {goal} (Esc goes back; {key} leaves the lesson.)",
            goal=task.goal,
            key=keys.shown(LESSON_KEY),
        )

    def answered(self, intent: Intent) -> None:
        """Note an answer of the learner; one beside the script leaves the lesson."""
        wanted = (*PROLOGUE, *DEEDS)[self._given :][:1]
        if wanted and wanted[0] not in (intent, None):
            self.leave()
        self._given += 1

    def looked(self, look: LookAt) -> None:
        """Note that the learner has looked at something; only the look that is wanted counts."""
        task = self.task
        if task is not None and task.look is look:
            self._progress.look(look)
            if task is TASKS[-1]:
                self._is_over = True
                self._progress.complete()

    def leave(self) -> None:
        """Leave the lesson for good: the game is an ordinary one."""
        if self.is_on:
            self._has_left = True
            self._progress.leave()

    # ---------------------------------------------------------------- what is shown

    def view(self, walk: Walk | None, keys: KeyMap) -> LessonView | None:
        """Return the present task for the screen, with the next key; None if nothing is asked."""
        task = self.task
        if task is None or walk is None:
            return None
        found = self.ahead(walk)
        place = task.place
        item = None if found is None or found.is_ready else found.item
        if item is not None and walk.fork.branches[item].item.place is not None:
            place = walk.fork.branches[item].item.place
        return LessonView(
            lesson_title(task),
            lesson_heading(task),
            task.goal,
            task.why,
            self._following(task, walk, keys),
            item,
            place,
        )

    def ahead(self, walk: Walk) -> Ahead | None:
        """Return the item that leads on; it is looked for once for each position."""
        deed = self.deed
        if deed is None:
            return None
        if self._found is None or self._found[:2] != (walk, deed):
            self._found = walk, deed, ahead(walk, deed)
        return self._found[2]

    def counts(self, walk: Walk) -> tuple[int, ...]:
        """Return the numbers of a group of figures that lead on; empty if none do."""
        return () if self.deed is None else group_counts(walk, self.deed)

    def _following(self, task: Task, walk: Walk, keys: KeyMap) -> str:
        """Say which key comes next."""
        if task.look is not None:
            return _look_sentence(task.look, task.place, keys)
        if self.deed is None and walk.fork.spot is Spot.CONFIRM:
            return say("Press Enter to do it.")
        if self.deed is None:
            return say("Choose: ↑ ↓, then Enter.")
        found = self.ahead(walk)
        if found is None:
            return say("This leads elsewhere: Esc goes back.")
        return _key_sentence(walk, found, keys)


def _look_sentence(look: LookAt, place: Place | None, keys: KeyMap) -> str:
    match look:
        case LookAt.MAP:
            assert place is not None
            key = place_key(place)
            return say(
                "Press {place}, then {explain}; Esc closes it.", place=key, explain=keys.shown("v")
            )
        case LookAt.REWARD:
            return say("Press {key}; Esc closes it.", key=keys.shown("c"))
        case LookAt.GLORY:
            # The log names Glory too; in the draft that runs then, g is the letter of a card.
            return say("Press {key}; Esc closes it.", key=keys.shown("l"))


def _key_sentence(walk: Walk, found: Ahead, keys: KeyMap) -> str:
    item = walk.fork.branches[found.item].item
    if found.is_ready:
        return say("Press Enter to go on.")
    if walk.fork.spot is Spot.CONFIRM:
        return say("Press Enter to do it.")
    if found.count is not None:
        return say(
            "{figure}: ← and → set the number to {count}.", figure=item.label, count=found.count
        )
    if walk.cursor == found.item:
        return say("Press Enter ({item}).", item=item.label)
    return say("Press {key} ({item}).", item=item.label, key=_key_of(item, keys))


def _key_of(item: Item, keys: KeyMap) -> str:
    """Return the key of an item, or the arrows that lead to it."""
    if item.verb:
        return keys.shown(item.key)
    return item.key or "↑↓"
