"""The forms for opening and joining a table, drawn."""

from __future__ import annotations

from typing import Final

from client.lobby.connect_form import TYPED, ConnectForm, Field
from client.lobby.entry import Door
from client.online.lan import LanState, LanTable
from client.screens.rows import Row, draw_rows, row
from client.style import theme
from client.text.bot_levels import level_told
from client.text.catalogue import say
from client.ui.canvas import Canvas, Rect, wrap
from client.ui.cells import ending, fit, pad
from client.ui.right_to_left_canvas import new_canvas

_WIDEST: Final = 76
_LOW: Final = 16
_LABEL: Final = 12
_TITLES: Final = {
    Door.OPEN: "Open a table",
    Door.JOIN: "Join a table",
    Door.WATCH: "Watch a table",
}
_LABELS: Final = {
    Field.NAME: "your name",
    Field.SEATS: "seats",
    Field.BOTS: "your bots",
    Field.LEVEL: "level",
    Field.LAN: "this network",
    Field.RELAY: "relay",
    Field.INVITATION: "invitation",
}
_ABOUT: Final = {
    Field.NAME: "Your name at the table.",
    Field.RELAY: (
        "HOST or HOST:PORT of a relay everyone can reach. Empty: this machine is the relay."
    ),
    Field.INVITATION: "Type or paste the invitation from the host, then press Enter.",
    Field.LAN: "An announced table is listed for everyone on this network.",
    Field.GO: "Enter opens the table and shows the invitation for your friends.",
}
"""A sentence on each row."""


def draw(form: ConnectForm, width: int, height: int) -> Canvas:
    """Draw the rows to fill in, and for joining the tables of this network."""
    canvas = new_canvas(width, height)
    wide = min(width, _WIDEST)
    window = canvas.part(Rect((width - wide) // 2, 0, wide, height))
    top = 0 if height < _LOW else 1
    window.put(1, top, say(_TITLES[form.door]), theme.TITLE)
    about = _about(form)
    # All of it: how a long sentence begins is what happened, how it ends what to do.
    told = wrap(form.message or about, max(1, wide - 2))[: max(3, height // 2)]
    body = window.part(
        Rect(1, top + 1 + (height >= _LOW), wide - 2, max(0, height - top - 3 - len(told)))
    )
    _rows(body, form)
    style = theme.CALL if form.message else theme.NOTE
    for y, line in enumerate(told):
        window.put(1, height - 1 - len(told) + y, line, style)
    window.put(1, height - 1, fit(_keys(form), wide - 2), theme.KEYS)
    return canvas


def _about(form: ConnectForm) -> str:
    """Return the sentence on the row of the cursor."""
    if form.field in _ABOUT:
        return say(_ABOUT[form.field])
    if form.table is None:
        return ""
    if form.door is Door.WATCH:
        return say("Enter watches this table. Everyone on this network can see it.")
    return say("Enter joins this table. Everyone on this network can see it.")


def _rows(body: Canvas, form: ConnectForm) -> None:
    lines = [_field(form, field, body.width) for field in form.fields]
    lines += map(_listed, form.tables) if form.comes else ()
    rows = [_line(line, body.width, current=at == form.cursor) for at, line in enumerate(lines)]
    cursor = form.cursor
    if form.comes:
        above = len(form.fields)
        rows.insert(above, row(say("Tables on this network"), theme.TITLE))
        cursor += form.cursor >= above
        if not form.tables:
            told = form.trouble or say("Looking for tables on this network …")
            rows += [row(f"  {line}", theme.NOTE) for line in wrap(told, max(1, body.width - 2))]
    draw_rows(body, rows, cursor)


def _line(text: str, width: int, *, current: bool) -> Row:
    mark = "►" if current else " "
    shown = fit(f"{mark} {text}", width - 1)
    return row(pad(shown, width), theme.CURSOR) if current else row(shown)


def _listed(table: LanTable) -> str:
    """Return the row of a table in the list."""
    seats = say("{seats} seats", seats=table.seats)
    told = [f"{pad(fit(table.name, 24), 24)} {seats}", table.invitation.routes[0].host]
    if table.state is LanState.BEGUN:
        told.append(say("(in play)"))
    if not table.fits:
        told.append(say("(another version)"))
    return "  ".join(told)


def _field(form: ConnectForm, field: Field, width: int) -> str:
    match field:
        case Field.GO:
            return say("Open the table")
        case Field.SEATS:
            shown = f"← {form.seats} →"
        case Field.BOTS:
            shown = f"← {form.bots} →"
        case Field.LEVEL:
            shown = f"← {form.level} →  {level_told(form.level)}"
        case Field.LAN:
            yes = say("yes, anyone on it can join") if form.lan else say("no")
            shown = f"← {yes} →"
        case _:
            shown = _text(form, field, width - 3 - _LABEL)
    return f"{pad(say(_LABELS[field]), _LABEL)} {shown}"


def _text(form: ConnectForm, field: Field, room: int) -> str:
    text = form.texts[field]
    if field is form.field:
        text += "_"
    elif field is Field.RELAY and not text:
        text = say("your own, on this machine")
    return ending(text, max(1, room))


def _keys(form: ConnectForm) -> str:
    if form.field in TYPED:
        return say("type or paste  ↑↓ move  Enter continue  Esc back")
    return say("↑↓ move  ←→ change  Enter choose  Esc back")
