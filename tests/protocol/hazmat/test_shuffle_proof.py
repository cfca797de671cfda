from collections import Counter
from collections.abc import Iterator

import pytest

from engine.values import replace
from protocol.errors import BadEncoding, BadProof, LocalProtocolError, Reason
from protocol.hazmat import group
from protocol.hazmat.group import Point
from protocol.hazmat.masking import MaskedList
from protocol.hazmat.secrets import Draws
from protocol.hazmat.shuffle_proof import RemaskStatement, ShuffleMessage
from tests.protocol import slow_verifier
from tests.protocol.odd_bytes import ODD_POINTS, ODD_SCALARS, shifted
from tests.protocol.seats import (
    NAME,
    face,
    faces,
    key,
    laid,
    masked,
    proof,
    replaced,
    secret,
    statement,
    words,
)
from tests.protocol.slow_verifier import Check, accepts_shuffle

N = 3
HONEST = statement(N)
RAW = proof(N)
POINTS = 4 * N
WORDS = 6 * N + 5
FIELDS = (
    [f"output[{at}].{part}" for at in range(N) for part in ("mask", "body")]
    + [f"{field}[{at}]" for field in ("commitments", "chain") for at in range(N)]
    + ["challenge[0]", *(f"sums[{at}]" for at in range(4))]
    + [f"{field}[{at}]" for field in ("chain_responses", "order_responses") for at in range(N)]
)


def slow(due: RemaskStatement, raw: bytes) -> bool:
    return accepts_shuffle(due.list_id, due.seat, due.key, due.cards.to_bytes(), raw)


def refusal_of(due: RemaskStatement, raw: bytes) -> BadProof | BadEncoding:
    with pytest.raises((BadProof, BadEncoding)) as refusal:
        due.check(raw)
    assert isinstance(refusal.value, BadProof | BadEncoding)
    return refusal.value


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8])
def test_an_honest_shuffle_is_accepted_by_both_verifiers(count: int) -> None:
    due, raw = statement(count), proof(count)
    assert len(raw) == ShuffleMessage.size(count) == 192 * count + 160
    output = due.check(raw)
    assert slow(due, raw)
    opened = [faces(count).opened(card, (key(0).share(card.mask),)) for card in output.cards]
    assert opened == [face(at) for at in due.order(secret(0))]


@pytest.mark.parametrize("count", [22, 28, 36, 44])
def test_an_honest_shuffle_of_a_whole_deck_is_accepted(count: int) -> None:
    due = RemaskStatement(NAME, 2, key(2).public, laid(count, key(2).public))
    raw = due.prove(secret(2)).to_bytes()
    assert len(raw) == 192 * count + 160
    assert len(due.check(raw)) == count


def test_messages_survive_encoding_and_decoding() -> None:
    message = ShuffleMessage.from_bytes(RAW, N)
    assert message == HONEST.prove(secret(0))
    assert message.to_bytes() == RAW


def test_the_same_statement_and_decision_give_the_same_bytes() -> None:
    again = RemaskStatement(
        NAME, 0, key(0).public, MaskedList.from_bytes(masked(N, 0).to_bytes(), N)
    )
    assert again.prove(secret(0)).to_bytes() == RAW
    assert again == HONEST
    assert hash(again) == hash(HONEST)


def test_the_named_cards_come_first() -> None:
    due = statement(8)
    for first in ([3], [7, 2], [0, 1, 2, 3, 4, 5, 6, 7]):
        order = due.order(secret(0), first)
        assert set(order[: len(first)]) == set(first)
        assert sorted(order) == list(range(8))
        due.check(due.prove(secret(0), first).to_bytes())


def test_the_order_in_which_cards_are_named_does_not_matter() -> None:
    due = statement(8)
    assert due.prove(secret(0), [7, 2]) == due.prove(secret(0), [2, 7])


@pytest.mark.parametrize("first", [(0, 0), (-1,), (N,)])
def test_missing_cards_cannot_be_named(first: tuple[int, ...]) -> None:
    with pytest.raises(LocalProtocolError):
        HONEST.prove(secret(0), first)


