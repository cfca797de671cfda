"""Hellos and the charter: the players, their keys and the rules. Its hash names the table.

A hello is signed by its player and carries 32 fresh bytes, so every charter is new. The charter
holds all hellos and all terms agreed; every seat signs it in the first step of the game. A bot's
hello is backed by the signature of its operator, one of the persons seated: nobody can pass off a
bot as somebody else's.

Nothing in the game depends on the clock of the charter. When a seat's time runs out, by each
client's own count, the others may vote to continue without it; with a hard clock their clients vote
on their own. More than half have to.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable
from enum import StrEnum
from typing import Final, Self

from engine.state import GODS_AND_MYSTICS, Options, Rulings
from engine.terms import MAX_PLAYERS, MIN_PLAYERS, OdinsChosen, RageReturn, ThorsChosen
from engine.values import Value, replace
from protocol.cards.dealing import KeyProof, KeyStatement, Point, joint_key, require_sums
from protocol.errors import BadEncoding, BadMessage, BadProof, Reason
from protocol.quorum import Quorum
from protocol.rules import require_cards, rules_of
from protocol.wire.codec import Encodable, Reader, pack, unpack
from protocol.wire.identity import KEY_SIZE, SIGNATURE_SIZE, Domain, Identity, Peer
from protocol.wire.lookalikes import told_apart
from protocol.wire.names import is_clean, is_name
from protocol.wire.sealing import require_sealing_key

LONGEST_CLOCK: Final = 100_000
"""Upper bound in seconds, exclusive, for an answer and for the bank of a game."""


class ClockKind(StrEnum):
    """The consequence when a seat's time is over."""

    NONE = "none"
    SOFT = "soft"
    HARD = "hard"


class Clock(Value):
    """Seconds a seat has for each answer; a hard clock adds a bank for the whole game."""

    kind: ClockKind = ClockKind.NONE
    limit: int = 0
    bank: int = 0

    def packed(self) -> Encodable:
        """Return the encoding used in a charter."""
        return (str(self.kind), self.limit, self.bank)


NO_CLOCK: Final = Clock()


def read_clock(reader: Reader) -> Clock:
    """Read the clock of a charter.

    Raises:
        BadEncoding: it is no clock.
    """
    kind = reader.word(ClockKind)
    limit, bank = reader.number(LONGEST_CLOCK), reader.number(LONGEST_CLOCK)
    reader.end()
    if (kind is ClockKind.NONE) is (limit > 0) or (bank and kind is not ClockKind.HARD):
        raise BadEncoding(Reason.WRONG_SHAPE, "clock")
    return Clock(kind, limit, bank)


FIRST_PROTOCOL: Final = 1
"""The version of old records, which are still checked, and of old games against bots."""
PROTOCOL_VERSION: Final = 2
VERSIONS: Final = (PROTOCOL_VERSION,)
"""The protocol versions in which this program plays with others, highest first."""
READABLE: Final = (PROTOCOL_VERSION, FIRST_PROTOCOL)
"""The protocol versions of records and games against bots that this program reads."""
FRESH_SIZE: Final = 32
LONGEST_NAME: Final = 24
_VERSIONS: Final = 10_000
_MILLISECONDS: Final = 60_000
_STRENGTHS: Final = 4
_MOST_VERSIONS: Final = 16
_NOBODY: Final = b""


