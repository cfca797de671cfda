"""The parts of a walk through questions: earlier choices and the fork of the current question."""

from __future__ import annotations

from dataclasses import dataclass, field

from client.text.names import Names
from client.ui.view import Item, Spot
from engine.actions import Intent
from engine.decisions import CardDecision, Decision
from engine.figures import Figures
from engine.knowledge import Knowledge
from engine.preview import CardOutcome
from engine.prompts import Prompt, prompt
from engine.state import GameState
from engine.terms import CardId, Face, FigureKind, Place
from protocol.rules import rules_for

# ------------------------------------------------------------------------ choices made


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of the menu."""

    word: str


@dataclass(frozen=True, slots=True)
class ChosenFigure:
    """A kind of figure, and its origin (None if the verb implies it)."""

    kind: FigureKind
    origin: Place | None = None


@dataclass(frozen=True, slots=True)
class ChosenPlace:
    """A place."""

    place: Place


@dataclass(frozen=True, slots=True)
class ChosenGroup:
    """Figures chosen by number, by place."""

    chosen: tuple[tuple[Place, Figures], ...]


@dataclass(frozen=True, slots=True)
class ChosenCard:
    """A card of the hand or the pack."""

    face: Face


@dataclass(frozen=True, slots=True)
class Onto:
    """The upgrade that a card replaces; None for a free slot."""

    card: CardId | None


Chosen = Verb | ChosenFigure | ChosenPlace | ChosenGroup | ChosenCard | Onto

# ------------------------------------------------------------------------ targets of an item


@dataclass(frozen=True, slots=True)
class Go:
    """One question forward."""

    part: Chosen


@dataclass(frozen=True, slots=True)
class Take:
    """The answer; `standing` asks to repeat it until something changes."""

    intent: Intent
    standing: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """One question back."""


@dataclass(frozen=True, slots=True)
class Shut:
    """No way: the item is greyed."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """A number of figures of one kind in one place; Enter continues with the whole group."""

    place: Place
    kind: FigureKind


Leads = Go | Take | Back | Shut | Adjust


@dataclass(frozen=True, slots=True)
class Branch:
    """An item and its target."""

    item: Item
    leads: Leads


@dataclass(frozen=True, slots=True)
class Fork:
    """One question of a walk; `budget` is the largest number of figures in a group."""

    spot: Spot
    title: str
    branches: tuple[Branch, ...]
    start: int = 0
    note: str = ""
    final: bool = False
    budget: int = 0
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """A decision with all inputs of its questions."""

    state: GameState
    knowledge: Knowledge
    names: Names
    prompt: Prompt
    outcomes: tuple[CardOutcome, ...] = field(default=())

    @property
    def decision(self) -> Decision:
        """The decision that the seat owes."""
        return self.prompt.decision


def decision_context(
    state: GameState, knowledge: Knowledge, decision: Decision, names: Names
) -> DecisionContext:
    """Collect the inputs of all questions about a decision."""
    is_card = isinstance(decision, CardDecision)
    outcomes = rules_for(state).card_outcomes(state, knowledge) if is_card else ()
    return DecisionContext(state, knowledge, names, prompt(state, knowledge, decision), outcomes)
