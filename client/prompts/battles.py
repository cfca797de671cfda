"""Questions of a battle: joining, the card, late cards (I18, I19, I22)."""

from __future__ import annotations

from client.prompts.confirm import confirm, strengths_note, with_god, with_power
from client.prompts.nodes import (
    Branch,
    Chosen,
    ChosenCard,
    ChosenFigure,
    DecisionContext,
    Fork,
    Go,
    Take,
    card_branch,
    letter,
)
from client.text.catalogue import Fields, say, say_many
from client.text.names import bonus, face_name, figure_name, one_figure, place_name, token_name
from client.text.standing import possible_joiners
from client.ui.view import Item, Spot
from engine import actions as act
from engine import decisions as ask
from engine.cards import CARDS
from engine.changes import ToValhalla
from engine.preview import CardOutcome
from engine.strength import battle_totals
from engine.targets import joiners
from engine.tasks import CallTask, StageTask
from engine.terms import Face, Place, Seat

# ---------------------------------------------------------------- the call


def join_fork(
    context: DecisionContext, decision: ask.JoinDecision, parts: tuple[Chosen, ...]
) -> Fork:
    """Ask for a figure from next door; a no may last until something changes."""
    seat = decision.seat
    match parts:
        case ():
            return _joiners(context, decision)
        case (ChosenFigure(kind, origin),) if origin is not None:
            intent = act.Join(seat, origin, kind)
            title = say(
                "Bring {figure} from {origin} to {place}?",
                figure=one_figure(kind),
                origin=place_name(origin),
                place=place_name(decision.place),
            )
            return confirm(intent, title)
        case _:
            raise AssertionError(parts)


def _joiners(context: DecisionContext, decision: ask.JoinDecision) -> Fork:
    legal = [intent for intent in context.prompt.legal if isinstance(intent, act.Join)]
    rows = _staying_out(context, decision)
    rows += [
        Branch(
            Item(
                letter(index),
                say(
                    "Join: {figure}, {place}",
                    figure=figure_name(intent.figure),
                    place=place_name(intent.origin),
                ),
                place=intent.origin,
            ),
            Go(ChosenFigure(intent.figure, intent.origin)),
        )
        for index, intent in enumerate(legal)
    ]
    title, brief = _called(context, decision.place)
    note = with_power(context, decision.place, strengths_note(context, decision.place))
    if not legal:
        note = say("{note} {why}", why=_nobody_joins(context, decision.place), note=note)
    return Fork(Spot.MENU, title, tuple(rows), note=note, brief=brief)


def _staying_out(context: DecisionContext, decision: ask.JoinDecision) -> list[Branch]:
    """Offer to decline, once or until something changes; once only if the call cannot come back.

    It comes back if anybody joins after the seat, or has joined in this round (E3). A seat with
    figures in the area fights anyway; it only brings nobody.
    """
    state, call = context.state, _call(context)
    fights = bool(state.area_figures(decision.seat, decision.place))
    no = say("Bring nobody") if fights else say("Stay out")
    returns = call is None or call.moved
    if not returns and call is not None:
        returns = any(joiners(state, seat, decision.place) for seat in call.waiting)
    if not returns:
        return [Branch(Item("n", no), Take(act.Decline(decision.seat)))]
    return _refusals(
        act.Decline(decision.seat),
        Item("n", say("Bring nobody now") if fights else say("Stay out for now")),
        Item("N", say("Bring nobody at all") if fights else say("Stay out for good")),
    )


def _call(context: DecisionContext) -> CallTask | None:
    return next((task for task in context.state.agenda if isinstance(task, CallTask)), None)


def _refusals(no: act.Decline, once: Item, for_good: Item) -> list[Branch]:
    """Offer two ways to decline: once, or until something changes."""
    return [Branch(once, Take(no)), Branch(for_good, Take(no, standing=True))]


def _called(context: DecisionContext, place: Place) -> tuple[str, str]:
    """Ask the question, with the pillager, the place and the reward, and in few words."""
    call, seat = _call(context), context.knowledge.seat
    fields: Fields = {
        "place": place_name(place),
        "reward": token_name(context.state.board.provinces[place].token),
    }
    more = say("{place}: one more figure?", place=with_god(context, place))
    if call is None:
        title = say("Battle is called in {place}. Join it?", place=place_name(place))
        return title, title
    if call.pillager == seat:
        if any(one.seat != call.pillager for one in possible_joiners(context.state, place).able):
            return say("You pillage {place} ({reward}). Bring one more figure?", **fields), more
        title = say(
            "You pillage {place} ({reward}); nobody else can join. Bring one more figure?", **fields
        )
        return title, more
    fields = {**fields, "who": context.names.full(call.pillager)}
    if context.state.figures(seat, place).count:
        return say("{who} pillages {place} ({reward}). Bring one more figure?", **fields), more
    title = say("{who} pillages {place} ({reward}). Join the battle?", **fields)
    return title, say("{place}: join the battle?", place=with_god(context, place))


def _nobody_joins(context: DecisionContext, place: Place) -> str:
    """Explain why declining is the only answer."""
    if context.state.room(place) < 1:
        return say("No free village is left there.")
    return say("You have no figure in a neighbouring province.")


# ---------------------------------------------------------------- the card


