"""A game that is watched: the gallery, the chat of its spectators, and the record that is kept."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

from client.controller.table_model import TableModel
from client.games.game_controller import GameController
from client.online.spectator_room import WatchRoom
from client.online.table_messages import (
    GameEnd,
    beside_sentence,
    end_sentence,
    link_sentence,
    told_reports,
)
from client.presenter.people import Surroundings, Talk
from client.presenter.preferences import Preferences
from client.presenter.statuses import record_place, record_trouble
from client.storage.record_files import keep_report, keep_whole, watched_path
from client.tables.waiting import whole_seconds
from client.tables.watched import WatchedTable
from client.text.catalogue import listed, say
from client.text.system_faults import system_reason
from client.ui.view import Net
from protocol.lobby.presence import ChatEvent
from protocol.record.ending import persons_of

_KEEP_SECONDS: Final = 10.0
"""Seconds between two writings of the record during a game."""


class SpectatedGame(GameController[WatchedTable]):
    """One game that is watched; begins once seats are drawn."""

    def __init__(
        self, room: WatchRoom, preferences: Preferences, directory: Path | None = None
    ) -> None:
        """Look at a table that has a position to look at."""
        assert room.table is not None
        self.room = room
        self._record = self._first = watched_path(room.table.charter, directory)
        self._beside: Path | None = None
        self._reports: list[Path] = []
        self._trouble = ""
        self._kept = (-math.inf, 0)
        self._preferences = preferences
        super().__init__(self._new_model(room.table), room.table)

    def _new_model(self, table: WatchedTable) -> TableModel:
        visitors = self.room.visitors
        around = Surroundings(
            bots=table.bot_seats,
            watching=True,
            net=self._net,
            talk=None if visitors is None else Talk(visitors.names, 0, self.room.speak),
            leave=say("Leave; the table goes on"),
            rematch="",
        )
        return TableModel(table, self._preferences, around, table.opening)

    @property
    def record(self) -> Path:
        """The path of the record."""
        return self._record

    def leave(self) -> None:
        """Leave the table; everything seen stays as a record."""
        self._write()

    def _net(self) -> Net:
        """Return the connection of this spectator, who sees everything a step late."""
        others = 0 if self.room.visitors is None else self.room.visitors.others
        now = self.room.link.clock()
        since = None if self.room.is_over else self.room.link.down_since(now)
        down = None if since is None else whole_seconds(since, now)
        absent = () if self.room.is_over else self._table.absent()
        return Net(others + 1, others + 1, down, absent=absent)

    def _prepare(self) -> float:
        """Begin with another model if the table went back."""
        if self.room.table is not None and self.room.table is not self._table:
            self._table = self.room.table
            self._model = self._new_model(self._table)
            self._model.remember()
            told = say("The table went back to an earlier step, which had a different outcome.")
            self._model.display.notify(told)
        return math.inf

    def _messages(self) -> tuple[ChatEvent, ...]:
        return self.room.said()

    def _report(self, now: float) -> None:
        """Show each problem once; after the end too, over the path of the record."""
        self._keep(now)
        self._end_once(now)
        if self._net().down is not None:
            news = link_sentence(self.room.link)
        elif self.room.trouble:
            name = self.room.trouble
            news = say("{name} made an accusation that proves nothing.", name=name)
        else:
            news = self._trouble or self._doubt()
        if news != self._news:
            self._show_news(news)

    def _doubt(self) -> str:
        """Return what is not sure, or proven against somebody; "" if all is well."""
        spectator = self.room.spectator
        doubt = spectator.doubt()
        if doubt is not None and doubt.otherwise:
            return say(
                "Confirmed so far by: {names}. A different history comes from: {others}.",
                names=listed(doubt.says) or say("nobody"),
                others=listed(doubt.otherwise),
            )
        if doubt is not None:
            names = listed(doubt.says) or say("nobody")
            return say("Confirmed so far by: {names}.", names=names)
        for pair, report in zip(spectator.liars, self._reports, strict=False):
            (name,) = spectator.names_of((pair.signer,))
            return say(
                "{name} signed two messages for step {step}. Report: {report}",
                name=name,
                step=pair.step,
                report=report.name,
            )
        return ""

    def _finish(self, _glory: tuple[int, ...], _now: float) -> str:
        charter = self._table.charter
        persons = len(persons_of(charter))
        reports, without = len(self._reports), self._table.without
        return end_sentence(GameEnd(self._record, reports, persons, without, self._beside))

    def _keep(self, now: float) -> None:
        """Write the record from time to time, and completely at the end."""
        at, steps = self._kept
        follower = self.room.spectator.follower
        count = 0 if follower is None else len(follower.ends)
        has_proof = len(self._reports) < len(self.room.spectator.liars)
        is_due = now - at >= _KEEP_SECONDS
        if (is_due and has_proof) or (
            count != steps and (is_due or self._table.closed is not None)
        ):
            self._write()
            self._kept = (now, count)

    def _write(self) -> None:
        why = ""
        try:
            kept = keep_whole(self._record, self._table.record(), self._first)
            if kept.beside is not None:
                self._record, self._beside = kept.path, kept.beside
            self._write_reports()
        except OSError as error:
            why = f"{self._record}: {system_reason(error)}"
        self._trouble = record_trouble(why)

    def _write_reports(self) -> None:
        """Write a report for everybody who signed two contents for a step."""
        spectator = self.room.spectator
        for pair in spectator.liars[len(self._reports) :]:
            report = spectator.report(pair)
            self._reports.append(keep_report(self._record, report, len(self._reports) + 1))

    def _farewell(self) -> tuple[str, ...]:
        place = self._trouble or record_place(self._record)
        if self._beside is not None and not self._trouble:
            place = beside_sentence(self._record, self._beside)
        return (place, *told_reports(self._reports))
