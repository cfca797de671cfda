"""Opening routes: plain, WebSocket, TLS, proxies; and servers there that are no relays."""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest
import trio
import trustme
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock, memory_stream_pair
from wsproto.utilities import generate_accept_token

from client.online import streams
from client.online.route_troubles import Obstacle, RouteTrouble
from client.online.streams import open_route
from protocol.framing import (
    FrameReader,
    JoinedFrame,
    JoinFrame,
    RefusalCode,
    RefusedFrame,
    encode,
)
from protocol.lobby.routes import Route, Scheme, can_be_host, read_route, tcp_route
from tests.client.relays import real_relay
from tests.client.servers import (
    LOOPBACK,
    Authority,
    Serve,
    TestProxy,
    endless,
    saying,
    secured,
    serving,
    silent,
)

UPGRADE = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
NAME = "relay.example"


@pytest.fixture(autouse=True)
def without_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def ws(port: int, path: str = "", scheme: Scheme = Scheme.WS, host: str = LOOPBACK) -> Route:
    return Route(scheme, host, port, path)


async def joins(route: Route) -> bool:
    """Whether the relay there lets us into a room."""
    frames = FrameReader(10_000)
    async with await open_route(route) as stream:
        await stream.send_all(encode(JoinFrame(bytes(32), bytes(8), 0)))
        while not isinstance(frames.next_frame(), JoinedFrame):
            data = await stream.receive_some()
            assert data
            frames.feed(bytes(data))
    return True


async def trouble_with(route: Route) -> RouteTrouble:
    with pytest.raises(RouteTrouble) as caught:
        await open_route(route)
    return caught.value


# --- ways that lead to a relay ----------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "/some/path"])
async def test_a_relay_answers_by_websocket(path: str) -> None:
    async with real_relay() as relay:
        assert await joins(ws(relay.port, path))


async def test_a_relay_answers_behind_tls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    context = Authority(monkeypatch, tmp_path).server(LOOPBACK)
    async with real_relay() as relay, serving(secured(context, relay.port)) as port:
        assert await joins(ws(port, scheme=Scheme.WSS))


@pytest.mark.parametrize("kind", ["socks5", "socks5h", "http"])
@pytest.mark.parametrize("login", [None, ("a name", "pass/wörd@:")])
@pytest.mark.parametrize("scheme", [Scheme.TCP, Scheme.WS])
async def test_a_relay_answers_through_a_proxy_that_looks_up_its_name(
    monkeypatch: pytest.MonkeyPatch, kind: str, login: tuple[str, str] | None, scheme: Scheme
) -> None:
    proxy = TestProxy(NAME, login=login)
    serve = proxy.serve_http if kind == "http" else proxy.serve_socks
    async with real_relay() as relay, serving(serve) as port:
        known = "a%20name:pass%2Fw%C3%B6rd%40%3A@" if login else ""
        monkeypatch.setenv("ALL_PROXY", f"{kind}://{known}{LOOPBACK}:{port}")
        assert await joins(Route(scheme, NAME, relay.port))
        assert proxy.asked == [(NAME, relay.port)]


