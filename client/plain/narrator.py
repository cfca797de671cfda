"""What one person at a table hears and looks up, line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.controller.auto_answers import StandingDecline
from client.plain.battle_reports import battle_told, passed_told
from client.plain.reports import board_told, clans_told, hand_told, help_told, quests_told
from client.platform.numbers import typed_number
from client.presenter.hints import Hints
from client.presenter.moments import Beat
from client.presenter.narration import Narration, voided
from client.tables import PlayedAction, Table, TableEvent, WentBack
from client.text.board_matrix import table_lines
from client.text.card_words import card_sheet
from client.text.catalogue import say
from client.text.hint_sentences import hint_sentence
from client.text.log_filters import LogKind, LogLook, chosen, has_words
from client.text.log_line import LogLine
from client.text.names import Names, names_of
from client.text.rulebook import topics_for
from client.text.wrapping import paragraph
from client.ui.view import BattleView, Item, Question
from engine.state import GameState
from engine.story import CompareNote, Story
from engine.terms import Age

_LOG_LINES: Final = 12


class Left(Exception):
    """The person leaves the game."""


class Hearing:
    """One person at one table, who is told what happens and may ask for what is known."""

    def __init__(
        self,
        table: Table,
        write: Callable[[str], None],
        opening: GameState | None = None,
        is_dealing: Callable[[], bool] = lambda: False,
        hints: Hints | None = None,
    ) -> None:
        """Sit down; `write` prints one line.

        `opening` is the position `remember` begins with; `is_dealing` tells that seats deal and
        prove, which can take a while; `hints` are what a newcomer is told.
        """
        self._table = table
        self._write = write
        self._no = StandingDecline()
        self._is_dealing = is_dealing
        self._hints = hints or Hints(on=False)
        self._dealt: Age | None = None
        self._story = Narration(table.seat, opening or table.state)
        self._battles = 0
        self._log: tuple[LogLine, ...] = ()
        self._seen_until = 0

    @property
    def stories(self) -> tuple[Story, ...]:
        """The story of every action that holds."""
        return self._story.stories

    def battle(self, number: int = 0) -> tuple[BattleView, ...]:
        """The steps of a battle, counted from 1; of the last one for 0."""
        return self._story.battles.steps(number or self._battles)

    @property
    def names(self) -> Names:
        """Who is called what."""
        return names_of(self._table.state, self._table.names, self._table.seat)

    def remember(self, past: tuple[TableEvent, ...]) -> None:
        """What happened before: into the log, not on the screen."""
        for event in past:
            if isinstance(event, PlayedAction):
                self._hear(event)
                if getattr(event.action, "seat", None) == self._table.seat:
                    self._seen_until = len(self._log)
            elif isinstance(event, WentBack):
                self._go_back(event)

    # ---------------------------------------------------------------- telling

    def tell(self) -> None:
        """Tell what has happened, and once an Age why nothing is said for a moment."""
        for event in self._table.events():
            if isinstance(event, PlayedAction):
                for beat in self._hints.marked(self._hear(event), self._table.seat):
                    self._tell_beat(beat)
            elif isinstance(event, WentBack):
                self._go_back(event)
                self._write(paragraph(self._log[-1].full))
        self._tell_dealing()

    def say_line(self, line: LogLine, *, aloud: bool = True) -> None:
        """A line somebody said, into the log; printed, unless the person typed it."""
        self._log += (line,)
        if aloud:
            self._write(paragraph(line.full))

    def _tell_beat(self, beat: Beat) -> None:
        """The lines of a moment; after the totals of a battle, who won by how much; its hint."""
        compared = any(isinstance(item, CompareNote) for item in beat.story)
        for number, line in enumerate(beat.lines):
            self._write(paragraph(line.short, "  " * line.level))
            if compared and not number and beat.steps:
                for text in beat.steps[-1].verdict:
                    self._write(paragraph(text, "  "))
        self._write_hint(beat.hint)

    def _write_hint(self, word: str) -> None:
        if word:
            self._write(paragraph(say("Hint: {told}", told=hint_sentence(word))))

    def _tell_dealing(self) -> None:
        age = self._table.state.age
        if self._is_dealing() and self._dealt is not age:
            self._dealt = age
            told = say("The cards are dealt; every seat proves that it deals fairly ...")
            self._write(paragraph(told))

    def _hear(self, applied: PlayedAction) -> tuple[Beat, ...]:
        names = names_of(applied.state, self._table.names, self._table.seat)
        told = self._story.hear(applied, self._table.knowledge, names)
        for beat in told:
            self._story.battles.hear(beat)
            self._log += beat.lines
            if beat.steps:
                self._battles = beat.number
        self._no.hear(applied.story)
        return told

    def _go_back(self, back: WentBack) -> None:
        """What was told last is void: it stays in the log, marked."""
        self._story.go_back(back, self._table.knowledge)
        self._log = voided(self._log, self._story.length)
        self._battles = self._story.fight.number
        self._no = StandingDecline()

    # ---------------------------------------------------------------- looking

    def look(self, word: str, rest: str, here: Question | None = None) -> bool:
        """Whether a line asked to be shown something, which is then shown.

        `here` is the question whose answers can be explained, None where nothing is asked.

        Raises:
            Left: it asked to leave.
        """
        told = self._told(word, rest)
        if told is not None:
            self._write_all(told)
            return True
        match word:
            case "t":
                for line in table_lines(self._table.state, self.names):
                    self._write(line)
            case "l":
                self._write_log(rest)
            case "n":
                self._write_news()
            case "v":
                self._explain(rest, here)
            case "r":
                self._write_rules()
            case "hints":
                self._hints.switch()
                off = say("Hints are off.")
                self._write(say("Hints are on.") if self._hints.on else off)
            case "q":
                raise Left
            case _:
                return False
        return True

    def _told(self, word: str, rest: str) -> tuple[str, ...] | None:
        """What a command that only tells something tells; None for the others."""
        state, knowledge, names = self._table.state, self._table.knowledge, self.names
        match word:
            case "?" | "help":
                return help_told()
            case "b":
                return board_told(state, names)
            case "c":
                return clans_told(state, names)
            case "h":
                return hand_told(knowledge)
            case "s":
                return quests_told(state, knowledge, names)
            case "f":
                return battle_told(self.battle(typed_number(rest) or 0), names)
            case "p":
                return passed_told(knowledge, memory_aid=self._table.memory_aid)
            case _:
                return None

    def _write_log(self, rest: str) -> None:
        number = typed_number(rest)
        count = len(self._log) if rest == "all" else _LOG_LINES if number is None else number
        told = self._log[max(0, len(self._log) - count) :]
        if rest and rest != "all" and number is None:
            kind = LogKind(rest) if rest in tuple(LogKind) else LogKind.ALL
            told = tuple(self._log[number] for number in chosen(self._log, LogLook(kind)))
            if kind is LogKind.ALL:
                told = tuple(line for line in told if has_words(line, rest))
        for line in told:
            self._write(paragraph(_marked(line), "  " * line.level))
        if not told:
            self._write(say("No line of the log is about that."))

    def _write_news(self) -> None:
        """What happened since the person last answered something."""
        self._write(say("Since your last answer:"))
        for line in self._log[self._seen_until :]:
            self._write(paragraph(_marked(line), "  " * (line.level + 1)))
        if self._seen_until == len(self._log):
            self._write(say("Nothing has happened since."))

    def _write_rules(self) -> None:
        state = self._table.state
        for topic in topics_for(state.phase, in_battle=state.battle is not None):
            self._write(topic.title.upper())
            for part in topic.paragraphs:
                self._write(paragraph(part))
            self._write("")

    def _explain(self, rest: str, here: Question | None) -> None:
        known = {} if here is None else dict(offered(here))
        number = typed_number(rest)
        item = None if number is None else known.get(number)
        if item is None:
            self._write(say("Type v and the number of an answer."))
        elif item.face is not None:
            self._write_all(card_sheet(item.face.card, item.face.age))
        else:
            self._write(paragraph(line_of(0, item).removeprefix("0) ")))

    def _write_all(self, told: tuple[str, ...]) -> None:
        for line in told:
            self._write(paragraph(line))


def offered(here: Question) -> list[tuple[int, Item]]:
    """The answers that can be chosen, numbered from 1."""
    return list(enumerate((item for item in here.items if item.enabled), 1))


def line_of(number: int, item: Item) -> str:
    """An answer with its number, what it costs or what is to be known of it."""
    if item.verb and item.detail[:1].isdecimal():
        return f"{number}) " + say("{action}: {rage} Rage", action=item.label, rage=item.detail)
    return f"{number}) {item.label}" + (f" - {item.detail}" if item.detail else "")


def _marked(line: LogLine) -> str:
    """A line of the log; one about what the table went back behind is marked."""
    return f"~ {line.full}" if line.void else line.full
