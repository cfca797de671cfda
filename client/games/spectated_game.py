"""A spectator at a table: the screen, the talk of those who watch, the record that is kept."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final, TextIO

from client.controller.auto_answers import wakes
from client.controller.chat_keys import hear
from client.controller.table_model import TableModel
from client.online.link_status import link_sentence
from client.online.spectator_room import WatchRoom
from client.platform.atomic_files import write_whole
from client.platform.system import seconds
from client.presenter.chat import Talk
from client.presenter.preferences import Preferences
from client.prompts.nodes import Take
from client.storage.record_paths import watched_path
from client.tables.watched import WatchedTable
from client.text.catalogue import say
from client.ui.view import Net
from client.ui.waiting import whole_seconds

_SECOND: Final = 1.0
_KEEP_SECONDS: Final = 10.0
"""How often the record is written while a game goes on."""


class SpectatedGame:
    """One game that is watched; begins once seats are drawn."""

    def __init__(
        self, room: WatchRoom, preferences: Preferences, directory: Path | None = None
    ) -> None:
        """Look at a table that has a position to look at."""
        assert room.table is not None
        self.room = room
        self.table = room.table
        self.record = watched_path(room.table.charter, directory)
        self.trouble = ""
        self._kept = (-math.inf, 0)
        self._told_end = False
        self._news = ""
        self._manners = preferences
        self.model = self._model(room.table)

    def _model(self, table: WatchedTable) -> TableModel:
        model = TableModel(table, self._manners, table.bot_seats, table.opening, watching=True)
        model.remember()
        model.leave_told = say("Leave; the table goes on")
        model.again_told = ""
        visitors = self.room.visitors
        model.people.net = self._net
        if visitors is not None:
            model.people.talk = Talk(visitors.names, 0, self.room.speak)
        return model

    def _net(self) -> Net:
        """The own line; what a spectator hears is at least a step old anyway."""
        others = 0 if self.room.visitors is None else self.room.visitors.others
        since = None if self.room.is_over else self.room.link.down_since(seconds())
        down = None if since is None else whole_seconds(since, seconds())
        absent = () if self.room.is_over else self.table.absent()
        return Net(others + 1, others + 1, down, absent=absent)

    def step(self, now: float) -> float:
        """Let things happen up to `now`; gives the seconds until there is more to do."""
        if self.room.table is not None and self.room.table is not self.table:
            self.table = self.room.table
            self.model = self._model(self.table)
            told = say("The table went back: it had closed a step without somebody.")
            self.model.message = told
        model = self.model
        model.listen()
        model.tick(now)
        for said in self.room.said():
            hear(model, said)
        self._keep(now)
        self._tell()
        waits = wakes(model, now)
        until = model.playback.until
        if until is None:
            return waits
        left = max(0.0, until - now)
        return min(waits, left, _SECOND) if model.playback.stays else min(waits, left)

    def _tell(self) -> None:
        """What is to be known of line, seats and disk now."""
        news = self.trouble
        if self._net().down is not None:
            news = link_sentence(self.room.link)
        elif self.room.trouble:
            name = self.room.trouble
            news = say("{name} has shown something that proves nothing.", name=name)
        if self.table.closed is not None and not self._told_end:
            self._told_end = True
            self.model.message = say(
                "All signed the result. The record is {path}", path=str(self.record)
            )
        if news and news != self._news:
            self.model.message = news
        elif not news and self._news and self.model.message == self._news:
            self.model.message = ""
        self._news = news

    def _keep(self, now: float) -> None:
        """Write the record now and then, and whole at the end."""
        at, steps = self._kept
        follower = self.room.spectator.follower
        count = 0 if follower is None else len(follower.steps)
        if count != steps and (now - at >= _KEEP_SECONDS or self.table.closed is not None):
            self._write()
            self._kept = (now, count)

    def _write(self) -> None:
        try:
            self.record.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.record, self.table.record())
        except OSError as error:
            why = f"{self.record}: {error.strerror}"
            self.trouble = say("The record cannot be written: {why}", why=why)
        else:
            self.trouble = ""

    @property
    def is_gone(self) -> bool:
        """A spectator keeps no relay: nobody needs him."""
        return False

    def submit(self, take: Take) -> None:
        """Nobody asks a spectator."""
        raise AssertionError(take)

    def say_farewell(self, out: TextIO, _err: TextIO) -> None:
        """What is left to read once the screen is gone."""
        told = self.trouble or say("The record is {path}", path=str(self.record))
        out.write(told + "\n")

    def leave(self) -> None:
        """Get up; what was seen stays as a record."""
        self._write()
