"""Cheats in the dealing: wrong shuffles, shares and picks."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards import CARDS
from engine.terms import Face
from engine.values import replace
from protocol.agreement.pasts import AbsenceMark
from protocol.agreement.vote_events import Faulty
from protocol.cards.card_faces import encoded
from protocol.cards.dealing import BatchStatement, MaskedList, RemaskStatement
from protocol.errors import Reason
from protocol.game.deal_attempt import Statement
from protocol.game.message_checks import statements_of
from protocol.game.step_table import StepKind
from protocol.wire.bodies import Act, Body, KeptShares, MakeHand, PackShares, PickAndPass, Shuffle
from tests.adversary.scenes import (
    Scene,
    assert_goes_on,
    assert_refused,
    kind,
    scene,
)
from tests.adversary.splits import marks_of
from tests.protocol.odd_bytes import ODD_POINTS, ODD_SCALARS

REMASKED = [StepKind.SHUFFLE, StepKind.PICK, StepKind.HAND]
SHARED = [StepKind.PACK_SHARES, StepKind.KEPT_SHARES]
SIZE = 32


def statements(table: Scene) -> tuple[Statement, ...]:
    """Return the statement the cheater has to prove, as honest seats see it."""
    return statements_of(table.honest[0].referee, table.cheater, table.body)


def remask(table: Scene) -> RemaskStatement:
    (statement,) = statements(table)
    assert isinstance(statement, RemaskStatement)
    return statement


def with_proofs(body: Body, *proofs: bytes) -> Body:
    """Return the message with other proofs."""
    match body:
        case Shuffle() | PickAndPass() | MakeHand():
            return replace(body, proof=proofs[0])
        case PackShares() | KeptShares():
            return replace(body, batches=proofs)
        case Act():
            return replace(body, proofs=proofs)
        case _:
            raise AssertionError(body)


def proof_of(body: Body) -> bytes:
    assert isinstance(body, Shuffle | PickAndPass | MakeHand)
    return body.proof


def put(raw: bytes, at: int, word: bytes) -> bytes:
    return raw[: at * SIZE] + word + raw[(at + 1) * SIZE :]


# -------------------------------------------------------------- remasked lists


@pytest.mark.parametrize("which", REMASKED)
def test_a_doubled_card_is_refused(which: StepKind) -> None:
    table = scene(kind(which))
    due = remask(table)
    cards = due.cards.cards
    doubled = replace(due, cards=MaskedList((cards[0], cards[0], *cards[2:])))
    proof = doubled.prove(table.liar.private_seat.secret).to_bytes()
    assert_refused(table, table.forged(with_proofs(table.body, proof)), Reason.SHUFFLE_PROOF)


@pytest.mark.parametrize("which", REMASKED)
def test_two_cards_swapped_after_the_proof_are_refused(which: StepKind) -> None:
    table = scene(kind(which))
    raw = proof_of(table.body)
    card = 2 * SIZE
    swapped = raw[card : 2 * card] + raw[:card] + raw[2 * card :]
    assert_refused(table, table.forged(with_proofs(table.body, swapped)), Reason.SHUFFLE_PROOF)


@pytest.mark.parametrize("which", REMASKED)
@pytest.mark.parametrize("less", [True, False])
def test_a_list_with_a_missing_or_extra_card_is_refused(which: StepKind, less: bool) -> None:
    table = scene(kind(which))
    due = remask(table)
    cards = due.cards.cards
    wrong = replace(due, cards=MaskedList(cards[1:] if less else (*cards, cards[0])))
    proof = wrong.prove(table.liar.private_seat.secret).to_bytes()
    assert_refused(table, table.forged(with_proofs(table.body, proof)), Reason.WRONG_LENGTH)


@pytest.mark.parametrize("which", REMASKED)
def test_a_forged_card_is_refused(which: StepKind) -> None:
    table = scene(kind(which))
    due = remask(table)
    face = next(iter(CARDS.values()))
    (age, *_) = face.copies
    own = Face(face.id, age.age)
    laid = table.honest[0].referee.hands.lists[0].with_face(encoded(own)).cards.cards[-1]
    wrong = replace(due, cards=MaskedList((laid, *due.cards.cards[1:])))
    proof = wrong.prove(table.liar.private_seat.secret).to_bytes()
    assert_refused(table, table.forged(with_proofs(table.body, proof)), Reason.SHUFFLE_PROOF)


@pytest.mark.parametrize("which", REMASKED)
def test_a_list_that_is_not_remasked_is_refused(which: StepKind) -> None:
    table = scene(kind(which))
    due = remask(table)
    raw = due.cards.to_bytes() + proof_of(table.body)[len(due.cards) * 2 * SIZE :]
    assert_refused(table, table.forged(with_proofs(table.body, raw)), Reason.MASK_REPEATED)


def test_a_shuffle_in_place_of_another_seat_is_refused() -> None:
    # The next shuffler is a step ahead of the others, and must not be the first honest seat.
    orders = (
        (seed, scene(kind(StepKind.SHUFFLE), seed=seed).honest[0].referee) for seed in range(20)
    )
    seed, cheater = next((seed, a) for seed, at in orders for a, b, c in [at.places] if b > c)
    table = scene(kind(StepKind.SHUFFLE), seed=seed, cheater=cheater)
    assert_goes_on(table)
    point = table.honest[0].point
    # The deck of the next link, shuffled again by the same player.
    referee = table.honest[0].referee
    assert referee.dealing is not None
    due = referee.dealing.deal.shuffle(1, referee.dealing.deck)
    proof = due.prove(table.liar.private_seat.secret).to_bytes()
    found = table.say(table.forged(Shuffle(proof)))
    faults = [fault for (fault,) in found if isinstance(fault, Faulty)]
    assert {(fault.reason, fault.signer, fault.step) for fault in faults} == {
        (Reason.NOT_OWED, table.cheater, point.step)
    }
    table.release()
    table.run()
    # One seat froze at that step while the other one went on: they meet after a tick.
    table.pass_time(2)
    assert len({session.point for session in table.honest}) == 1
    for session in table.honest:
        (since,) = session.away.values()
        assert marks_of(session, since - 1) == {cheater: AbsenceMark.FAULTY}


def test_a_shuffle_for_another_link_is_refused() -> None:
    table = scene(kind(StepKind.SHUFFLE))
    referee = table.honest[0].referee
    assert referee.dealing is not None
    link = 1 - min(1, referee.due.link)
    due = replace(referee.dealing.deal.shuffle(link, referee.dealing.deck), seat=table.cheater)
    proof = due.prove(table.liar.private_seat.secret).to_bytes()
    assert_refused(table, table.forged(Shuffle(proof)), Reason.SHUFFLE_PROOF)


@pytest.mark.parametrize("which", REMASKED)
def test_malformed_points_in_a_list_or_its_proof_are_refused(which: StepKind) -> None:
    table = scene(kind(which))
    raw = proof_of(table.body)
    count = len(remask(table).cards)
    chance = Random(4)
    for at in (0, 1, 2 * count - 1, 2 * count, 3 * count, 4 * count - 1):
        odd = chance.choice(sorted(ODD_POINTS.values()))
        copied = scene(kind(which))
        body = with_proofs(table.body, put(raw, at, odd))
        assert_refused(copied, copied.forged(body), Reason.NOT_A_POINT)


@pytest.mark.parametrize("which", REMASKED)
def test_malformed_scalars_in_a_proof_are_refused(which: StepKind) -> None:
    table = scene(kind(which))
    raw = proof_of(table.body)
    count = len(remask(table).cards)
    for at in (4 * count, 4 * count + 1, 4 * count + 5, 6 * count + 4):
        for odd, reason in (
            (sorted(ODD_SCALARS.values())[at % len(ODD_SCALARS)], Reason.NOT_A_SCALAR),
            (bytes(SIZE), Reason.SHUFFLE_PROOF),
        ):
            copied = scene(kind(which))
            assert_refused(
                copied, copied.forged(with_proofs(table.body, put(raw, at, odd))), reason
            )


# ----------------------------------------------------------------------- shares


def batches(table: Scene) -> tuple[bytes, ...]:
    assert isinstance(table.body, PackShares | KeptShares)
    return table.body.batches


@pytest.mark.parametrize("which", SHARED)
def test_a_share_by_another_key_is_refused(which: StepKind) -> None:
    table = scene(kind(which))
    (first, *rest) = statements(table)
    assert isinstance(first, BatchStatement)
    # Valid except for the key, which is that of another hello of the same player.
    key = type(table.liar.private_seat.key).of(
        type(table.liar.private_seat.key.secret)(b"\5" + bytes(31))
    )
    wrong = replace(first, key=key.public).prove(key, table.liar.private_seat.secret).to_bytes()
    body = with_proofs(table.body, wrong, *batches(table)[1:])
    assert rest
    assert_refused(table, table.forged(body), Reason.SHARE_PROOF)


@pytest.mark.parametrize("which", SHARED)
@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("missing", Reason.WRONG_SHAPE),
        ("doubled", Reason.SHARE_PROOF),
        ("one more", Reason.WRONG_SHAPE),
        ("turned", Reason.SHARE_PROOF),
        ("empty", Reason.WRONG_LENGTH),
        ("swapped within", Reason.SHARE_PROOF),
        ("a card short", Reason.WRONG_LENGTH),
    ],
)
def test_shares_other_than_those_owed_are_refused(
    which: StepKind, wrong: str, reason: Reason
) -> None:
    table = scene(kind(which))
    one, two = batches(table)
    given = {
        "missing": (one,),
        "doubled": (one, one),
        "one more": (one, two, two),
        "turned": (two, one),
        "empty": (b"", two),
        "swapped within": (one[SIZE : 2 * SIZE] + one[:SIZE] + one[2 * SIZE :], two),
        "a card short": (one[SIZE:], two),
    }[wrong]
    assert_refused(table, table.forged(with_proofs(table.body, *given)), reason)


@pytest.mark.parametrize("which", SHARED)
def test_malformed_points_are_refused_as_shares(which: StepKind) -> None:
    for odd in list(ODD_POINTS.values())[::11]:
        table = scene(kind(which))
        one, two = batches(table)
        body = with_proofs(table.body, put(one, 0, odd), two)
        assert_refused(table, table.forged(body), Reason.NOT_A_POINT)


# ------------------------------------------------------------------------ picks


def test_keeping_two_cards_and_passing_too_few_is_refused() -> None:
    table = scene(kind(StepKind.PICK))
    due = remask(table)
    short = replace(due, cards=MaskedList(due.cards.cards[:-1]))
    proof = short.prove(table.liar.private_seat.secret, (0, 1)).to_bytes()
    assert_refused(table, table.forged(PickAndPass(proof)), Reason.WRONG_LENGTH)


def test_a_pick_from_a_neighbours_pack_is_refused() -> None:
    table = scene(kind(StepKind.PICK))
    dealing = table.honest[0].referee.dealing
    assert dealing is not None
    neighbour = dealing.pack_of(table.honest[0].signer)
    wrong = replace(dealing.deal.pick(neighbour), seat=table.cheater)
    proof = wrong.prove(table.liar.private_seat.secret, (0,)).to_bytes()
    # The first round: the pack is as dealt, and the list is not the one that is due.
    assert_refused(table, table.forged(PickAndPass(proof)), Reason.SHUFFLE_PROOF)
