"""A whole game by numbered questions on plain input and output: TERM=dumb, pipes, screen readers.

It walks through the same questions as the full screen (`client.prompts`), at the same table.
Nothing here waits for a line: `client.plain.table_loop` hands every line to `typed`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final, TypeVar

from client.lesson.teacher import Teacher
from client.plain.line_lesson import LineLesson
from client.plain.narrator import LineNarrator, line_of, offered
from client.plain.reports import kept_told, power_told, situation
from client.platform.numbers import typed_number
from client.presenter.battle_reasons import strengths_told
from client.prompts.foresight import consequence
from client.prompts.nodes import DecisionContext, Take, decision_context
from client.prompts.walk import Walk, back, begin, press, question
from client.text.catalogue import say
from client.text.wrapping import paragraph
from client.ui.view import Question, Spot
from engine.decisions import CardDecision, Decision, OpenPlayDecision, PickDecision, TurnDecision
from engine.values import replace

_Found = TypeVar("_Found")
_Typing = Generator[None, str, _Found]
"""Takes typed lines until it can return a result."""

_ALWAYS_ASKED: Final = (TurnDecision, CardDecision, OpenPlayDecision)


class LineGame(LineNarrator):
    """One player at one table, who is asked questions."""

    _hint = ""
    _lesson: LineLesson | None = None
    _asked: DecisionContext | None = None
    _typing: _Typing[Take] | None = None

    def teach(self, teacher: Teacher) -> None:
        """Let a teacher say what to do; hints would say it twice."""
        self._lesson = LineLesson(teacher, self._write)
        self._hints.rest_while(lambda: teacher.is_on)
        if teacher.is_at_beginning:
            self._seen_until = 0

    def begin(self) -> None:
        """Show a returning player the events since their last answer."""
        if self._seen_until < len(self._log) and self._seen_until:
            self._write_news()

    # ---------------------------------------------------------------- asking

    @property
    def is_asking(self) -> bool:
        """Whether the next line is an answer, unless it asks to see something."""
        return self._typing is not None

    def go_on(self) -> bool:
        """Ask the pending question, or answer it if there is no choice; return whether it did.

        A question that is no longer owed is taken back.
        """
        decision = self.table.owed
        if self._asked is not None:
            if decision == self._asked.decision and self.table.state is self._asked.state:
                return False
            self.take_back()
        if decision is None:
            return False
        answers = self.table.answers
        if len(answers) == 1 and not isinstance(decision, _ALWAYS_ASKED):
            self.table.submit(answers[0])
            return True
        table, past = self.table, self._story.stories
        asked = decision_context(table.state, table.knowledge, decision, self.names, past)
        standing = self._no.answer(asked)
        if standing is not None:
            self.table.submit(standing)
            return True
        self._ask(asked)
        return True

    def take_back(self) -> None:
        """Drop the question: it is answered elsewhere, or no longer owed."""
        self._asked = self._typing = None

    def typed(self, line: str) -> None:
        """Take a line while something is asked.

        Raises:
            Left: the player leaves.
        """
        typing, asked = self._typing, self._asked
        assert typing is not None
        assert asked is not None
        try:
            typing.send(line)
        except StopIteration as found:
            taken: Take = found.value
            self.take_back()
            if taken.standing:
                self._no.begin(asked)
            self._seen_until = len(self._log)
            self.table.submit(taken.intent)

    def _ask(self, asked: DecisionContext) -> None:
        self._tell_standing(asked, asked.decision)
        self._asked, self._typing = asked, self._walk(asked)
        next(self._typing)

    def _tell_standing(self, asked: DecisionContext, decision: Decision) -> None:
        """Print the information needed for an answer."""
        if isinstance(decision, TurnDecision):
            self._write("")
            self._write_all(situation(asked, self._story.length))
        elif isinstance(decision, PickDecision):
            self._write("")
            self._write(paragraph(kept_told(self.table.knowledge)))
        elif self.table.state.battle is not None:
            self._write("")
            battle = self._story.fight.now(asked.state)
            self._write_all((*power_told(battle), *strengths_told(battle, self.names)))

    def _walk(self, asked: DecisionContext) -> _Typing[Take]:
        walk = begin(asked)
        while True:
            here = question(walk)
            self._show(here, walk)
            if here.spot is Spot.GROUP:
                result = yield from self._count(walk, here)
            else:
                result = yield from self._choose(walk, here)
            if isinstance(result, Take):
                refused = "" if self._lesson is None else self._lesson.refusal(result.intent)
                if refused:
                    self._write(paragraph(refused))
                    walk = begin(asked)
                    continue
                self._hints.answered(walk)
                return result
            if result.reason:
                self._write(result.reason)
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
            self._tell_lesson(walk, here)
            return
        self._write_answers(here, walk)
        if here.spot is Spot.MENU:
            for item in here.items:
                if not item.enabled:
                    self._write(paragraph(f"- {item.label}: {item.why}", "  "))
        if walk.trail and here.spot is not Spot.CONFIRM:
            self._write(say("  0) back"))
        self._tell_lesson(walk, here)

    def _tell_lesson(self, walk: Walk, here: Question) -> None:
        if self._lesson is not None:
            self._lesson.tell(walk, here)

    def _write_answers(self, here: Question, walk: Walk) -> None:
        """Write the answers that can be chosen; those that are sent at once have consequences."""
        if here.spot is Spot.CONFIRM:
            self._write_consequence(walk, "")
        for number, item in offered(here):
            self._write(paragraph(line_of(number, item), "  "))
            row = replace(walk, cursor=here.items.index(item))
            if here.spot is not Spot.CONFIRM and isinstance(row.branch.leads, Take):
                self._write_consequence(row, "     ")

    def _write_consequence(self, row: Walk, indent: str) -> None:
        """Write the consequences of an answer, if there are any."""
        told = consequence(row)
        if told:
            self._write(paragraph(told, indent))

    def _choose(self, walk: Walk, here: Question) -> _Typing[Walk | Take]:
        answers = dict(offered(here))
        while True:
            line = yield from self._command(here)
            if line == "0" and walk.trail:
                return back(walk)
            number = typed_number(line)
            if number is not None and number in answers:
                chosen = here.items.index(answers[number])
                result = press(replace(walk, cursor=chosen), "enter")
                if result is not None:
                    return result
            self._write(say("Type a number from 1 to {most}, or ? for help.", most=len(answers)))

    def _count(self, walk: Walk, here: Question) -> _Typing[Walk | Take]:
        """Count the figures of a group, one kind after the other."""
        left = walk.fork.budget
        for index, item in enumerate(here.items):
            most = min(item.most, left)
            if most < 1:
                continue
            number = yield from self._number(here, item.label, most)
            if number is None:
                return back(walk)
            counted = press(replace(walk, cursor=index), str(number))
            assert isinstance(counted, Walk)
            walk, left = counted, left - number
        result = press(walk, "enter")
        assert result is not None
        return result

    def _number(self, here: Question, label: str, most: int) -> _Typing[int | None]:
        """Return the number of one kind, None to go back."""
        self._write(say("How many: {label}, 0 to {most}? (z goes back)", label=label, most=most))
        while True:
            line = yield from self._command(here)
            if line == "z":
                return None
            number = typed_number(line)
            if number is not None and number <= most:
                return number
            self._write(say("Type a number from 0 to {most}, or z.", most=most))

    def _command(self, here: Question) -> _Typing[str]:
        """Return the next line that does not just ask to see something."""
        while True:
            line = (yield).strip()
            word, _, rest = line.partition(" ")
            word, rest = word.casefold(), rest.strip()
            if self._lesson is not None and self._lesson.command(word, rest.casefold()):
                continue
            if not self.look(word, rest, here):
                return line.casefold()
            if self._lesson is not None:
                self._lesson.looked(f"{word} {rest.casefold()}".strip())
