"""The HTTP request that opens a WebSocket (RFC 6455, 4.2), and the answers to all others. Sans-I/O.

This module needs wsproto and h11, as `relay/websocket.py` does.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import h11
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, RejectConnection
from wsproto.utilities import RemoteProtocolError

from relay.http_answers import ABOUT, NO_WEB_PAGES, http_answer

HEAD_BYTES: Final = 8_192
"""The longest request that is read, headers included."""
_UPGRADE: Final = b"websocket"
_FORWARDED: Final = b"x-forwarded-for"
_READ_HEADERS: Final = (
    b"connection",
    b"upgrade",
    b"sec-websocket-key",
    b"sec-websocket-version",
)
"""Headers that wsproto gets to see. Extensions and subprotocols are not among them: none is
offered, so none can be agreed on."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The request gets this answer instead of a WebSocket."""

    answer: bytes


@dataclass(frozen=True, slots=True)
class Upgraded:
    """The request gets this answer, and WebSocket frames follow; `rest` was read already."""

    answer: bytes
    rest: bytes
    forwarded: tuple[str, ...]
    """The values of X-Forwarded-For: believed only from a proxy that is trusted."""


class UpgradeRequest:
    """A request that is still being read."""

    def __init__(self) -> None:
        self._http: Final = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD_BYTES)
        self._size = 0

    def receive(self, data: bytes) -> Answered | Upgraded | None:
        """Take bytes, cut anywhere; return the answer once the request is complete."""
        self._size += len(data)
        try:
            self._http.receive_data(data)
            event = self._http.next_event()
            if event is h11.NEED_DATA:
                return self._too_long() if self._size > HEAD_BYTES else None
            if not isinstance(event, h11.Request):
                return _refused(HTTPStatus.BAD_REQUEST, "This is no HTTP request.")
            return self._answer(event)
        except h11.RemoteProtocolError as error:
            if error.error_status_hint == HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE:
                return self._too_long()
            return _refused(HTTPStatus.BAD_REQUEST, "This is no HTTP request.")

    def _answer(self, request: h11.Request) -> Answered | Upgraded:
        headers = [(name.lower(), value) for name, value in request.headers]
        names = {name for name, _ in headers}
        if request.method not in (b"GET", b"HEAD"):
            sentence = "A relay answers GET and HEAD only."
            return _refused(HTTPStatus.METHOD_NOT_ALLOWED, sentence, "Allow: GET, HEAD")
        if b"content-length" in names or b"transfer-encoding" in names:
            return _refused(HTTPStatus.BAD_REQUEST, "A relay reads no body of a request.")
        upgrades = [value.lower() for name, value in headers if name == b"upgrade"]
        if request.method == b"HEAD" or upgrades != [_UPGRADE]:
            has_body = request.method == b"GET"
            return Answered(http_answer(HTTPStatus.OK, ABOUT, has_body=has_body))
        # Browsers always say which page a script belongs to, programs do not. A page has no
        # business here: it could only use the addresses of its visitors, and reach relays inside
        # of their networks.
        if b"origin" in names:
            return _refused(HTTPStatus.FORBIDDEN, NO_WEB_PAGES)
        return self._upgrade(headers)

    def _upgrade(self, headers: list[tuple[bytes, bytes]]) -> Answered | Upgraded:
        kept = [(name, value) for name, value in headers if name in _READ_HEADERS]
        socket = WSConnection(ConnectionType.SERVER)
        try:
            socket.initiate_upgrade_connection([*kept, (b"host", b"relay")], "/")
        except (RemoteProtocolError, UnicodeError) as error:
            hint = error.event_hint if isinstance(error, RemoteProtocolError) else None
            if isinstance(hint, RejectConnection) and hint.status_code != HTTPStatus.BAD_REQUEST:
                sentence = "This relay speaks version 13 of WebSocket."
                header = "Sec-WebSocket-Version: 13"
                return _refused(HTTPStatus.UPGRADE_REQUIRED, sentence, header)
            return _refused(HTTPStatus.BAD_REQUEST, "This is no request for a WebSocket.")
        forwarded = tuple(
            value.decode("ascii", "replace") for name, value in headers if name == _FORWARDED
        )
        return Upgraded(socket.send(AcceptConnection()), self._rest(), forwarded)

    def _rest(self) -> bytes:
        # The end of the message, then a pause for the other protocol: the rest is no HTTP.
        while self._http.next_event() is not h11.PAUSED:
            pass
        return self._http.trailing_data[0]

    def _too_long(self) -> Answered:
        sentence = f"A request may have at most {HEAD_BYTES} bytes."
        return _refused(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, sentence)


def _refused(status: HTTPStatus, sentence: str, header: str = "") -> Answered:
    return Answered(http_answer(status, sentence, header=header))
