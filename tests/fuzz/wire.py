"""Targets: bytes from a network, from a frame to an action that takes effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from ipaddress import ip_network
from random import Random
from typing import Final

import pytest

from client.online.addresses import MistypedAddress, read_invitation, read_relay
from engine.actions import Action
from engine.errors import BadNotation, IllegalAction
from engine.invariants import check
from engine.notation import read_move, write_move
from engine.notation_state import read_state, write_state
from engine.play import apply, illegal
from engine.state import GameState
from protocol.agreement.slips import (
    AcceptanceSlip,
    AnySlip,
    FreezeSlip,
    ProposalSlip,
    ReturnSlip,
    read_slip,
)
from protocol.cards.dealing import TableSecret
from protocol.charter import Charter, Hello
from protocol.errors import RemoteProtocolError
from protocol.framing import FrameReader, FramingError, GreetingFrame, decode, encode
from protocol.game.jobs import Cache
from protocol.hazmat.keys import KeyProof
from protocol.hazmat.masking import MaskedCard, MaskedList
from protocol.hazmat.seals import Seal
from protocol.hazmat.shares import ShareBatch
from protocol.hazmat.shuffle_proof import ShuffleMessage
from protocol.lobby.presence import TablePresence
from protocol.lobby.rooms import Invitation, Room
from protocol.lobby.routes import read_routes, write_routes
from protocol.record.comparison import BrokenSide, OtherTables, compare
from protocol.record.evidence import FaultReport, ProvesNothing, judge_report
from protocol.record.first_slips import read_first_slip
from protocol.record.record import BrokenRecord, verify_record
from protocol.record.retelling import retell
from protocol.spectate.spectator import Spectator
from protocol.wire.bodies import Act, pack_body, read_body
from protocol.wire.codec import Encodable, pack, unpack
from protocol.wire.envelope import Envelope
from protocol.wire.identity import Domain, Identity, Peer
from protocol.wire.packets import Signed, pack_plain, read_packet
from protocol.wire.venues import Venue, VenueKind
from relay.addresses import Address, BadListenAddress
from relay.limits import BadLimits, Limits
from relay.proxies import HEADER_BYTES, BadProxyHeader, read_header
from tests.adversary.tables import hello_of
from tests.game import random_play
from tests.protocol.lobby.test_lobby import LobbyGroup

SEED: Final = 3
"""Seed of the table whose messages are in the corpus."""
SEATS: Final = 3
LARGEST_FRAME: Final = 70_000
_CARDS: Final = 6
_ROOM: Final = Room(bytes(32))
_EACH: Final = 25
_DOMAINS: Final = (
    (VenueKind.LOBBY, Domain.LOBBY),
    (VenueKind.TABLE, Domain.TABLE),
    (VenueKind.TABLE, Domain.TABLE_CHAT),
    (VenueKind.GALLERY, Domain.GALLERY),
    (VenueKind.GALLERY, Domain.GALLERY_CHAT),
)
"""Kinds of venues, with the domains of what is signed there."""
_VOTES: Final = {
    1: Domain.FREEZE_2,
    2: Domain.PROPOSAL_2,
    3: Domain.ACCEPTANCE_2,
    4: Domain.RETURN_2,
}
_FIRST_VOTES: Final = {
    1: Domain.FREEZE,
    2: Domain.PROPOSAL,
    3: Domain.ACCEPTANCE,
    4: Domain.RETURN,
}


def frames(raw: bytes) -> None:
    """Read a stream of frames, in two pieces."""
    reader = FrameReader(LARGEST_FRAME)
    for piece in (raw[: len(raw) // 2], raw[len(raw) // 2 :]):
        reader.feed(piece)
        try:
            while (found := reader.next_raw()) is not None:
                frame = decode(*found)
                # A greeting's limits that this version does not know are dropped.
                if not isinstance(frame, GreetingFrame):
                    assert encode(frame)[5:] == found.body
                encode(frame)
        except FramingError:
            pass
    assert reader.held <= len(raw)


def proxy_header(raw: bytes) -> None:
    """Read the header of a proxy at the beginning of a connection."""
    with suppress(BadProxyHeader):
        found = read_header(raw)
        if found is None:
            assert len(raw) < HEADER_BYTES
        else:
            assert found.length <= min(len(raw), HEADER_BYTES)
            if found.client is not None:
                ip_network(found.client)


def codec(raw: bytes) -> None:
    """Read a packed value."""
    with suppress(RemoteProtocolError):
        assert pack(unpack(raw)) == raw


def packets(raw: bytes) -> None:
    """Read a packet of a room."""
    with suppress(RemoteProtocolError):
        packet = read_packet(raw)
        if not isinstance(packet, Signed):
            assert pack_plain(packet) == raw


def said(raw: bytes) -> None:
    """Read a signed message of a room, with a valid signature."""
    identity = people()[0][1]
    try:
        value = unpack(raw)
    except RemoteProtocolError:
        return
    for kind, domain in _DOMAINS:
        content = pack((identity.public, bytes(32), 1, *value)) if isinstance(value, tuple) else raw
        whole = pack((int(kind), content, identity.sign(domain, content)))
        try:
            packet = read_packet(whole)
        except RemoteProtocolError:
            continue
        assert isinstance(packet, Signed)
        assert packet.pack(identity) == whole
        company = TablePresence(Venue.table(bytes(32)), {identity.public: 0}, people()[1][1], 1)
        company.receive(whole, 0.0)


def bodies(raw: bytes) -> None:
    """Read the body of an envelope."""
    with suppress(RemoteProtocolError):
        assert pack_body(read_body(raw)) == raw


def envelopes(raw: bytes) -> None:
    """Read a signed message of a game."""
    with suppress(RemoteProtocolError):
        assert Envelope.from_bytes(raw).to_bytes() == raw


def slips(raw: bytes) -> None:
    """Read a vote, or a request to return."""
    with suppress(RemoteProtocolError):
        assert read_slip(raw, _peers()).raw == raw


def votes(raw: bytes) -> None:
    """Read the same with a valid signature of the signer named: a byte for the kind, then the
    rest."""
    for whole, content in _signed_by_each(raw, _VOTES):
        with suppress(RemoteProtocolError):
            slip = read_slip(whole, _peers())
            assert slip.raw == whole
            assert pack((slip.table_id, *_fields(slip))) == content


def first_slips(raw: bytes) -> None:
    """Read a slip of protocol version 1."""
    with suppress(RemoteProtocolError):
        read_first_slip(raw, _peers())


def first_votes(raw: bytes) -> None:
    """Read the same with a valid signature, as for `votes`."""
    for whole, _ in _signed_by_each(raw, _FIRST_VOTES):
        with suppress(RemoteProtocolError):
            read_first_slip(whole, _peers())


def _signed_by_each(raw: bytes, domains: Mapping[int, Domain]) -> Iterator[tuple[bytes, bytes]]:
    """Yield slips with their contents, signed by each signer that may be named in them."""
    kind, content = raw[0] % 5 if raw else 0, raw[1:]
    try:
        value = unpack(content)
    except RemoteProtocolError:
        return
    signers = [one for one in value if type(one) is int] if isinstance(value, tuple) else []
    for signer in {one for one in signers if 0 <= one < SEATS}:
        signature = people()[signer][1].sign(domains.get(kind, Domain.STEP), content)
        yield pack((kind, content, signature)), content


def _fields(slip: AnySlip) -> tuple[Encodable, ...]:
    match slip:
        case FreezeSlip():
            named = (slip.base, slip.accepted, slip.tip_step, slip.tip_head)
            return (slip.view, slip.signer, *named, slip.held, slip.late, slip.faults)
        case ProposalSlip():
            return (slip.view, slip.signer, tuple(one.raw for one in slip.freezes))
        case AcceptanceSlip():
            return (slip.view, slip.signer, slip.proposal)
        case ReturnSlip():
            return (slip.signer, slip.since, slip.head)


def hellos(raw: bytes) -> None:
    """Read a player's hello."""
    with suppress(RemoteProtocolError):
        assert Hello.from_bytes(raw).to_bytes() == raw


