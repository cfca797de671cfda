"""The hand pane: your cards with keys and values, your quests with their present status."""

from __future__ import annotations

from collections import Counter

from client.screens.frame import Frame, hand_faces
from client.screens.rows import BLANK, SHUT, Row, draw_rows, pane_body, row
from client.style import theme
from client.text.catalogue import say, say_many
from client.text.names import card_name, kind_name, place_name, slot_name
from client.text.standing import quest_mark, quest_sentence
from client.ui.canvas import Canvas, Line, wrap
from client.ui.cells import columns_of, fit, pad
from client.ui.view import Item, Pane, Spot
from engine.cards import CARDS
from engine.cards.model import Rank
from engine.sheet import upgrade_price
from engine.standing import QuestStatus, quest_status
from engine.terms import Face, Kind

_TEXT_WIDTH = 50
"""From this width on cards are shown with their text."""
_TEXT_ROWS_LEAST = 2
"""With fewer spare rows the text of the card under the cursor is left out."""


def draw_hand(canvas: Canvas, frame: Frame) -> None:
    """Draw the pane with its heading."""
    title = hand_title(frame, canvas.width - 5)
    body = pane_body(canvas, frame, Pane.HAND, title, last=False)
    draw_cards(body, frame)


def hand_title(frame: Frame, width: int) -> str:
    """Count the cards in hand and the quests that would be fulfilled now, as far as that fits."""
    knowledge = frame.view.knowledge
    if frame.you is None:
        return say("Hands")
    held = len(_shown_hand(frame)) - (0 if knowledge.hand else len(knowledge.kept))
    title = say("Hand {count}", count=held)
    done = sum(_status(frame, face).fulfilled for face in knowledge.quests)
    more = (
        say(", quests {done}/{all} ok", done=done, all=len(knowledge.quests))
        if knowledge.quests
        else "",
        say(", 1 kept") if knowledge.kept else "",
    )
    for text in more:
        title += text if columns_of(title + text) <= width else ""
    return title


def _shown_hand(frame: Frame) -> tuple[Face, ...]:
    """Return the hand; during a draft, the picks so far."""
    knowledge = frame.view.knowledge
    return knowledge.hand or (*knowledge.picks, *knowledge.kept)


def draw_cards(body: Canvas, frame: Frame) -> None:
    """Draw cards, then quests, with the texts of all cards or of one if there is room."""
    if frame.you is None:
        draw_rows(body, held_rows(frame))
        return
    question = frame.view.question
    asked = question is not None and question.spot is Spot.CARDS
    cursor = question.cursor if question is not None and asked else 0
    at_card = frame.view.card if frame.moves_in_hand else None
    width = body.width - (card_count(frame) > body.height)
    rows = question_rows(frame, width) if asked else hand_rows(frame, width)
    quests = quest_rows(frame, width)
    spare = body.height - len(rows) - len(quests) - bool(quests)
    if body.width >= _TEXT_WIDTH and spare >= len(rows):
        rows = with_texts(frame, rows, _faces_of_rows(frame), body.width, spare)
    elif asked or at_card is not None:
        rows += _cursor_text(frame, width, spare)
    if not rows and not quests:
        rows = [row(" " + say("no cards"), theme.NOTE)]
    if quests and len(rows) + len(quests) < body.height:
        title = (theme.NOTE, say("your quests, if scored now"))
        rows.append((((theme.RULE, "─ "), title, (theme.RULE, " ─")), ""))
    rows += quests
    if len(rows) < body.height:
        rows += _others(frame)
    # Texts between the cards may have moved the row of the cursor.
    at = next((y for y, (_, style) in enumerate(rows) if style == theme.CURSOR), cursor)
    draw_rows(body, rows, at)


def card_count(frame: Frame) -> int:
    """Count the rows of cards and quests."""
    question = frame.view.question
    asked = question is not None and question.spot is Spot.CARDS
    cards = len(question.items) if question is not None and asked else len(set(_shown_hand(frame)))
    return cards + len(frame.view.knowledge.quests)


def _faces_of_rows(frame: Frame) -> list[Face | None]:
    """Return the card of every row, None for answers without a card."""
    question = frame.view.question
    if question is not None and question.spot is Spot.CARDS:
        return [item.face for item in question.items]
    knowledge = frame.view.knowledge
    return list(dict.fromkeys(knowledge.hand or knowledge.picks))


