"""`bloodrage play`: a game against bots, on the screen, line by line, or played by bots alone."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from client.cli.arguments import (
    MOST_BOTS,
    add_json,
    add_no_input,
    add_seed,
    level,
    number,
    refuse_questions,
    write_json,
)
from client.cli.options import add_memory_aid, add_options, options_of
from client.cli.screen_flags import add_screen_flags, chosen_for, is_screen
from client.platform.exit_codes import CommandError
from client.text.bot_levels import levels_told
from client.text.catalogue import say
from engine.terms import seat_letter

if TYPE_CHECKING:
    from engine.state import GameState, Options


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--bots",
        type=number(say("the number of bots"), 1, MOST_BOTS),
        default=3,
        metavar="1..4",
        help=say("how many bots play against you (default: 3)"),
    )
    parser.add_argument(
        "--level",
        type=level,
        default="karl",
        metavar="LEVEL",
        help=say("level of the bots: {levels} (default: karl)", levels=levels_told()),
    )
    add_seed(parser)
    add_options(parser)
    add_memory_aid(parser)
    parser.add_argument(
        "--auto", action="store_true", help=say("a bot plays your seat too; prints the whole game")
    )
    add_no_input(parser)
    add_json(parser, say("with --auto: print the result as JSON on the last line"))
    add_screen_flags(parser, plain=True)
    parser.epilog = say(
        "examples:\n"
        "  bloodrage play\n"
        "  bloodrage play --bots 1 --seed 7\n"
        "  bloodrage play --bots 4 --seed 7 --auto --json"
    )


def run(arguments: Namespace) -> int:
    """Play."""
    options = options_of(arguments)
    if arguments.auto:
        return _auto(arguments, options)
    refuse_questions(arguments, "--auto")
    if arguments.json:
        raise CommandError(say("play --json needs --auto."))
    from client.games.bot_game import NewGame  # noqa: PLC0415 - --auto does without the screens

    game = NewGame(
        (arguments.level,) * arguments.bots, arguments.seed, options, arguments.memory_aid
    )
    if not arguments.plain and is_screen():
        from client.app.run import run_app  # noqa: PLC0415 - prompt_toolkit and trio take their time

        return run_app(game, chosen_for(arguments))
    from client.cli.lines import play_alone  # noqa: PLC0415 - only where needed

    return play_alone(game)


def _auto(arguments: Namespace, options: Options) -> int:
    """Play and print a game of bots alone."""
    from client.games.bot_game import NewGame, kept_record  # noqa: PLC0415 - only where needed
    from client.presenter.story_text import final_table, told  # noqa: PLC0415 - only where needed
    from client.storage.collect_results import keep_result  # noqa: PLC0415 - only where needed
    from client.tables import PlayedAction  # noqa: PLC0415 - only where needed
    from client.tables.own_table import OwnTable  # noqa: PLC0415 - only where needed

    out = sys.stderr if arguments.json else sys.stdout
    level, seed = arguments.level, arguments.seed
    table = OwnTable(NewGame((level,) * arguments.bots, seed, options).game(auto=level))
    seats = arguments.bots + 1
    if seed is None:
        head = say("Blood Rage, {seats} seats, {level}", seats=seats, level=level)
    else:
        head = say(
            "Blood Rage, {seats} seats, {level}, seed {seed}", seats=seats, level=level, seed=seed
        )
    out.write(f"{head}\n")
    stories = []
    table.settle()
    while table.advance():
        for applied in table.events():
            if isinstance(applied, PlayedAction):
                stories.append(applied.story)
                for part in told(applied):
                    out.write(part + "\n")
    out.write("\n")
    for line in final_table(table.state, tuple(stories)):
        out.write(line + "\n")
    record, said = kept_record(table)
    out.write(said + "\n")
    keep_result(table, record, len(stories), None, person=False)
    if arguments.json:
        out.flush()
        write_json(_plain(table.state, len(stories)))
    return 0


def _plain(state: GameState, actions: int) -> dict[str, int | str | list[int] | list[str]]:
    """Return the result as data."""
    from engine.scoring import winners  # noqa: PLC0415 - help does without
    from protocol.wire.codec import state_digest  # noqa: PLC0415 - as above

    return {
        "players": state.players,
        "winners": [seat_letter(seat) for seat in winners(state)],
        "glory": [clan.glory for clan in state.clans],
        "digest": state_digest(state),
        "actions": actions,
        "ages": int(state.age),
    }
