"""A story as lines of the log: one for each action, one for each of its consequences.

Items that belong together share a line: a price and its purchase, both ends of a theft, figures
that die together, the same change at every seat. A rule looks at a story from one item on and
returns how many items its line covers; a line of None leaves them out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.text.catalogue import say
from client.text.change_sentences import LAST_CARDS, change_line
from client.text.log_line import (
    About,
    LogLine,
    LogTopic,
    Told,
    log_line,
    source_cards,
    source_fields,
)
from client.text.names import Names
from client.text.note_sentences import note_line
from client.text.repeated_lines import Covered, run_line
from engine import battle_changes as fight
from engine import changes as deed
from engine import story as note
from engine.decisions import LateDecision
from engine.story import Note, Story, StoryItem
from engine.terms import Origin, Step
from engine.values import replace


def lines(story: Story, names: Names) -> tuple[LogLine, ...]:
    """Return the story of one action as log lines, in order."""
    found = []
    index = 0
    while index < len(story):
        used, line = next(
            covered for rule in RULES if (covered := rule(story, index, names)) is not None
        )
        if line is not None:
            found.append(line)
        index += used
    return tuple(found)


def item_line(item: StoryItem, names: Names) -> LogLine:
    """Return the line of one item by itself."""
    return note_line(item, names) if isinstance(item, Note) else change_line(item, names)


def alone(story: Story, index: int, names: Names) -> Covered:
    """Cover one item with a line of its own."""
    return 1, item_line(story[index], names)


def _next(story: Story, index: int) -> StoryItem | None:
    return story[index + 1] if index + 1 < len(story) else None


# ------------------------------------------------------------------------ pairs


def bought(story: Story, index: int, names: Names) -> Covered | None:
    """Cover a price and its purchase, or an invade that cost nothing."""
    item = story[index]
    paid = item if isinstance(item, deed.PayRage) else None
    thing = _next(story, index) if paid else item
    match thing:
        case (
            deed.PlaceFigure()
            | deed.PlayUpgrade()
            | deed.MoveFigures(step=Step.MARCH)
            | note.PillageNote()
        ):
            line = replace(item_line(thing, names), level=0)
        case _:
            return None
    used = 2 if paid else 1
    if isinstance(thing, deed.PlayUpgrade):
        recruited = story[index + used : index + used + 1]
        used += any(isinstance(one, deed.RecruitMonster) for one in recruited)
    match paid, thing:
        case deed.PayRage(amount=amount, total=total), _:
            short = say(
                "{line}, -{amount} Rage (now {total})", line=line.short, amount=amount, total=total
            )
            full = say(
                "{sentence} It costs {amount} Rage (now {total}).",
                sentence=line.full,
                amount=amount,
                total=total,
            )
        case None, deed.PlayUpgrade() | deed.PlaceFigure(origin=Origin.RESERVE):
            short = say("{line}, free", line=line.short)
            full = say("{sentence} It is free.", sentence=line.full)
        case _:
            return used, line
    return used, replace(line, short=short, full=full)


def passed(story: Story, index: int, names: Names) -> Covered | None:
    """Cover a pass: the seat loses its pool and is out."""
    match story[index], _next(story, index):
        case deed.EmptyPool(seat=seat, lost=lost), deed.MarkPassed(seat=other) if seat == other:
            return 2, log_line(
                names,
                About(seat, level=0),
                LogTopic.TURN,
                "{who}: pass, -{lost} Rage (now 0)",
                "{who} passes and loses {lost} Rage (now 0).",
                "You pass and lose {lost} Rage (now 0).",
                lost=lost,
            )
        case _:
            return None


_THEFTS: Final[dict[type[StoryItem], Told]] = {
    deed.GainGlory: (
        LogTopic.SCORE,
        "{who}: +{amount} Glory (now {total}), {what}; {victim}: now {left}",
        "{cause}: {who} gains {amount} Glory (now {total}); {victim} loses {lost} (now {left}).",
        "{cause}: you gain {amount} Glory (now {total}); {victim} loses {lost} (now {left}).",
    ),
    deed.GainRage: (
        LogTopic.SCORE,
        "{who}: +{amount} Rage (now {total}), {what}; {victim}: now {left}",
        "{cause}: {who} gains {amount} Rage (now {total}); {victim} loses {lost} (now {left}).",
        "{cause}: you gain {amount} Rage (now {total}); {victim} loses {lost} (now {left}).",
    ),
}
_THEFTS_FROM_YOU: Final[dict[type[StoryItem], str]] = {
    deed.GainGlory: (
        "{cause}: {who} gains {amount} Glory (now {total}); you lose {lost} (now {left})."
    ),
    deed.GainRage: (
        "{cause}: {who} gains {amount} Rage (now {total}); you lose {lost} (now {left})."
    ),
}
"""Thefts in general, and the full sentence if the viewer is robbed."""


def stolen(story: Story, index: int, names: Names) -> Covered | None:
    """Cover the loss of one clan and the gain of another."""
    match story[index], _next(story, index):
        case (deed.LoseGlory() as lost, deed.GainGlory() as gained) | (
            deed.LoseRage() as lost,
            deed.GainRage() as gained,
        ) if lost.source == gained.source:
            pass
        case _:
            return None
    topic, short, full, yours = _THEFTS[type(gained)]
    return 2, log_line(
        names,
        About(gained.seat, cards=source_cards(lost.source)),
        topic,
        short,
        _THEFTS_FROM_YOU[type(gained)] if lost.seat == names.you else full,
        yours,
        victim=names.full(lost.seat),
        amount=gained.amount,
        total=gained.total,
        lost=lost.amount,
        left=lost.total,
        **source_fields(lost.source),
    )


def text_with_gain(story: Story, index: int, _names: Names) -> Covered | None:
    """Leave out a text followed by its gain, whose line names the card."""
    return (1, None) if names_gain(story[index], _next(story, index)) else None


def names_gain(item: StoryItem, following: StoryItem | None) -> bool:
    """Whether an item is a text and the next one its gain or loss."""
    match item, following:
        case note.TextNote(card=card), (
            deed.GainGlory()
            | deed.LoseGlory()
            | deed.GainRage()
            | deed.LoseRage()
            | deed.RaiseStat()
            | note.StatLostNote()
        ) as change:
            return change.source == card
        case _:
            return False


def fulfilled(story: Story, index: int, names: Names) -> Covered | None:
    """Cover a quest and its Glory."""
    match story[index], _next(story, index):
        case note.QuestNote(seat=seat, face=face), deed.GainGlory() as gain if (
            face is not None and gain.source == face.card
        ):
            return 2, log_line(
                names,
                About(seat, cards=(face.card,)),
                LogTopic.SCORE,
                "{who}: {card} completed, +{amount} Glory (now {total})",
                "{who} completes {card} and gains {amount} Glory (now {total}).",
                "You complete {card} and gain {amount} Glory (now {total}).",
                amount=gain.amount,
                total=gain.total,
            )
        case _:
            return None


def pillaged(story: Story, index: int, names: Names) -> Covered | None:
    """Cover a successful pillage and its token; without an enemy, the whole pillage."""
    match story[index : index + 3]:
        case (note.UnopposedNote(), note.PillageEndNote(), deed.FlipToken()):
            used = 3
        case (note.UnopposedNote(), note.PillageEndNote() | deed.FlipToken(), *_):
            used = 2
        case (note.UnopposedNote(), *_):
            used = 1
        case (note.PillageEndNote() as end, deed.FlipToken(), *_):
            return 2, item_line(end, names)
        case _:
            return None
    item = story[index]
    assert isinstance(item, note.UnopposedNote)
    return used, log_line(
        names,
        About(item.seat, item.place),
        LogTopic.BATTLE,
        "{place} is pillaged, no battle",
        "{place} is pillaged without a battle.",
    )


def quiet(story: Story, index: int, _names: Names) -> Covered | None:
    """Leave out facts that the next line or the screen shows anyway.

    These are the turn, packs that move on, seats that add no card, the end of a battle.
    """
    match story[index]:
        case deed.BeginTurn() | fight.EndBattle() | note.DeclineNote(decision=LateDecision()):
            return 1, None
        case deed.PassPacks(left=left) if left > LAST_CARDS:
            return 1, None
        case _:
            return None


RULES: Final[tuple[Callable[[Story, int, Names], Covered | None], ...]] = (
    bought,
    passed,
    stolen,
    text_with_gain,
    fulfilled,
    pillaged,
    quiet,
    run_line,
    alone,
)
"""Tried in this order; the last one always covers its item."""
