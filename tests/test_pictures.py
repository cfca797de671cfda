from __future__ import annotations

import pytest

from tests.film import FILM, film
from tests.pictures import PICTURES, SHOWN, picture


@pytest.mark.parametrize("name", SHOWN)
def test_a_picture_shows_the_screen_as_it_is(name: str) -> None:
    assert (PICTURES / f"{name}.svg").read_text(encoding="utf-8") == picture(name)


def test_every_picture_is_shown_in_the_readme() -> None:
    page = (PICTURES.parents[1] / "README.md").read_text(encoding="utf-8")
    assert all(f"docs/pictures/{name}.svg" in page for name in SHOWN)


def test_the_film_shows_the_game_as_it_is_and_is_small() -> None:
    drawn = film()
    assert (PICTURES / "game.svg").read_text(encoding="utf-8") == drawn
    assert len(drawn.encode()) < 400_000
    assert 35 <= sum(seconds for _, seconds in FILM) <= 50


def test_the_film_is_shown_in_the_readme() -> None:
    page = (PICTURES.parents[1] / "README.md").read_text(encoding="utf-8")
    assert "docs/pictures/game.svg" in page
