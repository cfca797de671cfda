"""The terms of a table as rows that can be turned with the arrows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from client.text.box_words import ODINS_CHOSEN, THORS_CHOSEN, GameBox
from client.text.catalogue import say
from client.ui.list_keys import following
from engine.state import Options, Rulings
from engine.terms import OdinsChosen, RageReturn, ThorsChosen
from engine.values import Value, replace
from protocol.cards.card_faces import cards_digest
from protocol.charter import NO_CLOCK, Charter, Clock, ClockKind
from protocol.quorum import Quorum

_WAYS: Final = {
    RageReturn.SPENT: "those who ran out",
    RageReturn.ALWAYS: "everyone",
    RageReturn.NEVER: "nobody",
}
_VILLAGES: Final = {OdinsChosen.ANY: "of any clan", OdinsChosen.ENEMY: "of other clans"}
_PAID: Final = {ThorsChosen.TOOK_PART: "all that took part", ThorsChosen.SURVIVING: "survivors"}
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


class Term(Value):
    """A term: its name and value, its turn by a step, and a `note` on a box in use."""

    name: str
    value: str
    turn: Callable[[int], Charter]
    note: str = ""


def term_list(terms: Charter) -> tuple[Term, ...]:
    """Return the terms in their order (docs/rules.md, table rulings); rulings follow their box."""
    return (*_of_options(terms), *_of_table(terms))


def term_rows(terms: Charter) -> tuple[tuple[str, str], ...]:
    """Return each term with its present value."""
    return tuple((term.name, term.value) for term in term_list(terms))


def turned(terms: Charter, row: int, step: int) -> Charter:
    """Return the terms with the one in a row turned by a step."""
    return term_list(terms)[row].turn(step)


def _of_options(terms: Charter) -> Iterator[Term]:
    """Yield the terms that change the rules, and so perhaps the cards."""
    options = terms.options
    rulings = options.rulings

    def rule(made: Rulings) -> Charter:
        return _with_options(terms, replace(options, rulings=made))

    prowess, draft = rulings.prowess_before_trickery, rulings.draft
    yield Term(say("Card draft"), _yes(draft), lambda _: rule(replace(rulings, draft=not draft)))
    yield Term(
        say("Tyr's Prowess before Loki's Trickery"),
        _yes(prowess),
        lambda _: rule(replace(rulings, prowess_before_trickery=not prowess)),
    )
    yield Term(
        say("Players who act again when Rage returns"),
        say(_WAYS[rulings.rage_return]),
        lambda step: rule(
            replace(rulings, rage_return=following(tuple(RageReturn), rulings.rage_return, step))
        ),
    )
    yield Term(
        say("Strength of a Leader"),
        str(rulings.leader_strength),
        lambda _: rule(replace(rulings, leader_strength=5 - rulings.leader_strength)),
    )
    yield Term(
        say("Strength and price of a ship"),
        str(rulings.ship_strength),
        lambda _: rule(replace(rulings, ship_strength=5 - rulings.ship_strength)),
    )
    yield from (_of_box(terms, box) for box in GameBox)
    if options.mystics:
        yield from _of_mystics(rulings, rule)


def _with_options(terms: Charter, options: Options) -> Charter:
    return replace(terms, options=options, cards=cards_digest(options))


def _of_box(terms: Charter, box: GameBox) -> Term:
    options, in_use = terms.options, box.is_in(terms.options)
    return Term(
        box.named,
        _yes(in_use),
        lambda _: _with_options(terms, box.put(options, in_use=not in_use)),
        box.about if in_use else "",
    )


def _of_mystics(rulings: Rulings, rule: Callable[[Rulings], Charter]) -> Iterator[Term]:
    """Yield the rulings about cards of Mystics of Midgard."""
    odin, thor = rulings.odins_chosen, rulings.thors_chosen
    yield Term(
        say("Villages a Mystic may take"),
        say(_VILLAGES[odin]),
        lambda step: rule(replace(rulings, odins_chosen=following(tuple(OdinsChosen), odin, step))),
        say(ODINS_CHOSEN[odin]),
    )
    yield Term(
        say("Mystics that Thor's Chosen pays for"),
        say(_PAID[thor]),
        lambda step: rule(replace(rulings, thors_chosen=following(tuple(ThorsChosen), thor, step))),
        say(THORS_CHOSEN[thor]),
    )


def _of_table(terms: Charter) -> Iterator[Term]:
    """Yield the terms about time, absences, spectators and aids."""
    yield Term(
        say("Time for an answer"),
        clock_told(terms.clock),
        lambda step: replace(terms, clock=following(_CLOCKS, terms.clock, step)),
    )
    yield Term(
        say("Go on without a silent player"),
        say(_QUORUMS[terms.quorum]),
        lambda step: replace(terms, quorum=following(tuple(Quorum), terms.quorum, step)),
    )
    yield Term(
        say("Anyone with the invitation can watch"),
        _yes(terms.spectators),
        lambda _: replace(terms, spectators=not terms.spectators),
    )
    yield Term(
        say("List the cards you saw and passed on"),
        _yes(terms.memory_aid),
        lambda _: replace(terms, memory_aid=not terms.memory_aid),
    )
    yield Term(
        say("Show all hands after the game"),
        _yes(terms.open_graves),
        lambda _: replace(terms, open_graves=not terms.open_graves),
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
