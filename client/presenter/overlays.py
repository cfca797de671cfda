"""Overlays: lines over the screen, scrolled, searched, and closed with q or Esc."""

from __future__ import annotations

from typing import Final

from client.lesson.steps import farewell
from client.presenter.story_text import glory_sources
from client.text.absences import AbsentSeat, absent_sentences
from client.text.box_words import boxes_of
from client.text.card_words import facts, is_about
from client.text.catalogue import say
from client.text.glory import GloryRow
from client.text.hint_sentences import TOPICS, hint_sentence
from client.text.log_filters import LogLook, look_title
from client.text.log_line import LogLine
from client.text.names import Names, age_name, card_name, place_title
from client.text.reasons import clan_reasons, fjord_reasons, prospect_reasons, province_reasons
from client.text.rulebook import find_topic, topics_for
from client.ui.list_keys import edited, moved
from client.ui.moments import EventCard
from client.ui.view import BattleView, LessonView, Overlay, OverlayKind
from engine.cards import CARDS
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.terms import Age, CardId, Face, Phase, Place, Seat
from engine.values import Value, replace
from protocol.rules import rules_for

_SEARCHED: Final = (OverlayKind.HELP, OverlayKind.CARDS)
_CHOSEN: Final = (
    OverlayKind.CARDS,
    OverlayKind.LEAVE,
    OverlayKind.STOPS,
    OverlayKind.PHRASES,
    OverlayKind.MUTE,
    OverlayKind.AUTOPILOT,
    OverlayKind.LESSON,
)
_DUEL: Final = 2
"""Players at a table with a draft of its own."""


class OverlayContext(Value):
    """Everything overlays are made from: the view and the knowledge of one player."""

    state: GameState
    knowledge: Knowledge
    names: Names
    log: tuple[LogLine, ...]
    seen_until: int
    place: Place
    glory: tuple[tuple[int, ...], ...]
    sources: tuple[GloryRow, ...]
    absent: tuple[AbsentSeat, ...] = ()


# ------------------------------------------------------------------ making them


def help_overlay(typed: str = "") -> Overlay:
    """Return the keys, signs and words; only those about what was typed."""
    told = say("Keys, signs and words; type to filter")
    return Overlay(
        OverlayKind.HELP,
        say("Keys, signs and words: {typed}_", typed=typed) if typed else told,
        typed=typed,
    )


def rules_overlay(context: OverlayContext, verb: str = "", hint: str = "") -> Overlay:
    """Return the rules of the phase or of a battle, those about the present moment first.

    These are the rules of the hint, else of the chosen action, else of the present decision.
    """
    state = context.state
    in_battle, boxes = state.battle is not None, boxes_of(state.options)
    found = topics_for(state.phase, in_battle=in_battle, boxes=boxes)
    if state.phase is Phase.GIFTS:
        other = "draft" if state.players == _DUEL else "draft-two-players"
        found = tuple(topic for topic in found if topic.id != other)
    lines = [hint_sentence(hint), ""] if hint else []
    topic_id = TOPICS.get(hint or verb or _asked(context), "")
    if topic_id == "draft" and state.players == _DUEL:
        topic_id = "draft-two-players"
    about = find_topic(topic_id)
    if about is not None:
        found = (about, *(topic for topic in found if topic.id != about.id))
    for topic in found:
        lines += [topic.title.upper(), *topic.paragraphs, ""]
    return Overlay(OverlayKind.RULES, say("Rules of this phase"), tuple(lines))


def _asked(context: OverlayContext) -> str:
    """Return the word of the decision that the viewer owes, else that others do; "" for none."""
    state, seat = context.state, context.knowledge.seat
    own, owed = rules_for(state).owed_by(state, seat), rules_for(state).owed(state)
    if own is not None:
        return own.word
    return owed[0].word if owed else ""


def card_overlay(faces: tuple[Face, ...], first: int = 0, below: Overlay | None = None) -> Overlay:
    """Return a card to read; left and right turn to the others."""
    face = faces[first]
    title = card_name(face.card)
    if len(faces) > 1:
        title = say(
            "{card}  ({number} of {count}, ←→ turn)",
            card=title,
            number=first + 1,
            count=len(faces),
        )
    return Overlay(OverlayKind.CARD, title, cursor=first, face=face, faces=faces, below=below)


def event_overlay(names: Names, told: str, card: EventCard) -> Overlay:
    """Return the whole card of an event: its consequences, its cards, the numbers it changed."""
    texts = [line for one in card.cards for line in ("", *_card_lines(one))]
    numbers = [f"{names.title(seat)}: {text}" for seat, text in card.changes]
    numbers = ["", *numbers] if numbers else []
    lines = (*card.told, *texts, *numbers)
    return Overlay(OverlayKind.EXPLAIN, told, lines if card.told else lines[1:])


