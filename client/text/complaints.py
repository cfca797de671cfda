"""Complaints on standard error: the program's name, and a sentence that begins with a capital."""

from __future__ import annotations

import os
import re
from typing import Final, TextIO

from client.platform.own_command import NAME
from client.text.wrapping import filled

_FIRST_WORD: Final = re.compile(r"[^\W\d_]+(?=[ ,])(?! --json)")
"""A word of a language: a path, a command with options or the name of a file keeps its letters."""
_NARROWEST: Final = 20


def sentence(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:] if _FIRST_WORD.match(text) else text


def complain(stream: TextIO, text: str, program: str = NAME) -> None:
    """Write a complaint of a program; on a terminal its lines break between words."""
    stream.write(f"{wrapped(f'{program}: {sentence(text)}', columns_before(stream))}\n")


def columns_before(stream: TextIO) -> int:
    """Return the columns of the terminal behind a stream; 0 if it is none."""
    try:
        return os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    except (OSError, ValueError):
        return 0


def wrapped(text: str, columns: int) -> str:
    """Break the lines of a text between words, if there are columns."""
    if not columns:
        return text
    room = max(_NARROWEST, columns - 1)
    return "\n".join(filled(line, room) for line in text.split("\n"))
