"""Golden games: every public action with the digest of the state it leads to.

A file begins with the line of the first state. Then comes one line per action: the digests of
the new state and of the story (`-` if empty), eight digits each, and the action. Games
are those of `tests.game.random_play`; the seeds are chosen so that together every card is
played, every text acts and every kind of action, change and note occurs.

`python -m tests.sagas` rewrites all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from engine.notation import write_move
from engine.notation_state import write_state
from engine.play import apply
from engine.state import GameState, Rulings
from engine.story import Story
from engine.terms import RageReturn
from protocol.wire.codec import state_digest
from tests.game import Game, random_play

FOLDER = Path(__file__).parent / "sagas"
DEFAULTS = Rulings()


@dataclass(frozen=True, slots=True)
class Table:
    """A kind of table, and the seed of the game played on it."""

    name: str
    players: int
    seed: int
    rulings: Rulings = DEFAULTS
    kickstarter: bool = False
    gods: bool = False
    mystics: bool = False
    absences: int = 0

    @property
    def path(self) -> Path:
        """The path of the saga."""
        return FOLDER / f"{self.name}.saga"


TABLES = (
    Table("two", 2, 23),
    Table("three", 3, 18),
    Table("four", 4, 26),
    Table("five", 5, 58),
    Table("kickstarter", 5, 58, kickstarter=True),
    Table("equals", 5, 222, kickstarter=True),
    Table("without-draft", 4, 51, Rulings(draft=False)),
    Table(
        "other-rulings",
        3,
        48,
        Rulings(
            prowess_before_trickery=False,
            rage_return=RageReturn.ALWAYS,
            leader_strength=2,
            ship_strength=3,
        ),
    ),
    Table("never", 4, 24, Rulings(rage_return=RageReturn.NEVER), kickstarter=True),
    Table("gods", 4, 54, gods=True, mystics=True),
    Table("chosen", 4, 73, gods=True, mystics=True),
    Table("repelled", 5, 1062, gods=True, mystics=True),
    Table("absences", 4, 101, kickstarter=True, absences=6),
)


def game_of(table: Table) -> Iterator[Game]:
    """Play the game of a table; yield it after the start and after every move."""
    return random_play(
        table.players,
        table.seed,
        rulings=table.rulings,
        kickstarter=table.kickstarter,
        gods=table.gods,
        mystics=table.mystics,
        absences=table.absences,
    )


def state_word(state: GameState) -> str:
    """Return the beginning of the digest of a state."""
    return state_digest(state)[:8]


def story_word(story: Story) -> str:
    """Return the beginning of the digest of a story; `-` if it is empty."""
    return sha256(repr(story).encode()).hexdigest()[:8] if story else "-"


def write_line(action_line: str, state: GameState, story: Story) -> str:
    """Write one action with its result."""
    return f"{state_word(state)} {story_word(story)} {action_line}"


def saga(table: Table) -> str:
    """Return the whole text of a saga."""
    games = game_of(table)
    game = next(games)
    state, opening = game.state, len(game.actions)
    *_, game = games
    lines = [write_state(state)]
    for action in game.actions[opening:]:
        outcome = apply(state, action)
        state = outcome.state
        lines.append(write_line(write_move(action), state, outcome.story))
    return "\n".join(lines) + "\n"


def write_all() -> None:
    """Rewrite every saga."""
    for table in TABLES:
        table.path.write_text(saga(table), encoding="utf-8")


if __name__ == "__main__":
    write_all()
