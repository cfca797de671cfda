"""The battle overlay while a battle is followed: the four steps, strengths, and effects."""

from __future__ import annotations

from itertools import dropwhile
from typing import Final

from client.prompts.battles import level_told
from client.text.battle_outcome import effects, fates, verdict
from client.text.catalogue import say
from client.text.log_line import counted, shown
from client.text.names import Names, some_of
from client.text.story_lines import lines
from client.ui.view import BattleRow, BattleView, Strip
from engine.battle_changes import (
    DecideBattle,
    EndBattle,
    LayCard,
    PlayOpenCard,
    RevealCard,
    StartBattle,
    ThrowAway,
)
from engine.cards import CARDS
from engine.changes import Change
from engine.decisions import CardDecision, OpenPlayDecision
from engine.preview import CardOutcome
from engine.sheet import is_ship
from engine.state import Battle, GameState, Where
from engine.story import (
    AbsentNote,
    BattleTotal,
    CallEndNote,
    CompareNote,
    DeclineNote,
    NoCardNote,
    PillageNote,
    Story,
    StoryItem,
    StrengthSource,
)
from engine.strength import battle_totals
from engine.terms import WARRIOR, CardId, Deity, Face, FigureKind, Seat, Token
from engine.values import replace
from protocol.rules import rules_for

_IN_TABLE: Final = (
    StartBattle,
    LayCard,
    PlayOpenCard,
    RevealCard,
    NoCardNote,
    CallEndNote,
    DeclineNote,
)
"""Items that the table of the battle shows by itself."""


class BattleNarrator:
    """Follows one battle after another for one viewer.

    A battle without the viewer is shown from the reveal on; the steps before are in the log,
    and all of them are kept to be read again.
    """

    def __init__(self, viewer: Seat | None) -> None:
        """Begin with no battle; a spectator has no seat."""
        self._viewer = viewer
        self._names: Names | None = None
        self._battle: Battle | None = None
        self._token: Token | None = None
        self._god: Deity | None = None
        self._call: list[StoryItem] = []
        self._before: list[StoryItem] = []
        self._after: list[StoryItem] = []
        self._cards: tuple[str, ...] = ()
        self._totals: tuple[BattleTotal, ...] = ()
        self._winner: Seat | None = None
        self._count = 0
        self._open = False
        self._number = 0
        self._steps: tuple[BattleView, ...] = ()
        self._strengths: dict[Seat, int] = {}

    @property
    def number(self) -> int:
        """The number of the battle, counted from 1 with every pillage; 0 between two battles."""
        return self._number

    @property
    def steps(self) -> tuple[BattleView, ...]:
        """Views of the battle after the last beat; the call comes with the choice after it."""
        return self._steps

    def tell(
        self, part: Story, before: GameState, after: GameState, names: Names
    ) -> BattleView | None:
        """Return the battle after a beat; None if there is none to show."""
        self._names = names
        self._number = self._count if self._open else 0
        self._steps = ()
        state = before
        for item in part:
            if isinstance(item, Change):
                state, _ = rules_for(state).perform(state, item)
            self._hear(item, state)
        if any(isinstance(item, EndBattle) for item in part):
            result = self._result()
            self._steps = () if result is None else (result,)
            return result
        if after.battle is None:
            return None
        if any(isinstance(item, ThrowAway) for item in part):
            thrown = self._open_battle(before, names)
            self._steps = (thrown,)
            return thrown
        now = self._grown(self.now(after))
        called = any(isinstance(item, StartBattle) for item in part)
        self._steps = (self._called(after), now) if called else (now,)
        return now if after.battle.cards or self._viewer in after.battle.participants else None

    def _grown(self, view: BattleView) -> BattleView:
        """Return a view whose rows know by how much they grew since the last beat."""
        before = self._strengths
        self._strengths = {row.seat: row.total for row in view.rows}
        rows = tuple(
            replace(row, grown=max(0, row.total - before.get(row.seat, row.total)))
            for row in view.rows
        )
        return replace(view, rows=rows)

    def now(
        self,
        state: GameState,
        outcomes: tuple[CardOutcome, ...] = (),
    ) -> BattleView:
        """Return the battle in progress; once decided, with the totals, but not half a result."""
        battle = state.battle
        assert battle is not None
        result = self._result() if battle.decided else None
        if result is not None:
            return replace(result, strip=Strip.REVEAL, decided=True, fates=(), consequences=())
        return replace(self._open_battle(state, self._names), outcomes=outcomes)

    def _open_battle(self, state: GameState, names: Names | None) -> BattleView:
        battle = state.battle
        assert battle is not None
        return BattleView(
            battle.place,
            battle.pillager,
            Strip.REVEAL if battle.cards and not _plays_openly(state) else Strip.CHOOSE,
            rows_now(state),
            token=self._token or state.board.provinces[battle.place].token,
            effects=() if names is None else effects(tuple(self._before), names),
            god=state.god_at(battle.place),
        )

    def _called(self, state: GameState) -> BattleView:
        """Return the call: the participants, before any card was chosen."""
        assert self._names is not None
        told = [item for item in self._call if not isinstance(item, StartBattle)]
        now = self.now(state)
        rows = tuple(replace(row, card="") for row in now.rows)
        call = tuple(line.short for line in lines(tuple(told), self._names))
        return replace(now, strip=Strip.CALL, rows=rows, effects=call)

    def _hear(self, item: StoryItem, state: GameState) -> None:
        match item:
            case PillageNote():
                self._call, self._battle = [], None
                self._token = item.token
                self._count += 1
                self._open = True
                self._number = self._count
            case StartBattle():
                self._before, self._after, self._totals = [], [], ()
                self._battle, self._strengths = state.battle, {}
                self._god = state.god_at(item.place)
            case ThrowAway():
                self._battle = state.battle
            case CompareNote():
                battle = state.battle
                assert battle is not None
                self._totals = item.totals
                self._cards = tuple(card_now(state, battle, seat) for seat in battle.participants)
            case DecideBattle():
                self._winner = item.winner
            case EndBattle():
                self._open = False
            case _:
                pass
        if self._battle is None:
            self._call.append(item)
        elif self._totals:
            self._after.append(item)
        elif not isinstance(item, _IN_TABLE):
            self._before.append(item)

    def _result(self) -> BattleView | None:
        battle, names = self._battle, self._names
        if battle is None or names is None or not self._totals:
            return None
        own, others = fates(tuple(self._after), battle.participants, self._winner, names)
        return BattleView(
            battle.place,
            battle.pillager,
            Strip.RESULT,
            battle_rows(self._totals, self._cards, self._winner),
            token=self._token,
            god=self._god,
            effects=effects(tuple(self._before), names),
            verdict=verdict(self._totals, self._winner, self._viewer, names),
            fates=own,
            consequences=others,
        )


