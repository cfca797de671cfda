"""Signers that are away at a head: since when, and whether for good.

Persons vote, bots do not. A bot leaves with its operator, because nobody else can play it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from protocol.agreement.pasts import AbsenceMark, Head
from protocol.charter import Charter


def operators_of(charter: Charter) -> dict[int, int]:
    """Return the operator of each bot, by charter index."""
    index = {hello.identity: signer for signer, hello in enumerate(charter.hellos)}
    return {
        signer: index[hello.operator] for signer, hello in enumerate(charter.hellos) if hello.is_bot
    }


@dataclass(frozen=True)
class Attendance:
    """The signers of a table, by charter index: present or away.

    Attributes:
        everybody: all signers.
        operators: the operator of each bot.
        since: the step since which a signer is away, for those that are.
        proven: signers that are away for good, because they were proven to lie.
        contradicting: signers that are away for their first contradiction, and may return.
    """

    everybody: tuple[int, ...]
    operators: Mapping[int, int] = field(default_factory=dict)
    since: Mapping[int, int] = field(default_factory=dict)
    proven: frozenset[int] = frozenset()
    contradicting: frozenset[int] = frozenset()

    @classmethod
    def begin(cls, charter: Charter) -> Self:
        """Start with everybody present."""
        return cls(tuple(range(charter.players)), operators_of(charter))

    def at(self, head: Head) -> Attendance:
        """Return the attendance at another head of the same table."""
        gone = head.gone
        return Attendance(
            self.everybody,
            self.operators,
            {signer: absence.since.step for signer, absence in gone.items()},
            _marked(head, AbsenceMark.FAULTY),
            _marked(head, AbsenceMark.CONTRADICTION),
        )

    @property
    def present(self) -> tuple[int, ...]:
        """Signers that are not away."""
        return tuple(signer for signer in self.everybody if signer not in self.since)

    @property
    def persons(self) -> tuple[int, ...]:
        """The persons that are not away."""
        return tuple(signer for signer in self.present if signer not in self.operators)

    def leaving(self, after: Attendance) -> tuple[int, ...]:
        """Return the signers that are present here and away afterwards, rising."""
        return tuple(sorted(after.since.keys() - self.since.keys()))

    def returning(self, after: Attendance) -> tuple[int, ...]:
        """Return the signers that are away here and present afterwards, rising."""
        return tuple(sorted(self.since.keys() - after.since.keys()))


def _marked(head: Head, mark: AbsenceMark) -> frozenset[int]:
    return frozenset(signer for signer, absence in head.gone.items() if absence.mark is mark)
