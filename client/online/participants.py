"""Participants of a table with others, and two of them that are programs: bot and spectator.

The flow of a table (`client.online.table_flow`) is the same for all: the screen, a player line by
line, a bot in the player's seat, a spectator.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Final, Protocol

import trio

from client.bots import LEVELS, Situation, takes_time
from client.online.addresses import delay_sentence
from client.online.at_table import AtTable
from client.online.lobby_room import LobbyRoom
from client.online.spectator_room import WatchRoom
from client.online.whereabouts import Whereabouts
from client.platform.system import random_bytes
from client.tables import PlayedAction
from client.tables.network_table import NetworkTable
from engine.values import Value
from protocol.charter import Hello
from protocol.lobby.lobby_events import LobbyEvent
from protocol.lobby.rooms import Invitation
from protocol.lobby.routes import Routes

HALTED_SECONDS: Final = 60.0
"""How long a bot waits at a halted table: others may find out who signed two messages."""


class Entered(Value):
    """A lobby a participant has entered.

    `new_bot` makes the hello of another bot and keeps its secrets, `place` knows the relay and the
    ways for friends. `opener` is the host of the last game who may open the table again, "" in all
    other lobbies. `is_back` says that the player was there before, until a start was called off.
    """

    room: LobbyRoom
    new_bot: Callable[[], Hello]
    place: Whereabouts | None = None
    opener: str = ""
    is_back: bool = False

    def ways_told(self) -> tuple[str, ...]:
        """Return sentences on the ways for friends, and on the announcement of the table."""
        if self.place is None or not self.room.lobby.is_host:
            return ()
        announcement = self.place.announcement
        announced = "" if announcement is None else announcement.told()
        return (*([announced] if announced else []), *self.place.told())

    def move(self) -> None:
        """Move the lobby to a relay of the host's settings."""
        if self.place is not None:
            self.place.move()


class Participant(Protocol):
    """A participant of a table.

    One that `is_patient` waits for a silent host without end, and has nothing to do meanwhile.
    """

    is_patient: bool

    def wake(self) -> None:
        """Note that there is something new to look at."""

    def delay(self, routes: Routes, seconds: int) -> None:
        """Take the routes at which nothing answers yet; they are tried for some seconds more."""


class SeatedParticipant(Participant, Protocol):
    """A participant with a seat; `is_person` keeps the result among those of persons."""

    is_person: bool

    def enter(self, entered: Entered) -> None:
        """Come into a lobby."""

    def invite(self, invitation: Invitation) -> None:
        """Take the invitation that admits others from now on."""

    def hear(self, event: LobbyEvent) -> None:
        """Take an event of the lobby."""

    def look_around(self) -> None:
        """Do the pending work of the lobby; called several times a second."""

    def sit(self, at: AtTable, *, keeps_relay: bool) -> None:
        """Sit down at a table; `keeps_relay` says that its relay ends with this program."""

    def meanwhile(self) -> None:
        """Do the pending work while seats are drawn and a saved game is replayed."""

    async def play(self) -> int | None:
        """Play until all steps are closed or the table halts; return the number of actions.

        Return None for another game with the same players.
        """


class Onlooker(Participant, Protocol):
    """A participant without a seat."""

    def come(self, room: WatchRoom) -> None:
        """Come into the gallery of a table."""

    async def watch(self) -> None:
        """Watch until the game is over; there is something to see now."""


def vote_along(table: NetworkTable) -> None:
    """Continue without a silent player if somebody wants to, and it is time here too.

    This is for seats without anybody to press a key; their bots alone put nobody away.
    """
    table.look_at_clock()
    silence = table.silence
    if silence is not None and silence.others and silence.may_agree and silence.is_over:
        table.go_on_without()


