"""The boxes a game may use besides the base game: their names, and a sentence for each.

This module imports little, as the menu has it before the game is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from client.text.catalogue import listed, say
from engine.terms import OdinsChosen, ThorsChosen
from engine.values import replace

if TYPE_CHECKING:
    from engine.state import Options

ODINS_CHOSEN: Final = {
    OdinsChosen.ANY: "With Odin's Chosen a Mystic may take a village of any clan, even yours.",
    OdinsChosen.ENEMY: "With Odin's Chosen a Mystic may take villages of other clans only.",
}
THORS_CHOSEN: Final = {
    ThorsChosen.TOOK_PART: (
        "Thor's Chosen pays for every Mystic of yours in a battle you win, dead ones too."
    ),
    ThorsChosen.SURVIVING: (
        "Thor's Chosen pays for every Mystic of yours that is alive when you win a battle."
    ),
}
"""The rulings about cards of Mystics of Midgard (H-48, H-49), a sentence for each choice."""


class GameBox(StrEnum):
    """A box that a table may use; each is a truth value of `Options` by this name."""

    KICKSTARTER = "kickstarter"
    GODS = "gods"
    MYSTICS = "mystics"

    @property
    def named(self) -> str:
        """The name of the box."""
        return say(_TITLES[self])

    @property
    def about(self) -> str:
        """A sentence on the contents of the box."""
        return say(_ABOUT[self])

    def is_in(self, options: Options) -> bool:
        """Whether a game uses the box."""
        match self:
            case GameBox.KICKSTARTER:
                return options.kickstarter
            case GameBox.GODS:
                return options.gods
            case GameBox.MYSTICS:
                return options.mystics

    def put(self, options: Options, *, in_use: bool) -> Options:
        """Return options with the box in use or not."""
        match self:
            case GameBox.KICKSTARTER:
                return replace(options, kickstarter=in_use)
            case GameBox.GODS:
                return replace(options, gods=in_use)
            case GameBox.MYSTICS:
                return replace(options, mystics=in_use)


_TITLES: Final = {
    GameBox.KICKSTARTER: "Kickstarter monsters",
    GameBox.GODS: "Gods of Asgard",
    GameBox.MYSTICS: "Mystics of Midgard",
}
_ABOUT: Final = {
    GameBox.KICKSTARTER: "Four more monsters are among the cards.",
    GameBox.GODS: "Two gods stand on the map; each changes the pillage of its province.",
    GameBox.MYSTICS: "Three clan upgrades bring Mystics: strength 2, and free to invade with.",
}


def with_boxes(options: Options, boxes: Iterable[GameBox]) -> Options:
    """Return options with boxes in use."""
    for box in boxes:
        options = box.put(options, in_use=True)
    return options


def boxes_of(options: Options) -> tuple[GameBox, ...]:
    """Return the boxes that a game uses."""
    return tuple(box for box in GameBox if box.is_in(options))


def boxes_told(boxes: Iterable[GameBox]) -> str:
    """Name boxes, "" for the base game alone."""
    return listed(box.named for box in boxes)
