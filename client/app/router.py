"""What a program shows: a menu, a door or a lobby, a game on its way, a table, a recorded game."""

from __future__ import annotations

from typing import Protocol

from client.app.end_actions import Afterwards
from client.app.launch import Choices
from client.app.online_scene import OnlineScene
from client.games.bot_game import Sitting
from client.games.loading import Beginning
from client.games.online_game import OnlineSitting
from client.games.spectated_game import WatchSitting
from client.menu.main_menu import Menu
from client.menu.menu_screen import draw as draw_menu
from client.screens.draw import draw
from client.style.theme import Look
from client.ui.canvas import Canvas


class Scenery(Protocol):
    """A program, as far as it can be seen."""

    choices: Choices
    sitting: Sitting | OnlineSitting | WatchSitting | None
    beginning: Beginning | None
    online: OnlineScene | None
    afterwards: Afterwards
    menu: Menu


def glance(program: Scenery) -> object:
    """What is shown, to be compared: nothing is drawn again that looks the same."""
    if program.afterwards.watching is not None:
        return object()
    if program.sitting is not None:
        return program.sitting.model.view(program.choices.clock())
    shown = program.online or program.beginning
    return program.menu if shown is None else shown.glance()


def drawn(program: Scenery, width: int, height: int, look: Look) -> Canvas:
    """The screen at a size."""
    now = program.choices.clock()
    if program.afterwards.watching is not None:
        return program.afterwards.watching.draw(width, height, look, now)
    if program.sitting is None and program.online is not None:
        return program.online.draw(width, height, look)
    if program.sitting is None and program.beginning is not None:
        return program.beginning.draw(width, height)
    if program.sitting is None:
        return draw_menu(program.menu, width, height, look)
    model = program.sitting.model
    model.size = (width, height)
    return draw(model.view(now), width, height, look)
