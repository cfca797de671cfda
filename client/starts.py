"""What a run of the program begins with, and what was chosen for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from prompt_toolkit.output import ColorDepth

from client import sitting as sittings
from client.beginning import OpenIt
from client.entropy import seconds
from client.model import Manners
from client.online.scene import AtDoor, HostTable, JoinTable
from client.places import state_directory
from client.sitting import NewGame
from client.storage import find
from client.theme import Look


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with a saved game: that of a number, or the one played last."""

    number: int | None = None


@dataclass(frozen=True, slots=True)
class MainMenu:
    """Begin with the menu."""


Start = NewGame | Resume | MainMenu | HostTable | JoinTable | AtDoor


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen for this run; `clock` is replaced in tests."""

    manners: Manners = field(default_factory=Manners)
    look: Look = field(default_factory=Look)
    depth: ColorDepth | None = None
    directory: Path = field(default_factory=state_directory)
    clock: Callable[[], float] = seconds


def is_online(start: Start) -> bool:
    """Whether it is about a table with others."""
    return isinstance(start, HostTable | JoinTable | AtDoor)


def new_game(bots: int, level: str) -> NewGame:
    """A game nobody has seen yet, against bots of one level."""
    return NewGame((level,) * bots)


def open_game(start: Start, choices: Choices) -> OpenIt | None:
    """How the game to begin with is opened; None where there is none.

    Raises:
        SaveError: there is no such game.
    """
    match start:
        case NewGame():
            return partial(sittings.begin, start, choices.directory)
        case Resume():
            return partial(sittings.resume, find(choices.directory, start.number))
        case MainMenu() | HostTable() | JoinTable() | AtDoor():
            return None
