"""A whole run of a game on the screen, from the terminal to the exit code."""

from __future__ import annotations

import asyncio
import os
import sys

from client.app.launch import Start
from client.app.program import Program
from client.app.run_choices import choices_of
from client.online.table_plans import WatchTable
from client.platform.exit_codes import TERMINAL, USAGE
from client.settings.resolve import Chosen
from client.settings.terminal import is_screen, no_terminal
from client.storage.saved_games import SaveError
from client.text.complaints import complain


def run_app(start: Start, settings: Chosen) -> int:
    """Play until the player leaves; return the exit code.

    A failure is one sentence on standard error. Unexpected exceptions leave this function after
    the terminal was restored.
    """
    if not is_screen(sys.stdin, sys.stdout, os.environ):
        complain(sys.stderr, no_terminal(watching=isinstance(start, WatchTable)))
        return TERMINAL
    try:
        program = Program(start, choices_of(settings, sys.stdout, os.environ))
        code = asyncio.run(program.run())
        if program.scene is not None:
            program.scene.say_farewell(sys.stdout, sys.stderr)
    except SaveError as error:
        complain(sys.stderr, str(error))
        return USAGE
    return code
