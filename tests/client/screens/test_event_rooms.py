"""The rooms of events: a scene shows several rows at any size, and no card is a bare heading."""

from __future__ import annotations

from functools import cache

import pytest

from client.screens.draw import draw, shown_parts
from client.screens.event_card import card_room
from client.screens.frame import Frame
from client.screens.scenes import scene_room
from client.ui.canvas import Rect
from client.ui.layout import ZOOM_MOST, ScreenPart, Zoom, size_of
from client.ui.moments import SceneKind
from client.ui.view import TableView
from engine.values import replace
from tests.client.screens.scenes import whole_game

LEAST = 4
"""Rows inside the frame of a scene."""
SIZES = tuple((width, height) for width in (60, 70, 79, 80) for height in range(16, 25))
LARGER = ((100, 30), (140, 45))


@cache
def events() -> tuple[TableView, ...]:
    """Return a view of every kind of scene, and one of a card."""
    found: dict[SceneKind | None, TableView] = {}
    for view in whole_game(3, 6, 2):
        event = view.happening
        if event is not None and view.question is None and view.end is None and not view.battle:
            if event.scene is not None:
                found.setdefault(event.scene.kind, view)
            elif event.card is not None and event.card.told:
                found.setdefault(None, view)
    assert {None, SceneKind.RAGNAROK, SceneKind.VALHALLA, SceneKind.QUESTS} <= set(found)
    return tuple(found.values())


def rooms(view: TableView, size: tuple[int, int]) -> tuple[Rect | None, Rect | None]:
    """Return the rectangles of scene and card."""
    frame = Frame(view, size_of(*size))
    parts = shown_parts(frame, *size)
    return scene_room(frame, parts), card_room(frame, parts)


@pytest.mark.parametrize("size", SIZES + LARGER)
def test_every_scene_has_several_rows_inside(size: tuple[int, int]) -> None:
    for view in events():
        for zoom in (Zoom(), Zoom(map=ZOOM_MOST), Zoom(actions=ZOOM_MOST)):
            room, _ = rooms(replace(view, zoom=zoom), size)
            if room is not None:
                assert room.height - 2 >= LEAST


@pytest.mark.parametrize("size", SIZES)
def test_the_news_of_a_scene_are_visible(size: tuple[int, int]) -> None:
    scenes = [view.happening.scene for view in events() if view.happening]
    assert any(row.fresh for scene in scenes if scene for row in scene.rows)
    for view, scene in zip(events(), scenes, strict=True):
        fresh = [] if scene is None else [row for row in scene.rows if row.fresh]
        if fresh:
            assert fresh[0].text[:20] in draw(view, *size).text()


@pytest.mark.parametrize("size", SIZES + LARGER)
def test_a_card_has_more_than_its_heading_or_is_not_drawn(size: tuple[int, int]) -> None:
    for view in events():
        _, room = rooms(view, size)
        assert room is None or room.height >= LEAST


def test_rows_that_cannot_be_scrolled_offer_no_arrows() -> None:
    view = next(one for one in events() if one.happening and one.happening.scene)
    assert view.happening is not None
    scene = view.happening.scene
    assert scene is not None
    long = replace(view.happening, scene=replace(scene, rows=scene.rows * 20))
    for is_playing in (True, False):
        shown = replace(view, happening=long, is_playing=is_playing)
        text = draw(shown, 80, 24).text()
        assert ("↑↓ moves" in text) == is_playing
        assert "1-" in text


def test_large_screens_leave_the_map_visible_in_ragnarok() -> None:
    for view in events():
        event = view.happening
        if event is not None and event.scene is not None and event.scene.kind == "ragnarok":
            room, _ = rooms(view, (80, 24))
            assert room is not None
            assert room.y > shown_parts(Frame(view, size_of(80, 24)), 80, 24)[ScreenPart.MAP].y
