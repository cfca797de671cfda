"""Other people at a table as one viewer sees them: waits, connections, chat and an autopilot.

The autopilot is a bot that plays the viewer's seat while they are away from the keyboard. It knows
what the seat knows and answers for it; no other machine has a part in it. Chat messages
become lines of the log. Bots do not talk, and nobody learns that they are muted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Final

from client.bots import LEVELS, Situation
from client.platform.system import random_bytes
from client.presenter.playback import HOLD, Playback
from client.tables import Table
from client.tables.waiting import Waits
from client.text import phrases
from client.text.absences import AbsentSeat
from client.text.catalogue import say
from client.text.log_line import LogLine, LogTopic
from client.ui.view import Net, Overlay, OverlayKind, TableStatus
from engine.actions import Intent
from engine.decisions import Decision
from engine.terms import Seat
from engine.values import Value, field
from protocol.lobby.presence import ChatEvent, ChatFlood, ChatLine, ChatPhrase
from protocol.wire.names import cleaned, is_mark, loses_signs
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
        self._has_lost = False
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
    def has_lost_signs(self) -> bool:
        """Whether signs were left out of the line being typed."""
        return self._has_lost

    @property
    def others(self) -> tuple[int, ...]:
        """Everybody else, ordered by signer."""
        return tuple(signer for signer in sorted(self.names) if signer != self._own)

    def heard(self, event: ChatEvent) -> LogLine | None:
        """Return the log line of a message; None if its author is muted or unknown."""
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
        self._is_typing, self._has_lost = True, False

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
        is_part = text == " " or (len(text) == 1 and is_mark(text))
        plain = text if is_part else cleaned(text, LONGEST_CHAT)
        self._has_lost |= loses_signs(text)
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
        """Return the list of people, each muted or not."""
        everybody = say("Everybody")
        rows = [(everybody, self._muted >= set(self.others))]
        rows += [(self.names[signer], signer in self._muted) for signer in self.others]
        lines = tuple(
            say("{name}: muted", name=name) if is_muted else say("{name}: not muted", name=name)
            for name, is_muted in rows
        )
        return Overlay(
            OverlayKind.MUTE, say("Mute players (Enter changes it)"), lines, cursor=cursor
        )


def alone_sentence() -> str:
    """Say that nobody is there to read the chat."""
    return say("Nobody else is here to talk to: bots do not talk.")


def flood_sentence() -> str:
    """Say that a message is over the rate limit."""
    return say("That is a lot at once: wait a little before you send more.")


def lost_signs_sentence() -> str:
    """Say that some of what was typed cannot be said."""
    return say("Characters that some terminals cannot show, such as emoji, are left out.")


def phrases_overlay() -> Overlay:
    """Return the phrases to choose from, each with its letter."""
    lines = tuple(f"{LETTERS[code]}  {phrases.phrase(code)}" for code in range(phrases.COUNT))
    return Overlay(
        OverlayKind.PHRASES, say("Quick phrase (everyone reads it in their own language)"), lines
    )


LEVEL: Final = "karl"
THINKS: Final = 1.5
"""Seconds before the autopilot answers a question: time to take over."""
_READS: Final = 4.0
"""Seconds a result stays that the person would have read longer."""
_GUARDS: Final = 5
"""The autopilot thinks five times as long as keys are ignored after something popped up."""


class Autopilot:
    """Answers for a seat while it is on."""

    def __init__(self, chance: Random, thinks: float = THINKS) -> None:
        """Begin switched off; the bot draws from `chance`."""
        self._on = False
        self._chance = chance
        self._thinks = thinks
        self._asked: Decision | None = None
        self._due = 0.0

    @property
    def on(self) -> bool:
        """Whether the bot answers for the seat."""
        return self._on

    def switch(self, *, on: bool) -> None:
        """Let the bot answer for the seat, or the person again."""
        self._on = on

    def answer(self, table: Table, playback: Playback, now: float) -> Intent | None:
        """Return the answer of the seat that is due now, if any; skip results the person reads."""
        if not self._on:
            self._asked = None
            return None
        until = playback.until
        if playback.stays and until is not None and until - now <= HOLD - _READS:
            playback.skip(now)
        decision = table.owed
        if decision is None or not playback.is_idle:
            return None
        if decision is not self._asked:
            self._asked, self._due = decision, now + self._thinks
        if now < self._due:
            return None
        situation = Situation(table.state, table.knowledge, decision, table.answers)
        return LEVELS[LEVEL](situation, self._chance)

    def wait(self, table: Table, playback: Playback, now: float) -> float | None:
        """Return the seconds until there is something to do; None if nothing is due."""
        if not self._on:
            return None
        if playback.stays and playback.until is not None:
            return max(0.0, playback.until - (HOLD - _READS) - now)
        if self._asked is not None and table.owed is self._asked:
            return max(0.0, self._due - now)
        return None


def _play_same_bots() -> str:
    return say("Play again against the same bots")


class Surroundings(Value):
    """Everything around the game at one table.

    `bots` are seats played by bots; a viewer who is `watching` has no seat. `net` returns the
    connections of the others, None if nobody else plays; `listens` is true until the current step
    of the table is known, so that nobody is asked here; `left` returns the seconds left to the
    seats that are waited for, None if nobody counts them; `at_most` that others may count fewer.
    `talk` is the chat, None if nobody would read it. `leave` is the label of leaving, "" for the
    usual one, and `rematch` that of playing again, "" if that is impossible. `autopilot` replaces
    the usual one. `where` names the relay of the table. `is_replay`: the game is over, and watched.
    """

    bots: tuple[Seat, ...] = ()
    watching: bool = False
    net: Callable[[], Net] | None = None
    listens: Callable[[], bool] = lambda: False
    left: Callable[[Collection[Seat]], int | None] = lambda _: None
    at_most: Callable[[], bool] = lambda: False
    talk: Talk | None = None
    leave: str = ""
    rematch: str = field(default_factory=_play_same_bots)
    may_continue_without: bool = False
    autopilot: Autopilot | None = None
    where: Callable[[], str] = lambda: say("This game needs no relay.")
    is_replay: bool = False


class People:
    """Other people at the table, and the autopilot of the viewer."""

    def __init__(self, table: Table, guard: float, around: Surroundings) -> None:
        """Begin with nobody waited for; `guard` is for how long keys are ignored."""
        self.waits: Final = Waits(table)
        self.autopilot: Final = around.autopilot or Autopilot(
            Random(random_bytes(16)), _GUARDS * guard
        )
        self._around = around

    @property
    def around(self) -> Surroundings:
        """Everything around the game."""
        return self._around

    def surround(self, around: Surroundings) -> None:
        """Replace the surroundings of the game; the autopilot stays."""
        self._around = around

    @property
    def talk(self) -> Talk | None:
        """The chat; None if nobody would read it."""
        return self._around.talk

    @property
    def watching(self) -> bool:
        """Whether the viewer has no seat."""
        return self._around.watching

    def look(self, now: float, *, is_idle: bool) -> None:
        """Note the seats that are waited for; none until the screen has caught up with the game."""
        self.waits.look(now, is_idle=is_idle, is_watching=self.watching)

    @property
    def are_online(self) -> bool:
        """Whether other people play at this table."""
        return self._around.net is not None

    @property
    def net(self) -> Net | None:
        """The connections of the others; None if nobody else plays."""
        return None if self._around.net is None else self._around.net()

    @property
    def absent(self) -> tuple[AbsentSeat, ...]:
        """Seats whose defaults are played."""
        net = self.net
        return () if net is None else net.absent

    @property
    def typing(self) -> Talk | None:
        """The chat while a line is typed, which takes the keys."""
        return self.talk if self.talk is not None and self.talk.is_typing else None

    @property
    def seconds_left(self) -> int | None:
        """Seconds left to the seats that are waited for; None if nobody counts them."""
        return self._around.left(self.waits.seats)

    def counts(self, now: float) -> bool:
        """Whether the screen shows running seconds."""
        return self.are_online or self.waits.seconds(now, is_alone=True) is not None

    def status(self, now: float) -> TableStatus:
        """Return the part of the view that is about people."""
        return TableStatus(
            waited=self.waits.seconds(now, is_alone=not self.are_online),
            answered=self.waits.answered,
            listening=self._around.listens(),
            net=self.net,
            typing=None if self.typing is None else self.typing.typed,
            at_most=self._around.at_most(),
            has_lost_signs=self.typing is not None and self.typing.has_lost_signs,
            autopilot=self.autopilot.on,
            watching=self.watching,
        )
