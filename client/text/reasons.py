"""The numbers behind anything under the cursor: a place, an action, a figure, a card, a clan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from client.text.catalogue import listed, say, say_many
from client.text.glory import GloryRow, headings
from client.text.god_words import god_power
from client.text.names import (
    Names,
    age_name,
    card_name,
    figure_name,
    figures_named,
    place_name,
    region_name,
    slot_name,
    stat_name,
    token_name,
)
from client.text.standing import arrival_way, best_arrival, explained, quest_sentence
from engine import board as printed
from engine.cards import CARDS
from engine.explain import (
    Explanation,
    explain_end,
    explain_horns,
    explain_invade_price,
    explain_ragnarok,
    explain_release,
    explain_stat,
    explain_strength,
    explain_upgrade_price,
    free_slots,
)
from engine.sheet import figure_strength
from engine.standing import quest_status
from engine.state import GameState
from engine.stats import END_BONUS, SLOTS
from engine.targets import joiners
from engine.terms import STATS, Age, CardId, Face, FigureKind, Phase, Place, Seat, Slot, Stat, Use


def indented(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines with an indent, as parts of the line above."""
    return (f"    {line}" for line in lines)


# ------------------------------------------------------------------------ a province


def province_reasons(state: GameState, names: Names, viewer: Seat, place: Place) -> tuple[str, ...]:
    """Explain a province that is not destroyed: its worth, the strengths, the possible joiners."""
    deity = state.god_at(place)
    power = () if deity is None else (god_power(deity), "")
    lines = [*power, _villages(state, place), *_worth(state, place), ""]
    here = [seat for seat in state.seats_from(viewer) if state.area_figures(seat, place)]
    for seat in here:
        parts = explain_strength(state, seat, place, Use.BATTLE)
        head = say("{who}: strength {total}", who=names.title(seat), total=parts.total)
        lines += [head, *indented(explained(parts))]
    if not here:
        lines.append(say("Nobody has a figure here or a ship beside it."))
    return (*lines, "", *_joining(state, names, viewer, place))


def _villages(state: GameState, place: Place) -> str:
    if place is Place.YGGDRASIL:
        return say("No villages: any number of figures may stand here. It touches all provinces.")
    return say(
        "{region}. {free} of {all} villages are free.",
        region=region_name(printed.REGION[place]),
        free=state.room(place),
        all=printed.VILLAGES[place],
    )


def _worth(state: GameState, place: Place) -> Iterator[str]:
    province = state.board.provinces[place]
    reward = token_name(province.token)
    if province.pillaged:
        yield say("Pillaged in this Age already (reward: {reward}).", reward=reward)
    else:
        yield say("Reward for its pillage: {reward}.", reward=reward)
    for number, doomed in enumerate(state.ragnarok, 1):
        age = Age(number)
        if doomed == place and age >= state.age:
            yield say(
                "It falls at the end of Age {age}; each figure that dies then earns {glory} Glory.",
                age=age_name(age),
                glory=printed.RAGNAROK_GLORY[age],
            )


def _joining(state: GameState, names: Names, viewer: Seat, place: Place) -> Iterator[str]:
    """Name the seats that could bring a figure into a battle here."""
    if not state.room(place):
        yield say("No village is free, so nobody could join a battle here.")
        return
    able = [seat for seat in state.seats_from(viewer) if joiners(state, seat, place)]
    if not able:
        yield say("No figure in a neighbouring province could join a battle here.")
        return
    yield say("Could join a battle here:")
    for seat in able:
        origins = dict.fromkeys(origin for origin, _ in joiners(state, seat, place))
        places = listed(place_name(origin) for origin in origins)
        yield from indented((say("{who} ({places})", who=names.title(seat), places=places),))


# ------------------------------------------------------------------------ a fjord, prospects


def fjord_reasons(state: GameState, names: Names, viewer: Seat, fjord: Place) -> tuple[str, ...]:
    """Explain a fjord: the provinces that it supports, its ships and their strengths."""
    if not state.is_usable(fjord):
        return (say("Closed: both its provinces are destroyed."),)
    standing = [one for one in printed.SUPPORTED[fjord] if not state.is_destroyed(one)]
    both = printed.SUPPORTED[fjord]
    lines = [
        say(
            "Ships here count in battles for {one} and for {other}.",
            one=place_name(both[0]),
            other=place_name(both[1]),
        ),
        say("Only ships can enter, in any number."),
        "",
    ]
    here = [seat for seat in state.seats_from(viewer) if state.figures(seat, fjord)]
    for seat in here:
        parts = tuple(
            part
            for part in explain_strength(state, seat, standing[0], Use.BATTLE).parts
            if part.place == fjord
        )
        total = sum(part.amount for part in parts)
        lines.append(say("{who}: strength {total}", who=names.title(seat), total=total))
        lines += indented(explained(Explanation(total, parts)))
    if not here:
        lines.append(say("No ship is here."))
    return tuple(lines)


def prospect_reasons(state: GameState, seat: Seat, province: Place) -> tuple[str, ...]:
    """Explain the most that one action could bring to a province; nothing after a pass."""
    if state.phase is not Phase.ACTION or state.clans[seat].passed:
        return ()
    best = best_arrival(state, seat, province)
    if best is None:
        return ("", say("You cannot bring anything here now."))
    return (
        "",
        say(
            "One action could raise your strength here to {total}: {way}.",
            total=best.total,
            way=arrival_way(best),
        ),
    )


# ------------------------------------------------------------------------ prices


