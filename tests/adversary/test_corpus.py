"""Any bytes: every reader refuses them as documented, or understands them, in a short time."""

from __future__ import annotations

import time
import tracemalloc
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.wire.bodies import Body, read_body
from tests.adversary.test_fuzz import NOISE
from tests.fuzz.found import FOUND
from tests.fuzz.mutations import mutated
from tests.fuzz.targets import CORPUS, TARGETS, corpus

_MOST_SECONDS = 2.0
_MOST_BYTES = 24 * 2**20


def test_every_kind_of_body_is_in_the_corpus() -> None:
    raws = [path.read_bytes() for path in (CORPUS / "bodies").glob("seed-*")]
    assert {type(read_body(raw)) for raw in raws} == set(Body.__args__)


def test_every_target_has_a_corpus_with_every_finding() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)
    assert all(corpus(name) for name in TARGETS)
    for name, raws in FOUND.items():
        assert set(raws.values()) <= set(corpus(name))


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_is_understood_or_refused_within_bounds(name: str) -> None:
    target = TARGETS[name]
    target(corpus(name)[0])  # values that are made once and cached are not counted
    for raw in corpus(name):
        began = time.process_time()
        target(raw)
        assert time.process_time() - began < _MOST_SECONDS


@pytest.mark.parametrize("name", TARGETS)
def test_a_few_bytes_never_take_much_memory(name: str) -> None:
    target, raws = TARGETS[name], corpus(name)
    target(raws[0])
    chance = Random(name)
    tracemalloc.start()
    try:
        for raw in (*raws[:3], *(mutated(chance, raws) for _ in range(3))):
            target(raw)
        assert tracemalloc.get_traced_memory()[1] < _MOST_BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", TARGETS)
@given(raw=NOISE, seed=st.integers(0, 2**32))
def test_changed_bytes_are_understood_or_refused(name: str, raw: bytes, seed: int) -> None:
    TARGETS[name](raw)
    TARGETS[name](mutated(Random(seed), corpus(name)))


@pytest.mark.soak
@pytest.mark.parametrize("name", TARGETS)
def test_bytes_changed_in_many_ways_are_understood_or_refused(name: str) -> None:
    chance = Random(7)
    for _ in range(20_000):
        TARGETS[name](mutated(chance, corpus(name)))
