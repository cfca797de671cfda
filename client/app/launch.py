"""The start of a run of the program: the game to open."""

from __future__ import annotations

from functools import partial

from client.app.entrance import Entrance
from client.app.online_scene import OnlinePlan
from client.app.run_choices import Choices, first_menu
from client.controller.table_model import TableModel
from client.games import bot_game
from client.games.bot_game import BotGame, NewGame
from client.games.lesson_game import Learn, open_again, open_lesson
from client.games.loading import OpenIt
from client.menu.main_menu import LearnToPlay, Menu, Play
from client.storage.game_directory import hidden_games, unfinished
from client.storage.saved_games import SavedGame
from client.text.box_words import with_boxes
from engine.state import Options
from engine.values import Value, replace
from protocol.record.retelling import Retold


class Resume(Value):
    """Resume a saved game against bots."""

    saved: SavedGame


class MainMenu(Value):
    """Begin with the menu; with that of an entrance, if it is on the screen already."""

    entrance: Entrance | None = None


Start = NewGame | Learn | Resume | MainMenu | OnlinePlan | Retold


def open_game(start: Start, choices: Choices) -> OpenIt | None:
    """Return the way to open the first game; None if there is none."""
    match start:
        case NewGame():
            return partial(bot_game.begin, start, choices.directory)
        case Learn():
            return partial(open_lesson, start, choices.directory)
        case Resume(saved):
            return resumed(saved, choices)
        case _:
            return None


def chosen_game(chosen: Play | LearnToPlay, choices: Choices) -> OpenIt:
    """Return the way to open a game that was chosen in the menu."""
    match chosen:
        case Play(bots, level, boxes):
            new = NewGame((level,) * bots, options=with_boxes(Options(), boxes))
            return partial(bot_game.begin, new, choices.directory)
        case LearnToPlay():
            return partial(open_lesson, Learn(), choices.directory)


def resumed(saved: SavedGame, choices: Choices) -> OpenIt:
    """Return the way to resume a game against bots."""
    return partial(open_again, saved, choices.directory)


def once_more(game: BotGame, choices: Choices) -> OpenIt:
    """Return the way to open another game against the same bots."""
    return partial(bot_game.begin, game.once_more(), choices.directory)


def lesson_after(model: TableModel, choices: Choices) -> OpenIt:
    """Return the way to open the lesson from a game; one that is under way there begins again."""
    return partial(open_lesson, Learn(again=model.is_taught), choices.directory)


def menu_of(start: Start, choices: Choices) -> Menu:
    """Return the menu, with the saved games if the program begins there."""
    match start:
        case MainMenu(None):
            menu, directory = first_menu(choices), choices.directory
            told = hidden_games(directory) or menu.message
            return replace(menu, saved=unfinished(directory), message=told, is_counting=False)
        case MainMenu(Entrance(menu=menu)):
            return menu
        case _:
            return Menu(())
