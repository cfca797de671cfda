"""What results add up to: in all, by clan, by opponent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from client.storage.results_index import Result


@dataclass(slots=True)
class Tally:
    """Some games: how many, how many won, and the own Glory of all of them."""

    games: int = 0
    wins: int = 0
    glory: int = 0

    def add(self, result: Result) -> None:
        """Count one more."""
        self.games += 1
        self.wins += result.won
        self.glory += result.glory

    @property
    def mean(self) -> float:
        """The own Glory on average."""
        return self.glory / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True)
class Statistics:
    """All own games; opponents are named with whether they are bots."""

    all: Tally = field(default_factory=Tally)
    by_clan: dict[str, Tally] = field(default_factory=dict)
    by_opponent: dict[tuple[str, bool], Tally] = field(default_factory=dict)


def statistics(results: Iterable[Result]) -> Statistics:
    """Count the games that are one's own results."""
    found = Statistics()
    for result in results:
        if not result.counts or result.own is None:
            continue
        found.all.add(result)
        found.by_clan.setdefault(result.players[result.own].clan, Tally()).add(result)
        others = {
            (one.name, one.is_bot) for seat, one in enumerate(result.players) if seat != result.own
        }
        for other in others:
            found.by_opponent.setdefault(other, Tally()).add(result)
    return found
