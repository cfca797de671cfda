"""The figures for Prometheus: right, readable, without a secret, and asked for by anybody."""

import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from protocol.framing import NO_EPOCH, JoinFrame, RefusalCode, SendFrame, encode
from relay.addresses import Address, BadListenAddress
from relay.exposition import CONTENT_TYPE, exposition
from relay.histogram import Histogram
from relay.metrics import (
    MOST_REQUESTS,
    REQUEST_BYTES,
    REQUEST_SECONDS,
    MetricsAddress,
    serve_metrics,
)
from relay.server import Relay
from tests.relay.sides import ROOM, SMALL, Machine

_NAME = re.compile(r"[a-z_:][a-z0-9_:]*")
_SAMPLE = re.compile(r'([a-z_]+)(?:\{([a-z]+)="([A-Za-z0-9_.+]+)"\})? ([0-9.e+-]+)')


def samples(text: str) -> dict[str, float]:
    """Read the text format strictly: help, type, then the samples of that family alone.

    Returns values by `name` or `name{label="value"}`.
    """
    found: dict[str, float] = {}
    seen: set[str] = set()
    lines = text.split("\n")
    assert lines.pop() == ""
    family = kind = ""
    for line in lines:
        if line.startswith("# HELP "):
            family, about = line.removeprefix("# HELP ").split(" ", 1)
            assert _NAME.fullmatch(family)
            assert about
            assert family not in seen
            seen.add(family)
            kind = ""
        elif line.startswith("# TYPE "):
            name, kind = line.removeprefix("# TYPE ").split(" ")
            assert name == family
            assert kind in {"counter", "gauge", "histogram"}
        else:
            match = _SAMPLE.fullmatch(line)
            assert match, line
            name, label, value, number = match.groups()
            assert kind
            suffix = name.removeprefix(family)
            assert suffix in ({"_bucket", "_sum", "_count"} if kind == "histogram" else {""})
            key = name if label is None else f'{name}{{{label}="{value}"}}'
            assert key not in found
            found[key.removeprefix("bloodrage_relay_")] = float(number)
    return found


@asynccontextmanager
async def asked(
    relay: Relay, wanted: MetricsAddress | None = None
) -> AsyncIterator[MetricsAddress]:
    async with trio.open_nursery() as nursery:
        yield await nursery.start(
            serve_metrics, wanted or MetricsAddress.parse("127.0.0.1:0"), relay
        )
        nursery.cancel_scope.cancel()


async def connect(where: MetricsAddress) -> trio.SocketStream:
    if isinstance(where.address, Path):
        return await trio.open_unix_socket(where.address)
    return await trio.open_tcp_stream(where.address.host, where.address.port)


async def answer(where: MetricsAddress, request: bytes) -> bytes:
    async with await connect(where) as stream:
        await stream.send_all(request)
        return b"".join([part async for part in stream])


def told(machine: Machine) -> dict[str, float]:
    return samples(exposition(machine.rooms, Histogram(1)))


async def test_the_figures_are_those_of_the_rooms(mock_clock: MockClock) -> None:
    machine = Machine()
    one, _ = machine.members(2)
    one.send(SendFrame(b"secret"))
    machine.connect("stranger")
    machine.connect("stranger").join(bytes(31) + b"x")
    machine.connect("elsewhere").send(SendFrame(b"no"))
    mock_clock.jump(700)
    text = exposition(machine.rooms, Histogram(1))
    found = samples(text)
    assert found['connections{state="joining"}'] == 1
    assert found['connections{state="member"}'] == 3
    assert found['connections{state="closing"}'] == 1
    assert found["connects_total"] == 5
    assert found["joins_total"] == 3
    assert found["received_messages_total"] == found["delivered_messages_total"] == 1
    assert found['refusals_total{code="UNEXPECTED"}'] == 1
    assert found['refusals_total{code="FLOOD"}'] == 0
    assert found['rooms{state="lonely"}'] == found['rooms{state="shared"}'] == 1
    assert found['rooms{state="empty"}'] == 0
    assert found['rooms_older_than{seconds="600"}'] == 2
    assert found['rooms_older_than{seconds="3600"}'] == 0
    joins = 3 * len(encode(JoinFrame(ROOM, NO_EPOCH, 0)))
    sends = len(encode(SendFrame(b"secret"))) + len(encode(SendFrame(b"no")))
    assert found["received_bytes_total"] == joins + sends
    assert found["backlog_bytes"] > 256
    assert found["queued_bytes"] > 256
    assert found["memory_limit_bytes"] == SMALL.most_memory()
    assert found["process_cpu_seconds_total"] > 0
    for secret in ("home", "stranger", "secret", ROOM.hex()[:16]):
        assert secret not in text


