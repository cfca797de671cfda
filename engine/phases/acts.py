"""The other actions of a turn: march, upgrade, quest, sacrifice (D18 to D37)."""

from __future__ import annotations

from engine import board as printed
from engine.actions import March, Repillage, Sacrifice, Upgrade
from engine.cards import CARDS
from engine.cards.model import Grant
from engine.changes import (
    BoxMonster,
    CommitQuest,
    MoveFigures,
    PayRage,
    PlayUpgrade,
    RecruitMonster,
)
from engine.decisions import DomainDecision
from engine.destruction import destroy
from engine.figures import single
from engine.phases.call import declare_pillage
from engine.run import Run
from engine.sheet import DOMAIN_PRICE, MARCH_PRICE, REPILLAGE_PRICE, granting_card, upgrade_price
from engine.state import GameState
from engine.tasks import FreeInvadeTask, StatTask, Victim
from engine.terms import STATS, CardId, Cause, Place, Seat, Slot, Spend, Step


def march(run: Run, action: March) -> None:
    """Move a group for 1 Rage (D18)."""
    run.do(PayRage(action.seat, MARCH_PRICE, Spend.MARCH))
    run.do(MoveFigures(action.seat, action.figures, action.origin, action.target, Step.MARCH))


def upgrade(run: Run, action: Upgrade) -> None:
    """Pay, lay the card down, box an overwritten monster, offer the free invade (D22 to D31)."""
    seat = action.seat
    card = CARDS[action.face.card]
    assert card.slot is not None
    price = upgrade_price(run.state, seat, card.id)
    if price:
        run.do(PayRage(seat, price, Spend.UPGRADE))
    run.do(PlayUpgrade(seat, action.face, action.replaces))
    if action.replaces is not None and card.slot is Slot.MONSTER:
        run.do(BoxMonster(seat, action.replaces, monster_place(run.state, seat, action.replaces)))
    if card.slot is Slot.MONSTER:
        run.do(RecruitMonster(seat, card.id))
    if card.slot is not Slot.CLAN:
        run.push(FreeInvadeTask(seat, card.slot, card.id))


def monster_place(state: GameState, seat: Seat, card: CardId) -> Place | None:
    """Return the place of a monster to be boxed; None if it is off the board.

    Of two equal monsters the one off the board goes, else the first in canonical order.
    """
    clan = state.clans[seat]
    if card in clan.reserve.monsters or card in clan.valhalla.monsters:
        return None
    return next(place for place in printed.PLACES if card in state.figures(seat, place).monsters)


def commit_quest(run: Run, seat: Seat) -> None:
    """Put a card face down as a quest (D32)."""
    run.do(CommitQuest(seat))


def repillage(run: Run, action: Repillage) -> None:
    """Pay for Tyr's Challenge and declare the pillage (D35)."""
    card = granting_card(run.state, action.seat, Grant.REPILLAGE)
    run.do(PayRage(action.seat, REPILLAGE_PRICE, card))
    declare_pillage(run, action.seat, action.place, again=True)


def pillage_at_once(run: Run, decision: DomainDecision) -> None:
    """Pay 2 Rage for the immediate pillage of Thor's Domain (D39)."""
    card = granting_card(run.state, decision.seat, Grant.PILLAGE_AT_ONCE)
    run.do(PayRage(decision.seat, DOMAIN_PRICE, card))
    declare_pillage(run, decision.seat, decision.place, again=False)


def sacrifice(run: Run, action: Sacrifice) -> None:
    """Kill two of the seat's figures and raise a stat: Frigga's Sacrifice (D37)."""
    card = granting_card(run.state, action.seat, Grant.SACRIFICE)
    (place, kind), (other_place, other_kind) = action.victims
    victims: tuple[Victim, ...]
    if place == other_place:
        victims = (Victim(action.seat, place, single(kind).plus(single(other_kind))),)
    else:
        victims = (
            Victim(action.seat, place, single(kind)),
            Victim(action.seat, other_place, single(other_kind)),
        )
    run.push(*destroy(run.state, victims, Cause.SACRIFICE), StatTask(action.seat, STATS, card))