def test_an_empty_list_cannot_be_shuffled() -> None:
    with pytest.raises(LocalProtocolError):
        replace(HONEST, cards=MaskedList(()))


def test_each_decision_has_its_own_masks_order_and_nonces() -> None:
    due = statement(8)
    seen: Counter[bytes] = Counter()
    for at in range(8):
        seen.update(words(due.prove(secret(0), [at]).to_bytes()))
    assert set(seen.values()) == {1}


def changed_statements() -> Iterator[tuple[str, RemaskStatement]]:
    cards = HONEST.cards.cards
    yield "name", replace(HONEST, list_id=NAME[::-1])
    yield "seat", replace(HONEST, seat=1)
    yield "key", replace(HONEST, key=key(1).public)
    yield "order of cards", replace(HONEST, cards=MaskedList(cards[::-1]))
    yield "another list", replace(HONEST, cards=masked(N, 1))
    for at in range(N):
        strange = masked(N + 1, 0).cards[N]
        exchanged = MaskedList((*cards[:at], strange, *cards[at + 1 :]))
        yield f"card {at}", replace(HONEST, cards=exchanged)
        doubled = MaskedList((*cards[:at], cards[at - 1], *cards[at + 1 :]))
        yield f"card {at} doubled", replace(HONEST, cards=doubled)


@pytest.mark.parametrize(("field", "due"), list(changed_statements()))
def test_a_proof_for_another_statement_is_refused(field: str, due: RemaskStatement) -> None:
    assert refusal_of(due, RAW).reason is Reason.SHUFFLE_PROOF, field
    assert not slow(due, RAW)
    assert due.prove(secret(0)).challenge != ShuffleMessage.from_bytes(RAW, N).challenge


def order_nonces(due: RemaskStatement, first: tuple[int, ...] = ()) -> list[int]:
    """Return the nonces w' of an honest proof, found with the order that only the prover knows."""
    raw = due.prove(secret(0), first).to_bytes()
    new, committed = raw[: 64 * N], raw[64 * N : 96 * N]
    lists = (due.cards.to_bytes(), new, committed)
    root, _ = slow_verifier.roots(due.list_id, due.seat, lists, slow_verifier.NOTHING)
    asked, *responses = (int.from_bytes(word, "little") for word in words(raw)[POINTS:])
    return [
        (response - asked * slow_verifier.number("shuf-u", root, at)) % group.ORDER
        for response, at in zip(responses[4 + N :], due.order(secret(0), first), strict=True)
    ]


def test_nonces_never_serve_two_statements_or_decisions() -> None:
    # Two responses with one nonce reveal their secret: here the order.
    nonces = [order_nonces(due) for _, due in changed_statements()]
    nonces += [order_nonces(HONEST, first) for first in ((), (0,), (1,), (0, 1))]
    found = [nonce for some in nonces for nonce in some]
    assert len(found) == len(set(found)) == N * len(nonces)
    assert order_nonces(HONEST) == order_nonces(HONEST)


def test_masks_and_blinds_never_serve_two_statements() -> None:
    seen: Counter[bytes] = Counter()
    for due in (HONEST, *(due for _, due in changed_statements())):
        seen.update(words(due.prove(secret(0)).to_bytes()))
    assert set(seen.values()) == {1}


@pytest.mark.parametrize("at", range(WORDS))
def test_a_change_of_any_field_is_refused(at: int) -> None:
    word = words(RAW)[at]
    others: list[bytes]
    if at < POINTS:
        others = [
            group.add(Point(word), group.BASE),
            group.subtract(group.IDENTITY, Point(word)),
            group.BASE,
            words(RAW)[(at + 2) % POINTS],
        ]
    else:
        one = group.Scalar(word)
        others = [
            group.scalar_add(one, group.ONE),
            group.scalar_negate(one),
            group.ZERO,
            words(RAW)[max(POINTS, (at + 1) % WORDS)],
        ]
    for other in others:
        reason = refusal_of(HONEST, replaced(RAW, at, other)).reason
        assert reason in {Reason.SHUFFLE_PROOF, Reason.MASK_REPEATED}
    assert not slow(HONEST, replaced(RAW, at, others[0]))


