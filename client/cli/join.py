"""`bloodrage join`: take a seat at somebody's table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial

from client.cli.arguments import refuse_questions
from client.cli.choose_table import run_at_the_door
from client.cli.online import add_player, invitation_of, own_key, player_name, run_headless, tell
from client.cli.screen_flags import add_screen_flags, chosen_for
from client.cli.terminals import is_screen
from client.online.participants import Deputy
from client.online.table_flow import join
from client.platform.exit_codes import CommandError
from client.text.catalogue import say


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "invitation",
        metavar="INVITATION",
        nargs="?",
        help=say("the line the host sent; without one, tables on this network are listed"),
    )
    add_player(parser)
    add_screen_flags(parser, plain=True)
    parser.epilog = say("example:\n  bloodrage join play.example.org:7744/K7QF-2M9X-TT3B-H8ZD-R")


def run(arguments: Namespace) -> int:
    """Join a table and play."""
    if arguments.invitation is None:
        refuse_questions(arguments, "INVITATION")
    if not arguments.auto:
        refuse_questions(arguments, "--auto")
    if arguments.json and not arguments.auto:
        raise CommandError(say("join --json needs --auto."))
    name = player_name(arguments.name)
    if arguments.invitation is None:
        missing = say("join needs the line the host sent: HOST:PORT/XXXX-XXXX-XXXX-XXXX-X.")
        if arguments.plain:
            raise CommandError(missing)
        return run_at_the_door(arguments, name, "JOIN", missing)
    invitation = invitation_of(arguments.invitation)
    identity = own_key()
    if arguments.auto:
        play = partial(join, identity, name, invitation, Deputy(arguments.level))
        return tell(arguments, run_headless(play))
    if arguments.plain or not is_screen():
        from client.cli.plain_online import play_by_lines  # noqa: PLC0415 - only where needed

        return play_by_lines(partial(join, identity, name, invitation))
    from client.app.online_plans import JoinTable  # noqa: PLC0415 - only where needed
    from client.app.run import run_app  # noqa: PLC0415 - prompt_toolkit takes its time

    return run_app(JoinTable(identity, name, invitation), chosen_for(arguments))
