"""The view of one viewer at a table, made from the parts of the model."""

from __future__ import annotations

from typing import Final

from client.controller.viewer import Display, ShownGame
from client.presenter.people import People
from client.presenter.playback import Playback
from client.presenter.preferences import Preferences
from client.prompts.foresight import consequence
from client.prompts.walk import Walk, question
from client.settings.keymap import KeyMap
from client.tables import Table
from client.text.hint_sentences import hint_sentence
from client.ui.moments import Happening
from client.ui.view import BattleView, EndView, LessonView, Question, TableView
from engine.terms import Place
from engine.values import Value, replace


class Attention(Value):
    """The object of the viewer's attention.

    Attributes:
        walk: the question that is asked, and the answer so far; None if nothing is asked.
        place: the place the viewer looks at.
        hint: the word of the hint that is shown, "" for none.
        legend: whether the object under the cursor is explained.
        lesson: the present task of a lesson; None without one.
        has_ended: whether the end of the game is on the screen.
    """

    walk: Walk | None
    place: Place
    hint: str
    legend: bool
    lesson: LessonView | None
    has_ended: bool


class TableViews:
    """The views of one viewer, from the parts of the model; it changes none of them."""

    def __init__(
        self,
        table: Table,
        people: People,
        playback: Playback,
        shown: ShownGame,
        display: Display,
    ) -> None:
        """Look at the parts of a model."""
        self._table: Final = table
        self._people: Final = people
        self._playback: Final = playback
        self._shown: Final = shown
        self._display: Final = display

    def view(self, now: float, preferences: Preferences, at: Attention) -> TableView:
        """Return everything the screen shows."""
        walk, options, shown = at.walk, self._display.options, self._shown
        return TableView(
            seat=self._table.seat,
            names=self._table.names,
            state=shown.state,
            knowledge=shown.knowledge,
            log=shown.log,
            log_scroll=options.log_scroll,
            waiting=self._people.waits.seats,
            status=self._people.status(now),
            question=self._question(preferences.keys, walk),
            keys=preferences.keys,
            message=self._display.told(None if walk is None else walk.reason),
            hint=hint_sentence(at.hint),
            consequence="" if walk is None or walk.reason else consequence(walk),
            legend=at.legend,
            place=at.place,
            pane=options.pane,
            card=options.card,
            news=shown.news,
            overlay=self._display.overlay,
            battle=self._held_battle(now),
            battle_scroll=options.battle_scroll,
            happening=self._happening(now, walk),
            is_playing=not self._playback.is_idle,
            end=self._end() if at.has_ended else None,
            can_undo=walk is not None and walk.can_undo,
            can_repeat=bool(self._people.around.rematch),
            seconds=self._people.seconds_left,
            bots=self._people.around.bots,
            memory_aid=self._table.memory_aid,
            board=options.board,
            table=options.table,
            zoom=options.zoom,
            recorded=shown.is_recorded,
            lesson=at.lesson,
        )

    def _question(self, keys: KeyMap, walk: Walk | None) -> Question | None:
        """Return the question; news come before its note."""
        if walk is None:
            return None
        asked = labelled(question(walk), keys)
        if self._display.is_asked:
            return asked
        return replace(asked, note="  ".join(filter(None, (self._display.message, asked.note))))

    def _end(self) -> EndView:
        ending, board = self._display.ending, self._display.options.board
        known = {self._table.seat: self._shown.knowledge, **ending.known}
        end = self._shown.story.summary.end(
            self._shown.names, ending.cursor, board=board, known=known
        )
        return replace(end, news=ending.news, minutes=ending.minutes, chances=ending.chances)

    def _happening(self, now: float, walk: Walk | None) -> Happening | None:
        """Return the event that is shown; none over a question."""
        event, hold = self._shown.happening, self._hold(now)
        if event is None or walk is not None:
            return None
        return event if hold is None else replace(event, hold=hold)

    def _held_battle(self, now: float) -> BattleView | None:
        battle, hold = self._shown.battle, self._hold(now)
        return battle if battle is None or hold is None else replace(battle, hold=hold)

    def _hold(self, now: float) -> int | None:
        """Return the seconds for which what is shown waits for the viewer; None if it does not."""
        until = self._playback.until
        if not self._playback.stays or until is None:
            return None
        return max(0, round(until - now))


def labelled(asked: Question, keys: KeyMap) -> Question:
    """Return a question with the keys its commands have now."""
    if not keys.moved:
        return asked
    items = tuple(
        replace(item, key=keys.shown(item.key)) if item.verb else item for item in asked.items
    )
    return replace(asked, items=items)
