"""God's Gifts: the pack, the card under the cursor, the cards kept and passed on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from client.screens.frame import Frame
from client.screens.hand_pane import face_rows, held_rows
from client.screens.rows import (
    BLANK,
    Row,
    headed,
    item_rows,
    line_rows,
    put_lines,
    put_rows,
    row,
    squeezed,
    text_rows,
)
from client.screens.side import clan_table, upgrade_names
from client.style import theme
from client.text.card_words import card_sheet
from client.text.catalogue import say
from client.text.god_words import god_marks
from client.text.log_line import counted
from client.text.names import card_name, place_key, slot_name
from client.text.standing import quest_mark, quest_sentence
from client.ui.canvas import Canvas, Line, Rect, Span, length, wrapped
from client.ui.layout import Size
from client.ui.view import Question, Spot
from engine.cards import CARDS
from engine.knowledge import SeenPack
from engine.phases.gifts import HAND, picks_a_round
from engine.sheet import sheet_of
from engine.standing import quest_status
from engine.stats import SLOTS
from engine.terms import Face, Kind

_BESIDE: Final = 60
"""Screens of at least this width and height have the card beside the pack."""
_DEEP: Final = 14
_LEFT_LEAST: Final = 34


def draw_draft(canvas: Canvas, frame: Frame) -> None:
    """Draw the draft, below the header and above the prompt."""
    passing = wrapped(_passing(frame), canvas.width, 1)
    put_lines(canvas, passing)
    gods = _gods(frame)
    if gods and length(passing[0]) + length(gods) + 2 < canvas.width:
        canvas.line(canvas.width - length(gods) - 1, 0, gods)
    if canvas.width < _BESIDE or canvas.height < _DEEP:
        top = len(passing)
        put_rows(canvas, squeezed(pack_rows(frame, canvas.width), canvas.height - top), top)
        return
    left = max(_LEFT_LEAST, canvas.width * 55 // 100)
    pack = canvas.part(Rect(0, 1, left, canvas.height - 1))
    put_rows(pack, squeezed(pack_rows(frame, left), pack.height))
    for y in range(2, canvas.height):
        canvas.put(left, y, "│", theme.RULE)
    canvas.put(left, 1, "┬", theme.RULE)
    _beside(canvas.part(Rect(left + 1, 1, canvas.width - left - 1, canvas.height - 1)), frame)


def _gods(frame: Frame) -> Line:
    """Return the gods with the keys of their provinces, which bear on the cards to keep."""
    placed = [
        f"{god_marks(deity)[0]} {place_key(place)}"
        for deity, place in frame.state.gods
        if place is not None
    ]
    return ((theme.GOD, "  ".join(placed)),) if placed else ()


def _passing(frame: Frame) -> Line:
    """Return the order of passing, and the seats that have picked."""
    dealing = frame.state.dealing
    roster = dealing.roster if dealing is not None else frame.seats
    spans: list[Span] = [("", " " + say("packs go left") + "  ")]
    for seat in (*roster, roster[0]):
        if len(spans) > 1:
            spans.append((theme.RULE, " ► "))
        spans.append(frame.letter(seat))
    waiting = frame.view.waiting
    picked = tuple((seat, "√") for seat in roster if seat not in waiting)
    if picked and waiting and not frame.view.status.listening:
        spans += [("", "   " + say("picked") + " "), *frame.letters(picked)]
    if waiting:
        spans += [
            ("", "   " + say("still choosing") + " "),
            *frame.letters(tuple((seat, "") for seat in waiting)),
        ]
    return tuple(spans)


# ------------------------------------------------------------------------- the pack


def pack_rows(frame: Frame, width: int) -> list[Row]:
    """Return the pack, the confirmation, the cards kept so far and those passed on."""
    if frame.you is None:
        text = say("Every seat keeps a card of its pack, unseen until it is revealed.")
        head = (headed(width, say("what they hold"), theme.TITLE), "")
        return [*text_rows(text, width - 2), BLANK, head, *held_rows(frame)]
    question = frame.view.question
    rows = _choices(frame, question, width)
    if question is not None and question.spot is Spot.CONFIRM:
        title = row(f" {question.title}", theme.CALL)
        rows += [BLANK, title, *item_rows(question, width)[0]]
    return [*rows, BLANK, *_kept_rows(frame, width), *_passed_rows(frame, width)]


def _choices(frame: Frame, question: Question | None, width: int) -> list[Row]:
    knowledge = frame.view.knowledge
    if not knowledge.pack:
        dealing = frame.state.dealing
        text = say("The cards are being dealt; every seat proves that it deals fairly …")
        if dealing is not None and frame.you not in dealing.roster:
            text = say(
                "You were away: the others draft without you, and you get no cards in this Age."
            )
        elif knowledge.picks and not frame.view.status.listening:
            text = say("Your pick is made; the packs move on when all have picked.")
        head = (headed(width, say("the pack"), theme.TITLE), "")
        return [head, *text_rows(text, width - 2, theme.NOTE)]
    rows: list[Row] = [(headed(width, _pick_title(frame), theme.TITLE), "")]
    if question is not None and question.spot is Spot.PACK:
        for number, item in enumerate(question.items):
            if item.face is not None:
                current = number == question.cursor
                rows += _pack_card(frame, item.face, item.key, width, "►" if current else " ")
    else:
        for face in knowledge.pack:
            chosen = question is not None and card_name(face.card) in question.path
            rows += _pack_card(frame, face, " ", width, "√" if chosen else " ")
    return rows


def _pack_card(frame: Frame, face: Face, key: str, width: int, mark: str) -> list[Row]:
    """Return a card of the pack, with its text on large screens."""
    style = {"►": theme.CURSOR, "√": theme.YOU}.get(mark, "")
    first, *others = face_rows(frame, face, key, width - 2)
    rows: list[Row] = [((("", mark), *first), style), *(((("", " "), *one), "") for one in others)]
    if frame.size is not Size.LARGE:
        return rows
    return [*rows, *text_rows(say(CARDS[face.card].text), width - 5, theme.NOTE, "   ")]


def _pick_title(frame: Frame) -> str:
    knowledge = frame.view.knowledge
    made = len(knowledge.picks)
    dealing = frame.state.dealing
    each = picks_a_round(dealing.roster) if dealing is not None else 1
    numbers = str(made + 1) if each == 1 else f"{made + 1}-{made + each}"
    count = len(knowledge.pack)
    return say(
        "pick {numbers} of {all}: from {count} cards", numbers=numbers, all=HAND, count=count
    )


def _kept_rows(frame: Frame, width: int) -> list[Row]:
    knowledge = frame.view.knowledge
    title = say("kept so far: {count}", count=len(knowledge.picks))
    rows: list[Row] = [(headed(width, title), "")]
    rows += [
        ((("", " "), *line), "")
        for face in knowledge.picks
        for line in face_rows(frame, face, " ", width - 2)
    ]
    if knowledge.kept:
        names = ", ".join(card_name(face.card) for face in knowledge.kept)
        text = say("from the Age before: {names}", names=names)
        rows += text_rows(text, width - 4, theme.NOTE, "   ")
    return rows


def _passed_rows(frame: Frame, width: int) -> list[Row]:
    """Return the cards passed on in this Age, and those taken from a pack that came back."""
    knowledge = frame.view.knowledge
    if frame.view.status.watching:
        return []
    if not frame.view.memory_aid:
        told = say("At this table the cards you passed are not listed.")
        return [BLANK, *text_rows(told, width - 2, theme.NOTE)]
    packs = [pack for pack in knowledge.seen if pack.age is frame.state.age]
    passed = sum(len(pack.faces) - len(pack.kept) for pack in packs)
    title = say(
        "cards you passed: {count} ({key} lists them)",
        count=passed,
        key=frame.view.keys.shown("V"),
    )
    rows: list[Row] = [(headed(width, title), "")]
    taken = taken_since(frame)
    if taken:
        names = ", ".join(counted(card_name(face.card) for face in taken))
        text = say("Taken from this pack since you had it: {names}", names=names)
        rows += line_rows((("", f" {text}"),), width - 1, 3)
    for pack in packs:
        names = ", ".join(pack_passed(pack))
        text = say("round {round}: {names}", round=pack.round, names=names)
        rows += line_rows(((theme.NOTE, f" {text}"),), width - 1, 3)
    return rows


def taken_since(frame: Frame) -> tuple[Face, ...]:
    """Return the cards that others took from the pack since the viewer had it."""
    knowledge = frame.view.knowledge
    seats = len(frame.state.dealing.roster) if frame.state.dealing is not None else 0
    packs = [pack for pack in knowledge.seen if pack.age is frame.state.age]
    if not knowledge.pack or not seats or len(packs) < seats:
        return ()
    before = packs[-seats]
    return _without(before.faces, (*before.kept, *knowledge.pack))


def _without(faces: Iterable[Face], gone: Iterable[Face]) -> tuple[Face, ...]:
    left = list(faces)
    for face in gone:
        if face in left:
            left.remove(face)
    return tuple(left)


def pack_passed(pack: SeenPack) -> list[str]:
    """Name the cards of a pack that were passed on."""
    return counted(card_name(face.card) for face in _without(pack.faces, pack.kept))


# ----------------------------------------------------------------------- beside it


def _beside(window: Canvas, frame: Frame) -> None:
    """Draw the card under the cursor above, the clans below."""
    table = clan_table(frame, window.width)
    face = frame.cursor_face or _chosen_face(frame)
    top = 0
    if face is not None:
        top = window.height - len(table) - 1
        window.line(0, 0, headed(window.width, card_name(face.card), theme.TITLE))
        card = window.part(Rect(1, 1, window.width - 1, window.height - 1))
        put_rows(card, squeezed(card_rows(frame, face, window.width - 2), max(0, top - 1)))
    window.line(0, top, headed(window.width, say("clans"), theme.NOTE if top else theme.TITLE))
    put_lines(window, table, top + 1)


def _chosen_face(frame: Frame) -> Face | None:
    """Return the card that is about to be kept."""
    question = frame.view.question
    if question is None or not question.path:
        return None
    pack = frame.view.knowledge.pack
    return next((face for face in pack if card_name(face.card) == question.path[-1]), None)


def card_rows(frame: Frame, face: Face, width: int) -> list[Row]:
    """Return a card in full, and its fit with the viewer's sheet and board."""
    _, facts, text, copies = card_sheet(face.card, face.age)
    fits = (one for text in _fits(frame, face) for one in text_rows(text, width, "", ""))
    return [
        BLANK,
        *text_rows(facts, width, "", ""),
        BLANK,
        *text_rows(text, width, "", ""),
        BLANK,
        *fits,
        *text_rows(copies, width, theme.NOTE, ""),
    ]


def _fits(frame: Frame, face: Face) -> list[str]:
    card = CARDS[face.card]
    if card.kind is Kind.QUEST:
        status = quest_status(frame.state, frame.view.seat, card.id)
        standing = quest_sentence(status, frame.names)
        return [say("Now: {mark}, {standing}", mark=quest_mark(status), standing=standing)]
    if card.slot is None:
        return []
    lying = sheet_of(frame.state, frame.view.seat).in_slot(card.slot)
    free = SLOTS[card.slot] - len(lying)
    text = say(
        "Your sheet: {slot} slots free {free} of {all}",
        slot=slot_name(card.slot),
        free=free,
        all=SLOTS[card.slot],
    )
    return [f"{text} ({upgrade_names(lying)})" if lying else text]
