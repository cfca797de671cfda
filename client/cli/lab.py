"""`bloodrage lab`: a position and actions as JSON in, the result as JSON out."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from client.lab.document import LabError
from client.lab.runner import run_lab
from client.platform.exit_codes import CommandError
from client.text.catalogue import say
from client.text.system_faults import system_reason


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", metavar="FILE", help=say("a file with the position, or - for standard input")
    )
    parser.epilog = say(
        "The format and some solved rule questions are in docs/lab.md.\n\n"
        "examples:\n"
        "  bloodrage lab question.json\n"
        '  echo \'{"players": 2, "seats": {"A": {}, "B": {}}}\' | bloodrage lab -'
    )


def run(arguments: Namespace) -> int:
    """Print the result."""
    try:
        sys.stdout.write(run_lab(_read(arguments.file)))
    except LabError as error:
        raise CommandError(error.sentence) from error
    return 0


def _read(name: str) -> str:
    if name == "-" and sys.stdin is None:
        raise CommandError(say("There is no input to read."))
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(
            say("{file} cannot be read: {why}.", file=name, why=system_reason(error))
        ) from error
    except UnicodeDecodeError as error:
        raise CommandError(say("{file} is not UTF-8 text.", file=name)) from error
