"""Cheats in a lobby: spoofing, replays, false rosters and starts, floods."""

from __future__ import annotations

from random import Random

from engine.values import replace
from protocol.charter import Hello
from protocol.errors import Reason
from protocol.lobby.lobby import Lobby
from protocol.lobby.lobby_events import (
    Broadcast,
    ChatHeard,
    LobbyEvent,
    PacketRefused,
    RosterChanged,
)
from protocol.wire.codec import Reader, pack, unpack
from protocol.wire.identity import Domain, Identity
from protocol.wire.packets import (
    Chat,
    Greeting,
    Hail,
    Leaving,
    Move,
    Ready,
    Said,
    Signed,
    Start,
    pack_plain,
    read_packet,
)
from protocol.wire.rate_budget import CHAT_AT_ONCE, MOST_AUTHORS, SAID_AT_ONCE
from protocol.wire.venues import Venue
from tests.adversary.lobbies import COUNTER, agreed, as_it_was, refused, roster_of, say
from tests.adversary.tables import hello_of
from tests.protocol.lobby.test_lobby import LobbyGroup, member

# --------------------------------------------------------------------- authors


def test_lobby_packets_in_the_name_of_another_are_refused() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    astrid, bo = group.members[0], group.members[1]
    for said in (Ready(ready=True, terms=agreed(group)), Leaving(), Chat("I am Bo")):
        packet = Signed(bo.hello.identity, Venue.lobby(astrid.lobby), COUNTER, said)
        before = as_it_was(astrid)
        raw = packet.pack(group.members[2].identity)
        assert refused(astrid.receive(raw))[0] is Reason.BAD_SIGNATURE
        assert as_it_was(astrid) == before


def test_a_chat_signature_is_valid_for_nothing_else() -> None:
    group = LobbyGroup("Astrid", "Bo")
    leaving = say(group, 1, Leaving())
    reader = Reader(unpack(leaving), "packet")
    assert reader.number(1) == 0
    content = reader.blob()
    forged = pack((0, content, group.members[1].identity.sign(Domain.TABLE_CHAT, content)))
    assert refused(group.members[0].receive(forged))[0] is Reason.BAD_SIGNATURE


def test_rosters_starts_and_moves_are_taken_from_the_host_only() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    cyra = group.members[2]
    before = as_it_was(cyra)
    assert refused(cyra.receive(say(group, 1, roster_of(group)))) == (Reason.WRONG_CHARTER, "host")
    for said in (Start(b"x", ()), Move(())):
        assert cyra.receive(say(group, 1, said, counter=COUNTER + 1)) == ()
    assert as_it_was(cyra) == before


def test_newcomers_believe_nobody_but_the_host_that_the_game_has_begun() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    for guest in (1, 2):
        group.do(guest, lambda one: one.set_ready(ready=True))
    group.do(0, lambda host: host.begin())
    roster, *_, start = [event.raw for event in group.heard[0] if isinstance(event, Broadcast)]
    packet = read_packet(start)
    assert isinstance(packet, Signed)
    bo = group.members[1]
    stolen = Signed(bo.hello.identity, packet.venue, COUNTER, packet.said).pack(bo.identity)
    for heard in ([], [roster]):
        late = member("Dag", Random(5))
        for raw in heard:
            late.receive(raw)
        before = as_it_was(late)
        assert refused(late.receive(stolen)) == (Reason.WRONG_CHARTER, "host")
        floods = [late.receive(stolen) for _ in range(2 * SAID_AT_ONCE)]
        assert floods[-1] == ()
        assert as_it_was(late) == before


def test_leaving_and_agreeing_need_a_seat() -> None:
    group = LobbyGroup("Astrid", "Bo")
    _, stranger, _ = hello_of("Dag", Random(8))
    astrid = group.members[0]
    before = as_it_was(astrid)
    everything: tuple[Said, ...] = (Leaving(), Ready(ready=True, terms=agreed(group)), Chat("hi"))
    for counter, said in enumerate(everything):
        packet = Signed(stranger.public, Venue.lobby(astrid.lobby), counter + 1, said)
        assert astrid.receive(packet.pack(stranger)) == ()
    assert as_it_was(astrid) == before


# --------------------------------------------------------------------- replays


def test_packets_of_another_lobby_are_ignored() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    old = bytes(32)
    for said in (Ready(ready=True, terms=agreed(group)), Leaving(), Chat("old")):
        raw = say(group, 1, said, lobby=old)
        assert refused(group.members[0].receive(raw)) == (Reason.OTHER_TABLE, "lobby")
    raw = say(group, 0, roster_of(group), lobby=old)
    assert refused(group.members[1].receive(raw)) == (Reason.OTHER_TABLE, "lobby")


def test_an_old_hello_does_not_take_a_players_seat() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    bo = group.members[1]
    old = Hello.sign(bo.identity, replace(bo.hello, name="Bo the Old"))
    before = as_it_was(group.members[0])
    # Cyra has recorded a hello of an old evening; Bo has not sent it here.
    raw = say(group, 2, Greeting(old.to_bytes()))
    assert refused(group.members[0].receive(raw)) == (Reason.NOT_SEATED, "greeting")
    assert as_it_was(group.members[0]) == before


def test_replayed_packets_change_nothing() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    group.do(1, lambda lobby: lobby.set_ready(ready=True))
    group.do(1, lambda lobby: lobby.chat("hello"))
    before = [as_it_was(one) for one in group.members]
    for at in range(3):
        for event in list(group.heard[at]):
            if isinstance(event, Broadcast) and isinstance(read_packet(event.raw), Signed):
                for one in group.members:
                    assert one.receive(event.raw) == ()
    assert [as_it_was(one) for one in group.members] == before


