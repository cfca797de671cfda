"""Relays for tests: the real one on a port of this machine, and a scripted one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import trio
from trio.testing import MockClock

from client.online.local_relay import OWN_RELAY
from client.platform.system import seconds
from protocol.framing import (
    VERSION,
    DeliverFrame,
    Frame,
    FrameReader,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    PingFrame,
    PongFrame,
    SendFrame,
    encode,
)
from protocol.lobby.routes import Routes, tcp_route
from relay.addresses import Address
from relay.limits import Limits
from relay.permits import Permits
from relay.server import Relay

PATIENCE: Final = 20.0
"""Real seconds to wait for a condition."""
_STEP: Final = 0.005
_VIRTUAL_STEP: Final = 0.25
_LARGEST: Final = 100_000


async def until(is_so: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait for a condition that something outside of this task makes true."""
    limit = seconds() + patience
    is_virtual = isinstance(trio.lowlevel.current_clock(), MockClock)
    while not is_so():
        if seconds() > limit:
            raise trio.TooSlowError
        await trio.sleep(_VIRTUAL_STEP if is_virtual else _STEP)


class Port:
    """A real relay that can be stopped, and restarted on the same port with empty rooms."""

    def __init__(
        self, nursery: trio.Nursery, limits: Limits, permits: Permits | None = None
    ) -> None:
        self._permits = permits
        self._nursery = nursery
        self._limits = limits
        self._scope = trio.CancelScope()
        self._gone = trio.Event()
        self.port = 0
        self.relay = Relay(limits, b"")

    @property
    def routes(self) -> Routes:
        return (tcp_route("127.0.0.1", self.port),)

    async def start(self) -> None:
        self._scope = trio.CancelScope()
        self._gone = trio.Event()
        self.port = await self._nursery.start(self._run)

    async def _run(self, task_status: trio.TaskStatus[int]) -> None:
        self.relay = Relay(self._limits, b"salt%d" % id(self._scope), self._permits)
        with self._scope:
            async with trio.open_nursery() as nursery:
                address = await nursery.start(self.relay.run, Address("127.0.0.1", self.port))
                task_status.started(address.port)
        self._gone.set()

    async def stop(self) -> None:
        self._scope.cancel()
        await self._gone.wait()


@asynccontextmanager
async def real_relay(
    limits: Limits = OWN_RELAY, permits: Permits | None = None
) -> AsyncIterator[Port]:
    async with trio.open_nursery() as nursery:
        port = Port(nursery, limits, permits)
        await port.start()
        yield port
        nursery.cancel_scope.cancel()


Behaviour = Callable[["Talk"], Awaitable[None]]


class Talk:
    """One connection to a scripted relay, frame by frame."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self._frames = FrameReader(_LARGEST)

    async def read(self) -> Frame:
        while (frame := self._frames.next_frame()) is None:
            data = await self.stream.receive_some()
            if not data:
                raise trio.EndOfChannel
            self._frames.feed(data)
        return frame

    async def write(self, frame: Frame) -> None:
        await self.stream.send_all(encode(frame))

    async def welcome(self, epoch: bytes = b"epoch..1", limits: Limits = OWN_RELAY) -> JoinFrame:
        """Greet and admit a client; return its request to join."""
        await self.write(GreetingFrame(VERSION, limits.announced()))
        join = await self.read()
        assert isinstance(join, JoinFrame)
        await self.write(JoinedFrame(epoch, 1, 0))
        return join

    async def sent(self) -> bytes:
        """Return the next payload, answering pings meanwhile."""
        while True:
            frame = await self.read()
            if isinstance(frame, SendFrame):
                return frame.payload
            assert isinstance(frame, PingFrame)
            await self.write(PongFrame(frame.token, 0))

    async def deliver(self, cursor: int, payload: bytes) -> None:
        await self.write(DeliverFrame(cursor, 2, payload))


@asynccontextmanager
async def fake_relay(*behaviours: Behaviour) -> AsyncIterator[Routes]:
    """Run a relay with a script for each connection, in order."""
    left = list(behaviours)

    async def serve(stream: trio.SocketStream) -> None:
        async with stream:
            if left:
                try:
                    await left.pop(0)(Talk(stream))
                except (trio.EndOfChannel, trio.BrokenResourceError):
                    return

    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(partial(trio.serve_tcp, serve, 0, host="127.0.0.1"))
        yield (tcp_route(*listeners[0].socket.getsockname()[:2]),)
        nursery.cancel_scope.cancel()
