"""Facts about the view that all parts of the screen share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from client.style import theme
from client.text.names import Names, names_of
from client.ui.canvas import Line, Span, joined
from client.ui.layout import Size
from client.ui.view import Pane, Spot, Strip, TableView
from engine.decisions import JoinDecision, TurnDecision
from engine.state import Clan, GameState
from engine.terms import Face, Phase, Place, Seat
from protocol.rules import rules_for


@dataclass(frozen=True)
class Frame:
    """One view at one size, and the facts that its parts share."""

    view: TableView
    size: Size

    @cached_property
    def names(self) -> Names:
        """The names of the seats."""
        return names_of(self.view.state, self.view.names, self.you)

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
        letter = "·" if clan is None else self.names.letter(seat)
        return (joined(theme.clan_style(clan), self.weight(seat)), letter)

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

    @cached_property
    def cursor_face(self) -> Face | None:
        """The card under the cursor, if any."""
        question = self.view.question
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
