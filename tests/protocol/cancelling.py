"""Hellos whose makers chose their card keys together, so that some of them cancel out."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from engine.values import replace
from protocol.cards.dealing import CardKey, KeyStatement, TableSecret
from protocol.charter import PROTOCOL_VERSION, Hello
from protocol.wire.identity import Identity
from tests.adversary.tables import hello_of
from tests.protocol.seats import scalar

Made = tuple[Hello, Identity, TableSecret, CardKey]


def cancelling_hellos(
    players: int, cancelling: Collection[int], version: int = PROTOCOL_VERSION
) -> list[Made]:
    """Make hellos of which the keys of these seats, and of no fewer, add up to nothing."""
    chance = Random(players)
    numbers = [7 + signer for signer in range(players)]
    last = max(cancelling)
    numbers[last] = -sum(numbers[signer] for signer in cancelling if signer != last)
    found = []
    for signer, number in enumerate(numbers):
        hello, identity, secret = hello_of(f"Seat {signer}", chance)
        key = CardKey.of(scalar(number))
        proof = KeyStatement(hello.fresh, identity.public).prove(key, secret).to_bytes()
        unsigned = replace(hello, card_key=proof, versions=(version,))
        found.append((Hello.sign(identity, unsigned), identity, secret, key))
    return found
