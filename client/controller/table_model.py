"""The model of one viewer at a table: events and keys come in, a view comes out.

Theory of operation: `listen` takes the events of the table into the playback, `tick` lets the
playback continue, and once everything was seen the model asks for the answer the seat owes. Keys
call the methods of the model and its parts; nothing else changes them. The clock is an argument.
The file is longer than others: the state of a screen is in one place.
"""

from __future__ import annotations

import math
from typing import Final

from client.controller.auto_answers import StandingDecline, only_answer, reason
from client.controller.lingering import BACKLOG, Lingering
from client.controller.table_views import Attention, TableViews
from client.controller.viewer import Display, ShownGame
from client.lesson.teacher import Teacher
from client.presenter.battle_narrator import battle_faces
from client.presenter.beats import Beat
from client.presenter.hints import Hints
from client.presenter.overlays import OverlayContext, recap_overlay
from client.presenter.people import People, Surroundings
from client.presenter.playback import Playback
from client.presenter.preferences import Preferences
from client.prompts.nodes import Take, Verb, decision_context
from client.prompts.walk import Walk, begin, place_at
from client.screens.draw import last_event_line
from client.screens.frame import Frame
from client.screens.sheets import last_scroll
from client.tables import PlayedAction, Table, WentBack
from client.tables.waiting import until_tick
from client.text.log_line import LogLine
from client.ui.layout import Size, size_of
from client.ui.view import LessonView, Overlay, Pane, TableView
from engine.actions import Intent
from engine.decisions import PickDecision, TurnDecision
from engine.state import GameState
from engine.terms import Face, Place, Seat
from engine.values import replace

_LATE_KEYS: Final = 3
"""Guards for a question that takes the place of an event by itself: a key may be on its way."""
_LATE_RESULT: Final = 2
"""Guards for what waits to be read: a slow screen may show it after the next key was pressed."""
_SWIFT: Final = (TurnDecision.word, PickDecision.word)
"""Questions that follow one another, so that keys pressed at once are meant for them."""