def _card_lines(card_id: CardId) -> tuple[str, str]:
    """Return a card: its name with its facts, and its text."""
    card = CARDS[card_id]
    return f"{say(card.name)} ({facts(card)})", say(card.text)


def battle_overlay(steps: tuple[BattleView, ...], at: int, below: Overlay | None = None) -> Overlay:
    """Return a step of a battle to read again; left and right turn to the others."""
    view = steps[at]
    title = say(
        "Battle for {place}  (step {number} of {count}, ←→ turn)",
        place=place_title(view.place),
        number=at + 1,
        count=len(steps),
    )
    return Overlay(OverlayKind.BATTLE, title, cursor=at, battle=view, steps=steps, below=below)


def found_cards(typed: str) -> tuple[CardId, ...]:
    """Return the cards that match the typed text."""
    words = tuple(typed.split())
    return tuple(card.id for card in CARDS.values() if is_about(card, words))


def cards_overlay(typed: str = "", cursor: int = 0) -> Overlay:
    """Return all cards, filtered by the typed text."""
    title = say("Cards: {typed}_  (type to search, Enter reads)", typed=typed)
    return Overlay(OverlayKind.CARDS, title, cursor=cursor, typed=typed)


def from_view(kind: OverlayKind) -> Overlay:
    """Return an overlay whose rows the screen makes from the view."""
    return Overlay(kind, "")


def log_overlay(names: Names, look: LogLook, cursor: int) -> Overlay:
    """Return the log, the cursor on one of the lines that pass the filter."""
    return Overlay(OverlayKind.LOG, look_title(look, names), cursor=cursor, look=look)


def recap_overlay(context: OverlayContext) -> Overlay:
    """Return the shown events since the viewer last chose something."""
    look = LogLook(seen=len(context.log), since=context.seen_until)
    return log_overlay(context.names, look, 0)


def glory_overlay(context: OverlayContext) -> Overlay:
    """Return the Glory of all clans, Age by Age."""
    state, names = context.state, context.names
    seats = state.seats_from(Seat(0))
    best = max(1, *(clan.glory for clan in state.clans))
    lines: list[str] = []
    for seat in sorted(seats, key=lambda one: -state.clans[one].glory):
        glory = state.clans[seat].glory
        lines.append(f"{names.title(seat):<20} {glory:>4} {'▓' * (glory * 40 // best)}")
    if context.glory:
        lines += ["", say("At the end of each Age:")]
        for number, row in enumerate(context.glory, 1):
            each = "  ".join(f"{names.letter(seat)} {row[seat]:>3}" for seat in seats)
            lines.append(say("Age {age}:  {each}", age=age_name(Age(number)), each=each))
    sources = glory_sources(context.sources, names)
    if sources:
        lines += ["", say("Where it came from:"), *sources]
    return Overlay(OverlayKind.GLORY, say("Glory"), tuple(lines))


def place_overlay(context: OverlayContext, place: Place) -> Overlay:
    """Return a place and the strengths in it, each explained."""
    state, names, viewer = context.state, context.names, context.knowledge.seat
    if place.is_fjord:
        told = fjord_reasons(state, names, viewer, place)
    elif state.is_destroyed(place):
        told = (say("Destroyed: nothing can enter it."),)
    else:
        told = province_reasons(state, names, viewer, place)
        told = (*told, *prospect_reasons(state, viewer, place))
    return Overlay(OverlayKind.EXPLAIN, place_title(place), told)


def clan_overlay(context: OverlayContext, seat: Seat, below: Overlay | None = None) -> Overlay:
    """Return every number of a clan, explained."""
    lines = clan_lines(context, seat)
    return Overlay(OverlayKind.EXPLAIN, context.names.title(seat), lines, below=below)


def clan_lines(context: OverlayContext, seat: Seat) -> tuple[str, ...]:
    """Return every number of a clan, explained; an absence comes first."""
    told = clan_reasons(context.state, context.names, seat, context.sources)
    for absent in context.absent:
        if absent.seat == seat:
            return (*absent_sentences(absent, context.names.you), "", *told)
    return told


def end_overlay(again: str, *, leave: bool) -> Overlay:
    """Ask how to continue once the game is over; the cursor is on playing again, or on leaving.

    `again` is the label of playing again at this table, "" if that is impossible.
    """
    ways = (say("Look at the end"), *((again,) if again else ()), say("Leave"))
    cursor = len(ways) - 1 if leave else 1 if again else 0
    return Overlay(OverlayKind.LEAVE, say("The game is over"), ways, cursor=cursor)


