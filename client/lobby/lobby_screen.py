"""The screen of the lobby, drawn from one value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from client.lobby.lobby_help import help_rows
from client.lobby.rules_pane import draw_terms
from client.lobby.terms_form import quorum_told, term_rows
from client.online.lobby_room import SILENT_SECONDS
from client.screens.rows import Row, draw_rows, row
from client.style import theme
from client.text.catalogue import listed, say
from client.ui.canvas import Canvas, Rect, wrap
from client.ui.cells import columns_of, ending, fit, pad, pad_name
from client.ui.right_to_left_canvas import new_canvas
from engine.values import Value
from protocol.charter import Charter, Hello
from protocol.wire.lookalikes import told_apart

_LOW = 17
_NARROW = 72
_SEATS_HEIGHT = 10
_ROOM_TO_INVITE = 9
_AROUND_LONG = 3
"""Rows for a frame, and for a key in one line."""
_AROUND_SHORT = 5
"""Rows for a frame, for a key in two lines, and for a warning."""
_CHAT_HEIGHT = 6
_UNANSWERED = 4
_LOST = 30
_KEY = 7
_LINE_ROWS = 4
_PIECES = re.compile(r"[^,]+?(?:,|(?=/[^/,]*$)|$)")


class LobbyPane(StrEnum):
    """The pane that takes the keys; the help covers the others."""

    SEATS = "seats"
    RULES = "rules"
    CHAT = "chat"
    HELP = "help"


class SeatRow(Value):
    """A seat and its player.

    `strange` says that this name was met before with another key, `is_silent` that nothing is
    heard of this guest.
    """

    name: str
    fingerprint: str
    ready: bool
    is_you: bool
    is_host: bool
    is_bot: bool
    strange: bool
    is_silent: bool = False


class LobbyView(Value):
    """The visible content of the lobby.

    `link` is the state of the relay, `silent` the seconds since the host was heard (None for the
    host), `reach` says on what networks friends can reach the table, and whether it is announced.
    `unsigned` are the names that a start waits for, `away` the seconds since the guest that is
    silent for longest was heard.
    """

    is_host: bool
    seats: int
    rows: tuple[SeatRow, ...]
    terms: Charter | None
    line: str
    link: str
    silent: float | None
    reach: tuple[str, ...]
    chat: tuple[tuple[str, str], ...]
    message: str
    pane: LobbyPane
    cursor: int
    typed: str
    may_start: bool
    is_starting: bool = False
    unsigned: tuple[str, ...] = ()
    away: int = 0


def shown_names(hellos: Sequence[Hello]) -> dict[bytes, str]:
    """Return the players' names as they are shown, by identity, in the order of the roster."""
    names = told_apart(tuple(one.name for one in hellos))
    return dict(zip((one.identity for one in hellos), names, strict=True))


def draw(view: LobbyView, width: int, height: int) -> Canvas:
    """Draw the lobby at a size; the least important panes go first when it is small."""
    canvas = new_canvas(width, height)
    canvas.fill(Rect(0, 0, width, 1), style=theme.BAR)
    canvas.put(1, 0, say("LOBBY"), f"{theme.BAR} {theme.TITLE}")
    canvas.put(max(8, width - columns_of(view.link) - 1), 0, view.link, theme.BAR)
    invitation = _invitation(view, width)
    top = 1 + len(invitation)
    _put(canvas.part(Rect(1, 1, width - 1, height - 1)), invitation, style=theme.YOU)
    price = wrap(going_on(view), max(1, width - 2))
    told = wrap(view.message, max(1, width - 2)) or [""]
    low = max(top, height - 2 - len(told) - len(price))
    draw_body = _help if view.pane is LobbyPane.HELP else _panes
    draw_body(canvas, view, Rect(0, top, width, low - top))
    _put(canvas.part(Rect(1, low, width - 1, height - low)), price)
    message = canvas.part(Rect(1, low + len(price), width - 1, height - 2 - low - len(price)))
    _put(message, told, style=theme.CALL)
    canvas.put(1, height - 2, fit(prompt(view), width - 2), theme.CALL)
    canvas.put(0, height - 1, _fitting(_keys(view), width), theme.KEYS)
    return canvas


def _invitation(view: LobbyView, width: int) -> list[str]:
    """Return the line for friends, on rows of its own so that the mouse can select it.

    A row ends behind a comma or before the slash: addresses and the code stay in one piece.
    """
    room, rows = max(1, width - 2), [""]
    for piece in _PIECES.findall(view.line):
        if len(rows[-1]) + len(piece) > room and rows[-1]:
            rows.append("")
        rows[-1] += piece
    cut = [row[at : at + room] for row in rows for at in range(0, len(row), room)]
    return cut[:_LINE_ROWS]


