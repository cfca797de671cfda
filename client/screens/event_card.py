"""The card of an event: a deed of somebody else, in the place of panes that are idle meanwhile.

It has the deed in a sentence, its consequences, the text of the cards it is about, and the numbers
before and after. If that is too much for its rectangle, texts of cards are cut first; `v` opens
the whole card, also where there is no room for one.
"""

from __future__ import annotations

from typing import Final

from client.screens.frame import Frame
from client.screens.rows import Row, headed, line_rows, put_rows, row
from client.style import theme
from client.text.card_words import facts
from client.text.catalogue import say
from client.ui.canvas import Canvas, Line, Rect, Span, length, wrap
from client.ui.cells import ELLIPSIS, fit
from client.ui.layout import ScreenPart
from client.ui.moments import EventCard, Happening
from client.ui.view import Pane
from engine.cards import CARDS
from engine.terms import CardId

_MARGIN: Final = 1
_LEAST: Final = 4
"""Rows of a card with its heading; with fewer the sentence of the message area has to do."""


def card_room(frame: Frame, parts: dict[ScreenPart, Rect]) -> Rect | None:
    """Return the rectangle of the event card now; None if no card is shown.

    A viewer reading another pane is not disturbed by it.
    """
    event = frame.view.happening
    if event is None or event.card is None or covers_board(frame):
        return None
    room = None
    if ScreenPart.ACTIONS in parts and frame.view.pane is not Pane.HAND:
        first, second = parts[ScreenPart.ACTIONS], parts[ScreenPart.HAND]
        room = Rect(first.x, first.y, first.width + second.width, first.height)
    elif ScreenPart.DRAWER in parts and frame.view.pane not in (Pane.HAND, Pane.LOG):
        room = parts[ScreenPart.DRAWER]
    return None if room is None or room.height < _LEAST else room


def readable_event(frame: Frame) -> Happening | None:
    """Return the event whose card `v` opens now: that of the board, unless a pane has the keys."""
    event = frame.view.happening
    if event is None or event.card is None or covers_board(frame):
        return None
    return event if frame.view.pane is Pane.ACTIONS else None


def covers_board(frame: Frame) -> bool:
    """Whether something else than the board is shown, so that events are told in words only."""
    view = frame.view
    ends = view.end is not None and not view.end.board
    return ends or frame.shows_draft or frame.shows_battle


def draw_event_card(canvas: Canvas, frame: Frame) -> None:
    """Draw the card of the event on a cleared canvas: a heading, then rows; nothing is resized."""
    event = frame.view.happening
    assert event is not None
    assert event.card is not None
    canvas.fill(Rect(0, 0, canvas.width, canvas.height))
    canvas.line(0, 0, _heading(frame, event, canvas.width - 1))
    for y in range(canvas.height):
        canvas.put(canvas.width - 1, y, "│" if y else "┬", theme.RULE)
    room = Rect(_MARGIN, 1, canvas.width - 2 - _MARGIN, canvas.height - 1)
    body = canvas.part(room)
    put_rows(body, card_rows(frame, event, event.card, body.width, body.height))


def _heading(frame: Frame, event: Happening, width: int) -> Line:
    """Return a horizontal line with the clan and its player in it."""
    if event.seat is None:
        return headed(width, say("What happens"), theme.TITLE)
    name = fit(frame.names.title(event.seat), max(1, width - 8))
    spans: tuple[Span, ...] = (
        (theme.RULE, "─ "),
        frame.letter(event.seat),
        (theme.TITLE, f" {name} "),
    )
    return (*spans, (theme.RULE, "─" * max(0, width - length(spans))))


def card_rows(
    frame: Frame, event: Happening, card: EventCard, width: int, height: int
) -> list[Row]:
    """Return the rows of a card that fit: first whatever happened, then texts of cards."""
    head = [one for line in (event.told, *card.told) for one in _sentence(line, width)]
    head[: len(wrap(event.told, width))] = [row(one, theme.CALL) for one in wrap(event.told, width)]
    numbers = _numbers(frame, card, width)
    room = max(0, height - len(numbers))
    head = head[: max(1, room)]
    texts = [one for name in card.cards for one in _text(name, width)]
    left = max(0, room - len(head))
    if len(texts) > left:
        texts = texts[:left]
        if texts:
            more = frame.view.keys.hint(say("v reads on"))
            line = texts[-1][0]
            shown = "".join(text for _, text in line)
            keep = fit(shown, max(0, width - len(more) - 2)).rstrip(ELLIPSIS + " ")
            texts[-1] = ((("", f"{keep}{ELLIPSIS} "), (theme.NOTE, more)), "")
    return [*head, *texts, *numbers][:height]


def _sentence(text: str, width: int) -> list[Row]:
    return line_rows((("", text),), width, 2)


def _text(card_id: CardId, width: int) -> list[Row]:
    """Return a card: its name, its facts and its text."""
    card = CARDS[card_id]
    name: Line = ((theme.TITLE, say(card.name)), (theme.NOTE, f" ({facts(card)}): "))
    return line_rows((*name, ("", say(card.text))), width, 2)


def _numbers(frame: Frame, card: EventCard, width: int) -> list[Row]:
    """Return the numbers before and after, the seats side by side."""
    spans: list[Span] = []
    for seat, text in card.changes:
        spans += [("", "   ")] if spans else []
        spans += [frame.letter(seat), (frame.weight(seat), f" {text}")]
    return line_rows(tuple(spans), width, 2) if spans else []
