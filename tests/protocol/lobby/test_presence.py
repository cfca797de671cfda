"""Chat and presence at the table: delivery, absence, and forged or replayed packets."""

from __future__ import annotations

from random import Random

import pytest

from protocol.lobby.presence import (
    AWAY_SECONDS,
    ChatEvent,
    ChatFlood,
    ChatLine,
    ChatPhrase,
    TablePresence,
)
from protocol.lobby.routes import read_routes
from protocol.wire.identity import Identity
from protocol.wire.packets import Chat, Presence, Reroute, Said, Signed
from protocol.wire.rate_budget import CHAT_AT_ONCE
from protocol.wire.venues import Venue
from tests.adversary.tables import hello_of

TABLE = bytes(range(32))
CHANCE = Random(44)
IDENTITIES = tuple(hello_of(name, CHANCE)[1] for name in ("Astrid", "Bo", "Cyra", "Dag"))
PEOPLE = {identity.public: signer for signer, identity in enumerate(IDENTITIES[:3])}
"""Dag has no seat."""


def member(signer: int, table: bytes = TABLE) -> TablePresence:
    return TablePresence(Venue.table(table), PEOPLE, IDENTITIES[signer], signer)


def signed(signer: int, counter: int, said: Said, *, by: int = -1, table: bytes = TABLE) -> bytes:
    """Sign a message with a signer's own key, or with another's in that signer's name."""
    key = IDENTITIES[signer if by < 0 else by]
    return Signed(IDENTITIES[signer].public, Venue.table(table), counter, said).pack(key)


def spoken(company: TablePresence, text: str, millis: int) -> bytes:
    raw, event = company.say(text, millis)
    assert raw is not None, event
    return raw


def test_the_others_see_a_line_as_its_author_does() -> None:
    astrid, bo = member(0), member(1)
    raw, shown = astrid.say("gimle again? really", 1000)
    assert shown == ChatLine(0, "gimle again? really")
    assert raw is not None
    assert bo.receive(raw, 0.0) == shown


def test_a_phrase_is_sent_as_a_number_to_suit_its_readers_language() -> None:
    astrid, bo = member(0), member(1)
    raw, shown = astrid.say_phrase(3, 1000)
    assert shown == ChatPhrase(0, 3)
    assert raw is not None
    assert bo.receive(raw, 0.0) == shown


def test_forged_and_foreign_lines_are_ignored() -> None:
    bo = member(1)
    for raw in (
        signed(0, 5, Chat("I am Astrid"), by=2),
        signed(3, 5, Chat("I have no seat")),
        signed(0, 5, Chat("last week"), table=bytes(32)),
        signed(1, 5, Chat("an echo")),
        signed(0, 5, Presence(4, by_bot=True), by=2),
        b"",
        b"\x93\x00",
    ):
        assert bo.receive(raw, 1.0) is None
    assert not bo.heard_at
    assert not bo.by_bot


def test_repeated_lines_count_once_in_any_order() -> None:
    astrid, bo = member(0), member(1)
    lines = [spoken(astrid, text, 1000) for text in ("one", "two", "three")]
    heard = [bo.receive(lines[at], 0.0) for at in (2, 0, 2, 1, 0, 1)]
    assert heard == [ChatLine(0, "three"), ChatLine(0, "one"), None, ChatLine(0, "two"), None, None]


def test_a_restarted_player_is_heard_even_if_the_clock_stood_still() -> None:
    bo = member(1)
    before = member(0)
    assert bo.receive(spoken(before, "before", 5000), 0.0) == ChatLine(0, "before")
    after = member(0)
    assert bo.receive(spoken(after, "after", 6000), 0.0) == ChatLine(0, "after")
    assert bo.receive(spoken(after, "at once", 6000), 0.0) == ChatLine(0, "at once")


def test_an_older_presence_changes_nothing() -> None:
    bo = member(1)
    new = signed(0, 9, Presence(3, by_bot=False))
    bo.receive(new, 10.0)
    for raw in (new, signed(0, 8, Presence(3, by_bot=True))):
        bo.receive(raw, 50.0)
    assert bo.heard_at == {0: 10.0}
    assert not bo.by_bot


