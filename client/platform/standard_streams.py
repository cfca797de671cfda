"""The standard streams of a process, made safe before anything else is opened.

A stream that is closed at the start leaves its number to the next file that is opened: a journal
would then receive the output. So the numbers are occupied first. A failure of the output is told
apart from every other error of the system, and complaints that nobody can read are dropped.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from typing_extensions import Buffer

_OUT: Final = 1
_AFTER: Final = 3
"""The number behind those of the standard streams."""


class OutputFailed(Exception):
    """The standard output takes no more: its disk is full, or it is closed.

    It is no `OSError`, so that nobody takes it for the error of another file.

    Attributes:
        error: the error of the system.
    """

    def __init__(self, error: OSError) -> None:
        """Keep the error of the system."""
        super().__init__(str(error))
        self.error = error


class ClosedOutput(io.TextIOWrapper):
    """The standard output of a process that was started without one; every write fails."""


class ChangedOutput(io.TextIOWrapper):
    """An output for a terminal, whose text is changed before it is written."""

    def __init__(self, stream: io.TextIOWrapper, change: Callable[[str], str]) -> None:
        """Write to the terminal of a stream, everything through `change`."""
        raw = io.FileIO(stream.fileno(), "wb", closefd=False)
        super().__init__(
            io.BufferedWriter(raw),
            encoding=stream.encoding,
            errors=stream.errors,
            line_buffering=True,
        )
        self._change = change

    def write(self, text: str, /) -> int:
        """Write a text; return its length."""
        super().write(self._change(text))
        return len(text)


class _ToldOutput(io.FileIO):
    """An output whose errors are `OutputFailed`, a broken pipe apart: its reader has enough."""

    def write(self, data: Buffer, /) -> int:
        """Write a part, as `io.FileIO`."""
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputFailed(error) from error


class _DroppedOutput(io.FileIO):
    """An output for complaints; those that cannot be written are dropped."""

    def write(self, data: Buffer, /) -> int:
        """Write a part, as `io.FileIO`."""
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def settle_streams() -> None:
    """Occupy the numbers of closed streams, and watch over both outputs.

    A closed input stays None in `sys`; a closed output becomes a `ClosedOutput`, and complaints
    without an output go nowhere.
    """
    occupy_streams()
    if sys.stdout is None:
        raw = io.BufferedWriter(_ToldOutput(_OUT, "wb", closefd=False))
        sys.stdout = ClosedOutput(raw, encoding="utf-8")
    else:
        sys.stdout = _over(sys.stdout, _ToldOutput)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open to the end
    else:
        sys.stderr = _over(sys.stderr, _DroppedOutput)


def change_lines(change: Callable[[str], str]) -> None:
    """Change everything that is written to the standard output if that is a terminal.

    The full screen writes bytes, which pass by. A console of Windows stays as it is.
    """
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper) and stream.isatty() and sys.platform != "win32":
        sys.stdout = ChangedOutput(stream, change)


def occupy_streams() -> None:
    """Open something that fails in place of each closed standard stream."""
    for number in range(_AFTER):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is given out, and all lower ones are in use.
            os.open(os.devnull, os.O_RDONLY if number == _OUT else os.O_WRONLY)


def _over(stream: TextIO, kind: type[_ToldOutput | _DroppedOutput]) -> TextIO:
    """Return a stream like another one, over a file of a kind.

    A terminal stays as it is: its errors mean that it has gone, and end the game as a hangup.
    """
    if not isinstance(stream, io.TextIOWrapper) or stream.isatty():
        return stream
    if not isinstance(getattr(stream.buffer, "raw", stream.buffer), io.FileIO):
        return stream  # a console of Windows
    raw = kind(stream.fileno(), "wb", closefd=False)
    return io.TextIOWrapper(
        raw if stream.write_through else io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
