"""Common parts of `host`, `join`, `resume` and `watch`: arguments, ways to play, results."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial
from typing import Final

from client.cli.arguments import add_json, add_no_input, level
from client.cli.headless import run_headless
from client.cli.screen_flags import chosen_for, is_screen
from client.online.addresses import MistypedAddress, read_invitation, read_relay
from client.online.hosting import HostingPlan, hosting_plan
from client.online.participants import BotPlayer
from client.online.table_flow import take_seat
from client.online.table_messages import key_sentence, told_reports
from client.online.table_outcomes import OnlineResult
from client.online.table_plans import SeatPlan
from client.platform.exit_codes import (
    INVITATION,
    OK,
    TERMINAL,
    CommandError,
)
from client.platform.typed_input import typed_line, unseen_paste
from client.settings.resolve import choose
from client.storage.known_people import BadKeyFile, own_identity, remember_name
from client.storage.known_people import player_name as remembered_or_account
from client.text.bot_levels import levels_told
from client.text.catalogue import say
from client.text.protocol_faults import name_sentence
from client.text.system_faults import system_reason
from engine.terms import SEAT_LETTERS, seat_letter
from protocol.errors import BadInvitation
from protocol.lobby.rooms import Invitation
from protocol.lobby.routes import Routes, read_route
from protocol.wire.identity import Identity
from protocol.wire.names import typed_name

_AGES: Final = 3
FROM_INPUT: Final = "-"
"""In place of an invitation: read it from the standard input."""


def add_player(parser: ArgumentParser) -> None:
    """Add the arguments of a player."""
    parser.add_argument("--name", metavar="NAME", help=say("your name at the table"))
    add_auto(parser)


def add_auto(parser: ArgumentParser) -> None:
    """Add the arguments of a player who lets a bot play."""
    parser.add_argument(
        "--auto", action="store_true", help=say("a bot plays your seat, without a screen")
    )
    parser.add_argument(
        "--level",
        type=level,
        default="karl",
        metavar="LEVEL",
        help=say("level of the bots: {levels} (default: karl)", levels=levels_told()),
    )
    add_no_input(parser)
    add_json(parser, say("with --auto: print the result as JSON on the last line"))


def own_key() -> Identity:
    """Return the player's key.

    Raises:
        CommandError: its file is broken.
    """
    try:
        return own_identity()
    except BadKeyFile as error:
        raise CommandError(key_sentence(error)) from error


def player_name(given: str | None) -> str:
    """Return the name to play under: given, of the settings, the last one, or the account's.

    Raises:
        CommandError: the given text is no name; the sentence says why.
    """
    if given is None:
        return choose({}, os.environ).settings.name or remembered_or_account()
    name = typed_name(given)
    if fault := name_sentence(name):
        raise CommandError(fault)
    remember_name(name)
    return name


def add_invitation(parser: ArgumentParser) -> None:
    """Add the argument for the line the host sent."""
    parser.add_argument(
        "invitation",
        metavar="INVITATION",
        nargs="?",
        help=say(
            "the invitation, or - to read it from standard input, hidden from the list of "
            "processes (default: ask, and list the tables on this network)"
        ),
    )


def asked_invitation() -> str | None:
    """Ask a person who types lines for an invitation; return None if nobody types."""
    return _read_line() if sys.stdin is not None and sys.stdin.isatty() else None


def invitation_of(line: str) -> Invitation:
    """Read an invitation as it was pasted; for "-" read it from the input first.

    Raises:
        CommandError: it is not an invitation, the text says why; or there is no input.
    """
    try:
        return read_invitation(_read_line() if line == FROM_INPUT else line)
    except MistypedAddress as error:
        raise CommandError(str(error), INVITATION) from error


def _read_line() -> str:
    if sys.stdin is None:
        raise CommandError(say("A game needs standard input and output."), TERMINAL)
    try:
        if not sys.stdin.isatty():
            return typed_line()
        asked = say("Type or paste the invitation, then press Enter. It is not shown.")
        sys.stderr.write(f"{asked}\n> ")
        sys.stderr.flush()
        return unseen_paste()
    except OSError as error:
        told = say("The input cannot be read: {why}.", why=system_reason(error))
        raise CommandError(told) from error


def relay_of(text: str) -> Routes:
    """Read the address of a relay.

    Raises:
        CommandError: it is not an address.
    """
    try:
        return read_relay(text)
    except MistypedAddress as error:
        raise CommandError(str(error)) from error


def wishes(*, port: int = 0, address: str = "", asks_router: bool = True) -> HostingPlan:
    """Return the wishes for a relay of this machine: given now, or else of the settings.

    Raises:
        CommandError: the address is none.
    """
    settings = choose({}, os.environ).settings
    if address:
        try:
            read_route(address)
        except BadInvitation as error:
            told = say(
                "--address takes HOST, HOST:PORT or wss://HOST/PATH, not {text}.", text=address
            )
            raise CommandError(told) from error
    return hosting_plan(settings, port=port, address=address, asks_router=asks_router)


def tell(arguments: Namespace, result: OnlineResult | int) -> int:
    """Print how a game ended; return the exit code."""
    if isinstance(result, int):
        return result
    if arguments.json:
        sys.stdout.write(
            json.dumps(
                {
                    "players": result.players,
                    "winners": [seat_letter(seat) for seat in result.winners],
                    "glory": list(result.glory),
                    "digest": result.digest,
                    "actions": result.actions,
                    "ages": _AGES,
                    "table": result.table,
                    "transcript": str(result.transcript),
                    "reports": [str(path) for path in result.reports],
                }
            )
            + "\n"
        )
        return OK
    glory = ", ".join(
        f"{letter} {glory}" for letter, glory in zip(SEAT_LETTERS, result.glory, strict=False)
    )
    sys.stdout.write(say("Glory: {glory}", glory=glory) + "\n")
    sys.stdout.write(say("The record is {path}", path=str(result.transcript)) + "\n")
    for told in told_reports(result.reports):
        sys.stdout.write(told + "\n")
    return OK


def play(
    arguments: Namespace,
    plan: SeatPlan,
    invite: Callable[[Invitation], None] = lambda _invitation: None,
) -> int:
    """Play by a bot with --auto, or line by line, or on the screen; return the exit code.

    Raises:
        CommandError: there is no relay, no table, no seat, or no agreement.
    """
    if arguments.auto:
        bot = BotPlayer(arguments.level, invite, _tell_aside)
        return tell(arguments, run_headless(partial(take_seat, plan, bot)))
    if arguments.plain or not is_screen():
        from client.cli.lines import play_with_others  # noqa: PLC0415 - only where needed

        return play_with_others(plan)
    from client.app.run import run_app  # noqa: PLC0415 - prompt_toolkit takes its time

    return run_app(plan, chosen_for(arguments))


def _tell_aside(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()


def choose_table(arguments: Namespace, name: str, door: str, missing: str) -> int:
    """Let the person choose a table of this network, in the form of that member of `Door`.

    Raises:
        CommandError: `missing`, if there is no screen for a list.
    """
    if arguments.auto or not is_screen():
        raise CommandError(missing)
    from client.app.online_scene import AtDoor  # noqa: PLC0415 - only where needed
    from client.app.run import run_app  # noqa: PLC0415 - prompt_toolkit takes its time
    from client.lobby.entry import Door  # noqa: PLC0415 - only where needed

    return run_app(AtDoor(Door[door], name), chosen_for(arguments))
