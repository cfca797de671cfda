"""What belongs together in a story and is told in one line.

A rule looks at a story from one item on and says how many items it tells, and how; a line of
None tells them by leaving them out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from client.text.catalogue import Fields, say
from client.text.change_sentences import LAST_CARDS, told
from client.text.log_line import LogLine, LogTopic, source_cards, source_name
from client.text.names import Names, face_name, place_name
from client.text.note_sentences import noted
from client.text.repeated_lines import Told, run_line
from engine import battle_changes as fight
from engine import changes as deed
from engine import story as note
from engine.decisions import LateDecision
from engine.story import Note, Story, StoryItem
from engine.terms import Origin, Step

Rule = Callable[[Story, int, Names], Told | None]


def item_line(item: StoryItem, names: Names) -> LogLine:
    """The line of one item by itself."""
    return noted(item, names) if isinstance(item, Note) else told(item, names)


def _next(story: Story, index: int) -> StoryItem | None:
    return story[index + 1] if index + 1 < len(story) else None


def bought(story: Story, index: int, names: Names) -> Told | None:
    """A price and what it was paid for; an invade that cost nothing."""
    item = story[index]
    paid = item if isinstance(item, deed.PayRage) else None
    thing = _next(story, index) if paid else item
    match thing:
        case deed.PlaceFigure() | deed.PlayUpgrade() | note.PillageNote():
            pass
        case deed.MoveFigures() if thing.step is Step.MARCH:
            pass
        case _:
            return None
    line = replace(item_line(thing, names), level=0)
    used = 2 if paid else 1
    if isinstance(thing, deed.PlayUpgrade) and any(
        isinstance(one, deed.RecruitMonster) for one in story[index + used : index + used + 1]
    ):
        used += 1
    if paid is not None:
        fields: Fields = {"amount": paid.amount, "total": paid.total}
        return used, replace(
            line,
            short=say("{line}, -{amount} Rage (now {total})", line=line.short, **fields),
            full=say(
                "{sentence} It costs {amount} Rage (now {total}).", sentence=line.full, **fields
            ),
        )
    if isinstance(thing, deed.PlayUpgrade | deed.PlaceFigure) and not _from_valhalla(thing):
        return used, replace(
            line,
            short=say("{line}, free", line=line.short),
            full=say("{sentence} It costs nothing.", sentence=line.full),
        )
    return used, line


def _from_valhalla(thing: deed.PlayUpgrade | deed.PlaceFigure) -> bool:
    return isinstance(thing, deed.PlaceFigure) and thing.origin is Origin.VALHALLA


def passed(story: Story, index: int, names: Names) -> Told | None:
    """A pass: the pool is lost, the seat is out."""
    item, following = story[index], _next(story, index)
    if not isinstance(item, deed.EmptyPool) or not isinstance(following, deed.MarkPassed):
        return None
    if item.seat != following.seat:
        return None
    line = LogLine(
        say("{who}: pass, -{lost} Rage (now 0)", who=names.who(item.seat), lost=item.lost),
        say(
            "{who} passes and loses {lost} Rage (now 0).", who=names.full(item.seat), lost=item.lost
        ),
        LogTopic.TURN,
        item.seat,
        level=0,
    )
    return 2, line


def stolen(story: Story, index: int, names: Names) -> Told | None:
    """What one clan loses another gains."""
    lost, gained = story[index], _next(story, index)
    if isinstance(lost, deed.LoseGlory) and isinstance(gained, deed.GainGlory):
        short = say(
            "{who}: +{amount} Glory (now {total}) from {victim} (now {left}), {what}",
            **_theft(lost, gained, names),
        )
    elif isinstance(lost, deed.LoseRage) and isinstance(gained, deed.GainRage):
        short = say(
            "{who}: +{amount} Rage (now {total}) from {victim} (now {left}), {what}",
            **_theft(lost, gained, names),
        )
    else:
        return None
    if lost.source != gained.source:
        return None
    full = f"{told(lost, names).full} {told(gained, names).full}"
    cards = source_cards(lost.source)
    return 2, LogLine(short, full, LogTopic.SCORE, gained.seat, cards=cards)


def _theft(
    lost: deed.LoseGlory | deed.LoseRage, gained: deed.GainGlory | deed.GainRage, names: Names
) -> Fields:
    return {
        "who": names.who(gained.seat),
        "victim": names.them(lost.seat),
        "amount": gained.amount,
        "total": gained.total,
        "left": lost.total,
        "what": source_name(lost.source),
    }


def text_with_gain(story: Story, index: int, _names: Names) -> Told | None:
    """A text whose gain follows is told by the gain, which names the card."""
    item, following = story[index], _next(story, index)
    if not isinstance(item, note.TextNote):
        return None
    match following:
        case (
            deed.GainGlory()
            | deed.LoseGlory()
            | deed.GainRage()
            | deed.LoseRage()
            | deed.RaiseStat()
            | note.StatLostNote()
        ) if following.source == item.card:
            return 1, None
        case _:
            return None


def pillaged(story: Story, index: int, names: Names) -> Told | None:
    """A pillage that succeeds turns the token; without an enemy that is all there is."""
    item = story[index]
    rest = story[index + 1 :]
    if isinstance(item, note.UnopposedNote):
        used = 1 + isinstance(rest[0] if rest else None, note.PillageEndNote)
        used += isinstance(rest[used - 1] if len(rest) >= used else None, deed.FlipToken)
        place = place_name(item.place)
        line = LogLine(
            say("{place} is pillaged, no battle", place=place),
            say(
                "Nobody stands against {who}, and the pillage of {place} succeeds.",
                who=names.full(item.seat),
                place=place,
            ),
            LogTopic.BATTLE,
            item.seat,
            place=item.place,
        )
        return used, line
    if isinstance(item, note.PillageEndNote) and rest and isinstance(rest[0], deed.FlipToken):
        return 2, item_line(item, names)
    return None


def fulfilled(story: Story, index: int, names: Names) -> Told | None:
    """A quest and what it pays."""
    item, following = story[index], _next(story, index)
    if not isinstance(item, note.QuestNote) or not isinstance(following, deed.GainGlory):
        return None
    if item.face is None or following.source != item.face.card:
        return None
    fields: Fields = {"card": face_name(item.face)}
    fields |= {"amount": following.amount, "total": following.total}
    line = LogLine(
        say(
            "{who}: {card} fulfilled, +{amount} Glory (now {total})",
            who=names.who(item.seat),
            **fields,
        ),
        say(
            "{who} fulfils {card} and gains {amount} Glory (now {total}).",
            who=names.full(item.seat),
            **fields,
        ),
        LogTopic.SCORE,
        item.seat,
        cards=(item.face.card,),
    )
    return 2, line


def quiet(story: Story, index: int, names: Names) -> Told | None:
    """What the next line, or the screen, says anyway.

    Whose turn it is, that packs move on, that nobody adds a card, the end of a battle.
    """
    match story[index]:
        case deed.BeginTurn() | fight.EndBattle():
            return 1, None
        case deed.PassPacks(left=left) if left > LAST_CARDS:
            return 1, None
        case note.DeclineNote(decision=LateDecision()):
            return 1, None
        case _:
            return None


RULES: Final[tuple[Rule, ...]] = (
    bought,
    passed,
    stolen,
    text_with_gain,
    fulfilled,
    pillaged,
    quiet,
    run_line,
)
"""Tried in this order; what none tells is told by itself."""
