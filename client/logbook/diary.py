"""What the log is told of one game: steps, how long a dealing took, faults, the end."""

from __future__ import annotations

from client.entropy import seconds
from client.logbook import notes
from protocol.events import Diverged, Event, Faulty, GameClosed, StepBegan
from protocol.states import DEALING


class Diary:
    """Hears the events of one seat and notes what may be known of them."""

    def __init__(self) -> None:
        """Begin before the first step."""
        self._step = 0
        self._dealing: tuple[int, float] | None = None

    def hear(self, event: Event, *, halted: bool) -> None:
        """Note an event; `halted` tells whether the game stands still now."""
        match event:
            case StepBegan():
                self._step = event.step
                self._count_dealing(event)
                notes.step_began(event.step, event.due.kind)
            case Faulty():
                notes.faulty(event.signer, event.step, event.reason, event.place)
            case Diverged():
                notes.diverged(event.signer, event.step, event.split, halts=halted)
            case GameClosed():
                notes.game_closed(self._step)
            case _:
                pass

    def _count_dealing(self, event: StepBegan) -> None:
        deals = event.due.kind in DEALING
        if deals and self._dealing is None:
            self._dealing = (event.step, seconds())
        elif not deals and self._dealing is not None:
            first, since = self._dealing
            self._dealing = None
            notes.dealt(event.step - first, seconds() - since)
