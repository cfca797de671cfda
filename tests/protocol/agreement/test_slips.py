"""Slips: one form for each, signed in a domain of its own (6.2 to 6.4)."""

from __future__ import annotations

import hashlib
from typing import Final

import pytest

from protocol.agreement.pasts import Head, SignedAnswer, StepEnd
from protocol.agreement.slips import (
    FREEZE_SIZE,
    AcceptanceSlip,
    FreezeSlip,
    ProposalSlip,
    ReturnSlip,
    VoteSigner,
    is_slip,
    read_slip,
    sign_return,
)
from protocol.agreement.statements import AcceptanceVote, FreezeVote, ProposalVote, SignedMessage
from protocol.errors import Reason, RemoteProtocolError
from protocol.wire.codec import Encodable, pack, unpack
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Domain, Identity, Peer
from tests.protocol.odd_bytes import ODD_POINTS, ODD_SCALARS, shifted

TABLE: Final = bytes(range(32))
KEYS: Final = tuple(Identity(bytes([number] * 32)) for number in range(1, 4))
PEERS: Final = tuple(Peer.of(key.public) for key in KEYS)
SIGNERS: Final = tuple(VoteSigner(key, TABLE, signer) for signer, key in enumerate(KEYS))
FIRST: Final = Head(StepPoint.first(TABLE, bytes(32)).head)
KINDS: Final = {
    1: Domain.FREEZE_2,
    2: Domain.PROPOSAL_2,
    3: Domain.ACCEPTANCE_2,
    4: Domain.RETURN_2,
}
ONE, TWO, THREE = (bytes([number] * 32) for number in (1, 2, 3))


def answer(signer: int, head: Head = FIRST, name: bytes = b"") -> SignedAnswer:
    """Return an answer with a digest of its own."""
    return SignedAnswer(signer, head, hashlib.sha256(bytes([signer]) + name).digest())


TIP: Final = FIRST.after(StepEnd((answer(0), answer(1), answer(2))))


def freeze(signer: int, view: int = 1, held: tuple[SignedAnswer, ...] = ()) -> FreezeVote:
    """Return a freeze in the first epoch."""
    return SIGNERS[signer].freeze(view, None, None, TIP, held, (), ())


def full_freeze() -> FreezeVote:
    """Return a freeze that names something in each of its fields."""
    base = SIGNERS[1].proposal(1, (freeze(0), freeze(1)))
    accepted = SIGNERS[2].proposal(2, (freeze(1, 2), freeze(2, 2)))
    said = (
        SignedMessage(ONE, b"", answer(2, TIP, b"one"), 0),
        SignedMessage(TWO, b"", answer(2, TIP, b"two"), 0),
    )
    held = (answer(1, TIP), answer(2, TIP, b"one"), answer(2, TIP, b"two"))
    wrong = SIGNERS[1].acceptance(accepted)
    faults = ((said[1], said[0]), (wrong, wrong))
    return SIGNERS[0].freeze(2**62, base, accepted, TIP, held[::-1], (2, 1), faults)


def signed(kind: int, content: Encodable, signer: int = 0, domain: Domain | None = None) -> bytes:
    """Return a slip of any content with a valid signature."""
    raw = pack(content)
    return pack((kind, raw, KEYS[signer].sign(domain or KINDS[kind], raw)))


def fields(raw: bytes) -> tuple[Encodable, ...]:
    """Return the content of a slip."""
    outer = unpack(raw)
    assert isinstance(outer, tuple)
    assert isinstance(outer[1], bytes)
    inner = unpack(outer[1])
    assert isinstance(inner, tuple)
    return inner


def with_field(raw: bytes, at: int, value: Encodable) -> tuple[Encodable, ...]:
    """Return the content of a slip with another value in one place."""
    content = fields(raw)
    return (*content[:at], value, *content[at + 1 :])


def refusal(raw: bytes) -> tuple[Reason, str]:
    """Return the reason why bytes are refused, and the place."""
    with pytest.raises(RemoteProtocolError) as refused:
        read_slip(raw, PEERS)
    return refused.value.reason, refused.value.place


