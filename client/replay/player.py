"""Somebody who watches a recorded game: it plays, is stepped through, and seen from any seat."""

from __future__ import annotations

import math
from typing import Final

from client.controller.requests import Request
from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.presenter.end_summary import GameSummary
from client.presenter.overlays import scrolled
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.replay.frames import Mark, ReplayFrame, ReplayFrames, replay_frames, stops
from client.screens.draw import draw
from client.style.theme import ASCII_GLYPHS, KEYS, Glyphs, Look
from client.tables import TableEvent
from client.text.catalogue import say
from client.text.names import names_of
from client.ui.canvas import Canvas, Rect, pad
from client.ui.view import Overlay, OverlayKind
from engine.actions import Intent
from engine.decisions import Decision
from engine.knowledge import Knowledge, first_knowledge
from engine.state import GameState
from engine.terms import Seat
from protocol.record.retelling import Retold

_MANNERS: Final = Preferences(Pace.INSTANT, guard=0.0, answers_alone=False, hints=False)
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


class _Over:
    """The table of a game that is long over: nothing is asked, nothing happens."""

    def __init__(self, retold: Retold, seat: Seat) -> None:
        assert retold.opening is not None
        self.seat = seat
        self.names = retold.names
        self.state: GameState = retold.opening
        self.knowledge: Knowledge = first_knowledge(seat, retold.opening.players)
        self.owed: Decision | None = None
        self.answers: tuple[Intent, ...] = ()
        self.waiting_for: tuple[Seat, ...] = ()
        self.memory_aid = True

    def submit(self, intent: Intent) -> None:
        """Nothing is owed."""
        raise AssertionError(intent)

    def advance(self) -> bool:
        """Nothing happens."""
        return False

    def events(self) -> tuple[TableEvent, ...]:
        """Nothing has happened."""
        return ()


class _SeatModel(TableModel):
    """The screen of one seat, put to any still."""

    def __init__(self, retold: Retold, seat: Seat) -> None:
        super().__init__(_Over(retold, seat), _MANNERS)
        self.replay_frames: ReplayFrames = replay_frames(retold, seat)
        self.story.battles = self.replay_frames.battles
        self.again_told = ""
        last = retold.moments[-1].knowledge if retold.moments and retold.opened else ()
        self.known = dict(zip(map(Seat, range(len(last))), last, strict=True))

    def show(self, frame: ReplayFrame) -> None:
        """Everything as it was then."""
        self.state, self.knowledge = frame.state, frame.knowledge
        self.names = names_of(frame.state, self.table.names)
        self.log = list(self.replay_frames.lines[: frame.log])
        self.log_scroll = 0
        self.message = frame.told
        self.story.summary = GameSummary(frame.state.players)
        for story in self.replay_frames.stories[: frame.stories]:
            self.story.summary.hear(story)
        self._battle = frame.battle
        places = [line.place for line in self.log[-3:] if line.place is not None]
        if places:
            self.place = places[-1]


