"""Chance that a table makes together: the seed of the game, and those of Ages with gods."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from engine.actions import PlaceGods
from engine.board import OUTER
from engine.state import GameState, Options, Rulings
from engine.terms import Age, Deity, Place
from engine.values import replace
from protocol.agreement.attendance import Attendance
from protocol.cards.chance import (
    JointSeed,
    age_commitment,
    commitment,
    draw_chance,
    draw_places,
)
from protocol.game.events import Applied, StepBegan
from protocol.game.seeding import Seeding
from protocol.game.step_table import AGE_SEEDING, StepKind
from protocol.wire.bodies import CommitSeed, RevealSeed
from tests.adversary.tables import Table

TABLE = bytes(range(32))
PARTS = {0: b"a" * 32, 2: b"c" * 32}
BOXES = Options(Rulings(draft=False), gods=True, mystics=True)


def seed(number: int) -> JointSeed:
    return JointSeed(number.to_bytes(32, "big"))


def seeding(age: Age | None = Age.TWO, *signers: int) -> Seeding:
    return Seeding(TABLE, age, bytes(32), signers or (0, 1, 2))


# ------------------------------------------------------------------------ draws


@pytest.mark.parametrize("players", range(2, 6))
def test_the_draws_of_a_table_without_gods_do_not_change(players: int) -> None:
    for number in range(40):
        plain = draw_chance(seed(number), players)
        gods = draw_chance(seed(number), players, gods=True)
        assert plain.gods == ()
        assert plain.layout == replace(gods.layout, gods=())
        assert plain.places == gods.places


@pytest.mark.parametrize("players", range(2, 6))
def test_two_gods_stand_in_two_spare_provinces_in_age_1(players: int) -> None:
    for number in range(200):
        chance = draw_chance(seed(number), players, gods=True)
        layout = chance.layout
        spare = set(OUTER).difference(layout.ragnarok, layout.destroyed)
        assert len(spare) == players
        assert len(set(layout.gods)) == len(set(chance.gods)) == 2
        assert set(chance.gods) <= spare


def test_every_pair_of_gods_and_every_placement_is_drawn() -> None:
    """The counts of 6,000 draws are within five standard deviations of even ones (L2, L7)."""
    chances = [draw_chance(seed(number), 3, gods=True) for number in range(6000)]
    pairs = Counter(chance.layout.gods for chance in chances)
    assert set(pairs) == set(permutations(Deity, 2))
    assert all(abs(count - 200) < 5 * 200**0.5 for count in pairs.values())
    spare = (Place.HORGR, Place.GIMLE, Place.MYRKVLOR)
    placed = Counter(draw_places(seed(number), spare, 2) for number in range(6000))
    assert set(placed) == set(permutations(spare, 2))
    assert all(abs(count - 1000) < 5 * 1000**0.5 for count in placed.values())


# ------------------------------------------------------------------------ bytes


def test_the_bytes_of_the_seed_of_an_age_are_those_of_the_page() -> None:
    part = b"a" * 32
    said = b"bloodrage/seed/v1/age/commit" + TABLE + b"\x02\x00" + part
    assert age_commitment(TABLE, Age.TWO, 0, part) == hashlib.sha256(said).digest()
    joint = b"bloodrage/seed/v1/age/joint" + TABLE + b"\x03" + b"\x00" + b"a" * 32
    joint += b"\x02" + b"c" * 32
    expected = hashlib.sha256(joint).digest()
    assert JointSeed.of_age(TABLE, Age.THREE, dict(reversed(PARTS.items()))).seed == expected


def test_a_commitment_holds_for_one_signer_age_and_table_only() -> None:
    part = b"a" * 32
    made = [
        commitment(TABLE, 0, part),
        *(age_commitment(TABLE, age, signer, part) for age in Age for signer in (0, 1)),
        age_commitment(bytes(32), Age.TWO, 0, part),
        age_commitment(TABLE, Age.TWO, 0, b"b" * 32),
    ]
    assert len(set(made)) == len(made)


def test_a_part_is_bound_by_the_commitment_of_its_own_attempt() -> None:
    part = b"a" * 32
    said = {one: CommitSeed(seeding().commitment(one, part)) for one in (0, 1, 2)}
    bound = seeding().committed(said)
    assert bound.is_bound(1, part)
    assert not bound.is_bound(1, b"b" * 32)
    assert not bound.is_bound(3, part)
    assert not bound.again(b"x" * 32, here(0, 1, 2)).is_bound(1, part)
    # Commitments of Age 2 said again in Age 3 open to nothing.
    assert not seeding(Age.THREE).committed(said).is_bound(1, part)
    assert not seeding(None).committed(said).is_bound(1, part)


def test_every_part_and_its_signer_count_in_a_seed() -> None:
    said = {signer: RevealSeed(part) for signer, part in PARTS.items()}
    other = {signer: RevealSeed(part) for signer, part in zip((1, 2), PARTS.values(), strict=True)}
    ages = (None, Age.TWO, Age.THREE)
    seeds = {seeding(age).joint(said).seed for age in ages}
    assert len(seeds) == 3
    assert seeding().joint(said).seed != seeding().joint(other).seed
    assert seeding().joint(said).seed != seeding().joint({0: said[0]}).seed


# --------------------------------------------------------------------- attempts


def test_an_attempt_is_void_without_any_of_those_who_make_it() -> None:
    attempt = seeding(Age.TWO, 0, 1, 3)
    assert attempt.is_void({3, 4})
    assert not attempt.is_void({2, 4})
    assert not attempt.is_void(())


def here(*present: int) -> Attendance:
    """Return who is there of four persons and a bot of the first, which is signer 4."""
    away = set(range(5)).difference(present)
    return Attendance(tuple(range(5)), {4: 0}, dict.fromkeys(away, 7))


def test_the_next_attempt_has_all_who_are_present_and_not_out() -> None:
    second = seeding(Age.TWO, 0, 1, 2, 3, 4).again(b"h" * 32, here(0, 1, 2, 4), {3})
    assert (second.signers, second.head) == ((0, 1, 2, 4), b"h" * 32)
    assert second.out == {3}
    # Seat 3 is back, and stays out.
    third = second.again(b"i" * 32, here(0, 1, 3, 4), {2})
    assert third.signers == (0, 1, 4)
    assert third.out == {2, 3}


def test_nobody_draws_alone_while_somebody_else_is_there() -> None:
    second = seeding(Age.TWO, 0, 1, 2, 3, 4).again(b"h" * 32, here(0, 1, 2, 4), {3})
    # A person and their bot are one: those who are out make the seed with them, and stay out.
    third = second.again(b"i" * 32, here(0, 2, 3, 4), {1, 2})
    assert third.signers == (0, 2, 3, 4)
    assert third.out == {1, 2, 3}
    assert second.again(b"i" * 32, here(0, 4), {1, 2}).signers == (0, 4)
    assert second.again(b"i" * 32, here(), {0, 1, 2, 4}).signers == ()


def test_a_signer_voids_at_most_two_attempts_at_a_seed() -> None:
    attempt = seeding(Age.TWO, 0, 1, 2, 3).again(b"h" * 32, here(0, 3), {1, 2})
    # 1 and 2 are back, and 3 is the only person that is not out.
    attempt = attempt.again(b"i" * 32, here(1, 2, 3), {0})
    assert attempt.signers == (1, 2, 3)
    attempt = attempt.again(b"j" * 32, here(2, 3), {1})
    assert attempt.signers == (2, 3)
    attempt = attempt.again(b"k" * 32, here(1, 3), {2})
    assert attempt.signers == (3,)
    assert attempt.spent == {1, 2}


def test_those_who_are_spent_take_part_if_nobody_else_is_left() -> None:
    attempt = replace(seeding(Age.TWO, 1, 2), out=frozenset({0, 1, 2, 3}))
    assert attempt.again(b"h" * 32, here(1), {1, 2}).signers == (1,)


def begun(table: Table) -> list[tuple[Age, StepKind]]:
    """Return the steps of seeds of Ages, and the Age each began in."""
    found: list[tuple[Age, StepKind]] = []
    state: GameState | None = None
    for event in table.events[0]:
        state = event.state if isinstance(event, Applied) else state
        if isinstance(event, StepBegan) and event.due.kind in AGE_SEEDING:
            assert state is not None
            found.append((state.age, event.due.kind))
    return found


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_ages_2_and_3_have_a_seed_of_their_own_before_their_shuffle(players: int) -> None:
    table = Table(players, players, BOXES)
    table.start()
    table.run()
    both = (StepKind.AGE_COMMIT, StepKind.AGE_REVEAL)
    assert begun(table) == [(age, kind) for age in (Age.TWO, Age.THREE) for kind in both]
    placed = [
        one.action
        for one in table.events[0]
        if isinstance(one, Applied) and isinstance(one.action, PlaceGods)
    ]
    assert [one.age for one in placed] == list(Age)


def test_mystics_alone_need_no_chance_of_their_own() -> None:
    table = Table(2, 2, Options(Rulings(draft=False), mystics=True))
    table.start()
    table.run()
    assert begun(table) == []
