"""Talk with the other people of a table: the line that is typed, phrases, who is not heard.

What is heard becomes lines of the log. Bots do not talk; muting is nobody else's business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from client.text import phrases
from client.text.catalogue import say
from client.text.log_line import LogLine, LogTopic
from client.ui.view import Overlay, OverlayKind
from protocol.lobby.presence import ChatEvent, ChatFlood, ChatLine, ChatPhrase
from protocol.wire.names import cleaned
from protocol.wire.packets import LONGEST_CHAT

Speak = Callable[[str | int], ChatEvent | None]
"""Says a line or a phrase to everybody; gives what becomes of it."""
LETTERS: Final = "abcdefghijklmnop"
"""The keys of the phrases on their sheet."""


@dataclass
class Talk:
    """One person's ear and mouth.

    Attributes:
        names: the people that can be heard, by signer; the own one is `own`.
        typed: what stands on the line that is typed.
        is_typing: whether keys go there.
        muted: signers that are not heard.
    """

    names: dict[int, str]
    own: int
    speak: Speak
    typed: str = ""
    is_typing: bool = False
    muted: set[int] = field(default_factory=set)

    @property
    def others(self) -> tuple[int, ...]:
        """Everybody else, in the order of their names' numbers."""
        return tuple(signer for signer in sorted(self.names) if signer != self.own)

    def heard(self, event: ChatEvent) -> LogLine | None:
        """The line of the log that something said becomes; None where it is not to be heard."""
        if event.signer in self.muted or event.signer not in self.names:
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

    def press(self, key: str) -> str | None:
        """A key while a line is typed; gives the line once it is to be said."""
        match key:
            case "enter":
                self.is_typing = False
                line, self.typed = self.typed, ""
                return line
            case "escape":
                self.is_typing = False
            case "backspace":
                self.typed = self.typed[:-1]
            case "space":
                self.paste(" ")
            case _ if len(key) == 1:
                self.paste(key)
            case _:
                pass
        return None

    def paste(self, text: str) -> None:
        """Put text on the line, as far as it can be said."""
        plain = text if text == " " else cleaned(text, LONGEST_CHAT)
        self.typed = (self.typed + plain)[:LONGEST_CHAT]

    # ---------------------------------------------------------------------- sheets

    def mute(self, row: int) -> None:
        """Turn a row of the sheet: the first one is everybody."""
        everybody = set(self.others)
        if row:
            self.muted ^= {self.others[row - 1]}
        else:
            self.muted = set() if self.muted >= everybody else everybody

    def mute_overlay(self, cursor: int = 0) -> Overlay:
        """Who is heard, a row for each."""
        everybody = say("Everybody")
        rows = [(everybody, self.muted >= set(self.others))]
        rows += [(self.names[signer], signer in self.muted) for signer in self.others]
        lines = tuple(
            say("{name}: not heard", name=name) if is_muted else say("{name}: heard", name=name)
            for name, is_muted in rows
        )
        return Overlay(
            OverlayKind.MUTE, say("Whom do you hear? Enter changes it."), lines, cursor=cursor
        )


def phrases_overlay() -> Overlay:
    """The phrases to choose from, each with its letter."""
    lines = tuple(f"{LETTERS[code]}  {phrases.phrase(code)}" for code in range(phrases.COUNT))
    return Overlay(OverlayKind.PHRASES, say("Say it in everybody's language"), lines)
