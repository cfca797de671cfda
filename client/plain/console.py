"""Input and output of a person who is told things while he types."""

from __future__ import annotations

import codecs
from collections import deque
from collections.abc import Callable
from typing import Final

import trio

_MOST_WAITING: Final = 100
"""Lines that are read before the first of them is used."""
PROMPT: Final = "> "


class Typed:
    """Lines of an input, as they come; nothing ever waits for one.

    Attributes:
        lines: what was typed and not used yet.
        used: how many lines were used.
        ended: whether nothing more will come.
        is_live: whether somebody types, and sees what he is asked before he answers; a file or a
            pipe may have answers before they are asked for.
        on_line: called when there is something new.
    """

    def __init__(
        self, read: Callable[[], bytes], *, is_live: bool, encoding: str = "utf-8"
    ) -> None:
        """`read` waits for some bytes and gives them, b"" at the end; it is called in a thread."""
        self.lines: deque[str] = deque()
        self.used = 0
        self.ended = False
        self.is_live = is_live
        self.on_line: Callable[[], None] = lambda: None
        self._read = read
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._rest = ""
        self._room = trio.Event()

    async def run(self) -> None:
        """Read until the end of the input, or until cancelled."""
        while not self.ended:
            try:
                # A thread that still waits for a line ends with the program.
                data = await trio.to_thread.run_sync(self._read, abandon_on_cancel=True)
            except OSError:
                data = b""
            self.take(data)
            while len(self.lines) > _MOST_WAITING:
                self._room = trio.Event()
                await self._room.wait()

    def take(self, data: bytes) -> None:
        """Some bytes came in; b"" is the end."""
        *lines, self._rest = (self._rest + self._decoder.decode(data, final=not data)).split("\n")
        if not data:
            self.ended = True
            lines += [self._rest] if self._rest else []
        self.lines.extend(line.strip() for line in lines)
        self.on_line()

    def next(self) -> str:
        """The next line, which is used now."""
        line = self.lines.popleft()
        self.used += 1
        self._room.set()
        return line

    @property
    def is_over(self) -> bool:
        """Whether everything that will ever be typed was used."""
        return self.ended and not self.lines

    @property
    def is_early(self) -> bool:
        """Whether the next line answers what has not been asked yet, as a file or a pipe may."""
        return not self.is_live and bool(self.lines) and _is_answer(self.lines[0])


def _is_answer(line: str) -> bool:
    """Whether a line can only be meant as an answer."""
    return line.isdecimal() or line == "z"


class Page:
    """An output that is only ever added to, with a prompt where an answer is waited for."""

    def __init__(self, out: Callable[[str], None], *, echoes: bool) -> None:
        """`out` shows text at once; `echoes` says that what is typed stands there as well."""
        self._out = out
        self._echoes = echoes
        self._is_open = False

    def write(self, line: str) -> None:
        """A line, or several; after a prompt on a row of its own."""
        self._out(f"\n{line}\n" if self._is_open else f"{line}\n")
        self._is_open = False

    def prompt(self) -> None:
        """Show that an answer is waited for, once."""
        if not self._is_open:
            self._out(PROMPT)
        self._is_open = True

    def entered(self) -> None:
        """A line was typed: a terminal has begun a new row with it."""
        if self._is_open and not self._echoes:
            self._out("\n")
        self._is_open = False
