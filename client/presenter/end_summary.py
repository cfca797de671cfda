"""The end of a game for its screen: the curve, where the Glory came from, a cursor in time."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from client.text.draft_table import drafted
from client.text.glory import GloryRow, glory_curve, glory_rows, headings
from client.text.names import Names
from client.text.story_lines import lines
from client.ui.view import EndView
from engine.knowledge import Knowledge
from engine.story import Story
from engine.terms import Seat

_FAR_BACK: Final = 8
"""Deeds without a line that may follow each other; there are never more than a few."""


class GameSummary:
    """Every story of the game so far, in order."""

    def __init__(self, players: int) -> None:
        """Begin with nothing told."""
        self._players = players
        self._stories: list[Story] = []

    def hear(self, story: Story) -> None:
        """Add the story of one action."""
        if story:
            self._stories.append(story)

    def glory_by_age(self) -> tuple[tuple[int, ...], ...]:
        """Glory of all seats at the end of every Age that is over."""
        curve = glory_curve(self._stories, self._players)
        return tuple(curve.points[start - 1] for start in curve.ages[1:])

    def glory_by_source(self) -> tuple[GloryRow, ...]:
        """Where the Glory of every seat came from so far."""
        return glory_rows(self._stories, self._players)

    def end(
        self,
        names: Names,
        cursor: int | None,
        *,
        board: bool,
        known: Mapping[Seat, Knowledge] = MappingProxyType({}),
    ) -> EndView:
        """The end view; without a cursor it stands at the last action.

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
        """The log line of a moment; a deed without one leaves that before it."""
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
        """Number of stories."""
        return len(self._stories)
