"""Keys by name, the table of their commands for help and dispatcher alike, and moved keys.

A key is named by its character, or by a word: arrows, `enter`, `escape`, `space`, `tab`, `s-tab`,
`pageup`, `pagedown`, `home`, `end`, `backspace`; with the control key by `^` and the letter. The
keys of a terminal are translated once, here. So is the `[keys]` table of the settings, which says
that a command is on another key.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from prompt_toolkit.keys import Keys

from client.settings.keymap import KeyMap, key_sign
from client.text.catalogue import say
from engine.values import Value, replace


class KeyGroup(StrEnum):
    """The columns of the help."""

    ACT = "act"
    MOVE = "move"
    LOOK = "look"
    TALK = "talk"
    SCREEN = "screen"


class Binding(Value):
    """The command of a key. `pressed` is the key by name; "" if the line names several.

    `name` is the name of the command in the settings; "" if its key cannot be moved.
    """

    shown: str
    does: str
    group: KeyGroup
    pressed: str = ""
    name: str = ""


BINDINGS: Final = (
    Binding("i", "invade", KeyGroup.ACT, "i", "invade"),
    Binding("m", "march", KeyGroup.ACT, "m", "march"),
    Binding("u", "upgrade", KeyGroup.ACT, "u", "upgrade"),
    Binding("e", "commit a quest", KeyGroup.ACT, "e", "quest"),
    Binding("p", "pillage", KeyGroup.ACT, "p", "pillage"),
    Binding("y", "pillage again (with the clan card)", KeyGroup.ACT, "y", "repillage"),
    Binding("w", "invade from Valhalla (with the clan card)", KeyGroup.ACT, "w", "valhalla"),
    Binding("o", "take a village (with the clan card)", KeyGroup.ACT, "o", "capture"),
    Binding("k", "sacrifice (with the clan card)", KeyGroup.ACT, "k", "sacrifice"),
    Binding("x", "pass (asks)", KeyGroup.ACT, "x", "pass"),
    Binding("Enter", "choose; at the last question: do it", KeyGroup.ACT),
    Binding("Esc", "one question back", KeyGroup.ACT),
    Binding("z", "undo everything chosen and not yet done", KeyGroup.ACT, "z", "undo"),
    Binding("arrows", "next answer, next legal place", KeyGroup.MOVE),
    Binding("1-9", "province: the map is the numeric keypad", KeyGroup.MOVE),
    Binding("f8 f6 f2 f4", "fjord: north, east, south, west", KeyGroup.MOVE),
    Binding("a-h", "the card or answer with this letter", KeyGroup.MOVE),
    Binding("w l s y", "Warrior, Leader, ship, Mystic, where a figure is asked", KeyGroup.MOVE),
    Binding("Space, left right", "count figures of a group", KeyGroup.MOVE),
    Binding(
        "Tab S-Tab",
        "next pane: actions, hand, log, map; in a draft or battle: the board",
        KeyGroup.MOVE,
        "tab",
    ),
    Binding("PgUp PgDn", "scroll the log", KeyGroup.MOVE, "pageup"),
    Binding(
        "v",
        "explain the item at the cursor: card, price, strength; v again: cards",
        KeyGroup.LOOK,
        "v",
        "explain",
    ),
    Binding(
        "l",
        "the log: / searches, f c filter, Enter shows a battle again",
        KeyGroup.LOOK,
        "l",
        "log",
    ),
    Binding("E", "the newest event: its card or its battle", KeyGroup.LOOK, "E", "event"),
    Binding("R", "what happened since your last turn", KeyGroup.LOOK, "R", "recap"),
    Binding("h", "your hand", KeyGroup.LOOK, "h", "hand"),
    Binding("s", "your quests, if scored now", KeyGroup.LOOK, "s", "quests"),
    Binding("c", "clans; v explains every number of a clan", KeyGroup.LOOK, "c", "clans"),
    Binding("g", "Glory so far", KeyGroup.LOOK, "g", "glory"),
    Binding("V", "cards you saw and passed on in the draft", KeyGroup.LOOK, "V", "passed"),
    Binding("/", "search all cards", KeyGroup.LOOK, "/", "cards"),
    Binding("r", "rules of this phase", KeyGroup.LOOK, "r", "rules"),
    Binding("b", "the board behind a battle, and back", KeyGroup.LOOK, "b", "board"),
    Binding(
        "F3", "provinces by clan as a table, and back to the map", KeyGroup.LOOK, "f3", "table"
    ),
    Binding(
        "L",
        "the lesson: what to do and why; leave, repeat or begin it",
        KeyGroup.LOOK,
        "L",
        "lesson",
    ),
    Binding(
        "J",
        "against bots: a hint from a jarl; after the game: what a jarl would have done",
        KeyGroup.LOOK,
        "J",
        "jarl",
    ),
    Binding("?", "this help", KeyGroup.LOOK, "?", "help"),
    Binding("t", "chat with the others at the table", KeyGroup.TALK, "t", "talk"),
    Binding(
        "!", "quick phrase; everyone reads it in their own language", KeyGroup.TALK, "!", "phrases"
    ),
    Binding("M", "mute or unmute players", KeyGroup.TALK, "M", "mute"),
    Binding("N", "the relay of the table, its addresses and port", KeyGroup.TALK, "N", "network"),
    Binding(
        "A",
        "let a bot play for you until you answer yourself (asks)",
        KeyGroup.TALK,
        "A",
        "autopilot",
    ),
    Binding("Enter", "next event (so does any key that does nothing else)", KeyGroup.SCREEN),
    Binding("Esc", "skip events up to one to be read, or to your turn", KeyGroup.SCREEN),
    Binding("P", "pace of others: instant, fast, readable, slow", KeyGroup.SCREEN, "P", "pace"),
    Binding("H", "hints for a first game, on or off", KeyGroup.SCREEN, "H", "hints"),
    Binding(
        "^T",
        "colours: dark, light, two colour-blind safe ones, 16, mono",
        KeyGroup.SCREEN,
        "^T",
        "theme",
    ),
    Binding("^G", "characters: Unicode or ASCII", KeyGroup.SCREEN, "^G", "glyphs"),
    Binding("G", "with others: go on without a silent player", KeyGroup.SCREEN, "G", "without"),
    Binding("+", "enlarge the pane in brackets", KeyGroup.SCREEN, "+", "larger"),
    Binding("-", "shrink the pane in brackets", KeyGroup.SCREEN, "-", "smaller"),
    Binding("0", "reset the size of all panes", KeyGroup.SCREEN, "0", "usual"),
    Binding("O", "settings: colours, characters, keys and more", KeyGroup.SCREEN, "O", "settings"),
    Binding("^L", "draw the screen again", KeyGroup.SCREEN, "^L", "redraw"),
    Binding("q Esc", "close the window over the board", KeyGroup.SCREEN),
    Binding("left right", "after the game: step through it", KeyGroup.SCREEN),
    Binding(
        "c b r s y",
        "after the game: cards drafted, board, replay, save the log, copy the result",
        KeyGroup.SCREEN,
    ),
    Binding("^Q", "leave (asks; the game is saved)", KeyGroup.SCREEN, "^Q"),
)
"""Every key of the game, in the order of the help."""

GROUP_NAMES: Final = {
    KeyGroup.ACT: "ACT",
    KeyGroup.MOVE: "MOVE",
    KeyGroup.LOOK: "LOOK",
    KeyGroup.TALK: "TALK",
    KeyGroup.SCREEN: "SCREEN",
}


_UNMOVED: Final = KeyMap()


def help_lines(typed: str, keys: KeyMap = _UNMOVED) -> tuple[Binding, ...]:
    """Return the bindings whose line contains the typed text, with their present keys."""
    shown = [
        one
        if not one.name or keys.shown(one.pressed) == one.pressed
        else replace(one, shown=key_sign(keys.shown(one.pressed)))
        for one in BINDINGS
    ]
    words = [f"{say(one.shown)} {say(one.does)} {one.group}".casefold() for one in shown]
    return tuple(one for one, line in zip(shown, words, strict=True) if typed.casefold() in line)


NAMED: Final = {
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Enter: "enter",
    Keys.ControlJ: "enter",
    Keys.Escape: "escape",
    Keys.Tab: "tab",
    Keys.BackTab: "s-tab",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.Backspace: "backspace",
    Keys.ControlC: "^C",
    Keys.SIGINT: "^C",
    Keys.F1: "?",
    **{Keys(f"f{number}"): f"f{number}" for number in range(2, 13)},
    **{Keys(f"c-{letter.lower()}"): f"^{letter}" for letter in "ABDEFGKLNOPQRSTUVWXYZ"},
}
"""The keys of a terminal with their names here. Everything else that is no plain character,
pasted text above all, has no meaning."""


def key_name(key: Keys | str) -> str:
    """Return the name of a key; "" if it has no meaning here."""
    if isinstance(key, Keys):
        return NAMED.get(key, "")
    if key == " ":
        return "space"
    return key if len(key) == 1 and key.isprintable() else ""


# -------------------------------------------------------------- keys that were moved


COMMANDS: Final = {one.name: one.pressed for one in BINDINGS if one.name}
"""Every command that can be moved, by name, with its key."""
_KEPT: Final = frozenset("0123456789q+-")
"""Characters that keep their meaning: places, sizes of panes, closing."""
_KEY: Final = re.compile(r"\^[ABDEFGKLNOPRSTUVWXY]|f[2-9]|f1[0-2]|\S")
"""Keys to choose from. The other control keys are Enter, Tab, backspace, two exits and ^Z."""


def judged(pairs: Iterable[tuple[str, str]], file: str) -> tuple[KeyMap, tuple[str, ...]]:
    """Return the keys, and a sentence about each command that cannot have its own."""
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
    """Find a moved command on the key of another; the one moved last yields."""
    keys = COMMANDS | moved
    for name in reversed(moved):
        for other, key in keys.items():
            if other != name and key == moved[name]:
                return name, other
    return None


def _no_command(name: str, file: str) -> str:
    for close in difflib.get_close_matches(name, COMMANDS, 1):
        return say(
            "{file}: [keys] has {name}, which is not a command; did you mean {close}?",
            file=file,
            name=name,
            close=close,
        )
    return say("{file}: [keys] has {name}, which is not a command.", file=file, name=name)


def _no_key(name: str, key: str, file: str) -> str:
    return say(
        "{file}: {name} cannot be on {key}; use a character other than digits, q, + and "
        "-, or f2 to f12, or most of ^A to ^Y.",
        file=file,
        name=name,
        key=key,
    )


def _taken(name: str, key: str, other: str, file: str) -> str:
    return say(
        "{file}: {name} stays on {old}: {key} is taken by {other}.",
        file=file,
        name=name,
        old=COMMANDS[name],
        key=key,
        other=other,
    )
