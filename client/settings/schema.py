"""The settings as one frozen value, and the table that says of each what it may be.

Everything is plain text or a truth value under one short name, so that the file, the environment,
the command line and the settings page all speak of the same thing. What a value leads to on a
certain terminal ("auto") is decided where it is used (client/settings/terminal.py).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from client.settings.choices import AUTO, COLOURS, GLYPHS, PACES, THEMES
from client.text.catalogue import LANGUAGES, say
from protocol.wire.names import is_clean

LONGEST_NAME: Final = 24
"""As protocol.charter has it, which is dear to import; a test compares them."""

Plain = str | bool
"""A value as it stands in the file."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One setting: its table and key in the file, what it is without one, and what it may be.

    `choices` are the words it may be; without any, it is on or off if its default is a truth
    value, and a line of text otherwise. `about` is the comment that stands above it.
    """

    section: str
    key: str
    default: Plain
    about: str
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        if self.choices:
            return _either(self.choices)
        if isinstance(self.default, bool):
            return say("true or false")
        return say(_TEXTS[self.key])

    def accepts(self, value: object) -> bool:
        """Whether a value is allowed."""
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        if not isinstance(value, str):
            return False
        if self.choices:
            return value in self.choices
        if self.key == "name":
            return not value or (len(value) <= LONGEST_NAME and is_clean(value))
        return value.isprintable()


_TEXTS: Final = {
    "name": "1 to 24 plain characters and no space too many",
    "command": "a command line of one line",
}


def _either(words: tuple[str, ...]) -> str:
    *first, last = words
    return say("{some} or {last}", some=", ".join(first), last=last)


ENTRIES: Final = (
    Entry(
        "look",
        "theme",
        AUTO,
        "The colours. auto looks at what the terminal says about itself.",
        (AUTO, *THEMES),
    ),
    Entry(
        "look",
        "glyphs",
        AUTO,
        "The signs. auto uses ASCII where the terminal does not speak UTF-8.",
        (AUTO, *GLYPHS),
    ),
    Entry(
        "look",
        "color",
        AUTO,
        "Whether there are colours at all. NO_COLOR in the environment means never.",
        COLOURS,
    ),
    Entry(
        "look",
        "language",
        AUTO,
        "The language. auto asks the environment (LANG).",
        (AUTO, *LANGUAGES),
    ),
    Entry(
        "look",
        "mouse",
        sys.platform != "win32",
        "Whether the mouse points at things. Shift and dragging still selects text.",
    ),
    Entry("play", "name", "", 'What the others call you. "" takes the name you used last.'),
    Entry("play", "pace", "readable", "How fast the deeds of the others are shown.", PACES),
    Entry(
        "play",
        "hints",
        default=True,
        about="Whether what is new is explained, up to the end of a first game. "
        "Set to true it begins anew.",
    ),
    Entry(
        "play",
        "fast",
        default=False,
        about="Whether choosing is enough: the last question of an action is not asked.",
    ),
    Entry("turn", "bell", default=True, about="Whether the bell rings once when it is your turn."),
    Entry(
        "turn",
        "title",
        default=True,
        about="Whether the window's title says that it is your turn.",
    ),
    Entry(
        "turn",
        "command",
        "",
        'A command to run when it is your turn, without a shell. "" runs nothing.',
    ),
)
"""Every setting, in the order of the file."""

BY_KEY: Final = {entry.key: entry for entry in ENTRIES}
SECTIONS: Final = (*dict.fromkeys(entry.section for entry in ENTRIES), "keys")
"""The tables of the file. `keys` has one line for each key that was moved."""


def _mouse_default() -> bool:
    return BY_KEY["mouse"].default is True


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person chose; a field for each of ENTRIES.

    `keys` are the commands whose key was moved, each with its key by name, as written;
    client/settings/keys.py judges them. `command` is a command line that is split into words,
    without a shell. `name` is "" if none was chosen.
    """

    theme: str = AUTO
    glyphs: str = AUTO
    color: str = AUTO
    language: str = AUTO
    mouse: bool = _mouse_default()
    name: str = ""
    pace: str = "readable"
    hints: bool = True
    fast: bool = False
    bell: bool = True
    title: bool = True
    command: str = ""
    keys: tuple[tuple[str, str], ...] = ()


def plain_of(settings: Settings) -> dict[str, Plain]:
    """Every value by its name, without the keys."""
    return {entry.key: getattr(settings, entry.key) for entry in ENTRIES}


def settings_of(values: Mapping[str, Plain], keys: tuple[tuple[str, str], ...] = ()) -> Settings:
    """The settings with these values, which are all allowed; what is missing is the default."""

    def text(key: str) -> str:
        return str(values.get(key, BY_KEY[key].default))

    def flag(key: str) -> bool:
        return bool(values.get(key, BY_KEY[key].default))

    return Settings(
        theme=text("theme"),
        glyphs=text("glyphs"),
        color=text("color"),
        language=text("language"),
        mouse=flag("mouse"),
        name=text("name"),
        pace=text("pace"),
        hints=flag("hints"),
        fast=flag("fast"),
        bell=flag("bell"),
        title=flag("title"),
        command=text("command"),
        keys=keys,
    )


def changed(settings: Settings, key: str, value: Plain) -> Settings:
    """The settings with one value changed, which is allowed."""
    return settings_of(plain_of(settings) | {key: value}, settings.keys)


def with_key(settings: Settings, command: str, key: str) -> Settings:
    """The settings with the key of one command changed."""
    return replace(settings, keys=tuple((dict(settings.keys) | {command: key}).items()))
