"""A game with other people: the room of the game, its records, and its life on the screen."""

from __future__ import annotations

import math
from pathlib import Path

from client.controller.table_model import TableModel
from client.games.game_controller import PlayedGame
from client.online.at_table import AtTable
from client.online.table_messages import (
    beside_sentence,
    end_of_table,
    end_sentence,
    told_reports,
    trouble_sentence,
)
from client.presenter.people import Surroundings, Talk
from client.presenter.preferences import Preferences
from client.presenter.returning import knocking_sentence, own_absence_sentence
from client.presenter.statuses import (
    absence_sentence,
    bot_sentences,
    continue_without,
    dealing_sentence,
    line_sentence,
    listening_sentence,
    minutes,
    net_of,
    record_place,
    record_trouble,
    resumed_sentence,
    saved_sentence,
    silence_sentence,
    standstill_sentence,
    superseded_sentence,
    time_left,
)
from client.tables.incidents import is_told
from client.tables.network_table import NetworkTable
from client.text.catalogue import say
from engine.terms import Seat
from engine.values import replace
from protocol.lobby.presence import ChatEvent


class OnlineGame(PlayedGame[NetworkTable]):
    """One game over a relay, or against bots of this machine; begins once seats are drawn."""

    def __init__(
        self,
        at: AtTable,
        preferences: Preferences,
        *,
        keeps_relay: bool = False,
    ) -> None:
        """Sit down at a table whose seats are drawn.

        `keeps_relay`: whether the relay ends with this program.
        """
        self.at = at
        self.room = room = at.game
        self.records = at.records
        table = room.table
        around = Surroundings(
            bots=table.bot_seats,
            left=lambda asked: time_left(table, asked),
            at_most=lambda: table.patience.is_short,
            listens=lambda: table.is_listening,
            rematch="",
            may_continue_without=True,
            where=at.where_told,
        )
        if len(room.people) > 1:
            names = {signer: table.charter.names[signer] for signer in room.people.values()}
            talk = Talk(names, table.person, room.speak)
            around = replace(around, net=lambda: net_of(room, room.clock()), talk=talk)
        super().__init__(TableModel(table, preferences, around, table.opening), table)
        self._keeps_relay = keeps_relay
        self._absences = 0
        self._by_bot: frozenset[Seat] = frozenset()
        self._troubles = 0
        self._welcome = at.trouble or (resumed_sentence() if at.goes_on else "")
        self._unread = ""
        self._other_address = ""

    @property
    def record(self) -> Path:
        """The path of the record."""
        return self.records.path

    @property
    def _is_relay_needed(self) -> bool:
        """Whether others are connected to a relay that ends with this program."""
        return self._keeps_relay and self.room.link.status.members != 1

    @property
    def others_need_us(self) -> bool:
        """Whether others need the relay of this program, or the end of the game."""
        return self._is_relay_needed or self.room.hands_out_end

    @property
    def is_gone(self) -> bool:
        """Whether the person wanted to leave, and the others have left meanwhile."""
        return self.is_leaving and not self.others_need_us

    def may_go(self) -> bool:
        """Whether the person may leave now; if others need this machine they may ask once more."""
        may = self.is_leaving or not self.others_need_us
        self.is_leaving = self.is_leaving or not may
        return may

    def leave(self) -> None:
        """Leave the table; everything played so far stays as a record."""
        self.records.keep()

    def _prepare(self) -> float:
        held = self._table.release()
        return math.inf if held is None else held

    def _messages(self) -> tuple[ChatEvent, ...]:
        return self.room.said()

    def _keep(self) -> None:
        """Write the record, and retry writes that failed; leaving before then loses something."""
        self.records.keep()
        if self.at.disk_trouble:
            self.at.save_again()
        leave = say("Leave; the others wait for you, or go on without you")
        if self.at.disk_trouble:
            leave = say("Leave; the answers that could not be saved must be given again")
        self.model.people.surround(replace(self.model.people.around, leave=leave))

    def _report(self, now: float) -> None:
        """Show each problem once, and the state of dealing and link while it matters.

        A problem that such news covered before a key was pressed is shown again afterwards.
        """
        self._keep()
        table, display = self._table, self.model.display
        for absence in table.absences[self._absences :]:
            display.notify(absence_sentence(absence, table.charter.names, table.person))
        self._absences = len(table.absences)
        for number, trouble in enumerate(table.troubles[self._troubles :], self._troubles):
            reports = self.records.reports
            report = reports[number].name if number < len(reports) else ""
            if not is_told(table.troubles, number):
                self._unread = trouble_sentence(trouble, report)
                display.notify(self._unread)
        self._troubles = len(table.troubles)
        self._report_bots()
        news = self._standing()
        covers = bool(self._news) and display.message == self._news
        self._show_news(news, self._unread)
        if not news and not covers and self._welcome and self.model.playback.is_idle:
            display.notify(self._welcome)
            self._welcome = ""
        if display.message not in (news, self._unread):
            self._unread = ""
        self._report_address(news)

    def _report_address(self, news: str) -> None:
        """Say once that this machine has another address, when nothing else is to be read."""
        other = self.at.other_address()
        if other != self._other_address and not news and self.model.playback.is_idle:
            self._other_address = other
            self.model.display.notify(other)

    def _report_bots(self) -> None:
        """Name the players for whom a bot begins or ceases to answer."""
        names, net = self.model.shown.names, self.model.people.net
        is_over = self._table.closed is not None
        if net is None or net.down is not None or is_over or not self.model.playback.is_idle:
            return
        by_bot = frozenset(net.by_bot) - {*self._table.bot_seats, self._table.seat}
        if by_bot != self._by_bot:
            self.model.display.notify(" ".join(bot_sentences(names, self._by_bot, by_bot)))
        self._by_bot = by_bot

    def _standing(self) -> str:
        """Return the state of link and dealing; "" while there is nothing to report."""
        if self.is_leaving and self._is_relay_needed:
            return say("Others still need your relay. Press ^Q again to leave now.")
        if self.is_leaving:
            return say(
                "Others are still receiving the end of the game. Press ^Q again to leave now."
            )
        trouble = self.at.disk_trouble or record_trouble(self.records.trouble)
        if trouble:
            return trouble
        table = self._table
        if table.rejoin.is_superseded:
            return superseded_sentence()
        if not self.model.playback.is_idle:
            return ""
        told = "" if table.closed is not None else line_sentence(self.at, self.room.clock())
        told = told or ("" if table.closed is not None else self._absent())
        if told:
            return told
        if table.is_listening:
            return listening_sentence(self.room, self.room.clock())
        progress, net = table.progress, self.model.people.net
        if progress is not None and not progress.asks and (net is None or not net.away):
            return dealing_sentence(progress.done, progress.of)
        return ""

    def _absent(self) -> str:
        """Name the silent and absent players; "" if there are none or the person has to think."""
        table = self._table
        table.look_at_clock()
        if table.silence is not None:
            return f"{silence_sentence(table.silence)} {knocking_sentence(table)}".rstrip()
        if table.stands_with:
            return standstill_sentence(table.stands_with)
        away = table.away_for()
        if any(one.seat == table.seat for one in table.absent()):
            return own_absence_sentence(table)
        if not away or table.owed is not None or table.progress is not None:
            return ""
        told = ", ".join(f"{name} {minutes(since)}" for name, since in away)
        return say("Away: {told}. The rules answer for them.", told=told)

    def _advance(self, now: float) -> bool:
        self.room.let_bot_play(by_bot=self.model.people.autopilot.on)
        return super()._advance(now)

    def _continue_without(self) -> str:
        return continue_without(self._table, silence_sentence)

    def _minutes(self, now: float) -> int | None:
        return None if self.at.goes_on else super()._minutes(now)

    def _close(self, glory: tuple[int, ...]) -> str:
        self.at.finish(glory)
        rematch = say("Play again with the same players")
        self.model.people.surround(replace(self.model.people.around, rematch=rematch))
        return end_sentence(end_of_table(self._table, self.records))

    def _farewell(self) -> tuple[str, ...]:
        disk = (self.at.disk_trouble,) if self.at.disk_trouble else ()
        records = self.records
        place = record_place(records.path)
        if records.beside is not None:
            place = beside_sentence(records.path, records.beside)
        journal = self.at.journal
        goes_on = journal is not None and not disk and self._table.closed is None
        saved = (saved_sentence(journal.number),) if journal is not None and goes_on else ()
        return (*disk, *saved, place, *told_reports(records.reports))
