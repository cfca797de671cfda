"""Dealing an Age without a dealer: deck, packs, picks, hands. Pure functions of public bytes.

Everything is published and checked by everybody. Each message has a *statement*, an immutable value
that holds everything it is bound to: `statement.prove(...)` makes the message,
`statement.check(bytes)` returns what it proves or raises. `Deal` has the statements of one deal in
their order and computes what follows from them:

    deck = deal.start()                          everybody masks and shuffles it in turn
    deck = deal.shuffle(link, deck).check(raw)
    pack, ... = deal.packs(deck, 8)
    shares = deal.shares(pack, seat).check(raw)  from every seat but the holder
    faces = deal.opened(pack, key, shares, faces)              the holder alone can do this
    kept, pack = deal.passed(pack, deal.pick(pack).check(raw), 1)
    shares = deal.kept_shares(seat, kept, other).check(raw)
    own = deal.stripped(seat, kept, shares)      masked under the owner's key alone
    hand = deal.hand(seat, own).check(raw)       continues in `hands`

Not checked here: whether a message is due. In particular nobody may publish a share for a pack
they hold, for leftovers or undealt cards, any share before all shuffles are checked, or one for
the next round before all picks are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from engine.values import Value
from protocol.errors import LocalProtocolError, Reason
from protocol.hazmat.group import Point, Scalar, require_sound_library
from protocol.hazmat.hashing import digest, tlv
from protocol.hazmat.keys import CardKey, Holder, KeyProof, KeyStatement, joint_key, require_sums
from protocol.hazmat.masking import EncodedFace, FaceTable, MaskedCard, MaskedList, lay_face
from protocol.hazmat.seals import Seal, SealStatement
from protocol.hazmat.secrets import SECRET_SIZE, TableSecret
from protocol.hazmat.shares import BatchStatement, ShareBatch, ShareStatement
from protocol.hazmat.shuffle_proof import RemaskStatement, ShuffleMessage

# The rest of the package takes the primitives from here: only this file imports hazmat.
__all__ = [
    "FIRST_VERSION",
    "SECRET_SIZE",
    "TABLE_ID_SIZE",
    "BatchStatement",
    "CardKey",
    "Deal",
    "Deck",
    "EncodedFace",
    "FaceTable",
    "Holder",
    "KeyProof",
    "KeyStatement",
    "MaskedCard",
    "MaskedList",
    "Pack",
    "Point",
    "Proven",
    "RemaskStatement",
    "Scalar",
    "Seal",
    "SealStatement",
    "ShareBatch",
    "ShareStatement",
    "ShuffleMessage",
    "TableSecret",
    "digest",
    "headed",
    "joint_key",
    "lay_face",
    "own_faces",
    "require_sound_library",
    "require_sums",
]

TABLE_ID_SIZE = 32
FIRST_VERSION = b""
"""Stands for the head in contexts of protocol version 1, which had none."""

Proven = MaskedList | MaskedCard | tuple[Point, ...] | Point
"""The result of a checked statement."""

_SEAT_SIZE = 2
_SEAT_LIMIT = 1 << 8 * _SEAT_SIZE


class Deck(Value):
    """The public list of an Age's cards, copies one by one, with the version of the rules."""

    age: int
    cards: tuple[str, ...]
    rules: str

    def digest(self) -> bytes:
        """Hash list, order and version of the rules: peers that differ get another digest."""
        return digest(
            "cards", self.rules.encode(), self.age, tlv(*(card.encode() for card in self.cards))
        )

    def faces(self) -> tuple[EncodedFace, ...]:
        """Return the faces in the order of the list."""
        return tuple(EncodedFace(card, self.age) for card in self.cards)


class Pack(Value):
    """A pack on its way round: its number, the round from 0, the seat that holds it, its cards."""

    number: int
    round: int
    holder: int
    cards: MaskedList