def _panes(canvas: Canvas, view: LobbyView, body: Rect) -> None:
    """Draw the panes; rules that take the keys cover the others if their own pane is too small."""
    in_rules = view.pane is LobbyPane.RULES and view.terms is not None
    needed = 0 if view.terms is None else len(term_rows(view.terms)) + _AROUND_LONG
    if body.width < _NARROW or body.height < _LOW - 3:
        high = max(
            (body.height + 1) // 2, min(view.seats + _AROUND_LONG, body.height - _AROUND_LONG)
        )
        half = max(4, min(_SEATS_HEIGHT, high))
        if in_rules and body.height - half < needed:
            _rules(canvas, view, body)
            return
        _seats(canvas, view, Rect(body.x, body.y, body.width, half))
        rest = Rect(body.x, body.y + half, body.width, body.height - half)
        has_chat = view.pane is LobbyPane.CHAT or view.chat
        lower = _rules if view.pane is LobbyPane.RULES else _chat if has_chat else _invite
        lower(canvas, view, rest)
        return
    left = body.width // 2
    high = min(max(_ROOM_TO_INVITE, view.seats + _AROUND_SHORT), body.height // 2 + 1)
    below = body.y + high
    height = body.height - high
    if in_rules and height < needed:
        _rules(canvas, view, body)
        return
    _seats(canvas, view, Rect(0, body.y, left, high))
    _rules(canvas, view, Rect(0, below, left, height))
    right = body.width - left
    wanted = len(_invite_lines(view, right - 2)) + 2
    talked = max(high, min(wanted, body.height - _CHAT_HEIGHT))
    _invite(canvas, view, Rect(left, body.y, right, talked))
    _chat(canvas, view, Rect(left, body.y + talked, right, body.height - talked))


def _frame(canvas: Canvas, rect: Rect, title: str, *, focus: bool) -> Canvas:
    canvas.frame(rect, theme.RULE)
    shown = f"[{title}]" if focus else f" {title} "
    canvas.put(rect.x + 2, rect.y, shown, theme.FOCUS if focus else theme.TITLE)
    return canvas.part(Rect(rect.x + 1, rect.y + 1, rect.width - 2, rect.height - 2))


def _put(window: Canvas, lines: Iterable[str], top: int = 0, style: str = "") -> None:
    for y, line in enumerate(lines, top):
        window.put(0, y, line, style)


def _seats(canvas: Canvas, view: LobbyView, rect: Rect) -> None:
    focus = view.pane is LobbyPane.SEATS
    if not view.rows:
        window = _frame(canvas, rect, say("Seats"), focus=focus)
        window.put(0, 0, say("not known yet"), theme.NOTE)
        return
    title = say("Seats {taken} of {seats}", taken=len(view.rows), seats=view.seats)
    window = _frame(canvas, rect, title, focus=focus)
    for y in range(view.seats):
        row = view.rows[y] if y < len(view.rows) else None
        current = focus and y == view.cursor
        text = _seat_text(y, row, window.width)
        mark = "►" if current else " "
        style = theme.CURSOR if current else theme.YOU if row and row.is_you else ""
        window.put(0, y, pad(f"{mark}{text}", window.width), style)
    if focus and view.cursor < len(view.rows):
        about = _about(view.rows[view.cursor], window.width)
        _put(window, about[: max(0, window.height - view.seats)], view.seats, theme.NOTE)


def _seat_text(number: int, row: SeatRow | None, width: int) -> str:
    if row is None:
        return f"{number + 1} " + say("(open)")
    ready = "○" if row.is_silent else "√" if row.ready else "…"
    strange = "!" if row.strange else " "
    kind = _kind(row)
    room = max(4, width - 7 - max(columns_of(say("you, host")), columns_of(say("bot"))))
    return f"{number + 1}{strange}{pad_name(row.name, room)} {ready} {kind}"


def _kind(row: SeatRow) -> str:
    if row.is_host:
        return say("you, host") if row.is_you else say("host")
    return say("you") if row.is_you else say("bot") if row.is_bot else ""


def _about(row: SeatRow, width: int) -> list[str]:
    """Return the key in full, for two people to compare, and a warning if it was another before."""
    key = list(wrap(say("key {fingerprint}", fingerprint=row.fingerprint), max(1, width)))
    return [*key, say("! the key has changed")] if row.strange else key


def _invite(canvas: Canvas, view: LobbyView, rect: Rect) -> None:
    window = _frame(canvas, rect, say("Invite"), focus=False)
    draw_rows(window, [row(line) for line in _invite_lines(view, window.width)])


def _invite_lines(view: LobbyView, width: int) -> list[str]:
    told = door_told(view)
    if view.is_host:
        told.insert(
            0,
            say(
                "Send your friends the invitation at the top; y copies it. They start the game, "
                "choose Join a table and paste it."
            ),
        )
    return [line for part in told for line in wrap(part, max(1, width))]


def going_on(view: LobbyView) -> str:
    """Say how this table goes on without somebody; open seats are for persons."""
    if view.terms is None:
        return ""
    return quorum_told(view.terms.quorum, view.seats - sum(row.is_bot for row in view.rows))


def door_told(view: LobbyView) -> list[str]:
    """Explain to the host how others join, and to others what they wait for."""
    if not view.is_host:
        return [
            say("The host starts when all seats are taken and ready."),
            say("Compare keys with your friends to be sure it is really them."),
        ]
    return list(view.reach)


def _rules(canvas: Canvas, view: LobbyView, rect: Rect) -> None:
    focus = view.pane is LobbyPane.RULES
    window = _frame(canvas, rect, say("Rules of this table"), focus=focus)
    if view.terms is None:
        window.put(0, 0, say("not known yet"), theme.NOTE)
        return
    cursor = view.cursor if focus else None
    draw_terms(window, view.terms, cursor, can_turn=view.is_host)


def _help(canvas: Canvas, view: LobbyView, rect: Rect) -> None:
    window = _frame(canvas, rect, say("Keys"), focus=True)
    rows: list[Row] = []
    at = 0
    for number, (key, does) in enumerate(help_rows(is_host=view.is_host)):
        first, *more = wrap(does, max(1, window.width - _KEY - 2))
        rows += [row(f" {pad(key, _KEY)}{first}"), *(row(f" {' ' * _KEY}{line}") for line in more)]
        at = len(rows) - 1 if number <= view.cursor else at
    draw_rows(window, rows, at)


def _chat(canvas: Canvas, view: LobbyView, rect: Rect) -> None:
    focus = view.pane is LobbyPane.CHAT
    window = _frame(canvas, rect, say("Chat"), focus=focus)
    room = window.height - 1
    lines = [line for name, text in view.chat for line in wrap(f"{name}: {text}", window.width)]
    _put(window, lines[-room:] if room > 0 else [])
    if window.height > 0:
        typed = f"> {view.typed}{'_' if focus else ''}"
        style = theme.YOU if focus else theme.NOTE
        window.put(0, window.height - 1, ending(typed, window.width), style)


def prompt(view: LobbyView) -> str:
    """Say what the lobby waits for, or what the person should do."""
    if told := _unheard_told(view):
        return told
    if view.is_starting:
        told = start_told(view)
        stop = view.is_host and view.unsigned
        return f"{told} {say('Press Enter twice to call it off.')}" if stop else told
    if any(row.is_you and not row.ready for row in view.rows):
        return say("Read the rules, then press Enter when you are ready.")
    if view.away:
        told = missed_told(view)
        return f"{told} {say('Enter starts anyway.')}" if view.may_start else told
    missing = view.seats - len(view.rows)
    if missing > 0:
        if view.is_host:
            return say("Seats still free: {count}. b gives one to a bot.", count=missing)
        return say("Seats still free: {count}.", count=missing)
    unready = [row.name for row in view.rows if not row.ready]
    if unready:
        return say("Not ready yet: {names}.", names=", ".join(unready))
    return (
        say("Everyone is ready: Enter starts the game.")
        if view.is_host
        else say("Everyone is ready.")
    )


def _unheard_told(view: LobbyView) -> str:
    """Say that the host is silent, or has said nothing yet; nothing if it was heard."""
    silent = view.silent or 0
    if view.rows and silent >= _LOST:
        return say(
            "The host has been silent for {seconds} s: ask for the current invitation.",
            seconds=int(silent),
        )
    if view.rows:
        told = say("The host has been silent for {seconds} s.", seconds=int(silent))
        return told if silent >= SILENT_SECONDS else ""
    if silent >= _UNANSWERED:
        return say("Nobody answers yet: the host may be away, or the game may have begun.")
    return say("Waiting for the host …")


def start_told(view: LobbyView) -> str:
    """Say whose signatures a start waits for."""
    if not view.unsigned:
        return say("The game begins …")
    return say("Waiting for signatures: {names}.", names=listed(view.unsigned))


def missed_told(view: LobbyView) -> str:
    """Say which guests are not heard any more."""
    names = listed(row.name for row in view.rows if row.is_silent)
    return say("{names}: silent for {seconds} s.", names=names, seconds=view.away)


def _keys(view: LobbyView) -> tuple[str, ...]:
    """Return the keys of the moment, the most useful first, and how to leave."""
    leave = say("^Q leave")
    if view.pane is LobbyPane.HELP:
        return (say("any key goes back"), leave)
    if view.pane is LobbyPane.CHAT:
        return (say("type; Enter send"), say("Tab pane"), say("Esc seats"), leave)
    turn = (say("←→ change"),) if view.is_host and view.pane is LobbyPane.RULES else ()
    if not view.is_host:
        moves = (say("Tab pane"), say("↑↓ move"), say("t chat"))
        return (say("Enter ready or not"), *moves, say("? help"), leave)
    host = (say("? help"), say("b bot"), say("k kick"), say("+- seats"), say("y copy"))
    more = (say("Tab pane"), say("t chat"), say("↑↓ move"))
    return (say("Enter start"), *turn, *host, *more, leave)


def _fitting(hints: tuple[str, ...], width: int) -> str:
    """Join as many hints as fit; the last one always does."""
    *first, last = hints
    while first and len("  ".join((*first, last))) > width:
        first.pop()
    return fit("  ".join((*first, last)), width)
