"""Requests to a terminal besides cells, and its answers: the order of letters, the background.

A terminal that turns letters written right to left turns a whole row with them, columns of numbers
included. The program orders such letters itself (client/ui/writing.py) and asks the terminal to
show cells as they come: BDSM, CSI 8 l, ECMA-48 8.3.24 and the "BiDi in Terminal Emulators" of
Freedesktop. Others ignore that.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from prompt_toolkit.output import Output
from prompt_toolkit.output.vt100 import Vt100_Output

from client.platform.system import seconds
from client.settings.terminal import is_light_reply

AS_IT_COMES: Final = "\x1b[8l"
AS_IT_LIKES: Final = "\x1b[8h"
ASK_BACKGROUND: Final = "\x1b]11;?\x1b\\"
ANSWER_SECONDS: Final = 1.0
"""Seconds after which an answer no longer changes the colours that a person has before them."""


class TerminalDialogue:
    """Takes a terminal, gives it back, and asks it for its background.

    Attributes:
        on_background: called with whether the background is light, if the terminal tells in time.
    """

    def __init__(self, output: Output, clock: Callable[[], float] = seconds) -> None:
        """Begin with a terminal that is not taken; `clock` returns seconds."""
        self.on_background: Callable[[bool], None] = lambda _: None
        self._output = output
        self._clock = clock
        self._asked = -math.inf
        self._is_taken = False

    def take(self) -> None:
        """Have letters shown in the order in which they are sent."""
        self._is_taken = True
        self._send(AS_IT_COMES)

    def give_back(self) -> None:
        """Let the terminal order letters as it likes."""
        if self._is_taken:
            self._is_taken = False
            with suppress(OSError):
                self._send(AS_IT_LIKES)

    def ask_background(self) -> None:
        """Ask for the background; nothing waits for the answer."""
        self._asked = self._clock()
        self._send(ASK_BACKGROUND)

    def hear(self, told: str) -> None:
        """Take a string the terminal has sent."""
        in_time = self._clock() - self._asked <= ANSWER_SECONDS
        is_light = is_light_reply(told) if in_time else None
        if is_light is not None:
            self._asked = -math.inf
            self.on_background(is_light)

    def _send(self, raw: str) -> None:
        if isinstance(self._output, Vt100_Output):
            self._output.write_raw(raw)
            self._output.flush()
