"""The table of a battle as rows: strengths by source, the verdict, the fates."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from client.screens.frame import Frame
from client.screens.rows import BLANK, Row, line_rows, row, text_rows
from client.style import theme
from client.text.battle_outcome import Fate
from client.text.catalogue import say, say_as
from client.text.god_words import GOD_SIGN, god_brief
from client.text.names import place_name, token_name
from client.ui.canvas import Line, Span, length, wrap
from client.ui.cells import columns_of, pad
from client.ui.layout import Size
from client.ui.view import BattleRow, BattleView, Strip
from engine.gods import GODS
from engine.values import Value

_BAR_MOST: Final = 12
_BAR_LEAST: Final = 3
_CARD_LEAST: Final = 18
"""Columns for a card before one lies there, so that the others do not move when it does."""
_TEXT_LEAST: Final = 6
_POINTS: Final = 20
"""Points of strength that a row of its own has room for, at least."""
_POINT_MOST: Final = 3
"""Columns of a point of strength, at most."""
_STRIP: Final = {
    Strip.CALL: "1 call",
    Strip.CHOOSE: "2 choose",
    Strip.REVEAL: "3 reveal",
    Strip.RESULT: "4 result",
}


_OPEN_STRIP: Final = {Strip.CHOOSE: "2 play openly", Strip.REVEAL: "3 compare"}
"""Other steps where cards are played openly, one after the other (L29)."""


def battle_rows(frame: Frame, battle: BattleView, width: int) -> list[Row]:
    """Return the strengths and the events of a battle; blank rows may be left out."""
    return [*head_rows(frame, battle, width), *event_rows(frame, battle, width)]


def head_rows(frame: Frame, battle: BattleView, width: int) -> list[Row]:
    """Return the pillager, the reward, the god, the steps, and the table of strengths."""
    rows = god_rows(battle, width)
    if frame.size is not Size.LIST:
        rows = [(_stakes(frame, battle, width), ""), *rows, (_strip(battle), ""), BLANK]
    return rows + table_rows(frame, battle, width)


def god_rows(battle: BattleView, width: int) -> list[Row]:
    """Return the god of the province with its power in few words; nothing without a god."""
    if battle.god is None:
        return []
    return line_rows(((theme.GOD, GOD_SIGN), ("", f" {god_brief(battle.god)}")), width)


def event_rows(frame: Frame, battle: BattleView, width: int) -> list[Row]:
    """Return bars and the verdict, the real or predicted fates, and the events before."""
    return [
        *bar_rows(frame, battle, width),
        *turned_rows(battle, width),
        *verdict_rows(battle, width),
        *fate_rows(frame, battle, width),
        *effect_rows(battle, width),
        *rest_rows(battle, width),
    ]


def turned_rows(battle: BattleView, width: int) -> list[Row]:
    """Return the text of the card that was turned over just now."""
    return [BLANK, *text_rows(battle.turned, width - 1)] if battle.turned else []


def effect_rows(battle: BattleView, width: int) -> list[Row]:
    """Number the events before the totals were compared."""
    if not battle.effects:
        return []
    rows = [BLANK, row(say("What happened, in order:"), theme.TITLE)]
    for number, text in enumerate(battle.effects, 1):
        rows += line_rows(((theme.NOTE, f" {number} "), ("", text)), width, 3)
    return rows


def verdict_rows(battle: BattleView, width: int) -> list[Row]:
    """Return the winner, the margin, and the viewer's deficit."""
    if not battle.verdict and not battle.consequences:
        return []
    first, *others = battle.verdict or ("",)
    known = battle.strip is Strip.RESULT or battle.decided
    head = say("Result:") if known else say("If nothing else is played:")
    line: Line = ((theme.TITLE, head), ("", f" {first}"))
    rows = [BLANK, *line_rows(line, width, 1)]
    for text in others:
        rows += line_rows(((theme.YOU, f" {text}"),), width, 1)
    return rows


