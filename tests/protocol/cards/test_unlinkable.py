"""The public part of a pick or a face-down play reveals nothing about the chosen card.

Statistics over many honest messages with fixed seeds: they test whether a message's length, any of
its words, or the order of its parts among each other and among the old cards depends on the choice.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from itertools import permutations

import pytest

from protocol.cards.dealing import MaskedList, RemaskStatement, TableSecret
from protocol.cards.hands import HandList
from tests.protocol.seats import DEAL, NAME, TABLE, face, faces, key, masked, words

CARDS = 3
ROUNDS = 720
# One in ten thousand by chance for one feature; there are some forty, and seeds are fixed.
SIGMAS = 3.719


Words = tuple[bytes, ...]
Feature = Callable[[Words], int]


@dataclass(frozen=True)
class Sample:
    """One message, the choice behind it, and the old positions of the new cards."""

    choice: int
    of: Words
    order: tuple[int, ...]


def critical(freedom: int) -> float:
    """Return the chi-square quantile for `SIGMAS` (Wilson and Hilferty)."""
    ninth = 2 / (9 * freedom)
    return float(freedom * (1 - ninth + SIGMAS * ninth**0.5) ** 3)


def depends(pairs: Iterable[tuple[int, int]]) -> bool:
    """Whether the second number of a pair depends on the first, by Pearson's chi-square."""
    counts = Counter(pairs)
    total = counts.total()
    rows, columns = Counter[int](), Counter[int]()
    for (row, column), count in counts.items():
        rows[row] += count
        columns[column] += count
    statistic = sum(
        (counts[row, column] - rows[row] * columns[column] / total) ** 2
        / (rows[row] * columns[column] / total)
        for row in rows
        for column in columns
    )
    return statistic > critical((len(rows) - 1) * max(1, len(columns) - 1))


def samples_of(due: RemaskStatement) -> list[Sample]:
    samples = []
    for attempt in range(ROUNDS):
        secret = TableSecret(hashlib.sha256(b"sample %d" % attempt).digest())
        choice = attempt % CARDS
        raw = due.prove(secret, [choice]).to_bytes()
        samples.append(Sample(choice, tuple(words(raw)), due.order(secret, [choice])))
    return samples


@cache
def picks() -> tuple[RemaskStatement, list[Sample]]:
    due = RemaskStatement(NAME, 0, key(0).public, masked(CARDS, 0))
    return due, samples_of(due)


@cache
def plays() -> tuple[RemaskStatement, list[Sample]]:
    """Return face-down plays from a hand that regained a card whose face everybody saw."""
    hand = HandList.empty(TABLE, 0, key(0).public).dealt(DEAL, masked(CARDS - 1, 0))
    due = hand.with_face(face(7)).face_down()
    return due, samples_of(due)


def rank(values: Words, at: int) -> int:
    return sorted(values).index(values[at])


def features(due: RemaskStatement) -> dict[str, Feature]:
    """Return everything an observer can compute from the 32-byte words of a message."""
    before = due.cards.masks() + due.cards.bodies()
    masks, bodies = slice(0, 2 * CARDS, 2), slice(1, 2 * CARDS, 2)
    found: dict[str, Feature] = {
        "the play's mask among the new masks": lambda of: rank(of[masks], 0),
        "the play's body among the new bodies": lambda of: rank(of[bodies], 0),
        "the play's mask among the old points": lambda of: sum(p < of[0] for p in before),
        "the play's body among the old points": lambda of: sum(p < of[1] for p in before),
    }
    for start in (2 * CARDS, 3 * CARDS, 4 * CARDS + 5, 5 * CARDS + 5):
        for place in range(CARDS):
            found[f"order of the words from {start}: {place}"] = partial(rank_in, start, place)
    for at in range(6 * CARDS + 5):
        found[f"bits of word {at}"] = partial(low_bits, at)
    return found


def rank_in(start: int, place: int, of: Words) -> int:
    return rank(of[start : start + CARDS], place)


def low_bits(at: int, of: Words) -> int:
    return of[at][0] % 4


@pytest.mark.parametrize("kind", [picks, plays])
@pytest.mark.slow
def test_nothing_public_depends_on_the_choice(
    kind: Callable[[], tuple[RemaskStatement, list[Sample]]],
) -> None:
    due, samples = kind()
    assert {len(sample.of) for sample in samples} == {6 * CARDS + 5}
    for name, feature in features(due).items():
        assert not depends((one.choice, feature(one.of)) for one in samples), name


@pytest.mark.parametrize("kind", [picks, plays])
def test_the_remaining_cards_are_in_uniform_order(
    kind: Callable[[], tuple[RemaskStatement, list[Sample]]],
) -> None:
    _, samples = kind()
    orders = Counter(sample.order for sample in samples)
    assert set(orders) == set(permutations(range(CARDS)))
    expected = ROUNDS / len(orders)
    statistic = sum((count - expected) ** 2 / expected for count in orders.values())
    assert statistic < critical(len(orders) - 1)


def test_the_message_applies_the_order() -> None:
    _, samples = picks()
    for sample in samples[:6]:
        output = MaskedList.from_bytes(b"".join(sample.of[: 2 * CARDS]), CARDS)
        opened = [faces(CARDS).opened(c, [key(0).share(c.mask)]) for c in output.cards]
        assert opened == [face(at) for at in sample.order]


def test_the_statistic_finds_a_small_leak() -> None:
    # Negative control: one message in six gives the choice away.
    leaky = [(at % CARDS, at % CARDS if at % 6 == 0 else at // 3 % CARDS) for at in range(ROUNDS)]
    assert depends(leaky)
    assert not depends((at % CARDS, at // 3 % CARDS) for at in range(ROUNDS))


def test_the_statistic_finds_a_client_that_does_not_mask() -> None:
    due, samples = picks()
    cards = due.cards.masks()
    unmasked = [(one.choice, cards.index(cards[one.order[0]])) for one in samples]
    assert depends(unmasked)
