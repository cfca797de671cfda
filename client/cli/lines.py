"""A table line by line, at standard input and output."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable

from client.app.settings_overlay import SettingsOverlay
from client.cli.headless import run_headless
from client.games import bot_game
from client.games.bot_game import NewGame, Opened
from client.games.lesson_game import Learn, open_again, open_lesson
from client.online.table_flow import take_seat
from client.online.table_outcomes import OnlineResult
from client.online.table_plans import SeatPlan
from client.online.tasks import lasting
from client.plain.console import Console, PromptedConsole, Typed, TypedConsole
from client.plain.narrator import Left
from client.plain.participant import LinePlayer
from client.plain.table_loop import LoopWithBots, game_of
from client.platform.exit_codes import INTERRUPT, OK, CommandError
from client.platform.paths import state_directory
from client.platform.typed_input import typed_bytes
from client.presenter.hints import Hints
from client.presenter.statuses import saved_sentence
from client.settings.resolve import choose
from client.settings.terminal import forget_terminal
from client.storage.collect_results import keep_result
from client.storage.saved_games import SavedGame, SaveError
from client.storage.seen_hints import SeenHints
from client.text.catalogue import say, say_many
from client.text.complaints import complain
from client.text.wrapping import paragraph


def play_alone(start: NewGame | Learn | SavedGame) -> int:
    """Play a game against bots; return the exit code.

    Raises:
        CommandError: it cannot be saved, or cannot be resumed.
    """
    console = PromptedConsole(lambda: _line(console), _show, echoes=True)
    try:
        opened = _opened(start)
        opened.settle()
    except SaveError as error:
        raise CommandError(str(error)) from error
    for told in _opening(start, opened):
        console.write(told)
    hints, keep_hints = own_hints()
    try:
        # Outside of trio: a signal handler raises SystemExit wherever the program is, and inside
        # trio's scheduler that becomes trio.TrioInternalError: exit code 1 and a crash report
        # instead of 129 or 143.
        _play_alone(opened, console, hints)
    except Left:
        console.write(_farewell(opened))
    except KeyboardInterrupt:
        console.break_off(_farewell(opened))
        return INTERRUPT
    finally:
        opened.file.close()
        keep_hints()
        if opened.file.trouble:
            complain(sys.stderr, opened.file.trouble)
    return OK


def _opened(start: NewGame | Learn | SavedGame) -> Opened:
    """Open the table.

    Raises:
        SaveError: it cannot be saved, or cannot be resumed.
    """
    match start:
        case NewGame():
            return bot_game.begin(start, state_directory())
        case Learn():
            return open_lesson(start, state_directory())
        case SavedGame():
            return open_again(start, state_directory())


def _opening(start: NewGame | Learn | SavedGame, opened: Opened) -> tuple[str, ...]:
    number = opened.file.number
    caution = (opened.file.caution,) if opened.file.caution else ()
    if isinstance(start, Learn) or opened.teacher is not None:
        told = say(
            "A guided first Age in twelve steps, game {number}. `lesson` says the present step "
            "again, `lesson off` leaves the lesson and plays on, q leaves; `bloodrage learn` "
            "continues.",
            number=number,
        )
        return (paragraph(told), *caution)
    if isinstance(start, NewGame):
        if start.seed is None:
            return (say("Game {number}. Type ? for help.", number=number), *caution)
        seed = start.seed
        told = say("Game {number}, seed {seed}. Type ? for help.", number=number, seed=seed)
        return (told, *caution)
    told = say_many(
        "Game {number}, {count} answer so far. Type ? for help.",
        "Game {number}, {count} answers so far. Type ? for help.",
        start.given,
        number=start.number,
    )
    now = opened.saved
    is_whole = now is None or not (now.lines.is_torn or now.lines.is_damaged)
    return (told, *caution) if is_whole else (told, opened.told())


def _play_alone(opened: Opened, console: PromptedConsole, hints: Hints) -> None:
    table, file = opened.table, opened.file
    lines = game_of(table, console, hints)
    if opened.teacher is not None:
        lines.teach(opened.teacher)
    loop = LoopWithBots(lines, console, lambda: file.trouble)
    actions = loop.play()
    table.finish()
    file.finish(table.closed or ())
    loop.end()
    record, told = bot_game.kept_record(table)
    console.write(told)
    keep_result(table, record, actions, None)


def _farewell(opened: Opened) -> str:
    opened.file.close()
    return "" if opened.file.trouble else saved_sentence(opened.file.number)


def _line(console: Console) -> str:
    """Read the next line; a second Ctrl-C leaves."""
    while True:
        try:
            return sys.stdin.readline()
        except OSError:
            return ""  # the terminal is gone, or not ours: as at its end
        except KeyboardInterrupt:
            if console.interrupt():
                raise
            console.prompt()


def play_with_others(plan: SeatPlan) -> int:
    """Play at a table with others; return the exit code.

    Raises:
        CommandError: there is no relay, no table, no seat, or no agreement.
    """
    is_live = sys.stdin.isatty()
    typed = Typed(typed_bytes, is_live=is_live, encoding=sys.stdin.encoding)
    hints, keep_hints = own_hints()
    player = LinePlayer(TypedConsole(typed, _show, echoes=is_live), hints)

    async def play() -> OnlineResult:
        async with lasting() as behind:
            behind.start_soon(typed.run)
            return await take_seat(plan, player)

    code = OK
    try:
        result = run_headless(play, player.interrupt)
    except Left:
        player.say_farewell()
    else:
        if isinstance(result, int):
            player.say_farewell()
            code = result
    finally:
        keep_hints()
    return code


def own_hints() -> tuple[Hints, Callable[[], None]]:
    """Return the player's hints, and a call that keeps whether they want any."""
    told, settings = SeenHints.kept(), choose({}, os.environ).settings
    hints = Hints(on=settings.hints and not told.is_over, told=told)
    wanted = hints.wanted

    def keep() -> None:
        if hints.wanted is not wanted:
            SettingsOverlay().keep(settings, "hints", value=hints.wanted)

    return hints, keep


def _show(text: str) -> None:
    """Write a text at once; a terminal that is gone ends the game as a hangup does."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        if sys.platform != "win32" and error.errno == errno.EIO:
            forget_terminal()
            signal.raise_signal(signal.SIGHUP)
        else:
            raise
