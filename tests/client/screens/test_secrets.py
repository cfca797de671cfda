"""No frame names a hidden card: whole games, every overlay, every battle in review."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest

from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.presenter.overlays import battle_overlay
from client.screens.draw import draw
from client.text.names import card_name
from client.ui.view import BattleView, Strip, TableView
from engine.cards import CARDS
from tests.client.screens.scenes import Clock, ended, moments
from tests.client.screens.test_frames import PLACES_TOO, known_cards, names_known

SIZES = ((80, 24), (100, 30), (140, 45))
LOOKS = (
    "",
    "l",
    "l f f",
    "l up up enter",
    "l up up up v",
    "R",
    "c",
    "c down v",
    "c down down v",
    "g",
    "s",
    "V",
    "v",
    "b",
    "tab",
    "s-tab v",
    "h v",
    "s-tab s-tab enter",
    "f3",
    "f3",
    "?",
)
"""Keys that show something; the list of cards and the rules, which name all cards, are left out."""
GAMES = ((2, 5), (4, 6), (5, 7))
EVERY = 8
LATE = 1_000_000.0


def text_of(view: TableView, size: tuple[int, int]) -> str:
    """Return a frame as one line of words."""
    return " ".join(" ".join(row.split()) for row in draw(view, *size).rows())


def hidden_names(view: TableView) -> set[str]:
    """Return the names of cards that the viewer may not know, unless a place has that name."""
    known = names_known(known_cards(view))
    unknown = {card.name for card in CARDS.values()} - known - {*PLACES_TOO}
    return {name for name in unknown if not any(name in one for one in known)}


def looked_at(model: TableModel) -> Iterator[tuple[str, TableView]]:
    """Yield everything that can be looked at in a moment, without an answer."""
    walk, options, message = model.walk, model.display.options, model.display.message
    for keys in LOOKS:
        for key in keys.split():
            press(model, key, LATE)
        yield keys, model.view(0.0)
        model.display.close()
        if walk is not None:
            model.choose(walk)
        model.display.arrange(options)
        model.display.notify(message)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_no_view_names_a_hidden_card(players: int, seed: int) -> None:
    looks = idle = 0
    for number, model in enumerate(moments(players, seed, Clock())):
        idle += model.playback.is_idle
        if idle % EVERY or not model.playback.is_idle or model.is_over:
            continue
        hidden = hidden_names(model.view(0.0))
        for keys, view in looked_at(model):
            looks += 1
            text = text_of(view, SIZES[looks % len(SIZES)])
            named = {name for name in hidden if name in text}
            assert not named, (keys, number, named)
    assert looks >= len(LOOKS) * 3


@pytest.mark.parametrize(
    ("players", "seed"),
    [GAMES[0], *(pytest.param(*one, marks=pytest.mark.slow) for one in GAMES[1:])],
)
def test_no_event_names_a_hidden_card(players: int, seed: int) -> None:
    """Cards, scenes and battles are scanned while they are shown, and the overlay of `v` too."""
    cards = scenes = 0
    clock = Clock()
    for number, model in enumerate(moments(players, seed, clock)):
        view = model.view(clock.now)
        event = view.happening
        if event is None or model.playback.is_idle or (event.scene is None and number % 3):
            continue
        cards += event.card is not None
        scenes += event.scene is not None
        hidden = hidden_names(view)
        press(model, "v", clock.now)
        read = model.view(clock.now)
        model.display.close()
        for shown in (view, read):
            text = text_of(shown, SIZES[number % len(SIZES)])
            named = {name for name in hidden if name in text}
            assert not named, (number, event.told, named)
    assert cards >= 10
    assert scenes >= 5


AT_END = ("", "c", "b", "l", "v", "down v", "left left", "?")
"""Keys of the end screen."""


@pytest.mark.parametrize(("players", "seed"), GAMES)
@pytest.mark.slow
def test_the_end_names_no_card_that_stayed_hidden(players: int, seed: int) -> None:
    model = deepcopy(ended(players, seed))
    assert model.has_ended
    hidden = hidden_names(model.view(0.0))
    for keys in AT_END:
        for key in keys.split():
            press(model, key, LATE)
        for size in SIZES:
            text = text_of(model.view(0.0), size)
            assert not {name for name in hidden if name in text}, (keys, size)
        model.display.close()


def battles(model: TableModel) -> Iterator[tuple[BattleView, ...]]:
    """Yield the steps of every battle of a game."""
    for number in range(1, 1000):
        steps = model.shown.story.battles.steps(number)
        if steps:
            yield steps
        elif number > max(line.battle for line in model.shown.log):
            return


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_a_reviewed_battle_names_no_card_before_its_reveal(players: int, seed: int) -> None:
    model = deepcopy(ended(players, seed))
    fought = tuple(battles(model))
    assert len(fought) >= 3
    for steps in fought:
        assert [view.strip for view in steps][:2] == [Strip.CALL, Strip.CHOOSE]
        assert steps[-1].strip is Strip.RESULT
        for at, view in enumerate(steps):
            model.display.open(battle_overlay(steps, at))
            text = text_of(model.view(0.0), (80, 24))
            if view.strip is not Strip.CHOOSE:
                assert f"step {at + 1} of {len(steps)}" in text
                continue
            laid = {row.card for row in view.rows}
            assert laid <= {"face down", "choosing", "no card", "none yet"}, laid


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_no_line_about_face_down_cards_names_one(players: int, seed: int) -> None:
    model = deepcopy(ended(players, seed))
    lines = [line for line in model.shown.log if "face down" in line.full]
    assert lines
    for line in lines:
        assert not line.cards
        assert not [card for card in CARDS if card_name(card) in f"{line.full} {line.short}"]
