"""Letter keys by their place on the keyboard, except where letters are typed as they are."""

from __future__ import annotations

from typing import Protocol

from client.app.end_actions import EndActions
from client.app.online_scene import OnlineScene
from client.app.run_choices import Choices
from client.app.settings_overlay import SettingsOverlay
from client.controller.table_keys import takes_text
from client.games.game_controller import FinishedTable, GameController
from client.games.loading import LoadingGame
from client.settings.layouts import Keyboard


class ShownProgram(Protocol):
    """The parts of the program that lie over each other, the settings on top."""

    choices: Choices
    settings_overlay: SettingsOverlay
    end_actions: EndActions
    game: GameController[FinishedTable] | None
    scene: LoadingGame | OnlineScene | None


class LetterKeys:
    """The meaning of letters of whatever alphabet."""

    def __init__(self) -> None:
        """Begin with an American keyboard."""
        self._keyboard = Keyboard()

    def meant(self, pressed: str, program: ShownProgram) -> str:
        """Return the key by its place; where text is typed, and if a command is on it, as it is."""
        placed = self._keyboard.by_place(pressed, program.choices.preferences.keys.chosen)
        return pressed if _takes_text(program) else placed


def _takes_text(program: ShownProgram) -> bool:
    if program.settings_overlay.page is not None:
        return program.settings_overlay.takes_text
    if program.end_actions.replay is not None:
        return program.end_actions.replay.takes_text
    if program.game is not None:
        return takes_text(program.game.model)
    return isinstance(program.scene, OnlineScene) and program.scene.takes_text
