"""The game as far as one viewer has seen it: position, log, and the battle that is followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from client.presenter.battle_narrator import expected
from client.presenter.moments import BattleHistory, Beat
from client.presenter.narration import Narration, voided
from client.tables import PlayedAction, Table, WentBack
from client.text.log_line import LogLine
from client.text.names import Names, names_of
from client.ui.view import BattleView
from engine.changes import BeginPhase
from engine.knowledge import Knowledge
from engine.preview import CardOutcome
from engine.state import GameState
from engine.story import Story
from engine.terms import Phase, Seat
from protocol.rules import rules_for


@dataclass(frozen=True, slots=True)
class RecordedMoment:
    """A moment of a recorded game, with everything told up to then."""

    state: GameState
    knowledge: Knowledge
    battle: BattleView | None
    log: tuple[LogLine, ...]
    stories: Sequence[Story]
    battles: BattleHistory


class ShownGame:
    """A game that may lag behind its table."""

    def __init__(self, table: Table, opening: GameState | None, you: Seat | None) -> None:
        """Show the position of the table; `you` is the seat of the viewer, if they have one."""
        self.story: Final = Narration(table.seat, opening or table.state)
        self._table: Final = table
        self._you: Final = you
        self._state, self._knowledge = table.state, table.knowledge
        self._names = names_of(table.state, table.names, you)
        self._log: tuple[LogLine, ...] = ()
        self._read = 0
        self._discard_at = 0
        self._battle: BattleView | None = None

    @property
    def state(self) -> GameState:
        """The position."""
        return self._state

    @property
    def knowledge(self) -> Knowledge:
        """The hidden cards the viewer knows."""
        return self._knowledge

    @property
    def names(self) -> Names:
        """The names for the viewer."""
        return self._names

    @property
    def log(self) -> tuple[LogLine, ...]:
        """All lines of the log."""
        return self._log

    @property
    def seen_until(self) -> int:
        """The number of log lines there were when the viewer last chose something."""
        return self._read

    @property
    def battle(self) -> BattleView | None:
        """The battle over the board."""
        return self._battle

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return rules_for(self._state).is_over(self._state)

    @property
    def age_end(self) -> tuple[LogLine, ...]:
        """The lines since the last Discard phase that still hold."""
        return tuple(line for line in self._log[self._discard_at :] if not line.void)

    def hear(self, applied: PlayedAction) -> tuple[Beat, ...]:
        """Take an action, and return the moments to be shown."""
        self._names = names_of(applied.state, self._table.names, self._you)
        return self.story.hear(applied, self._table.knowledge, self._names)

    def go_back(self, back: WentBack, drop: Callable[[int], int]) -> None:
        """Void the last actions: mark their lines, and `drop` the moments not shown yet."""
        self.story.go_back(back, self._table.knowledge, drop)
        self._log = voided(self._log, self.story.length)
        self._battle = None

    def remember(self, applied: PlayedAction) -> None:
        """Take an action from before the viewer sat down into the log, unseen."""
        for beat in self.hear(applied):
            self._tell(beat)
        if getattr(applied.action, "seat", None) == self._table.seat:
            self.read()

    def show(self, beat: Beat) -> None:
        """Show a moment."""
        self._state, self._knowledge = beat.state, beat.knowledge
        self._battle = beat.battle
        self._tell(beat)

    def _tell(self, beat: Beat) -> None:
        self._log += beat.lines
        self.story.battles.hear(beat)
        if any(isinstance(one, BeginPhase) and one.phase is Phase.DISCARD for one in beat.story):
            self._discard_at = len(self._log) - len(beat.lines)

    def add_line(self, line: LogLine) -> None:
        """Add a line to the log that is no part of the game."""
        self._log += (line,)

    def catch_up(self) -> None:
        """Show the position of the table."""
        self._state, self._knowledge = self._table.state, self._table.knowledge

    def follow_battle(self, outcomes: tuple[CardOutcome, ...] = ()) -> None:
        """Show the battle that goes on, if the viewer may see it."""
        battle, seat = self._state.battle, self._table.seat
        self._battle = None
        if battle is not None and (battle.cards or seat in battle.participants):
            now = self.story.fight.now(self._state, outcomes)
            open_yet = bool(battle.cards) and not battle.decided
            self._battle = expected(self._state, seat, self._names, now) if open_yet else now

    def read(self, lines: int | None = None) -> None:
        """Note that the viewer has seen all lines, or that many."""
        self._read = len(self._log) if lines is None else lines

    def show_recorded(self, moment: RecordedMoment) -> None:
        """Show a moment of a recorded game."""
        self._state, self._knowledge = moment.state, moment.knowledge
        self._names = names_of(moment.state, self._table.names)
        self._log, self._battle = moment.log, moment.battle
        self.story.recall(moment.stories, moment.battles)
