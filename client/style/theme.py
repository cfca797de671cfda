"""Styles as data: their names, a palette for every kind of terminal, and the two glyph sets.

Only the letter of a clan and its figures have its hue. Letters, signs and words carry every meaning
without any colour: reverse is the cursor, bold is you, red is doom.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.terms import ClanName
from engine.values import Value


class Theme(StrEnum):
    """The palette."""

    DARK = "dark"
    LIGHT = "light"
    DARK_SAFE = "dark-safe"
    """For dark backgrounds, with clans that colour-blind players can tell apart, too."""
    LIGHT_SAFE = "light-safe"
    SIXTEEN = "16"
    MONO = "mono"
    """Bold, underline and reverse only: the default if NO_COLOR is set."""


class Glyphs(StrEnum):
    """The glyph set."""

    UNICODE = "unicode"
    ASCII = "ascii"


class Look(Value):
    """A viewer's choices for their terminal."""

    theme: Theme = Theme.DARK
    glyphs: Glyphs = Glyphs.UNICODE


# ------------------------------------------------------------------------ style names

RULE: Final = "rule"
"""Lines between panes and around cells."""
TITLE: Final = "title"
"""Headings of panes and screens."""
FOCUS: Final = "focus"
"""The heading of the pane with the focus."""
BAR: Final = "bar"
"""The first row of the screen."""
KEYS: Final = "keys"
"""The last row of the screen: the keys."""
CALL: Final = "call"
"""A call for the viewer's answer."""
CURSOR: Final = "cursor"
YOU: Final = "you"
DOOM: Final = "doom"
TARGET: Final = "target"
"""A place that may be chosen."""
OFF: Final = "off"
"""An answer that cannot be chosen now; its row also has a "-"."""
NOTE: Final = "note"
"""Explanations, less important than the text beside them."""
HATCH: Final = "hatch"
"""A destroyed province."""
GOOD: Final = "good"
"""A fulfilled quest, a victory."""
WATER: Final = "water"
"""The coast of a fjord."""
TREE: Final = "tree"
"""Yggdrasil in the middle of the map."""
GOD: Final = "god"
"""The mark of a god in its province."""
BATTLE_CARD: Final = "battle-card"
"""The name of a kind of card, here of battle cards."""
QUEST_CARD: Final = "quest-card"
UPGRADE_CARD: Final = "upgrade-card"

CLAN_STYLES: Final = {
    ClanName.WOLF: "wolf",
    ClanName.RAVEN: "raven",
    ClanName.BEAR: "bear",
    ClanName.SERPENT: "serpent",
    ClanName.RAM: "ram",
}
"""The styles of the clans' letters and figures."""


# --------------------------------------------------------------------------- palettes

_PLAIN: Final = {
    RULE: "",
    TITLE: "bold",
    FOCUS: "bold underline",
    BAR: "",
    KEYS: "",
    CALL: "bold",
    TARGET: "bold underline",
    OFF: "",
    NOTE: "",
    HATCH: "",
    GOOD: "bold",
    WATER: "",
    TREE: "",
    GOD: "bold",
    BATTLE_CARD: "",
    QUEST_CARD: "",
    UPGRADE_CARD: "",
    DOOM: "bold",
    YOU: "bold",
    CURSOR: "reverse",
}
"""Styles without colours, in order of precedence, the cursor last."""

_ON_DARK: Final = _PLAIN | {
    RULE: "#8a8a8a",
    BAR: "#d0d0d0 bg:#1c1c1c",
    KEYS: "#a8a8a8",
    OFF: "#8a8a8a",
    NOTE: "#a8a8a8",
    HATCH: "#8a8a8a",
    WATER: "#6495ed",
    TREE: "#8fae5d",
    GOD: "#ffffff bold",
    BATTLE_CARD: "#e08a6a",
    QUEST_CARD: "#d0b060",
    UPGRADE_CARD: "#b39ddb",
    DOOM: "#ff6b5e",
}
_ON_LIGHT: Final = _PLAIN | {
    RULE: "#6c6c6c",
    BAR: "#303030 bg:#eeeeee",
    KEYS: "#585858",
    OFF: "#6c6c6c",
    NOTE: "#585858",
    HATCH: "#6c6c6c",
    WATER: "#00688b",
    TREE: "#4a6a00",
    GOD: "#000000 bold",
    BATTLE_CARD: "#9a3b14",
    QUEST_CARD: "#705200",
    UPGRADE_CARD: "#5b3fa0",
    DOOM: "#b00000",
}

PALETTES: Final[dict[Theme, dict[str, str]]] = {
    Theme.DARK: _ON_DARK
    | {
        "wolf": "#e69f00",
        "raven": "#56b4e9",
        "bear": "#009e73",
        "serpent": "#cc79a7",
        "ram": "#f0e442",
    },
    Theme.LIGHT: _ON_LIGHT
    | {
        "wolf": "#a85400",
        "raven": "#0060c0",
        "bear": "#00705a",
        "serpent": "#b0207a",
        "ram": "#333333",
    },
    Theme.DARK_SAFE: _ON_DARK
    | {
        "wolf": "#ffaf00",
        "raven": "#87ffff",
        "bear": "#5f87af",
        "serpent": "#af5fff",
        "ram": "#ffffaf",
    },
    Theme.LIGHT_SAFE: _ON_LIGHT
    | {
        "wolf": "#5f0000",
        "raven": "#005faf",
        "bear": "#00005f",
        "serpent": "#8700ff",
        "ram": "#875f5f",
    },
    Theme.SIXTEEN: _PLAIN
    | {
        "wolf": "ansibrightyellow",
        "raven": "ansicyan",
        "bear": "ansigreen",
        "serpent": "ansibrightblue",
        "ram": "ansiwhite",
        WATER: "ansibrightblue",
        TREE: "ansigreen",
        GOD: "ansiwhite bold",
        DOOM: "ansibrightred bold",
    },
    Theme.MONO: dict(_PLAIN),
}
"""The styles of every palette; docs/decisions/0018-palettes.md has the measures."""


def style_rules(theme: Theme) -> list[tuple[str, str]]:
    """Return a palette as rules of a prompt_toolkit style, weakest first."""
    palette = PALETTES[theme]
    last = [name for name in (YOU, CURSOR) if name in palette]
    return [
        *((name, rule) for name, rule in palette.items() if name not in last),
        *((name, palette[name]) for name in last),
    ]


def style_class(style: str) -> str:
    """Return the style names of a cell in the syntax of prompt_toolkit."""
    return "class:" + ",".join(style.split()) if style else ""


# ----------------------------------------------------------------------------- glyphs

ASCII_GLYPHS: Final = str.maketrans(
    {
        "─": "-",
        "│": "|",
        "┌": "+",
        "┐": "+",
        "└": "+",
        "┘": "+",
        "├": "+",
        "┤": "+",
        "┬": "+",
        "┴": "+",
        "┼": "+",
        "═": "=",
        "║": "|",
        "╔": "+",
        "╗": "+",
        "╚": "+",
        "╝": "+",
        "►": ">",
        "●": "*",
        "○": "-",
        "▲": "^",
        "≈": "~",
        "░": ":",
        "▓": "#",
        "√": "v",
        "…": "~",
        "·": ".",
        "∞": "*",
        "≤": "<",
        "←": "<",
        "→": ">",
        "↑": "^",
        "↓": "v",
        "•": "i",
        "◆": "@",
    }
)
"""Each glyph of the Unicode set as one ASCII character."""
