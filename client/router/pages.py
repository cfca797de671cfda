"""Pages of HTTP from the default gateway, with limits on time and size."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import h11
import trio

from client.router.way_out import WayOut

PAGE_SECONDS: Final = 2.0
"""Longest time for one page, from the connection to its last byte."""
_LONGEST_HEAD: Final = 8192


async def fetch(
    way: WayOut,
    port: int,
    request: h11.Request,
    body: bytes = b"",
    *,
    longest: int,
) -> bytes | None:
    """Return the page that the gateway answers with, or None without one.

    A page is taken with status 200 or 500, by which SOAP carries a refusal. A redirect leads
    nowhere.
    """
    with (
        suppress(OSError, h11.RemoteProtocolError, trio.BrokenResourceError),
        trio.move_on_after(PAGE_SECONDS),
        trio.socket.socket(way.family, trio.socket.SOCK_STREAM) as line,
    ):
        await line.bind(way.here())
        await line.connect(way.there(port))
        return await _converse(trio.SocketStream(line), request, body, longest)
    return None


async def _converse(
    stream: trio.SocketStream, request: h11.Request, body: bytes, longest: int
) -> bytes | None:
    talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=_LONGEST_HEAD)
    events = [request, *([h11.Data(data=body)] if body else []), h11.EndOfMessage()]
    await stream.send_all(b"".join(talk.send(event) or b"" for event in events))
    page = b""
    while len(page) <= longest:
        event = talk.next_event()
        if event is h11.NEED_DATA:
            talk.receive_data(await stream.receive_some(4096))
        elif isinstance(event, h11.Response):
            if event.status_code not in {200, 500}:
                return None
        elif isinstance(event, h11.Data):
            page += event.data
        elif isinstance(event, h11.EndOfMessage):
            return page
        elif not isinstance(event, h11.InformationalResponse):
            return None
    return None


def request(
    method: str, host: str, path: str, headers: Mapping[str, str], body: bytes = b""
) -> h11.Request:
    """Return the head of a request, which says that the connection ends after one page."""
    told = {"Host": host, "Connection": "close", "User-Agent": "bloodrage UPnP/1.1", **headers}
    if body:
        told["Content-Length"] = str(len(body))
    return h11.Request(method=method, target=path, headers=list(told.items()))
