"""Drawing the lobby."""

from __future__ import annotations

from client import theme
from client.canvas import Canvas, Rect, fit, pad, wrap
from client.hall.rulings import option_rows
from client.hall.view import HallPane, HallView, SeatRow
from client.text.catalogue import say
from client.theme import ASCII_GLYPHS, Glyphs, Look

_LOW = 20
_NARROW = 60
_SEATS_HEIGHT = 9


def draw(view: HallView, width: int, height: int, look: Look) -> Canvas:
    """The lobby at a size; the least important panes go first when it is small."""
    canvas = Canvas(width, height)
    canvas.fill(Rect(0, 0, width, 1), style=theme.BAR)
    canvas.put(1, 0, say("LOBBY"), f"{theme.BAR} {theme.TITLE}")
    canvas.put(max(8, width - len(view.link) - 1), 0, view.link, theme.BAR)
    body = Rect(0, 1, width, max(0, height - 3))
    _panes(canvas, view, body)
    canvas.put(1, height - 2, fit(_prompt(view), width - 2), theme.CALL)
    canvas.put(0, height - 1, fit(_keys(view), width), theme.KEYS)
    if look.glyphs is Glyphs.ASCII:
        canvas.translate(ASCII_GLYPHS)
    return canvas


def _panes(canvas: Canvas, view: HallView, body: Rect) -> None:
    if body.width < _NARROW or body.height < _LOW - 3:
        half = max(4, min(_SEATS_HEIGHT, body.height // 2))
        _seats(canvas, view, Rect(body.x, body.y, body.width, half))
        rest = Rect(body.x, body.y + half, body.width, body.height - half)
        if view.pane is HallPane.RULES:
            _rules(canvas, view, rest)
        elif view.pane is HallPane.CHAT:
            _chat(canvas, view, rest)
        else:
            _invite(canvas, view, rest)
        return
    left = body.width // 2
    _seats(canvas, view, Rect(0, body.y, left, _SEATS_HEIGHT))
    _invite(canvas, view, Rect(left, body.y, body.width - left, _SEATS_HEIGHT))
    below = body.y + _SEATS_HEIGHT
    height = body.height - _SEATS_HEIGHT
    _rules(canvas, view, Rect(0, below, left, height))
    _chat(canvas, view, Rect(left, below, body.width - left, height))


def _frame(canvas: Canvas, rect: Rect, title: str, *, focus: bool) -> Canvas:
    canvas.frame(rect, theme.RULE)
    shown = f"[{title}]" if focus else f" {title} "
    canvas.put(rect.x + 2, rect.y, shown, theme.FOCUS if focus else theme.TITLE)
    return canvas.part(Rect(rect.x + 1, rect.y + 1, rect.width - 2, rect.height - 2))


def _seats(canvas: Canvas, view: HallView, rect: Rect) -> None:
    focus = view.pane is HallPane.SEATS
    title = say("Seats {taken} of {seats}", taken=len(view.rows), seats=view.seats)
    window = _frame(canvas, rect, title, focus=focus)
    for y in range(view.seats):
        row = view.rows[y] if y < len(view.rows) else None
        current = focus and y == view.cursor
        text = _seat_text(y, row, window.width)
        mark = "►" if current else " "
        style = theme.CURSOR if current else theme.YOU if row and row.is_you else ""
        window.put(0, y, pad(f"{mark}{text}", window.width), style)
    if view.rows and view.seats <= window.height - 1:
        at = min(view.cursor, len(view.rows) - 1)
        chosen = view.rows[at]
        window.put(0, window.height - 1, fit(_about(chosen), window.width), theme.NOTE)


def _seat_text(number: int, row: SeatRow | None, width: int) -> str:
    if row is None:
        return f"{number + 1} " + say("(open)")
    ready = "√" if row.ready else "…"
    kind = say("you") if row.is_you else say("bot") if row.is_bot else ""
    if row.is_host:
        kind = say("{kind} host", kind=kind).strip()
    strange = "!" if row.strange else " "
    room = max(4, width - 15)
    return f"{number + 1}{strange}{pad(fit(row.name, room), room)} {ready} {kind}"


def _about(row: SeatRow) -> str:
    key = say("key {fingerprint}", fingerprint=row.fingerprint)
    if row.strange:
        return say("! {name} had another key before; {key}", name=row.name, key=key)
    return key


def _invite(canvas: Canvas, view: HallView, rect: Rect) -> None:
    window = _frame(canvas, rect, say("Invite"), focus=False)
    lines: list[str] = []
    if view.is_host:
        lines.append(say("Friends run: bloodrage join"))
        lines += [
            view.invitation[at : at + window.width]
            for at in range(0, len(view.invitation), max(1, window.width))
        ]
        if view.open_lan:
            lines += wrap(
                say("Announced on this network: everybody on it can come in."), window.width
            )
        else:
            lines += wrap(say("y copies the command."), window.width)
    else:
        lines += wrap(say("The host starts when all seats are taken and ready."), window.width)
    for y, line in enumerate(lines[: window.height]):
        window.put(0, y, line)


def _rules(canvas: Canvas, view: HallView, rect: Rect) -> None:
    focus = view.pane is HallPane.RULES
    window = _frame(canvas, rect, say("Rules of this table"), focus=focus)
    if view.options is None:
        window.put(0, 0, say("not known yet"), theme.NOTE)
        return
    for y, (name, value) in enumerate(option_rows(view.options)[: window.height]):
        current = focus and y == view.cursor
        shown = f"← {value} →" if current and view.is_host else value
        room = max(8, window.width - len(shown) - 3)
        mark = "►" if current else " "
        text = f"{mark}{pad(fit(name, room), room)} {shown}"
        window.put(0, y, pad(text, window.width), theme.CURSOR if current else "")
    seconds = f"{view.late_window / 1000:g} s"
    late = say("Late cards: every answer leaves after {seconds}", seconds=seconds)
    below = len(option_rows(view.options))
    if window.height > below:
        window.put(0, below, fit(" " + late, window.width), theme.NOTE)


def _chat(canvas: Canvas, view: HallView, rect: Rect) -> None:
    focus = view.pane is HallPane.CHAT
    window = _frame(canvas, rect, say("Chat"), focus=focus)
    room = window.height - 1
    lines: list[str] = []
    for name, text in view.chat:
        lines += wrap(f"{name}: {text}", window.width)
    for y, line in enumerate(lines[-room:] if room > 0 else []):
        window.put(0, y, line)
    if window.height > 0:
        cursor = "_" if focus else ""
        typed = f"> {view.typed}{cursor}"
        window.put(0, window.height - 1, typed[-window.width :], theme.YOU if focus else theme.NOTE)


def _prompt(view: HallView) -> str:
    if view.message:
        return view.message
    missing = view.seats - len(view.rows)
    if missing > 0:
        if view.is_host:
            return say("Waiting for {count} more; b gives a seat to a bot.", count=missing)
        return say("Waiting for {count} more.", count=missing)
    unready = [row.name for row in view.rows if not row.ready]
    if unready:
        mine = any(row.is_you and not row.ready for row in view.rows)
        if mine:
            return say("Look at the rules, then Enter says that you are ready.")
        return say("Waiting for {names} to be ready.", names=", ".join(unready))
    return say("All are ready: Enter starts the game.") if view.is_host else say("All are ready.")


def _keys(view: HallView) -> str:
    if view.pane is HallPane.CHAT:
        return say("type and Enter to say it  Tab next pane  Esc back to the seats  ^Q leave")
    if view.is_host:
        return say(
            "Enter start  ↑↓ move  ←→ change  b bot  k put out  +- seats  y copy  t chat  ^Q leave"
        )
    return say("Enter ready or not  ↑↓ move  Tab next pane  t chat  ^Q leave")
