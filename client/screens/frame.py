"""Facts about the view that all parts of the screen share, and about the other players."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

from client.style import theme
from client.text.absences import AWAY, AbsentSeat, absent_count, absent_names, absent_word
from client.text.catalogue import listed, say, say_many
from client.text.names import Names, clock, names_of
from client.text.questions import doing
from client.ui.canvas import Line, Span, joined
from client.ui.layout import Size
from client.ui.view import Pane, Spot, Strip, TableView
from engine.decisions import JoinDecision, TurnDecision
from engine.knowledge import Knowledge
from engine.state import Clan, GameState
from engine.terms import Face, Phase, Place, Seat
from engine.values import replace
from protocol.rules import rules_for

_TITLED: Final = 2
"""The most seats that are named by clan and player; more are named by player."""
_SHOWN_FROM: Final = 1
"""Seconds after which a wait is shown; answers of bots would make the clock flicker."""


class Wording(Enum):
    """The detail of a wait: names and reason, names, or a number."""

    FULL = "full"
    SHORT = "short"
    LEAST = "least"


@dataclass(frozen=True)
class Frame:
    """One view at one size, and the facts that its parts share."""

    view: TableView
    size: Size

    @cached_property
    def names(self) -> Names:
        """The names of the seats."""
        return names_of(self.view.state, self.view.names, self.view.addressed)

    @property
    def you(self) -> Seat | None:
        """The seat of the viewer; None for a spectator."""
        return None if self.view.status.watching else self.view.seat

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats that the game waits for, without the viewer."""
        return tuple(seat for seat in self.view.waiting if seat != self.you)

    @property
    def state(self) -> GameState:
        """The state that is shown."""
        return self.view.state

    @property
    def own(self) -> Clan:
        """The clan of the viewer."""
        return self.view.state.clans[self.view.seat]

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """All seats by number, an order that never changes."""
        return self.view.state.seats_from(Seat(0))

    def letter(self, seat: Seat) -> Span:
        """Return the letter of a clan in its hue, bold for the viewer; a dot without a clan."""
        clan = self.view.state.clans[seat].clan
        if clan is None:
            return (self.weight(seat), "·")
        return (joined(theme.CLAN_STYLES[clan], self.weight(seat)), self.names.letter(seat))

    def weight(self, seat: Seat) -> str:
        """Return the style of texts about a seat."""
        return theme.YOU if seat == self.you else ""

    def letters(self, amounts: tuple[tuple[Seat, str], ...], gap: str = " ") -> Line:
        """Join letters, each followed by its text: "W2 R1"."""
        spans: list[Span] = []
        for seat, text in amounts:
            if spans:
                spans.append(("", gap))
            spans += [self.letter(seat), (self.weight(seat), text)]
        return tuple(spans)

    @cached_property
    def cursor_place(self) -> Place:
        """The place under the map cursor."""
        question = self.view.question
        if question is not None and question.spot is Spot.MAP and question.current is not None:
            place = question.current.place
            if place is not None:
                return place
        return self.view.place

    @property
    def place_cursor(self) -> str:
        """The style of the place under the cursor: reverse while the arrows move on the map."""
        question = self.view.question
        asked = question is not None and question.spot is Spot.MAP
        return theme.CURSOR if asked or self.view.pane is Pane.MAP else ""

    @cached_property
    def targets(self) -> frozenset[Place]:
        """The places that may be chosen now."""
        question = self.view.question
        if question is None or question.spot is not Spot.MAP:
            return frozenset()
        return frozenset(
            item.place for item in question.items if item.enabled and item.place is not None
        )

    def has_answers(self, pane: Pane) -> bool:
        """Whether the arrows move among the answers while a pane has the keys."""
        spot = None if self.view.question is None else self.view.question.spot
        return (pane, spot) in ((Pane.HAND, Spot.CARDS), (Pane.MAP, Spot.MAP))

    @property
    def moves_in_hand(self) -> bool:
        """Whether the arrows move in the hand pane, and not among the answers there."""
        in_hand = self.view.pane is Pane.HAND and not self.has_answers(Pane.HAND)
        return in_hand and self.you is not None

    @cached_property
    def cursor_face(self) -> Face | None:
        """The card under the cursor, if any."""
        question = self.view.question
        if self.moves_in_hand:
            faces = hand_faces(self.view.knowledge)
            return faces[min(self.view.card, len(faces) - 1)] if faces else None
        current = question.current if question is not None else None
        return current.face if current is not None else None

    @cached_property
    def asks_turn(self) -> bool:
        """Whether it is the viewer's turn, and not just a question during another one."""
        state = self.view.state
        return isinstance(rules_for(state).owed_by(state, self.view.seat), TurnDecision)

    @property
    def shows_battle(self) -> bool:
        """Whether the battle covers the board now.

        It does not during the call, when everybody looks at the map, nor if a place is asked for.
        """
        view = self.view
        if view.battle is None or view.board or view.battle.strip is Strip.CALL:
            return False
        return view.question is None or view.question.spot is not Spot.MAP

    @property
    def shows_draft(self) -> bool:
        """Whether the draft is shown, not the board."""
        drafting = self.view.state.phase is Phase.GIFTS and self.view.state.dealing is not None
        return drafting and not self.view.board

    @cached_property
    def looks_behind(self) -> bool:
        """Whether the viewer looks at the board behind a battle or the draft."""
        if not self.view.board or self.view.end is not None:
            return False
        plain = Frame(replace(self.view, board=False), self.size)
        return plain.shows_draft or plain.shows_battle

    @property
    def event_places(self) -> tuple[Place, ...]:
        """The places of the event that is being shown."""
        event = self.view.happening
        return () if event is None else event.places

    @property
    def battle_place(self) -> Place | None:
        """The place of a battle that is called or fought."""
        if self.view.battle is not None:
            return self.view.battle.place
        battle = self.view.state.battle
        if battle is not None:
            return battle.place
        return self.called_place

    @cached_property
    def called_place(self) -> Place | None:
        """The place of a call to battle."""
        calls = (one for one in self.view.state.owed if isinstance(one, JoinDecision))
        return next((one.place for one in calls), None)


