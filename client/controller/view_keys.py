"""How a viewer looks at the board: as a map or as a table, with larger or smaller panes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from client.controller.table_model import TableModel
from client.presenter import overlays
from client.prompts.spatial import step, step_row
from client.text.board_matrix import ROWS
from client.text.catalogue import say
from client.ui.layout import AS_USUAL, ZOOM_MOST, Size, Zoom, layout, size_of
from client.ui.view import OverlayKind, Pane
from engine.board import PLACES
from engine.terms import Place

VIEW_KEYS: Final = ("f3", "+", "-", "0")


def next_place(model: TableModel, arrow: str) -> Place:
    """Where an arrow leads from the place looked at: on the map ahead, in the table a row on."""
    if model.table_shown:
        return step_row(model.place_now, arrow, ROWS, ROWS)
    return step(model.place_now, arrow, PLACES)


def change_view(model: TableModel, key: str, *, covered: bool) -> None:
    """What a key of `VIEW_KEYS` does; `covered` says that a battle or the draft hides the board."""
    if key == "f3":
        turn_table(model, covered=covered)
    else:
        zoom(model, key)


def turn_table(model: TableModel, *, covered: bool) -> None:
    """From the map to the table and back; where a battle or the draft lies over it, open it.

    A screen too small for a map shows the table as a sheet.
    """
    if size_of(*model.size) is Size.LIST:
        model.overlay = overlays.from_view(OverlayKind.TABLE)
        return
    hidden = covered and not model.board
    model.table_shown = hidden or not model.table_shown
    if hidden:
        model.board = True
        model.pane = Pane.MAP


def zoom(model: TableModel, key: str) -> None:
    """Make the pane that has the keys larger or smaller; 0 makes all as large as usual."""
    if key == "0":
        model.zoom = AS_USUAL
        return
    wanted = zoomed(model.zoom, model.pane, 1 if key == "+" else -1)
    if layout(*model.size, zoom=wanted) == layout(*model.size, zoom=model.zoom):
        model.message = say("No further on this screen; 0 makes all as usual.")
    else:
        model.zoom = wanted


def zoomed(now: Zoom, pane: Pane, step_by: int) -> Zoom:
    """One pane a step larger or smaller."""
    match pane:
        case Pane.ACTIONS:
            return replace(now, actions=_limited(now.actions + step_by))
        case Pane.HAND:
            return replace(now, hand=_limited(now.hand + step_by))
        case Pane.LOG:
            return replace(now, log=_limited(now.log + step_by))
        case Pane.MAP:
            return replace(now, map=_limited(now.map + step_by))


def _limited(steps: int) -> int:
    return max(-ZOOM_MOST, min(ZOOM_MOST, steps))
