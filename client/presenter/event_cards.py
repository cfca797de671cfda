"""The event of a beat: its sentence, and for the deeds of others a card with all there is to know.

The sentence is made from the lines of the beat itself, never from the log, which may end with
another event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from client.text.before_after import changes_of
from client.text.card_words import effect_words
from client.text.god_words import god_power
from client.text.log_line import LogLine, LogTopic
from client.ui.moments import EventCard, Happening, Scene, SceneKind
from engine import changes as deed
from engine import story as note
from engine.battle_changes import AddLateCard, LayCard, PlayOpenCard, RevealCard, ThrowAway
from engine.cards import CARDS
from engine.state import GameState
from engine.story import Story, StoryItem
from engine.terms import Kind, Phase, Place

_BARE = (
    deed.BeginPhase,
    deed.TakeClan,
    deed.StartDealing,
    deed.PassPacks,
    deed.TakeHand,
    deed.FillPool,
    deed.KeepCard,
    LayCard,
)
"""Items that one sentence says everything about; alone in a beat they get no card."""


_TITLED = (SceneKind.RAGNAROK, SceneKind.VALHALLA, SceneKind.VICTORY)
"""Scenes whose title says it; their rows have the lines."""


def happening(
    part: Story,
    sides: tuple[GameState, GameState],
    lines: Sequence[LogLine],
    *,
    scene: Scene | None = None,
    carded: bool = True,
) -> Happening | None:
    """Return the event of a beat between two positions; None if there is nothing to say.

    It has a card if it is `carded`, has no scene, and is more than a step of the table.
    """
    if not lines:
        return None if scene is None else Happening(scene.title, scene=scene)
    thrown = any(isinstance(item, ThrowAway) for item in part)
    head = lines[-1] if thrown else headline(lines)
    if scene is not None and scene.kind in _TITLED:
        return Happening(scene.title, places=places_of(part), scene=scene)
    where = places_of(part)
    shows_card = carded and scene is None and not _is_bare(part)
    card = _card(part, sides, lines, where) if shows_card else None
    return Happening(head.full, head.seat, where, card, scene)


def headline(lines: Sequence[LogLine]) -> LogLine:
    """Return the line that names an event: that of a deed, else the first, a phase last of all."""
    told = [line for line in lines if line.topic is not LogTopic.PHASE] or list(lines)
    return next((line for line in told if not line.level), told[0])


def ends_actions(item: StoryItem) -> bool:
    """Whether an item ends the actions of an Age (D8)."""
    return isinstance(item, deed.BeginPhase) and item.phase is Phase.DISCARD


def _is_bare(part: Story) -> bool:
    bare = (*_BARE, deed.BeginTurn, deed.EmptyPool)
    return all(isinstance(item, bare) and not ends_actions(item) for item in part)


def _card(
    part: Story,
    sides: tuple[GameState, GameState],
    lines: Sequence[LogLine],
    where: tuple[Place, ...],
) -> EventCard:
    head = headline(lines)
    told = (*(line.full for line in lines if line is not head), *powers_of(part))
    named = dict.fromkeys(chain.from_iterable(line.cards for line in lines))
    cards = tuple(card for card in named if card in CARDS and effect_words(card))
    return EventCard(told, cards, changes_of(*sides, where))


def powers_of(part: Story) -> Iterator[str]:
    """Yield the powers of the gods that are placed in an event: a new Age, new provinces."""
    for item in part:
        if isinstance(item, deed.PlaceGod) and item.place is not None:
            yield god_power(item.deity)


def places_of(part: Story) -> tuple[Place, ...]:
    """Return the places of an event in their order: a march has its origin and its target."""
    found: list[Place] = []
    for item in part:
        match item:
            case deed.MoveFigures(origin=origin, target=target):
                found += [origin, target]
            case deed.SendGod(origin=origin, target=target):
                found += [origin, target]
            case (
                deed.PlaceFigure(place=place)
                | deed.ToValhalla(place=place)
                | deed.DestroyProvince(place)
                | deed.FlipToken(place)
                | deed.PlaceGod(place=Place() as place)
                | note.GodNote(place=place)
                | note.PillageNote(place=place)
                | note.CallEndNote(place=place)
                | note.UnopposedNote(place=place)
                | note.PillageEndNote(place=place)
                | note.CompareNote(place=place)
            ):
                found.append(place)
            case _:
                pass
    return tuple(dict.fromkeys(found))


def turned_text(part: Story) -> str:
    """Return the text of the battle card that is turned over in a beat, "" for none."""
    for item in part:
        match item:
            case RevealCard(face=face) | PlayOpenCard(face=face) | AddLateCard(face=face):
                if CARDS[face.card].kind is Kind.BATTLE:
                    return effect_words(face.card)
            case _:
                pass
    return ""


def words_of(event: Happening) -> str:
    """Return the text of an event, by whose length it stays; its numbers are seen at a glance."""
    if event.scene is not None:
        fresh = (row.text for row in event.scene.rows if row.fresh)
        return " ".join((event.told, *fresh))
    if event.card is None:
        return event.told
    texts = map(effect_words, event.card.cards)
    return " ".join((event.told, *event.card.told, *texts))
