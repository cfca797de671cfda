"""Cheats with two venues: words signed in one lobby, table or gallery, and carried to another."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from protocol.errors import BadEncoding, BadSignature, LocalProtocolError, Reason
from protocol.lobby.lobby import Lobby
from protocol.lobby.lobby_events import Broadcast, ChatHeard, RosterChanged
from protocol.lobby.presence import ChatLine, TablePresence
from protocol.spectate.visitors import Visitors
from protocol.wire.codec import Reader, pack, unpack
from protocol.wire.identity import Identity
from protocol.wire.packets import (
    Chat,
    Greeting,
    Here,
    Leaving,
    LobbyRoster,
    Move,
    Phrase,
    Presence,
    Ready,
    RecordPage,
    Reroute,
    Said,
    Signed,
    Standing,
    Start,
    Visit,
    Vouch,
    read_packet,
)
from protocol.wire.venues import Venue, VenueKind, lobby_name
from tests.adversary.lobbies import COUNTER, as_it_was, refused, roster_of, say
from tests.protocol.lobby.test_lobby import TERMS, LobbyGroup, member

NAME = bytes(range(32))
KEY = Identity(bytes([7] * 32))
EVERYTHING: tuple[tuple[VenueKind, Said], ...] = (
    (VenueKind.LOBBY, Greeting(b"hello")),
    (VenueKind.LOBBY, LobbyRoster(2, b"terms", (0,))),
    (VenueKind.LOBBY, Ready(ready=True, terms=bytes(32))),
    (VenueKind.LOBBY, Start(b"charter", (b"sealed",))),
    (VenueKind.LOBBY, Move(((bytes(32), b"sealed"),))),
    (VenueKind.LOBBY, Chat("hello")),
    (VenueKind.LOBBY, Leaving()),
    (VenueKind.TABLE, Chat("hello")),
    (VenueKind.TABLE, Phrase(3)),
    (VenueKind.TABLE, Presence(5, by_bot=False)),
    (VenueKind.TABLE, Here(9, 5, bytes(16), ())),
    (VenueKind.TABLE, Standing(5, (0, 1), 3, (bytes(32),), (bytes(8),))),
    (VenueKind.GALLERY, Chat("hello")),
    (VenueKind.GALLERY, Phrase(3)),
    (VenueKind.GALLERY, Visit("Ida")),
    (VenueKind.GALLERY, RecordPage(0, bytes(32), 0, 1, b"part")),
    (VenueKind.GALLERY, Vouch(5, bytes(32))),
    (VenueKind.LOBBY, Reroute(moves=True, routes="a.example")),
    (VenueKind.TABLE, Reroute(moves=False, routes="a.example")),
)
"""Every message that is signed, at every venue."""


def relabelled(raw: bytes, kind: VenueKind) -> bytes:
    """Return a packet with the kind of another venue; the signed content is the same."""
    reader = Reader(unpack(raw, "packet"), "packet")
    reader.number(64)
    return pack((int(kind), reader.blob(), reader.blob()))


def signed(kind: VenueKind, said: Said, name: bytes = NAME, key: Identity = KEY) -> bytes:
    return Signed(key.public, Venue(kind, name), COUNTER, said).pack(key)


# --------------------------------------------------------------------- any message


@pytest.mark.parametrize(("kind", "said"), EVERYTHING)
def test_a_message_carried_to_another_kind_of_venue_has_no_signature(
    kind: VenueKind, said: Said
) -> None:
    raw = signed(kind, said)
    packet = read_packet(raw)
    assert isinstance(packet, Signed)
    assert (packet.venue, packet.said) == (Venue(kind, NAME), said)
    for other in set(VenueKind) - {kind}:
        with pytest.raises((BadSignature, BadEncoding)):
            read_packet(relabelled(raw, other))


def test_every_kind_of_message_is_said_at_some_venue() -> None:
    kinds = {type(said) for _, said in EVERYTHING}
    assert kinds == set(Said.__args__)


@pytest.mark.parametrize("kind", VenueKind)
def test_nothing_is_signed_where_it_is_never_said(kind: VenueKind) -> None:
    said_here = {type(said) for at, said in EVERYTHING if at is kind}
    for _, said in EVERYTHING:
        if type(said) not in said_here:
            with pytest.raises(LocalProtocolError):
                signed(kind, said)


# ------------------------------------------------------------------------- chat


def test_chat_of_one_venue_is_heard_at_no_other() -> None:
    """The venues have one name here, as if their hosts could choose it."""
    group = LobbyGroup("Astrid", "Bo")
    host, bo = group.members
    name, people = host.lobby, {bo.hello.identity: 1, KEY.public: 0}
    lines = {kind: signed(kind, Chat("I agree"), name, bo.identity) for kind in VenueKind}
    table = TablePresence(Venue.table(name), people, KEY, 0)
    gallery = Visitors(name, KEY, "Ida")
    gallery.receive(signed(VenueKind.GALLERY, Visit("Bo"), name, bo.identity), 0.0)
    hear = {
        VenueKind.LOBBY: lambda raw: any(isinstance(one, ChatHeard) for one in host.receive(raw)),
        VenueKind.TABLE: lambda raw: table.receive(raw, 0.0) is not None,
        VenueKind.GALLERY: lambda raw: gallery.receive(raw, 0.0) is not None,
    }
    before = as_it_was(host)
    for here, there in permutations(VenueKind, 2):
        assert not hear[there](lines[here])
        assert not hear[there](relabelled(lines[here], there))
    assert as_it_was(host) == before
    assert all(hear[kind](lines[kind]) for kind in VenueKind)


def test_chat_of_one_table_is_not_heard_at_another() -> None:
    bo = Identity(bytes([8] * 32))
    people = {KEY.public: 0, bo.public: 1}
    first, second = (TablePresence(Venue.table(bytes([at] * 32)), people, KEY, 0) for at in (1, 2))
    raw = signed(VenueKind.TABLE, Chat("I give up"), bytes([1] * 32), bo)
    assert second.receive(raw, 0.0) is None
    assert first.receive(raw, 0.0) == ChatLine(1, "I give up")


def test_words_of_a_player_among_spectators_are_not_heard_at_the_table() -> None:
    astrid, bo = KEY, Identity(bytes([8] * 32))
    watching = Visitors(NAME, bo, "Bo")
    line, _ = watching.say("she has Ragnarök", 5)
    assert line is not None
    table = TablePresence(Venue.table(NAME), {astrid.public: 0, bo.public: 1}, astrid, 0)
    for raw in (line, watching.visit(6)):
        assert table.receive(raw, 1.0) is None
    assert not table.heard_at


# ------------------------------------------------------------------- twin lobbies


def twins() -> tuple[LobbyGroup, Lobby, Lobby]:
    """Return a lobby, a twin that another host opened with copied fresh bytes, and its guest."""
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    twin = member("Astrid", Random(5), host=True, fresh=group.members[0].hello.fresh)
    bo = group.members[1]
    guest = Lobby(bo.identity, bo.sealing_secret, bo.hello, bo.random, is_host=False)
    twin.start()
    for event in twin.repeat():
        if isinstance(event, Broadcast):
            for answer in guest.receive(event.raw):
                if isinstance(answer, Broadcast):
                    twin.receive(answer.raw)
    (roster,) = (event.raw for event in twin.repeat() if isinstance(event, Broadcast))
    guest.receive(roster)
    assert guest.is_seated
    assert twin.hello.fresh == group.members[0].hello.fresh
    return group, twin, guest


def test_twin_lobbies_with_the_same_fresh_bytes_have_two_names() -> None:
    group, twin, guest = twins()
    assert guest.lobby == twin.lobby
    assert twin.lobby != group.members[0].lobby


def test_a_guest_of_a_twin_lobby_signs_nothing_that_counts_in_another() -> None:
    group, _, guest = twins()
    host = group.members[0]
    before = as_it_was(host)
    guest.first_counter = COUNTER
    events = (*guest.set_ready(ready=True), *guest.chat("start!"), *guest.leave())
    carried = [event.raw for event in events if isinstance(event, Broadcast)]
    assert len(carried) == 3
    for raw in carried:
        assert refused(host.receive(raw)) == (Reason.OTHER_TABLE, "lobby")
    assert as_it_was(host) == before


def test_a_roster_that_names_the_lobby_of_another_author_is_refused() -> None:
    group = LobbyGroup("Astrid", "Bo")
    host, liar = group.members
    newcomer = member("Cyra", Random(3))
    roster = roster_of(group)
    own_name = lobby_name(liar.hello.identity, host.hello.fresh)
    for at, name in (
        (1, host.lobby),
        (1, own_name),
        (0, own_name),
        (0, host.hello.fresh),
        (0, bytes(32)),
    ):
        assert refused(newcomer.receive(say(group, at, roster, lobby=name))) == (
            Reason.WRONG_CHARTER,
            "host",
        )
    assert (newcomer.host, newcomer.lobby, newcomer.terms) == (b"", b"", None)
    heard = newcomer.receive(say(group, 0, roster))
    assert any(isinstance(event, RosterChanged) for event in heard)


def test_the_room_of_a_lobby_may_be_a_gallery_without_a_word_in_the_lobby() -> None:
    group = LobbyGroup("Astrid", "Bo")
    bo = group.members[1]
    before = as_it_was(bo)
    for said in (RecordPage(0, bytes(32), 0, 1, b"part"), Visit("Ida"), Chat("hello")):
        assert bo.receive(signed(VenueKind.GALLERY, said, NAME)) == ()
    assert bo.receive(signed(VenueKind.LOBBY, Chat("hello"), NAME)) != ()
    assert as_it_was(bo) == before
    assert bo.set_ready(ready=True)
    assert group.members[0].terms is not None
    assert group.members[0].terms.terms == TERMS.terms
