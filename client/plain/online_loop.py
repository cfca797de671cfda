"""A table with others line by line: questions, news of the others, talk, a deputy, the end."""

from __future__ import annotations

import math
from random import Random
from typing import Final

import trio

from client.online.fault_messages import end_sentence, told_reports
from client.online.link import LinkState
from client.online.table_session import AtTable
from client.plain.console import Page, Typed
from client.plain.game import LineGame
from client.plain.narrator import Left
from client.plain.table_news import News, silence_told
from client.platform.numbers import typed_number
from client.platform.system import random_bytes, seconds
from client.presenter.chat import Talk
from client.presenter.hints import Hints
from client.presenter.people import Autopilot
from client.presenter.playback import Pace, Playback
from client.presenter.statuses import continue_without
from client.presenter.story_text import final_table
from client.text import phrases
from client.text.catalogue import say
from client.text.wrapping import paragraph
from engine.decisions import LateDecision
from protocol.lobby.presence import ChatFlood

_TICK: Final = 1.0
"""Seconds after which one looks again who is there, although nothing came in."""

_HELP: Final = (
    "w        who is here, and who is waited for",
    "say X    say X to the others; so does /X",
    "phrase   phrases that each reads in the own language; phrase 3 says the third",
    "mute X   hear X no more, or again",
    "without  go on without who is silent, if enough others agree",
    "auto     let a bot answer for you, or take your seat back",
)


