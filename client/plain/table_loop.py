"""The loop of the line mode over a table; a game against bots is a table without other players."""

from __future__ import annotations

from collections.abc import Callable, Coroutine

import trio

from client.plain.console import Console, Prompted
from client.plain.game import LineGame
from client.plain.narrator import Left
from client.plain.others import Others
from client.presenter.hints import Hints
from client.presenter.story_text import final_table
from client.tables.network_table import NetworkTable
from protocol.rules import rules_for


class LineTable:
    """One player at one table, line by line.

    `others` are the other players, None if all others are bots; then `trouble` is why the game
    cannot be saved, "" if all is well.
    """

    def __init__(
        self,
        lines: LineGame,
        console: Console,
        others: Others | None = None,
        trouble: Callable[[], str] = lambda: "",
    ) -> None:
        self._table = lines.table
        self._lines = lines
        self._console = console
        self._others = others
        self._trouble = trouble
        self._told = ""

    async def play(self) -> int:
        """Play until the game is over; return the number of actions.

        A disagreement stops the table, not this program: the others may still find out who signed
        two messages, and then the game continues. Without others nothing is awaited that needs a
        loop (`run_alone`).

        Raises:
            Left: the player leaves, or the input ends.
        """
        others = self._others
        self._lines.begin()
        while not self._is_over:
            held = None if others is None else others.release()
            moved = self._step()
            if others is not None:
                if moved:
                    await trio.lowlevel.checkpoint()
                    continue
                if self._lines.is_asking:
                    self._console.prompt()
                await others.wait(held)
            elif not moved and isinstance(self._console.typed, Prompted):
                await self._console.typed.more()
        self._tell()
        return len(self._lines.stories)

    def _step(self) -> bool:
        """Let the next thing happen; return whether anything did.

        Bots alone wait until the player has answered.
        """
        lines, table = self._lines, self._table
        moved = self._others is not None and table.advance()
        self._tell()
        if moved or self._answer() or self._take_line():
            return True
        return self._others is None and not lines.is_asking and table.advance()

    @property
    def _is_over(self) -> bool:
        if self._others is not None:
            return self._others.is_over
        return rules_for(self._table.state).is_over(self._table.state)

    def _tell(self) -> None:
        self._lines.tell()
        if self._others is not None:
            self._others.tell()

    def _answer(self) -> bool:
        """Ask the player, or let a bot answer; return whether anything happened."""
        if self._others is not None and not self._others.asks_player():
            return self._others.answer()
        return self._lines.go_on()

    def _take_line(self) -> bool:
        """Do what the next line says; return whether there was one to use."""
        console, typed, is_asking = self._console, self._console.typed, self._lines.is_asking
        if self._others is None:
            if not is_asking:
                return False
            self._prompt()
        if typed.is_over:
            raise Left
        if not typed.lines:
            return False
        if self._others is None:
            self._lines.typed(console.next())
        elif typed.is_early and not is_asking:
            return self._others.hold(typed.lines[0])
        else:
            self._others.typed(console.next())
        return True

    def _prompt(self) -> None:
        trouble = self._trouble()
        if trouble not in ("", self._told):
            self._console.write(trouble)
        self._told = trouble
        self._console.prompt()

    def end(self) -> None:
        """Tell how the game ended."""
        self._console.write("")
        for line in final_table(self._table.state, self._lines.stories, self._table.names):
            self._console.write(line)


def game_of(table: NetworkTable, console: Console, hints: Hints) -> LineGame:
    """Return the questions of a table; events so far go into the log."""
    lines = LineGame(table, console.write, table.opening, lambda: table.progress is not None, hints)
    lines.remember(table.events())
    return lines


def run_alone(game: Coroutine[object, None, object]) -> None:
    """Run a game without others outside of any event loop.

    A signal ends the process at any line of it, and must not do so inside of a loop.
    """
    try:
        game.send(None)
    except StopIteration:
        return
    raise AssertionError("a game without others waited for a loop")