VOTES: Final = {
    "freeze": full_freeze(),
    "proposal": SIGNERS[1].proposal(1, (freeze(0), freeze(2))),
    "acceptance": SIGNERS[2].acceptance(SIGNERS[1].proposal(1, (freeze(0), freeze(2)))),
}
SLIPS: Final = {
    **{name: vote.raw for name, vote in VOTES.items()},
    "return": sign_return(KEYS[1], TABLE, 1, TIP.step, TIP.digest).raw,
}


# --- round trips ---------------------------------------------------------------------------------


def test_a_freeze_read_again_names_all_that_its_vote_has() -> None:
    vote = full_freeze()
    assert vote.base is not None
    assert vote.accepted is not None
    assert read_slip(vote.raw, PEERS) == FreezeSlip(
        vote.raw,
        vote.digest,
        TABLE,
        2**62,
        0,
        vote.base.digest,
        vote.accepted.digest,
        TIP.step,
        TIP.digest,
        tuple((one.signer, one.digest) for one in vote.held),
        vote.late,
        tuple((one.digest, two.digest) for one, two in vote.faults),
    )


def test_lists_of_a_freeze_rise_however_they_are_given() -> None:
    vote = full_freeze()
    assert vote.late == (1, 2)
    assert [one.signer for one in vote.held] == [1, 2, 2]
    assert vote.held[1].digest < vote.held[2].digest
    names = [(one.digest, two.digest) for one, two in vote.faults]
    assert names == sorted(names)
    assert all(one <= two for one, two in names)


def test_a_freeze_that_rests_on_nothing_names_nothing() -> None:
    slip = read_slip(freeze(2).raw, PEERS)
    assert isinstance(slip, FreezeSlip)
    assert (slip.base, slip.accepted, slip.held, slip.late, slip.faults) == (b"", b"", (), (), ())


def test_a_proposal_has_the_freezes_as_their_signers_signed_them() -> None:
    vote = SIGNERS[1].proposal(3, (freeze(2, 3), freeze(0, 3)))
    slip = read_slip(vote.raw, PEERS)
    assert isinstance(slip, ProposalSlip)
    assert (slip.digest, slip.view, slip.signer) == (vote.digest, 3, 1)
    assert [one.raw for one in slip.freezes] == [freeze(0, 3).raw, freeze(2, 3).raw]
    assert all(read_slip(one.raw, PEERS) == one for one in slip.freezes)


def test_a_proposal_of_no_freezes_has_the_form_of_a_slip() -> None:
    slip = read_slip(SIGNERS[0].proposal(1, ()).raw, PEERS)
    assert isinstance(slip, ProposalSlip)
    assert slip.freezes == ()


def test_a_freeze_of_another_view_is_left_to_the_judges_of_proposals() -> None:
    slip = read_slip(SIGNERS[0].proposal(2, (freeze(1, 7),)).raw, PEERS)
    assert isinstance(slip, ProposalSlip)
    assert [one.view for one in slip.freezes] == [7]


def test_an_acceptance_names_its_proposal_and_is_of_its_view() -> None:
    proposal = SIGNERS[1].proposal(4, (freeze(0, 4),))
    vote = SIGNERS[2].acceptance(proposal)
    expected = AcceptanceSlip(vote.raw, vote.digest, TABLE, 4, 2, proposal.digest)
    assert read_slip(vote.raw, PEERS) == expected


def test_a_return_names_the_head_that_put_its_signer_away() -> None:
    slip = sign_return(KEYS[1], TABLE, 1, TIP.step, TIP.digest)
    assert read_slip(slip.raw, PEERS) == slip
    expected = ReturnSlip(slip.raw, slip.digest, TABLE, 1, TIP.step, TIP.digest)
    assert slip == expected


