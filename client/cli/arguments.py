"""Arguments that several commands take, and the output of data."""

from __future__ import annotations

import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from client.platform.exit_codes import CommandError
from client.settings.choices import LEVELS
from client.text.catalogue import say

if TYPE_CHECKING:
    from pathlib import Path

MOST_BOTS: Final = 4
LARGEST_SEED: Final = 2**63 - 1


def number(what: str, least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `least` to `most`."""

    def read(text: str) -> int:
        with suppress(ValueError):
            if least <= int(text) <= most:
                return int(text)
        raise ArgumentTypeError(
            say(
                "{what} must be from {least} to {most}, not {text}",
                what=what,
                least=least,
                most=most,
                text=text,
            )
        )

    return read


def level(text: str) -> str:
    """Read the level of a bot."""
    if text not in LEVELS:
        raise ArgumentTypeError(
            say("a level must be one of {levels}, not {text}", levels=", ".join(LEVELS), text=text)
        )
    return text


def levels(text: str) -> tuple[str, ...]:
    """Read levels in the order of the seats; the last one applies to all further seats."""
    return tuple(level(part.strip()) for part in text.split(","))


def add_seed(parser: ArgumentParser, *, required: bool = False) -> None:
    """Add the seed of a game, or of the first of many."""
    parser.add_argument(
        "--seed",
        type=number(say("the seed"), 0, LARGEST_SEED),
        metavar="N",
        required=required,
        help=say("the same seed gives the same game"),
    )


def _path(text: str) -> Path:
    from pathlib import Path  # noqa: PLC0415 - help does without

    return Path(text)


def add_logging(parser: ArgumentParser) -> None:
    """Add the arguments of every command: the file of the log, and its detail."""
    group = parser.add_argument_group(say("the log"))
    group.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        default=SUPPRESS,
        help=say("log every step of a game"),
    )
    group.add_argument(
        "--log-file",
        metavar="FILE",
        type=_path,
        default=SUPPRESS,
        help=say("write the log there (default: the directory shown by `bloodrage info`)"),
    )


def add_no_input(parser: ArgumentParser) -> None:
    """Add the argument that forbids questions; see `refuse_questions`."""
    parser.add_argument(
        "--no-input",
        action="store_true",
        help=say("ask nothing: a missing value is an error"),
    )


def refuse_questions(arguments: Namespace, missing: str) -> None:
    """Refuse to ask a question; `missing` is the argument that would answer it.

    Raises:
        CommandError: questions are forbidden.
    """
    if arguments.no_input:
        raise CommandError(say("with --no-input, {missing} is needed.", missing=missing))


def add_json(parser: ArgumentParser, what: str) -> None:
    """Add the argument for data instead of text."""
    parser.add_argument("--json", action="store_true", help=what)


def write_json(value: object, indent: int | None = None) -> None:
    """Write data as a line of JSON, or as an indented text."""
    import json  # noqa: PLC0415 - help and completion do without

    sys.stdout.write(json.dumps(value, indent=indent) + "\n")
