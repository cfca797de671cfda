"""What is done with a game that is over: its result copied, its log saved, its cards shown."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import trio

from client.controller.requests import Request
from client.controller.table_model import TableModel
from client.platform.atomic_files import write_whole
from client.presenter.story_text import final_table
from client.replay.loader import LoadingReplay, retold_from
from client.settings.terminal import copied
from client.text.catalogue import say, say_many
from client.text.log_line import LogTopic
from engine.terms import Seat
from protocol.charter import Charter
from protocol.game.jobs import Cache
from protocol.record.retelling import Retold, retell

REQUESTS: Final = (Request.COPY, Request.SAVE, Request.RETELL, Request.REPLAY)
"""The wishes that are fulfilled here."""
_LOG_SUFFIX: Final = ".txt"


class FinishedTable(Protocol):
    """A table that was played to its end, as far as it can be told again."""

    closed: tuple[int, ...] | None
    person: int

    @property
    def charter(self) -> Charter:
        """Who played, by which rules."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who sat in which seat."""

    @property
    def checked(self) -> Cache:
        """Proofs that were checked."""

    def record(self) -> bytes:
        """The record of all closed steps."""


class FinishedGame(Protocol):
    """A game that is over."""

    model: TableModel

    @property
    def table(self) -> FinishedTable:
        """The table it was played at."""

    @property
    def record(self) -> Path:
        """Where its record lies."""


class EndActions:
    """The wishes of the end screen, and the recorded game that is being watched.

    Attributes:
        watching: the recorded game that lies over the screen, None while none does.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        """`wake` has the screen drawn anew."""
        self.replay: LoadingReplay | None = None
        self._wake = wake
        self._retold: tuple[FinishedTable, Retold] | None = None

    def fulfil(
        self,
        request: Request,
        finished: FinishedGame,
        send: Callable[[str], None],
        nursery: trio.Nursery,
    ) -> None:
        """Do what is wished with a game; `send` writes to the terminal."""
        match request:
            case Request.COPY:
                send(copied(result_text(finished)))
                told = say("The result is copied, if your terminal lets programs copy.")
                finished.model.message = told
            case Request.SAVE:
                finished.model.message = save_log(finished)
            case Request.RETELL if finished.table.closed is not None:
                nursery.start_soon(self._open_graves, finished)
            case Request.REPLAY if finished.table.closed is not None:
                self._watch(finished, nursery)
            case Request.RETELL | Request.REPLAY:
                finished.model.message = say("Not all have signed the result yet.")
            case _:
                pass

    def _watch(self, finished: FinishedGame, nursery: trio.Nursery) -> None:
        table = finished.table
        known = self._retold
        ready = known[1] if known is not None and known[0] is table else None
        viewer = table.charter.names[table.person]
        self.watch(LoadingReplay(lambda: self._tell(table), self._wake, viewer, ready), nursery)

    def watch_file(self, record: Path, nursery: trio.Nursery) -> None:
        """Lay the game of a record over the screen."""
        self.watch(LoadingReplay(lambda: retold_from(record), self._wake), nursery)

    def watch(self, replay: LoadingReplay, nursery: trio.Nursery) -> None:
        """Lay a recorded game over the screen."""
        self.replay = replay
        nursery.start_soon(replay.run)

    def _tell(self, table: FinishedTable) -> Retold:
        """The whole game told again, once; in a thread, for it takes a second or two."""
        known = self._retold
        if known is None or known[0] is not table:
            known = self._retold = (table, retell(table.record(), dict(table.checked)))
        return known[1]

    def step(self, now: float) -> float:
        """Let what is watched go on; gives the seconds until it does."""
        return math.inf if self.replay is None else self.replay.step(now)

    def press(self, key: str, now: float) -> Request:
        """What a key does to what is watched."""
        if self.replay is None:
            return Request.NOTHING
        request = self.replay.press(key, now)
        if self.replay.is_left:
            self.replay = None
        return Request.NOTHING if request in REQUESTS else request

    async def _open_graves(self, finished: FinishedGame) -> None:
        """Show what everybody drafted, where the seats opened their card keys."""
        model = finished.model
        if model.known:
            return
        model.end_news = say("The picks of the others are being read …")
        retold = await trio.to_thread.run_sync(self._tell, finished.table, abandon_on_cancel=True)
        last = retold.moments[-1].knowledge if retold.opened else ()
        model.known = dict(zip(map(Seat, range(len(last))), last, strict=True))
        hidden = say("At this table the hands of the others stay hidden after the end.")
        model.end_news = "" if retold.opened else hidden
        self._wake()


def result_text(finished: FinishedGame) -> str:
    """The result as text: who won, where the Glory came from, which table it was."""
    model = finished.model
    lines = [*final_table(model.state, model.story.summary.stories, finished.table.names)]
    if model.minutes is not None:
        lines.append(say_many("It took {count} minute.", "It took {count} minutes.", model.minutes))
    lines.append(say("Table {table}", table=finished.table.charter.table_id.hex()[:16]))
    return "\n".join(lines) + "\n"


def save_log(finished: FinishedGame) -> str:
    """Write the log as text beside the record; says where both are, or what went wrong."""
    record = finished.record
    path = record.with_suffix(_LOG_SUFFIX)
    lines = []
    for line in finished.model.log:
        if line.topic is LogTopic.PHASE:
            lines.append("")
        lines.append("  " * line.level + line.full)
    text = "\n".join([*lines, "", result_text(finished)])
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    except OSError as error:
        return say("The log cannot be written: {why}.", why=error.strerror or "")
    return say("The log: {log}  The record: {record}", log=str(path), record=str(record))
