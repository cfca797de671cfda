"""A file of lines that is only ever added to, on a disk that may fail at any moment.

Each line begins with the first half of a hash over all lines so far, so that what was cut short or
changed is recognised, and what comes before it still counts. A line that the disk does not take
stays in memory and is tried again with the next one: a disk that has room again has everything.
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

from client.tables.json_moves import BadRecord, Plain, mapping_of

PRIVATE: Final = 0o600
"""Who may read such a file: it has the secrets of its owner."""
_MARK: Final = 32
"""Hexadecimal digits before each line."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a file as far as they are in order.

    Attributes:
        rows: what is in them.
        size: how many bytes they take.
        chain: the hash over all of them.
        is_torn: whether a last line was cut short, as by a crash.
        is_damaged: whether lines that had been whole are not as they were written.
    """

    rows: tuple[Mapping[str, object], ...]
    size: int
    chain: bytes
    is_torn: bool
    is_damaged: bool


def line_of(chain: bytes, data: Mapping[str, Plain]) -> tuple[bytes, bytes]:
    """The hash over all lines with this one, and the line."""
    text = plain_line(data)
    chain = hashlib.sha256(chain + text[:-1]).digest()
    return chain, _mark(chain) + b" " + text


def plain_line(data: Mapping[str, Plain]) -> bytes:
    """A line without a mark."""
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def read_lines(raw: bytes, chain: bytes) -> Lines:
    """The lines of a file that are in order; `chain` is what the first one is hashed with."""
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


def _mark(chain: bytes) -> bytes:
    return chain.hex()[:_MARK].encode()


class Ledger:
    """An open file of lines; whoever opened it has locked it."""

    def __init__(self, handle: FileIO, chain: bytes | None) -> None:
        """Go on where the file stands, which is behind its last whole line.

        Without a `chain`, lines have no marks: so were files of earlier versions.
        """
        self._handle = handle
        self._chain = chain
        self._safe = self._end = handle.tell()
        self._waiting: list[bytes] = []
        self._written = 0

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be written any more."""
        return self._handle.closed

    @property
    def is_flushed(self) -> bool:
        """Whether every line is on the disk."""
        return not self._waiting

    def add(self, data: Mapping[str, Plain]) -> None:
        """Add a line; it is on the disk after the next flush."""
        if self._chain is None:
            self._waiting.append(plain_line(data))
        else:
            self._chain, line = line_of(self._chain, data)
            self._waiting.append(line)

    def flush(self, *, at_once: bool = True) -> None:
        """Write what is waiting, and bring it to the disk itself if that is to be `at_once`.

        Raises:
            OSError: the disk does not take it, or the file has been removed; nothing of it is in
                the file then, and all of it is tried again.
        """
        try:
            self._write()
            if at_once:
                os.fsync(self._handle.fileno())
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
        """Half a line must not stand in the way of whole ones.

        What the disk has not confirmed may have been dropped by it, so that is written again too.
        """
        self._end, self._written = self._safe, 0
        with suppress(OSError):
            self._handle.seek(self._safe)
            self._handle.truncate()

    def close(self) -> None:
        """Write what is waiting, and let go of the file.

        Raises:
            OSError: the disk does not take it; the file is closed all the same.
        """
        if self.is_closed:
            return
        try:
            self.flush()
        finally:
            self._handle.close()


def keep_damaged(path: Path, raw: bytes) -> Path:
    """A copy of a damaged file beside it, for its owner only; no earlier copy is lost.

    Raises:
        OSError: the disk does not take it.
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
