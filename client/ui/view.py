"""The contents of a screen as one value, made by the model and drawn by the screens.

Drawing is a pure function of a `TableView`, a size and a look; input is a pure function of a
`TableView` and a key. The view has no rules, no terminal and no clock.
"""

from __future__ import annotations

from enum import StrEnum

from client.settings.keymap import KeyMap
from client.text.absences import AbsentSeat
from client.text.battle_outcome import Fate
from client.text.draft_table import Drafted
from client.text.log_filters import LogLook
from client.text.log_line import LogLine
from client.ui.layout import AS_USUAL, Zoom
from client.ui.moments import Happening
from engine.knowledge import Knowledge
from engine.preview import CardOutcome
from engine.state import GameState
from engine.terms import Deity, Face, FigureKind, Place, Seat, Token
from engine.values import Value, field


class Spot(StrEnum):
    """The place of a question on the screen, which determines the effect of arrows."""

    MENU = "menu"
    """A list in the actions pane: the verbs of a turn, figures, yes and no."""
    MAP = "map"
    """Places on the map; arrows move spatially between the items."""
    CARDS = "cards"
    """Cards in the hand pane, keys a to h."""
    GROUP = "group"
    """Figures to toggle or count before Enter (march, protection)."""
    PACK = "pack"
    """Cards of the pack in the draft."""
    BATTLE = "battle"
    """Cards in the battle overlay, each with its outcome."""
    CONFIRM = "confirm"
    """The confirmation: the consequences, Enter to go ahead, Esc to go back."""


class Item(Value):
    """One answer, or one part of an answer, on offer.

    `key` leads the cursor there ("": only arrows do), `detail` is its cost or effect, `why` the
    reason why it is greyed, in one sentence. `count` of `most` are chosen in a group. `verb` and
    `figure` are the action or the figure that another question is about.
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

    @property
    def is_chosen_by_key(self) -> bool:
        """Whether its key chooses it at once: another question follows, so nothing is lost."""
        return bool(self.verb) or self.figure is not None


class Question(Value):
    """The present question: its title, the choices made so far, the items, the cursor.

    `brief` is the title in few words, for where it leaves no room for the facts beside it.
    """

    spot: Spot
    title: str
    items: tuple[Item, ...]
    cursor: int = 0
    path: tuple[str, ...] = ()
    note: str = ""
    final: bool = False
    brief: str = ""

    @property
    def current(self) -> Item | None:
        """The item under the cursor."""
        return self.items[self.cursor] if self.items else None


class Pane(StrEnum):
    """The panes that the Tab key cycles through."""

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
    LEAVE = "leave"
    BATTLE = "battle"
    STOPS = "stops"
    PHRASES = "phrases"
    MUTE = "mute"
    AUTOPILOT = "autopilot"
    LESSON = "lesson"
    TASK = "task"


class Overlay(Value):
    """Lines over the screen; `typed` is searched, `lines` are scrolled.

    `battle` is the step of a battle in review, `look` selects lines of the log. `faces`
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


class BattleRow(Value):
    """One participant: its strength by source, its card, and the total so far.

    `grown` is the part of the total that came last.
    """

    seat: Seat
    figures: str
    figure_strength: int
    ship_strength: int
    upgrade_strength: int
    card: str
    card_strength: int
    total: int
    winner: bool = False
    grown: int = 0


class BattleView(Value):
    """The battle overlay: the strip, the table of strengths, the real or predicted events.

    `token` is the reward. `effects` are the events before the totals are compared (during the
    call: the seats that came or declined), `verdict` the winner and the margin, `fates` the
    results for each participant, `consequences` the rest. `decided` means that the totals are
    final and the result is not known in full yet, `turned` is the text of the card turned over
    just now. `god` is that of the province. `hold` is the number of seconds before a result closes
    by itself, None while the battle is live. A finished battle is shown from the playback queue,
    not from the state.
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
    decided: bool = False
    turned: str = ""
    god: Deity | None = None


class EndView(Value):
    """The end of the game, with the curve and the sources of Glory over the whole story.

    `at_cursor` is the log line of the moment under the cursor, `drafted` the known picks, `news` a
    notice that more of them will arrive. `minutes` is the length of the game, None if the viewer
    was not there for all of it. `chances` are the viewer's chances to win, in per cent, by points
    of the curve.
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
    chances: tuple[tuple[int, int], ...] = ()


