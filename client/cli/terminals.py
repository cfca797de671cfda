"""The choice between a full screen, lines, and no game at all."""

from __future__ import annotations

import os
import sys

from client.platform.exit_codes import TERMINAL, CommandError
from client.text.catalogue import say


def is_screen() -> bool:
    """Whether input and output are one terminal that can move its cursor.

    Raises:
        CommandError: there is no input or no output at all.
    """
    if sys.stdin is None or sys.stdout is None:
        raise CommandError(say("A game needs an input and an output."), TERMINAL)
    from client.settings import terminal  # noqa: PLC0415 - help and mistakes do without

    return terminal.is_screen(sys.stdin, sys.stdout, os.environ)
