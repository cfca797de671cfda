"""An append-only file of lines, on a disk that may fail at any moment.

Each line begins with the first half of a hash over all lines so far, so that a cut or a change is
recognised, and the lines before it still count. A line that the disk rejects stays in memory and
is tried again with the next one: once the disk has room, the file is complete.

A line of today is packed: `=`, then sixteen bytes of the hash and a map in msgpack, both with two
bytes escaped, so that a newline byte ends a line and nothing else does. Files of earlier formats
hold JSON, with bytes as hexadecimal digits; they are read, and continued as they began.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum, auto
from io import FileIO
from pathlib import Path
from typing import Final

import msgpack

from client.platform.files import sync
from client.storage.plain_data import BadRecord, Plain, mapping_of
from engine.values import Value

PRIVATE: Final = 0o600
"""Only the owner may read such a file: it has secrets."""
_MARK: Final = 16
"""Bytes of the hash before each line."""
_TAG: Final = b"="
"""The first byte of a packed line; lines of earlier formats begin with a digit or a brace."""
_NEWLINE: Final = b"\n"
_ESCAPE: Final = b"\x1b"
_ESCAPED: Final = b"\x1be"
_ESCAPED_NEWLINE: Final = b"\x1bn"


class LineForm(Enum):
    """The form of the lines of one file, from the first to the last."""

    UNMARKED = auto()
    """JSON, in which no mark shows a change."""
    MARKED = auto()
    """JSON behind a mark of hexadecimal digits."""
    PACKED = auto()


class Lines(Value):
    """The intact lines of a file.

    Attributes:
        rows: their contents.
        size: their bytes.
        chain: the hash over all of them, empty if lines have no marks.
        form: the form of all of them.
        is_torn: whether a last line was cut short, as by a crash.
        is_damaged: whether lines were changed after they had been written.
    """

    rows: tuple[Mapping[str, object], ...]
    size: int
    chain: bytes
    form: LineForm
    is_torn: bool
    is_damaged: bool


def line_of(
    chain: bytes, data: Mapping[str, Plain], form: LineForm = LineForm.PACKED
) -> tuple[bytes, bytes]:
    """Return the hash over all lines with this one, and the line."""
    content = _packed(data) if form is LineForm.PACKED else _as_text(data)
    if form is LineForm.UNMARKED:
        return b"", content + _NEWLINE
    chain = hashlib.sha256(chain + content).digest()
    mark = _mark(chain, form)
    if form is LineForm.MARKED:
        return chain, mark + b" " + content + _NEWLINE
    escaped = (mark + content).replace(_ESCAPE, _ESCAPED).replace(_NEWLINE, _ESCAPED_NEWLINE)
    return chain, _TAG + escaped + _NEWLINE


def read_lines(raw: bytes, chain: bytes) -> Lines:
    """Read the intact lines of a file; the first one is hashed with `chain`."""
    form = LineForm.PACKED if raw.startswith(_TAG) else LineForm.MARKED
    rows: list[Mapping[str, object]] = []
    size = 0
    for line in raw.split(_NEWLINE)[:-1]:
        mark, content = _split(line, form)
        after = hashlib.sha256(chain + content).digest()
        if mark != _mark(after, form):
            break
        try:
            rows.append(_unpacked(content) if form is LineForm.PACKED else _read_text(content))
        except (BadRecord, ValueError, RecursionError):
            break
        chain = after
        size += len(line) + 1
    rest = raw[size:]
    torn, damaged = bool(rest) and _NEWLINE not in rest, _NEWLINE in rest
    return Lines(tuple(rows), size, chain, form, is_torn=torn, is_damaged=damaged)


def read_unmarked_lines(raw: bytes) -> Lines:
    """Read the lines of an earlier format, in which no mark shows a change.

    Raises:
        ValueError: a line is malformed.
    """
    size = raw.rfind(_NEWLINE) + 1
    rows = tuple(map(_read_text, raw[:size].split(_NEWLINE)[:-1]))
    torn = size < len(raw)
    return Lines(rows, size, b"", LineForm.UNMARKED, is_torn=torn, is_damaged=False)


def _mark(chain: bytes, form: LineForm) -> bytes:
    half = chain[:_MARK]
    return half if form is LineForm.PACKED else half.hex().encode()


def _split(line: bytes, form: LineForm) -> tuple[bytes, bytes]:
    """Return the mark of a line and its content."""
    if form is LineForm.MARKED:
        mark, _, content = line.partition(b" ")
        return mark, content
    tag, escaped = line[: len(_TAG)], line[len(_TAG) :]
    whole = escaped.replace(_ESCAPED_NEWLINE, _NEWLINE).replace(_ESCAPED, _ESCAPE)
    return (whole[:_MARK] if tag == _TAG else b""), whole[_MARK:]


def _as_text(data: Mapping[str, Plain]) -> bytes:
    return json.dumps(data, separators=(",", ":"), default=bytes.hex).encode()


def _read_text(content: bytes) -> Mapping[str, object]:
    return mapping_of(json.loads(content))


def _packed(data: Mapping[str, Plain]) -> bytes:
    return bytes(msgpack.packb(data, use_bin_type=True))


def _unpacked(content: bytes) -> Mapping[str, object]:
    try:
        return mapping_of(msgpack.unpackb(content))
    except msgpack.exceptions.UnpackException as error:
        raise BadRecord(content, "a map in msgpack") from error


class AppendLog:
    """An open file of lines; its opener holds the lock."""

    def __init__(self, handle: FileIO, chain: bytes, form: LineForm = LineForm.PACKED) -> None:
        """Append at the position of the file, which is behind its last whole line."""
        self._handle = handle
        self._chain = chain
        self._form = form
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
        self._chain, line = line_of(self._chain, data, self._form)
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
