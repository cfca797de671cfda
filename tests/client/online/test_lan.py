"""Tables announced on the local network, here the loopback interface alone."""

from __future__ import annotations

from typing import NoReturn

import pytest
import trio
from trio.testing import MockClock
from zeroconf import ServiceInfo

from client.online import lan
from client.online.lan import (
    MOST_IN_VAIN,
    SERVICE,
    Announcement,
    LanList,
    LanState,
    table_of,
)
from protocol.charter import PROTOCOL_VERSION
from protocol.lobby.rooms import Invitation, Room
from protocol.lobby.routes import read_routes, tcp_route
from tests.client.relays import until

HERE = ["127.0.0.1"]
FIRST = Invitation((tcp_route("127.0.0.1", 7744),), Room(b"0123456789"))
ELSEWHERE = Invitation((tcp_route("192.168.1.5", 7744),), Room(b"0123456789"))
MOVED = Invitation((tcp_route("192.168.1.6", 7744),), Room(b"0123456789"))
SECOND = Invitation((tcp_route("127.0.0.1", 7744),), Room(b"9876543210"))


async def test_an_announced_table_is_listed_changed_and_gone_when_it_is_taken_back() -> None:
    announcement = Announcement("Astrid", 3, FIRST, HERE)
    tables = LanList(interfaces=HERE)

    def lines() -> list[str]:
        return [one.invitation.line() for one in tables.tables.values() if one.name == "Astrid"]

    async with trio.open_nursery() as nursery:
        nursery.start_soon(tables.run)
        async with trio.open_nursery() as hosting:
            hosting.start_soon(announcement.run)
            await until(lambda: lines() == [FIRST.line()])
            announcement.update(SECOND)
            await until(lambda: lines() == [SECOND.line()])
            hosting.cancel_scope.cancel()
        await until(lambda: not lines())
        nursery.cancel_scope.cancel()
    assert announcement.trouble == tables.trouble == ""


@pytest.mark.slow
async def test_an_announced_table_tells_its_state_and_is_withdrawn_and_announced_again() -> None:
    announcement = Announcement("Eir", 3, FIRST, HERE)
    tables = LanList(interfaces=HERE)

    def states() -> list[tuple[LanState, int]]:
        return [(one.state, one.seats) for one in tables.tables.values() if one.name == "Eir"]

    async with trio.open_nursery() as nursery:
        nursery.start_soon(tables.run)
        nursery.start_soon(announcement.run)
        await until(lambda: states() == [(LanState.OPEN, 3)])
        announcement.show(LanState.FULL, 2)
        await until(lambda: states() == [(LanState.FULL, 2)])
        announcement.show(None, 2)
        await until(lambda: not states())
        announcement.show(LanState.BEGUN, 2)
        await until(lambda: states() == [(LanState.BEGUN, 2)])
        nursery.cancel_scope.cancel()