async def test_sent_bytes_count_what_was_read_also_of_connections_that_are_gone() -> None:
    machine = Machine()
    one, other = machine.members(2)
    machine.pass_time(1)
    before = told(machine)["sent_bytes_total"]
    one.send(SendFrame(bytes(500)))
    other.read()
    other.hang_up()
    assert told(machine)["sent_bytes_total"] >= before + 500


async def test_every_refusal_has_a_figure() -> None:
    found = told(Machine())
    for code in RefusalCode:
        assert found[f'refusals_total{{code="{code.name}"}}'] == 0


async def test_lifetimes_of_rooms_are_counted_when_they_close() -> None:
    machine = Machine()
    side = machine.connect().join()
    machine.pass_time(30)
    side.hang_up()
    found = told(machine)
    assert found['room_lifetime_seconds_bucket{le="10"}'] == 0
    assert found['room_lifetime_seconds_bucket{le="60"}'] == 1
    assert found['room_lifetime_seconds_bucket{le="+Inf"}'] == 1
    assert found["room_lifetime_seconds_count"] == 1
    assert found["room_lifetime_seconds_sum"] == 30


def test_a_histogram_counts_up_to_each_bound() -> None:
    histogram = Histogram(1, 10)
    for value in (0, 1, 2, 10, 11):
        histogram.add(value)
    assert histogram.cumulative() == [2, 4, 5]
    assert histogram.total == 24


async def test_delays_of_the_loop_are_counted(mock_clock: MockClock) -> None:
    relay = Relay(SMALL, b"salt")
    async with trio.open_nursery() as nursery:
        await nursery.start(relay.run, Address("127.0.0.1", 0))
        await trio.testing.wait_all_tasks_blocked()
        mock_clock.jump(1.3)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    found = samples(exposition(relay.rooms, relay.lag))
    assert found['loop_lag_seconds_bucket{le="0.1"}'] == 0
    assert found['loop_lag_seconds_bucket{le="0.5"}'] == 1


# --- HTTP -------------------------------------------------------------------------------------


async def test_prometheus_is_answered() -> None:
    request = b"GET /metrics?x=1 HTTP/1.1\r\nHost: localhost:9744\r\nAccept: */*\r\n\r\n"
    async with asked(Relay(SMALL, b"salt")) as where:
        head, _, body = (await answer(where, request)).partition(b"\r\n\r\n")
        only_head = await answer(where, b"HEAD /metrics HTTP/1.1\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[0] == "HTTP/1.1 200 OK"
    assert f"Content-Type: {CONTENT_TYPE}" in lines
    assert f"Content-Length: {len(body)}" in lines
    assert samples(body.decode())["connects_total"] == 0
    assert only_head.startswith(b"HTTP/1.1 200")
    assert only_head.endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"404"),
        (b"GET /metrics/../x HTTP/1.1\r\n\r\n", b"404"),
        (b"POST /metrics HTTP/1.1\r\nContent-Length: 5\r\n\r\n", b"405"),
        (b"GET /metrics\r\n\r\n", b"400"),
        (b"GET  /metrics HTTP/1.1\r\n\r\n", b"400"),
        (b"GET /metrics HTTP/2\r\n\r\n", b"400"),
        (b"\r\n\r\n", b"400"),
        (bytes(range(256)) + b"\r\n\r\n", b"400"),
        (b"GET /metrics HTTP/1.1\r\nX: " + b"x" * (REQUEST_BYTES + 100), b"431"),
    ],
)
async def test_other_requests_are_refused(request_bytes: bytes, status: bytes) -> None:
    async with asked(Relay(SMALL, b"salt")) as where:
        assert (await answer(where, request_bytes)).startswith(b"HTTP/1.1 " + status)


