"""A file of lines on a failing disk: written lines stay, rejected ones are tried again."""

from __future__ import annotations

import errno
import stat
from collections.abc import Mapping
from hashlib import sha256
from io import FileIO
from pathlib import Path

import pytest

from client.storage.append_log import (
    AppendLog,
    LineForm,
    keep_damaged,
    line_of,
    read_lines,
    read_unmarked_lines,
)
from client.storage.plain_data import Plain, bytes_of

CHAIN = b"test"


class Disk(FileIO):
    """A file on a disk of limited size, with short writes, that may not confirm them."""

    left = 10**9
    at_once = 10**9
    confirms = True
    shrinks = True

    def write(self, data: bytes | bytearray | memoryview) -> int:  # type: ignore[override]
        if not self.left:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = super().write(bytes(data)[: min(self.left, self.at_once)])
        self.left -= taken
        return taken

    def fileno(self) -> int:
        if not self.confirms:
            raise OSError(errno.EIO, "Input/output error")
        return super().fileno()

    def truncate(self, size: int | None = None) -> int:
        if not self.shrinks:
            raise OSError(errno.EIO, "Input/output error")
        return super().truncate(size)


def numbers(path: Path) -> list[object]:
    lines = read_lines(path.read_bytes(), CHAIN)
    assert not lines.is_damaged
    return [row["n"] for row in lines.rows]


@pytest.mark.parametrize("form", LineForm)
def test_rows_survive_every_form(form: LineForm) -> None:
    rows: list[Mapping[str, Plain]] = [
        {
            "n": number,
            "raw": bytes([number] * 3),
            "text": "ą\n\x1b",
            "more": [b"\x1be\n", None, True],
        }
        for number in range(256)
    ]
    chain, lines = CHAIN, []
    for row in rows:
        chain, line = line_of(chain, row, form)
        assert line.index(b"\n") == len(line) - 1
        lines.append(line)
    raw = b"".join(lines)
    found = read_unmarked_lines(raw) if form is LineForm.UNMARKED else read_lines(raw, CHAIN)
    assert (found.form, found.size, found.chain) == (form, len(raw), chain)
    assert [bytes_of(row["raw"]) for row in found.rows] == [row["raw"] for row in rows]
    assert {row["text"] for row in found.rows} == {"ą\n\x1b"}


@pytest.mark.parametrize("form", [LineForm.MARKED, LineForm.PACKED])
def test_lines_behind_a_changed_byte_do_not_count(form: LineForm) -> None:
    chain, lines = CHAIN, []
    for number in range(4):
        chain, line = line_of(chain, {"n": number, "raw": bytes(range(32))}, form)
        lines.append(line)
    begin = len(lines[0]) + len(lines[1])
    for at in range(begin, begin + len(lines[2]) - 1):
        raw = bytearray(b"".join(lines))
        raw[at] ^= 0x40
        found = read_lines(bytes(raw), CHAIN)
        assert [row["n"] for row in found.rows] == [0, 1]
        assert (found.is_damaged, found.is_torn) == (True, False)


def test_a_file_cut_at_any_byte_is_torn_and_keeps_its_whole_lines() -> None:
    chain, raw, ends = CHAIN, b"", [0]
    for number in range(3):
        chain, line = line_of(chain, {"n": number, "raw": bytes(range(32))})
        raw += line
        ends.append(len(raw))
    for cut in range(1, len(raw)):
        found = read_lines(raw[:cut], CHAIN)
        assert found.size == max(end for end in ends if end <= cut)
        assert found.is_torn == (cut not in ends)
        assert not found.is_damaged


def test_bytes_that_are_no_map_end_the_lines() -> None:
    for content in (b"\xc1", b"\x01", b"\x81\x01\x01", b"\xd9", b"\x80\x80", b"\x91" * 5000):
        mark = sha256(CHAIN + content).digest()[:16]
        line = (mark + content).replace(b"\x1b", b"\x1be").replace(b"\n", b"\x1bn")
        found = read_lines(b"=" + line + b"\n", CHAIN)
        assert (found.rows, found.is_damaged) == ((), True)


def test_short_writes_make_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with Disk(path, "w+") as disk:
        disk.at_once = 3
        log = AppendLog(disk, CHAIN)
        for number in range(3):
            log.add({"n": number})
            log.flush()
    assert numbers(path) == [0, 1, 2]


@pytest.mark.parametrize("shrinks", [True, False])
@pytest.mark.parametrize("left", range(0, 42, 5))
def test_lines_rejected_by_a_full_disk_are_written_once_there_is_room(
    tmp_path: Path, left: int, shrinks: bool
) -> None:
    path = tmp_path / "lines"
    with Disk(path, "w+") as disk:
        log = AppendLog(disk, CHAIN)
        log.add({"n": 0})
        log.flush()
        disk.left, disk.shrinks = left, shrinks
        log.add({"n": 1})
        log.add({"n": 2})
        with pytest.raises(OSError, match="No space"):
            log.flush()
        assert numbers(path)[0] == 0
        disk.left, disk.shrinks = 10**9, True
        log.add({"n": 3})
        log.flush()
        assert log.is_flushed
    assert numbers(path) == [0, 1, 2, 3]


def test_unconfirmed_lines_are_written_again(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with Disk(path, "w+") as disk:
        log = AppendLog(disk, CHAIN)
        log.add({"n": 0})
        log.flush(at_once=False)
        disk.confirms = False
        log.add({"n": 1})
        with pytest.raises(OSError, match="Input/output"):
            log.flush()
        assert numbers(path) == []
        disk.confirms = True
        log.flush()
    assert numbers(path) == [0, 1]


def test_a_removed_file_is_reported_and_nothing_counts_as_written(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with Disk(path, "w+") as disk:
        log = AppendLog(disk, CHAIN)
        log.add({"n": 0})
        log.flush()
        path.unlink()
        log.add({"n": 1})
        with pytest.raises(OSError, match="No such file"):
            log.flush()
        assert not log.is_flushed


def test_a_damaged_file_is_copied_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "0001.table"
    first, again, other = (keep_damaged(path, raw) for raw in (b"one", b"one", b"two"))
    assert first == again == tmp_path / "0001.table.damaged"
    assert (first.read_bytes(), other.read_bytes()) == (b"one", b"two")
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
