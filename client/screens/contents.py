"""What is on the sheets that are made from the view: keys, cards, log, clans, packs, quests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.screens.draft import card_rows, pack_passed
from client.screens.draft_sheet import drafted_rows
from client.screens.frame import Frame
from client.screens.items import Row
from client.screens.legend import sign_rows
from client.screens.log_pane import log_rows
from client.screens.matrix_pane import matrix_rows
from client.screens.presence import absent_at
from client.screens.strengths import battle_rows
from client.settings.keys import GROUP_NAMES, help_lines
from client.style import theme
from client.text.absences import absent_sentences
from client.text.board_lists import clan_lines
from client.text.card_words import facts, is_about
from client.text.catalogue import say
from client.text.log_filters import LogLook, chosen
from client.text.names import age_name, card_name, stat_name
from client.text.standing import quest_mark, quest_sentence
from client.ui.canvas import Line, pad, wrap, wrapped
from client.ui.view import Overlay, OverlayKind
from engine.cards import CARDS
from engine.standing import quest_status
from engine.stats import END_BONUS
from engine.terms import STATS, Face, Seat

_KEYS_COLUMN: Final = 19
_NAME_COLUMN: Final = 22


def made_rows(frame: Frame, overlay: Overlay, width: int) -> list[Row]:
    """The rows of a sheet that brings no lines."""
    if overlay.kind not in _MADE:
        return []
    return _MADE[overlay.kind](frame, overlay, width)


def _help(frame: Frame, _overlay: Overlay, width: int) -> list[Row]:
    """The three keys that are enough, all of them by group, the signs of the map."""
    first = say("New here? Arrows move, Enter chooses, Esc goes back. That is enough.")
    rows: list[Row] = [(((theme.CALL, part),), "") for part in wrap(first, width)]
    group = None
    for one in help_lines("", frame.view.keys):
        if one.group is not group:
            group = one.group
            rows += [((), ""), (((theme.TITLE, say(GROUP_NAMES[group])),), "")]
        text: Line = ((theme.TITLE, f" {pad(say(one.shown), _KEYS_COLUMN)}"), ("", say(one.does)))
        rows += [(line, "") for line in wrapped(text, width, _KEYS_COLUMN + 1)]
    return rows + sign_rows(width)


def _card(frame: Frame, overlay: Overlay, width: int) -> list[Row]:
    return card_rows(frame, overlay.face, width) if overlay.face is not None else []


def _cards(_frame: Frame, overlay: Overlay, _width: int) -> list[Row]:
    words = tuple(overlay.typed.split())
    found = [card for card in CARDS.values() if is_about(card, words)]
    rows: list[Row] = []
    for number, card in enumerate(found):
        chosen = number == overlay.cursor
        name = pad(card_name(card.id), _NAME_COLUMN)
        line: Line = (("", "►" if chosen else " "), ("", f"{name} {facts(card)}"))
        rows.append((line, theme.CURSOR if chosen else ""))
    return rows or [(((theme.NOTE, say("No card is about that.")),), "")]


def _log(frame: Frame, overlay: Overlay, width: int) -> list[Row]:
    """The lines that pass the filter, a mark before the one under the cursor."""
    log = frame.view.log
    numbers = chosen(log, overlay.look or LogLook())
    cursor = max(0, min(len(numbers) - 1, overlay.cursor))
    rows: list[Row] = []
    for at, number in enumerate(numbers):
        style = theme.CURSOR if at == cursor else ""
        for y, row in enumerate(log_rows(frame, log[number], width - 1, full=True)):
            rows.append(((("", "►" if style and not y else " "), *row), style))
    nothing = say("No line of the log is about that.")
    if overlay.look is not None and overlay.look == LogLook(
        seen=overlay.look.seen, since=overlay.look.since
    ):
        nothing = say("Nothing has happened since.")
    return rows or [(((theme.NOTE, nothing),), "")]


def _battle(frame: Frame, overlay: Overlay, width: int) -> list[Row]:
    """A battle at one of its steps, as everybody saw it then."""
    if overlay.battle is None:
        return []
    return battle_rows(frame, overlay.battle, width)


def _clans(frame: Frame, overlay: Overlay, width: int) -> list[Row]:
    return [
        row
        for seat in frame.seats
        for row in _clan(frame, seat, width, current=seat == overlay.cursor)
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
        texts.append(say("  seen to go back to the hand: {names}", names=names))
    style = theme.CURSOR if current else ""
    rows: list[Row] = [(line, style) for line in wrapped(head, width, 4)]
    rows += [(((("", part),)), "") for text in texts for part in wrap(text, width)]
    return [*rows, ((), "")]


def _passed(frame: Frame, _overlay: Overlay, width: int) -> list[Row]:
    if not frame.view.memory_aid:
        told = say("The host of this table has switched the list of cards passed on off.")
        return [(((theme.NOTE, row),), "") for row in wrap(told, width)]
    rows: list[Row] = []
    for pack in reversed(frame.view.knowledge.seen):
        kept = ", ".join(card_name(face.card) for face in pack.kept)
        head = say("Age {age}, round {round}", age=age_name(pack.age), round=pack.round)
        rows.append((((theme.TITLE, head), ("", "  " + say("kept {names}", names=kept))), ""))
        names = ", ".join(pack_passed(pack)) or say("nothing")
        text = say("let go {names}", names=names)
        rows += [(line, "") for line in wrapped((("", f"  {text}"),), width)]
    return rows or [(((theme.NOTE, say("You have not picked anything yet.")),), "")]


def _quests(frame: Frame, _overlay: Overlay, width: int) -> list[Row]:
    knowledge = frame.view.knowledge
    held = tuple(face for face in knowledge.hand if CARDS[face.card].aim is not None)
    rows = _quest_group(frame, say("Face down, judged in the Quest phase"), knowledge.quests, width)
    rows += _quest_group(frame, say("In your hand, not committed"), held, width)
    others = tuple(
        (seat, f" {frame.state.clans[seat].quests}")
        for seat in frame.seats
        if seat != frame.view.seat
    )
    line: Line = (("", say("Face down at the others:") + " "), *frame.letters(others, "  "))
    return [*rows, (line, "")]


def _quest_group(frame: Frame, title: str, faces: tuple[Face, ...], width: int) -> list[Row]:
    rows: list[Row] = [(((theme.TITLE, title),), "")]
    if not faces:
        rows.append((((theme.NOTE, "  " + say("none")),), ""))
    for face in faces:
        status = quest_status(frame.state, frame.view.seat, face.card)
        style = theme.GOOD if status.fulfilled else ""
        glory = CARDS[face.card].glory(face.age)
        text = say("{name}, {glory} Glory", name=card_name(face.card), glory=glory)
        name = f"  {quest_mark(status):<4} {text}"
        rows.append((((style, name),), ""))
        for text in (quest_sentence(status, frame.names), say(CARDS[face.card].text)):
            rows += [(line, "") for line in wrapped((("", f"       {text}"),), width, 7)]
    return [*rows, ((), "")]


_MADE: Final[dict[OverlayKind, Callable[[Frame, Overlay, int], list[Row]]]] = {
    OverlayKind.HELP: _help,
    OverlayKind.CARD: _card,
    OverlayKind.CARDS: _cards,
    OverlayKind.LOG: _log,
    OverlayKind.BATTLE: _battle,
    OverlayKind.CLANS: _clans,
    OverlayKind.TABLE: lambda frame, _, width: matrix_rows(frame, width),
    OverlayKind.PASSED: _passed,
    OverlayKind.QUESTS: _quests,
    OverlayKind.DRAFTED: lambda frame, _, width: drafted_rows(frame, width),
}
