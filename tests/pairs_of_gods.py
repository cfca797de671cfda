"""Random games with every pair of gods at every number of seats, and the digest of their states.

Both gods act in each game, and a Mystic fights in it. `tests/data/pairs_of_gods.txt` has one line a
game: the gods, the seats, the seed, the digest. `python -m tests.pairs_of_gods` writes it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, count, product
from pathlib import Path
from typing import Final

from engine.battle_changes import PlayOpenCard, StartBattle
from engine.canonical import canonical
from engine.changes import GainGlory, RaiseStat
from engine.story import GodNote, StatLostNote, Story, StoryItem
from engine.terms import MAX_PLAYERS, MIN_PLAYERS, Deity
from tests.game import random_play

FILE: Final = Path(__file__).parent / "data" / "pairs_of_gods.txt"


@dataclass(frozen=True, slots=True)
class PairGame:
    """A random game: two gods in the order drawn, seats and seed."""

    gods: tuple[Deity, Deity]
    players: int
    seed: int

    def play(self) -> tuple[str, Story]:
        """Play the game; return the digest of its states, and its story."""
        digest = hashlib.sha256()
        story: Story = ()
        for game in random_play(
            self.players, self.seed, gods=True, mystics=True, deities=self.gods
        ):
            digest.update(repr(canonical(game.state)).encode())
            story = game.story
        return digest.hexdigest(), story


def actor(item: StoryItem) -> Deity | None:
    """Return the god whose power an item of a story shows, if any (L39)."""
    match item:
        case GodNote():
            return item.deity
        case PlayOpenCard():
            return Deity.HEIMDALL
        case GainGlory() | RaiseStat() | StatLostNote():
            return item.source if isinstance(item.source, Deity) else None
        case _:
            return None


def is_rich(gods: tuple[Deity, Deity], story: Story) -> bool:
    """Whether both gods acted, and a Mystic took part in a battle."""
    fought = any(
        force.mystics for item in story if isinstance(item, StartBattle) for force in item.forces
    )
    return fought and {actor(item) for item in story} >= {*gods}


def tables() -> Iterator[tuple[tuple[Deity, Deity], int]]:
    """Yield each pair with each number of seats; half of the pairs in the other order."""
    for number, (one, other) in enumerate(combinations(Deity, 2)):
        pair = (other, one) if number % 2 else (one, other)
        yield from product((pair,), range(MIN_PLAYERS, MAX_PLAYERS + 1))


def digests() -> dict[PairGame, str]:
    """Return the games of the file, each with its digest."""
    found = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        one, other, players, seed, digest = line.split(" ")
        found[PairGame((Deity(one), Deity(other)), int(players), int(seed))] = digest
    return found


def write_all() -> None:
    """Look for the first rich game of each table, and write the file."""
    lines = []
    for gods, players in tables():
        for seed in count():
            digest, story = PairGame(gods, players, seed).play()
            if is_rich(gods, story):
                lines.append(f"{gods[0]} {gods[1]} {players} {seed} {digest}\n")
                break
    FILE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    write_all()
