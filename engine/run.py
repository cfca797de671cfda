"""An action in progress: the changing state, the story so far, the agenda.

The only mutable thing in the engine; it lives for one call of `engine.play.apply`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

from engine.changes import Change, RaiseStat
from engine.perform import perform
from engine.state import GameState
from engine.stats import TOP_LEVEL
from engine.story import Note, StatLostNote, StoryItem
from engine.tasks import Task

if TYPE_CHECKING:
    from engine.cards.model import Deed
    from engine.decisions import Owed

_TASKS: Final = frozenset(get_args(Task))


class Run:
    """Performs deeds, keeps the story, and holds the agenda."""

    __slots__ = ("agenda", "owed", "state", "story")

    def __init__(self, state: GameState) -> None:
        """Continue from `state`; everything it owes counts as answered."""
        self.state = state
        self.story: list[StoryItem] = []
        self.agenda: list[Task] = list(state.agenda)
        self.owed: tuple[Owed, ...] = ()

    def do(self, change: Change) -> None:
        """Perform a change and add it to the story. A stat step beyond the top is lost (A17)."""
        if (
            type(change) is RaiseStat
            and self.state.clans[change.seat].levels[change.stat] >= TOP_LEVEL
        ):
            self.story.append(StatLostNote(change.seat, change.stat, change.source))
            return
        self.state, told = perform(self.state, change)
        self.story.append(told)

    def tell(self, note: Note) -> None:
        """Add a note to the story; it changes nothing."""
        self.story.append(note)

    def push(self, *tasks: Task) -> None:
        """Put tasks on the agenda; the first given is run first."""
        self.agenda.extend(reversed(tasks))

    def carry_out(self, deeds: tuple[Deed, ...]) -> None:
        """Carry out a text, of a card, a god or a token: its changes at once, then its tasks."""
        tasks: list[Task] = []
        for deed in deeds:
            if type(deed) in _TASKS:
                tasks.append(deed)  # type: ignore[arg-type]  # looked up by type, for speed
            else:
                self.do(deed)  # type: ignore[arg-type]
        self.push(*tasks)

    def ask(self, *owed: Owed) -> None:
        """Wait for answers before the agenda continues."""
        assert not self.owed
        self.owed = owed

    def result(self) -> GameState:
        """Return the state with agenda and things owed written back."""
        return self.state.waiting(tuple(self.agenda), self.owed, ())
