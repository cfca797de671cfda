"""A table: the view and the choices of one seat, however cards are dealt and others play.

Theory of operation: `submit` answers a decision of the seat, `advance` lets others do one thing
that needs no answer of it, and `events` returns the events since the last call. Nothing happens by
itself, nothing calls back, and no clock runs.
"""

from __future__ import annotations

from typing import Protocol

from engine.actions import Absent, Action, Intent
from engine.decisions import Decision
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.story import Story
from engine.terms import Face, Seat
from engine.values import Value


class PlayedAction(Value):
    """An action was published and played: its story, and the resulting state."""

    action: Action
    story: Story
    state: GameState

    def is_choice_of(self, seat: Seat) -> bool:
        """Whether the player of a seat chose it: a default played in their absence is nobody's."""
        action = self.action
        return not isinstance(action, Absent) and getattr(action, "seat", None) == seat


class PackReceived(Value):
    """The seat received a pack of the draft, which nobody else saw (C2)."""

    faces: tuple[Face, ...]


class HandReceived(Value):
    """The seat was dealt cards without a draft, which nobody else saw (B3a)."""

    faces: tuple[Face, ...]


class Owed(Value):
    """The seat has to decide."""

    decision: Decision


class WentBack(Value):
    """The last `actions` are void: the majority continued from an earlier point.

    The events that replace them follow as usual.
    """

    actions: int


TableEvent = PlayedAction | PackReceived | HandReceived | Owed | WentBack


class Table(Protocol):
    """A seat at a table. Duties are done for it; decisions are left to it."""

    @property
    def seat(self) -> Seat:
        """The seat of this view."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat."""

    @property
    def state(self) -> GameState:
        """The present shared state."""

    @property
    def knowledge(self) -> Knowledge:
        """The knowledge of this seat about hidden cards."""

    @property
    def owed(self) -> Decision | None:
        """The decision this seat has to make now, if any."""

    @property
    def answers(self) -> tuple[Intent, ...]:
        """Every legal answer to the decision, in canonical order; empty without one."""

    @property
    def memory_aid(self) -> bool:
        """Whether the table lists the cards a seat saw and passed on in the draft."""

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose answer or duty is missing; in a joint step, those yet to answer."""

    def submit(self, intent: Intent) -> None:
        """Answer the decision.

        Raises:
            IllegalAction: it is no legal answer; nothing has happened.
        """

    def advance(self) -> bool:
        """Let others do one thing that needs no answer of this seat; return whether they did."""

    def events(self) -> tuple[TableEvent, ...]:
        """Return the events since the last call, in order."""
