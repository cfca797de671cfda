"""Sentences of all changes of a battle."""

from __future__ import annotations

from typing import Final, assert_never

from client.text.catalogue import Fields, listed, say
from client.text.log_line import About, LogLine, LogTopic, log_line, shown
from client.text.names import Names, bonus, card_name, face_name, figures_named
from engine import battle_changes as deed
from engine.battle_changes import BattleChange
from engine.cards import CARDS, TEXTS
from engine.cards.model import Grant
from engine.tasks import Moment

_PLAYED: Final[dict[type[BattleChange], tuple[str, str]]] = {
    deed.LayCard: ("{who}: card face down", "{who} lays a card face down."),
    deed.LoseLaidCard: (
        "{who}: card not opened, lost",
        "The card of {who} is not opened and is lost.",
    ),
    deed.RevealCard: ("{who}: {card}", "{who} reveals {card}."),
    deed.AddLateCard: ("{who}: added {card}", "{who} adds {card} from the hand."),
    deed.CountQuest: ("{who}: {card} counts {bonus}", "{who} lets {card} count {bonus}."),
    deed.BlankText: (
        "{who}: {card} blanked",
        "{primacy} of {by} blanks the text of {card} of {who}.",
    ),
    deed.ReturnCard: ("{who}: {card} back in hand", "{who} takes {card} back into the hand."),
    deed.TakeCard: (
        "{who}: {card}, taken from {victim}",
        "{who} takes {card}, played by {victim}, into the hand.",
    ),
    deed.DiscardCard: ("{who}: {card} discarded", "{card} of {who} is discarded."),
    deed.DeferDomain: (
        "{who}: {card} after the battle",
        "{card} of {who} waits for the end of the battle.",
    ),
}
"""Changes about one card of one seat: the short line and the full sentence."""


def battle_line(change: BattleChange, names: Names) -> LogLine:  # noqa: C901 - a union
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
            return log_line(names, About(change.seat), LogTopic.BATTLE, *_PLAYED[type(change)])
        case deed.DeferDomain():
            card = next(
                one.id for one in CARDS.values() if one.traits.grant is Grant.PILLAGE_AT_ONCE
            )
            fields: Fields = {}
        case deed.RevealCard() | deed.AddLateCard():
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
    return log_line(names, about, LogTopic.BATTLE, *_PLAYED[type(change)], **fields)


def _start(change: deed.StartBattle, names: Names) -> LogLine:
    forces = "; ".join(
        say("{who} with {figures}", who=names.full(seat), figures=figures_named(figures))
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
        say("{card} of {who}", card=face_name(face), who=names.full(seat))
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
            say("The highest total is shared, so everybody loses."),
            LogTopic.BATTLE,
        )
    about = About(change.winner)
    return log_line(names, about, LogTopic.BATTLE, "{who}: battle won", "{who} wins the battle.")
