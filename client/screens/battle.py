"""The battle: its steps, strengths and fates, and the choice of a card with its outcome.

It is in a frame over the map, if that is large enough, else over map and panes; on screens too
small for a frame, the same rows fill the screen. On
the smallest ones the choice of a card has totals on a row or two and a row for each card; the
prompt, which wraps, shows the outcome of the card under the cursor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.presenter.battle_narrator import outlook
from client.screens.frame import Frame, waiting_sentence
from client.screens.rows import (
    BLANK,
    Row,
    draw_rows,
    item_rows,
    line_rows,
    put_lines,
    put_rows,
    row,
    squeezed,
)
from client.screens.strengths import (
    battle_rows,
    event_rows,
    fate_rows,
    head_rows,
    rest_rows,
    table_rows,
    verdict_rows,
)
from client.style import theme
from client.text.catalogue import say
from client.text.god_words import god_marks
from client.text.names import card_name, place_key, place_name
from client.ui.canvas import Canvas, Line, Rect, length
from client.ui.cells import fit, pad
from client.ui.layout import Size
from client.ui.view import BattleRow, BattleView, Item, Question, Spot
from engine.cards import CARDS
from engine.preview import CardOutcome
from engine.terms import Deity, Face, Kind, Seat

_AIRY: Final = 20
"""Frames of at least this many rows have blank ones between the strengths and the steps."""
_WORDS_WIDTH: Final = 56
"""From this width on the outcome of a card is in words."""
_TOTALS_MOST: Final = 2
"""Rows of totals over the cards on the smallest screens."""


def draw_battle(screen: Canvas, room: Rect, frame: Frame) -> None:
    """Draw the battle in `room`, in a frame if there is space for one."""
    battle = frame.view.battle
    assert battle is not None
    if frame.size in (Size.LIST, Size.COMPACT):
        window = screen.part(room)
        window.fill(Rect(0, 0, room.width, room.height))
        if is_small_choice(frame, room.height):
            draw_small_choice(window, frame)
            return
    else:
        window = _framed(screen, room, battle)
        head = fixed_rows(frame, battle, window)
        put_rows(window, head)
        window = window.part(Rect(0, len(head), window.width, window.height - len(head)))
    question = question_rows(frame, battle, window.width)
    table = 0 if is_framed(frame) else min(len(battle.rows) + 1, window.height // 2)
    below = squeezed(question, min(len(question), window.height - table))
    above = _above(frame, battle, window.width, window.height - len(below))
    rows = [*squeezed(above, window.height - len(below)), *below]
    put_rows(window, rows)


def is_framed(frame: Frame) -> bool:
    """Whether the screen has room for a frame, in which the strengths never move."""
    return frame.size not in (Size.LIST, Size.COMPACT)


def fixed_rows(frame: Frame, battle: BattleView, window: Canvas) -> list[Row]:
    """Return the stakes, the steps and the strengths: the same rows from the call to the result."""
    rows = head_rows(frame, battle, window.width)
    return rows if window.height >= _AIRY else _full(rows)


def last_battle_scroll(frame: Frame, room: Rect) -> int:
    """Return how many rows the events of a battle can be scrolled; 0 if all are visible."""
    battle = frame.view.battle
    if battle is None or not frame.shows_battle or frame.view.question is not None:
        return 0
    margins = (4, 2) if is_framed(frame) else (0, 0)
    width, height = room.width - margins[0], room.height - margins[1]
    height -= len(question_rows(frame, battle, width))
    fixed = _full(head_rows(frame, battle, width))
    told = _full(event_rows(frame, battle, width))
    return max(0, len(fixed) + len(told) - height)


def _framed(screen: Canvas, room: Rect, battle: BattleView) -> Canvas:
    """Draw the frame and return the window inside."""
    screen.frame(room, theme.RULE)
    title = say(
        "BATTLE for {key} {place}", key=place_key(battle.place), place=place_name(battle.place)
    )
    screen.part(room).put(2, 0, f" {title} ", theme.CALL)
    return screen.part(Rect(room.x + 2, room.y + 1, room.width - 4, room.height - 2))


def _full(rows: list[Row]) -> list[Row]:
    """Drop the blank rows, which are the first to go if there are too many."""
    return [row for row in rows if row[0]]


def _above(frame: Frame, battle: BattleView, width: int, height: int) -> list[Row]:
    """Return the rows above the question: what fits, or without a question all, scrolled."""
    if frame.view.question is not None:
        return _fitting(frame, battle, width, height)
    framed = is_framed(frame)
    rows = event_rows(frame, battle, width) if framed else battle_rows(frame, battle, width)
    if len(_full(rows)) <= height:
        return rows
    fixed = [] if framed else _full(head_rows(frame, battle, width))[: max(0, height - 2)]
    told = _full(event_rows(frame, battle, width))
    room = height - len(fixed)
    first = max(0, min(frame.view.battle_scroll, len(told) - room))
    shown = told[first : first + room]
    hidden = len(told) - first - room
    if not shown or not (first or hidden):
        return [*fixed, *shown]
    y = -1 if hidden else 0
    line, style = shown[y]
    mark = _scroll_mark(first, hidden, width)
    if mark and length(line) + len(mark) > width:  # a row of its own hides one more row
        line = ()
        mark = _scroll_mark(first + (not hidden), hidden + bool(hidden), width)
    shown[y] = ((*line, (theme.CALL, mark)), style)
    return [*fixed, *shown]


def _scroll_mark(above: int, below: int, width: int) -> str:
    """Return the numbers of rows above and below; "" where there is no room for words."""
    if width < _WORDS_WIDTH:
        return ""
    more = [say("↑ {count} above", count=above)] if above else []
    more += [say("↓ {count} below", count=below)] if below else []
    return f"  ({', '.join(more)})"


def _fitting(frame: Frame, battle: BattleView, width: int, height: int) -> list[Row]:
    """Return as much as fits: the strengths first, then the verdict, then the fates.

    Left out, in this order: earlier events, rows about nobody, long fates, the steps, the fates,
    the verdict.
    """
    framed = is_framed(frame)
    head = [] if framed else head_rows(frame, battle, width)
    table = [] if framed else table_rows(frame, battle, width)
    told = verdict_rows(battle, width)
    short = fate_rows(frame, battle, width, cut=True)
    tries = (
        [*head, *event_rows(frame, battle, width)],
        [*head, *told, *fate_rows(frame, battle, width), *rest_rows(battle, width)],
        [*head, *told, *fate_rows(frame, battle, width)],
        [*head, *told, *short],
        [*table, *told, *short],
        [*head, *told],
        [*table, *told],
        head,
    )
    return next((rows for rows in tries if len(_full(rows)) <= height), table)


# --------------------------------------------------------------------- the question


def question_rows(frame: Frame, battle: BattleView, width: int) -> list[Row]:
    """Return the question in the battle, or the way to continue."""
    question = frame.view.question
    if question is None:
        return _idle_rows(frame, battle)
    rows: list[Row] = []
    if frame.size is not Size.LIST:
        rows = [BLANK, row(question.title, theme.CALL)]
    if question.spot is Spot.BATTLE:
        rows += _card_rows(frame, battle, question, width)
    else:
        rows += item_rows(question, width)[0]
    if question.note and frame.size is not Size.LIST:
        rows += [BLANK, *line_rows(((theme.NOTE, question.note),), width, 0)]
    return rows


def _idle_rows(frame: Frame, battle: BattleView) -> list[Row]:
    if battle.hold is not None:
        text = say("Enter continue ({seconds} s)", seconds=battle.hold)
        return [BLANK, row(text, theme.CALL)]
    waiting = waiting_sentence(frame)
    return [BLANK, row(waiting, theme.NOTE)] if waiting else []


def _card_rows(frame: Frame, battle: BattleView, question: Question, width: int) -> list[Row]:
    """Return your cards: bonus, total, and the outcome if nobody else plays one."""
    long = width >= _WORDS_WIDTH
    name = max(len(_name(item)) for item in question.items)
    head = f"   {pad('', name)} {say('adds'):>4} {say('total'):>5}  "
    head += say("before their cards") if long else say("ahead")
    now = next((one.total for one in battle.rows if one.seat == frame.view.seat), 0)

    def tail(face: Face, outcome: CardOutcome) -> str:
        total = outcome.total_of(frame.view.seat)
        return f"{_adds(face, total - now):>4} {total:>5}  {leads_to(frame, outcome, long=long)}"

    return [row(head, theme.NOTE), *_choices(battle, question, width, tail)]


def _choices(
    battle: BattleView, question: Question, width: int, tail: Callable[[Face, CardOutcome], str]
) -> list[Row]:
    """Return the items with their names padded, each followed by its outcome or its detail."""
    name = max(len(_name(item)) for item in question.items)
    rows: list[Row] = []
    for number, item in enumerate(question.items):
        mark, style = ("►", theme.CURSOR) if number == question.cursor else (" ", "")
        found = _outcome(battle, item.face)
        told = item.detail if found is None or item.face is None else tail(item.face, found)
        text = f"{mark}{item.key or ' '} {pad(_name(item), name)} {told}"
        rows.append((((("" if item.enabled else theme.OFF), fit(text, width)),), style))
    return rows


def _outcome(battle: BattleView, face: Face | None) -> CardOutcome | None:
    return next((one for one in battle.outcomes if one.face == face), None)


def _name(item: Item) -> str:
    return item.label if item.face is None else card_name(item.face.card)


def _adds(face: Face, gain: int) -> str:
    """Return what a card adds to your total, with upgrades that count for it too."""
    if CARDS[face.card].bonus_is_best:
        return "+X"
    return f"{gain:+d}" if gain or CARDS[face.card].kind is Kind.BATTLE else "0"


def leads_to(frame: Frame, outcome: CardOutcome, *, long: bool) -> str:
    """Describe the outcome of a card: victory or defeat, the margin, and your Glory."""
    seat = frame.view.seat
    glory = outcome.glory[seat]
    if not long:
        margin = _margin(outcome, seat)
        gain = say("{glory} Glory", glory=f"{glory:+d}")
        return f"{margin:+d} {gain}" if glory else f"{margin:+d}"
    words = outlook(outcome, seat)
    battle = frame.view.battle
    if battle is not None and battle.god is Deity.LOKI:
        return f"{words}{_loki_pays(frame, outcome)}"
    return say("{words}, {glory} Glory", words=words, glory=f"{glory:+d}") if glory else words


def _loki_pays(frame: Frame, outcome: CardOutcome) -> str:
    """Return the Glory of every clan that gains some: in Loki's province those are the losers."""
    gains = [
        f"{frame.names.letter(seat)} {amount:+d}"
        for seat, amount in zip(frame.seats, outcome.glory, strict=True)
        if amount
    ]
    return say("; Glory: {gains}", gains=", ".join(gains)) if gains else ""


