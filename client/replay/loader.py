"""A recorded game over the menu or a table, from loading to watching."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import trio

from client.controller.requests import Request
from client.controller.table_keys import takes_text
from client.replay.frames import names_by_seat
from client.replay.player import ReplayPlayer
from client.style.theme import KEYS, TITLE
from client.text.catalogue import say
from client.text.protocol_faults import broken_sentence
from client.text.system_faults import system_reason
from client.ui.canvas import Canvas, wrap
from client.ui.right_to_left_canvas import new_canvas
from engine.terms import Seat
from protocol.record.record import BrokenRecord
from protocol.record.retelling import Retold, retell


class CannotWatch(Exception):
    """A record cannot be shown; the text says why."""


def retold_from(path: Path) -> Retold:
    """Read, check and retell a record, which takes seconds.

    Raises:
        CannotWatch: there is nothing to show in it.
    """
    try:
        retold = retell(path.read_bytes(), cut_off=True)
    except OSError as error:
        why = system_reason(error)
        raise CannotWatch(say("{file} cannot be read: {why}.", file=str(path), why=why)) from error
    except BrokenRecord as broken:
        raise CannotWatch(broken_sentence(broken)) from broken
    if retold.opening is None:
        told = say("This game stopped before seats were drawn; there is nothing to show.")
        raise CannotWatch(told)
    return retold


class LoadingReplay:
    """One recorded game while it is loaded and watched.

    Attributes:
        player: the player, once the game is loaded.
        failed: why the game cannot be shown, "" until then.
    """

    def __init__(self, game: Retold | Callable[[], Retold], viewer: str = "") -> None:
        """Watch a game, at first from the seat of `viewer`; a function loads it in a thread."""
        self.player: ReplayPlayer | None = None
        self.failed = ""
        self._game = game
        self._viewer = viewer
        if isinstance(game, Retold):
            self._open(game)

    async def load(self) -> None:
        """Load the game."""
        if not isinstance(self._game, Retold):
            try:
                self._open(await trio.to_thread.run_sync(self._game, abandon_on_cancel=True))
            except CannotWatch as error:
                self.failed = str(error)

    def _open(self, retold: Retold) -> None:
        names = names_by_seat(retold)
        at = names.index(self._viewer) if self._viewer in names else 0
        self.player = ReplayPlayer(retold, Seat(at))

    @property
    def has_steps(self) -> bool:
        """Whether the wheel steps through the game: nothing covers it."""
        return self.player is not None and self.player.model.display.overlay is None

    @property
    def takes_text(self) -> bool:
        """Whether letters are typed into a search."""
        return self.player is not None and takes_text(self.player.model)

    def step(self, now: float) -> float:
        """Let the game play; return the seconds until its next frame."""
        return math.inf if self.player is None else self.player.tick(now)

    def press(self, key: str, now: float) -> Request:
        """Handle a key."""
        if self.player is not None:
            return self.player.press(key, now)
        return Request.LEAVE if key in ("^Q", "^C", "escape", "q") else Request.NOTHING

    def draw(self, width: int, height: int, now: float) -> Canvas:
        """Draw the game, or a note while it is being loaded."""
        if self.player is not None:
            return self.player.draw(width, height, now)
        canvas = new_canvas(width, height)
        told = self.failed or say("Reading and checking the game …")
        rows = wrap(told, width - 4)
        for y, row in enumerate(rows, max(0, (height - len(rows)) // 2)):
            canvas.put(2, y, row, TITLE)
        canvas.put(2, height - 1, say("Esc back"), KEYS)
        return canvas
