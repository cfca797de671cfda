"""Several routes to a relay: the one that leads to the room wins, and is left if it breaks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from client.online import link as link_module
from client.online.link import ELSEWHERE_SECONDS, LONGEST_REFUSAL, Link, LinkState
from client.online.local_relay import OWN_RELAY
from client.online.race import MOST_UNPROVEN, PROOF_SECONDS, Contact, race
from protocol.framing import (
    FROM_NOW_ON,
    NO_EPOCH,
    VERSION,
    DeliverFrame,
    Frame,
    FrameKind,
    FrameMalformed,
    FramingError,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    MembersFrame,
    RefusalCode,
    RefusedFrame,
    SendFrame,
)
from protocol.lobby.rooms import Room
from protocol.lobby.routes import Routes, read_routes
from tests.client.relays import Talk, fake_relay, real_relay, until

ROOM = Room(b"race.room.")
JOIN = JoinFrame(ROOM.room_id, NO_EPOCH, 0)
NOBODY = read_routes("127.0.0.1:1")


def proves(frame: Frame) -> bool:
    return isinstance(frame, DeliverFrame) and frame.payload == b"proof"


async def raced(*routes: Routes, needs_proof: bool = False) -> Contact:
    """Race, and close the winner."""
    found = await race(
        tuple(one for each in routes for one in each), JOIN, proves, needs_proof=needs_proof
    )
    await trio.aclose_forcefully(found.stream)
    return found


async def lonely(talk: Talk) -> None:
    """Let everybody in, and deliver nothing of the room."""
    await talk.welcome()
    await trio.sleep_forever()


async def in_time(talk: Talk) -> None:
    """Deliver a message of the room a moment later."""
    await talk.welcome(b"epoch..2")
    await trio.sleep(1)
    await talk.deliver(1, b"proof")
    await trio.sleep_forever()


async def silent(_talk: Talk) -> None:
    await trio.sleep_forever()


async def web_server(talk: Talk) -> None:
    await talk.stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")


async def test_the_relay_with_the_room_wins_over_one_that_answers_first() -> None:
    async with fake_relay(lonely) as first, fake_relay(in_time) as second:
        found = await raced(first, second)
        assert (found.route,) == second
        assert found.is_proven
        kinds = [type(frame).__name__ for frame in found.frames]
        assert kinds == ["GreetingFrame", "JoinedFrame", "DeliverFrame"]


async def test_the_first_relay_that_lets_us_in_is_taken_where_nobody_is() -> None:
    async with fake_relay(lonely) as first, fake_relay(lonely) as second:
        began = trio.current_time()
        found = await raced(first, second)
        assert (found.route,) == first
        assert not found.is_proven
        assert trio.current_time() - began < PROOF_SECONDS + 1


async def test_nothing_is_waited_for_if_only_one_route_leads_anywhere() -> None:
    async with fake_relay(lonely) as second, fake_relay(web_server) as third:
        began = trio.current_time()
        found = await raced(NOBODY, second, third)
        assert (found.route,) == second
        assert trio.current_time() - began < PROOF_SECONDS / 2


async def test_a_silent_port_holds_nobody_up() -> None:
    async with fake_relay(silent) as first, fake_relay(in_time) as second:
        assert (await raced(first, second)).is_proven


async def test_no_relay_at_all_is_an_error() -> None:
    with pytest.raises(OSError):  # noqa: PT011 - of several kinds by system
        await raced(NOBODY, NOBODY + read_routes("127.0.0.1:2"))
    async with fake_relay(web_server) as first:
        with pytest.raises(FramingError):
            await raced(NOBODY, first)


async def test_a_proof_is_waited_for_where_one_is_needed() -> None:
    async with fake_relay(lonely) as first, fake_relay(lonely) as second:
        with pytest.raises(trio.TooSlowError):
            await raced(first, second, needs_proof=True)


async def test_a_relay_that_floods_before_its_proof_is_left() -> None:
    async def floods(talk: Talk) -> None:
        await talk.welcome()
        for cursor in range(MOST_UNPROVEN + 1):
            await talk.deliver(cursor, b"noise")
        await trio.sleep_forever()

    async with fake_relay(floods) as first:
        with pytest.raises(FrameMalformed) as refused:
            await raced(first, needs_proof=True)
        assert refused.value.kind is FrameKind.DELIVER


async def test_huge_frames_before_the_proof_fill_no_memory() -> None:
    async def floods(talk: Talk) -> None:
        await talk.welcome()
        for first in range(20):
            await talk.write(MembersFrame(tuple(range(first, 15_000))))
            await talk.write(SendFrame(bytes(60_000)))
        await talk.deliver(1, b"proof")
        await trio.sleep_forever()

    async with fake_relay(floods) as first:
        found = await raced(first, needs_proof=True)
    kept = [type(frame).__name__ for frame in found.frames]
    assert kept == ["GreetingFrame", "JoinedFrame", "MembersFrame", "DeliverFrame"]


async def test_all_but_the_winner_are_closed() -> None:
    closed = trio.Event()

    async def hears_the_end(talk: Talk) -> None:
        await talk.welcome()
        with pytest.raises((trio.EndOfChannel, trio.BrokenResourceError)):
            await talk.read()
        closed.set()

    async with fake_relay(hears_the_end) as first, fake_relay(in_time) as second:
        await raced(first, second)
        with trio.fail_after(5):
            await closed.wait()


# ------------------------------------------------------------------------------- links


@asynccontextmanager
async def linked(routes: Routes) -> AsyncIterator[tuple[Link, list[bytes]]]:
    heard: list[bytes] = []
    link = Link(routes, ROOM, heard.append)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(link.run)
        yield link, heard
        nursery.cancel_scope.cancel()


async def test_a_guest_finds_the_host_behind_the_second_route() -> None:
    async with real_relay() as strange, real_relay() as relay, linked(relay.routes) as (host, _):
        host.send(b"welcome")
        await host.confirmed()
        async with linked(strange.routes + relay.routes) as (_guest, heard):
            await until(lambda: heard == [b"welcome"])


async def test_a_link_goes_on_at_another_route_when_its_own_breaks() -> None:
    async with real_relay() as one, real_relay() as other:
        routes = one.routes + other.routes
        async with linked(routes) as (host, _), linked(routes) as (guest, heard):
            host.send(b"first")
            await until(lambda: heard == [b"first"])
            await one.stop()
            host.send(b"second")
            await until(lambda: b"second" in heard, 30)
            assert guest.status.state is LinkState.UP


async def test_a_link_in_an_empty_room_keeps_looking_for_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(link_module, "ELSEWHERE_SECONDS", ELSEWHERE_SECONDS / 100)
    async with (
        real_relay() as strange,
        real_relay() as relay,
        linked(strange.routes + relay.routes) as (guest, heard),
    ):
        await until(lambda: guest.status.state is LinkState.UP)
        async with linked(relay.routes) as (host, _):
            await until(lambda: host.status.state is LinkState.UP)
            host.send(b"here")
            await until(lambda: heard == [b"here"], 20)
            guest.send(b"there")
            await guest.confirmed()


async def pretend(talk: Talk, epoch: bytes | None = None) -> None:
    """Let somebody in as if this were the room in which they were."""
    await talk.write(GreetingFrame(VERSION, OWN_RELAY.announced()))
    join = await talk.read()
    assert isinstance(join, JoinFrame)
    await talk.write(JoinedFrame(join.epoch if epoch is None else epoch, 1, join.cursor))
    await talk.sent()


async def of_no_epoch(talk: Talk) -> None:
    """Let somebody in to the room of nobody."""
    await pretend(talk, NO_EPOCH)


async def test_the_epoch_of_no_room_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "ELSEWHERE_SECONDS", ELSEWHERE_SECONDS / 100)
    async with (
        real_relay() as relay,
        fake_relay(*[of_no_epoch] * 50) as strange,
        linked(strange + relay.routes) as (_guest, heard),
        linked(relay.routes) as (host, _),
    ):
        host.send(b"here")
        await until(lambda: heard == [b"here"])


async def test_an_epoch_that_we_told_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "ELSEWHERE_SECONDS", ELSEWHERE_SECONDS / 100)
    async with (
        real_relay() as relay,
        fake_relay(silent, *[pretend] * 50) as strange,
        linked(relay.routes + strange) as (guest, heard),
        linked(relay.routes) as (host, _),
    ):
        host.send(b"first")
        await until(lambda: heard == [b"first"])
        await relay.stop()
        await until(lambda: guest.status.state is not LinkState.UP)
        await until(lambda: guest.status.state is LinkState.UP)
        await relay.start()
        host.send(b"second")
        await until(lambda: b"second" in heard)


async def test_an_epoch_told_to_the_only_route_proves_nothing_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(link_module, "ELSEWHERE_SECONDS", ELSEWHERE_SECONDS / 100)
    told: list[bytes] = []

    async def real_at_first(talk: Talk) -> None:
        await talk.welcome(b"epoch..1")
        await talk.deliver(1, ROOM.lock(b"first", bytes(12)))
        await trio.sleep(0.1)

    async def overhears(talk: Talk) -> None:
        await talk.write(GreetingFrame(VERSION, OWN_RELAY.announced()))
        join = await talk.read()
        assert isinstance(join, JoinFrame)
        told.append(join.epoch)

    async def repeats(talk: Talk) -> None:
        await pretend(talk, told[0])

    async with (
        fake_relay(real_at_first, overhears, *[repeats] * 50) as only,
        real_relay() as relay,
        linked(only) as (guest, heard),
        linked(relay.routes) as (host, _),
    ):
        await until(lambda: told == [b"epoch..1"])
        guest.learn(relay.routes)
        host.send(b"second")
        await until(lambda: heard == [b"first", b"second"])


async def test_a_cursor_beyond_all_frames_makes_a_relay_skip_nothing() -> None:
    async def at_the_end(talk: Talk) -> None:
        await talk.welcome()
        await talk.deliver(FROM_NOW_ON, b"noise")

    cursors: list[int] = []

    async def asked_again(talk: Talk) -> None:
        join = await talk.welcome()
        cursors.append(join.cursor)
        await trio.sleep_forever()

    async with fake_relay(at_the_end, asked_again) as only, linked(only):
        await until(lambda: len(cursors) == 1)
    assert cursors == [FROM_NOW_ON - 1]


async def test_a_stranger_who_refuses_for_long_keeps_nobody_from_the_other_routes() -> None:
    async def refuses(talk: Talk) -> None:
        await talk.write(RefusedFrame(RefusalCode.RELAY_FULL, 60_000, 0, "Full."))

    async with real_relay() as relay, fake_relay(*[refuses] * 9) as strange:
        await relay.stop()
        async with linked(relay.routes + strange) as (guest, _):
            await until(lambda: guest.status.refusal == "Full.")
            began = trio.current_time()
            await relay.start()
            await until(lambda: guest.status.state is LinkState.UP)
            assert trio.current_time() - began < LONGEST_REFUSAL / 2
