"""The start of a run of the program: the game to open, and the choices for the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TextIO

from prompt_toolkit.output import ColorDepth

from client.app.online_scene import OnlinePlan
from client.controller.table_model import TableModel
from client.games import bot_game
from client.games.bot_game import BotGame, NewGame
from client.games.lesson_game import Learn, open_again, open_lesson
from client.games.loading import OpenIt
from client.menu.main_menu import LearnToPlay, Menu, Play, offering
from client.platform.paths import state_directory
from client.platform.system import seconds
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.settings.keymap import KeyMap
from client.settings.keys import judged
from client.settings.resolve import Chosen
from client.settings.schema import Settings
from client.settings.terminal import asks_background, colour_depth, look_of
from client.storage.game_directory import hidden_games, unfinished
from client.storage.lesson_progress import LessonProgress
from client.storage.saved_games import SavedGame
from client.storage.seen_hints import SeenHints
from client.style.theme import Look
from client.text.catalogue import say_many
from client.text.languages import choose_language, speak_on
from protocol.record.retelling import Retold


@dataclass(frozen=True, slots=True)
class Resume:
    """Resume a saved game against bots."""

    saved: SavedGame


@dataclass(frozen=True, slots=True)
class MainMenu:
    """Begin with the menu."""


Start = NewGame | Learn | Resume | MainMenu | OnlinePlan | Retold


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices for this run; tests replace `clock`.

    `preferences`, `look`, `depth` and `asks_background` follow from the settings on this terminal.
    `is_light` is its background, as it says; None until it does.
    """

    preferences: Preferences = field(default_factory=Preferences)
    look: Look = field(default_factory=Look)
    depth: ColorDepth | None = None
    directory: Path = field(default_factory=state_directory)
    clock: Callable[[], float] = seconds
    settings: Settings = field(default_factory=Settings)
    asks_background: bool = False
    is_light: bool | None = None

    @property
    def is_first(self) -> bool:
        """Whether nobody has finished a game here yet."""
        return self.preferences.told is None or not self.preferences.told.is_over


def preferences_of(
    settings: Settings,
    troubles: tuple[str, ...] = (),
    keys: KeyMap | None = None,
    told: SeenHints | None = None,
) -> Preferences:
    """Return the preferences by the settings, with the mistakes in them as news."""
    return Preferences(
        Pace(settings.pace),
        hints=settings.hints and not (told is not None and told.is_over),
        keys=keys or KeyMap(),
        fast=settings.fast,
        news=_news(troubles),
        told=told,
    )


def _news(troubles: tuple[str, ...]) -> str:
    if len(troubles) <= 1:
        return "".join(troubles)
    return say_many(
        "{first} ({count} more message: run `bloodrage settings`.)",
        "{first} ({count} more messages: run `bloodrage settings`.)",
        len(troubles) - 1,
        first=troubles[0],
    )


def choices_of(chosen: Chosen, stdout: TextIO, environ: Mapping[str, str]) -> Choices:
    """Return the choices that follow from the settings on a terminal."""
    settings = chosen.settings
    keys, troubles = judged(settings.keys, str(chosen.path))
    troubles = (*chosen.troubles, *troubles)
    return Choices(
        preferences_of(settings, troubles, keys, SeenHints.kept()),
        look_of(stdout, environ, settings),
        colour_depth(environ, settings),
        settings=settings,
        asks_background=asks_background(environ, settings),
    )


def with_settings(
    choices: Choices, settings: Settings, stdout: TextIO, environ: Mapping[str, str]
) -> Choices:
    """Return the choices that follow from other settings in a run that has begun.

    The language changes only with its own setting: `--lang` is not part of the settings.
    """
    keys, _ = judged(settings.keys, "")
    told = ""
    if settings.language != choices.settings.language:
        wanted = choose_language(environ, asked=settings.language)
        told = speak_on(wanted, getattr(stdout, "encoding", None) or "utf-8")
    hints_told = choices.preferences.told
    if settings.hints and not choices.settings.hints and hints_told is not None:
        hints_told.forget()
    preferences = preferences_of(settings, keys=keys, told=hints_told)
    return replace(
        choices,
        preferences=replace(
            choices.preferences,
            pace=preferences.pace,
            hints=preferences.hints,
            keys=keys,
            fast=preferences.fast,
            news=told,
        ),
        look=look_of(stdout, environ, settings, is_light=choices.is_light),
        depth=colour_depth(environ, settings),
        settings=settings,
        asks_background=asks_background(environ, settings),
    )


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
        case Play(bots, level):
            return partial(bot_game.begin, NewGame((level,) * bots), choices.directory)
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


def first_menu(choices: Choices) -> Menu:
    """Return the menu at the start of the program; the very first one offers the lesson."""
    told = choices.preferences.news or hidden_games(choices.directory)
    menu = Menu(unfinished(choices.directory), message=told, is_first=choices.is_first)
    hints, progress = choices.preferences.told, LessonProgress.kept(choices.directory)
    if told or hints is None or not hints.is_new or not progress.is_new:
        return menu
    progress.offer()
    return offering(menu)
