"""The bytes of a terminal as keys: sequences that mean nothing here are swallowed whole.

A terminal sends more than keys: answers to questions of other programs, reports of its focus, keys
with modifiers, protocols that a program before this one has left on. The grammar of such sequences
is that of ECMA-48 (CSI, SS3, and strings between OSC, DCS, SOS, PM or APC and ST), with three older
exceptions: the mouse of X10, function keys of the Linux console, and BEL at the end of an OSC.

A sequence may arrive in pieces. Its rest is waited for, but not for ever: a person who pressed Alt
and a letter must not lose their keyboard.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from enum import Enum, auto
from typing import Final

from prompt_toolkit.input import Input
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from client.platform.system import seconds
from client.settings.keys import key_name

if sys.platform == "win32":
    from prompt_toolkit.input.win32 import Vt100ConsoleInputReader, Win32Input
else:
    from prompt_toolkit.input.vt100 import Vt100Input

TORN_SECONDS: Final = 2.0
"""Silence after which the rest of a sequence is no longer expected."""
PASTE_SECONDS: Final = 10.0
"""The same within pasted text, whose end may be far behind its begin."""
_LONGEST: Final = 4096
"""Characters of a string that are kept; the rest is swallowed all the same."""
_ESC: Final = "\x1b"
_WAYS_OUT: Final = "\x03\x11"
_PASTE_END: Final = "\x1b[201~"
_MOUSE: Final = re.compile(
    r"\x1b\[(<\d{1,5};\d{1,5};\d{1,5}[mM]|\d{1,5};\d{1,5};\d{1,5}M|M[^\0-\x1f]{3})"
)
"""Reports of the mouse: of SGR, of urxvt, and of X10."""
_LATE: Final = re.compile(r"\[.|O[\d;]*[ -~]\Z|\][\dlL]|P[\d>!+]|_G", re.DOTALL)
"""The rest of a sequence whose ESC was taken for the Escape key, as nobody types it at once."""
_C1: Final = {
    "\x8f": "O",
    "\x90": "P",
    "\x98": "X",
    "\x9b": "[",
    "\x9d": "]",
    "\x9e": "^",
    "\x9f": "_",
}
"""Introducers as single characters, with the one that follows ESC otherwise."""
_LINES: Final = "\x08\t\n\x0b\x0c\r"
"""Controls that may be part of a string."""


class _Within(Enum):
    """The kind of sequence whose end is waited for."""

    NOTHING = auto()
    ESCAPE = auto()
    """After ESC, or several."""
    MIDDLE = auto()
    """After ESC and an intermediate."""
    CSI = auto()
    SS3 = auto()
    SIGNS = auto()
    """After the introducer of a sequence that ends after a number of characters."""
    STRING = auto()
    PASTE = auto()


_AFTER_ESC: Final = {
    "[": _Within.CSI,
    "O": _Within.SS3,
    **dict.fromkeys("]PX^_", _Within.STRING),
}


class KeyReader(Vt100Parser):
    """Makes keys of the characters a terminal sends.

    Attributes:
        takes_mouse: tells whether the mouse is used; otherwise its reports are swallowed.
        hear: called with each string the terminal sends, from its introducer to before its end.
    """

    def __init__(
        self, feed_key_callback: Callable[[KeyPress], None], clock: Callable[[], float] = seconds
    ) -> None:
        """Send keys to a callback; `clock` returns seconds."""
        self.takes_mouse: Callable[[], bool] = lambda: True
        self.hear: Callable[[str], None] = lambda _: None
        self._clock = clock
        super().__init__(feed_key_callback)

    def reset(self, request: bool = False) -> None:  # noqa: FBT001, FBT002 - as its base has it
        """Forget what was begun."""
        self._within = _Within.NOTHING
        self._held = ""
        self._missing = 0
        self._last = 0.0
        self._is_flushed = False
        """Whether time was up since the last character."""
        self._was_flushed = False
        """The same when the next characters of the present sequence arrived."""
        self._is_break = False
        """Whether the ESC broke a sequence off, which no person can do so soon."""
        self._has_escaped = False
        """Whether the last character was an ESC that was taken for the key."""

    # ------------------------------------------------------------------ characters

    def feed(self, data: str) -> None:
        """Take characters as they arrive."""
        if not data:
            return
        now = self._clock()
        self._judge_pause(data, now - self._last)
        self._last, self._has_escaped = now, False
        self._was_flushed, self._is_flushed = self._is_flushed, False
        at = 0
        while at < len(data):
            if self._within is _Within.PASTE:
                at = self._paste(data, at)
            else:
                self._take(data[at])
                at += 1

    def flush(self) -> None:
        """Take an ESC after which nothing came for the Escape key; go on waiting otherwise."""
        self._is_flushed = True
        if self._within is _Within.ESCAPE:
            pressed = "" if self._is_break else self._held
            self._end()
            self._has_escaped = True
            for _ in pressed:
                self._key(Keys.Escape, _ESC)
        elif self._within is _Within.MIDDLE:
            self._end()

    def _judge_pause(self, data: str, pause: float) -> None:
        """Decide, by the time since, whether characters continue what came before."""
        if self._has_escaped and pause <= TORN_SECONDS and _LATE.match(data):
            self._begin(_Within.ESCAPE, _ESC)
        elif self._within is _Within.PASTE:
            if pause > PASTE_SECONDS:
                self._end_paste("")
        elif self._within is not _Within.NOTHING and (
            pause > TORN_SECONDS or (self._is_flushed and self._was_alt and len(data) == 1)
        ):
            self._end()

    @property
    def _was_alt(self) -> bool:
        """Whether the introducer of a string came alone: it was Alt and a letter."""
        return self._within is _Within.STRING and len(self._held) == len(_ESC + "P")

    def _take(self, sign: str) -> None:
        match self._within:
            case _Within.NOTHING:
                self._plain(sign)
            case _Within.ESCAPE:
                self._after_escape(sign)
            case _Within.MIDDLE:
                if not " " <= sign <= "/":
                    self._finish(sign)
            case _Within.CSI:
                self._in_csi(sign)
            case _Within.SS3:
                if sign not in "0123456789;":
                    self._finish(sign)
                else:
                    self._held += sign
            case _Within.SIGNS:
                self._missing -= 1
                if self._missing and sign >= " ":
                    self._held += sign
                else:
                    self._finish(sign)
            case _:
                self._in_string(sign)

    def _plain(self, sign: str) -> None:
        if sign == _ESC:
            self._begin(_Within.ESCAPE, sign)
            self._is_break = self._was_flushed = False
        elif sign in _C1:
            self._begin(_AFTER_ESC[_C1[sign]], _ESC + _C1[sign])
            self._was_flushed = False
        elif not "\x80" <= sign <= "\x9f":
            self._key(ANSI_SEQUENCES.get(sign, sign), sign)

    def _after_escape(self, sign: str) -> None:
        if sign == _ESC:
            self._held += sign
        elif sign in _AFTER_ESC:
            self._begin(_AFTER_ESC[sign], self._held + sign)
        elif " " <= sign <= "/":
            self._begin(_Within.MIDDLE, self._held + sign)
        else:
            self._finish(sign)

    def _in_csi(self, sign: str) -> None:
        is_bare = self._held.endswith(_ESC + "[")
        if is_bare and sign in "[M":
            self._missing = 1 if sign == "[" else 3
            self._begin(_Within.SIGNS, self._held + sign)
        elif " " <= sign <= "?":
            self._held = (self._held + sign)[:_LONGEST]
        else:
            self._finish(sign)

    def _in_string(self, sign: str) -> None:
        """Take a character of a string; a control that has no place there breaks it off."""
        is_last = self._held.endswith(_ESC)
        if is_last or sign == "\x9c" or (sign == "\x07" and self._held.lstrip(_ESC)[:1] == "]"):
            text = self._held.removesuffix(_ESC)
            self._end()
            if not is_last or sign == "\\":
                self.hear(text.lstrip(_ESC))
            else:
                self._break()
                self._take(sign)
        elif sign == _ESC:
            self._held = self._held[:_LONGEST] + sign
        elif sign < " " and sign not in _LINES:
            self._finish(sign)
        elif len(self._held) < _LONGEST:
            self._held += sign

    # ------------------------------------------------------------------ sequences

    def _begin(self, within: _Within, held: str) -> None:
        self._within, self._held = within, held

    def _break(self) -> None:
        """Begin again with the ESC that broke a sequence off."""
        self._begin(_Within.ESCAPE, _ESC)
        self._is_break = not self._was_flushed

    def _end(self) -> None:
        self._begin(_Within.NOTHING, "")

    def _finish(self, sign: str) -> None:
        """End a sequence with its last character, and press its key if it means one.

        A control character breaks the sequence off; only the ways out of the program count then.
        """
        sequence = self._held + sign
        self._end()
        if sign == _ESC:
            self._break()
        elif sign in _WAYS_OUT:
            self._plain(sign)
        elif _MOUSE.fullmatch(sequence):
            if self.takes_mouse():
                self._key(Keys.Vt100MouseEvent, sequence)
        else:
            key = ANSI_SEQUENCES.get(sequence)
            if key is Keys.BracketedPaste:
                self._begin(_Within.PASTE, "")
            elif isinstance(key, Keys) and key_name(key):
                self._key(key, sequence)

    def _key(self, key: Keys | str | tuple[Keys, ...], data: str) -> None:
        if not isinstance(key, tuple):
            self.feed_key_callback(KeyPress(key, data))

    # ---------------------------------------------------------------------- paste

    def _paste(self, data: str, at: int) -> int:
        """Take pasted text; return the place in `data` behind it."""
        before = len(self._held)
        self._held += data[at:]
        end = self._held.find(_PASTE_END, max(0, before - len(_PASTE_END)))
        if end < 0:
            return len(data)
        self._end_paste(_PASTE_END)
        return at + end + len(_PASTE_END) - before

    def _end_paste(self, mark: str) -> None:
        text = self._held.partition(mark)[0] if mark else self._held
        self._end()
        self.feed_key_callback(KeyPress(Keys.BracketedPaste, text))


if sys.platform == "win32":

    def read_keys_of(source: Input) -> KeyReader | None:
        """Let a terminal be read by a `KeyReader`; None if it sends keys instead of characters."""
        console = source.console_input_reader if isinstance(source, Win32Input) else None
        if not isinstance(console, Vt100ConsoleInputReader):
            return None
        reader = KeyReader(console._vt100_parser.feed_key_callback)
        console._vt100_parser = reader
        return reader

else:

    def read_keys_of(source: Input) -> KeyReader | None:
        """Let a terminal be read by a `KeyReader`; None if it sends keys instead of characters."""
        if not isinstance(source, Vt100Input):
            return None
        reader = KeyReader(source.vt100_parser.feed_key_callback)
        source.vt100_parser = reader
        return reader
