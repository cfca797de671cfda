"""Public legality: whether any seat could give this answer here, and if not, the reason.

The engine does not check hidden cards: any printed face may be published. By then the
protocol has verified that it came from that hand.
"""

from __future__ import annotations

from engine import actions as act
from engine import decisions as ask
from engine.board import NEIGHBOURS
from engine.cards import CARDS
from engine.errors import Code, Refusal
from engine.legal_turns import is_printed, turn_refusal
from engine.phases.gifts import free_clans
from engine.sheet import is_leader, is_ship
from engine.state import GameState
from engine.stats import TOP_LEVEL
from engine.targets import entry_refusal, horns_refusal, matches_slot
from engine.terms import Face, Place

_YES: dict[type, tuple[type, ...]] = {
    ask.PickDecision: (act.Picked,),
    ask.SuccorDecision: (act.SendSuccor, act.Decline),
    ask.DomainDecision: (act.PillageAtOnce, act.Decline),
    ask.CardDecision: (act.Laid,),
    ask.RetreatDecision: (act.Retreat, act.Decline),
    ask.BlessingDecision: (act.SendBlessing, act.Decline),
    ask.KeepDecision: (act.Kept,),
}
"""Answers that are legal whenever their decision is owed."""

_DECLINABLE = (
    ask.JoinDecision,
    ask.LateDecision,
    ask.ProtectDecision,
    ask.ProwessDecision,
    ask.HammersDecision,
    ask.MysticRetreatDecision,
)


def refusal(state: GameState, owed: ask.SeatOwed, action: act.SeatAction) -> Refusal | None:
    """Return the reason why `action` is not a legal answer to `owed`, if any."""
    allowed = _YES.get(type(owed))
    if allowed is not None:
        return None if type(action) in allowed else _wrong(owed)
    if isinstance(action, act.Decline):
        return None if isinstance(owed, _DECLINABLE) else _wrong(owed)
    match owed, action:
        case ask.TurnDecision(), _:
            return turn_refusal(state, owed.seat, action)
        case ask.JoinDecision(), act.Join():
            return _join(state, owed, action)
        case ask.LateDecision(), act.AddLate():
            return _late(state, owed, action)
        case ask.FreeInvadeDecision(), act.Skip():
            return None
        case ask.FreeInvadeDecision(), act.InvadeFree():
            return _free_invade(state, owed, action)
        case ask.OpenCardDuty(), act.OpenCard():
            return _face(state, owed, action.face)
        case ask.OpenQuestsDuty(), act.OpenQuests():
            return _quests(state, owed, action)
        case ask.StatDecision(), act.RaiseStatBy():
            return None if action.stat in owed.stats else _stat(state, owed, action)
        case ask.ProtectDecision(), act.Protect():
            return _protect(state, owed, action)
        case ask.TideDecision(), act.TideKeep():
            there = state.area_figures(owed.seat, owed.place).kinds()
            return None if action.figure in there else Refusal(Code.NOT_THERE, owed.seat)
        case ask.QuestCountsDecision(), act.QuestCounts():
            unowned = Refusal(Code.BONUS_NOT_OWNED, owed.seat, have=action.bonus)
            return None if action.bonus in owed.bonuses else unowned
        case ask.ProwessDecision(), act.KeepPlayed():
            return _prowess(state, owed, action)
        case ask.HammersDecision(), act.WalkOn():
            return _walk(state, owed, action)
        case ask.BoxDecision(), act.BoxFrom():
            elsewhere = Refusal(Code.NOT_AMONG_EQUALS, owed.seat, card=owed.card)
            return None if action.location in owed.locations else elsewhere
        case ask.ClanDecision(), act.ChooseClan():
            free = action.clan in free_clans(state)
            return None if free else Refusal(Code.CLAN_TAKEN, owed.seat)
        case ask.OpenPlayDecision(), act.PlayOpen():
            return _face(state, owed, action.face)
        case ask.MysticRetreatDecision(), act.RetreatTo():
            return _next_door(state, owed, action.place)
        case ask.GodMoveDecision(), act.MoveGod():
            return _god_place(state, owed, action.place)
        case _:
            return _wrong(owed)


def _wrong(owed: ask.SeatOwed) -> Refusal:
    return Refusal(Code.NOT_YOUR_ANSWER, owed.seat)


def _stat(state: GameState, owed: ask.StatDecision, action: act.RaiseStatBy) -> Refusal:
    """Refuse a stat that is at its top, or that the card does not raise (E26)."""
    at_top = state.clans[owed.seat].levels[action.stat] >= TOP_LEVEL
    code = Code.STAT_AT_TOP if at_top else Code.STAT_EXCLUDED
    return Refusal(code, owed.seat, card=owed.card, stat=action.stat)


def _face(state: GameState, owed: ask.SeatOwed, face: Face) -> Refusal | None:
    if is_printed(state, face):
        return None
    return Refusal(Code.NO_SUCH_FACE, owed.seat, card=face.card)


