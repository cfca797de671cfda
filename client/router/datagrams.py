"""Questions to the default gateway in datagrams, with limits on time, number and size."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

import trio

from client.router.way_out import WayOut

Answer = TypeVar("Answer")

TRIES: Final = (0.25, 0.5, 1.0)
"""Seconds to wait for an answer to a datagram before it is sent again, or given up."""

_LONGEST_DATAGRAM: Final = 2048
_MOST_DATAGRAMS: Final = 64


async def ask(
    way: WayOut, port: int, packet: bytes, read: Callable[[bytes], Answer | None]
) -> Answer | None:
    """Send a datagram to the gateway until `read` finds the answer in one of its datagrams.

    The socket is connected: the system drops what other addresses send. Return None without an
    answer.
    """
    with suppress(OSError), trio.socket.socket(way.family, trio.socket.SOCK_DGRAM) as line:
        await line.bind(way.here())
        await line.connect(way.there(port))
        budget = _MOST_DATAGRAMS
        for seconds in TRIES:
            with trio.move_on_after(seconds):
                await line.send(packet)
                while budget:
                    budget -= 1
                    answer = read(await line.recv(_LONGEST_DATAGRAM + 1))
                    if answer is not None:
                        return answer
    return None
