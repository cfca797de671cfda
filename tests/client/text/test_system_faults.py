"""Refusals of the operating system, with real causes as far as this machine has them."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from client.text.system_faults import (
    EXHAUSTED,
    exhaustion_in,
    remedy,
    system_reason,
    unreached_reason,
)


def _directory(path: Path) -> None:
    path.read_bytes()


def _file_in_the_way(path: Path) -> None:
    (path / "file").touch()
    (path / "file" / "inside").read_bytes()


def _directory_over_a_file(path: Path) -> None:
    (path / "file").touch()
    (path / "file").mkdir(parents=True, exist_ok=True)


def _missing(path: Path) -> None:
    (path / "missing").read_bytes()


def _long_name(path: Path) -> None:
    (path / ("x" * 300)).touch()


def _circle(path: Path) -> None:
    (path / "one").symlink_to(path / "other")
    (path / "other").symlink_to(path / "one")
    (path / "one").read_bytes()


def _full(_path: Path) -> None:
    with Path("/dev/full").open("wb", buffering=0) as file:
        file.write(b"one")


def _closed(_path: Path) -> None:
    number = os.open(os.devnull, os.O_RDONLY)
    os.close(number)
    os.write(number, b"one")


def _taken_port(_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        socket.create_server(taken.getsockname())


def _refused(_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
    socket.create_connection(address)


def _no_name(_path: Path) -> None:
    socket.getaddrinfo("a b", 1)


_CAUSES = [
    (_directory, "it is a directory, not a file"),
    (_file_in_the_way, "a part of the path is a file, not a directory"),
    (_directory_over_a_file, "the name is taken already"),
    (_missing, "there is no such file or directory"),
    (_long_name, "the name is too long"),
    (_circle, "its links form a circle"),
    (_full, "the disk is full"),
    (_closed, "it is closed"),
    (_taken_port, "another program has that port"),
    (_refused, "nothing listens there"),
    (_no_name, "there is no machine of that name"),
]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other errors for some of these")
@pytest.mark.parametrize(("cause", "reason"), _CAUSES)
def test_each_refusal_has_a_reason_of_its_own(
    tmp_path: Path, cause: Callable[[Path], None], reason: str
) -> None:
    with pytest.raises(OSError) as caught:  # noqa: PT011 - the number differs from system to system
        cause(tmp_path)
    assert system_reason(caught.value) == reason


def test_an_unknown_error_is_told_as_the_system_tells_it() -> None:
    assert system_reason(OSError(99999, "Something new")) == "Something new"
    assert system_reason(OSError()) == "OSError"


def test_a_full_disk_and_a_foreign_one_have_different_remedies() -> None:
    full, foreign, exhausted = (
        remedy(OSError(number, os.strerror(number)), "PLACE")
        for number in (errno.ENOSPC, errno.EACCES, errno.EMFILE)
    )
    assert full == "Free some space, or set PLACE to a directory on another disk."
    assert foreign == "Set PLACE to another directory."
    assert "ulimit" in exhausted


@pytest.mark.parametrize("number", sorted(EXHAUSTED))
def test_an_exhausted_machine_is_found_in_groups_and_nothing_else(number: int) -> None:
    error = OSError(number, os.strerror(number))
    assert exhaustion_in(error) is error
    group = ExceptionGroup("", [ExceptionGroup("", [error])])
    assert exhaustion_in(group) is error
    assert exhaustion_in(ExceptionGroup("", [error, ValueError()])) is None
    assert exhaustion_in(OSError(errno.ENOENT, "")) is None


async def test_an_unreached_machine_is_told_with_the_reason_of_every_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(OSError, match="all attempts") as caught:
        await trio.open_tcp_stream("127.0.0.1", port)
    assert unreached_reason(caught.value) == "nothing listens there"
    nothing, nowhere = (
        OSError(number, os.strerror(number)) for number in (errno.ECONNREFUSED, errno.ENETUNREACH)
    )
    several = OSError("all attempts to connect failed")
    several.__cause__ = ExceptionGroup("", [nothing, nowhere, nothing])
    told = "nothing listens there, that network cannot be reached"
    assert unreached_reason(several) == told


def test_a_name_that_none_can_have_and_a_silent_machine_are_told_apart() -> None:
    impossible = UnicodeError("label too long")
    assert unreached_reason(impossible) == "there is no machine of that name"
    assert unreached_reason(trio.TooSlowError()) == "there is no answer"


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (5, "you do not have permission"),
        (32, "another program uses it"),
        (33, "another program uses it"),
    ],
)
def test_a_file_in_use_on_windows_is_told_apart_from_a_forbidden_one(
    number: int, reason: str
) -> None:
    error = PermissionError(errno.EACCES, "Access is denied")
    vars(error)["winerror"] = number
    assert system_reason(error) == reason
