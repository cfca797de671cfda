"""The forms for opening and joining a table, drawn."""

from __future__ import annotations

from typing import Final

from client.lobby.connect_form import TYPED, ConnectForm, Field
from client.lobby.entry import Door
from client.style import theme
from client.text.catalogue import say
from client.ui.canvas import Canvas, Rect, wrap
from client.ui.cells import fit, pad

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
    Field.NAME: "What the others call you.",
    Field.RELAY: "HOST:PORT of a relay all can reach; empty: this machine is the relay.",
    Field.INVITATION: "Type or paste the line the host sent, then Enter.",
    Field.LAN: "Announced, the table is listed for everybody on this network.",
    Field.GO: "Enter opens the table and shows what your friends have to type.",
    None: "Enter joins this table. Everybody on this network sees it.",
}
"""A sentence on each row; None is a table in the list."""


def draw(form: ConnectForm, width: int, height: int) -> Canvas:
    """Draw the rows to fill in, and for joining the tables of this network."""
    canvas = Canvas(width, height)
    wide = min(width, _WIDEST)
    window = canvas.part(Rect((width - wide) // 2, 0, wide, height))
    top = 0 if height < _LOW else 1
    window.put(1, top, say(_TITLES[form.door]), theme.TITLE)
    about = say(_ABOUT[form.field]) if form.field in _ABOUT else ""
    told = wrap(form.message or about, max(1, wide - 2))[-3:]
    body = window.part(
        Rect(1, top + 1 + (height >= _LOW), wide - 2, max(0, height - top - 3 - len(told)))
    )
    _rows(body, form)
    style = theme.CALL if form.message else theme.NOTE
    for y, line in enumerate(told):
        window.put(1, height - 1 - len(told) + y, line, style)
    window.put(1, height - 1, fit(_keys(form), wide - 2), theme.KEYS)
    return canvas


def _rows(body: Canvas, form: ConnectForm) -> None:
    lines = [_field(form, field, body.width) for field in form.fields]
    if form.comes:
        lines += [
            f"{pad(fit(table.name, 24), 24)} {say('{seats} seats', seats=table.seats)}  "
            f"{table.invitation.routes[0].host}"
            + ("" if table.fits else "  " + say("(another version)"))
            for table in form.tables
        ]
    first = max(0, min(form.cursor - body.height // 2, len(lines) - body.height))
    heading = len(form.fields)
    y = 0
    for at, line in enumerate(lines[first:], first):
        if at == heading and y < body.height:
            body.put(0, y, say("Tables on this network"), theme.TITLE)
            y += 1
        current = at == form.cursor
        text = pad(fit(f"{'►' if current else ' '} {line}", body.width), body.width)
        body.put(0, y, text, theme.CURSOR if current else "")
        y += 1
    if form.comes and not form.tables and y < body.height:
        empty = say("Looking for tables on this network …")
        for line in wrap(form.trouble or empty, max(1, body.width - 2)):
            body.put(2, y, line, theme.NOTE)
            y += 1


def _field(form: ConnectForm, field: Field, width: int) -> str:
    match field:
        case Field.GO:
            return say("Open the table")
        case Field.SEATS:
            shown = f"← {form.seats} →"
        case Field.BOTS:
            shown = f"← {form.bots} →"
        case Field.LEVEL:
            shown = f"← {form.level} →"
        case Field.LAN:
            yes = say("yes, everybody on it can come in") if form.lan else say("no")
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
    return text[-max(1, room) :]


def _keys(form: ConnectForm) -> str:
    if form.field in TYPED:
        return say("type or paste  ↑↓ move  Enter go on  Esc back")
    return say("↑↓ move  ←→ change  Enter choose  Esc back")