def _cursor_text(frame: Frame, width: int, spare: int) -> list[Row]:
    """Return the text of the card under the cursor, cut to the spare rows."""
    face = frame.cursor_face
    if face is None or spare < _TEXT_ROWS_LEAST:
        return []
    text = wrap(face_text(frame, face), width - 3)
    blank = [BLANK] if spare > len(text) else []
    return [*blank, *(row(f"  {part}", theme.NOTE) for part in _cut(text, spare, width - 3))]


def _others(frame: Frame) -> list[Row]:
    """Count the face-down quests of the others."""
    clans = frame.state.clans
    others = tuple(
        (seat, str(clans[seat].quests))
        for seat in frame.seats
        if seat != frame.you and clans[seat].quests
    )
    if not others:
        return []
    label = (theme.NOTE, say("others' quests:") + " ")
    return [((label, *frame.letters(others)), "")]


def face_text(frame: Frame, face: Face) -> str:
    """Return the text of a card, for a quest after its present status."""
    text = say(CARDS[face.card].text)
    if CARDS[face.card].aim is None or not frame.state.on_board(frame.view.seat):
        return text
    return say(
        "Now: {standing}. {text}",
        standing=quest_sentence(_status(frame, face), frame.names),
        text=text,
    )


def with_texts(
    frame: Frame, rows: list[Row], faces: list[Face | None], width: int, spare: int
) -> list[Row]:
    """Insert the text of every card below it, cut to the spare rows."""
    texts = [() if face is None else wrap(face_text(frame, face), width - 5) for face in faces]
    most = max(map(len, texts), default=0)
    while most > 1 and sum(min(len(text), most) for text in texts) > spare:
        most -= 1
    spare -= sum(min(len(text), most) for text in texts)
    found: list[Row] = []
    for card, text in zip(rows, texts, strict=False):
        found.append(card)
        more = min(spare, max(0, len(text) - most))
        spare -= more
        found += [row("    " + part, theme.NOTE) for part in _cut(text, most + more, width - 5)]
    return found + rows[len(texts) :]


def _cut(text: tuple[str, ...], rows: int, width: int) -> tuple[str, ...]:
    """Cut a text to its first rows; the last one shows that something is missing."""
    if len(text) <= rows:
        return text
    return (*text[: rows - 1], fit(" ".join(text[rows - 1 :]), width))


def hand_rows(frame: Frame, width: int) -> list[Row]:
    """Return the cards in hand when none is asked for; copies of one card share a row."""
    knowledge = frame.view.knowledge
    shown = Counter(knowledge.hand or knowledge.picks)
    rows: list[Row] = []
    for number, face in enumerate(shown):
        mark, style = _marked(frame, number)
        first, *others = face_rows(frame, face, mark, width, shown[face])
        rows += [(first, style), *((line, "") for line in others)]
    if not knowledge.hand:
        for number, face in enumerate(knowledge.kept, len(shown)):
            mark, style = _marked(frame, number)
            parts = wrap(say("kept: {card}", card=card_name(face.card)), width - 4) or ("",)
            rows.append((((theme.NOTE, f"{mark} {parts[0]}"),), style))
            rows += [row(f"    {part}", theme.NOTE) for part in parts[1:]]
    return rows


def _marked(frame: Frame, number: int) -> tuple[str, str]:
    """Return the mark and the style of a row of the hand, which may be under the cursor."""
    count = len(hand_faces(frame.view.knowledge))
    here = frame.moves_in_hand and number == min(frame.view.card, count - 1)
    return ("►", theme.CURSOR) if here else (" ", "")


def question_rows(frame: Frame, width: int) -> list[Row]:
    """Return the answers to a question about cards."""
    question = frame.view.question
    assert question is not None
    copies = Counter(_shown_hand(frame))
    return [
        one
        for number, item in enumerate(question.items)
        for one in _item_rows(frame, item, width, copies, current=number == question.cursor)
    ]


def _item_rows(
    frame: Frame, item: Item, width: int, copies: Counter[Face], *, current: bool
) -> list[Row]:
    shut = " " if item.enabled else SHUT
    mark, style = ("►", theme.CURSOR) if current else (shut, "")
    own = "" if item.enabled else theme.OFF
    if item.face is None:
        detail = item.detail
        text = pad(item.label, width - 4 - len(detail)) + " " + detail
        return [(((own, f"{mark}{item.key or ' '} {text}"),), style)]
    first, *others = face_rows(frame, item.face, item.key, width - 1, copies[item.face])
    if not item.enabled:
        first = tuple((theme.OFF, text) for _, text in first)
    return [(((own, mark), *first), style), *((((own, " "), *line), "") for line in others)]


