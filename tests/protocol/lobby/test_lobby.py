"""The lobby: seats, terms, chat, and the move to a room of the table's own."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.state import Options, Rulings
from protocol.cards.card_faces import cards_digest
from protocol.charter import Charter, Hello
from protocol.errors import LocalProtocolError, Reason
from protocol.lobby.lobby import Lobby
from protocol.lobby.lobby_events import (
    Broadcast,
    CalledOff,
    ChatHeard,
    Kicked,
    LobbyEvent,
    Missed,
    Moved,
    PacketRefused,
    Rerouted,
    RosterChanged,
    Started,
    Voided,
)
from protocol.lobby.offered_start import MOST_STARTS
from protocol.lobby.routes import read_routes
from protocol.wire.identity import Identity
from protocol.wire.packets import Greeting, Reroute, Said, Signed
from protocol.wire.sealing import sealing_key
from protocol.wire.venues import Venue
from tests.adversary.tables import hello_of

TERMS = Charter((), Options(), cards_digest(Options()))


def member(name: str, chance: Random, *, host: bool = False, fresh: bytes = b"") -> Lobby:
    sealing = chance.randbytes(32)
    unsigned, identity, _ = hello_of(name, chance, fresh=fresh)
    hello = Hello.sign(
        identity,
        Hello(
            unsigned.identity,
            name,
            unsigned.fresh,
            unsigned.versions,
            sealing_key(sealing),
            unsigned.card_key,
            b"",
            b"",
        ),
    )
    terms = TERMS if host else None
    return Lobby(identity, sealing, hello, chance.randbytes, host, terms, seats=3)


def said_by(identity: Identity, group: LobbyGroup, said: Said, counter: int = 1) -> bytes:
    """Sign a message of somebody else in the lobby of a group."""
    venue = Venue.lobby(group.members[0].lobby)
    return Signed(identity.public, venue, counter, said).pack(identity)


class LobbyGroup:
    """Members that receive each other's packets at once."""

    def __init__(self, *names: str) -> None:
        chance = Random(1)
        self.members = [member(name, chance, host=not at) for at, name in enumerate(names)]
        self.heard: list[list[LobbyEvent]] = [[] for _ in names]
        for at, one in enumerate(self.members):
            self.handle(at, one.start())

    def handle(self, at: int, events: tuple[LobbyEvent, ...]) -> None:
        for event in events:
            self.heard[at].append(event)
            if isinstance(event, Broadcast):
                for other, one in enumerate(self.members):
                    if other != at:
                        self.handle(other, one.receive(event.raw))

    def do(self, at: int, deed: Callable[[Lobby], tuple[LobbyEvent, ...]]) -> None:
        self.handle(at, deed(self.members[at]))

    def last(self, at: int, kind: type[LobbyEvent]) -> LobbyEvent:
        return next(event for event in reversed(self.heard[at]) if isinstance(event, kind))


def test_everybody_sees_the_same_roster() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    for at in range(3):
        changed = group.last(at, RosterChanged)
        assert isinstance(changed, RosterChanged)
        assert [hello.name for hello in changed.hellos] == ["Astrid", "Bo", "Cyra"]


def test_once_all_agree_the_game_starts_in_a_room_only_they_know() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    with pytest.raises(LocalProtocolError):
        group.members[0].begin()
    group.do(1, lambda lobby: lobby.set_ready(ready=True))
    group.do(2, lambda lobby: lobby.set_ready(ready=True))
    group.do(0, lambda lobby: lobby.begin())
    started = [group.last(at, Started) for at in range(3)]
    assert {one.room_secret for one in started if isinstance(one, Started)} == {
        started[0].room_secret if isinstance(started[0], Started) else b""
    }
    assert [one.signer for one in started if isinstance(one, Started)] == [0, 1, 2]


def test_changed_terms_need_new_agreement() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    group.do(1, lambda lobby: lobby.set_ready(ready=True))
    options = Options(Rulings(draft=False))
    terms = Charter((), options, cards_digest(options))
    group.do(0, lambda lobby: lobby.set_terms(terms, 3))
    assert not group.members[0].may_start()
    seen = group.members[1].terms
    assert seen is not None
    assert seen.options == options


def test_a_bot_that_comes_or_goes_needs_new_agreement() -> None:
    group = LobbyGroup("Astrid", "Bo")
    host, bo = group.members
    bot, _, _ = hello_of("Karl", Random(4), host.hello.identity)
    group.do(1, lambda lobby: lobby.set_ready(ready=True))
    group.do(0, lambda lobby: lobby.add_bot(bot))
    assert bo.hello.identity not in bo.ready
    group.do(0, lambda lobby: lobby.repeat())
    group.do(1, lambda lobby: lobby.repeat())
    assert bo.hello.identity not in host.ready
    group.do(1, lambda lobby: lobby.set_ready(ready=True))
    assert host.may_start()
    group.do(0, lambda lobby: lobby.kick(bot.identity))
    assert bo.hello.identity not in bo.ready


