"""`bloodrage join`: take a seat at a table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from client.cli.arguments import refuse_questions
from client.cli.online import (
    add_invitation,
    add_player,
    asked_invitation,
    choose_table,
    invitation_of,
    own_key,
    play,
    player_name,
)
from client.cli.screen_flags import add_screen_flags, is_screen
from client.online.table_plans import JoinTable
from client.platform.exit_codes import CommandError
from client.text.catalogue import say


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_invitation(parser)
    add_player(parser)
    add_screen_flags(parser, plain=True)
    parser.epilog = say("example:\n  bloodrage join play.example.org:7744/XXXX-XXXX-XXXX-XXXX-X")


def run(arguments: Namespace) -> int:
    """Join a table and play."""
    if arguments.invitation is None:
        refuse_questions(arguments, "INVITATION")
    if not arguments.auto:
        refuse_questions(arguments, "--auto")
    if arguments.json and not arguments.auto:
        raise CommandError(say("join --json needs --auto."))
    name = player_name(arguments.name)
    line: str | None = arguments.invitation
    if line is None and not arguments.auto and (arguments.plain or not is_screen()):
        line = asked_invitation()
    if line is None:
        missing = say(
            "the invitation is missing: add HOST:PORT/XXXX-XXXX-XXXX-XXXX-X, or - to "
            "read it from standard input."
        )
        if arguments.plain:
            raise CommandError(missing)
        return choose_table(arguments, name, "JOIN", missing)
    invitation = invitation_of(line)
    return play(arguments, JoinTable(own_key(), name, invitation))
