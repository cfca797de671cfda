"""The vectors match the code and the slow verifier, which shares no code with it."""

import hashlib
import hmac
import json
from pathlib import Path

import pytest

from protocol.hazmat.group import IDENTITY
from tests.protocol import slow_verifier
from tests.protocol.edwards import BASE, ORDER, Curve, curve, total
from tests.protocol.vectors import FOLDER, MAKERS, Record, written

PAGE = Path(__file__).parents[2] / "docs" / "vectors.md"


def records(subject: str) -> list[Record]:
    found: list[Record] = json.loads((FOLDER / f"{subject}.json").read_text(encoding="utf-8"))
    return found


def raw(record: Record, field: str) -> bytes:
    value = record[field]
    assert isinstance(value, str)
    return bytes.fromhex(value)


def integer(record: Record, field: str) -> int:
    value = record[field]
    assert isinstance(value, int)
    return value


def slots(record: Record, field: str) -> list[int]:
    value = record[field]
    assert isinstance(value, list)
    return [int(entry) for entry in value]


def texts(record: Record, field: str) -> list[str]:
    value = record[field]
    assert isinstance(value, list)
    return [str(entry) for entry in value]


@pytest.mark.parametrize("subject", MAKERS)
def test_the_vectors_match_the_code(subject: str) -> None:
    assert (FOLDER / f"{subject}.json").read_text(encoding="utf-8") == written(subject)


def test_every_vector_file_has_a_subject() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(MAKERS)


def test_points_match_the_slow_verifier() -> None:
    for record in records("points"):
        point = raw(record, "point")
        if record["name"] == "M":
            card = str(record["card"])
            expected = slow_verifier.card_point(integer(record, "age"), card)
        else:
            expected = slow_verifier.generator(integer(record, "index"))
        assert expected.encode() == point
        assert curve(point).is_proper()


def test_hashes_match_the_slow_verifier() -> None:
    for record in records("hashes"):
        head = slow_verifier.frame(slow_verifier.PREFIX + str(record["tag"]).encode())
        digest = hashlib.sha512(head + raw(record, "tlv of the parts")).digest()
        assert raw(record, "H") == digest
        number = int.from_bytes(digest, "little") % ORDER
        assert raw(record, "Hs") == number.to_bytes(32, "little")


def test_the_slow_verifier_accepts_the_keys() -> None:
    for record in records("keys"):
        x = int.from_bytes(raw(record, "x"), "little")
        assert raw(record, "X") == (x * BASE).encode()
        bound = raw(record, "fresh"), raw(record, "identity")
        assert slow_verifier.accepts_key(*bound, raw(record, "message"))


