"""The settings as one frozen value, and the table of their allowed values.

Everything is plain text or a truth value under one short name, so that the file, the environment,
the command line and the settings page all speak of the same thing. The meaning of "auto" on a
certain terminal is decided by its users (client/settings/terminal.py).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final

from client.settings.choices import AUTO, COLOURS, GLYPHS, ORDERINGS, PACES, THEMES
from client.text.box_words import GameBox
from client.text.catalogue import LANGUAGES, say
from engine.values import Value, replace
from protocol.wire.names import is_name

LONGEST_NAME: Final = 24
"""As in protocol.charter, which is slow to import; a test compares them."""

Plain = str | bool
"""A value as the file has it."""


class Entry(Value):
    """A setting: its table and key in the file, its default, and its allowed values.

    `choices` are the allowed words; without any, it is on or off if its default is a truth value,
    and a line of text otherwise. `about` is the comment above it. A list is an array of texts in
    the file, and one text with spaces everywhere else.
    """

    section: str
    key: str
    default: Plain
    about: str
    choices: tuple[str, ...] = ()
    is_list: bool = False

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        if self.choices:
            *first, last = self.choices
            return say("{some} or {last}", some=", ".join(first), last=last)
        return say("true or false") if isinstance(self.default, bool) else say(_TEXTS[self.key])

    def accepts(self, value: object) -> bool:
        """Whether a value is allowed."""
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        if not isinstance(value, str):
            return False
        if self.choices:
            return value in self.choices
        if self.key == "name":
            return not value or (len(value) <= LONGEST_NAME and is_name(value))
        if self.section == "online":
            return not value or _is_of_network(self.key, value)
        return value.isprintable()


def _is_of_network(key: str, value: str) -> bool:
    from protocol.errors import BadInvitation  # noqa: PLC0415 - not for the first screen
    from protocol.lobby.routes import read_route, read_routes  # noqa: PLC0415 - as above

    try:
        match key:
            case "port":
                return (
                    value.isascii()
                    and value.isdigit()
                    and len(value) <= _PORT_DIGITS
                    and 0 < int(value) < _PORTS
                )
            case "address":
                return bool(read_route(value))
            case "token_file":
                return value.isprintable()
            case _:
                return all(read_routes(one) for one in value.split())
    except BadInvitation:
        return False


_PORTS: Final = 1 << 16
_PORT_DIGITS: Final = 5
_TEXTS: Final = {
    "name": "1 to 24 letters of one script, digits, single spaces, ' - and .",
    "command": "a command on one line",
    "port": "a port from 1 to 65535",
    "address": "HOST, HOST:PORT or wss://HOST/PATH",
    "relays": "HOST, HOST:PORT or wss://HOST/PATH, several separated by commas",
    "token_file": "the path of a file",
}


ENTRIES: Final = (
    Entry(
        "look",
        "theme",
        AUTO,
        "The colour theme. auto matches the background of the terminal.",
        (AUTO, *THEMES),
    ),
    Entry(
        "look",
        "glyphs",
        AUTO,
        "The characters on screen. auto uses ASCII if the terminal does not use UTF-8.",
        (AUTO, *GLYPHS),
    ),
    Entry(
        "look",
        "color",
        AUTO,
        "Whether to use colours. NO_COLOR in the environment means never.",
        COLOURS,
    ),
    Entry(
        "look",
        "language",
        AUTO,
        "The language. auto follows the environment (LANG). fa is experimental.",
        (AUTO, *LANGUAGES),
    ),
    Entry(
        "look",
        "bidi",
        AUTO,
        "The order of letters read from the right, if auto shows words backwards. off is also for "
        "screen readers.",
        (AUTO, *ORDERINGS),
    ),
    Entry(
        "look",
        "mouse",
        sys.platform != "win32",
        "Whether the mouse selects things. Shift and drag still selects text.",
    ),
    Entry("play", "name", "", 'Your name at the table. "" takes the last name you used.'),
    Entry("play", "pace", "readable", "How fast the moves of others are shown.", PACES),
    Entry(
        "play",
        "hints",
        default=True,
        about="Hints, to the end of your first game. true starts them again.",
    ),
    Entry(
        "play",
        "fast",
        default=False,
        about="Whether to skip the confirmation at the end of an action.",
    ),
    Entry(
        "play",
        "kickstarter",
        default=False,
        about="Whether games from the menu have the Kickstarter monsters.",
    ),
    Entry(
        "play",
        "gods",
        default=False,
        about="Whether games from the menu have Gods of Asgard.",
    ),
    Entry(
        "play",
        "mystics",
        default=False,
        about="Whether games from the menu have Mystics of Midgard.",
    ),
    Entry(
        "turn", "bell", default=True, about="Whether to ring the bell once when it is your turn."
    ),
    Entry(
        "turn",
        "title",
        default=True,
        about="Whether to show in the window's title that it is your turn.",
    ),
    Entry(
        "turn",
        "command",
        "",
        'A command to run when it is your turn, without a shell. "" runs nothing.',
    ),
    Entry(
        "online",
        "port",
        "",
        'The port of tables you host. "" takes 7744, or the next free one up to 7753.',
    ),
    Entry(
        "online",
        "address",
        "",
        "A name or address of this machine that friends can use, such as a dynamic DNS "
        'name. Your invitation then contains it. "" adds none.',
    ),
    Entry(
        "online",
        "router",
        default=True,
        about="Whether to ask your router to let friends in from the internet.",
    ),
    Entry(
        "online",
        "relays",
        "",
        "Relays to which you can move a table that friends cannot reach, the best first.",
        is_list=True,
    ),
    Entry(
        "online",
        "token_file",
        "",
        "A file with your tokens for private relays, one a line. Only you should be able to read "
        'it. "" is none.',
    ),
)
"""Every setting, in the order of the file."""

BY_KEY: Final = {entry.key: entry for entry in ENTRIES}
SECTIONS: Final = (*dict.fromkeys(entry.section for entry in ENTRIES), "keys")
"""The tables of the file. `keys` has one line for each key that was moved."""


class Settings(Value):
    """The preferences of a person; a field for each of ENTRIES.

    `keys` are the commands whose key was moved, each with its key by name, as written;
    client/settings/keys.py judges them. `command` is a command line that is split into words,
    without a shell. `name` is "" if none was chosen. `relays` are separated by spaces.
    """

    theme: str = AUTO
    glyphs: str = AUTO
    color: str = AUTO
    language: str = AUTO
    bidi: str = AUTO
    mouse: bool = BY_KEY["mouse"].default is True
    name: str = ""
    pace: str = "readable"
    hints: bool = True
    fast: bool = False
    kickstarter: bool = False
    gods: bool = False
    mystics: bool = False
    bell: bool = True
    title: bool = True
    command: str = ""
    port: str = ""
    address: str = ""
    router: bool = True
    relays: str = ""
    token_file: str = ""
    keys: tuple[tuple[str, str], ...] = ()


def boxes_in(settings: Settings) -> tuple[GameBox, ...]:
    """Return the boxes that games begun from the menu use."""
    return tuple(box for box in GameBox if plain_of(settings)[box] is True)


def plain_of(settings: Settings) -> dict[str, Plain]:
    """Return every value by its name, without the keys."""
    return {entry.key: getattr(settings, entry.key) for entry in ENTRIES}


def settings_of(values: Mapping[str, Plain], keys: tuple[tuple[str, str], ...] = ()) -> Settings:
    """Build the settings from allowed values; a missing one is the default."""
    kind: type = Settings
    settings = kind(keys=keys, **{one.key: values.get(one.key, one.default) for one in ENTRIES})
    assert isinstance(settings, Settings)
    return settings


def changed(settings: Settings, key: str, value: Plain) -> Settings:
    """Return the settings with one value changed, which is allowed."""
    return settings_of(plain_of(settings) | {key: value}, settings.keys)


def with_key(settings: Settings, command: str, key: str) -> Settings:
    """Return the settings with the key of one command changed."""
    return replace(settings, keys=tuple((dict(settings.keys) | {command: key}).items()))
