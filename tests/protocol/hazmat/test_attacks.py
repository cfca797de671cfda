"""Malicious provers with curve arithmetic of their own, and the harm if a check were missing."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace

import pytest
from nacl import bindings, exceptions

from engine import values
from protocol.errors import BadEncoding, BadOpening, BadProof, Reason, UnsafeLibrary
from protocol.hazmat import group
from protocol.hazmat.masking import MaskedCard, MaskedList, lay_face
from protocol.hazmat.shuffle_proof import RemaskStatement
from tests.protocol import edwards
from tests.protocol.cheater import Cheater, Cipher, Matrix, ciphers, marked, permutation
from tests.protocol.edwards import ORDER, Curve, curve
from tests.protocol.seats import (
    face,
    faces,
    key,
    proof,
    replaced,
    scalar,
    secret,
    statement,
    words,
)
from tests.protocol.slow_verifier import Check, accepts_shuffle

N = 3
HONEST = statement(N)
HALF = pow(2, -1, ORDER)


def cheater_for(due: RemaskStatement, *without: Check, seed: bytes = b"") -> Cheater:
    old = due.cards.to_bytes()
    return Cheater(due.list_id, due.seat, due.key, old, seed, frozenset(without))


def slow(due: RemaskStatement, raw: bytes, *without: Check) -> bool:
    old = due.cards.to_bytes()
    return accepts_shuffle(due.list_id, due.seat, due.key, old, raw, frozenset(without))


def refused(due: RemaskStatement, raw: bytes) -> None:
    with pytest.raises(BadProof) as refusal:
        due.check(raw)
    assert refusal.value.reason is Reason.SHUFFLE_PROOF
    assert not slow(due, raw)


def fully_opened(output: MaskedList) -> list[object]:
    opened: list[object] = []
    for card in output.cards:
        try:
            opened.append(faces(N).opened(card, (key(0).share(card.mask),)))
        except BadOpening:
            opened.append("no card")
    return opened


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 0, 2)])
def test_the_cheater_is_accepted_when_honest(order: tuple[int, ...]) -> None:
    # So that refusals below are due to the cheat.
    cheater = cheater_for(HONEST)
    matrix, masks = permutation(order), cheater.masks()
    raw = cheater.prove(matrix, cheater.mix(matrix, masks), masks)
    assert fully_opened(HONEST.check(raw)) == [face(at) for at in order]
    assert slow(HONEST, raw)


# --- duplicated, swapped and substituted cards ---


def test_a_card_duplicated_in_the_algorithm_is_refused() -> None:
    cheater = cheater_for(HONEST)
    twice, masks = permutation((0, 0, 2)), cheater.masks()
    refused(HONEST, cheater.prove(twice, cheater.mix(twice, masks), masks))


def test_a_card_duplicated_behind_a_permutation_proof_is_refused() -> None:
    cheater = cheater_for(HONEST)
    masks = cheater.masks()
    new = cheater.mix(permutation((0, 0, 2)), masks)
    refused(HONEST, cheater.prove(permutation((0, 1, 2)), new, masks))


def test_a_card_duplicated_after_the_proof_is_refused() -> None:
    output = HONEST.prove(secret(0)).output.cards
    copy = output[0].remasked(scalar(5), key(0).public)
    refused(HONEST, replaced(replaced(proof(N), 2, copy.mask), 3, copy.body))


def test_cards_swapped_after_the_proof_are_refused() -> None:
    raw = proof(N)
    refused(HONEST, raw[64:128] + raw[:64] + raw[128:])


def test_a_proof_of_another_permutation_is_refused() -> None:
    cheater = cheater_for(HONEST)
    masks = cheater.masks()
    new = cheater.mix(permutation((1, 0, 2)), masks)
    refused(HONEST, cheater.prove(permutation((0, 1, 2)), new, masks))


def test_an_old_proof_for_the_same_cards_remasked_is_refused() -> None:
    output = [
        card.remasked(scalar(at + 5), key(0).public)
        for at, card in enumerate(HONEST.prove(secret(0)).output.cards)
    ]
    refused(HONEST, MaskedList(tuple(output)).to_bytes() + proof(N)[64 * N :])


def _with_added(change: Sequence[Cipher | None]) -> bytes:
    """Return a proof that nothing was permuted, for a list with changed cards."""
    cheater = cheater_for(HONEST)
    matrix, masks = permutation(range(N)), cheater.masks()
    new = cheater.mix(matrix, masks)
    return cheater.prove(
        matrix,
        [
            card if other is None else (card[0] + other[0], card[1] + other[1])
            for card, other in zip(new, change, strict=True)
        ],
        masks,
    )


def test_a_substituted_face_is_refused() -> None:
    other = curve(face(1).point()) - curve(face(0).point())
    raw = _with_added([(edwards.NEUTRAL, other), None, None])
    refused(HONEST, raw)


def test_a_foreign_point_is_refused() -> None:
    raw = _with_added([(edwards.NEUTRAL, 5 * edwards.BASE), None, None])
    refused(HONEST, raw)


def test_a_pair_that_keeps_the_sum_is_refused() -> None:
    shift = 5 * edwards.BASE
    for plus, minus in (
        ((edwards.NEUTRAL, shift), (edwards.NEUTRAL, -shift)),
        ((shift, edwards.NEUTRAL), (-shift, edwards.NEUTRAL)),
    ):
        refused(HONEST, _with_added([plus, minus, None]))


def test_masking_under_another_or_a_partial_key_is_refused() -> None:
    joint = group.add(key(0).public, key(1).public)
    due = values.replace(HONEST, key=joint)
    cheater = cheater_for(due)
    matrix, masks = permutation((1, 2, 0)), cheater.masks()
    partial = replace(cheater, key=key(0).public).mix(matrix, masks)
    refused(due, cheater.prove(matrix, partial, masks))


def test_a_list_with_an_extra_or_missing_card_is_refused() -> None:
    for count in (N - 1, N + 1):
        with pytest.raises(BadEncoding):
            HONEST.check(proof(count))


def test_a_card_that_is_the_identity_is_refused() -> None:
    for at in range(2):
        with pytest.raises(BadEncoding):
            HONEST.check(replaced(proof(N), at, group.IDENTITY))


# --- the purpose of each check: without it the attack succeeds ---


def _accepted_only_without(check: Check, due: RemaskStatement, raw: bytes) -> None:
    assert slow(due, raw, check)
    refused(due, raw)


@pytest.mark.parametrize(
    ("check", "matrix", "mixture"),
    [
        (Check.T1, [[2, 0], [0, HALF]], [[HALF, 0], [0, 2]]),
        (Check.T2, [[1, 0], [-1, 2]], [[1, HALF], [0, HALF]]),
    ],
)
def test_without_t1_or_t2_cards_could_be_turned_into_others(
    check: Check, matrix: Matrix, mixture: Matrix
) -> None:
    # Without t1 the matrix may scale (its product of weights is right), without t2 it may mix (its
    # rows add up to one); the new list is the old one under the inverse of its transpose.
    due = statement(2)
    for aim in ([check], []):
        cheater = cheater_for(due, *aim)
        masks = cheater.masks()
        raw = cheater.prove(matrix, cheater.mix(mixture, masks), masks)
        assert slow(due, raw, check) == bool(aim)
        refused(due, raw)
        assert fully_opened(MaskedList.from_bytes(raw[:128], 2)) == ["no card", "no card"]


def test_weights_known_before_the_result_would_allow_any_face() -> None:
    due = statement(2)
    cheater = cheater_for(due, Check.WEIGHTS)
    matrix, masks = permutation((0, 1)), cheater.masks()
    commitment = cheater.commit(matrix)
    first, second = cheater.weights(b"", commitment[1])
    new = cheater.mix(matrix, masks)
    shift = curve(face(1).point()) - curve(face(0).point())
    balance = first * pow(second, -1, ORDER) % ORDER * shift
    new = [(new[0][0], new[0][1] + shift), (new[1][0], new[1][1] - balance)]
    raw = cheater.finish(matrix, new, masks, commitment)
    _accepted_only_without(Check.WEIGHTS, due, raw)
    opened = fully_opened(MaskedList.from_bytes(raw[:128], 2))
    assert opened == [face(1), "no card"]


@pytest.mark.slow
def test_without_a_range_check_a_proof_would_have_many_encodings() -> None:
    raw = proof(2)
    for at in range(8, 17):
        number = int.from_bytes(words(raw)[at], "little")
        for form in (number + ORDER, number + 2**255):
            other = replaced(raw, at, form.to_bytes(32, "little"))
            assert slow(statement(2), other, Check.RANGE)
            assert not slow(statement(2), other)
            with pytest.raises(BadEncoding):
                statement(2).check(other)


# --- marks that would survive honest shuffles ---

TRIES = 16
DUE = statement(2)


def marked_proofs(order: int) -> list[bytes]:
    """Return proofs for a shuffle whose second new card has a point of that order in its mask."""
    proofs = []
    for attempt in range(TRIES):
        cheater = cheater_for(DUE, seed=b"%d %d" % (order, attempt))
        matrix, masks = permutation((1, 0)), cheater.masks()
        new = marked(cheater.mix(matrix, masks), 1, edwards.TORSION[order])
        proofs.append(cheater.prove(matrix, new, masks))
    return proofs


@pytest.mark.parametrize("order", [2, 4, 8])
@pytest.mark.slow
def test_a_marked_card_is_refused_and_would_pass_without_the_group_check(order: int) -> None:
    raws = marked_proofs(order)
    for raw in raws:
        with pytest.raises(BadEncoding) as refusal:
            DUE.check(raw)
        assert refusal.value.place == "output[1].mask"
    assert not any(slow(DUE, raw) for raw in raws[:4])
    fooled = [raw for raw in raws if slow(DUE, raw, Check.GROUP)]
    assert 0 < len(fooled) < TRIES

    # The mark survives an honest shuffle with a library that only adds.
    once = [
        MaskedCard(group.Point(c1.encode()), group.Point(c2.encode()))
        for c1, c2 in ciphers(fooled[0][:128])
    ]
    twice = [once[at].remasked(scalar(at + 3), DUE.key) for at in (1, 0)]
    found = [not (ORDER * curve(card.mask)).same(edwards.NEUTRAL) for card in twice]
    assert found == [True, False]


def _old_library() -> SimpleNamespace:
    """Return bindings that treat a part of order two as libsodium did before December 2025."""
    two = edwards.TORSION[2]

    def lenient(raw: bytes) -> bool:
        found = Curve.decode(raw)
        return found is not None and (found.is_proper() or (found + two).is_proper())

    def multiplied(factor: bytes, raw: bytes) -> bytes:
        if not lenient(raw):
            raise exceptions.RuntimeError
        return (int.from_bytes(factor, "little") * curve(raw)).encode()

    return SimpleNamespace(
        **{
            **vars(bindings),
            "crypto_core_ed25519_is_valid_point": lenient,
            "crypto_scalarmult_ed25519_noclamp": multiplied,
        }
    )


@pytest.mark.slow
def test_an_old_library_that_would_pass_marked_cards_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raws = marked_proofs(2)
    group.require_sound_library.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(group, "bindings", _old_library())
        with pytest.raises(UnsafeLibrary):
            DUE.check(raws[0])
        patch.setattr(group, "require_sound_library", lambda: None)
        passed = 0
        for raw in raws:
            try:
                DUE.check(raw)
            except BadProof:
                continue
            passed += 1
    assert 0 < passed < TRIES
    group.require_sound_library()
    with pytest.raises(BadEncoding):
        DUE.check(raws[0])


def test_a_share_of_a_marked_card_would_leak_bits_of_the_key() -> None:
    card = lay_face(face(0), key(0).public)
    honest = curve(card.mask)
    x = int.from_bytes(key(0).secret, "little")
    share = x * (honest + edwards.TORSION[8])
    assert (share - x * honest).same(x % 8 * edwards.TORSION[8])
