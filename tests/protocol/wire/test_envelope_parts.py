"""Parts 7 and 8 of an envelope, returns and the view, and marks in heads (6.1, 6.10)."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final

import pytest

from protocol.agreement.pasts import BACK, AbsenceMark, Head, SignedAnswer, StepEnd
from protocol.errors import BadEncoding, BadSignature, Reason
from protocol.wire.codec import Encodable, pack, unpack
from protocol.wire.envelope import Envelope, StepPoint, next_head
from protocol.wire.identity import Domain, Identity, Peer

TABLE: Final = bytes(range(32))
KEY: Final = Identity(bytes([7] * 32))
POINT: Final = StepPoint.first(TABLE, bytes([1] * 32))
PLAIN: Final[tuple[Encodable, ...]] = (TABLE, 0, 2, POINT.head, POINT.state, b"body")
LAST: Final = 2**62


def sealed(returns: tuple[bytes, ...] = (), view: int = 0) -> Envelope:
    """Return an envelope of signer 2."""
    return Envelope.seal(KEY, POINT, 2, b"body", returns, view)


def signed(*content: Encodable) -> bytes:
    """Return an envelope of any content with a valid signature."""
    raw = pack(content)
    return pack((raw, KEY.sign(Domain.STEP, raw)))


@pytest.mark.parametrize(
    ("returns", "view", "more"),
    [
        ((), 0, ()),
        ((b"slip",), 0, ((b"slip",),)),
        ((), 3, ((), 3)),
        ((b"slip", b"other"), LAST, ((b"slip", b"other"), LAST)),
    ],
)
def test_a_content_has_six_seven_or_eight_parts(
    returns: tuple[bytes, ...], view: int, more: tuple[Encodable, ...]
) -> None:
    envelope = sealed(returns, view)
    assert unpack(envelope.content) == (*PLAIN, *more)
    assert envelope.to_bytes() == signed(*PLAIN, *more)
    assert Envelope.from_bytes(envelope.to_bytes()) == envelope
    envelope.verify(Peer.of(KEY.public))


@pytest.mark.parametrize(
    "more",
    [
        ((),),  # no returns need no part
        ((), 0),  # view 0 is never written
        ((b"slip",), 0),
        ((), LAST + 1),
        ((), -1),
        ((), None),
        ((), True),
        (3,),
        ((b"slip",) * 5,),
        ((b"slip",) * 5, 1),
        ((), 1, 0),
        ((b"slip", None), 1),
    ],
)
def test_other_forms_of_the_last_parts_are_refused(more: tuple[Encodable, ...]) -> None:
    with pytest.raises(BadEncoding) as refused:
        Envelope.from_bytes(signed(*PLAIN, *more))
    assert refused.value.reason is Reason.WRONG_SHAPE


def test_four_returns_are_read_with_and_without_a_view() -> None:
    for more in (((b"slip",) * 4,), ((b"slip",) * 4, 1)):
        assert Envelope.from_bytes(signed(*PLAIN, *more)).returns == (b"slip",) * 4


def test_the_digest_in_heads_does_not_depend_on_the_view() -> None:
    for returns in ((), (b"slip",)):
        digests = {sealed(returns, view).digest for view in (0, 1, LAST)}
        assert digests == {hashlib.sha256(sealed(returns).content).digest()}
    assert sealed().digest != sealed((b"slip",)).digest


def test_the_digest_of_the_content_has_the_view() -> None:
    digests = [sealed((), view).content_digest for view in (0, 1, 2)]
    assert len(set(digests)) == 3
    assert digests[0] == sealed().digest
    for view in (1, 2):
        expected = hashlib.sha256(pack((*PLAIN, (), view))).digest()
        assert digests[view] == expected


def test_the_view_is_signed() -> None:
    envelope = replace(sealed((), 1), view=2)
    with pytest.raises(BadSignature):
        envelope.verify(Peer.of(KEY.public))


def test_the_same_answer_in_two_views_leads_to_one_head() -> None:
    heads = {POINT.after((sealed((), view),), POINT.state).head for view in (0, 1, LAST)}
    assert len(heads) == 1


# --- marks in heads ------------------------------------------------------------------------------


def test_the_marks_of_heads_are_those_of_the_protocol() -> None:
    assert dict(AbsenceMark.__members__) == {"AWAY": 0x80, "CONTRADICTION": 0xA0, "FAULTY": 0xC0}
    assert BACK == 0x90


def test_a_head_has_answers_and_marks_rising_by_signer() -> None:
    first = Head(POINT.head)
    answer = SignedAnswer(1, first, sealed().digest)
    marks = (
        (0, AbsenceMark.FAULTY),
        (2, AbsenceMark.AWAY),
        (3, AbsenceMark.CONTRADICTION),
    )
    head = first.after(StepEnd((answer,), marks, (4,)))
    parts = b"\xc0" + b"\x01" + answer.digest + b"\x82\xa3\x94"
    expected = hashlib.sha256(b"bloodrage/head/v1" + POINT.head + bytes(4) + parts).digest()
    assert head.digest == expected
    assert head.step == 1


def test_heads_differ_by_each_mark() -> None:
    marks = (0, 0x80, 0xA0, 0xC0, 0x90)
    heads = {next_head(POINT.head, 5, [(mark | 3, b"")]) for mark in marks}
    assert len(heads) == len(marks)


def test_heads_of_version_1_have_two_marks() -> None:
    before = POINT.after((), POINT.state, away=(1,), faulty=(0,)).head
    first = Head(POINT.head)
    marks = ((0, AbsenceMark.FAULTY), (1, AbsenceMark.AWAY))
    assert first.after(StepEnd((), marks)).digest == before