class Hello(Value):
    """A request for a seat: keys, name, versions.

    `versions` are the protocol versions offered, highest first; `sealing` is an X25519 key;
    `operator` is the identity key of a bot's owner, `backing` the owner's signature of the content.
    """

    identity: bytes
    name: str
    fresh: bytes
    versions: tuple[int, ...]
    sealing: bytes
    card_key: bytes
    operator: bytes
    signature: bytes
    backing: bytes = b""

    @classmethod
    def sign(cls, identity: Identity, unsigned: Hello) -> Hello:
        """Return the hello with the signature of its player."""
        return replace(unsigned, signature=identity.sign(Domain.HELLO, unsigned.content))

    def backed(self, operator: Identity) -> Hello:
        """Return the hello of a bot with the signature of its operator."""
        return replace(self, backing=operator.sign(Domain.OPERATOR, self.content))

    @property
    def is_bot(self) -> bool:
        """Whether somebody else's client plays this seat."""
        return self.operator != _NOBODY

    @property
    def content(self) -> bytes:
        """The bytes that are signed."""
        return pack(
            (
                self.identity,
                self.name,
                self.fresh,
                self.versions,
                self.sealing,
                self.card_key,
                self.operator,
            )
        )

    def to_bytes(self) -> bytes:
        """Encode the hello."""
        return pack((self.content, self.signature, self.backing))

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self:
        """Decode a hello and check its signatures and key proof.

        Raises:
            BadEncoding: not a hello, or a malformed key.
            BadSignature: its player, or a bot's operator, did not sign it.
            BadProof: the card key is not proven.
            BadMessage: the name has characters that are not fit for a screen.
        """
        outer = Reader(unpack(raw, "hello"), "hello")
        content, signature, backing = outer.blob(), outer.blob(SIGNATURE_SIZE), outer.blob()
        outer.end()
        reader = Reader(unpack(content, "hello"), "hello")
        identity, name = reader.blob(KEY_SIZE), reader.text(LONGEST_NAME)
        fresh = reader.blob(FRESH_SIZE)
        offered = reader.array()
        versions = tuple(offered.number(_VERSIONS) for _ in range(len(offered)))
        offered.end()
        sealing, card_key = reader.blob(KEY_SIZE), reader.blob(KeyProof.SIZE)
        operator = reader.blob()
        reader.end()
        hello = cls(
            identity, name, fresh, versions, sealing, card_key, operator, signature, backing
        )
        hello.check()
        return hello

    def check(self) -> Point:
        """Require signature and key proof; return the proven card key. A charter checks the name.

        Raises:
            RemoteProtocolError: as `from_bytes`.
        """
        Peer.of(self.identity).verify(Domain.HELLO, self.content, self.signature)
        falling = tuple(sorted(set(self.versions), reverse=True))
        if not 0 < len(self.versions) <= _MOST_VERSIONS or self.versions != falling:
            raise BadEncoding(Reason.WRONG_SHAPE, "versions")
        require_sealing_key(self.sealing)
        self._check_operator()
        return KeyStatement(self.fresh, self.identity).check(self.card_key)

    def _check_operator(self) -> None:
        if not self.is_bot:
            if self.backing:
                raise BadEncoding(Reason.WRONG_SHAPE, "backing")
            return
        if self.operator == self.identity:
            raise BadMessage(Reason.BAD_KEY, "operator")
        Peer.of(self.operator).verify(Domain.OPERATOR, self.content, self.backing)