def charters(raw: bytes) -> None:
    """Read a charter, complete and incomplete."""
    for is_complete in (True, False):
        with suppress(RemoteProtocolError):
            assert Charter.from_bytes(raw, complete=is_complete).to_bytes() == raw


def proofs(raw: bytes) -> None:
    """Read points, scalars and proofs made of them; the first byte is the number of cards."""
    count, rest = raw[0] % _CARDS + 1 if raw else 1, raw[1:]
    with suppress(RemoteProtocolError):
        assert MaskedCard.from_bytes(rest).to_bytes() == rest
    with suppress(RemoteProtocolError):
        assert MaskedList.from_bytes(rest, count).to_bytes() == rest
    with suppress(RemoteProtocolError):
        assert KeyProof.from_bytes(rest).to_bytes() == rest
    with suppress(RemoteProtocolError):
        assert Seal.from_bytes(rest).to_bytes() == rest
    with suppress(RemoteProtocolError):
        assert ShareBatch.from_bytes(rest, count).to_bytes() == rest
    with suppress(RemoteProtocolError):
        assert ShuffleMessage.from_bytes(rest, count).to_bytes() == rest


def unlocking(raw: bytes) -> None:
    """Read a relay's payload in a locked room; the second half as if it had the key."""
    with suppress(RemoteProtocolError):
        _ROOM.unlock(raw)
    assert _ROOM.unlock(_ROOM.lock(raw, bytes(12))) == raw


