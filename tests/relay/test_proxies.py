"""Proxies in front of a relay: believed if trusted, refused if wrong, ignored from anybody else."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from ipaddress import ip_address

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from protocol.framing import (
    NO_EPOCH,
    Frame,
    FrameReader,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    RefusalCode,
    RefusedFrame,
    encode,
)
from relay import __main__ as main
from relay.addresses import Address
from relay.limits import Limits
from relay.proxies import (
    HEADER_BYTES,
    LINE_BYTES,
    MOST_NETWORKS,
    BadProxies,
    BadProxyHeader,
    ProxyHeader,
    TrustedProxies,
    is_header,
    read_header,
)
from relay.server import Relay

SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
JOIN = encode(JoinFrame(bytes(32), NO_EPOCH, 0))
ALICE, BOB, CAROL = "198.51.100.1", "198.51.100.2", "2001:db8::5"
HERE = TrustedProxies.parse("127.0.0.1")
REQUEST = (
    b"GET / HTTP/1.1\r\nHost: play.example.org\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


def binary(client: str, *, command: int = 0x21, tlvs: bytes = b"") -> bytes:
    """Return a header of version 2 as HAProxy sends it."""
    address = ip_address(client)
    family = 0x11 if address.version == 4 else 0x21
    body = address.packed * 2 + (40_000).to_bytes(2, "big") + (7_744).to_bytes(2, "big") + tlvs
    return SIGNATURE + bytes((command, family)) + len(body).to_bytes(2, "big") + body


def line(client: str) -> bytes:
    """Return a header of version 1 as nginx sends it."""
    kind = "TCP4" if ip_address(client).version == 4 else "TCP6"
    return f"PROXY {kind} {client} {client} 40000 7744\r\n".encode()


# --- the header -------------------------------------------------------------------------------


@pytest.mark.parametrize("header", [binary(ALICE, tlvs=bytes(200)), line(ALICE)])
def test_a_header_names_the_client_however_it_is_cut(header: bytes) -> None:
    for end in range(1, len(header)):
        assert is_header(header[:end])
        assert read_header(header[:end]) is None
    assert read_header(header + JOIN) == ProxyHeader(ALICE, len(header))


@pytest.mark.parametrize("header", [binary(CAROL), line(CAROL)])
def test_an_ipv6_client_counts_with_its_network(header: bytes) -> None:
    assert read_header(header) == ProxyHeader("2001:db8::/64", len(header))


@pytest.mark.parametrize("header", [binary("::ffff:198.51.100.1"), line("::ffff:198.51.100.1")])
def test_a_mapped_ipv4_client_counts_as_ipv4(header: bytes) -> None:
    assert read_header(header) == ProxyHeader(ALICE, len(header))


@pytest.mark.parametrize("body", [b"", bytes(12), bytes(300)])
def test_a_connection_of_the_proxy_itself_names_nobody(body: bytes) -> None:
    header = SIGNATURE + b"\x20\x00" + len(body).to_bytes(2, "big") + body
    assert read_header(header + b"x") == ProxyHeader(None, len(header))


@pytest.mark.parametrize(
    "header",
    [
        JOIN,
        b"GET / HTTP/1.1\r\n",
        SIGNATURE[:-1] + b"!",
        binary(ALICE, command=0x11),
        binary(ALICE, command=0x22),
        binary(ALICE, command=0x2F),
        binary(ALICE, tlvs=bytes(HEADER_BYTES)),
        SIGNATURE + b"\x21\x11\xff\xff",
        SIGNATURE + b"\x21\x11\x00\x0b" + bytes(11),
        SIGNATURE + b"\x21\x21\x00\x23" + bytes(35),
        SIGNATURE + b"\x21\x00\x00\x00",
        SIGNATURE + b"\x21\x12\x00\x0c" + bytes(12),
        SIGNATURE + b"\x21\x31\x00\xd8" + bytes(216),
        b"PROXY UNKNOWN\r\n",
        b"PROXY UNKNOWN 1.2.3.4 1.2.3.4 1 2\r\n",
        b"PROXY TCP4 1.2.3.4 1.2.3.4 1\r\n",
        b"PROXY TCP4 1.2.3.4 1.2.3.4 1 2 3\r\n",
        b"PROXY TCP4 1.2.3.4 1.2.3.4 1 65536\r\n",
        b"PROXY TCP4 1.2.3.4 1.2.3.4 1 -2\r\n",
        b"PROXY TCP4 1.2.3.4  1.2.3.4 1 2\r\n",
        b"PROXY TCP4 2001:db8::1 1.2.3.4 1 2\r\n",
        b"PROXY TCP6 1.2.3.4 1.2.3.4 1 2\r\n",
        b"PROXY TCP6 fe80::1%eth0 fe80::1 1 2\r\n",
        b"PROXY TCP4 1.2.3.4 1.2.3.4 1 \xb2\r\n",
        b"PROXY TCP4 play.example.org 1.2.3.4 1 2\r\n",
        b"PROXY " + b"x" * LINE_BYTES,
        b"PROXY TCP4 1.2.3.4 1.2.3.4 1 2\n" + b" " * LINE_BYTES,
    ],
)
def test_anything_else_is_refused_at_once(header: bytes) -> None:
    with pytest.raises(BadProxyHeader):
        read_header(header)


@given(
    st.one_of(
        st.binary(max_size=600),
        st.builds(lambda rest: SIGNATURE + rest, st.binary(max_size=600)),
        st.builds(lambda rest: b"PROXY TCP4 " + rest, st.binary(max_size=200)),
    )
)
def test_no_bytes_do_anything_else_and_none_are_awaited_without_end(data: bytes) -> None:
    with suppress(BadProxyHeader):
        found = read_header(data)
        if found is None:
            assert len(data) < HEADER_BYTES
        else:
            assert found.length <= min(HEADER_BYTES, len(data))


# --- the networks -----------------------------------------------------------------------------


def test_networks_are_read_and_asked() -> None:
    proxies = TrustedProxies.parse("127.0.0.1, 10.0.0.0/8,fd00::/8")
    for host in ("127.0.0.1", "10.200.3.4", "::ffff:10.1.1.1", "fd12::1", "fd12::1%eth0"):
        assert proxies.trust(host)
    for host in ("127.0.0.2", "11.0.0.1", "::1", "fe80::1%eth0"):
        assert not proxies.trust(host)
    assert not TrustedProxies().trust("127.0.0.1")


@pytest.mark.parametrize(
    "text", ["", "localhost", "10.0.0.1/8", "10.0.0.0/33", "127.0.0.1,", "1,2", "unix:/x"]
)
def test_other_networks_are_one_sentence(text: str) -> None:
    with pytest.raises(BadProxies, match="is no address and no network"):
        TrustedProxies.parse(text)


def test_networks_are_limited() -> None:
    with pytest.raises(BadProxies, match="more than"):
        TrustedProxies.parse(",".join(["10.0.0.0/8"] * (MOST_NETWORKS + 1)))


def test_wrong_networks_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.relay_main(["--proxy", "everybody"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        ((ALICE,), ALICE),
        ((f"{BOB}, {ALICE}",), ALICE),
        ((BOB, f"{ALICE}, 127.0.0.1"), ALICE),
        ((f"{ALICE}:40000",), ALICE),
        ((f"[{CAROL}]:40000",), CAROL),
        ((CAROL,), CAROL),
        (("::ffff:198.51.100.1",), ALICE),
        ((f"{ALICE}, unknown",), None),
        ((f"{ALICE}, ",), None),
        (("127.0.0.1",), None),
        (("",), None),
        ((), None),
    ],
)
def test_the_last_address_that_is_no_proxys_is_the_client(
    forwarded: tuple[str, ...], client: str | None
) -> None:
    assert HERE.client_of(forwarded) == client


# --- at the relay -----------------------------------------------------------------------------


class Caller:
    """A connection to the relay from this machine."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self._frames = FrameReader(2**20)

    async def send(self, *data: bytes) -> "Caller":
        for one in data:
            await self.stream.send_all(one)
        return self

    async def read(self) -> Frame:
        """Return the next frame that is no greeting."""
        while True:
            frame = self._frames.next_frame()
            if frame is None:
                data = await self.stream.receive_some()
                if not data:
                    raise ConnectionError
                self._frames.feed(data)
            elif not isinstance(frame, GreetingFrame):
                return frame

    async def refusal(self) -> RefusalCode:
        frame = await self.read()
        assert isinstance(frame, RefusedFrame), frame
        return frame.code