async def test_tls_goes_through_the_proxy_for_https(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    context = Authority(monkeypatch, tmp_path).server(NAME)
    proxy = TestProxy(NAME)
    async with (
        real_relay() as relay,
        serving(secured(context, relay.port)) as behind,
        serving(proxy.serve_http) as port,
    ):
        monkeypatch.setenv("ALL_PROXY", f"socks5://{LOOPBACK}:1")
        monkeypatch.setenv("HTTPS_PROXY", f"{LOOPBACK}:{port}")
        assert await joins(ws(behind, scheme=Scheme.WSS, host=NAME))
        assert proxy.asked == [(NAME, behind)]


async def test_an_onion_address_goes_to_tor_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    onion = "expyuzz4wqqyqhjn.onion"
    proxy = TestProxy(onion)
    async with real_relay() as relay, serving(proxy.serve_socks) as port:
        monkeypatch.setenv("all_proxy", f"socks5h://{LOOPBACK}:{port}")
        assert await joins(tcp_route(onion, relay.port))


# --- what answers instead ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "obstacle"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", Obstacle.WEB_PAGE),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", Obstacle.WEB_PAGE),
        (b"HTTP/1.0 418 I'm a teapot\r\n\r\n", Obstacle.WEB_PAGE),
        (b"HTTP/1.1 302 Found\r\nLocation: http://login.hotel/\r\n\r\n", Obstacle.REDIRECT),
        (b"HTTP/1.1 308 Permanent\r\nLocation: wss://other/\r\n\r\n", Obstacle.REDIRECT),
        (b"HTTP/1.1 401 Unauthorized\r\n\r\n", Obstacle.NOT_ADMITTED),
        (b"HTTP/1.1 403 Forbidden\r\n\r\n", Obstacle.NOT_ADMITTED),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", Obstacle.NOT_FOUND),
        (b"HTTP/1.1 501 Not Implemented\r\n\r\n", Obstacle.NO_WEBSOCKET),
        (b"HTTP/1.1 502 Bad Gateway\r\n\r\n", Obstacle.NOTHING_BEHIND),
        (b"HTTP/1.1 504 Gateway Timeout\r\n\r\n", Obstacle.NOTHING_BEHIND),
        (b"HTTP/1.1 100 Continue\r\n\r\n", Obstacle.WEB_PAGE),
        (UPGRADE + b"\r\n", Obstacle.STRANGE),  # nothing that proves the key was read
        (UPGRADE + b"Sec-WebSocket-Accept: AAAA\r\n\r\n", Obstacle.STRANGE),
        (UPGRADE + b"Sec-WebSocket-Protocol: \xff\r\n\r\n", Obstacle.STRANGE),
        (UPGRADE + b"no colon\r\n\r\n", Obstacle.STRANGE),
        (UPGRADE, Obstacle.HANGS_UP),  # half an upgrade
        (b"HTTP/1.1 hello\r\n\r\n", Obstacle.STRANGE),
        (b"SSH-2.0-OpenSSH_9.6\r\n", Obstacle.STRANGE),
        (b"\x15\x03\x01\x00\x02\x02\x46", Obstacle.STRANGE),
        (b"", Obstacle.HANGS_UP),
    ],
)
async def test_a_server_that_answers_instead_of_a_relay_is_named(
    answer: bytes, obstacle: Obstacle
) -> None:
    async with serving(saying(answer)) as port:
        told = await trouble_with(ws(port))
    assert told.obstacle is obstacle
    assert f"ws://{LOOPBACK}:{port}" in told.sentence()


@pytest.mark.parametrize(
    ("path", "room", "asked"),
    [
        ("", b"", b"/"),
        ("", bytes(range(0xF0, 0x100)) * 2, b"/?room=F0F1F2F3F4F5F6F7"),
        ("/some/path", bytes(32), b"/some/path?room=0000000000000000"),
    ],
)
async def test_a_request_names_enough_of_the_room_to_choose_a_relay(
    path: str, room: bytes, asked: bytes
) -> None:
    requests: list[bytes] = []

    async def serve(stream: trio.SocketStream) -> None:
        requests.append(bytes(await stream.receive_some()))

    async with serving(serve) as port:
        with pytest.raises(RouteTrouble):
            await open_route(ws(port, path), room)
    assert requests[0].split(b" ")[1] == asked


