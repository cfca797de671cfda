"""The play of the game: decisions owed, and `apply`, the only way from state to state."""

from __future__ import annotations

from engine import actions as act
from engine import decisions as ask
from engine.agenda import carry_out, run_agenda
from engine.errors import Code, IllegalAction, Refusal
from engine.legal import refusal
from engine.phases import gifts
from engine.run import Run
from engine.state import GameState
from engine.story import Story
from engine.terms import Phase, Seat
from engine.values import Value


class Outcome(Value):
    """The result of an action: the new state, and the story of what happened, in order."""

    state: GameState
    story: Story


def owed(state: GameState) -> tuple[ask.Owed, ...]:
    """Return everything still owed: several things only for simultaneous face-down plays."""
    if not state.given:
        return state.owed
    given = {action.seat for action in state.given}
    return tuple([one for one in state.owed if one.seat not in given])


def owed_by(state: GameState, seat: Seat) -> ask.SeatOwed | None:
    """Return the one thing a seat owes now, if any."""
    for one in owed(state):
        if one.seat == seat:
            return one
    return None


def is_over(state: GameState) -> bool:
    """Whether the game has ended (G)."""
    return state.phase is Phase.END


def apply(state: GameState, action: act.Action) -> Outcome:
    """Play `action` and everything that follows from it, up to the next decision.

    Deterministic and total. `state` is left as it was. Answers of a simultaneous step are only
    stored until the last is in.

    Raises:
        IllegalAction: no seat could publish `action` here (hidden cards are not checked).
    """
    why = illegal(state, action)
    if why is not None:
        raise IllegalAction(why)
    return apply_legal(state, action)


def apply_legal(state: GameState, action: act.Action) -> Outcome:
    """Play an action as `apply` does, but without asking whether it is legal.

    For tables and searches whose action came from the legal answers of this very state (`intents`
    and `publish`, or `duty_done`). Any other action fails an assertion, or gives a state that no
    game could reach.
    """
    if type(action) is act.BeginAge:
        run = Run(state)
        gifts.begin_age(run, action)
        run_agenda(run)
        return Outcome(run.result(), tuple(run.story))
    if type(action) is act.PlaceGods:
        run = Run(state)
        gifts.place_gods(run, action)
        return Outcome(run.result(), tuple(run.story))
    given = (*state.given, action)
    if len(given) < len(state.owed):
        by_seat = tuple(sorted(given, key=lambda one: one.seat))
        return Outcome(state.waiting(state.agenda, state.owed, by_seat), ())
    answers = {one.seat: one for one in given}
    run = Run(state)
    for one in state.owed:
        assert one.seat is not None
        carry_out(run, one, answers[one.seat])
    run_agenda(run)
    return Outcome(run.result(), tuple(run.story))


def illegal(state: GameState, action: act.Action) -> Refusal | None:
    """Return the reason why `apply` would refuse `action`, if any."""
    if type(action) is act.BeginAge:
        return _begin_age(state, action)
    if type(action) is act.PlaceGods:
        return _place_gods(state, action)
    if not 0 <= action.seat < state.players:
        return Refusal(Code.NO_SUCH_SEAT)
    due = owed_by(state, action.seat)
    if due is None:
        given = any(one.seat == action.seat for one in state.given)
        return Refusal(Code.ALREADY_ANSWERED if given else Code.NOT_OWED, action.seat)
    if type(action) is act.Absent:
        if isinstance(due, ask.PickDecision):
            return Refusal(Code.NO_DEFAULT, action.seat)
        return None
    return refusal(state, due, action)


def _begin_age(state: GameState, action: act.BeginAge) -> Refusal | None:
    """Check an attempt at dealing the present Age, to fewer seats each time (C9)."""
    seats = tuple(range(state.players))
    dealing = state.dealing
    if state.phase is not Phase.GIFTS or any(
        isinstance(one, ask.PlaceGodsDuty) for one in state.owed
    ):
        return Refusal(Code.NOT_OWED)
    attempt = 1 if dealing is None else dealing.attempt + 1
    if action.age is not state.age or action.attempt != attempt:
        return Refusal(Code.WRONG_AGE, need=attempt, have=action.attempt)
    allowed = seats if dealing is None else dealing.roster
    roster = action.roster
    if not roster and dealing is None:
        # The roster may be empty only if everybody dropped out of a deal that had begun.
        return Refusal(Code.WRONG_ROSTER)
    if roster != tuple(sorted(set(roster))) or not set(roster) <= set(allowed):
        return Refusal(Code.WRONG_ROSTER)
    if dealing is not None and roster == dealing.roster:
        return Refusal(Code.WRONG_ROSTER)
    return None


def _place_gods(state: GameState, action: act.PlaceGods) -> Refusal | None:
    """Check the places drawn for the gods: provinces of different spare tokens (L6, L9)."""
    if state.owed != (ask.PlaceGodsDuty(action.age),):
        return Refusal(Code.NOT_OWED)
    places = action.places
    if len(places) != len(state.gods):
        return Refusal(Code.WRONG_COUNT, need=len(state.gods), have=len(places))
    drawn = state.spare()
    for number, place in enumerate(places):
        if place not in drawn or place in places[:number]:
            return Refusal(Code.NOT_SPARE, place=place)
    return None
