"""Results, statistics, records and saved games as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, TypeVar

from client.storage.collect_results import ListedRecord
from client.storage.results import (
    Player,
    Result,
    Statistics,
    Tally,
    first_ends,
    statistics,
    tables_with_two_ends,
)
from client.storage.saved_games import Saved, SavedTable
from client.text.box_words import boxes_told
from client.text.catalogue import listed, say, say_many
from client.text.names import clan_name
from client.text.wrapping import columns
from engine.terms import ClanName

Key = TypeVar("Key")
_SHOWN_NAMES: Final = 34


def date_of(when: datetime) -> str:
    """Return the day in the time zone of this machine."""
    return when.astimezone().strftime("%Y-%m-%d")


def clan_of(player: Player) -> str:
    """Return the clan of a player, "-" if it is unknown."""
    known = {str(clan): clan for clan in ClanName}
    return clan_name(known[player.clan]) if player.clan in known else "-"


def _called(player: Player) -> str:
    return player.name or clan_of(player)


def history_lines(results: Sequence[Result], wrong: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the results of the person here, newest first, then the statistics.

    A table counts once, with the end that was kept first. Records named in `wrong` failed their
    check.
    """
    own = first_ends(one for one in results if one.counts)
    if not own:
        return (say("You have not finished a game yet."),)
    bad, split = frozenset(wrong), tables_with_two_ends(results)
    head = (say("date"), say("place"), say("Glory"), say("clan"), say("against"), say("length"))
    rows = [
        head,
        *(
            _row(one, _notes(one, bad, split))
            for one in sorted(own, key=lambda one: one.when, reverse=True)
        ),
    ]
    return (*columns(rows, frozenset({2})), "", *statistics_lines(statistics(own)))


def _notes(result: Result, bad: frozenset[str], split: frozenset[str]) -> str:
    """Return what is to be said about a result: what is wrong or missing, and its boxes."""
    wrong = say("WRONG") if result.record in bad else ""
    notes = (wrong, *end_notes(result, split), box_note(result))
    return ", ".join(note for note in notes if note)


def box_note(result: Result) -> str:
    """Name the boxes that a game used, "" for the base game alone."""
    told = boxes_told(result.boxes)
    return say("with {boxes}", boxes=told) if told else ""


def end_notes(result: Result, split: frozenset[str]) -> tuple[str, ...]:
    """Return the persons that did not sign a result, and whether its table has two ends."""
    found = []
    if result.without:
        found.append(say("away: {names}", names=listed(result.without)))
    if result.table in split:
        found.append(say("two ends"))
    return tuple(found)


def _row(result: Result, note: str) -> tuple[str, ...]:
    assert result.own is not None
    others = [one for seat, one in enumerate(result.players) if seat != result.own]
    names = ", ".join(map(_called, others))
    if len(names) > _SHOWN_NAMES:
        names = names[: _SHOWN_NAMES - 1] + "…"
    minutes = "" if result.minutes is None else say("{minutes} min", minutes=result.minutes)
    length = minutes or say("{count} moves", count=result.actions)
    place = say("{place} of {players}", place=result.place, players=len(result.players))
    clan = clan_of(result.players[result.own])
    return (date_of(result.when), place, str(result.glory), clan, names, f"{length} {note}".strip())


def statistics_lines(found: Statistics) -> tuple[str, ...]:
    """Return the statistics: in all, by clan, by opponent."""
    lines = [_tally(found.all), ""]
    rows = [(say("clan"), say("games"), say("won"), say("mean Glory"))]
    known = {str(clan): clan_name(clan) for clan in ClanName}
    rows += [(known.get(clan, "-"), *_numbers(one)) for clan, one in _most(found.by_clan)]
    lines += columns(rows, frozenset({1, 2, 3}))
    rows = [(say("against"), say("games"), say("won"), say("mean Glory"))]
    rows += [
        (say("{name} (bot)", name=name) if is_bot else name, *_numbers(one))
        for (name, is_bot), one in _most(found.by_opponent)
    ]
    return (*lines, "", *columns(rows, frozenset({1, 2, 3})))


def _most(tallies: Mapping[Key, Tally]) -> list[tuple[Key, Tally]]:
    return sorted(tallies.items(), key=lambda item: (-item[1].games, str(item[0])))


def _numbers(tally: Tally) -> tuple[str, str, str]:
    return str(tally.games), str(tally.wins), f"{tally.mean:.0f}"


def _tally(tally: Tally) -> str:
    return say_many(
        "{count} game, {wins} won; {mean} Glory on average.",
        "{count} games, {wins} won; {mean} Glory on average.",
        tally.games,
        wins=tally.wins,
        mean=f"{tally.mean:.0f}",
    )


def record_rows(records: Sequence[ListedRecord]) -> tuple[str, ...]:
    """Return each record in one line: date, players, result, and how its end is signed."""
    split = tables_with_two_ends(one.result for one in records if one.result is not None)
    return tuple(_record_row(one, split) for one in records)


def _record_row(one: ListedRecord, split: frozenset[str]) -> str:
    day = date_of(one.when)
    result = one.result
    if result is None:
        shown = ", ".join(one.names) or one.path.name
        return say("{day}  {names} (not in your results)", day=day, names=shown)
    best = result.winners
    order = sorted(range(len(result.players)), key=lambda seat: -result.players[seat].glory)
    names = ", ".join(
        f"{_called(result.players[seat])} {result.players[seat].glory}" for seat in order
    )
    if not result.finished:
        return say("{day}  {names} (not finished)", day=day, names=names)
    mark = "√" if result.own in best else " "
    notes = tuple(filter(None, (*end_notes(result, split), box_note(result))))
    return f"{day} {mark} {names}" + (f" ({', '.join(notes)})" if notes else "")


def saved_row(game: Saved) -> str:
    """Return a saved game in one line: its number, the others, and how far it is."""
    if isinstance(game, SavedTable):
        names = enumerate(game.begin.charter.names)
        others = ", ".join(name for at, name in names if at != game.begin.person)
        if game.is_older:
            return say(
                "Game {number} with {names} (older version)", number=game.number, names=others
            )
        return say_many(
            "Game {number} with {names}, {count} answer so far",
            "Game {number} with {names}, {count} answers so far",
            game.given,
            number=game.number,
            names=others,
        )
    bots = ", ".join(f"{name} ({level})" for name, level in game.game.bots)
    return say_many(
        "Game {number} against {bots}, {count} answer so far",
        "Game {number} against {bots}, {count} answers so far",
        game.given,
        number=game.number,
        bots=bots,
    )
