"""What the signs of the map and of the tables mean, for the end of the help."""

from __future__ import annotations

from typing import Final

from client.screens.items import Row
from client.style import theme
from client.text.catalogue import say
from client.ui.canvas import Line, pad, wrap, wrapped

SIGNS: Final = (
    ("W2Lt:7", "Wolf: 2 Warriors, the Leader, a monster with t; strength 7"),
    ("W R B S M", "Wolf, Raven, Bear, Serpent, Ram"),
    ("≈W▲≈ ≈--≈", "a fjord with a ship of the Wolf, and an empty one"),
    ("●Rage 4/5v", "a pillage raises Rage; 4 of 5 villages are taken"),
    ("○done", "pillaged in this Age"),
    ("!II", "falls in the Ragnarök of Age II"),
    ("[7] ►7 ═7═", "under the cursor; may be chosen; battle here"),
    ("rage 5/8", "5 Rage left of a stat of 8; -/8 has passed"),
    ("ax 4", "Axes: Glory for a battle won"),
    ("horn 6/7", "6 figures on the board, 7 are allowed"),
    ("H Q V", "cards in hand, quests face down, figures in Valhalla"),
    ("► ●", "you; somebody who is waited for"),
    ("○ ●net 4/5", "a line that is down; 4 of 5 people are there"),
    ("z  S1:1z", "away: the others go on, and its defaults are played"),
    ("~", "in the log: void, the others had gone on another way"),
    ("ok no 2/4", "a quest if it were judged now: completed, failed, 2 of 4"),
    ("2R 5Gl", "costs 2 Rage; pays 5 Glory"),
)
_COLUMN: Final = 12


def sign_rows(width: int) -> list[Row]:
    """A heading, and every sign with what it means."""
    rows: list[Row] = [((), ""), (((theme.TITLE, say("SIGNS")),), "")]
    for sign, text in SIGNS:
        line: Line = ((theme.TITLE, f" {pad(sign, _COLUMN)}"), ("", say(text)))
        rows += [(row, "") for row in wrapped(line, width, _COLUMN + 1)]
    text = say("Neighbours lie left, right, above, below; Yggdrasil touches all eight.")
    return [*rows, *((((theme.NOTE, f" {row}"),), "") for row in wrap(text, width - 1))]
