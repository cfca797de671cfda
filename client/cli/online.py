"""What `host` and `join` share: the name one plays under, addresses, results as data."""

from __future__ import annotations

import json
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import trio

from client.cli.arguments import add_json, add_no_input, level
from client.online.addresses import (
    BadAddress,
    read_address,
    read_invitation,
    unreachable_sentence,
    unsafe_sentence,
)
from client.online.fault_messages import told_reports
from client.online.link import RelayUnreachable
from client.online.table_flow import Disagreement, NoSeat, OnlineResult
from client.platform.exit_codes import (
    HANGUP,
    INTERRUPT,
    INVITATION,
    OK,
    PEERS_DISAGREE,
    TERMINATED,
    UNREACHABLE,
    CommandError,
)
from client.settings.resolve import choose
from client.storage.known_people import BadKeyFile, own_identity, remember_name
from client.storage.known_people import player_name as remembered_or_account
from client.storage.saved_games import SaveError
from client.text.catalogue import say
from engine.terms import SEAT_LETTERS, seat_letter
from protocol.charter import LONGEST_NAME
from protocol.errors import UnsafeLibrary
from protocol.lobby.rooms import Invitation
from protocol.wire.identity import Identity
from protocol.wire.names import is_clean

_AGES: Final = 3


def add_player(parser: ArgumentParser) -> None:
    """The arguments of whoever sits down."""
    parser.add_argument("--name", metavar="NAME", help=say("what the others call you"))
    add_auto(parser)


def add_auto(parser: ArgumentParser) -> None:
    """The arguments of whoever lets a bot play."""
    parser.add_argument(
        "--auto", action="store_true", help=say("a bot plays your seat, without a screen")
    )
    parser.add_argument(
        "--level", type=level, default="karl", metavar="LEVEL", help=say("thrall or karl (default)")
    )
    add_no_input(parser)
    add_json(parser, say("with --auto: the result as the last line, as one object"))


def own_key() -> Identity:
    """The own key.

    Raises:
        CommandError: its file is broken.
    """
    try:
        return own_identity()
    except BadKeyFile as error:
        raise CommandError(
            say(
                "the file of your key is broken: {file}. Move it away to get a new key.",
                file=str(error),
            )
        ) from error


def player_name(given: str | None) -> str:
    """The name to play under: as given, that of the settings, as the last time, or the account's.

    Raises:
        CommandError: the given name has characters that do not belong on a screen.
    """
    if given is None:
        return choose({}, os.environ).settings.name or remembered_or_account()
    if len(given) > LONGEST_NAME or not is_clean(given):
        raise CommandError(
            say(
                "a name has 1 to {most} plain characters and no space too many.",
                most=LONGEST_NAME,
            )
        )
    remember_name(given)
    return given


def invitation_of(line: str) -> Invitation:
    """An invitation as it was pasted.

    Raises:
        CommandError: it is none; says what is wrong.
    """
    try:
        return read_invitation(line)
    except BadAddress as error:
        raise CommandError(str(error), INVITATION) from error


def relay_of(text: str) -> tuple[str, int]:
    """HOST:PORT of a relay.

    Raises:
        CommandError: it is not.
    """
    try:
        return read_address(text)
    except BadAddress as error:
        raise CommandError(str(error)) from error


def _always() -> bool:
    return True


def run_headless(
    play: Callable[[], Awaitable[OnlineResult]], interrupted: Callable[[], bool] = _always
) -> OnlineResult | int:
    """Play without a screen; gives the result, or the exit code of the signal that ended it.

    `interrupted` is told of every Ctrl-C, and says whether that ends it.

    Raises:
        CommandError: there is no relay, no table, no seat, or no agreement.
    """
    try:
        return trio.run(_until_signal, play, interrupted)
    except RelayUnreachable as error:
        raise CommandError(unreachable_sentence(str(error)), UNREACHABLE) from error
    except NoSeat as error:
        raise CommandError(_lowered(str(error)), INVITATION) from error
    except SaveError as error:
        raise CommandError(str(error)) from error
    except Disagreement as error:
        raise CommandError(str(error), PEERS_DISAGREE) from error
    except UnsafeLibrary as error:
        raise CommandError(_lowered(unsafe_sentence())) from error


_SIGNALS: Final = {signal.SIGINT: INTERRUPT, signal.SIGTERM: TERMINATED}
if hasattr(signal, "SIGHUP"):
    _SIGNALS[signal.SIGHUP] = HANGUP


async def _until_signal(
    play: Callable[[], Awaitable[OnlineResult]], interrupted: Callable[[], bool]
) -> OnlineResult | int:
    """Signals cancel what is played, so that it says good-bye and keeps its record."""
    ended = 0
    error: Exception | None = None
    result: OnlineResult | None = None

    async def listen(signals: AsyncIterator[int], scope: trio.CancelScope) -> None:
        nonlocal ended
        async for number in signals:
            if number == signal.SIGINT and not interrupted():
                continue
            ended = _SIGNALS[signal.Signals(number)]
            scope.cancel()

    with trio.open_signal_receiver(*_SIGNALS) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen, signals, nursery.cancel_scope)
            try:
                result = await play()
            except Exception as raised:  # noqa: BLE001 - raised again, outside of the nursery
                error = raised
            nursery.cancel_scope.cancel()
    if error is not None:
        raise error
    return ended if result is None else result


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def tell(arguments: Namespace, result: OnlineResult | int) -> int:
    """Print how a game ended; gives the exit code."""
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