class Net(Value):
    """The connections of a table with other people.

    `present` of `people` are connected, the viewer among them. `down` is the number of seconds
    since the viewer's connection broke, None while it holds. `away` are disconnected seats with
    their seconds, `by_bot` seats played by a bot for a while. `absent` are seats that the game
    continues without: it plays their defaults.
    """

    present: int
    people: int
    down: int | None = None
    away: tuple[tuple[Seat, int], ...] = ()
    by_bot: tuple[Seat, ...] = ()
    absent: tuple[AbsentSeat, ...] = ()


class TableStatus(Value):
    """The status of the table beside the game: waits, connections, chat, autopilot.

    `waited` is the number of seconds of the present wait, None if it is not shown. `answered` means
    that the viewer was asked together with others and has answered, `listening` that the viewer
    rejoined and cannot be asked yet, since the table may have moved on. `net` is None if nobody
    else plays. `typing` is the chat line being typed, None if keys go to the game, and
    `has_lost_signs` that some that were typed are not in it. With `autopilot` a bot answers for the
    viewer; `watching` means that the viewer is a spectator. `at_most` means that other machines may
    have counted more time than this one.
    """

    waited: int | None = None
    answered: bool = False
    listening: bool = False
    net: Net | None = None
    typing: str | None = None
    has_lost_signs: bool = False
    at_most: bool = False
    autopilot: bool = False
    watching: bool = False


class LessonView(Value):
    """The present task of the lesson: its title, what to do, why, and the next key.

    `heading` is the number of the step alone, `item` that of the answer that leads on, `place` the
    place that is meant; None if there is none.
    """

    title: str
    heading: str
    goal: str
    why: str
    following: str
    item: int | None = None
    place: Place | None = None


class TableView(Value):
    """Everything that one viewer sees at one moment.

    `state` and `knowledge` may lag behind the game during playback; `battle_scroll` is the first
    visible line of a result longer than the screen. `hint` is the present hint for newcomers.
    `consequence` says what the answer under the cursor leads to; without one, and with `legend`,
    the last row of the message area says what place or card is under the cursor.
    `waiting` are the seats that owe an answer, `happening` is the event that is being shown;
    `is_playing` means that keys go on to the next event, and scroll what is longer than its room.
    `board` shows the map in front of a battle or the draft, `table` the provinces by clans in its
    place, `zoom` the sizes of the panes.
    `card` is the row of the cursor in the hand pane, `news` the card that others have played since
    the viewer's last answer, "" for none. With `memory_aid` the draft lists the cards seen and
    passed on. `can_repeat` means that another game of the same kind can begin after this one.
    `lesson` is the present task of the lesson, None in any other game. `recorded` means that a
    record is shown, in which nobody is "you".
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
    consequence: str = ""
    legend: bool = False
    place: Place = Place.YGGDRASIL
    pane: Pane = Pane.ACTIONS
    card: int = 0
    news: str = ""
    overlay: Overlay | None = None
    keys: KeyMap = field(default_factory=KeyMap)
    battle: BattleView | None = None
    battle_scroll: int = 0
    happening: Happening | None = None
    is_playing: bool = False
    end: EndView | None = None
    can_undo: bool = False
    can_repeat: bool = True
    seconds: int | None = None
    bots: tuple[Seat, ...] = field(default=())
    memory_aid: bool = True
    board: bool = False
    table: bool = False
    zoom: Zoom = AS_USUAL
    lesson: LessonView | None = None
    recorded: bool = False

    @property
    def addressed(self) -> Seat | None:
        """The seat that is "you" in words; None for a spectator and in a record."""
        return None if self.status.watching or self.recorded else self.seat
