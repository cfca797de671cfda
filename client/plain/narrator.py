"""The events of a table, and everything a player can look up, line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.controller.auto_answers import StandingDecline
from client.plain.reports import (
    battle_told,
    board_told,
    clans_told,
    hand_told,
    help_told,
    passed_told,
    quests_told,
)
from client.platform.numbers import typed_number
from client.presenter.beats import Beat
from client.presenter.event_cards import powers_of
from client.presenter.hints import Hints
from client.presenter.narration import Narration, voided
from client.presenter.statuses import dealing_alone
from client.presenter.story_text import glory_lines
from client.tables import PlayedAction, Table, TableEvent, WentBack
from client.text.board_text import table_lines
from client.text.box_words import boxes_of
from client.text.card_words import card_sheet, effect_words
from client.text.catalogue import say
from client.text.hint_sentences import hint_sentence
from client.text.log_filters import LogKind, LogLook, chosen, has_words
from client.text.log_line import LogLine
from client.text.names import Names, names_of
from client.text.rulebook import topics_for
from client.text.wrapping import paragraph
from client.ui.moments import RowMark, Scene, SceneKind
from client.ui.view import BattleView, Item, Question
from engine.state import GameState
from engine.story import CompareNote, Story
from engine.terms import Age

_LOG_LINES: Final = 12


class Left(Exception):
    """The player leaves the game."""


class LineNarrator:
    """Prints the events of a table for one player, and the information the player asks for.

    Attributes:
        table: the player's seat.
    """

    def __init__(
        self,
        table: Table,
        write: Callable[[str], None],
        opening: GameState | None = None,
        is_dealing: Callable[[], bool] = lambda: False,
        hints: Hints | None = None,
    ) -> None:
        """Sit down; `write` prints one line.

        `opening` is the position from which `remember` begins; `is_dealing` says that seats deal
        and prove, which can take a while; `hints` are for newcomers.
        """
        self.table = table
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
        """Return the steps of a battle, counted from 1; 0 is the last one."""
        return self._story.battles.steps(number or self._battles)

    @property
    def names(self) -> Names:
        """The names of clans and players."""
        return names_of(self.table.state, self.table.names, self.table.seat)

    def remember(self, past: tuple[TableEvent, ...]) -> None:
        """Put earlier events into the log without printing them."""
        for event in past:
            if isinstance(event, PlayedAction):
                self._hear(event)
                if event.is_choice_of(self.table.seat):
                    self._seen_until = len(self._log)
            elif isinstance(event, WentBack):
                self._go_back(event)

    # ---------------------------------------------------------------- printing

    def tell(self) -> None:
        """Print new events, and once an Age the reason for the pause."""
        for event in self.table.events():
            if isinstance(event, PlayedAction):
                for beat in self._hints.marked(self._hear(event), self.table.seat):
                    self._tell_beat(beat)
            elif isinstance(event, WentBack):
                self._go_back(event)
                self._write(paragraph(self._log[-1].full))
        self._tell_dealing()

    def say_line(self, line: LogLine, *, aloud: bool = True) -> None:
        """Put a line of chat into the log; print it unless the player typed it."""
        self._log += (line,)
        if aloud:
            self._write(paragraph(line.full))

    def _tell_beat(self, beat: Beat) -> None:
        """Print a beat: its lines, after the totals of a battle the margin, then its hint."""
        compared = any(isinstance(item, CompareNote) for item in beat.story)
        for number, line in enumerate(beat.lines):
            self._write(paragraph(line.short, "  " * line.level))
            if compared and not number and beat.steps:
                for text in beat.steps[-1].verdict:
                    self._write(paragraph(text, "  "))
        self._write_cards(beat)
        self._write_hint(beat.hint)

    def _write_cards(self, beat: Beat) -> None:
        """Print the texts of the cards of an event: an upgrade of somebody else, a battle card."""
        card = None if beat.happening is None else beat.happening.card
        texts = [] if card is None else [effect_words(one) for one in card.cards]
        if beat.battle is not None and beat.battle.turned:
            texts.append(beat.battle.turned)
        for text in (*texts, *powers_of(beat.story)):
            self._write(paragraph(text, "    "))
        if beat.happening is not None and beat.happening.scene is not None:
            self._write_scene(beat.happening.scene, [line.full for line in beat.lines])

    def _write_scene(self, scene: Scene, lines: list[str]) -> None:
        """Print what a scene shows beside the lines: reasons of quests, Glory of an Age."""
        for row in scene.rows:
            if row.fresh and row.mark is not RowMark.OPEN and row.text not in lines:
                self._write(paragraph(row.text, "    "))
        if scene.kind is SceneKind.AGE:
            self._write_all(glory_lines(scene.glory, self.names))

    def _write_hint(self, word: str) -> None:
        if word:
            self._write(paragraph(say("Hint: {told}", told=hint_sentence(word))))

    def _tell_dealing(self) -> None:
        age = self.table.state.age
        if self._is_dealing() and self._dealt is not age:
            self._dealt = age
            alone = not self.table.names[self.table.seat]  # as in a game against bots
            fairly = say("The cards are being dealt; every seat proves that it deals fairly …")
            self._write(paragraph(dealing_alone() if alone else fairly))

    def _hear(self, applied: PlayedAction) -> tuple[Beat, ...]:
        names = names_of(applied.state, self.table.names, self.table.seat)
        told = self._story.hear(applied, self.table.knowledge, names)
        for beat in told:
            self._story.battles.hear(beat)
            self._log += beat.lines
            if beat.steps:
                self._battles = beat.number
        self._no.hear(applied.story)
        return told

    def _go_back(self, back: WentBack) -> None:
        """Mark the last lines of the log as undone."""
        self._story.go_back(back, self.table.knowledge)
        self._log = voided(self._log, self._story.length)
        self._battles = self._story.fight.number
        self._no = StandingDecline()

    # ---------------------------------------------------------------- looking

    def look(self, word: str, rest: str, here: Question | None = None) -> bool:
        """Show the report a line asks for; return whether it asks for one.

        `here` is the question whose answers can be explained, None if there is none.

        Raises:
            Left: the player leaves.
        """
        told = self._told(word, rest)
        if told is not None:
            self._write_all(told)
            return True
        match word:
            case "t":
                for line in table_lines(self.table.state, self.names):
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
                self._write(self._hints.switch(say("Hints are off.")))
            case "q":
                raise Left
            case _:
                return False
        return True

    def _told(self, word: str, rest: str) -> tuple[str, ...] | None:
        """Return the report a command asks for; None for other commands."""
        state, knowledge, names = self.table.state, self.table.knowledge, self.names
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
                return passed_told(knowledge, memory_aid=self.table.memory_aid)
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
            self._write(say("No line of the log matches."))

    def _write_news(self) -> None:
        """Write the events since the player's last answer."""
        self._write(say("Since your last answer:"))
        for line in self._log[self._seen_until :]:
            self._write(paragraph(_marked(line), "  " * (line.level + 1)))
        if self._seen_until == len(self._log):
            self._write(say("Nothing has happened since then."))

    def _write_rules(self) -> None:
        state = self.table.state
        in_battle, boxes = state.battle is not None, boxes_of(state.options)
        for topic in topics_for(state.phase, in_battle=in_battle, boxes=boxes):
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
    """Return the answers that can be chosen, numbered from 1."""
    return list(enumerate((item for item in here.items if item.enabled), 1))


def line_of(number: int, item: Item) -> str:
    """Return an answer with its number, and its price or a remark."""
    if item.verb and item.detail[:1].isdecimal():
        return f"{number}) " + say("{action}: {rage} Rage", action=item.label, rage=item.detail)
    return f"{number}) {item.label}" + (f" - {item.detail}" if item.detail else "")


def _marked(line: LogLine) -> str:
    """Return a line of the log, marked if it was undone."""
    return f"~ {line.full}" if line.void else line.full