def expected(state: GameState, viewer: Seat | None, names: Names, view: BattleView) -> BattleView:
    """Return the battle with its outcome if nobody does anything more, read from the engine."""
    assert state.battle is not None
    outcome = rules_for(state).card_outcome(state, state.battle.participants[0], None)
    after = tuple(dropwhile(lambda item: not isinstance(item, CompareNote), outcome.story))
    told = tuple(item for item in after if not isinstance(item, AbsentNote | DeclineNote))
    own, others = fates(told, state.battle.participants, outcome.winner, names)
    return replace(
        view,
        verdict=verdict(outcome.totals, outcome.winner, viewer, names)[:1],
        fates=own,
        consequences=others,
    )


def _plays_openly(state: GameState) -> bool:
    """Whether cards are being played openly, one after the other (L29)."""
    return any(isinstance(due, OpenPlayDecision) for due in rules_for(state).owed(state))


def battle_faces(state: GameState) -> tuple[Face, ...]:
    """Return the open cards of the battle."""
    if state.battle is None:
        return ()
    return tuple(dict.fromkeys(played.face for played in state.battle.cards))


def battle_rows(
    totals: tuple[BattleTotal, ...], cards: tuple[str, ...], winner: Seat | None = None
) -> tuple[BattleRow, ...]:
    """Return the rows of a battle; `cards` has the card of each participant, ordered as totals."""
    return tuple(_row(total, card, winner) for total, card in zip(totals, cards, strict=True))


def rows_now(state: GameState) -> tuple[BattleRow, ...]:
    """Return the rows of the battle in progress, with the known cards."""
    battle = state.battle
    assert battle is not None
    cards = tuple(card_now(state, battle, seat) for seat in battle.participants)
    return battle_rows(battle_totals(state), cards, battle.winner if battle.decided else None)


def card_now(state: GameState, battle: Battle, seat: Seat) -> str:
    """Return the public part of a participant's card: its face, or its progress."""
    played = [one for one in battle.cards if one.seat == seat and one.where is Where.TABLE]
    if played:
        return ", ".join(counted(shown(one.face) for one in played))
    if seat in battle.laid or any(one.seat == seat for one in state.given):
        return say("face down")
    if isinstance(rules_for(state).owed_by(state, seat), CardDecision | OpenPlayDecision):
        return say("choosing")
    return say("no card") if not state.clans[seat].hand else say("none yet")


def _row(total: BattleTotal, card: str, winner: Seat | None) -> BattleRow:
    figures = [source for source in total.sources if not _is_card(source)]
    ships = sum(one.amount for one in figures if is_ship(FigureKind(one.what)))
    upgrades = sum(map(_by_upgrade, figures))
    all_figures = sum(one.amount for one in figures)
    return BattleRow(
        seat=total.seat,
        figures="+".join(some_of(FigureKind(one.what), one.count) for one in figures) or "-",
        figure_strength=all_figures - ships - upgrades,
        ship_strength=ships,
        upgrade_strength=upgrades,
        card=card,
        card_strength=total.total - all_figures,
        total=total.total,
        winner=total.seat == winner,
    )


def _is_card(source: StrengthSource) -> bool:
    return source.place is None and CardId(source.what) in CARDS


def _by_upgrade(source: StrengthSource) -> int:
    """Return the strength an upgrade adds to printed Warriors; other upgrades replace it."""
    if source.by is None or source.what != WARRIOR:
        return 0
    return max(0, source.amount - source.count)


def outlook(outcome: CardOutcome, seat: Seat) -> str:
    """Say the outcome of a card if nobody else plays one: "ahead by 3"."""
    own = outcome.total_of(seat)
    best = max((total.total for total in outcome.totals if total.seat != seat), default=0)
    if own > best:
        return say("ahead by {margin}", margin=own - best)
    if own == best:
        return level_told(outcome)
    return say("behind by {margin}", margin=best - own)