class Deal(Value):
    """One attempt to deal one Age among the seats present, in the order of the table.

    Attributes:
        holders: the seats that draft.
        ctx: the digest of everything above, in every statement.
        key: the joint key K of the seats.
    """

    table_id: bytes
    deck: Deck
    attempt: int
    holders: tuple[Holder, ...]
    ctx: bytes
    key: Point

    @classmethod
    def begin(
        cls,
        table_id: bytes,
        deck: Deck,
        attempt: int,
        holders: Sequence[Holder],
        head: bytes = FIRST_VERSION,
    ) -> Self:
        """Begin a deal among `holders`; each one's left neighbour is the next in the sequence.

        `head` is the head before the first shuffle of this attempt: on another past nothing of the
        deal repeats. Version 1 of the protocol had none.

        Raises:
            LocalProtocolError: no 32-byte table id, no holders or cards, or a seat twice.
            BadProof: a key twice, or keys that cancel out.
            UnsafeLibrary: the installed library takes points outside the group.
        """
        require_sound_library()
        seats = [holder.seat for holder in holders]
        numbered = all(0 <= seat < _SEAT_LIMIT for seat in seats) and len(set(seats)) == len(seats)
        if len(table_id) != TABLE_ID_SIZE or not seats or not numbered or not deck.cards:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "deal")
        keys = [holder.key for holder in holders]
        joint = joint_key(keys)
        ctx = digest(
            "ctx",
            table_id,
            *headed(head),
            deck.age,
            attempt,
            b"".join(seat.to_bytes(_SEAT_SIZE, "big") for seat in seats),
            len(seats),
            len(deck.cards),
            deck.digest(),
            b"".join(keys),
            b"".join(face.point() for face in deck.faces()),
        )
        return cls(table_id, deck, attempt, tuple(holders), ctx, joint)

    # --- the deck ---

    def start(self) -> MaskedList:
        """Return the deck before the first shuffle, in the order of the public list."""
        return MaskedList(tuple(lay_face(face, self.key) for face in self.deck.faces()))

    def shuffle(self, link: int, deck: MaskedList, seat: int | None = None) -> RemaskStatement:
        """State the shuffle of the `link`-th seat at the table, of the deck its predecessor left.

        After the seats that draft, others may shuffle too: then `seat` says which.

        Raises:
            LocalProtocolError: no such link, or not a deck of this deal's size.
        """
        drafts = 0 <= link < len(self.holders)
        if (seat is None and not drafts) or link < 0 or len(deck) != len(self.deck.cards):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "link")
        name = digest("deck", self.ctx, link)
        shuffler = self.holders[link].seat if seat is None else seat
        return RemaskStatement(name, shuffler, self.key, deck)

    def packs(self, deck: MaskedList, size: int) -> tuple[Pack, ...]:
        """Return the first packs, one for each seat, from the top of the shuffled deck.

        Without a draft they are the hands: continue with `kept_shares`.

        Raises:
            LocalProtocolError: there are not enough cards.
        """
        if not 0 < size * len(self.holders) <= len(deck):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "pack size")
        return tuple(
            Pack(at, 0, holder.seat, MaskedList(deck.cards[at * size : (at + 1) * size]))
            for at, holder in enumerate(self.holders)
        )

    # --- the draft ---

    def pack_id(self, pack: Pack) -> bytes:
        """Name a pack as it is in this round; shares and the pick are bound to this name."""
        return digest("pack", self.ctx, pack.number, pack.round, pack.holder, pack.cards.to_bytes())

    def shares(self, pack: Pack, seat: int) -> BatchStatement:
        """State the shares that let the holder see the pack, from `seat`.

        Raises:
            LocalProtocolError: `seat` is the holder itself, or does not draft.
        """
        return self._batch(self.pack_id(pack), pack.holder, seat, pack.cards)

    def opened(
        self, pack: Pack, key: CardKey, shares: Mapping[int, Sequence[Point]], faces: FaceTable
    ) -> tuple[EncodedFace, ...]:
        """Open a pack with the holder's key and the checked shares of all others, by seat.

        Raises:
            LocalProtocolError: not the holder's key, or not the shares of exactly the others.
            BadOpening: a card is no face; impossible if everything was checked.
        """
        if key.public != self._key_of(pack.holder):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "card key")
        return own_faces(self.stripped(pack.holder, pack.cards, shares), key, faces)

    def pick(self, pack: Pack) -> RemaskStatement:
        """State the holder's pick: prove it with the positions of the kept cards as `first`."""
        return RemaskStatement(self.pack_id(pack), pack.holder, self.key, pack.cards)

    def passed(self, pack: Pack, output: MaskedList, keep: int) -> tuple[MaskedList, Pack]:
        """Return the kept cards of a checked pick, and the pack as it reaches the left neighbour.

        Raises:
            LocalProtocolError: not a result of this pack, or nothing would be kept or passed.
        """
        if len(output) != len(pack.cards) or not 0 < keep < len(output):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "pick")
        following = (self._place_of(pack.holder) + 1) % len(self.holders)
        rest = MaskedList(output.cards[keep:])
        return (
            MaskedList(output.cards[:keep]),
            Pack(pack.number, pack.round + 1, self.holders[following].seat, rest),
        )

    # --- the hand ---

    def kept_shares(self, owner: int, kept: MaskedList, seat: int) -> BatchStatement:
        """State the shares of `seat` that leave kept cards masked under the owner's key alone.

        Raises:
            LocalProtocolError: `seat` is the owner itself, or does not draft.
        """
        name = digest("kept", self.ctx, owner, kept.to_bytes())
        return self._batch(name, owner, seat, kept)

    def stripped(
        self, owner: int, cards: MaskedList, shares: Mapping[int, Sequence[Point]]
    ) -> MaskedList:
        """Return the cards masked under the owner's key alone; everybody can compute it.

        Raises:
            LocalProtocolError: not the shares of exactly the others, one for each card.
            BadOpening: nothing would be left; impossible if everything was checked.
        """
        others = {holder.seat for holder in self.holders} - {owner}
        if set(shares) != others or any(len(given) != len(cards) for given in shares.values()):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "shares")
        return MaskedList(
            tuple(
                card.without(given[at] for given in shares.values())
                for at, card in enumerate(cards.cards)
            )
        )

    def hand(self, owner: int, own: MaskedList) -> RemaskStatement:
        """State the owner's new hand: the stripped cards remasked, in uniform order."""
        name = digest("hand", self.ctx, owner, own.to_bytes())
        return RemaskStatement(name, owner, self._key_of(owner), own)

    def _batch(self, name: bytes, owner: int, seat: int, cards: MaskedList) -> BatchStatement:
        if seat == owner:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "share for oneself")
        positions = tuple(range(len(cards)))
        return BatchStatement(self.ctx, name, seat, self._key_of(seat), positions, cards)

    def _key_of(self, seat: int) -> Point:
        return self.holders[self._place_of(seat)].key

    def _place_of(self, seat: int) -> int:
        for place, holder in enumerate(self.holders):
            if holder.seat == seat:
                return place
        raise LocalProtocolError(Reason.WRONG_ARGUMENT, "seat")


def headed(head: bytes) -> tuple[bytes, ...]:
    """Return the part of a context that names the past: the head, none in protocol version 1."""
    return (head,) if head else ()


def own_faces(cards: MaskedList, key: CardKey, faces: FaceTable) -> tuple[EncodedFace, ...]:
    """Return the faces of cards masked under one key alone, with that key.

    Raises:
        BadOpening: a card is no face; impossible if everything was checked.
    """
    return tuple(faces.opened(card, (key.share(card.mask),)) for card in cards.cards)
