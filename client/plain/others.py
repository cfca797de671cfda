"""The other players at a table, line by line: talk, votes, a bot for the player."""

from __future__ import annotations

from random import Random
from typing import Final

from client.online.at_table import AtTable
from client.online.link import LinkState
from client.online.table_messages import end_of_table, end_sentence, told_reports
from client.plain.console import Console
from client.plain.game import LineGame
from client.plain.narrator import Left
from client.plain.table_news import News, silence_told
from client.platform.numbers import typed_number
from client.platform.system import random_bytes
from client.presenter.people import (
    Autopilot,
    Talk,
    alone_sentence,
    flood_sentence,
    lost_signs_sentence,
)
from client.presenter.playback import Pace, Playback
from client.presenter.statuses import continue_without
from client.text import phrases
from client.text.catalogue import say
from engine.decisions import LateDecision
from protocol.lobby.presence import ChatFlood
from protocol.wire.names import loses_signs

_TICK: Final = 1.0
"""Seconds between two looks at the players when nothing comes in."""

_HELP: Final = (
    "w        who is here, whose answer is pending, and the relay of the table",
    "say X    send X to the others; so does /X",
    "phrase   list the phrases that everyone reads in their own language; phrase 3 sends the third",
    "mute X   hide the chat of X, or show it again",
    "without  go on without a silent player, if enough others agree",
    "auto     let a bot answer for you, or take your seat back",
)


