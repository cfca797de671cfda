"""`bloodrage info`: versions, paths, and the relevant part of the environment."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from client.cli.arguments import add_json, write_json
from client.text.catalogue import say


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_json(parser, say("print JSON: the same as one object"))
    parser.epilog = say("examples:\n  bloodrage info\n  bloodrage info --json")


def run(arguments: Namespace) -> int:
    """Print the facts."""
    from client.__main__ import VERSION  # noqa: PLC0415 - it imports the commands
    from client.diagnostics.facts import gather, plain, told  # noqa: PLC0415 - not for help

    facts = gather(VERSION)
    if arguments.json:
        write_json(plain(facts), indent=1)
        return 0
    rows = tuple(told(facts))
    wide = max(len(name) for name, _ in rows)
    for name, value in rows:
        sys.stdout.write(f"{name:<{wide}}  {value}".rstrip() + "\n")
    return 0
