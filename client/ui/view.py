"""What a screen shows, as one value: made by the model, drawn by the screens.

Drawing is a pure function of a `TableView`, a size and a look; input is a pure function of a
`TableView` and a key. Nothing here knows rules, a terminal or a clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from client.platform.absence import AbsentSeat
from client.settings.keymap import KeyMap
from client.text.battle_outcome import Fate
from client.text.draft_table import Drafted
from client.text.log_filters import LogLook
from client.text.log_line import LogLine
from client.ui.layout import AS_USUAL, Zoom
from engine.knowledge import Knowledge
from engine.preview import CardOutcome
from engine.state import GameState
from engine.terms import Face, FigureKind, Place, Seat, Token


class Spot(StrEnum):
    """Where a question is asked on the screen, and so how arrows move its cursor."""

    MENU = "menu"
    """A list in the actions pane: the verbs of a turn, figures, yes and no."""
    MAP = "map"
    """Places on the map; arrows move spatially between the items."""
    CARDS = "cards"
    """Cards in the hand pane, keys a to h."""
    GROUP = "group"
    """Figures to toggle or count before going on (march, protection)."""
    PACK = "pack"
    """Cards of the pack in the draft."""
    BATTLE = "battle"
    """Cards in the battle overlay, each with what it would lead to."""
    CONFIRM = "confirm"
    """The commit point: what will happen, Enter does it, Esc goes back."""


@dataclass(frozen=True, slots=True)
class Item:
    """One answer, or one part of an answer, as it is offered.

    `key` picks it at once ("" where only the cursor does), `detail` is its cost or effect,
    `why` says in one sentence why it is greyed. `count` of `most` are chosen in a group. `verb`
    and `figure` are the action or the figure an item stands for, whose price can be explained.
    """

    key: str
    label: str
    detail: str = ""
    enabled: bool = True
    why: str = ""
    place: Place | None = None
    face: Face | None = None
    count: int = 0
    most: int = 0
    verb: str = ""
    figure: FigureKind | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked now: the title, the parts chosen so far, the items, the cursor."""

    spot: Spot
    title: str
    items: tuple[Item, ...]
    cursor: int = 0
    path: tuple[str, ...] = ()
    note: str = ""
    final: bool = False

    @property
    def current(self) -> Item | None:
        """The item under the cursor."""
        return self.items[self.cursor] if self.items else None


class Pane(StrEnum):
    """The panes the Tab key goes through."""

    ACTIONS = "actions"
    HAND = "hand"
    LOG = "log"
    MAP = "map"


class OverlayKind(StrEnum):
    """Kinds of overlay."""

    HELP = "help"
    RULES = "rules"
    CARD = "card"
    CARDS = "cards"
    LOG = "log"
    CLANS = "clans"
    TABLE = "table"
    GLORY = "glory"
    PASSED = "passed"
    DRAFTED = "drafted"
    QUESTS = "quests"
    EXPLAIN = "explain"
    RECAP = "recap"
    LEAVE = "leave"
    BATTLE = "battle"
    STOPS = "stops"
    PHRASES = "phrases"
    MUTE = "mute"
    AUTOPILOT = "autopilot"


@dataclass(frozen=True, slots=True)
class Overlay:
    """Lines over the screen; `typed` is searched, `lines` are scrolled.

    `battle` is the step of a battle that is read again, `look` selects lines of the log. `faces`
    are the cards and `steps` the battle steps that the arrows turn to; `below` is the overlay this
    one covers.
    """

    kind: OverlayKind
    title: str
    lines: tuple[str, ...] = ()
    scroll: int = 0
    cursor: int = 0
    typed: str = ""
    face: Face | None = None
    battle: BattleView | None = None
    look: LogLook | None = None
    faces: tuple[Face, ...] = ()
    steps: tuple[BattleView, ...] = ()
    below: Overlay | None = None


class Strip(StrEnum):
    """The four steps of a battle on the strip of the overlay."""

    CALL = "call"
    CHOOSE = "choose"
    REVEAL = "reveal"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class BattleRow:
    """One participant: what it has by source, its card, and the total so far."""

    seat: Seat
    figures: str
    figure_strength: int
    ship_strength: int
    upgrade_strength: int
    card: str
    card_strength: int
    total: int
    winner: bool = False


