"""The making of a seed, in which everybody commits to a part and then reveals it.

The seed of the game is made in COMMIT and REVEAL, and everybody who plays is needed. Only a table
with gods makes another one, before the shuffles of Ages 2 and 3, in AGE_COMMIT and AGE_REVEAL: the
places of the gods in those Ages must be known to nobody earlier (L10). There the table can go on
without somebody. A signer that leaves voids the attempt: all parts are worth nothing, and the
others make new ones. Its person sits out that Age, bots included, even if they are back: whoever
has the places drawn again draws no second time, unless somebody would draw alone. Whoever voids an
attempt then as well takes part in no other one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Self

from engine.terms import Age
from engine.values import Value, replace
from protocol.agreement.attendance import Attendance
from protocol.cards.chance import JointSeed, age_commitment, commitment
from protocol.game.step_table import Due, StepKind
from protocol.wire.bodies import Body, CommitSeed, RevealSeed

_ENOUGH: Final = 2
"""Persons of whom none can choose a seed."""


class Seeding(Value):
    """An attempt at a seed. Signers are charter indices, rising.

    Attributes:
        age: the Age it is for; None for the seed of the game.
        head: the head before signers commit; another attempt, or another past, has another.
        signers: the signers that commit and reveal.
        out: the signers that sit out the Age, because a signer of their person left an attempt.
        spent: those of them that left another attempt, in which they took part all the same.
        commits: the commitments and their signers.
    """

    table_id: bytes
    age: Age | None
    head: bytes
    signers: tuple[int, ...]
    out: frozenset[int] = frozenset()
    spent: frozenset[int] = frozenset()
    commits: tuple[tuple[int, bytes], ...] = ()

    def again(self, head: bytes, here: Attendance, fallen: Collection[int] = ()) -> Self:
        """Begin again at a later head, with all that are present and not out.

        One person alone could choose the seed, so then all that are present take part, but for
        those that are spent: two that take turns could otherwise have it drawn again without end.
        """
        spent = self.spent.union(self.out.intersection(fallen, self.signers))
        out = self.out.union(fallen)
        left = tuple(signer for signer in here.present if signer not in out)
        persons = {here.operators.get(signer, signer) for signer in left}
        if len(persons) < _ENOUGH:
            left = tuple(signer for signer in here.present if signer not in spent) or here.present
        return replace(self, head=head, signers=left, out=out, spent=spent, commits=())

    @property
    def due(self) -> Due:
        """The first step."""
        kind = StepKind.COMMIT if self.age is None else StepKind.AGE_COMMIT
        return Due(kind, self.signers)

    @property
    def following(self) -> Due:
        """The second step."""
        kind = StepKind.REVEAL if self.age is None else StepKind.AGE_REVEAL
        return Due(kind, self.signers)

    def is_void(self, fallen: Collection[int]) -> bool:
        """Whether somebody who takes part is among the fallen."""
        return not set(fallen).isdisjoint(self.signers)

    def commitment(self, signer: int, part: bytes) -> bytes:
        """Return the commitment by which a signer binds itself to a part."""
        if self.age is None:
            return commitment(self.table_id, signer, part)
        return age_commitment(self.table_id, self.age, signer, part)

    def is_bound(self, signer: int, part: bytes) -> bool:
        """Whether a signer has committed to a part."""
        return (signer, self.commitment(signer, part)) in self.commits

    def committed(self, said: Mapping[int, Body]) -> Self:
        """Return the attempt with the commitments of the first step, by signer."""
        commits = [(s, one.digest) for s, one in said.items() if isinstance(one, CommitSeed)]
        return replace(self, commits=tuple(sorted(commits)))

    def joint(self, said: Mapping[int, Body]) -> JointSeed:
        """Return the seed that the parts of the second step give, by signer."""
        parts = {s: one.part for s, one in said.items() if isinstance(one, RevealSeed)}
        if self.age is None:
            return JointSeed.of(self.table_id, [parts[signer] for signer in sorted(parts)])
        return JointSeed.of_age(self.table_id, self.age, parts)
