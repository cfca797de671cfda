"""The number of persons that go on without somebody, as the charter has it."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from engine.state import Options
from engine.values import replace
from protocol.cards.card_faces import cards_digest
from protocol.charter import FIRST_PROTOCOL, NO_CLOCK, READABLE, Charter, Hello
from protocol.errors import BadEncoding, BadMessage, Reason
from protocol.quorum import Quorum
from protocol.wire.codec import pack
from tests.adversary.tables import Table, hello_of

NEEDED = {
    Quorum.HALF: {2: 2, 3: 2, 4: 3, 5: 3},
    Quorum.ALL_BUT_ONE: {2: 2, 3: 2, 4: 3, 5: 4},
    Quorum.NOBODY: {2: 2, 3: 3, 4: 4, 5: 5},
}


@pytest.mark.parametrize("quorum", Quorum)
def test_so_many_persons_decide(quorum: Quorum) -> None:
    assert {voters: quorum.needed(voters) for voters in range(2, 6)} == NEEDED[quorum]


@pytest.mark.parametrize("quorum", Quorum)
def test_two_groups_that_decide_share_a_person(quorum: Quorum) -> None:
    assert all(2 * quorum.needed(voters) > voters for voters in range(1, 6))


@pytest.mark.parametrize("quorum", Quorum)
def test_a_charter_contains_its_quorum(quorum: Quorum) -> None:
    plain = Table(2, seed=1).charter
    charter = replace(plain, quorum=quorum)
    assert Charter.from_bytes(charter.to_bytes()) == charter
    is_default = quorum is Quorum.HALF
    assert (charter.terms == plain.terms) is is_default
    assert (charter.table_id == plain.table_id) is is_default


def test_a_quorum_nobody_knows_is_refused() -> None:
    raw = Table(2, seed=1).charter.to_bytes()
    for quorum in ("Half", "", "most"):
        wrong = raw[: -len(pack("half"))] + pack(quorum)
        with pytest.raises(BadEncoding) as caught:
            Charter.from_bytes(wrong)
        assert caught.value.reason is Reason.WRONG_SHAPE


def test_a_charter_without_its_quorum_is_refused() -> None:
    raw = Table(2, seed=1).charter.to_bytes()
    assert raw[0] == 0x9A  # ten parts
    with pytest.raises(BadEncoding):
        Charter.from_bytes(b"\x99" + raw[1 : -len(pack("half"))])


# ------------------------------------------------------------------ the first version


def first() -> Charter:
    """Return a charter of the first version of the protocol."""
    chance = Random(7)
    made = []
    for name in ("Astrid", "Bo"):
        hello, identity, _ = hello_of(name, chance)
        made.append(Hello.sign(identity, replace(hello, versions=(FIRST_PROTOCOL,))))
    options = Options(rules_version=1)
    return Charter(tuple(made), options, cards_digest(options), version=FIRST_PROTOCOL)


def test_a_charter_of_the_first_version_has_no_quorum() -> None:
    charter = first()
    raw = charter.to_bytes()
    assert raw[0] == 0x99  # nine parts
    assert raw.endswith(pack(NO_CLOCK.packed()))
    assert Charter.from_bytes(raw, versions=READABLE) == charter
    with pytest.raises(BadEncoding):
        Charter.from_bytes(b"\x9a" + raw[1:] + pack("half"), versions=READABLE)


def test_the_terms_of_the_first_version_are_hashed_as_ever() -> None:
    charter = first()
    options = pack((1, False, True, True, "spent", 3, 2))
    parts = (charter.cards, 3000, True, True, True, NO_CLOCK.packed())
    listed = b"\x97" + options + b"".join(map(pack, parts))
    assert charter.terms == hashlib.sha256(b"bloodrage/terms/v1" + listed).digest()


def test_the_first_version_knows_more_than_half_only() -> None:
    for quorum in (Quorum.ALL_BUT_ONE, Quorum.NOBODY):
        with pytest.raises(BadMessage) as caught:
            replace(first(), quorum=quorum).check()
        assert (caught.value.reason, caught.value.place) == (Reason.WRONG_CHARTER, "quorum")
