"""A table with others line by line, at standard input and output."""

from __future__ import annotations

import io
import sys
from collections.abc import Awaitable, Callable
from functools import partial

from client.cli.online import run_headless
from client.cli.plain_game import own_hints
from client.online.participants import Sitter
from client.online.rooms import lasting
from client.online.table_flow import OnlineResult
from client.plain.console import Page, Typed
from client.plain.narrator import Left
from client.plain.participant import LineSitter
from client.platform.exit_codes import OK

_READ = 4096


def play_by_lines(play: Callable[[Sitter], Awaitable[OnlineResult]]) -> int:
    """Let the person at standard input play; gives the exit code.

    Raises:
        CommandError: there is no relay, no table, no seat, or no agreement.
    """
    is_live = sys.stdin.isatty()
    page = Page(_show, echoes=is_live)
    typed = Typed(_read, is_live=is_live, encoding=sys.stdin.encoding)
    hints, keep_hints = own_hints()
    sitter = LineSitter(page, typed, hints)
    try:
        result = run_headless(partial(_play, play, sitter, typed), sitter.interrupt)
    except Left:
        sitter.say_farewell()
        return OK
    finally:
        keep_hints()
    if isinstance(result, int):
        sitter.say_farewell()
        return result
    return OK


async def _play(
    play: Callable[[Sitter], Awaitable[OnlineResult]], sitter: LineSitter, typed: Typed
) -> OnlineResult:
    async with lasting() as behind:
        behind.start_soon(typed.run)
        return await play(sitter)


def _show(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _read() -> bytes:
    """Some bytes of the input, past its buffer: whose lock a waiting thread would never let go."""
    stream = sys.stdin.buffer
    raw = stream.raw if isinstance(stream, io.BufferedReader) else stream
    return raw.read(_READ) or b""
