"""The cards that every clan took in the drafts, if the viewer may know them at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.battle_changes import AddLateCard, PlayOpenCard, ReturnCard, RevealCard, TakeCard
from engine.changes import CommitQuest, KeepCard, PlayUpgrade, ShowQuests
from engine.knowledge import Knowledge
from engine.story import Story
from engine.terms import Age, Face, Seat
from engine.values import Value


class Drafted(Value):
    """The cards one seat took in one Age, sorted.

    If `is_whole` is false, its picks are secret: these are only the cards that it played openly.
    """

    seat: Seat
    age: Age
    faces: tuple[Face, ...]
    is_whole: bool


def drafted(
    stories: Iterable[Story], players: int, known: Mapping[Seat, Knowledge]
) -> tuple[Drafted, ...]:
    """Return the rows by seat and Age; `known` has the seats whose picks may be shown."""
    played = _played(stories, players)
    rows = []
    for seat in map(Seat, range(players)):
        packs = known[seat].seen if seat in known else ()
        kept = [face for pack in packs for face in pack.kept]
        for age in Age:
            faces = [face for face in kept or played[seat] if face.age is age]
            rows.append(Drafted(seat, age, tuple(sorted(faces)), bool(kept)))
    return tuple(rows)


@dataclass
class _Openly:
    """The cards that one seat opened, and those that came back to it and may be played again."""

    played: list[Face] = field(default_factory=list)
    back: Counter[Face] = field(default_factory=Counter)
    committed: bool = False
    given_up: bool = False

    def open(self, face: Face) -> None:
        if self.back[face]:
            self.back[face] -= 1
        else:
            self.played.append(face)

    def show(self, faces: tuple[Face, ...]) -> None:
        for face in faces:
            self.open(face)
        self.committed = False
        if self.given_up:
            self.back.clear()
            self.given_up = False

    def give_up(self) -> None:
        """Discard the hand; a card that came back may be a quest, which is shown later."""
        if self.committed:
            self.given_up = True
        else:
            self.back.clear()


def _played(stories: Iterable[Story], players: int) -> list[list[Face]]:
    """Return the cards that each seat opened, without stolen ones and without repeats."""
    seats = [_Openly() for _ in range(players)]
    for story in stories:
        for item in story:
            match item:
                case PlayUpgrade() | RevealCard() | PlayOpenCard() | AddLateCard():
                    seats[item.seat].open(item.face)
                case ShowQuests():
                    seats[item.seat].show(item.faces)
                case CommitQuest():
                    seats[item.seat].committed = True
                case ReturnCard() | TakeCard():
                    seats[item.seat].back[item.face] += 1
                case KeepCard() if not item.kept:
                    seats[item.seat].give_up()
                case _:
                    pass
    return [seat.played for seat in seats]
