"""Routes: the ways to a relay as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import BadInvitation
from protocol.lobby.rooms import Invitation, Room
from protocol.lobby.routes import (
    LONGEST_HOST,
    MOST_ROUTES,
    Route,
    Scheme,
    read_route,
    read_routes,
    tcp_route,
    write_routes,
)

HOSTS = st.sampled_from(
    ["play.example.org", "192.168.1.11", "2001:db8::11", "fe80::1%eth0", "bärbel"]
)
PATHS = st.sampled_from(["", "/relay", "/some/long-path.d"])
ROUTES = st.builds(tcp_route, HOSTS, st.integers(1, 65535)) | st.builds(
    Route, st.sampled_from((Scheme.WS, Scheme.WSS)), HOSTS, st.integers(1, 65535), PATHS
)


@given(st.lists(ROUTES, min_size=1, max_size=MOST_ROUTES, unique=True))
def test_routes_survive_writing_and_reading(routes: list[Route]) -> None:
    assert read_routes(write_routes(routes)) == tuple(routes)
    invitation = Invitation(tuple(routes), Room(bytes(10)))
    assert Invitation.read(invitation.line()) == invitation


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("play.example.org", tcp_route("play.example.org", 7744)),
        ("tcp://play.example.org:1", tcp_route("play.example.org", 1)),
        ("2001:db8::11", tcp_route("2001:db8::11", 7744)),
        ("[2001:db8::11]", tcp_route("2001:db8::11", 7744)),
        ("[2001:db8::11]:7745", tcp_route("2001:db8::11", 7745)),
        ("WSS://example.org", Route(Scheme.WSS, "example.org", 443)),
        ("ws://example.org/", Route(Scheme.WS, "example.org", 80)),
        ("wss://example.org:8443/some/path", Route(Scheme.WSS, "example.org", 8443, "/some/path")),
        ("wss://[::1]/a", Route(Scheme.WSS, "::1", 443, "/a")),
    ],
)
def test_a_port_may_be_left_out(text: str, route: Route) -> None:
    assert read_route(text) == route
    assert read_route(str(route)) == route


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":7744",
        "host:",
        "host:0",
        "host:65536",
        "host:٣",
        "host:7744/path",
        "http://host",
        "://host",
        "user@host",
        "ho st",
        "host;reboot",
        "$(reboot)",
        "host\x1b[31m",
        "[host]:7744",
        "[::1",
        "[::1]7744",
        "::1::2",
        ".",
        "..",
        ".example.org",
        "a..b",
        "wss://.example.org",
        "1:2:3",
        "::1%a;b",
        "wss://host/a?b=c",
        "wss://host/a b",
        "wss://host/../b",
        "wss://host/" + "a" * 200,
        "a" * (LONGEST_HOST + 1),
    ],
)
def test_a_malformed_route_is_refused(text: str) -> None:
    with pytest.raises(BadInvitation):
        read_route(text)


@pytest.mark.parametrize(
    "text",
    ["", "a,", "a,,b", ",".join(f"host{at}" for at in range(MOST_ROUTES + 1)), "a," * 10_000],
)
def test_too_many_or_missing_routes_are_refused(text: str) -> None:
    with pytest.raises(BadInvitation):
        read_routes(text)


def test_a_route_named_twice_counts_once() -> None:
    assert read_routes("a,b:7744,a:7744") == (tcp_route("a", 7744), tcp_route("b", 7744))
