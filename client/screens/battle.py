"""The battle: its four steps, who has what from where, own cards and what each leads to.

A frame over the board; where the screen is too small for one, the same rows without it.
"""

from __future__ import annotations

from typing import Final

from client.presenter.battle_table import outlook
from client.screens.compact_battle import draw_small_choice, is_small_choice
from client.screens.frame import Frame
from client.screens.items import Row, item_rows
from client.screens.panes import squeezed
from client.screens.strengths import (
    battle_rows,
    fate_rows,
    head_rows,
    rest_rows,
    table_rows,
    told_rows,
    verdict_rows,
)
from client.style import theme
from client.text.catalogue import say
from client.text.names import card_name, place_key, place_name
from client.ui.canvas import ELLIPSIS, Canvas, Line, Rect, Span, fit, length, pad, wrapped
from client.ui.layout import Size
from client.ui.view import BattleView, Question, Spot
from engine.cards import CARDS
from engine.preview import CardOutcome
from engine.terms import Face, Kind

_ROOMY: Final = 100
_MARGIN: Final = 16
"""Columns of the board left visible at both sides together on roomy screens."""
_WIDTH_MOST: Final = 110
_TOP: Final = 2
"""Rows of the board above the frame, which stays where it is from step to step."""
_WORDS_WIDTH: Final = 56
"""From this width on what a card leads to is said in words."""


