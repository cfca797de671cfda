"""A game line by line: the table, its file and the person at standard input and output."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from client.app.settings_overlay import SettingsOverlay
from client.games import bot_game
from client.games.bot_game import NewGame, Opened
from client.plain.game import Left, LineGame
from client.platform.exit_codes import INTERRUPT, OK, CommandError
from client.platform.paths import state_directory
from client.presenter.hints import Hints
from client.presenter.story_text import final_table
from client.settings.resolve import choose
from client.storage.collect_results import keep_result
from client.storage.journal_file import JournalFile
from client.storage.record_files import record_path
from client.storage.saved_games import SavedGame, SaveError
from client.storage.seen_hints import SeenHints
from client.text.catalogue import say, say_many


def begin(game: NewGame) -> int:
    """Play a new game.

    Raises:
        CommandError: it could not be saved, so it is not begun.
    """
    try:
        opened = bot_game.begin(game, state_directory())
    except SaveError as error:
        raise CommandError(str(error)) from error
    opened.settle()
    number, seed = opened.file.number, game.seed
    if seed is None:
        _write(say("Game {number}. Type ? for help.", number=number))
    else:
        _write(say("Game {number}, seed {seed}. Type ? for help.", number=number, seed=seed))
    return _play(opened)


def go_on(saved: SavedGame) -> int:
    """Go on with a saved game.

    Raises:
        CommandError: it cannot be gone on with.
    """
    try:
        opened = bot_game.resume(saved)
        opened.settle()
    except SaveError as error:
        raise CommandError(str(error)) from error
    _write(
        say_many(
            "Game {number}, {count} answer so far. Type ? for help.",
            "Game {number}, {count} answers so far. Type ? for help.",
            saved.given,
            number=saved.number,
        )
    )
    if (now := opened.saved) is not None and (now.is_torn or now.is_damaged):
        _write(bot_game.told_of(now))
    return _play(opened)


def _play(opened: Opened) -> int:
    table, file = opened.table, opened.file
    hints, keep_hints = own_hints()
    said = ""

    def ask(prompt: str) -> str:
        nonlocal said
        if file.trouble not in ("", said):
            _write(file.trouble)
        said = file.trouble
        return _read_line(prompt)

    game = LineGame(table, _write, table.opening, lambda: table.progress is not None, hints)
    game.remember(table.events())
    try:
        game.play(ask)
        table.finish()
        file.finish(table.closed or ())
        _write("")
        for line in final_table(table.state, game.stories, table.names):
            _write(line)
        _write(bot_game.record_sentence(table))
        keep_result(table, record_path(table), len(game.stories), None)
    except Left:
        _write(_go_on_with(file))
    except KeyboardInterrupt:
        _write("\n" + _go_on_with(file))
        return INTERRUPT
    finally:
        file.close()
        keep_hints()
        if file.trouble:
            sys.stderr.write(f"bloodrage: {file.trouble}\n")
    return OK


def own_hints() -> tuple[Hints, Callable[[], None]]:
    """What is still told to the person here, and a call that keeps whether he wants it."""
    told, settings = SeenHints.kept(), choose({}, os.environ).settings
    hints = Hints(on=settings.hints and not told.is_over, told=told)
    wanted = hints.on

    def keep() -> None:
        if hints.on is not wanted:
            SettingsOverlay().keep(settings, "hints", value=hints.on)

    return hints, keep


def _go_on_with(file: JournalFile) -> str:
    file.close()
    if file.trouble:
        return ""
    return say("The game is saved; go on with: bloodrage resume {number}", number=file.number)


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
            _write("\n" + say("Ctrl-C once more leaves; the game is saved."))
            continue
        if not line:
            _write("")
            raise EOFError
        return line
    raise KeyboardInterrupt
