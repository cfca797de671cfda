"""Long work as values: proofs to check and proofs to make (docs/architecture.md).

A session never computes for long itself. It hands out jobs, which are pure functions of bytes;
their owner runs them in a thread, inline, or from results shared by the seats of one process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from engine.values import Value
from protocol.cards.dealing import (
    BatchStatement,
    CardKey,
    Proven,
    RemaskStatement,
    SealStatement,
    ShareStatement,
    TableSecret,
)
from protocol.game.deal_attempt import Statement

Cache = dict[tuple[Statement, bytes], Proven]
"""Results of checked statements, by everything they depend on; never faces, never decisions."""


class CheckJob(Value):
    """Check the proofs of one message against its statements."""

    statements: tuple[Statement, ...]
    proofs: tuple[bytes, ...]

    def run(self, cache: Cache | None = None) -> tuple[Proven, ...]:
        """Check the proofs and return what they prove.

        Raises:
            RemoteProtocolError: the first proof that proves nothing.
        """
        found: list[Proven] = []
        for statement, raw in zip(self.statements, self.proofs, strict=True):
            known = None if cache is None else cache.get((statement, raw))
            if known is None:
                known = statement.check(raw)
                if cache is not None:
                    cache[statement, raw] = known
            found.append(known)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class MakeJob:
    """Prove statements with our key; `first` are positions that go first in a re-masking."""

    statements: tuple[Statement, ...]
    key: CardKey = field(repr=False)
    secret: TableSecret = field(repr=False)
    first: tuple[int, ...] = ()

    def run(self, cache: Cache | None = None) -> Made:
        """Make the proofs and return them with what they prove; the same bytes every time."""
        proofs: list[bytes] = []
        proven: list[Proven] = []
        for statement in self.statements:
            raw, result = _make(statement, self.key, self.secret, self.first)
            proofs.append(raw)
            proven.append(result)
            if cache is not None:
                cache[statement, raw] = result
        return Made(tuple(proofs), tuple(proven))


class Made(Value):
    """Proofs just made, with what they prove."""

    proofs: tuple[bytes, ...]
    proven: tuple[Proven, ...]


def _make(
    statement: Statement, key: CardKey, secret: TableSecret, first: Sequence[int]
) -> tuple[bytes, Proven]:
    match statement:
        case RemaskStatement():
            shuffle = statement.prove(secret, first)
            return shuffle.to_bytes(), shuffle.output
        case BatchStatement():
            batch = statement.prove(key, secret)
            return batch.to_bytes(), batch.points
        case ShareStatement():
            share = statement.prove(key, secret)
            return share.to_bytes(), share.points[0]
        case SealStatement():
            seal = statement.prove(key, secret)
            return seal.to_bytes(), seal.share
        case _:
            assert_never(statement)


Job = CheckJob | MakeJob