def draw_battle(screen: Canvas, room: Rect, frame: Frame) -> None:
    """The battle in `room`, in a frame where there is space for one."""
    battle = frame.view.battle
    assert battle is not None
    if frame.size in (Size.LIST, Size.COMPACT):
        window = screen.part(room)
        window.fill(Rect(0, 0, room.width, room.height))
        if is_small_choice(frame, room.height):
            draw_small_choice(window, frame)
            return
    else:
        window = _framed(screen, room, frame, battle)
    question = question_rows(frame, battle, window.width)
    table = min(len(battle.rows) + 1, window.height // 2)
    below = squeezed(question, min(len(question), window.height - table))
    above = _above(frame, battle, window.width, window.height - len(below))
    rows = [*squeezed(above, window.height - len(below)), *below]
    for y, (line, style) in enumerate(rows):
        window.fitted(0, y, line, window.width, style)


def last_battle_scroll(frame: Frame, room: Rect) -> int:
    """How far what happened in a battle can be scrolled; 0 where all of it is shown."""
    battle = frame.view.battle
    if battle is None or not frame.shows_battle or frame.view.question is not None:
        return 0
    small = frame.size in (Size.LIST, Size.COMPACT)
    width = room.width if small else _frame_width(room) - 4
    height = room.height if small else room.height - 2
    height -= len(question_rows(frame, battle, width))
    fixed = _full(head_rows(frame, battle, width))
    told = _full(told_rows(frame, battle, width))
    return max(0, len(fixed) + len(told) - height)


def _framed(screen: Canvas, room: Rect, frame: Frame, battle: BattleView) -> Canvas:
    """The window inside a frame; a screen that is hardly wider shows nothing beside it."""
    width = _frame_width(room)
    below = len(question_rows(frame, battle, width - 4))
    above = len(_above(frame, battle, width - 4, room.height - 2 - below))
    height = min(room.height, above + below + 2)
    if width == room.width:
        screen.fill(room)
    top = 0 if width == room.width else min(_TOP, room.height - height)
    x, y = room.x + (room.width - width) // 2, room.y + top
    box = Rect(x, y, width, height)
    screen.frame(box, theme.RULE)
    title = say(
        "BATTLE for {key} {place}", key=place_key(battle.place), place=place_name(battle.place)
    )
    screen.part(box).put(2, 0, f" {title} ", theme.CALL)
    return screen.part(Rect(box.x + 2, box.y + 1, width - 4, height - 2))


def _frame_width(room: Rect) -> int:
    return room.width if room.width < _ROOMY else min(room.width - _MARGIN, _WIDTH_MOST)


def _full(rows: list[Row]) -> list[Row]:
    """Rows without the blank ones, which go first where there are too many."""
    return [row for row in rows if row[0]]


def _above(frame: Frame, battle: BattleView, width: int, height: int) -> list[Row]:
    """What stands over the question: while something is asked what fits, else all, scrolled."""
    if frame.view.question is not None:
        return _fitting(frame, battle, width, height)
    rows = battle_rows(frame, battle, width)
    if len(_full(rows)) <= height:
        return rows
    fixed = _full(head_rows(frame, battle, width))[: max(0, height - 2)]
    told = _full(told_rows(frame, battle, width))
    room = height - len(fixed)
    first = max(0, min(frame.view.battle_scroll, len(told) - room))
    shown = told[first : first + room]
    hidden = len(told) - first - room
    more = [say("↑ {count} above", count=first)] if first else []
    more += [say("↓ {count} below", count=hidden)] if hidden else []
    if shown and more:
        mark = f"  ({', '.join(more)})" if width >= _WORDS_WIDTH else ""
        y = -1 if hidden else 0
        line, style = shown[y]
        shown[y] = ((*_cut(line, width - len(mark)), (theme.CALL, mark)), style)
    return [*fixed, *shown]


def _cut(line: Line, width: int) -> Line:
    """A line in at most a width, ending in "…" where something is missing."""
    if length(line) <= width:
        return line
    spans: list[Span] = []
    left = width
    for style, text in line:
        if len(text) >= left:
            return (*spans, (style, text[: left - 1].rstrip() + ELLIPSIS))
        spans.append((style, text))
        left -= len(text)
    return tuple(spans)


def _fitting(frame: Frame, battle: BattleView, width: int, height: int) -> list[Row]:
    """As much as there is room for: the strengths first, then who wins, then what becomes of whom.

    Left out, in this order: what happened before, what is about nobody, long fates, the steps,
    the fates, the verdict.
    """
    head = head_rows(frame, battle, width)
    table = table_rows(frame, battle, width)
    told = verdict_rows(battle, width)
    short = fate_rows(frame, battle, width, cut=True)
    tries = (
        [*head, *told_rows(frame, battle, width)],
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
    """What is asked in the battle, or how it goes on."""
    question = frame.view.question
    if question is None:
        return _idle_rows(frame, battle)
    rows: list[Row] = []
    if frame.size is not Size.LIST:
        rows = [((), ""), (((theme.CALL, question.title),), "")]
    if question.spot is Spot.BATTLE:
        rows += _card_rows(frame, battle, question, width)
    else:
        rows += item_rows(question, width)[0]
    if question.note and frame.size is not Size.LIST:
        rows.append(((), ""))
        rows += [(line, "") for line in wrapped(((theme.NOTE, question.note),), width, 0)]
    return rows


def _idle_rows(frame: Frame, battle: BattleView) -> list[Row]:
    if battle.hold is not None:
        text = say("Enter goes on ({seconds} s).", seconds=battle.hold)
        return [((), ""), (((theme.CALL, text),), "")]
    others = frame.others
    if not others:
        return []
    names = ", ".join(frame.names.full(seat) for seat in others)
    return [((), ""), (((theme.NOTE, say("Waiting for {names}.", names=names)),), "")]


def _card_rows(frame: Frame, battle: BattleView, question: Question, width: int) -> list[Row]:
    """Own cards: bonus, resulting total, and what it leads to if nobody else plays one."""
    outcomes = {one.face: one for one in battle.outcomes}
    name = max(len(_name(item.face, item.label)) for item in question.items)
    long = width >= _WORDS_WIDTH
    head = f"   {pad('', name)} {say('adds'):>4} {say('total'):>5}  "
    head += say("without the cards of others") if long else say("ahead")
    rows: list[Row] = [(((theme.NOTE, head),), "")]
    for number, item in enumerate(question.items):
        current = number == question.cursor
        outcome = outcomes.get(item.face)
        tail = item.detail
        if outcome is not None and item.face is not None:
            total = outcome.total_of(frame.view.seat)
            tail = f"{_adds(item.face):>4} {total:>5}  {leads_to(frame, outcome, long=long)}"
        label = pad(_name(item.face, item.label), name)
        text = f"{'►' if current else ' '}{item.key or ' '} {label} {tail}"
        style = theme.CURSOR if current else ""
        rows.append((((("" if item.enabled else theme.OFF), fit(text, width)),), style))
    return rows


def _name(face: Face | None, label: str) -> str:
    return label if face is None else card_name(face.card)


def _adds(face: Face) -> str:
    card = CARDS[face.card]
    if card.kind is not Kind.BATTLE:
        return "0"
    return "+X" if card.bonus_is_best else f"{card.bonus:+d}"


def leads_to(frame: Frame, outcome: CardOutcome, *, long: bool) -> str:
    """Whether it would win and by how much, and the own Glory it would bring."""
    seat = frame.view.seat
    glory = outcome.glory[seat]
    if not long:
        rivals = (total.total for total in outcome.totals if total.seat != seat)
        margin = outcome.total_of(seat) - max(rivals, default=0)
        return f"{margin:+d} {glory:+d}Gl" if glory else f"{margin:+d}"
    words = outlook(outcome, seat)
    return say("{words}, {glory} Glory", words=words, glory=f"{glory:+d}") if glory else words
