"""The consequences of an answer before it is given, in a few words each."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from fractions import Fraction
from typing import Final

from client.text.catalogue import say, say_many
from client.text.names import Names, card_name, figures_named, stat_step
from client.text.standing import Joiners
from engine import changes as deed
from engine.battle_changes import StartBattle
from engine.stats import END_BONUS
from engine.story import Story, UnopposedNote
from engine.terms import CardId, Origin, Place, Seat
from engine.values import Value


class QuestTurn(Value):
    """A quest whose standing changes: whether it is fulfilled then, and whether it is in hand."""

    card: CardId
    fulfilled: bool
    in_hand: bool


class WinChance(Value):
    """The chances to win and to tie a battle with a card.

    `unseen` counts the battle cards that rivals may hold. `exact` means that their texts were
    considered, too; else only their bonuses were. `certain` means that nothing outside of the count
    can change the outcome: no card kept from an earlier Age, and no late one.
    """

    win: Fraction
    tie: Fraction
    unseen: int
    exact: bool
    certain: bool


class ActionsEnd(Enum):
    """Whether an answer ends the actions of the Age (D8), and why: its pillage may also fail."""

    ALL_PILLAGED = auto()
    NOBODY_CAN_ACT = auto()
    IF_PILLAGED = auto()
    NOT_YET = auto()


class PillageLeft(Value):
    """The provinces left to pillage in this Age after a pillage, which may still fail."""

    number: int
    is_sure: bool


class Consequences(Value):
    """Everything certain about an answer, up to the next decision of any seat.

    `rage` is that of the seat before and after; `is_last_turn` means that a seat without Rage is
    out for the Age, even if it regains some. `horns` are its figures on the board and their
    limit afterwards, `ragnarok` its Glory if the Age ended now, before and after; both are None if
    they do not change. `laid` is a quest that is laid down, and whether it is fulfilled now.
    `strength` is that of the seat in the province it joins, before and after. `pays` is the Glory
    of each figure in a province that is fought for if it is doomed, else 0. `left` are the
    provinces after a pillage, None without one. `story` is the part that belongs to the answer.
    """

    seat: Seat
    is_turn: bool
    rage: tuple[int, int]
    story: Story
    horns: tuple[int, int] | None = None
    quests: tuple[QuestTurn, ...] = ()
    laid: tuple[CardId, bool] | None = None
    ragnarok: tuple[int, int] | None = None
    strength: tuple[int, int] | None = None
    joiners: Joiners | None = None
    pays: int = 0
    chance: WinChance | None = None
    is_last_turn: bool = False
    end: ActionsEnd = ActionsEnd.NOT_YET
    left: PillageLeft | None = None

    @property
    def is_rage_spent(self) -> bool:
        """Whether no Rage is left, so that the seat has no turn unless it regains some (D3, D5)."""
        before, after = self.rage
        return not after and (self.is_turn or before > 0)


def after_this(found: Consequences, names: Names) -> str:
    """Return the line of consequences, the gravest first; "" if there are none."""
    if found.chance is not None:
        return _chance(found.chance)
    told = say("; ").join(_parts(found, names))
    return say("After this: {what}.", what=told) if told else ""


def last_rage(before: int, *, is_last_turn: bool) -> str:
    """Describe answers that all cost the last Rage, whichever is chosen."""
    return say("After this: {what}.", what=_rage(before, 0, is_last_turn=is_last_turn))


def _rage(before: int, after: int, *, is_last_turn: bool) -> str:
    if after:
        return say("Rage {old} → {new}", old=before, new=after)
    if is_last_turn:
        return say("Rage {old} → 0, no more turns in this Age", old=before)
    return say("Rage {old} → 0, no more turns unless you regain Rage", old=before)


_REASONS: Final = {
    ActionsEnd.ALL_PILLAGED: "all is pillaged",
    ActionsEnd.NOBODY_CAN_ACT: "nobody can act",
}
FEW_LEFT: Final = 2
"""From so few provinces left to pillage on, their number is a warning."""


def _rage_parts(found: Consequences) -> Iterator[str]:
    """Yield what becomes of the Rage of the seat, and of the actions of all."""
    before, after = found.rage
    if found.end is ActionsEnd.IF_PILLAGED:
        yield say("success ends the actions of this Age (last province), all Rage is lost")
        return
    if found.end in _REASONS:
        ends = say("{why}, so the actions of this Age end", why=say(_REASONS[found.end]))
        yield say("{ends}, Rage {old} → 0", ends=ends, old=before) if before else ends
    elif found.is_rage_spent or before != after:
        yield _rage(before, after, is_last_turn=found.is_last_turn)
    elif found.is_turn:
        yield say("Rage stays {rage}", rage=after)
    if found.left is not None and 0 < found.left.number <= FEW_LEFT:
        yield left_to_pillage(found.left.number, is_sure=found.left.is_sure)


def left_to_pillage(count: int, *, is_sure: bool = True) -> str:
    """Count the provinces that are left to pillage now, or after a pillage that may still fail."""
    if is_sure:
        return say_many(
            "{count} province left to pillage", "{count} provinces left to pillage", count
        )
    return say_many(
        "success leaves {count} province to pillage",
        "success leaves {count} provinces to pillage",
        count,
    )


def _parts(found: Consequences, names: Names) -> Iterator[str]:
    yield from _rage_parts(found)
    yield from (quest_turn(one) for one in found.quests if not one.in_hand)
    if found.laid is not None:
        card, fulfilled = found.laid
        name = card_name(card)
        on_track, fails = (
            say("{card}: on track now", card=name),
            say("{card}: fails now", card=name),
        )
        yield on_track if fulfilled else fails
    if found.strength is not None:
        old, new = found.strength
        yield say("your strength {old} → {new}", old=old, new=new)
    yield from _events(found.story, names, found.seat)
    if found.joiners is not None:
        yield from joiner_parts(found.joiners, names, found.seat)
    if found.horns is not None:
        used, most = found.horns
        yield say("Horns {used}/{most}", used=used, most=most)
    if found.ragnarok is not None:
        old, new = found.ragnarok
        yield say("Ragnarök pays {old} → {new} Glory", old=old, new=new)
    elif found.pays:
        yield say("Ragnarök pays {glory} Glory a figure here", glory=found.pays)
    yield from (quest_turn(one) for one in found.quests if one.in_hand)


def quest_turn(turn: QuestTurn) -> str:
    """Describe the change of a quest: "Quest Yggdrasil: on track → fails"."""
    card = card_name(turn.card)
    if turn.in_hand:
        card = say("{card} (in hand)", card=card)
    if turn.fulfilled:
        return say("{card}: fails → on track", card=card)
    return say("{card}: on track → fails", card=card)


def _events(story: Story, names: Names, seat: Seat) -> Iterator[str]:
    for item in story:
        match item:
            case deed.ToValhalla():
                yield say(
                    "{who}: {figures} to Valhalla",
                    who=names.clan(item.seat),
                    figures=figures_named(item.figures),
                )
            case deed.PlaceFigure(origin=Origin.VALHALLA):
                yield say("back from Valhalla")
            case deed.RaiseStat() if item.seat == seat:
                raised = stat_step(item.stat, item.level)
                yield ", ".join(filter(None, (raised, step_bonus(item.level))))
            case deed.GainGlory():
                yield say("{who} +{amount} Glory", who=names.full(item.seat), amount=item.amount)
            case deed.RecruitMystic():
                yield say("a Mystic joins your reserve")
            case deed.BoxMonster():
                yield say("the old monster leaves the game")
            case UnopposedNote():
                yield say("nobody can stop it")
            case StartBattle():
                yield say("straight to battle")
            case _:
                pass


def step_bonus(level: int) -> str:
    """Return what a step to a level of a stat adds at the end of the game (G1); "" if nothing."""
    more = END_BONUS[level] - END_BONUS[level - 1]
    return say("+{glory} Glory at the end", glory=more) if more else ""


def joiner_parts(joiners: Joiners, names: Names, you: Seat) -> Iterator[str]:
    """List the seats that could still join, with the strength they could reach at most."""
    able = [
        say("{who} (up to {most})", who=names.full(one.seat), most=one.most)
        for one in joiners.able
        if one.seat != you
    ]
    own = [one.most for one in joiners.able if one.seat == you]
    if able:
        able += [say("you (up to {most})", most=most) for most in own]
        yield say("could still join: {all}", all=", ".join(able))
    else:
        yield say("nobody else can join")
        yield from (say("you could reach {most}", most=most) for most in own)
    if joiners.place != Place.YGGDRASIL:
        yield say_many("{count} free village", "{count} free villages", joiners.room)


def _chance(chance: WinChance) -> str:
    """Describe a chance and its assumption: "Chance: 64 % to win, 7 % to tie (...)."."""
    win, tie = (percent(one, certain=chance.certain) for one in (chance.win, chance.tie))
    told = (
        say("Chance: {win} to win, {tie} to tie", win=win, tie=tie)
        if chance.tie
        else say("Chance: {win} to win", win=win)
    )
    if not chance.unseen:
        return say("{chance}.", chance=told)
    if chance.exact:
        return say_many(
            "{chance} ({count} unseen battle card).",
            "{chance} ({count} unseen battle cards equally likely).",
            chance.unseen,
            chance=told,
        )
    return say_many(
        "{chance} (bonuses only, {count} unseen card).",
        "{chance} (bonuses only, {count} unseen cards equally likely).",
        chance.unseen,
        chance=told,
    )


def percent(share: Fraction, *, certain: bool = True) -> str:
    """Return a share in per cent; only what is certain is 0 or 100."""
    rounded = round(share * 100)
    if share and share != 1:
        rounded = max(1, min(99, rounded))
    elif not certain:
        return say("~{number} %", number=rounded)
    return say("{number} %", number=rounded)
