from collections.abc import Iterator

import pytest

from engine.values import replace
from protocol.errors import BadEncoding, BadProof, LocalProtocolError, Reason
from protocol.hazmat import group
from protocol.hazmat.group import Point
from protocol.hazmat.masking import MaskedList
from protocol.hazmat.shares import BatchStatement, ShareBatch, ShareStatement
from tests.protocol.odd_bytes import ODD_POINTS, ODD_SCALARS, shifted
from tests.protocol.seats import (
    DEAL,
    NAME,
    face,
    faces,
    key,
    masked,
    replaced,
    scalar,
    secret,
    words,
)
from tests.protocol.slow_verifier import accepts_batch, accepts_share

CARDS = masked(4, 1)
SINGLE = ShareStatement(DEAL, NAME, 2, 1, key(1).public, CARDS.cards[2])
BATCH = BatchStatement(DEAL, NAME, 1, key(1).public, (0, 1, 2, 3), CARDS)
ONE = SINGLE.prove(key(1), secret(1)).to_bytes()
FOUR = BATCH.prove(key(1), secret(1)).to_bytes()
BOTH = [(SINGLE, ONE), (BATCH, FOUR)]
Statement = ShareStatement | BatchStatement


def slow(statement: Statement, raw: bytes) -> bool:
    if isinstance(statement, ShareStatement):
        bound = (statement.deal, statement.list_id, statement.position, statement.seat)
        return accepts_share((*bound, statement.key), statement.card.mask, raw)
    named = (statement.deal, statement.list_id, statement.seat, statement.key)
    return accepts_batch(named, statement.positions, statement.cards.masks(), raw)


def refuses(statement: Statement, raw: bytes) -> Reason:
    with pytest.raises((BadProof, BadEncoding)) as refusal:
        statement.check(raw)
    assert not slow(statement, raw)
    return refusal.value.reason


def test_an_honest_share_is_accepted_by_both_verifiers_and_opens_the_card() -> None:
    assert len(ONE) == ShareBatch.size(1) == 96
    share = SINGLE.check(ONE)
    assert slow(SINGLE, ONE)
    assert faces(4).opened(SINGLE.card, (share,)) == face(2)


@pytest.mark.parametrize("count", [1, 2, 4, 8])
def test_an_honest_batch_is_accepted_by_both_verifiers_and_opens_the_cards(count: int) -> None:
    cards = masked(count, 0)
    places = tuple(range(40, 40 + count))
    statement = BatchStatement(DEAL, NAME, 0, key(0).public, places, cards)
    raw = statement.prove(key(0), secret(0)).to_bytes()
    assert len(raw) == ShareBatch.size(count)
    assert ShareBatch.from_bytes(raw, count).to_bytes() == raw
    shares = statement.check(raw)
    assert slow(statement, raw)
    for at, card in enumerate(cards.cards):
        assert faces(count).opened(card, (shares[at],)) == face(at)


def test_the_same_statement_gives_the_same_bytes() -> None:
    assert SINGLE.prove(key(1), secret(1)).to_bytes() == ONE
    assert BATCH.prove(key(1), secret(1)).to_bytes() == FOUR


def changed_singles() -> Iterator[tuple[str, ShareStatement]]:
    yield "deal", replace(SINGLE, deal=DEAL[::-1])
    yield "list", replace(SINGLE, list_id=NAME[::-1])
    yield "position", replace(SINGLE, position=3)
    yield "seat", replace(SINGLE, seat=2)
    yield "key", replace(SINGLE, key=key(2).public)
    yield "card", replace(SINGLE, card=CARDS.cards[1])
    yield "deal and list exchanged", replace(SINGLE, deal=NAME, list_id=DEAL)


def changed_batches() -> Iterator[tuple[str, BatchStatement]]:
    yield "deal", replace(BATCH, deal=DEAL[::-1])
    yield "list", replace(BATCH, list_id=NAME[::-1])
    yield "seat", replace(BATCH, seat=2)
    yield "key", replace(BATCH, key=key(2).public)
    yield "positions", replace(BATCH, positions=(0, 1, 2, 4))
    yield "order of positions", replace(BATCH, positions=(0, 1, 3, 2))
    yield "cards", replace(BATCH, cards=masked(4, 2))
    yield "order of cards", replace(BATCH, cards=MaskedList(CARDS.cards[::-1]))
    yield "fewer cards", replace(BATCH, positions=(0, 1, 2), cards=MaskedList(CARDS.cards[:3]))


@pytest.mark.parametrize(("field", "statement"), list(changed_singles()))
def test_a_share_for_another_statement_is_refused(field: str, statement: ShareStatement) -> None:
    assert refuses(statement, ONE) is Reason.SHARE_PROOF, field


@pytest.mark.parametrize(("field", "statement"), list(changed_batches()))
def test_a_batch_for_another_statement_is_refused(field: str, statement: BatchStatement) -> None:
    due = Reason.WRONG_LENGTH if field == "fewer cards" else Reason.SHARE_PROOF
    assert refuses(statement, FOUR) is due, field


def nonce(field: str, statement: Statement) -> int:
    """Return w = z - cx of an honest proof."""
    owner = key(2 if field == "key" else 1)
    message = statement.prove(owner, secret(1))
    z, c, x = (
        int.from_bytes(number, "little")
        for number in (message.response, message.challenge, owner.secret)
    )
    return (z - c * x) % group.ORDER


