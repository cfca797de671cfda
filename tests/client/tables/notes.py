"""A journal in memory."""

from __future__ import annotations

from collections.abc import Iterable

from client.tables.recorded_answers import Answer


class Notes:
    """What a table writes down; begins with what was written at an earlier start."""

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
