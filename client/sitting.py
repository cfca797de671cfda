"""A person at a table on this machine: the table, its file, and the model of the screen."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from client import storage
from client.bots.names import BOT_NAMES
from client.model import Manners, TableModel
from client.tables.dealing import Chair, SetUp, shuffled
from client.tables.local import LocalTable
from client.text.catalogue import say
from client.walker.parts import Take
from engine.setup import new_game
from engine.state import Options
from engine.terms import Seat

YOU: Final = Seat(0)
_SECOND: Final = 1.0


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to begin: the levels of the bots, the seed of everything that chance decides."""

    levels: tuple[str, ...]
    seed: int
    options: Options = field(default_factory=Options)

    def set_up(self) -> SetUp:
        """Who sits where, and what chance decided."""
        bots = zip(BOT_NAMES, self.levels, strict=False)
        chairs = (Chair("", ""), *(Chair(name, level) for name, level in bots))
        return shuffled(chairs, self.seed, self.options)


@dataclass(frozen=True, slots=True)
class Opened:
    """A table and the file it is written to; `torn` where a last answer was cut short."""

    table: LocalTable
    file: storage.GameFile
    torn: bool = False


def torn_sentence() -> str:
    """What is said where a last answer was cut short."""
    return say("The last answer had not been written to the end; it is asked again.")


def resumed_sentence() -> str:
    """What is said where a game is gone on with."""
    return say("The game goes on. R tells what happened since your last answer.")


class Sitting:
    """One game in play. `step` lets everything happen that can happen without the person."""

    def __init__(self, opened: Opened, manners: Manners) -> None:
        """Sit down; what happened before is in the log already."""
        table = opened.table
        set_up = table.set_up
        opening = new_game(set_up.players, set_up.layout, set_up.options)
        bots = tuple(Seat(seat) for seat, chair in enumerate(set_up.chairs) if chair.level)
        self.model = TableModel(table.seat(YOU), manners, bots, opening)
        self.model.remember()
        if table.moves:
            self.model.message = torn_sentence() if opened.torn else resumed_sentence()
        self._table = table
        self._file = opened.file
        self._finished = False

    @property
    def set_up(self) -> SetUp:
        """How this game began."""
        return self._table.set_up

    @property
    def number(self) -> int:
        """What the game is called on disk."""
        return self._file.number

    def step(self, now: float) -> float:
        """Let things happen up to `now`; gives the seconds until there is more to do."""
        model = self.model
        model.listen()
        model.tick(now)
        if self._file.trouble:
            model.message = self._file.trouble
        answer = model.own_answer()
        if answer is not None:
            model.answer_alone(answer)
            return 0.0
        if model.wants_others:
            model.table.advance()
            return 0.0
        if self._table.is_over and not self._finished:
            self._finished = True
            self._file.finish(tuple(clan.glory for clan in self._table.state.clans))
        until = model.playback.until
        if until is None:
            return math.inf
        left = max(0.0, until - now)
        return min(left, _SECOND) if model.playback.stays else left

    def submit(self, take: Take) -> None:
        """The person answers."""
        self.model.submit(take)

    def leave(self) -> None:
        """Get up; the game stays on disk."""
        self._file.close()


def begin(game: NewGame, directory: Path) -> Opened:
    """Deal a game and begin its file.

    Raises:
        SaveError: the game could not be saved, so it is not begun.
    """
    set_up = game.set_up()
    file = storage.create(set_up, directory)
    table = LocalTable(set_up, file.write)
    table.seat(YOU)
    return Opened(table, file)


def resume(saved: storage.SavedGame) -> Opened:
    """The table of a saved game as it was left.

    Raises:
        SaveError: it cannot be gone on with.
    """
    table, file = storage.reopen(saved, YOU)
    return Opened(table, file, saved.torn)
