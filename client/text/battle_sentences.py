"""Sentences of all changes of a battle."""

from __future__ import annotations

from typing import Final, assert_never

from client.text.catalogue import Fields, listed, say
from client.text.log_line import About, LogLine, LogTopic, Told, log_line, shown
from client.text.names import Names, bonus, card_name, face_name, figures_named
from engine import battle_changes as deed
from engine.battle_changes import BattleChange
from engine.cards import CARDS, TEXTS
from engine.cards.model import Grant
from engine.tasks import Moment

_PLAYED: Final[dict[type[BattleChange], Told]] = {
    deed.LayCard: (
        LogTopic.BATTLE,
        "{who}: card face down",
        "{who} plays a card face down.",
        "You play a card face down.",
    ),
    deed.LoseLaidCard: (
        LogTopic.BATTLE,
        "{who}: card not revealed, lost",
        "{who} does not reveal the card, which is lost.",
        "You do not reveal your card, which is lost.",
    ),
    deed.RevealCard: (
        LogTopic.BATTLE,
        "{who}: {card}",
        "{who} reveals {card}.",
        "You reveal {card}.",
    ),
    deed.PlayOpenCard: (
        LogTopic.BATTLE,
        "{who}: {card}",
        "{who} plays {card} openly.",
        "You play {card} openly.",
    ),
    deed.AddLateCard: (
        LogTopic.BATTLE,
        "{who}: {card} added",
        "{who} adds {card}.",
        "You add {card}.",
    ),
    deed.CountQuest: (
        LogTopic.BATTLE,
        "{who}: {card} counts {bonus}",
        "{card} ({who}) counts {bonus}.",
        "",
    ),
    deed.BlankText: (
        LogTopic.BATTLE,
        "{who}: {card}, text cancelled",
        "{card} ({who}): {primacy} ({by}) cancels its text.",
        "",
    ),
    deed.ReturnCard: (
        LogTopic.BATTLE,
        "{who}: {card} back in hand",
        "{card} ({who}) returns to hand.",
        "",
    ),
    deed.TakeCard: (
        LogTopic.BATTLE,
        "{who}: {card} taken ({victim})",
        "{who} takes {card} ({victim}) into hand.",
        "You take {card} ({victim}) into hand.",
    ),
    deed.DiscardCard: (
        LogTopic.BATTLE,
        "{who}: {card} discarded",
        "{card} ({who}) is discarded.",
        "",
    ),
    deed.DeferDomain: (
        LogTopic.BATTLE,
        "{who}: {card} after the battle",
        "{card} ({who}) waits for the end of the battle.",
        "",
    ),
}
"""Changes about one card of one seat."""


_TAKEN_FROM_YOU: Final[Told] = (
    LogTopic.BATTLE,
    "{who}: {card} taken ({victim})",
    "{who} takes your card {card} into hand.",
    "",
)
_WON: Final[Told] = (
    LogTopic.BATTLE,
    "{who}: battle won",
    "{who} wins the battle.",
    "You win the battle.",
)


def battle_line(change: BattleChange, names: Names) -> LogLine:  # noqa: C901, PLR0912 - a union
    """Return the line of one change of a battle."""
    match change:
        case deed.StartBattle():
            return _start(change, names)
        case deed.ThrowAway():
            return _thrown_away(change, names)
        case deed.DecideBattle():
            return _decided(change, names)
        case deed.EndBattle():
            return log_line(
                names,
                About(place=change.place),
                LogTopic.BATTLE,
                "{place}: battle over",
                "The battle for {place} is over.",
            )
        case deed.LayCard() | deed.LoseLaidCard():
            return log_line(names, About(change.seat), *_PLAYED[type(change)])
        case deed.DeferDomain():
            card = next(
                one.id for one in CARDS.values() if one.traits.grant is Grant.PILLAGE_AT_ONCE
            )
            fields: Fields = {}
        case deed.RevealCard() | deed.AddLateCard() | deed.PlayOpenCard():
            card, fields = change.face.card, {"card": shown(change.face)}
        case deed.ReturnCard() | deed.DiscardCard():
            card, fields = change.face.card, {}
        case deed.TakeCard():
            card, fields = change.face.card, {"victim": names.full(change.victim)}
        case deed.CountQuest():
            card, fields = change.face.card, {"bonus": bonus(change.bonus)}
        case deed.BlankText():
            card = change.face.card
            primacy = next(one for one, moment in TEXTS if moment is Moment.PRIMACY)
            fields = {"by": names.full(change.by), "primacy": card_name(primacy)}
        case _:
            assert_never(change)
    about = About(change.seat, cards=(card,))
    if isinstance(change, deed.TakeCard) and change.victim == names.you:
        return log_line(names, about, *_TAKEN_FROM_YOU, **fields)
    return log_line(names, about, *_PLAYED[type(change)], **fields)


def _start(change: deed.StartBattle, names: Names) -> LogLine:
    forces = "; ".join(
        say("{who} ({figures})", who=names.full(seat), figures=figures_named(figures))
        for seat, figures in zip(change.participants, change.forces, strict=True)
    )
    return log_line(
        names,
        About(change.pillager, change.place),
        LogTopic.BATTLE,
        "Battle for {place}: {all}",
        "Battle for {place}: {forces}.",
        all=names.all(change.participants),
        forces=forces,
    )


def _thrown_away(change: deed.ThrowAway, names: Names) -> LogLine:
    """Name every card with its owner: they were hidden a moment ago, and are gone."""
    short = ", ".join(
        say("{letter} {card}", letter=names.letter(seat), card=face_name(face))
        for seat, face in change.faces
    )
    full = listed(
        say("{card} ({who})", card=face_name(face), who=names.full(seat))
        for seat, face in change.faces
    )
    return LogLine(
        say("Thrown away: {all}", all=short),
        say("All cards are thrown away: {cards}. Everybody chooses again.", cards=full),
        LogTopic.BATTLE,
        cards=tuple(face.card for _, face in change.faces),
    )


def _decided(change: deed.DecideBattle, names: Names) -> LogLine:
    if change.winner is None:
        return LogLine(
            say("A tie: everybody loses"),
            say("The highest total is a tie: everybody loses."),
            LogTopic.BATTLE,
        )
    about = About(change.winner)
    return log_line(names, about, *_WON)
