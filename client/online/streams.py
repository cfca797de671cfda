"""The one place where a connection to a relay is opened."""

from __future__ import annotations

from typing import Final

import trio

from protocol.lobby.routes import Route, Scheme

CONNECT_SECONDS: Final = 10
"""Longest time that opening a route may take."""
NOWHERE: Final = (OSError, UnicodeError, trio.TooSlowError)
"""Errors of opening a route; an impossible host name is a UnicodeError."""


class UnspokenScheme(OSError):
    """This program cannot open routes of this kind."""


async def open_route(route: Route) -> trio.abc.Stream:
    """Open a connection to a relay.

    Raises:
        OSError: nothing listens there.
        UnicodeError: the host cannot be the name of a machine.
        trio.TooSlowError: it takes too long.
    """
    with trio.fail_after(CONNECT_SECONDS):
        match route.scheme:
            case Scheme.TCP:
                return await trio.open_tcp_stream(route.host, route.port)
            case Scheme.WS | Scheme.WSS:
                raise UnspokenScheme(str(route))
