"""Gods and Mystics on the map and around it: marks, names, powers one key away."""

from __future__ import annotations

from itertools import product

import pytest

from client.screens.detail import place_summary
from client.screens.draw import draw
from client.screens.frame import Frame
from client.screens.land import cell_lines
from client.style.theme import GOD, Theme, style_rules
from client.text.board_text import board_lines, table_lines
from client.text.catalogue import LANGUAGES, speak
from client.text.god_words import GOD_SIGN, god_brief, god_marks
from client.text.legend import place_legend
from client.text.names import initial, names_of, place_key, some_of
from client.ui.canvas import length
from client.ui.layout import ScreenPart, Size, layout
from engine import decisions as ask
from engine.board import OUTER, PROVINCES
from engine.gods import GODS
from engine.terms import MYSTIC, Deity, FigureKind, Place, Token
from engine.values import replace
from tests.builders import B, seat, table
from tests.client.controller.test_table_model import Screen
from tests.client.screens.scenes import Wanted, scene
from tests.game import Game

SIZES = ((60, 16), (80, 24), (100, 30), (140, 45))


def two_gods(where: str = "thor=gimle tyr=utgard") -> Game:
    """Return a table with a few figures, Mystics among them, and two gods."""
    return table(
        A=seat(gimle="WWLYY", utgard="W", west="S", rage=5, hand="tyrs-smash", levels=(3, 1, 6)),
        B=seat(utgard="WL", andlang="W", hand="tyrs-bash"),
        players=2,
        age=2,
        gods=where,
        mystics=True,
    )


def shown(screen: Screen, width: int = 80, height: int = 24) -> str:
    return draw(screen.model.view(0.0), width, height).text()


def overlay_lines(screen: Screen) -> tuple[str, ...]:
    found = screen.model.display.overlay
    assert found is not None
    return found.lines


@pytest.mark.parametrize("size", SIZES)
def test_each_god_has_a_mark_in_its_province_and_nowhere_else(size: tuple[int, int]) -> None:
    screen = Screen(two_gods())
    canvas = draw(screen.model.view(0.0), *size)
    room = layout(*size)[ScreenPart.MAP]
    marked = [
        (x, y)
        for y in range(room.y, room.bottom)
        for x in range(room.width)
        if canvas.rows()[y][x : x + 1] == GOD_SIGN
    ]
    assert len(marked) == 2
    for x, y in marked:
        assert GOD in canvas.style_at(x, y).split()


def test_a_god_has_its_name_where_the_row_has_room_and_two_letters_elsewhere() -> None:
    screen = Screen(two_gods())
    assert "◆Thor" in shown(screen)
    assert "◆Tyr" in shown(screen)
    doomed = Screen(
        table(gods="heimdall=gimle loki=utgard", ragnarok="gimle andlang horgr", age=1, players=2)
    )
    assert "◆He " in shown(doomed)


def test_a_god_in_yggdrasil_has_its_name_in_a_row_of_its_own() -> None:
    text = shown(Screen(two_gods("heimdall=yggdrasil tyr=utgard")))
    assert "│◆Heimdall " in text


def test_a_god_beside_the_board_is_not_on_the_map_but_beside_it() -> None:
    screen = Screen(two_gods("thor=gimle loki=none"))
    room = layout(80, 24)[ScreenPart.MAP]
    over = "\n".join(row[: room.width] for row in shown(screen).splitlines()[room.y : room.bottom])
    assert "◆Lo" not in over
    assert "◆ Loki, beside the board" in shown(screen)


def test_gods_are_told_apart_without_colour_and_in_ascii() -> None:
    assert dict(style_rules(Theme.MONO))[GOD] == "bold"
    canvas = draw(Screen(two_gods()).model.view(0.0), 80, 24).to_ascii()
    assert "@Thor" in canvas.text()
    assert "@Tyr" in canvas.text()
    assert canvas.text().isascii()


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_letters_tell_all_gods_apart(language: str) -> None:
    speak(language)
    assert len({god_marks(deity)[1] for deity in Deity}) == len(Deity)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_reward_doom_or_god_is_cut_in_the_smallest_cell(language: str) -> None:
    speak(language)
    frame = Frame(Screen(two_gods()).model.view(0.0), Size.SMALL)
    for deity, place in product(Deity, PROVINCES):
        for token in (Token.GLORY, Token.RAGE, Token.AXES, Token.HORNS):
            board = frame.state.board
            provinces = tuple(
                one if one.token is Token.YGGDRASIL else replace(one, token=token)
                for one in board.provinces
            )
            doomed = place if place in OUTER else Place.GIMLE
            state = replace(
                frame.state,
                board=replace(board, provinces=provinces),
                gods=((deity, place), (next(one for one in Deity if one is not deity), None)),
                ragnarok=(Place.HORGR, doomed, Place.HORGR),
            )
            view = replace(frame.view, state=state)
            rows = cell_lines(Frame(view, Size.SMALL), place, 16, 3)
            text = "".join(part for line in rows for _, part in line)
            assert GOD_SIGN in text
            assert "…" not in text
            assert all(length(line) <= 16 for line in rows)


