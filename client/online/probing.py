"""A relay's look from outside: whether the internet reaches a port of this machine."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Final

import trio

from client.online.proxies import proxy_for
from client.router.address_kinds import AddressKind, address_of, kind_of_host
from protocol.framing import (
    GREETING_LIMIT,
    FrameReader,
    FramingError,
    GreetingFrame,
    ProbedFrame,
    ProbeFrame,
    ProbeResult,
    encode,
)
from protocol.lobby.routes import Route, Scheme

ANSWER_SECONDS: Final = 15.0
"""Longest wait for a relay's findings."""
_READ: Final = 1024


async def probed(relay: Route, port: int) -> tuple[ProbedFrame, ...]:
    """Ask a relay to connect to a port of this machine, by IPv4 and by IPv6 if it has both.

    Return the findings that say something; none by a proxy or a WebSocket, which hide our address.
    A relay can lie about them: they are shown, and an address of them is only tried, if it can be
    one on the internet at all (`is_outside`).
    """
    if relay.scheme is not Scheme.TCP:
        return ()
    try:
        if proxy_for(relay) is not None:
            return ()
        found = await trio.socket.getaddrinfo(relay.host, relay.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    by_family = {family: str(address[0]) for family, _, _, _, address in reversed(found)}
    findings: dict[int, ProbedFrame] = {}

    async def ask(family: int, host: str) -> None:
        failures = (OSError, trio.BrokenResourceError, FramingError)
        with trio.move_on_after(ANSWER_SECONDS), suppress(*failures):
            answer = await _asked(host, relay.port, port)
            if answer is not None and answer.result is not ProbeResult.UNKNOWN:
                findings[family] = answer

    async with trio.open_nursery() as nursery:
        for family, host in by_family.items():
            nursery.start_soon(ask, family, host)
    return tuple(findings[family] for family in sorted(findings))


async def _asked(host: str, relay_port: int, port: int) -> ProbedFrame | None:
    async with await trio.open_tcp_stream(host, relay_port) as stream:
        await stream.send_all(encode(ProbeFrame(port)))
        frames = FrameReader(GREETING_LIMIT)
        while data := await stream.receive_some(_READ):
            frames.feed(data)
            while (frame := frames.next_frame()) is not None:
                if isinstance(frame, ProbedFrame):
                    return None if address_of(frame.address) is None else frame
                if not isinstance(frame, GreetingFrame):
                    return None
    return None


def is_outside(found: ProbedFrame) -> bool:
    """Whether the address can be one on the internet: nobody is sent to their own machine."""
    return kind_of_host(found.address) is AddressKind.PUBLIC
