"""Figures of a running relay for Prometheus: a local port or socket that answers `GET /metrics`."""

import errno
import ipaddress
import os
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Final, Self

import trio

from relay.addresses import Address, listen, without_port
from relay.exposition import CONTENT_TYPE, exposition
from relay.server import Relay

REQUEST_BYTES: Final = 4_096
"""The longest request that is read, headers included."""
REQUEST_SECONDS: Final = 5
"""The time for a request and its answer."""
MOST_REQUESTS: Final = 8
"""Requests at a time; connections beyond are closed at once."""

_UNIX: Final = "unix:"
_BUFFER_BYTES: Final = 16_384
_GROUP_ONLY: Final = 0o117
_PAGE: Final = "/metrics"


@dataclass(frozen=True, slots=True)
class MetricsAddress:
    """The address of the metrics: HOST:PORT, or a socket of this machine by its path."""

    address: Address | Path

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `HOST:PORT` or `unix:PATH`.

        Raises:
            BadListenAddress: it is neither.
        """
        if sys.platform != "win32" and text.startswith(_UNIX) and len(text) > len(_UNIX):
            return cls(Path(text.removeprefix(_UNIX)))
        return cls(Address.parse(text))

    def __str__(self) -> str:
        return f"{_UNIX}{self.address}" if isinstance(self.address, Path) else str(self.address)


async def serve_metrics(
    wanted: MetricsAddress,
    relay: Relay,
    *,
    task_status: trio.TaskStatus[MetricsAddress] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Answer requests until cancelled. The started task reports its address.

    Raises:
        OSError: it cannot listen there.
    """
    requests = 0

    is_local = isinstance(wanted.address, Address) and _is_loopback(wanted.address.host)

    async def serve(stream: trio.SocketStream) -> None:
        nonlocal requests
        requests += 1
        try:
            async with stream:
                if requests <= MOST_REQUESTS:
                    with trio.move_on_after(REQUEST_SECONDS), suppress(trio.BrokenResourceError):
                        await _answer(stream, relay, is_local=is_local)
        finally:
            requests -= 1

    with _listening(wanted) as (address, listener):
        task_status.started(address)
        await trio.serve_listeners(
            serve, [trio.SocketListener(trio.socket.from_stdlib_socket(listener))]
        )


async def _answer(stream: trio.SocketStream, relay: Relay, *, is_local: bool) -> None:
    head = b""
    while b"\r\n\r\n" not in head:
        if len(head) > REQUEST_BYTES:
            await stream.send_all(_response(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE))
            return
        data = await stream.receive_some(REQUEST_BYTES)
        if not data:
            return
        head += data
    match head.split(b"\r\n", 1)[0].split(b" "):
        case [b"GET" | b"HEAD" as method, target, version] if version.startswith(b"HTTP/1."):
            if is_local and not _is_asked_here(head):
                response = _response(HTTPStatus.MISDIRECTED_REQUEST)
            elif target.split(b"?", 1)[0] != _PAGE.encode():
                response = _response(HTTPStatus.NOT_FOUND)
            else:
                response = _response(HTTPStatus.OK, exposition(relay.rooms, relay.lag))
            if method == b"HEAD":
                response = response[: response.index(b"\r\n\r\n") + 4]
        case [_, _, version] if version.startswith(b"HTTP/1."):
            response = _response(HTTPStatus.METHOD_NOT_ALLOWED)
        case _:
            response = _response(HTTPStatus.BAD_REQUEST)
    await stream.send_all(response)


def _is_asked_here(head: bytes) -> bool:
    """Whether a request to a local port is not for another name.

    A web page whose name leads to this machine (DNS rebinding) may read the answers to its script.
    """
    lines = head.partition(b"\r\n\r\n")[0].decode("ascii", "replace").split("\r\n")[1:]
    headers = [line.partition(":") for line in lines]
    hosts = [value.strip() for name, _, value in headers if name.strip().lower() == "host"]
    return all(_is_loopback(without_port(host)) for host in hosts)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _response(status: HTTPStatus, page: str = "") -> bytes:
    body = (page or f"{status.phrase}. The figures are at {_PAGE}.\n").encode("ascii")
    head = (
        f"HTTP/1.1 {status} {status.phrase}",
        f"Content-Type: {CONTENT_TYPE}",
        f"Content-Length: {len(body)}",
        "Allow: GET, HEAD",
        "Cache-Control: no-store",
        "Connection: close",
    )
    return "\r\n".join((*head, "", "")).encode("ascii") + body


@contextmanager
def _listening(wanted: MetricsAddress) -> Iterator[tuple[MetricsAddress, socket.socket]]:
    if isinstance(wanted.address, Address):
        with listen(wanted.address, _BUFFER_BYTES) as listener:
            yield MetricsAddress(Address(*listener.getsockname()[:2])), listener
    elif sys.platform != "win32":
        path = wanted.address
        with _listen_at(path) as listener:
            try:
                yield wanted, listener
            finally:
                path.unlink(missing_ok=True)


if sys.platform != "win32":

    def _listen_at(path: Path) -> socket.socket:
        """Open a socket that the user and the group of this process may connect to."""
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        before = os.umask(_GROUP_ONLY)
        try:
            listener.setblocking(False)  # noqa: FBT003 - as socket has it
            _clear(path)
            listener.bind(str(path))
            listener.listen(MOST_REQUESTS)
        except OSError:
            listener.close()
            raise
        finally:
            os.umask(before)
        return listener

    def _clear(path: Path) -> None:
        """Remove the socket of a relay that was killed; leave all other files alone."""
        with (
            suppress(FileNotFoundError),
            socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other,
        ):
            if not stat.S_ISSOCK(path.lstat().st_mode):
                return
            try:
                other.connect(str(path))
            except OSError as error:
                if error.errno == errno.ECONNREFUSED:
                    path.unlink()
