"""The hand pane: own cards with keys and values, committed quests with how they stand now."""

from __future__ import annotations

from collections import Counter

from client.screens.frame import Frame
from client.screens.items import Row
from client.screens.panes import draw_rows, pane_body
from client.screens.spectator_pane import held_rows
from client.style import theme
from client.text.catalogue import say
from client.text.names import card_name, kind_name, place_name, slot_name
from client.text.standing import quest_mark, quest_sentence
from client.ui.canvas import Canvas, Line, fit, pad, wrap
from client.ui.view import Item, Pane, Spot
from engine.cards import CARDS
from engine.cards.model import Rank
from engine.sheet import upgrade_price
from engine.standing import QuestStatus, quest_status
from engine.terms import Face, Kind

KEYS = "abcdefghijklmnop"
_TEXT_WIDTH = 50
"""From this width on cards are shown with their text."""
_WORDS_WIDTH = 38
"""From this width on costs are written in words."""
_TEXT_ROWS_LEAST = 2
"""Fewer rows to spare tell nothing of the card under the cursor."""


def draw_hand(canvas: Canvas, frame: Frame) -> None:
    """The pane with its heading."""
    body = pane_body(canvas, frame, Pane.HAND, hand_title(frame), last=False)
    draw_cards(body, frame)


def hand_title(frame: Frame) -> str:
    """Cards in hand, and how many of the committed quests would be completed now."""
    knowledge = frame.view.knowledge
    if frame.you is None:
        return say("Hands")
    held = len(_shown_hand(frame)) - (0 if knowledge.hand else len(knowledge.kept))
    title = say("Hand {count}", count=held)
    if knowledge.quests:
        done = sum(_status(frame, face).fulfilled for face in knowledge.quests)
        title += say(", quests {done}/{all} ok", done=done, all=len(knowledge.quests))
    if knowledge.kept:
        title += say(", 1 kept")
    return title


def _shown_hand(frame: Frame) -> tuple[Face, ...]:
    """The hand; during a draft what has been picked so far."""
    knowledge = frame.view.knowledge
    return knowledge.hand or (*knowledge.picks, *knowledge.kept)


def draw_cards(body: Canvas, frame: Frame) -> None:
    """Cards, then quests; texts where there is room, those of all cards or that of the cursor."""
    if frame.you is None:
        draw_rows(body, held_rows(frame))
        return
    question = frame.view.question
    asked = question is not None and question.spot is Spot.CARDS
    cursor = question.cursor if question is not None and asked else 0
    width = body.width - (card_count(frame) > body.height)
    rows = question_rows(frame, width) if asked else hand_rows(frame, width)
    quests = quest_rows(frame, width)
    spare = body.height - len(rows) - len(quests) - bool(quests)
    if body.width >= _TEXT_WIDTH and spare >= len(rows):
        rows = with_texts(frame, rows, _faces_of_rows(frame), body.width, spare)
    elif asked:
        rows += _cursor_text(frame, width, spare)
    if not rows and not quests:
        rows = [(((theme.NOTE, " " + say("no cards")),), "")]
    heading: list[Row] = []
    if quests and len(rows) + len(quests) < body.height:
        heading = [
            (
                (
                    (theme.RULE, "─ "),
                    (theme.NOTE, say("quests face down, and now")),
                    (theme.RULE, " ─"),
                ),
                "",
            )
        ]
    rows += heading + quests
    if len(rows) < body.height:
        rows += _others(frame)
    draw_rows(body, rows, _row_of(rows, cursor))


def _row_of(rows: list[Row], cursor: int) -> int:
    """The row the cursor is on, which texts between the cards may have moved."""
    return next((y for y, (_, style) in enumerate(rows) if style == theme.CURSOR), cursor)


def card_count(frame: Frame) -> int:
    """Rows of cards and quests."""
    question = frame.view.question
    asked = question is not None and question.spot is Spot.CARDS
    cards = len(question.items) if question is not None and asked else len(set(_shown_hand(frame)))
    return cards + len(frame.view.knowledge.quests)


def _faces_of_rows(frame: Frame) -> list[Face | None]:
    """The card of every row, None for answers that are no card."""
    question = frame.view.question
    if question is not None and question.spot is Spot.CARDS:
        return [item.face for item in question.items]
    knowledge = frame.view.knowledge
    return list(dict.fromkeys(knowledge.hand or knowledge.picks))


def _cursor_text(frame: Frame, width: int, spare: int) -> list[Row]:
    """The text of the card under the cursor below all cards, as much as there is room for."""
    face = frame.cursor_face
    if face is None or spare < _TEXT_ROWS_LEAST:
        return []
    text = wrap(face_text(frame, face), width - 3)
    blank: list[Row] = [((), "")] if spare > len(text) else []
    told = _cut(text, spare, width - 3)
    return blank + [(((theme.NOTE, f"  {part}"),), "") for part in told]


def _others(frame: Frame) -> list[Row]:
    """How many quests the others have face down."""
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
    """What a card says; of a quest in hand first how it stands now."""
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
    """Every card with its text below it, cut to as many rows each as there is room for."""
    texts = [() if face is None else wrap(face_text(frame, face), width - 5) for face in faces]
    most = max(map(len, texts), default=0)
    while most > 1 and sum(min(len(text), most) for text in texts) > spare:
        most -= 1
    spare -= sum(min(len(text), most) for text in texts)
    found: list[Row] = []
    for row, text in zip(rows, texts, strict=False):
        found.append(row)
        more = min(spare, max(0, len(text) - most))
        spare -= more
        found += [
            (((theme.NOTE, "    " + part),), "") for part in _cut(text, most + more, width - 5)
        ]
    return found + rows[len(texts) :]


