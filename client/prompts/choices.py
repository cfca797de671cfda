"""The questions of every decision but the turn: offers, calls, cards, choices (catalogue I)."""

from __future__ import annotations

from typing import assert_never

from client.prompts.battles import card_fork, join_fork, late_fork, standing_note
from client.prompts.confirm import confirm, what_follows
from client.prompts.faces import keep_fork, pick_fork, prowess_fork
from client.prompts.hand import no_invader
from client.prompts.nodes import Branch, Chosen, ChosenFigure, ChosenPlace, Deciding, Fork, Go, Take
from client.prompts.places import appeal, figure_keys, letter, map_fork, place_branch, worth
from client.prompts.protections import protect_fork
from client.text.catalogue import say
from client.text.names import card_name, clan_name, figure_name, place_name, stat_name, token_name
from client.ui.view import Item, Spot
from engine import actions as act
from engine import decisions as ask
from engine.sheet import DOMAIN_PRICE
from engine.stats import stat_value
from engine.terms import Cause, Stat


def answer_fork(asked: Deciding, parts: tuple[Chosen, ...]) -> Fork:  # noqa: C901, PLR0911, PLR0912 - a union
    """The question that follows after what was chosen so far."""
    decision = asked.decision
    match decision:
        case ask.ClanDecision():
            return _clan(asked)
        case ask.PickDecision():
            return pick_fork(asked, decision, parts)
        case ask.FreeInvadeDecision():
            return _free_invade(asked, decision, parts)
        case ask.JoinDecision():
            return join_fork(asked, decision, parts)
        case ask.CardDecision():
            return card_fork(asked, decision, parts)
        case ask.QuestCountsDecision():
            return _quest_counts(asked, decision)
        case ask.TideDecision():
            return _tide(asked, decision)
        case ask.LateDecision():
            return late_fork(asked, decision, parts)
        case ask.ProtectDecision():
            return protect_fork(asked, decision, parts)
        case ask.StatDecision():
            return _stat(asked, decision)
        case ask.ProwessDecision():
            return prowess_fork(asked, decision, parts)
        case ask.HammersDecision():
            return _hammers(asked, decision, parts)
        case ask.KeepDecision():
            return keep_fork(asked, parts)
        case (
            ask.SuccorDecision()
            | ask.DomainDecision()
            | ask.RetreatDecision()
            | ask.BlessingDecision()
        ):
            return _offer(asked, decision)
        case ask.TurnDecision():
            raise AssertionError(decision)
        case _:
            assert_never(decision)


# ---------------------------------------------------------------- single questions


def _clan(asked: Deciding) -> Fork:
    rows = tuple(
        Branch(Item(letter(index), clan_name(intent.clan)), Take(intent))
        for index, intent in enumerate(asked.prompt.legal)
        if isinstance(intent, act.ChooseClan)
    )
    note = say("All clans are alike but for their letter and colour.")
    return Fork(Spot.MENU, say("Which clan will you lead?"), rows, note=note)


def _quest_counts(asked: Deciding, decision: ask.QuestCountsDecision) -> Fork:
    rows = tuple(
        Branch(
            Item(
                letter(index),
                say("count {bonus:+d}", bonus=intent.bonus),
                say("you may want to lose") if intent.bonus == 0 else "",
            ),
            Take(intent),
        )
        for index, intent in enumerate(asked.prompt.legal)
        if isinstance(intent, act.QuestCounts)
    )
    title = say("What does your quest count in this battle?")
    note = standing_note(asked)
    return Fork(Spot.MENU, title, rows, len(decision.bonuses) - 1, note)


def _tide(asked: Deciding, decision: ask.TideDecision) -> Fork:
    kinds = [intent.figure for intent in asked.prompt.legal if isinstance(intent, act.TideKeep)]
    keys = figure_keys(kinds)
    rows = tuple(
        Branch(
            Item(keys[kind], figure_name(kind), say("all others die"), place=decision.place),
            Take(act.TideKeep(decision.seat, kind)),
        )
        for kind in kinds
    )
    title = say("Odin's Tide: which figure in {place} lives?", place=place_name(decision.place))
    return Fork(Spot.MENU, title, rows)


def _stat(asked: Deciding, decision: ask.StatDecision) -> Fork:
    levels = asked.state.clans[decision.seat].levels
    rows = []
    for index, intent in enumerate(asked.prompt.legal):
        assert isinstance(intent, act.RaiseStatBy)
        stat = intent.stat
        change = say(
            "{old} > {new}",
            old=stat_value(stat, levels[stat]),
            new=stat_value(stat, levels[stat] + 1),
        )
        detail = say("{change}, {what}", change=change, what=_stat_use(stat))
        rows.append(Branch(Item(letter(index), stat_name(stat), detail), Take(intent)))
    title = say("{card}: which stat rises?", card=card_name(decision.card))
    return Fork(Spot.MENU, title, tuple(rows))


def _stat_use(stat: Stat) -> str:
    match stat:
        case Stat.RAGE:
            return say("Rage at the start of an Age")
        case Stat.AXES:
            return say("Glory for a battle won")
        case Stat.HORNS:
            return say("figures on the board")
        case _:
            assert_never(stat)


