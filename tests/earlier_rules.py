"""Random games by earlier rules, and the digest of all their states.

`tests/data/earlier_rules.txt` was written by the last engine that knew these rules alone. It is
never written again: a difference means that the games of somebody go on in another way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.canonical import canonical
from engine.state import Rulings
from engine.terms import RageReturn
from engine.values import replace
from tests.game import random_play

FILE: Final = Path(__file__).parent / "data" / "earlier_rules.txt"

_OTHER: Final = Rulings(
    draft=False,
    prowess_before_trickery=False,
    rage_return=RageReturn.NEVER,
    leader_strength=2,
    ship_strength=3,
)
_KINDS: Final[dict[str, tuple[Rulings, bool, int]]] = {
    "plain": (Rulings(), False, 0),
    "kickstarter": (Rulings(rage_return=RageReturn.ALWAYS), True, 0),
    "rulings": (_OTHER, False, 0),
    "absences": (Rulings(), True, 8),
}


@dataclass(frozen=True, slots=True)
class EarlierGame:
    """A random game: rules, kind of table, seats and seed."""

    rules: int
    kind: str
    players: int
    seed: int

    def digest(self, *, played_by: int | None = None) -> str:
        """Play the game, by other rules if told; digest each state as one of its own rules."""
        rulings, kickstarter, absences = _KINDS[self.kind]
        digest = hashlib.sha256()
        for game in random_play(
            self.players,
            self.seed,
            rulings=rulings,
            kickstarter=kickstarter,
            rules=played_by or self.rules,
            absences=absences,
        ):
            options = replace(game.state.options, rules_version=self.rules)
            form = canonical(replace(game.state, options=options))
            digest.update(repr(form).encode())
        return digest.hexdigest()


def games() -> Iterator[EarlierGame]:
    """Yield the games of the file in its order."""
    for rules in (1, 2):
        for kind in _KINDS:
            for players in (2, 3, 4, 5):
                for seed in range(8):
                    yield EarlierGame(rules, kind, players, 100 * players + seed)


def digests() -> dict[EarlierGame, str]:
    """Return the digest of each game as the earlier engine came to it."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(zip(games(), lines, strict=True))
