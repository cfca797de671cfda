"""New hellos with the secrets behind them, from the operating system or from a seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from client.platform.system import random_bytes
from engine.values import Value, replace
from protocol.cards.dealing import SECRET_SIZE, KeyStatement, TableSecret
from protocol.charter import FRESH_SIZE, VERSIONS, Hello
from protocol.wire.identity import KEY_SIZE, Identity
from protocol.wire.sealing import sealing_key

Randomness = Callable[[int], bytes]


class OwnSeat(Value):
    """A seat of this machine: its keys, and the level of its bot, if it has one."""

    identity: Identity
    secret: TableSecret
    level: str | None = None


class NewSeat(Value):
    """A hello and everything secret that belongs to it."""

    hello: Hello
    identity: Identity
    secret: TableSecret
    sealing_secret: bytes

    def own(self, level: str | None = None) -> OwnSeat:
        """Return the seat for a network table."""
        return OwnSeat(self.identity, self.secret, level)


def new_seat(
    identity: Identity,
    name: str,
    operator: bytes = b"",
    random: Randomness = random_bytes,
    versions: tuple[int, ...] = VERSIONS,
) -> NewSeat:
    """Make a fresh hello; `operator` is the key of a bot's owner, `versions` are offered."""
    secret = TableSecret(random(SECRET_SIZE))
    sealing_secret = random(KEY_SIZE)
    fresh = random(FRESH_SIZE)
    statement = KeyStatement(fresh, identity.public)
    proof = statement.prove(statement.key(secret), secret)
    unsigned = Hello(
        identity.public,
        name,
        fresh,
        versions,
        sealing_key(sealing_secret),
        proof.to_bytes(),
        operator,
        b"",
    )
    return NewSeat(Hello.sign(identity, unsigned), identity, secret, sealing_secret)


def new_bot(
    name: str,
    operator: Identity,
    random: Randomness = random_bytes,
    versions: tuple[int, ...] = VERSIONS,
) -> NewSeat:
    """Make a bot with its own key, backed by its owner's signature."""
    seat = new_seat(Identity(random(KEY_SIZE)), name, operator.public, random, versions)
    return replace(seat, hello=seat.hello.backed(operator))


class DerivedRandom:
    """Bytes derived from a master secret, with which all of them can be made again."""

    def __init__(self, master: bytes) -> None:
        """Start from the master secret of a game."""
        self._master = hashlib.sha256(b"bloodrage master " + master).digest()
        self._counter = 0

    def __call__(self, count: int) -> bytes:
        """Return the next `count` bytes."""
        found = b""
        while len(found) < count:
            block = self._counter.to_bytes(8, "big")
            self._counter += 1
            found += hashlib.sha256(self._master + block).digest()
        return found[:count]


def master_of(seed: int) -> bytes:
    """Return a master secret anybody can guess, for games against bots that can be repeated."""
    return hashlib.sha256(b"bloodrage seed " + str(seed).encode()).digest()
