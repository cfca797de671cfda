"""Makers of cards by kind, and texts that several cards share."""

from __future__ import annotations

from engine.cards.model import Aim, Card, Copy, Deed, Now, Rank, Traits, declare
from engine.changes import GainGlory
from engine.state import GameState
from engine.tasks import Moment
from engine.terms import CardId, God, Kind, Place, Slot

PLAIN = Traits()


def battle(  # noqa: PLR0913 - one argument per printed fact
    card_id: str,
    name: str,
    text: str,
    god: God,
    bonus: int,
    *,
    copies: tuple[Copy, ...],
    bonus_is_best: bool = False,
    late: bool = False,
) -> Card:
    """Declare a battle card."""
    return declare(
        Card(
            CardId(card_id),
            name,
            text,
            Kind.BATTLE,
            god,
            copies,
            bonus=bonus,
            bonus_is_best=bonus_is_best,
            late=late,
        )
    )


def quest(  # noqa: PLR0913 - one argument per printed fact
    card_id: str,
    name: str,
    text: str,
    rank: Rank,
    need: int,
    places: tuple[Place, ...] = (),
    *,
    copies: tuple[Copy, ...],
) -> Card:
    """Declare a quest."""
    aim = Aim(rank, need, places)
    return declare(Card(CardId(card_id), name, text, Kind.QUEST, God.QUEST, copies, aim=aim))


def upgrade(  # noqa: PLR0913 - one argument per printed fact
    card_id: str,
    name: str,
    text: str,
    god: God,
    slot: Slot,
    traits: Traits = PLAIN,
    *,
    strength: int,
    copies: tuple[Copy, ...],
    cost: int | None = None,
) -> Card:
    """Declare an upgrade; its price is its strength unless `cost` says otherwise (D22)."""
    return declare(
        Card(
            CardId(card_id),
            name,
            text,
            Kind.UPGRADE,
            god,
            copies,
            slot=slot,
            strength=strength,
            cost=strength if cost is None else cost,
            traits=traits,
        )
    )


def glory_when_won(card: Card, amount: int) -> None:
    """Let `card` pay Glory to the winner who played it (E21)."""

    @card.on(Moment.IF_WON)
    def _(_state: GameState, now: Now) -> tuple[Deed, ...]:
        return (GainGlory(now.seat, amount, now.card),)
