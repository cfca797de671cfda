"""Keys by name, and the table of what they do: for the help and for the dispatcher alike.

A key is named by its character, or by a word: arrows, `enter`, `escape`, `space`, `tab`,
`s-tab`, `pageup`, `pagedown`, `home`, `end`, `backspace`; with the control key by `^` and the
letter. What a terminal sends is translated once, here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Final

from prompt_toolkit.keys import Keys

from client.settings.keymap import KeyMap, key_sign
from client.text.catalogue import say


class Group(StrEnum):
    """The columns of the help."""

    ACT = "act"
    MOVE = "move"
    LOOK = "look"
    TALK = "talk"
    SCREEN = "screen"


@dataclass(frozen=True, slots=True)
class Binding:
    """What a key does. `pressed` is the key by name; "" where the line names several.

    `name` is what the command is called in the settings; "" where its key cannot be moved.
    """

    shown: str
    does: str
    group: Group
    pressed: str = ""
    name: str = ""


BINDINGS: Final = (
    Binding("i", "invade", Group.ACT, "i", "invade"),
    Binding("m", "march", Group.ACT, "m", "march"),
    Binding("u", "upgrade", Group.ACT, "u", "upgrade"),
    Binding("e", "commit a quest", Group.ACT, "e", "quest"),
    Binding("p", "pillage", Group.ACT, "p", "pillage"),
    Binding("y", "pillage again (with the clan card)", Group.ACT, "y", "repillage"),
    Binding("w", "invade from Valhalla (with the clan card)", Group.ACT, "w", "valhalla"),
    Binding("k", "sacrifice (with the clan card)", Group.ACT, "k", "sacrifice"),
    Binding("x", "pass (asks)", Group.ACT, "x", "pass"),
    Binding("Enter", "choose; at the last question: do it", Group.ACT),
    Binding("Esc", "one question back", Group.ACT),
    Binding("z", "undo everything chosen and not yet done", Group.ACT, "z", "undo"),
    Binding("arrows", "next answer, next legal place", Group.MOVE),
    Binding("1-9", "province: the map is the numeric keypad", Group.MOVE),
    Binding("f8 f6 f2 f4", "fjord: north, east, south, west", Group.MOVE),
    Binding("a-h", "card or answer, where its letter is shown", Group.MOVE),
    Binding("w l s", "Warrior, Leader, ship, where a figure is asked", Group.MOVE),
    Binding("Space, left right", "count figures of a group", Group.MOVE),
    Binding(
        "Tab S-Tab",
        "next pane: actions, hand, log, map; in a draft or battle: the board",
        Group.MOVE,
        "tab",
    ),
    Binding("PgUp PgDn", "scroll the log", Group.MOVE, "pageup"),
    Binding(
        "v",
        "explain what the cursor is on: card, price, strengths; v again: cards",
        Group.LOOK,
        "v",
        "explain",
    ),
    Binding(
        "l", "the log: / searches, f c filter, Enter opens a battle again", Group.LOOK, "l", "log"
    ),
    Binding("R", "what happened since my last turn", Group.LOOK, "R", "recap"),
    Binding("h", "my hand", Group.LOOK, "h", "hand"),
    Binding("s", "my quests, how they stand now", Group.LOOK, "s", "quests"),
    Binding("c", "clans; there v explains every number of one", Group.LOOK, "c", "clans"),
    Binding("g", "Glory so far", Group.LOOK, "g", "glory"),
    Binding("V", "cards seen and passed in the draft", Group.LOOK, "V", "passed"),
    Binding("/", "search all cards", Group.LOOK, "/", "cards"),
    Binding("r", "rules of this phase", Group.LOOK, "r", "rules"),
    Binding("b", "the board behind a battle, and back", Group.LOOK, "b", "board"),
    Binding("F3", "provinces by clans as a table, and back to the map", Group.LOOK, "f3", "table"),
    Binding("?", "this help", Group.LOOK, "?", "help"),
    Binding("t", "talk to the others at the table", Group.TALK, "t", "talk"),
    Binding("!", "say a phrase, each reads it in the own language", Group.TALK, "!", "phrases"),
    Binding("M", "whom you hear", Group.TALK, "M", "mute"),
    Binding("A", "a bot answers for you while you are away (asks)", Group.TALK, "A", "autopilot"),
    Binding("Space Enter", "skip what the others do", Group.SCREEN),
    Binding("P", "pace of the others: instant, readable, slow", Group.SCREEN, "P", "pace"),
    Binding("H", "hints for newcomers, on or off", Group.SCREEN, "H", "hints"),
    Binding(
        "^T", "colours: dark, light, both colour-blind safe, 16, mono", Group.SCREEN, "^T", "theme"
    ),
    Binding("^G", "signs: Unicode or ASCII", Group.SCREEN, "^G", "glyphs"),
    Binding("G", "with others: go on without who is silent", Group.SCREEN, "G", "without"),
    Binding("+", "make the pane with the brackets larger", Group.SCREEN, "+", "larger"),
    Binding("-", "make it smaller", Group.SCREEN, "-", "smaller"),
    Binding("0", "all panes as large as usual", Group.SCREEN, "0", "usual"),
    Binding("O", "settings: colours, signs, keys and more", Group.SCREEN, "O", "settings"),
    Binding("^L", "draw the screen again", Group.SCREEN, "^L", "redraw"),
    Binding("q Esc", "close what lies over the board", Group.SCREEN),
    Binding("left right", "after the game: walk through its time", Group.SCREEN),
    Binding(
        "c b r s y",
        "after the game: cards drafted, board, replay, save the log, copy the result",
        Group.SCREEN,
    ),
    Binding("^Q", "leave (asks; the game is saved)", Group.SCREEN, "^Q"),
)
"""Every key of the game, in the order of the help."""

GROUP_NAMES: Final = {
    Group.ACT: "ACT",
    Group.MOVE: "MOVE",
    Group.LOOK: "LOOK",
    Group.TALK: "TALK",
    Group.SCREEN: "SCREEN",
}


_UNMOVED: Final = KeyMap()


def help_lines(typed: str, keys: KeyMap = _UNMOVED) -> tuple[Binding, ...]:
    """The bindings whose line contains what was typed, with the keys they have now."""
    wanted = typed.casefold()
    return tuple(
        one
        for one in map(partial(_moved, keys), BINDINGS)
        if wanted in f"{say(one.shown)} {say(one.does)} {one.group}".casefold()
    )


def _moved(keys: KeyMap, one: Binding) -> Binding:
    if not one.name or keys.shown(one.pressed) == one.pressed:
        return one
    return replace(one, shown=key_sign(keys.shown(one.pressed)))


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
"""What a terminal sends, by the name it has here. Everything else that is no plain character,
pasted text above all, means nothing."""


def key_name(key: Keys | str) -> str:
    """The name of a key; "" for what means nothing here."""
    if isinstance(key, Keys):
        return NAMED.get(key, "")
    if key == " ":
        return "space"
    return key if len(key) == 1 and key.isprintable() else ""
