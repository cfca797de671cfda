"""Packets, the content of a room's locked frames: envelopes, positions, lobby messages, chat.

Every message of a person is signed for one venue, with a counter that only grows, so that nothing
old or from elsewhere can be replayed to change anything.

Every packet that is said, with its bytes and its limits, is read best in one piece, so the file is
longer than others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, assert_never

from engine.values import Value
from protocol.errors import BadEncoding, BadMessage, LocalProtocolError, Reason
from protocol.wire.codec import Encodable, Reader, pack, unpack
from protocol.wire.envelope import DIGEST_SIZE, SIGNER_LIMIT, STEP_LIMIT, VIEW_LIMIT
from protocol.wire.identity import KEY_SIZE, SIGNATURE_SIZE, Domain, Identity, Peer
from protocol.wire.venues import Venue, VenueKind

LONGEST_CHAT: Final = 200
COUNTER_LIMIT: Final = 1 << 48
PHRASE_LIMIT: Final = 256
LONGEST_VISITOR: Final = 24
LONGEST_REROUTE: Final = 1024
"""Characters of the routes that a host tells the others."""
MOST_PARTS: Final = 64
"""Parts that prove one step: a message of each seat, votes, and proofs of faults."""
MOST_WANTED: Final = 16
"""Digests that one question names."""
NAME_SIZE: Final = 8
"""Bytes of a vote's digest that name it in a question: 2^64 tries find another vote with them."""
MOST_NAMED: Final = 64
"""Votes that one question names."""
VENUE_NAME_SIZE: Final = 32
TERMS_SIZE: Final = 32
QUESTION_SIZE: Final = 16
_KINDS: Final = 64
_MOST: Final = 16
_ARRAY_OF_THREE: Final = 0x93


class GameMessage(Value):
    """An envelope of the game."""

    kind: ClassVar[int] = 1
    envelope: bytes


class Standing(Value):
    """A person's position: others send what it lacks. Never evidence.

    Attributes:
        step: the open step.
        have: the signers whose message of that step is here.
        view: the view of the decision that the seat stands on, 0 for none.
        wants: digests of statements or answers that are named but not here, all different; those
            that matter most come first.
        votes: names of votes that are here, all different: the first bytes of their digests.
    """

    kind: ClassVar[int] = 2
    step: int
    have: tuple[int, ...]
    view: int
    wants: tuple[bytes, ...]
    votes: tuple[bytes, ...] = ()


class Hail(Value):
    """A newcomer's question for the roster, to the host. Without signature."""

    kind: ClassVar[int] = 10


class Greeting(Value):
    """A player's request for a seat with this hello, which is itself signed."""

    kind: ClassVar[int] = 3
    hello: bytes


class LobbyRoster(Value):
    """From the host: seats, players, those who are ready, and the terms they would play by.

    `terms` is a charter's encoding with these hellos; `ready` are indices of hellos.
    """

    kind: ClassVar[int] = 4
    seats: int
    terms: bytes
    ready: tuple[int, ...]


class Ready(Value):
    """A player's agreement with the terms of that hash, or its withdrawal."""

    kind: ClassVar[int] = 5
    ready: bool
    terms: bytes


class Start(Value):
    """From the host: the charter, and for each hello the table's room secret sealed to it."""

    kind: ClassVar[int] = 6
    charter: bytes
    sealed: tuple[bytes, ...]


class Move(Value):
    """From the host: the lobby continues elsewhere without somebody; (identity, sealed secret)."""

    kind: ClassVar[int] = 7
    sealed: tuple[tuple[bytes, bytes], ...]


class Chat(Value):
    """A line of chat. Never evidence, and never delays the game."""

    kind: ClassVar[int] = 8
    text: str


class Leaving(Value):
    """A player's departure from the lobby."""

    kind: ClassVar[int] = 9


class Phrase(Value):
    """One of the phrases every client knows, by its number: each reader sees their own language."""

    kind: ClassVar[int] = 11
    code: int


class Presence(Value):
    """A player's program is running, at this step. `by_bot`: a bot currently plays the seat."""

    kind: ClassVar[int] = 12
    step: int
    by_bot: bool


class Here(Value):
    """The start of a player's client that speaks from now on, and the step it has reached.

    `instance` grows with every start of a client. A restarted client asks a `question` of 16 fresh
    bytes, or b"" if it asks none; `answered` are questions received from others. `have` are the
    signers whose message of that step is present: a client that forgot a message it signed waits
    for it.
    """

    kind: ClassVar[int] = 13
    instance: int
    step: int
    question: bytes
    answered: tuple[bytes, ...]
    have: tuple[int, ...] = ()


class Ask(Value):
    """A spectator's request for a game from this step, with that head. Without signature."""

    kind: ClassVar[int] = 14
    step: int
    head: bytes


