"""News of the other players and of the link, line by line: each thing once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from client.online.at_table import AtTable
from client.online.table_messages import trouble_sentence
from client.presenter.returning import knocking_sentence, own_absence_sentence
from client.presenter.statuses import (
    absence_sentence,
    bot_sentences,
    line_sentence,
    listening_sentence,
    net_of,
    record_trouble,
    silence_sentence,
    standstill_sentence,
    superseded_sentence,
)
from client.tables.incidents import is_told
from client.tables.waiting import Silence, whole_seconds
from client.text.catalogue import listed, say
from client.text.names import Names, clock
from client.text.questions import waiting
from client.text.wrapping import paragraph
from client.ui.view import Net
from engine.decisions import TableDuty
from engine.terms import Seat
from protocol.rules import rules_for

PATIENCE: Final = 4
"""Seconds to think before the line mode names the players it waits for: longer than bots think,
and than answers about late cards are held back."""

_GRACE: Final = 2.0
"""Seconds within which a link may come up before it is reported as down."""


class News:
    """One player's news of one table; each item is printed once."""

    def __init__(self, at: AtTable, write: Callable[[str], None]) -> None:
        """Begin with nothing printed; `write` prints a line."""
        self._at = at
        self._table = at.game.table
        self._write = write
        self._step = -1
        self._since = 0.0
        self._is_told = False
        self._absences = len(self._table.absences)
        self._troubles = 0
        self._told: dict[str, Hashable] = {"disk": at.trouble}
        self._away: frozenset[Seat] = frozenset()
        self._by_bot: frozenset[Seat] = frozenset()
        self._is_down = False

    def tell(self, names: Names, now: float) -> None:
        """Print the news at a time of the room's clock."""
        self._table.look_at_clock()
        self._tell_faults()
        self._tell_here()
        self._tell_link(now)
        self._tell_lines(names, net_of(self._at.game, now))
        self._tell_waits(names, now)

    def _say(self, sentence: str) -> None:
        self._write(paragraph(sentence))

    def _once(self, about: str, what: Hashable, sentence: str) -> None:
        """Say something if it is new; "" is nothing."""
        if what != self._told.get(about) and sentence:
            self._say(sentence)
        self._told[about] = what

    def _tell_faults(self) -> None:
        table, reports = self._table, self._at.records.reports
        for absence in table.absences[self._absences :]:
            self._say(absence_sentence(absence, table.charter.names, table.person))
        self._absences = len(table.absences)
        for number, trouble in enumerate(table.troubles[self._troubles :], self._troubles):
            report = reports[number].name if number < len(reports) else ""
            if not is_told(table.troubles, number):
                self._say(trouble_sentence(trouble, report))
        self._troubles = len(table.troubles)
        own = own_absence_sentence(table)
        self._once("away", own, own)
        silence = table.silence
        leader = "" if silence is not None else table.stands_with
        self._once("leader", leader, standstill_sentence(leader) if leader else "")
        if silence is None:
            self._told.pop("silence", None)
            return
        knocking = knocking_sentence(table)
        about = (silence.names, silence.others, silence.may_agree, silence.possible, knocking)
        self._once("silence", about, f"{silence_told(silence)} {knocking}".rstrip())

    def _tell_here(self) -> None:
        """Report problems of this machine."""
        disk, record = self._at.disk_trouble, self._at.records.trouble
        self._once("disk", disk, disk)
        self._once("record", record, record_trouble(record))
        other = self._at.other_address()
        self._once("address", other, other)
        if self._table.rejoin.is_superseded:
            told = superseded_sentence()
            self._once("superseded", told, told)

    def _tell_link(self, now: float) -> None:
        """Report the state of our link, and why decisions wait for peers after a restart."""
        game = self._at.game
        down = game.link.down_since(now)
        if down is not None and (self._is_down or now - max(down, game.began) >= _GRACE):
            self._is_down = True
            told = line_sentence(self._at, now)
            self._once("line", told, told)
        elif down is None and self._is_down:
            self._is_down = False
            self._once("line", "", "")
            self._say(say("The relay answers again."))
        listens = self._table.is_listening and down is None
        told = listening_sentence(game, now) if listens else ""
        self._once("listening", told, told)

    def _tell_lines(self, names: Names, net: Net) -> None:
        """Report links that are down or up again, and players for whom a bot plays.

        Nothing is known of the others while our own line is down, and nothing matters at the end.
        """
        if net.down is not None or self._table.closed is not None:
            return
        bots = frozenset(self._table.bot_seats)
        away = {seat: seconds for seat, seconds in net.away if seat not in bots}
        for seat in sorted(away.keys() - self._away):
            name, since = names.full(seat), clock(away[seat])
            self._say(
                say("{name} is not connected, {clock}. Nothing is lost.", name=name, clock=since)
            )
        for seat in sorted(self._away - away.keys()):
            self._say(say("{name} is back.", name=names.full(seat)))
        self._away = frozenset(away)
        by_bot = frozenset(net.by_bot) - bots - {self._table.seat}
        for told in bot_sentences(names, self._by_bot, by_bot):
            self._say(told)
        self._by_bot = by_bot

    def _tell_waits(self, names: Names, now: float) -> None:
        """Name the players waited for, once in every step, if it takes a while."""
        table = self._table
        step = table.sessions[table.person].point.step
        if step != self._step or table.owed is not None:
            self._since, self._is_told = now, False
        self._step = step
        told = self.waits_told(names)
        if told and table.owed is None and not self._is_told and now - self._since >= PATIENCE:
            self._is_told = True
            self._say(told)

    # -------------------------------------------------------------------- asking

    def waits_told(self, names: Names) -> str:
        """Return the other seats that are waited for, and the reason; "" if there are none."""
        table = self._table
        others = {seat for seat in table.waiting_for if seat != table.seat}
        due = tuple(
            one
            for one in rules_for(table.state).owed(table.state)
            if not isinstance(one, TableDuty) and one.seat in others
        )
        if due:
            return waiting(due, names)
        return (
            say("Waiting for {seats}.", seats=listed(map(names.full, sorted(others))))
            if others
            else ""
        )

    def who_told(self, names: Names, now: float) -> list[str]:
        """Return the state of every player, and the time they have been waited for."""
        table, net = self._table, net_of(self._at.game, now)
        if net.down is not None:
            told = [say("You are not connected to the relay, {clock}.", clock=clock(net.down))]
        else:
            told = [
                _presence(names, seat, net, table.seat, table.bot_seats)
                for seat in table.state.seats()
            ]
        waits = self.waits_told(names)
        if table.owed is not None:
            told.append(say("It is your turn to answer."))
        elif waits:
            self._is_told = True
            since = clock(whole_seconds(self._since, now))
            told.append(say("{waiting}, {clock}", waiting=waits, clock=since))
        return told


def _presence(names: Names, seat: Seat, net: Net, own: Seat, bots: tuple[Seat, ...]) -> str:
    """Return a seat and its state."""
    away = dict(net.away)
    if seat == own:
        how = say("you")
    elif seat in away:
        how = say("away {clock}", clock=clock(away[seat]))
    elif seat in bots:
        how = say("bot")
    else:
        how = say("bot plays") if seat in net.by_bot else say("here")
    return f"{names.title(seat)}: {how}"


def silence_told(silence: Silence) -> str:
    """Name the silent players, and the words that can be typed about them."""
    return silence_sentence(silence, "without")
