"""`bloodrage host`: host a table for others."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from client.cli.arguments import MOST_BOTS, number, refuse_questions
from client.cli.online import add_player, own_key, play, player_name, relay_of, wishes
from client.cli.options import add_memory_aid, add_options, options_of
from client.cli.screen_flags import add_screen_flags
from client.cli.table_options import add_clock, add_quorum
from client.online.table_plans import LATE_WINDOW, HostTable
from client.platform.exit_codes import CommandError
from client.text.catalogue import say
from protocol.lobby.rooms import Invitation
from protocol.quorum import Quorum

_FEWEST, _MOST = 2, 5
_LAST_PORT = 65_535


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--seats",
        type=number(say("the number of seats"), _FEWEST, _MOST),
        default=4,
        metavar="2..5",
        help=say("seats at the table (default: 4)"),
    )
    parser.add_argument(
        "--bots",
        type=number(say("the number of bots"), 0, MOST_BOTS),
        default=0,
        metavar="0..4",
        help=say("seats for your bots (default: 0)"),
    )
    parser.add_argument(
        "--relay", metavar="HOST:PORT", help=say("the relay to use (default: start your own)")
    )
    parser.add_argument(
        "--port",
        type=number(say("the port"), 1, _LAST_PORT),
        default=0,
        metavar="PORT",
        help=say("the port of your relay (default: 7744, or the next free one up to 7753)"),
    )
    parser.add_argument(
        "--address",
        metavar="HOST",
        help=say("a name or address of this machine for your friends, such as a dynamic DNS name"),
    )
    parser.add_argument(
        "--no-router",
        dest="router",
        action="store_false",
        help=say("do not ask your router to let friends in from the internet"),
    )
    parser.add_argument(
        "--lan", action="store_true", help=say("announce the table to everyone on this network")
    )
    add_player(parser)
    add_options(parser)
    add_clock(parser)
    add_quorum(parser)
    add_memory_aid(parser)
    add_screen_flags(parser, plain=True)
    parser.epilog = say(
        "examples:\n"
        "  bloodrage host --seats 3 --lan\n"
        "  bloodrage host --seats 4 --bots 1 --relay play.example.org:7744\n"
        "  bloodrage host --address astrid.example.net"
    )


def run(arguments: Namespace) -> int:
    """Open a table and play."""
    if arguments.bots >= arguments.seats:
        raise CommandError(
            say(
                "{seats} seats hold at most {bots} bots.",
                seats=arguments.seats,
                bots=arguments.seats - 1,
            )
        )
    if not arguments.auto:
        refuse_questions(arguments, "--auto")
    if arguments.json and not arguments.auto:
        raise CommandError(say("host --json needs --auto."))
    relay = None if arguments.relay is None else relay_of(arguments.relay)
    if relay is not None and (arguments.port or arguments.address is not None):
        raise CommandError(
            say("--port and --address are for your own relay; leave them out with --relay.")
        )
    hosting = wishes(
        port=arguments.port, address=arguments.address or "", asks_router=arguments.router
    )
    name, identity = player_name(arguments.name), own_key()
    plan = HostTable(
        identity,
        name,
        arguments.seats,
        arguments.bots,
        arguments.level,
        options_of(arguments),
        relay,
        arguments.lan,
        # A table that a bot hosts is for bots; players who come see in the rules that answers
        # about late cards leave at once there.
        late_window=0 if arguments.auto else LATE_WINDOW,
        memory_aid=arguments.memory_aid,
        clock=arguments.clock,
        quorum=Quorum(arguments.quorum),
        hosting=hosting,
    )

    def invite(invitation: Invitation) -> None:
        sys.stdout.write(f"{invitation.line()}\n")
        sys.stdout.flush()

    return play(arguments, plan, invite)
