"""The destruction procedure and Odin's Tide (D43, D44, E15)."""

from __future__ import annotations

from engine import board as printed
from engine.actions import Protect, RetreatTo, TideKeep
from engine.cards import CARDS
from engine.cards.model import Grant
from engine.changes import GainGlory, MoveFigures, PayRage, ToValhalla
from engine.decisions import (
    MysticRetreatDecision,
    ProtectDecision,
    RetreatDecision,
    TideDecision,
)
from engine.destruction import destroy
from engine.figures import Figures, single
from engine.gods import battle_power
from engine.run import Run
from engine.sheet import granting_card, has_grant, sheet, ships_in
from engine.state import GameState
from engine.story import GodNote
from engine.targets import walks
from engine.tasks import DestroyTask, MysticsTask, TideTask, Victim
from engine.terms import MYSTIC, Cause, FigureKind, Phase, Place, Reward, Seat, Step

_MYSTIC = single(MYSTIC)


def destruction(run: Run, task: DestroyTask) -> None:
    """Let each owner decide in turn, then send what remains to Valhalla together."""
    state = run.state
    for index, seat in enumerate(task.waiting):
        asked = task.witch_asked and index == 0
        witch_at = None if asked else _witch_place(state, task, seat)
        if witch_at is not None:
            run.push(DestroyTask(task.victims, task.cause, task.waiting[index:], True))
            run.ask(RetreatDecision(seat, witch_at, task.cause))
            return
        mystics = _doomed_mystics(state, task, seat)
        if mystics:
            run.push(MysticsTask(task.victims, task.cause, task.waiting[index:], mystics))
            return
        if _ask_about_protection(run, task, index):
            return
    _bury(run, task)


def mystics(run: Run, task: MysticsTask) -> None:
    """Ask the owner about each Mystic that has room next door, then about Protection (M18, M19)."""
    seat = task.waiting[0]
    for index, place in enumerate(task.doomed):
        if walks(run.state, place):
            left = task.doomed[index + 1 :]
            run.push(MysticsTask(task.victims, task.cause, task.waiting, left))
            run.ask(MysticRetreatDecision(seat, place, task.cause))
            return
    if not _ask_about_protection(run, task, 0):
        run.push(DestroyTask(task.victims, task.cause, task.waiting[1:], False))


def _ask_about_protection(run: Run, task: DestroyTask | MysticsTask, index: int) -> bool:
    """Ask the owner at an index to save figures and go on with the next; False if there is none."""
    seat = task.waiting[index]
    doomed = _doomed(task.victims, seat)
    if not doomed or not _may_protect(run.state, seat, task.cause):
        return False
    run.push(DestroyTask(task.victims, task.cause, task.waiting[index + 1 :], False))
    run.ask(ProtectDecision(seat, doomed, task.cause))
    return True


def _is_wanted(state: GameState, seat: Seat, cause: Cause) -> bool:
    """Whether the owner brought the death about: then nothing prevents it (D37, M16, M27)."""
    return cause is Cause.SACRIFICE or (cause is Cause.CAPTURE and seat == state.turn)


def _doomed_mystics(state: GameState, task: DestroyTask, seat: Seat) -> tuple[Place, ...]:
    """Return the place of each Mystic that may retreat, in canonical order (M18)."""
    if not has_grant(state, seat, Grant.RETREAT) or _is_wanted(state, seat, task.cause):
        return ()
    own = (victim for victim in task.victims if victim.seat == seat)
    return tuple(sorted(victim.place for victim in own for _ in range(victim.figures.mystics)))


def retreat_to(run: Run, decision: MysticRetreatDecision, action: RetreatTo) -> None:
    """I30: Move a Mystic next door instead of destroying it (M16, M20)."""
    task = run.agenda.pop()
    assert isinstance(task, MysticsTask)
    seat, place = decision.seat, decision.place
    run.do(MoveFigures(seat, _MYSTIC, place, action.place, Step.RETREAT))
    spared = _without(task.victims, seat, place, _MYSTIC)
    run.push(MysticsTask(spared, task.cause, task.waiting, task.doomed))


def _witch_place(state: GameState, task: DestroyTask, seat: Seat) -> Place | None:
    """Return the outer province where a figure that may retreat is about to die, if any (D43)."""
    if _is_wanted(state, seat, task.cause):
        return None
    for victim in task.victims:
        if victim.seat == seat and victim.place in printed.OUTER and _retreater(victim.figures):
            return victim.place
    return None


def _retreater(figures: Figures) -> FigureKind | None:
    return next(
        (FigureKind(card) for card in figures.monsters if CARDS[card].traits.retreats), None
    )


def _doomed(victims: tuple[Victim, ...], seat: Seat) -> tuple[tuple[Place, Figures], ...]:
    return tuple(
        (victim.place, victim.figures)
        for victim in victims
        if victim.seat == seat and victim.figures
    )


