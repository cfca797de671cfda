"""`join` and `watch` without an invitation: the tables of this network are listed."""

from __future__ import annotations

from argparse import Namespace

from client.cli.screen_flags import chosen_for
from client.cli.terminals import is_screen
from client.platform.exit_codes import CommandError


def run_at_the_door(arguments: Namespace, name: str, door: str, missing: str) -> int:
    """Stand at the door of that name of `Door`, where a list can be shown.

    Raises:
        CommandError: `missing`, where it cannot.
    """
    if arguments.auto or not is_screen():
        raise CommandError(missing)
    from client.app.online_plans import AtDoor  # noqa: PLC0415 - only where needed
    from client.app.run import run_app  # noqa: PLC0415 - prompt_toolkit takes its time
    from client.lobby.entry import Door  # noqa: PLC0415 - only where needed

    return run_app(AtDoor(Door[door], name), chosen_for(arguments))
