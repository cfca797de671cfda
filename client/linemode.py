"""A whole game by numbered questions on plain input and output: TERM=dumb, pipes, screen readers.

It walks the same questions as the full screen (`client.walker`) and drives the same table. The
end of the input leaves the game, which is saved after every answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from client.beats import Beat, Teller
from client.commands.printing import paragraph
from client.hints import Hints
from client.linefights import battle_told, kept_told, passed_told, strengths_told
from client.linetold import board_told, clans_told, hand_told, help_told, quests_told, situation
from client.reviews import Reviews
from client.rulebook import topics_for
from client.standing_no import StandingNo
from client.tables import Applied, Table, TableEvent
from client.text.cards import card_sheet
from client.text.catalogue import say
from client.text.filters import LogKind, LogLook, chosen, has_words
from client.text.hints import hint_sentence
from client.text.log import LogLine
from client.text.matrix import table_lines
from client.text.names import Names, names_of
from client.text.questions import waiting
from client.typed import typed_number
from client.view import BattleView, Item, Question, Spot
from client.walker.parts import Asked, Take, ask
from client.walker.walk import Walk, back, begin, press, question
from engine.actions import Intent
from engine.decisions import CardDecision, Decision, PickDecision, TurnDecision
from engine.play import is_over, owed
from engine.state import GameState
from engine.story import CompareNote, Story
from engine.terms import Age

ReadLine = Callable[[str], str]
"""Shows a prompt and gives the next line; raises EOFError at the end of the input."""

_ALWAYS_ASKED: Final = (TurnDecision, CardDecision)
_LOG_LINES: Final = 12


class Left(Exception):
    """The person leaves the game."""


class LineGame:
    """One person at one table."""

    def __init__(
        self,
        table: Table,
        read: ReadLine,
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
        self._read = read
        self._write = write
        self._no = StandingNo()
        self._is_dealing = is_dealing
        self._hints = hints or Hints(on=False)
        self._hint = ""
        self._dealt: Age | None = None
        self._teller = Teller(table.seat, opening or table.state)
        self._reviews = Reviews()
        self._battles = 0
        self._log: list[LogLine] = []
        self._seen_until = 0
        self._stories: list[Story] = []
        self._actions = 0

    @property
    def stories(self) -> tuple[Story, ...]:
        """The story of every action so far."""
        return tuple(self._stories)

    def battle(self, number: int = 0) -> tuple[BattleView, ...]:
        """The steps of a battle, counted from 1; of the last one for 0."""
        return self._reviews.steps(number or self._battles)

    @property
    def names(self) -> Names:
        """Who is called what."""
        return names_of(self._table.state, self._table.names, self._table.seat)

    def remember(self, past: tuple[TableEvent, ...]) -> None:
        """What happened before: into the log, not on the screen."""
        for event in past:
            if isinstance(event, Applied):
                self._hear(event)
                if getattr(event.action, "seat", None) == self._table.seat:
                    self._seen_until = len(self._log)

    def play(self) -> None:
        """Play to the end.

        Raises:
            Left: the person leaves, or the input ends.
        """
        if self._seen_until < len(self._log) and self._seen_until:
            self._write_news()
        while True:
            self._tell()
            self._tell_dealing()
            decision = self._table.owed
            if decision is not None:
                answer, asked = self._answer(decision)
                if asked:
                    self._seen_until = len(self._log)
                self._table.submit(answer)
            elif is_over(self._table.state):
                return
            elif not self._table.advance():
                self._write(waiting(owed(self._table.state), self.names))
                return

    # ---------------------------------------------------------------- telling

    def _tell(self) -> None:
        for event in self._table.events():
            if isinstance(event, Applied):
                for beat in self._hints.marked(self._hear(event), self._table.seat):
                    self._tell_beat(beat)

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
        """Once an Age: why nothing is said for a moment."""
        age = self._table.state.age
        if self._is_dealing() and self._dealt is not age:
            self._dealt = age
            told = say("The cards are dealt; every seat proves that it deals fairly ...")
            self._write(paragraph(told))

    def _hear(self, applied: Applied) -> tuple[Beat, ...]:
        names = names_of(applied.state, self._table.names, self._table.seat)
        told = self._teller.beats(applied, self._table.knowledge, names)
        for beat in told:
            self._reviews.hear(beat)
            self._log += beat.lines
            if beat.steps:
                self._battles = beat.number
        self._stories.append(applied.story)
        self._no.hear(applied.story)
        self._actions += 1
        return told

    # ---------------------------------------------------------------- asking

    def _answer(self, decision: Decision) -> tuple[Intent, bool]:
        """The answer, and whether the person was asked for it."""
        answers = self._table.answers
        if len(answers) == 1 and not isinstance(decision, _ALWAYS_ASKED):
            return answers[0], False
        asked = ask(self._table.state, self._table.knowledge, decision, self.names)
        standing = self._no.answer(asked)
        if standing is not None:
            return standing, False
        if isinstance(decision, TurnDecision):
            self._write("")
            self._write_all(situation(asked, self._actions))
        elif isinstance(decision, PickDecision):
            self._write("")
            self._write(paragraph(kept_told(self._table.knowledge)))
        elif self._table.state.battle is not None:
            self._write("")
            self._write_all(strengths_told(self._teller.fight.now(asked.state), self.names))
        taken = self._walk(asked)
        if taken.standing:
            self._no.say(asked)
        return taken.intent, True

    def _walk(self, asked: Asked) -> Take:
        walk = begin(asked)
        while True:
            here = question(walk)
            self._show(here, walk)
            if here.spot is Spot.GROUP:
                result = self._count(walk, here)
            else:
                result = self._choose(walk, here)
            if isinstance(result, Take):
                self._hints.answered(walk)
                return result
            if result.told:
                self._write(result.told)
            walk = result

    def _show(self, here: Question, walk: Walk) -> None:
        self._write("")
        hint = self._hints.of_question(walk)
        if hint != self._hint:
            self._hint = hint
            self._write_hint(hint)
        self._write(paragraph(here.title))
        if here.note:
            self._write(paragraph(here.note))
        if here.spot is Spot.GROUP:
            return
        for number, item in _offered(here):
            self._write(paragraph(_line(number, item), "  "))
        if here.spot is Spot.MENU:
            for item in here.items:
                if not item.enabled:
                    self._write(paragraph(f"- {item.label}: {item.why}", "  "))
        if walk.trail and here.spot is not Spot.CONFIRM:
            self._write(say("  0) back"))

    def _choose(self, walk: Walk, here: Question) -> Walk | Take:
        offered = dict(_offered(here))
        while True:
            line = self._command(here)
            if line == "0" and walk.trail:
                return back(walk)
            number = typed_number(line)
            if number is not None and number in offered:
                chosen = here.items.index(offered[number])
                result = press(replace(walk, cursor=chosen), "enter")
                if result is not None:
                    return result
            self._write(say("Type a number from 1 to {most}, or ? for help.", most=len(offered)))

    def _count(self, walk: Walk, here: Question) -> Walk | Take:
        """Figures of a group, one kind after the other."""
        left = walk.fork.budget
        for index, item in enumerate(here.items):
            most = min(item.most, left)
            if most < 1:
                continue
            number = self._number(here, item.label, most)
            if number is None:
                return back(walk)
            counted = press(replace(walk, cursor=index), str(number))
            assert isinstance(counted, Walk)
            walk, left = counted, left - number
        result = press(walk, "enter")
        assert result is not None
        return result

    def _number(self, here: Question, label: str, most: int) -> int | None:
        """How many of one kind; None for going back."""
        self._write(say("How many: {label}, 0 to {most}? (z goes back)", label=label, most=most))
        while True:
            line = self._command(here)
            if line == "z":
                return None
            number = typed_number(line)
            if number is not None and number <= most:
                return number
            self._write(say("Type a number from 0 to {most}, or z.", most=most))

    # ---------------------------------------------------------------- looking

    def _command(self, here: Question) -> str:
        """The next line that is not about looking around."""
        while True:
            try:
                line = self._read("> ").strip()
            except EOFError:
                raise Left from None
            word, _, rest = line.partition(" ")
            if not self._look(word.casefold(), rest.strip(), here):
                return line.casefold()

    def _look(self, word: str, rest: str, here: Question) -> bool:
        """Whether a line asked to be shown something, which is then shown."""
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
            told = [self._log[number] for number in chosen(self._log, LogLook(kind))]
            if kind is LogKind.ALL:
                told = [line for line in told if has_words(line, rest)]
        for line in told:
            self._write(paragraph(line.full, "  " * line.level))
        if not told:
            self._write(say("No line of the log is about that."))

    def _write_news(self) -> None:
        """What happened since the person last answered something."""
        self._write(say("Since your last answer:"))
        for line in self._log[self._seen_until :]:
            self._write(paragraph(line.full, "  " * (line.level + 1)))
        if self._seen_until == len(self._log):
            self._write(say("Nothing has happened since."))

    def _write_rules(self) -> None:
        state = self._table.state
        for topic in topics_for(state.phase, in_battle=state.battle is not None):
            self._write(topic.title.upper())
            for part in topic.paragraphs:
                self._write(paragraph(part))
            self._write("")

    def _explain(self, rest: str, here: Question) -> None:
        number = typed_number(rest)
        item = None if number is None else dict(_offered(here)).get(number)
        if item is None:
            self._write(say("Type v and the number of an answer."))
        elif item.face is not None:
            self._write_all(card_sheet(item.face.card, item.face.age))
        else:
            self._write(paragraph(_line(0, item).removeprefix("0) ")))

    def _write_all(self, told: tuple[str, ...]) -> None:
        for line in told:
            self._write(paragraph(line))


def _offered(here: Question) -> list[tuple[int, Item]]:
    """The answers that can be chosen, numbered from 1."""
    return list(enumerate((item for item in here.items if item.enabled), 1))


def _line(number: int, item: Item) -> str:
    if item.verb and item.detail[:1].isdecimal():
        return f"{number}) " + say("{action}: {rage} Rage", action=item.label, rage=item.detail)
    return f"{number}) {item.label}" + (f" - {item.detail}" if item.detail else "")
