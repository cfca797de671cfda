"""Questions that only the terminal itself can answer; it is given a moment for each.

After each sign it is asked for the position of its cursor (CPR, ``ESC [ 6 n``): the column gives
the width of the sign. Whether it knows the mouse is asked with DECRQM. A terminal that does not
understand says nothing, so every question is followed by one for the cursor that ends the waiting.
"""

from __future__ import annotations

import os
import re
import select
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from client.platform.system import seconds
from engine.values import Value

if sys.platform != "win32":
    import termios
    import tty

PATIENCE: Final = 1.5
"""Seconds for an answer; a terminal behind a slow line needs a part of that."""
_WHERE: Final = "\x1b[6n"
_MOUSE: Final = "\x1b[?1006$p"
_AWAY: Final = "\r\x1b[K"
_CURSOR: Final = re.compile(rb"\x1b\[\d+;(\d+)R")
_MODE: Final = re.compile(rb"\x1b\[\?1006;([0-4])\$y")
_READ: Final = 4096


class Answers(Value):
    """The answers of a terminal.

    `widths` are the columns of the signs that were asked about, in their order; empty if it does
    not report its cursor. `mouse` is None if it does not say.
    """

    widths: tuple[int, ...] = ()
    mouse: bool | None = None


def ask_terminal(
    signs: Sequence[str], source: int = 0, sink: int = 1, patience: float = PATIENCE
) -> Answers:
    """Ask the terminal behind two descriptors; keys typed meanwhile are lost."""
    if sys.platform == "win32":
        return Answers()
    else:  # noqa: RET505 - mypy skips code of other systems only as a block
        with _raw(source):
            return _told(signs, source, sink, patience)


def _told(signs: Sequence[str], source: int, sink: int, patience: float) -> Answers:
    told = _ask(source, sink, _MOUSE + _WHERE, 1, patience)
    if not _CURSOR.search(told):
        os.write(sink, _AWAY.encode())
        return Answers()
    known = _MODE.search(told)
    mouse = None if known is None else known[1] != b"0"
    asked = "".join(f"\r{sign}{_WHERE}" for sign in signs)
    columns = _CURSOR.findall(_ask(source, sink, asked, len(signs), patience))
    os.write(sink, _AWAY.encode())
    widths = tuple(int(column) - 1 for column in columns)
    return Answers(widths if len(widths) == len(signs) else (), mouse)


def _ask(source: int, sink: int, question: str, answers: int, patience: float) -> bytes:
    """Write a question; return the input until `answers` cursor reports came, or time is up."""
    os.write(sink, question.encode())
    told = b""
    until = seconds() + patience
    while len(_CURSOR.findall(told)) < answers:
        ready, _, _ = select.select([source], [], [], max(0.0, until - seconds()))
        read = os.read(source, _READ) if ready else b""
        if not read:
            break
        told += read
    return told


if sys.platform != "win32":

    @contextmanager
    def _raw(source: int) -> Iterator[None]:
        """Make answers come at once and unseen; restore everything afterwards."""
        before = termios.tcgetattr(source)
        tty.setraw(source, termios.TCSAFLUSH)
        try:
            yield
        finally:
            termios.tcsetattr(source, termios.TCSAFLUSH, before)
