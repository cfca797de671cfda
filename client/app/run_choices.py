"""The choices for a run of the program: the settings, as this terminal takes them, and the menu.

It imports what the menu needs and no more, as the menu takes keys before the game is loaded.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TextIO

from prompt_toolkit.output import ColorDepth

from client.menu.main_menu import Menu, offering
from client.platform.paths import state_directory
from client.platform.system import seconds
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.settings.keymap import KeyMap
from client.settings.keys import judged
from client.settings.resolve import Chosen
from client.settings.schema import Settings, boxes_in
from client.settings.terminal import asks_background, colour_depth, look_of
from client.storage.lesson_progress import LessonProgress
from client.storage.seen_hints import SeenHints
from client.style.theme import Look
from client.text.catalogue import say_many
from client.text.languages import choose_language, speak_on
from engine.values import Value, field, replace


class Choices(Value):
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


def with_background(choices: Choices, *, is_light: bool, look: Look) -> Choices:
    """Return the choices on a background.

    They have its palette, unless the person has chosen the present `look`.
    """
    known = replace(choices, is_light=is_light)
    made = with_settings(known, choices.settings, sys.stdout, os.environ)
    chose = look != choices.look
    return replace(known, look=look if chose or not made.asks_background else made.look)


def first_menu(choices: Choices) -> Menu:
    """Return the menu before games are counted; the very first one offers the lesson."""
    told = choices.preferences.news
    boxes = boxes_in(choices.settings)
    menu = Menu((), message=told, boxes=boxes, is_counting=True, is_first=choices.is_first)
    hints, progress = choices.preferences.told, LessonProgress.kept(choices.directory)
    if told or hints is None or not hints.is_new or not progress.is_new:
        return menu
    progress.offer()
    return offering(menu)
