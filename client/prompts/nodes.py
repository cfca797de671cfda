"""The pieces a walk is made of: what was chosen so far, and the fork it stands at."""

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

# what was chosen


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of the menu."""

    word: str


@dataclass(frozen=True, slots=True)
class ChosenFigure:
    """A kind of figure, and where it comes from (None: from where the verb says)."""

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
    """The upgrade a card replaces; None for a free slot."""

    card: CardId | None


Chosen = Verb | ChosenFigure | ChosenPlace | ChosenGroup | ChosenCard | Onto

# where an item leads


@dataclass(frozen=True, slots=True)
class Go:
    """One question further."""

    part: Chosen


@dataclass(frozen=True, slots=True)
class Take:
    """The answer itself; `standing` asks to repeat it until something changes."""

    intent: Intent
    standing: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """One question back."""


@dataclass(frozen=True, slots=True)
class Shut:
    """Nowhere: the item is greyed."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """Figures of one kind in one place, to be counted; Enter goes on with the whole group."""

    place: Place
    kind: FigureKind


Leads = Go | Take | Back | Shut | Adjust


@dataclass(frozen=True, slots=True)
class Branch:
    """An item and where it leads."""

    item: Item
    leads: Leads


@dataclass(frozen=True, slots=True)
class Fork:
    """One question of a walk. `budget` is how many figures of a group may be chosen at most."""

    spot: Spot
    title: str
    branches: tuple[Branch, ...]
    start: int = 0
    note: str = ""
    final: bool = False
    budget: int = 0
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True)
class Deciding:
    """A decision with everything its questions are made from."""

    state: GameState
    knowledge: Knowledge
    names: Names
    prompt: Prompt
    outcomes: tuple[CardOutcome, ...] = field(default=())

    @property
    def decision(self) -> Decision:
        """What is owed."""
        return self.prompt.decision


def ask(state: GameState, knowledge: Knowledge, decision: Decision, names: Names) -> Deciding:
    """Everything the questions about a decision are made from."""
    is_card = isinstance(decision, CardDecision)
    outcomes = rules_for(state).card_outcomes(state, knowledge) if is_card else ()
    return Deciding(state, knowledge, names, prompt(state, knowledge, decision), outcomes)


def shut(item: Item) -> Branch:
    """A greyed item."""
    return Branch(item, Shut())