async def test_a_compression_that_was_not_asked_for_is_refused() -> None:
    async def serve(stream: trio.SocketStream) -> None:
        head = bytes(await stream.receive_some())
        key = head.split(b"Sec-WebSocket-Key: ")[1].split(b"\r\n")[0]
        accept = b"Sec-WebSocket-Accept: " + generate_accept_token(key)
        await stream.send_all(
            UPGRADE + accept + b"\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        )

    async with serving(serve) as port:
        assert (await trouble_with(ws(port))).obstacle is Obstacle.STRANGE


@pytest.mark.parametrize("more", [b"X-More: more\r\n", b"x" * 1_000])
async def test_endless_headers_of_a_server_are_cut_off(more: bytes) -> None:
    async with serving(endless(b"HTTP/1.1 200 OK\r\nX-First: ", more)) as port:
        assert (await trouble_with(ws(port))).obstacle is Obstacle.STRANGE


async def test_a_relay_that_is_full_is_told_in_its_words() -> None:
    refused = encode(RefusedFrame(RefusalCode.RELAY_FULL, 0, 0, "This relay is full."))
    async with serving(saying(refused)) as port:
        told = await trouble_with(ws(port))
    assert told.obstacle is Obstacle.REFUSED
    assert "This relay is full." in told.sentence()


async def test_a_port_that_says_nothing_is_told_as_such(autojump_clock: MockClock) -> None:
    async with serving(silent) as port:
        assert (await trouble_with(ws(port))).obstacle is Obstacle.SILENT
        assert (await trouble_with(ws(port, scheme=Scheme.WSS))).obstacle is Obstacle.SILENT


async def test_a_port_without_tls_is_told_as_such() -> None:
    async with real_relay() as relay:
        told = await trouble_with(ws(relay.port, scheme=Scheme.WSS))
        assert told.obstacle is Obstacle.NO_TLS
        assert f"wss://{LOOPBACK}:{relay.port}" in told.sentence()


async def test_a_server_that_hangs_up_on_tls_is_told_as_such() -> None:
    async with serving(saying()) as port:
        told = await trouble_with(ws(port, scheme=Scheme.WSS))
    assert told.obstacle is Obstacle.HANGS_UP


@pytest.mark.parametrize(
    ("certificate", "obstacle"),
    [
        (lambda authority: authority.issue_cert("other.example"), Obstacle.OTHER_NAME),
        (lambda _: trustme.CA().issue_cert(LOOPBACK), Obstacle.NOT_TRUSTED),
        (
            lambda authority: authority.issue_cert(
                LOOPBACK, not_after=datetime(2001, 1, 1, tzinfo=UTC)
            ),
            Obstacle.EXPIRED,
        ),
    ],
    ids=["name", "trust", "date"],
)
async def test_a_certificate_that_is_not_right_is_told_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    certificate: Callable[[trustme.CA], trustme.LeafCert],
    obstacle: Obstacle,
) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    certificate(authority).configure_cert(context)
    async with real_relay() as relay, serving(secured(context, relay.port)) as port:
        assert (await trouble_with(ws(port, scheme=Scheme.WSS))).obstacle is obstacle


# --- proxies that do not help -----------------------------------------------------------------


async def through(
    monkeypatch: pytest.MonkeyPatch, kind: str, serve: Serve, login: str = ""
) -> RouteTrouble:
    """Return the trouble with a proxy that is served like this."""
    async with serving(serve) as port:
        monkeypatch.setenv("ALL_PROXY", f"{kind}://{login}{LOOPBACK}:{port}")
        return await trouble_with(tcp_route(NAME, 7744))