def test_a_returning_member_with_a_later_clock_is_heard() -> None:
    group = LobbyGroup("Astrid", "Bo")
    group.do(1, lambda lobby: lobby.set_ready(ready=True))
    back = member("Bo", Random(12))
    bo = group.members[1]
    hello = Hello.sign(bo.identity, replace(bo.hello, name="Bo"))
    group.members[1] = Lobby(
        bo.identity, bo.sealing_secret, hello, back.random, is_host=False, first_counter=COUNTER
    )
    group.do(1, lambda lobby: lobby.start())
    group.do(1, lambda lobby: lobby.set_ready(ready=False))
    assert bo.hello.identity not in group.members[0].ready


# -------------------------------------------------------------- harmful greetings


def test_a_hello_that_would_make_the_roster_unreadable_gets_no_seat() -> None:
    group = LobbyGroup("Astrid", "Bo")
    astrid = group.members[0]
    hello, identity, _ = hello_of("Dag", Random(8))
    future = Hello.sign(identity, replace(hello, versions=(9,)))
    raw = Signed(identity.public, Venue.lobby(astrid.lobby), 1, Greeting(future.to_bytes())).pack(
        identity
    )
    before = as_it_was(astrid)
    assert refused(astrid.receive(raw)) == (Reason.NO_COMMON_VERSION, "version")
    assert as_it_was(astrid) == before
    astrid.repeat()


def test_a_hello_with_keys_or_fresh_bytes_of_others_gets_no_seat() -> None:
    group = LobbyGroup("Astrid", "Bo")
    astrid = group.members[0]
    hello, identity, _ = hello_of("Dag", Random(8))
    for counter, wrong in enumerate(
        (
            replace(hello, card_key=astrid.hello.card_key),
            replace(hello, card_key=astrid.hello.card_key, fresh=astrid.hello.fresh),
            replace(hello, sealing=bytes(32)),
            replace(hello, name="\u202eBo"),
        )
    ):
        greeting = Greeting(Hello.sign(identity, wrong).to_bytes())
        packet = Signed(identity.public, Venue.lobby(astrid.lobby), counter + 1, greeting)
        before = as_it_was(astrid)
        assert refused(astrid.receive(packet.pack(identity)))[0] in (
            Reason.KEY_PROOF,
            Reason.BAD_KEY,
            Reason.WRONG_NAME,
        )
        assert as_it_was(astrid) == before


def test_a_kicked_member_stays_out() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    bo = group.members[1]
    group.members[0].kick(bo.hello.identity)
    again = Greeting(bo.hello.to_bytes())
    assert refused(group.members[0].receive(say(group, 1, again))) == (
        Reason.NOT_SEATED,
        "greeting",
    )


# ------------------------------------------------------------------------ floods


def test_chat_is_rate_limited_by_author_and_recovers_with_time() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    astrid = group.members[0]
    heard: list[LobbyEvent] = []
    for number in range(50):
        heard += astrid.receive(say(group, 1, Chat(f"line {number}"), counter=COUNTER + number))
    assert sum(isinstance(event, ChatHeard) for event in heard) == CHAT_AT_ONCE
    # The rate limit is reported once.
    assert [e.reason for e in heard if isinstance(e, PacketRefused)] == [Reason.TOO_MANY]
    # Nobody else is limited by it.
    assert isinstance(astrid.receive(say(group, 2, Chat("me too")))[0], ChatHeard)
    astrid.repeat()
    assert isinstance(
        astrid.receive(say(group, 1, Chat("now"), counter=COUNTER + 60))[0], ChatHeard
    )


def test_our_own_client_reports_its_rate_limit() -> None:
    group = LobbyGroup("Astrid", "Bo")
    found = [group.members[1].chat(f"line {number}") for number in range(CHAT_AT_ONCE + 1)]
    assert all(isinstance(events[0], Broadcast) for events in found[:-1])
    assert refused(found[-1]) == (Reason.TOO_MANY, "chat")


def test_a_flood_of_strangers_uses_bounded_answers_and_memory() -> None:
    group = LobbyGroup("Astrid", "Bo")
    astrid = group.members[0]
    chance = Random(2)
    answers: list[LobbyEvent] = []
    for _ in range(MOST_AUTHORS + 200):
        stranger = Identity(chance.randbytes(32))
        packet = Signed(stranger.public, Venue.lobby(astrid.lobby), 1, Greeting(b"nonsense"))
        answers += astrid.receive(packet.pack(stranger))
        answers += astrid.receive(pack_plain(Hail()))
        answers += astrid.receive(b"garbage")
    assert len(answers) < 3 * SAID_AT_ONCE
    assert len(astrid._limits._counters) <= MOST_AUTHORS
    # Packets of a seated member still count.
    changed = astrid.receive(say(group, 1, Ready(ready=True, terms=agreed(group))))
    assert any(isinstance(event, RosterChanged) for event in changed)


def test_one_member_cannot_make_the_host_answer_endlessly() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    astrid = group.members[0]
    said: list[LobbyEvent] = []
    for number in range(200):
        ready = Ready(ready=bool(number % 2), terms=agreed(group))
        said += astrid.receive(say(group, 1, ready, counter=COUNTER + number))
    assert sum(isinstance(event, Broadcast) for event in said) <= SAID_AT_ONCE
