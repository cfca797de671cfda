"""The learned value of a position: at a seat's turn, and at the start of an Age.

Both are sums of a number for each fact, so the difference of two positions splits by facts. They
are in Glory at the end of the game: that of the seat, less the mean of half the best rival's and
half the rivals' average.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from client.bots.addition import added
from client.bots.odds import bonus_of
from client.bots.outlook import Outlook, hope
from client.bots.valuation import MYSTIC_CARDS, battle_worth, stat_worth, upgrade_worth
from client.bots.weights import Row
from engine.cards import CARDS
from engine.state import Clan, GameState
from engine.terms import CardId, Kind, Seat, Stat
from engine.values import Value
from protocol.rules import rules_for

Facts = Mapping[str, float]
"""Parts of a value by the name of the fact: of `HEADS` or `ROSTER`, ``axes 4``, or a card."""

HEADS: Final = (
    "any position",
    "Glory",
    "rivals' Glory",
    "best rival's Glory",
    "figures that stay",
    "best pillage",
    "second pillage",
    "other pillages",
    "committed quests",
    "quests in hand",
    "Rage left",
    "any Rage left",
    "rivals' Rage",
    "rivals who act",
    "battle cards",
    "best battle card",
    "number of battle cards",
    "upgrades in hand",
    "Glory for the release",
    "figures on the board",
    "rivals' figures",
    "rivals' stats",
    "best rival's stats",
    "rivals' hands",
    "rivals' quests",
    "unpillaged provinces",
    "figures in Valhalla",
    "rivals' figures in Valhalla",
)
"""The facts of a position at a turn, beside stats and upgrades, in the order of `turn_facts`."""
ROSTER: Final = ("any position", "Glory", "warriors", "leader", "ship", "monsters", "kept cards")
"""The facts of a sheet at the start of an Age, beside stats and upgrades."""


class TurnValues(Value):
    """Numbers for a position at a turn: of `HEADS`, by stat and level from 1, by upgrade."""

    numbers: Row
    levels: tuple[Row, Row, Row]
    upgrades: Mapping[CardId, float]


class StartValues(Value):
    """Numbers for a sheet at the start of an Age, which give its Glory at the end of the game.

    `offset` turns the difference to the rivals into that at the end; `spread` is the Glory by
    which a guess is off, for the chance to win.
    """

    numbers: Row
    levels: tuple[Row, Row, Row]
    upgrades: Mapping[CardId, float]
    offset: float
    spread: float


def turn_facts(outlook: Outlook) -> Row:
    """Return the facts of `HEADS` as a seat knows them at a turn; `outlook` examined it."""
    state, seat, weights = outlook.state, outlook.seat, outlook.weights
    clan = state.clans[seat]
    rivals = [state.clans[one] for one in outlook.rivals]
    count = len(rivals)
    parts = outlook.parts
    prizes = sorted((part.prize for part in parts), reverse=True)
    leads, dead = outlook.leads(), clan.valhalla.count
    committed = held = 0.0
    for aim, worth, in_hand in outlook.aims:
        if in_hand:
            held += worth * hope(weights, aim, leads, dead)
        else:
            committed += worth * hope(weights, aim, leads, dead)
    battle, best, cards, upgrades = _hand(outlook)
    stats = [_stats(outlook, one) for one in rivals]
    glory = [one.glory for one in rivals]
    can_act = rules_for(state).can_act
    acting = [one for one in outlook.rivals if can_act(state, one)]
    return (
        1.0,
        float(clan.glory),
        sum(glory) / count,
        float(max(glory)),
        added([part.sure for part in parts]),
        prizes[0],
        prizes[1],
        added(prizes[2:]),
        committed,
        held,
        float(clan.rage),
        float(clan.rage > 0),
        sum([state.clans[one].rage for one in acting]) / count,
        len(acting) / count,
        battle,
        best,
        cards,
        upgrades,
        float(dead * outlook.release_glory),
        float(state.on_board(seat)),
        sum([state.on_board(one) for one in outlook.rivals]) / count,
        added(stats) / count,
        max(stats),
        sum([one.hand for one in rivals]) / count,
        sum([one.quests for one in rivals]) / count,
        float(len(state.unpillaged())),
        float(dead),
        sum([one.valhalla.count for one in rivals]) / count,
    )


def _hand(outlook: Outlook) -> Row:
    """Return worths of battle cards, the best bonus, the number of them, worths of upgrades."""
    weights = outlook.weights
    battle = best = cards = upgrades = 0.0
    for face in outlook.knowledge.hand:
        card = CARDS[face.card]
        if card.kind is Kind.BATTLE:
            battle += battle_worth(weights, card.id)
            cards += 1
            best = max(best, float(bonus_of(card.id)))
        elif card.kind is Kind.UPGRADE:
            worth = upgrade_worth(weights, face, outlook.state.age) - weights.rage * card.cost
            upgrades += max(0.0, worth)
    return battle, best, cards, upgrades


def _stats(outlook: Outlook, clan: Clan) -> float:
    age = outlook.state.age
    return added([stat_worth(outlook.weights, stat, clan.levels[stat], age) for stat in Stat])


def turn_value(values: TurnValues, outlook: Outlook) -> float:
    """Return the value of a position at a turn of the seat."""
    facts = turn_facts(outlook)
    head = added([number * fact for number, fact in zip(values.numbers, facts, strict=True)])
    return head + _sheet(values, outlook.state.clans[outlook.seat])


def _sheet(values: TurnValues | StartValues, clan: Clan) -> float:
    total = 0.0
    for levels, level in zip(values.levels, clan.levels, strict=True):
        total += levels[level - 1]
    for card in dict.fromkeys(clan.upgrades):
        total += _lying(values, card)
    return total


def _lying(values: TurnValues | StartValues, card: CardId) -> float:
    """Return the value of a card on a sheet; those of Mystics have not been learned."""
    return values.upgrades.get(card, MYSTIC_CARDS.get(card, 0.0))


def _sheet_parts(values: TurnValues | StartValues, clan: Clan) -> Iterator[tuple[str, float]]:
    for stat, levels, level in zip(Stat, values.levels, clan.levels, strict=True):
        yield stat.name.lower(), levels[level - 1]
    for card in dict.fromkeys(clan.upgrades):
        yield card, _lying(values, card)


def sheet_facts(state: GameState, seat: Seat) -> Row:
    """Return the facts of `ROSTER` for a seat at the start of an Age; Mystics are as monsters."""
    clan = state.clans[seat]
    warriors = leaders = ships = monsters = 0
    for row in state.board.figures:
        here = row[seat]
        if here:
            warriors += here.warriors
            leaders += here.leader
            ships += here.ships
            monsters += len(here.monsters) + here.mystics
    figures = (float(warriors), float(leaders), float(ships), float(monsters))
    return (1.0, float(clan.glory), *figures, float(clan.kept))


def final_glory(values: StartValues, state: GameState) -> tuple[float, ...]:
    """Return the Glory at the end of the game that each seat may expect at the start of an Age."""
    return tuple(
        [
            clan.glory
            + added(
                [a * b for a, b in zip(values.numbers, sheet_facts(state, Seat(seat)), strict=True)]
            )
            + _sheet(values, clan)
            for seat, clan in enumerate(state.clans)
        ]
    )


def start_value(values: StartValues, state: GameState, seat: Seat) -> float:
    """Return the value for a seat of a position at the start of an Age."""
    return margin(final_glory(values, state), seat) + values.offset


def start_parts(values: StartValues, state: GameState, seat: Seat) -> Facts:
    """Return the parts of `start_value`, by fact; what the rivals have is one of them."""
    clan = state.clans[seat]
    facts = zip(ROSTER, values.numbers, sheet_facts(state, seat), strict=True)
    parts = {name: number * fact for name, number, fact in facts}
    parts["Glory"] += clan.glory
    parts.update(_sheet_parts(values, clan))
    own = added(parts.values())
    parts["rivals' Glory"] = start_value(values, state, seat) - own
    return parts


def margin(glory: Sequence[float], seat: Seat) -> float:
    """Return the Glory of a seat less half the best rival's and half the rivals' average."""
    rivals = [one for other, one in enumerate(glory) if other != seat]
    return glory[seat] - max(rivals) / 2 - added(rivals) / len(rivals) / 2


def ending_value(state: GameState, seat: Seat) -> float:
    """Return the value of a finished game for a seat."""
    return margin([clan.glory for clan in state.clans], seat)


def mean_parts(all_parts: Iterable[Facts]) -> Facts:
    """Return the averages of parts of several positions."""
    total: dict[str, float] = {}
    count = 0
    for parts in all_parts:
        count += 1
        for name, part in parts.items():
            total[name] = total.get(name, 0.0) + part
    return {name: part / count for name, part in total.items()}