class TableModel:
    """Everything one viewer sees of a table.

    Its state and that of its parts is read-only from outside, and changes by methods.
    """

    def __init__(
        self,
        table: Table,
        preferences: Preferences,
        around: Surroundings | None = None,
        opening: GameState | None = None,
    ) -> None:
        """Look at a table as it is now; `opening` is the position `remember` begins with.

        A spectator has no seat, and looks from that of the table.
        """
        self.table: Final = table
        self.people: Final = People(table, preferences.guard, around or Surroundings())
        self.playback: Final = Playback(preferences.pace)
        self.hints: Final = Hints(on=preferences.hints, told=preferences.told)
        self.shown: Final = ShownGame(table, opening, self.you)
        self.display: Final = Display(preferences.news)
        self._views: Final = TableViews(table, self.people, self.playback, self.shown, self.display)
        self._preferences = preferences
        self._walk: Walk | None = None
        self._decline = StandingDecline()
        self._caught: GameState | None = None
        self._event = Lingering(self.shown, self.playback)
        self._reason = self._asked = ""
        self._teacher: Teacher | None = None

    def teach(self, teacher: Teacher) -> None:
        """Show what a teacher says; hints would say it twice."""
        self._teacher = teacher
        self.hints.rest_while(lambda: teacher.is_on)

    @property
    def is_taught(self) -> bool:
        """Whether this is a lesson that goes on."""
        return self._teacher is not None and self._teacher.is_on

    @property
    def lesson(self) -> LessonView | None:
        """The present task of the lesson; None if there is none, or others act."""
        teacher = self._teacher
        return None if teacher is None else teacher.view(self._walk, self._preferences.keys)

    @property
    def preferences(self) -> Preferences:
        """The preferences of the viewer."""
        return self._preferences

    @property
    def walk(self) -> Walk | None:
        """The question that is asked, and the answer so far; None if nothing is asked."""
        return self._walk

    @property
    def you(self) -> Seat | None:
        """The seat of the viewer; None for a spectator."""
        return None if self.people.watching else self.table.seat

    # ---------------------------------------------------------------- hearing

    def listen(self) -> None:
        """Take the events of the table into the playback."""
        for event in self.table.events():
            if isinstance(event, PlayedAction):
                beats = self.shown.hear(event)
                self.playback.add(self.hints.marked(beats, self.you))
                self._decline.hear(event.story)
            elif isinstance(event, WentBack):
                self._go_back(event)

    def remember(self) -> None:
        """Take everything before the viewer sat down into log and summary, unseen.

        A spectator has no turn since which anything could be news.
        """
        for event in self.table.events():
            if isinstance(event, PlayedAction):
                self.shown.remember(event)
            elif isinstance(event, WentBack):
                self._go_back(event)
        if not self.people.watching:
            self.shown.story.miss(self.shown.log[self.shown.seen_until :])

    def _go_back(self, back: WentBack) -> None:
        self.shown.go_back(back, self.playback.drop)
        self._decline = StandingDecline()
        self._walk = self._caught = None

    def hear_line(self, line: LogLine) -> None:
        """Add a line of chat to the log; show it below too if the log is covered."""
        self.shown.add_line(line)
        self.display.hold_log(1)
        frame = Frame(self.view(0.0), size_of(*self.display.options.size))
        small = frame.size in (Size.LIST, Size.COMPACT)
        if small or frame.shows_draft or frame.shows_battle:
            self.display.notify(line.full)

    def tick(self, now: float) -> bool:
        """Let time pass; whether anything on the screen has changed."""
        self._keep_time(now)
        waited = self.playback.stays
        came = self.playback.move(now)
        if waited and (came or not self.playback.stays):
            self.shown.forget_event()
        for beat in came:
            self._show(beat, now)
        changed = bool(came)
        if self.playback.is_idle:
            changed |= self._catch_up(now)
            changed |= self._event.forget(now)
        self.people.look(now, is_idle=self.playback.is_idle and not self.is_over)
        return changed

    def _keep_time(self, now: float) -> None:
        """Let less time pass if others wait for the viewer, more if the viewer reads elsewhere.

        Nothing takes time while a question is open: others may still answer the same one.
        """
        if self._walk is not None:
            self.playback.hasten(0.0)
        elif self.table.owed is not None and self.people.are_online:
            self.playback.hasten(BACKLOG)
        elif self.display.overlay is not None and not self.people.autopilot.on:
            self.playback.hold(now)

    def _show(self, beat: Beat, now: float) -> None:
        had_battle, had_event = self.shown.battle is not None, self.shown.happening is not None
        self.shown.show(beat)
        self._event.begin(now)
        if beat.happening is not None and self._reason == self.display.message:
            self.display.notify("")
        self.display.hold_log(len(beat.lines))
        self.display.arrange(replace(self.display.options, battle_scroll=0))
        news = (beat.battle is not None and not had_battle) or (beat.happening and not had_event)
        if self.playback.stays:
            # Whatever waits to be read is not ended by a second press of the key that led to it.
            guard = self._preferences.guard
            self.display.deafen(now + _LATE_RESULT * guard, guard)
        elif beat.hint or (news and self.playback.shown is not None):
            self._deafen(now)
        places = [line.place for line in beat.lines if line.place is not None]
        if places and self._walk is None:
            self.display.look_at(places[-1])

    def _catch_up(self, now: float) -> bool:
        """Show the game as it is, and ask, once nothing is left to be shown."""
        due = self.table.owed
        asked = None if self._walk is None else self._walk.context.decision
        if self.table.state is self._caught and asked is due:
            return False
        self._caught = self.table.state
        if self.display.overlay is None and self.shown.story.take_missed():
            self.display.open(recap_overlay(self.context))
            self._deafen(now)
        self.shown.catch_up()
        if due is None:
            self._walk = None
            self.shown.follow_battle()
            if self.is_over:
                self._deafen(now)
        elif asked is not due:
            shown = self.shown
            past = shown.story.stories
            self._walk = begin(
                decision_context(shown.state, shown.knowledge, due, shown.names, past)
            )
            alone = self._event.goes_alone
            shown.forget_event()
            if self.own_answer() is None:
                self._ask(self._walk, now, _LATE_KEYS if alone else 1)
        return True

    def _ask(self, walk: Walk, now: float, guards: int) -> None:
        """Turn the screen to the question, deaf for some times the usual guard."""
        self.playback.slow_down()
        options = self.display.options
        self.display.arrange(replace(options, board=False, pane=Pane.ACTIONS, at_place=False))
        self.shown.follow_battle(walk.context.outcomes)
        expected, self._asked = self._asked, walk.context.decision.word
        guard = self._preferences.guard
        goes_on = self._asked == expected and self._asked in _SWIFT
        self.display.deafen(now + guards * guard, 0.0 if goes_on else guard)

    def _deafen(self, now: float) -> None:
        self.display.deafen(now + self._preferences.guard)

    # ---------------------------------------------------------------- the table

    @property
    def wants_others(self) -> bool:
        """Whether the others may continue: everything was seen, and nothing is owed here."""
        return self.playback.is_idle and self.table.owed is None and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether the game that is shown has ended."""
        return self.shown.is_over

    @property
    def has_ended(self) -> bool:
        """Whether the end of the game is on the screen."""
        return self.is_over and self.playback.is_idle

    def own_answer(self) -> Intent | None:
        """Return the answer this client gives alone, if there is one."""
        if self._walk is None or not self.playback.is_idle:
            return None
        asked = self._walk.context
        alone = only_answer(asked) if self._preferences.answers_alone else None
        return self._decline.answer(asked) or alone

    def answer_alone(self, now: float) -> bool:
        """Send an answer of this client or of the autopilot; whether there was one.

        It is no turn of the viewer: an open overlay and unread lines stay.
        """
        alone, told = self.own_answer(), ""
        if alone is not None and self._walk is not None:
            asked = self._walk.context
            told = reason(asked, declines=self._decline.answer(asked) is not None)
        intent = alone or self.people.autopilot.answer(self.table, self.playback, now)
        if intent is not None:
            self._send(intent)
            self._reason = told
            if told:
                self.display.notify(told)
        return intent is not None

    def submit(self, take: Take) -> None:
        """Send an answer; its effects come back as events."""
        if self._walk is not None and take.standing:
            self._decline.begin(self._walk.context)
        self._send(take.intent)
        self.display.close()
        self.shown.read()

    def _send(self, intent: Intent) -> None:
        self._walk = None
        self.table.submit(intent)
        self.people.waits.answer()

    def wait(self, now: float) -> float:
        """Return the seconds until the screen changes although nothing happens."""
        bot = self.people.autopilot.wait(self.table, self.playback, now)
        tick = until_tick(now) if self.people.counts(now) and not self.is_over else math.inf
        tick = min(tick, self._event.left(now))
        return tick if bot is None else min(bot, tick)

    # ---------------------------------------------------------------- keys

    def go_on(self, now: float, *, far: bool) -> None:
        """End the event that is shown; `far` goes on to the next one that waits, or a question."""
        if far:
            self.playback.skip(now)
        else:
            self.playback.next(now)
        self._event.end_soon(now)

    def prefer(self, preferences: Preferences) -> None:
        """Change the preferences, and show their news."""
        self._preferences = preferences
        self.playback.change_pace(preferences.pace)
        self.hints.turn(on=preferences.hints)
        self.display.notify(preferences.news or self.display.message)

    def choose(self, walk: Walk) -> None:
        """Continue with the question at another point."""
        self._walk = walk

    def close_overlay(self, now: float) -> None:
        """Close the overlay on top; whatever waits to be read below it gets its whole time."""
        self.display.close_top()
        self.playback.hold(now)

    def scroll_log(self, lines: int) -> None:
        """Scroll the log back by some lines."""
        self.display.scroll_log(lines, len(self.shown.log))

    def scroll_battle(self, lines: int) -> None:
        """Scroll the result of a battle, or a scene, that is longer than its space."""
        size = self.display.options.size
        self.display.scroll_battle(lines, last_event_line(self.view(0.0), *size))

    # ---------------------------------------------------------------- showing

    @property
    def context(self) -> OverlayContext:
        """Everything overlays are made from."""
        shown = self.shown
        return OverlayContext(
            shown.state,
            shown.knowledge,
            shown.names,
            shown.log,
            shown.seen_until,
            self.place_now,
            shown.story.summary.glory_by_age(),
            shown.story.summary.glory_by_source(),
            self.people.absent,
        )

    @property
    def place_now(self) -> Place:
        """The place the viewer looks at."""
        options = self.display.options
        place = None if self._walk is None or options.at_place else place_at(self._walk)
        return options.place if place is None else place

    @property
    def verb(self) -> str:
        """The action that is being chosen, "" for none."""
        part = self._walk.trail[0].part if self._walk is not None and self._walk.trail else None
        return part.word if isinstance(part, Verb) else ""

    @property
    def faces(self) -> tuple[Face, ...]:
        """The cards to read now, each once: those asked about, those of a battle, or your own."""
        if self._walk is not None:
            items = (branch.item for branch in self._walk.fork.branches)
            asked = tuple(dict.fromkeys(item.face for item in items if item.face is not None))
            if asked:
                return asked
        own = (
            *self.shown.knowledge.hand,
            *self.shown.knowledge.picks,
            *self.shown.knowledge.quests,
        )
        return battle_faces(self.shown.state) or tuple(dict.fromkeys(own))

    @property
    def hint(self) -> str:
        """The word of the hint that is shown now, "" for none."""
        if self._walk is not None:
            return self.hints.of_question(self._walk)
        if self.has_ended:
            return self.hints.of_end
        return self.playback.hint if self.hints.on else ""

    def view(self, now: float) -> TableView:
        """Return everything the screen shows."""
        return self._views.view(
            now,
            self._preferences,
            Attention(
                self._walk, self.place_now, self.hint, self.hints.on, self.lesson, self.has_ended
            ),
        )

    def last_scroll(self, overlay: Overlay) -> int:
        """Return how far an overlay can be scrolled on this screen."""
        size = self.display.options.size
        return last_scroll(Frame(self.view(0.0), size_of(*size)), overlay, *size)
