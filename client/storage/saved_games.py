"""All games of this machine that can be gone on with: against bots, and at tables with others."""

from __future__ import annotations

from pathlib import Path

from client.storage import bot_saves
from client.storage.bot_saves import SavedGame, SaveError
from client.storage.table_journal import numbered
from client.storage.table_saves import SavedTable, load
from client.text.catalogue import say

Saved = SavedGame | SavedTable


def unfinished(directory: Path) -> tuple[Saved, ...]:
    """Every game that is not over, the one played last first; broken files are skipped."""
    games: list[Saved] = list(bot_saves.unfinished(directory))
    for path in numbered(directory).values():
        try:
            table = load(path)
        except SaveError:
            continue
        if not table.over:
            games.append(table)
    return tuple(sorted(games, key=lambda game: game.path.stat().st_mtime, reverse=True))


def find(directory: Path, number: int | None) -> Saved:
    """The game of a number, or the one played last.

    Raises:
        SaveError: there is none, it is over, or its file is broken.
    """
    path = None if number is None else numbered(directory).get(number)
    if path is None and number is not None:
        return bot_saves.find(directory, number)
    if path is not None:
        table = load(path)
        if table.over:
            raise SaveError(say("Game {number} is over.", number=table.number))
        return table
    games = unfinished(directory)
    if not games:
        raise _left_over(directory) or SaveError(say("There is no unfinished game."))
    return games[0]


def _left_over(directory: Path) -> SaveError | None:
    """Why the newest game that cannot be read cannot be: nobody shall think it is gone."""
    paths = (*bot_saves.saved_paths(directory), *numbered(directory).values())
    for path in sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            load(path) if path.suffix == bot_saves.TABLE_SUFFIX else bot_saves.load(path)
        except SaveError as error:
            return error
    return None
