"""The side that puts letters in their order: this program, or the terminal, if it can be told.

A terminal that orders letters itself tears screens of cells. It is asked to leave them as they come
(BDSM, ECMA-48 8.3.24 and the "BiDi in Terminal Emulators" of Freedesktop). tmux keeps the request
to itself: it is wrapped so that tmux hands it on if `allow-passthrough` is set, and every cell has
a mark that does the same in terminals that obey it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from client.settings.choices import AUTO
from client.text.catalogue import say
from engine.values import Value

AS_IT_COMES: Final = "\x1b[8l"
AS_IT_LIKES: Final = "\x1b[8h"


class Ordering(StrEnum):
    """The allowed words of the setting, besides `auto`."""

    EXPLICIT = "explicit"
    """The terminal is asked, and obeys."""
    MARKS = "marks"
    """It orders letters, and obeys marks beside them."""
    OFF = "off"
    """It gets neither; lines stay as they are read, for a screen reader."""


class LetterOrder(Value):
    """The measures that keep letters in their order on one terminal.

    `asks` for the request on the full screen, `through` for one that tmux hands on, `marks` for
    marks beside letters, `lines` for lines that the program orders itself.
    """

    asks: bool = True
    through: bool = False
    marks: bool = False
    lines: bool = False

    @property
    def begin(self) -> str:
        """The sequence that begins a screen."""
        return self._asked(AS_IT_COMES)

    @property
    def end(self) -> str:
        """The sequence that gives the terminal back."""
        return self._asked(AS_IT_LIKES)

    def _asked(self, sequence: str) -> str:
        if not self.asks:
            return ""
        escaped = sequence.replace("\x1b", "\x1b\x1b")
        return sequence + (f"\x1bPtmux;{escaped}\x1b\\" if self.through else "")


_PLAIN_PROGRAMS: Final = ("ghostty", "vscode", "WezTerm", "alacritty")
_PLAIN_VARIABLES: Final = ("XTERM_VERSION", "WT_SESSION", "ALACRITTY_WINDOW_ID", "ALACRITTY_LOG")
"""Set by terminals that show letters in the order in which they come."""


def letter_order(environ: Mapping[str, str], setting: str) -> LetterOrder:
    """Return what keeps letters in order on a terminal, by the setting `bidi`."""
    in_tmux = "TMUX" in environ
    match setting:
        case Ordering.EXPLICIT:
            return LetterOrder(through=in_tmux, lines=True)
        case Ordering.MARKS:
            return LetterOrder(marks=True, through=in_tmux)
        case Ordering.OFF:
            return LetterOrder(asks=False)
        case _:
            assert setting == AUTO
            return LetterOrder(
                through=in_tmux, marks=in_tmux, lines=not in_tmux and _is_plain(environ)
            )


def _is_plain(environ: Mapping[str, str]) -> bool:
    program = environ.get("TERM_PROGRAM", "")
    is_console = environ.get("TERM", "") == "linux"
    return program in _PLAIN_PROGRAMS or is_console or any(map(environ.get, _PLAIN_VARIABLES))


def remedy(environ: Mapping[str, str]) -> str:
    """Return what to change in the terminal if words stand backwards; in all, if it is unknown."""
    for (variable, start), told in _REMEDIES.items():
        if variable in environ and environ[variable].startswith(start):
            return say(told)
    return " ".join(say(told) for told in _REMEDIES.values())


_REMEDIES: Final = {
    ("KITTY_WINDOW_ID", ""): "kitty: put force_ltr yes into kitty.conf.",
    (
        "KONSOLE_VERSION",
        "",
    ): "Konsole: turn off bidirectional text in the profile, under Appearance.",
    ("TERM", "putty"): "PuTTY: tick Disable bidirectional text display, under Terminal, Features.",
    ("TERM_PROGRAM", "Apple_Terminal"): "Apple Terminal cannot be told: play in another terminal.",
    (
        "TERM_PROGRAM",
        "iTerm",
    ): "iTerm2: turn off its support for right-to-left text in the settings.",
}
"""What to change, by a variable and the begin of its value."""