class LineTable:
    """One person at one table with others; begins once seats are drawn."""

    def __init__(
        self, at: AtTable, page: Page, typed: Typed, hints: Hints, *, keeps_relay: bool
    ) -> None:
        """Sit down; this machine keeps the relay of the table or not."""
        self._at = at
        self._game = at.game
        self._table = table = at.game.table
        self._page = page
        self._typed = typed
        self._keeps_relay = keeps_relay
        self._lines = LineGame(
            table, page.write, table.opening, lambda: table.progress is not None, hints
        )
        self._lines.remember(table.events())
        self._news = News(at, page.write)
        names = {signer: table.charter.names[signer] for signer in self._game.people.values()}
        self._talk = Talk(names, table.person, self._game.speak)
        self._autopilot = Autopilot(Random(random_bytes(16)))
        self._playback = Playback(Pace.INSTANT)
        self._is_warned = False
        self._is_held = False

    async def play(self) -> int:
        """Play until every step is done; gives the number of actions.

        Whoever has another past stops the table, not this program: what it needs to find out who
        told two stories, and goes on then, comes from the others.

        Raises:
            Left: the person leaves, or the input ends.
        """
        table = self._table
        self._lines.begin()
        while table.closed is None:
            now = seconds()
            held = table.release()
            moved = table.advance()
            self._tell(now)
            if moved or self._answer(now) or self._take_line():
                await trio.lowlevel.checkpoint()
                continue
            if self._lines.is_asking:
                self._page.prompt()
            bot = self._autopilot.wait(table, self._playback, now)
            waits = (_TICK, math.inf if held is None else held, math.inf if bot is None else bot)
            with trio.move_on_after(min(waits)):
                await self._game.wait()
        self._tell(seconds())
        self._end()
        return len(self._lines.stories)

    def _say(self, sentence: str) -> None:
        self._page.write(paragraph(sentence))

    # ------------------------------------------------------------------- telling

    def _tell(self, now: float) -> None:
        self._lines.tell()
        self._at.records.keep()
        if self._at.disk_trouble:
            self._at.save_again()
        for event in self._game.said():
            line = self._talk.heard(event)
            if line is not None:
                self._lines.say_line(line)
        self._news.tell(self._lines.names, now)

    def _end(self) -> None:
        """How the game ended, and where its record lies."""
        table, records = self._table, self._at.records
        self._page.write("")
        for line in final_table(table.state, self._lines.stories, table.names):
            self._page.write(line)
        self._page.write(end_sentence(str(records.path), len(records.reports)))
        for told in told_reports(records.reports):
            self._page.write(told)
        if self._others_need_us:
            self._say(say("The others still fetch what was said last; this ends by itself."))

    @property
    def _others_need_us(self) -> bool:
        """Whether others are connected to a relay that goes away with this program."""
        link = self._game.link
        is_up = link is not None and link.status.state is LinkState.UP
        return self._keeps_relay and is_up and link is not None and link.status.members > 1

    # ----------------------------------------------------------------- answering

    def _answer(self, now: float) -> bool:
        """Ask the person, or answer where a bot does; whether anything happened."""
        if not self._autopilot.on:
            self._tell_window()
            return self._lines.go_on()
        intent = self._autopilot.answer(self._table, self._playback, now)
        if intent is not None:
            self._table.submit(intent)
        return intent is not None

    def _tell_window(self) -> None:
        """Before a question about a late card: how long it may be thought about."""
        window = self._table.charter.late_window / 1000
        is_choice = len(self._table.answers) > 1 and not self._lines.is_asking
        if window and is_choice and isinstance(self._table.owed, LateDecision):
            self._say(
                say("Who has not answered within {seconds} s declines.", seconds=f"{window:g}")
            )

    # -------------------------------------------------------------------- typing

    def _take_line(self) -> bool:
        """Do what the next line says; whether there was one that could be used."""
        typed = self._typed
        if typed.is_over:
            raise Left
        if not typed.lines:
            return False
        if typed.is_early and not self._lines.is_asking:
            if not self._is_held:
                self._is_held = True
                told = say("Nothing is asked of you now: {line} waits.", line=typed.lines[0])
                self._say(told)
            return False
        self._page.entered()
        line = typed.next()
        word, _, rest = line.partition(" ")
        if line.startswith("/"):
            self._speak(line[1:])
        elif line in ("?", "help"):
            self._help()
        elif not self._command(word.casefold(), rest.strip()):
            self._game_line(line, word.casefold(), rest.strip())
        return True

    def _game_line(self, line: str, word: str, rest: str) -> None:
        """A line about the game itself."""
        if self._lines.is_asking:
            self._lines.typed(line)
        elif line and not self._lines.look(word, rest):
            told = say(
                "Nothing is asked of you now; w tells who is waited for, ? what you can type."
            )
            self._say(told)

    def _command(self, word: str, rest: str) -> bool:
        """A line about the people, or about leaving; whether it was one."""
        match word:
            case "say":
                self._speak(rest)
            case "phrase":
                self._phrase(rest)
            case "mute":
                self._mute(rest)
            case "w" | "who":
                self._who()
            case "without":
                self._say(continue_without(self._table, silence_told))
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
            self._page.write(say(_HELP[line]))

    def _who(self) -> None:
        for told in self._news.who_told(self._lines.names, seconds()):
            self._say(told)

    def _speak(self, said: str | int) -> None:
        if len(self._talk.names) == 1:
            self._say(say("Nobody else is here to talk to: bots do not talk."))
            return
        event = self._talk.speak(said)
        if isinstance(event, ChatFlood):
            self._say(say("That is much at once: wait a little before you say more."))
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
            self._page.write(f"  {code + 1}) {phrases.phrase(code)}")

    def _mute(self, name: str) -> None:
        """Hear somebody no more, or again; without a name, tell who is heard."""
        talk = self._talk
        for signer in talk.others:
            if talk.names[signer].casefold() == name.casefold():
                talk.mute(1 + talk.others.index(signer))
                break
        for told in talk.mute_overlay().lines[1:]:
            self._page.write(f"  {told}")

    def _switch(self) -> None:
        """A bot answers for the person, or does no more."""
        pilot = self._autopilot
        pilot.switch(on=not pilot.on)
        self._game.let_bot_play(by_bot=pilot.on)
        if pilot.on:
            self._lines.take_back()
            self._say(say("A bot answers for you now; auto takes your seat back."))
        else:
            self._say(say("You answer for yourself again."))

    def _leave(self) -> None:
        if self._others_need_us and not self._is_warned:
            self._is_warned = True
            told = say("Others still need the relay of this machine. q once more leaves at once.")
            self._say(told)
            return
        raise Left
