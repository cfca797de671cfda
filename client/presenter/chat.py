"""Chat with the other people of a table: the line being typed, phrases, and muting.

Messages become lines of the log. Bots do not talk, and nobody learns that they are muted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from client.text import phrases
from client.text.catalogue import say
from client.text.log_line import LogLine, LogTopic
from client.ui.view import Overlay, OverlayKind
from protocol.lobby.presence import ChatEvent, ChatFlood, ChatLine, ChatPhrase
from protocol.wire.names import cleaned
from protocol.wire.packets import LONGEST_CHAT

Speak = Callable[[str | int], ChatEvent | None]
"""Says a line or a phrase to everybody, and returns the event it leads to."""
LETTERS: Final = "abcdefghijklmnop"
"""The keys of the phrases on their overlay."""


class Talk:
    """The chat of one person."""

    def __init__(self, names: Mapping[int, str], own: int, speak: Speak) -> None:
        """Begin with an empty line; `names` are the people by signer, `own` is the viewer."""
        self.names: Final = names
        self.speak: Final = speak
        self._own = own
        self._typed = ""
        self._is_typing = False
        self._muted: set[int] = set()

    @property
    def typed(self) -> str:
        """The text on the line being typed."""
        return self._typed

    @property
    def is_typing(self) -> bool:
        """Whether keys go onto the line."""
        return self._is_typing

    @property
    def others(self) -> tuple[int, ...]:
        """Everybody else, ordered by signer."""
        return tuple(signer for signer in sorted(self.names) if signer != self._own)

    def heard(self, event: ChatEvent) -> LogLine | None:
        """Return the log line of a message; None if it is not to be heard."""
        if event.signer in self._muted or event.signer not in self.names:
            return None
        match event:
            case ChatLine():
                return self._line(event.signer, event.text)
            case ChatPhrase():
                return self._line(event.signer, phrases.phrase(event.code))
            case ChatFlood():
                return None

    def _line(self, signer: int, said: str) -> LogLine:
        text = f"{self.names[signer]}: {said}"
        return LogLine(text, text, LogTopic.CHAT, level=0)

    # ---------------------------------------------------------------------- typing

    def type_line(self, line: str | None = None) -> None:
        """Send keys onto the line; `line` replaces the text that is on it."""
        self._typed = self._typed if line is None else line
        self._is_typing = True

    def press(self, key: str) -> str | None:
        """Handle a key on the line; return the line once it is to be said."""
        match key:
            case "enter" | "escape":
                self._is_typing = False
                if key == "enter":
                    line, self._typed = self._typed, ""
                    return line
            case "backspace":
                self._typed = self._typed[:-1]
            case "space":
                self.paste(" ")
            case _ if len(key) == 1:
                self.paste(key)
            case _:
                pass
        return None

    def paste(self, text: str) -> None:
        """Put text onto the line, as far as it can be said."""
        plain = text if text == " " else cleaned(text, LONGEST_CHAT)
        self._typed = (self._typed + plain)[:LONGEST_CHAT]

    # ---------------------------------------------------------------------- overlays

    def mute(self, row: int) -> None:
        """Mute or unmute the person of a row; the first row is everybody."""
        everybody = set(self.others)
        if row:
            self._muted ^= {self.others[row - 1]}
        else:
            self._muted = set() if self._muted >= everybody else everybody

    def mute_overlay(self, cursor: int = 0) -> Overlay:
        """Return the list of people, with whether each is heard."""
        everybody = say("Everybody")
        rows = [(everybody, self._muted >= set(self.others))]
        rows += [(self.names[signer], signer in self._muted) for signer in self.others]
        lines = tuple(
            say("{name}: not heard", name=name) if is_muted else say("{name}: heard", name=name)
            for name, is_muted in rows
        )
        return Overlay(
            OverlayKind.MUTE, say("Whom do you hear? Enter changes it."), lines, cursor=cursor
        )


def alone_sentence() -> str:
    """Say that nobody hears the chat."""
    return say("Nobody else is here to talk to: bots do not talk.")


def flood_sentence() -> str:
    """Say that a message is over the rate limit."""
    return say("That is much at once: wait a little before you say more.")


def phrases_overlay() -> Overlay:
    """Return the phrases to choose from, each with its letter."""
    lines = tuple(f"{LETTERS[code]}  {phrases.phrase(code)}" for code in range(phrases.COUNT))
    return Overlay(OverlayKind.PHRASES, say("Say it in everybody's language"), lines)
