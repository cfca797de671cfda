"""A private relay: the host's token opens rooms, guests come without, and nobody is shut out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from client.diagnostics.findings import Level
from client.diagnostics.relay_check import check_relay
from client.online.link import Link, LinkState
from client.online.local_relay import OWN_RELAY
from client.online.own_tokens import own_permits, private_sentence
from protocol.framing import VERSION, GreetingFrame, JoinFrame, RefusalCode, RefusedFrame
from protocol.lobby.rooms import Room
from protocol.lobby.routes import Routes
from relay.permits import BadTokens, Permits, permit_of
from tests.client.relays import Talk, fake_relay, real_relay, until

ROOM = Room(b"0123456789")
CLUB, OTHER = "token-of-the-club", "token-of-another-club"


class TokenFile:
    """The file that the settings name; at first it is not there."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def hold(self, *tokens: str) -> None:
        """Write these tokens; without any, remove the file."""
        if tokens:
            self._path.write_text("\n".join(tokens), encoding="utf-8")
        else:
            self._path.unlink()


@pytest.fixture
def tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TokenFile:
    monkeypatch.setenv("BLOODRAGE_TOKEN_FILE", str(tmp_path / "tokens"))
    return TokenFile(tmp_path / "tokens")


@asynccontextmanager
async def linked(routes: Routes, count: int, *, as_host: bool = True) -> AsyncIterator[list[Link]]:
    links = [Link(routes, ROOM, lambda _payload: None, opens_room=as_host) for _ in range(count)]
    async with trio.open_nursery() as nursery:
        for link in links:
            nursery.start_soon(link.run)
        yield links
        nursery.cancel_scope.cancel()


def is_up(*links: Link) -> bool:
    return all(link.status.state is LinkState.UP for link in links)


async def test_a_host_opens_a_room_with_the_right_one_of_several_tokens(tokens: TokenFile) -> None:
    tokens.hold(OTHER, CLUB)
    async with real_relay(permits=Permits([CLUB])) as relay, linked(relay.routes, 1) as (host,):
        await until(lambda: is_up(host))
        assert host.status.refusal == ""


async def test_guests_wait_for_the_host_and_open_the_room_again_without(tokens: TokenFile) -> None:
    async with (
        real_relay(permits=Permits([CLUB])) as relay,
        linked(relay.routes, 2, as_host=False) as guests,
    ):
        await until(lambda: all(one.status.refusal == private_sentence() for one in guests))
        tokens.hold(CLUB)
        async with linked(relay.routes, 1) as (host,):
            await until(lambda: is_up(host))
            tokens.hold()
            await until(lambda: is_up(*guests))
        await relay.stop()
        await until(lambda: not any(map(is_up, guests)))
        await relay.start()
        await until(lambda: is_up(*guests))


async def test_a_token_that_is_not_the_relays_is_told(tokens: TokenFile) -> None:
    tokens.hold(OTHER)
    async with real_relay(permits=Permits([CLUB])) as relay, linked(relay.routes, 1) as (host,):
        await until(lambda: host.status.refusal == private_sentence())


async def test_a_guest_shows_no_permit_to_a_relay_that_asks(tokens: TokenFile) -> None:
    tokens.hold(CLUB)
    shown: list[bytes] = []

    async def asks(talk: Talk) -> None:
        await talk.write(GreetingFrame(VERSION, OWN_RELAY.announced()))
        join = await talk.read()
        assert isinstance(join, JoinFrame)
        shown.append(join.permit)
        await talk.write(RefusedFrame(RefusalCode.PRIVATE, 1, 0, "Show me your permit."))

    async with fake_relay(*[asks] * 3) as routes, linked(routes, 1, as_host=False):
        await until(lambda: len(shown) == 3)
    assert shown == [b""] * 3


async def test_doctor_tells_the_token_apart_from_none_a_wrong_one_and_a_wrong_file(
    tokens: TokenFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with real_relay(permits=Permits([CLUB])) as relay:
        (route,) = relay.routes
        unread = await check_relay(route)
        tokens.hold(OTHER)
        wrong = await check_relay(route)
        tokens.hold(OTHER, CLUB)
        right = await check_relay(route)
        monkeypatch.delenv("BLOODRAGE_TOKEN_FILE")
        without = await check_relay(route)
    assert right.level is Level.OK
    for finding, helps in (
        (unread, "cannot be read"),
        (wrong, "accepts none of your tokens"),
        (without, "To open tables there"),
    ):
        assert finding.level is Level.WARN
        assert "is private" in finding.told
        assert helps in finding.todo
        assert OTHER not in finding.told + finding.todo


def test_permits_come_from_the_file_that_the_settings_name(tokens: TokenFile) -> None:
    with pytest.raises(BadTokens, match="cannot be read"):
        own_permits(ROOM.room_id)
    tokens.hold(CLUB)
    assert own_permits(ROOM.room_id) == (permit_of(CLUB, ROOM.room_id),)