@pytest.mark.parametrize(
    ("kind", "answers", "obstacle"),
    [
        ("socks5", [b"\x05\xff"], Obstacle.PROXY_LOGIN),
        ("socks5", [b"\x05\x02"], Obstacle.PROXY_LOGIN),  # one that was not offered
        ("socks5", [b"\x04\x00"], Obstacle.PROXY_STRANGE),
        ("socks5", [b"HTTP/1.1 400 Bad Request\r\n\r\n"], Obstacle.PROXY_STRANGE),
        ("socks5", [b"\x05\x00", b"\x05\x02\x00\x01" + bytes(6)], Obstacle.PROXY_REFUSES),
        ("socks5", [b"\x05\x00", b"\x05\x01\x00\x01" + bytes(6)], Obstacle.PROXY_FAILS),
        ("socks5", [b"\x05\x00", b"\x05\x05\x00\x01" + bytes(6)], Obstacle.PROXY_FAILS),
        ("socks5", [b"\x05\x00", b"\x05\xf0\x00\x01" + bytes(6)], Obstacle.PROXY_FAILS),
        ("socks5", [b"\x05\x00", b"\x05\x00\x00\x09" + bytes(6)], Obstacle.PROXY_STRANGE),
        ("socks5", [b"\x05\x00", b"\x04\x00\x00\x01" + bytes(6)], Obstacle.PROXY_STRANGE),
        ("socks5", [b"\x05\x00", b"\x05\x00\x00\x03\xff" + bytes(6)], Obstacle.PROXY_STRANGE),
        ("socks5", [b"\x05"], Obstacle.PROXY_STRANGE),
        ("socks5", [b""], Obstacle.PROXY_STRANGE),
        ("http", [b"HTTP/1.1 407 Log in\r\n\r\n"], Obstacle.PROXY_LOGIN),
        ("http", [b"HTTP/1.1 403 Forbidden\r\n\r\n"], Obstacle.PROXY_REFUSES),
        ("http", [b"HTTP/1.1 405 Method Not Allowed\r\n\r\n"], Obstacle.PROXY_REFUSES),
        ("http", [b"HTTP/1.1 302 Found\r\nLocation: http://a/\r\n\r\n"], Obstacle.PROXY_REFUSES),
        ("http", [b"HTTP/1.1 503 Down\r\n\r\n"], Obstacle.PROXY_FAILS),
        ("http", [b"HTTP/1.1 100 Continue\r\n\r\n"], Obstacle.PROXY_STRANGE),
        ("http", [b"HTTP/1.1 200 OK\r\n\r\n", b"and more"], Obstacle.PROXY_STRANGE),
        ("http", [b"HTTP/1.1 2"], Obstacle.PROXY_STRANGE),
        ("http", [b"\x05\x00"], Obstacle.PROXY_STRANGE),
        ("http", [b""], Obstacle.PROXY_STRANGE),
    ],
)
async def test_the_answer_of_a_proxy_is_named(
    monkeypatch: pytest.MonkeyPatch, kind: str, answers: list[bytes], obstacle: Obstacle
) -> None:
    answer = answers[0] if kind == "socks5" and len(answers) == 1 else b"".join(answers)
    told = await through(monkeypatch, kind, saying(answer))
    assert told.obstacle is obstacle
    assert "ALL_PROXY" in told.sentence() or f"{NAME}:7744" in told.sentence()


@pytest.mark.parametrize("more", [b"X-More: more\r\n", b"x" * 1_000])
async def test_endless_headers_of_a_proxy_are_cut_off(
    monkeypatch: pytest.MonkeyPatch, more: bytes
) -> None:
    serve = endless(b"HTTP/1.1 200 OK\r\nX-First: ", more)
    assert (await through(monkeypatch, "http", serve)).obstacle is Obstacle.PROXY_STRANGE


@pytest.mark.parametrize("kind", ["socks5", "http"])
async def test_a_silent_proxy_is_given_up(
    monkeypatch: pytest.MonkeyPatch, kind: str, autojump_clock: MockClock
) -> None:
    assert (await through(monkeypatch, kind, silent)).obstacle is Obstacle.PROXY_FAILS


@pytest.mark.parametrize("kind", ["socks5", "http", "https"])
async def test_a_proxy_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("ALL_PROXY", f"{kind}://{LOOPBACK}:1")
    told = await trouble_with(tcp_route(NAME, 7744))
    assert told.obstacle is Obstacle.PROXY_GONE
    assert f"{kind}://{LOOPBACK}:1" in told.sentence()


