"""Labels of answers: every intent with its text, its cost and its effect."""

from __future__ import annotations

from typing import Final, assert_never

from client.text.catalogue import listed, say
from client.text.names import (
    bonus,
    card_name,
    clan_name,
    face_name,
    figures_named,
    location_name,
    one_figure,
    place_name,
    stat_name,
    stat_step,
    token_name,
)
from engine import actions as act
from engine.cards import CARDS
from engine.sheet import DOMAIN_PRICE, price_of
from engine.state import GameState
from engine.stats import TOP_LEVEL
from engine.terms import Face, Kind, Place, Seat, Stat, seat_letter
from engine.values import Value


class Label(Value):
    """An answer on offer: its text, its price in Rage (None: no price applies), its effect."""

    text: str
    cost: int | None = None
    effect: str = ""


_TEXTS: Final[dict[type[act.Intent], str]] = {
    act.Invade: "Invade {place} with {figure}",
    act.InvadeFromValhalla: "Invade {place} from Valhalla with {figure}",
    act.InvadeFree: "Invade {place} with {figure} for free",
    act.Pillage: "Pillage {place}",
    act.Repillage: "Pillage {place} again",
    act.Lay: "Play {card}",
    act.AddLate: "Add {card}",
    act.PlayOpen: "Play {card}",
    act.RetreatTo: "Retreat to {place}",
    act.MoveGod: "Move the god to {place}",
    act.SendSuccor: "Yes, send a Warrior",
    act.SendBlessing: "Yes, send a Warrior",
    act.Retreat: "Retreat to Yggdrasil",
    act.Skip: "No free invade",
    act.Decline: "No",
}


def label(state: GameState, intent: act.Intent) -> Label:  # noqa: C901, PLR0911, PLR0912, PLR0915 - a union
    """Return the label of an answer."""
    seat = intent.seat
    match intent:
        case act.Invade() | act.InvadeFromValhalla() | act.InvadeFree():
            return _invade(state, intent)
        case act.March():
            text = say(
                "March from {origin} to {target}: {figures}",
                origin=place_name(intent.origin),
                target=place_name(intent.target),
                figures=figures_named(intent.figures),
            )
            return Label(text, 1, _rage(state, seat, 1))
        case act.Upgrade():
            price = price_of(state, intent)
            text = say("Upgrade: {card}", card=face_name(intent.face))
            if intent.replaces is not None:
                card, old = face_name(intent.face), card_name(intent.replaces)
                text = say("Upgrade: {old} → {card}", card=card, old=old)
            return Label(text, price, _rage(state, seat, price))
        case act.Commit():
            glory = CARDS[intent.face.card].glory(intent.face.age)
            return Label(
                say("Commit {card}", card=face_name(intent.face)),
                0,
                say("{glory} Glory if completed", glory=glory),
            )
        case act.Pillage() | act.Repillage():
            text = say(_TEXTS[type(intent)], place=place_name(intent.place))
            return Label(text, price_of(state, intent), reward(state, seat, intent.place))
        case act.TakeVillage():
            text = say(
                "Take the village of {figure} in {place} ({clan})",
                figure=one_figure(intent.victim),
                place=place_name(intent.place),
                clan=clan_title(state, intent.owner),
            )
            return Label(text, price_of(state, intent))
        case act.RetreatTo() | act.MoveGod():
            return Label(say(_TEXTS[type(intent)], place=place_name(intent.place)))
        case act.Sacrifice():
            victims = listed(
                say("{figure} in {place}", figure=one_figure(kind), place=place_name(place))
                for place, kind in intent.victims
            )
            return Label(say("Sacrifice {victims}", victims=victims), 0, say("one stat rises"))
        case act.Pass():
            rage = state.clans[seat].rage
            return Label(say("Pass"), None, say("you lose {rage} Rage", rage=rage))
        case act.Pick():
            return Label(say("Keep {cards}", cards=listed(map(face_name, intent.faces))))
        case act.Lay() | act.AddLate() | act.PlayOpen():
            text = say(_TEXTS[type(intent)], card=face_name(intent.face))
            return Label(text, None, _hand_card(intent.face))
        case act.Keep():
            kept = intent.face
            none = say("Keep no card")
            return Label(none if kept is None else say("Keep {card}", card=face_name(kept)))
        case act.KeepPlayed():
            text = say("Take back {cards}", cards=listed(map(face_name, intent.faces)))
            return Label(text, len(intent.faces))
        case act.SendSuccor() | act.SendBlessing() | act.Retreat():
            return Label(say(_TEXTS[type(intent)]), 0)
        case act.PillageAtOnce():
            return Label(say("Yes, pillage at once"), DOMAIN_PRICE)
        case act.Protect():
            saved = listed(
                say("{figures} in {place}", figures=figures_named(figures), place=place_name(place))
                for place, figures in intent.saved
            )
            price = sum(figures.count for _, figures in intent.saved)
            return Label(say("Save {saved}", saved=saved), price)
        case act.TideKeep():
            return Label(say("Keep {figure}", figure=one_figure(intent.figure)))
        case act.Join():
            figure, place = one_figure(intent.figure), place_name(intent.origin)
            return Label(say("Join with {figure} from {place}", figure=figure, place=place))
        case act.WalkOn():
            figure, place = one_figure(intent.figure), place_name(intent.place)
            return Label(say("Walk on to {place} with {figure}", place=place, figure=figure))
        case act.ChooseClan():
            return Label(clan_name(intent.clan))
        case act.QuestCounts():
            return Label(say("It counts {bonus}", bonus=bonus(intent.bonus)))
        case act.RaiseStatBy():
            return Label(stat_name(intent.stat), None, step(state, seat, intent.stat))
        case act.BoxFrom():
            where = location_name(intent.location)
            return Label(say("The one {where} leaves the game", where=where))
        case act.Skip() | act.Decline():
            return Label(say(_TEXTS[type(intent)]))
        case _:
            assert_never(intent)


