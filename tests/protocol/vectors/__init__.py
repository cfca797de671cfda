"""Test vectors for masked cards, one JSON file per subject; docs/vectors.md explains them.

`python -m tests.protocol.vectors` rewrites them. All inputs are fixed below; all secrets follow
from their table secret.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from protocol.cards.dealing import (
    FIRST_VERSION,
    BatchStatement,
    CardKey,
    Deal,
    Deck,
    EncodedFace,
    Holder,
    KeyStatement,
    MaskedList,
    Point,
    RemaskStatement,
    ShareStatement,
    TableSecret,
    digest,
    lay_face,
)
from protocol.cards.face_down import FaceDown, SealedPlay
from protocol.cards.hands import HandList
from protocol.hazmat.hashing import challenge, generator, tlv

Record = dict[str, str | int | list[int] | list[str]]
FOLDER = Path(__file__).parent

TABLE_ID = hashlib.sha256(b"vectors: table").digest()
HEAD = hashlib.sha256(b"vectors: head").digest()
SEATS = (2, 0)
DECK = Deck(1, ("troll", "valkyrie", "troll", "fenrir", "odins-smite", "tyrs-bash"), "vectors")


def table_secret(seat: int) -> TableSecret:
    return TableSecret(hashlib.sha256(b"vectors: secret %d" % seat).digest())


def hello(seat: int) -> KeyStatement:
    fresh = hashlib.sha256(b"vectors: fresh %d" % seat).digest()
    return KeyStatement(fresh, hashlib.sha256(b"vectors: identity %d" % seat).digest())


def card_key(seat: int) -> CardKey:
    return hello(seat).key(table_secret(seat))


def make_points() -> list[Record]:
    generators: list[Record] = [
        {"name": f"h_{index}" if index else "h", "index": index, "point": generator(index).hex()}
        for index in range(12)
    ]
    faces = (EncodedFace("troll", 1), EncodedFace("troll", 2), EncodedFace("odins-smite", 1))
    return generators + [
        {"name": "M", "age": face.age, "card": face.card_id, "point": face.point().hex()}
        for face in faces
    ]


def make_hashes() -> list[Record]:
    statements: tuple[tuple[str, tuple[bytes | int, ...]], ...] = (
        ("ctx", ()),
        ("ctx", (b"", 0)),
        ("share", (b"abc", 2**64 - 1, b"\x00" * 32)),
    )
    return [
        {
            "tag": tag,
            "tlv of the parts": tlv(*parts).hex(),
            "H": digest(tag, *parts).hex(),
            "Hs": challenge(tag, *parts).hex(),
        }
        for tag, parts in statements
    ]


def make_draws() -> list[Record]:
    draws = table_secret(0).serving("vectors", b"statement", 7)
    return [
        {
            "table secret": table_secret(0).raw.hex(),
            "purpose": "vectors",
            "tlv of the statement": tlv(b"statement", 7).hex(),
            "scalar nonce 0": draws.scalar("nonce").hex(),
            "scalar nonce 1": draws.scalar("nonce", 1).hex(),
            "permutation rest 10": list(draws.permutation("rest", 10)),
        }
    ]


def make_keys() -> list[Record]:
    return [
        {
            "table secret": table_secret(seat).raw.hex(),
            "fresh": hello(seat).fresh.hex(),
            "identity": hello(seat).identity.hex(),
            "x": card_key(seat).secret.hex(),
            "X": card_key(seat).public.hex(),
            "message": hello(seat).prove(card_key(seat), table_secret(seat)).to_bytes().hex(),
        }
        for seat in sorted(SEATS)
    ]


def make_deal(head: bytes = HEAD) -> list[Record]:
    """Make one small deal from the first shuffle to a reveal, message by message."""
    holders = [Holder(seat, card_key(seat).public) for seat in SEATS]
    deal = Deal.begin(TABLE_ID, DECK, 0, holders, head)
    records: list[Record] = [
        {
            "kind": "deal",
            "table_id": TABLE_ID.hex(),
            **({"head": head.hex()} if head else {}),
            "age": DECK.age,
            "attempt": 0,
            "seats": list(SEATS),
            "cards": list(DECK.cards),
            "rules": DECK.rules,
            "deck digest": DECK.digest().hex(),
            "ctx": deal.ctx.hex(),
            "K": deal.key.hex(),
        }
    ]
    deck = deal.start()
    for link in range(len(SEATS)):
        deck = _remasked(records, f"shuffle {link}", deal.shuffle(link, deck))
    pack = deal.packs(deck, 3)[0]
    _batched(records, "shares for a pack", deal.shares(pack, 0))
    output = _remasked(records, "pick", deal.pick(pack), [1])
    kept, _ = deal.passed(pack, output, 2)
    shares = _batched(records, "shares for kept cards", deal.kept_shares(2, kept, 0))
    own = deal.stripped(2, kept, {0: shares})
    new = _remasked(records, "hand", deal.hand(2, own))
    hand = HandList.empty(TABLE_ID, 2, card_key(2).public).dealt(deal.ctx, new)
    _played(records, hand.with_face(EncodedFace("fenrir", 1)), head)
    return records


def make_deal_of_version_1() -> list[Record]:
    """Make the same deal by version 1 of the protocol, in which no context has a head."""
    return make_deal(FIRST_VERSION)


def _played(records: list[Record], hand: HandList, head: bytes) -> None:
    made = _remasked(records, "face-down play", hand.face_down(head), [2])
    down, left = hand.played(made, head)
    for kind, due in (("reveal", down.reveal()), ("open play", left.open_at(1, head))):
        records.append(_shared(kind, due))


def _shared(kind: str, due: ShareStatement) -> Record:
    message = due.prove(card_key(due.seat), table_secret(due.seat))
    return {
        "kind": kind,
        "list": due.list_id.hex(),
        "position": due.position,
        "seat": due.seat,
        "key": due.key.hex(),
        "card": due.card.to_bytes().hex(),
        "message": message.to_bytes().hex(),
    }


def make_seals() -> list[Record]:
    """Seal one card of each Age to two, three and four holders, and open it without its owner."""
    records: list[Record] = []
    for age, others in enumerate(((0, 1), (0, 1, 3), (0, 1, 3, 4)), start=1):
        owner, face = 2, EncodedFace("troll", age)
        mask = table_secret(owner).serving("vectors", b"mask", age).scalar("mask")
        card = lay_face(face, card_key(owner).public).remasked(mask, card_key(owner).public)
        name = digest("play", digest("list", age), card.mask, card.body)
        play = FaceDown(digest("ctx", age), owner, card_key(owner).public, name, card)
        holders = tuple(Holder(seat, card_key(seat).public) for seat in others)
        due = play.seal(holders)
        raw = due.prove(card_key(owner), table_secret(owner)).to_bytes()
        sealed = SealedPlay(play, holders, due.check(raw))
        records.append(
            {
                "kind": "seal",
                "table secret": table_secret(owner).raw.hex(),
                "ctx": due.deal.hex(),
                "name": due.name.hex(),
                "seat": due.seat,
                "key": due.key.hex(),
                "card": due.card.to_bytes().hex(),
                "holders": [holder.seat for holder in holders],
                "keys": [holder.key.hex() for holder in holders],
                "Y": due.joint.hex(),
                "message": raw.hex(),
                "d": card_key(owner).share(card.mask).hex(),
                "M": face.point().hex(),
            }
        )
        records += [_shared("opening", sealed.opening(holder.seat)) for holder in holders]
    return records


def _remasked(
    records: list[Record], kind: str, due: RemaskStatement, first: Sequence[int] = ()
) -> MaskedList:
    raw = due.prove(table_secret(due.seat), first).to_bytes()
    records.append(
        {
            "kind": kind,
            "list": due.list_id.hex(),
            "seat": due.seat,
            "key": due.key.hex(),
            "cards": due.cards.to_bytes().hex(),
            "first": list(first),
            "order": list(due.order(table_secret(due.seat), first)),
            "message": raw.hex(),
        }
    )
    return due.check(raw)


def _batched(records: list[Record], kind: str, due: BatchStatement) -> tuple[Point, ...]:
    raw = due.prove(card_key(due.seat), table_secret(due.seat)).to_bytes()
    records.append(
        {
            "kind": kind,
            "list": due.list_id.hex(),
            "seat": due.seat,
            "key": due.key.hex(),
            "positions": list(due.positions),
            "cards": due.cards.to_bytes().hex(),
            "message": raw.hex(),
        }
    )
    return due.check(raw)


MAKERS: dict[str, Callable[[], list[Record]]] = {
    "points": make_points,
    "hashes": make_hashes,
    "draws": make_draws,
    "keys": make_keys,
    "deal": make_deal,
    "deal-version-1": make_deal_of_version_1,
    "seals": make_seals,
}


def written(subject: str) -> str:
    """Return the text of a subject's file."""
    return json.dumps(MAKERS[subject](), indent=1) + "\n"
