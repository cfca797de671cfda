"""Keys once a game is over: through its time, to its board and cards, on to the next one."""

from __future__ import annotations

from typing import Final

from client.controller.requests import Pressed, Wish
from client.controller.table_model import TableModel
from client.presenter import overlays
from client.ui.view import OverlayKind

_WISHES: Final = {"y": Wish.COPY, "s": Wish.SAVE, "r": Wish.REPLAY}


def press_at_end(model: TableModel, key: str) -> Pressed | None:
    """What a key means at the end; None where it means what it always does."""
    if key in ("enter", "q"):
        ask_what_next(model, leave=key == "q")
        return Pressed()
    if key == "n" and model.again_told:
        return Pressed(wish=Wish.AGAIN)
    return None if model.board else _on_result(model, key)


def _on_result(model: TableModel, key: str) -> Pressed | None:
    last = model.story.chronicle.length
    at = last if model.end_cursor is None else model.end_cursor
    moves = {"left": -1, "right": 1, "pageup": -overlays.PAGE, "pagedown": overlays.PAGE}
    moves |= {"home": -last, "end": last}
    if key in moves:
        model.end_cursor = max(0, min(last, at + moves[key]))
        return Pressed()
    if key == "c":
        model.sheet = overlays.plain(overlays.from_view(OverlayKind.DRAFTED))
        return Pressed(wish=Wish.RETELL)
    return Pressed(wish=_WISHES[key]) if key in _WISHES else None


def ask_what_next(model: TableModel, *, leave: bool) -> None:
    """Open the sheet with the ways on from here; Enter once more plays again, or leaves."""
    model.sheet = overlays.plain(overlays.over_sheet(model.again_told, leave=leave))


def wish_at_end(model: TableModel, row: int) -> Wish:
    """What a row of that sheet stands for."""
    wishes = (Wish.NOTHING, Wish.AGAIN, Wish.LEAVE)
    return wishes[row] if model.again_told else (Wish.NOTHING, Wish.LEAVE)[row]
