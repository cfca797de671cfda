"""Troubles on the way to a relay that have a name, and a sentence for the player."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from client.text.catalogue import say
from protocol.lobby.routes import Route


class Obstacle(Enum):
    """The programs that answer on a route instead of a relay, and the obstacles on the way."""

    WEB_PAGE = auto()
    REDIRECT = auto()
    NOT_FOUND = auto()
    NOT_ADMITTED = auto()
    NOTHING_BEHIND = auto()
    NO_WEBSOCKET = auto()
    EXPIRED = auto()
    OTHER_NAME = auto()
    NOT_TRUSTED = auto()
    NO_TLS = auto()
    TLS = auto()
    SILENT = auto()
    HANGS_UP = auto()
    STRANGE = auto()
    REFUSED = auto()
    ONION = auto()
    PROXY_SETTING = auto()
    PROXY_GONE = auto()
    PROXY_LOGIN = auto()
    PROXY_REFUSES = auto()
    PROXY_FAILS = auto()
    PROXY_STRANGE = auto()


_SENTENCES: Final = {
    Obstacle.WEB_PAGE: (
        "a web page answers at {address}, not a relay; ask for the invitation again, and "
        "in a hotel or a train log in to its network with a browser first."
    ),
    Obstacle.REDIRECT: (
        "the web server at {address} redirects to another address, which a relay never "
        "does; ask for the invitation again, and in a hotel or a train log in to its "
        "network with a browser first."
    ),
    Obstacle.NOT_FOUND: (
        "the web server at {address} has no relay there; ask for the invitation again."
    ),
    Obstacle.NOT_ADMITTED: (
        "the web server at {address} asks for its own password; ask its operator for access."
    ),
    Obstacle.NOTHING_BEHIND: (
        "a web server answers at {address}, but not the relay behind it; tell its operator."
    ),
    Obstacle.NO_WEBSOCKET: (
        "the server at {address} does not speak WebSocket; if it is a relay, its operator has to "
        "install wsproto there."
    ),
    Obstacle.EXPIRED: (
        "the certificate of {address} has expired, or this machine's clock is wrong."
    ),
    Obstacle.OTHER_NAME: (
        "the certificate of {address} is for another name: somebody may be listening in, or the "
        "address is wrong."
    ),
    Obstacle.NOT_TRUSTED: (
        "no authority this machine trusts has signed the certificate of {address}: "
        "somebody may be listening in."
    ),
    Obstacle.NO_TLS: (
        "the server at {address} does not speak TLS; perhaps the invitation should begin "
        "with ws:// instead of wss://."
    ),
    Obstacle.TLS: (
        "the server at {address} speaks TLS; perhaps the invitation should begin with wss://."
    ),
    Obstacle.SILENT: (
        "a server at {address} accepts connections but does not answer: it is not a "
        "relay, or it is overloaded."
    ),
    Obstacle.HANGS_UP: (
        "a server at {address} hangs up at once: it is not a relay, or it does not admit "
        "this machine."
    ),
    Obstacle.STRANGE: ("the program at {address} is not a relay for this game, or is a newer one."),
    Obstacle.REFUSED: "the relay at {address} refuses: {words}",
    Obstacle.ONION: (
        "{address} is in the Tor network: start Tor, and set the variable ALL_PROXY to "
        "socks5h://127.0.0.1:9050."
    ),
    Obstacle.PROXY_SETTING: (
        "the variable {variable} is not the address of a proxy; it should look like "
        "socks5h://HOST:PORT or http://HOST:PORT."
    ),
    Obstacle.PROXY_GONE: (
        "no proxy answers at {proxy} (the variable {variable}); check whether it is running."
    ),
    Obstacle.PROXY_LOGIN: (
        "the proxy at {proxy} needs a name and a password, or rejects those in the "
        "variable {variable}."
    ),
    Obstacle.PROXY_REFUSES: "the proxy at {proxy} does not allow a connection to {address}.",
    Obstacle.PROXY_FAILS: "the proxy at {proxy} cannot reach {address}.",
    Obstacle.PROXY_STRANGE: (
        "the program at {proxy} is not a proxy of the kind in the variable {variable}."
    ),
}

_NO_WORDS: Final = ""


class RouteTrouble(OSError):
    """A route cannot be used, for a reason that is known.

    `proxy` and `variable` are the proxy on the way, without name and password, and the variable of
    the environment that names it; `words` are those of a relay.
    """

    def __init__(
        self,
        obstacle: Obstacle,
        route: Route,
        *,
        proxy: str = _NO_WORDS,
        variable: str = _NO_WORDS,
        words: str = _NO_WORDS,
    ) -> None:
        super().__init__(obstacle.name)
        self.obstacle = obstacle
        self.route = route
        self.proxy = proxy
        self.variable = variable
        self.words = words

    def sentence(self) -> str:
        """Return what happened and what to do, in the player's language."""
        return say(
            _SENTENCES[self.obstacle],
            address=str(self.route),
            proxy=self.proxy,
            variable=self.variable,
            words=self.words,
        )