def _margin(outcome: CardOutcome, seat: Seat) -> int:
    """Return the lead over the best rival, below 0 if behind."""
    rivals = (one.total for one in outcome.totals if one.seat != seat)
    return outcome.total_of(seat) - max(rivals, default=0)


# --------------------------------------------------------------------- smallest screens


def is_small_choice(frame: Frame, height: int) -> bool:
    """Whether the table of strengths would leave no room for the choice of a card."""
    question, battle = frame.view.question, frame.view.battle
    if question is None or battle is None or question.spot is not Spot.BATTLE:
        return False
    return len(battle.rows) + len(question.items) + 2 > height


def draw_small_choice(window: Canvas, frame: Frame) -> None:
    """Draw the totals so far, then as many cards as fit around the cursor."""
    battle, question = frame.view.battle, frame.view.question
    assert battle is not None
    assert question is not None
    totals = total_rows(frame, battle, window.width)[:_TOTALS_MOST]
    put_lines(window, totals)
    top = len(totals)

    def tail(_face: Face, found: CardOutcome) -> str:
        seat = frame.view.seat
        glory = found.glory[seat]
        gain = " " + say("{glory} Glory", glory=f"{glory:+d}") if glory else ""
        return f" ={found.total_of(seat):<2} ({_margin(found, seat):+d}){gain}"

    body = window.part(Rect(0, top, window.width, window.height - top))
    draw_rows(body, _choices(battle, question, window.width - 1, tail), question.cursor)


