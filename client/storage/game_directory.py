"""The saved games of a directory: all of them, those to go on with, and the one of a number."""

from __future__ import annotations

from pathlib import Path

from client.storage.saved_games import (
    GAME_SUFFIX,
    TABLE_SUFFIX,
    Saved,
    SavedTable,
    SaveError,
    load,
)
from client.text.catalogue import say
from protocol.charter import PROTOCOL_VERSION


def saved_paths(directory: Path, *suffixes: str) -> tuple[Path, ...]:
    """Return the files of all saved games, finished ones too; `suffixes` choose kinds."""
    if not directory.is_dir():
        return ()
    kinds = suffixes or (GAME_SUFFIX, TABLE_SUFFIX)
    return tuple(
        path for path in directory.iterdir() if path.suffix in kinds and path.stem.isdecimal()
    )


def next_number(directory: Path) -> int:
    """Return a number no game of this directory has."""
    return max((int(path.stem) for path in saved_paths(directory)), default=0) + 1


def _latest_first(directory: Path) -> list[Path]:
    return sorted(sorted(saved_paths(directory)), key=_played_at, reverse=True)


def _played_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        # It was removed just now.
        return 0.0


def unfinished(directory: Path) -> tuple[Saved, ...]:
    """Return every game that is not over, the one played last first; skip broken files.

    Tables of an older version are among them, though they cannot be resumed.
    """
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
        SaveError: there is none, it is over, of an older version, or its file is broken.
    """
    if number is None:
        return _last(directory)
    paths = [path for path in saved_paths(directory) if int(path.stem) == number]
    if not paths:
        raise SaveError(say("There is no game {number}.", number=number))
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
                "Game {number} is a table of an older version (protocol {found}, now {known}): it "
                "cannot go on, but its record can still be verified.",
                number=game.number,
                found=game.begin.charter.version,
                known=PROTOCOL_VERSION,
            )
        )


def _last(directory: Path) -> Saved:
    games = unfinished(directory)
    for game in games:
        if not (isinstance(game, SavedTable) and game.is_older):
            return game
    if games:
        require_present(games[0])
    for path in _latest_first(directory):
        # A game that cannot be read is named, so that nobody believes it lost.
        load(path)
    raise SaveError(say("There is no unfinished game."))
