"""The battle overlay while a battle is followed: the four steps, strengths, what happens."""

from __future__ import annotations

from itertools import dropwhile

from client.text.battles import battle_rows, card_now, rows_now
from client.text.log import LogLine, lines
from client.text.names import Names
from client.view import BattleView, Strip
from engine.battle_changes import (
    DecideBattle,
    EndBattle,
    LayCard,
    RevealCard,
    StartBattle,
    ThrowAway,
)
from engine.changes import Change
from engine.perform import perform
from engine.preview import CardOutcome, card_outcome
from engine.state import Battle, GameState
from engine.story import (
    AbsentNote,
    BattleTotal,
    CallEndNote,
    CompareNote,
    DeclineNote,
    NoCardNote,
    Story,
    StoryItem,
)
from engine.terms import Face, Seat

_IN_TABLE = (StartBattle, LayCard, RevealCard, NoCardNote, CallEndNote, DeclineNote)
"""What the table of the battle shows by itself."""


class BattleTeller:
    """Follows one battle after another for one viewer.

    A battle the viewer takes no part in is shown from the reveal on; the steps before are told
    in the log only.
    """

    def __init__(self, viewer: Seat) -> None:
        """Begin with no battle."""
        self._viewer = viewer
        self._battle: Battle | None = None
        self._told: list[str] = []
        self._results: list[str] = []
        self._cards: tuple[str, ...] = ()
        self._totals: tuple[BattleTotal, ...] = ()
        self._winner: Seat | None = None

    @property
    def told(self) -> tuple[str, ...]:
        """What happened in this battle before the totals were compared."""
        return tuple(self._told)

    def tell(
        self, part: Story, before: GameState, after: GameState, told: tuple[LogLine, ...]
    ) -> BattleView | None:
        """The battle as it stands after a moment; None where none is to be shown."""
        state = before
        for item in part:
            if isinstance(item, Change):
                state, _ = perform(state, item)
            self._hear(item, state)
        if not all(isinstance(item, _IN_TABLE) for item in part):
            (self._results if self._totals else self._told).extend(line.short for line in told)
        if any(isinstance(item, StartBattle) for item in part):
            self._told = []
        if any(isinstance(item, EndBattle) for item in part):
            return self._result()
        battle = after.battle
        if battle is None or not (battle.cards or self._viewer in battle.participants):
            return None
        return self.now(after)

    def now(
        self,
        state: GameState,
        outcomes: tuple[CardOutcome, ...] = (),
        foreseen: tuple[str, ...] = (),
    ) -> BattleView | None:
        """The battle that is going on; once decided, with the totals that decided it."""
        battle = state.battle
        assert battle is not None
        if battle.decided and self._totals:
            return self._result()
        return BattleView(
            battle.place,
            battle.pillager,
            Strip.REVEAL if battle.cards else Strip.CHOOSE,
            rows_now(state),
            effects=self.told,
            consequences=foreseen,
            outcomes=outcomes,
        )

    def _hear(self, item: StoryItem, state: GameState) -> None:
        match item:
            case StartBattle() | ThrowAway():
                self._told, self._results, self._totals = [], [], ()
                self._battle = state.battle
            case CompareNote():
                battle = state.battle
                assert battle is not None
                self._totals = item.totals
                self._cards = tuple(card_now(state, battle, seat) for seat in battle.participants)
            case DecideBattle():
                self._winner = item.winner
            case _:
                pass

    def _result(self) -> BattleView | None:
        battle = self._battle
        if battle is None:
            return None
        rows = battle_rows(self._totals, self._cards, self._winner)
        return BattleView(
            battle.place, battle.pillager, Strip.RESULT, rows, self.told, tuple(self._results)
        )


def expected(state: GameState, viewer: Seat, names: Names) -> tuple[str, ...]:
    """What the battle leads to if nobody does anything more; read from the engine."""
    story = card_outcome(state, viewer, None).story
    after = dropwhile(lambda item: not isinstance(item, CompareNote), story)
    told = tuple(item for item in after if not isinstance(item, AbsentNote | DeclineNote))
    return tuple(line.short for line in lines(told, names))


def battle_faces(state: GameState) -> tuple[Face, ...]:
    """The cards that lie open in the battle."""
    if state.battle is None:
        return ()
    return tuple(dict.fromkeys(played.face for played in state.battle.cards))
