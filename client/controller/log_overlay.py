"""Keys of the log overlay: a cursor on its lines, filters, a search, and details of a line.

The cursor counts the lines that pass the filter. At the end it follows the log; moved away it stays
on its line, and the foot of the overlay counts the lines that came since. Lines that are void
because the table went back stay, marked, but their battle cannot be opened any more.
"""

from __future__ import annotations

from typing import Final

from client.controller.table_model import TableModel
from client.presenter import overlays
from client.text.catalogue import say
from client.text.log_filters import LogKind, LogLook, chosen, matches
from client.text.log_line import LogLine
from client.ui.list_keys import edited, following, moved
from client.ui.view import Overlay
from engine.cards import CARDS
from engine.cards.model import faces_of
from engine.terms import Seat
from engine.values import replace

FOLLOWS: Final = 1_000_000
"""The cursor of a log that follows new lines."""


def open_log(model: TableModel, line: int | None = None) -> None:
    """Open the log at its end, or with the cursor on a line of it."""
    look = LogLook(seen=len(model.shown.log))
    at = FOLLOWS if line is None or line >= len(model.shown.log) - 1 else max(0, line)
    _show(model, look, at)


def _show(model: TableModel, look: LogLook, cursor: int) -> None:
    model.display.open(overlays.log_overlay(model.shown.names, look, cursor))


def press_log(model: TableModel, overlay: Overlay, key: str) -> bool:
    """Handle a key in the log; whether it meant something there."""
    look = overlay.look
    assert look is not None
    if look.typing:
        _type(model, overlay, look, key)
    elif key == "f":
        kind = following(tuple(LogKind), look.kind)
        _filter(model, overlay, look, replace(look, kind=kind))
    elif key == "c":
        seats = (None, *map(Seat, range(model.shown.state.players)))
        _filter(model, overlay, look, replace(look, seat=following(seats, look.seat)))
    elif key == "/":
        _show(model, replace(look, typing=True, words=""), overlay.cursor)
    elif key in ("n", "N") and look.words:
        _find(model, overlay, look, -1 if key == "n" else 1)
    elif key in ("enter", "v"):
        _read(model, overlay, look, whole=key == "enter")
    elif key == "escape" and look.words:
        _show(model, replace(look, words=""), overlay.cursor)
    else:
        return _move(model, overlay, look, key)
    return True


# ------------------------------------------------------------------ moving


def _at(count: int, cursor: int) -> int:
    """Return the position of the cursor among `count` lines."""
    return max(0, min(count - 1, cursor))


def _move(model: TableModel, overlay: Overlay, look: LogLook, key: str) -> bool:
    """Move the cursor; whether the key does that."""
    count = len(chosen(model.shown.log, look))
    at = moved(_at(count, overlay.cursor), key, count - 1)
    if at is None:
        return False
    if overlay.cursor >= count - 1:
        look = replace(look, seen=len(model.shown.log))
    _go(model, look, at, count)
    return True


def _go(model: TableModel, look: LogLook, at: int, count: int) -> None:
    """Put the cursor on a line; at the last one the log follows again, and all is seen."""
    if at >= count - 1:
        look, at = replace(look, seen=len(model.shown.log)), FOLLOWS
    _show(model, look, at)


def _filter(model: TableModel, overlay: Overlay, look: LogLook, after: LogLook) -> None:
    """Filter the lines; the cursor stays at its place in the game."""
    before = chosen(model.shown.log, look)
    found = chosen(model.shown.log, after)
    if overlay.cursor >= len(before) - 1:
        _go(model, after, FOLLOWS, len(found))
        return
    line = before[_at(len(before), overlay.cursor)]
    _go(model, after, sum(number < line for number in found), len(found))


# ------------------------------------------------------------------ searching


def _type(model: TableModel, overlay: Overlay, look: LogLook, key: str) -> None:
    if key == "enter":
        done = replace(look, typing=False)
        _show(model, done, overlay.cursor)
        _find(model, overlay, done, -1, here=True)
        return
    if key == "escape":
        look = replace(look, typing=False, words="")
    else:
        text = edited(look.words, key)
        look = replace(look, words=look.words if text is None else text)
    _show(model, look, overlay.cursor)


def _find(
    model: TableModel, overlay: Overlay, look: LogLook, way: int, *, here: bool = False
) -> None:
    """Go to the next line with the words, older ones first, and around the end."""
    numbers = chosen(model.shown.log, look)
    found = matches(model.shown.log, numbers, look.words)
    if not found:
        if look.words.split():
            model.display.notify(say("No line of the log matches."))
        return
    at = _at(len(numbers), overlay.cursor)
    if way < 0:
        older = [one for one in found if one < at or (here and one == at)]
        target = older[-1] if older else found[-1]
    else:
        target = next((one for one in found if one > at), found[0])
    _go(model, look, target, len(numbers))
    place = found.index(target) + 1
    model.display.notify(say("Found {number} of {count}.", number=place, count=len(found)))


# ------------------------------------------------------------------ reading


def _read(model: TableModel, overlay: Overlay, look: LogLook, *, whole: bool) -> None:
    """Open the details of the line under the cursor: its battle, cards, place or clan."""
    numbers = chosen(model.shown.log, look)
    if not numbers:
        return
    line = model.shown.log[numbers[_at(len(numbers), overlay.cursor)]]
    opened = _behind(model, line, overlay, whole=whole)
    if opened is None:
        model.display.notify(say("There is no more about this line."))
    else:
        model.display.open(opened)


def read_line(model: TableModel, number: int) -> None:
    """Open the details of a line of the log, over nothing else."""
    opened = _behind(model, model.shown.log[number], None, whole=False)
    if opened is None:
        model.display.notify(say("There is no more about this line."))
    else:
        model.display.open(opened)


def read_news(model: TableModel) -> None:
    """Open the newest card that others played, else the newest line with anything behind it."""
    number = model.shown.news_line
    for at in range(len(model.shown.log) - 1, -1, -1) if number is None else (number,):
        opened = _behind(model, model.shown.log[at], None, whole=False)
        if opened is not None:
            model.display.open(opened)
            return
    model.display.notify(say("Nothing has happened yet."))


def _behind(
    model: TableModel, line: LogLine, below: Overlay | None, *, whole: bool
) -> Overlay | None:
    steps = () if line.void else model.shown.story.battles.steps(line.battle)
    if steps and (whole or not line.cards):
        return overlays.battle_overlay(steps, len(steps) - 1, below)
    if line.cards:
        faces = tuple(face for card in line.cards for face in faces_of(CARDS[card]))
        return overlays.card_overlay(faces, below=below)
    context = model.context
    if line.place is not None:
        return replace(overlays.place_overlay(context, line.place), below=below)
    return None if line.seat is None else overlays.clan_overlay(context, line.seat, below)
