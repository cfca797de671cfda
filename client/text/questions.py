"""Decisions in words: the question for a seat, and the activity that the others see."""

from __future__ import annotations

from typing import assert_never

from client.text.catalogue import listed, say, say_many
from client.text.log_line import source_name
from client.text.names import (
    Names,
    age_name,
    card_name,
    figures_named,
    place_name,
)
from engine import decisions as ask


def question(owed: ask.Decision) -> str:  # noqa: C901, PLR0911, PLR0912 - a union
    """Ask the question of a decision, for the seat that owes it."""
    match owed:
        case ask.ClanDecision():
            return say("Which clan will you lead?")
        case ask.PickDecision():
            return say_many(
                "Keep which card of the pack?", "Keep which {count} cards of the pack?", owed.count
            )
        case ask.TurnDecision():
            return say("What will you do?")
        case ask.FreeInvadeDecision():
            return say("{card}: invade at once for free?", card=card_name(owed.card))
        case ask.SuccorDecision():
            return say(
                "Frigga's Succor: send a Warrior along to {place}?", place=place_name(owed.place)
            )
        case ask.DomainDecision():
            return say(
                "Thor's Domain: pillage {place} at once for 2 Rage?", place=place_name(owed.place)
            )
        case ask.JoinDecision():
            return say("Bring a figure to the battle for {place}?", place=place_name(owed.place))
        case ask.CardDecision():
            return say(
                "Which card will you lay face down for {place}?", place=place_name(owed.place)
            )
        case ask.QuestCountsDecision():
            return say("What shall your quest count in this battle?")
        case ask.TideDecision():
            return say(
                "Odin's Tide: which figure survives in {place}?", place=place_name(owed.place)
            )
        case ask.LateDecision():
            return say("Add a late card to the battle for {place}?", place=place_name(owed.place))
        case ask.RetreatDecision():
            return say(
                "The Volur Witch is about to die in {place}: retreat to Yggdrasil?",
                place=place_name(owed.place),
            )
        case ask.ProtectDecision():
            doomed = listed(
                say("{figures} in {place}", figures=figures_named(figures), place=place_name(place))
                for place, figures in owed.doomed
            )
            return say("Frigga's Protection: save whom for 1 Rage each ({doomed})?", doomed=doomed)
        case ask.StatDecision():
            return say("{card}: which stat rises?", card=source_name(owed.card))
        case ask.ProwessDecision():
            return say("Tyr's Prowess: take which cards back for 1 Rage each?")
        case ask.HammersDecision():
            return say(
                "Lord of Hammers: walk on from {place}, and where to?", place=place_name(owed.place)
            )
        case ask.BlessingDecision():
            return say(
                "Loki's Blessing: send a Warrior into {place}?", place=place_name(owed.place)
            )
        case ask.KeepDecision():
            return say("Which card will you keep for the next Age?")
        case _:
            assert_never(owed)


def doing(owed: ask.Owed) -> str:  # noqa: C901, PLR0911, PLR0912 - a union
    """Name the activity of a seat that owes this, in a word or two."""
    match owed:
        case ask.ClanDecision():
            return say("clan")
        case ask.PickDecision():
            return say("pick")
        case ask.TurnDecision():
            return say("turn")
        case ask.FreeInvadeDecision():
            return say("free invade")
        case ask.SuccorDecision():
            return say("Frigga's Succor")
        case ask.DomainDecision():
            return say("Thor's Domain")
        case ask.JoinDecision():
            return say("call to battle")
        case ask.CardDecision():
            return say("battle card")
        case ask.QuestCountsDecision():
            return say("quest in battle")
        case ask.TideDecision():
            return say("Odin's Tide")
        case ask.LateDecision():
            return say("late card")
        case ask.RetreatDecision():
            return say("retreat")
        case ask.ProtectDecision():
            return say("rescue")
        case ask.StatDecision():
            return say("stat")
        case ask.ProwessDecision():
            return say("Tyr's Prowess")
        case ask.HammersDecision():
            return say("Lord of Hammers")
        case ask.BlessingDecision():
            return say("Loki's Blessing")
        case ask.KeepDecision():
            return say("card to keep")
        case ask.OpenCardDuty():
            return say("opening of a card")
        case ask.OpenQuestsDuty():
            return say("opening of quests")
        case ask.BeginAgeDuty():
            return say("dealing of Age {age}", age=age_name(owed.age))
        case _:
            assert_never(owed)


def waiting(owed: tuple[ask.Owed, ...], names: Names) -> str:
    """Name the seats that the game waits for, and their activity."""
    if not owed:
        return say("Nothing is waited for.")
    first = owed[0]
    if isinstance(first, ask.BeginAgeDuty):
        return say("Waiting for the {what}", what=doing(first))
    seats = listed(names.full(one.seat) for one in owed if not isinstance(one, ask.BeginAgeDuty))
    return say("Waiting for {seats} ({what})", seats=seats, what=doing(first))