def invade_reasons(
    state: GameState, seat: Seat, kind: FigureKind, places: tuple[Place, ...]
) -> tuple[str, ...]:
    """Explain the price of an invade with a figure, by place if that matters, and the Horns."""
    prices: dict[int, tuple[Explanation, list[Place]]] = {}
    for place in places or (Place.ELVAGAR,):
        price = explain_invade_price(state, seat, kind, place)
        prices.setdefault(price.total, (price, []))[1].append(place)
    number = state.clans[seat].reserve.number_of(kind)
    strength = figure_strength(state, seat, kind, Place.ELVAGAR)
    lines = [
        say(
            "{figure}: STR {strength}, in reserve: {number}",
            figure=figure_name(kind),
            strength=strength,
            number=number,
        )
    ]
    for price, where in prices.values():
        if len(prices) > 1:
            lines.append(say("To {places}:", places=listed(map(place_name, where))))
        lines += indented(explained(price))
    return (*lines, horns_sentence(state, seat))


def horns_sentence(state: GameState, seat: Seat) -> str:
    """Count the figures on the board out of those the Horns allow."""
    return say(
        "Horns: {used} of {most} figures on the board.",
        used=state.on_board(seat),
        most=state.clans[seat].value(Stat.HORNS),
    )


def upgrade_reasons(state: GameState, seat: Seat, card: CardId) -> tuple[str, ...]:
    """Explain the price of an upgrade and the state of its slots; nothing for other cards."""
    slot = CARDS[card].slot
    if slot is None:
        return ()
    price = explain_upgrade_price(state, seat, card)
    return (*explained(price), slot_sentence(state, seat, slot))


def slot_sentence(state: GameState, seat: Seat, slot: Slot) -> str:
    """Count the free slots of a kind, and name the cards in the others."""
    free = free_slots(state, seat, slot)
    line = say(
        "{slot} slots: {free} of {all} free",
        slot=slot_name(slot)[:1].upper() + slot_name(slot)[1:],
        free=free.total,
        all=SLOTS[slot],
    )
    taken = ", ".join(card_name(part.card) for part in free.parts if part.card is not None)
    return say("{line} ({taken})", line=line, taken=taken) if taken else line


def quest_reasons(state: GameState, names: Names, face: Face, seat: Seat) -> str:
    """Describe the Glory of a quest, and its status on the present board."""
    return say(
        "{card}, {glory} Glory. Now: {standing}",
        card=card_name(face.card),
        glory=CARDS[face.card].glory(face.age),
        standing=quest_sentence(quest_status(state, seat, face.card), names),
    )


# ------------------------------------------------------------------------ a clan


def clan_reasons(
    state: GameState, names: Names, seat: Seat, sources: tuple[GloryRow, ...]
) -> tuple[str, ...]:
    """Explain every number of a clan: stats and their next steps, Glory, pending Glory."""
    clan = state.clans[seat]
    lines: list[str] = []
    for stat in STATS:
        lines += _stat(state, seat, stat)
    lines.append(say("At the end: 10 Glory for a stat on step 4 or 5, 20 for one on step 6."))
    lines += ["", say("GLORY {total}", total=clan.glory), *indented(_sources(seat, sources)), ""]
    lines += [say("IF SCORED NOW"), *indented(_to_come(state, seat)), ""]
    lines.append(say("UPGRADES"))
    lines += indented(slot_sentence(state, seat, slot) for slot in Slot)
    lines += ["", say("Reserve: {figures}", figures=figures_named(clan.reserve))]
    lines.append(say("Valhalla: {figures}", figures=figures_named(clan.valhalla)))
    return (*lines, _cards(names, state, seat))


def _stat(state: GameState, seat: Seat, stat: Stat) -> Iterator[str]:
    clan = state.clans[seat]
    level = clan.levels[stat]
    value = explain_stat(state, seat, stat)
    yield say(
        "{stat} {value}, step {step} of 6: {what}",
        stat=stat_name(stat).upper(),
        value=value.total,
        step=level,
        what=_use(state, seat, stat),
    )
    further = [str(part.amount) for part in value.parts if part.count > level]
    now = END_BONUS[level]
    if now:
        yield from indented((say("worth {bonus} Glory at the end", bonus=now),))
    top = say("this is the top step")
    yield from indented((say("next steps: {steps}", steps=", ".join(further)) if further else top,))
    if stat is Stat.HORNS:
        places = explain_horns(state, seat)
        yield from indented(explained(places) if places.parts else ())


def _use(state: GameState, seat: Seat, stat: Stat) -> str:
    clan = state.clans[seat]
    match stat:
        case Stat.RAGE:
            return say("Rage at the start of an Age; {rage} left", rage=clan.rage)
        case Stat.AXES:
            return say("Glory for a battle won")
        case _:
            return say("figures allowed on the board; {used} are there", used=state.on_board(seat))


def _sources(seat: Seat, sources: tuple[GloryRow, ...]) -> Iterator[str]:
    row = next((one for one in sources if one.seat == seat), None)
    parts = () if row is None else tuple(zip(headings(), row.parts, strict=True))
    told = [f"{heading} {amount}" for heading, amount in parts if amount]
    yield ", ".join(told) if told else say("none so far")


def _to_come(state: GameState, seat: Seat) -> Iterator[str]:
    """Describe the Glory that Ragnarök, the release and the end of the game would pay now."""
    for title, explanation in (
        (say("Ragnarök"), explain_ragnarok(state, seat)),
        (say("Release Valhalla"), explain_release(state, seat)),
        (say("End of the game"), explain_end(state, seat)),
    ):
        yield say_many(
            "{title}: {count} Glory", "{title}: {count} Glory", explanation.total, title=title
        )
        if explanation.parts:
            yield from indented(explained(explanation))


def _cards(names: Names, state: GameState, seat: Seat) -> str:
    clan = state.clans[seat]
    return say(
        "{who}: cards in hand {hand}, quests face down {quests}.",
        who=names.title(seat),
        hand=clan.hand,
        quests=clan.quests,
    )
