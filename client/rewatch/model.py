"""Somebody who watches a recorded game: keys go through time and from seat to seat."""

from __future__ import annotations

from typing import Final

from client.canvas import Canvas, Rect, pad
from client.ending import Chronicle
from client.model import Manners, TableModel
from client.playback import Pace
from client.presses import Wish, press
from client.rewatch.film import Film, Mark, Still, film
from client.screens.draw import draw
from client.tables import TableEvent
from client.text.catalogue import say
from client.text.names import names_of
from client.theme import ASCII_GLYPHS, KEYS, Glyphs, Look
from engine.actions import Intent
from engine.decisions import Decision
from engine.knowledge import Knowledge, first_knowledge
from engine.state import GameState
from engine.terms import Seat
from protocol.retelling import Retold

_MANNERS: Final = Manners(Pace.INSTANT, guard=0.0, answers_alone=False, hints=False)
_STEPS: Final = {"right": 1, "space": 1, "left": -1}
_MARKS: Final = {
    "n": (Mark.TURN, 1),
    "p": (Mark.TURN, -1),
    "b": (Mark.BATTLE, 1),
    "B": (Mark.BATTLE, -1),
    "A": (Mark.AGE, 1),
}


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

    def submit(self, intent: Intent) -> None:
        """Nothing is owed."""
        raise AssertionError(intent)

    def advance(self) -> bool:
        """Nothing happens."""
        return False

    def events(self) -> tuple[TableEvent, ...]:
        """Nothing has happened."""
        return ()


class _Viewer(TableModel):
    """The screen of one seat, put to any still."""

    def __init__(self, retold: Retold, seat: Seat) -> None:
        super().__init__(_Over(retold, seat), _MANNERS)
        self.film: Film = film(retold, seat)
        self.reviews = self.film.reviews

    def show(self, still: Still) -> None:
        """Everything as it was then."""
        self.state, self.knowledge = still.state, still.knowledge
        self.names = names_of(still.state, self.table.names)
        self.log = list(self.film.lines[: still.log])
        self.log_scroll = 0
        self.message = still.told
        self.chronicle = Chronicle(still.state.players)
        for story in self.film.stories[: still.stories]:
            self.chronicle.hear(story)
        self._battle = still.battle
        places = [line.place for line in self.log[-3:] if line.place is not None]
        if places:
            self.place = places[-1]


class Rewatch:
    """A game that is watched again.

    Attributes:
        at: the number of the still that is shown.
        viewer: the seat whose cards are shown.
    """

    def __init__(self, retold: Retold) -> None:
        """Begin before the first action, at the first seat."""
        self.at = 0
        self.viewer = Seat(0)
        self._retold = retold
        self._viewers: dict[Seat, _Viewer] = {}
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
        return len(self._viewer.film.stills) - 1

    @property
    def still(self) -> Still:
        """What is shown."""
        return self._viewer.film.stills[self.at]

    @property
    def _viewer(self) -> _Viewer:
        if self.viewer not in self._viewers:
            self._viewers[self.viewer] = _Viewer(self._retold, self.viewer)
        return self._viewers[self.viewer]

    def _show(self) -> None:
        self._viewer.show(self.still)

    # ------------------------------------------------------------------- keys

    def press(self, key: str, now: float) -> Wish:
        """What a key does; what lies over the table gets it first."""
        if key in ("^Q", "^C"):
            return Wish.LEAVE
        if self.model.sheet is None and self._move(key):
            self._show()
            return Wish.NOTHING
        return press(self.model, key, now).wish

    def _move(self, key: str) -> bool:
        """Whether a key goes somewhere in time, or to another seat."""
        if key in _STEPS:
            self.at = max(0, min(self.last, self.at + _STEPS[key]))
        elif key in _MARKS:
            self.at = self._next(*_MARKS[key])
        elif key in ("home", "end"):
            self.at = 0 if key == "home" else self.last
        elif key in ("tab", "s-tab"):
            self._sit(self.viewer + (1 if key == "tab" else -1))
        elif key.isdecimal() and 1 <= int(key) <= len(self._retold.places):
            self._sit(int(key) - 1)
        elif key == "m":
            self.model.board = not self.model.board
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
        stills = self._viewer.film.stills
        ways = range(self.at + way, end + way, way)
        return next((at for at in ways if mark in stills[at].marks), end)

    # ------------------------------------------------------------------- drawing

    def draw(self, width: int, height: int, look: Look, now: float) -> Canvas:
        """The screen, with the keys of watching in its last row."""
        model = self.model
        model.size = (width, height)
        canvas = draw(model.view(now), width, height, look)
        if model.sheet is None:
            canvas.fill(Rect(0, height - 1, width, 1))
            canvas.put(0, height - 1, pad(self._keys(), width)[:width], KEYS)
            if look.glyphs is Glyphs.ASCII:
                canvas.translate(ASCII_GLYPHS)
        return canvas

    def _keys(self) -> str:
        return say(
            " {at}/{last} {player}  ←→ step  n p turn  b B battle  A Age  1-{seats} seat  m map"
            "  ^Q leave",
            at=self.at,
            last=self.last,
            player=self._retold.names[self.viewer],
            seats=len(self._retold.places),
        )
