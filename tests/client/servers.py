"""Servers for tests, on loopback: scripts, TLS in front of a relay, and proxies."""

from __future__ import annotations

import ssl
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import h11
import pytest
import trio
import trustme

Serve = Callable[[trio.SocketStream], Awaitable[None]]
Address = tuple[str, int]

LOOPBACK = "127.0.0.1"
_BROKEN = (trio.BrokenResourceError, trio.ClosedResourceError, OSError)


@asynccontextmanager
async def serving(serve: Serve) -> AsyncIterator[int]:
    """Run a server with this for each connection; yield its port."""

    async def until_broken(stream: trio.SocketStream) -> None:
        async with stream:
            try:
                await serve(stream)
            except* _BROKEN:
                pass  # the other side has gone

    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(partial(trio.serve_tcp, until_broken, 0, host=LOOPBACK))
        yield listeners[0].socket.getsockname()[1]
        nursery.cancel_scope.cancel()


def saying(*answers: bytes, then: Callable[[], Awaitable[None]] | None = None) -> Serve:
    """Return a server that reads something, says this piece by piece, and hangs up.

    With `then` it waits for that first.
    """

    async def serve(stream: trio.SocketStream) -> None:
        await stream.receive_some()
        for answer in answers:
            await stream.send_all(answer)
        if then is not None:
            await then()

    return serve


def endless(start: bytes, more: bytes) -> Serve:
    """Return a server that never stops talking."""

    async def serve(stream: trio.SocketStream) -> None:
        await stream.receive_some()
        await stream.send_all(start)
        while True:
            await stream.send_all(more)

    return serve


async def silent(stream: trio.SocketStream) -> None:
    await trio.sleep_forever()


async def pump(one: trio.abc.Stream, other: trio.abc.Stream) -> None:
    """Pass bytes both ways until both sides have ended, or one has broken."""

    async def one_way(source: trio.abc.Stream, sink: trio.abc.Stream) -> None:
        while data := await source.receive_some(65_536):
            await sink.send_all(data)
        await sink.aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(one_way, one, other)
        nursery.start_soon(one_way, other, one)


class Authority:
    """A certificate authority that this process trusts beside no other."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self._authority = trustme.CA()
        file = folder / "authority.pem"
        self._authority.cert_pem.write_to_path(str(file))
        monkeypatch.setenv("SSL_CERT_FILE", str(file))

    def server(self, *names: str) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._authority.issue_cert(*names).configure_cert(context)
        return context


def secured(context: ssl.SSLContext, behind: int) -> Serve:
    """Return a server that speaks TLS and passes everything on to a port."""

    async def serve(stream: trio.SocketStream) -> None:
        secure = trio.SSLStream(stream, context, server_side=True, https_compatible=True)
        async with await trio.open_tcp_stream(LOOPBACK, behind) as inside:
            await pump(secure, inside)

    return serve


class TestProxy:
    """A proxy that remembers its requests; `hosts` are the names it knows, all on loopback."""

    __test__ = False

    def __init__(self, *hosts: str, login: tuple[str, str] | None = None) -> None:
        self.hosts = hosts
        self.login = login
        self.asked: list[Address] = []

    async def serve_socks(self, stream: trio.SocketStream) -> None:
        """Serve a connection as RFC 1928 and RFC 1929 have it."""
        version, count = await exactly(stream, 2)
        assert version == 5
        methods = await exactly(stream, count)
        if self.login is not None and 2 not in methods:
            await stream.send_all(b"\x05\xff")
            return
        await stream.send_all(b"\x05\x00" if self.login is None else b"\x05\x02")
        if self.login is not None:
            assert await exactly(stream, 1) == b"\x01"
            name = await exactly(stream, (await exactly(stream, 1))[0])
            password = await exactly(stream, (await exactly(stream, 1))[0])
            is_right = (name.decode(), password.decode()) == self.login
            await stream.send_all(b"\x01\x00" if is_right else b"\x01\x01")
            if not is_right:
                return
        assert await exactly(stream, 4) == b"\x05\x01\x00\x03", "a name, not an address"
        host = (await exactly(stream, (await exactly(stream, 1))[0])).decode()
        port = int.from_bytes(await exactly(stream, 2), "big")
        reply = b"\x05%c\x00\x01" + bytes(6)
        await self._tunnel(stream, (host, port), reply % 0, reply % 4)

    async def serve_http(self, stream: trio.SocketStream) -> None:
        """Serve a CONNECT request; the answer comes in pieces."""
        http = h11.Connection(h11.SERVER)
        while (event := http.next_event()) is h11.NEED_DATA:
            http.receive_data(bytes(await stream.receive_some()))
        assert isinstance(event, h11.Request)
        assert event.method == b"CONNECT"
        headers = dict(event.headers)
        if self.login is not None:
            wanted = b"Basic " + b64encode(":".join(self.login).encode())
            if headers.get(b"proxy-authorization") != wanted:
                await stream.send_all(
                    b"HTTP/1.1 407 Proxy Authentication Required\r\n"
                    b"Proxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n"
                )
                return
        host, _, port = event.target.decode().rpartition(":")
        ok = b"HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n"
        await self._tunnel(stream, (host, int(port)), ok, b"HTTP/1.1 502 Bad Gateway\r\n\r\n")

    async def _tunnel(
        self, stream: trio.SocketStream, address: Address, yes: bytes, no: bytes
    ) -> None:
        self.asked.append(address)
        host, port = address
        if host not in self.hosts:
            await stream.send_all(no)
            return
        async with await trio.open_tcp_stream(LOOPBACK, port) as inside:
            for byte in yes:
                await stream.send_all(bytes([byte]))
                await trio.lowlevel.checkpoint()
            await pump(stream, inside)


async def exactly(stream: trio.SocketStream, size: int) -> bytes:
    found = b""
    while len(found) < size:
        data = await stream.receive_some(size - len(found))
        if not data:
            raise trio.BrokenResourceError
        found += data
    return found
