"""What `host` and `join` share: the name one plays under, addresses, results as data."""

from __future__ import annotations

import getpass
import json
import sys
from argparse import ArgumentParser, Namespace
from typing import Final

from client.commands.arguments import add_json, level
from client.commands.failure import INVITATION, UNREACHABLE, CommandError
from client.online.headless import OnlineResult
from client.online.people import BadKeyFile, own_identity
from engine.terms import SEAT_LETTERS, seat_letter
from protocol.charter import LONGEST_NAME
from protocol.errors import BadInvitation
from protocol.identity import Identity
from protocol.names import cleaned, is_clean
from protocol.rooms import Invitation

_AGES: Final = 3


def add_player(parser: ArgumentParser) -> None:
    """The arguments of whoever sits down."""
    parser.add_argument("--name", metavar="NAME", help="what the others call you")
    parser.add_argument(
        "--auto", action="store_true", help="a bot plays your seat, without a screen"
    )
    parser.add_argument(
        "--level", type=level, default="karl", metavar="LEVEL", help="thrall or karl (default)"
    )
    add_json(parser, "with --auto: the result as the last line, as one object")


def own_key() -> Identity:
    """The own key.

    Raises:
        CommandError: its file is broken.
    """
    try:
        return own_identity()
    except BadKeyFile as error:
        raise CommandError(
            f"the file of your key is broken: {error}. Move it away to get a new key."
        ) from error


def player_name(given: str | None) -> str:
    """The name to play under: as given, or the account's.

    Raises:
        CommandError: the given name has characters that do not belong on a screen.
    """
    if given is None:
        return cleaned(getpass.getuser(), LONGEST_NAME) or "Player"
    if len(given) > LONGEST_NAME or not is_clean(given):
        raise CommandError(
            f"a name has 1 to {LONGEST_NAME} plain characters and no space too many."
        )
    return given


def read_invitation(line: str) -> Invitation:
    """An invitation as it was pasted.

    Raises:
        CommandError: it is none; says what is wrong.
    """
    try:
        return Invitation.read(line)
    except BadInvitation as error:
        wrong = {
            "address": "it should look like host:7744/K7QF-2M9X-TT3B-H8ZD-R",
            "length": "the part behind the slash has 17 letters and digits",
            "symbol": "there is a character in it that belongs to none",
            "check": "there is a typing error in it; copy it once more",
        }[error.place]
        raise CommandError(f"that is no invitation: {wrong}.", INVITATION) from error


def relay_address(text: str) -> tuple[str, int]:
    """HOST:PORT of a relay.

    Raises:
        CommandError: it is not.
    """
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isascii() or not port.isdigit():
        raise CommandError(f"--relay takes HOST:PORT, not {text}.")
    return host, int(port)


def unreachable(address: str) -> CommandError:
    """The relay cannot be reached."""
    return CommandError(
        f"no relay answers at {address}; is it running, and can this machine reach it?",
        UNREACHABLE,
    )


def tell(arguments: Namespace, result: OnlineResult) -> None:
    """Print how a game ended."""
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
                }
            )
            + "\n"
        )
        return
    glory = ", ".join(
        f"{letter} {glory}" for letter, glory in zip(SEAT_LETTERS, result.glory, strict=False)
    )
    sys.stdout.write(f"Glory: {glory}\nThe record is {result.transcript}\n")
