"""Cheats with names: to be taken for another player, to look numbered, not to be seen at all."""

from __future__ import annotations

from random import Random

import pytest

from engine.state import Options
from engine.values import replace
from protocol.cards.card_faces import cards_digest
from protocol.charter import Charter, Hello
from protocol.errors import BadMessage, Reason
from protocol.lobby.lobby_terms import charter_of
from protocol.spectate.visitors import Visitors
from protocol.wire.identity import Identity
from protocol.wire.lookalikes import looks, told_apart
from protocol.wire.packets import Greeting, Leaving, Signed, Visit
from protocol.wire.venues import Venue
from tests.adversary.lobbies import COUNTER, as_it_was, refused, say
from tests.adversary.tables import hello_of
from tests.protocol.lobby.test_lobby import LobbyGroup

LATER = 2
"""The version of the protocol with these rules of names."""


def hello_named(name: str, seed: int, *, version: int = LATER) -> Hello:
    hello, identity, _ = hello_of("Bo", Random(seed))
    return Hello.sign(identity, replace(hello, name=name, versions=(version,)))


def seated(*names: str) -> Charter:
    """Return the terms of a lobby with these players, as a host makes them for a roster."""
    hellos = [hello_named(name, seed) for seed, name in enumerate(names)]
    return charter_of(Charter((), Options(), cards_digest(Options())), hellos)


# ---------------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    "names",
    [
        ("Bo", "Bo", "Bo 2"),
        ("Bo 2", "Bo", "Bo"),
        ("Bo", "Bo2", "B0"),
        ("Boz", "Bo", "Bo"),
        ("Bo", "\u0412\u043e", "\u0392\u03bf"),
        ("Arne", "Ame", "ARNE"),
        ("Wolf", "VVolf", "W0lf"),
        ("Ill", "Lil", "1l1"),
    ],
)
def test_no_name_is_shown_like_another_with_or_without_its_number(names: tuple[str, ...]) -> None:
    shown = seated(*names).names
    assert shown[0] == names[0]
    for at, one in enumerate(shown):
        assert all(looks(one).isdisjoint(looks(other)) for other in shown[:at])


@pytest.mark.parametrize("name", ["Bo (2)", "Bo(2)", "Bo \uff082\uff09", "Bo [2]", "Bo\u2082"])
def test_a_name_that_looks_numbered_gets_no_seat(name: str) -> None:
    with pytest.raises(BadMessage) as error:
        seated("Bo", name)
    assert error.value.reason is Reason.WRONG_NAME


@pytest.mark.parametrize(
    "name", ["B\u043e", "\u0392o", "B\u2c9f", "\ua4d0\ua4f3", "\U0001d401\U0001d428"]
)
def test_a_name_in_letters_that_imitate_another_script_gets_no_seat(name: str) -> None:
    with pytest.raises(BadMessage) as error:
        seated("Bo", name)
    assert error.value.reason is Reason.WRONG_NAME


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800", "Bo\u200d", "Bo\ufe0f", "\u115f\u1160", "Bo\u034f"]
)
def test_a_name_that_cannot_be_seen_gets_no_seat(name: str) -> None:
    with pytest.raises(BadMessage) as error:
        seated("Bo", name)
    assert error.value.reason is Reason.WRONG_NAME


@pytest.mark.parametrize("name", ["\u202eoB", "Bo\u200b", "\u1160", " Bo", ""])
def test_a_host_seats_nobody_under_such_a_name(name: str) -> None:
    group = LobbyGroup("Astrid", "Bo")
    astrid, (hello, identity, _) = group.members[0], hello_of("Dag", Random(8))
    before = as_it_was(astrid)
    greeting = Greeting(Hello.sign(identity, replace(hello, name=name)).to_bytes())
    packet = Signed(identity.public, Venue.lobby(astrid.lobby), 1, greeting)
    assert refused(astrid.receive(packet.pack(identity))) == (Reason.WRONG_NAME, "name")
    assert as_it_was(astrid) == before


# ------------------------------------------------------------- coming and going


def shown(group: LobbyGroup, at: int) -> dict[bytes, str]:
    hellos = group.members[at].hellos
    names = told_apart(tuple(one.name for one in hellos))
    return dict(zip((one.identity for one in hellos), names, strict=True))


def test_a_player_who_comes_back_has_the_same_name_again() -> None:
    """The other one with that name waits for the first to leave, and must not keep the name."""
    group = LobbyGroup("Astrid", "Bo", "Bo")
    first, second = (group.members[at].hello.identity for at in (1, 2))
    assert [shown(group, 0)[one] for one in (first, second)] == ["Bo", "Bo (2)"]
    group.handle(0, group.members[0].receive(say(group, 1, Leaving())))
    assert first not in shown(group, 0)
    back = Greeting(group.members[1].hello.to_bytes())
    group.handle(0, group.members[0].receive(say(group, 1, back, counter=COUNTER + 1)))
    for at in range(3):
        assert [shown(group, at)[one] for one in (first, second)] == ["Bo", "Bo (2)"]


def test_all_in_a_lobby_see_the_same_names() -> None:
    group = LobbyGroup("Bo", "Bo", "Bo")
    assert list(shown(group, 0).values()) == ["Bo", "Bo (2)", "Bo (3)"]
    assert shown(group, 0) == shown(group, 1) == shown(group, 2)


# ------------------------------------------------------------------- spectators


def test_spectators_are_told_apart_too() -> None:
    own, *others = (Identity(bytes([at] * 32)) for at in range(1, 6))
    visitors = Visitors(bytes(32), own, "Ida")
    for key, name in zip(others, ("Ida", "1da", "Ida (2)", "\u3164"), strict=True):
        packet = Signed(key.public, Venue.gallery(bytes(32)), 1, Visit(name))
        visitors.receive(packet.pack(key), 1.0)
    assert list(visitors.names.values()) == ["Ida", "Ida (2)", "1da (3)"]
