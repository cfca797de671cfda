"""What a program shows: a menu, a door or a lobby, a game on its way, a table, a recorded game."""

from __future__ import annotations

from typing import Protocol

from client.app.end_actions import EndActions
from client.app.launch import Choices
from client.app.online_scene import OnlineScene
from client.games.bot_game import BotGame
from client.games.loading import LoadingGame
from client.games.online_game import OnlineGame
from client.games.spectated_game import SpectatedGame
from client.menu.main_menu import Menu
from client.menu.menu_screen import draw as draw_menu
from client.screens.draw import draw
from client.style.theme import Look
from client.ui.canvas import Canvas


class Scenery(Protocol):
    """A program, as far as it can be seen."""

    choices: Choices
    game: BotGame | OnlineGame | SpectatedGame | None
    loading: LoadingGame | None
    online: OnlineScene | None
    end_actions: EndActions
    menu: Menu


def glance(program: Scenery) -> object:
    """What is shown, to be compared: nothing is drawn again that looks the same."""
    if program.end_actions.replay is not None:
        return object()
    if program.game is not None:
        return program.game.model.view(program.choices.clock())
    shown = program.online or program.loading
    return program.menu if shown is None else shown.glance()


def drawn(program: Scenery, width: int, height: int, look: Look) -> Canvas:
    """The screen at a size."""
    now = program.choices.clock()
    if program.end_actions.replay is not None:
        return program.end_actions.replay.draw(width, height, look, now)
    if program.game is None and program.online is not None:
        return program.online.draw(width, height, look)
    if program.game is None and program.loading is not None:
        return program.loading.draw(width, height)
    if program.game is None:
        return draw_menu(program.menu, width, height, look)
    model = program.game.model
    model.size = (width, height)
    return draw(model.view(now), width, height, look)
