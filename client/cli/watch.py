"""`bloodrage watch`: watch a table from its gallery."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial

from client.cli.arguments import add_json, add_no_input, refuse_questions
from client.cli.headless import run_headless
from client.cli.online import (
    add_invitation,
    choose_table,
    invitation_of,
    own_key,
    player_name,
    tell,
)
from client.cli.screen_flags import add_screen_flags, chosen_for
from client.online.participants import BotOnlooker
from client.online.table_flow import watch
from client.online.table_plans import WatchTable
from client.platform.exit_codes import CommandError
from client.text.catalogue import say


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_invitation(parser)
    parser.add_argument("--name", metavar="NAME", help=say("your name at the table"))
    parser.add_argument(
        "--auto", action="store_true", help=say("no screen; follow the game to its end")
    )
    add_no_input(parser)
    add_json(parser, say("with --auto: print the result as JSON on the last line"))
    add_screen_flags(parser)
    parser.epilog = say(
        "Every step is checked as by `bloodrage verify`; hands stay hidden.\n"
        "\n"
        "example:\n"
        "  bloodrage watch play.example.org:7744/XXXX-XXXX-XXXX-XXXX-X"
    )


def run(arguments: Namespace) -> int:
    """Watch a table; with --auto without a screen, until the game is over."""
    if arguments.invitation is None:
        refuse_questions(arguments, "INVITATION")
    if arguments.json and not arguments.auto:
        raise CommandError(say("watch --json needs --auto."))
    name = player_name(arguments.name)
    if arguments.invitation is None:
        missing = say(
            "the invitation is missing: add HOST:PORT/XXXX-XXXX-XXXX-XXXX-X, or - to "
            "read it from standard input."
        )
        return choose_table(arguments, name, "WATCH", missing)
    invitation = invitation_of(arguments.invitation)
    plan = WatchTable(own_key(), name, invitation)
    if arguments.auto:
        return tell(arguments, run_headless(partial(watch, plan, BotOnlooker())))
    from client.app.run import run_app  # noqa: PLC0415 - prompt_toolkit takes its time

    return run_app(plan, chosen_for(arguments))
