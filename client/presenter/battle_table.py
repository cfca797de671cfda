"""The table of a battle: strength by source, card and total of every participant."""

from __future__ import annotations

from client.text.catalogue import say
from client.text.log_line import counted, shown
from client.text.names import some_of
from client.ui.view import BattleRow
from engine.cards import CARDS
from engine.decisions import CardDecision
from engine.preview import CardOutcome
from engine.sheet import is_ship
from engine.state import Battle, GameState, Where
from engine.story import BattleTotal, StrengthSource
from engine.strength import battle_totals
from engine.terms import WARRIOR, CardId, FigureKind, Seat
from protocol.rules import rules_for


def battle_rows(
    totals: tuple[BattleTotal, ...], cards: tuple[str, ...], winner: Seat | None = None
) -> tuple[BattleRow, ...]:
    """Return the rows of a battle; `cards` has the card of each participant, ordered as totals."""
    return tuple(_row(total, card, winner) for total, card in zip(totals, cards, strict=True))


def rows_now(state: GameState) -> tuple[BattleRow, ...]:
    """Return the rows of the battle that is going on, with the cards as far as they are known."""
    battle = state.battle
    assert battle is not None
    cards = tuple(card_now(state, battle, seat) for seat in battle.participants)
    return battle_rows(battle_totals(state), cards, battle.winner if battle.decided else None)


def card_now(state: GameState, battle: Battle, seat: Seat) -> str:
    """Return what everybody may know of a participant's card: its face, or its progress."""
    played = [one for one in battle.cards if one.seat == seat and one.where is Where.TABLE]
    if played:
        return ", ".join(counted(shown(one.face) for one in played))
    if seat in battle.laid or any(one.seat == seat for one in state.given):
        return say("face down")
    if any(
        isinstance(due, CardDecision) and due.seat == seat for due in rules_for(state).owed(state)
    ):
        return say("choosing")
    return say("no card") if not state.clans[seat].hand else say("none yet")


def _row(total: BattleTotal, card: str, winner: Seat | None) -> BattleRow:
    figures = [source for source in total.sources if not _is_card(source)]
    ships = sum(one.amount for one in figures if is_ship(FigureKind(one.what)))
    upgrades = sum(map(_by_upgrade, figures))
    all_figures = sum(one.amount for one in figures)
    return BattleRow(
        seat=total.seat,
        figures="+".join(some_of(FigureKind(one.what), one.count) for one in figures) or "-",
        figure_strength=all_figures - ships - upgrades,
        ship_strength=ships,
        upgrade_strength=upgrades,
        card=card,
        card_strength=total.total - all_figures,
        total=total.total,
        winner=total.seat == winner,
    )


def _is_card(source: StrengthSource) -> bool:
    return source.place is None and CardId(source.what) in CARDS


def _by_upgrade(source: StrengthSource) -> int:
    """Return the strength an upgrade adds to printed Warriors; other upgrades replace it."""
    if source.by is None or source.what != WARRIOR:
        return 0
    return max(0, source.amount - source.count)


def outlook(outcome: CardOutcome, seat: Seat) -> str:
    """Say what a card would lead to if nobody else played one: "ahead by 3"."""
    own = outcome.total_of(seat)
    best = max((total.total for total in outcome.totals if total.seat != seat), default=0)
    if own > best:
        return say("ahead by {margin}", margin=own - best)
    if own == best:
        return say("level: a tie kills all")
    return say("behind by {margin}", margin=best - own)
