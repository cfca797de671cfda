"""What a spectator sees instead of a hand: how much every clan holds."""

from __future__ import annotations

from client.screens.frame import Frame
from client.screens.items import Row
from client.text.catalogue import say, say_many


def held_rows(frame: Frame) -> list[Row]:
    """A row for every clan: cards in hand, quests face down."""
    rows: list[Row] = []
    for seat in frame.seats:
        clan = frame.state.clans[seat]
        cards = say_many("{count} card", "{count} cards", clan.hand)
        quests = say_many("{count} quest", "{count} quests", clan.quests)
        name = frame.names.full(seat)
        told = say("{name}: {cards}, {quests}", name=name, cards=cards, quests=quests)
        rows.append(((("", " "), frame.letter(seat), ("", f" {told}")), ""))
    return rows
