"""The analysis of a finished game for one seat: its costliest answers, and the chance to win."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from client.analysis.gain_parts import split
from client.analysis.told import answer_told, gain_told, moment_told, percent, verdict_told
from client.analysis.verdicts import JarlVerdict
from client.analysis.winning import ChancePoint
from client.text.catalogue import say
from client.text.names import Names, age_name
from client.text.story_lines import item_line
from client.text.wrapping import paragraph
from engine.changes import GainGlory
from engine.scoring import winners
from engine.terms import Age, Seat, seat_letter
from engine.values import Value
from protocol.record.retelling import Retold

COSTLIEST: Final = 10
_FALLS: Final = 3
_FALL: Final = 0.05
"""A smaller fall of the chance from one turn to the next is not worth a word."""
_CAUSES: Final = 2
_DIGITS: Final = 2
_INDENT: Final = " " * 4


class Costly(Value):
    """A verdict that matters, and the turns of the same Age at which it could be said again."""

    verdict: JarlVerdict
    again: tuple[JarlVerdict, ...] = ()


class Analysis(Value):
    """Everything that a jarl says about the answers of one seat in a finished game."""

    retold: Retold
    seat: Seat
    names: Names
    verdicts: tuple[JarlVerdict, ...]
    chances: tuple[ChancePoint, ...]

    @property
    def costliest(self) -> tuple[Costly, ...]:
        """The answers that cost most, the worst first; the same advice of an Age only once."""
        groups: dict[object, list[JarlVerdict]] = {}
        for one in self.verdicts:
            if one.matters:
                groups.setdefault((one.asked.situation.state.age, one.answer), []).append(one)
        found = []
        for group in groups.values():
            first, *others = sorted(group, key=lambda one: -one.gain)
            found.append(Costly(first, tuple(others)))
        return tuple(sorted(found, key=lambda one: -one.verdict.gain)[:COSTLIEST])

    @property
    def falls(self) -> tuple[tuple[ChancePoint, ChancePoint], ...]:
        """The largest falls of the chance to win between two turns, the worst first."""
        pairs = [pair for pair in pairwise(self.chances) if _fall(pair) >= _FALL]
        return tuple(sorted(pairs, key=lambda pair: -_fall(pair))[:_FALLS])

    # ------------------------------------------------------------------ in words

    def lines(self) -> Iterator[str]:
        """Yield the analysis, wrapped for the terminal."""
        for told in self._head():
            yield paragraph(told)
        yield ""
        costliest = self.costliest
        if not costliest:
            yield paragraph(say("No answer was clearly worse than a jarl's."))
        else:
            yield say("The answers that cost most:")
        for number, one in enumerate(costliest, 1):
            yield f"{number:>2}. {paragraph(costly_told(one), _INDENT).lstrip()}"
        yield ""
        for told in self._course():
            yield paragraph(told)

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
            "It knows only what this seat knew then, guesses the hidden cards of the others, and "
            "plays each answer out many times. Glory is counted above the others, at the end."
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
        yield say("The chance to win at each turn, in per cent, against equals:")
        for age in Age:
            shown = [str(percent(one.chance)) for one in self.chances if one.age is age]
            if shown:
                yield say("Age {age}: {chances}", age=age_name(age), chances=" ".join(shown))
        for before, after in self.falls:
            yield self._fall_told(before, after)

    def _fall_told(self, before: ChancePoint, after: ChancePoint) -> str:
        """Say by how much the chance fell, and what the others gained most by meanwhile."""
        told = say(
            "It fell from {before} % to {after} % before turn {turn} of Age {age}.",
            before=percent(before.chance),
            after=percent(after.chance),
            turn=after.turn,
            age=age_name(after.age),
        )
        gains = [
            item
            for moment in self.retold.moments[before.moment : after.moment]
            if moment.applied is not None
            for item in moment.applied.story
            if isinstance(item, GainGlory) and item.seat != self.seat
        ]
        gains.sort(key=lambda item: -item.amount)
        causes = [item_line(item, self.names).full for item in gains[:_CAUSES]]
        causes += [
            say("Answer {number} above is part of it.", number=number)
            for number, one in enumerate(self.costliest, 1)
            if before.moment <= one.verdict.asked.moment < after.moment
        ]
        return " ".join((told, *causes))

    # ------------------------------------------------------------------ as data

    def plain(self) -> dict[str, object]:
        """Return the analysis as plain data."""
        state = self.retold.moments[-1].state
        numbers = [one.verdict.asked.number for one in self.costliest]
        return {
            "table": self.retold.charter.table_id.hex(),
            "seat": seat_letter(self.seat),
            "name": self.names.full(self.seat),
            "level": "jarl",
            "knows": "what the seat knew then",
            "glory": [clan.glory for clan in state.clans],
            "winners": [seat_letter(seat) for seat in winners(state)],
            "answers": [plain_verdict(one) for one in self.verdicts],
            "costliest": numbers,
            "chances": [
                {"age": int(one.age), "turn": one.turn, "chance": round(one.chance, _DIGITS)}
                for one in self.chances
            ],
        }


def costly_told(one: Costly) -> str:
    """Return a costly answer in words."""
    first = one.verdict
    told = f"{moment_told(first.asked)}. {verdict_told(first)}"
    if not one.again:
        return told
    turns = sorted({other.asked.turn for other in one.again} - {first.asked.turn})
    if not turns:
        return told
    return say("{told} The same at turn {turns}.", told=told, turns=", ".join(map(str, turns)))


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


def _fall(pair: tuple[ChancePoint, ChancePoint]) -> float:
    before, after = pair
    return before.chance - after.chance
