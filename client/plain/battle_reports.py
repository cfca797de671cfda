"""What the line mode tells of battles and of the draft: strengths, verdict, fates, passed cards."""

from __future__ import annotations

from client.screens.draft import pack_passed
from client.text.battle_outcome import Fate
from client.text.catalogue import say
from client.text.names import Names, age_name, card_name, place_name, token_name
from client.ui.view import BattleRow, BattleView, Strip
from engine.knowledge import Knowledge


def battle_told(steps: tuple[BattleView, ...], names: Names) -> tuple[str, ...]:
    """A battle from its call to where it stands, one thing a line."""
    if not steps:
        return (say("There was no battle yet."),)
    told: list[str] = []
    for view in steps:
        if view.strip is Strip.CALL:
            told += [_head(view, names), *view.effects]
    last = steps[-1]
    if not told:
        told.append(_head(last, names))
    return (*told, *strengths_told(last, names), *_course(last), *result_told(last, names))


def _head(view: BattleView, names: Names) -> str:
    place = place_name(view.place)
    if view.token is None:
        return say("Battle for {place}.", place=place)
    return say(
        "Battle for {place}: {who} pillages for {reward}.",
        place=place,
        who=names.title(view.pillager),
        reward=token_name(view.token),
    )


def strengths_told(view: BattleView, names: Names) -> tuple[str, ...]:
    """Every participant with its strength by source, in their order."""
    return tuple(_row(row, names) for row in view.rows)


def _row(row: BattleRow, names: Names) -> str:
    parts = [say("{figures} {strength}", figures=row.figures, strength=row.figure_strength)]
    if row.ship_strength:
        parts.append(say("ships {strength}", strength=row.ship_strength))
    if row.upgrade_strength:
        parts.append(say("upgrades +{strength}", strength=row.upgrade_strength))
    if row.card:
        parts.append(say("card: {card}", card=row.card))
    return say(
        "{who} {total}: {parts}",
        who=names.title(row.seat),
        total=row.total,
        parts=", ".join(parts),
    )


def _course(view: BattleView) -> tuple[str, ...]:
    return tuple(
        say("{number}. {what}", number=number, what=text)
        for number, text in enumerate(view.effects, 1)
        if view.strip is not Strip.CALL
    )


def result_told(view: BattleView, names: Names) -> tuple[str, ...]:
    """Who wins by how much, then a line for every clan, then the rest."""
    return (*view.verdict, *(_fate(fate, names) for fate in view.fates), *view.consequences)


def _fate(fate: Fate, names: Names) -> str:
    fields = {"who": names.title(fate.seat), "what": "; ".join(fate.told) or say("nothing else")}
    if fate.wins:
        return say("{who} wins: {what}.", **fields)
    return say("{who} loses: {what}.", **fields)


def passed_told(knowledge: Knowledge, *, memory_aid: bool) -> tuple[str, ...]:
    """The cards seen and passed on, the latest pack first."""
    if not memory_aid:
        return (say("The host of this table has switched the list of cards passed on off."),)
    told = tuple(
        say(
            "Age {age}, round {round}: kept {kept}; passed on {names}.",
            age=age_name(pack.age),
            round=pack.round,
            kept=", ".join(card_name(face.card) for face in pack.kept) or say("nothing"),
            names=", ".join(pack_passed(pack)) or say("nothing"),
        )
        for pack in reversed(knowledge.seen)
    )
    return told or (say("You have not picked anything yet."),)


def kept_told(knowledge: Knowledge) -> str:
    """The cards drafted so far in this Age."""
    names = ", ".join(card_name(face.card) for face in knowledge.picks)
    return say("Kept so far: {names}.", names=names or say("nothing"))
