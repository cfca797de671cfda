"""False rosters and false starts: nobody plays by terms, or with people, they did not see."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.state import Options, Rulings
from engine.values import replace
from protocol.cards.card_faces import cards_digest
from protocol.charter import Charter
from protocol.errors import Reason
from protocol.lobby.lobby_events import Broadcast, Started
from protocol.quorum import Quorum
from protocol.wire.codec import pack
from protocol.wire.packets import LobbyRoster, Ready, Signed, Start, read_packet
from tests.adversary.lobbies import COUNTER, agreed, as_it_was, refused, roster_of, say, with_terms
from tests.adversary.tables import hello_of
from tests.protocol.lobby.test_lobby import LobbyGroup, member

# ----------------------------------------------------------------- false rosters


OTHERS: dict[str, tuple[Callable[[LobbyGroup], LobbyRoster], tuple[Reason, str]]] = {
    "no charter": (
        lambda group: replace(roster_of(group), terms=b"\x90"),
        (Reason.WRONG_SHAPE, "charter[0]"),
    ),
    "more players than seats": (
        lambda group: replace(roster_of(group), seats=2),
        (Reason.WRONG_CHARTER, "seats"),
    ),
    "one seat": (
        lambda group: replace(roster_of(group), seats=1),
        (Reason.WRONG_CHARTER, "seats"),
    ),
    "somebody ready who is not here": (
        lambda group: replace(roster_of(group), ready=(0, 4)),
        (Reason.WRONG_CHARTER, "ready"),
    ),
    "somebody ready twice": (
        lambda group: replace(roster_of(group), ready=(0, 0)),
        (Reason.WRONG_CHARTER, "ready"),
    ),
    "other cards": (
        lambda group: with_terms(group, lambda terms: replace(terms, cards=bytes(32))),
        (Reason.OTHER_CARDS, "cards"),
    ),
    "other rules": (
        lambda group: with_terms(
            group, lambda terms: replace(terms, options=Options(rules_version=7))
        ),
        (Reason.NO_COMMON_VERSION, "rules 7"),
    ),
    "another protocol": (
        lambda group: with_terms(group, lambda terms: replace(terms, version=9)),
        (Reason.NO_COMMON_VERSION, "version 9"),
    ),
    "an earlier protocol": (
        lambda group: with_terms(group, lambda terms: replace(terms, version=1)),
        (Reason.NO_COMMON_VERSION, "version 1"),
    ),
    "an unknown quorum": (
        lambda group: replace(
            roster_of(group), terms=roster_of(group).terms.replace(pack("half"), pack("most"))
        ),
        (Reason.WRONG_SHAPE, "charter[9]"),
    ),
    "without its host": (
        lambda group: with_terms(group, lambda terms: replace(terms, hellos=terms.hellos[1:])),
        (Reason.WRONG_CHARTER, "host"),
    ),
    "somebody twice": (
        lambda group: with_terms(
            group, lambda terms: replace(terms, hellos=(*terms.hellos, terms.hellos[1]))
        ),
        (Reason.KEY_REPEATED, "identity"),
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_an_impossible_roster_is_refused_with_its_reason(name: str) -> None:
    make, reason = OTHERS[name]
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    raw = say(group, 0, make(group))
    for guest in group.members[1:]:
        before = as_it_was(guest)
        assert refused(guest.receive(raw)) == reason
        assert as_it_was(guest) == before


def test_a_member_with_other_cards_does_not_ask_for_a_seat() -> None:
    group = LobbyGroup("Astrid")
    wrong = with_cards(roster_of(group))
    late = member("Bo", Random(5))
    late.start()
    assert refused(late.receive(say(group, 0, wrong))) == (Reason.OTHER_CARDS, "cards")
    assert late.host == b""


def with_cards(roster: LobbyRoster) -> LobbyRoster:
    terms = Charter.from_bytes(roster.terms, complete=False)
    return replace(roster, terms=replace(terms, cards=bytes(32)).to_bytes())


# ----------------------------------------------------------------- false starts


def begun(group: LobbyGroup) -> tuple[Start, Charter]:
    for at in (1, 2):
        group.do(at, lambda lobby: lobby.set_ready(ready=True))
    host = group.members[0]
    events = host.begin()
    (packet,) = (read_packet(event.raw) for event in events if isinstance(event, Broadcast))
    assert isinstance(packet, Signed)
    assert isinstance(packet.said, Start)
    return packet.said, Charter.from_bytes(packet.said.charter)


def test_a_game_does_not_start_for_members_that_have_not_agreed() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    start, _ = begun(group)
    group.members[1]._agreed = b""
    assert refused(group.members[1].receive(say(group, 0, start))) == (
        Reason.WRONG_CHARTER,
        "terms",
    )


STARTS: dict[str, tuple[Callable[[Start, Charter], Start], tuple[Reason, str]]] = {
    "in another order": (
        lambda start, terms: replace(
            start, charter=replace(terms, hellos=terms.hellos[::-1]).to_bytes()
        ),
        (Reason.WRONG_CHARTER, "seats"),
    ),
    "without somebody": (
        lambda start, terms: replace(
            start, charter=replace(terms, hellos=terms.hellos[:2]).to_bytes()
        ),
        (Reason.WRONG_CHARTER, "seats"),
    ),
    "by other rulings": (
        lambda start, terms: replace(
            start, charter=replace(terms, options=Options(Rulings(draft=False))).to_bytes()
        ),
        (Reason.WRONG_CHARTER, "terms"),
    ),
    "with another window": (
        lambda start, terms: replace(start, charter=replace(terms, late_window=9).to_bytes()),
        (Reason.WRONG_CHARTER, "terms"),
    ),
    "without the memory aid": (
        lambda start, terms: replace(start, charter=replace(terms, memory_aid=False).to_bytes()),
        (Reason.WRONG_CHARTER, "terms"),
    ),
    "with closed graves": (
        lambda start, terms: replace(start, charter=replace(terms, open_graves=False).to_bytes()),
        (Reason.WRONG_CHARTER, "terms"),
    ),
    "with another quorum": (
        lambda start, terms: replace(
            start, charter=replace(terms, quorum=Quorum.ALL_BUT_ONE).to_bytes()
        ),
        (Reason.WRONG_CHARTER, "terms"),
    ),
    "without a seal": (
        lambda start, _terms: replace(start, sealed=start.sealed[:2]),
        (Reason.WRONG_CHARTER, "sealed"),
    ),
    "with seals changed over": (
        lambda start, _terms: replace(start, sealed=(*start.sealed[1:], start.sealed[0])),
        (Reason.NOT_LOCKED_HERE, "seal"),
    ),
    "with empty seals": (
        lambda start, _terms: replace(start, sealed=(b"", b"", b"")),
        (Reason.BAD_KEY, "sealing key"),
    ),
}


@pytest.mark.parametrize("name", STARTS)
def test_a_start_that_differs_from_the_agreed_terms_is_refused(name: str) -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    start, terms = begun(group)
    make, reason = STARTS[name]
    wrong = make(start, terms)
    bo = group.members[1]
    assert refused(bo.receive(say(group, 0, wrong))) == reason
    # The true one still counts.
    (event,) = bo.receive(say(group, 0, start, counter=COUNTER + 1))
    assert isinstance(event, Started)


def test_agreement_to_old_terms_does_not_count_for_new_ones() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    options = Options(Rulings(draft=False))
    old = Ready(ready=True, terms=agreed(group))
    group.do(0, lambda lobby: lobby.set_terms(Charter((), options, cards_digest(options)), 3))
    assert group.members[0].receive(say(group, 1, old)) == ()
    assert group.members[1].hello.identity not in group.members[0].ready


def test_a_missed_start_is_repeated() -> None:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    begun(group)
    group.do(0, lambda lobby: lobby.repeat())
    assert isinstance(group.last(1, Started), Started)


def test_a_game_does_not_start_for_fewer_persons_than_were_agreed() -> None:
    """Three can go on without one; the host's bot in the third seat leaves two, who cannot."""
    group = LobbyGroup("Astrid", "Bo")
    group.do(1, lambda lobby: lobby.set_ready(ready=True))
    host, bo = group.members
    bot, _, _ = hello_of("Karl", Random(6), host.hello.identity)
    (said, _) = host.add_bot(bot)
    assert isinstance(said, Broadcast)
    bo.receive(said.raw)
    host.ready.add(bo.hello.identity)
    (said, _) = host.begin()
    assert isinstance(said, Broadcast)
    assert refused(bo.receive(said.raw)) == (Reason.WRONG_CHARTER, "terms")


def test_a_late_agreement_for_more_persons_does_not_count() -> None:
    group = LobbyGroup("Astrid", "Bo")
    host = group.members[0]
    late = Ready(ready=True, terms=agreed(group))
    bot, _, _ = hello_of("Karl", Random(6), host.hello.identity)
    group.do(0, lambda lobby: lobby.add_bot(bot))
    assert host.receive(say(group, 1, late)) == ()
    assert not host.may_start()
    now = Ready(ready=True, terms=agreed(group))
    host.receive(say(group, 1, now, counter=COUNTER + 1))
    assert host.may_start()
