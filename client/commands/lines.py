"""A game line by line: the table, its file and the person at standard input and output."""

from __future__ import annotations

import sys

from client.commands.failure import INTERRUPT, OK, CommandError
from client.commands.saga import final_table
from client.linemode import Left, LineGame
from client.sitting import YOU, NewGame
from client.storage import GameFile, SavedGame, SaveError, create, reopen, state_directory
from client.tables.local import LocalTable


def begin(game: NewGame) -> int:
    """Play a new game.

    Raises:
        CommandError: it could not be saved, so it is not begun.
    """
    set_up = game.set_up()
    try:
        file = create(set_up, state_directory())
    except SaveError as error:
        raise CommandError(str(error)) from error
    table = LocalTable(set_up, file.write)
    _write(f"Game {file.number}, seed {game.seed}. Type ? for help.")
    return _play(table, file, resumed=False)


def go_on(saved: SavedGame) -> int:
    """Go on with a saved game.

    Raises:
        CommandError: it cannot be gone on with.
    """
    try:
        table, file = reopen(saved, YOU)
    except SaveError as error:
        raise CommandError(str(error)) from error
    _write(f"Game {file.number}, {len(saved.moves)} answers so far. Type ? for help.")
    if saved.torn:
        _write("The last answer had not been written to the end; it is asked again.")
    return _play(table, file, resumed=True)


def _play(table: LocalTable, file: GameFile, *, resumed: bool) -> int:
    seat = table.seat(YOU)
    game = LineGame(seat, _read_line, _write)
    if resumed:
        game.remember(seat.events())
    try:
        game.play()
        file.finish(tuple(clan.glory for clan in table.state.clans))
        _write("")
        for line in final_table(table.state, game.stories, seat.names):
            _write(line)
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