def card_fork(
    context: DecisionContext,
    decision: ask.CardDecision | ask.OpenPlayDecision,
    parts: tuple[Chosen, ...],
) -> Fork:
    """Ask for the card to lay face down, or to play openly (L29), each with its total."""
    is_open = isinstance(decision, ask.OpenPlayDecision)
    match parts:
        case ():
            rows = tuple(
                card_branch(index, outcome.face, outcome_words(context, outcome))
                for index, outcome in enumerate(context.outcomes)
                if outcome.face is not None
            )
            title = say("Choose a card to play face down")
            if is_open:
                title = say("Choose a card to play openly")
                return Fork(Spot.BATTLE, title, rows, note=_others_follow(context))
            return Fork(Spot.BATTLE, title, rows, note=_others_choose(context))
        case (ChosenCard(face),):
            outcome = next(one for one in context.outcomes if one.face == face)
            title = say("Play {card}?", card=face_name(face))
            told = outcome_words(context, outcome)
            if is_open:
                note = say("{outcome}. Everybody sees it; this is final.", outcome=told)
                return confirm(act.PlayOpen(decision.seat, face), title, note)
            note = say("{outcome}. It stays face down; this is final.", outcome=told)
            return confirm(act.Lay(decision.seat, face), title, note)
        case _:
            raise AssertionError(parts)


def outcome_words(context: DecisionContext, outcome: CardOutcome) -> str:
    """Describe the total with a card, and the lead or deficit if nobody else plays one."""
    seat = context.knowledge.seat
    mine = outcome.total_of(seat)
    others = [total.total for total in outcome.totals if total.seat != seat]
    best = max(others, default=0)
    if mine > best:
        return say("total {mine}, ahead by {margin}", mine=mine, margin=mine - best)
    if mine == best:
        return say("total {mine}, {level}", mine=mine, level=level_told(outcome))
    return say("total {mine}, behind by {margin}", mine=mine, margin=best - mine)


def level_told(outcome: CardOutcome) -> str:
    """Say what a tie does: it kills all, unless a god spares them."""
    kills = any(isinstance(item, ToValhalla) for item in outcome.story)
    return say("level: a tie kills all") if kills else say("level: a tie, nobody wins")


def yet_to_play(context: DecisionContext) -> tuple[Seat, ...]:
    """Return the seats that play openly after the one asked, the pillager last (L29)."""
    state = context.state
    waiting = next(
        (task.waiting for task in reversed(state.agenda) if isinstance(task, StageTask)), ()
    )
    return tuple(seat for seat in waiting if state.clans[seat].hand)


def _others_follow(context: DecisionContext) -> str:
    """Say who plays after the seat that is asked, and how many cards they hold."""
    hands = ", ".join(_hand_of(context, seat) for seat in yet_to_play(context))
    if not hands:
        return say("You are the last to play: only reinforcement cards can follow.")
    return say("They play after you and see your card: {hands}.", hands=hands)


def _hand_of(context: DecisionContext, seat: Seat) -> str:
    return say_many(
        "{who} holds {count} card",
        "{who} holds {count} cards",
        context.state.clans[seat].hand,
        who=context.names.clan(seat),
    )


def _others_choose(context: DecisionContext) -> str:
    battle = context.state.battle
    assert battle is not None
    hands = ", ".join(
        _hand_of(context, seat) for seat in battle.participants if seat != context.knowledge.seat
    )
    return say("Totals do not include opponents' cards ({hands}).", hands=hands)


# ---------------------------------------------------------------- late cards


def late_fork(
    context: DecisionContext, decision: ask.LateDecision, parts: tuple[Chosen, ...]
) -> Fork:
    """Ask for a late card; a no may last until something changes."""
    match parts:
        case ():
            return _late_cards(context, decision)
        case (ChosenCard(face),):
            return confirm(
                act.AddLate(decision.seat, face),
                say("Add {card}?", card=face_name(face)),
                _late_effect(context, face),
            )
        case _:
            raise AssertionError(parts)


def _late_cards(context: DecisionContext, decision: ask.LateDecision) -> Fork:
    legal = [intent for intent in context.prompt.legal if isinstance(intent, act.AddLate)]
    rows = _refusals(
        act.Decline(decision.seat),
        Item("n", say("Add none now")),
        Item("N", say("Add none at all")),
    )
    rows += [
        card_branch(index, intent.face, _late_effect(context, intent.face))
        for index, intent in enumerate(legal)
    ]
    note = standing_note(context)
    if not legal:
        note = say("You have no reinforcement card. {note}", note=note)
    return Fork(Spot.MENU, say("Add a reinforcement card?"), tuple(rows), note=note)


def _late_effect(context: DecisionContext, face: Face) -> str:
    seat = context.knowledge.seat
    added = CARDS[face.card].bonus
    now = next(total.total for total in battle_totals(context.state) if total.seat == seat)
    return say("{bonus}: your total {now} → {then}", bonus=bonus(added), now=now, then=now + added)


def standing_note(context: DecisionContext) -> str:
    """List the totals with the cards on the table."""
    totals = ", ".join(
        say("{who} {total}", who=context.names.full(total.seat), total=total.total)
        for total in battle_totals(context.state)
    )
    return say("Totals now: {totals}.", totals=totals)
