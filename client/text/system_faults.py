"""Refusals of the operating system: the reason, and the remedy, as a player can use them.

The names of errors in C are the same everywhere; their sentences are English, written for
programmers, and differ from system to system.
"""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from typing import Final

from client.text.catalogue import say

_REASONS: Final = {
    "ENOSPC": "the disk is full",
    "EDQUOT": "your disk quota is used up",
    "EROFS": "the disk is read-only",
    "EACCES": "you do not have permission",
    "EPERM": "the system does not allow it",
    "ENOENT": "there is no such file or directory",
    "ENOTDIR": "a part of the path is a file, not a directory",
    "EISDIR": "it is a directory, not a file",
    "EEXIST": "the name is taken already",
    "ENOTEMPTY": "the directory is not empty",
    "ENAMETOOLONG": "the name is too long",
    "EILSEQ": "the disk does not allow such a name",
    "ELOOP": "its links form a circle",
    "EFBIG": "the file is too large for the disk",
    "EIO": "the disk reports an error",
    "ENXIO": "the device is gone",
    "ENODEV": "the device is gone",
    "ESTALE": "the network drive has lost it",
    "EBUSY": "another program uses it",
    "ETXTBSY": "another program uses it",
    "EBADF": "it is closed",
    "EPIPE": "its reader has ended",
    "EMFILE": "this program has too many files open",
    "ENFILE": "the system has too many files open",
    "ENOMEM": "there is not enough memory",
    "ENOBUFS": "there is not enough memory",
    "EAGAIN": "the system is out of resources",
    "ENOSYS": "this system cannot do that",
    "EOPNOTSUPP": "this system cannot do that",
    "EADDRINUSE": "another program has that port",
    "EADDRNOTAVAIL": "this machine has no such address",
    "EAFNOSUPPORT": "this machine has no addresses of that kind",
    "ECONNREFUSED": "nothing listens there",
    "ECONNRESET": "the other side has hung up",
    "ECONNABORTED": "the other side has hung up",
    "ETIMEDOUT": "there is no answer",
    "EHOSTUNREACH": "that machine cannot be reached",
    "EHOSTDOWN": "that machine is off",
    "ENETUNREACH": "that network cannot be reached",
    "ENETDOWN": "this machine is not on a network",
}
"""The reason of each error, as the end of a sentence; systems have not all of the names."""

_NAMES: Final = {
    number: name for name in _REASONS if (number := getattr(errno, name, None)) is not None
}
_SHARED: Final = (32, 33)
"""Errors of Windows that it also reports as a lack of permission: a file is in use, or locked."""

EXHAUSTED: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS})
"""Errors that say nothing of the file or address: the machine has nothing left to give."""


def system_reason(error: OSError) -> str:
    """Return the reason of a refusal, as the end of a sentence without a full stop."""
    if isinstance(error, socket.gaierror):
        if error.errno == socket.EAI_AGAIN:
            return say("names cannot be looked up now")
        return say("there is no machine of that name")
    if getattr(error, "winerror", None) in _SHARED:
        return say("another program uses it")
    if error.errno in _NAMES:
        return say(_REASONS[_NAMES[error.errno]])
    return error.strerror or type(error).__name__


def remedy(error: OSError, variable: str) -> str:
    """Return the remedy for a file that cannot be used, as a sentence.

    The environment `variable` names another directory for it.
    """
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", None)):
        return say(
            "Free some space, or set {variable} to a directory on another disk.", variable=variable
        )
    if error.errno in EXHAUSTED:
        return exhausted_remedy()
    return say("Set {variable} to another directory.", variable=variable)


def exhausted_remedy() -> str:
    """Return the remedy for a machine that has nothing left to give."""
    return say("Close other programs, or allow more open files (`ulimit -n`).")


def unreached_reason(error: BaseException) -> str:
    """Return the reasons why a machine cannot be reached, as the end of a sentence.

    A connection to a name with several addresses fails with one error for each of them.
    """
    reasons = dict.fromkeys(map(_way_reason, _refusals_in(error)))
    if reasons:
        return ", ".join(reasons)
    is_name = isinstance(error, UnicodeError)
    return say("there is no machine of that name") if is_name else say("there is no answer")


def _way_reason(error: OSError) -> str:
    """Return the reason why a connection fails: one without an address of ours has no way out."""
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return say(_REASONS["ENETUNREACH"])
    return system_reason(error)


def exhaustion_in(error: BaseException) -> OSError | None:
    """Return the error of an exhausted machine, if an exception or group consists of such ones."""
    if isinstance(error, BaseExceptionGroup):
        found = [exhaustion_in(one) for one in error.exceptions]
        return found[0] if found and None not in found else None
    return error if isinstance(error, OSError) and error.errno in EXHAUSTED else None


def _refusals_in(error: BaseException) -> Iterator[OSError]:
    """Yield the errors of the system behind an error: those of a group, and the cause of a sum."""
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _refusals_in(one)
    elif isinstance(error, OSError) and error.errno is not None:
        yield error
    elif error.__cause__ is not None:
        yield from _refusals_in(error.__cause__)