class Charter(Value):
    """The agreement all seats sign before the game. The index of a hello is the signer's number.

    `late_window` is in milliseconds; `open_graves` says that card keys are opened at the end,
    `memory_aid` that clients list the cards their seat saw and passed on in the draft, `spectators`
    that anybody with the invitation may watch the public game, `clock` how long to wait for a seat,
    `quorum` how many go on without somebody (from version 2; in version 1 more than half).
    """

    hellos: tuple[Hello, ...]
    options: Options
    cards: bytes
    late_window: int = 3000
    open_graves: bool = True
    memory_aid: bool = True
    spectators: bool = True
    version: int = PROTOCOL_VERSION
    clock: Clock = NO_CLOCK
    quorum: Quorum = Quorum.HALF

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.hellos)

    def together(self, signers: Iterable[int]) -> frozenset[int]:
        """Return all signers of the persons behind these: operators with all their bots."""
        persons = [hello.operator or hello.identity for hello in self.hellos]
        these = {persons[signer] for signer in signers}
        return frozenset(signer for signer, one in enumerate(persons) if one in these)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, those that look alike told apart by a number."""
        return told_apart(tuple(hello.name for hello in self.hellos))

    @property
    def terms(self) -> bytes:
        """The hash of everything agreed except the players, 32 bytes."""
        terms = (
            _pack_options(self.options),
            self.cards,
            self.late_window,
            self.open_graves,
            self.memory_aid,
            self.spectators,
            self.clock.packed(),
            *self._packed_quorum(),
        )
        return hashlib.sha256(b"bloodrage/terms/v1" + pack(terms)).digest()

    @property
    def table_id(self) -> bytes:
        """The id of the table: the hash of the charter, 32 bytes."""
        return hashlib.sha256(b"bloodrage/table/v1" + self.to_bytes()).digest()

    def to_bytes(self) -> bytes:
        """Encode the charter in its only form."""
        return pack(
            (
                self.version,
                tuple(hello.to_bytes() for hello in self.hellos),
                _pack_options(self.options),
                self.cards,
                self.late_window,
                self.open_graves,
                self.memory_aid,
                self.spectators,
                self.clock.packed(),
                *self._packed_quorum(),
            )
        )

    def _packed_quorum(self) -> tuple[Encodable, ...]:
        return () if self.version == FIRST_PROTOCOL else (str(self.quorum),)

    @classmethod
    def from_bytes(
        cls, raw: bytes, *, complete: bool = True, versions: Container[int] = VERSIONS
    ) -> Self:
        """Decode a charter of one of these versions and check every hello in it.

        The terms of a lobby are a charter that is not `complete`: seats may be missing.

        Raises:
            RemoteProtocolError: not a charter, or one that nobody should sign: as `check`, and as
                `Hello.from_bytes`.
        """
        reader = Reader(unpack(raw, "charter"), "charter")
        version = reader.number(_VERSIONS)
        if version not in versions:
            raise BadMessage(Reason.NO_COMMON_VERSION, f"version {version}")
        packed = reader.blobs()
        # A hello takes a millisecond to check, so their number is checked first.
        _require_seats(len(packed), complete=complete)
        hellos = tuple(Hello.from_bytes(one) for one in packed)
        options = _read_options(reader.array())
        cards = reader.blob()
        late_window = reader.number(_MILLISECONDS)
        open_graves, memory_aid, spectators = reader.flag(), reader.flag(), reader.flag()
        clock = read_clock(reader.array())
        quorum = Quorum.HALF if version == FIRST_PROTOCOL else reader.word(Quorum)
        reader.end()
        charter = cls(
            hellos,
            options,
            cards,
            late_window,
            open_graves,
            memory_aid,
            spectators,
            version,
            clock,
            quorum,
        )
        charter.check(complete=complete)
        return charter

    def check(self, *, complete: bool = True) -> None:
        """Check everything but the hellos, which are checked already.

        Raises:
            BadMessage: wrong number of seats, another table of cards, a version that is not the
                highest that all offer, a name or a quorum that this version does not allow, or a
                bot whose operator is not a person seated.
            BadProof: an identity, fresh bytes or a card key twice, or card keys of some seats that
                cancel out (in version 1 those of all seats).
        """
        _require_seats(len(self.hellos), complete=complete)
        if self.version != common_version(self.hellos):
            raise BadMessage(Reason.NO_COMMON_VERSION, "version")
        may_stand = is_clean if self.version == FIRST_PROTOCOL else is_name
        if not all(may_stand(hello.name) for hello in self.hellos):
            raise BadMessage(Reason.WRONG_NAME, "name")
        if self.version == FIRST_PROTOCOL and self.quorum is not Quorum.HALF:
            raise BadMessage(Reason.WRONG_CHARTER, "quorum")
        require_cards(self.options, self.cards)
        if self.version == FIRST_PROTOCOL and self.options.gods:
            # Version 1 has no steps in which the chance of a later Age is made.
            raise BadMessage(Reason.WRONG_CHARTER, "gods")
        for part in ("identity", "fresh"):
            values = {getattr(hello, part) for hello in self.hellos}
            if len(values) != len(self.hellos):
                raise BadProof(Reason.KEY_REPEATED, part)
        keys = tuple(Point(hello.card_key[:KEY_SIZE]) for hello in self.hellos)
        if len(set(keys)) != len(keys):
            raise BadProof(Reason.KEY_REPEATED, "card key")
        joint_key(keys)
        if self.version != FIRST_PROTOCOL:
            require_sums(keys)
        persons = {hello.identity for hello in self.hellos if not hello.is_bot}
        if any(hello.is_bot and hello.operator not in persons for hello in self.hellos):
            raise BadMessage(Reason.WRONG_CHARTER, "operator")


def _require_seats(count: int, *, complete: bool) -> None:
    fewest = MIN_PLAYERS if complete else 1
    if not fewest <= count <= MAX_PLAYERS:
        raise BadMessage(Reason.WRONG_CHARTER, "seats")


def _pack_options(options: Options) -> Encodable:
    rulings = options.rulings
    earlier = (
        options.rules_version,
        options.kickstarter,
        rulings.draft,
        rulings.prowess_before_trickery,
        str(rulings.rage_return),
        rulings.leader_strength,
        rulings.ship_strength,
    )
    if options.rules_version < GODS_AND_MYSTICS:
        return earlier
    chosen = str(rulings.odins_chosen), str(rulings.thors_chosen)
    return (*earlier, options.gods, options.mystics, *chosen)


def _read_options(reader: Reader) -> Options:
    version = rules_of(reader.number(_VERSIONS)).version
    kickstarter, draft, prowess = reader.flag(), reader.flag(), reader.flag()
    rage_return = reader.word(RageReturn)
    leader, ship = reader.number(_STRENGTHS), reader.number(_STRENGTHS)
    gods = mystics = False
    odins, thors = OdinsChosen.ANY, ThorsChosen.TOOK_PART
    if version >= GODS_AND_MYSTICS:
        gods, mystics = reader.flag(), reader.flag()
        odins, thors = reader.word(OdinsChosen), reader.word(ThorsChosen)
    reader.end()
    if leader not in (2, 3) or ship not in (2, 3):
        raise BadEncoding(Reason.WRONG_SHAPE, "strength")
    rulings = Rulings(draft, prowess, rage_return, leader, ship, odins, thors)
    return Options(rulings, kickstarter, version, gods, mystics)


def common_version(hellos: tuple[Hello, ...]) -> int:
    """Return the highest protocol version that everybody offers.

    Raises:
        BadMessage: there is none.
    """
    common = set(hellos[0].versions).intersection(*(hello.versions for hello in hellos))
    if not common:
        raise BadMessage(Reason.NO_COMMON_VERSION, "version")
    return max(common)