def clan_title(state: GameState, seat: Seat) -> str:
    """Name the clan of a seat."""
    clan = state.clans[seat].clan
    return seat_letter(seat) if clan is None else clan_name(clan)


def step(state: GameState, seat: Seat, stat: Stat) -> str:
    """Describe one step on a stat: "Axes 3 → 4"."""
    level = state.clans[seat].levels[stat]
    if level >= TOP_LEVEL:
        return say("{stat} is at the top", stat=stat_name(stat))
    return stat_step(stat, level + 1)


def _rage(state: GameState, seat: Seat, price: int) -> str:
    have = state.clans[seat].rage
    if not price:
        return say("free")
    return say("Rage {have} → {left}", have=have, left=have - price)


def reward(state: GameState, seat: Seat, place: Place) -> str:
    """Describe the reward of a province's token for a seat."""
    token = state.board.provinces[place].token
    stat = next((stat for stat in Stat if stat.word == token.value), None)
    return token_name(token) if stat is None else step(state, seat, stat)


def _invade(
    state: GameState, intent: act.Invade | act.InvadeFromValhalla | act.InvadeFree
) -> Label:
    seat, price = intent.seat, price_of(state, intent)
    figure, place = one_figure(intent.figure), place_name(intent.place)
    text = say(_TEXTS[type(intent)], place=place, figure=figure)
    used, most = state.on_board(seat) + 1, state.clans[seat].value(Stat.HORNS)
    horns = say("Horns {used}/{most}", used=used, most=most)
    effect = say("{rage}, {horns}", rage=_rage(state, seat, price), horns=horns)
    return Label(text, price, effect)


def _hand_card(face: Face) -> str:
    card = CARDS[face.card]
    if card.kind is not Kind.BATTLE:
        return say("adds nothing")
    if card.bonus_is_best:
        return say("equals an opponent's best card")
    return bonus(card.bonus)