def fate_rows(frame: Frame, battle: BattleView, width: int, *, cut: bool = False) -> list[Row]:
    """Return a row for each clan, yours first: its result, dead, Glory and card.

    `cut` keeps to one row each.
    """
    if not battle.fates:
        return []
    names = max(columns_of(frame.names.full(fate.seat)) for fate in battle.fates)
    words = max(len(_word(fate)) for fate in battle.fates)
    rows: list[Row] = []
    for fate in sorted(battle.fates, key=lambda one: one.seat != frame.you):
        weight = frame.weight(fate.seat)
        mark = "√" if fate.wins else "►" if fate.seat == frame.you else " "
        name = pad(frame.names.full(fate.seat), names)
        start: Line = (
            (weight, f"{mark} "),
            frame.letter(fate.seat),
            (weight, f" {name} "),
            (theme.GOOD if fate.wins else weight, pad(_word(fate), words)),
            (weight, "  "),
        )
        indent = length(start)
        if cut:
            rows.append(((*start, (weight, _first_results(fate, width - indent))), ""))
        else:
            rows += line_rows((*start, (weight, "; ".join(fate.results))), width, indent)
    return rows


def _first_results(fate: Fate, width: int) -> str:
    """Return as many results as fit, and how many more there are: "+3 Glory (2 more)"."""
    every = len(fate.results)
    for count in range(every, 0, -1):
        rest = f" {_more(every - count)}" if count < every else ""
        text = "; ".join(fate.results[:count]) + rest
        if columns_of(text) <= width:
            return text
    return _more(every) if every else ""


def _more(count: int) -> str:
    """Count the results that a row has no room for."""
    return say("({count} more)", count=count)


def _word(fate: Fate) -> str:
    return say("wins") if fate.wins else say("loses")


def rest_rows(battle: BattleView, width: int) -> list[Row]:
    """Return the consequences for no clan in particular: the province, later decisions."""
    return [one for text in battle.consequences for one in line_rows((("", f" {text}"),), width, 3)]


def _stakes(frame: Frame, battle: BattleView, width: int) -> Line:
    """Return the pillager and the reward; without a frame, whose title has it, also the place."""
    token = battle.token or frame.state.board.provinces[battle.place].token
    reward = token_name(token)
    spans: list[Span] = [
        frame.letter(battle.pillager),
        ("", " " + say("{name} pillages", name=frame.names.title(battle.pillager))),
    ]
    if frame.size in (Size.LIST, Size.COMPACT):
        spans.append(("", f" {place_name(battle.place)}"))
    told = "; " + say("reward: {reward}", reward=reward)
    if reward and length(spans) + len(told) <= width:
        spans.append(("", told))
    return tuple(spans)


def _strip(battle: BattleView) -> Line:
    is_open = battle.god is not None and GODS[battle.god].opens_cards
    spans: list[Span] = []
    for step in _STRIP:
        if spans:
            spans.append((theme.RULE, " ─► "))
        text = say(_OPEN_STRIP[step]) if is_open and step in _OPEN_STRIP else say(_STRIP[step])
        now = step is battle.strip
        spans.append((theme.CALL, f"[{text}]") if now else (theme.NOTE, text))
    return tuple(spans)


# ------------------------------------------------------------------------ the table


def table_rows(frame: Frame, battle: BattleView, width: int) -> list[Row]:
    """Return the headings, and each clan: figures, strength by source, card, total, and a bar.

    Long names wrap in their column; nothing is cut.
    """
    numbers = (say("STR"), say_as("column", "ship"), say("upgrades"))
    wide = tuple(max(3, columns_of(title)) for title in numbers)
    total = max(3, columns_of(say("total")))
    names = max(columns_of(frame.names.full(one.seat)) for one in battle.rows)
    cards = max(_CARD_LEAST, *(columns_of(one.card) for one in battle.rows))
    figures = max(columns_of(say("figures")), *(columns_of(one.figures) for one in battle.rows))
    room = width - 5 - sum(wide) - len(wide) - total - 4
    texts = _shared_room(room, (max(columns_of(say("clan")), names), figures, cards))
    columns = _FighterColumns(*texts, wide, total)
    has_bars = battle.strip is not Strip.REVEAL or frame.size is Size.LIST
    best = max(one.total for one in battle.rows) if has_bars else 0
    fighters = [one for row in battle.rows for one in _fighter(frame, row, columns, best, width)]
    return [row(_heading(columns, numbers), theme.NOTE), *fighters]


