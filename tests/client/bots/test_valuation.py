"""The worth of cards that the bots do not list."""

from __future__ import annotations

from random import Random

import pytest

from client.bots import LEVELS, Situation
from client.bots.card_choice import keep_worth, pick_worth
from client.bots.valuation import battle_worth, lying_worth, upgrade_worth
from client.bots.weights import PRINTED
from client.tables.local_table import Chair, LocalTable, shuffled
from engine.actions import Pick
from engine.cards import CARDS
from engine.decisions import PickDecision
from engine.state import Options
from engine.terms import Age, CardId, Face, Seat
from engine.values import replace

NEW = CardId("new-upgrade")
NEW_BATTLE = CardId("new-battle")


def add_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add cards to the game, and nowhere else; decks dealt from now on must not be kept."""
    monkeypatch.setitem(CARDS, NEW, replace(CARDS[CardId("odins-throne")], id=NEW, cost=3))
    best = replace(CARDS[CardId("odins-smite")], id=NEW_BATTLE, bonus_is_best=True)
    monkeypatch.setitem(CARDS, NEW_BATTLE, best)


def test_an_unlisted_upgrade_is_worth_more_the_more_it_costs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add_cards(monkeypatch)
    dear = upgrade_worth(PRINTED, Face(NEW, Age.THREE), Age.THREE)
    assert lying_worth(PRINTED, NEW, Age.THREE) == dear
    monkeypatch.setitem(CARDS, NEW, replace(CARDS[NEW], cost=0))
    assert 0 < upgrade_worth(PRINTED, Face(NEW, Age.THREE), Age.THREE) < dear


def test_an_unlisted_battle_text_is_worth_more_than_the_bonus(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add_cards(monkeypatch)
    assert battle_worth(PRINTED, NEW_BATTLE) > CARDS[NEW_BATTLE].bonus


def test_a_karl_drafts_and_keeps_unlisted_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    table = LocalTable(shuffled((Chair("a", "karl"), Chair("b", "karl")), 1, Options()))
    seat = table.seat(Seat(0))
    while not isinstance(decision := seat.owed, PickDecision):
        assert table.step()
    add_cards(monkeypatch)
    face = Face(NEW, Age.ONE)
    pack = (face, *seat.knowledge.pack[1:])
    knowledge = replace(seat.knowledge, pack=pack)
    situation = Situation(seat.state, knowledge, decision, seat.answers)
    assert isinstance(LEVELS["karl"](situation, Random(1)), Pick)
    assert pick_worth(PRINTED, seat.state, seat.seat, face, ()) > 0
    assert keep_worth(PRINTED, seat.state, seat.seat, face) > 0
