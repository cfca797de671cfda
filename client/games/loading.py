"""A game against bots while it is opened and replayed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TextIO

import trio

from client.controller.requests import WAYS_OUT, Request
from client.games.bot_game import BotGame, Opened
from client.games.lesson_game import LessonGame
from client.platform.exit_codes import CommandError
from client.presenter.preferences import Preferences
from client.style.theme import KEYS, TITLE
from client.tables.recorded_answers import OtherGame
from client.tables.signers_table import Runner
from client.tables.worker import Worker
from client.text.catalogue import say
from client.text.complaints import complain
from client.ui.canvas import Canvas
from client.ui.right_to_left_canvas import new_canvas

OpenIt = Callable[[Runner], Opened]
"""Opens a game that hands its work to a runner; raises SaveError."""


class LoadingGame:
    """A game against bots from the moment it is opened: proof thread, replay, then the game.

    Attributes:
        game: the game, once the person can look at it.
        ended: why it cannot be resumed, if so.
        preferences: the player's preferences, for a game that begins from now on.
    """

    def __init__(self, open_it: OpenIt, preferences: Preferences, wake: Callable[[], None]) -> None:
        """Open a game; a new one is settled at once, unless it is a lesson.

        Raises:
            SaveError: it cannot be opened.
        """
        self._worker = Worker()
        self._opened = open_it(self._worker.hand_out)
        self.preferences = preferences
        self._wake = wake
        self._scope = trio.CancelScope()
        self._worked = trio.Event()
        self.game: BotGame | None = None
        self.ended: CommandError | None = None
        if self._opened.saved is None and self._opened.teacher is None:
            self._opened.settle()
            self._start()

    def _start(self) -> None:
        if self._opened.teacher is None:
            self.game = BotGame(self._opened, self.preferences)
        else:
            self.game = LessonGame(self._opened, self._opened.teacher, self.preferences)

    async def run(self) -> None:
        """Work and replay until the person leaves."""
        self._opened.table.thinker = self._worker.think
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._worker.run, self._opened.table, self._changed)
                if self.game is None:
                    await self._replay()
                await trio.sleep(math.inf)

    def _changed(self) -> None:
        self._worked.set()
        self._wake()

    async def _replay(self) -> None:
        table = self._opened.table
        table.start()
        while not table.is_settled:
            try:
                moved = table.advance()
            except OtherGame:
                break
            if moved:
                await trio.lowlevel.checkpoint()
            elif table.is_working:
                await self._worked.wait()
                self._worked = trio.Event()
            else:
                break
        if table.is_settled:
            self._start()
        else:
            self.ended = CommandError(str(self._opened.other_game()))
        self._wake()

    def leave(self) -> None:
        """Leave at any point of the game."""
        self._scope.cancel()
        self._opened.file.close()

    def press(self, key: str) -> Request:
        """Handle a key before the game."""
        return Request.LEAVE if key in WAYS_OUT else Request.NOTHING

    def glance(self) -> object:
        """Return everything visible, for comparison."""
        return self._opened.table.replayed

    def draw(self, width: int, height: int) -> Canvas:
        """Draw the progress of the replay up to the last answer."""
        canvas = new_canvas(width, height)
        done, of = self._opened.table.replayed
        told = say("Loading the game: answer {done} of {of}", done=done, of=of)
        if not of:
            told = say("The lesson begins ...")
        canvas.put(2, height // 2, told, TITLE)
        canvas.put(2, height - 1, say("^Q leave"), KEYS)
        return canvas

    def say_farewell(self, out: TextIO, err: TextIO) -> None:
        """Print what remains to be read after the screen: record, or failure."""
        if self.ended is not None:
            complain(err, str(self.ended))
        elif self.game is not None:
            self.game.say_farewell(out, err)