def test_a_person_in_an_open_seat_changes_no_agreement() -> None:
    group = LobbyGroup("Astrid", "Bo")
    host, bo = group.members
    group.do(1, lambda lobby: lobby.set_ready(ready=True))
    cyra = member("Cyra", Random(9))
    group.members.append(cyra)
    group.heard.append([])
    group.handle(2, cyra.start())
    assert len(host.hellos) == 3
    assert bo.hello.identity in host.ready


def test_people_are_seated_under_names_in_their_own_letters() -> None:
    names = ["\u5c71\u7530", "\u092a\u094d\u0930\u093f\u092f\u093e", "\u0645\u0647\u0633\u0627"]
    group = LobbyGroup(*names)
    for at in (1, 2):
        group.do(at, lambda lobby: lobby.set_ready(ready=True))
    group.do(0, lambda lobby: lobby.begin())
    for at in range(3):
        started = group.last(at, Started)
        assert isinstance(started, Started)
        assert list(started.charter.names) == names


def test_a_fourth_player_finds_no_seat() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra", "Dag")
    refused = group.last(0, PacketRefused)
    assert isinstance(refused, PacketRefused)
    assert refused.place == "full"


def test_a_kicked_player_stays_in_the_old_room() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    bo = group.members[1].hello.identity
    group.do(0, lambda lobby: lobby.kick(bo))
    assert group.last(1, Kicked) == Kicked()
    moved = [group.last(at, Moved) for at in (0, 2)]
    assert moved[0] == moved[1]
    group.do(1, lambda lobby: lobby.repeat())
    assert len(group.members[0].hellos) == 2


def packets_of_host(group: LobbyGroup) -> list[bytes]:
    return [event.raw for event in group.heard[0] if isinstance(event, Broadcast)]


def test_newcomers_after_a_kick_learn_that_their_room_is_void() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    group.do(0, lambda host: host.kick(group.members[1].hello.identity))
    late = member("Dag", Random(5))
    heard = [event for raw in packets_of_host(group) for event in late.receive(raw)]
    assert Voided() in heard
    assert Kicked() not in heard


def test_newcomers_after_the_start_learn_who_plays() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    for guest in (1, 2):
        group.do(guest, lambda one: one.set_ready(ready=True))
    group.do(0, lambda host: host.begin())
    started = group.last(0, Started)
    assert isinstance(started, Started)
    start = packets_of_host(group)[-1]
    for before in ([], packets_of_host(group)[:1]):
        late = member("Dag", Random(5))
        for raw in before:
            late.receive(raw)
        assert late.receive(start) == (Missed(started.charter),)
    assert not any(isinstance(event, Missed) for heard in group.heard for event in heard)


def test_chat_is_cleaned_for_display() -> None:
    group = LobbyGroup("Astrid", "Bo")
    group.do(1, lambda lobby: lobby.chat("hi\x1b[31m \u202eevil\u200b  there"))
    heard = group.last(0, ChatHeard)
    assert isinstance(heard, ChatHeard)
    assert heard.text == "hi[31m evil there"


def test_a_second_host_is_ignored() -> None:
    group = LobbyGroup("Astrid", "Bo")
    false_host = member("Astrid", Random(9), host=True)
    false_host.start()
    for lobby, reason in (
        (false_host.lobby, Reason.OTHER_TABLE),
        (group.members[0].lobby, Reason.WRONG_CHARTER),
    ):
        false_host.lobby = lobby
        (say,) = (event for event in false_host.repeat() if isinstance(event, Broadcast))
        (refused,) = group.members[1].receive(say.raw)
        assert isinstance(refused, PacketRefused)
        assert refused.reason is reason


def test_a_start_by_other_terms_than_those_seen_is_refused() -> None:
    group = LobbyGroup("Astrid", "Bo")
    host = group.members[0]
    group.do(0, lambda lobby: lobby.set_terms(TERMS, 2))
    group.do(1, lambda lobby: lobby.set_ready(ready=True))
    options = Options(kickstarter=True)
    host.terms = Charter((), options, cards_digest(options))
    events = host.begin()
    (say,) = (event for event in events if isinstance(event, Broadcast))
    (refused,) = group.members[1].receive(say.raw)
    assert isinstance(refused, PacketRefused)


def test_a_replayed_packet_changes_nothing() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    says = [event for event in group.heard[1] if isinstance(event, Broadcast)]
    group.do(1, lambda lobby: lobby.set_ready(ready=True))
    group.do(1, lambda lobby: lobby.set_ready(ready=False))
    old = [event for event in group.heard[1] if isinstance(event, Broadcast)][len(says)]
    assert group.members[0].receive(old.raw) == ()
    assert group.members[1].hello.identity not in group.members[0].ready


