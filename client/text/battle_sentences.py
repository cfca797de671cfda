"""The sentence of every change of a battle."""

from __future__ import annotations

from typing import assert_never

from client.text.catalogue import listed, say
from client.text.log_line import LogLine, LogTopic, shown
from client.text.names import Names, bonus, card_name, face_name, figures_named, place_name
from engine import battle_changes as deed
from engine.battle_changes import BattleChange
from engine.cards import CARDS, TEXTS
from engine.cards.model import Grant
from engine.tasks import Moment
from engine.terms import CardId


def battle_told(change: BattleChange, names: Names) -> LogLine:
    """The line of one change of a battle."""
    match change:
        case deed.StartBattle():
            return _start(change, names)
        case deed.LayCard() | deed.RevealCard() | deed.LoseLaidCard() | deed.AddLateCard():
            return _played(change, names)
        case deed.BlankText():
            fields = {"card": face_name(change.face), "primacy": card_name(_blanking_card())}
            return LogLine(
                say("{who}: {card} blanked", who=names.who(change.seat), **fields),
                say(
                    "{primacy} of {by} blanks the text of {card} of {who}.",
                    by=names.full(change.by),
                    who=names.full(change.seat),
                    **fields,
                ),
                LogTopic.BATTLE,
                change.seat,
                cards=(change.face.card,),
            )
        case deed.CountQuest():
            fields = {"card": face_name(change.face), "bonus": bonus(change.bonus)}
            return LogLine(
                say("{who}: {card} counts {bonus}", who=names.who(change.seat), **fields),
                say("{who} lets {card} count {bonus}.", who=names.full(change.seat), **fields),
                LogTopic.BATTLE,
                change.seat,
                cards=(change.face.card,),
            )
        case deed.ThrowAway():
            cards = listed(face_name(face) for _, face in change.faces)
            return LogLine(
                say("All cards thrown away, choose again"),
                say("All cards are thrown away ({cards}); everybody chooses again.", cards=cards),
                LogTopic.BATTLE,
                cards=tuple(face.card for _, face in change.faces),
            )
        case deed.DecideBattle():
            return _decided(change, names)
        case deed.ReturnCard() | deed.TakeCard() | deed.DiscardCard():
            return _after(change, names)
        case deed.EndBattle():
            place = place_name(change.place)
            return LogLine(
                say("{place}: battle over", place=place),
                say("The battle for {place} is over.", place=place),
                LogTopic.BATTLE,
                place=change.place,
            )
        case deed.DeferDomain():
            card = _card_with(Grant.PILLAGE_AT_ONCE)
            fields = {"card": card_name(card)}
            return LogLine(
                say("{who}: {card} after the battle", who=names.who(change.seat), **fields),
                say(
                    "{card} of {who} waits for the end of the battle.",
                    who=names.full(change.seat),
                    **fields,
                ),
                LogTopic.BATTLE,
                change.seat,
                cards=(card,),
            )
        case _:
            assert_never(change)


def _blanking_card() -> CardId:
    return next(card for card, moment in TEXTS if moment is Moment.PRIMACY)


def _card_with(grant: Grant) -> CardId:
    return next(card.id for card in CARDS.values() if card.traits.grant is grant)


def _start(change: deed.StartBattle, names: Names) -> LogLine:
    forces = "; ".join(
        say("{who} with {figures}", who=names.full(seat), figures=figures_named(figures))
        for seat, figures in zip(change.participants, change.forces, strict=True)
    )
    place = place_name(change.place)
    return LogLine(
        say("Battle for {place}: {all}", place=place, all=names.all(change.participants)),
        say("Battle for {place}: {forces}.", place=place, forces=forces),
        LogTopic.BATTLE,
        change.pillager,
        place=change.place,
    )


def _played(
    change: deed.LayCard | deed.RevealCard | deed.LoseLaidCard | deed.AddLateCard, names: Names
) -> LogLine:
    who, full = names.who(change.seat), names.full(change.seat)
    match change:
        case deed.LayCard():
            return LogLine(
                say("{who}: card face down", who=who),
                say("{who} lays a card face down.", who=full),
                LogTopic.BATTLE,
                change.seat,
            )
        case deed.RevealCard():
            card = shown(change.face)
            short = say("{who}: {card}", who=who, card=card)
            sentence = say("{who} reveals {card}.", who=full, card=card)
        case deed.LoseLaidCard():
            return LogLine(
                say("{who}: card not opened, lost", who=who),
                say("The card of {who} is not opened and is lost.", who=full),
                LogTopic.BATTLE,
                change.seat,
            )
        case deed.AddLateCard():
            card = shown(change.face)
            short = say("{who}: late card {card}", who=who, card=card)
            sentence = say("{who} adds {card} from the hand.", who=full, card=card)
        case _:
            assert_never(change)
    return LogLine(short, sentence, LogTopic.BATTLE, change.seat, cards=(change.face.card,))


def _decided(change: deed.DecideBattle, names: Names) -> LogLine:
    if change.winner is None:
        return LogLine(
            say("A tie: everybody loses"),
            say("The highest total is shared, so everybody loses."),
            LogTopic.BATTLE,
        )
    return LogLine(
        say("{who}: battle won", who=names.who(change.winner)),
        say("{who} wins the battle.", who=names.full(change.winner)),
        LogTopic.BATTLE,
        change.winner,
    )


def _after(change: deed.ReturnCard | deed.TakeCard | deed.DiscardCard, names: Names) -> LogLine:
    card = face_name(change.face)
    who, full = names.who(change.seat), names.full(change.seat)
    match change:
        case deed.ReturnCard():
            short = say("{who}: {card} back in hand", who=who, card=card)
            sentence = say("{who} takes {card} back into the hand.", who=full, card=card)
        case deed.TakeCard():
            victim = names.full(change.victim)
            short = say("{who}: {card}, taken from {victim}", who=who, card=card, victim=victim)
            sentence = say(
                "{who} takes {card}, played by {victim}, into the hand.",
                who=full,
                card=card,
                victim=victim,
            )
        case deed.DiscardCard():
            short = say("{who}: {card} discarded", who=who, card=card)
            sentence = say("{card} of {who} is discarded.", who=full, card=card)
        case _:
            assert_never(change)
    return LogLine(short, sentence, LogTopic.BATTLE, change.seat, cards=(change.face.card,))