def test_a_mystic_is_a_y_among_the_figures_of_its_clan() -> None:
    assert "W••LYY:9" in shown(Screen(two_gods()))
    assert initial(MYSTIC) == "Y"
    assert initial(FigureKind("mystic-troll")) == "y"
    assert some_of(MYSTIC, 2) == "2 Mystics"
    assert "W Leader and Mystic" in shown(
        Screen(table(A=seat(gimle="LY"), players=2, mystics=True)), 140, 45
    )


def test_figures_in_the_province_of_tyr_show_strength_0_and_a_ship_beside_it_too() -> None:
    text = shown(Screen(two_gods("tyr=gimle thor=utgard")))
    assert "W••LYY:0" in text
    state = two_gods("tyr=gimle thor=utgard").state
    row = next(one for one in table_lines(state, names_of(state)) if one.startswith("1 Gimle"))
    assert row.split()[-2:] == ["2LYY:0~", "-"]


def test_the_power_of_a_god_is_one_key_away_from_its_province() -> None:
    screen = Screen(two_gods())
    screen.keys("s-tab", "1", "v")
    assert overlay_lines(screen)[0] == f"Thor: {GODS[Deity.THOR].text}"


def test_the_legend_of_a_place_begins_with_the_power_of_its_god() -> None:
    told = place_legend(two_gods().state, Place.GIMLE, lambda text: True)
    assert told.startswith("Gimle: Thor: the winner gains 2 Glory for each enemy figure that dies;")
    assert "Thor" not in place_legend(two_gods().state, Place.ANDLANG, lambda text: True)


def test_the_summary_of_a_place_names_its_god() -> None:
    frame = Frame(Screen(two_gods()).model.view(0.0), Size.SMALL)
    told = "".join(text for _, text in place_summary(frame, Place.GIMLE))
    assert told == "1 Gimle ◆Thor: full, W2LYY:9 + ship 2 = 11"


def test_large_screens_list_both_gods_with_place_and_power() -> None:
    text = shown(Screen(two_gods()), 140, 45)
    assert "◆ Tyr, 3 Utgard: figures count 0, only cards decide" in text


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_the_table_of_provinces_has_the_mark_beside_the_name(size: tuple[int, int]) -> None:
    screen = Screen(two_gods())
    screen.keys("f3")
    assert "3 Utgard ◆" in shown(screen, *size)


def test_lists_name_the_god_of_a_province() -> None:
    state = two_gods().state
    lines = board_lines(state, names_of(state))
    assert "god Thor" in next(line for line in lines if line.startswith("1 Gimle"))
    assert "god" not in next(line for line in lines if line.startswith("2 Andlang"))


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_the_draft_names_both_gods_with_the_keys_of_their_provinces(size: tuple[int, int]) -> None:
    view = scene(Wanted("draft", ask.PickDecision, 3, 1, boxes=True))
    text = draw(view, *size).text()
    for deity, place in view.state.gods:
        assert place is not None
        assert f"{god_marks(deity)[0]} {place_key(place)}" in text


def test_lists_of_places_have_the_mark_of_the_god_beside_the_reward() -> None:
    screen = Screen(two_gods())
    screen.keys("p")
    asked = screen.model.view(0.0).question
    assert asked is not None
    details = {item.place: item.detail for item in asked.items}
    assert details[Place.GIMLE].endswith(" ◆Th")
    assert details[Place.UTGARD].endswith(" ◆Ty")


def test_playing_a_card_of_mystics_says_beforehand_that_one_comes() -> None:
    screen = Screen(table(A=seat(hand="friggas-chosen"), players=2, mystics=True))
    screen.keys("u", "enter")
    assert "After this: Rage stays 6; a Mystic joins your reserve." in shown(screen)


def battle_screen(god: str, size: tuple[int, int] = (80, 24)) -> str:
    """Return the screen of the choice of a card in the province of a god."""
    game = table(
        A=seat(gimle="WWL", hand="tyrs-smash"),
        B=seat(gimle="W", hand="tyrs-bash"),
        players=2,
        turn=B,
        gods=f"{god}=gimle {'thor' if god == 'loki' else 'loki'}=utgard",
    )
    return shown(Screen(game, "B pillage gimle", "B card tyrs-bash"), *size)


@pytest.mark.parametrize("god", [deity for deity in Deity if deity is not Deity.HEIMDALL])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_a_battle_has_the_power_of_its_god_in_a_row(god: Deity, size: tuple[int, int]) -> None:
    assert f"{GOD_SIGN} {god_brief(god)}" in battle_screen(god, size)


def test_in_lokis_province_each_card_shows_the_clans_that_gain() -> None:
    assert "ahead by 7; Glory: R +3" in battle_screen("loki")
    assert "ahead by 7, +3 Glory" in battle_screen("frigga")
