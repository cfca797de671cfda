"""One viewer at a table: what happens comes in, keys come in, a view comes out.

Theory of operation: `listen` takes the events of the table into the playback, `tick` lets the
playback go on, and once everything was seen the model asks what the seat owes. `press` gives
what a key means to the outside: an answer to submit, a wish to leave. The clock is an argument.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from client.presenter.battle_narrator import expected
from client.presenter.hints import Hints
from client.presenter.inspectable_cards import readable
from client.presenter.key_meanings import labelled
from client.presenter.moments import Beat
from client.presenter.narration import Narration, voided
from client.presenter.overlays import OverlayContext, age_overlay, recap_overlay
from client.presenter.playback import Playback
from client.presenter.preferences import Preferences
from client.presenter.recap import Missed
from client.presenter.standing_decline import StandingDecline
from client.presenter.table_people import People
from client.prompts.nodes import DecisionContext, Take, Verb, decision_context
from client.prompts.walk import Walk, begin, place_at, question
from client.screens.draw import last_battle_line
from client.screens.frame import Frame
from client.screens.sheets import last_scroll
from client.tables import Applied, Table, WentBack
from client.text.catalogue import say
from client.text.hint_sentences import hint_sentence
from client.text.log_line import LogLine
from client.text.names import Names, names_of
from client.ui.layout import AS_USUAL, size_of
from client.ui.view import BattleView, EndView, Overlay, OverlayKind, Pane, Question, TableView
from engine import decisions as owed
from engine.actions import Intent
from engine.changes import BeginPhase, EndAge
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.terms import Face, Phase, Place, Seat
from protocol.rules import rules_for

_ALWAYS_ASKED: Final = (owed.TurnDecision, owed.CardDecision, owed.ClanDecision)


class TableModel:
    """Everything one viewer sees, and what the keys do to it."""

    def __init__(
        self,
        table: Table,
        preferences: Preferences,
        bots: tuple[Seat, ...] = (),
        opening: GameState | None = None,
        *,
        watching: bool = False,
    ) -> None:
        """Look at a table as it is now; `opening` is the position `remember` begins with.

        Who is only `watching` has no seat, and looks from that of the table.
        """
        self.table = table
        self.preferences = preferences
        self.playback = Playback(preferences.pace)
        self.state: GameState = table.state
        self.knowledge: Knowledge = table.knowledge
        self.names: Names = names_of(table.state, table.names, None if watching else table.seat)
        self.log: list[LogLine] = []
        self.log_scroll = 0
        self.seen_until = 0
        self.story = Narration(table.seat, opening or table.state)
        self.walk: Walk | None = None
        self.place = Place.YGGDRASIL
        self.pane = Pane.ACTIONS
        self.overlay: Overlay | None = None
        self.board = False
        self.table_shown = False
        self.zoom = AS_USUAL
        self.message = preferences.news
        self.leave_told = ""
        self.without: Callable[[], str] | None = None
        self.again_told = say("Play again against the same bots")
        self.known: dict[Seat, Knowledge] = {}
        self.end_news = ""
        self.minutes: int | None = None
        self.end_cursor: int | None = None
        self.battle_scroll = 0
        self.hints = Hints(on=preferences.hints, told=preferences.told)
        self.deaf_until = 0.0
        self.size = (80, 24)
        self.people = People(table, preferences.guard, watching=watching)
        self._bots = bots
        self._no = StandingDecline()
        self._battle: BattleView | None = None
        self._age_over: Overlay | None = None
        self._age_end_from = 0
        self._caught: GameState | None = None
        self._missed = Missed(table.seat)

    # ---------------------------------------------------------------- hearing

    @property
    def you(self) -> Seat | None:
        """The seat of the viewer; None for who only watches."""
        return None if self.people.watching else self.table.seat

    def listen(self) -> None:
        """Take what happened at the table into the playback."""
        for event in self.table.events():
            if isinstance(event, Applied):
                beats = self._heard(event)
                self.playback.add(self.hints.marked(beats, self.table.seat))
                self._missed.hear(event.story)
                self._no.hear(event.story)
            elif isinstance(event, WentBack):
                self._go_back(event)

    def _heard(self, applied: Applied) -> tuple[Beat, ...]:
        self.names = names_of(applied.state, self.table.names, self.you)
        return self.story.hear(applied, self.table.knowledge, self.names)

    def _go_back(self, back: WentBack) -> None:
        """The end of the story is void: what was told of it is marked, the rest is not shown."""
        self.story.go_back(back, self.table.knowledge, self.playback.drop)
        self.log = voided(self.log, self.story.length)
        self._no = StandingDecline()
        self.walk = self._battle = self._caught = None

    def remember(self) -> None:
        """Take what happened before the viewer sat down into log and chronicle, unseen."""
        for event in self.table.events():
            if isinstance(event, Applied):
                for beat in self._heard(event):
                    self.log += beat.lines
                    self.story.battles.hear(beat)
                    self._mark_discard(beat)
                if getattr(event.action, "seat", None) == self.table.seat:
                    self.seen_until = len(self.log)
            elif isinstance(event, WentBack):
                self._go_back(event)
        self._missed.recall(self.log[self.seen_until :])

    def tick(self, now: float) -> bool:
        """Let time pass; whether anything on the screen has changed."""
        came = self.playback.move(now)
        for beat in came:
            self._show(beat, now)
        changed = bool(came)
        if self.playback.is_idle:
            changed |= self._catch_up(now)
        self.people.look(now, is_idle=self.playback.is_idle and not self.is_over)
        return changed

    def _show(self, beat: Beat, now: float) -> None:
        self._close_age()
        self.state = beat.state
        self.knowledge = beat.knowledge
        self.log += beat.lines
        self.story.battles.hear(beat)
        if self.log_scroll:
            self.log_scroll += len(beat.lines)
        news = beat.battle is not None and (self._battle is None or beat.stays)
        if news or beat.hint:
            self._deafen(now)
        self._battle = beat.battle
        self.battle_scroll = 0
        self._watch_age(beat, now)
        places = [line.place for line in beat.lines if line.place is not None]
        if places and self.walk is None:
            self.place = places[-1]

    def _watch_age(self, beat: Beat, now: float) -> None:
        """At the end of an Age everything since its last turn lies over the board."""
        self._mark_discard(beat)
        for item in beat.story:
            if isinstance(item, EndAge):
                told = [line for line in self.log[self._age_end_from :] if not line.void]
                self._age_over = age_overlay(item.age, told, beat.state, self.names, beat.hint)
                self.overlay = self._age_over
                self._deafen(now)

    def _mark_discard(self, beat: Beat) -> None:
        """Where in the log the end of an Age begins."""
        if any(isinstance(one, BeginPhase) and one.phase is Phase.DISCARD for one in beat.story):
            self._age_end_from = len(self.log) - len(beat.lines)

    def _close_age(self) -> None:
        """The sheet of an Age goes with its moment."""
        if self._age_over is not None and self.overlay is self._age_over:
            self.overlay = None
        self._age_over = None

    def close_overlay(self, now: float) -> None:
        """Take the sheet away, or back to the one below; that of an Age was read then."""
        overlay = self.overlay
        if overlay is None:
            return
        if self._age_over is not None and overlay.kind is OverlayKind.RECAP:
            self._age_over = None
            self.playback.skip(now)
        self.overlay = overlay.below

    def _catch_up(self, now: float) -> bool:
        """Nothing is left to be shown: the screen shows the game as it is, and asks."""
        due = self.table.owed
        asked = None if self.walk is None else self.walk.context.decision
        if self.table.state is self._caught and asked is due:
            return False
        self._caught = self.table.state
        if self.overlay is None and self._missed.take():
            self.overlay = recap_overlay(self.context)
            self._deafen(now)
        self.state = self.table.state
        self.knowledge = self.table.knowledge
        if due is None:
            self.walk = None
            self._battle = self._live_battle()
            if self.is_over:
                self._deafen(now)
        elif asked is not due:
            self.walk = begin(decision_context(self.state, self.knowledge, due, self.names))
            if self.own_answer() is None:
                self._ask(now)
        return True

    def _ask(self, now: float) -> None:
        """Turn the screen to the question."""
        self.playback.slow_down()
        self.board = False
        self.pane = Pane.ACTIONS
        self._battle = self._live_battle()
        self._deafen(now)

    def _live_battle(self) -> BattleView | None:
        battle = self.state.battle
        seat = self.table.seat
        if battle is None or not (battle.cards or seat in battle.participants):
            return None
        outcomes = self.walk.context.outcomes if self.walk is not None else ()
        open_yet = bool(battle.cards) and not battle.decided
        now = self.story.narrator.fight.now(self.state, outcomes)
        return expected(self.state, seat, self.names, now) if open_yet else now

    def _deafen(self, now: float) -> None:
        self.deaf_until = now + self.preferences.guard

    # ---------------------------------------------------------------- the table

    @property
    def wants_others(self) -> bool:
        """Whether the others may go on: everything was seen, and nothing is owed here."""
        return self.playback.is_idle and self.table.owed is None and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether the game that is shown has ended."""
        return rules_for(self.state).is_over(self.state)

    @property
    def has_ended(self) -> bool:
        """Whether the end of the game is on the screen."""
        return self.is_over and self.playback.is_idle

    def own_answer(self) -> Intent | None:
        """The answer this client gives alone: the only one there is, or a standing no."""
        if self.walk is None or not self.playback.is_idle:
            return None
        asked = self.walk.context
        told = self._no.answer(asked)
        if told is not None:
            return told
        legal = asked.prompt.legal
        alone = len(legal) == 1 and not isinstance(asked.decision, _ALWAYS_ASKED)
        return legal[0] if alone and self.preferences.answers_alone else None

    def says_no(self, asked: DecisionContext) -> bool:
        """Whether a standing no answers what is asked."""
        return self._no.answer(asked) is not None

    def submit(self, take: Take) -> None:
        """Send an answer; what it leads to comes back as events."""
        if self.walk is not None and take.standing:
            self._no.say(self.walk.context)
        self.walk = None
        self.overlay = None
        self.table.submit(take.intent)
        self.people.waits.answer()
        self.seen_until = len(self.log)

    # ---------------------------------------------------------------- showing

    @property
    def context(self) -> OverlayContext:
        """What sheets are made from."""
        return OverlayContext(
            self.state,
            self.knowledge,
            self.names,
            tuple(self.log),
            self.seen_until,
            self.place_now,
            self.story.summary.glory_by_age(),
            self.story.summary.glory_by_source(),
            self.people.absent,
        )

    @property
    def place_now(self) -> Place:
        """The place the viewer looks at."""
        place = None if self.walk is None else place_at(self.walk)
        return self.place if place is None else place

    @property
    def verb(self) -> str:
        """The action that is being chosen, "" for none."""
        part = self.walk.trail[0].part if self.walk is not None and self.walk.trail else None
        return part.word if isinstance(part, Verb) else ""

    @property
    def faces(self) -> tuple[Face, ...]:
        """The cards there are to read now: those asked about, those of a battle, the own ones."""
        return readable(self.walk, self.state, self.knowledge)

    def _question(self) -> Question | None:
        """What is asked; news come before its note."""
        if self.walk is None:
            return None
        asked = labelled(question(self.walk), self.preferences.keys)
        told = (part for part in (self.message, asked.note) if part)
        return replace(asked, note="  ".join(told))

    @property
    def hint(self) -> str:
        """The word of the hint that stands now, "" for none."""
        if self.walk is not None:
            return self.hints.of_question(self.walk)
        if self.has_ended:
            return self.hints.of_end
        return self.playback.hint if self.hints.on else ""

    def view(self, now: float) -> TableView:
        """Everything the screen shows."""
        told = self.walk.told if self.walk is not None else ""
        return TableView(
            seat=self.table.seat,
            names=self.table.names,
            state=self.state,
            knowledge=self.knowledge,
            log=tuple(self.log),
            log_scroll=self.log_scroll,
            waiting=self.people.waits.seats,
            status=self.people.shown(now),
            question=self._question(),
            keys=self.preferences.keys,
            message=told or ("" if self.walk is not None else self.message),
            hint=hint_sentence(self.hint),
            place=self.place_now,
            pane=self.pane,
            overlay=self.overlay,
            battle=self._held_battle(now),
            battle_scroll=self.battle_scroll,
            end=self._end() if self.has_ended else None,
            can_undo=self.walk is not None and self.walk.can_undo,
            can_repeat=bool(self.again_told),
            seconds=self.people.left(),
            bots=self._bots,
            memory_aid=self.table.memory_aid,
            board=self.board,
            table=self.table_shown,
            zoom=self.zoom,
        )

    def _end(self) -> EndView:
        known = {self.table.seat: self.knowledge, **self.known}
        end = self.story.summary.end(self.names, self.end_cursor, board=self.board, known=known)
        return replace(end, news=self.end_news, minutes=self.minutes)

    def last_scroll(self, overlay: Overlay) -> int:
        """How far a sheet can be scrolled on the screen it is shown on."""
        width, height = self.size
        return last_scroll(Frame(self.view(0.0), size_of(width, height)), overlay, width, height)

    def scroll_battle(self, lines: int) -> None:
        """Read on in the result of a battle that is longer than the screen."""
        last = last_battle_line(self.view(0.0), *self.size)
        self.battle_scroll = max(0, min(last, self.battle_scroll + lines))

    def _held_battle(self, now: float) -> BattleView | None:
        battle = self._battle
        until = self.playback.until
        if battle is None or not self.playback.stays or until is None:
            return battle
        return replace(battle, hold=max(0, round(until - now)))
