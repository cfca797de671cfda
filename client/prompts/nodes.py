"""The parts of a walk through questions: choices made, forks, and the items on offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from client.text.board_text import reward
from client.text.catalogue import say
from client.text.god_words import god_marks
from client.text.names import Names, face_name, place_key, place_title
from client.text.refusals import refusal_sentence
from client.ui.view import Item, Spot
from engine.actions import Intent
from engine.battle_changes import AddLateCard, PlayOpenCard, ReturnCard, RevealCard, TakeCard
from engine.decisions import CardDecision, Decision, OpenPlayDecision
from engine.errors import Code, Refusal
from engine.figures import Figures
from engine.knowledge import Knowledge
from engine.preview import CardOutcome
from engine.prompts import Prompt
from engine.state import GameState
from engine.story import Story
from engine.strength import strength
from engine.terms import LEADER, MYSTIC, SHIP, WARRIOR, CardId, Face, FigureKind, Place, Seat, Use
from engine.values import Value
from protocol.rules import rules_for

_FIGURE_KEYS: Final = {WARRIOR: "w", LEADER: "l", SHIP: "s", MYSTIC: "y"}
_LETTERS: Final = "abcdefgh"

# ------------------------------------------------------------------------ choices made


class Verb(Value):
    """A verb of the menu."""

    word: str


class ChosenFigure(Value):
    """A kind of figure, and its origin (None if the verb implies it)."""

    kind: FigureKind
    origin: Place | None = None


class ChosenPlace(Value):
    """A place."""

    place: Place


class ChosenGroup(Value):
    """Figures chosen by number, by place."""

    chosen: tuple[tuple[Place, Figures], ...]


class ChosenCard(Value):
    """A card of the hand or the pack."""

    face: Face


class Onto(Value):
    """The upgrade that a card replaces; None for a free slot."""

    card: CardId | None


Chosen = Verb | ChosenFigure | ChosenPlace | ChosenGroup | ChosenCard | Onto

# ------------------------------------------------------------------------ targets of an item


class Go(Value):
    """One question forward."""

    part: Chosen


class Take(Value):
    """The answer; `standing` asks to repeat it until something changes."""

    intent: Intent
    standing: bool = False


class Back(Value):
    """One question back."""


class Shut(Value):
    """No way: the item is greyed. `gone` means that the place has been destroyed."""

    gone: bool = False


class Adjust(Value):
    """A number of figures of one kind in one place; Enter continues with the whole group."""

    place: Place
    kind: FigureKind


Leads = Go | Take | Back | Shut | Adjust


class Branch(Value):
    """An item and its target."""

    item: Item
    leads: Leads


class Fork(Value):
    """One question of a walk; `budget` is the largest number of figures in a group.

    `gone` are places that no list needs any more, each with the reason why it is no answer. `brief`
    is the title in few words, for where it leaves no room for the note or the place beside it.
    """

    spot: Spot
    title: str
    branches: tuple[Branch, ...]
    start: int = 0
    note: str = ""
    final: bool = False
    budget: int = 0
    may_be_empty: bool = False
    gone: tuple[tuple[Place, str], ...] = ()
    brief: str = ""


RowKey = tuple[tuple[Chosen, ...], int, tuple[int, ...]]
"""A row of a question: the choices before it, its index, the numbers chosen."""


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """A decision with all inputs of its questions.

    `gone` are the cards that everybody saw leave the game in battles. `told` has the consequences
    of the rows that the cursor has met, each by the choices before it, its index and the numbers
    chosen.
    """

    state: GameState
    knowledge: Knowledge
    names: Names
    prompt: Prompt
    outcomes: tuple[CardOutcome, ...] = field(default=())
    gone: tuple[Face, ...] = ()
    told: dict[RowKey, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def decision(self) -> Decision:
        """The decision that the seat owes."""
        return self.prompt.decision


def decision_context(
    state: GameState,
    knowledge: Knowledge,
    decision: Decision,
    names: Names,
    stories: Iterable[Story] = (),
) -> DecisionContext:
    """Collect the inputs of all questions about a decision; `stories` are those of the game."""
    rules = rules_for(state)
    is_card = isinstance(decision, CardDecision | OpenPlayDecision)
    outcomes = rules.card_outcomes(state, knowledge) if is_card else ()
    prompt = rules.prompt(state, knowledge, decision)
    gone = cards_gone(stories) if is_card else ()
    return DecisionContext(state, knowledge, names, prompt, outcomes, gone)


def cards_gone(stories: Iterable[Story]) -> tuple[Face, ...]:
    """Return the cards that were played in battles and did not return to a hand."""
    gone: Counter[Face] = Counter()
    for story in stories:
        for item in story:
            match item:
                case RevealCard() | PlayOpenCard() | AddLateCard():
                    gone[item.face] += 1
                case ReturnCard() | TakeCard():
                    gone[item.face] -= 1
                case _:
                    pass
    return tuple(sorted((+gone).elements()))


# ------------------------------------------------------------------------ items on offer


def letter(index: int) -> str:
    """Return the key of an item in a list of cards or choices, "" beyond the last letter."""
    return _LETTERS[index] if index < len(_LETTERS) else ""


def figure_keys(kinds: Iterable[FigureKind]) -> dict[FigureKind, str]:
    """Assign keys to kinds of figures: w, l, s, and letters from a for monsters."""
    keys: dict[FigureKind, str] = {}
    for kind in kinds:
        plain = _FIGURE_KEYS.get(kind)
        keys[kind] = plain or letter(sum(1 for one in keys if one not in _FIGURE_KEYS))
    return keys


def first_enabled(branches: Sequence[Branch]) -> int:
    """Return the index of the first branch that can be chosen, 0 if there is none."""
    return next((index for index, branch in enumerate(branches) if branch.item.enabled), 0)


def card_branch(index: int, face: Face, detail: str) -> Branch:
    """Offer a card of the hand or the pack."""
    return Branch(Item(letter(index), face_name(face), detail, face=face), Go(ChosenCard(face)))


def place_branch(place: Place, leads: Leads, detail: str = "", why: str = "") -> Branch:
    """Offer a place, or grey it with its reason."""
    enabled = not isinstance(leads, Shut)
    return Branch(
        Item(place_key(place), place_title(place), detail, enabled, why, place=place), leads
    )


def place_branches(
    state: GameState, places: Iterable[Place], refused: Iterable[tuple[Place, Refusal]] = ()
) -> list[Branch]:
    """Offer places with their pillage rewards, then grey the refused ones."""
    return [
        *(place_branch(place, Go(ChosenPlace(place)), worth(state, place)) for place in places),
        *(
            place_branch(place, Shut(why.code is Code.DESTROYED), why=refusal_sentence(why))
            for place, why in refused
        ),
    ]


def map_fork(title: str, branches: Iterable[Branch], *, rank: Callable[[Place], int] = int) -> Fork:
    """Ask for a place; the cursor starts on the legal place of the lowest rank.

    Legal places come first, the others below with their reasons. Destroyed provinces are left out.
    """
    all_rows = sorted(branches, key=lambda branch: not branch.item.enabled)
    rows = tuple(branch for branch in all_rows if branch.leads != Shut(gone=True))
    legal = [
        (rank(branch.item.place), index)
        for index, branch in enumerate(rows)
        if branch.item.enabled and branch.item.place is not None
    ]
    gone = tuple(
        (branch.item.place, branch.item.why)
        for branch in all_rows
        if branch.leads == Shut(gone=True) and branch.item.place is not None
    )
    start = min(legal)[1] if legal else 0
    return Fork(Spot.MAP, title, rows, start, gone=gone, brief=say("Where?"))


def worth(state: GameState, place: Place) -> str:
    """Name the reward for pillaging a place and its god as on the map; "" for a fjord."""
    if place.is_fjord:
        return ""
    deity = state.god_at(place)
    gain = reward(state, place)
    return gain if deity is None else f"{gain} {god_marks(deity)[1]}"


def margin(state: GameState, seat: Seat, place: Place) -> int:
    """Return the lead of the strongest rival in the area of a province; below 0: the seat leads."""
    rivals = (
        strength(state, other, place, Use.BATTLE)
        for other in state.seats_from(Seat(0))
        if other != seat and state.area_figures(other, place)
    )
    return max(rivals, default=0) - strength(state, seat, place, Use.BATTLE)


def appeal(state: GameState, place: Place) -> int:
    """Rank a place in lists: unpillaged ones first, in map order."""
    if place.is_fjord:
        return place
    return place + (len(Place) if state.board.provinces[place].pillaged else 0)


_TELLING: Final = (Code.TOO_LITTLE_RAGE, Code.HORNS_FULL, Code.NO_ROOM)


def one_reason(refusals: Iterable[Refusal]) -> str:
    """Choose the most helpful reason why none of several answers is legal."""
    found = tuple(refusals)
    for code in _TELLING:
        for why in found:
            if why.code is code:
                return refusal_sentence(why)
    return refusal_sentence(found[0]) if found else ""