def no_multicast(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Let the network refuse every announcement; return the list of attempts, which grows."""
    opened: list[object] = []

    def refuses(_interfaces: object) -> NoReturn:
        opened.append(None)
        raise OSError(1, "no multicast here")

    monkeypatch.setattr(lan, "_zeroconf", refuses)
    return opened


async def test_nothing_is_announced_in_no_network(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    opened = no_multicast(monkeypatch)
    announcement = Announcement("Astrid", 3, FIRST)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announcement.run)
        await trio.sleep(60)
        assert not opened
        assert announcement.told().startswith("Not announced: ")
        announcement.update(ELSEWHERE)
        await trio.sleep(60)
        nursery.cancel_scope.cancel()
    assert opened


def test_an_announcement_has_room_for_many_routes() -> None:
    routes = read_routes(
        ",".join(f"{'name' * 10}{at}.example.org" for at in range(7)) + ",10.0.0.5"
    )
    info = Announcement("Astrid", 3, Invitation(routes, Room(bytes(10)))).info(LanState.OPEN)
    table = table_of(info)
    assert table is not None
    assert str(table.invitation.routes[0]) == "10.0.0.5:7744"
    assert 1 < len(table.invitation.routes) < len(routes)


async def test_announcements_about_which_nobody_answers_hold_up_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    class Unanswered(ServiceInfo):
        def request(self, *_args: object, **_options: object) -> bool:
            asked.append(self.name)
            return False

    monkeypatch.setattr(lan, "ServiceInfo", Unanswered)
    tables = LanList(interfaces=HERE)
    listener = lan._Listener(tables._found, trio.lowlevel.current_trio_token())
    async with lan._zeroconf(HERE) as zeroconf:
        for at in range(100):
            listener.add_service(zeroconf, SERVICE, f"table-{at}.{SERVICE}")
    assert len(asked) == MOST_IN_VAIN


async def test_a_network_that_does_not_allow_it_is_told(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    no_multicast(monkeypatch)
    announcement, tables = Announcement("Astrid", 3, ELSEWHERE), LanList()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announcement.run)
        nursery.start_soon(tables.run)
        await trio.sleep(60)
        assert announcement.trouble.startswith("This table cannot be announced here: ")
        assert tables.trouble.startswith("Tables on this network cannot be listed: ")
        nursery.cancel_scope.cancel()


async def test_other_addresses_of_this_machine_are_announced_and_listened_at(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    opened = no_multicast(monkeypatch)
    hosts: list[tuple[str, ...]] = [("192.168.1.5",)]
    announcement = Announcement("Astrid", 3, ELSEWHERE)
    tables = LanList(look=lambda: hosts[-1])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announcement.run)
        nursery.start_soon(tables.run)
        await trio.sleep(60)
        assert len(opened) == 2
        for same in ((), ("192.168.1.5",)):
            hosts.append(same)
            await trio.sleep(60)
            assert len(opened) == 2
        announcement.update(MOVED)
        await trio.sleep(60)
        assert len(opened) == 3
        hosts.append(("192.168.1.6",))
        await trio.sleep(60)
        assert len(opened) == 4
        nursery.cancel_scope.cancel()


def announced(**told: str | None) -> ServiceInfo:
    version = str(PROTOCOL_VERSION)
    whole = {"name": "Astrid", "seats": "3", "version": version, "invitation": FIRST.line(), **told}
    return ServiceInfo(
        SERVICE,
        f"x.{SERVICE}",
        parsed_addresses=["192.168.1.9"],
        port=7744,
        properties={key: value for key, value in whole.items() if value is not None},
        server="x.local.",
    )


def test_an_announcement_says_who_where_and_how_many() -> None:
    table = table_of(announced(invitation="192.168.1.5:7744/" + FIRST.line().split("/")[1]))
    assert table is not None
    assert (table.name, table.seats, table.fits) == ("Astrid", 3, True)
    assert table.invitation.routes[0].host == "192.168.1.5"


def test_a_host_that_knows_only_its_loopback_address_is_reached_where_it_announces() -> None:
    table = table_of(announced())
    assert table is not None
    assert table.invitation.routes[0].host == "192.168.1.9"


def test_a_table_of_another_version_is_listed_and_does_not_fit() -> None:
    table = table_of(announced(version="99"))
    assert table is not None
    assert not table.fits


@pytest.mark.parametrize(
    "told",
    [
        {"name": ""},
        {"name": None},
        {"name": "\x1b\u202e"},
        {"seats": "6"},
        {"seats": "x"},
        {"version": "\u0663"},
        {"version": "-1"},
        {"state": "ended"},
        {"invitation": None},
        {"invitation": "127.0.0.1:7744/0000"},
        {"invitation": "a\x1bb:7744/" + FIRST.line().split("/")[1]},
    ],
)
def test_an_announcement_that_makes_no_sense_is_none(told: dict[str, str | None]) -> None:
    assert table_of(announced(**told)) is None


def test_a_name_is_cleaned_of_what_could_fool_a_terminal() -> None:
    table = table_of(announced(name="\x1b[31mAstrid\u202e"))
    assert table is not None
    assert table.name == "[31mAstrid"
