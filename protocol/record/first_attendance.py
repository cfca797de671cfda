"""Absent players in protocol version 1: since when, for good or not; the voters, and returns.

Records of version 1 depend on it. Persons vote, bots do not. A bot leaves with its operator, since
nobody else can play it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from protocol.agreement.attendance import Attendance
from protocol.charter import Charter


class FirstAttendance:
    """The signers of a table, by charter index: present or away.

    Attributes:
        now: the attendance of the present step.
    """

    def __init__(self, charter: Charter) -> None:
        """Start with everybody present."""
        self.now = Attendance.begin(charter)
        self._operators: Final = self.now.operators

    @property
    def voters(self) -> tuple[int, ...]:
        """The persons that are not away."""
        return self.now.persons

    def may_return(self, signer: int, since: int) -> bool:
        """Whether a signer away since that step may come back; a bot only with its operator."""
        now, operator = self.now, self._operators.get(signer)
        return (
            now.since.get(signer) == since
            and signer not in now.proven
            and (operator is None or operator not in now.since)
        )

    def close(
        self, step: int, gone: Iterable[int], proven: Iterable[int], back: Iterable[int]
    ) -> Attendance:
        """Note after a step the signers that are back or gone; return the attendance after it.

        If a signer is both, its request to return came too late.
        """
        since = {s: began for s, began in self.now.since.items() if s not in set(back)}
        faulty = frozenset(proven)
        leaving = {*gone, *faulty}
        leaving |= {bot for bot, operator in self._operators.items() if operator in leaving}
        since |= dict.fromkeys(sorted(leaving - since.keys()), step + 1)
        self.now = Attendance(self.now.everybody, self._operators, since, self.now.proven | faulty)
        return self.now
