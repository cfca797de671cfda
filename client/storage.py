"""Games on disk: one append-only file each, written line by line while it is played.

The first line is the set-up, every further line an answer somebody gave, the last one of a
finished game its result. What a seat knows and the position follow from these by playing them
again; no position is ever written. Each line is on the disk before the game goes on, so that
a game survives a kill at any moment; a last line that was cut short is left out.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from platformdirs import user_state_path

from client.tables.dealing import SetUp
from client.tables.local import LocalTable
from client.tables.plain import BadRecord, Plain, mapping_of, plain_set_up, read_set_up
from client.text.catalogue import say
from engine.errors import RulesError
from engine.terms import Seat

_FORMAT: Final = 1
_SUFFIX: Final = ".game"
DIRECTORY_VARIABLE: Final = "BLOODRAGE_STATE_DIR"
"""The environment variable that names another directory for games."""


class SaveError(Exception):
    """A saved game that cannot be used; the text is the sentence for the player."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as it lies on disk. `torn` tells that a last line was cut short and left out."""

    path: Path
    number: int
    set_up: SetUp
    moves: tuple[Mapping[str, object], ...]
    over: bool
    torn: bool


def state_directory() -> Path:
    """Where games are kept."""
    named = os.environ.get(DIRECTORY_VARIABLE)
    return Path(named) if named else user_state_path("bloodrage", appauthor=False)


class GameFile:
    """The open file of a game in play. No other program can open the same game meanwhile."""

    def __init__(self, path: Path, handle: TextIO) -> None:
        """Take an open file; use `create` or `reopen`."""
        self.path = path
        self.trouble = ""
        self._handle = handle

    @property
    def number(self) -> int:
        """What the game is called."""
        return _number(self.path)

    def write(self, move: Mapping[str, Plain]) -> None:
        """Add an answer. Trouble with the disk is kept to be told; the game goes on."""
        self._line(move)

    def finish(self, glory: tuple[int, ...]) -> None:
        """Note that the game is over."""
        self._line({"over": list(glory)})

    def close(self) -> None:
        """Let go of the file."""
        try:
            self._handle.close()
        except OSError as error:
            self._fails(error)

    def _line(self, data: Mapping[str, Plain]) -> None:
        try:
            self._handle.write(json.dumps(data, separators=(",", ":")) + "\n")
            self._handle.flush()
            os.fsync(self._handle.fileno())
        except OSError as error:
            self._fails(error)

    def _fails(self, error: OSError) -> None:
        self.trouble = say("This game cannot be saved: {why}.", why=error.strerror or "")


def create(set_up: SetUp, directory: Path) -> GameFile:
    """Begin the file of a new game.

    Raises:
        SaveError: nothing can be written there.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        number = max((_number(path) for path in _paths(directory)), default=0) + 1
        path, handle = _open_new(directory, number)
    except OSError as error:
        raise SaveError(_cannot_write(directory, error)) from error
    file = GameFile(path, handle)
    file.write({"bloodrage": _FORMAT, "set_up": plain_set_up(set_up)})
    if file.trouble:
        raise SaveError(file.trouble)
    return file


def _open_new(directory: Path, number: int) -> tuple[Path, TextIO]:
    """A file nobody has yet, even if two games begin at once."""
    while True:
        path = directory / f"{number:04}{_SUFFIX}"
        try:
            handle = path.open("x", encoding="utf-8")
        except FileExistsError:
            number += 1
            continue
        _lock(path, handle)
        return path, handle


def _cannot_write(directory: Path, error: OSError) -> str:
    return say(
        "Games cannot be saved in {directory}: {why}. Set {variable} to another directory.",
        directory=str(directory),
        why=error.strerror or "",
        variable=DIRECTORY_VARIABLE,
    )


def unfinished(directory: Path) -> tuple[SavedGame, ...]:
    """Every game that can be gone on with, the one played last first; broken files are skipped."""
    games = []
    for path in sorted(_paths(directory), key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            game = load(path)
        except SaveError:
            continue
        if not game.over:
            games.append(game)
    return tuple(games)


def find(directory: Path, number: int | None) -> SavedGame:
    """The game of a number, or the one played last.

    Raises:
        SaveError: there is none, it is over, or its file is broken.
    """
    if number is None:
        games = unfinished(directory)
        if not games:
            raise SaveError(say("There is no unfinished game."))
        return games[0]
    path = directory / f"{number:04}{_SUFFIX}"
    if not path.exists():
        raise SaveError(say("There is no game {number}.", number=number))
    game = load(path)
    if game.over:
        raise SaveError(say("Game {number} is over.", number=number))
    return game


def load(path: Path) -> SavedGame:
    """Read the file of a game; its moves are judged only when they are played again.

    Raises:
        SaveError: it cannot be read, or is no game.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SaveError(_broken(path, str(error))) from error
    *whole, rest = text.split("\n")
    torn = bool(rest)
    try:
        rows = [mapping_of(json.loads(line)) for line in whole]
        set_up = _set_up_of(rows)
    except (BadRecord, ValueError, RulesError) as error:
        raise SaveError(_broken(path, str(error))) from error
    over = len(rows) > 1 and "over" in rows[-1]
    moves = tuple(rows[1:-1] if over else rows[1:])
    return SavedGame(path, _number(path), set_up, moves, over, torn)


def _set_up_of(rows: list[Mapping[str, object]]) -> SetUp:
    if not rows or rows[0].get("bloodrage") != _FORMAT:
        raise BadRecord("", "a first line with the set-up")
    return read_set_up(rows[0].get("set_up"))


def _broken(path: Path, why: str) -> str:
    return say("The saved game {path} is broken: {why}.", path=str(path), why=why)


def reopen(game: SavedGame, seat: Seat) -> tuple[LocalTable, GameFile]:
    """The table of a saved game, exactly as it was left, and its file to go on writing.

    The events of `seat` tell everything that happened so far.

    Raises:
        SaveError: a move cannot be played, or another program has the game open.
    """
    handle = _reopen_file(game)
    file = GameFile(game.path, handle)
    try:
        table = LocalTable(game.set_up, file.write)
        table.seat(seat)
        table.replay(game.moves)
    except (BadRecord, RulesError) as error:
        file.close()
        raise SaveError(_broken(game.path, str(error))) from error
    return table, file


def _reopen_file(game: SavedGame) -> TextIO:
    try:
        handle = game.path.open("r+", encoding="utf-8")
        _lock(game.path, handle)
        size = len(_whole_lines(handle.read()).encode())
        handle.seek(size)
        handle.truncate()
    except OSError as error:
        raise SaveError(_broken(game.path, error.strerror or "")) from error
    return handle


def _whole_lines(text: str) -> str:
    return text[: text.rfind("\n") + 1]


def _lock(path: Path, handle: TextIO) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise SaveError(
            say("Game {number} is open in another window.", number=_number(path))
        ) from error


def _paths(directory: Path) -> tuple[Path, ...]:
    if not directory.is_dir():
        return ()
    return tuple(path for path in directory.glob(f"*{_SUFFIX}") if path.stem.isdecimal())


def _number(path: Path) -> int:
    return int(path.stem)
