"""The gods of the board in words and signs: a mark for the map, a line for the place, their powers.

The sign stands before a name, so that a god is told from a clan without any colour.
"""

from __future__ import annotations

from typing import Final

from client.text.catalogue import say
from client.text.names import deity_name, place_name
from engine.gods import GODS
from engine.state import GameState
from engine.terms import Deity, Place

GOD_SIGN: Final = "◆"
"""The sign of a god; in ASCII it is "@"."""
_INITIALS: Final = 2
"""Letters by which all gods can be told apart: Thor and Tyr share the first."""
_BRIEF: Final = {
    Deity.ODIN: "the reward is paid twice",
    Deity.THOR: "the winner gains 2 Glory for each enemy figure that dies",
    Deity.TYR: "figures count 0, only cards decide",
    Deity.HEIMDALL: "cards are played openly, the pillager's last",
    Deity.FRIGGA: "nobody dies in battle",
    Deity.LOKI: "losers gain Glory for Axes, the winner none",
}


def god_marks(deity: Deity) -> tuple[str, ...]:
    """Return the marks of a god from long to short: "◆Thor", "◆Th", "◆"."""
    name = deity_name(deity)
    return f"{GOD_SIGN}{name}", f"{GOD_SIGN}{name[:_INITIALS]}", GOD_SIGN


def god_power(deity: Deity) -> str:
    """Return the name of a god and its whole power."""
    return say("{god}: {text}", god=deity_name(deity), text=say(GODS[deity].text))


def god_sheet(deity: Deity) -> tuple[str, ...]:
    """Return all there is to read on a god: its name, its box, its power."""
    return deity_name(deity), say("a god of the box Gods of Asgard"), say(GODS[deity].text)


def god_brief(deity: Deity) -> str:
    """Return the name of a god and its power in few words."""
    return say("{god}: {text}", god=deity_name(deity), text=power_brief(deity))


def power_brief(deity: Deity) -> str:
    """Return the power of a god in few words."""
    return say(_BRIEF[deity])


def god_here(state: GameState, province: Place) -> Deity | None:
    """Return the god of a place; fjords have none."""
    return None if province.is_fjord else state.god_at(province)


def gods_told(state: GameState) -> tuple[str, ...]:
    """Return a line for each god of the game: "Thor (Gimle): the winner gains ..."."""
    return tuple(
        say(
            "{god} ({place}): {text}",
            god=deity_name(deity),
            place=say("beside the board") if place is None else place_name(place),
            text=power_brief(deity),
        )
        for deity, place in state.gods
    )
