"""Shortcuts through a game: a fight, a row of declines, the end of an Age."""

from __future__ import annotations

from typing import TypedDict, Unpack

from engine import actions as act
from engine import decisions as ask
from engine.actions import Action, Intent
from engine.changes import GainGlory
from engine.errors import Code
from engine.play import owed_by
from engine.story import CompareNote, QuestNote
from engine.terms import SEAT_LETTERS, CardId, Face, Place, Seat
from tests.game import Game

Optional = (
    ask.JoinDecision
    | ask.SuccorDecision
    | ask.DomainDecision
    | ask.LateDecision
    | ask.RetreatDecision
    | ask.ProtectDecision
    | ask.ProwessDecision
    | ask.HammersDecision
    | ask.BlessingDecision
)


class CardWords(TypedDict, total=False):
    """The battle card of each seat, by id."""

    A: str
    B: str
    C: str
    D: str
    E: str


def held(game: Game, seat: Seat, card: str) -> Face:
    """Return the first face of a card in the hand of a seat."""
    return next(face for face in game.knowledge[seat].hand if face.card == CardId(card))


def lay(game: Game, **cards: Unpack[CardWords]) -> Game:
    """Lay the battle card of every seat named."""
    for letter, card in cards.items():
        seat = Seat(SEAT_LETTERS.index(letter))
        game.play(act.Lay(seat, held(game, seat, str(card))))
    return game


def call(game: Game, place: Place) -> Game:
    """Pillage `place` with the active seat; nobody joins."""
    due = game.due()
    assert isinstance(due, ask.TurnDecision), due
    return game.play(act.Pillage(due.seat, place)).skip_calls()


def fight(game: Game, place: Place, **cards: Unpack[CardWords]) -> Game:
    """Pillage with the active seat and lay the cards; nobody joins or adds a late card."""
    return skip_late(lay(call(game, place), **cards))


def skip_late(game: Game) -> Game:
    """Decline every late card that is owed."""
    while isinstance(due := game.due(), ask.LateDecision):
        game.play(act.Decline(due.seat))
    return game


def decline_all(game: Game) -> Game:
    """Decline every offer until something else is owed."""
    while isinstance(due := game.due(), Optional):
        game.play(act.Decline(due.seat))
    return game


def pass_all(game: Game) -> Game:
    """Pass with every seat that gets a turn."""
    while isinstance(due := game.due(), ask.TurnDecision):
        game.play(act.Pass(due.seat))
    return game


def keep_none(game: Game) -> Game:
    """Discard every whole hand in the Discard phase."""
    while isinstance(due := game.due(), ask.KeepDecision):
        game.play(act.Keep(due.seat, None))
    return game


def end_age(game: Game) -> Game:
    """Pass and keep nothing with every seat: the Age ends with the board as it is."""
    return keep_none(pass_all(game))


def asked(game: Game, seat: Seat) -> type[ask.Owed] | None:
    """Return the kind of thing a seat owes, if any."""
    due = owed_by(game.state, seat)
    return None if due is None else type(due)


def kinds(intents: tuple[Intent, ...]) -> set[type[Intent]]:
    """Return the kinds of answers among `intents`."""
    return {type(intent) for intent in intents}


def totals(game: Game) -> dict[Seat, int]:
    """Return the totals compared last, by seat."""
    return {one.seat: one.total for one in game.told(CompareNote)[-1].totals}


def glory_from(game: Game, seat: Seat, source: str) -> int:
    """Return the Glory a seat gained from one source so far."""
    return sum(
        gain.amount for gain in game.told(GainGlory) if gain.seat == seat and gain.source == source
    )


def judged(game: Game) -> list[bool]:
    """Return whether each quest was fulfilled, in the order judged."""
    return [note.fulfilled for note in game.told(QuestNote)]


def code(game: Game, move: Intent | Action | str) -> Code | None:
    """Return the code of the reason why a move would be refused, if any."""
    refusal = game.refuses(move)
    return None if refusal is None else refusal.code
