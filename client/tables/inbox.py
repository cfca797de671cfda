"""Statements that a machine has received and not read yet, and questions of those that come back.

A question is answered once everything is read that came before it: the answer says how far this
machine has come, and a person who lost the end of a journal signs again what nobody has heard.
"""

from __future__ import annotations

from collections import deque


class Inbox:
    """Statements for the seats of this machine, in the order in which they came."""

    def __init__(self) -> None:
        """Start with nothing received."""
        self._statements: deque[tuple[int, bytes]] = deque()
        self._read = 0
        self._asked: dict[int, tuple[bytes, int]] = {}
        """The last question of each person, and the number of statements to read first."""

    def __bool__(self) -> bool:
        """Whether a statement is left to read."""
        return bool(self._statements)

    def add(self, signer: int, raw: bytes) -> None:
        """Keep a statement for a seat here."""
        self._statements.append((signer, raw))

    def take(self) -> tuple[int, bytes]:
        """Take out the next statement, with the seat it is for."""
        self._read += 1
        return self._statements.popleft()

    def ask(self, person: int, question: bytes) -> None:
        """Note the question of a person; one that is repeated keeps its place."""
        if self._asked.get(person, (b"", 0))[0] != question:
            self._asked[person] = question, self._read + len(self._statements)

    @property
    def askers(self) -> frozenset[int]:
        """The persons whose question is not answered yet."""
        return frozenset(self._asked)

    @property
    def due(self) -> frozenset[int]:
        """The persons whose question may be answered: all that came before it is read."""
        return frozenset(one for one, (_, at) in self._asked.items() if at <= self._read)

    def answer(self, persons: frozenset[int]) -> None:
        """Forget the questions of persons, which are answered."""
        for person in persons:
            del self._asked[person]
