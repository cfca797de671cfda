"""Standard input past Python's buffer: a line now, the rest for a reader that comes later."""

from __future__ import annotations

import io
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

if sys.platform == "win32":
    from getpass import getpass
else:
    import termios

_MOST: Final = 4096
_LONGEST_LINE: Final = 4096
_LONGEST_PASTE: Final = 20_000
_SOON: Final = 0.1
"""Seconds within which the next line of a pasted text follows."""


def typed_bytes(most: int = _MOST) -> bytes:
    """Wait for bytes and return at most that many, none at the end.

    The buffer is passed by: a thread that waits in it would never release its lock.
    """
    stream = sys.stdin.buffer
    raw = stream.raw if isinstance(stream, io.BufferedReader) else stream
    return raw.read(most) or b""


def typed_line() -> str:
    """Wait for one line and return it; not a byte behind it is read."""
    if not hasattr(sys.stdin, "buffer"):  # an input made of text
        return sys.stdin.readline(_LONGEST_LINE)
    return _decoded(_line()).removesuffix("\n")


def _line() -> bytes:
    """Wait for one line and return it with its end; b"" at the end of the input."""
    line = b""
    while len(line) < _LONGEST_LINE and not line.endswith(b"\n") and (byte := typed_bytes(1)):
        line += byte
    return line


def _decoded(text: bytes) -> str:
    return text.decode(sys.stdin.encoding or "utf-8", "replace")


if sys.platform == "win32":

    def unseen_paste() -> str:
        """Wait for a line at the terminal, which does not show it, and return it."""
        return getpass("")

else:

    def unseen_paste() -> str:
        """Wait for a line at the terminal, which does not show it, and return it.

        Lines that follow at once were pasted with it, and are returned as well: they are no answers
        to later questions, and no commands for the shell.
        """
        with _unseen():
            text = line = _line()
            while line and len(text) < _LONGEST_PASTE and _more_is_there():
                line = _line()
                text += line
        return _decoded(text)

    def _more_is_there() -> bool:
        return bool(select.select([sys.stdin], [], [], _SOON)[0])

    @contextmanager
    def _unseen() -> Iterator[None]:
        """Let the terminal show line ends only; one that cannot do that shows everything."""
        try:
            before = termios.tcgetattr(sys.stdin)
        except termios.error:
            yield
            return
        hidden = [*before]
        hidden[3] = before[3] & ~termios.ECHO | termios.ECHONL
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, hidden)
        try:
            yield
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