class ReplayPlayer:
    """A game that is watched again.

    Attributes:
        at: the number of the still that is shown.
        viewer: the seat whose cards are shown.
        plays: whether it goes on by itself.
    """

    def __init__(self, retold: Retold, viewer: Seat = _FIRST) -> None:
        """Begin before the first action."""
        self.at = 0
        self.viewer = viewer
        self.plays = False
        self._speed = _USUAL
        self._due = math.inf
        self._retold = retold
        self._viewers: dict[Seat, _SeatModel] = {}
        self._show()
        if not retold.opened:
            self.model.message = say("The card keys were not opened: hands and picks stay hidden.")

    @property
    def model(self) -> TableModel:
        """The screen as it is."""
        return self._viewer

    @property
    def last(self) -> int:
        """The number of the last still."""
        return len(self._viewer.replay_frames.frames) - 1

    @property
    def frame(self) -> ReplayFrame:
        """What is shown."""
        return self._viewer.replay_frames.frames[self.at]

    @property
    def speed(self) -> float:
        """How many times as fast as it is easy to read."""
        return _SPEEDS[self._speed]

    @property
    def _viewer(self) -> _SeatModel:
        if self.viewer not in self._viewers:
            self._viewers[self.viewer] = _SeatModel(self._retold, self.viewer)
        return self._viewers[self.viewer]

    def _show(self) -> None:
        self._viewer.show(self.frame)

    # ------------------------------------------------------------------- time

    def tick(self, now: float) -> float:
        """Let it play up to `now`; gives the seconds until it goes on, infinity while it stands."""
        if not self.plays:
            return math.inf
        if self.model.overlay is not None:
            self._rest(now)
        elif now >= self._due:
            self.at += 1
            self._show()
            self._rest(now)
        return max(0.0, self._due - now)

    def _rest(self, now: float) -> None:
        """The still that is shown stands for its time; the last one for good."""
        self.plays = self.at < self.last
        self._due = now + self.frame.wait / self.speed if self.plays else math.inf

    # ------------------------------------------------------------------- keys

    def press(self, key: str, now: float) -> Request:
        """What a key does; what lies over the table gets it first."""
        if key in ("^Q", "^C"):
            return Request.INTERRUPT if key == "^C" else Request.LEAVE
        overlay = self.model.overlay
        if overlay is not None and overlay.kind is OverlayKind.STOPS:
            self._on_stops(overlay, key, now)
            return Request.NOTHING
        if overlay is None:
            if key == "q" or (key == "escape" and not self.model.board):
                return Request.LEAVE
            if key == "?":
                told = say("Keys while you watch")
                self.model.overlay = Overlay(OverlayKind.RULES, told, self._hints())
                return Request.NOTHING
            if self._play(key, now):
                return Request.NOTHING
            if self._move(key):
                self._show()
                self._rest_if_playing(now)
                return Request.NOTHING
        return press(self.model, key, now).request

    def _play(self, key: str, now: float) -> bool:
        """Whether a key starts, stops, or is about the speed."""
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
        """Whether a key goes somewhere in time, or to another seat."""
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
            self.model.board = not self.model.board
        elif key == "j":
            self._open_stops()
            return False
        else:
            return False
        return True

    def _sit(self, seat: int) -> None:
        board, pane = self.model.board, self.model.pane
        self.viewer = Seat(seat % len(self._retold.places))
        self.model.board, self.model.pane = board, pane

    def _next(self, mark: Mark, way: int) -> int:
        """The next still with a mark, the last or the first one where there is none."""
        end = self.last if way > 0 else 0
        frames = self._viewer.replay_frames.frames
        ways = range(self.at + way, end + way, way)
        return next((at for at in ways if mark in frames[at].marks), end)

    # ------------------------------------------------------------------- the list of stops

    def _open_stops(self) -> None:
        """All Ages and battles; the cursor on the last one that was passed."""
        found = stops(self._viewer.replay_frames)
        lines = tuple(stop.told if stop.mark is Mark.AGE else f"  {stop.told}" for stop in found)
        here = sum(stop.at <= self.at for stop in found)
        overlay = Overlay(OverlayKind.STOPS, say("Go to"), lines, cursor=max(0, here - 1))
        self.model.overlay = overlay

    def _on_stops(self, overlay: Overlay, key: str, now: float) -> None:
        found = stops(self._viewer.replay_frames)
        moved = scrolled(overlay, key, len(found) - 1)
        if moved is not None and self.model.overlay is not None:
            self.model.overlay = moved
        elif key == "enter":
            self.model.overlay = None
            self.at = found[overlay.cursor].at
            self._show()
            self._rest_if_playing(now)
        elif key in ("escape", "q", "j"):
            self.model.overlay = None

    # ------------------------------------------------------------------- drawing

    def draw(self, width: int, height: int, look: Look, now: float) -> Canvas:
        """The screen, with the keys of watching in its last row."""
        model = self.model
        model.size = (width, height)
        canvas = draw(model.view(now), width, height, look)
        if model.overlay is None:
            canvas.fill(Rect(0, height - 1, width, 1))
            canvas.put(0, height - 1, pad(self._keys(width), width)[:width], KEYS)
            if look.glyphs is Glyphs.ASCII:
                canvas.translate(ASCII_GLYPHS)
        return canvas

    def _keys(self, width: int) -> str:
        """Where one is, and as many keys as fit."""
        name = self._retold.names[self.viewer]
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
        """The keys of watching, the most important ones first."""
        seats = len(self._retold.places)
        return (
            say("Space stops") if self.plays else say("Space plays"),
            say("←→ step"),
            say("q leave"),
            say("b B battle"),
            say("a A Age"),
            say("j list"),
            say("1-{seats} seat", seats=seats),
            say("n p turn"),
            say("+ - speed {speed}", speed=f"{self.speed:g}"),
            say("m map"),
            say("c clans"),
            say("l log"),
            say("v why"),
            say("? help"),
        )
