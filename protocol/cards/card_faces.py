"""Faces of the rulebook encoded for masking, and the public deck lists."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from engine.cards import CARDS
from engine.cards.model import faces_of
from engine.decks import deck_faces
from engine.state import GODS_AND_MYSTICS, GameState, Options
from engine.terms import Age, Box, CardId, Face
from protocol.cards.dealing import Deck, EncodedFace, FaceTable
from protocol.wire.codec import pack


def encoded(face: Face) -> EncodedFace:
    """Encode a face of the rulebook."""
    return EncodedFace(face.card, int(face.age))


def printed(face: EncodedFace) -> Face:
    """Decode a face to that of the rulebook."""
    return Face(CardId(face.card_id), Age(face.age))


@lru_cache(maxsize=1)
def all_faces() -> FaceTable:
    """Return every face of all Ages: a kept card is opened later."""
    return FaceTable.of(encoded(face) for card in CARDS.values() for face in faces_of(card))


def deck_of(state: GameState) -> Deck:
    """Return the public list of the current Age's cards at this table (B2)."""
    options = state.options
    faces = deck_faces(
        state.age, state.players, kickstarter=options.kickstarter, mystics=options.mystics
    )
    version = str(state.options.rules_version)
    return Deck(int(state.age), tuple(face.card for face in faces), version)


@lru_cache(maxsize=8)
def cards_digest(options: Options) -> bytes:
    """Hash the card table, 32 bytes: peers with another table get another digest.

    Cards of Mystics of Midgard belong to the rules that have them, and to no earlier ones.
    """
    facts = tuple(
        (
            card.id,
            str(card.kind),
            str(card.slot or ""),
            card.strength,
            card.cost,
            card.bonus,
            card.late,
            tuple((int(c.age), c.min_players, str(c.box), c.glory) for c in card.copies),
        )
        for card in CARDS.values()
        if options.rules_version >= GODS_AND_MYSTICS
        or any(copy.box is not Box.MYSTICS for copy in card.copies)
    )
    hasher = hashlib.sha256(b"bloodrage/cards/v1")
    hasher.update(options.rules_version.to_bytes(4, "big"))
    for fact in facts:
        hasher.update(pack(fact))
    return hasher.digest()
