"""The other actions of a turn: march, upgrade, quest, sacrifice (D18 to D37)."""

from __future__ import annotations

from engine import board as printed
from engine.actions import BoxFrom, Committed, March, Repillage, Sacrifice, Upgrade
from engine.cards import CARDS
from engine.cards.model import Grant
from engine.changes import (
    BoxMonster,
    CommitQuest,
    MoveFigures,
    PayRage,
    PlayUpgrade,
    RecruitMonster,
    RecruitMystic,
)
from engine.decisions import BoxDecision, DomainDecision
from engine.destruction import destroy
from engine.figures import single
from engine.phases.call import declare_pillage
from engine.run import Run
from engine.sheet import (
    DOMAIN_PRICE,
    MARCH_PRICE,
    REPILLAGE_PRICE,
    granting_card,
    mystics_in_box,
    upgrade_price,
)
from engine.state import CHOICE_OF_EQUALS, GameState
from engine.tasks import FreeInvadeTask, StatTask, Victim
from engine.terms import STATS, CardId, Cause, Location, Origin, Seat, Slot, Spend, Step


def march(run: Run, action: March) -> None:
    """Move a group for 1 Rage (D18)."""
    run.do(PayRage(action.seat, MARCH_PRICE, Spend.MARCH))
    run.do(MoveFigures(action.seat, action.figures, action.origin, action.target, Step.MARCH))


def upgrade(run: Run, action: Upgrade) -> None:
    """Pay, lay the card down, bring and box figures, offer the free invade (D22 to D31, M11)."""
    seat = action.seat
    card = CARDS[action.face.card]
    assert card.slot is not None
    price = upgrade_price(run.state, seat, card.id)
    if price:
        run.do(PayRage(seat, price, Spend.UPGRADE))
    run.do(PlayUpgrade(seat, action.face, action.replaces))
    boxed = action.replaces if card.slot is Slot.MONSTER else None
    locations = () if boxed is None else monster_locations(run.state, seat, boxed)
    asks = len(locations) > 1 and run.state.options.rules_version >= CHOICE_OF_EQUALS
    if boxed is not None and not asks:
        run.do(BoxMonster(seat, boxed, locations[0]))
    if card.slot is Slot.MONSTER:
        run.do(RecruitMonster(seat, card.id))
    if card.traits.brings_mystic and mystics_in_box(run.state, seat):
        run.do(RecruitMystic(seat))
    if card.slot is not Slot.CLAN:
        run.push(FreeInvadeTask(seat, card.slot, card.id))
    if boxed is not None and asks:
        run.ask(BoxDecision(seat, boxed, locations))


def monster_locations(state: GameState, seat: Seat, card: CardId) -> tuple[Location, ...]:
    """Return where the monsters of a card are: reserve, Valhalla, then places in canonical order.

    There are several only if two equal monsters are apart; the first is the default (I33).
    """
    clan = state.clans[seat]
    off_board = ((Origin.RESERVE, clan.reserve), (Origin.VALHALLA, clan.valhalla))
    return (
        *(origin for origin, figures in off_board if card in figures.monsters),
        *(place for place in printed.PLACES if card in state.figures(seat, place).monsters),
    )


def box(run: Run, decision: BoxDecision, action: BoxFrom) -> None:
    """I33: Send the chosen one of two equal monsters to the box (D30)."""
    run.do(BoxMonster(action.seat, decision.card, action.location))


def commit_quest(run: Run, action: Committed) -> None:
    """Put a card face down as a quest (D32)."""
    run.do(CommitQuest(action.seat))


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