@pytest.mark.parametrize("raw", SLIPS.values(), ids=SLIPS)
def test_slips_begin_otherwise_than_envelopes(raw: bytes) -> None:
    envelope = Envelope.seal(KEYS[0], StepPoint.first(TABLE, bytes(32)), 0, b"body")
    assert is_slip(raw)
    assert not is_slip(envelope.to_bytes())
    assert not is_slip(b"")


def test_the_same_vote_is_the_same_bytes_twice() -> None:
    again: tuple[FreezeVote | ProposalVote | AcceptanceVote, ...] = (
        full_freeze(),
        SIGNERS[1].proposal(1, (freeze(0), freeze(2))),
        SIGNERS[2].acceptance(SIGNERS[1].proposal(1, (freeze(0), freeze(2)))),
    )
    assert [vote.raw for vote in again] == [vote.raw for vote in VOTES.values()]
    assert [vote.digest for vote in again] == [vote.digest for vote in VOTES.values()]
    returned = sign_return(KEYS[1], TABLE, 1, TIP.step, TIP.digest)
    assert returned.raw == SLIPS["return"]


# --- digests -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_digest_is_of_kind_and_content_not_of_the_signature(kind: int) -> None:
    raw = list(SLIPS.values())[kind - 1]
    content = pack(fields(raw))
    expected = hashlib.sha256(b"bloodrage/slip/v2/" + bytes([kind]) + content).digest()
    assert read_slip(raw, PEERS).digest == expected


def test_two_kinds_of_one_content_have_two_digests() -> None:
    content = (TABLE, 7, 0, ONE)
    digests = {
        read_slip(signed(3, content), PEERS).digest,
        read_slip(signed(4, (TABLE, 0, 7, ONE)), PEERS).digest,
    }
    assert len(digests) == 2
    # The same bytes are an acceptance and a return: signer and numbers change their places only.
    same = (TABLE, 1, 1, ONE)
    acceptance, request = (read_slip(signed(kind, same, 1), PEERS) for kind in (3, 4))
    assert acceptance.digest != request.digest


# --- signatures ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("domain", Domain)
def test_a_signature_of_another_domain_is_refused(kind: int, domain: Domain) -> None:
    raw = list(SLIPS.values())[kind - 1]
    slip = read_slip(raw, PEERS)
    again = signed(kind, fields(raw), slip.signer, domain)
    if domain is KINDS[kind]:
        assert read_slip(again, PEERS) == slip
    else:
        assert refusal(again) == (Reason.BAD_SIGNATURE, KINDS[kind])


@pytest.mark.parametrize("name", SLIPS)
def test_a_signature_of_another_player_is_refused(name: str) -> None:
    kind = list(SLIPS).index(name) + 1
    signer = read_slip(SLIPS[name], PEERS).signer
    other = signed(kind, fields(SLIPS[name]), (signer + 1) % len(KEYS))
    assert refusal(other) == (Reason.BAD_SIGNATURE, KINDS[kind])


@pytest.mark.parametrize("name", SLIPS)
def test_odd_signatures_are_refused(name: str) -> None:
    outer = unpack(SLIPS[name])
    assert isinstance(outer, tuple)
    kind, content, signature = outer
    assert isinstance(signature, bytes)
    half, scalar = signature[:32], signature[32:]
    odd = [point + scalar for point in ODD_POINTS.values()]
    odd += [half + one for one in (*ODD_SCALARS.values(), *shifted(scalar).values())]
    for one in odd:
        assert refusal(pack((kind, content, one)))[0] is Reason.BAD_SIGNATURE


def test_a_signer_that_has_no_seat_is_refused() -> None:
    raw = signed(3, (TABLE, 1, 3, ONE))
    assert refusal(raw) == (Reason.NOT_SEATED, "signer")


def test_a_freeze_in_a_proposal_without_its_signature_is_refused() -> None:
    forged = signed(1, fields(freeze(2).raw), 0)
    raw = signed(2, (TABLE, 1, 0, (forged,)))
    assert refusal(raw) == (Reason.BAD_SIGNATURE, Domain.FREEZE_2)


