"""A game against bots: how it is begun or resumed, and its life on the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from client.controller.table_model import TableModel
from client.games.game_controller import PlayedGame
from client.lesson.teacher import Teacher
from client.log import events
from client.online.table_messages import beside_sentence
from client.platform.paths import shown_path
from client.platform.system import random_bytes
from client.presenter.people import Surroundings
from client.presenter.preferences import Preferences
from client.presenter.statuses import dealing_alone, resumed_sentence, saved_sentence
from client.storage import journal_file
from client.storage.journal_file import JournalFile
from client.storage.record_files import record_path, save_record
from client.storage.saved_games import SavedGame, SaveError, other_game
from client.tables.new_seats import master_of
from client.tables.own_table import MASTER_SIZE, OwnGame, OwnTable
from client.tables.recorded_answers import Journal, OtherGame
from client.tables.signers_table import Runner
from client.text.catalogue import say
from client.text.system_faults import system_reason
from engine.state import Options
from engine.values import Value, field
from protocol.errors import RemoteProtocolError


class NewGame(Value):
    """A game to begin: the levels of its bots; with a seed all secrets follow from it.

    `memory_aid` lists the cards that were seen and passed on in the draft.
    """

    levels: tuple[str, ...]
    seed: int | None = None
    options: Options = field(default_factory=Options)
    memory_aid: bool = True

    def game(self, auto: str = "") -> OwnGame:
        """Draw the master secret, or derive it from the seed; `auto` is a bot for the person."""
        master = random_bytes(MASTER_SIZE) if self.seed is None else master_of(self.seed)
        game = OwnGame.against(self.levels, master, self.options, auto)
        return replace(game, memory_aid=self.memory_aid)


MakeTable = Callable[[OwnGame, Journal | None, Runner | None], OwnTable]


class Opened(Value):
    """A table that has not begun, and its journal.

    `saved` is the game it was read from, None for a new one; `teacher` is that of a lesson.
    """

    table: OwnTable
    file: JournalFile
    saved: SavedGame | None = None
    teacher: Teacher | None = None

    def other_game(self) -> SaveError:
        """Return the error of recorded answers that do not fit."""
        assert self.saved is not None
        return other_game(self.saved)

    def settle(self) -> None:
        """Replay the game at once; only without a runner.

        Raises:
            SaveError: it cannot be resumed.
        """
        try:
            self.table.settle()
        except OtherGame as error:
            self.file.close()
            raise self.other_game() from error

    def told(self) -> str:
        """Say how the game continues, "" for a new one, and whether it needs care."""
        told = "" if self.saved is None else told_of(self.saved)
        return " ".join(filter(None, (told, self.file.caution)))


def told_of(saved: SavedGame) -> str:
    """Say how a saved game continues."""
    if saved.lines.is_damaged:
        return say(
            "Part of the saved game was damaged. The game continues from before the damage; "
            "the damaged file is kept beside it."
        )
    if saved.lines.is_torn:
        return say("The last answer was not saved completely; answer again.")
    return resumed_sentence() if saved.answers else ""


def begin(new: NewGame, directory: Path, runner: Runner | None = None) -> Opened:
    """Begin a game and its journal.

    Raises:
        SaveError: the game cannot be saved, so it is not begun.
    """
    file = journal_file.create_game(directory)
    table = OwnTable(new.game(), file, runner)
    keep_beginning(file, table)
    return Opened(table, file)


def keep_beginning(file: JournalFile, table: OwnTable) -> None:
    """Write the beginning of a new game.

    Raises:
        SaveError: it cannot be saved; its file is gone again.
    """
    journal_file.begin_game(file, table)
    if file.trouble:
        file.discard()
        raise SaveError(file.trouble)
    events.game_opened(file.number, 1 + len(table.game.levels), 0)


def resume(saved: SavedGame, runner: Runner | None = None, make: MakeTable = OwnTable) -> Opened:
    """Open the table of a saved game; its answers are replayed when it begins.

    Raises:
        SaveError: it cannot be resumed.
    """
    file, saved = journal_file.reopen_game(saved)
    try:
        table = make(saved.game, file, runner)
        journal_file.check_table(saved, table)
    except RemoteProtocolError as error:
        file.close()
        raise other_game(saved) from error
    except SaveError:
        file.close()
        raise
    events.game_opened(file.number, 1 + len(saved.game.bots), len(saved.answers))
    return Opened(table, file, saved)


class BotGame(PlayedGame[OwnTable]):
    """One game against bots."""

    def __init__(self, opened: Opened, preferences: Preferences) -> None:
        """Sit down at a settled table."""
        table = opened.table
        around = Surroundings(bots=table.bot_seats)
        super().__init__(TableModel(table, preferences, around, table.opening), table)
        self._opened = opened
        self._record = record_path(table)
        self._ended = ""
        self.model.display.notify(opened.told())

    @property
    def record(self) -> Path:
        """The path of the record once the game is over."""
        return self._record

    def once_more(self) -> NewGame:
        """Return another game against the same bots by the same options, with new secrets."""
        game = self._table.game
        return NewGame(game.levels, options=game.options, memory_aid=game.memory_aid)

    def leave(self) -> None:
        """Leave the table; the game stays on disk."""
        self._opened.file.close()

    def _report(self, now: float) -> None:
        progress = self._table.progress
        dealing = ""
        if progress is not None and self._table.owed is None:
            dealing = dealing_alone()
        self._show_news(self._opened.file.trouble or dealing)

    def _close(self, glory: tuple[int, ...]) -> str:
        self._opened.file.finish(glory)
        self._record, told = kept_record(self._table)
        self._ended = self._opened.file.trouble or told
        return self._ended

    def _minutes(self, now: float) -> int | None:
        return super()._minutes(now) if self._opened.saved is None else None

    def _farewell(self) -> tuple[str, ...]:
        file = self._opened.file
        return (self._ended or file.trouble or saved_sentence(file.number),)


def kept_record(table: OwnTable) -> tuple[Path, str]:
    """Write the record of a finished game; return its path, or why it cannot be written."""
    try:
        kept = save_record(table)
    except OSError as error:
        why = system_reason(error)
        return record_path(table), say("The record cannot be written: {why}.", why=why)
    told = say("The record of this game: {path}", path=shown_path(kept.path))
    return kept.path, told if kept.beside is None else beside_sentence(kept.path, kept.beside)
