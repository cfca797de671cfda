"""Protocol version 1, read only: slips, proofs of closings, returns, and who was absent."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Final

import pytest

from engine.state import Options
from protocol.cards.card_faces import cards_digest
from protocol.charter import Charter
from protocol.errors import BadEncoding, Reason, RemoteProtocolError
from protocol.record.first_attendance import FirstAttendance
from protocol.record.first_closings import FirstClosingReader
from protocol.record.first_slips import (
    FirstAcceptance,
    FirstClosing,
    FirstFreeze,
    FirstProposal,
    FirstReturnSlip,
    FirstSubject,
    FirstVoteSlip,
    read_first_envelope,
    read_first_returns,
    read_first_slip,
)
from protocol.wire.codec import Encodable, pack
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Domain, Identity, Peer
from tests.adversary.tables import hello_of
from tests.fuzz.targets import corpus
from tests.fuzz.wire import people

KEYS: Final = tuple(Identity(bytes([number] * 32)) for number in range(1, 5))
PEERS: Final = tuple(Peer.of(key.public) for key in KEYS)
POINT: Final = StepPoint(bytes(range(32)), 12, bytes([9] * 32), bytes([8] * 32))
SUBJECT: Final[tuple[Encodable, ...]] = (POINT.table_id, POINT.step, POINT.head)
DOMAINS: Final = {
    1: Domain.FREEZE,
    2: Domain.PROPOSAL,
    3: Domain.ACCEPTANCE,
    4: Domain.RETURN,
}
ONE, TWO = bytes([1] * 32), bytes([2] * 32)
NONE: Final = ((), (), ())


def slip(kind: int, signer: int, *content: Encodable, domain: Domain | None = None) -> bytes:
    """Return a slip of version 1 with a valid signature."""
    raw = pack(content)
    return pack((kind, raw, KEYS[signer].sign(domain or DOMAINS[kind], raw)))


def freeze(signer: int, held: Encodable = (), accepted: Encodable = None, ballot: int = 1) -> bytes:
    """Return a freeze."""
    return slip(1, signer, *SUBJECT, ballot, signer, held, accepted)


def acceptance(signer: int, closing: Encodable, ballot: int = 1, *, step: int = 12) -> bytes:
    """Return an acceptance."""
    return slip(3, signer, POINT.table_id, step, POINT.head, ballot, signer, closing)


def proposal(signer: int, freezes: Iterable[bytes]) -> bytes:
    """Return a proposal."""
    return slip(2, signer, *SUBJECT, 1, signer, tuple(freezes))


def message(signer: int, body: bytes = b"body", returns: tuple[bytes, ...] = ()) -> Envelope:
    """Return a message for the step."""
    return Envelope.seal(KEYS[signer], POINT, signer, body, returns)


def refusal(raw: bytes) -> Reason:
    """Return the reason why a slip is refused."""
    with pytest.raises(RemoteProtocolError) as refused:
        read_first_slip(raw, PEERS)
    return refused.value.reason


# --- slips ---------------------------------------------------------------------------------------


def test_a_freeze_has_what_was_held_and_accepted() -> None:
    closing = (((0, ONE),), (1,), (2,))
    found = read_first_slip(freeze(1, ((0, ONE), (2, TWO)), (0, closing), 3), PEERS)
    expected = FirstClosing(((0, ONE),), (1,), (2,))
    assert found == FirstVoteSlip(
        FirstSubject.of(POINT), FirstFreeze(3, 1, ((0, ONE), (2, TWO)), (0, expected))
    )


def test_a_proposal_has_its_freezes() -> None:
    found = read_first_slip(proposal(0, (freeze(0), freeze(2))), PEERS)
    assert isinstance(found, FirstVoteSlip)
    freezes = tuple(FirstFreeze(1, signer, (), None) for signer in (0, 2))
    assert found.vote == FirstProposal(1, 0, freezes)
    assert found.turn == (FirstProposal, 1, 0)


def test_an_acceptance_has_a_closing() -> None:
    found = read_first_slip(acceptance(2, (((0, ONE),), (1,), ())), PEERS)
    assert isinstance(found, FirstVoteSlip)
    assert found.vote == FirstAcceptance(1, 2, FirstClosing(((0, ONE),), (1,)))


def test_a_return_names_the_step_since_which_its_signer_is_away() -> None:
    found = read_first_slip(slip(4, 3, POINT.table_id, 3, 7), PEERS)
    assert found == FirstReturnSlip(POINT.table_id, 3, 7)


def test_slips_written_by_version_1_are_read() -> None:
    peers = tuple(Peer.of(identity.public) for _, identity, _ in people())
    read = [read_first_slip(raw, peers) for raw in corpus("first-slips")]
    kinds = [type(one.vote) if isinstance(one, FirstVoteSlip) else type(one) for one in read]
    assert kinds == [FirstFreeze, FirstFreeze, FirstProposal, FirstAcceptance, FirstReturnSlip]


@pytest.mark.parametrize("domain", [one for one in Domain if one is not Domain.ACCEPTANCE])
def test_a_slip_signed_for_another_purpose_is_refused(domain: Domain) -> None:
    raw = slip(3, 0, *SUBJECT, 1, 0, NONE, domain=domain)
    assert refusal(raw) is Reason.BAD_SIGNATURE


BAD_SLIPS: Final = {
    "ballot 0": slip(3, 0, *SUBJECT, 0, 0, NONE),
    "ballot above the last": slip(3, 0, *SUBJECT, 1 << 20, 0, NONE),
    "short head": slip(3, 0, POINT.table_id, 1, bytes(31), 1, 0, NONE),
    "signer in two lists": acceptance(0, (((1, ONE),), (1,), ())),
    "falling signers": acceptance(0, ((), (2, 1), ())),
    "falling messages": acceptance(0, (((2, ONE), (1, ONE)), (), ())),
    "a part too many": slip(3, 0, *SUBJECT, 1, 0, NONE, 0),
    "a part too few": slip(3, 0, *SUBJECT, 1, 0),
    "eleven messages": freeze(0, tuple((s, bytes([n] * 32)) for s in range(4) for n in range(3))),
    "accepted in three parts": freeze(0, (), (0, NONE, 0)),
    "another slip in a proposal": proposal(0, (acceptance(0, NONE),)),
    "six freezes": proposal(0, (freeze(0),) * 6),
}


@pytest.mark.parametrize("raw", BAD_SLIPS.values(), ids=BAD_SLIPS)
def test_a_slip_of_another_form_is_refused(raw: bytes) -> None:
    assert refusal(raw) is Reason.WRONG_SHAPE


def test_a_freeze_about_another_step_is_no_part_of_a_proposal() -> None:
    other = slip(1, 1, POINT.table_id, 13, POINT.head, 1, 1, (), None)
    assert refusal(proposal(0, (other,))) is Reason.OTHER_HEAD


def test_a_freeze_without_its_signature_is_no_part_of_a_proposal() -> None:
    forged = slip(1, 0, *SUBJECT, 1, 1, (), None)
    assert refusal(proposal(0, (forged,))) is Reason.BAD_SIGNATURE


def test_a_slip_of_a_signer_without_a_seat_is_refused() -> None:
    assert refusal(slip(3, 0, *SUBJECT, 1, 4, NONE)) is Reason.NOT_SEATED
    assert refusal(pack((7, b"", bytes(64)))) is Reason.UNKNOWN_MESSAGE


def test_an_envelope_of_version_1_has_no_view() -> None:
    assert read_first_envelope(message(0).to_bytes()) == message(0)
    with pytest.raises(BadEncoding) as refused:
        read_first_envelope(Envelope.seal(KEYS[0], POINT, 0, b"body", (), 1).to_bytes())
    assert refused.value.reason is Reason.WRONG_SHAPE


# --- proofs of closings --------------------------------------------------------------------------


def reader(
    owed: tuple[int, ...] = (0, 1, 2), voters: tuple[int, ...] = (0, 1, 2)
) -> FirstClosingReader:
    """Return a reader for which a body `wrong` fails a check."""
    return FirstClosingReader(POINT, PEERS, owed, voters, lambda one: one.body == b"wrong")


def plain(
    *messages: Envelope, away: tuple[int, ...] = (), faulty: tuple[int, ...] = ()
) -> Encodable:
    """Return a closing as slips have it."""
    return (tuple((one.signer, one.digest) for one in messages), away, faulty)


WITHOUT_2: Final = plain(message(0), message(1), away=(2,))


def wrong_closing(parts: tuple[bytes, ...]) -> str:
    """Return the place in which a proof is refused."""
    with pytest.raises(RemoteProtocolError) as refused:
        reader().read(parts, 0)
    assert refused.value.reason is Reason.WRONG_CLOSING
    return refused.value.place


def test_acceptances_of_more_than_half_prove_a_closing() -> None:
    parts = (b"before", acceptance(0, WITHOUT_2), acceptance(1, WITHOUT_2), message(0).to_bytes())
    closing, at = reader().read(parts, 1)
    expected = tuple((one.signer, one.digest) for one in (message(0), message(1)))
    assert closing == FirstClosing(expected, (2,))
    assert at == 3


def test_a_proof_that_is_cut_off_proves_nothing_yet() -> None:
    assert reader().read((acceptance(0, WITHOUT_2),), 0) == (None, 1)
    faulty = plain(message(0), message(1), faulty=(2,))
    votes = (acceptance(0, faulty), acceptance(1, faulty))
    assert reader().read(votes, 0) == (None, 2)
    assert reader().read((*votes, message(2).to_bytes()), 0) == (None, 3)


def test_half_of_the_voters_prove_no_closing() -> None:
    assert wrong_closing((acceptance(0, WITHOUT_2), message(0).to_bytes())) == "votes"


def test_acceptances_that_differ_prove_no_closing() -> None:
    other = plain(message(0, b"other"), message(1), away=(2,))
    assert wrong_closing((acceptance(0, WITHOUT_2), acceptance(1, other))) == "votes"
    assert wrong_closing((acceptance(0, WITHOUT_2), acceptance(1, WITHOUT_2, 2))) == "votes"
    assert wrong_closing((acceptance(1, WITHOUT_2), acceptance(0, WITHOUT_2))) == "votes"
    assert wrong_closing((acceptance(0, WITHOUT_2),) * 2) == "votes"
    assert wrong_closing((acceptance(0, WITHOUT_2), freeze(1))) == "votes"


def test_votes_of_others_prove_no_closing() -> None:
    parts = (acceptance(0, WITHOUT_2), acceptance(3, WITHOUT_2))
    assert wrong_closing(parts) == "voters"


def test_a_closing_of_other_signers_or_without_absence_is_refused() -> None:
    everybody = plain(message(0), message(1), message(2))
    fewer = plain(message(0), away=(2,))
    more = plain(message(0), message(1), away=(2, 3))
    for closing in (everybody, fewer, more):
        assert wrong_closing((acceptance(0, closing), acceptance(1, closing))) == "closing"


def test_votes_about_another_step_are_left_to_the_next_proof() -> None:
    nobody = plain(away=(0, 1, 2))
    next_step = acceptance(0, WITHOUT_2, step=13)
    parts = (acceptance(0, nobody), acceptance(1, nobody), next_step)
    assert reader().read(parts, 0) == (FirstClosing((), (0, 1, 2)), 2)
    assert wrong_closing((next_step,)) == "subject"
    assert wrong_closing((slip(4, 2, POINT.table_id, 2, 3),)) == "subject"


def test_a_fault_is_proven_by_the_message_or_by_two_contents() -> None:
    faulty = plain(message(0), message(1), faulty=(2,))
    votes = (acceptance(0, faulty), acceptance(1, faulty))
    wrong = message(2, b"wrong").to_bytes()
    two = tuple(sorted((message(2).to_bytes(), message(2, b"other").to_bytes())))
    for evidence in ((wrong,), two):
        closing, at = reader().read((*votes, *evidence, message(0).to_bytes()), 0)
        assert closing is not None
        assert closing.faulty == (2,)
        assert at == 2 + len(evidence)


def test_a_liar_does_not_count_among_the_voters() -> None:
    faulty = plain(message(0), faulty=(1,))
    wrong = message(1, b"wrong").to_bytes()
    between_two = reader((0, 1), (0, 1))
    closing, at = between_two.read((acceptance(0, faulty), wrong), 0)
    assert closing == FirstClosing(((0, message(0).digest),), (), (1,))
    assert at == 2
    with pytest.raises(RemoteProtocolError):
        between_two.read((acceptance(1, faulty), wrong), 0)


def test_a_right_message_or_one_of_another_point_proves_no_fault() -> None:
    faulty = plain(message(0), message(1), faulty=(2,))
    votes = (acceptance(0, faulty), acceptance(1, faulty))
    elsewhere = StepPoint(POINT.table_id, 13, POINT.head, POINT.state)
    other = Envelope.seal(KEYS[2], elsewhere, 2, b"wrong").to_bytes()
    viewed = Envelope.seal(KEYS[2], POINT, 2, b"wrong", (), 1).to_bytes()
    forged = Envelope.seal(KEYS[1], POINT, 2, b"wrong").to_bytes()
    for raw in (message(2).to_bytes(), other, viewed, forged, message(1, b"wrong").to_bytes()):
        assert wrong_closing((*votes, raw, message(0).to_bytes())) == "fault"


# --- returns -------------------------------------------------------------------------------------


def test_returns_in_a_message_are_due_and_rise() -> None:
    requests = [slip(4, signer, POINT.table_id, signer, 7) for signer in range(3)]

    def read(*raws: bytes) -> list[int]:
        may_return = {(1, 7), (2, 7)}
        found = read_first_returns(
            message(0, b"body", raws), PEERS, lambda signer, since: (signer, since) in may_return
        )
        return [one.signer for one in found]

    assert read(*requests[1:]) == [1, 2]
    for raws, reason in (
        (requests[:1], Reason.NOT_OWED),
        (requests[:0:-1], Reason.WRONG_SHAPE),
        ([slip(4, 1, bytes(32), 1, 7)], Reason.WRONG_KIND),
        ([freeze(1)], Reason.WRONG_KIND),
    ):
        with pytest.raises(RemoteProtocolError) as refused:
            read(*raws)
        assert refused.value.reason is reason


# --- absences ------------------------------------------------------------------------------------


@cache
def _charter() -> Charter:
    """Return a charter of three persons and a bot of the second."""
    chance = Random(7)
    persons = [hello_of(name, chance) for name in ("Astrid", "Bo", "Cyra")]
    bot = hello_of("Dag", chance, persons[1][0].identity)[0]
    options = Options()
    hellos = (*(hello for hello, _, _ in persons), bot)
    return Charter(hellos, options, cards_digest(options))


def test_everybody_is_present_at_first_and_persons_vote() -> None:
    found = FirstAttendance(_charter())
    assert found.now.everybody == found.now.present == (0, 1, 2, 3)
    assert found.voters == (0, 1, 2)
    assert not any(found.may_return(signer, 0) for signer in found.now.everybody)


def test_a_bot_leaves_with_its_operator_and_returns_after_it() -> None:
    found = FirstAttendance(_charter())
    before = found.now
    assert before.leaving(found.close(4, (1,), (), ())) == (1, 3)
    assert found.now.since == {1: 5, 3: 5}
    assert found.voters == (0, 2)
    assert found.may_return(1, 5)
    assert not found.may_return(3, 5)
    found.close(5, (), (), (1,))
    assert found.may_return(3, 5)
    assert found.now.present == (0, 1, 2)


def test_a_bot_may_be_away_alone() -> None:
    found = FirstAttendance(_charter())
    found.close(4, (3,), (), ())
    assert found.now.present == found.voters == (0, 1, 2)
    assert found.may_return(3, 5)
    assert not found.may_return(3, 4)


def test_nobody_returns_after_a_proven_fault() -> None:
    found = FirstAttendance(_charter())
    found.close(4, (0,), (2,), ())
    assert found.now.present == (1, 3)
    assert found.now.proven == {2}
    assert found.may_return(0, 5)
    assert not found.may_return(2, 5)


def test_a_request_to_return_is_too_late_for_one_who_leaves_in_that_step() -> None:
    found = FirstAttendance(_charter())
    found.close(4, (3,), (), ())
    found.close(9, (1,), (), (3,))
    assert found.now.since == {1: 10, 3: 10}


def test_an_absence_begins_once() -> None:
    found = FirstAttendance(_charter())
    found.close(4, (3,), (), ())
    found.close(9, (1,), (), ())
    assert found.now.since == {1: 10, 3: 5}
