"""The proxy for a route, as the environment names it."""

from __future__ import annotations

import pytest

from client.online.proxies import proxy_for
from client.online.route_troubles import Obstacle, RouteTrouble
from protocol.lobby.routes import read_route

PROXY = "socks5h://ann:secret@proxy.example:9050"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def chosen(route: str) -> str:
    """Return the variable that names the proxy for a route, and its host."""
    proxy = proxy_for(read_route(route))
    return "" if proxy is None else f"{proxy.variable} {proxy.host}"


def test_without_variables_there_is_no_proxy() -> None:
    assert chosen("play.example.org") == chosen("wss://play.example.org") == ""


def test_the_proxy_for_https_counts_for_tls_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "secure.example:3128")
    monkeypatch.setenv("HTTP_PROXY", "web.example:3128")
    assert chosen("wss://play.example.org") == "HTTPS_PROXY secure.example"
    assert chosen("ws://play.example.org") == chosen("play.example.org") == ""
    monkeypatch.setenv("ALL_PROXY", PROXY)
    assert chosen("wss://play.example.org") == "HTTPS_PROXY secure.example"
    assert chosen("ws://play.example.org") == "ALL_PROXY proxy.example"
    assert chosen("play.example.org") == "ALL_PROXY proxy.example"


def test_small_letters_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", PROXY)
    monkeypatch.setenv("all_proxy", "http://other.example:3128")
    assert chosen("play.example.org") == "all_proxy other.example"


def test_name_and_password_are_read_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://an%40n:se%3Acret@proxy.example")
    proxy = proxy_for(read_route("play.example.org"))
    assert proxy is not None
    assert (proxy.name, proxy.password, proxy.port) == ("an@n", "se:cret", 1080)
    assert proxy.address == "socks5://proxy.example:1080"
    assert "cret" not in repr(proxy)


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "here.localhost", "ann.local", "ann.home.arpa", "127.3.2.1", "[::1]"),
        *("10.1.2.3", "172.31.0.1", "192.168.1.11", "169.254.3.4", "100.101.102.103"),
        *("[fe80::1%eth0]", "[fd12::1]", "[::ffff:192.168.1.11]"),
    ],
)
def test_machines_near_by_are_reached_without_a_proxy(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("ALL_PROXY", PROXY)
    assert chosen(f"{host}:7744") == chosen(f"wss://{host}") == ""


@pytest.mark.parametrize(
    "host", ["play.example.org", "203.0.113.21", "[2001:db8::1]", "172.32.0.1", "100.63.0.1", "nas"]
)
def test_all_others_are_reached_through_it(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv("ALL_PROXY", PROXY)
    assert chosen(f"{host}:7744") == "ALL_PROXY proxy.example"


@pytest.mark.parametrize(
    ("exceptions", "host", "is_exempt"),
    [
        ("*", "play.example.org", True),
        ("play.example.org", "play.example.org", True),
        ("example.org", "play.example.org", True),
        (".example.org", "play.example.org", True),
        ("*.example.org", "play.example.org", True),
        ("a.example, example.org ,b.example", "Play.Example.ORG", True),
        ("ample.org", "play.example.org", False),
        ("play.example.org", "example.org", False),
        ("", "play.example.org", False),
        (",", "play.example.org", False),
        (".", "play.example.org", False),
        ("203.0.113.0/24", "203.0.113.21", True),
        ("203.0.113.21", "203.0.113.21", True),
        ("203.0.113.0/28", "203.0.113.21", False),
        ("2001:db8::/32", "[2001:db8::1]", True),
        ("3.113.21", "203.0.113.21", False),
    ],
)
def test_exceptions_are_names_domains_and_networks(
    monkeypatch: pytest.MonkeyPatch, exceptions: str, host: str, is_exempt: bool
) -> None:
    monkeypatch.setenv("ALL_PROXY", PROXY)
    monkeypatch.setenv("NO_PROXY", exceptions)
    assert (chosen(f"{host}:7744") == "") is is_exempt


@pytest.mark.parametrize("host", ["a.onion", "A.ONION.", "a.\uff4f\uff4e\uff49\uff4f\uff4e"])
def test_an_onion_address_in_any_spelling_goes_through_the_proxy_or_nowhere(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    with pytest.raises(RouteTrouble) as told:
        chosen(host)
    assert told.value.obstacle is Obstacle.ONION
    monkeypatch.setenv("ALL_PROXY", PROXY)
    monkeypatch.setenv("NO_PROXY", "*")
    assert chosen(host) == "ALL_PROXY proxy.example"
