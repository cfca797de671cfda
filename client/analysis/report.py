"""The analysis of a finished game for one seat: its costliest answers, and the chance to win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from client.analysis.deeds import compared, deeds_of
from client.analysis.gain_parts import split
from client.analysis.told import answer_told, gain_told, moment_told, percent, verdict_told
from client.analysis.verdicts import JarlVerdict
from client.analysis.winning import ChancePoint
from client.text.catalogue import say, say_many
from client.text.names import Names, age_name
from client.text.story_lines import item_line
from client.text.wrapping import paragraph
from engine import decisions as ask
from engine.changes import GainGlory, ToValhalla
from engine.scoring import winners
from engine.story import StoryItem
from engine.terms import Age, Seat, seat_letter
from engine.values import Value, replace
from protocol.record.retelling import Retold

COSTLIEST: Final = 10
_CHANGES: Final = 3
_CHANGE: Final = 0.05
"""A smaller change of the chance from one turn to the next is not worth a word."""
_CAUSES: Final = 2
_BESIDE: Final = 2
"""So many other answers of the same turn are told at most."""
_DIGITS: Final = 2
_INDENT: Final = " " * 4
_Change = tuple[ChancePoint, ChancePoint]


class Costly(Value):
    """The worst answer of a turn; `beside` are others of it, `again` turns with the same advice.

    The answers of a turn follow from one another, so only the worst counts.
    """

    verdict: JarlVerdict
    beside: tuple[JarlVerdict, ...] = ()
    again: tuple[int, ...] = ()


class Analysis(Value):
    """Everything that a jarl says about the answers of one seat in a finished game."""

    retold: Retold
    seat: Seat
    names: Names
    verdicts: tuple[JarlVerdict, ...]
    chances: tuple[ChancePoint, ...]

    @property
    def costliest(self) -> tuple[Costly, ...]:
        """The turns that cost most, the worst first; the same advice of an Age only once."""
        turns: dict[tuple[Age, int], list[JarlVerdict]] = {}
        for one in self.verdicts:
            if one.matters:
                turn = (one.asked.situation.state.age, one.asked.begun)
                turns.setdefault(turn, []).append(one)
        found: dict[object, Costly] = {}
        ranked = [sorted(group, key=lambda one: -one.gain) for group in turns.values()]
        for first, *others in sorted(ranked, key=lambda group: -group[0].gain):
            asked = first.asked
            is_turn = isinstance(asked.situation.decision, ask.TurnDecision)
            key = (asked.situation.state.age, first.answer if is_turn else asked.number)
            if key in found:
                before = found[key]
                found[key] = replace(before, again=tuple(sorted((*before.again, asked.turn))))
            else:
                found[key] = Costly(first, _different(first, others))
        return tuple(found.values())[:COSTLIEST]

    @property
    def falls(self) -> tuple[_Change, ...]:
        """The largest falls of the chance to win between two turns, the worst first."""
        return self._changes(-1)

    @property
    def rises(self) -> tuple[_Change, ...]:
        """The largest rises of the chance to win between two turns, the best first."""
        return self._changes(1)

    def _changes(self, way: int) -> tuple[_Change, ...]:
        pairs = [pair for pair in pairwise(self.chances) if way * _change(pair) >= _CHANGE]
        return tuple(sorted(pairs, key=lambda pair: -way * _change(pair))[:_CHANGES])

    # ------------------------------------------------------------------ in words

    def lines(self) -> Iterator[str]:
        """Yield the analysis, wrapped for the terminal."""
        for told in self.paragraphs():
            number, dot, rest = told[:3], told[2:4], told[4:]
            if dot == ". " and number.strip(" .").isdecimal():
                yield f"{number} {paragraph(rest, _INDENT).lstrip()}"
            else:
                yield paragraph(told)

    def paragraphs(self) -> Iterator[str]:
        """Yield the analysis in paragraphs, with an empty one between its parts."""
        yield from self._head()
        yield ""
        yield from compared(self.retold, self.seat, self.names)
        yield ""
        costliest = self.costliest
        if not costliest:
            yield say("No answer was clearly worse than a jarl's.")
        else:
            yield say("The turns that cost most:")
        for number, one in enumerate(costliest, 1):
            yield f"{number:>2}. {costly_told(one)}"
        yield ""
        yield from self._course()

    def _head(self) -> Iterator[str]:
        state = self.retold.moments[-1].state
        best = max(clan.glory for clan in state.clans)
        yield say(
            "What a jarl would have done: {name}, {glory} Glory. The winner has {best}.",
            name=self.names.title(self.seat),
            glory=state.clans[self.seat].glory,
            best=best,
        )
        yield say(
            "It knows only what this seat knew then, and guesses the hidden cards of the others. "
            "It plays its own answer and the one that was given out to the end of the Age many "
            "times. Glory is counted above the others, at the end of the game."
        )
        yield say(
            "Answers: {answers}. A jarl would have given the same: {same}. Clearly better ones: "
            "{better}.",
            answers=len(self.verdicts),
            same=sum(one.agrees for one in self.verdicts),
            better=sum(one.matters for one in self.verdicts),
        )

    def _course(self) -> Iterator[str]:
        if not self.chances:
            return
        yield say(
            "The chance to win at each turn, in per cent, against equals. It is read from the "
            "board at that moment; the chances above come from playing on, so they may differ:"
        )
        for age in Age:
            shown = [str(percent(one.chance)) for one in self.chances if one.age is age]
            if shown:
                yield say("Age {age}: {chances}", age=age_name(age), chances=" ".join(shown))
        for pair in self.falls:
            yield self._fall_told(*pair)
        for pair in self.rises:
            yield self._rise_told(*pair)
        last = self.chances[-1]
        lost = self.seat not in winners(self.retold.moments[-1].state)
        if lost and last.chance >= _CHANGE:
            told = say("It was {chance} % at the last turn.", chance=percent(last.chance))
            rest = self._told_of_others(last.moment, len(self.retold.moments))
            yield " ".join((told, *rest))

    def _fall_told(self, before: ChancePoint, after: ChancePoint) -> str:
        """Say by how much the chance fell, and what the others gained most by meanwhile."""
        told = say(
            "It fell from {before} % to {after} % before turn {turn} of Age {age}.",
            before=percent(before.chance),
            after=percent(after.chance),
            turn=after.turn,
            age=age_name(after.age),
        )
        causes = [*self._own_turn(before), *self._told_of_others(before.moment, after.moment)]
        numbers = [
            str(number)
            for number, one in enumerate(self.costliest, 1)
            if before.moment <= one.verdict.asked.moment < after.moment
        ]
        if numbers:
            causes.append(say("Part of it, above: {numbers}.", numbers=", ".join(numbers)))
        return " ".join((told, *causes))

    def _rise_told(self, before: ChancePoint, after: ChancePoint) -> str:
        """Say by how much the chance rose, and what the seat gained most by meanwhile."""
        told = say(
            "It rose from {before} % to {after} % before turn {turn} of Age {age}.",
            before=percent(before.chance),
            after=percent(after.chance),
            turn=after.turn,
            age=age_name(after.age),
        )
        gains = [one for one in self._glory(before.moment, after.moment) if one.seat == self.seat]
        return " ".join((told, *self._own_turn(before), *self._largest(gains)))

    def _own_turn(self, point: ChancePoint) -> Iterator[str]:
        """Yield what the seat did at the turn of a point."""
        for one in self.verdicts:
            if one.asked.moment == point.moment:
                played = answer_told(one.asked.situation, one.asked.played)
                yield say("Played before: {answer}.", answer=played)

    def _told_of_others(self, first: int, last: int) -> list[str]:
        """Return the losses of the seat between two moments, and the largest gains of others."""
        told = []
        dead = sum(
            item.figures.count
            for item in self._items(first, last)
            if isinstance(item, ToValhalla) and item.seat == self.seat
        )
        if dead:
            told.append(
                say_many(
                    "{name} lost {count} figure to Valhalla.",
                    "{name} lost {count} figures to Valhalla.",
                    dead,
                    name=self.names.full(self.seat),
                )
            )
        gains = [one for one in self._glory(first, last) if one.seat != self.seat]
        return told + self._largest(gains)

    def _items(self, first: int, last: int) -> Iterator[StoryItem]:
        for moment in self.retold.moments[first:last]:
            if moment.applied is not None:
                yield from moment.applied.story

    def _glory(self, first: int, last: int) -> list[GainGlory]:
        return [item for item in self._items(first, last) if isinstance(item, GainGlory)]

    def _largest(self, gains: list[GainGlory]) -> list[str]:
        gains = sorted(gains, key=lambda item: -item.amount)
        return [item_line(item, self.names).full for item in gains[:_CAUSES]]

    # ------------------------------------------------------------------ as data

    def plain(self) -> dict[str, object]:
        """Return the analysis as plain data."""
        state = self.retold.moments[-1].state
        numbers = [one.verdict.asked.number for one in self.costliest]
        own = deeds_of(self.retold, self.seat)
        return {
            "table": self.retold.charter.table_id.hex(),
            "seat": seat_letter(self.seat),
            "name": self.names.full(self.seat),
            "level": "jarl",
            "knows": "what the seat knew then",
            "glory": [clan.glory for clan in state.clans],
            "winners": [seat_letter(seat) for seat in winners(state)],
            "battles": [own.battles_won, own.battles],
            "pillages": own.pillages,
            "quests": [own.quests_completed, own.quests],
            "answers": [plain_verdict(one) for one in self.verdicts],
            "costliest": numbers,
            "chances": [
                {"age": int(one.age), "turn": one.turn, "chance": round(one.chance, _DIGITS)}
                for one in self.chances
            ],
        }


def _different(first: JarlVerdict, others: Sequence[JarlVerdict]) -> tuple[JarlVerdict, ...]:
    """Return the verdicts that say something else; a battle asks until nobody joins any more."""
    found = {(first.asked.played, first.answer): first}
    for one in others:
        found.setdefault((one.asked.played, one.answer), one)
    return tuple(found.values())[1:]


def costly_told(one: Costly) -> str:
    """Return a costly answer in words."""
    first = one.verdict
    parts = [f"{moment_told(first.asked)}. {verdict_told(first)}"]
    if one.beside:
        told = " ".join(verdict_told(other, brief=True) for other in one.beside[:_BESIDE])
        is_draft = isinstance(first.asked.situation.decision, ask.PickDecision)
        same = say("In the same draft:") if is_draft else say("In the same turn:")
        parts.append(f"{same} {told}")
    turns = sorted({*one.again} - {first.asked.turn})
    if turns:
        parts.append(say("The same at turn {turns}.", turns=", ".join(map(str, turns))))
    return " ".join(parts)


def plain_verdict(one: JarlVerdict) -> dict[str, object]:
    """Return a verdict as plain data."""
    asked = one.asked
    situation = asked.situation
    return {
        "number": asked.number,
        "age": int(situation.state.age),
        "turn": asked.turn,
        "question": situation.decision.word,
        "played": answer_told(situation, asked.played),
        "jarl": answer_told(situation, one.answer),
        "same": one.agrees,
        "gain": round(one.gain, _DIGITS),
        "error": round(one.error, _DIGITS),
        "chance": None if one.chance is None else round(one.chance, _DIGITS),
        "chance_gain": round(one.chance_gain, _DIGITS),
        "playouts": one.playouts,
        "matters": one.matters,
        "told": gain_told(one) if one.matters else "",
        "reasons": [
            {"topic": part.topic.value, "about": part.subject, "gain": round(part.gain, _DIGITS)}
            for part in sorted(split(one.facts or {}), key=lambda part: -abs(part.gain))
        ],
    }


def _change(pair: _Change) -> float:
    before, after = pair
    return after.chance - before.chance
