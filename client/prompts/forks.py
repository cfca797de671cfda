"""Questions of every decision but the turn (catalogue I)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, assert_never

from client.prompts.battles import card_fork, join_fork, late_fork, standing_note
from client.prompts.confirm import confirm
from client.prompts.figure_groups import protect_fork
from client.prompts.hand import keep_fork, no_invader, pick_fork, prowess_fork
from client.prompts.nodes import (
    Branch,
    Chosen,
    ChosenFigure,
    ChosenPlace,
    DecisionContext,
    Fork,
    Go,
    Take,
    appeal,
    figure_keys,
    letter,
    map_fork,
    place_branches,
)
from client.text.catalogue import say
from client.text.consequences import step_bonus
from client.text.god_words import god_brief
from client.text.names import (
    card_name,
    clan_name,
    deity_name,
    figure_name,
    location_title,
    one_figure,
    place_name,
    stat_name,
    token_name,
)
from client.text.questions import question
from client.ui.view import Item, Spot
from engine import actions as act
from engine import decisions as ask
from engine.sheet import DOMAIN_PRICE
from engine.stats import stat_value
from engine.terms import MYSTIC, Cause, FigureKind, Place, Stat
from engine.values import replace


def answer_fork(context: DecisionContext, parts: tuple[Chosen, ...]) -> Fork:  # noqa: C901, PLR0911, PLR0912 - a union
    """Return the next question of a decision; it offers legal answers only."""
    decision = context.decision
    match decision:
        case ask.ClanDecision():
            return _clan(context)
        case ask.PickDecision():
            return pick_fork(context, decision, parts)
        case ask.FreeInvadeDecision():
            return _free_invade(context, decision, parts)
        case ask.JoinDecision():
            return join_fork(context, decision, parts)
        case ask.CardDecision() | ask.OpenPlayDecision():
            return card_fork(context, decision, parts)
        case ask.QuestCountsDecision():
            return _quest_counts(context, decision)
        case ask.TideDecision():
            return _tide(context, decision)
        case ask.LateDecision():
            return late_fork(context, decision, parts)
        case ask.ProtectDecision():
            return protect_fork(context, decision, parts)
        case ask.StatDecision():
            return _stat(context, decision)
        case ask.ProwessDecision():
            return prowess_fork(context, decision, parts)
        case ask.HammersDecision():
            return _hammers(context, decision, parts)
        case ask.KeepDecision():
            return keep_fork(context, parts)
        case ask.BoxDecision():
            return _box(context, decision)
        case (
            ask.SuccorDecision()
            | ask.DomainDecision()
            | ask.RetreatDecision()
            | ask.BlessingDecision()
        ):
            return _offer(context, decision)
        case ask.MysticRetreatDecision():
            return _mystic_retreat(context, decision, parts)
        case ask.GodMoveDecision():
            return _god_move(context, decision, parts)
        case ask.TurnDecision():
            raise AssertionError(decision)
        case _:
            assert_never(decision)


# ---------------------------------------------------------------- single questions


def _clan(context: DecisionContext) -> Fork:
    rows = tuple(
        Branch(Item(letter(index), clan_name(intent.clan)), Take(intent))
        for index, intent in enumerate(context.prompt.legal)
        if isinstance(intent, act.ChooseClan)
    )
    note = say("Clans differ only in name and colour.")
    return Fork(Spot.MENU, say("Which clan will you lead?"), rows, note=note)


def _quest_counts(context: DecisionContext, decision: ask.QuestCountsDecision) -> Fork:
    rows = tuple(
        Branch(
            Item(
                letter(index),
                say("count {bonus:+d}", bonus=intent.bonus),
                say("you may want to lose") if intent.bonus == 0 else "",
            ),
            Take(intent),
        )
        for index, intent in enumerate(context.prompt.legal)
        if isinstance(intent, act.QuestCounts)
    )
    title = say("What does your quest count in this battle?")
    note = standing_note(context)
    return Fork(Spot.MENU, title, rows, len(decision.bonuses) - 1, note)


def _tide(context: DecisionContext, decision: ask.TideDecision) -> Fork:
    kinds = [intent.figure for intent in context.prompt.legal if isinstance(intent, act.TideKeep)]
    keys = figure_keys(kinds)
    rows = tuple(
        Branch(
            Item(keys[kind], figure_name(kind), say("all others die"), place=decision.place),
            Take(act.TideKeep(decision.seat, kind)),
        )
        for kind in kinds
    )
    title = say("Odin's Tide: which figure in {place} survives?", place=place_name(decision.place))
    return Fork(Spot.MENU, title, rows)


def _box(context: DecisionContext, decision: ask.BoxDecision) -> Fork:
    rows = tuple(
        Branch(
            Item(
                letter(index),
                location_title(intent.location),
                say("this one leaves the game"),
                place=intent.location if isinstance(intent.location, Place) else None,
            ),
            Take(intent),
        )
        for index, intent in enumerate(context.prompt.legal)
        if isinstance(intent, act.BoxFrom)
    )
    title = say("Which {card} leaves the game?", card=card_name(decision.card))
    note = say("You have two such figures, and one card for them is left.")
    return Fork(Spot.MENU, title, rows, note=note)


def _stat(context: DecisionContext, decision: ask.StatDecision) -> Fork:
    levels = context.state.clans[decision.seat].levels
    rows = []
    for index, intent in enumerate(context.prompt.legal):
        assert isinstance(intent, act.RaiseStatBy)
        stat, level = intent.stat, levels[intent.stat] + 1
        old, new = stat_value(stat, level - 1), stat_value(stat, level)
        change = say("{old} → {new}", old=old, new=new)
        if old == new:
            change = say("step {level} (still {value})", level=level, value=new)
        what = step_bonus(level) or say(_STAT_USES[stat])
        detail = say("{change}, {what}", change=change, what=what)
        rows.append(Branch(Item(letter(index), stat_name(stat), detail), Take(intent)))
    title = say("{card}: which stat rises?", card=card_name(decision.card))
    return Fork(Spot.MENU, title, tuple(rows))


_STAT_USES: Final = {
    Stat.RAGE: "Rage at the start of an Age",
    Stat.AXES: "Glory for a battle won",
    Stat.HORNS: "figures on the board",
}


# ---------------------------------------------------------------- yes or no


def _offer(
    context: DecisionContext,
    decision: ask.SuccorDecision | ask.DomainDecision | ask.RetreatDecision | ask.BlessingDecision,
) -> Fork:
    yes, no = context.prompt.legal
    title, gain, loss = _offer_words(context, decision)
    place = decision.place
    rows = (
        Branch(Item("y", say("Yes"), gain, place=place), Take(yes)),
        Branch(Item("n", say("No"), loss, place=place), Take(no)),
    )
    return Fork(Spot.MENU, title, rows)


def _offer_words(
    context: DecisionContext,
    decision: ask.SuccorDecision | ask.DomainDecision | ask.RetreatDecision | ask.BlessingDecision,
) -> tuple[str, str, str]:
    """Return the question and the effects of yes and no."""
    place = place_name(decision.place)
    match decision:
        case ask.SuccorDecision() | ask.BlessingDecision():
            return (
                say("Frigga's Succor: send a Warrior along to {place}?", place=place)
                if isinstance(decision, ask.SuccorDecision)
                else say("Loki's Blessing: send a Warrior into {place}?", place=place),
                say("one Warrior from the reserve, free"),
                say("the Warrior stays in the reserve"),
            )
        case ask.DomainDecision():
            rage = context.state.clans[decision.seat].rage
            return (
                say("Thor's Domain: pillage {place} at once?", place=place),
                say(
                    "Rage {old} → {new}; reward {reward}",
                    old=rage,
                    new=rage - DOMAIN_PRICE,
                    reward=token_name(context.state.board.provinces[decision.place].token),
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
        case _:
            assert_never(decision)


# ---------------------------------------------------------------- figure and place


def _free_invade(
    context: DecisionContext, decision: ask.FreeInvadeDecision, parts: tuple[Chosen, ...]
) -> Fork:
    legal = [intent for intent in context.prompt.legal if isinstance(intent, act.InvadeFree)]
    match parts:
        case ():
            rows = _figures(legal, say("Invade: {figure}"), say("free"))
            no = Item("n", say("No free invade"), say("the figure stays in the reserve"))
            rows.append(Branch(no, Take(act.Skip(decision.seat))))
            title = say("{card}: invade for free?", card=card_name(decision.card))
            note = "" if legal else no_invader(context.state, decision.seat, decision.card)
            return Fork(Spot.MENU, title, tuple(rows), note=note)
        case (ChosenFigure(kind),):
            title = say("Where does the {figure} go?", figure=figure_name(kind))
            places = _places(context, legal, kind)
            return map_fork(title, places, rank=partial(appeal, context.state))
        case (ChosenFigure(kind), ChosenPlace(place)):
            intent = act.InvadeFree(decision.seat, kind, place)
            title = say(
                "Invade {place} with {figure}?", place=place_name(place), figure=one_figure(kind)
            )
            return confirm(intent, title)
        case _:
            raise AssertionError(parts)


def _hammers(
    context: DecisionContext, decision: ask.HammersDecision, parts: tuple[Chosen, ...]
) -> Fork:
    legal = [intent for intent in context.prompt.legal if isinstance(intent, act.WalkOn)]
    match parts:
        case ():
            here = place_name(decision.place)
            rows = _figures(legal, say("{figure} walks on"), here)
            stay = Take(act.Decline(decision.seat))
            rows.append(Branch(Item("n", say("Stay in {place}", place=here)), stay))
            return Fork(
                Spot.MENU, say("Lord of Hammers: walk on to a neighbouring province?"), tuple(rows)
            )
        case (ChosenFigure(kind),):
            return map_fork(say("Walk on to where?"), _places(context, legal, kind))
        case (ChosenFigure(kind), ChosenPlace(place)):
            title = say(
                "{figure} walks on to {place}?", figure=figure_name(kind), place=place_name(place)
            )
            return confirm(act.WalkOn(decision.seat, kind, place), title)
        case _:
            raise AssertionError(parts)


def _mystic_retreat(
    context: DecisionContext, decision: ask.MysticRetreatDecision, parts: tuple[Chosen, ...]
) -> Fork:
    """Ask whether a Mystic retreats, and on the map where to."""
    here = place_name(decision.place)
    match parts:
        case ():
            dies = say("it dies and earns Glory")
            if decision.cause is not Cause.RAGNAROK:
                dies = say("it goes to Valhalla")
            rows = (
                Branch(
                    Item("y", say("Retreat"), say("choose the province"), place=decision.place),
                    Go(ChosenFigure(MYSTIC, decision.place)),
                ),
                Branch(
                    Item("n", say("Stay and die"), dies, place=decision.place),
                    Take(act.Decline(decision.seat)),
                ),
            )
            title = say("Your Mystic in {place} is about to die: retreat?", place=here)
            return Fork(Spot.MENU, title, rows)
        case (ChosenFigure(),):
            legal = [one.place for one in context.prompt.legal if isinstance(one, act.RetreatTo)]
            title = say("Where does the {figure} go?", figure=figure_name(MYSTIC))
            places = place_branches(context.state, legal)
            return map_fork(title, places, rank=partial(appeal, context.state))
        case (ChosenFigure(), ChosenPlace(place)):
            title = say(
                "Retreat with your Mystic from {origin} to {target}?",
                origin=here,
                target=place_name(place),
            )
            return confirm(act.RetreatTo(decision.seat, place), title)
        case _:
            raise AssertionError(parts)


def _god_move(
    context: DecisionContext, decision: ask.GodMoveDecision, parts: tuple[Chosen, ...]
) -> Fork:
    """Ask on the map where a god goes after the attempt in its province."""
    match parts:
        case ():
            legal = [one.place for one in context.prompt.legal if isinstance(one, act.MoveGod)]
            fork = map_fork(question(decision), place_branches(context.state, legal))
            return replace(fork, note=god_brief(decision.deity))
        case (ChosenPlace(place),):
            title = say(
                "Move {god} from {origin} to {target}?",
                god=deity_name(decision.deity),
                origin=place_name(decision.place),
                target=place_name(place),
            )
            return confirm(act.MoveGod(decision.seat, place), title, god_brief(decision.deity))
        case _:
            raise AssertionError(parts)


Moves = Sequence[act.InvadeFree | act.WalkOn]


def _figures(legal: Moves, label: str, detail: str) -> list[Branch]:
    """Offer every kind of figure that can move, by a label with a field for it."""
    kinds = tuple(dict.fromkeys(intent.figure for intent in legal))
    keys = figure_keys(kinds)
    return [
        Branch(
            Item(keys[kind], label.format(figure=figure_name(kind)), detail, figure=kind),
            Go(ChosenFigure(kind)),
        )
        for kind in kinds
    ]


def _places(context: DecisionContext, legal: Moves, kind: FigureKind) -> list[Branch]:
    """Offer the targets of a kind of figure."""
    places = (intent.place for intent in legal if intent.figure == kind)
    return place_branches(context.state, places)
