"""A hostile relay: the link neither grows nor spins, shows one sentence, and reconnects."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest
import trio

import client.online.link
from client.online.link import Link, LinkState
from client.online.local_relay import OWN_RELAY
from client.online.outbox import MOST_WAITING
from client.online.pings import MOST_PINGS
from client.online.table_messages import link_sentence
from protocol.framing import (
    GREETING_LIMIT,
    VERSION,
    DeliverFrame,
    FrameKind,
    GapFrame,
    GreetingFrame,
    JoinedFrame,
    Limit,
    MembersFrame,
    PingFrame,
    PongFrame,
    RefusalCode,
    RefusedFrame,
    SendFrame,
    encode,
)
from protocol.lobby.rooms import Room
from protocol.lobby.routes import Routes
from tests.client.relays import Talk, fake_relay, until

ROOM = Room(b"0123456789")
NO_RELAY = "The server there is not a relay for this game, or is a newer one."
GREETING = encode(GreetingFrame(VERSION, OWN_RELAY.announced()))


class Linked:
    """A link, its received payloads, and the number of reported changes."""

    def __init__(self, routes: Routes) -> None:
        self.heard: list[bytes] = []
        self.changes = 0
        self.link = Link(routes, ROOM, self.heard.append, self._changed)

    def _changed(self) -> None:
        self.changes += 1


@asynccontextmanager
async def linked(routes: Routes) -> AsyncIterator[Linked]:
    it = Linked(routes)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(it.link.run)
        yield it
        nursery.cancel_scope.cancel()


async def good(talk: Talk) -> None:
    await talk.welcome()
    await talk.deliver(1, ROOM.lock(b"sound", bytes(12)))
    while True:
        frame = await talk.read()
        if isinstance(frame, PingFrame):
            await talk.write(PongFrame(frame.token, 0))


@pytest.mark.parametrize(
    "said",
    [
        b"\xff" * 64,
        bytes(64),
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        (GREETING_LIMIT + 1).to_bytes(4, "big")
        + bytes([FrameKind.GREETING])
        + bytes(GREETING_LIMIT),
        encode(GreetingFrame(VERSION, ())),
        encode(GreetingFrame(VERSION + 1, OWN_RELAY.announced())),
        GREETING + GREETING,
        encode(JoinedFrame(b"epoch..1", 1, 0)) + GREETING,
        GREETING + encode(JoinedFrame(b"epoch..1", 1, 0)) + b"\x00\x00\x00\x05\x7f" + bytes(4),
    ],
    ids=["ones", "zeros", "web", "giant", "bare", "newer", "twice", "late", "unknown"],
)
async def test_a_server_that_is_no_relay_brings_one_sentence_and_another_try(said: bytes) -> None:
    async def bad(talk: Talk) -> None:
        await talk.stream.send_all(said)
        await trio.sleep_forever()

    told: list[str] = []

    async def then_good(talk: Talk) -> None:
        told.append(link_sentence(it.link))
        await good(talk)

    async with fake_relay(bad, then_good) as routes, linked(routes) as it:
        await until(lambda: it.heard == [b"sound"])
        assert told == [f"relay: {NO_RELAY}"]
        assert it.link.status.refusal == ""


async def test_pauses_grow_while_the_relay_keeps_hanging_up() -> None:
    came: list[float] = []

    async def hangs_up(_talk: Talk) -> None:
        came.append(trio.current_time())

    async with fake_relay(*[hangs_up] * 7) as routes, linked(routes):
        await until(lambda: len(came) == 7)
    pauses = [after - before for before, after in pairwise(came)]
    for pause, least in zip(pauses, (0.25, 0.5, 1, 2, 4, 4), strict=True):
        assert pause >= least / 2


async def test_a_greeting_byte_by_byte_is_abandoned() -> None:
    async def drips(talk: Talk) -> None:
        for byte in GREETING:
            await talk.stream.send_all(bytes([byte]))
            await trio.sleep(1)

    async with fake_relay(drips, good) as routes, linked(routes) as it:
        await until(lambda: it.heard == [b"sound"])


async def test_a_relay_that_never_answers_pings_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client.online.link, "DEAF_SECONDS", 0.2)
    monkeypatch.setattr(client.online.link, "PING_SECONDS", 0.001)

    async def talks(talk: Talk) -> None:
        await talk.welcome()
        while True:
            await talk.write(MembersFrame((1,)))
            await talk.write(PongFrame(bytes(8), 9))
            assert len(it.link._pings) <= MOST_PINGS
            await trio.sleep(0.005)

    async with fake_relay(talks, good) as routes, linked(routes) as it:
        await until(lambda: it.heard == [b"sound"])


async def test_endless_frames_are_read_no_faster_than_a_full_room_speaks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client.online.link, "MOST_FRAMES", (50.0, 10.0))
    started: list[float] = []

    async def floods(talk: Talk) -> None:
        await talk.welcome()
        started.append(trio.current_time())
        for number in range(2_000):
            await talk.write(MembersFrame(tuple(range(number % 2))))
            await talk.write(GapFrame(number))

    async with fake_relay(floods) as routes, linked(routes) as it:
        await until(lambda: it.changes > 12)
        passed = trio.current_time() - started[0]
        # Every second frame is a change; greeting and joining are two more.
        assert it.changes <= 10 + 50.0 * passed


async def test_repeated_member_lists_are_no_news() -> None:
    async def repeats(talk: Talk) -> None:
        await talk.welcome()
        for _ in range(500):
            await talk.write(MembersFrame((1, 2)))
        await talk.deliver(1, ROOM.lock(b"sound", bytes(12)))
        await trio.sleep_forever()

    async with fake_relay(repeats) as routes, linked(routes) as it:
        await until(lambda: it.heard == [b"sound"])
        assert it.changes < 5


async def test_endless_refusals_as_too_soon_are_paced() -> None:
    sent: list[float] = []

    async def refuses(talk: Talk) -> None:
        limits = [
            (which, 2**62 if which is not Limit.FRAME_BYTES else value)
            for which, value in OWN_RELAY.announced()
        ]
        await talk.write(GreetingFrame(VERSION, tuple(limits)))
        await talk.read()
        await talk.write(JoinedFrame(b"epoch..1", 1, 0))
        while len(sent) < 20:
            if isinstance(await talk.read(), SendFrame):
                sent.append(trio.current_time())
                await talk.write(RefusedFrame(RefusalCode.RATE, 0, len(sent), "slowly"))

    async with fake_relay(refuses) as routes, linked(routes) as it:
        it.link.send(b"again")
        await until(lambda: len(sent) == 20)
    assert sent[-1] - sent[0] > 19 * 0.02 * 0.9


async def test_a_second_joined_frame_does_not_change_the_epoch() -> None:
    async def joins_again(talk: Talk) -> None:
        await talk.welcome()
        await talk.write(DeliverFrame(7, 2, ROOM.lock(b"a", bytes(12))))
        await talk.write(JoinedFrame(b"epoch..9", 1, 0))
        await talk.write(DeliverFrame(3, 2, ROOM.lock(b"a", bytes(12))))

    asked: list[tuple[bytes, int]] = []

    async def asks(talk: Talk) -> None:
        join = await talk.welcome()
        asked.append((join.epoch, join.cursor))
        await trio.sleep_forever()

    async with fake_relay(joins_again, asks) as routes, linked(routes) as it:
        await until(lambda: bool(asked))
        assert asked == [(b"epoch..1", 7)]
        assert it.heard == [b"a", b"a"]


async def test_a_relay_that_confirms_nothing_costs_bounded_memory() -> None:
    async def takes(talk: Talk) -> None:
        await talk.welcome()
        while True:
            await talk.read()

    async with fake_relay(takes, takes) as routes, linked(routes) as it:
        await until(lambda: it.link.status.state is LinkState.UP)
        for number in range(MOST_WAITING + 100):
            it.link.send(b"%d" % number)
        assert len(it.link._outbox._outgoing) == MOST_WAITING
        assert ROOM.unlock(it.link._outbox._outgoing[-1][5:]) == b"%d" % (MOST_WAITING + 99)
        await until(lambda: len(it.link._outbox._unconfirmed) > 50)
        assert len(it.link._outbox._unconfirmed) <= MOST_WAITING