@pytest.mark.parametrize("here", [b"127.0.0.1:9744", b"[::1]:9744", b"LocalHost"])
async def test_no_web_page_reads_the_figures_of_a_local_port(here: bytes) -> None:
    request = b"GET /metrics HTTP/1.1\r\n%s\r\n\r\n"
    async with asked(Relay(SMALL, b"salt")) as where:
        for header in (b"Host: page.example:9744", b"host:127.0.0.1.page.example", b"Host: \xff"):
            refused = await answer(where, request % header)
            assert refused.startswith(b"HTTP/1.1 421")
            assert b"bloodrage_relay" not in refused
        assert (await answer(where, request % (b"Host: " + here))).startswith(b"HTTP/1.1 200")


async def test_a_request_that_never_ends_is_closed(mock_clock: MockClock) -> None:
    async with asked(Relay(SMALL, b"salt")) as where, await connect(where) as stream:
        await stream.send_all(b"GET /metrics HTTP/1.1\r\n")
        await trio.testing.wait_all_tasks_blocked()
        mock_clock.jump(REQUEST_SECONDS)
        assert await stream.receive_some() == b""


async def test_more_requests_than_allowed_are_closed_at_once() -> None:
    async with asked(Relay(SMALL, b"salt")) as where:
        held = [await connect(where) for _ in range(MOST_REQUESTS)]
        await trio.testing.wait_all_tasks_blocked()
        async with await connect(where) as late:
            assert await late.receive_some() == b""
        for stream in held:
            await stream.aclose()
        await trio.testing.wait_all_tasks_blocked()
        assert (await answer(where, b"GET /metrics HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 200")


# --- the address ------------------------------------------------------------------------------


async def test_a_socket_of_this_machine_serves_its_user_and_group(tmp_path: Path) -> None:
    path = tmp_path / "metrics.sock"
    async with asked(Relay(SMALL, b"salt"), MetricsAddress.parse(f"unix:{path}")) as where:
        assert str(where) == f"unix:{path}"
        assert path.stat().st_mode & 0o777 == 0o660
        assert (await answer(where, b"GET /metrics HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 200")
    assert not path.exists()


async def test_the_socket_of_a_killed_relay_is_replaced_and_other_files_are_left(
    tmp_path: Path,
) -> None:
    path = tmp_path / "metrics.sock"
    with socket.socket(socket.AF_UNIX) as killed:
        killed.bind(str(path))
    async with asked(Relay(SMALL, b"salt"), MetricsAddress(path)):
        with pytest.RaisesGroup(OSError):
            async with asked(Relay(SMALL, b"salt"), MetricsAddress(path)):
                pass
        assert path.exists()
    path.write_text("mine", encoding="utf-8")
    with pytest.RaisesGroup(OSError):
        async with asked(Relay(SMALL, b"salt"), MetricsAddress(path)):
            pass
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("text", ["", "unix:", "9744", "localhost", "::1:9744", "unix"])
def test_another_address_is_refused(text: str) -> None:
    with pytest.raises(BadListenAddress):
        MetricsAddress.parse(text)


def test_an_address_is_written_as_it_is_read() -> None:
    for text in ("127.0.0.1:9744", "[::1]:9744", "unix:/run/relay/metrics"):
        assert str(MetricsAddress.parse(text)) == text
