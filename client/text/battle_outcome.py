"""The outcome of a battle: the verdict, the effects in their order, the fates."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from client.text.catalogue import listed, say
from client.text.log_line import counted, source_name
from client.text.names import Names, face_name, figures_named, stat_name
from client.text.story_lines import lines, names_gain
from engine import battle_changes as fight
from engine import changes as deed
from engine import story as note
from engine.figures import NOBODY, Figures
from engine.story import BattleTotal, Story, StoryItem
from engine.terms import Seat
from engine.values import Value

ARROW: Final = " → "
"""Between an effect and its result."""


class Fate(Value):
    """The outcome for one participant: victory or defeat, and the rest, the gravest first."""

    seat: Seat
    wins: bool
    results: tuple[str, ...]


# ------------------------------------------------------------------ effects


_OPENS: Final = (
    note.TextNote,
    note.NothingNote,
    note.GodNote,
    fight.BlankText,
    fight.AddLateCard,
    fight.ThrowAway,
)
"""Items that begin an effect; the items up to the next one of these are its result."""


def effects(story: Story, names: Names) -> tuple[str, ...]:
    """Describe every effect before the totals are compared, in order, with its result."""
    chunks: list[list[StoryItem]] = []
    for item in story:
        if not chunks or isinstance(item, _OPENS):
            chunks.append([])
        chunks[-1].append(item)
    told = (ARROW.join(line.short for line in lines(tuple(chunk), names)) for chunk in chunks)
    return tuple(text for text in told if text)


# ------------------------------------------------------------------ verdict


_WON: Final = (
    "{who} wins {total} to {second} ({other}).",
    "You win {total} to {second} ({other}).",
)
_UNOPPOSED: Final = (
    "{who} wins with {total}, unopposed.",
    "You win with {total}, unopposed.",
)
"""Victories: those of others, and those of the viewer."""


def verdict(
    totals: tuple[BattleTotal, ...], winner: Seat | None, viewer: Seat | None, names: Names
) -> tuple[str, ...]:
    """Name the winner and the margin, or the tied seats (E18), and the viewer's deficit."""
    falling = sorted(totals, key=lambda one: -one.total)
    best = falling[0].total
    if winner is None:
        tied = tuple(one.seat for one in totals if one.total == best)
        told = say(
            "Tie at {total} ({names}): everybody loses.",
            names=listed(names.full(seat) for seat in tied),
            total=best,
        )
    elif len(falling) > 1:
        second = falling[1].total
        told = say(
            _WON[winner == names.you],
            who=names.full(winner),
            total=best,
            other=listed(names.full(one.seat) for one in falling[1:] if one.total == second),
            second=second,
        )
    else:
        told = say(_UNOPPOSED[winner == names.you], who=names.full(winner), total=best)
    own = next((one.total for one in totals if one.seat == viewer), best)
    if own == best:
        return (told,)
    lacks = say("You were {lacks} short of winning.", lacks=best - own + 1)
    return told, lacks


# ------------------------------------------------------------------ fates


_OF_A_FATE: Final = (
    deed.ToValhalla,
    deed.GainGlory,
    deed.LoseGlory,
    deed.GainRage,
    deed.LoseRage,
    deed.RaiseStat,
    fight.ReturnCard,
    fight.DiscardCard,
)
_TOLD_ABOVE: Final = (note.CompareNote, fight.DecideBattle)


def fates(
    story: Story, participants: tuple[Seat, ...], winner: Seat | None, names: Names
) -> tuple[tuple[Fate, ...], tuple[str, ...]]:
    """Return the fate of each participant after the comparison, and lines about none of them."""
    own: dict[Seat, list[StoryItem]] = {seat: [] for seat in participants}
    rest: list[StoryItem] = []
    for index, item in enumerate(story):
        following = story[index + 1] if index + 1 < len(story) else None
        if isinstance(item, _OF_A_FATE) and item.seat in own:
            own[item.seat].append(item)
        elif not isinstance(item, _TOLD_ABOVE) and not names_gain(item, following):
            rest.append(item)
    found = tuple(Fate(seat, seat == winner, _results(tuple(items))) for seat, items in own.items())
    return found, tuple(line.short for line in lines(tuple(rest), names))


def _results(items: Story) -> tuple[str, ...]:
    """List figures, Glory, Rage, stats and cards; the end may be cut and matters least."""
    glory = _gains(items, deed.GainGlory, deed.LoseGlory)
    rage = _gains(items, deed.GainRage, deed.LoseRage)
    parts = (_dead(items), *glory, *rage, *_stats(items), *_cards(items))
    return tuple(part for part in parts if part)


def _dead(items: Story) -> str:
    dead = NOBODY
    for item in items:
        if isinstance(item, deed.ToValhalla):
            dead = dead.plus(item.figures)
    return "" if dead == Figures() else say("{figures} to Valhalla", figures=figures_named(dead))


_AMOUNTS: Final = {
    deed.GainGlory: "+{amount} Glory (now {total}), {what}",
    deed.LoseGlory: "-{amount} Glory (now {total}), {what}",
    deed.GainRage: "+{amount} Rage (now {total}), {what}",
    deed.LoseRage: "-{amount} Rage (now {total}), {what}",
}


def _gains(
    items: Story, *kinds: type[deed.GainGlory | deed.LoseGlory | deed.GainRage | deed.LoseRage]
) -> list[str]:
    return [
        say(
            _AMOUNTS[type(item)],
            amount=item.amount,
            total=item.total,
            what=source_name(item.source),
        )
        for item in items
        if isinstance(item, kinds)
    ]


def _stats(items: Story) -> list[str]:
    raised = [item for item in items if isinstance(item, deed.RaiseStat)]
    found = []
    for source, steps in groupby(raised, key=lambda item: item.source):
        values = listed(
            say("{stat} {total}", stat=stat_name(one.stat), total=one.total) for one in steps
        )
        found.append(say("now {values}, {what}", values=values, what=source_name(source)))
    return found


_MOVED: Final[dict[type[fight.ReturnCard | fight.DiscardCard], str]] = {
    fight.ReturnCard: "{cards} back in hand",
    fight.DiscardCard: "{cards} discarded",
}


def _cards(items: Story) -> list[str]:
    found = []
    for kind, sentence in _MOVED.items():
        cards = counted(face_name(item.face) for item in items if isinstance(item, kind))
        if cards:
            found.append(say(sentence, cards=listed(cards)))
    return found
