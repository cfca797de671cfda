"""Decisions in words: the question for a seat, and the activity that the others see."""

from __future__ import annotations

from typing import Final

from client.text.catalogue import listed, say, say_many
from client.text.log_line import source_name
from client.text.names import (
    Names,
    age_name,
    card_name,
    deity_name,
    figures_named,
    place_name,
)
from engine import decisions as ask

_ACTIVITIES: Final = {
    ask.ClanDecision.word: "clan",
    ask.PickDecision.word: "pick",
    ask.TurnDecision.word: "turn",
    ask.FreeInvadeDecision.word: "free invade",
    ask.SuccorDecision.word: "Frigga's Succor",
    ask.DomainDecision.word: "Thor's Domain",
    ask.JoinDecision.word: "call to battle",
    ask.CardDecision.word: "battle card",
    ask.QuestCountsDecision.word: "quest in battle",
    ask.TideDecision.word: "Odin's Tide",
    ask.LateDecision.word: "reinforcement card",
    ask.RetreatDecision.word: "retreat",
    ask.ProtectDecision.word: "rescue",
    ask.StatDecision.word: "stat",
    ask.ProwessDecision.word: "Tyr's Prowess",
    ask.HammersDecision.word: "Lord of Hammers",
    ask.BlessingDecision.word: "Loki's Blessing",
    ask.KeepDecision.word: "card to keep",
    ask.BoxDecision.word: "monster to remove",
    ask.MysticRetreatDecision.word: "retreat",
    ask.GodMoveDecision.word: "move of the god",
    ask.OpenPlayDecision.word: "battle card",
    ask.OpenCardDuty.word: "card reveal",
    ask.OpenQuestsDuty.word: "quest reveal",
}
_QUESTIONS: Final = {
    ask.ClanDecision.word: "Which clan will you lead?",
    ask.TurnDecision.word: "What will you do?",
    ask.SuccorDecision.word: "Frigga's Succor: send a Warrior along to {place}?",
    ask.DomainDecision.word: "Thor's Domain: pillage {place} at once for 2 Rage?",
    ask.JoinDecision.word: "Bring a figure to the battle for {place}?",
    ask.CardDecision.word: "Which card will you play face down for {place}?",
    ask.QuestCountsDecision.word: "What does your quest count in this battle?",
    ask.TideDecision.word: "Odin's Tide: which figure survives in {place}?",
    ask.LateDecision.word: "Add a reinforcement card to the battle for {place}?",
    ask.RetreatDecision.word: "The Volur Witch is about to die in {place}: retreat to Yggdrasil?",
    ask.MysticRetreatDecision.word: "Your Mystic is about to die in {place}: retreat where?",
    ask.OpenPlayDecision.word: "Which card will you play openly for {place}?",
    ask.ProwessDecision.word: "Tyr's Prowess: take which cards back for 1 Rage each?",
    ask.HammersDecision.word: "Lord of Hammers: walk on from {place}, and where to?",
    ask.BlessingDecision.word: "Loki's Blessing: send a Warrior into {place}?",
    ask.KeepDecision.word: "Which card will you keep for the next Age?",
}


def question(owed: ask.Decision) -> str:
    """Ask the question of a decision, for the seat that owes it."""
    match owed:
        case ask.PickDecision():
            return say_many(
                "Keep which card of the pack?", "Keep which {count} cards of the pack?", owed.count
            )
        case ask.FreeInvadeDecision():
            return say("{card}: invade at once for free?", card=card_name(owed.card))
        case ask.BoxDecision():
            return say("Which {card} leaves the game?", card=card_name(owed.card))
        case ask.GodMoveDecision():
            return say("Where does {god} go?", god=deity_name(owed.deity))
        case ask.StatDecision():
            return say("{card}: which stat rises?", card=source_name(owed.card))
        case ask.ProtectDecision():
            doomed = listed(
                say("{figures} in {place}", figures=figures_named(figures), place=place_name(place))
                for place, figures in owed.doomed
            )
            return say(
                "Frigga's Protection: which figures to save for 1 Rage each ({doomed})?",
                doomed=doomed,
            )
        case (
            ask.ClanDecision()
            | ask.TurnDecision()
            | ask.QuestCountsDecision()
            | ask.ProwessDecision()
            | ask.KeepDecision()
        ):
            return say(_QUESTIONS[owed.word])
        case _:
            return say(_QUESTIONS[owed.word], place=place_name(owed.place))


def doing(owed: ask.Owed) -> str:
    """Name the activity of a seat that owes this, in a word or two."""
    if isinstance(owed, ask.BeginAgeDuty):
        return say("deal for Age {age}", age=age_name(owed.age))
    if isinstance(owed, ask.PlaceGodsDuty):
        return say("places of the gods")
    return say(_ACTIVITIES[owed.word])


def waiting(owed: tuple[ask.Owed, ...], names: Names) -> str:
    """Name the seats that the game waits for, and their activity."""
    if not owed:
        return say("Nobody has to answer.")
    first = owed[0]
    if isinstance(first, ask.TableDuty):
        return say("Waiting for the {what}", what=doing(first))
    seats = listed(names.full(one.seat) for one in owed if not isinstance(one, ask.TableDuty))
    return say("Waiting for {seats} ({what})", seats=seats, what=doing(first))
