"""What a viewer was told of a game so far; a table that goes back makes the end of it void.

The lines of what is void stay, marked: they were seen. Everything else - moments, battles to be
read again, where Glory came from - is told once more from what holds, as if the rest had never
been.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from client.presenter.battle_history import BattleHistory
from client.presenter.end_summary import GameSummary
from client.presenter.moments import Beat, Narrator
from client.tables import Applied, WentBack
from client.text.catalogue import say
from client.text.log_line import LogLine, LogTopic
from client.text.names import Names
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.story import Story
from engine.terms import Seat


class Narration:
    """Every action that holds, as one viewer is told of it.

    Attributes:
        teller: cuts actions into moments.
        chronicle: every story, for what is counted from all of them.
        reviews: the battles that were shown, to be read again.
    """

    def __init__(self, viewer: Seat, opening: GameState) -> None:
        """Begin with the position the viewer sees first."""
        self._viewer = viewer
        self._opening = opening
        self._past: list[tuple[Applied, Names]] = []
        self._start_again()

    def _start_again(self) -> None:
        self.narrator = Narrator(self._viewer, self._opening)
        self.summary = GameSummary(self._opening.players)
        self.battles = BattleHistory()

    @property
    def length(self) -> int:
        """How many actions hold."""
        return len(self._past)

    @property
    def stories(self) -> tuple[Story, ...]:
        """The story of every action that holds."""
        return tuple(applied.story for applied, _ in self._past)

    def hear(self, applied: Applied, knowledge: Knowledge, names: Names) -> tuple[Beat, ...]:
        """An action: its moments."""
        self._past.append((applied, names))
        self.summary.hear(applied.story)
        beats = self.narrator.beats(applied, knowledge, names)
        return tuple(numbered(beat, self.length) for beat in beats)

    def go_back(
        self, back: WentBack, knowledge: Knowledge, coming: Callable[[int], int] = lambda _: 0
    ) -> None:
        """The last actions are void; `coming` drops their moments and counts those still to come.

        It is told how many actions hold.
        """
        past = self._past[: max(0, self.length - back.actions)]
        self._past = []
        self._start_again()
        beats = [beat for applied, names in past for beat in self.hear(applied, knowledge, names)]
        for beat in beats[: len(beats) - coming(self.length)]:
            self.battles.hear(beat)


def numbered(beat: Beat, action: int) -> Beat:
    """A moment of the action with that number, and its lines."""
    return replace(
        beat, action=action, lines=tuple(replace(line, action=action) for line in beat.lines)
    )


def voided(log: list[LogLine], kept: int) -> list[LogLine]:
    """The log after the table went back so that `kept` actions hold; a line says so at its end.

    Nothing is said where none of what is void was told.
    """
    marked = [replace(one, void=one.void or one.action > kept) for one in log]
    if marked == log:
        return log
    return [*marked, gone_back_line()]


def gone_back_line() -> LogLine:
    """What stands in the log where the table went back."""
    return LogLine(
        say("The table went back: what is marked ~ did not happen"),
        say("The others had closed a step in another way: what is marked ~ did not happen."),
        LogTopic.TABLE,
        level=0,
    )
