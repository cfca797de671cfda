"""The loops of the line mode: against bots, and at a table with others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

import trio

from client.plain.console import Console, PromptedConsole, TypedConsole
from client.plain.game import LineGame
from client.plain.narrator import Left
from client.plain.others import Others
from client.presenter.hints import Hints
from client.presenter.story_text import final_table
from client.tables.network_table import NetworkTable
from protocol.rules import rules_for

_ConsoleT = TypeVar("_ConsoleT", bound=Console)


class LineLoop(ABC, Generic[_ConsoleT]):
    """One player at one table, line by line."""

    def __init__(self, lines: LineGame, console: _ConsoleT) -> None:
        self._table = lines.table
        self._lines = lines
        self._console = console

    def _step(self) -> bool:
        """Print news, then let the player answer or type; return whether anything happened."""
        self._tell()
        return self._answer() or self._take_line()

    def _tell(self) -> None:
        self._lines.tell()

    def _answer(self) -> bool:
        """Ask the player, or answer if there is no choice; return whether anything happened."""
        return self._lines.go_on()

    @abstractmethod
    def _take_line(self) -> bool:
        """Use the next line; return whether there was one to use."""

    def end(self) -> None:
        """Say how the game ended."""
        self._console.write("")
        for line in final_table(self._table.state, self._lines.stories, self._table.names):
            self._console.write(line)


class LoopWithBots(LineLoop[PromptedConsole]):
    """A game against bots, which move when the player is asked nothing."""

    def __init__(
        self,
        lines: LineGame,
        console: PromptedConsole,
        trouble: Callable[[], str] = lambda: "",
    ) -> None:
        """Sit down; `trouble` is why the game cannot be saved, "" if all is well."""
        super().__init__(lines, console)
        self._trouble = trouble
        self._told = ""

    def play(self) -> int:
        """Play until the game is over; return the number of actions.

        Raises:
            Left: the player leaves, or the input ends.
        """
        table = self._table
        self._lines.begin()
        while not rules_for(table.state).is_over(table.state):
            if not self._step() and not table.advance():
                raise AssertionError("a game against bots stands still")
        self._tell()
        return len(self._lines.stories)

    def _take_line(self) -> bool:
        if not self._lines.is_asking:
            return False
        trouble = self._trouble()
        if trouble not in ("", self._told):
            self._console.write(trouble)
        self._told = trouble
        self._console.prompt()
        line = self._console.read()
        if line is None:
            raise Left
        self._lines.typed(line)
        return True


class LoopWithOthers(LineLoop[TypedConsole]):
    """A game at a table with others, where anything can happen while the player types."""

    def __init__(self, lines: LineGame, console: TypedConsole, others: Others) -> None:
        super().__init__(lines, console)
        self._others = others

    async def play(self) -> int:
        """Play until the game is over; return the number of actions.

        A disagreement stops the table, not this program: the others may still find out who signed
        two messages, and then the game continues.

        Raises:
            Left: the player leaves, or the input ends.
        """
        others = self._others
        self._lines.begin()
        while not others.is_over:
            held = others.release()
            if self._step():
                await trio.lowlevel.checkpoint()
                continue
            if self._lines.is_asking:
                self._console.prompt()
            await others.wait(held)
        self._tell()
        return len(self._lines.stories)

    def _step(self) -> bool:
        if self._table.advance():
            self._tell()
            return True
        return super()._step()

    def _tell(self) -> None:
        super()._tell()
        self._others.tell()

    def _answer(self) -> bool:
        return super()._answer() if self._others.asks_player() else self._others.answer()

    def _take_line(self) -> bool:
        typed = self._console.typed
        if typed.is_over:
            raise Left
        if not typed.lines:
            return False
        if typed.is_early and not self._lines.is_asking:
            return self._others.hold(typed.lines[0])
        self._others.typed(self._console.next())
        return True


def game_of(table: NetworkTable, console: Console, hints: Hints) -> LineGame:
    """Return the questions of a table; events so far go into the log."""
    lines = LineGame(table, console.write, table.opening, lambda: table.progress is not None, hints)
    lines.remember(table.events())
    return lines