class BotPlayer:
    """A bot in the player's seat: ready at once, it starts the game as soon as possible."""

    is_person = False
    is_patient = False

    def __init__(
        self,
        level: str,
        invite: Callable[[Invitation], None] = lambda _invitation: None,
        tell: Callable[[str], None] = lambda _sentence: None,
    ) -> None:
        """Play at a level; `invite` hands the invitation to the other players.

        `tell` takes sentences on the ways to this machine, each once.
        """
        self._level = level
        self._invite = invite
        self._tell = tell
        self._told: set[str] = set()
        self._is_delayed = False
        self._room: LobbyRoom | None = None
        self._entered: Entered | None = None
        self._at: AtTable | None = None

    def wake(self) -> None:
        """Ignore changes: a bot has no screen."""

    def delay(self, routes: Routes, seconds: int) -> None:
        """Say once that a relay lets us wait."""
        if not self._is_delayed:
            self._is_delayed = True
            self._tell(delay_sentence(routes, seconds))

    def invite(self, invitation: Invitation) -> None:
        """Pass the invitation on."""
        self._invite(invitation)

    def enter(self, entered: Entered) -> None:
        """Come into a lobby."""
        self._room, self._entered = entered.room, entered

    def hear(self, event: LobbyEvent) -> None:
        """Ignore events: a bot looks for itself."""

    def look_around(self) -> None:
        """Get ready, or start the game if it is ours to start."""
        self._tell_reach()
        room = self._room
        assert room is not None
        lobby = room.lobby
        if lobby.is_host:
            if lobby.may_start():
                room.do(lobby.begin())
        elif lobby.is_seated and lobby.identity.public not in lobby.ready:
            room.do(lobby.set_ready(ready=True))

    def _tell_reach(self) -> None:
        entered = self._entered
        assert entered is not None
        for sentence in entered.ways_told():
            if sentence not in self._told:
                self._told.add(sentence)
                self._tell(sentence)

    def sit(self, at: AtTable, *, keeps_relay: bool) -> None:
        """Sit down."""
        del keeps_relay
        self._at = at
        at.game.let_bot_play(by_bot=True)

    def meanwhile(self) -> None:
        """Wait."""

    async def play(self) -> int:
        """Play to the end, or until a halted table stays halted; return the number of actions."""
        at = self._at
        assert at is not None
        table = at.game.table
        bot, chance = LEVELS[self._level], Random(random_bytes(16))
        actions = 0
        gives_up = trio.CancelScope()
        with gives_up:
            while table.closed is None:
                held = table.release()
                moved = table.advance()
                decision = table.owed
                if decision is not None:
                    situation = Situation(table.state, table.knowledge, decision, table.answers)
                    if takes_time(self._level, situation):
                        answer = await trio.to_thread.run_sync(
                            bot, situation, chance, abandon_on_cancel=True
                        )
                    else:
                        answer = bot(situation, chance)
                    if table.state is situation.state and table.owed == decision:
                        table.submit(answer)
                    moved = True
                actions += sum(isinstance(event, PlayedAction) for event in table.events())
                at.records.keep()
                vote_along(table)
                if not table.is_halted:
                    gives_up.deadline = math.inf
                elif gives_up.deadline == math.inf:
                    gives_up.deadline = trio.current_time() + HALTED_SECONDS
                if moved:
                    await trio.lowlevel.checkpoint()
                else:
                    await at.game.wait(held)
        return actions


class BotOnlooker:
    """A spectator without a screen, who checks the game to its end."""

    is_patient = False

    def __init__(self) -> None:
        self._room: WatchRoom | None = None

    def wake(self) -> None:
        """Ignore changes: a bot has no screen."""

    def delay(self, routes: Routes, seconds: int) -> None:
        """Wait: the end tells whether there was an answer."""

    def come(self, room: WatchRoom) -> None:
        """Come into the gallery."""
        self._room = room

    async def watch(self) -> None:
        """Wait until every step is checked."""
        room = self._room
        assert room is not None
        while not room.is_over:
            await room.wait()