def _may_protect(state: GameState, seat: Seat, cause: Cause) -> bool:
    """Whether Frigga's Protection works: in the Action phase, never on a sacrifice (D43, H-34)."""
    return (
        not _is_wanted(state, seat, cause)
        and state.phase is Phase.ACTION
        and state.clans[seat].rage >= 1
        and has_grant(state, seat, Grant.PROTECTION)
    )


def retreat(run: Run, decision: RetreatDecision) -> None:
    """I23: Move the Witch to Yggdrasil instead of destroying it (D44)."""
    task = run.agenda.pop()
    assert isinstance(task, DestroyTask)
    victim = next(
        victim
        for victim in task.victims
        if victim.seat == decision.seat and victim.place == decision.place
    )
    kind = _retreater(victim.figures)
    assert kind is not None
    one = single(kind)
    run.do(MoveFigures(decision.seat, one, decision.place, Place.YGGDRASIL, Step.RETREAT))
    spared = _without(task.victims, decision.seat, decision.place, one)
    run.push(DestroyTask(spared, task.cause, task.waiting, True))


def protect(run: Run, action: Protect) -> None:
    """I24: Save the figures paid for, where they are (D44)."""
    seat = action.seat
    task = run.agenda.pop()
    assert isinstance(task, DestroyTask)
    card = granting_card(run.state, seat, Grant.PROTECTION)
    run.do(PayRage(seat, sum(figures.count for _, figures in action.saved), card))
    victims = task.victims
    for place, figures in action.saved:
        victims = _without(victims, seat, place, figures)
    run.push(DestroyTask(victims, task.cause, task.waiting, False))


def _without(
    victims: tuple[Victim, ...], seat: Seat, place: Place, figures: Figures
) -> tuple[Victim, ...]:
    return tuple(
        Victim(seat, place, victim.figures.minus(figures))
        if victim.seat == seat and victim.place == place
        else victim
        for victim in victims
    )


def _bury(run: Run, task: DestroyTask) -> None:
    """Destroy the rest as one set, then pay for ships and Ragnarök (D43, F8, F9)."""
    victims = tuple(victim for victim in task.victims if victim.figures)
    for victim in victims:
        run.do(ToValhalla(victim.seat, victim.figures, victim.place, task.cause))
    for victim in victims:
        _pay_for_ships(run, victim)
    if task.cause is Cause.RAGNAROK:
        _pay_for_ragnarok(run, victims)


def _pay_for_ships(run: Run, victim: Victim) -> None:
    ships = ships_in(victim.figures)
    if ships:
        for card, amount in sheet(run.state.clans[victim.seat].upgrades).ship_glory:
            run.do(GainGlory(victim.seat, amount * ships, card))


def _pay_for_ragnarok(run: Run, victims: tuple[Victim, ...]) -> None:
    state = run.state
    each = printed.RAGNAROK_GLORY[state.age]
    for seat in state.seats():
        number = sum(victim.figures.count for victim in victims if victim.seat == seat)
        if number:
            factor = sheet(state.clans[seat].upgrades).ragnarok_factor
            run.do(GainGlory(seat, each * number * factor, Reward.RAGNAROK))


def tide(run: Run, task: TideTask) -> None:
    """Ask each clan in the battle for one survivor; then destroy the others as one set (E15).

    In Frigga's province nobody dies, so nobody is asked (L33).
    """
    battle = run.state.battle
    assert battle is not None
    power = battle_power(run.state)
    if power is not None and power.spares_everybody:
        run.tell(GodNote(power.deity, battle.place))
        return
    doomed = task.doomed
    for index, seat in enumerate(task.waiting):
        kinds = run.state.area_figures(seat, battle.place).kinds()
        if len(kinds) > 1:
            run.push(TideTask(task.waiting[index + 1 :], doomed))
            run.ask(TideDecision(seat, battle.place))
            return
        if kinds:
            doomed += _all_but(run.state, seat, battle.place, kinds[0])
    run.push(*destroy(run.state, doomed, Cause.TIDE))


def tide_keep(run: Run, decision: TideDecision, action: TideKeep) -> None:
    """I21: Keep the figure and doom the others."""
    task = run.agenda.pop()
    assert isinstance(task, TideTask)
    doomed = _all_but(run.state, decision.seat, decision.place, action.figure)
    run.push(TideTask(task.waiting, task.doomed + doomed))


def _all_but(state: GameState, seat: Seat, province: Place, kept: FigureKind) -> tuple[Victim, ...]:
    """Return a seat's figures in the area except one of a kind."""
    victims = []
    for place in printed.AREA[province]:
        here = state.figures(seat, place)
        if here.number_of(kept):
            here = here.minus(single(kept))
            kept = FigureKind("")
        if here:
            victims.append(Victim(seat, place, here))
    return tuple(victims)
