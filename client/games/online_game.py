"""A person at a table of equals: the game room, and the model of the screen."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TextIO

from client.controller.auto_answers import answered_itself, wakes
from client.controller.chat_keys import hear
from client.controller.table_model import TableModel
from client.games.bot_game import resumed_sentence
from client.online.fault_messages import end_sentence, told_reports, trouble_sentence
from client.online.rooms import GameRoom
from client.online.table_session import AtTable
from client.platform.system import seconds
from client.presenter.chat import Talk
from client.presenter.connection_status import net_of, time_left
from client.presenter.preferences import Preferences
from client.prompts.nodes import Take
from client.storage.collect_results import keep_result, whole_minutes
from client.tables.network_table import Absence, NetworkTable
from client.tables.silence import Silence
from client.text.catalogue import listed, say, say_many
from protocol.game.events import CameBack, Rewound

_SECOND: Final = 1.0
LONG_SECONDS: Final = 60.0
"""After so long without a relay it is told how to go on at another one."""


class OnlineGame:
    """One game over a relay, or against bots of this machine; begins once seats are drawn."""

    def __init__(
        self,
        at: AtTable,
        preferences: Preferences,
        *,
        keeps_relay: bool = False,
    ) -> None:
        """Sit down at a table whose seats are drawn; some machine keeps the relay of it."""
        self.at = at
        self.room = room = at.game
        table = room.table
        self.records = at.records
        self.is_leaving = False
        self._keeps_relay = keeps_relay
        self.model = TableModel(table, preferences, table.bot_seats, table.opening)
        self.model.remember()
        self.model.people.left = lambda: time_left(table, self.model.people.waits.seats)
        self.model.people.listens = lambda: table.is_listening
        self.model.without = self._go_on_without
        self._absences = 0
        self.model.again_told = ""
        if room.link is not None and len(room.people) > 1:
            names = {signer: table.charter.names[signer] for signer in room.people.values()}
            self.model.people.net = lambda: net_of(room, seconds())
            self.model.people.talk = Talk(names, table.person, room.speak)
        self._told = 0
        self._welcome = at.trouble or (resumed_sentence() if at.goes_on else "")
        self._news = ""
        self._unread = ""
        self._told_end = False
        self._began = math.nan

    def step(self, now: float) -> float:
        """Let things happen up to `now`; gives the seconds until there is more to do."""
        model, table = self.model, self.room.table
        self._began = now if math.isnan(self._began) else self._began
        held = table.release()
        model.listen()
        model.tick(now)
        self.records.keep()
        self._save_again()
        for said in self.room.said():
            hear(model, said)
        self._tell()
        self.room.let_bot_play(by_bot=model.people.autopilot.on)
        if answered_itself(model, now):
            return 0.0
        if table.hear() or (model.wants_others and table.let_bots_play()):
            return 0.0
        if table.closed is not None and not self._told_end:
            self._told_end = True
            self.at.finish(table.closed)
            path = str(self.records.path)
            self.model.message = end_sentence(path, len(self.records.reports))
            self.model.again_told = say("Play again with the same people")
            model.minutes = whole_minutes(now - self._began)
            keep_result(table, self.records.path, model.story.summary.length, model.minutes)
        waits = [math.inf if held is None else held, wakes(model, now)]
        until = model.playback.until
        if until is not None:
            left = max(0.0, until - now)
            waits.append(min(left, _SECOND) if model.playback.stays else left)
        return min(waits)

    def _save_again(self) -> None:
        """What a disk did not take is tried again; meanwhile leaving is something else."""
        if self.at.disk_trouble:
            self.at.save_again()
        if self.at.disk_trouble:
            self.model.leave_told = say("Leave; what could not be saved has to be played again")
        else:
            self.model.leave_told = say("Leave; the others wait for you, or go on without you")

    def _tell(self) -> None:
        """Troubles once each; how the dealing and the link are, as long as it matters.

        What such news covered before a key was pressed is there again behind them.
        """
        table = self.room.table
        for absence in table.absences[self._absences :]:
            self.model.message = absence_sentence(absence, table.charter.names, table.person)
        self._absences = len(table.absences)
        for number, trouble in enumerate(table.troubles[self._told :], self._told):
            self._unread = trouble_sentence(trouble, self._report_of(number))
            self.model.message = self._unread
        self._told = len(table.troubles)
        news = self._standing()
        if news:
            self.model.message = news
        elif self._news and self.model.message == self._news:
            self.model.message = self._unread
        elif self._welcome and self.model.playback.is_idle:
            self.model.message, self._welcome = self._welcome, ""
        if self.model.message not in (news, self._unread):
            self._unread = ""
        self._news = news

    def _report_of(self, number: int) -> str:
        """The file that proves a trouble, by its name: it lies beside the record."""
        reports = self.records.reports
        return reports[number].name if number < len(reports) else ""

    def _standing(self) -> str:
        """What is to be known of link and dealing now; nothing of it stays longer than it is so."""
        if self.is_leaving:
            return say("Others still need the relay of this machine. ^Q once more leaves at once.")
        if self.at.disk_trouble:
            return self.at.disk_trouble
        if self.records.trouble:
            return say("The record cannot be written: {why}", why=self.records.trouble)
        table = self.room.table
        if table.rejoin.is_superseded:
            return say(
                "This game goes on where you opened it last; nothing leaves from here any more."
            )
        if not self.model.playback.is_idle:
            return ""
        line = "" if table.closed is not None else line_sentence(self.at, seconds())
        if line:
            return line
        absent = "" if table.closed is not None else self._absent()
        if absent:
            return absent
        if table.is_listening:
            return listening_sentence(self.room, seconds())
        progress = table.progress
        if progress is not None and not progress.asks and not self._somebody_is_down():
            return say("Dealing: step {done} of {of}", done=progress.done, of=progress.of)
        return ""

    def _somebody_is_down(self) -> bool:
        net = self.model.people.net
        return net is not None and bool(net().away)

    def _absent(self) -> str:
        """Who is silent, or away; "" where nobody is, or where the person has to think."""
        table = self.table
        table.look_at_clock()
        silence = table.silence
        if silence is not None:
            return silence_sentence(silence)
        away = table.away_for()
        if table.seat in table.away and not table.is_listening:
            return say("You are away: the rules answer for you until the others let you in again.")
        if not away or table.owed is not None or table.progress is not None:
            return ""
        told = ", ".join(f"{name} {_minutes(seconds)}" for name, seconds in away)
        return say("Away: {told}. The rules answer instead.", told=told)

    def _go_on_without(self) -> str:
        """The person does not want to wait any longer; what to say about that."""
        return go_on_without(self.table, silence_sentence)

    @property
    def table(self) -> NetworkTable:
        """The table."""
        return self.room.table

    @property
    def record(self) -> Path:
        """Where the record of this game lies."""
        return self.records.path

    def submit(self, take: Take) -> None:
        """The person answers."""
        self.model.submit(take)

    @property
    def others_need_us(self) -> bool:
        """Whether others are connected to a relay that goes away with this program."""
        link = self.room.link
        return self._keeps_relay and link is not None and link.status.members != 1

    def may_go(self) -> bool:
        """Whether the person may leave now; who is told that others need him may ask once more."""
        if self.is_leaving or not self.others_need_us:
            return True
        self.is_leaving = True
        return False

    @property
    def is_gone(self) -> bool:
        """Whether the person wanted to leave, and the others have gone meanwhile."""
        return self.is_leaving and not self.others_need_us

    def say_farewell(self, out: TextIO, _err: TextIO) -> None:
        """What is left to read once the screen is gone."""
        if self.at.disk_trouble:
            out.write(self.at.disk_trouble + "\n")
        out.write(say("The record is {path}", path=str(self.records.path)) + "\n")
        out.writelines(told + "\n" for told in told_reports(self.records.reports))

    def leave(self) -> None:
        """Get up; what was played so far stays as a record."""
        self.records.keep()


def line_sentence(at: AtTable, now: float) -> str:
    """That the own line is down, and after a while what else can be done; "" while it holds."""
    link = at.game.link
    since = None if link is None else link.down_since(now)
    if link is None or since is None:
        return ""
    if link.status.refusal or now - since < LONG_SECONDS or at.journal is None:
        told = link.status.refusal or say("Nothing is lost.")
        return say("The relay does not answer; trying again. {told}", told=told)
    return say(
        "The relay does not answer; trying again. To go on at another one all leave and run: "
        "{command}",
        command=f"bloodrage resume {at.journal.number} --relay HOST:PORT",
    )


def listening_sentence(game: GameRoom, now: float) -> str:
    """Why nothing is decided here before others have told where the table stands."""
    net = net_of(game, now)
    if 2 * net.present > net.people:
        return say("The others are asked where the table stands; that takes some seconds.")
    return say(
        "You can go on once more than half of the people are here: {present} of {people} now.",
        present=net.present,
        people=net.people,
    )


def go_on_without(table: NetworkTable, told: Callable[[Silence], str]) -> str:
    """The person does not want to wait any longer; what to say about that.

    `told` says how a silence is that cannot be agreed upon.
    """
    silence = table.silence
    if silence is None:
        return _not_yet(table)
    if not silence.may_agree:
        return told(silence)
    table.go_on_without()
    return say("You go on without {names} as soon as enough do.", names=_listed(silence.names))


def _not_yet(table: NetworkTable) -> str:
    waited = tuple(table.names[seat] for seat, _ in table.waits)
    is_mine = table.seat in (seat for seat, _ in table.waits)
    if not waited or is_mine or not table.are_enough_left:
        return say("Nobody has been silent for too long.")
    return say(
        "Nobody has been silent for too long. In {time} you can go on without {names}.",
        time=_minutes(table.patience.left()),
        names=_listed(waited),
    )


def silence_sentence(silence: Silence, key: str = "G") -> str:
    """Who is silent, for how long, and what can be done about it; `key` agrees to go on."""
    names = _listed(silence.names)
    time = _minutes(silence.seconds)
    if silence.is_me:
        return say_many(
            "{who} wants to go on without you ({count} of {needed}). Answer now.",
            "{who} want to go on without you ({count} of {needed}). Answer now.",
            silence.agreed,
            who=listed(silence.others),
            needed=silence.needed,
        )
    if not silence.possible:
        return say(
            "{names} silent for {time}; too few are left to go on. Wait, or leave: it is saved.",
            names=names,
            time=time,
        )
    if silence.may_agree and not silence.agreed:
        return say(
            "{names} silent for {time}. {key}: go on without ({agreed} of {needed} agree), "
            "or wait.",
            key=key,
            names=names,
            time=time,
            agreed=silence.agreed,
            needed=silence.needed,
        )
    return f"{_wish(silence, names, time)} {_lacking(silence, key)}"


def _wish(silence: Silence, names: str, time: str) -> str:
    """Which persons want to go on without whom, who asked first being first."""
    if not silence.agrees:
        return say_many(
            "{who} wants to go on without {names}, silent for {time}.",
            "{who} want to go on without {names}, silent for {time}.",
            silence.agreed,
            who=listed(silence.others),
            names=names,
            time=time,
        )
    if not silence.others:
        return say("You want to go on without {names}, silent for {time}.", names=names, time=time)
    return say(
        "{who} and you want to go on without {names}, silent for {time}.",
        who=", ".join(silence.others),
        names=names,
        time=time,
    )


def _lacking(silence: Silence, key: str) -> str:
    """How many more have to agree, and how the person here does."""
    if not silence.lacking:
        return say("Those are enough.")
    if silence.may_agree:
        return say_many(
            "{count} more is needed: {key}, or wait.",
            "{count} more are needed: {key}, or wait.",
            silence.lacking,
            key=key,
        )
    return say_many("{count} more is needed.", "{count} more are needed.", silence.lacking)


def absence_sentence(absence: Absence, names: Sequence[str], person: int) -> str:
    """Who went away or came back."""
    if isinstance(absence, Rewound):
        return say("The others had gone on another way: what came after that is void.")
    listed = _listed(tuple(names[signer] for signer in absence.signers))
    if isinstance(absence, CameBack):
        if person in absence.signers:
            return say("You are back, and asked again from now on.")
        return say("{names}: back, and asked again from now on.", names=listed)
    if person in absence.signers:
        return say("The others went on without you; your client asks to be let in again.")
    if set(absence.signers) <= set(absence.faulty):
        return say("{names}: away for good, for what nobody may do. See the record.", names=listed)
    return say("{names}: away; the rules answer instead.", names=listed)


def _minutes(seconds: float) -> str:
    return "{}:{:02}".format(*divmod(int(seconds), 60))


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)
