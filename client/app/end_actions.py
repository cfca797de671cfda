"""Actions at the end of a game: copy the result, save the log, show cards, watch it again."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import trio

from client.app.jarl_advice import JarlAdvice
from client.controller.requests import Request
from client.games.game_controller import FinishedTable, GameController
from client.platform.files import write_whole
from client.presenter.story_text import final_table
from client.replay.frames import final_hands
from client.replay.loader import LoadingReplay, retold_from
from client.settings.terminal import copied
from client.style.writing import with_joiners
from client.text.catalogue import say, say_many
from client.text.log_line import LogTopic
from client.text.system_faults import system_reason
from client.ui.view import Overlay, OverlayKind
from engine.values import replace
from protocol.record.retelling import Retold, retell

REQUESTS: Final = (
    Request.COPY,
    Request.SAVE,
    Request.RETELL,
    Request.REPLAY,
    Request.JARL,
)
"""Requests that are handled here."""
_LOG_SUFFIX: Final = ".txt"


class EndActions:
    """Actions of the end screen, and the recorded game that is being watched.

    Attributes:
        replay: the recorded game over the screen, None while there is none.
    """

    def __init__(self, wake: Callable[[], None], watched: Retold | None = None) -> None:
        """Begin with a replay and no screen below it, or with none; `wake` redraws the screen."""
        self.replay = None if watched is None else LoadingReplay(watched)
        self._is_alone = watched is not None
        self._wake = wake
        self._advice = JarlAdvice(wake, self._tell)
        self._retold: tuple[FinishedTable, Retold] | None = None

    def fulfil(
        self,
        request: Request,
        game: GameController[FinishedTable],
        send: Callable[[str], None],
        nursery: trio.Nursery,
    ) -> None:
        """Handle a request of the end screen; `send` writes to the terminal."""
        match request:
            case Request.COPY:
                send(copied(result_text(game)))
                told = say("Result copied, if your terminal allows it.")
                game.model.display.notify(told)
            case Request.SAVE:
                game.model.display.open(saved_overlay(save_log(game)))
            case Request.RETELL if game.table.closed is not None:
                nursery.start_soon(self._show_drafted, game)
            case Request.REPLAY if game.table.closed is not None:
                self._watch(game, nursery)
            case Request.RETELL | Request.REPLAY:
                game.model.display.notify(say("Not everyone has signed the result yet."))
            case Request.JARL:
                self._advice.ask(game, nursery)
            case _:
                pass

    def _watch(self, game: GameController[FinishedTable], nursery: trio.Nursery) -> None:
        table = game.table
        known = self._retold
        told = known[1] if known is not None and known[0] is table else partial(self._tell, table)
        self.replay = LoadingReplay(told, table.charter.names[table.person])
        nursery.start_soon(self._load, self.replay)

    def watch_file(self, record: Path, nursery: trio.Nursery) -> None:
        """Open the game of a record over the screen."""
        self.replay = LoadingReplay(partial(retold_from, record))
        nursery.start_soon(self._load, self.replay)

    async def _load(self, replay: LoadingReplay) -> None:
        await replay.load()
        self._wake()

    def _tell(self, table: FinishedTable) -> Retold:
        """Retell the whole game, once; in a thread, because that takes a second or two."""
        known = self._retold
        if known is None or known[0] is not table:
            known = self._retold = (table, retell(table.record(), dict(table.checked)))
        return known[1]

    def step(self, now: float) -> float:
        """Let the replay continue; return the seconds until its next frame."""
        return math.inf if self.replay is None else self.replay.step(now)

    def press(self, key: str, now: float, nursery: trio.Nursery | None) -> Request:
        """Handle a key for the replay; a replay over something else closes by itself."""
        if self.replay is None:
            return Request.NOTHING
        request, player = self.replay.press(key, now), self.replay.player
        if request is Request.JARL and player is not None and nursery is not None:
            self._advice.ask_in_replay(player, nursery)
        if request in (Request.LEAVE, Request.INTERRUPT) and not self._is_alone:
            self.replay, request = None, Request.NOTHING
            self.drop_thoughts()
        return Request.NOTHING if request in REQUESTS else request

    def drop_thoughts(self) -> None:
        """Let a jarl think no longer for a screen that is left."""
        self._advice.drop()

    async def _show_drafted(self, game: GameController[FinishedTable]) -> None:
        """Show the cards everybody drafted, if the seats opened their card keys."""
        display = game.model.display
        if display.ending.known:
            return
        news = say("Reading the picks of the other players …")
        display.end_with(replace(display.ending, news=news))
        retold = await trio.to_thread.run_sync(self._tell, game.table, abandon_on_cancel=True)
        hidden = say("At this table, hands stay hidden after the game.")
        news = "" if retold.opened else hidden
        display.end_with(replace(display.ending, known=final_hands(retold), news=news))
        self._wake()


def result_text(game: GameController[FinishedTable]) -> str:
    """Return the result as text: the winner, Glory by source, and the table."""
    model = game.model
    lines = [*final_table(model.shown.state, model.shown.story.summary.stories, game.table.names)]
    minutes = model.display.ending.minutes
    if minutes is not None:
        lines.append(
            say_many("The game took {count} minute.", "The game took {count} minutes.", minutes)
        )
    lines.append(say("Table {table}", table=game.table.charter.table_id.hex()[:16]))
    return "\n".join(lines) + "\n"


def saved_overlay(told: tuple[str, ...]) -> Overlay:
    """Return an overlay with paths, which are read whole there on every screen."""
    return Overlay(OverlayKind.EXPLAIN, say("Saved"), told)


def save_log(game: GameController[FinishedTable]) -> tuple[str, ...]:
    """Write the log as text beside the record; say where both are, or what went wrong."""
    record = game.record
    path = record.with_suffix(_LOG_SUFFIX)
    lines = []
    for line in game.model.shown.log:
        if line.topic is LogTopic.PHASE:
            lines.append("")
        lines.append("  " * line.level + line.full)
    text = "\n".join([*lines, "", result_text(game)])
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, with_joiners(text).encode())
    except OSError as error:
        return (say("The log cannot be written: {why}.", why=system_reason(error)),)
    return (say("The log:"), str(path), "", say("The record:"), str(record))
