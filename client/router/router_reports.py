"""The outcome of asking the router, as one value, and its sentence for the player."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from client.text.catalogue import say
from engine.values import Value
from protocol.lobby.routes import Route


class RouterStanding(StrEnum):
    """The way of this machine to IPv4 connections from the internet, as far as is known."""

    OFF = "off"
    """Nobody is asked, as the player wished."""
    ASKING = "asking"
    """No answer yet; another value follows within five seconds."""
    MAPPED = "mapped"
    """The router passes a port of a public address on to us."""
    DIRECT = "direct"
    """This machine has a public address itself: no router is in between (a firewall may be)."""
    CARRIER = "carrier"
    """The router has an address of the provider's own network (CGNAT, RFC 6598; DS-Lite)."""
    DOUBLE = "double"
    """The router has a private address: it is behind another router (RFC 1918)."""
    OFFLINE = "offline"
    """The router answers, but has no address in the internet that it could share."""
    REFUSED = "refused"
    """The router answers, but opens no port: forbidden in its settings, or none is free."""
    SILENT = "silent"
    """There is a router, but it answers in none of the three protocols."""
    UNROUTED = "unrouted"
    """There is no default gateway: a switch, a cable, or no network at all."""


class RouterReport(Value):
    """The router's answer, for the lobby and `doctor`.

    `outside` are the routes for the line of an invitation: that of MAPPED or DIRECT, and that to an
    IPv6 address whose port the router has opened (a pinhole), which any standing may have.
    `via` is the protocol of the router's last answer ("PCP", "NAT-PMP", "UPnP"), or "". `seen` is
    the router's own outer address if it is no public one (CARRIER, DOUBLE), with the port it passes
    on, or None: people in the network between the two routers can use it.
    """

    standing: RouterStanding
    outside: tuple[Route, ...] = ()
    via: str = ""
    seen: Route | None = None

    @property
    def is_reachable(self) -> bool:
        """Whether there is an address for friends on the internet."""
        return bool(self.outside)


NOT_ASKED: Final = RouterReport(RouterStanding.OFF)
ASKING: Final = RouterReport(RouterStanding.ASKING)


_SENTENCES: Final = {
    RouterStanding.OFF: "Your router was not asked for a port.",
    RouterStanding.ASKING: "Asking your router for a port …",
    RouterStanding.MAPPED: "Your router lets friends in at {address}.",
    RouterStanding.DIRECT: "This machine is on the internet itself, at {address}.",
    RouterStanding.CARRIER: (
        "Your internet provider shares one address among many customers (CGNAT): "
        "friends cannot reach you from outside. Use a relay."
    ),
    RouterStanding.DOUBLE: (
        "Your router is behind another router: friends cannot reach you from outside. "
        "Open the port on the other one too, or use a relay."
    ),
    RouterStanding.OFFLINE: (
        "Your router has no address of its own on the internet: it is offline, behind another "
        "router, or one of many that share an address (CGNAT). Use a relay."
    ),
    RouterStanding.REFUSED: (
        "Your router refuses to open a port. "
        "Allow UPnP or port forwarding in its settings, or use a relay."
    ),
    RouterStanding.SILENT: (
        "Your router does not answer. "
        "Allow UPnP in its settings, forward the port by hand, or use a relay."
    ),
    RouterStanding.UNROUTED: "There is no router here: only people on this network can join.",
}


_SHUT: Final = frozenset(RouterStanding) - {
    RouterStanding.ASKING,
    RouterStanding.MAPPED,
    RouterStanding.DIRECT,
}


def router_sentence(report: RouterReport) -> str:
    """Return one sentence for the player about the router's answer, and what to do then."""
    if report.standing in _SHUT and report.outside:
        return say(
            "Friends with IPv6 can join at {address}; your router lets nobody else in.",
            address=str(report.outside[0]),
        )
    address = str(report.outside[0]) if report.outside else ""
    return say(_SENTENCES[report.standing], address=address)
