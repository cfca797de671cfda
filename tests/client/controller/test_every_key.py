"""Every key that the key line, the answers or the help of the moment name does something."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest

from client.controller.requests import Pressed
from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.prompts.spatial import PLACE_OF_KEY
from client.prompts.walk import Walk
from client.screens.frame import Frame
from client.screens.prompt import key_hints
from client.ui.layout import size_of
from client.ui.view import Pane, Spot, TableView
from tests.client.controller.test_table_model import Screen, duel
from tests.client.screens.scenes import Clock, moments

NOW = 1_000_000.0
MARCH = ("m", "1", "enter", "enter", "9", "enter", "enter")
ARROWS = ("up", "down", "left", "right")
NAMED = {
    "↑↓": ("up", "down"),
    "←→": ("left", "right"),
    "arrows": ARROWS,
    "1-9": tuple("123456789"),
    "f8": ("f", "8"),
    "Enter": ("enter",),
    "Enter/letter": ("enter",),
    "Esc": ("escape",),
    "Space": ("space",),
    "Tab": ("tab",),
    "PgUp": ("pageup",),
    "PgDn": ("pagedown",),
}
"""The keys of a word of the key line: one of them at least must do something."""


def keys_of(hint: str) -> Iterator[tuple[str, ...]]:
    """Yield the keys that a hint begins with, its last word being what they do."""
    for word in hint.split()[:-1]:
        if word in NAMED:
            yield NAMED[word]
        elif len(word) == 3 and word[1] == "-":
            yield tuple(map(chr, range(ord(word[0]), ord(word[2]) + 1)))
        elif len(word) == 1 or word.startswith("^"):
            yield (word,)
        else:
            return


def frame_of(model: TableModel) -> Frame:
    return Frame(model.view(NOW), size_of(*model.display.options.size))


def hints_of(model: TableModel) -> tuple[str, ...]:
    return key_hints(frame_of(model))


def pressed(model: TableModel, keys: tuple[str, ...]) -> tuple[TableModel, Pressed]:
    """Press keys in a copy."""
    copy = deepcopy(model)
    done = Pressed()
    for key in keys:
        done = press(copy, key, NOW)
    return copy, done


def acts(model: TableModel, keys: tuple[str, ...]) -> bool:
    """Whether keys change the view or ask for something, and are not called useless."""
    after, done = pressed(model, keys)
    return done != Pressed() or seen(after.view(NOW)) != seen(model.view(NOW))


def seen(view: TableView) -> TableView | None:
    """Return a view, but none with a sentence about a useless key."""
    return None if view.message.startswith("No key") else view


def check_key_line(model: TableModel) -> None:
    for hint in hints_of(model):
        all_keys = [
            one
            for keys in keys_of(hint)
            for one in ([keys] if keys == NAMED["f8"] else [(key,) for key in keys])
        ]
        assert not all_keys or any(acts(model, one) for one in all_keys), hint
        for one in all_keys:
            assert not pressed(model, one)[0].view(NOW).message.startswith("No key"), hint


def check_letters(model: TableModel) -> None:
    """Check that the key of every answer leads to its row, and further only if it is a step."""
    walk = model.walk
    assert isinstance(walk, Walk)
    for number, branch in enumerate(walk.fork.branches):
        item = branch.item
        if not item.key:
            continue
        keys = tuple(item.key) if walk.fork.spot is Spot.MAP else (item.key,)
        after, done = pressed(model, keys)
        assert done.take is None
        assert after.walk is not None
        if len(after.walk.trail) == len(walk.trail):
            assert after.walk.cursor == number, item
        else:
            assert item.is_chosen_by_key or item.label == "No, go back", item


@pytest.mark.parametrize(
    "keys",
    [
        (),
        ("down",),
        ("i",),
        ("i", "w"),
        ("i", "w", "2", "enter"),
        ("m", "1", "enter"),
        ("x",),
        ("p", "1", "enter", "enter"),
        ("p", "1", "enter", "enter", "a", "enter"),
        ("p", "1", "enter", "enter", "tab"),
        ("tab",),
        ("tab", "down"),
        ("tab", "tab", "tab"),
        ("7",),
        (*MARCH, "l"),
        (*MARCH, "tab", "tab"),
        (*MARCH, "tab", "tab", "up"),
        ("?",),
        ("c",),
        ("/",),
        ("h", "enter"),
    ],
)
def test_every_key_of_the_key_line_does_something(keys: tuple[str, ...]) -> None:
    screen = Screen(duel())
    screen.keys(*keys)
    check_key_line(screen.model)
    if screen.model.walk is not None and screen.model.display.overlay is None:
        screen.model.display.focus(Pane.ACTIONS)
        if not frame_of(screen.model).looks_behind:
            check_letters(screen.model)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 6), (5, 7)])
def test_every_key_does_something_in_every_kind_of_question(players: int, seed: int) -> None:
    met = set()
    for model in moments(players, seed, Clock()):
        view = model.view(NOW)
        kind = (view.state.phase, type(model.table.owed), view.battle is None, view.end is None)
        if kind in met or not model.playback.is_idle:
            continue
        met.add(kind)
        check_key_line(model)
        if model.walk is not None:
            check_letters(model)
    assert len(met) > 10


GOING_ON = ("Enter", "Esc")
"""Words of the keys that end an event; no other key of the key line does."""


@pytest.mark.parametrize(("players", "seed"), [(3, 6)])
def test_every_key_during_an_event_does_what_the_key_line_says(players: int, seed: int) -> None:
    met = set()
    clock = Clock()
    for model in moments(players, seed, clock):
        event, battle = model.view(clock.now).happening, model.view(clock.now).battle
        if model.playback.is_idle or event is None or model.walk is not None:
            continue
        scene = None if event.scene is None else event.scene.kind
        kind = (event.card is None, scene, None if battle is None else battle.strip)
        if kind in met:
            continue
        met.add(kind)
        for hint in key_hints(Frame(model.view(clock.now), size_of(80, 24))):
            check_event_key(model, hint, clock.now)
    assert len(met) > 5


def check_event_key(model: TableModel, hint: str, now: float) -> None:
    """Check that a key ends the event if its hint says so, and else changes something else."""
    for key in (one for keys in keys_of(hint) for one in keys):
        after = deepcopy(model)
        done = press(after, key, now)
        ended = after.playback.until == now
        assert ended == hint.startswith(GOING_ON), hint
        changed = done != Pressed() or seen(after.view(now)) != seen(model.view(now))
        is_here = key in PLACE_OF_KEY and PLACE_OF_KEY[key] is model.place_now
        assert ended or changed or is_here, (hint, key)


def test_a_useless_key_gets_one_sentence_that_the_next_key_removes() -> None:
    screen = Screen(duel())
    screen.keys("S")
    assert screen.model.view(0.0).message == "No key S here; ? shows the keys."
    screen.keys("down")
    assert screen.model.view(0.0).message == ""
    screen.keys("z")
    assert screen.model.view(0.0).message == "There is nothing to undo yet."
    screen.keys("y")
    assert "clan cards" in screen.model.view(0.0).message


def test_a_sentence_for_a_key_is_shown_whatever_is_asked() -> None:
    for keys in ((), ("i", "w"), ("p", "1", "enter"), ("p", "1", "enter", "enter")):
        screen = Screen(duel())
        screen.keys(*keys, "P")
        assert screen.model.view(0.0).message.startswith("Pace")
