"""The choice between a full screen, lines, and no game at all."""

from __future__ import annotations

import os
import sys
from typing import Final

from client.platform.exit_codes import TERMINAL, CommandError
from client.text.catalogue import say

_DUMB: Final = ("dumb", "")


def is_screen() -> bool:
    """Whether input and output are one terminal that can move its cursor.

    Raises:
        CommandError: there is no input or no output at all.
    """
    if sys.stdin is None or sys.stdout is None:
        raise CommandError(say("A game needs an input and an output."), TERMINAL)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return os.environ.get("TERM", "") not in _DUMB
