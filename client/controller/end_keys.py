"""Keys once a game is over: through its time, to its board and cards, on to the next one."""

from __future__ import annotations

from typing import Final

from client.controller.requests import Pressed, Request
from client.controller.table_model import TableModel
from client.presenter import overlays
from client.ui.view import OverlayKind

_REQUESTS: Final = {"y": Request.COPY, "s": Request.SAVE, "r": Request.REPLAY}


def press_at_end(model: TableModel, key: str) -> Pressed | None:
    """What a key means at the end; None where it means what it always does."""
    if key in ("enter", "q"):
        ask_what_next(model, leave=key == "q")
        return Pressed()
    if key == "n" and model.again_told:
        return Pressed(request=Request.AGAIN)
    return None if model.board else _on_result(model, key)


def _on_result(model: TableModel, key: str) -> Pressed | None:
    last = model.story.summary.length
    at = last if model.end_cursor is None else model.end_cursor
    moves = {"left": -1, "right": 1, "pageup": -overlays.PAGE, "pagedown": overlays.PAGE}
    moves |= {"home": -last, "end": last}
    if key in moves:
        model.end_cursor = max(0, min(last, at + moves[key]))
        return Pressed()
    if key == "c":
        model.overlay = overlays.from_view(OverlayKind.DRAFTED)
        return Pressed(request=Request.RETELL)
    return Pressed(request=_REQUESTS[key]) if key in _REQUESTS else None


def ask_what_next(model: TableModel, *, leave: bool) -> None:
    """Open the sheet with the ways on from here; Enter once more plays again, or leaves."""
    model.overlay = overlays.end_overlay(model.again_told, leave=leave)


def request_at_end(model: TableModel, row: int) -> Request:
    """What a row of that sheet stands for."""
    requests = (Request.NOTHING, Request.AGAIN, Request.LEAVE)
    return requests[row] if model.again_told else (Request.NOTHING, Request.LEAVE)[row]