def test_a_silent_player_is_away_until_heard_again() -> None:
    astrid, bo = member(0), member(1)
    assert bo.silent_for(0, AWAY_SECONDS - 1, since=0.0) is None
    assert bo.silent_for(0, AWAY_SECONDS, since=0.0) == int(AWAY_SECONDS)
    bo.receive(astrid.packet(7, 1000, by_bot=True), 20.0)
    assert bo.silent_for(0, 21.0, since=0.0) is None
    assert bo.by_bot == {0}
    assert bo.silent_for(0, 43.0, since=0.0) == 23
    # after reconnecting, everybody gets time to send a packet
    assert bo.silent_for(0, 43.0, since=40.0) is None
    bo.receive(astrid.packet(8, 1001, by_bot=False), 44.0)
    assert not bo.by_bot


def test_a_flood_is_reported_once_and_silences_nobody_else() -> None:
    astrid = member(0)
    heard: list[ChatEvent | None] = [
        astrid.receive(signed(1, counter, Chat(f"line {counter}")), 0.0)
        for counter in range(1, 500)
    ]
    assert sum(isinstance(one, ChatLine) for one in heard) == CHAT_AT_ONCE
    assert sum(isinstance(one, ChatFlood) for one in heard) == 1
    assert astrid.receive(spoken(member(2), "hello", 1), 0.0) == ChatLine(2, "hello")
    astrid.tick()
    assert astrid.receive(signed(1, 1000, Chat("sorry")), 0.0) == ChatLine(1, "sorry")


def test_too_many_own_lines_are_reported_and_not_sent() -> None:
    astrid = member(0)
    for number in range(CHAT_AT_ONCE):
        spoken(astrid, f"line {number}", number)
    assert astrid.say("one more", 99) == (None, ChatFlood(0))
    assert astrid.say_phrase(0, 99) == (None, ChatFlood(0))


@pytest.mark.parametrize(
    ("hostile", "left"),
    [
        ("\x1b[2J\x07wiped\x9b31m", "[2Jwiped31m"),
        ("\u202egnirts\u2066", "gnirts"),
        ("a\u200bb\u200dc\ufeff", "abc"),
        ("漢字 wide 🎉", "漢字 wide"),
        ("प्रिया", "प्रिया"),
        ("क" + "ि" * 150, "क" + "ि" * 4),
        ("e" + "\u0301" * 150, "é"),
        ("a\nb\tc\u2028d", "a b c d"),
    ],
)
def test_hostile_lines_are_harmless(hostile: str, left: str) -> None:
    assert member(1).receive(signed(0, 1, Chat(hostile)), 0.0) == ChatLine(0, left)


def test_empty_and_oversized_lines_are_ignored() -> None:
    bo = member(1)
    assert bo.receive(signed(0, 1, Chat("\u0301" * 200)), 0.0) is None
    assert bo.receive(signed(0, 2, Chat("\u0301" * 10_000)), 0.0) is None
    assert member(0).say(" \u200b ", 5) == (None, None)


def test_only_the_host_says_where_the_table_is() -> None:
    host, guest, third = (Identity(bytes([at]) * 32) for at in range(3))
    venue, people = Venue.table(bytes(32)), {host.public: 0, guest.public: 1, third.public: 2}
    listener = TablePresence(venue, people, third, 2)
    routes, lies = read_routes("192.0.2.1,192.0.2.2:1"), read_routes("203.0.113.66")
    listener.receive(TablePresence(venue, people, guest, 1).reroute(lies, 1000), 0.0)
    assert listener.routes == ()
    speaker = TablePresence(venue, people, host, 0)
    first = speaker.reroute(routes, 1000)
    listener.receive(first, 0.0)
    assert listener.routes == routes
    listener.receive(speaker.reroute(lies, 2000), 0.0)
    listener.receive(first, 0.0)
    assert listener.routes == lies


def test_a_flood_of_routes_is_not_followed() -> None:
    host, guest = (Identity(bytes([at]) * 32) for at in range(2))
    venue, people = Venue.table(bytes(32)), {host.public: 0, guest.public: 1}
    speaker, listener = (
        TablePresence(venue, people, host, 0),
        TablePresence(venue, people, guest, 1),
    )
    heard = set()
    for at in range(1000):
        listener.receive(speaker.reroute(read_routes(f"host{at}"), 1000 + at), 0.0)
        heard.add(listener.routes)
    assert len(heard) < 50


def test_malformed_routes_change_nothing() -> None:
    host, guest = (Identity(bytes([at]) * 32) for at in range(2))
    venue, people = Venue.table(bytes(32)), {host.public: 0, guest.public: 1}
    listener = TablePresence(venue, people, guest, 1)
    for counter, text in enumerate(("", "a b", ",".join(f"h{at}" for at in range(9)))):
        said = Reroute(moves=False, routes=text)
        listener.receive(Signed(host.public, venue, counter + 1, said).pack(host), 0.0)
    assert listener.routes == ()
