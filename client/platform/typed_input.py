"""Standard input past Python's buffer: a line now, the rest for a reader that comes later."""

from __future__ import annotations

import io
import sys
from typing import Final

_MOST: Final = 4096
_LONGEST_LINE: Final = 1000


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
    line = b""
    while len(line) < _LONGEST_LINE and (byte := typed_bytes(1)) not in (b"", b"\n"):
        line += byte
    return line.decode(sys.stdin.encoding or "utf-8", "replace")
