"""Whole games of bots at full speed: no clock, no screen, no waiting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from time import process_time
from typing import Final

from client.tables.local_table import Chair, LocalTable, shuffled
from client.text.glory import glory_rows
from engine.scoring import winners
from engine.state import Options
from engine.terms import SEAT_LETTERS, Seat
from engine.values import Value
from protocol.wire.codec import state_digest

DEFAULT_LEVEL: Final = "karl"


class GameResult(Value):
    """The outcome of a game of bots.

    `sources` are the parts of the Glory by seat and `GlorySource`. `decisions` counts questions
    with two answers or more. `seconds` is the processor time of this process, and the only part
    that differs the next time.
    """

    players: int
    seed: int
    levels: tuple[str, ...]
    glory: tuple[int, ...]
    sources: tuple[tuple[int, ...], ...]
    winners: tuple[Seat, ...]
    actions: int
    digest: str
    decisions: int
    seconds: float


class Summary(Value):
    """Totals of many games; seconds are processor time."""

    games: int
    seconds: float
    games_per_s: float
    decisions_per_s: float


def levels_for(players: int, levels: Sequence[str]) -> tuple[str, ...]:
    """Return a level for each seat; the last one given applies to all further seats."""
    given = tuple(levels) or (DEFAULT_LEVEL,)
    return (*given, *(given[-1:] * players))[:players]


def bot_table(
    players: int, seed: int, levels: Sequence[str] = (), options: Options | None = None
) -> LocalTable:
    """Make a table with a bot in every seat.

    Raises:
        ValueError: a level is unknown.
    """
    chairs = tuple(
        Chair(f"{level} {letter}", level)
        for level, letter in zip(levels_for(players, levels), SEAT_LETTERS, strict=False)
    )
    set_up = shuffled(chairs, seed, options or Options())
    return LocalTable(set_up, chance=Random(f"bots {seed}"))


def play_game(
    players: int, seed: int, levels: Sequence[str] = (), options: Options | None = None
) -> GameResult:
    """Play one game of bots to its end; the same arguments give the same game."""
    began = process_time()
    table = bot_table(players, seed, levels, options)
    stories = [applied.story for applied in table.play()]
    rows = sorted(glory_rows(stories, players), key=lambda row: row.seat)
    return GameResult(
        players=players,
        seed=seed,
        levels=levels_for(players, levels),
        glory=tuple(clan.glory for clan in table.state.clans),
        sources=tuple(row.parts for row in rows),
        winners=winners(table.state),
        actions=table.actions,
        digest=state_digest(table.state),
        decisions=table.decisions,
        seconds=process_time() - began,
    )


def run_sim(
    players: int,
    games: int,
    seed: int,
    levels: Sequence[str] = (),
    options: Options | None = None,
    *,
    rotates: bool = False,
) -> Iterator[GameResult]:
    """Play games one after another; game n of a run has the seed `seed` + n.

    If it `rotates`, all move one seat on after each game.
    """
    seated = levels_for(players, levels)
    for number in range(games):
        yield play_game(players, seed + number, seated, options)
        if rotates:
            seated = (seated[-1], *seated[:-1])


def summarise(results: Iterable[GameResult]) -> Summary:
    """Add up the games of a run."""
    done = tuple(results)
    seconds = sum(result.seconds for result in done)
    decisions = sum(result.decisions for result in done)
    rate = 1 / seconds if seconds else 0.0
    return Summary(len(done), seconds, len(done) * rate, decisions * rate)
