"""Strength of the bots: shares of games won, and Glory. Ties are shared."""

from typing import Final

from client.tables.simulate import GameResult, run_sim, summarise
from engine.terms import Seat

GAMES: Final = 200
DUEL_SHARE: Final = 0.9
"""Share of games a karl must win against one thrall."""
TABLE_SHARE: Final = 0.7
"""Share of games a karl must win against three thralls."""
WINNER_GLORY: Final = 65
"""Mean Glory of the winner among four karls."""


def run() -> list[str]:
    """Return the lines to print. Takes a minute or two."""
    duel = tuple(run_sim(2, GAMES, 0, ("karl", "thrall")))
    table = tuple(run_sim(4, GAMES, 0, ("karl", "thrall")))
    karls = tuple(run_sim(4, GAMES, 0, ("karl",)))
    speed = summarise(karls)
    return [
        f"karl against a thrall: {share(duel):.1%} of {GAMES} games, {DUEL_SHARE:.0%} required",
        (
            f"karl against three thralls: {share(table):.1%} of {GAMES} games,"
            f" {TABLE_SHARE:.0%} required"
        ),
        (
            f"four karls: the winner has {winner_glory(karls):.1f} Glory on average"
            f" in {GAMES} games, {WINNER_GLORY} required; all have {mean_glory(karls):.1f}"
        ),
        (
            f"four karls: {speed.games_per_s:.1f} games/s, {1000 / speed.decisions_per_s:.2f} ms of"
            " processor time a decision"
        ),
    ]


def share(results: tuple[GameResult, ...]) -> float:
    """Return the share of games the first seat won; a shared victory is a part of one."""
    won = sum(1 / len(result.winners) for result in results if Seat(0) in result.winners)
    return won / len(results)


def winner_glory(results: tuple[GameResult, ...]) -> float:
    """Return the mean Glory of the winners."""
    return sum(max(result.glory) for result in results) / len(results)


def mean_glory(results: tuple[GameResult, ...]) -> float:
    """Return the mean Glory of all seats."""
    return sum(sum(result.glory) / result.players for result in results) / len(results)