def _quests(state: GameState, owed: ask.OpenQuestsDuty, action: act.OpenQuests) -> Refusal | None:
    if len(action.faces) != owed.count:
        return Refusal(Code.WRONG_COUNT, owed.seat, need=owed.count, have=len(action.faces))
    return next((bad for face in action.faces if (bad := _face(state, owed, face))), None)


def _join(state: GameState, owed: ask.JoinDecision, action: act.Join) -> Refusal | None:
    seat = owed.seat
    if is_ship(action.figure):
        return Refusal(Code.SHIP_CANNOT_WALK, seat, action.origin)
    if not _adjacent(action.origin, owed):
        return Refusal(Code.NOT_ADJACENT, seat, action.origin)
    if not state.figures(seat, action.origin).number_of(action.figure):
        return Refusal(Code.NOT_THERE, seat, action.origin)
    return None


def _adjacent(
    place: Place, owed: ask.JoinDecision | ask.HammersDecision | ask.MysticRetreatDecision
) -> bool:
    return place in NEIGHBOURS[owed.place]


def _late(state: GameState, owed: ask.LateDecision, action: act.AddLate) -> Refusal | None:
    if not is_printed(state, action.face):
        return Refusal(Code.NO_SUCH_FACE, owed.seat, card=action.face.card)
    if not CARDS[action.face.card].late:
        return Refusal(Code.NOT_LATE, owed.seat, card=action.face.card)
    return None


def _free_invade(
    state: GameState, owed: ask.FreeInvadeDecision, action: act.InvadeFree
) -> Refusal | None:
    seat = owed.seat
    if not matches_slot(action.figure, owed.slot, owed.card):
        return Refusal(Code.WRONG_SLOT, seat, card=owed.card)
    if not state.clans[seat].reserve.number_of(action.figure):
        return Refusal(Code.NOT_IN_RESERVE, seat)
    return horns_refusal(state, seat) or entry_refusal(state, seat, action.figure, action.place)


def _protect(state: GameState, owed: ask.ProtectDecision, action: act.Protect) -> Refusal | None:
    seat = owed.seat
    doomed = dict(owed.doomed)
    places = [place for place, _ in action.saved]
    if not places or places != sorted(set(places)) or not all(dict(action.saved).values()):
        return Refusal(Code.NOBODY_NAMED, seat)
    for place, figures in action.saved:
        if figures.monsters != tuple(sorted(figures.monsters)):
            return Refusal(Code.NOT_DOOMED, seat, place)
        if place not in doomed or not doomed[place].includes(figures):
            return Refusal(Code.NOT_DOOMED, seat, place)
    need = sum(figures.count for _, figures in action.saved)
    have = state.clans[seat].rage
    return Refusal(Code.TOO_LITTLE_RAGE, seat, need=need, have=have) if need > have else None


def _prowess(state: GameState, owed: ask.ProwessDecision, action: act.KeepPlayed) -> Refusal | None:
    seat = owed.seat
    left = list(owed.faces)
    if not action.faces or action.faces != tuple(sorted(action.faces)):
        return Refusal(Code.WRONG_COUNT, seat)
    for face in action.faces:
        if face not in left:
            return Refusal(Code.NOT_OFFERED, seat, card=face.card)
        left.remove(face)
    need, have = len(action.faces), state.clans[seat].rage
    return Refusal(Code.TOO_LITTLE_RAGE, seat, need=need, have=have) if need > have else None


def _walk(state: GameState, owed: ask.HammersDecision, action: act.WalkOn) -> Refusal | None:
    seat = owed.seat
    there = state.figures(seat, owed.place).number_of(action.figure)
    if not there or not is_leader(action.figure):
        return Refusal(Code.NOT_THERE, seat, owed.place)
    return _next_door(state, owed, action.place)


def _next_door(
    state: GameState, owed: ask.HammersDecision | ask.MysticRetreatDecision, place: Place
) -> Refusal | None:
    """Check for a neighbouring surviving province with room (I27, I30)."""
    if not _adjacent(place, owed):
        return Refusal(Code.NOT_ADJACENT, owed.seat, place)
    if state.is_destroyed(place):
        return Refusal(Code.DESTROYED, owed.seat, place)
    if not state.room(place):
        return Refusal(Code.NO_ROOM, owed.seat, place, need=1, have=0)
    return None


def _god_place(state: GameState, owed: ask.GodMoveDecision, place: Place) -> Refusal | None:
    """Check for another surviving unpillaged province without a god (L14)."""
    if place.is_fjord:
        return Refusal(Code.NOT_A_PROVINCE, owed.seat, place)
    if place == owed.place:
        return Refusal(Code.SAME_PLACE, owed.seat, place)
    if state.is_destroyed(place):
        return Refusal(Code.DESTROYED, owed.seat, place)
    if state.board.provinces[place].pillaged:
        return Refusal(Code.ALREADY_PILLAGED, owed.seat, place)
    if state.god_at(place) is not None:
        return Refusal(Code.GOD_THERE, owed.seat, place)
    return None
