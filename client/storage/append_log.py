"""An append-only file of lines, on a disk that may fail at any moment.

Each line begins with the first half of a hash over all lines so far, so that a cut or a change is
recognised, and the lines before it still count. A line that the disk rejects stays in memory and
is tried again with the next one: once the disk has room, the file is complete.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Final

from client.platform.files import sync
from client.storage.plain_data import BadRecord, Plain, mapping_of

PRIVATE: Final = 0o600
"""Only the owner may read such a file: it has secrets."""
_MARK: Final = 32
"""Hexadecimal digits before each line."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The intact lines of a file.

    Attributes:
        rows: their contents.
        size: their bytes.
        chain: the hash over all of them, empty if lines have no marks.
        is_torn: whether a last line was cut short, as by a crash.
        is_damaged: whether lines were changed after they had been written.
    """

    rows: tuple[Mapping[str, object], ...]
    size: int
    chain: bytes
    is_torn: bool
    is_damaged: bool


def line_of(chain: bytes, data: Mapping[str, Plain]) -> tuple[bytes, bytes]:
    """Return the hash over all lines with this one, and the line."""
    text = plain_line(data)
    chain = hashlib.sha256(chain + text[:-1]).digest()
    return chain, _mark(chain) + b" " + text


def plain_line(data: Mapping[str, Plain]) -> bytes:
    """Return a line without a mark."""
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def read_lines(raw: bytes, chain: bytes) -> Lines:
    """Read the intact lines of a file; the first one is hashed with `chain`."""
    rows: list[Mapping[str, object]] = []
    size = 0
    for line in raw.split(b"\n")[:-1]:
        mark, _, text = line.partition(b" ")
        after = hashlib.sha256(chain + text).digest()
        if mark != _mark(after):
            break
        try:
            rows.append(mapping_of(json.loads(text)))
        except (BadRecord, ValueError, RecursionError):
            break
        chain = after
        size += len(line) + 1
    rest = raw[size:]
    torn, damaged = bool(rest) and b"\n" not in rest, b"\n" in rest
    return Lines(tuple(rows), size, chain, is_torn=torn, is_damaged=damaged)


def read_unmarked_lines(raw: bytes) -> Lines:
    """Read the lines of an earlier format, in which no mark shows a change.

    Raises:
        ValueError: a line is malformed.
    """
    size = raw.rfind(b"\n") + 1
    rows = tuple(mapping_of(json.loads(line)) for line in raw[:size].split(b"\n")[:-1])
    return Lines(rows, size, b"", is_torn=size < len(raw), is_damaged=False)


def _mark(chain: bytes) -> bytes:
    return chain.hex()[:_MARK].encode()


class AppendLog:
    """An open file of lines; its opener holds the lock."""

    def __init__(self, handle: FileIO, chain: bytes) -> None:
        """Append at the position of the file, which is behind its last whole line.

        With an empty `chain`, lines have no marks, as in files of earlier versions.
        """
        self._handle = handle
        self._chain = chain
        self._safe = self._end = handle.tell()
        self._waiting: list[bytes] = []
        self._written = 0

    @property
    def is_closed(self) -> bool:
        """Whether the file is closed."""
        return self._handle.closed

    @property
    def is_flushed(self) -> bool:
        """Whether every line is on the disk."""
        return not self._waiting

    def add(self, data: Mapping[str, Plain]) -> None:
        """Add a line; it is on the disk after the next flush."""
        if self._chain:
            self._chain, line = line_of(self._chain, data)
        else:
            line = plain_line(data)
        self._waiting.append(line)

    def flush(self, *, at_once: bool = True) -> None:
        """Write the waiting lines; `at_once` also forces them to the disk itself.

        Raises:
            OSError: the disk rejects them, or the file has been removed; none of them is in the
                file then, and all are tried again.
        """
        try:
            self._write()
            if at_once:
                sync(self._handle.fileno())
            if not os.fstat(self._handle.fileno()).st_nlink:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        except OSError:
            self._take_back()
            raise
        if at_once:
            self._waiting, self._written, self._safe = [], 0, self._end

    def _write(self) -> None:
        self._handle.seek(self._end)
        left = b"".join(self._waiting[self._written :])
        while left:
            taken = self._handle.write(left)
            if not taken:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            left = left[taken:]
        self._end = self._handle.tell()
        self._written = len(self._waiting)

    def _take_back(self) -> None:
        """Remove half a line, so that whole ones can follow.

        The disk may have dropped lines that it has not confirmed: they are written again too.
        """
        self._end, self._written = self._safe, 0
        with suppress(OSError):
            self._handle.seek(self._safe)
            self._handle.truncate()

    def close(self) -> None:
        """Write the waiting lines and close the file.

        Raises:
            OSError: the disk rejects them; the file is closed all the same.
        """
        if self.is_closed:
            return
        try:
            self.flush()
        finally:
            self._handle.close()


def keep_damaged(path: Path, raw: bytes) -> Path:
    """Copy a damaged file beside it, for its owner only, and keep earlier copies.

    Raises:
        OSError: the disk rejects the copy.
    """
    copy, number = path.with_name(f"{path.name}.damaged"), 1
    while copy.exists():
        if copy.read_bytes() == raw:
            return copy
        number += 1
        copy = path.with_name(f"{path.name}.damaged-{number}")
    opened = os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(raw)
    except OSError:
        copy.unlink(missing_ok=True)
        raise
    return copy
