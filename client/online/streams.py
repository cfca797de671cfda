"""The one place where a connection to a relay is opened: by TCP, TLS, WebSocket and proxies."""

from __future__ import annotations

import ssl
from http import HTTPStatus
from typing import Final

import trio

from client.online.proxies import (
    CONNECT_SECONDS,
    closed_on_failure,
    open_through,
    proxy_for,
)
from client.online.route_troubles import Obstacle, RouteTrouble
from protocol.framing import GREETING_LIMIT, FrameReader, FramingError, RefusedFrame
from protocol.lobby.routes import Route, Scheme
from protocol.wire.names import cleaned

UPGRADE_SECONDS: Final = 10
"""Longest time until a connection is a WebSocket, TLS included."""
NOWHERE: Final = (OSError, UnicodeError, trio.TooSlowError)
"""Errors of opening a route; an impossible host name is a UnicodeError."""
_LONGEST_WORDS: Final = 120
_HINT_BYTES: Final = 8
_CERTIFICATES: Final = {10: Obstacle.EXPIRED, 62: Obstacle.OTHER_NAME, 64: Obstacle.OTHER_NAME}
"""Reasons to refuse a certificate, by OpenSSL's number (x509_vfy.h); the others are about trust."""
_BY_STATUS: Final[dict[int, Obstacle]] = {
    HTTPStatus.UNAUTHORIZED: Obstacle.NOT_ADMITTED,
    HTTPStatus.FORBIDDEN: Obstacle.NOT_ADMITTED,
    HTTPStatus.NOT_FOUND: Obstacle.NOT_FOUND,
    HTTPStatus.BAD_GATEWAY: Obstacle.NOTHING_BEHIND,
    HTTPStatus.SERVICE_UNAVAILABLE: Obstacle.NOTHING_BEHIND,
    HTTPStatus.GATEWAY_TIMEOUT: Obstacle.NOTHING_BEHIND,
    HTTPStatus.NOT_IMPLEMENTED: Obstacle.NO_WEBSOCKET,
}


async def open_route(route: Route, room_id: bytes = b"") -> trio.abc.Stream:
    """Open a connection to a relay, through a proxy if the environment names one for it.

    `room_id` is the room to be joined, if there is one: a WebSocket names a part of it in its
    request, so that a proxy before several relays can choose one by the room.

    Raises:
        RouteTrouble: what answers, or stops it on the way, is known; an OSError.
        OSError: nothing listens there.
        UnicodeError: the host cannot be the name of a machine.
        trio.TooSlowError: it takes too long.
    """
    stream = await _connected(route)
    if route.scheme is Scheme.TCP:
        return stream
    async with closed_on_failure(stream):
        try:
            with trio.fail_after(UPGRADE_SECONDS):
                if route.scheme is Scheme.WSS:
                    stream = await _secured(stream, route)
                return await _upgraded(stream, route, room_id)
        except trio.TooSlowError:
            raise RouteTrouble(Obstacle.SILENT, route) from None


async def _connected(route: Route) -> trio.abc.Stream:
    proxy = proxy_for(route)
    if proxy is not None:
        return await open_through(proxy, route)
    with trio.fail_after(CONNECT_SECONDS):
        return await trio.open_tcp_stream(route.host, route.port)


async def _secured(stream: trio.abc.Stream, route: Route) -> trio.abc.Stream:
    """Speak TLS, with a certificate that this machine trusts."""
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    host = _without_zone(route)
    secure = trio.SSLStream(stream, context, server_hostname=host, https_compatible=True)
    try:
        await secure.do_handshake()
    except trio.BrokenResourceError as error:
        raise RouteTrouble(_tls_obstacle(error.__cause__), route) from error
    return secure


def _without_zone(route: Route) -> str:
    """Return the host without the zone, an interface of this machine and of no other."""
    return route.host.partition("%")[0]


def _tls_obstacle(cause: BaseException | None) -> Obstacle:
    if isinstance(cause, ssl.SSLCertVerificationError):
        return _CERTIFICATES.get(cause.verify_code, Obstacle.NOT_TRUSTED)
    is_broken = not isinstance(cause, ssl.SSLError) or isinstance(cause, ssl.SSLEOFError)
    return Obstacle.HANGS_UP if is_broken else Obstacle.NO_TLS


async def _upgraded(stream: trio.abc.Stream, route: Route, room_id: bytes) -> trio.abc.Stream:
    # Loaded late, as few need it: the time to the first screen counts.
    from client.online.websocket_stream import NoHttp, NoUpgrade, upgraded  # noqa: PLC0415

    host = _without_zone(route)
    host = f"[{host}]" if ":" in host else host.encode("idna").decode()
    if not route.has_usual_port:
        host = f"{host}:{route.port}"
    try:
        return await upgraded(stream, host, (route.path or "/") + _query(room_id))
    except NoUpgrade as error:
        raise RouteTrouble(_http_obstacle(error.status), route) from error
    except NoHttp as error:
        raise _without_http(error.first, route) from error
    except trio.BrokenResourceError as error:
        raise RouteTrouble(Obstacle.HANGS_UP, route) from error


def _query(room_id: bytes) -> str:
    # A part of the name suffices to choose a relay, and not to enter: servers log what is asked.
    return f"?room={room_id[:_HINT_BYTES].hex().upper()}" if room_id else ""


def _http_obstacle(status: int) -> Obstacle:
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return Obstacle.REDIRECT
    return _BY_STATUS.get(status, Obstacle.WEB_PAGE) if status else Obstacle.STRANGE


def _without_http(first: bytes, route: Route) -> RouteTrouble:
    """Return the trouble with a server that speaks no HTTP: perhaps a relay that is full."""
    if not first:
        return RouteTrouble(Obstacle.HANGS_UP, route)
    frames = FrameReader(GREETING_LIMIT)
    frames.feed(first)
    try:
        frame = frames.next_frame()
    except FramingError:
        return RouteTrouble(Obstacle.STRANGE, route)
    if isinstance(frame, RefusedFrame):
        words = cleaned(frame.sentence, _LONGEST_WORDS)
        return RouteTrouble(Obstacle.REFUSED, route, words=words)
    return RouteTrouble(Obstacle.STRANGE, route)
