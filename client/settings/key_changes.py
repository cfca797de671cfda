"""The `[keys]` of the settings, judged: which command may go to which key."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Final

from client.settings.keymap import KeyMap
from client.settings.keys import BINDINGS
from client.text.catalogue import say

COMMANDS: Final = {one.name: one.pressed for one in BINDINGS if one.name}
"""Every command that can be moved, by name, with its key."""
_KEPT: Final = frozenset("0123456789q+-")
"""Characters that stay what they are: places, sizes of panes, closing."""
_KEY: Final = re.compile(r"\^[ABDEFGKLNOPRSTUVWXY]|f[2-9]|f1[0-2]|\S")
"""What can be chosen. The other control keys are Enter, Tab, backspace, the two ways out and ^Z."""


def judged(pairs: Iterable[tuple[str, str]], file: str) -> tuple[KeyMap, tuple[str, ...]]:
    """The keys as they will be, and a sentence about each command that cannot have its key."""
    moved: dict[str, str] = {}
    troubles: list[str] = []
    for name, key in pairs:
        if name not in COMMANDS:
            troubles.append(_no_command(name, file))
        elif _KEY.fullmatch(key) is None or key in _KEPT:
            troubles.append(_no_key(name, key, file))
        else:
            moved[name] = key
    while (clash := _clash(moved)) is not None:
        name, other = clash
        troubles.append(_taken(name, moved.pop(name), other, file))
    return KeyMap(tuple((COMMANDS[name], key) for name, key in moved.items())), tuple(troubles)


def _clash(moved: dict[str, str]) -> tuple[str, str] | None:
    """A moved command on a key of another: the one moved last gives way."""
    keys = COMMANDS | moved
    for name in reversed(moved):
        for other, key in keys.items():
            if other != name and key == moved[name]:
                return name, other
    return None


def _no_command(name: str, file: str) -> str:
    close = difflib.get_close_matches(name, COMMANDS, 1)
    if close:
        return say(
            "{file}: [keys] has {name}, which is no command; did you mean {close}?",
            file=file,
            name=name,
            close=close[0],
        )
    return say("{file}: [keys] has {name}, which is no command.", file=file, name=name)


def _no_key(name: str, key: str, file: str) -> str:
    return say(
        "{file}: {name} cannot be on {key}; free are characters other than digits, q, + and -, "
        "f2 to f12, and most of ^A to ^Y.",
        file=file,
        name=name,
        key=key,
    )


def _taken(name: str, key: str, other: str, file: str) -> str:
    return say(
        "{file}: {name} stays on {old}, because {key} is the key of {other}.",
        file=file,
        name=name,
        old=COMMANDS[name],
        key=key,
        other=other,
    )