class TestTheDeal:
    """Recomputed from its first record with the slow verifier's arithmetic alone."""

    start, *messages = records("deal")

    def past(self) -> tuple[bytes, ...]:
        """Return the head, which version 1 did not have in any name."""
        return (raw(self.start, "head"),) if "head" in self.start else ()

    def keys(self) -> dict[int, tuple[int, bytes]]:
        seats = sorted(slots(self.start, "seats"))
        return {
            seat: (int.from_bytes(raw(record, "x"), "little"), raw(record, "X"))
            for seat, record in zip(seats, records("keys"), strict=True)
        }

    def message(self, kind: str) -> Record:
        (found,) = [record for record in self.messages if record["kind"] == kind]
        return found

    def test_is_bound_to_its_context(self) -> None:
        cards, age = texts(self.start, "cards"), integer(self.start, "age")
        seats = slots(self.start, "seats")
        publics = [self.keys()[seat][1] for seat in seats]
        deck = slow_verifier.sha(
            "cards",
            str(self.start["rules"]).encode(),
            age,
            slow_verifier.frame(*(card.encode() for card in cards)),
        )
        assert raw(self.start, "deck digest") == deck
        assert raw(self.start, "ctx") == slow_verifier.sha(
            "ctx",
            raw(self.start, "table_id"),
            *self.past(),
            age,
            integer(self.start, "attempt"),
            b"".join(seat.to_bytes(2, "big") for seat in seats),
            len(seats),
            len(cards),
            deck,
            b"".join(publics),
            b"".join(slow_verifier.card_point(age, card).encode() for card in cards),
        )
        assert raw(self.start, "K") == total(map(curve, publics)).encode()

    def test_starts_with_the_public_mask(self) -> None:
        key, age = curve(raw(self.start, "K")), integer(self.start, "age")
        assert raw(self.message("shuffle 0"), "cards") == b"".join(
            BASE.encode() + (slow_verifier.card_point(age, card) + key).encode()
            for card in texts(self.start, "cards")
        )

    def test_names_its_lists_as_specified(self) -> None:
        ctx = raw(self.start, "ctx")
        played = self.message("face-down play")
        left = raw(played, "message")[64 : len(raw(played, "cards"))]
        names: dict[str, tuple[str | bytes | int, ...]] = {
            "shuffle 0": ("deck", ctx, 0),
            "shuffle 1": ("deck", ctx, 1),
            "pick": ("pack", ctx, 0, 0, 2, raw(self.message("pick"), "cards")),
            "shares for a pack": ("pack", ctx, 0, 0, 2, raw(self.message("pick"), "cards")),
            "shares for kept cards": ("kept", ctx, 2, raw(self.message("pick"), "message")[:128]),
            "hand": ("hand", ctx, 2, raw(self.message("hand"), "cards")),
            "face-down play": (
                "list",
                ctx,
                2,
                *self.past(),
                2,
                raw(played, "cards"),
            ),
            "open play": ("list", ctx, 2, *self.past(), 3, left),
        }
        for kind, parts in names.items():
            tag, *rest = parts
            assert isinstance(tag, str)
            numbers = [part for part in rest if not isinstance(part, str)]
            assert raw(self.message(kind), "list") == slow_verifier.sha(tag, *numbers), kind

    def test_names_the_reveal_for_its_card(self) -> None:
        play = self.message("face-down play")
        first, second = raw(play, "message")[:32], raw(play, "message")[32:64]
        name = slow_verifier.sha("play", raw(play, "list"), first, second)
        assert raw(self.message("reveal"), "list") == name
        assert raw(self.message("reveal"), "card") == first + second

    @pytest.mark.parametrize("kind", [str(r["kind"]) for r in messages if "order" in r])
    def test_has_shuffles_that_the_slow_verifier_accepts(self, kind: str) -> None:
        record = self.message(kind)
        statement = (raw(record, "list"), integer(record, "seat"), raw(record, "key"))
        message = raw(record, "message")
        assert slow_verifier.accepts_shuffle(*statement, raw(record, "cards"), message)
        changed = message[:-1] + bytes([message[-1] ^ 1])
        assert not slow_verifier.accepts_shuffle(*statement, raw(record, "cards"), changed)

    @pytest.mark.parametrize("kind", [str(r["kind"]) for r in messages if "positions" in r])
    def test_has_batches_that_the_slow_verifier_accepts(self, kind: str) -> None:
        record = self.message(kind)
        cards = raw(record, "cards")
        masks = [cards[at : at + 32] for at in range(0, len(cards), 64)]
        named = (raw(self.start, "ctx"), raw(record, "list"), integer(record, "seat"))
        assert slow_verifier.accepts_batch(
            (*named, raw(record, "key")), slots(record, "positions"), masks, raw(record, "message")
        )

    @pytest.mark.parametrize("kind", ["reveal", "open play"])
    def test_has_shares_that_the_slow_verifier_accepts(self, kind: str) -> None:
        record = self.message(kind)
        named = (raw(self.start, "ctx"), raw(record, "list"), integer(record, "position"))
        bound = (*named, integer(record, "seat"), raw(record, "key"))
        mask = raw(record, "card")[:32]
        assert slow_verifier.accepts_share(bound, mask, raw(record, "message"))

    @pytest.mark.parametrize("kind", [str(r["kind"]) for r in messages if "order" in r])
    def test_has_the_stated_orders(self, kind: str) -> None:
        record = self.message(kind)
        holders = [raw(record, "key")]
        if holders == [raw(self.start, "K")]:
            holders = [public for _, public in self.keys().values()]
        secret = sum(x for x, public in self.keys().values() if public in holders)
        before, after = raw(record, "cards"), raw(record, "message")
        faces = [_opened(before[at : at + 64], secret) for at in range(0, len(before), 64)]
        new = [_opened(after[at : at + 64], secret) for at in range(0, len(before), 64)]
        assert new == [faces[at] for at in slots(record, "order")]
        assert set(slots(record, "order")[: len(slots(record, "first"))]) == set(
            slots(record, "first")
        )
        assert IDENTITY not in new