def leave_overlay(*, told: str = "") -> Overlay:
    """Ask whether to leave; the cursor is on staying. `told` is the label of leaving."""
    return Overlay(OverlayKind.LEAVE, say("Leave the game?"), _stay_or_leave(told))


def _stay_or_leave(told: str) -> tuple[str, ...]:
    saved = say("Leave; the game is saved, `bloodrage resume` continues it")
    return say("Stay"), told or saved


def autopilot_overlay() -> Overlay:
    """Ask whether a bot shall answer for a while; the cursor is on playing on."""
    ways = (
        say("Play on yourself"),
        say("Let a bot play for you until you press A or answer"),
    )
    return Overlay(OverlayKind.AUTOPILOT, say("Are you away for a while?"), ways)


def task_overlay(lesson: LessonView, before: str = "") -> Overlay:
    """Show the present task where the screen has no room for it, `before` it another text.

    Keys go to what lies below.
    """
    lines = (before, "", _task(lesson)) if before else (_task(lesson),)
    return Overlay(OverlayKind.TASK, lesson.title, lines)


def _task(lesson: LessonView) -> str:
    return f"{lesson.goal} {lesson.why} {lesson.following}"


def lesson_again_overlay() -> Overlay:
    """Ask whether to begin the lesson again; the cursor is on going on with this one."""
    ways = (say("Stay"), say("Begin the lesson again"))
    return Overlay(OverlayKind.LESSON, say("Begin the lesson again?"), ways)


def lesson_overlay(lesson: LessonView | None) -> Overlay:
    """Show the present task of the lesson, with the ways on and out.

    There is no task while others act.
    """
    waits = say("It goes on when you are asked.")
    lines = (
        waits if lesson is None else _task(lesson),
        say("Do this for me"),
        say("Leave the lesson and play on"),
        say("Begin the lesson again"),
    )
    return Overlay(OverlayKind.LESSON, "" if lesson is None else lesson.title, lines)


def lesson_over_overlay() -> Overlay:
    """Show the end of the lesson; the game goes on."""
    lines = (
        say("Keep playing this game. {told}", told=farewell()),
        say("Leave; the game is saved, `bloodrage resume` continues it"),
    )
    return Overlay(OverlayKind.LEAVE, say("You have learned the game"), lines)


def lesson_offer(*, told: str = "") -> Overlay:
    """Ask whether to leave a game for the lesson, as `leave_overlay`."""
    asked = say("Leave for the lesson, a guided first Age?")
    return Overlay(OverlayKind.LESSON, asked, _stay_or_leave(told))


# ------------------------------------------------------------------ keys on them


def is_chosen_from(overlay: Overlay) -> bool:
    """Whether a line of an overlay can be chosen."""
    return overlay.kind in _CHOSEN


def scrolled(overlay: Overlay, key: str, last: int) -> Overlay | None:
    """Return the overlay after a key that moves in it, at most to `last`; None for other keys."""
    if overlay.kind is OverlayKind.CARDS:
        last = len(found_cards(overlay.typed)) - 1
    elif overlay.kind in _CHOSEN:
        last = len(overlay.lines) - 1
    elif overlay.kind is not OverlayKind.CLANS:
        at = moved(min(last, overlay.scroll), key, last)
        return None if at is None else replace(overlay, scroll=at)
    at = moved(overlay.cursor, key, last)
    return None if at is None else replace(overlay, cursor=at)


def takes_text(overlay: Overlay) -> bool:
    """Whether letters are typed into a search on an overlay."""
    return overlay.kind in _SEARCHED or (overlay.look is not None and overlay.look.typing)


def typed_into(overlay: Overlay, key: str) -> Overlay | None:
    """Return the overlay after a character typed into its search; None for other keys."""
    if overlay.kind not in _SEARCHED:
        return None
    text = edited(overlay.typed, key)
    if text is None:
        return None
    return help_overlay(text) if overlay.kind is OverlayKind.HELP else cards_overlay(text)


def turned(overlay: Overlay, key: str) -> Overlay | None:
    """Return the next or previous card or step of a battle; None for other keys."""
    if overlay.kind is OverlayKind.BATTLE and key in ("left", "right"):
        step = overlay.cursor + (1 if key == "right" else -1)
        return battle_overlay(
            overlay.steps, max(0, min(len(overlay.steps) - 1, step)), overlay.below
        )
    if overlay.kind is not OverlayKind.CARD or key not in ("left", "right", "up", "down"):
        return None
    ahead = 1 if key in ("right", "down") else -1
    number = (overlay.cursor + ahead) % len(overlay.faces)
    return card_overlay(overlay.faces, number, overlay.below)
