"""The questions of a battle: joining, the card, late cards (I18, I19, I22)."""

from __future__ import annotations

from client.prompts.confirm import confirm
from client.prompts.nodes import Branch, Chosen, ChosenCard, ChosenFigure, Deciding, Fork, Go, Take
from client.prompts.places import letter
from client.text.catalogue import say
from client.text.names import bonus, face_name, figure_name, one_figure, place_name, token_name
from client.ui.view import Item, Spot
from engine import actions as act
from engine import decisions as ask
from engine.cards import CARDS
from engine.preview import CardOutcome
from engine.strength import battle_totals, strength
from engine.tasks import CallTask
from engine.terms import Face, Place, Seat, Use

# ---------------------------------------------------------------- the call


def join_fork(asked: Deciding, decision: ask.JoinDecision, parts: tuple[Chosen, ...]) -> Fork:
    """Bring a figure from next door, or decline, now or for as long as nothing changes."""
    seat = decision.seat
    match parts:
        case ():
            return _joiners(asked, decision)
        case (ChosenFigure(kind, origin),) if origin is not None:
            intent = act.Join(seat, origin, kind)
            title = say(
                "Bring {figure} from {origin} to {place}?",
                figure=one_figure(kind),
                origin=place_name(origin),
                place=place_name(decision.place),
            )
            return confirm(intent, title, call_note(asked, decision.place))
        case _:
            raise AssertionError(parts)


def _joiners(asked: Deciding, decision: ask.JoinDecision) -> Fork:
    legal = [intent for intent in asked.prompt.legal if isinstance(intent, act.Join)]
    no = act.Decline(decision.seat)
    rows = [
        Branch(
            Item("n", say("Decline"), say("for now; the call may come round again")),
            Take(no),
        ),
        Branch(
            Item("N", say("Decline for good"), say("unless somebody joins after this")),
            Take(no, standing=True),
        ),
    ]
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
    title = _called(asked, decision.place)
    note = call_note(asked, decision.place)
    if not legal:
        note = say("{why} {note}", why=_nobody_joins(asked, decision.place), note=note)
    return Fork(Spot.MENU, title, tuple(rows), note=note)


def _called(asked: Deciding, place: Place) -> str:
    """Who pillages what for which reward, and the question."""
    pillager = next(
        (task.pillager for task in asked.state.agenda if isinstance(task, CallTask)), None
    )
    if pillager is None:
        return say("Battle is called in {place}. Join it?", place=place_name(place))
    reward = token_name(asked.state.board.provinces[place].token)
    if pillager == asked.knowledge.seat:
        return say(
            "You pillage {place} ({reward}). Bring one more figure?",
            place=place_name(place),
            reward=reward,
        )
    return say(
        "{who} pillages {place} ({reward}). Join the battle?",
        who=asked.names.full(pillager),
        place=place_name(place),
        reward=reward,
    )


def _nobody_joins(asked: Deciding, place: Place) -> str:
    """Why declining is the only answer."""
    if asked.state.room(place) < 1:
        return say("No village there is free any more.")
    return say("You have no figure next door.")


def call_note(asked: Deciding, place: Place) -> str:
    """Who stands in the area of a called battle, and how many villages are free."""
    state, names = asked.state, asked.names
    here = ", ".join(
        say(
            "{who} {strength}",
            who=names.me(seat),
            strength=strength(state, seat, place, Use.BATTLE),
        )
        for seat in state.seats_from(Seat(0))
        if state.area_figures(seat, place)
    )
    if place == Place.YGGDRASIL:
        return say("In the area: {here}.", here=here)
    return say("In the area: {here}. Villages free: {room}.", here=here, room=state.room(place))


# ---------------------------------------------------------------- the card