def test_nonces_never_serve_two_statements() -> None:
    # z - z' = (c - c') x would follow, and x with it.
    statements: list[tuple[str, Statement]] = [
        ("", SINGLE),
        ("", BATCH),
        ("", BatchStatement(DEAL, NAME, 1, key(1).public, (2,), MaskedList((SINGLE.card,)))),
        *changed_singles(),
        *changed_batches(),
    ]
    nonces = {nonce(field, statement) for field, statement in statements}
    assert len(nonces) == len(statements)
    assert nonce("", SINGLE) in nonces


def test_proving_with_anothers_key_is_refused() -> None:
    for statement in (SINGLE, BATCH):
        with pytest.raises(LocalProtocolError):
            statement.prove(key(2), secret(2))


@pytest.mark.parametrize(("statement", "raw"), BOTH, ids=("single", "batch"))
def test_a_flipped_bit_is_refused(statement: Statement, raw: bytes) -> None:
    for bit in range(0, 8 * len(raw), 7):
        changed = bytearray(raw)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises((BadProof, BadEncoding)):
            statement.check(bytes(changed))
        if bit % 5 == 0:
            assert not slow(statement, bytes(changed))


@pytest.mark.parametrize(("statement", "raw"), BOTH, ids=("single", "batch"))
def test_a_change_of_any_field_is_refused(statement: Statement, raw: bytes) -> None:
    points = len(raw) // 32 - 2
    for at, word in enumerate(words(raw)):
        others: tuple[bytes, ...] = (
            (group.add(Point(word), group.BASE), group.BASE, key(1).public)
            if at < points
            else (group.scalar_add(group.Scalar(word), group.ONE), group.ZERO, group.ONE)
        )
        for other in others:
            assert refuses(statement, replaced(raw, at, other)) is Reason.SHARE_PROOF


@pytest.mark.parametrize(("statement", "raw"), BOTH, ids=("single", "batch"))
def test_a_message_of_another_length_is_refused(statement: Statement, raw: bytes) -> None:
    for wrong in (b"", raw[:-1], raw[:-32], raw + b"\0", raw + raw[:32]):
        assert refuses(statement, wrong) is Reason.WRONG_LENGTH


@pytest.mark.parametrize("name", ODD_POINTS)
def test_a_malformed_share_is_refused(name: str) -> None:
    assert refuses(SINGLE, replaced(ONE, 0, ODD_POINTS[name])) is Reason.NOT_A_POINT
    with pytest.raises(BadEncoding) as refusal:
        BATCH.check(replaced(FOUR, 3, ODD_POINTS[name]))
    assert refusal.value.place == "shares[3]"


def test_a_malformed_scalar_is_refused() -> None:
    for statement, raw, places in ((SINGLE, ONE, (1, 2)), (BATCH, FOUR, (4, 5))):
        for at in places:
            for odd in {**ODD_SCALARS, **shifted(words(raw)[at])}.values():
                with pytest.raises(BadEncoding) as refusal:
                    statement.check(replaced(raw, at, odd))
                assert refusal.value.reason is Reason.NOT_A_SCALAR


def test_wrong_foreign_and_contaminated_shares_are_refused() -> None:
    right = SINGLE.check(ONE)
    foreign = key(2).share(SINGLE.card.mask)
    for wrong in (
        foreign,
        group.add(right, foreign),
        group.add(right, group.subtract(face(0).point(), face(2).point())),
        key(1).share(CARDS.cards[0].mask),
        SINGLE.card.mask,
        SINGLE.card.body,
    ):
        assert refuses(SINGLE, replaced(ONE, 0, wrong)) is Reason.SHARE_PROOF


def test_a_share_of_another_key_with_its_own_proof_is_refused() -> None:
    other = replace(SINGLE, key=key(2).public).prove(key(2), secret(2)).to_bytes()
    assert refuses(SINGLE, other) is Reason.SHARE_PROOF


def test_errors_that_cancel_out_within_a_batch_are_refused() -> None:
    shift = group.multiply_base(scalar(5))
    plus = group.add(Point(words(FOUR)[0]), shift)
    minus = group.subtract(Point(words(FOUR)[1]), shift)
    assert refuses(BATCH, replaced(replaced(FOUR, 0, plus), 1, minus)) is Reason.SHARE_PROOF


def test_shares_swapped_within_a_batch_are_refused() -> None:
    first, second, *rest = words(FOUR)
    assert refuses(BATCH, b"".join((second, first, *rest))) is Reason.SHARE_PROOF


@pytest.mark.parametrize(
    "positions", [(), (0, 1, 2), (0, 1, 2, 2), (0, 1, 2, -1), (0, 1, 2, 1 << 16)]
)
def test_positions_must_fit_the_cards(positions: tuple[int, ...]) -> None:
    with pytest.raises(LocalProtocolError):
        replace(BATCH, positions=positions)


def test_an_empty_batch_is_refused() -> None:
    with pytest.raises(LocalProtocolError):
        BatchStatement(DEAL, NAME, 1, key(1).public, (), MaskedList(()))
