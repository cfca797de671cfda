"""The past of a table as one seat walked along it: the messages and proofs of every closed step."""

from __future__ import annotations

from protocol.wire.envelope import Envelope, StepPoint


class Transcript:
    """The closed steps of a game.

    Attributes:
        point: the present step of the table.
        points: the point of each closed step.
        history: the messages of each closed step that count, by signer.
        proofs: what proves a step that a view closed: slips, and messages that these name.
    """

    def __init__(self, first: StepPoint) -> None:
        """Start with nothing closed."""
        self.point = first
        self.points: list[StepPoint] = []
        self.history: list[dict[int, Envelope]] = []
        self.proofs: list[tuple[bytes, ...]] = []

    def point_of(self, step: int) -> StepPoint:
        """Return the point of the present step or a closed one."""
        return self.point if step == self.point.step else self.points[step]

    def close(
        self, messages: dict[int, Envelope], after: StepPoint, proof: tuple[bytes, ...] = ()
    ) -> None:
        """Close the present step with the messages that count."""
        self.points.append(self.point)
        self.history.append(messages)
        self.proofs.append(proof)
        self.point = after

    def rewind(self, step: int) -> None:
        """Make a closed step the present one again; drop all later steps."""
        self.point = self.points[step]
        for kept in (self.points, self.history, self.proofs):
            del kept[step:]

    def recorded(self, step: int) -> tuple[bytes, ...]:
        """Return everything that proves a closed step, as in a record."""
        messages = sorted(self.history[step].items())
        return (*self.proofs[step], *(envelope.to_bytes() for _, envelope in messages))
