"""A person in a game against bots: the table, its journal, and the model of the screen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TextIO

from client.controller.auto_answers import answered_itself, wakes
from client.controller.table_model import TableModel
from client.log import events
from client.platform.system import random_bytes
from client.presenter.preferences import Preferences
from client.prompts.nodes import Take
from client.storage import bot_saves
from client.storage.collect_results import keep_result, whole_minutes
from client.storage.record_paths import record_path, save_record
from client.tables.new_seats import master_of
from client.tables.own_table import MASTER_SIZE, OwnGame, OwnTable
from client.tables.recorded_answers import OtherGame
from client.tables.signers_table import Runner
from client.text.catalogue import say
from engine.state import Options
from protocol.errors import RemoteProtocolError

_SECOND: Final = 1.0


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to begin: the levels of the bots; with a seed all secrets follow from it.

    `memory_aid` lists what was seen and passed on in the draft.
    """

    levels: tuple[str, ...]
    seed: int | None = None
    options: Options = field(default_factory=Options)
    memory_aid: bool = True

    def game(self, auto: str = "") -> OwnGame:
        """Who plays, with a secret nobody knows, or the seed's; `auto` is a bot for the person."""
        master = random_bytes(MASTER_SIZE) if self.seed is None else master_of(self.seed)
        game = OwnGame.against(self.levels, master, self.options, auto)
        return replace(game, memory_aid=self.memory_aid)


def once_more(game: OwnGame) -> NewGame:
    """Another game against the same bots by the same options, with new secrets."""
    return NewGame(game.levels, options=game.options, memory_aid=game.memory_aid)


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that has not begun, and its journal.

    `saved` is what it was read from, None for a new game.
    """

    table: OwnTable
    file: bot_saves.GameFile
    saved: bot_saves.SavedGame | None = None

    def other_game(self) -> bot_saves.SaveError:
        """What is said where recorded answers do not fit."""
        assert self.saved is not None
        return bot_saves.other_game(self.saved)

    def settle(self) -> None:
        """Replay what was played, here and now; only without a runner.

        Raises:
            SaveError: it cannot be gone on with.
        """
        try:
            self.table.settle()
        except OtherGame as error:
            self.file.close()
            raise self.other_game() from error

    def told(self) -> str:
        """What is said to who goes on with a game."""
        return "" if self.saved is None else told_of(self.saved)


def told_of(saved: bot_saves.SavedGame) -> str:
    """What is said to who goes on with this game."""
    if saved.damaged:
        return say(
            "Part of the saved game was damaged: it goes on from before that, and the damaged file "
            "is kept beside it."
        )
    if saved.torn:
        return torn_sentence()
    return resumed_sentence() if saved.answers else ""


def torn_sentence() -> str:
    """What is said where a last answer was cut short."""
    return say("The last answer had not been written to the end; it is asked again.")


def resumed_sentence() -> str:
    """What is said where a game is gone on with."""
    return say("The game goes on. R tells what happened since your last answer.")


def begin(new: NewGame, directory: Path, runner: Runner | None = None) -> Opened:
    """Begin a game and its journal.

    Raises:
        SaveError: the game could not be saved, so it is not begun.
    """
    file = bot_saves.create(directory)
    table = OwnTable(new.game(), file, runner)
    file.begin(table)
    if file.trouble:
        file.discard()
        raise bot_saves.SaveError(file.trouble)
    events.game_opened(file.number, 1 + len(new.levels), 0)
    return Opened(table, file)


def resume(saved: bot_saves.SavedGame, runner: Runner | None = None) -> Opened:
    """The table of a saved game; its answers are given again when it begins.

    Raises:
        SaveError: it cannot be gone on with.
    """
    file = bot_saves.reopen(saved)
    saved = file.saved or saved
    try:
        table = OwnTable(saved.game, file, runner)
        bot_saves.check_table(saved, table)
    except RemoteProtocolError as error:
        file.close()
        raise bot_saves.other_game(saved) from error
    except bot_saves.SaveError:
        file.close()
        raise
    events.game_opened(file.number, 1 + len(saved.game.bots), len(saved.answers))
    return Opened(table, file, saved)


class BotGame:
    """One game in play. `step` lets everything happen that can happen without the person."""

    def __init__(self, opened: Opened, preferences: Preferences) -> None:
        """Sit down at a settled table; what happened before is in the log already."""
        table = opened.table
        self.model = TableModel(table, preferences, table.bot_seats, table.opening)
        self.model.remember()
        self.model.message = opened.told()
        self._table = table
        self._file = opened.file
        self._news = ""
        self._finished = False
        self._is_new = opened.saved is None
        self._began: float | None = None
        self._ended = ""

    @property
    def setup(self) -> OwnGame:
        """How this game began."""
        return self._table.game

    @property
    def table(self) -> OwnTable:
        """The table."""
        return self._table

    @property
    def record(self) -> Path:
        """Where the record of this game lies once it is over."""
        return record_path(self._table)

    @property
    def number(self) -> int:
        """What the game is called on disk."""
        return self._file.number

    def say_farewell(self, out: TextIO, _err: TextIO) -> None:
        """What is left to read once the screen is gone."""
        if self._finished:
            out.write(self._ended + "\n")
            return
        if self._file.trouble:
            out.write(self._file.trouble + "\n")
            return
        told = say("The game is saved; go on with: bloodrage resume {number}", number=self.number)
        out.write(told + "\n")

    def step(self, now: float) -> float:
        """Let things happen up to `now`; gives the seconds until there is more to do."""
        model, table = self.model, self._table
        if self._is_new:
            self._is_new, self._began = False, now
        model.listen()
        model.tick(now)
        self._tell()
        if answered_itself(model, now):
            return 0.0
        if table.hear() or (model.wants_others and table.let_bots_play()):
            return 0.0
        if table.closed is not None and not self._finished:
            self._finished = True
            self._file.finish(table.closed)
            self._ended = model.message = self._file.trouble or record_sentence(table)
            model.minutes = None if self._began is None else whole_minutes(now - self._began)
            keep_result(table, self.record, model.story.summary.length, model.minutes)
        waits = wakes(model, now)
        until = model.playback.until
        if until is None:
            return waits
        left = max(0.0, until - now)
        return min(waits, left, _SECOND) if model.playback.stays else min(waits, left)

    def _tell(self) -> None:
        """Trouble with the disk, and how far the dealing is as long as it goes on."""
        if self._file.trouble:
            self.model.message = self._news = self._file.trouble
            return
        progress = self._table.progress
        news = ""
        if progress is not None and self._table.owed is None:
            news = say("Dealing: step {done} of {of}", done=progress.done, of=progress.of)
        if news or self.model.message == self._news:
            self.model.message = news
        self._news = news

    def submit(self, take: Take) -> None:
        """The person answers."""
        self.model.submit(take)

    def leave(self) -> None:
        """Get up; the game stays on disk."""
        self._file.close()


def record_sentence(table: OwnTable) -> str:
    """Keep the record of a finished game; says where it is, or why it is nowhere."""
    try:
        path = save_record(table)
    except OSError as error:
        return say("The record cannot be written: {why}.", why=error.strerror or "")
    return say("The record of this game: {path}", path=str(path))
