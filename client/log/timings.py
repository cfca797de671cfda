"""The log of one game: steps, the duration of dealings, faults, the end."""

from __future__ import annotations

from client.log import events
from client.platform.system import seconds
from protocol.agreement.vote_events import Faulty
from protocol.game.events import Diverged, Event, GameClosed, StepBegan
from protocol.game.step_table import DEALING


class StepTimings:
    """Receives the events of one seat and logs their public part."""

    def __init__(self) -> None:
        """Start before the first step."""
        self._step = 0
        self._dealing: tuple[int, float] | None = None

    def hear(self, event: Event, *, halted: bool) -> None:
        """Log an event; `halted` says whether the game is halted now."""
        match event:
            case StepBegan():
                self._step = event.step
                self._count_dealing(event)
                events.step_began(event.step, event.due.kind)
            case Faulty():
                events.faulty(event.signer, event.step, event.reason, event.place)
            case Diverged():
                events.diverged(event.signer, event.step, event.split, halts=halted)
            case GameClosed():
                events.game_closed(self._step)
            case _:
                pass

    def _count_dealing(self, event: StepBegan) -> None:
        deals = event.due.kind in DEALING
        if deals and self._dealing is None:
            self._dealing = (event.step, seconds())
        elif not deals and self._dealing is not None:
            first, since = self._dealing
            self._dealing = None
            events.dealt(event.step - first, seconds() - since)
