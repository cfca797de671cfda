"""Requests to a terminal besides cells, and its answers: the order of letters, the background.

client/settings/letter_order.py has the sequences that keep letters in their order.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from prompt_toolkit.output import Output
from prompt_toolkit.output.vt100 import Vt100_Output

from client.platform.system import seconds
from client.settings.letter_order import LetterOrder
from client.settings.terminal import is_light_reply

ASK_BACKGROUND: Final = "\x1b]11;?\x1b\\"
ANSWER_SECONDS: Final = 1.0
"""Seconds after which an answer no longer changes the colours that a person has before them."""


_USUAL: Final = LetterOrder()


class TerminalDialogue:
    """Takes a terminal, gives it back, and asks it for its background.

    Attributes:
        on_background: called with whether the background is light, if the terminal tells in time.
        order: what keeps letters in their order, from the next time the terminal is taken.
    """

    def __init__(
        self,
        output: Output,
        clock: Callable[[], float] = seconds,
        order: LetterOrder = _USUAL,
    ) -> None:
        """Begin with a terminal that is not taken; `clock` returns seconds."""
        self.order = order
        self.on_background: Callable[[bool], None] = lambda _: None
        self._output = output
        self._clock = clock
        self._asked = -math.inf
        self._is_taken = False

    def take(self) -> None:
        """Have letters shown in the order in which they are sent."""
        self._is_taken = True
        self._send(self.order.begin)

    def give_back(self) -> None:
        """Let the terminal order letters as it likes."""
        if self._is_taken:
            self._is_taken = False
            with suppress(OSError):
                self._send(self.order.end)

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
        if raw and isinstance(self._output, Vt100_Output):
            self._output.write_raw(raw)
            self._output.flush()
