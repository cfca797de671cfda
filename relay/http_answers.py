"""Short answers to HTTP requests, for browsers, health checks and others that ask at the port.

Nothing here needs a library: a relay that cannot speak WebSocket says so in HTTP.
"""

from http import HTTPStatus
from typing import Final

ABOUT: Final = (
    "This is a Blood Rage relay. There is nothing to see in a browser: start the game, choose Join "
    "a table, and paste the line that names it."
)
"""The answer to a request for a page."""
WITHOUT_LIBRARY: Final = (
    "This Blood Rage relay speaks no WebSocket: its operator has not installed the library wsproto."
)
NO_CLIENT_NAMED: Final = (
    "The proxy before this relay has not said where its client is (X-Forwarded-For)."
)
NO_WEB_PAGES: Final = "No web page may use this relay."
"""The answer to a request that a browser sent for the script of a page."""


def http_answer(
    status: HTTPStatus,
    sentence: str,
    *,
    header: str = "",
    has_body: bool = True,
) -> bytes:
    """Return a whole answer, after which the connection closes.

    `header` is one more line; the answer to HEAD has no body.
    """
    body = f"{sentence}\n".encode()
    lines = (
        f"HTTP/1.1 {status} {status.phrase}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Connection: close",
        *([header] if header else []),
    )
    return "\r\n".join((*lines, "", "")).encode("ascii") + (body if has_body else b"")
