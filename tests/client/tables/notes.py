"""A journal in memory."""

from __future__ import annotations

from collections.abc import Iterable

from client.tables.recorded_answers import Answer


class Notes:
    """A journal in memory, with the answers of an earlier start."""

    def __init__(self, before: Iterable[Answer] = ()) -> None:
        self.answers = tuple(before)
        self.written: list[Answer] = []
        self.sent = 0

    def answered(self, answer: Answer) -> None:
        self.written.append(answer)

    def sending(self) -> None:
        self.sent += 1

    def persist(self, _signer: int, _raw: bytes) -> None: ...

    def rewound(self, _step: int) -> None: ...