def test_the_signature_of_a_proposal_is_checked_before_those_in_it() -> None:
    forged = signed(1, fields(freeze(2).raw), 0)
    raw = signed(2, (TABLE, 1, 0, (forged,)), 1)
    assert refusal(raw) == (Reason.BAD_SIGNATURE, Domain.PROPOSAL_2)


# --- the form ------------------------------------------------------------------------------------


FULL: Final = VOTES["freeze"].raw
BAD_FIELDS: Final = {
    "view 0": (1, 0),
    "view above the last": (1, 2**62 + 1),
    "view below 0": (1, -1),
    "view that is a flag": (1, True),
    "signer above the last": (2, 5),
    "short base": (3, bytes(31)),
    "long base": (3, bytes(33)),
    "no base": (3, None),
    "short accepted": (4, bytes(16)),
    "step above the last": (5, 1_000_000),
    "short head": (6, bytes(31)),
    "no head": (6, b""),
    "falling held": (7, ((1, ONE), (0, ONE))),
    "falling contents": (7, ((1, TWO), (1, ONE))),
    "a content twice": (7, ((1, ONE), (1, ONE))),
    "three contents": (7, ((1, ONE), (1, TWO), (1, THREE))),
    "held by nobody": (7, ((5, ONE),)),
    "short content": (7, ((1, bytes(31)),)),
    "a part too many in held": (7, ((1, ONE, TWO),)),
    "a part too few in held": (7, ((1,),)),
    "falling late": (8, (2, 1)),
    "late twice": (8, (1, 1)),
    "nobody late": (8, (5,)),
    "late that is no list": (8, 1),
    "falling pair": (9, ((TWO, ONE),)),
    "falling pairs": (9, ((TWO, TWO), (ONE, THREE))),
    "a pair twice": (9, ((ONE, TWO), (ONE, TWO))),
    "six pairs": (9, tuple((bytes([n] * 32), bytes([n] * 32)) for n in range(6))),
    "short fault": (9, ((ONE, TWO[:31]),)),
    "three in a pair": (9, ((ONE, TWO, THREE),)),
    "one in a pair": (9, ((ONE,),)),
}


@pytest.mark.parametrize(("at", "value"), BAD_FIELDS.values(), ids=BAD_FIELDS)
def test_a_freeze_of_another_form_is_refused(at: int, value: Encodable) -> None:
    assert refusal(signed(1, with_field(FULL, at, value)))[0] is Reason.WRONG_SHAPE


def test_a_freeze_at_the_limits_is_read_and_within_its_size() -> None:
    held = tuple((signer, bytes([n] * 32)) for signer in range(5) for n in (1, 2))
    pairs = tuple((bytes([n] * 32), bytes([n + 1] * 32)) for n in range(5))
    raw = signed(1, (TABLE, 2**62, 0, ONE, TWO, 999_999, THREE, held, (0, 1, 2, 3, 4), pairs))
    slip = read_slip(raw, PEERS)
    assert isinstance(slip, FreezeSlip)
    assert (slip.view, slip.tip_step, len(slip.held)) == (2**62, 999_999, 10)
    assert len(raw) <= FREEZE_SIZE


def test_a_freeze_above_its_size_is_refused_before_it_is_decoded() -> None:
    raw = pack((1, bytes(FREEZE_SIZE), bytes(64)))
    assert refusal(raw) == (Reason.WRONG_LENGTH, "freeze")
    assert refusal(pack((1, bytes(FREEZE_SIZE - 80), bytes(64))))[0] is not Reason.WRONG_LENGTH


@pytest.mark.parametrize("name", SLIPS)
def test_a_part_too_many_or_too_few_is_refused(name: str) -> None:
    kind = list(SLIPS).index(name) + 1
    content, signer = fields(SLIPS[name]), read_slip(SLIPS[name], PEERS).signer
    for other in ((*content, 0), content[:-1], ()):
        assert refusal(signed(kind, other, signer))[0] is Reason.WRONG_SHAPE


