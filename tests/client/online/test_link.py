"""The link to a relay: it reconnects, loses no message, and trusts no relay."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
import trio

import client.online.outbox
from client.online.link import SILENCE_SECONDS, Link, LinkState
from client.online.local_relay import OWN_RELAY
from client.online.relay_greeting import RelayUnreachable, reach
from client.platform.rate_limit import RateLimit
from protocol.framing import (
    VERSION,
    DeliverFrame,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    Limit,
    RefusalCode,
    RefusedFrame,
)
from protocol.lobby.rooms import Room
from protocol.lobby.routes import Routes, tcp_route
from tests.client.relays import Talk, fake_relay, real_relay, until

ROOM = Room(b"0123456789")


@asynccontextmanager
async def linked(routes: Routes) -> AsyncIterator[tuple[Link, list[bytes]]]:
    """Run a link; yield it with its received payloads."""
    heard: list[bytes] = []
    link = Link(routes, ROOM, heard.append)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(link.run)
        yield link, heard
        nursery.cancel_scope.cancel()


async def test_links_of_one_room_hear_each_other_but_not_themselves() -> None:
    async with (
        real_relay() as relay,
        linked(relay.routes) as (one, heard_by_one),
        linked(relay.routes) as (_, heard_by_other),
    ):
        one.send(b"hello")
        await until(lambda: heard_by_other == [b"hello"])
        assert heard_by_one == []


async def test_messages_sent_while_the_relay_was_away_arrive_later() -> None:
    async with (
        real_relay() as relay,
        linked(relay.routes) as (one, _),
        linked(relay.routes) as (_, heard),
    ):
        await until(lambda: one.status.state is LinkState.UP)
        await relay.stop()
        await until(lambda: one.status.state is LinkState.DOWN)
        one.send(b"still here")
        await relay.start()
        await until(lambda: heard == [b"still here"])


async def test_a_confirmed_message_is_held_by_the_relay() -> None:
    async with real_relay() as relay:
        async with linked(relay.routes) as (one, _):
            one.send(b"last words")
            await one.confirmed()
            assert not one.owes
        async with linked(relay.routes) as (_, heard):
            await until(lambda: heard == [b"last words"])


async def test_unconfirmed_messages_are_sent_again_on_the_next_connection() -> None:
    got: list[bytes] = []

    async def breaks(talk: Talk) -> None:
        await talk.welcome()
        got.append(await talk.sent())

    async def stays(talk: Talk) -> None:
        await talk.welcome()
        while True:
            got.append(await talk.sent())

    async with fake_relay(breaks, stays) as routes, linked(routes) as (link, _):
        link.send(b"once")
        await until(lambda: len(got) == 2)
        assert got[0] == got[1]


async def test_a_message_refused_as_too_soon_is_resent_later() -> None:
    got: list[bytes] = []

    async def busy(talk: Talk) -> None:
        await talk.welcome()
        await talk.sent()
        await talk.write(RefusedFrame(RefusalCode.RATE, 1, 1, "slowly"))
        while True:
            got.append(await talk.sent())

    async with fake_relay(busy) as routes, linked(routes) as (link, _):
        link.send(b"too soon")
        await until(lambda: len(got) == 1)
        assert ROOM.unlock(got[0]) == b"too soon"
        await link.confirmed()


async def test_a_flood_passes_a_slow_relay_completely(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = replace(OWN_RELAY, messages_per_second=400, messages_burst=5)
    monkeypatch.setattr(client.online.outbox, "_SHARE", 3.0)
    async with (
        real_relay(slow) as relay,
        linked(relay.routes) as (one, _),
        linked(relay.routes) as (_, heard),
    ):
        for number in range(60):
            one.send(b"%d" % number)
        await until(lambda: set(heard) == {b"%d" % number for number in range(60)})


async def test_garbage_ends_the_connection_but_not_the_link() -> None:
    async def garbage(talk: Talk) -> None:
        await talk.stream.send_all(b"\xff" * 64)
        await trio.sleep_forever()

    async def good(talk: Talk) -> None:
        await talk.welcome()
        await talk.deliver(1, ROOM.lock(b"sound", bytes(12)))
        await trio.sleep_forever()

    async with fake_relay(garbage, good) as routes, linked(routes) as (_, heard):
        await until(lambda: heard == [b"sound"])


async def test_payloads_not_locked_in_the_room_are_dropped() -> None:
    async def liar(talk: Talk) -> None:
        await talk.welcome()
        await talk.deliver(1, b"not locked at all, and long enough")
        await talk.deliver(2, ROOM.lock(b"sound", bytes(12)))
        await trio.sleep_forever()

    async with fake_relay(liar) as routes, linked(routes) as (_, heard):
        await until(lambda: heard == [b"sound"])


async def test_a_relay_that_announces_nonsense_stops_nothing() -> None:
    async def mad(talk: Talk) -> None:
        limits = tuple(
            (which, 0 if which is not Limit.FRAME_BYTES else 2**40)
            for which, _ in OWN_RELAY.announced()
        )
        await talk.write(GreetingFrame(VERSION, limits))
        await talk.read()
        # A frame of a gigabyte is announced; the link does not wait for it.
        await talk.stream.send_all((2**30).to_bytes(4, "big") + b"\x06")
        await trio.sleep_forever()

    async def good(talk: Talk) -> None:
        await talk.welcome()
        await talk.deliver(1, ROOM.lock(b"sound", bytes(12)))
        await trio.sleep_forever()

    async with fake_relay(mad, good) as routes, linked(routes) as (_, heard):
        await until(lambda: heard == [b"sound"])


async def test_a_silent_relay_counts_as_broken() -> None:
    async def silent(talk: Talk) -> None:
        await talk.welcome()
        await trio.sleep_forever()

    async def good(talk: Talk) -> None:
        await talk.welcome()
        await talk.deliver(1, ROOM.lock(b"sound", bytes(12)))
        await trio.sleep_forever()

    async with fake_relay(silent, good) as routes, linked(routes) as (_, heard):
        await until(lambda: heard == [b"sound"])


async def test_the_time_without_a_relay_never_jumps_back() -> None:
    async def silent(talk: Talk) -> None:
        await talk.welcome()
        await trio.sleep_forever()

    async def closed(_talk: Talk) -> None:
        pass

    told: list[float] = []
    async with fake_relay(silent, closed) as routes, linked(routes) as (link, _):
        await until(lambda: link.status.state is LinkState.UP)
        for _second in range(3 * SILENCE_SECONDS):
            await trio.sleep(1)
            if (since := link.down_since(link.clock())) is not None:
                told.append(since)
        assert link.status.state is LinkState.DOWN
    assert len(told) > SILENCE_SECONDS
    assert set(told) == {told[0]}


async def test_the_time_without_a_relay_counts_from_the_first_attempt() -> None:
    async with linked((tcp_route("127.0.0.1", 1),)) as (link, _):
        began = link.down_since(link.clock())
        await until(lambda: link.status.state is LinkState.DOWN)
        await trio.sleep(1)
        assert link.down_since(link.clock()) == began


async def test_a_reconnecting_link_asks_for_frames_after_the_last_one() -> None:
    asked: list[int] = []

    async def first(talk: Talk) -> None:
        asked.append((await talk.welcome()).cursor)
        await talk.write(DeliverFrame(41, 2, ROOM.lock(b"a", bytes(12))))

    async def second(talk: Talk) -> None:
        asked.append((await talk.welcome()).cursor)

    async def other_life(talk: Talk) -> None:
        asked.append((await talk.welcome(b"epoch..2")).cursor)

    async def last(talk: Talk) -> None:
        asked.append((await talk.welcome(b"epoch..2")).cursor)
        await trio.sleep_forever()

    async with fake_relay(first, second, other_life, last) as routes, linked(routes):
        await until(lambda: len(asked) == 4)
        assert asked == [0, 41, 41, 0]


async def test_a_refusal_is_shown_without_control_characters() -> None:
    async def full(talk: Talk) -> None:
        await talk.write(RefusedFrame(RefusalCode.RELAY_FULL, 0, 0, "This relay is full."))

    async with fake_relay(full) as routes, linked(routes) as (link, _):
        await until(lambda: link.status.refusal == "This relay is full.")
        assert link.status.state is not LinkState.UP


async def test_a_refusal_is_forgotten_once_the_relay_is_gone() -> None:
    async with real_relay() as relay, linked(relay.routes) as (link, _):
        await until(lambda: link.status.state is LinkState.UP)
        await relay.stop()
        await until(lambda: link.status.state is LinkState.DOWN and not link.status.refusal)


async def test_the_round_trip_is_known_soon() -> None:
    async def stays(talk: Talk) -> None:
        await talk.welcome()
        await talk.sent()

    async with fake_relay(stays) as routes, linked(routes) as (link, _):
        await until(lambda: link.status.round_trip is not None)


async def test_an_unreachable_relay_is_named_by_its_address() -> None:
    routes = (tcp_route("127.0.0.1", 1),)
    with pytest.raises(RelayUnreachable) as unreachable:
        await reach(routes)
    assert unreachable.value.routes == routes


@pytest.mark.parametrize("host", ["a..b", "x" * 70, "\ufffd", "\0"])
async def test_an_impossible_host_name_is_unreachable(host: str) -> None:
    with pytest.raises(RelayUnreachable):
        await reach((tcp_route(host, 7744),))
    async with linked((tcp_route(host, 7744),)) as (link, _):
        await until(lambda: link.status.state is LinkState.DOWN)


def test_a_rate_limit_allows_a_burst_and_then_says_how_long_to_wait() -> None:
    pace = RateLimit(10.0, 2.0, 0.0)
    assert [pace.wait(1, 0.0) for _ in range(3)] == [0.0, 0.0, 0.1]
    assert pace.wait(1, 0.3) == 0.0


async def test_a_link_names_its_room_before_the_relay_says_anything() -> None:
    named: list[bytes] = []

    async def listens_first(talk: Talk) -> None:
        join = await talk.read()
        assert isinstance(join, JoinFrame)
        named.append(join.room)

    async with fake_relay(listens_first) as address, linked(address):
        await until(lambda: named == [ROOM.room_id])


async def test_a_link_returns_with_the_permit_that_the_relay_gave_it() -> None:
    permits: list[bytes] = []

    async def gives(talk: Talk) -> None:
        await talk.write(GreetingFrame(VERSION, OWN_RELAY.announced()))
        join = await talk.read()
        assert isinstance(join, JoinFrame)
        permits.append(join.permit)
        await talk.write(JoinedFrame(b"epoch..1", 1, 0, bytes(range(32))))

    async with fake_relay(gives, gives) as address, linked(address):
        await until(lambda: permits == [b"", bytes(range(32))])
