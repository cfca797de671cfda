"""A check of a relay: whether it answers, how fast, and its limits."""

from __future__ import annotations

from statistics import median
from typing import Final

import trio

from client.diagnostics.findings import CheckTopic, Finding, Level
from client.online.addresses import unreachable_sentence
from client.online.own_tokens import own_permits, permits_to_try
from client.online.route_troubles import RouteTrouble
from client.online.streams import NOWHERE, open_route
from client.platform.system import random_bytes, seconds
from client.text.catalogue import say
from client.text.complaints import sentence
from client.text.system_faults import unreached_reason
from engine.values import Value
from protocol.framing import (
    FROM_NOW_ON,
    GREETING_LIMIT,
    NO_EPOCH,
    ROOM_ID_BYTES,
    VERSION,
    Frame,
    FrameReader,
    FramingError,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    Limit,
    PingFrame,
    PongFrame,
    RefusalCode,
    RefusedFrame,
    encode,
)
from protocol.lobby.routes import Route
from relay.permits import BadTokens

PINGS: Final = 5
_PATIENCE: Final = 5.0
_SLOW: Final = 0.3
_TOKEN: Final = 8
_READ: Final = 4096


class _Refusal(Exception):
    """The relay refuses."""

    def __init__(self, code: RefusalCode) -> None:
        super().__init__(code.name.lower())
        self.code = code


class RelayAnswer(Value):
    """The answer of a relay: version, limits, and the median of the round trips in seconds."""

    version: int
    limits: tuple[tuple[Limit, int], ...]
    round_trip: float


class _Talk:
    """A connection, one frame at a time."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._frames = FrameReader(GREETING_LIMIT)

    async def say(self, frame: JoinFrame | PingFrame) -> None:
        await self._stream.send_all(encode(frame))

    async def hear(self) -> Frame:
        """Return the next frame.

        Raises:
            FramingError: the relay hung up, or is none.
        """
        while (frame := self._frames.next_frame()) is None:
            data = await self._stream.receive_some(_READ)
            if not data:
                raise FramingError
            self._frames.feed(data)
        if isinstance(frame, RefusedFrame):
            raise _Refusal(frame.code)
        return frame


async def ask_relay(route: Route) -> RelayAnswer:
    """Enter an empty room of a relay and ping it; a private one with each of our tokens in turn.

    Raises:
        OSError: nothing listens there.
        UnicodeError: the host cannot be the name of a machine.
        trio.TooSlowError: it does not answer in time.
        FramingError: the program that listens there is not a relay.
        _Refusal: it refuses.
    """
    room = random_bytes(ROOM_ID_BYTES)
    offers = [b"", *permits_to_try(room)]
    while True:
        try:
            return await _ask(route, JoinFrame(room, NO_EPOCH, FROM_NOW_ON, offers.pop(0)))
        except _Refusal as refusal:
            if refusal.code is not RefusalCode.PRIVATE or not offers:
                raise


async def _ask(route: Route, join: JoinFrame) -> RelayAnswer:
    stream = await open_route(route)
    async with stream:
        with trio.fail_after(_PATIENCE):
            talk = _Talk(stream)
            await talk.say(join)
            greeting = await talk.hear()
            if not isinstance(greeting, GreetingFrame):
                raise FramingError
            while not isinstance(await talk.hear(), JoinedFrame):
                pass
            trips = [await _ping(talk) for _ in range(PINGS)]
    return RelayAnswer(greeting.version, greeting.limits, median(trips))


async def _ping(talk: _Talk) -> float:
    token, began = random_bytes(_TOKEN), seconds()
    await talk.say(PingFrame(token))
    while True:
        frame = await talk.hear()
        if isinstance(frame, PongFrame) and frame.token == token:
            return seconds() - began


async def check_relay(route: Route) -> Finding:
    """Check that a relay answers, and report its speed and its limits."""
    name = str(route)
    try:
        answer = await ask_relay(route)
    except RouteTrouble as trouble:
        return Finding(CheckTopic.RELAY, Level.FAIL, sentence(trouble.sentence()))
    except NOWHERE as error:
        told = unreachable_sentence((route,), unreached_reason(error))
        return Finding(CheckTopic.RELAY, Level.FAIL, sentence(told))
    except _Refusal as refusal:
        if refusal.code is RefusalCode.PRIVATE:
            return _private(name)
        return Finding(
            CheckTopic.RELAY,
            Level.FAIL,
            say("The relay at {address} refuses: {why}.", address=name, why=str(refusal)),
            say("Wait a minute and try again, or use another relay."),
        )
    except (FramingError, trio.BrokenResourceError):
        return Finding(
            CheckTopic.RELAY,
            Level.FAIL,
            say("The server at {address} is not a relay for this game.", address=name),
            say("Check the port and the version of the relay."),
        )
    limits = dict(answer.limits)
    told = say(
        "The relay at {address} answers in {trip} ms (version {version}, "
        "{rate} messages a second, frames of {size} bytes, {members} in a room).",
        address=name,
        trip=max(1, round(answer.round_trip * 1000)),
        version=answer.version,
        rate=limits.get(Limit.MESSAGES_PER_SECOND, 0),
        size=limits.get(Limit.FRAME_BYTES, 0),
        members=limits.get(Limit.MEMBERS, 0),
    )
    if answer.version != VERSION:
        return Finding(CheckTopic.RELAY, Level.FAIL, told, say("Its version differs from yours."))
    if answer.round_trip > _SLOW:
        return Finding(
            CheckTopic.RELAY,
            Level.WARN,
            told,
            say("That is slow: dealing takes long. Use a relay closer to all players."),
        )
    return Finding(CheckTopic.RELAY, Level.OK, told)


def _private(name: str) -> Finding:
    told = say(
        "The relay at {address} is private: anyone can join a table, but opening one "
        "needs a token.",
        address=name,
    )
    try:
        has_token = bool(own_permits(bytes(ROOM_ID_BYTES)))
    except BadTokens as error:
        return Finding(CheckTopic.RELAY, Level.WARN, told, sentence(str(error)))
    if has_token:
        helps = say("It accepts none of your tokens (token_file in the settings).")
    else:
        helps = say(
            "To open tables there, set token_file in the settings to a file with its token."
        )
    return Finding(CheckTopic.RELAY, Level.WARN, told, helps)
