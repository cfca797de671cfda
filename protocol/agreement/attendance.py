"""Absent players: since when, and whether for good; the voters; the players that may come back.

Persons vote, bots do not. A bot leaves with its operator, because nobody else can play it.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from protocol.charter import Charter


class Attendance:
    """The signers of a table, by charter index: present or away.

    Attributes:
        everybody: all signers.
        since: the step since which a signer is away, for those that are.
        proven: signers with a proven fault, which do not come back.
    """

    def __init__(self, charter: Charter) -> None:
        """Start with everybody present."""
        hellos = charter.hellos
        self.everybody = tuple(range(len(hellos)))
        self._operators = {
            bot: next(at for at, one in enumerate(hellos) if one.identity == hello.operator)
            for bot, hello in enumerate(hellos)
            if hello.is_bot
        }
        self.since: dict[int, int] = {}
        self.proven: frozenset[int] = frozenset()

    @property
    def present(self) -> tuple[int, ...]:
        """Signers that are not away."""
        return tuple(signer for signer in self.everybody if signer not in self.since)

    @property
    def voters(self) -> tuple[int, ...]:
        """The persons that are not away."""
        return tuple(signer for signer in self.present if signer not in self._operators)

    def may_return(self, signer: int, since: int) -> bool:
        """Whether a signer away since that step may come back; a bot only with its operator."""
        operator = self._operators.get(signer)
        return (
            self.since.get(signer) == since
            and signer not in self.proven
            and (operator is None or operator not in self.since)
        )

    def close(
        self, step: int, gone: Iterable[int], proven: Iterable[int], back: Iterable[int]
    ) -> tuple[int, ...]:
        """Note after a step the signers that are back or gone; return the signers away from now on.

        If a signer is both, its request to return came too late.
        """
        for signer in back:
            self.since.pop(signer, None)
        self.proven |= frozenset(proven)
        leaving = {*gone, *proven}
        leaving |= {bot for bot, operator in self._operators.items() if operator in leaving}
        fresh = tuple(sorted(leaving - self.since.keys()))
        for signer in fresh:
            self.since[signer] = step + 1
        return fresh

    def copied(self) -> Attendance:
        """Copy the attendance, to continue from it later."""
        other = copy(self)
        other.since = dict(self.since)
        return other
