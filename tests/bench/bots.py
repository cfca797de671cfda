"""Strength of the bots: shares of games won, and Glory. Ties are shared."""

from random import Random
from time import process_time
from typing import Final
from unittest.mock import patch

from client.bots import LEVELS, Bot, Situation
from client.tables.simulate import GameResult, run_sim, summarise
from client.tables.tournament import standings
from engine.actions import Intent
from engine.terms import Seat

GAMES: Final = 200
DUEL_SHARE: Final = 0.9
"""Share of games a karl must win against one thrall."""
TABLE_SHARE: Final = 0.7
"""Share of games a karl must win against three thralls."""
WINNER_GLORY: Final = 65
"""Mean Glory of the winner among four karls."""

JARL_GAMES: Final = {2: 24, 4: 12, 5: 6}
"""Games of a jarl by number of seats: a look, not the match of docs/bots.md."""
MOST_SECONDS: Final = 2.0
"""Processor time a decision of a jarl may take."""


def run() -> list[str]:
    """Return the lines to print. Takes a minute or two."""
    duel = tuple(run_sim(2, GAMES, 0, ("karl", "thrall")))
    table = tuple(run_sim(4, GAMES, 0, ("karl", "thrall")))
    karls = tuple(run_sim(4, GAMES, 0, ("karl",)))
    speed = summarise(karls)
    return [
        *jarls(),
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


def jarls() -> list[str]:
    """Return lines about a jarl against karls: first places, and the dearest of its decisions."""
    lines = []
    for players, games in JARL_GAMES.items():
        watch = _Watch(LEVELS["jarl"])
        with patch.dict(LEVELS, jarl=watch):
            run = tuple(run_sim(players, games, 0, ("jarl", "karl"), rotates=True))
        jarl = standings(run)[0]
        lines.append(
            f"jarl against {players - 1} karls: {jarl.first:.1%} of {games} games"
            f" ({jarl.low:.0%} to {jarl.high:.0%}; by lot {jarl.chance:.0%}); its decisions took"
            f" {1000 * watch.seconds / watch.asked:.0f} ms of processor time,"
            f" {watch.worst:.2f} s at most, {MOST_SECONDS:.0f} s allowed"
        )
    return lines


class _Watch:
    """A bot whose processor time is measured."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.asked = 0
        self.seconds = self.worst = 0.0

    def __call__(self, situation: Situation, chance: Random) -> Intent:
        began = process_time()
        answer = self._bot(situation, chance)
        took = process_time() - began
        self.asked += 1
        self.seconds += took
        self.worst = max(self.worst, took)
        return answer


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
