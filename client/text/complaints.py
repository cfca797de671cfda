"""Complaints on standard error: the program's name, and a sentence that begins with a capital."""

from __future__ import annotations

import os
import re
import textwrap
from typing import Final, TextIO

from client.platform.own_command import NAME, own_command

_FIRST_WORD: Final = re.compile(r"[^\W\d_]+(?=[ ,])(?! --json)")
"""A word of a language: a path, a command with options or the name of a file keeps its letters."""
_UNBROKEN: Final = "\u00a0"
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
    """Break the lines of a text between words, if there are columns; commands stay in one piece.

    A word that is too long is left to the terminal: what it breaks is copied in one piece.
    """
    if not columns:
        return text
    command = re.compile(rf"{re.escape(own_command())}(?: [a-z0-9-]+){{1,2}}")
    kept = command.sub(lambda found: found[0].replace(" ", _UNBROKEN), text)
    lines = (
        textwrap.fill(
            line, max(_NARROWEST, columns - 1), break_long_words=False, break_on_hyphens=False
        )
        for line in kept.split("\n")
    )
    return "\n".join(lines).replace(_UNBROKEN, " ")
