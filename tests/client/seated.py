"""A position as a table: one seat is played by a test, the others answer plainly."""

from __future__ import annotations

from client.tables import Owed, PlayedAction, TableEvent
from engine import actions as act
from engine import decisions as ask
from engine.defaults import default
from engine.intents import intents
from engine.knowledge import Knowledge
from engine.play import owed, owed_by
from engine.state import GameState
from engine.story import Story
from engine.terms import Seat
from tests.builders import A
from tests.game import Game


class _Recorded(Game):
    """A game that keeps the outcome of each action."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.state, tuple(game.knowledge), game.story)
        self.applied: list[PlayedAction] = []

    def _hear(self, story: Story) -> None:
        self.applied.append(PlayedAction(self.actions[-1], story, self.state))
        super()._hear(story)


class SeatedGame:
    """A seat of a game made by the builders, as `client.tables.Table` wants it.

    The others take the default of an absent seat, or the answers they are given beforehand.
    """

    def __init__(self, game: Game, seat: Seat = A, *others: act.Intent | str) -> None:
        self.game = _Recorded(game)
        self.seat = seat
        self.memory_aid = True
        self.names = ("Ann", "Bo", "Cy", "Di", "Ed")[: game.state.players]
        self._others = list(others)
        self._told = 0

    @property
    def state(self) -> GameState:
        return self.game.state

    @property
    def knowledge(self) -> Knowledge:
        return self.game.knowledge[self.seat]

    @property
    def owed(self) -> ask.Decision | None:
        due = owed_by(self.state, self.seat)
        return None if due is None or isinstance(due, ask.Duty) else due

    @property
    def answers(self) -> tuple[act.Intent, ...]:
        return () if self.owed is None else intents(self.state, self.knowledge, self.owed)

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        return tuple(due.seat for due in owed(self.state) if not isinstance(due, ask.TableDuty))

    def submit(self, intent: act.Intent) -> None:
        assert intent in self.answers, intent
        self.game.play(intent)

    def advance(self) -> bool:
        for due in owed(self.state):
            if isinstance(due, ask.Duty) or due.seat == self.seat:
                continue
            if self._others:
                self.game.play(self._others.pop(0))
            else:
                self.game.play(self._plain(due))
            return True
        return False

    def _plain(self, due: ask.Decision) -> act.Intent | act.Action:
        plain = default(self.state, due)
        if isinstance(due, ask.TurnDecision):
            return act.Pass(due.seat)
        if plain is not None and not isinstance(plain, act.Kept):
            return plain
        return intents(self.state, self.game.knowledge[due.seat], due)[-1]

    def events(self) -> tuple[TableEvent, ...]:
        fresh = tuple(self.game.applied[self._told :])
        self._told = len(self.game.applied)
        return (*fresh, Owed(self.owed)) if self.owed is not None else fresh
