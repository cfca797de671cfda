"""The saved games of a directory: all of them, those to go on with, and the one of a number."""

from __future__ import annotations

from pathlib import Path

from client.platform.paths import VARIABLES, DirectoryKind
from client.storage.saved_games import (
    GAME_SUFFIX,
    TABLE_SUFFIX,
    Saved,
    SavedTable,
    SaveError,
    load,
)
from client.text.catalogue import say
from client.text.system_faults import remedy, system_reason
from protocol.charter import PROTOCOL_VERSION


def saved_paths(directory: Path, *suffixes: str) -> tuple[Path, ...]:
    """Return the files of all saved games, finished ones too; `suffixes` choose kinds.

    Raises:
        OSError: the directory is there, and cannot be read.
    """
    kinds = suffixes or (GAME_SUFFIX, TABLE_SUFFIX)
    try:
        found = tuple(directory.iterdir())
    except FileNotFoundError:
        return ()
    return tuple(path for path in found if path.suffix in kinds and path.stem.isdecimal())


def next_number(directory: Path) -> int:
    """Return a number no game of this directory has."""
    return max((int(path.stem) for path in saved_paths(directory)), default=0) + 1


def _readable_paths(directory: Path) -> tuple[Path, ...]:
    """Return the files of all saved games.

    Raises:
        SaveError: the directory cannot be read; nobody should believe that there is no game.
    """
    try:
        return saved_paths(directory)
    except OSError as error:
        told = say(
            "The games in {directory} cannot be read: {why}.",
            directory=str(directory),
            why=system_reason(error),
        )
        variable = VARIABLES[DirectoryKind.STATE]
        raise SaveError(f"{told} {remedy(error, variable)}") from error


def hidden_games(directory: Path) -> str:
    """Say why the games of a directory cannot be read, "" if they can or if there are none."""
    try:
        _readable_paths(directory)
    except SaveError as error:
        return str(error)
    return ""


def _latest_first(directory: Path) -> list[Path]:
    return sorted(sorted(_readable_paths(directory)), key=_played_at, reverse=True)


def _played_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        # It was removed just now.
        return 0.0


def table_number(directory: Path, table_id: bytes, identity: bytes) -> int | None:
    """Return the number of a player's unfinished table with this id, None if it is not here."""
    for game in unfinished(directory):
        if isinstance(game, SavedTable) and game.begin.charter.table_id == table_id:
            own = game.begin.charter.hellos[game.begin.person]
            if own.identity == identity:
                return game.number
    return None


def unfinished(directory: Path) -> tuple[Saved, ...]:
    """Return every game that is not over, the one played last first; skip what cannot be read.

    Tables of an older version are among them, though they cannot be resumed.
    """
    try:
        return _unfinished(directory)
    except SaveError:
        return ()


def _unfinished(directory: Path) -> tuple[Saved, ...]:
    games = []
    for path in _latest_first(directory):
        try:
            game = load(path)
        except SaveError:
            continue
        if not game.over:
            games.append(game)
    return tuple(games)


def find(directory: Path, number: int | None) -> Saved:
    """Return the game of a number, or the one played last.

    Raises:
        SaveError: there is none, it is over, of an older version, its file is broken, or the
            directory cannot be read.
    """
    if number is None:
        return _last(directory)
    paths = [path for path in _readable_paths(directory) if int(path.stem) == number]
    if not paths:
        raise SaveError(
            say(
                "There is no game {number}; `bloodrage resume --list` lists the games you can "
                "continue.",
                number=number,
            )
        )
    game = load(max(paths, key=lambda path: path.suffix))
    if game.over:
        raise SaveError(say("Game {number} is over.", number=number))
    require_present(game)
    return game


def require_present(game: Saved) -> None:
    """Require that the others can still be met by the protocol of a saved game.

    Raises:
        SaveError: it is a table of an older version.
    """
    if isinstance(game, SavedTable) and game.is_older:
        raise SaveError(
            say(
                "Game {number} is a table of an older version (protocol {found}, now {known}): "
                "it cannot continue, but its record can still be verified.",
                number=game.number,
                found=game.begin.charter.version,
                known=PROTOCOL_VERSION,
            )
        )


def _last(directory: Path) -> Saved:
    games = _unfinished(directory)
    for game in games:
        if not (isinstance(game, SavedTable) and game.is_older):
            return game
    if games:
        require_present(games[0])
    for path in _latest_first(directory):
        # A game that cannot be read is named, so that nobody believes it lost.
        load(path)
    raise SaveError(say("There is no unfinished game."))
