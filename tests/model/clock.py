"""The clock of one person, which finds late who is missing (6.11)."""

from __future__ import annotations

from tests.model.machine import Person


class Clock:
    """Ticks of waiting at one head; they stand still while somebody missing is helped."""

    def __init__(self, person: Person, limit: int) -> None:
        self.limit = limit
        self._head = person.head
        self._waited = 0

    def tick(self, person: Person) -> None:
        """Count a tick of a person, and let them find others late when the limit is passed."""
        if person.head != self._head or not person.missing():
            self._head = person.head
            self._waited = 0
        elif person.may_find_late():
            self._waited += 1
        if self._waited > self.limit:
            self._waited = 0
            person.find_late()
