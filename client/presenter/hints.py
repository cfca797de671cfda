"""Hints for newcomers: one with each kind of question, others as things happen.

A hint about a question stays until that kind of question was answered once; one about a beat
stays as long as the beat, which is long enough to be read. No hint is shown twice, not even in
another game (client/storage/seen_hints.py), and none after a first finished game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Final

from client.presenter.beats import Beat
from client.prompts.nodes import Verb
from client.prompts.walk import Walk
from client.storage.seen_hints import SeenHints
from client.text.catalogue import say
from client.text.hint_sentences import TOPICS
from engine import changes as deed
from engine.battle_changes import DecideBattle, RevealCard
from engine.story import PillageEndNote, PillageNote, StoryItem
from engine.terms import Age, Place, Seat
from engine.values import replace


class Hints:
    """Hints that one viewer has not seen yet."""

    def __init__(self, *, on: bool = True, told: SeenHints | None = None) -> None:
        """Show the hints that `told` does not have yet."""
        self._on = on
        self._told = SeenHints() if told is None else told
        self._is_first_end = False
        self._rests: Callable[[], bool] = lambda: False

    @property
    def on(self) -> bool:
        """Whether hints are shown."""
        return self._on and not self._rests()

    @property
    def wanted(self) -> bool:
        """Whether the viewer wants hints, even if they rest."""
        return self._on

    @property
    def rest(self) -> bool:
        """Whether something else explains the game now."""
        return self._rests()

    def rest_while(self, rests: Callable[[], bool]) -> None:
        """Show no hints as long as something else explains the game, wanted or not."""
        self._rests = rests

    def turn(self, *, on: bool) -> None:
        """Turn hints on or off; those shown before are not shown again."""
        self._on = on

    def of_question(self, walk: Walk) -> str:
        """Return the word of the hint for a question, "" if it was shown before."""
        word = _about(walk)
        return word if self.on and word in TOPICS and word not in self._told else ""

    @property
    def of_end(self) -> str:
        """The word of the hint at the end of a first game, "" at the end of any other."""
        return "end" if self.on and self._is_first_end else ""

    def answered(self, walk: Walk) -> None:
        """Drop the hints of a question that was answered."""
        self._told.add(walk.context.decision.word, _about(walk))

    def marked(self, beats: Iterable[Beat], viewer: Seat | None) -> Iterator[Beat]:
        """Yield beats, each with the hint that comes with it; one hint a beat."""
        for beat in beats:
            if any(isinstance(item, deed.EndGame) for item in beat.story):
                self._is_first_end = not self._told.is_over
                self._told.finish()
            of_items = (word for item in beat.story for word in _words(item, beat, viewer))
            words = chain(_warnings(beat), of_items)
            first = next((word for word in words if word not in self._told), "") if self.on else ""
            if first:
                self._told.add(first)
            yield replace(beat, hint=first)

    def switch(self, off: str) -> str:
        """Turn hints on, from the beginning, or off; return the news, `off` if they are off now.

        While they rest, nothing changes.
        """
        if self.rest:
            return say("The lesson explains the game; hints come back after it.")
        self._on = not self._on
        if not self._on:
            return off
        self._told.forget()
        return say("Hints are on.")


def _about(walk: Walk) -> str:
    first = walk.trail[0].part if walk.trail else None
    return first.word if isinstance(first, Verb) else walk.context.decision.word


def _warnings(beat: Beat) -> Iterator[str]:
    """Yield hints that go before all others of a beat: a new kind of figure, few provinces left."""
    if any(isinstance(item, deed.RecruitMystic) for item in beat.story):
        yield "mystic"
    flips = any(isinstance(item, deed.FlipToken) for item in beat.story)
    if flips and len(beat.state.unpillaged()) == 1:
        yield "last province"


_ALWAYS: Final[Mapping[type[StoryItem], str]] = {
    PillageNote: "called",
    RevealCard: "open",
    deed.ShowQuests: "quests",
    deed.DestroyProvince: "doom",
    deed.Release: "release",
}
"""Items that always come with a hint."""


def _of_a_god(item: StoryItem) -> str:
    """Return the hint about a god that comes to a province; "" for anything else."""
    match item:
        case deed.PlaceGod(deity=deity, place=Place()) | deed.SendGod(deity=deity):
            return f"god {deity}"
        case _:
            return ""


def _words(item: StoryItem, beat: Beat, viewer: Seat | None) -> Iterator[str]:  # noqa: C901 - a case for each thing that can happen
    """Yield the hints that could come with an item of a story, the most urgent first."""
    match item:
        case DecideBattle(winner):
            if winner is None:
                yield "tie"
            elif winner == viewer:
                yield "won"
            elif beat.battle is not None and viewer in {row.seat for row in beat.battle.rows}:
                yield "lost"
            else:
                yield "battle of others"
        case PillageEndNote(seat=seat, success=True) if seat == viewer:
            yield "pillaged"
        case deed.RaiseStat(seat=seat) if seat == viewer:
            yield "raised"
        case deed.PlayUpgrade(seat=seat) if seat == viewer:
            yield "upgraded"
        case deed.PayRage(seat=seat, total=0) if seat == viewer:
            yield "rage gone"
        case deed.MarkPassed(seat) if seat != viewer:
            yield "passed"
        case deed.StartDealing(age=age) if age is not Age.ONE:
            yield "next age"
        case _:
            yield from filter(None, (_ALWAYS.get(type(item)), _of_a_god(item)))
