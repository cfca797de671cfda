"""`bloodrage completion`: a script with which a shell completes commands and options."""

from __future__ import annotations

import sys
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from client.text.catalogue import say

SHELLS: Final = ("bash", "zsh", "fish")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("shell", choices=SHELLS, metavar="bash|zsh|fish", help=say("the shell"))
    parser.epilog = say(
        "examples:\n"
        "  bloodrage completion bash > ~/.local/share/bash-completion/completions/bloodrage\n"
        "  bloodrage completion zsh > ~/.zfunc/_bloodrage\n"
        "  bloodrage completion fish > ~/.config/fish/completions/bloodrage.fish"
    )


def run(arguments: Namespace) -> int:
    """Print the script: it holds all words, and costs nothing when it is used."""
    import shtab  # noqa: PLC0415 - only if needed

    from client.__main__ import whole_parser  # noqa: PLC0415 - it imports the commands

    parser = whole_parser()
    for action in actions_of(parser):
        if action.type is Path or action.metavar == "FILE":
            vars(action)["complete"] = shtab.FILE
    sys.stdout.write(shtab.complete(parser, arguments.shell))
    return 0


def actions_of(parser: ArgumentParser) -> Iterator[Action]:
    """Yield every argument of a parser and of the commands in it."""
    for action in parser._actions:  # argparse has no other way to list them
        yield action
        if isinstance(action.choices, dict):
            for sub in action.choices.values():
                yield from actions_of(sub)