@pytest.mark.parametrize("at", range(WORDS))
def test_a_malformed_encoding_is_refused_with_its_place(at: int) -> None:
    point = at < POINTS
    odd = ODD_POINTS if point else {**ODD_SCALARS, **shifted(words(RAW)[at])}
    for name, word in odd.items():
        refusal = refusal_of(HONEST, replaced(RAW, at, word))
        assert refusal.reason is (Reason.NOT_A_POINT if point else Reason.NOT_A_SCALAR), name
        assert refusal.place == FIELDS[at], name
    assert not slow(HONEST, replaced(RAW, at, next(reversed(odd.values()))))


@pytest.mark.slow
def test_one_flipped_bit_in_any_byte_is_refused() -> None:
    for place in range(len(RAW)):
        changed = bytearray(RAW)
        changed[place] ^= 1 << place % 8
        refusal_of(HONEST, bytes(changed))


@pytest.mark.soak
def test_any_flipped_bit_is_refused_by_both_verifiers() -> None:
    due, raw = statement(2), proof(2)
    for bit in range(8 * len(raw)):
        changed = bytearray(raw)
        changed[bit // 8] ^= 1 << bit % 8
        refusal_of(due, bytes(changed))
        if bit % 11 == 0:
            assert not slow(due, bytes(changed))


@pytest.mark.parametrize("count", [1, 2, 4, 10])
def test_a_message_for_another_number_of_cards_is_refused(count: int) -> None:
    assert refusal_of(HONEST, proof(count)).reason is Reason.WRONG_LENGTH
    assert not slow(HONEST, proof(count))


@pytest.mark.parametrize("change", [-32, -1, 1, 32])
def test_a_message_of_another_length_is_refused(change: int) -> None:
    raw = (RAW + RAW)[: len(RAW) + change]
    assert refusal_of(HONEST, raw).reason is Reason.WRONG_LENGTH
    assert not slow(HONEST, raw)
    assert refusal_of(HONEST, b"").reason is Reason.WRONG_LENGTH


class TestABrokenClient:
    """A client whose proof may be right but whose masks would show which card went where."""

    def refused(self, monkeypatch: pytest.MonkeyPatch, *values: group.Scalar) -> None:
        honest = Draws.scalars

        def drawn(draws: Draws, name: str, count: int) -> tuple[group.Scalar, ...]:
            scalars = honest(draws, name, count)
            return (*values, *scalars[len(values) :]) if name == "mask" else scalars

        monkeypatch.setattr(Draws, "scalars", drawn)
        due = RemaskStatement(NAME, 0, key(0).public, laid(N, key(0).public))
        raw = due.prove(secret(0)).to_bytes()
        assert refusal_of(due, raw).reason is Reason.MASK_REPEATED
        assert not slow(due, raw)
        assert accepts_shuffle(
            due.list_id, due.seat, due.key, due.cards.to_bytes(), raw, frozenset({Check.MASKS})
        )

    def test_that_forgets_to_mask_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refused(monkeypatch, group.ZERO)

    def test_that_masks_two_cards_alike_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refused(monkeypatch, group.ONE, group.ONE)


def test_a_zero_scalar_in_an_honest_proof_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    # Its chance is 2^-252; but clients that judged it differently would fork.
    honest = Draws.scalars

    def drawn(draws: Draws, name: str, count: int) -> tuple[group.Scalar, ...]:
        if name in {"sum", "blind"}:
            return (group.ZERO, *honest(draws, name, count)[1:])
        return honest(draws, name, count)

    monkeypatch.setattr(Draws, "scalars", drawn)
    due = statement(1)
    raw = due.prove(secret(0)).to_bytes()
    assert ShuffleMessage.from_bytes(raw, 1).sums[0] == group.ZERO
    due.check(raw)
    assert slow(due, raw)