def hand_faces(knowledge: Knowledge) -> tuple[Face, ...]:
    """Return the cards of the hand pane, one for each row: hand or picks, kept ones, quests."""
    shown = tuple(dict.fromkeys(knowledge.hand or knowledge.picks))
    return (*shown, *(() if knowledge.hand else knowledge.kept), *knowledge.quests)


# ------------------------------------------------------------------------ the other players


def other_names(frame: Frame, wording: Wording) -> str:
    """Name the others that the game waits for, by clan and player if there is room."""
    seats = frame.others
    if wording is Wording.LEAST:
        return say_many("{count} other", "{count} others", len(seats))
    if wording is Wording.FULL and len(seats) <= _TITLED:
        return ", ".join(frame.names.title(seat) for seat in seats)
    return ", ".join(frame.names.full(seat) for seat in seats)


def waiting_sentence(frame: Frame) -> str:
    """Name the others that the game waits for in a sentence, "" if there are none."""
    if not frame.others:
        return ""
    names = ", ".join(frame.names.full(seat) for seat in frame.others)
    return say("Waiting for {names}.", names=names)


def waiting_words(frame: Frame, wording: Wording) -> str:
    """Return the sentence of the header while others decide, "" if nobody does."""
    view = frame.view
    due = rules_for(frame.state).owed(frame.state)
    if not view.waiting or not due:
        return ""
    names = other_names(frame, wording)
    counted = view.status.waited is not None and view.status.waited >= _SHOWN_FROM
    time = f" {clock(view.status.waited or 0)}" if counted else ""
    if view.status.answered and wording is Wording.FULL:
        return say("you have answered, waiting for {names}", names=names) + time
    if view.status.answered and wording is Wording.SHORT:
        return say("answered, waiting for {names}", names=names) + time
    if wording is not Wording.FULL:
        return say("waiting for {names}", names=names) + time
    return say("waiting for {names}: {what}", names=names, what=doing(due[0])) + time


def connection_line(frame: Frame) -> Line:
    """Count the connected people, or report that your connection is down."""
    net = frame.view.status.net
    if net is None:
        return ()
    if net.down is not None:
        return ((theme.DOOM, say("○net down {clock}", clock=clock(net.down)) + " "),)
    if frame.you is None:
        told = say_many("{count} watching", "{count} watching", net.people)
        return (("", f"● {told} "),)
    style = theme.DOOM if net.present < net.people else ""
    return ((style, say("●net {present}/{people}", present=net.present, people=net.people) + " "),)


def connection_word(frame: Frame, seat: Seat) -> str:
    """Describe the connection of a seat in a word or two, "" if it is normal."""
    net = frame.view.status.net
    if net is None:
        return ""
    absent = absent_at(frame, seat)
    if absent is not None:
        return absent_word(absent)
    seconds = dict(net.away).get(seat)
    if seconds is not None:
        return say("down {clock}", clock=clock(seconds))
    return say("bot plays") if seat in net.by_bot else ""


def is_disconnected(frame: Frame, seat: Seat) -> bool:
    """Whether the connection of a seat is down."""
    net = frame.view.status.net
    return net is not None and any(seat == one for one, _ in net.away)


def absent_at(frame: Frame, seat: Seat) -> AbsentSeat | None:
    """Return the absence of a seat, None if it plays."""
    net = frame.view.status.net
    found = () if net is None else net.absent
    return next((one for one in found if one.seat == seat), None)


def seat_mark(frame: Frame, seat: Seat) -> Span:
    """Return the sign before a seat: away, you, disconnected, or deciding."""
    if absent_at(frame, seat) is not None:
        return (theme.DOOM, AWAY)
    if seat == frame.you:
        return (theme.YOU, "►")
    if is_disconnected(frame, seat):
        return (theme.DOOM, "○")
    if seat in frame.view.waiting:
        return (theme.CALL, "●")
    return ("", " ")


def absence_line(frame: Frame, wording: Wording) -> Line:
    """Name the absent seats for the header; nothing if all play or the game is over."""
    net = frame.view.status.net
    if net is None or not net.absent:
        return ()
    if wording is Wording.LEAST:
        text = absent_count(len(net.absent))
    elif wording is Wording.SHORT:
        text = absent_names(frame.names, (AbsentSeat(one.seat) for one in net.absent))
    else:
        text = absent_names(frame.names, net.absent)
    return ((theme.DOOM, f"{AWAY} {text} "),)


def connection_sentence(frame: Frame) -> str:
    """Report broken connections, first of seats that decide; "" while all hold."""
    net = frame.view.status.net
    if net is None or not net.away:
        return ""
    waiting = [(seat, seconds) for seat, seconds in net.away if seat in frame.view.waiting]
    gone = waiting or list(net.away)
    longest = clock(max(seconds for _, seconds in gone))
    if len(gone) == 1:
        name = frame.names.full(gone[0][0])
        return say("{name} is not connected, {clock}. Nothing is lost.", name=name, clock=longest)
    names = listed(frame.names.full(seat) for seat, _ in gone)
    return say("Not connected: {names}, {clock}. Nothing is lost.", names=names, clock=longest)
