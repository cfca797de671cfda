"""Input and output of a player who types while messages are printed."""

from __future__ import annotations

import codecs
from collections import deque
from collections.abc import Callable
from typing import Final

import trio

from client.text.catalogue import say
from client.text.wrapping import paragraph

_MOST_WAITING: Final = 100
"""Lines to read ahead of their use."""
PROMPT: Final = "> "


class Typed:
    """Lines of an input as they come, read by a thread; nothing waits for one.

    Attributes:
        lines: lines that were typed and not used yet.
        ended: whether nothing more will come.
        is_live: whether a player types, and sees the question before answering; a file or a pipe
            may have answers before their questions.
        on_line: called when there is something new.
    """

    def __init__(
        self, read: Callable[[], bytes], *, is_live: bool, encoding: str = "utf-8"
    ) -> None:
        """Take `read`, which waits for bytes in a thread and returns b"" at the end."""
        self.lines: deque[str] = deque()
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
        """Take some bytes of the input; b"" is the end."""
        *lines, self._rest = (self._rest + self._decoder.decode(data, final=not data)).split("\n")
        if not data:
            self.ended = True
            lines += [self._rest] if self._rest else []
        self.lines.extend(line.strip() for line in lines)
        self.on_line()

    def next(self) -> str:
        """Use the next line."""
        line = self.lines.popleft()
        self._room.set()
        return line

    @property
    def is_over(self) -> bool:
        """Whether every line there will ever be was used."""
        return self.ended and not self.lines

    @property
    def is_early(self) -> bool:
        """Whether the next line answers a question to come, as a file or a pipe may."""
        return not self.is_live and bool(self.lines) and _is_answer(self.lines[0])


def _is_answer(line: str) -> bool:
    """Whether a line can only be meant as an answer."""
    return line.isdecimal() or line == "z"


class Console:
    """An output that only grows, with a prompt when an answer is waited for."""

    def __init__(self, out: Callable[[str], None], *, echoes: bool) -> None:
        """Take `out`, which shows text at once; `echoes` says that typed lines appear there too."""
        self._out = out
        self._echoes = echoes
        self._is_open = False
        self._used = 0
        self._warned_at = -1

    def write(self, line: str) -> None:
        """Write a line, or several; after a prompt on a new row."""
        self._out(f"\n{line}\n" if self._is_open else f"{line}\n")
        self._is_open = False

    def break_off(self, line: str) -> None:
        """Write the last line on a new row: Ctrl-C has left its sign on the present one."""
        self._out(f"\n{line}\n")

    def say(self, sentence: str) -> None:
        """Write a sentence, wrapped."""
        self.write(paragraph(sentence))

    def prompt(self) -> None:
        """Show that an answer is waited for, once."""
        if not self._is_open:
            self._out(PROMPT)
        self._is_open = True

    def _use(self) -> None:
        """Note that a line is used: a terminal has begun a new row with it."""
        if self._is_open and not self._echoes:
            self._out("\n")
        self._is_open = False
        self._used += 1

    def interrupt(self) -> bool:
        """Take a Ctrl-C at a table; return whether it leaves: it has to be pressed twice."""
        if self._warned_at == self._used:
            return True
        self._warned_at = self._used
        self.say(say("Ctrl-C once more leaves; the game is saved."))
        return False


class TypedConsole(Console):
    """A console whose lines come at any time."""

    def __init__(self, typed: Typed, out: Callable[[str], None], *, echoes: bool) -> None:
        super().__init__(out, echoes=echoes)
        self.typed = typed

    def next(self) -> str:
        """Use the next line."""
        self._use()
        return self.typed.next()


class PromptedConsole(Console):
    """A console that is read only when a line is needed: nothing else happens meanwhile."""

    def __init__(
        self, read_line: Callable[[], str], out: Callable[[str], None], *, echoes: bool
    ) -> None:
        """Take `read_line`, which waits for a line and returns "" at the end."""
        super().__init__(out, echoes=echoes)
        self._read_line = read_line

    def read(self) -> str | None:
        """Wait for the next line and use it; return None at the end."""
        line = self._read_line()
        if not line:
            return None
        self._use()
        return line.strip()