def card_fork(asked: Deciding, decision: ask.CardDecision, parts: tuple[Chosen, ...]) -> Fork:
    """Which card to lay face down, each with the total it would lead to."""
    match parts:
        case ():
            rows = tuple(
                Branch(
                    Item(
                        letter(index),
                        face_name(outcome.face),
                        outcome_words(asked, outcome),
                        face=outcome.face,
                    ),
                    Go(ChosenCard(outcome.face)),
                )
                for index, outcome in enumerate(asked.outcomes)
                if outcome.face is not None
            )
            title = say("Lay one card face down")
            return Fork(Spot.BATTLE, title, rows, note=_others_choose(asked))
        case (ChosenCard(face),):
            outcome = next(one for one in asked.outcomes if one.face == face)
            title = say("Play {card}?", card=face_name(face))
            note = say(
                "{outcome}. Then it lies face down for good.", outcome=outcome_words(asked, outcome)
            )
            return confirm(act.Lay(decision.seat, face), title, note)
        case _:
            raise AssertionError(parts)


def outcome_words(asked: Deciding, outcome: CardOutcome) -> str:
    """What a card leads to if nobody else plays one: the total, and how it compares."""
    seat = asked.knowledge.seat
    mine = outcome.total_of(seat)
    others = [total.total for total in outcome.totals if total.seat != seat]
    best = max(others, default=0)
    if mine > best:
        return say("total {mine}, ahead by {margin}", mine=mine, margin=mine - best)
    if mine == best:
        return say("total {mine}, level: a tie kills all", mine=mine)
    return say("total {mine}, behind by {margin}", mine=mine, margin=best - mine)


def _others_choose(asked: Deciding) -> str:
    battle = asked.state.battle
    assert battle is not None
    hands = ", ".join(
        say("{who} holds {count}", who=asked.names.clan(seat), count=asked.state.clans[seat].hand)
        for seat in battle.participants
        if seat != asked.knowledge.seat
    )
    return say("Totals are without the cards of others: {hands}.", hands=hands)


# ---------------------------------------------------------------- late cards


def late_fork(asked: Deciding, decision: ask.LateDecision, parts: tuple[Chosen, ...]) -> Fork:
    """Add a late card or decline."""
    match parts:
        case ():
            return _late_cards(asked, decision)
        case (ChosenCard(face),):
            return confirm(
                act.AddLate(decision.seat, face),
                say("Add {card}?", card=face_name(face)),
                _late_effect(asked, face),
            )
        case _:
            raise AssertionError(parts)


def _late_cards(asked: Deciding, decision: ask.LateDecision) -> Fork:
    legal = [intent for intent in asked.prompt.legal if isinstance(intent, act.AddLate)]
    no = act.Decline(decision.seat)
    rows = [
        Branch(Item("n", say("Add none")), Take(no)),
        Branch(
            Item("N", say("None in this battle"), say("unless somebody adds one")),
            Take(no, standing=True),
        ),
    ]
    rows += [
        Branch(
            Item(
                letter(index),
                face_name(intent.face),
                _late_effect(asked, intent.face),
                face=intent.face,
            ),
            Go(ChosenCard(intent.face)),
        )
        for index, intent in enumerate(legal)
    ]
    note = standing_note(asked)
    if not legal:
        note = say("No card in your hand may be added late. {note}", note=note)
    return Fork(Spot.MENU, say("Add a late card?"), tuple(rows), note=note)


def _late_effect(asked: Deciding, face: Face) -> str:
    seat = asked.knowledge.seat
    added = CARDS[face.card].bonus
    now = next(total.total for total in battle_totals(asked.state) if total.seat == seat)
    return say("{bonus}: your total {now} > {then}", bonus=bonus(added), now=now, then=now + added)


def standing_note(asked: Deciding) -> str:
    """The totals as the cards lie now."""
    totals = ", ".join(
        say("{who} {total}", who=asked.names.me(total.seat), total=total.total)
        for total in battle_totals(asked.state)
    )
    return say("Totals now: {totals}.", totals=totals)
