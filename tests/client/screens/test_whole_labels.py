"""No label is cut, in any language, with names as long as a lobby allows, from 60x16 up.

A sign that something is missing is allowed in two places: in the message area, whose whole text is
above the rules (r), and in the text of a card in the hand pane, which `v` shows.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from client.screens.draw import draw, shown_parts
from client.screens.frame import Frame
from client.style import theme
from client.text.catalogue import LANGUAGES, say, speak
from client.text.names import place_name, region_name
from client.ui.canvas import Canvas, Rect
from client.ui.cells import ELLIPSIS, columns_of
from client.ui.layout import ScreenPart, size_of
from client.ui.view import TableView
from engine import decisions as ask
from engine.board import PROVINCES, REGION
from engine.values import replace
from protocol.charter import LONGEST_NAME
from tests.client.screens.scenes import Wanted, scene
from tests.client.screens.test_goldens import COMPACT, LARGE, MEDIUM, SCENES, SMALL

LONG = (
    "Maximiliane von Hohenfel",
    "Bartholomew of Ravenholm",
    "Hallgerda the Unyielding",
    "Cunigunde of Brandenburg",
    "Dagobert the Magnificent",
)
TURN = Wanted("turn", ask.TurnDecision, 5, 6)
LATE = Wanted("turn-late", ask.TurnDecision, 4, 20)
SIZES = (COMPACT, SMALL, MEDIUM, LARGE)
CASES = [
    (wanted, tuple(size for size in sizes if size in SIZES))
    for wanted, sizes in SCENES
    if any(size in SIZES for size in sizes)
]


def cuts(view: TableView, size: tuple[int, int]) -> Iterator[str]:
    """Yield every cut text of a screen with its row, except where it is allowed."""
    canvas = draw(view, *size)
    parts = shown_parts(Frame(view, size_of(*size)), *size)
    for y, line in enumerate(canvas.rows()):
        for x, sign in enumerate(line):
            if sign == ELLIPSIS and not _is_allowed(canvas, parts, x, y):
                yield line


def _is_allowed(canvas: Canvas, parts: dict[ScreenPart, Rect], x: int, y: int) -> bool:
    if _is_in(parts[ScreenPart.PROMPT], x, y):
        return True
    card = parts.get(ScreenPart.HAND, parts.get(ScreenPart.DRAWER))
    return card is not None and _is_in(card, x, y) and theme.NOTE in canvas.style_at(x, y).split()


def _is_in(rect: Rect, x: int, y: int) -> bool:
    return rect.x <= x < rect.right and rect.y <= y < rect.bottom


def with_long_names(view: TableView) -> TableView:
    """Return a moment of people with the longest names."""
    return replace(view, names=LONG[: len(view.names)])


def shown_names(view: TableView) -> list[str]:
    """Return the names that a screen shows, by seat: the viewer is "you"."""
    return [say("you") if seat == view.seat else name for seat, name in enumerate(view.names)]


def test_the_long_names_are_as_long_as_a_lobby_allows() -> None:
    assert {columns_of(name) for name in LONG} == {LONGEST_NAME}


@pytest.mark.parametrize(("wanted", "sizes"), CASES, ids=[wanted.name for wanted, _ in CASES])
def test_no_label_is_cut_in_any_language(
    wanted: Wanted, sizes: tuple[tuple[int, int], ...]
) -> None:
    for language in LANGUAGES:
        speak(language)
        view = scene(wanted)
        for size in sizes:
            assert list(cuts(view, size)) == [], (language, size)
            assert list(cuts(with_long_names(view), size)) == [], (language, size)


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_clans_has_every_name_in_full(language: str, size: tuple[int, int]) -> None:
    speak(language)
    view = with_long_names(scene(TURN))
    side = shown_parts(Frame(view, size_of(*size)), *size)[ScreenPart.SIDE]
    rows = [row[side.x :] for row in draw(view, *size).rows()[side.y : side.bottom]]
    words = " ".join(" ".join(rows).split())
    assert all(name in words for name in shown_names(view))


@pytest.mark.parametrize("keys", ["", "f3"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_places_have_their_whole_names_on_map_and_table(
    language: str, size: tuple[int, int], keys: str
) -> None:
    speak(language)
    text = draw(replace(scene(LATE), table=bool(keys)), *size).text()
    for place in PROVINCES:
        assert place_name(place) in text
        if not keys and size != COMPACT and not scene(LATE).state.is_destroyed(place):
            assert place not in REGION or region_name(REGION[place]) in text


@pytest.mark.parametrize("wanted", ["choose", "late", "result"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_battle_has_every_name_in_full(language: str, wanted: str) -> None:
    speak(language)
    view = with_long_names(scene(next(one for one, _ in SCENES if one.name == wanted)))
    assert view.battle is not None
    text = draw(view, *SMALL).text()
    for one in view.battle.rows:
        assert all(word in text for word in shown_names(view)[one.seat].split())
        assert all(word in text for word in one.figures.replace(",", "").split())


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE])
def test_the_end_has_every_name_in_full(size: tuple[int, int]) -> None:
    view = with_long_names(scene(Wanted("end", "end", 5, 1)))
    text = draw(view, *size).text()
    assert all(word in text for name in shown_names(view) for word in name.split())