def _cut(text: tuple[str, ...], rows: int, width: int) -> tuple[str, ...]:
    """The first rows of a text; the last of them says where something is missing."""
    if len(text) <= rows:
        return text
    return (*text[: rows - 1], fit(" ".join(text[rows - 1 :]), width))


def hand_rows(frame: Frame, width: int) -> list[Row]:
    """The cards in hand when none is asked for; copies of one card share a row."""
    knowledge = frame.view.knowledge
    shown = Counter(knowledge.hand or knowledge.picks)
    rows: list[Row] = [
        (face_row(frame, face, KEYS[number : number + 1], width, shown[face]), "")
        for number, face in enumerate(shown)
    ]
    if not knowledge.hand:
        kept = say("kept")
        rows += [
            (((theme.NOTE, "  " + fit(f"{kept}: {card_name(face.card)}", width - 2)),), "")
            for face in knowledge.kept
        ]
    return rows


def question_rows(frame: Frame, width: int) -> list[Row]:
    """The answers to a question about cards."""
    question = frame.view.question
    assert question is not None
    copies = Counter(_shown_hand(frame))
    rows = []
    for number, item in enumerate(question.items):
        current = number == question.cursor
        rows.append(_item_row(frame, item, width, copies, current=current))
    return rows


def _item_row(frame: Frame, item: Item, width: int, copies: Counter[Face], *, current: bool) -> Row:
    mark = "►" if current else " "
    style = theme.CURSOR if current else ""
    own = "" if item.enabled else theme.OFF
    if item.face is None:
        detail = item.detail
        text = pad(item.label, width - 4 - len(detail)) + " " + detail
        return ((own, f"{mark}{item.key or ' '} {text}"),), style
    line = face_row(
        frame, item.face, item.key, width - 1, copies[item.face], refused=not item.enabled
    )
    return ((own, mark), *((own, text) for _, text in line)), style


def face_row(
    frame: Frame, face: Face, key: str, width: int, copies: int = 1, *, refused: bool = False
) -> Line:
    """A card: key, name, kind and value at the right; "no" where it cannot be chosen."""
    value = face_value(frame, face, words=width >= _WORDS_WIDTH)
    name = say(CARDS[face.card].name) + (f" x{copies}" if copies > 1 else "")
    if refused:
        kind = CARDS[face.card].kind
        value = kind_name(kind) if kind is Kind.QUEST else value
        long = f"{value.rstrip()}  {say('no')}"
        value = long if len(key) + len(name) + len(long) + 2 <= width else say("no")
    room = width - len(key) - 2 - len(value)
    return (("", f"{key} {pad(name, room)} {value}"),)


def face_value(frame: Frame, face: Face, *, words: bool) -> str:
    """Kind and value of a card: "battle +5", "monster 2R", "5Gl, now: no".

    A clan without any figure is told nothing of how its quests stand.
    """
    card = CARDS[face.card]
    if card.kind is Kind.BATTLE:
        return f"{kind_name(card.kind)} " + ("+X" if card.bonus_is_best else f"+{card.bonus}")
    if card.slot is not None:
        price = upgrade_price(frame.state, frame.view.seat, card.id)
        cost = say("{price} Rage", price=price) if words else say("{price}R", price=price)
        return f"{slot_name(card.slot).lower()} {cost}"
    glory = card.glory(face.age)
    mark = quest_mark(_status(frame, face))
    if not frame.state.on_board(frame.view.seat) and not frame.own.valhalla:
        return (
            say("quest {glory} Glory", glory=glory)
            if words
            else say("quest {glory}Gl", glory=glory)
        )
    if words:
        return say("quest {glory} Glory, now: {mark}", glory=glory, mark=mark)
    return say("{glory}Gl, now: {mark}", glory=glory, mark=mark)


def _status(frame: Frame, face: Face) -> QuestStatus:
    return quest_status(frame.state, frame.view.seat, face.card)


def quest_rows(frame: Frame, width: int) -> list[Row]:
    """The committed quests, each with how it stands on the present board."""
    rows: list[Row] = []
    for face in frame.view.knowledge.quests:
        status = _status(frame, face)
        name = say(CARDS[face.card].name)
        tail = say("{glory}Gl", glory=CARDS[face.card].glory(face.age))
        style = theme.GOOD if status.fulfilled else ""
        sign = f"{quest_mark(status):<3}"
        room = width - len(sign) - len(tail) - 2
        text = f"{name}: {quest_sentence(status, frame.names)}"
        if len(text) > room:
            short = standing(status)
            text = short if short.startswith(name) else f"{name}: {short}"
        rows.append((((style, f"{sign} {pad(text, room)} {tail}"),), ""))
    return rows


def standing(status: QuestStatus) -> str:
    """Where a quest stands, in few words: "Gimle 5:3", "2/4"."""
    aim = CARDS[status.card].aim
    if not status.leads or (aim is not None and aim.rank is Rank.LEAD_TWO):
        return f"{status.have}/{status.need}"
    best = max(status.leads, key=lambda one: (one.own > 0, one.own - one.best, one.own))
    return f"{place_name(best.place)} {best.own}:{best.best}"
