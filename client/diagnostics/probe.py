"""What only the terminal itself can tell: it is asked, and given a moment to answer.

After each sign it is asked where its cursor is (CPR, ``ESC [ 6 n``): the column tells how wide the
sign came out. Whether it knows the mouse it is asked with DECRQM. A terminal that does not
understand says nothing, so every question is followed by one for the cursor that ends the waiting.
"""

from __future__ import annotations

import os
import re
import select
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from client.platform.system import seconds

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


@dataclass(frozen=True, slots=True)
class Answers:
    """What a terminal said.

    `widths` are the columns of the signs that were asked about, in their order; empty if it does
    not tell where its cursor is. `mouse` is None if it does not tell.
    """

    widths: tuple[int, ...] = ()
    mouse: bool | None = None


def ask_terminal(
    signs: Sequence[str], source: int = 0, sink: int = 1, patience: float = PATIENCE
) -> Answers:
    """Ask the terminal behind two descriptors; what was typed meanwhile is lost."""
    if sys.platform == "win32":
        return Answers()
    else:  # noqa: RET505 - what is not for this system is skipped as a block only
        with _raw(source):
            return _told(signs, source, sink, patience)


def _told(signs: Sequence[str], source: int, sink: int, patience: float) -> Answers:
    told = _ask(source, sink, _MOUSE + _WHERE, 1, patience)
    if not _CURSOR.search(told):
        os.write(sink, _AWAY.encode())
        return Answers()
    known = _MODE.search(told)
    mouse = None if known is None else known[1] != b"0"
    widths = tuple(_widths(signs, source, sink, patience))
    os.write(sink, _AWAY.encode())
    return Answers(widths if len(widths) == len(signs) else (), mouse)


def _widths(signs: Sequence[str], source: int, sink: int, patience: float) -> Iterator[int]:
    asked = "".join(f"\r{sign}{_WHERE}" for sign in signs)
    told = _ask(source, sink, asked, len(signs), patience)
    yield from (int(column) - 1 for column in _CURSOR.findall(told))


def _ask(source: int, sink: int, question: str, answers: int, patience: float) -> bytes:
    """Write a question; gives what comes until the cursor was told so often, or time is up."""
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
        """Answers come at once and unseen; afterwards everything is as it was."""
        before = termios.tcgetattr(source)
        tty.setraw(source, termios.TCSAFLUSH)
        try:
            yield
        finally:
            termios.tcsetattr(source, termios.TCSAFLUSH, before)
