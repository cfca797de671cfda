"""Atomic writes: the old content or the new, never a mix; locks; disks that can do less."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from client.platform.files import Lock, is_there, take_lock, write_whole


def test_a_failed_write_keeps_the_old_file_and_leaves_no_trace(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.mkdir()
    (path / "inside").touch()
    with pytest.raises(OSError, match="settings"):
        write_whole(path, b"new")
    assert [one.name for one in tmp_path.iterdir()] == ["settings.toml"]


def test_files_that_differ_in_their_ending_do_not_interfere(
    tmp_path: Path,
) -> None:
    (tmp_path / "0123.report.new").write_bytes(b"of another program")
    write_whole(tmp_path / "0123.bloodrage", b"record")
    assert (tmp_path / "0123.report.new").read_bytes() == b"of another program"
    assert (tmp_path / "0123.bloodrage").read_bytes() == b"record"


def test_a_lock_is_held_until_its_file_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with path.open("wb") as one, path.open("wb") as other:
        assert take_lock(one.fileno()) is Lock.OURS
        assert take_lock(other.fileno()) is Lock.HELD
        one.close()
        assert take_lock(other.fileno()) is Lock.OURS


@pytest.mark.skipif(sys.platform == "win32", reason="the errors of flock")
@pytest.mark.parametrize(
    ("number", "outcome"),
    [
        (errno.EWOULDBLOCK, Lock.HELD),
        (errno.EAGAIN, Lock.HELD),
        (errno.EACCES, Lock.HELD),
        (errno.ENOLCK, Lock.MISSING),
        (errno.EOPNOTSUPP, Lock.MISSING),
        (errno.EINVAL, Lock.MISSING),
        (errno.ENOSYS, Lock.MISSING),
        (errno.EIO, Lock.MISSING),
    ],
)
def test_only_three_errors_of_a_lock_mean_that_another_program_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, outcome: Lock
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("fcntl.flock", refuse)
    with (tmp_path / "file").open("wb") as file:
        assert take_lock(file.fileno()) is outcome


@pytest.mark.parametrize(
    ("number", "passes"), [(errno.EINVAL, True), (errno.ENOSYS, True), (errno.EIO, False)]
)
def test_a_disk_that_cannot_sync_is_believed_and_one_that_fails_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, passes: bool
) -> None:
    def refuse(_descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("os.fsync", refuse)
    path = tmp_path / "file"
    if passes:
        write_whole(path, b"new")
        assert path.read_bytes() == b"new"
    else:
        with pytest.raises(OSError, match="error"):
            write_whole(path, b"new")
        assert not path.exists()


def test_a_disk_without_permissions_takes_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    (tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr("shutil.copymode", refuse)
    write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_name_that_is_too_long_is_not_there(tmp_path: Path) -> None:
    assert is_there(tmp_path)
    assert not is_there(tmp_path / ("x" * 300))