@dataclass(frozen=True, slots=True)
class BattleView:
    """The battle overlay: the strip, the table of strengths, what happened or would happen.

    `token` is what it is fought for. `effects` are what happened before the totals were compared
    (during the call: who came and who did not), `verdict` says who wins by how much, `fates` what
    becomes of each participant, `consequences` the rest. `hold` is the number of seconds left
    before a result goes by itself; None while the battle is live. A finished battle is shown from
    the playback queue, not from the state.
    """

    place: Place
    pillager: Seat
    strip: Strip
    rows: tuple[BattleRow, ...]
    token: Token | None = None
    effects: tuple[str, ...] = ()
    verdict: tuple[str, ...] = ()
    fates: tuple[Fate, ...] = ()
    consequences: tuple[str, ...] = ()
    outcomes: tuple[CardOutcome, ...] = ()
    hold: int | None = None


@dataclass(frozen=True, slots=True)
class EndView:
    """The end of the game: curve and sources are made from the whole story.

    `at_cursor` is the log line of the moment under the cursor, `drafted` what is known of the
    picks, `news` says that more of them is on its way. `minutes` is how long the game took, None
    where nobody was there for all of it.
    """

    curve: tuple[tuple[int, ...], ...]
    ages: tuple[int, ...]
    sources: tuple[tuple[Seat, tuple[int, ...]], ...]
    headings: tuple[str, ...]
    cursor: int = 0
    at_cursor: str = ""
    board: bool = False
    drafted: tuple[Drafted, ...] = ()
    news: str = ""
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class Net:
    """The lines of a table with other people.

    `present` of `people` are there, the viewer among them. `down` is for how many seconds the own
    line is, None while it holds. `away` are seats whose line is down, with the seconds; `by_bot`
    those of people who let a bot play for a while. `absent` are seats the others go on without:
    their defaults are played.
    """

    present: int
    people: int
    down: int | None = None
    away: tuple[tuple[Seat, int], ...] = ()
    by_bot: tuple[Seat, ...] = ()
    absent: tuple[AbsentSeat, ...] = ()


@dataclass(frozen=True, slots=True)
class TableStatus:
    """What there is of other people around the game.

    `waited` is for how many seconds somebody is waited for, None where that is nobody's business;
    `answered` says that the viewer was asked together with others and has answered, `listening`
    that he came back and cannot be asked yet, since the table may stand elsewhere. `net` is None
    where nobody else plays. `typing` is the line of chat that is being typed, None where keys mean
    the game; `autopilot` says that a bot answers for the viewer, `watching` that the viewer has no
    seat at all.
    """

    waited: int | None = None
    answered: bool = False
    listening: bool = False
    net: Net | None = None
    typing: str | None = None
    autopilot: bool = False
    watching: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything one viewer sees at one moment.

    `state` and `knowledge` are what is shown, which may lag behind the game while a battle is
    being read; `battle_scroll` is the first line shown of a result longer than the screen.
    `hint` is what a newcomer is told now, beside what is asked or has happened.
    `waiting` are the seats whose answer is being waited for. `board` shows the map where a battle
    or the draft would cover it.
    `table` shows provinces by clans in its place, `zoom` is how large the viewer wants the panes.
    `memory_aid` says whether the draft lists what was seen and passed on.
    `can_repeat` says that another game of the same kind can be begun from the end of this one.
    """

    seat: Seat
    names: tuple[str, ...]
    state: GameState
    knowledge: Knowledge
    log: tuple[LogLine, ...] = ()
    log_scroll: int = 0
    waiting: tuple[Seat, ...] = ()
    status: TableStatus = field(default_factory=TableStatus)
    question: Question | None = None
    message: str = ""
    hint: str = ""
    place: Place = Place.YGGDRASIL
    pane: Pane = Pane.ACTIONS
    overlay: Overlay | None = None
    keys: KeyMap = field(default_factory=KeyMap)
    battle: BattleView | None = None
    battle_scroll: int = 0
    end: EndView | None = None
    can_undo: bool = False
    can_repeat: bool = True
    seconds: int | None = None
    bots: tuple[Seat, ...] = field(default=())
    memory_aid: bool = True
    board: bool = False
    table: bool = False
    zoom: Zoom = AS_USUAL
