"""Every well-formed answer a seat could try in a position, legal or not.

Not the answers the engine would list: each verb is combined with every place, kind, card and
number in reach, so that the list of the engine can be compared with the answers it accepts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

from engine import actions as act
from engine import decisions as ask
from engine.actions import Intent
from engine.board import PLACES
from engine.cards import CARDS
from engine.errors import IllegalAction
from engine.figures import Figures, groups, single
from engine.knowledge import Knowledge, publish
from engine.play import illegal
from engine.state import GameState
from engine.terms import (
    LEADER,
    MYSTIC,
    SHIP,
    WARRIOR,
    Age,
    CardId,
    ClanName,
    Face,
    FigureKind,
    Kind,
    Origin,
    Place,
    Seat,
    Stat,
)

FOREIGN = (
    Face(CardId("tyrs-bash"), Age.ONE),
    Face(CardId("heimdalls-eye"), Age.TWO),
    Face(CardId("valkyrie"), Age.TWO),
    Face(CardId("quest-alfheim"), Age.THREE),
    Face(CardId("troll"), Age.THREE),
)
"""Faces a seat may not hold; the last one was never printed."""


def candidates(
    state: GameState, knowledge: Knowledge, owed: ask.Decision | None = None
) -> Iterator[Intent]:
    """Yield everything the seat could try; `owed` adds answers special to that question."""
    seat = knowledge.seat
    yield from _single_words(seat)
    yield from _entries(state, seat)
    yield from _marches(state, seat)
    yield from _faces(state, knowledge)
    yield from _sacrifices(state, seat)
    if isinstance(owed, ask.ProtectDecision):
        yield from _protections(owed)
    if isinstance(owed, ask.ProwessDecision):
        yield from _prowess(owed)
    if isinstance(owed, ask.PickDecision):
        for number in (1, 2, 3):
            yield from (act.Pick(seat, kept) for kept in combinations(knowledge.pack, number))


def passes(state: GameState, knowledge: Knowledge, owed: ask.Decision, intent: Intent) -> bool:
    """Whether public legality and the seat's own cards permit an answer.

    Facts that only the seat can judge are checked here: the committed card is a quest, a pick
    has the number of cards asked for.
    """
    if isinstance(intent, act.Commit) and CARDS[intent.face.card].kind is not Kind.QUEST:
        return False
    if isinstance(intent, act.Pick) and (
        not isinstance(owed, ask.PickDecision) or len(intent.faces) != owed.count
    ):
        return False
    try:
        action, _ = publish(intent, knowledge)
    except IllegalAction:
        return False
    return illegal(state, action) is None


def _kinds(state: GameState, seat: Seat) -> tuple[FigureKind, ...]:
    """Return all kinds the seat has anywhere, and one that it has not."""
    clan = state.clans[seat]
    monsters = [card for card in clan.upgrades if CARDS[card].slot == "monster"]
    strange = next(card for card in ("troll", "fenrir", "wolfman") if card not in monsters)
    return (WARRIOR, LEADER, SHIP, MYSTIC, *(FigureKind(card) for card in (*monsters, strange)))


def _single_words(seat: Seat) -> Iterator[Intent]:
    for word in (
        act.Pass,
        act.Skip,
        act.Decline,
        act.SendSuccor,
        act.PillageAtOnce,
        act.Retreat,
        act.SendBlessing,
    ):
        yield word(seat)
    yield from (act.ChooseClan(seat, clan) for clan in ClanName)
    yield from (act.RaiseStatBy(seat, stat) for stat in Stat)
    for place in Place:
        yield act.RetreatTo(seat, place)
        yield act.MoveGod(seat, place)
    yield from (act.BoxFrom(seat, location) for location in (*Place, *Origin))
    yield from (act.QuestCounts(seat, bonus) for bonus in (-3, 0, 1, 3, 5, 8))
    yield act.Protect(seat, ())
    yield act.KeepPlayed(seat, ())


def _entries(state: GameState, seat: Seat) -> Iterator[Intent]:
    kinds = _kinds(state, seat)
    yield from (act.TideKeep(seat, kind) for kind in kinds)
    for place in PLACES:
        yield act.Pillage(seat, place)
        yield act.Repillage(seat, place)
        for kind in kinds:
            yield act.Invade(seat, kind, place)
            yield act.InvadeFree(seat, kind, place)
            yield act.InvadeFromValhalla(seat, kind, place)
            yield act.Join(seat, place, kind)
            yield act.WalkOn(seat, kind, place)
            for owner, origin in product(range(state.players), Origin):
                yield act.TakeVillage(seat, place, Seat(owner), kind, origin)


def _marches(state: GameState, seat: Seat) -> Iterator[Intent]:
    for origin in PLACES:
        here = state.figures(seat, origin)
        more = here.plus(Figures(1, 1, 1, (), 1)) if here else Figures(1, 0, 1, (), 1)
        for target in PLACES:
            yield act.March(seat, origin, target, Figures())
            for group in groups(more, more.count):
                yield act.March(seat, origin, target, group)


def _faces(state: GameState, knowledge: Knowledge) -> Iterator[Intent]:
    seat = knowledge.seat
    known = dict.fromkeys((*knowledge.hand, *knowledge.quests, *knowledge.kept, *FOREIGN))
    on_overlay = (None, *dict.fromkeys(state.clans[seat].upgrades), CardId("lokis-wrath"))
    yield act.Keep(seat, None)
    for face in known:
        yield act.Commit(seat, face)
        yield act.Lay(seat, face)
        yield act.Keep(seat, face)
        yield act.AddLate(seat, face)
        yield act.PlayOpen(seat, face)
        yield from (act.Upgrade(seat, face, replaced) for replaced in dict.fromkeys(on_overlay))


def _sacrifices(state: GameState, seat: Seat) -> Iterator[Intent]:
    standing: list[tuple[Place, FigureKind]] = [
        (place, kind) for place in PLACES for kind in state.figures(seat, place).kinds()
    ]
    if standing:
        standing.append((standing[0][0], FigureKind("wolfman")))
    for one, other in product(standing, standing):
        yield act.Sacrifice(seat, (one, other))


def _protections(owed: ask.ProtectDecision) -> Iterator[Intent]:
    parts: list[list[tuple[Place, Figures]]] = [[]]
    for place, doomed in owed.doomed:
        more = doomed.plus(single(WARRIOR))
        parts += [[*part, (place, group)] for part in parts for group in groups(more, more.count)]
    for part in parts:
        yield act.Protect(owed.seat, tuple(part))
        if len(part) > 1:
            yield act.Protect(owed.seat, tuple(reversed(part)))


def _prowess(owed: ask.ProwessDecision) -> Iterator[Intent]:
    faces = tuple(dict.fromkeys((*owed.faces, *FOREIGN)))
    for number in (1, 2, 3):
        for kept in combinations_with_replacement(sorted(faces), number):
            yield act.KeepPlayed(owed.seat, kept)