# ---------------------------------------------------------------- yes or no


def _offer(
    asked: Deciding,
    decision: ask.SuccorDecision | ask.DomainDecision | ask.RetreatDecision | ask.BlessingDecision,
) -> Fork:
    yes, no = asked.prompt.legal
    title, gain, loss = _offer_words(asked, decision)
    place = decision.place
    rows = (
        Branch(Item("y", say("Yes"), gain, place=place), Take(yes)),
        Branch(Item("n", say("No"), loss, place=place), Take(no)),
    )
    return Fork(Spot.MENU, title, rows)


def _offer_words(
    asked: Deciding,
    decision: ask.SuccorDecision | ask.DomainDecision | ask.RetreatDecision | ask.BlessingDecision,
) -> tuple[str, str, str]:
    """The question, what yes does, what no does."""
    place = place_name(decision.place)
    match decision:
        case ask.SuccorDecision():
            return (
                say("Frigga's Succor: a Warrior comes along to {place}?", place=place),
                say("one Warrior from the reserve, free"),
                say("the Warrior stays in the reserve"),
            )
        case ask.DomainDecision():
            rage = asked.state.clans[decision.seat].rage
            return (
                say("Thor's Domain: pillage {place} at once?", place=place),
                say(
                    "Rage {old} > {new}; reward {reward}",
                    old=rage,
                    new=rage - DOMAIN_PRICE,
                    reward=token_name(asked.state.board.provinces[decision.place].token),
                ),
                say("no pillage now"),
            )
        case ask.RetreatDecision():
            return (
                say("The Volur Witch in {place} is about to die: retreat?", place=place),
                say("she goes to Yggdrasil"),
                say("she dies and earns Glory")
                if decision.cause is Cause.RAGNAROK
                else say("she goes to Valhalla"),
            )
        case ask.BlessingDecision():
            return (
                say("Loki's Blessing: a Warrior enters {place}?", place=place),
                say("one Warrior from the reserve, free"),
                say("the Warrior stays in the reserve"),
            )
        case _:
            assert_never(decision)


# ---------------------------------------------------------------- figure and place


def _free_invade(
    asked: Deciding, decision: ask.FreeInvadeDecision, parts: tuple[Chosen, ...]
) -> Fork:
    legal = [intent for intent in asked.prompt.legal if isinstance(intent, act.InvadeFree)]
    match parts:
        case ():
            kinds = tuple(dict.fromkeys(intent.figure for intent in legal))
            keys = figure_keys(kinds)
            rows = [
                Branch(
                    Item(
                        keys[kind], say("Invade: {figure}", figure=figure_name(kind)), say("free")
                    ),
                    Go(ChosenFigure(kind)),
                )
                for kind in kinds
            ]
            no = Item("n", say("No free invade"), say("the figure stays in the reserve"))
            rows.append(Branch(no, Take(act.Skip(decision.seat))))
            title = say("{card}: invade for free?", card=card_name(decision.card))
            note = "" if legal else no_invader(asked.state, decision.seat, decision.card)
            return Fork(Spot.MENU, title, tuple(rows), note=note)
        case (ChosenFigure(kind),):
            branches = [
                place_branch(
                    intent.place, Go(ChosenPlace(intent.place)), worth(asked.state, intent.place)
                )
                for intent in legal
                if intent.figure == kind
            ]
            title = say("Where does the {figure} go?", figure=figure_name(kind))
            return map_fork(title, branches, rank=lambda place: appeal(asked.state, place))
        case (ChosenFigure(kind), ChosenPlace(place)):
            intent = act.InvadeFree(decision.seat, kind, place)
            title = say("{figure} to {place}?", figure=figure_name(kind), place=place_name(place))
            return confirm(intent, title, what_follows(asked, intent))
        case _:
            raise AssertionError(parts)


def _hammers(asked: Deciding, decision: ask.HammersDecision, parts: tuple[Chosen, ...]) -> Fork:
    legal = [intent for intent in asked.prompt.legal if isinstance(intent, act.WalkOn)]
    stay = Take(act.Decline(decision.seat))
    kinds = tuple(dict.fromkeys(intent.figure for intent in legal))
    match parts:
        case ():
            keys = figure_keys(kinds)
            here = place_name(decision.place)
            rows = [
                Branch(
                    Item(keys[kind], say("{figure} walks on", figure=figure_name(kind)), here),
                    Go(ChosenFigure(kind)),
                )
                for kind in kinds
            ]
            rows.append(Branch(Item("n", say("Stay in {place}", place=here)), stay))
            return Fork(Spot.MENU, say("Lord of Hammers: walk on next door?"), tuple(rows))
        case (ChosenFigure(kind),):
            branches = [
                place_branch(
                    intent.place, Go(ChosenPlace(intent.place)), worth(asked.state, intent.place)
                )
                for intent in legal
                if intent.figure == kind
            ]
            return map_fork(say("Walk on to where?"), branches)
        case (ChosenFigure(kind), ChosenPlace(place)):
            intent = act.WalkOn(decision.seat, kind, place)
            title = say(
                "{figure} walks on to {place}?", figure=figure_name(kind), place=place_name(place)
            )
            return confirm(intent, title)
        case _:
            raise AssertionError(parts)
