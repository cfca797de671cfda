"""A game line by line: the table, its file and the person at standard input and output."""

from __future__ import annotations

import sys

from client import sitting as sittings
from client.commands.failure import INTERRUPT, OK, CommandError
from client.commands.saga import final_table
from client.linemode import Left, LineGame
from client.places import state_directory
from client.sitting import NewGame, Opened
from client.storage import SavedGame, SaveError


def begin(game: NewGame) -> int:
    """Play a new game.

    Raises:
        CommandError: it could not be saved, so it is not begun.
    """
    try:
        opened = sittings.begin(game, state_directory())
    except SaveError as error:
        raise CommandError(str(error)) from error
    opened.settle()
    seed = "" if game.seed is None else f", seed {game.seed}"
    _write(f"Game {opened.file.number}{seed}. Type ? for help.")
    return _play(opened)


def go_on(saved: SavedGame) -> int:
    """Go on with a saved game.

    Raises:
        CommandError: it cannot be gone on with.
    """
    try:
        opened = sittings.resume(saved)
        opened.settle()
    except SaveError as error:
        raise CommandError(str(error)) from error
    _write(f"Game {saved.number}, {saved.given} answers so far. Type ? for help.")
    if saved.torn:
        _write(sittings.torn_sentence())
    return _play(opened)


def _play(opened: Opened) -> int:
    table, file = opened.table, opened.file
    game = LineGame(table, _read_line, _write)
    game.remember(table.events())
    try:
        game.play()
        table.finish()
        file.finish(table.closed or ())
        _write("")
        for line in final_table(table.state, game.stories, table.names):
            _write(line)
        _write(sittings.record_sentence(table))
    except Left:
        _write(f"The game is saved; go on with: bloodrage resume {file.number}")
    except KeyboardInterrupt:
        _write(f"\nThe game is saved; go on with: bloodrage resume {file.number}")
        return INTERRUPT
    finally:
        file.close()
        if file.trouble:
            sys.stderr.write(f"bloodrage: {file.trouble}\n")
    return OK


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")


def _read_line(prompt: str) -> str:
    """The next line; the first Ctrl-C asks, the second leaves."""
    for last in (False, True):
        sys.stdout.write(prompt)
        sys.stdout.flush()
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            if last:
                raise
            _write("\nCtrl-C once more leaves; the game is saved.")
            continue
        if not line:
            _write("")
            raise EOFError
        return line
    raise KeyboardInterrupt
