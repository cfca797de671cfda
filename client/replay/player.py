"""The player of a recorded game: it plays, steps, and shows the game from any seat."""

from __future__ import annotations

import math
from typing import Final

from client.analysis.second_look import SecondLook, second_look
from client.controller.requests import Request
from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.controller.viewer import Ending, RecordedMoment
from client.presenter.overlays import scrolled
from client.presenter.people import Surroundings
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.replay.frames import (
    Mark,
    ReplayFrame,
    final_hands,
    names_by_seat,
    replay_frames,
    stops,
)
from client.screens.draw import draw
from client.style.theme import KEYS
from client.tables import TableEvent
from client.text.catalogue import say
from client.text.names import names_of
from client.text.protocol_faults import cut_off_sentence
from client.ui.canvas import Canvas, Rect
from client.ui.cells import pad
from client.ui.view import Overlay, OverlayKind
from engine.actions import Intent
from engine.decisions import Decision
from engine.knowledge import Knowledge, first_knowledge
from engine.state import GameState
from engine.terms import Seat
from engine.values import replace
from protocol.record.retelling import Retold

_PREFERENCES: Final = Preferences(Pace.INSTANT, guard=0.0, answers_alone=False, hints=False)
_STEPS: Final = {"right": 1, "left": -1}
_MARKS: Final = {
    "n": (Mark.TURN, 1),
    "p": (Mark.TURN, -1),
    "pagedown": (Mark.TURN, 1),
    "pageup": (Mark.TURN, -1),
    "b": (Mark.BATTLE, 1),
    "B": (Mark.BATTLE, -1),
    "a": (Mark.AGE, 1),
    "A": (Mark.AGE, -1),
}
_SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
_USUAL: Final = 1
_FIRST: Final = Seat(0)


class _PastTable:
    """The table of a game that is over: nothing is asked, nothing happens."""

    owed: Decision | None = None
    answers: tuple[Intent, ...] = ()
    waiting_for: tuple[Seat, ...] = ()
    memory_aid = True

    def __init__(self, retold: Retold, seat: Seat) -> None:
        assert retold.opening is not None
        self.seat = seat
        self.names = names_by_seat(retold)
        self.state: GameState = retold.opening
        self.knowledge: Knowledge = first_knowledge(seat, retold.opening.players)

    def submit(self, intent: Intent) -> None:
        """Refuse an answer: nothing is owed."""
        raise AssertionError(intent)

    def advance(self) -> bool:
        """Do nothing."""
        return False

    def events(self) -> tuple[TableEvent, ...]:
        """Return no events."""
        return ()


class _SeatReplay:
    """All frames for one seat, and the model that shows one of them."""

    def __init__(self, retold: Retold, seat: Seat) -> None:
        self.replay: Final = replay_frames(retold, seat)
        self.model: Final = TableModel(
            _PastTable(retold, seat), _PREFERENCES, Surroundings(rematch="", is_replay=True)
        )
        self.second_look: Final = second_look(retold, seat)
        ending = Ending(known=final_hands(retold), chances=self.second_look.chances)
        self.model.display.end_with(ending)

    def show(self, frame: ReplayFrame) -> None:
        """Show a frame, with the log and the summary of its time."""
        replay, display = self.replay, self.model.display
        log, stories = replay.lines[: frame.log], replay.stories[: frame.stories]
        # A card would cover the hand, which nobody but the owner saw then.
        event = None if frame.happening is None else replace(frame.happening, card=None)
        self.model.shown.show_recorded(
            RecordedMoment(
                frame.state,
                frame.knowledge,
                frame.battle,
                event,
                log,
                stories,
                replay.battles,
            )
        )
        display.notify(frame.told)
        places = [line.place for line in log[-3:] if line.place is not None]
        place = places[-1] if places else display.options.place
        display.arrange(replace(display.options, log_scroll=0, place=place))


