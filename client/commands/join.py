"""`bloodrage join`: take a seat at somebody's table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import trio

from client.commands.failure import INVITATION, CommandError
from client.commands.online import (
    add_player,
    own_key,
    player_name,
    read_invitation,
    tell,
    unreachable,
)
from client.link import RelayUnreachable
from client.online.headless import PutOutOfLobby, join


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "invitation",
        metavar="INVITATION",
        nargs="?",
        help="the line the host sent; without one, tables on this network are listed",
    )
    add_player(parser)
    parser.epilog = "example:\n  bloodrage join play.example.org:7744/K7QF-2M9X-TT3B-H8ZD-R"


def run(arguments: Namespace) -> int:
    """Join a table and play."""
    if arguments.json and not arguments.auto:
        raise CommandError("join --json needs --auto.")
    name, identity = player_name(arguments.name), own_key()
    if arguments.invitation is None:
        raise CommandError("join needs the line the host sent: HOST:PORT/XXXX-XXXX-XXXX-XXXX-X.")
    invitation = read_invitation(arguments.invitation)
    if not arguments.auto:
        from client.app import run_app  # noqa: PLC0415
        from client.online.scene import JoinTable  # noqa: PLC0415

        return run_app(JoinTable(identity, name, invitation))
    try:
        result = trio.run(join, identity, name, invitation, arguments.level)
    except RelayUnreachable as error:
        raise unreachable(str(error)) from error
    except PutOutOfLobby as error:
        raise CommandError("the host went on without you.", INVITATION) from error
    tell(arguments, result)
    return 0