@pytest.mark.parametrize("kind", ["socks5", "http"])
async def test_a_wrong_password_is_told_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    proxy = TestProxy(NAME, login=("ann", "right"))
    serve: Callable[[trio.SocketStream], Awaitable[None]] = (
        proxy.serve_http if kind == "http" else proxy.serve_socks
    )
    told = await through(monkeypatch, kind, serve, "ann:hunter2@")
    assert told.obstacle is Obstacle.PROXY_LOGIN
    assert "hunter2" not in told.sentence() + repr(told) + str(told.args)
    assert proxy.asked == []


@pytest.mark.parametrize(
    "value",
    [
        "socks4://a:1",
        "ftp://a:1",
        "http://:80",
        "http://a:port",
        "http://a:99999",
        "socks5://u:secret@:1",
        "http://[a:1",
        f"socks5://{'n' * 256}:p@a:1",
    ],
)
async def test_a_setting_that_names_no_proxy_is_refused_without_quoting_it(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("all_proxy", value)
    told = await trouble_with(tcp_route(NAME, 7744))
    assert told.obstacle is Obstacle.PROXY_SETTING
    assert "all_proxy" in told.sentence()
    assert value not in told.sentence()
    assert "secret" not in told.sentence()


@pytest.mark.parametrize("kind", ["socks5", "http"])
@pytest.mark.parametrize("scheme", list(Scheme))
@pytest.mark.parametrize(
    "host",
    [
        *("\ufdfa.example", "\u2474.example", "\u037a.example", "é." * 100 + "org"),
        "a" * 64,
    ],
    ids=["blanks", "brackets", "iota", "long", "label"],
)
async def test_no_proxy_is_asked_for_what_cannot_be_a_name(
    monkeypatch: pytest.MonkeyPatch, kind: str, scheme: Scheme, host: str
) -> None:
    assert can_be_host(host)
    proxy = TestProxy()
    serve = proxy.serve_http if kind == "http" else proxy.serve_socks
    async with serving(serve) as port:
        monkeypatch.setenv("ALL_PROXY", f"{kind}://{LOOPBACK}:{port}")
        with pytest.raises(UnicodeError):
            await open_route(Route(scheme, host, 7744))
    assert proxy.asked == []


# --- exceptions -------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
async def test_this_machine_is_reached_without_a_proxy(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("ALL_PROXY", f"http://{LOOPBACK}:1")
    async with real_relay() as relay:
        if host == "::1":
            with pytest.raises(OSError, match="connect") as caught:
                await open_route(tcp_route(host, relay.port))
            assert not isinstance(caught.value, RouteTrouble)
        else:
            assert await joins(tcp_route(host, relay.port))


async def test_an_onion_address_is_never_looked_up_here() -> None:
    told = await trouble_with(read_route("expyuzz4wqqyqhjn.onion"))
    assert told.obstacle is Obstacle.ONION


# --- any host ---------------------------------------------------------------------------------


def hosts() -> st.SearchStrategy[str]:
    letters = st.characters(categories=("L", "M", "N"), include_characters="-._")
    names = st.text(letters, min_size=1, max_size=70) | st.text("xn-.a9", min_size=1)
    zones = st.text(letters, max_size=20).map("fe80::1%{}".format)
    return (names | zones).filter(can_be_host)


@settings(max_examples=40)
@given(hosts(), st.sampled_from((Scheme.WS, Scheme.WSS)))
def test_any_host_that_answers_nothing_is_unreachable(host: str, scheme: Scheme) -> None:
    async def hung_up(_route: Route) -> trio.abc.Stream:
        ours, theirs = memory_stream_pair()
        await theirs.aclose()
        return ours

    with patch.object(streams, "_connected", hung_up), pytest.raises(streams.NOWHERE):
        trio.run(open_route, Route(scheme, host, 7744))
