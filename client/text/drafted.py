"""Which cards every clan took in the drafts, as far as the viewer may know at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.battle_changes import AddLateCard, ReturnCard, RevealCard, TakeCard
from engine.changes import CommitQuest, KeepCard, PlayUpgrade, ShowQuests
from engine.knowledge import Knowledge
from engine.story import Story
from engine.terms import Age, Face, Seat


@dataclass(frozen=True, slots=True)
class Drafted:
    """The cards one seat took in one Age, sorted.

    Where `is_whole` is false its picks are nobody's business but its own: these are the cards it
    played openly, which it must have had.
    """

    seat: Seat
    age: Age
    faces: tuple[Face, ...]
    is_whole: bool


def drafted(
    stories: Iterable[Story], players: int, known: Mapping[Seat, Knowledge]
) -> tuple[Drafted, ...]:
    """By seat and Age; `known` has the seats whose picks may be shown."""
    played = _played(stories, players)
    rows = []
    for seat in map(Seat, range(players)):
        kept = _kept(known[seat]) if seat in known else []
        for age in Age:
            faces = [face for face in kept or played[seat] if face.age is age]
            rows.append(Drafted(seat, age, tuple(sorted(faces)), bool(kept)))
    return tuple(rows)


def _kept(knowledge: Knowledge) -> list[Face]:
    return [face for pack in knowledge.seen for face in pack.kept]


def _played(stories: Iterable[Story], players: int) -> list[list[Face]]:
    """The cards each seat opened, without those it took from others or had opened before."""
    played: list[list[Face]] = [[] for _ in range(players)]
    open_in_hand: list[Counter[Face]] = [Counter() for _ in range(players)]
    committed: set[Seat] = set()
    for story in stories:
        for item in story:
            match item:
                case PlayUpgrade() | RevealCard() | AddLateCard():
                    _open(played[item.seat], open_in_hand[item.seat], item.face)
                case ShowQuests():
                    for face in item.faces:
                        _open(played[item.seat], open_in_hand[item.seat], face)
                    committed.discard(item.seat)
                    open_in_hand[item.seat].clear()
                case CommitQuest():
                    committed.add(item.seat)
                case ReturnCard() | TakeCard():
                    open_in_hand[item.seat][item.face] += 1
                # A card that came back may lie face down as a quest when the hand is given up.
                case KeepCard() if not item.kept and item.seat not in committed:
                    open_in_hand[item.seat].clear()
                case _:
                    pass
    return played


def _open(played: list[Face], open_in_hand: Counter[Face], face: Face) -> None:
    if open_in_hand[face]:
        open_in_hand[face] -= 1
    else:
        played.append(face)