class RecordPage(Value):
    """From a seat to spectators: one part of the proof of a closed step (docs/protocol.md).

    `head` is the head before the step, `at` the number of the part among `of`.
    """

    kind: ClassVar[int] = 15
    step: int
    head: bytes
    at: int
    of: int
    part: bytes


class Vouch(Value):
    """From a seat to spectators: the step it has reached, and the head before it."""

    kind: ClassVar[int] = 17
    step: int
    head: bytes


class Visit(Value):
    """A spectator's presence, under this name."""

    kind: ClassVar[int] = 16
    name: str


class Reroute(Value):
    """From the host: the routes to the table's relay, as an invitation names them.

    `moves` says that the lobby continues at another relay; else they are more ways to this one.
    """

    kind: ClassVar[int] = 19
    moves: bool
    routes: str


Said = (
    Standing
    | Greeting
    | LobbyRoster
    | Ready
    | Start
    | Move
    | Chat
    | Leaving
    | Phrase
    | Presence
    | Here
    | RecordPage
    | Visit
    | Vouch
    | Reroute
)
"""Messages that a player signs with a counter."""
Plain = GameMessage | Hail | Ask


class Signed(Value):
    """A person's signed message at a venue: `counter` grows with every message."""

    author: bytes
    venue: Venue
    counter: int
    said: Said

    def pack(self, identity: Identity) -> bytes:
        """Encode and sign the packet.

        Raises:
            LocalProtocolError: nothing of this kind is said at such a venue.
        """
        said, domain = self.said, _DOMAINS[self.venue.kind].get(self.said.kind)
        if domain is None:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "venue")
        content = pack((self.author, self.venue.name, self.counter, said.kind, *_fields(said)))
        return pack((int(self.venue.kind), content, identity.sign(domain, content)))


Packet = Plain | Signed


def pack_plain(packet: Plain) -> bytes:
    """Encode a packet that needs no signature of its own."""
    match packet:
        case GameMessage():
            return pack((packet.kind, packet.envelope))
        case Hail():
            return pack((packet.kind,))
        case Ask():
            return pack((packet.kind, packet.step, packet.head))
        case _:
            assert_never(packet)


def is_signed(raw: bytes) -> bool:
    """Whether a packet would be a `Signed` one, by its first bytes."""
    return len(raw) > 1 and raw[0] == _ARRAY_OF_THREE and raw[1] in _DOMAINS


def _anything(_packet: Signed) -> bool:
    return True


def read_packet(raw: bytes, is_expected: Callable[[Signed], bool] = _anything) -> Packet:
    """Decode a packet; signatures are verified.

    A signature takes far longer to verify than all else takes to read, so `is_expected` looks at
    the packet before. It must remember nothing: anybody may have made those bytes.

    Raises:
        RemoteProtocolError: it is none, is not expected, or its author did not sign it.
    """
    reader = Reader(unpack(raw, "packet"), "packet")
    kind = reader.number(_KINDS)
    packet: Packet
    if kind in _DOMAINS:
        content, signature = reader.blob(), reader.blob(SIGNATURE_SIZE)
        packet = _read_signed(VenueKind(kind), content, signature, is_expected)
    elif kind == GameMessage.kind:
        packet = GameMessage(reader.blob())
    elif kind == Hail.kind:
        packet = Hail()
    elif kind == Ask.kind:
        packet = Ask(reader.number(STEP_LIMIT), reader.blob(DIGEST_SIZE))
    else:
        raise BadEncoding(Reason.UNKNOWN_MESSAGE, "packet")
    reader.end()
    return packet


def _read_standing(reader: Reader) -> Standing:
    step, have = reader.number(STEP_LIMIT), _numbers(reader, SIGNER_LIMIT)
    view = reader.number(VIEW_LIMIT)
    wants = _digests(reader, MOST_WANTED, DIGEST_SIZE, "wants")
    return Standing(step, have, view, wants, _digests(reader, MOST_NAMED, NAME_SIZE, "votes"))


def _digests(reader: Reader, most: int, size: int, place: str) -> tuple[bytes, ...]:
    """Read different blobs of one size."""
    found = reader.blobs()
    is_other = {len(one) for one in found} - {size}
    if len(found) > most or len(set(found)) < len(found) or is_other:
        raise BadEncoding(Reason.WRONG_SHAPE, place)
    return found


_DOMAINS: Final[dict[int, dict[int, Domain]]] = {
    VenueKind.LOBBY: dict.fromkeys(
        (*range(Greeting.kind, Leaving.kind + 1), Reroute.kind), Domain.LOBBY
    ),
    VenueKind.TABLE: {
        Chat.kind: Domain.TABLE_CHAT,
        Phrase.kind: Domain.TABLE_CHAT,
        Standing.kind: Domain.TABLE,
        Presence.kind: Domain.TABLE,
        Here.kind: Domain.TABLE,
        Reroute.kind: Domain.TABLE,
    },
    VenueKind.GALLERY: {
        Chat.kind: Domain.GALLERY_CHAT,
        Phrase.kind: Domain.GALLERY_CHAT,
        Visit.kind: Domain.GALLERY_CHAT,
        RecordPage.kind: Domain.GALLERY,
        Vouch.kind: Domain.GALLERY,
    },
}
"""The domain of each kind of message that is said at a venue of each kind."""