def lobbies(raw: bytes) -> None:
    """Read any lobby packet, as its host and as a guest."""
    for member in _group().members:
        member.repeat()
        for event in member.receive(raw):
            assert event is not None


def records(raw: bytes) -> None:
    """Read the record of a game: verify it, and retell it if it is valid, with its tail or not."""
    with suppress(BrokenRecord):
        verify_record(raw, _proven(), cut_off=True)
    try:
        verify_record(raw, _proven())
    except BrokenRecord:
        with suppress(BrokenRecord):
            retell(raw, _proven())
        return
    retell(raw, _proven())


def reports(raw: bytes) -> None:
    """Read the report of a fault: judge it, and compare it with a record."""
    with suppress(ProvesNothing):
        assert FaultReport.from_bytes(raw).to_bytes() == raw
    with suppress(ProvesNothing, BrokenRecord):
        judge_report(raw, _proven())
    with suppress(ProvesNothing, BrokenSide, OtherTables):
        compare(raw, raw, _proven())


def watchers(raw: bytes) -> None:
    """Read any gallery packet, as a new spectator and as one who already watches."""
    for spectator in (Spectator(_proven()), _watching()):
        spectator.receive(raw)
        while (found := spectator.complete()) is not None:
            with suppress(BrokenRecord):
                spectator.take(found)


def acts(raw: bytes) -> None:
    """Read an action and apply it: a byte for the position, then the body."""
    if not raw:
        return
    state = positions()[raw[0] % len(positions())]
    try:
        body = read_body(raw[1:])
    except RemoteProtocolError:
        return
    assert pack_body(body) == raw[1:]
    if isinstance(body, Act):
        _played(state, body.action)


def moves(raw: bytes) -> None:
    """Read a line of notation, and apply it in every position."""
    line = raw.decode("utf-8", "replace")
    try:
        move = read_move(line)
    except BadNotation:
        return
    assert write_move(move) == line
    if isinstance(move, Action):
        for state in positions()[:4]:
            _played(state, move)


def states(raw: bytes) -> None:
    """Read a line of notation that is a whole position."""
    line = raw.decode("utf-8", "replace")
    try:
        state = read_state(line)
    except BadNotation:
        return
    assert write_state(state) == line


def invitations(raw: bytes) -> None:
    """Read pasted text as an invitation, and as an address."""
    text = raw.decode("utf-8", "replace")
    with suppress(RemoteProtocolError):
        found = Invitation.read(text)
        assert Invitation.read(found.line()) == found
    with suppress(MistypedAddress):
        assert all(0 < route.port < 1 << 16 for route in read_invitation(text).routes)
    with suppress(MistypedAddress):
        routes = read_relay(text)
        assert read_routes(write_routes(routes)) == routes
    with suppress(BadListenAddress):
        found_here = Address.parse(text)
        assert Address.parse(str(found_here)) == found_here


def limits(raw: bytes) -> None:
    """Read the limits of a relay."""
    with suppress(BadLimits):
        Limits.from_toml(raw.decode("utf-8", "replace"))


TARGETS: Final[tuple[Callable[[bytes], None], ...]] = (
    frames,
    proxy_header,
    codec,
    packets,
    said,
    bodies,
    envelopes,
    slips,
    votes,
    first_slips,
    first_votes,
    hellos,
    charters,
    proofs,
    unlocking,
    lobbies,
    records,
    reports,
    watchers,
    acts,
    moves,
    states,
    invitations,
    limits,
)


def _played(state: GameState, action: Action) -> None:
    why = illegal(state, action)
    if why is None:
        check(apply(state, action).state)
        return
    with pytest.raises(IllegalAction) as refused:
        apply(state, action)
    assert refused.value.refusal == why


@cache
def people() -> tuple[tuple[Hello, Identity, TableSecret], ...]:
    """Return the people at the table of the corpus."""
    chance = Random(SEED)
    return tuple(hello_of(f"Seat {number}", chance) for number in range(SEATS))


@cache
def _peers() -> tuple[Peer, ...]:
    return tuple(Peer.of(identity.public) for _, identity, _ in people())


@cache
def _group() -> LobbyGroup:
    return LobbyGroup("Astrid", "Bo")


@cache
def _watching() -> Spectator:
    return Spectator(_proven())


@cache
def _proven() -> Cache:
    return {}


@cache
def positions() -> tuple[GameState, ...]:
    """Return positions spread over a whole game, then one for each kind of question in it."""
    played = [game.state for game in random_play(SEATS, 62, kickstarter=True)]
    asked = {tuple(sorted({due.word for due in state.owed})): state for state in played}
    return (*played[::_EACH], *asked.values())
