"""Who sits in the person's seat of a table without a screen: a bot, or a person line by line."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

import trio

from client.bots import LEVELS, Situation
from client.online.rooms import LobbyRoom
from client.online.table_session import AtTable
from client.platform.system import random_bytes, seconds
from client.tables import PlayedAction
from protocol.charter import Hello
from protocol.lobby.lobby import LobbyEvent
from protocol.lobby.rooms import Invitation

HALTED_SECONDS: Final = 60.0
"""How long a bot waits for somebody who has another past: others may find out who told two."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A lobby somebody has come into.

    `new_bot` makes the hello of another bot of this machine and keeps its secrets; `open_lan` says
    that the table is announced to the whole network, `own_port` is that of an own relay, 0 for
    another one.
    """

    room: LobbyRoom
    new_bot: Callable[[], Hello]
    open_lan: bool = False
    own_port: int = 0


class Sitter(Protocol):
    """Somebody in the person's seat, from the lobby to the last step."""

    @property
    def is_person(self) -> bool:
        """Whether a person plays, whose result is kept as such."""

    def invite(self, invitation: Invitation) -> None:
        """This line lets others in, from now on."""

    def enter(self, entered: Entered) -> None:
        """Come into the lobby."""

    def hear(self, event: LobbyEvent) -> None:
        """Take what happened in the lobby."""

    def look_around(self) -> None:
        """Do what there is to do in the lobby; called several times a second."""

    def sit(self, at: AtTable, *, keeps_relay: bool) -> None:
        """Sit down at a table; some machine keeps the relay of it."""

    def meanwhile(self) -> None:
        """Called now and then while seats are drawn, and what was played is played again."""

    async def play(self) -> int:
        """Play until every step is done, or the game cannot go on; gives the number of actions."""


class Deputy:
    """A bot in the person's seat: ready at once, and the game starts as soon as it may."""

    is_person: Final = False

    def __init__(
        self, level: str, invite: Callable[[Invitation], None] = lambda _invitation: None
    ) -> None:
        """Play at a level; `invite` hands the invitation to those who are waited for."""
        self._level = level
        self._invite = invite
        self._room: LobbyRoom | None = None
        self._at: AtTable | None = None

    def invite(self, invitation: Invitation) -> None:
        """As `Sitter`."""
        self._invite(invitation)

    def enter(self, entered: Entered) -> None:
        """As `Sitter`."""
        self._room = entered.room

    def hear(self, event: LobbyEvent) -> None:
        """As `Sitter`: a bot does not listen."""

    def look_around(self) -> None:
        """As `Sitter`."""
        room = self._room
        assert room is not None
        lobby = room.lobby
        if lobby.is_host:
            if lobby.may_start():
                room.do(lobby.begin())
        elif lobby.is_seated and lobby.identity.public not in lobby.ready:
            room.do(lobby.set_ready(ready=True))

    def sit(self, at: AtTable, *, keeps_relay: bool) -> None:
        """As `Sitter`."""
        del keeps_relay
        self._at = at

    def meanwhile(self) -> None:
        """As `Sitter`."""

    async def play(self) -> int:
        """As `Sitter`."""
        at = self._at
        assert at is not None
        game, table = at.game, at.game.table
        bot, chance = LEVELS[self._level], Random(random_bytes(16))
        actions = 0
        halted: float | None = None
        while table.closed is None:
            held = table.release()
            moved = table.advance()
            decision = table.owed
            if decision is not None:
                situation = Situation(table.state, table.knowledge, decision, table.answers)
                table.submit(bot(situation, chance))
                moved = True
            actions += sum(isinstance(event, PlayedAction) for event in table.events())
            at.records.keep()
            now = seconds()
            halted = (now if halted is None else halted) if table.is_halted else None
            if halted is not None and now - halted >= HALTED_SECONDS:
                break
            if moved:
                await trio.lowlevel.checkpoint()
            else:
                left = math.inf if halted is None else halted + HALTED_SECONDS - now
                with trio.move_on_after(min(math.inf if held is None else held, left)):
                    await game.wait()
        return actions
