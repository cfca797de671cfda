"""Contents of overlays that are made from the view: keys, cards, log, clans, packs, quests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.screens.draft import card_rows, pack_passed
from client.screens.frame import Frame, absent_at
from client.screens.matrix_pane import matrix_rows
from client.screens.panes import log_rows
from client.screens.prompt import key_hints
from client.screens.rows import BLANK, Row, line_rows, row, text_rows
from client.screens.strengths import battle_rows
from client.settings.keys import GROUP_NAMES, help_lines
from client.style import theme
from client.text.absences import absent_sentences
from client.text.board_text import clan_lines
from client.text.card_words import facts, is_about
from client.text.catalogue import say
from client.text.draft_table import Drafted
from client.text.glossary import GLOSSARY
from client.text.log_filters import LogLook, chosen
from client.text.names import age_name, card_name, initial, stat_name
from client.text.standing import quest_mark, quest_sentence
from client.ui.canvas import Line, wrapped
from client.ui.cells import columns_of, pad
from client.ui.view import Overlay, OverlayKind
from engine.cards import CARDS
from engine.standing import quest_status
from engine.stats import END_BONUS
from engine.terms import STATS, Face, FigureKind, Seat, Slot
from engine.values import replace

_KEYS_COLUMN: Final = 19
_SIGNS_COLUMN: Final = 12
SIGNS: Final = (
    ("W••Lt:7", "Wolf: 2 Warriors, the Leader, a monster with t; strength 7"),
    ("W2Lt:7", "the same where room is short; W:7 is the strength alone"),
    ("W R B S M", "Wolf, Raven, Bear, Serpent, Ram"),
    ("≈≈≈ ≈W▲≈", "the water of a fjord; with a ship of the Wolf"),
    ("Y", "a Mystic, a figure of strength 2 (with Mystics of Midgard)"),
    ("◆Thor ◆Th", "a god and its province; v there explains its power (with Gods of Asgard)"),
    ("+Rage", "a pillage raises Rage; √Rage: pillaged in this Age"),
    ("●●○○", "villages: 2 taken, 2 free; as many figures can enter"),
    ("!II", "falls in the Ragnarök of Age II; Gimle!: falls in this Age"),
    ("[7] ►7 ═7═", "under the cursor; may be chosen; a battle, or the event that is shown"),
    ("→7 ←", "in the lesson: the place and the answer that are meant"),
    ("Rage 5/8", "5 Rage left of a stat of 8; -/8 has passed"),
    ("Axes 4", "Glory for a battle won"),
    ("Horns 6/7", "6 figures on the board, 7 are allowed"),
    ("► ●", "you; a player whose answer is pending"),
    ("○ ●net 4/5", "a lost connection; 4 of 5 people are there"),
    ("z  S1:1z", "away: the table plays on, the rules answer"),
    ("~", "in the log: void, it did not happen"),
    ("ok no 2/4", "a quest if it were judged now: completed, failed, 2 of 4"),
)
"""The signs of the map and the tables, and their meanings."""


def made_rows(frame: Frame, overlay: Overlay, width: int) -> list[Row]:
    """Return the rows of an overlay that has no lines of its own."""
    return _MADE[overlay.kind](frame, overlay, width) if overlay.kind in _MADE else []


def _help(frame: Frame, overlay: Overlay, width: int) -> list[Row]:
    """Return the keys of the moment, then all keys by group, the signs, and the words of the game.

    Once something was typed, return only what is about it.
    """
    typed = overlay.typed
    first = say("New here? Arrows move, Enter chooses, Esc goes back. That is enough.")
    rows = [] if typed else [*text_rows(first, width, theme.CALL, ""), *_keys_now(frame, width)]
    group = None
    asked = () if typed or frame.view.question is None else frame.view.question.items
    told = {item.key for item in asked}
    for one in help_lines(typed, frame.view.keys):
        if one.shown in told:
            continue
        if one.group is not group:
            group = one.group
            rows += [BLANK, row(say(GROUP_NAMES[group]), theme.TITLE)]
        rows += _explained(say(one.shown), say(one.does), _KEYS_COLUMN, width)
    rows += [*_signs(typed, width), *_words(typed, width)]
    return rows or [row(say("No key, sign or word matches."), theme.NOTE)]


def _keys_now(frame: Frame, width: int) -> list[Row]:
    """Return the keys of the present question and pane: the key line, and the answers."""
    below = Frame(replace(frame.view, overlay=None), frame.size)
    rows = [BLANK, row(say("NOW"), theme.TITLE)]
    rows += [row(f" {line}") for line in _side_by_side(key_hints(below), width - 1)]
    question = frame.view.question
    for item in () if question is None else question.items:
        if item.key:
            text = item.label if item.enabled else f"{item.label}: {item.why}"
            rows += _explained(item.key, text, _KEYS_COLUMN, width)
    return rows


def _side_by_side(parts: tuple[str, ...], width: int) -> list[str]:
    """Join parts to as few lines as possible; none is broken."""
    lines: list[str] = []
    for part in parts:
        if lines and columns_of(f"{lines[-1]}   {part}") <= width:
            lines[-1] += f"   {part}"
        else:
            lines.append(part)
    return lines


def _explained(sign: str, text: str, column: int, width: int) -> list[Row]:
    """Return a sign in its column, and its explanation."""
    return line_rows(((theme.TITLE, f" {pad(sign, column)}"), ("", text)), width, column + 1)


def _is_about(typed: str, *texts: str) -> bool:
    return typed.casefold() in " ".join(texts).casefold()


def _signs(typed: str, width: int) -> list[Row]:
    found = [(sign, told) for sign, told in _told_signs() if _is_about(typed, sign, told)]
    rows = [BLANK, row(say("SIGNS"), theme.TITLE)] if found else []
    for sign, told in found:
        rows += _explained(sign, told, _SIGNS_COLUMN, width)
    if typed:
        return rows
    text = say("Neighbours lie left, right, above, below; Yggdrasil touches all eight.")
    return rows + text_rows(text, width - 1, theme.NOTE)


def _told_signs() -> list[tuple[str, str]]:
    """Return every sign with its meaning, those of the monsters last."""
    signs = [(sign, say(text)) for sign, text in SIGNS]
    monsters = (card.id for card in CARDS.values() if card.slot is Slot.MONSTER)
    return signs + [(initial(FigureKind(card)), card_name(card)) for card in monsters]


def _words(typed: str, width: int) -> list[Row]:
    told = [(say(word), say(meaning)) for word, meaning in GLOSSARY]
    found = [one for one in told if _is_about(typed, *one)]
    rows = [BLANK, row(say("WORDS"), theme.TITLE)] if found else []
    for word, meaning in found:
        rows += _explained(word, meaning, _SIGNS_COLUMN, width)
    return rows


def _cards(_frame: Frame, overlay: Overlay, width: int) -> list[Row]:
    words = tuple(overlay.typed.split())
    found = [card for card in CARDS.values() if is_about(card, words)]
    column = max((columns_of(card_name(card.id)) for card in found), default=0)
    rows: list[Row] = []
    for number, card in enumerate(found):
        mark, style = ("►", theme.CURSOR) if number == overlay.cursor else (" ", "")
        line: Line = (("", f"{mark}{pad(card_name(card.id), column)} {facts(card)}"),)
        first, *others = wrapped(line, width, column + 2)
        rows += [(first, style), *((other, "") for other in others)]
    return rows or [row(say("No card matches."), theme.NOTE)]


def _log(frame: Frame, overlay: Overlay, width: int) -> list[Row]:
    """Return the lines that pass the filter, with a mark at the cursor."""
    log = frame.view.log
    numbers = chosen(log, overlay.look or LogLook())
    cursor = max(0, min(len(numbers) - 1, overlay.cursor))
    rows: list[Row] = []
    for at, number in enumerate(numbers):
        style = theme.CURSOR if at == cursor else ""
        for y, line in enumerate(log_rows(frame, log[number], width - 1, full=True)):
            rows.append(((("", "►" if style and not y else " "), *line), style))
    nothing = say("No line of the log matches.")
    if overlay.look is not None and overlay.look == LogLook(
        seen=overlay.look.seen, since=overlay.look.since
    ):
        nothing = say("Nothing has happened since then.")
    return rows or [row(nothing, theme.NOTE)]


def _clans(frame: Frame, overlay: Overlay, width: int) -> list[Row]:
    return [
        one
        for seat in frame.seats
        for one in _clan(frame, seat, width, current=seat == overlay.cursor)
    ]


def _clan(frame: Frame, seat: Seat, width: int, *, current: bool) -> list[Row]:
    clan = frame.state.clans[seat]
    first, *others = clan_lines(frame.state, frame.names, seat)
    letter = frame.names.letter(seat)
    mark = "►" if current else " "
    head: Line = (("", mark), frame.letter(seat), (theme.TITLE, first.removeprefix(letter)))
    steps = ", ".join(f"{stat_name(stat)} {clan.levels[stat]}" for stat in STATS)
    bonus = sum(END_BONUS[clan.levels[stat]] for stat in STATS)
    absent = absent_at(frame, seat)
    texts = [] if absent is None else [f"  {one}" for one in absent_sentences(absent, frame.you)]
    texts += others
    texts.append(say("  steps (of 6): {steps}; {bonus} Glory at the end", steps=steps, bonus=bonus))
    known = frame.view.knowledge.returned[seat] if frame.view.knowledge.returned else ()
    if known and seat != frame.view.seat:
        names = ", ".join(card_name(face.card) for face in known)
        texts.append(say("  returned to hand: {names}", names=names))
    style = theme.CURSOR if current else ""
    rows: list[Row] = [(line, style) for line in wrapped(head, width, 4)]
    return [*rows, *(one for text in texts for one in text_rows(text, width, "", "")), BLANK]


def _passed(frame: Frame, _overlay: Overlay, width: int) -> list[Row]:
    if not frame.view.memory_aid:
        told = say("At this table the cards you passed are not listed.")
        return text_rows(told, width, theme.NOTE, "")
    rows: list[Row] = []
    for pack in reversed(frame.view.knowledge.seen):
        kept = ", ".join(card_name(face.card) for face in pack.kept)
        head = say("Age {age}, round {round}", age=age_name(pack.age), round=pack.round)
        rows.append((((theme.TITLE, head), ("", "  " + say("kept {names}", names=kept))), ""))
        names = ", ".join(pack_passed(pack)) or say("nothing")
        text = say("passed {names}", names=names)
        rows += line_rows((("", f"  {text}"),), width)
    return rows or [row(say("You have not picked anything yet."), theme.NOTE)]


def _quests(frame: Frame, _overlay: Overlay, width: int) -> list[Row]:
    knowledge = frame.view.knowledge
    held = tuple(face for face in knowledge.hand if CARDS[face.card].aim is not None)
    rows = _quest_group(frame, say("Face down, judged in the Quest phase"), knowledge.quests, width)
    rows += _quest_group(frame, say("In your hand"), held, width)
    others = tuple(
        (seat, f" {frame.state.clans[seat].quests}")
        for seat in frame.seats
        if seat != frame.view.seat
    )
    line: Line = (("", say("Face down, other players:") + " "), *frame.letters(others, "  "))
    return [*rows, (line, "")]


def _quest_group(frame: Frame, title: str, faces: tuple[Face, ...], width: int) -> list[Row]:
    rows = [row(title, theme.TITLE)]
    if not faces:
        rows.append(row("  " + say("none"), theme.NOTE))
    for face in faces:
        status = quest_status(frame.state, frame.view.seat, face.card)
        glory = CARDS[face.card].glory(face.age)
        text = say("{name}, {glory} Glory", name=card_name(face.card), glory=glory)
        style = theme.GOOD if status.fulfilled else ""
        rows.append(row(f"  {quest_mark(status):<4} {text}", style))
        for text in (quest_sentence(status, frame.names), say(CARDS[face.card].text)):
            rows += line_rows((("", f"       {text}"),), width, 7)
    return [*rows, BLANK]


def _drafted(frame: Frame, _overlay: Overlay, width: int) -> list[Row]:
    """Return every clan, best first, with its cards Age by Age."""
    end = frame.view.end
    if end is None:
        return []
    rows = [row(end.news, theme.NOTE), BLANK] if end.news else []
    glory = [clan.glory for clan in frame.state.clans]
    for seat in sorted(frame.seats, key=lambda one: -glory[one]):
        rows += _drafted_by(frame, seat, [one for one in end.drafted if one.seat == seat], width)
    return rows


def _drafted_by(frame: Frame, seat: Seat, ages: list[Drafted], width: int) -> list[Row]:
    whole = all(one.is_whole for one in ages)
    note = "" if whole else "  " + say("only what it played openly")
    title = frame.names.full(seat)
    head: Line = (frame.letter(seat), (theme.TITLE, f" {title}"), (theme.NOTE, note))
    rows = line_rows(head, width)
    called = [say("Age {age}", age=age_name(one.age)) for one in ages]
    column = max(map(columns_of, called), default=0) + 3
    for one, age in zip(ages, called, strict=True):
        names = ", ".join(card_name(face.card) for face in one.faces) or say("nothing")
        line: Line = ((theme.NOTE, f"  {pad(age, column - 2)}"), ("", names))
        rows += line_rows(line, width, column)
    return [*rows, BLANK]


_MADE: Final[dict[OverlayKind, Callable[[Frame, Overlay, int], list[Row]]]] = {
    OverlayKind.HELP: _help,
    OverlayKind.CARD: lambda frame, overlay, width: (
        [] if overlay.face is None else card_rows(frame, overlay.face, width)
    ),
    OverlayKind.CARDS: _cards,
    OverlayKind.LOG: _log,
    OverlayKind.BATTLE: lambda frame, overlay, width: (
        [] if overlay.battle is None else battle_rows(frame, overlay.battle, width)
    ),
    OverlayKind.CLANS: _clans,
    OverlayKind.TABLE: lambda frame, _, width: matrix_rows(frame, width),
    OverlayKind.PASSED: _passed,
    OverlayKind.QUESTS: _quests,
    OverlayKind.DRAFTED: _drafted,
}
