"""Who of a table is away: since when, whether for good, who votes, who may come back.

Persons vote, bots do not: a bot goes when its operator goes, for nobody would be there to play it.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from protocol.charter import Charter


class Roster:
    """The signers of a table, by charter index.

    Attributes:
        everybody: all signers.
        since: the step from which on a signer is away, for those that are.
        proven: signers with a proven fault, who do not come back.
    """

    def __init__(self, charter: Charter) -> None:
        """Everybody is here."""
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
        """Whether a signer away since that step may be back; a bot only with its operator."""
        operator = self._operators.get(signer)
        return (
            self.since.get(signer) == since
            and signer not in self.proven
            and (operator is None or operator not in self.since)
        )

    def close(
        self, step: int, gone: Iterable[int], proven: Iterable[int], back: Iterable[int]
    ) -> tuple[int, ...]:
        """After that step some are back and others gone; gives who is away from now on.

        Of who is both, the request to return came too late.
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

    def copied(self) -> Roster:
        """The same, to go on from later."""
        other = copy(self)
        other.since = dict(self.since)
        return other
