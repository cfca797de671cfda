"""A table: what one seat can see and do, whoever deals and whoever sits in the other seats.

Theory of operation: `submit` answers what the seat owes, `advance` lets others do what they can
do without it, and `events` hands over what has happened since it was last asked. Nothing
happens by itself, nothing calls back, and no clock runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.actions import Action, Intent
from engine.decisions import Decision
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.story import Story
from engine.terms import Face, Seat


@dataclass(frozen=True, slots=True)
class PlayedAction:
    """An action was published and played: its story, and the state it led to."""

    action: Action
    story: Story
    state: GameState


@dataclass(frozen=True, slots=True)
class PackReceived:
    """The seat was handed a pack of the draft and looked at it; nobody else did (C2)."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class HandReceived:
    """The seat was dealt cards without a draft and looked at them; nobody else did (B3a)."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Owed:
    """The seat is asked something."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class WentBack:
    """The last `actions` are void: the others had gone on another way, and theirs holds.

    What happens instead follows as usual.
    """

    actions: int


TableEvent = PlayedAction | PackReceived | HandReceived | Owed | WentBack


class Table(Protocol):
    """A seat at a table. Duties are done for it; what it must choose, it is asked."""

    @property
    def seat(self) -> Seat:
        """Whose view this is."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits in which seat."""

    @property
    def state(self) -> GameState:
        """The shared state now."""

    @property
    def knowledge(self) -> Knowledge:
        """What this seat knows of hidden cards."""

    @property
    def owed(self) -> Decision | None:
        """What this seat is asked now, if anything."""

    @property
    def answers(self) -> tuple[Intent, ...]:
        """Every legal answer to what is owed, in canonical order; empty if nothing is."""

    @property
    def memory_aid(self) -> bool:
        """Whether the table lists what a seat saw and passed on in the draft."""

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Seats whose answer or duty is not in yet, of a joint step who has not answered."""

    def submit(self, intent: Intent) -> None:
        """Answer what is owed.

        Raises:
            IllegalAction: it is no legal answer; nothing has happened.
        """

    def advance(self) -> bool:
        """Let others do the next thing they can do without this seat; whether they did any."""

    def events(self) -> tuple[TableEvent, ...]:
        """What happened since this was last called, in order."""
