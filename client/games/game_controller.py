"""A game of any kind on the screen: its steps, news, the end, and the farewell."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Generic, TextIO, TypeVar

from client.controller.chat_keys import hear
from client.controller.requests import Pressed, Request
from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.prompts.nodes import Take
from client.storage.collect_results import keep_result, whole_minutes
from client.tables.network_table import NetworkTable
from client.tables.watched import WatchedTable
from engine.values import replace
from protocol.lobby.presence import ChatEvent

_SECOND: Final = 1.0


FinishedTable = NetworkTable | WatchedTable
"""A table whose game can be retold from its record once it is closed."""
TableT_co = TypeVar("TableT_co", bound=FinishedTable, covariant=True)
PlayedT_co = TypeVar("PlayedT_co", bound=NetworkTable, covariant=True)


class GameController(ABC, Generic[TableT_co]):
    """One game on the screen: its table, its model, and all that happens without a key.

    Attributes:
        is_leaving: whether the person was warned and leaves at the next ^Q.
    """

    def __init__(self, model: TableModel, table: TableT_co) -> None:
        """Begin with a model, which then remembers what happened before."""
        model.remember()
        self._model = model
        self._table = table
        self.is_leaving = False
        self._news = ""
        self._began = math.nan
        self._has_finished = False

    @property
    def model(self) -> TableModel:
        """The model of the screen."""
        return self._model

    @property
    def table(self) -> TableT_co:
        """The table."""
        return self._table

    @property
    @abstractmethod
    def record(self) -> Path:
        """The path of the record."""

    @property
    def is_gone(self) -> bool:
        """Whether the person wanted to leave, and nobody needs this machine any more."""
        return False

    def step(self, now: float) -> float:
        """Let things happen up to `now`; return the seconds until there is more to do."""
        self._began = now if math.isnan(self._began) else self._began
        held = self._prepare()
        model = self._model
        model.listen()
        model.tick(now)
        for said in self._messages():
            hear(model, said)
        self._report(now)
        if self._advance(now):
            return 0.0
        self._end_once(now)
        waits = min(held, model.wait(now))
        until = model.playback.until
        if until is None:
            return waits
        left = max(0.0, until - now)
        return min(waits, left, _SECOND) if model.playback.stays else min(waits, left)

    def _end_once(self, now: float) -> None:
        """Keep a game whose last step is done, and say where; only the first time."""
        glory = self._table.closed
        if glory is not None and not self._has_finished:
            self._has_finished = True
            self._model.display.notify(self._finish(glory, now))

    def press(self, key: str, now: float) -> Pressed:
        """Handle a key; the result is for the application."""
        pressed = press(self._model, key, now)
        if pressed.request is Request.CONTINUE:
            self._model.display.notify(self._continue_without())
        return pressed

    def submit(self, take: Take) -> None:
        """Answer for the person."""
        self._model.submit(take)

    def may_go(self) -> bool:
        """Whether the person may leave now; if not, they may ask once more."""
        return True

    def say_farewell(self, out: TextIO, _err: TextIO) -> None:
        """Print the last messages once the screen is gone."""
        out.writelines(told + "\n" for told in self._farewell())

    @abstractmethod
    def leave(self) -> None:
        """Leave the table; everything played so far is kept."""

    def _show_news(self, news: str, behind: str = "") -> None:
        """Show news as long as they are true; `behind` is shown again after them."""
        if news and not self._model.display.is_asked:
            self._model.display.notify(news)
        elif self._news and self._model.display.message == self._news:
            self._model.display.notify(behind)
        self._news = news

    def _prepare(self) -> float:
        """Do the work due before listening; return the seconds until it is due again."""
        return math.inf

    def _messages(self) -> Iterable[ChatEvent]:
        """Return new messages of the chat."""
        return ()

    def _advance(self, now: float) -> bool:
        """Let the next thing happen that needs no person; whether there was any."""
        return self._model.answer_alone(now)

    def _continue_without(self) -> str:
        """Vote to continue without silent players, and show the result."""
        raise AssertionError("nobody is silent here")

    @abstractmethod
    def _report(self, now: float) -> None:
        """Write records that are due, and show the news of table, people and disk."""

    @abstractmethod
    def _finish(self, glory: tuple[int, ...], now: float) -> str:
        """Keep a game whose last step is done, and say where."""

    @abstractmethod
    def _farewell(self) -> Iterable[str]:
        """Return the lines to read once the screen is gone."""


class PlayedGame(GameController[PlayedT_co]):
    """A game in which the person has a seat."""

    def _advance(self, now: float) -> bool:
        table, model = self._table, self._model
        if model.answer_alone(now) or table.hear():
            return True
        return model.wants_others and table.let_bots_play()

    def _finish(self, glory: tuple[int, ...], now: float) -> str:
        told = self._close(glory)
        minutes = self._minutes(now)
        display = self._model.display
        display.end_with(replace(display.ending, minutes=minutes))
        length = self._model.shown.story.summary.length
        keep_result(self._table, self.record, length, minutes)
        return told

    def _minutes(self, now: float) -> int | None:
        """Return the minutes the game took; None if it was begun in another run."""
        return whole_minutes(now - self._began)

    @abstractmethod
    def _close(self, glory: tuple[int, ...]) -> str:
        """Close the journal, write the record, and say where it is."""
