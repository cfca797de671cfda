"""The menu of a decision: every answer by verb, refused ones with their reason.

The client offers exactly this menu; no rule is written twice.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine import actions as act
from engine import board as printed
from engine import decisions as ask
from engine.cards import CARDS
from engine.cards.model import Grant
from engine.errors import Code, Refusal
from engine.figures import Figures, single
from engine.intents import intents
from engine.knowledge import Knowledge
from engine.legal import refusal
from engine.legal_turns import hand_refusal, stats_refusal
from engine.sheet import has_grant, sheet_of, walkers
from engine.state import GameState
from engine.stats import SLOTS
from engine.targets import captures, horns_refusal
from engine.terms import Kind, Origin, Seat
from engine.values import Value


class Refused(Value):
    """An answer that is not legal now, with the reason."""

    intent: act.Intent
    why: Refusal


class Option(Value):
    """All answers of one verb. `why` is set if none of them is legal."""

    verb: str
    legal: tuple[act.Intent, ...]
    refused: tuple[Refused, ...] = ()
    why: Refusal | None = None


class Prompt(Value):
    """A decision with its menu, in a fixed order of verbs."""

    decision: ask.Decision
    options: tuple[Option, ...]

    @property
    def legal(self) -> tuple[act.Intent, ...]:
        """All legal answers, in menu order."""
        return tuple(intent for option in self.options for intent in option.legal)


_TURN_VERBS: tuple[type[act.Intent], ...] = (
    act.Invade,
    act.March,
    act.Upgrade,
    act.Commit,
    act.Pillage,
    act.Repillage,
    act.InvadeFromValhalla,
    act.TakeVillage,
    act.Sacrifice,
    act.Pass,
)
_CARD_VERBS = {
    act.Repillage: Grant.REPILLAGE,
    act.InvadeFromValhalla: Grant.VALHALLA_INVADE,
    act.TakeVillage: Grant.CAPTURE,
    act.Sacrifice: Grant.SACRIFICE,
}


def prompt(state: GameState, knowledge: Knowledge, decision: ask.Decision) -> Prompt:
    """Return the menu for the seat that owes `decision`.

    Verbs that need a clan card are listed if the seat owns that card.
    """
    legal = intents(state, knowledge, decision)
    if not isinstance(decision, ask.TurnDecision):
        verbs = dict.fromkeys(intent.word for intent in legal)
        return Prompt(
            decision,
            tuple(
                Option(verb, tuple(intent for intent in legal if intent.word == verb))
                for verb in verbs
            ),
        )
    options = []
    for kind in _TURN_VERBS:
        grant = _CARD_VERBS.get(kind)
        if grant is not None and not has_grant(state, decision.seat, grant):
            continue
        chosen = tuple(intent for intent in legal if type(intent) is kind)
        refused = tuple(_refused(state, knowledge, decision, kind))
        why = None if chosen else _why(state, knowledge, kind, refused)
        options.append(Option(kind.word, chosen, refused, why))
    return Prompt(decision, tuple(options))


def _refused(
    state: GameState, knowledge: Knowledge, decision: ask.TurnDecision, kind: type[act.Intent]
) -> Iterator[Refused]:
    for intent in candidates(state, knowledge, kind):
        why = (
            _not_a_quest(intent)
            if isinstance(intent, act.Commit)
            else refusal(state, decision, intent)
            if not isinstance(intent, act.Pick | act.Lay | act.Keep)
            else None
        )
        if why is not None:
            yield Refused(intent, why)


def _not_a_quest(intent: act.Commit) -> Refusal | None:
    if CARDS[intent.face.card].kind is Kind.QUEST:
        return None
    return Refusal(Code.NOT_A_QUEST, intent.seat, card=intent.face.card)


def candidates(  # noqa: C901 - one branch a verb
    state: GameState, knowledge: Knowledge, kind: type[act.Intent]
) -> Iterator[act.Intent]:
    """Yield every answer of one verb a player might try with their figures and cards, anywhere.

    Marches are tried with one figure; larger groups differ only in the room they need.
    """
    seat = knowledge.seat
    clan = state.clans[seat]
    if kind is act.Invade:
        for figure in clan.reserve.kinds():
            yield from (act.Invade(seat, figure, place) for place in printed.PLACES)
    elif kind is act.InvadeFromValhalla:
        for figure in clan.valhalla.kinds():
            yield from (act.InvadeFromValhalla(seat, figure, place) for place in printed.PLACES)
    elif kind is act.TakeVillage:
        yield from _captures(state, seat)
    elif kind is act.March:
        yield from _marches(state, knowledge)
    elif kind is act.Upgrade:
        yield from _upgrades(state, knowledge)
    elif kind is act.Commit:
        yield from (act.Commit(seat, face) for face in knowledge.hand_faces)
    elif kind is act.Pillage:
        yield from (act.Pillage(seat, place) for place in printed.PROVINCES)
    elif kind is act.Repillage:
        yield from (act.Repillage(seat, place) for place in printed.PROVINCES)


def _marches(state: GameState, knowledge: Knowledge) -> Iterator[act.Intent]:
    seat = knowledge.seat
    for origin in printed.PROVINCES:
        group = walkers(state.figures(seat, origin))
        if group:
            one = _one_of(group)
            for target in printed.PROVINCES:
                if target != origin:
                    yield act.March(seat, origin, target, one)


def _captures(state: GameState, seat: Seat) -> Iterator[act.Intent]:
    origins = [Origin.RESERVE]
    if has_grant(state, seat, Grant.VALHALLA_INVADE):
        origins.append(Origin.VALHALLA)
    for origin in origins:
        for place, owner, kind in captures(state, seat):
            yield act.TakeVillage(seat, place, owner, kind, origin)


def _one_of(group: Figures) -> Figures:
    return single(group.kinds()[0])


def _upgrades(state: GameState, knowledge: Knowledge) -> Iterator[act.Intent]:
    seat = knowledge.seat
    own = sheet_of(state, seat)
    for face in knowledge.hand_faces:
        slot = CARDS[face.card].slot
        if slot is None:
            yield act.Upgrade(seat, face, None)
            continue
        lying = own.in_slot(slot)
        if len(lying) < SLOTS[slot]:
            yield act.Upgrade(seat, face, None)
        yield from (act.Upgrade(seat, face, replaced) for replaced in dict.fromkeys(lying))


def _why(
    state: GameState,
    knowledge: Knowledge,
    kind: type[act.Intent],
    refused: tuple[Refused, ...],
) -> Refusal:
    """Return the most informative reason for a verb without a legal answer."""
    seat = knowledge.seat
    if kind in (act.Upgrade, act.Commit):
        return hand_refusal(state, seat) or _card_reason(knowledge, kind, refused)
    if kind in (act.Invade, act.InvadeFromValhalla):
        pool = state.clans[seat].reserve if kind is act.Invade else state.clans[seat].valhalla
        if not pool:
            code = Code.NOT_IN_RESERVE if kind is act.Invade else Code.NOT_IN_VALHALLA
            return Refusal(code, seat)
    if kind in (act.Invade, act.InvadeFromValhalla, act.TakeVillage):
        full = horns_refusal(state, seat)
        if full is not None:
            return full
    if kind is act.March and all(
        not walkers(state.figures(seat, place)) for place in printed.PROVINCES
    ):
        return Refusal(Code.NOBODY_MOVES, seat)
    full = stats_refusal(state, seat) if kind is act.Sacrifice else None
    return full or _most_telling(refused, seat)


def _card_reason(
    knowledge: Knowledge, kind: type[act.Intent], refused: tuple[Refused, ...]
) -> Refusal:
    wanted = Kind.UPGRADE if kind is act.Upgrade else Kind.QUEST
    if all(CARDS[face.card].kind is not wanted for face in knowledge.hand):
        code = Code.NOT_AN_UPGRADE if kind is act.Upgrade else Code.NOT_A_QUEST
        return Refusal(code, knowledge.seat)
    return _most_telling(
        tuple(one for one in refused if one.why.code is not Code.NOT_AN_UPGRADE), knowledge.seat
    )


_TELLING = (
    Code.TOO_LITTLE_RAGE,
    Code.NO_ROOM,
    Code.NOT_PRESENT,
    Code.NOT_PILLAGED,
    Code.ALREADY_PILLAGED,
    Code.YGGDRASIL_CLOSED,
    Code.STATS_FULL,
    Code.DESTROYED,
    Code.NOT_IN_RESERVE,
)


def _most_telling(refused: tuple[Refused, ...], seat: Seat) -> Refusal:
    """Return the first kind of reason found, with the smallest missing price or number."""
    for code in _TELLING:
        met = [one.why for one in refused if one.why.code is code]
        if met:
            return min(met, key=lambda why: why.need)
    return refused[0].why if refused else Refusal(Code.TOO_FEW_FIGURES, seat)
