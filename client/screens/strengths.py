"""The table of a battle as rows: strengths by source, the verdict, the fates."""

from __future__ import annotations

from typing import Final

from client.screens.frame import Frame
from client.screens.rows import BLANK, Row, line_rows, row
from client.style import theme
from client.text.battle_outcome import Fate
from client.text.catalogue import say, say_as
from client.text.names import place_name, token_name
from client.ui.canvas import Line, Span, length
from client.ui.cells import fit, pad, pad_name
from client.ui.layout import Size
from client.ui.view import BattleRow, BattleView, Strip

_BAR_MOST: Final = 12
_BAR_LEAST: Final = 3
_NAME_MOST: Final = 10
_FIGURES_LEAST: Final = 10
_NUMBERS: Final = 24
"""Columns of the three strengths, the gap and the total."""
_STRIP: Final = {
    Strip.CALL: "1 call",
    Strip.CHOOSE: "2 choose",
    Strip.REVEAL: "3 reveal",
    Strip.RESULT: "4 result",
}


def battle_rows(frame: Frame, battle: BattleView, width: int) -> list[Row]:
    """Return the strengths and the events of a battle; blank rows may be left out."""
    return [*head_rows(frame, battle, width), *event_rows(frame, battle, width)]


def head_rows(frame: Frame, battle: BattleView, width: int) -> list[Row]:
    """Return the pillager and the reward, the steps, and the table of strengths."""
    rows: list[Row] = []
    if frame.size is not Size.LIST:
        rows = [(_stakes(frame, battle, width), ""), (_strip(battle), ""), BLANK]
    return rows + table_rows(frame, battle, width)


def event_rows(frame: Frame, battle: BattleView, width: int) -> list[Row]:
    """Return the verdict, the real or predicted fates, and the events before."""
    return [
        *verdict_rows(battle, width),
        *fate_rows(frame, battle, width),
        *effect_rows(battle, width),
        *rest_rows(battle, width),
    ]


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
    head = say("Result:") if battle.strip is Strip.RESULT else say("If nothing else is played:")
    line: Line = ((theme.TITLE, head), ("", f" {first}"))
    rows = [BLANK, *line_rows(line, width, 1)]
    for text in others:
        rows += line_rows(((theme.YOU, f" {text}"),), width, 1)
    return rows


def fate_rows(frame: Frame, battle: BattleView, width: int, *, cut: bool = False) -> list[Row]:
    """Return a row for each clan: its result, dead, Glory and card; `cut` keeps it to one row."""
    if not battle.fates:
        return []
    names = max(len(frame.names.full(fate.seat)) for fate in battle.fates)
    words = max(len(_word(fate)) for fate in battle.fates)
    rows: list[Row] = []
    for fate in battle.fates:
        weight = frame.weight(fate.seat)
        mark = "√" if fate.wins else "►" if fate.seat == frame.you else " "
        name = pad_name(frame.names.full(fate.seat), min(_NAME_MOST, names))
        start: Line = (
            (weight, f"{mark} "),
            frame.letter(fate.seat),
            (weight, f" {name} "),
            (theme.GOOD if fate.wins else weight, pad(_word(fate), words)),
            (weight, "  "),
        )
        results = "; ".join(fate.results)
        indent = length(start)
        if cut:
            rows.append(((*start, (weight, fit(results, width - indent))), ""))
        else:
            rows += line_rows((*start, (weight, results)), width, indent)
    return rows


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
    spans: list[Span] = []
    for step in _STRIP:
        if spans:
            spans.append((theme.RULE, " ─► "))
        text = say(_STRIP[step])
        now = step is battle.strip
        spans.append((theme.CALL, f"[{text}]") if now else (theme.NOTE, text))
    return tuple(spans)


# ------------------------------------------------------------------------ the table


def table_rows(frame: Frame, battle: BattleView, width: int) -> list[Row]:
    """Return a row for each clan: figures, strength by source, card, total, and a bar."""
    name = min(_NAME_MOST, max(len(frame.names.full(row.seat)) for row in battle.rows))
    card = max(4, *(len(row.card) for row in battle.rows))
    longest = max(len(row.figures) for row in battle.rows)
    figures = min(max(longest, len(say("figures"))), width - name - card - _NUMBERS - 5)
    if figures < min(longest, _FIGURES_LEAST):
        figures = 0
    card = min(card, width - name - figures - _NUMBERS - 5)
    columns = (name, figures, max(4, card))
    best = max(row.total for row in battle.rows)
    fighters = ((_fighter(frame, one, columns, best, width), "") for one in battle.rows)
    return [row(_heading(*columns), theme.NOTE), *fighters]


def _heading(name: int, figures: int, card: int) -> str:
    who = pad(say("clan"), name + 2)
    what = pad(say("figures"), figures) + " " if figures else ""
    ship = say_as("column", "ship")
    numbers = f"{fit(say('STR'), 4):>4}{fit(ship, 4):>5}{fit(say('upgr'), 4):>5}"
    return f"  {who} {what}{numbers}  {pad(say('card'), card)}  {say('total')}"


def _fighter(
    frame: Frame, row: BattleRow, columns: tuple[int, int, int], best: int, width: int
) -> Line:
    name, figures, card = columns
    weight = frame.weight(row.seat)
    mark = "√" if row.winner else "►" if row.seat == frame.you else " "
    what = pad(row.figures, figures) + " " if figures else ""
    upgrades = f"{row.upgrade_strength:+d}" if row.upgrade_strength else "-"
    ship = str(row.ship_strength) if row.ship_strength else "-"
    numbers = f"{row.figure_strength:>4}{ship:>5}{upgrades:>5}"
    who = pad_name(frame.names.full(row.seat), name)
    text = f" {who} {what}{numbers}  {pad(row.card, card)}  {row.total:>5}"
    line: Line = ((weight, f"{mark} "), frame.letter(row.seat), (weight, text))
    room = min(_BAR_MOST, width - length(line) - 1)
    if room < _BAR_LEAST or best <= 0:
        return line
    bar = "▓" * max(0, row.total * room // best)
    return (*line, ("", " "), (theme.GOOD if row.winner else theme.RULE, bar))
