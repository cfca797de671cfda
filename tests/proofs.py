"""Proofs made and checked once in a process, however many seats and tests ask for them.

Making and checking a proof are pure functions of their statement, and tests play the same games
again and again: half of their time went into proofs seen before. The real code still runs the first
time, and a forged proof is never remembered, since checking it raises.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from protocol.cards.dealing import CardKey, Proven, TableSecret
from protocol.game import jobs
from protocol.game.deal_attempt import Statement
from protocol.game.jobs import Cache, CheckJob, Made, MakeJob

MOST: Final = 20_000
"""Proofs that are remembered; then all are forgotten, so that memory stays bounded."""

_checked: Cache = {}
_made: dict[tuple[Statement, CardKey, TableSecret, tuple[int, ...]], tuple[bytes, Proven]] = {}


def remember_proofs(patch: pytest.MonkeyPatch) -> None:
    """Let every job of this process share its results, until `patch` is undone."""
    check, make_all, make = CheckJob.run, MakeJob.run, jobs._make

    def checked(job: CheckJob, cache: Cache | None = None) -> tuple[Proven, ...]:
        if len(_checked) > MOST:
            _checked.clear()
        proven = check(job, _checked)
        _share(cache, job.statements, job.proofs, proven)
        return proven

    def made_all(job: MakeJob, cache: Cache | None = None) -> Made:
        all_made = make_all(job, _checked)
        _share(cache, job.statements, all_made.proofs, all_made.proven)
        return all_made

    def made(
        statement: Statement, key: CardKey, secret: TableSecret, first: Sequence[int]
    ) -> tuple[bytes, Proven]:
        if len(_made) > MOST:
            _made.clear()
        asked = statement, key, secret, tuple(first)
        if asked not in _made:
            _made[asked] = make(statement, key, secret, first)
        return _made[asked]

    patch.setattr(CheckJob, "run", checked)
    patch.setattr(MakeJob, "run", made_all)
    patch.setattr(jobs, "_make", made)


def _share(
    cache: Cache | None,
    statements: Sequence[Statement],
    proofs: Sequence[bytes],
    proven: Sequence[Proven],
) -> None:
    """Put results into the cache of the caller too, as the real jobs do."""
    if cache is not None:
        cache.update(zip(zip(statements, proofs, strict=True), proven, strict=True))
