"""A battle in numbers and words: every total by its sources, and the texts of the cards played."""

from __future__ import annotations

from collections.abc import Iterable

from client.text.catalogue import say
from client.text.god_words import god_power
from client.text.names import Names, card_name, place_title
from client.ui.view import BattleRow, BattleView, Overlay, OverlayKind
from engine.cards import CARDS
from engine.terms import CardId


def strengths_told(view: BattleView, names: Names) -> tuple[str, ...]:
    """Return every clan in a battle with its strength by source."""
    return tuple(_row(row, names) for row in view.rows)


def _row(row: BattleRow, names: Names) -> str:
    parts = [say("{figures} {strength}", figures=row.figures, strength=row.figure_strength)]
    if row.ship_strength:
        parts.append(say("ships {strength}", strength=row.ship_strength))
    if row.upgrade_strength:
        parts.append(say("upgrades +{strength}", strength=row.upgrade_strength))
    if row.card:
        parts.append(say("card: {card}", card=row.card))
    return say(
        "{who} {total}: {parts}",
        who=names.title(row.seat),
        total=row.total,
        parts=", ".join(parts),
    )


def battle_sheet(view: BattleView, names: Names, cards: Iterable[CardId]) -> Overlay:
    """Return the totals of a battle, its verdict, and the cards that are known with their texts."""
    told = [
        say("{card}: {text}", card=card_name(card.id), text=say(card.text))
        for card in map(CARDS.__getitem__, cards)
    ]
    power = () if view.god is None else (god_power(view.god), "")
    lines = [*power, *strengths_told(view, names), *(("", *view.verdict) if view.verdict else ())]
    for one in told:
        lines += ["", one]
    title = say("Battle for {place}", place=place_title(view.place))
    return Overlay(OverlayKind.EXPLAIN, title, tuple(lines))
