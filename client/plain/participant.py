"""A person who plays with others line by line, from the invitation to the record."""

from __future__ import annotations

from typing import Final

from client.online.participants import Entered
from client.online.table_session import AtTable
from client.plain.console import Page, Typed
from client.plain.lobby_loop import LineHall
from client.plain.narrator import Left
from client.plain.online_loop import LineTable
from client.presenter.hints import Hints
from client.text.catalogue import say
from client.text.wrapping import paragraph
from protocol.lobby.lobby import LobbyEvent
from protocol.lobby.rooms import Invitation


class LineSitter:
    """One person at standard input and output; a `client.online.participants.Sitter`."""

    is_person: Final = True

    def __init__(self, page: Page, typed: Typed, hints: Hints) -> None:
        """Come with an output, an input, and what a newcomer is told."""
        self._page = page
        self._typed = typed
        self._hints = hints
        self._hall: LineHall | None = None
        self._at: AtTable | None = None
        self._keeps_relay = False
        self._warned_at = -1

    def invite(self, invitation: Invitation) -> None:
        """As `Sitter`: the line is alone in its row, to be copied."""
        self._say(say("This line lets your friends in:"))
        self._page.write(f"bloodrage join {invitation.line()}")

    def enter(self, entered: Entered) -> None:
        """As `Sitter`."""
        self._hall = LineHall(entered, self._page.write)
        self._hall.welcome()

    def hear(self, event: LobbyEvent) -> None:
        """As `Sitter`."""
        if self._hall is not None:
            self._hall.hear(event)

    def look_around(self) -> None:
        """As `Sitter`: tells what is new, and does what was typed.

        Raises:
            Left: the person leaves, or the input ends.
        """
        hall, typed = self._hall, self._typed
        assert hall is not None
        hall.look_around()
        while typed.lines and not typed.is_early:
            self._page.entered()
            hall.typed(typed.next())
        if typed.is_over:
            raise Left

    def sit(self, at: AtTable, *, keeps_relay: bool) -> None:
        """As `Sitter`."""
        if self._hall is not None:
            self._hall.remember()
        self._at, self._keeps_relay = at, keeps_relay
        self._typed.on_line = at.game.nudge
        begins = say("The game begins. Type ? for help.")
        self._say(say("The game goes on. Type ? for help.") if at.goes_on else begins)
        if at.trouble:
            self._say(at.trouble)

    def meanwhile(self) -> None:
        """As `Sitter`: until seats are drawn one can only leave.

        Raises:
            Left: the person leaves, or the input ends.
        """
        typed = self._typed
        if typed.lines and typed.lines[0].casefold() in ("q", "quit"):
            raise Left
        if typed.is_over:
            raise Left

    async def play(self) -> int:
        """As `Sitter`.

        Raises:
            Left: the person leaves, or the input ends.
        """
        at = self._at
        assert at is not None
        table = LineTable(at, self._page, self._typed, self._hints, keeps_relay=self._keeps_relay)
        return await table.play()

    def interrupt(self) -> bool:
        """Ctrl-C was pressed; whether that ends it: at a table it has to be pressed twice."""
        if self._at is None or self._warned_at == self._typed.used:
            return True
        self._warned_at = self._typed.used
        self._say(say("Ctrl-C once more leaves; the game is saved."))
        return False

    def say_farewell(self) -> None:
        """Somebody left: what is left to be read."""
        at = self._at
        if at is None:
            self._say(say("You have left the table; no game has begun."))
            return
        if at.game.table.closed is None:
            if at.journal is None or at.disk_trouble:
                self._say(at.disk_trouble)
            else:
                number = at.journal.number
                told = say(
                    "The game is saved; go on with: bloodrage resume {number}", number=number
                )
                self._say(told)
        self._page.write(say("The record is {path}", path=str(at.records.path)))

    def _say(self, sentence: str) -> None:
        self._page.write(paragraph(sentence))