class ReplayPlayer:
    """Plays a recorded game.

    Attributes:
        at: the number of the frame that is shown.
        viewer: the seat whose cards are shown.
        plays: whether it continues by itself.
    """

    def __init__(self, retold: Retold, viewer: Seat = _FIRST) -> None:
        """Begin before the first action."""
        self.at = 0
        self.viewer = viewer
        self.plays = False
        self._speed = _USUAL
        self._due = math.inf
        self._retold = retold
        self._viewers: dict[Seat, _SeatReplay] = {}
        self._show()
        told = cut_off_sentence(retold.steps) if retold.cut_off else ""
        if not retold.opened:
            hidden = say("The card keys were not opened: hands and picks stay hidden.")
            told = f"{told} {hidden}".strip()
        if told:
            self.model.display.notify(told)

    @property
    def model(self) -> TableModel:
        """The model of the screen."""
        return self._viewer.model

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self._viewer.replay.frames) - 1

    @property
    def frame(self) -> ReplayFrame:
        """The frame that is shown."""
        return self._viewer.replay.frames[self.at]

    @property
    def retold(self) -> Retold:
        """The recorded game."""
        return self._retold

    @property
    def second_look(self) -> SecondLook:
        """The questions of the seat that is shown."""
        return self._viewer.second_look

    @property
    def actions(self) -> int:
        """The number of actions so far."""
        return sum(map(bool, self._viewer.replay.stories[: self.frame.stories]))

    @property
    def speed(self) -> float:
        """The speed, as a multiple of one that is easy to read."""
        return _SPEEDS[self._speed]

    @property
    def _viewer(self) -> _SeatReplay:
        if self.viewer not in self._viewers:
            self._viewers[self.viewer] = _SeatReplay(self._retold, self.viewer)
        return self._viewers[self.viewer]

    def _show(self) -> None:
        self._viewer.show(self.frame)

    # ------------------------------------------------------------------- time

    def tick(self, now: float) -> float:
        """Play up to `now`; return the seconds until the next frame, infinity while paused."""
        if not self.plays:
            return math.inf
        if self.model.display.overlay is not None:
            self._rest(now)
        elif now >= self._due:
            self.at += 1
            self._show()
            self._rest(now)
        return max(0.0, self._due - now)

    def _rest(self, now: float) -> None:
        """Show the frame for its time; the last one stays."""
        self.plays = self.at < self.last
        self._due = now + self.frame.wait / self.speed if self.plays else math.inf

    # ------------------------------------------------------------------- keys

    def press(self, key: str, now: float) -> Request:
        """Handle a key; an open overlay gets it first."""
        if key in ("^Q", "^C"):
            return Request.INTERRUPT if key == "^C" else Request.LEAVE
        overlay = self.model.display.overlay
        if overlay is not None and overlay.kind is OverlayKind.STOPS:
            self._on_stops(overlay, key, now)
            return Request.NOTHING
        if overlay is None:
            if key == "q" or (key == "escape" and not self.model.display.options.board):
                return Request.LEAVE
            if key == "?":
                told = say("Keys while you watch")
                self.model.display.open(Overlay(OverlayKind.RULES, told, self._hints()))
                return Request.NOTHING
            if key == "J":
                return Request.JARL
            if key == "j":
                self._open_stops()
                return Request.NOTHING
            if self._play(key, now):
                return Request.NOTHING
            if self._move(key):
                self._show()
                self._rest_if_playing(now)
                return Request.NOTHING
        return press(self.model, key, now).request

    def _play(self, key: str, now: float) -> bool:
        """Start, stop or change the speed; whether the key means one of these."""
        if key in ("space", "enter"):
            if self.at == self.last and not self.plays:
                self.at = 0
                self._show()
            self.plays = not self.plays
        elif key in ("+", "=", "-"):
            faster = self._speed + (-1 if key == "-" else 1)
            self._speed = max(0, min(len(_SPEEDS) - 1, faster))
        else:
            return False
        self._rest_if_playing(now)
        return True

    def _rest_if_playing(self, now: float) -> None:
        if self.plays:
            self._rest(now)

    def _move(self, key: str) -> bool:
        """Go to another time or seat; whether the key means one of these."""
        if key in _STEPS:
            self.plays = False
            self.at = max(0, min(self.last, self.at + _STEPS[key]))
        elif key in _MARKS:
            self.at = self._next(*_MARKS[key])
        elif key in ("home", "end"):
            self.at = 0 if key == "home" else self.last
        elif key in ("tab", "s-tab"):
            self._sit(self.viewer + (1 if key == "tab" else -1))
        elif key.isdecimal() and 1 <= int(key) <= len(self._retold.places):
            self._sit(int(key) - 1)
        elif key in ("m", "escape"):
            options = self.model.display.options
            self.model.display.arrange(replace(options, board=not options.board))
        else:
            return False
        return True

    def _sit(self, seat: int) -> None:
        before = self.model.display.options
        self.viewer = Seat(seat % len(self._retold.places))
        display = self.model.display
        display.arrange(replace(display.options, board=before.board, pane=before.pane))

    def _next(self, mark: Mark, way: int) -> int:
        """Return the next frame with a mark; the last or the first one if there is none."""
        end = self.last if way > 0 else 0
        frames = self._viewer.replay.frames
        ways = range(self.at + way, end + way, way)
        return next((at for at in ways if mark in frames[at].marks), end)

    # ------------------------------------------------------------------- the list of stops

    def _open_stops(self) -> None:
        """List all Ages and battles, the cursor on the last one that was passed."""
        found = stops(self._viewer.replay)
        if not found:
            self.model.display.notify(say("There is nowhere to go: Age I never began."))
            return
        lines = tuple(stop.told if stop.mark is Mark.AGE else f"  {stop.told}" for stop in found)
        here = sum(stop.at <= self.at for stop in found)
        overlay = Overlay(OverlayKind.STOPS, say("Go to"), lines, cursor=max(0, here - 1))
        self.model.display.open(overlay)

    def _on_stops(self, overlay: Overlay, key: str, now: float) -> None:
        found = stops(self._viewer.replay)
        moved = scrolled(overlay, key, len(found) - 1)
        if moved is not None and self.model.display.overlay is not None:
            self.model.display.open(moved)
        elif key == "enter":
            self.model.display.close()
            self.at = found[overlay.cursor].at
            self._show()
            self._rest_if_playing(now)
        elif key in ("escape", "q", "j"):
            self.model.display.close()

    # ------------------------------------------------------------------- drawing

    def draw(self, width: int, height: int, now: float) -> Canvas:
        """Draw the screen, with the keys of the player in its last row."""
        model = self.model
        model.display.resize(width, height)
        canvas = draw(model.view(now), width, height)
        if model.display.overlay is None:
            canvas.fill(Rect(0, height - 1, width, 1))
            canvas.put(0, height - 1, pad(self._keys(width), width)[:width], KEYS)
        return canvas

    def _keys(self, width: int) -> str:
        """Return the position, and as many keys as fit."""
        name = names_of(self.frame.state, self.model.table.names).full(self.viewer)
        line = say(
            " {mark} {at}/{last} {player} ",
            mark="►" if self.plays else "·",
            at=self.at,
            last=self.last,
            player=name,
        )
        for key in self._hints():
            if len(line) + len(key) + 1 <= width:
                line += f" {key}"
        return line

    def _hints(self) -> tuple[str, ...]:
        """Return the keys of the player, the most important ones first."""
        seats = len(self._retold.places)
        return (
            say("Space stops") if self.plays else say("Space plays"),
            say("←→ step"),
            say("q leave"),
            say("b B battle"),
            say("a A Age"),
            say("j list"),
            say("1-{key} seat", key=seats),
            say("n p turn"),
            say("+ - speed {speed}", speed=f"{self.speed:g}"),
            say("m map"),
            say("c clans"),
            say("l log"),
            say("v why"),
            say("J jarl"),
            say("? help"),
        )