def bar_rows(frame: Frame, battle: BattleView, width: int) -> list[Row]:
    """Return a bar for each clan while cards are turned, which then stand below the table.

    A point of strength has the same length from card to card, so that only what comes grows.
    """
    if battle.strip is not Strip.REVEAL or frame.size is Size.LIST:
        return []
    scale = max(1, (width - 10) // max(_POINTS, *(row.total for row in battle.rows)))
    each = min(scale, _POINT_MOST)
    rows = [BLANK]
    for one in battle.rows:
        style = theme.GOOD if one.winner else theme.RULE
        start: Line = (
            ("", "√ " if one.winner else "  "),
            frame.letter(one.seat),
            (frame.weight(one.seat), f" {one.total:>3} "),
        )
        old = (style, "▓" * (max(0, one.total - one.grown) * each))
        fresh = (theme.CALL, "▓" * (one.grown * each) + (f" {one.grown:+d}" if one.grown else ""))
        rows.append(((*start, old, fresh), ""))
    return rows


class _FighterColumns(Value):
    """Widths of names, figures and cards, of the strengths and of the total."""

    name: int
    figures: int
    card: int
    numbers: tuple[int, ...]
    total: int


def _shared_room(room: int, wanted: tuple[int, int, int]) -> tuple[int, int, int]:
    """Share columns among texts; while they do not fit, the widest wraps first."""
    found = list(wanted)
    while sum(found) > room and max(found) > _TEXT_LEAST:
        found[found.index(max(found))] -= 1
    return found[0], found[1], found[2]


def _heading(columns: _FighterColumns, numbers: tuple[str, ...]) -> str:
    who = pad(say("clan"), columns.name + 2)
    what = pad(say("figures"), columns.figures)
    parts = zip(numbers, columns.numbers, strict=True)
    strengths = "".join(f" {title:>{wide}}" for title, wide in parts)
    return f"  {who} {what}{strengths}  {pad(say('card'), columns.card)}  {say('total')}"


def _figure_rows(figures: str, width: int) -> tuple[str, ...]:
    """Wrap figures behind their plus signs, so that no word is broken."""
    if columns_of(figures) <= width:
        return (figures,)
    return tuple(wrap(figures.replace("+", "+ "), width))


def _fighter(
    frame: Frame, fighter: BattleRow, columns: _FighterColumns, best: int, width: int
) -> list[Row]:
    weight = frame.weight(fighter.seat)
    mark = "√" if fighter.winner else "►" if fighter.seat == frame.you else " "
    upgrades = f"{fighter.upgrade_strength:+d}" if fighter.upgrade_strength else "-"
    ship = str(fighter.ship_strength) if fighter.ship_strength else "-"
    strengths = (str(fighter.figure_strength), ship, upgrades)
    parts = zip(strengths, columns.numbers, strict=True)
    numbers = "".join(f" {text:>{wide}}" for text, wide in parts)
    names = wrap(frame.names.full(fighter.seat), columns.name) or ("",)
    figures = _figure_rows(fighter.figures, columns.figures)
    cards = wrap(fighter.card, columns.card) or ("",)
    texts = list(zip_longest(names, figures, cards, fillvalue=""))
    rows: list[Row] = []
    for number, (name, what, card) in enumerate(texts):
        text = f" {pad(name, columns.name)} {pad(what, columns.figures)}"
        text += numbers if not number else " " * len(numbers)
        text += f"  {pad(card, columns.card)}"
        start: Line = ((weight, "  "), ("", " "))
        if not number:
            start = ((weight, f"{mark} "), frame.letter(fighter.seat))
            text += f"  {fighter.total:>{columns.total}}"
        rows.append(((*start, (weight, text)), ""))
    room = min(_BAR_MOST, width - length(rows[0][0]) - 1)
    if room >= _BAR_LEAST and best > 0:
        bar = "▓" * max(0, fighter.total * room // best)
        style = theme.GOOD if fighter.winner else theme.RULE
        rows[0] = ((*rows[0][0], ("", " "), (style, bar)), "")
    return rows
