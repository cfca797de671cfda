"""`join` and `watch` without an invitation: the tables of this network are listed."""

from __future__ import annotations

from argparse import Namespace

from client.commands.failure import CommandError
from client.commands.screen_flags import chosen_for
from client.commands.terminals import is_screen


def run_at_the_door(arguments: Namespace, name: str, door: str, missing: str) -> int:
    """Stand at the door of that name of `Door`, where a list can be shown.

    Raises:
        CommandError: `missing`, where it cannot.
    """
    if arguments.auto or not is_screen():
        raise CommandError(missing)
    from client.entrance import run_app  # noqa: PLC0415 - prompt_toolkit takes its time
    from client.hall.doors import Door  # noqa: PLC0415 - only where needed
    from client.online.plans import AtDoor  # noqa: PLC0415 - only where needed

    return run_app(AtDoor(Door[door], name), chosen_for(arguments))
