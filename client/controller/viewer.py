"""One viewer: the game as far as they have seen it, and the display they have chosen for it.

`ShownGame` has position, log and the battle that is followed; `Display` the view options, overlay,
message and end screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from client.presenter.battle_narrator import expected
from client.presenter.beats import BattleHistory, Beat
from client.presenter.narration import Narration, voided
from client.prompts.spatial import step, step_row
from client.tables import PlayedAction, Table, WentBack
from client.text.board_text import ROWS
from client.text.log_line import LogLine, LogTopic
from client.text.names import Names, card_name, names_of
from client.ui.layout import AS_USUAL, ZOOM_MOST, Zoom, layout
from client.ui.moments import Happening
from client.ui.view import BattleView, Overlay, Pane
from engine.board import PLACES
from engine.knowledge import Knowledge
from engine.preview import CardOutcome
from engine.state import GameState
from engine.story import Story
from engine.terms import CardId, Place, Seat
from engine.values import Value, field, replace
from protocol.rules import rules_for


class RecordedMoment(Value):
    """A moment of a recorded game, with the log up to then."""

    state: GameState
    knowledge: Knowledge
    battle: BattleView | None
    happening: Happening | None
    log: tuple[LogLine, ...]
    stories: Sequence[Story]
    battles: BattleHistory


class ShownGame:
    """A game that may lag behind its table."""

    def __init__(self, table: Table, opening: GameState | None, you: Seat | None) -> None:
        """Show the position of the table; `you` is the seat of the viewer, if they have one."""
        self.story: Final = Narration(you, opening or table.state)
        self._table: Final = table
        self._you: Final = you
        self._state, self._knowledge = table.state, table.knowledge
        self._names = names_of(table.state, table.names, you)
        self._log: tuple[LogLine, ...] = ()
        self._read = 0
        self._battle: BattleView | None = None
        self._is_recorded = False
        self._happening: Happening | None = None

    @property
    def state(self) -> GameState:
        """The position."""
        return self._state

    @property
    def knowledge(self) -> Knowledge:
        """The hidden cards the viewer knows."""
        return self._knowledge

    @property
    def is_recorded(self) -> bool:
        """Whether a moment of a record is shown."""
        return self._is_recorded

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
        """The length of the log when the viewer last chose something."""
        return self._read

    @property
    def battle(self) -> BattleView | None:
        """The battle over the board."""
        return self._battle

    @property
    def news_line(self) -> int | None:
        """The newest card that others played in this phase since your last answer, by its line."""
        for number in range(len(self._log) - 1, self._read - 1, -1):
            line = self._log[number]
            if line.topic is LogTopic.PHASE and not line.void:
                return None
            if line.cards and not line.void and line.seat not in (None, self._you):
                return number
        return None

    @property
    def news(self) -> str:
        """The name of that card; "" if there is none."""
        number = self.news_line
        return "" if number is None else card_name(self._log[number].cards[0])

    @property
    def battle_cards(self) -> tuple[CardId, ...]:
        """The cards that the log names in the newest battle, in order."""
        number = max((line.battle for line in self._log), default=0)
        told = [line for line in self._log if number and line.battle == number and not line.void]
        return tuple(dict.fromkeys(card for line in told for card in line.cards))

    @property
    def happening(self) -> Happening | None:
        """The event of the last beat; None once it is history."""
        return self._happening

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return rules_for(self._state).is_over(self._state)

    def hear(self, applied: PlayedAction) -> tuple[Beat, ...]:
        """Take an action, and return the beats to be shown."""
        self._names = names_of(applied.state, self._table.names, self._you)
        return self.story.hear(applied, self._table.knowledge, self._names)

    def go_back(self, back: WentBack, drop: Callable[[int], int]) -> None:
        """Void the last actions: mark their lines, and `drop` the beats not shown yet."""
        self.story.go_back(back, self._table.knowledge, drop)
        self._log = voided(self._log, self.story.length)
        self._battle = self._happening = None

    def remember(self, applied: PlayedAction) -> None:
        """Take an action from before the viewer sat down into the log, unseen."""
        for beat in self.hear(applied):
            self._tell(beat)
        if self._you is not None and applied.is_choice_of(self._you):
            self.read()

    def show(self, beat: Beat) -> None:
        """Show a beat; one without an event leaves the last one on the screen."""
        self._state, self._knowledge = beat.state, beat.knowledge
        self._battle, self._happening = beat.battle, beat.happening or self._happening
        self._tell(beat)

    def _tell(self, beat: Beat) -> None:
        self._log += beat.lines
        self.story.battles.hear(beat)

    def add_line(self, line: LogLine) -> None:
        """Add a line to the log that is no part of the game."""
        self._log += (line,)

    def catch_up(self) -> None:
        """Show the position of the table."""
        self._state, self._knowledge = self._table.state, self._table.knowledge

    def forget_event(self) -> None:
        """Let the last event be history."""
        self._happening = None

    def follow_battle(self, outcomes: tuple[CardOutcome, ...] = ()) -> None:
        """Show the battle in progress, if the viewer may see it."""
        battle, seat = self._state.battle, self._you
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
        self._names, self._is_recorded = names_of(moment.state, self._table.names), True
        self._log, self._battle = moment.log, moment.battle
        self._happening = moment.happening
        self.story.recall(moment.stories, moment.battles)


class ViewOptions(Value):
    """The view of one table: the pane with the keys, the place looked at, sizes and scrolling.

    `at_place` means that the viewer moved on the map last, and not among the answers; `card` is the
    row of the cursor in the hand pane. `board` shows the board even if a battle or the draft would
    cover it, `table` shows it as provinces by clans. `size` is that of the screen in columns and
    rows; `log_scroll` counts lines from the end of the log, `battle_scroll` from the beginning of a
    result or a scene.
    """

    pane: Pane = Pane.ACTIONS
    place: Place = Place.YGGDRASIL
    at_place: bool = False
    card: int = 0
    board: bool = False
    table: bool = False
    zoom: Zoom = AS_USUAL
    size: tuple[int, int] = (80, 24)
    log_scroll: int = 0
    battle_scroll: int = 0

    def next_place(self, arrow: str, here: Place) -> Place:
        """Return the place an arrow leads to: ahead on the map, one row further in the table."""
        return step_row(here, arrow, ROWS, ROWS) if self.table else step(here, arrow, PLACES)

    def turned(self, *, covered: bool) -> ViewOptions:
        """Turn from map to table and back; open the table if a battle or the draft covers it."""
        if covered and not self.board:
            return replace(self, table=True, board=True, pane=Pane.MAP)
        return replace(self, table=not self.table)

    def zoomed(self, key: str) -> ViewOptions | None:
        """Resize the pane with the keys by `+` or `-`; `0` resets all panes.

        None if that changes nothing on this screen.
        """
        zoom = AS_USUAL if key == "0" else _resized(self.zoom, self.pane, 1 if key == "+" else -1)
        same = layout(*self.size, zoom=zoom) == layout(*self.size, zoom=self.zoom)
        return None if same and key != "0" else replace(self, zoom=zoom)


def _resized(zoom: Zoom, pane: Pane, by: int) -> Zoom:
    match pane:
        case Pane.ACTIONS:
            return replace(zoom, actions=_limited(zoom.actions + by))
        case Pane.HAND:
            return replace(zoom, hand=_limited(zoom.hand + by))
        case Pane.LOG:
            return replace(zoom, log=_limited(zoom.log + by))
        case Pane.MAP:
            return replace(zoom, map=_limited(zoom.map + by))


def _limited(steps: int) -> int:
    return max(-ZOOM_MOST, min(ZOOM_MOST, steps))


class Ending(Value):
    """The end screen: its cursor, open hands by seat, news, and the minutes played if known.

    `chances` are the viewer's chances to win, in per cent, each with the number of actions before.
    """

    cursor: int | None = None
    known: Mapping[Seat, Knowledge] = field(default_factory=dict)
    news: str = ""
    minutes: int | None = None
    chances: tuple[tuple[int, int], ...] = ()


class Display:
    """The overlay, the message, the view options and the end screen of one viewer."""

    def __init__(self, message: str) -> None:
        """Begin with the board and a message."""
        self._options = ViewOptions()
        self._is_sized = False
        self._overlay: Overlay | None = None
        self._message = message
        self._is_asked = False
        self._ending = Ending()
        self._deaf_until = self._pause = 0.0

    @property
    def options(self) -> ViewOptions:
        """The view options."""
        return self._options

    @property
    def overlay(self) -> Overlay | None:
        """The overlay on top."""
        return self._overlay

    @property
    def message(self) -> str:
        """The sentence below the screen."""
        return self._message

    @property
    def is_asked(self) -> bool:
        """Whether a key asked for the sentence below the screen."""
        return self._is_asked

    @property
    def ending(self) -> Ending:
        """The end screen."""
        return self._ending

    def arrange(self, options: ViewOptions) -> None:
        """Change the view options."""
        self._options = options

    def look_at(self, place: Place) -> None:
        """Look at a place at which something happened."""
        self._options = replace(self._options, place=place)

    def point_at(self, place: Place) -> None:
        """Move the viewer's cursor to a place."""
        self._options = replace(self._options, place=place, at_place=True)

    def point_at_card(self, row: int) -> None:
        """Move the cursor of the hand pane to a row, and give it the keys."""
        self._options = replace(self._options, card=max(0, row), pane=Pane.HAND, at_place=False)

    def focus(self, pane: Pane) -> None:
        """Give the keys to a pane."""
        self._options = replace(self._options, pane=pane, at_place=pane is Pane.MAP)

    @property
    def is_sized(self) -> bool:
        """Whether the size of the screen is known."""
        return self._is_sized

    def resize(self, width: int, height: int) -> bool:
        """Note the size of the screen; return whether it is news."""
        is_news = not self._is_sized or self._options.size != (width, height)
        self._is_sized = True
        self._options = replace(self._options, size=(width, height))
        return is_news

    def scroll_log(self, lines: int, count: int) -> None:
        """Scroll a log of `count` lines back."""
        scroll = max(0, min(max(0, count - 1), self._options.log_scroll + lines))
        self._options = replace(self._options, log_scroll=scroll)

    def hold_log(self, lines: int) -> None:
        """Keep a log that was scrolled back at its line after new lines came."""
        if self._options.log_scroll:
            scroll = self._options.log_scroll + lines
            self._options = replace(self._options, log_scroll=scroll)

    def scroll_battle(self, lines: int, last: int) -> None:
        """Scroll a result or a scene, at most to its row `last`."""
        scroll = max(0, min(last, self._options.battle_scroll + lines))
        self._options = replace(self._options, battle_scroll=scroll)

    def notify(self, message: str) -> None:
        """Show a sentence below the screen; "" removes it."""
        self._message = message
        self._is_asked = False

    def answer(self, message: str) -> None:
        """Show a sentence that a key asked for: standing news wait for the next key."""
        self._message = message
        self._is_asked = True

    def told(self, reason: str | None) -> str:
        """Return the sentence in place of a question: the answer to a key, else a refusal.

        Without a question (None) it is the message, whether asked for or not.
        """
        return self._message if reason is None or self._is_asked else reason

    def end_with(self, ending: Ending) -> None:
        """Change the end screen."""
        self._ending = ending

    def open(self, overlay: Overlay) -> None:
        """Open an overlay in place of any other."""
        self._overlay = overlay

    def close(self) -> None:
        """Close every overlay."""
        self._overlay = None

    def close_top(self) -> None:
        """Return to the overlay below."""
        self._overlay = None if self._overlay is None else self._overlay.below

    def deafen(self, until: float, pause: float = 0.0) -> None:
        """Ignore keys until a time, because something has just popped up.

        With a `pause`, all keys are ignored that follow one another faster, however many: they
        were pressed for what was there before.
        """
        self._deaf_until, self._pause = until, pause

    def ignores(self, now: float) -> bool:
        """Whether a key that is pressed now is ignored."""
        ignored = now < self._deaf_until
        if ignored:
            self._deaf_until = max(self._deaf_until, now + self._pause)
        return ignored
