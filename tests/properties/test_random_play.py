"""Whole games with random legal answers, and everything that must hold at every step.

`Game` checks the invariants of the state after every action; here are those that need more
than one state, or the seats' knowledge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from engine.battle_changes import StartBattle
from engine.changes import EndGame, GainGlory, GainRage, LoseGlory, LoseRage, PayRage
from engine.play import apply, is_over
from engine.state import Rulings
from engine.terms import Box, CardId, OdinsChosen, Phase, RageReturn, ThorsChosen
from tests.decks import copies
from tests.game import Game, random_play

DEFAULTS = Rulings()
EVERYTHING_ELSE = Rulings(
    draft=False,
    prowess_before_trickery=False,
    rage_return=RageReturn.NEVER,
    leader_strength=2,
    ship_strength=3,
    odins_chosen=OdinsChosen.ENEMY,
    thors_chosen=ThorsChosen.SURVIVING,
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of table: its rulings, its boxes, and its absences among a hundred decisions."""

    rulings: Rulings = DEFAULTS
    kickstarter: bool = False
    boxes: bool = False
    absences: int = 0

    def play(self, players: int, seed: int) -> Iterator[Game]:
        """Play a random game at such a table, with Gods of Asgard and Mystics if it has `boxes`."""
        return random_play(
            players,
            seed,
            rulings=self.rulings,
            kickstarter=self.kickstarter,
            gods=self.boxes,
            mystics=self.boxes,
            absences=self.absences,
        )


TABLES = {
    "plain": Kind(),
    "kickstarter": Kind(Rulings(rage_return=RageReturn.ALWAYS), kickstarter=True),
    "rulings": Kind(EVERYTHING_ELSE),
    "absences": Kind(kickstarter=True, absences=8),
    "boxes": Kind(boxes=True),
    "boxes-rulings": Kind(EVERYTHING_ELSE, kickstarter=True, boxes=True, absences=4),
}

PRINTED = Counter(copy.face.card for copy in copies())


def whole_game(players: int, seed: int, kind: str) -> Game:
    """Play a game to its end, checked after every move."""
    game = None
    for game in TABLES[kind].play(players, seed):
        if not game.state.given:
            hands_are_known(game)
    assert game is not None
    return game


def hands_are_known(game: Game) -> None:
    """Require that the state counts each seat's cards, and that no card is in two places."""
    held: Counter[CardId] = Counter()
    for clan, known in zip(game.state.clans, game.knowledge, strict=True):
        assert (clan.hand, clan.kept, clan.quests) == (
            len(known.hand),
            len(known.kept),
            len(known.quests),
        )
        own = (*known.hand, *known.kept, *known.quests, *known.picks, *known.pack)
        held.update(face.card for face in own)
        held.update(clan.upgrades)
        if known.laid is not None:
            held[known.laid.card] += 1
    assert held <= PRINTED


def totals_add_up(game: Game) -> None:
    """Require that every total in the story is the sum of the parts before it."""
    glory = [0] * game.state.players
    for item in game.story:
        if isinstance(item, GainGlory | LoseGlory):
            gain = item.amount if isinstance(item, GainGlory) else -item.amount
            glory[item.seat] += gain
            assert item.total == glory[item.seat]
        if isinstance(item, GainGlory | GainRage | LoseGlory | LoseRage | PayRage):
            assert item.amount > 0
    assert tuple(glory) == tuple(clan.glory for clan in game.state.clans)


def ended_well(game: Game) -> None:
    """Require that the game is over, its winners have the most Glory, and nothing is left to do."""
    assert is_over(game.state)
    assert game.state.phase is Phase.END
    assert (game.state.owed, game.state.agenda, game.state.given) == ((), (), ())
    (end,) = game.told(EndGame)
    best = max(end.glory)
    assert all((end.glory[seat] == best) is (seat in end.winners) for seat in range(len(end.glory)))


def replays(game: Game, first: Game) -> None:
    """Require that the same actions from the same start give the same state and story."""
    state = first.state
    story = first.story
    for action in game.actions[len(first.actions) :]:
        outcome = apply(state, action)
        assert apply(state, action) == outcome
        state = outcome.state
        story += outcome.story
    assert state == game.state
    assert story == game.story


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_random_games_end_with_every_invariant_kept(players: int, seed: int, kind: str) -> None:
    game = whole_game(players, 1000 * players + seed, kind)
    totals_add_up(game)
    ended_well(game)


@pytest.mark.parametrize(
    ("players", "kind"),
    [(2, "plain"), (3, "rulings"), (4, "absences"), (5, "boxes"), (2, "boxes-rulings")],
)
def test_replaying_every_action_gives_the_same_game(players: int, kind: str) -> None:
    *_, game = TABLES[kind].play(players, players)
    replays(game, next(TABLES[kind].play(players, players)))


def test_random_games_contain_battles_of_every_size() -> None:
    sizes: Counter[int] = Counter()
    for seed in range(6):
        *_, game = random_play(5, seed)
        sizes.update(len(item.participants) for item in game.told(StartBattle))
    assert {2, 3} <= set(sizes)


def test_box_cards_appear_only_when_agreed() -> None:
    extra = {copy.face.card for copy in copies() if copy.box is Box.KICKSTARTER}
    for game in random_play(3, 3):
        held = {face.card for known in game.knowledge for face in known.hand}
        assert not held & extra


@pytest.mark.soak
@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_thousands_of_random_games_keep_every_invariant(players: int, kind: str) -> None:
    chance = Random(f"{players} {kind}")
    for _ in range(250):
        game = whole_game(players, chance.randrange(10**9), kind)
        totals_add_up(game)
        ended_well(game)