def _fields(said: Said) -> tuple[Encodable, ...]:
    match said:
        case Standing():
            return (said.step, said.have, said.view, said.wants, said.votes)
        case Greeting():
            return (said.hello,)
        case LobbyRoster():
            return (said.seats, said.terms, said.ready)
        case Ready():
            return (said.ready, said.terms)
        case Start():
            return (said.charter, said.sealed)
        case Move():
            return (said.sealed,)
        case Chat():
            return (said.text,)
        case Leaving():
            return ()
        case Phrase():
            return (said.code,)
        case Presence():
            return (said.step, said.by_bot)
        case Here():
            return (said.instance, said.step, said.question, said.answered, said.have)
        case RecordPage():
            return (said.step, said.head, said.at, said.of, said.part)
        case Visit():
            return (said.name,)
        case Vouch():
            return (said.step, said.head)
        case Reroute():
            return (said.moves, said.routes)
        case _:
            assert_never(said)


def _read_signed(
    venue: VenueKind, content: bytes, signature: bytes, is_expected: Callable[[Signed], bool]
) -> Signed:
    reader = Reader(unpack(content, "said"), "said")
    author, name = reader.blob(KEY_SIZE), reader.blob(VENUE_NAME_SIZE)
    counter, kind = reader.number(COUNTER_LIMIT), reader.number(_KINDS)
    if kind not in _DOMAINS[venue]:
        raise BadEncoding(Reason.UNKNOWN_MESSAGE, "said")
    said = _read_said(reader, kind)
    reader.end()
    packet = Signed(author, Venue(venue, name), counter, said)
    if not is_expected(packet):
        raise BadMessage(Reason.NOT_OWED, "said")
    Peer.of(author).verify(_DOMAINS[venue][kind], content, signature)
    return packet


def _read_said(reader: Reader, kind: int) -> Said:
    match kind:
        case Standing.kind:
            return _read_standing(reader)
        case Greeting.kind:
            return Greeting(reader.blob())
        case LobbyRoster.kind:
            return LobbyRoster(
                reader.number(SIGNER_LIMIT + 1), reader.blob(), _numbers(reader, SIGNER_LIMIT)
            )
        case Ready.kind:
            return Ready(reader.flag(), reader.blob(TERMS_SIZE))
        case Start.kind:
            return Start(reader.blob(), reader.blobs())
        case Move.kind:
            return Move(_pairs(reader))
        case Chat.kind:
            return Chat(reader.text(LONGEST_CHAT))
        case Leaving.kind:
            return Leaving()
        case Phrase.kind:
            return Phrase(reader.number(PHRASE_LIMIT))
        case Presence.kind:
            return Presence(reader.number(STEP_LIMIT), reader.flag())
        case Here.kind:
            return _read_here(reader)
        case RecordPage.kind:
            return _read_page(reader)
        case Visit.kind:
            return Visit(reader.text(LONGEST_VISITOR))
        case Vouch.kind:
            return Vouch(reader.number(STEP_LIMIT), reader.blob(DIGEST_SIZE))
        case Reroute.kind:
            return Reroute(reader.flag(), reader.text(LONGEST_REROUTE))
        case _:
            raise BadEncoding(Reason.UNKNOWN_MESSAGE, "said")


def _read_page(reader: Reader) -> RecordPage:
    step, head = reader.number(STEP_LIMIT), reader.blob(DIGEST_SIZE)
    at, of = reader.number(MOST_PARTS), reader.number(MOST_PARTS)
    if at >= of:
        raise BadEncoding(Reason.WRONG_SHAPE, "page")
    return RecordPage(step, head, at, of, reader.blob())


def _read_here(reader: Reader) -> Here:
    instance, step = reader.number(COUNTER_LIMIT), reader.number(STEP_LIMIT)
    question, answered = reader.blob(), reader.blobs()
    sizes = {len(one) for one in answered}
    if len(question) not in (0, QUESTION_SIZE) or len(answered) > _MOST or sizes - {QUESTION_SIZE}:
        raise BadEncoding(Reason.WRONG_SHAPE, "question")
    return Here(instance, step, question, answered, _numbers(reader, SIGNER_LIMIT))


def _numbers(reader: Reader, limit: int) -> tuple[int, ...]:
    inner = reader.array()
    found = tuple(inner.number(limit) for _ in range(len(inner)))
    inner.end()
    return found


def _pairs(reader: Reader) -> tuple[tuple[bytes, bytes], ...]:
    inner = reader.array()
    found = []
    for _ in range(min(len(inner), _MOST)):
        pair = inner.array()
        found.append((pair.blob(KEY_SIZE), pair.blob()))
        pair.end()
    inner.end()
    return tuple(found)