class Others:
    """The other players at a table, and the commands about them."""

    def __init__(
        self, at: AtTable, lines: LineGame, console: Console, *, keeps_relay: bool
    ) -> None:
        """Sit down; `keeps_relay` says that the relay of the table ends with this program."""
        self._at = at
        self._game = game = at.game
        self._table = table = game.table
        self._lines = lines
        self._console = console
        self._keeps_relay = keeps_relay
        self._news = News(at, console.write)
        names = {signer: table.charter.names[signer] for signer in game.people.values()}
        self._talk = Talk(names, table.person, game.speak)
        self._autopilot = Autopilot(Random(random_bytes(16)))
        self._playback = Playback(Pace.INSTANT)
        self._is_warned = False
        self._is_held = False

    @property
    def is_over(self) -> bool:
        """Whether all steps are closed."""
        return self._table.closed is not None

    def release(self) -> float | None:
        """Send a late answer that is due; return the seconds until the next one."""
        return self._table.release()

    async def wait(self, held: float | None) -> None:
        """Wait for news, or until a late answer or the bot's answer is due."""
        bot = self._autopilot.wait(self._table, self._playback, self._game.clock())
        await self._game.wait(min(one for one in (_TICK, held, bot) if one is not None))

    # ------------------------------------------------------------------ printing

    def tell(self) -> None:
        """Print the news, and write pending lines to the disk."""
        self._at.records.keep()
        if self._at.disk_trouble:
            self._at.save_again()
        for event in self._game.said():
            line = self._talk.heard(event)
            if line is not None:
                self._lines.say_line(line)
        self._news.tell(self._lines.names, self._game.clock())

    def end(self) -> None:
        """Say where the record of a finished game is."""
        records = self._at.records
        self._console.write(end_sentence(end_of_table(self._table, records)))
        for told in told_reports(records.reports):
            self._console.write(told)
        if self._need_us:
            told = say("The others are still receiving the last messages; this ends by itself.")
            self._console.say(told)

    @property
    def _need_us(self) -> bool:
        """Whether others need the relay of this program, or the end of the game."""
        status = self._game.link.status
        is_relay = self._keeps_relay and status.state is LinkState.UP and status.members > 1
        return is_relay or self._game.hands_out_end

    # ----------------------------------------------------------------- answering

    def asks_player(self) -> bool:
        """Return whether the player answers; print the time allowed for a late card."""
        if self._autopilot.on:
            return False
        window = self._table.charter.late_window / 1000
        is_choice = len(self._table.answers) > 1 and not self._lines.is_asking
        if window and is_choice and isinstance(self._table.owed, LateDecision):
            told = say(
                "Anyone who has not answered within {seconds} s declines.", seconds=f"{window:g}"
            )
            self._console.say(told)
        return True

    def answer(self) -> bool:
        """Let the bot answer for the player; return whether it did."""
        intent = self._autopilot.answer(self._table, self._playback, self._game.clock())
        if intent is not None:
            self._table.submit(intent)
        return intent is not None

    # -------------------------------------------------------------------- typing

    def hold(self, line: str) -> bool:
        """Keep an answer for its question, and say so once; return False: nothing happened."""
        if not self._is_held:
            self._is_held = True
            self._console.say(say("No question for you right now: {line} waits.", line=line))
        return False

    def typed(self, line: str) -> None:
        """Carry out a typed line.

        Raises:
            Left: the player leaves.
        """
        word, _, rest = line.partition(" ")
        word, rest = word.casefold(), rest.strip()
        if line.startswith("/"):
            self._speak(line[1:])
        elif line in ("?", "help"):
            self._help()
        elif self._command(word, rest):
            pass
        elif self._lines.is_asking:
            self._lines.typed(line)
        elif line and not self._lines.look(word, rest):
            told = say(
                "No question for you right now; w shows whose answer is pending, "
                "? lists the commands."
            )
            self._console.say(told)

    def _command(self, word: str, rest: str) -> bool:
        """Obey a command about players or leaving; return whether it was one."""
        match word:
            case "say":
                self._speak(rest)
            case "phrase":
                self._phrase(rest)
            case "mute":
                self._mute(rest)
            case "w" | "who":
                for told in self._news.who_told(self._lines.names, self._game.clock()):
                    self._console.say(told)
                self._console.say(self._at.where_told())
            case "without":
                self._console.say(continue_without(self._table, silence_told))
            case "auto":
                self._switch()
            case "q" | "quit":
                self._leave()
            case _:
                return False
        return True

    def _help(self) -> None:
        self._lines.look("?", "")
        for line in range(len(_HELP)):
            self._console.write(say(_HELP[line]))

    def _speak(self, said: str | int) -> None:
        if len(self._talk.names) == 1:
            self._console.say(alone_sentence())
            return
        if isinstance(said, str) and loses_signs(said):
            self._console.say(lost_signs_sentence())
        event = self._talk.speak(said)
        if isinstance(event, ChatFlood):
            self._console.say(flood_sentence())
        elif event is not None:
            line = self._talk.heard(event)
            if line is not None:
                self._lines.say_line(line, aloud=isinstance(said, int))

    def _phrase(self, rest: str) -> None:
        number = typed_number(rest)
        if number is not None and 1 <= number <= phrases.COUNT:
            self._speak(number - 1)
            return
        for code in range(phrases.COUNT):
            self._console.write(f"  {code + 1}) {phrases.phrase(code)}")

    def _mute(self, name: str) -> None:
        """Mute or unmute a player, and show the list."""
        talk = self._talk
        for signer in talk.others:
            if talk.names[signer].casefold() == name.casefold():
                talk.mute(1 + talk.others.index(signer))
                break
        for told in talk.mute_overlay().lines[1:]:
            self._console.write(f"  {told}")

    def _switch(self) -> None:
        """Let a bot answer for the player, or no longer."""
        pilot = self._autopilot
        pilot.switch(on=not pilot.on)
        self._game.let_bot_play(by_bot=pilot.on)
        if pilot.on:
            self._lines.take_back()
            self._console.say(say("A bot answers for you now; auto takes your seat back."))
        else:
            self._console.say(say("You answer for yourself again."))

    def _leave(self) -> None:
        if self._need_us and not self._is_warned:
            self._is_warned = True
            told = say("Others still need the relay of this machine. q once more leaves at once.")
            self._console.say(told)
            return
        raise Left