def test_bots_of_guests_get_no_seat() -> None:
    group = LobbyGroup("Astrid")
    chance = Random(4)
    operator = Identity(chance.randbytes(32))
    hello, identity, _ = hello_of("bot", chance, operator.public)
    for counter, one in enumerate((hello, hello.backed(operator)), start=1):
        greeting = Greeting(one.to_bytes())
        (refused,) = group.members[0].receive(said_by(identity, group, greeting, counter))
        assert isinstance(refused, PacketRefused)
    assert len(group.members[0].hellos) == 1


def test_only_the_host_leads_to_another_relay() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    host, bo = group.members[0], group.members[1]
    routes = read_routes("wss://relay.example.org")
    said = host.reroute(routes, moves=True)
    assert bo.receive(said.raw) == (Rerouted(routes, moves=True),)
    assert bo.receive(said.raw) == ()
    with pytest.raises(LocalProtocolError):
        bo.reroute(routes, moves=True)
    lie = said_by(bo.identity, group, Reroute(moves=True, routes="evil.example"), 10**6)
    assert group.members[2].receive(lie) == ()
    assert host.receive(lie) == ()


def test_a_malformed_relay_is_refused() -> None:
    group = LobbyGroup("Astrid", "Bo")
    host, bo = group.members
    said = said_by(host.identity, group, Reroute(moves=True, routes="a b"), 10**6)
    (refused,) = bo.receive(said)
    assert isinstance(refused, PacketRefused)


def started_group() -> LobbyGroup:
    """Return a lobby of two whose start waits for signatures."""
    group = LobbyGroup("Astrid", "Bo")
    group.do(0, lambda lobby: lobby.set_terms(TERMS, 2))
    group.do(1, lambda lobby: lobby.set_ready(ready=True))
    group.do(0, lambda lobby: lobby.begin())
    return group


def test_a_start_that_waits_is_followed_by_the_roster_and_a_signed_one_is_not() -> None:
    group = started_group()
    newcomer = member("Cyra", Random(9))

    def heard(events: tuple[LobbyEvent, ...]) -> list[type[LobbyEvent]]:
        said = [event.raw for event in events if isinstance(event, Broadcast)]
        told = [one for raw in said for one in newcomer.receive(raw)]
        return [type(one) for one in told if isinstance(one, Missed | RosterChanged)]

    host = group.members[0]
    assert heard(host.repeat()) == [Missed, RosterChanged]
    assert heard(host.confirm()) == [Missed]


def test_a_call_off_empties_the_seats_of_all_guests_and_tells_them() -> None:
    group = started_group()
    assert not group.members[0].may_start()
    group.do(0, lambda lobby: lobby.call_off())
    host, bo = group.members
    assert host.hellos == [host.hello]
    assert isinstance(group.last(0, CalledOff), CalledOff)
    assert isinstance(group.last(1, CalledOff), CalledOff)
    assert not bo.is_seated


def test_a_hello_of_a_start_that_was_called_off_is_void() -> None:
    group = started_group()
    group.do(0, lambda lobby: lobby.call_off())
    host, bo = group.members
    again = Greeting(bo.hello.to_bytes())
    (refused,) = host.receive(said_by(bo.identity, group, again, 10**6))
    assert refused == PacketRefused(bo.hello.identity, Reason.NOT_SEATED, "greeting")


@pytest.mark.parametrize(
    "deed",
    [
        lambda group: group.do(0, lambda lobby: lobby.set_terms(TERMS, 3)),
        lambda group: group.do(0, lambda lobby: lobby.kick(group.members[1].hello.identity)),
        lambda group: group.do(1, lambda lobby: lobby.set_ready(ready=False)),
        lambda group: group.do(1, lambda lobby: lobby.leave()),
    ],
    ids=["terms", "kick", "not ready", "leaving"],
)
def test_a_change_of_the_lobby_calls_the_start_off(
    deed: Callable[[LobbyGroup], None],
) -> None:
    group = started_group()
    deed(group)
    assert isinstance(group.last(0, CalledOff), CalledOff)
    assert not group.members[0].is_starting


def test_a_start_that_all_have_signed_cannot_be_called_off() -> None:
    group = started_group()
    host = group.members[0]
    group.do(0, lambda lobby: lobby.confirm())
    for deed in (host.call_off, lambda: host.set_terms(TERMS, 3)):
        with pytest.raises(LocalProtocolError):
            deed()
    group.do(1, lambda lobby: lobby.leave())
    assert host.is_starting


def test_a_guest_that_makes_the_host_call_off_without_end_is_stopped() -> None:
    group = started_group()
    host = group.members[0]
    for _start in range(MOST_STARTS):
        host.call_off()
        newcomer = member("Bo", Random(9 + _start))
        greeting = Greeting(newcomer.hello.to_bytes())
        host.receive(said_by(newcomer.identity, group, greeting))
        host.ready = {one.identity for one in host.hellos}
        if not host.may_start():
            break
        host.begin()
        host.repeat()
    assert not host.is_starting
    with pytest.raises(LocalProtocolError):
        host.begin()
