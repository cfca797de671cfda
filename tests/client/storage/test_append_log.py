"""A file of lines on a failing disk: written lines stay, rejected ones are tried again."""

from __future__ import annotations

import errno
import stat
from io import FileIO
from pathlib import Path

import pytest

from client.storage.append_log import AppendLog, keep_damaged, read_lines

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
@pytest.mark.parametrize("left", range(0, 82, 9))
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