@pytest.mark.parametrize("kind", [0, 5, 15])
def test_an_unknown_kind_is_refused(kind: int) -> None:
    raw = signed(kind, (TABLE, 1, 0, ONE), 0, Domain.ACCEPTANCE_2)
    assert refusal(raw) == (Reason.UNKNOWN_MESSAGE, "slip")


def test_other_arrays_are_refused() -> None:
    whole = unpack(FULL)
    assert isinstance(whole, tuple)
    for other in (whole[:2], (*whole, 0), (16, *whole[1:]), (True, *whole[1:])):
        assert refusal(pack(other))[0] is Reason.WRONG_SHAPE
    assert refusal(pack((1, whole[1], bytes(63))))[0] is Reason.WRONG_SHAPE


def test_bytes_cut_off_or_added_are_refused() -> None:
    for raw in SLIPS.values():
        for at in range(len(raw)):
            assert refusal(raw[:at])
        assert refusal(raw + b"\0")[0] is Reason.NOT_CANONICAL


def test_a_content_that_is_not_canonical_is_refused() -> None:
    content = pack(fields(SLIPS["acceptance"]))
    # The view 1 in two bytes in place of one.
    longer = content[:35] + b"\xcc\x01" + content[36:]
    raw = pack((3, longer, KEYS[2].sign(Domain.ACCEPTANCE_2, longer)))
    assert refusal(raw) == (Reason.NOT_CANONICAL, "slip")


def test_an_acceptance_names_exactly_one_proposal() -> None:
    for name in (b"", bytes(31), bytes(33), None):
        assert refusal(signed(3, (TABLE, 1, 0, name)))[0] is Reason.WRONG_SHAPE


def test_a_return_names_a_step_and_a_head() -> None:
    for since, head in ((1_000_000, ONE), (-1, ONE), (0, b""), (0, bytes(33))):
        assert refusal(signed(4, (TABLE, 0, since, head)))[0] is Reason.WRONG_SHAPE


def test_a_table_is_named_by_32_bytes() -> None:
    for table in (b"", bytes(31), None):
        assert refusal(signed(3, (table, 1, 0, ONE)))[0] is Reason.WRONG_SHAPE


# --- freezes in a proposal -----------------------------------------------------------------------


def test_freezes_of_a_proposal_rise_by_signer() -> None:
    for order in ((1, 0), (1, 1), (0, 2, 1)):
        raws = tuple(freeze(signer).raw for signer in order)
        assert refusal(signed(2, (TABLE, 1, 0, raws))) == (Reason.WRONG_SHAPE, "freezes")


def test_more_freezes_than_seats_are_refused_before_a_signature_is_checked() -> None:
    unsigned = pack((2, pack((TABLE, 1, 0, (b"",) * 6)), bytes(64)))
    assert refusal(unsigned) == (Reason.WRONG_SHAPE, "freezes")
    fewer = pack((2, pack((TABLE, 1, 0, (b"",) * 5)), bytes(64)))
    assert refusal(fewer)[0] is Reason.BAD_SIGNATURE


def test_a_proposal_has_no_slips_but_freezes() -> None:
    for raw in (SLIPS["proposal"], SLIPS["acceptance"], SLIPS["return"], b"", b"\x93"):
        assert refusal(signed(2, (TABLE, 1, 0, (raw,)))) == (Reason.WRONG_SHAPE, "freezes")


def test_a_freeze_of_another_table_is_no_part_of_a_proposal() -> None:
    other = VoteSigner(KEYS[1], bytes(32), 1).freeze(1, None, None, TIP, (), (), ())
    assert read_slip(other.raw, PEERS).table_id == bytes(32)
    raw = signed(2, (TABLE, 1, 0, (other.raw,)))
    assert refusal(raw) == (Reason.OTHER_TABLE, "freezes")


def test_a_freeze_above_its_size_is_no_part_of_a_proposal() -> None:
    raw = signed(2, (TABLE, 1, 0, (pack((1, bytes(FREEZE_SIZE), bytes(64))),)))
    assert refusal(raw) == (Reason.WRONG_LENGTH, "freeze")