class TestTheDealOfVersion1(TestTheDeal):
    """The same deal, as records of version 1 have it."""

    start, *messages = records("deal-version-1")

    def test_has_no_head(self) -> None:
        assert self.past() == ()
        assert len(TestTheDeal().past()) == 1


class TestTheSeals:
    """Each seal with the openings that follow it."""

    seals = tuple(record for record in records("seals") if record["kind"] == "seal")

    def bound(self, seal: Record) -> slow_verifier.SealBound:
        keys = [bytes.fromhex(text) for text in texts(seal, "keys")]
        holders = list(zip(slots(seal, "holders"), keys, strict=True))
        named = (raw(seal, "ctx"), raw(seal, "name"), integer(seal, "seat"), raw(seal, "key"))
        return (*named, raw(seal, "card"), holders)

    def openings(self, seal: Record) -> list[Record]:
        rest = records("seals")
        following = rest[rest.index(seal) + 1 :]
        return following[: len(slots(seal, "holders"))]

    def test_are_for_two_to_four_holders(self) -> None:
        assert [len(texts(seal, "keys")) for seal in self.seals] == [2, 3, 4]
        assert len(records("seals")) == 3 + 2 + 3 + 4

    def test_are_accepted_by_the_slow_verifier(self) -> None:
        for seal in self.seals:
            message = raw(seal, "message")
            assert len(message) == 160
            assert slow_verifier.accepts_seal(self.bound(seal), message)
            changed = message[:-1] + bytes([message[-1] ^ 1])
            assert not slow_verifier.accepts_seal(self.bound(seal), changed)

    def test_are_for_the_sum_of_the_holders_keys(self) -> None:
        for seal in self.seals:
            keys = (curve(public) for _, public in self.bound(seal)[5])
            assert raw(seal, "Y") == total(keys).encode()

    def test_follow_from_the_table_secret(self) -> None:
        for seal in self.seals:
            deal, name, seat, key, card, holders = self.bound(seal)
            statement = slow_verifier.frame(
                b"seal",
                *(deal, name, seat, key, card),
                b"".join(one.to_bytes(2, "big") for one, _ in holders),
                b"".join(public for _, public in holders),
            )
            salt = slow_verifier.PREFIX + b"secret"
            extracted = hmac.digest(salt, raw(seal, "table secret"), "sha512")
            draws = hmac.digest(extracted, statement + b"\x01", "sha512")
            drawn = hmac.digest(draws, slow_verifier.frame(b"mask", 0) + b"\x01", "sha512")
            mask = int.from_bytes(drawn, "little") % ORDER
            assert raw(seal, "message")[:32] == (mask * BASE).encode()
            sealed = curve(raw(seal, "d")) + mask * curve(raw(seal, "Y"))
            assert raw(seal, "message")[32:64] == sealed.encode()

    def test_have_openings_that_the_slow_verifier_accepts(self) -> None:
        for seal in self.seals:
            sealed = raw(seal, "message")[:64]
            name = slow_verifier.sha("sealed", raw(seal, "name"), sealed)
            for record, (seat, key) in zip(self.openings(seal), self.bound(seal)[5], strict=True):
                assert (raw(record, "list"), raw(record, "card")) == (name, sealed)
                bound = (raw(seal, "ctx"), name, integer(record, "position"), seat, key)
                assert slow_verifier.accepts_share(bound, sealed[:32], raw(record, "message"))

    def test_open_to_their_cards(self) -> None:
        for age, seal in enumerate(self.seals, start=1):
            given = [curve(raw(record, "message")[:32]) for record in self.openings(seal)]
            share = curve(raw(seal, "message")[32:64]) - total(given)
            assert share.encode() == raw(seal, "d")
            face = curve(raw(seal, "card")[32:]) - share
            assert (
                face.encode() == raw(seal, "M") == slow_verifier.card_point(age, "troll").encode()
            )


def _opened(card: bytes, secret: int) -> bytes:
    opened: Curve = curve(card[32:]) - secret * curve(card[:32])
    return opened.encode()


def test_the_page_shows_the_pinned_points() -> None:
    page = PAGE.read_text(encoding="utf-8")
    points = records("points")
    (troll,) = [
        record for record in points if (record.get("card"), record.get("age")) == ("troll", 1)
    ]
    for record in (*points[:2], troll):
        assert str(record["point"]) in page
