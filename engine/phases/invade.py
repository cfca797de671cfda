"""Invades and their effects (D12 to D17, D27 to D30, D38 to D40)."""

from __future__ import annotations

from engine.actions import Invade, InvadeFree, InvadeFromValhalla, TakeVillage
from engine.cards import TEXTS
from engine.cards.model import Grant
from engine.changes import PayRage, PlaceFigure
from engine.decisions import DomainDecision, FreeInvadeDecision, SuccorDecision
from engine.destruction import destroy
from engine.figures import single
from engine.run import Run
from engine.sheet import (
    DOMAIN_PRICE,
    FULL_PRICE_OF_VALHALLA,
    granting_card,
    has_grant,
    invade_price,
)
from engine.state import GameState
from engine.story import RepelledNote
from engine.targets import free_invaders, has_horns_room
from engine.tasks import (
    ArrivalTask,
    CaptureTask,
    DomainTask,
    FreeInvadeTask,
    Moment,
    SuccorTask,
    TextTask,
    Victim,
)
from engine.terms import MYSTIC, WARRIOR, CardId, Cause, Origin, Place, Seat, Spend


def invade(run: Run, action: Invade) -> None:
    """Pay and place; the rest of the order of an invade follows (D17)."""
    price = invade_price(run.state, action.seat, action.figure, action.place)
    if price:
        run.do(PayRage(action.seat, price, Spend.INVADE))
    enter(run, PlaceFigure(action.seat, action.figure, action.place, Origin.RESERVE))


def invade_free(run: Run, decision: FreeInvadeDecision, action: InvadeFree) -> None:
    """Place the free invader of an upgrade (D27, D28)."""
    placed = PlaceFigure(action.seat, action.figure, action.place, Origin.RESERVE, decision.card)
    enter(run, placed)


def invade_from_valhalla(run: Run, action: InvadeFromValhalla) -> None:
    """Pay exactly 1 Rage for Frigga's Domain, whatever the figure, and place it (D36)."""
    card = granting_card(run.state, action.seat, Grant.VALHALLA_INVADE)
    run.do(PayRage(action.seat, FULL_PRICE_OF_VALHALLA, card))
    enter(run, PlaceFigure(action.seat, action.figure, action.place, Origin.VALHALLA, card))


def take_village(run: Run, action: TakeVillage) -> None:
    """Pay, then destroy the holder of the village alone; the Mystic follows (M25, M26)."""
    if action.origin is Origin.VALHALLA:
        card = granting_card(run.state, action.seat, Grant.VALHALLA_INVADE)
        run.do(PayRage(action.seat, FULL_PRICE_OF_VALHALLA, card))
    victim = Victim(action.owner, action.place, single(action.victim))
    run.push(
        *destroy(run.state, (victim,), Cause.CAPTURE),
        CaptureTask(action.seat, action.place, action.origin),
    )


def capture(run: Run, task: CaptureTask) -> None:
    """Let the Mystic enter if a village is empty now; otherwise it stays where it was (M26)."""
    if run.state.room(task.place) < 1:
        run.tell(RepelledNote(task.seat, task.place))
        return
    card = granting_card(run.state, task.seat, Grant.CAPTURE)
    enter(run, PlaceFigure(task.seat, MYSTIC, task.place, task.origin, card))


def enter(run: Run, placed: PlaceFigure) -> None:
    """Place an invading figure and queue its effects (D17); a ship has none."""
    run.do(placed)
    seat, place = placed.seat, placed.place
    if place.is_fjord:
        return
    arrival = ArrivalTask(seat, placed.figure, place)
    run.push(arrival, SuccorTask(seat, place), DomainTask(seat, place))


def arrive(run: Run, task: ArrivalTask) -> None:
    """Let the text of an arriving monster kill (D42)."""
    card = CardId(task.figure)
    if (card, Moment.ARRIVAL) in TEXTS:
        run.push(TextTask(task.seat, card, Moment.ARRIVAL, task.place))


def may_send_warrior(state: GameState, seat: Seat, place: Place) -> bool:
    """Whether a reserve Warrior could enter `place` for free now (D16, D38, E29)."""
    return bool(
        state.clans[seat].reserve.warriors
        and state.room(place) >= 1
        and has_horns_room(state, seat)
    )


def offer_succor(run: Run, task: SuccorTask) -> None:
    """Ask about Frigga's Succor if a Warrior could come along."""
    state = run.state
    if has_grant(state, task.seat, Grant.SUCCOR) and may_send_warrior(state, task.seat, task.place):
        run.ask(SuccorDecision(task.seat, task.place))


def send_succor(run: Run, decision: SuccorDecision) -> None:
    """Place the extra Warrior; it does not bring another (D38)."""
    card = granting_card(run.state, decision.seat, Grant.SUCCOR)
    run.do(PlaceFigure(decision.seat, WARRIOR, decision.place, Origin.RESERVE, card))


def may_pillage_at_once(state: GameState, seat: Seat, place: Place) -> bool:
    """Whether Thor's Domain could be used now (D39)."""
    province = state.board.provinces[place]
    return bool(
        has_grant(state, seat, Grant.PILLAGE_AT_ONCE)
        and state.clans[seat].rage >= DOMAIN_PRICE
        and not province.pillaged
        and not province.destroyed
        and state.is_present(seat, place)
    )


def offer_domain(run: Run, task: DomainTask) -> None:
    """Ask about Thor's Domain if it can be used."""
    if may_pillage_at_once(run.state, task.seat, task.place):
        run.ask(DomainDecision(task.seat, task.place))


def offer_free_invade(run: Run, task: FreeInvadeTask) -> None:
    """Ask about the free invade if a matching figure has a place to enter (D27 to D29)."""
    if any(True for _ in free_invaders(run.state, task.seat, task.slot, task.card)):
        run.ask(FreeInvadeDecision(task.seat, task.slot, task.card))