def total_rows(frame: Frame, battle: BattleView, width: int) -> list[Line]:
    """Return every participant with its total and its card: "►B 3 choosing  R 1+2 ...".

    The strength of ships follows "+".
    """
    lines: list[Line] = []
    if battle.god is not None:
        lines.append(((theme.GOD, god_marks(battle.god)[0]),))
    for one in battle.rows:
        spans = _total(frame, one)
        if lines and length(lines[-1]) + 2 + length(spans) <= width:
            lines[-1] = (*lines[-1], ("", "  "), *spans)
        else:
            lines.append(spans)
    return lines


def _total(frame: Frame, row: BattleRow) -> Line:
    weight = frame.weight(row.seat)
    mark = "►" if row.seat == frame.you else " "
    land = row.total - row.ship_strength
    number = f"{land}+{row.ship_strength}" if row.ship_strength else str(row.total)
    return ((weight, mark), frame.letter(row.seat), (weight, f" {number} {row.card}"))


def outcome_line(frame: Frame, question: Question) -> Line:
    """Return the question and the outcome of the card under the cursor if nobody else plays one."""
    battle, current = frame.view.battle, question.current
    found = None if battle is None or current is None else _outcome(battle, current.face)
    title: Line = ((theme.CALL, f" {question.title}"),)
    if found is None or current is None:
        return title
    words = say("{card} alone: {words}", card=_name(current), words=outlook(found, frame.view.seat))
    return (*title, ("", f". {words}"))