def face_rows(frame: Frame, face: Face, key: str, width: int, copies: int = 1) -> list[Line]:
    """Return a card as key, name, kind and value.

    The kind has its hue. It is left out if the row is short, for the value tells it too; what still
    does not fit is on a second row.
    """
    name = say(CARDS[face.card].name) + (f" x{copies}" if copies > 1 else "")
    style = KIND_STYLES[CARDS[face.card].kind]
    start = f"{key} {name}"
    values = face_values(frame, face)
    for value in values:
        room = width - columns_of(start) - columns_of(value)
        if room > 0:
            return [(("", start + " " * room), (style, value))]
    first, *others = wrap(name, width - 3) or ("",)
    rows: list[Line] = [(("", pad(f"{key} {first}", width)),)]
    rows += [(("", f"   {text}"),) for text in others]
    return [*rows, (("", " " * max(3, width - columns_of(values[-1]))), (style, values[-1]))]


KIND_STYLES = {
    Kind.BATTLE: theme.BATTLE_CARD,
    Kind.QUEST: theme.QUEST_CARD,
    Kind.UPGRADE: theme.UPGRADE_CARD,
}
"""The styles of the kinds of cards."""


def face_values(frame: Frame, face: Face) -> tuple[str, ...]:
    """Return kind and value of a card, the longest form first: "monster 2 Rage", "2 Rage".

    A clan without any figure sees no status of its quests.
    """
    card = CARDS[face.card]
    if card.kind is Kind.BATTLE:
        return (f"{kind_name(card.kind)} " + ("+X" if card.bonus_is_best else f"+{card.bonus}"),)
    if card.slot is not None:
        price = upgrade_price(frame.state, frame.view.seat, card.id)
        cost = say("{price} Rage", price=price)
        return f"{slot_name(card.slot)} {cost}", cost
    glory = card.glory(face.age)
    if not frame.state.on_board(frame.view.seat) and not frame.own.valhalla:
        return say("quest {glory} Glory", glory=glory), say("{glory} Glory", glory=glory)
    mark = quest_mark(_status(frame, face))
    return (
        say("quest {glory} Glory, now: {mark}", glory=glory, mark=mark),
        say("{glory} Glory, now: {mark}", glory=glory, mark=mark),
        say("{glory} Glory: {mark}", glory=glory, mark=mark),
    )


def _status(frame: Frame, face: Face) -> QuestStatus:
    return quest_status(frame.state, frame.view.seat, face.card)


def quest_rows(frame: Frame, width: int) -> list[Row]:
    """Return your quests, each with its status on the present board."""
    rows: list[Row] = []
    before = len(hand_faces(frame.view.knowledge)) - len(frame.view.knowledge.quests)
    for number, face in enumerate(frame.view.knowledge.quests, before):
        mark, cursor = _marked(frame, number)
        status = _status(frame, face)
        name = say(CARDS[face.card].name)
        tail = say("{glory} Glory", glory=CARDS[face.card].glory(face.age))
        style = theme.GOOD if status.fulfilled else ""
        sign = f"{quest_mark(status):<3}"
        room = width - len(sign) - len(tail) - 3
        short = standing(status)
        texts = (
            f"{name}: {quest_sentence(status, frame.names)}",
            short if short.startswith(name) else f"{name}: {short}",
        )
        text = next((one for one in texts if columns_of(one) <= room), texts[-1])
        *above, last = wrap(text, room) or ("",)
        start = f"{mark}{sign} "
        for part in above:
            rows.append((((style, start + part),), cursor))
            start, style, cursor = " " * len(start), "", ""
        rows.append((((style, f"{start}{pad(last, room)} {tail}"),), cursor))
    return rows


def standing(status: QuestStatus) -> str:
    """Return the status of a quest in few words: "Gimle 5:3", "2/4"."""
    aim = CARDS[status.card].aim
    if not status.leads or (aim is not None and aim.rank is Rank.LEAD_TWO):
        return f"{status.have}/{status.need}"
    best = max(status.leads, key=lambda one: (one.own > 0, one.own - one.best, one.own))
    return f"{place_name(best.place)} {best.own}:{best.best}"


def held_rows(frame: Frame) -> list[Row]:
    """Count cards in hand and quests face down of every clan, for spectators."""
    rows: list[Row] = []
    for seat in frame.seats:
        clan = frame.state.clans[seat]
        cards = say_many("{count} card", "{count} cards", clan.hand)
        quests = say_many("{count} quest", "{count} quests", clan.quests)
        name = frame.names.full(seat)
        text = say("{name}: {cards}, {quests}", name=name, cards=cards, quests=quests)
        rows.append(((("", " "), frame.letter(seat), ("", f" {text}")), ""))
    return rows
