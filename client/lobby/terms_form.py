"""The terms of a table as rows that can be turned with the arrows."""

from __future__ import annotations

from typing import Final

from client.text.catalogue import say
from client.ui.list_keys import following
from engine.state import Options
from engine.terms import RageReturn
from engine.values import replace
from protocol.cards.card_faces import cards_digest
from protocol.charter import NO_CLOCK, Charter, Clock, ClockKind
from protocol.quorum import Quorum

_WAYS: Final = {
    RageReturn.SPENT: "those who ran out",
    RageReturn.ALWAYS: "everyone",
    RageReturn.NEVER: "nobody",
}
_QUORUMS: Final = {
    Quorum.HALF: "if more than half agree",
    Quorum.ALL_BUT_ONE: "if all but one agree",
    Quorum.NOBODY: "never",
}
_GOING_ON: Final = {
    (2, 3): "Two of three players can go on without a silent one.",
    (3, 4): "Three of four players can go on without a silent one.",
    (3, 5): "Three of five players can go on without two silent ones.",
    (4, 5): "Four of five players can go on without a silent one.",
}
"""The meaning of a quorum by the persons needed and the persons at the table."""
_CLOCKS: Final = (
    NO_CLOCK,
    Clock(ClockKind.SOFT, 120),
    Clock(ClockKind.SOFT, 300),
    Clock(ClockKind.HARD, 60, 600),
    Clock(ClockKind.HARD, 180, 900),
    Clock(ClockKind.HARD, 86_400, 0),
)
"""The clocks to agree on: seconds for an answer, and a bank for the whole game."""
_TWO: Final = 2


def term_rows(terms: Charter) -> tuple[tuple[str, str], ...]:
    """Return each term with its present value (docs/rules.md, table rulings)."""
    options = terms.options
    rulings = options.rulings
    return (
        (say("Card draft"), _yes(rulings.draft)),
        (say("Tyr's Prowess before Loki's Trickery"), _yes(rulings.prowess_before_trickery)),
        (say("Players who act again when Rage returns"), say(_WAYS[rulings.rage_return])),
        (say("Strength of a Leader"), str(rulings.leader_strength)),
        (say("Strength and price of a ship"), str(rulings.ship_strength)),
        (say("Kickstarter monsters"), _yes(options.kickstarter)),
        (say("Time for an answer"), clock_told(terms.clock)),
        (say("Go on without a silent player"), say(_QUORUMS[terms.quorum])),
        (say("Anyone with the invitation can watch"), _yes(terms.spectators)),
        (say("List the cards you saw and passed on"), _yes(terms.memory_aid)),
        (say("Show all hands after the game"), _yes(terms.open_graves)),
    )


def quorum_told(quorum: Quorum, persons: int) -> str:
    """Say what becomes of a game with so many persons when somebody falls silent.

    A person alone with bots waits for nobody: there is nothing to say.
    """
    if persons < _TWO:
        return ""
    if persons == _TWO:
        return say(
            "If a player stops answering, the game waits. It is saved; you can continue "
            "another day."
        )
    if quorum is Quorum.NOBODY:
        return say("Nobody drops out for silence: the table waits, or you continue another day.")
    return say(_GOING_ON[quorum.needed(persons), persons])


def clock_told(clock: Clock) -> str:
    """Say how long a table waits, and what happens then."""
    limit = _span(clock.limit)
    match clock.kind:
        case ClockKind.NONE:
            return say("no limit")
        case ClockKind.SOFT:
            return say("{limit}, then the others are asked", limit=limit)
        case ClockKind.HARD if clock.bank:
            return say(
                "{limit} + {bank} a game, then the rules answer",
                limit=limit,
                bank=_span(clock.bank),
            )
        case ClockKind.HARD:
            return say("{limit}, then the rules answer", limit=limit)


def _span(seconds: int) -> str:
    """Return a time in hours, minutes and seconds, without those that are none."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    told = [say("{count} h", count=hours)] if hours else []
    told += [say("{count} min", count=minutes)] if minutes else []
    told += [say("{count} s", count=rest)] if rest or not told else []
    return " ".join(told)


def _yes(value: bool) -> str:  # noqa: FBT001 - the value to show
    return say("yes") if value else say("no")


def turned(terms: Charter, row: int, step: int) -> Charter:
    """Return the terms with the one in a row turned by a step."""
    match row:
        case 6:
            return replace(terms, clock=following(_CLOCKS, terms.clock, step))
        case 7:
            return replace(terms, quorum=following(tuple(Quorum), terms.quorum, step))
        case 8:
            return replace(terms, spectators=not terms.spectators)
        case 9:
            return replace(terms, memory_aid=not terms.memory_aid)
        case 10:
            return replace(terms, open_graves=not terms.open_graves)
        case _:
            options = _turned(terms.options, row, step)
            return replace(terms, options=options, cards=cards_digest(options))


def _turned(options: Options, row: int, step: int) -> Options:
    rulings = options.rulings
    match row:
        case 0:
            rulings = replace(rulings, draft=not rulings.draft)
        case 1:
            first = not rulings.prowess_before_trickery
            rulings = replace(rulings, prowess_before_trickery=first)
        case 2:
            rulings = replace(
                rulings, rage_return=following(tuple(RageReturn), rulings.rage_return, step)
            )
        case 3:
            rulings = replace(rulings, leader_strength=5 - rulings.leader_strength)
        case 4:
            rulings = replace(rulings, ship_strength=5 - rulings.ship_strength)
        case _:
            return replace(options, kickstarter=not options.kickstarter)
    return replace(options, rulings=rulings)