class Behind:
    """A relay behind proxies, and its address."""

    def __init__(self, relay: Relay, address: Address) -> None:
        self.relay = relay
        self._address = address
        self._callers: list[Caller] = []

    async def call(self, *data: bytes) -> Caller:
        stream = await trio.open_tcp_stream(self._address.host, self._address.port)
        self._callers.append(Caller(stream))
        return await self._callers[-1].send(*data)

    async def close(self) -> None:
        for caller in self._callers:
            await caller.stream.aclose()


@asynccontextmanager
async def behind(proxies: TrustedProxies = HERE, **limits: int) -> AsyncIterator[Behind]:
    relay = Relay(replace(Limits(), **limits), b"salt", None, proxies)
    async with trio.open_nursery() as nursery:
        here = Behind(relay, await nursery.start(relay.run, Address("127.0.0.1", 0)))
        try:
            yield here
        finally:
            await here.close()
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("header", [binary, line])
async def test_limits_count_by_the_clients_a_proxy_names(header: Callable[[str], bytes]) -> None:
    async with behind(connections_per_source=1) as relay:
        alice = await relay.call(header(ALICE) + JOIN)
        assert isinstance(await alice.read(), JoinedFrame)
        again = await relay.call(header(ALICE) + JOIN)
        assert await again.refusal() is RefusalCode.SOURCE_CONNECTIONS
        for other in (BOB, CAROL):
            assert isinstance(await (await relay.call(header(other) + JOIN)).read(), JoinedFrame)
        await alice.stream.aclose()
        await again.stream.aclose()
        await trio.testing.wait_all_tasks_blocked()
        assert isinstance(await (await relay.call(header(ALICE) + JOIN)).read(), JoinedFrame)


