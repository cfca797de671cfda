"""The table of the lesson: an ordinary one, whose first answers are given for both seats."""

from __future__ import annotations

from client.lesson.script import BOT_SIGNER, RIVALS_ANSWERS
from client.lesson.teacher import Teacher
from client.tables.own_table import OwnGame, OwnTable
from client.tables.recorded_answers import Journal
from client.tables.signers_table import Runner
from engine.actions import Intent
from engine.decisions import Decision


class LessonTable(OwnTable):
    """A game against a bot that follows the script while the lesson lasts."""

    def __init__(
        self,
        game: OwnGame,
        teacher: Teacher,
        journal: Journal | None = None,
        runner: Runner | None = None,
    ) -> None:
        """Take every seat, as `OwnTable`; the teacher hears of the person's answers."""
        super().__init__(game, journal, runner)
        self._teacher = teacher
        if teacher.is_on:
            self.follow(BOT_SIGNER, RIVALS_ANSWERS)

    @property
    def is_settled(self) -> bool:
        """Whether the table can be shown: the lesson begins with the learner's first turn."""
        return super().is_settled and (
            self._teacher.prologue is None and (self.owed is not None or not self._is_opening)
        )

    @property
    def _is_opening(self) -> bool:
        """Whether the answers before the first turn have yet to take effect."""
        return self.state.turn is None

    @property
    def owed(self) -> Decision | None:
        """The decision the person has to make now, if any; none before the lesson begins."""
        return None if self._teacher.prologue is not None else super().owed

    def let_bots_play(self) -> bool:
        """Let the next bot answer, before that the learner as in the script.

        Without a lesson the bot plays as its level does.
        """
        if not self._teacher.is_on:
            self.follow(BOT_SIGNER, ())
        given = self._teacher.prologue
        if given is not None and not self.is_replaying and super().owed is not None:
            self._answer(self.person, given)
            self._teacher.answered(given)
            return True
        return super().let_bots_play()

    def submit(self, intent: Intent) -> None:
        """Answer the decision, as any table, and tell the teacher.

        Raises:
            IllegalAction: it is not a legal answer; nothing has been sent.
        """
        super().submit(intent)
        self._teacher.answered(intent)
