"""A player who plays with others line by line, from the invitation to the record."""

from __future__ import annotations

from client.online.addresses import delay_sentence
from client.online.at_table import AtTable
from client.online.no_seat import left_sentence
from client.online.participants import Entered
from client.online.table_messages import beside_sentence
from client.plain.console import TypedConsole
from client.plain.lobby_loop import LineLobby
from client.plain.narrator import Left
from client.plain.others import Others
from client.plain.table_loop import LoopWithOthers, game_of
from client.presenter.hints import Hints
from client.presenter.statuses import record_place, saved_sentence
from client.text.catalogue import say
from protocol.lobby.lobby_events import LobbyEvent
from protocol.lobby.rooms import Invitation
from protocol.lobby.routes import Routes


class LinePlayer:
    """One player at a console; a `client.online.participants.SeatedParticipant`."""

    is_person = True
    is_patient = False

    def __init__(self, console: TypedConsole, hints: Hints) -> None:
        """Sit down at a console; `hints` are for newcomers."""
        self._console = console
        self._hints = hints
        self._lobby: LineLobby | None = None
        self._at: AtTable | None = None
        self._keeps_relay = False
        self._is_delayed = False

    def wake(self) -> None:
        """Ignore changes: the loops look for themselves."""

    def delay(self, routes: Routes, seconds: int) -> None:
        """Print once that a relay lets us wait."""
        if not self._is_delayed:
            self._is_delayed = True
            self._console.say(delay_sentence(routes, seconds))

    def invite(self, invitation: Invitation) -> None:
        """Write the invitation on a row of its own, to be copied."""
        self._console.say(
            say(
                "Send your friends this invitation; they start the game, join a table and paste it:"
            )
        )
        self._console.write(invitation.line())

    def enter(self, entered: Entered) -> None:
        """Come into a lobby."""
        self._console.typed.on_line = entered.room.nudge
        self._lobby = LineLobby(entered, self._console.write)
        self._lobby.welcome()

    def hear(self, event: LobbyEvent) -> None:
        """Print an event of the lobby."""
        if self._lobby is not None:
            self._lobby.hear(event)

    def look_around(self) -> None:
        """Print the news of the lobby, and carry out typed lines.

        Raises:
            Left: the player leaves, or the input ends.
        """
        lobby, typed = self._lobby, self._console.typed
        assert lobby is not None
        lobby.look_around()
        while typed.lines and not typed.is_early:
            lobby.typed(self._console.next())
        if typed.is_over:
            raise Left

    def sit(self, at: AtTable, *, keeps_relay: bool) -> None:
        """Sit down at a table."""
        if self._lobby is not None:
            self._lobby.remember()
        self._at, self._keeps_relay = at, keeps_relay
        self._console.typed.on_line = at.game.nudge
        begins = say("The game begins. Type ? for help.")
        self._console.say(say("The game continues. Type ? for help.") if at.goes_on else begins)
        if at.trouble:
            self._console.say(at.trouble)

    def meanwhile(self) -> None:
        """Let the player leave while seats are drawn, and nothing else.

        Raises:
            Left: the player leaves, or the input ends.
        """
        typed = self._console.typed
        if typed.is_over or (typed.lines and typed.lines[0].casefold() in ("q", "quit")):
            raise Left

    async def play(self) -> int:
        """Play to the end; return the number of actions.

        Raises:
            Left: the player leaves, or the input ends.
        """
        at, console = self._at, self._console
        assert at is not None
        lines = game_of(at.game.table, console, self._hints)
        others = Others(at, lines, console, keeps_relay=self._keeps_relay)
        loop = LoopWithOthers(lines, console, others)
        actions = await loop.play()
        loop.end()
        others.end()
        return actions

    def interrupt(self) -> bool:
        """Take a Ctrl-C; return whether it leaves."""
        return self._at is None or self._console.interrupt()

    def say_farewell(self) -> None:
        """Print the last messages for a player who left."""
        at, console = self._at, self._console
        if at is None:
            is_host = self._lobby is not None and self._lobby.is_host
            console.say(left_sentence(is_host=is_host))
            return
        if at.game.table.closed is None:
            if at.journal is None or at.disk_trouble:
                console.say(at.disk_trouble)
            else:
                console.say(saved_sentence(at.journal.number))
        records = at.records
        if records.beside is not None:
            console.write(beside_sentence(records.path, records.beside))
        else:
            console.write(record_place(records.path))
