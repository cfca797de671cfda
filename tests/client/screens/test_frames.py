"""Properties of every frame of whole games, at every size."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from client.screens.draw import draw
from client.screens.frame import Frame
from client.ui.cells import is_narrow
from client.ui.layout import size_of
from client.ui.view import TableView
from engine.cards import CARDS
from engine.terms import CardId, Face, Phase
from tests.client.screens.scenes import whole_game

SIZES = (
    (40, 10),
    (45, 10),
    (60, 12),
    (60, 16),
    (79, 23),
    (80, 24),
    (100, 30),
    (140, 45),
    (220, 80),
)
GAMES = ((2, 5), (3, 6), (5, 7))
PLACES_TOO = ("Alfheim", "Jotunheim", "Manheim", "Yggdrasil", "Widespread", "Glorious Death")
"""Quests named like regions or places, or shown by their status only."""


def frames(players: int, seed: int) -> tuple[TableView, ...]:
    return whole_game(players, seed, 40)


@pytest.mark.parametrize(("players", "seed"), GAMES)
@pytest.mark.parametrize("size", SIZES)
def test_frames_fill_the_screen_with_narrow_characters(
    players: int, seed: int, size: tuple[int, int]
) -> None:
    for view in frames(players, seed):
        rows = draw(view, *size).rows()
        assert len(rows) == size[1]
        assert {len(row) for row in rows} == {size[0]}
        assert all(map(is_narrow, set("".join(rows))))


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_ascii_screens_have_ascii_characters_only(players: int, seed: int) -> None:
    for number, view in enumerate(frames(players, seed)):
        size = SIZES[number % len(SIZES)]
        assert draw(view, *size).to_ascii().text().isascii()


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_header_counts_the_provinces_left_to_pillage(players: int, seed: int) -> None:
    for view in frames(players, seed):
        state, battle = view.state, Frame(view, size_of(80, 24)).battle_place
        if state.phase is Phase.ACTION and battle is None and view.end is None:
            assert f", {len(state.unpillaged())} to pillage" in draw(view, 80, 24).rows()[0]


def names_known(cards: Iterable[CardId]) -> set[str]:
    """Return the names of cards, and of the cards that their texts name."""
    names = {CARDS[card].name for card in cards}
    texts = " ".join(CARDS[card].text for card in cards)
    return names | {card.name for card in CARDS.values() if card.name in texts}


def known_cards(view: TableView) -> set[CardId]:
    """Return the cards that the viewer holds or has seen, or that are public."""
    known = view.knowledge
    faces: list[Face] = [*known.hand, *known.pack, *known.picks, *known.kept, *known.quests]
    faces += [face for pack in known.seen for face in pack.faces]
    faces += [face for seat in known.returned for face in seat]
    faces += [known.laid] if known.laid is not None else []
    cards = {face.card for face in faces}
    cards |= {card for line in view.log for card in line.cards}
    for clan in view.state.clans:
        cards |= {*clan.upgrades, *clan.reserve.monsters, *clan.valhalla.monsters}
    if view.state.battle is not None:
        cards |= {played.face.card for played in view.state.battle.cards}
    return cards


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_no_frame_names_a_card_unknown_to_its_viewer(players: int, seed: int) -> None:
    for view in frames(players, seed):
        known = names_known(known_cards(view))
        text = " ".join(" ".join(row.split()) for row in draw(view, 140, 45).rows())
        for card in CARDS.values():
            hidden = card.name not in known and card.name not in PLACES_TOO
            inside_another = any(card.name in name for name in known)
            assert not (hidden and not inside_another and card.name in text), (card.name, text)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_drawing_again_gives_the_same_frame_with_a_prompt(players: int, seed: int) -> None:
    for view in frames(players, seed):
        canvas = draw(view, 80, 24)
        assert canvas.lines() == draw(view, 80, 24).lines()
        assert canvas.rows()[21].strip()