async def test_a_header_byte_by_byte_is_read() -> None:
    async with behind() as relay:
        header = binary(ALICE, tlvs=bytes(7)) + JOIN
        caller = await relay.call(*(bytes([byte]) for byte in header))
        assert isinstance(await caller.read(), JoinedFrame)


async def test_a_client_behind_a_proxy_that_waits_is_greeted(mock_clock: MockClock) -> None:
    async with behind() as relay:
        caller = await relay.call(binary(ALICE))
        await trio.testing.wait_all_tasks_blocked()
        mock_clock.jump(2)
        assert (await caller.stream.receive_some(8))[4] == 1


async def test_nothing_is_said_before_the_header_and_it_must_come_in_time(
    mock_clock: MockClock,
) -> None:
    async with behind() as relay:
        caller = await relay.call(binary(ALICE)[:20])
        await trio.testing.wait_all_tasks_blocked()
        for _ in range(Limits().handshake_seconds + 1):
            mock_clock.jump(1)
            await trio.testing.wait_all_tasks_blocked()
        assert await caller.refusal() is RefusalCode.HANDSHAKE_TIMEOUT


@pytest.mark.parametrize(
    "first", [JOIN, binary(ALICE, command=0x11), b"PROXY UNKNOWN\r\n", b"\r\n\r\nnothing"]
)
async def test_a_trusted_proxy_without_a_right_header_is_refused(first: bytes) -> None:
    async with behind() as relay:
        assert await (await relay.call(first)).refusal() is RefusalCode.BAD_FRAME


async def test_a_health_check_is_greeted_and_counts_for_the_proxy() -> None:
    async with behind(connections_per_source=1) as relay:
        local = SIGNATURE + b"\x20\x00\x00\x00"
        for _ in range(3):
            assert isinstance(await (await relay.call(local + JOIN)).read(), JoinedFrame)


@pytest.mark.parametrize("header", [binary(ALICE), line(ALICE)])
async def test_a_header_from_anybody_else_is_no_frame(header: bytes) -> None:
    async with behind(TrustedProxies.parse("192.0.2.1")) as relay:
        caller = await relay.call(header + JOIN)
        assert await caller.refusal() is RefusalCode.TOO_LARGE
        assert relay.relay.rooms.rooms == 0


async def test_a_websocket_counts_for_the_client_its_proxy_names() -> None:
    async with behind(connections_per_source=1) as relay:

        async def ask(forwarded: str) -> bytes:
            header = f"X-Forwarded-For: {forwarded}\r\n".encode() if forwarded else b""
            caller = await relay.call(REQUEST + header + b"\r\n")
            return (await caller.stream.receive_some(12))[9:12]

        assert await ask(ALICE) == b"101"
        assert await ask(f"{BOB}, {ALICE}") == b"503"
        assert await ask(BOB) == b"101"
        assert await ask("") == b"400"
        assert await ask("nobody") == b"400"


async def test_a_websocket_behind_a_tcp_proxy_says_nothing_about_itself() -> None:
    async with behind(connections_per_source=1) as relay:
        for spoofed, answer in ((BOB, b"HTTP/1.1 101"), (CAROL, b"\0\0\0")):
            header = f"X-Forwarded-For: {spoofed}\r\n\r\n".encode()
            caller = await relay.call(binary(ALICE) + REQUEST + header)
            assert (await caller.stream.receive_some(12)).startswith(answer)


async def test_nobody_else_names_a_client_for_a_websocket() -> None:
    async with behind(TrustedProxies(), connections_per_source=1) as relay:
        for spoofed, answer in ((ALICE, b"HTTP/1.1 101"), (BOB, b"\0\0\0")):
            caller = await relay.call()
            with suppress(trio.BrokenResourceError):
                await caller.send(REQUEST + f"X-Forwarded-For: {spoofed}\r\n\r\n".encode())
            assert (await caller.stream.receive_some(12)).startswith(answer)
