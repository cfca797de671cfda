"""Everything one viewer was shown of a game so far: beats, battles, and the summary at the end.

A table that goes back makes the end of it void. Void lines stay, marked, because they were seen;
everything else - beats, battles to read again, the sources of Glory - is made again from the
actions that hold, as if the rest had never happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from client.presenter.battle_narrator import BattleNarrator
from client.presenter.beats import BattleHistory, Beat, Narrator
from client.tables import PlayedAction, WentBack
from client.text.catalogue import say
from client.text.draft_table import drafted
from client.text.glory import GloryRow, glory_curve, glory_rows, headings
from client.text.log_line import LogLine, LogTopic
from client.text.names import Names
from client.text.story_lines import lines
from client.ui.view import EndView
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.story import AbsentNote, Story
from engine.terms import Seat
from engine.values import replace

_FAR_BACK: Final = 8
"""Deeds without a line that may follow each other; there are never more than a few."""


class GameSummary:
    """Glory by Age and by source, and the end screen, from every story of a game."""

    def __init__(self, players: int, stories: Iterable[Story] = ()) -> None:
        """Begin with the stories so far."""
        self._players = players
        self._stories = [story for story in stories if story]

    def hear(self, story: Story) -> None:
        """Add the story of one action."""
        if story:
            self._stories.append(story)

    def glory_by_age(self) -> tuple[tuple[int, ...], ...]:
        """Return the Glory of all seats at the end of every Age that is over."""
        curve = glory_curve(self._stories, self._players)
        return tuple(curve.points[start - 1] for start in curve.ages[1:])

    def glory_by_source(self) -> tuple[GloryRow, ...]:
        """Return the sources of every seat's Glory so far."""
        return glory_rows(self._stories, self._players)

    def end(
        self,
        names: Names,
        cursor: int | None,
        *,
        board: bool,
        known: Mapping[Seat, Knowledge] = MappingProxyType({}),
    ) -> EndView:
        """Return the end view; without a cursor it shows the last action.

        `known` has the seats whose picks may be shown.
        """
        curve = glory_curve(self._stories, self._players)
        rows = glory_rows(self._stories, self._players)
        last = len(curve.points) - 1
        at = last if cursor is None else max(0, min(last, cursor))
        return EndView(
            curve.points,
            curve.ages,
            tuple((Seat(row.seat), row.parts) for row in rows),
            headings(),
            at,
            self._line_at(at, names),
            board,
            drafted(self._stories, self._players, known),
        )

    def _line_at(self, point: int, names: Names) -> str:
        """Return the log line of a beat; a deed without one keeps the line before it."""
        for story in reversed(self._stories[max(0, point - _FAR_BACK) : point]):
            told = lines(story, names)
            if told:
                return told[-1 if point == self.length else 0].full
        return ""

    @property
    def stories(self) -> tuple[Story, ...]:
        """The story of every action so far."""
        return tuple(self._stories)

    @property
    def length(self) -> int:
        """The number of stories."""
        return len(self._stories)


class Narration:
    """Every action that holds, as one viewer is shown it."""

    def __init__(self, viewer: Seat | None, opening: GameState) -> None:
        """Begin with the position the viewer sees first; a spectator has no seat."""
        self._viewer = viewer
        self._opening = opening
        self._past: list[tuple[PlayedAction, Names]] = []
        self._has_missed = False
        self._start_again()

    def _start_again(self) -> None:
        self._narrator = Narrator(self._viewer, self._opening)
        self._summary = GameSummary(self._opening.players)
        self._battles = BattleHistory()

    @property
    def length(self) -> int:
        """The number of actions that hold."""
        return len(self._past)

    @property
    def stories(self) -> tuple[Story, ...]:
        """The story of every action that holds."""
        return tuple(applied.story for applied, _ in self._past)

    @property
    def summary(self) -> GameSummary:
        """The counts from all stories."""
        return self._summary

    @property
    def battles(self) -> BattleHistory:
        """The battles that were shown, to be read again."""
        return self._battles

    @property
    def fight(self) -> BattleNarrator:
        """The battle that is being followed."""
        return self._narrator.fight

    def hear(self, applied: PlayedAction, knowledge: Knowledge, names: Names) -> tuple[Beat, ...]:
        """Add an action, and return its beats; defaults played for the viewer were missed."""
        story = applied.story
        self._has_missed |= any(
            isinstance(item, AbsentNote) and item.seat == self._viewer for item in story
        )
        self._past.append((applied, names))
        self._summary.hear(story)
        beats = self._narrator.beats(applied, knowledge, names)
        return tuple(numbered(beat, self.length) for beat in beats)

    def go_back(
        self, back: WentBack, knowledge: Knowledge, coming: Callable[[int], int] = lambda _: 0
    ) -> None:
        """Drop the last actions, which are void.

        `coming` takes the number of actions that hold, drops the beats of all others, and
        returns how many beats are still to be shown.
        """
        past, missed = self._past[: max(0, self.length - back.actions)], self._has_missed
        self._past = []
        self._start_again()
        beats = [beat for applied, names in past for beat in self.hear(applied, knowledge, names)]
        for beat in beats[: len(beats) - coming(self.length)]:
            self._battles.hear(beat)
        self._has_missed = missed

    def recall(self, stories: Iterable[Story], battles: BattleHistory) -> None:
        """Replace everything so far by a part of a recorded game."""
        self._summary = GameSummary(self._opening.players, stories)
        self._battles = battles

    def miss(self, log_lines: Iterable[LogLine]) -> None:
        """Note whether anything happened after the last own answer in a resumed game."""
        told = (line.topic for line in log_lines if not line.void)
        self._has_missed = any(topic not in (LogTopic.PHASE, LogTopic.TABLE) for topic in told)

    def take_missed(self) -> bool:
        """Whether the viewer missed something that is to be shown now; true only once."""
        due, self._has_missed = self._has_missed, False
        return due


def numbered(beat: Beat, action: int) -> Beat:
    """Return a beat and its lines with the number of their action."""
    return replace(
        beat, action=action, lines=tuple(replace(line, action=action) for line in beat.lines)
    )


def voided(log: tuple[LogLine, ...], kept: int) -> tuple[LogLine, ...]:
    """Return the log of a table that went back so that `kept` actions hold; its last line says so.

    Nothing is added if no void action has a line.
    """
    marked = tuple(replace(one, void=one.void or one.action > kept) for one in log)
    return log if marked == log else (*marked, gone_back_line())


def gone_back_line() -> LogLine:
    """Return the line of the log for a table that went back."""
    return LogLine(
        say("The table went back: lines marked ~ did not happen"),
        say("The others had closed a step differently: lines marked ~ did not happen."),
        LogTopic.TABLE,
        level=0,
    )
