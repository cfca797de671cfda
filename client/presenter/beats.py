"""Stories cut into the beats a viewer follows one by one.

An action of one seat can lead through a whole battle or from the Discard phase into the next
Age. Its story is cut wherever there is something new to see; each beat shows the position right
then, performed from the story, and stays for a while.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from client.presenter.battle_narrator import BattleNarrator
from client.tables import PlayedAction
from client.text.log_line import LogLine
from client.text.names import Names
from client.text.story_lines import lines
from client.ui.view import BattleView
from engine import changes as deed
from engine.actions import BeginAge
from engine.battle_changes import EndBattle, RevealCard, StartBattle, ThrowAway
from engine.changes import Change
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.story import CompareNote, Story, StoryItem
from engine.terms import Phase, Seat
from protocol.rules import rules_for

SHORT: Final = 0.4
USUAL: Final = 0.9
LONG: Final = 1.8
"""Seconds a beat stays at the readable pace."""


@dataclass(frozen=True, slots=True)
class Beat:
    """The position, the new lines of the log, and the battle that is shown over it.

    `wait` is in seconds at the readable pace; a beat that `stays` waits until it was read.
    `number` is the battle it belongs to, 0 for none, and `steps` are the views of that battle now,
    to be read again. `hint` is the key of the hint shown with it (client/presenter/hints.py).
    `action` is the number of its action, counted from 1, or 0 if actions are not counted.
    """

    state: GameState
    knowledge: Knowledge
    story: Story
    lines: tuple[LogLine, ...]
    battle: BattleView | None
    wait: float
    stays: bool = False
    number: int = 0
    steps: tuple[BattleView, ...] = ()
    hint: str = ""
    action: int = 0


class BattleHistory:
    """Views of every battle at each of its steps, for one viewer."""

    def __init__(self) -> None:
        """Begin with no battle."""
        self._steps: dict[int, list[BattleView]] = {}

    def hear(self, beat: Beat) -> None:
        """Keep the battle of a beat; a step shown before is replaced by its last view."""
        steps = self._steps.setdefault(beat.number, [])
        for view in beat.steps:
            if steps and steps[-1].strip is view.strip:
                steps.pop()
            steps.append(view)

    def steps(self, number: int) -> tuple[BattleView, ...]:
        """Return the steps of a battle, counted from 1; none if nobody fought."""
        return tuple(self._steps.get(number, ()))


class Narrator:
    """Cuts actions into beats for one viewer; remembers the battle in progress."""

    def __init__(self, viewer: Seat, state: GameState) -> None:
        """Begin with the position the viewer sees first."""
        self._viewer = viewer
        self._state = state
        self._fight = BattleNarrator(viewer)

    def beats(self, applied: PlayedAction, knowledge: Knowledge, names: Names) -> tuple[Beat, ...]:
        """Return the beats of one action; the last one shows the position it led to."""
        action = applied.action
        own = not isinstance(action, BeginAge) and action.seat == self._viewer
        parts = tuple(_cut(applied.story)) or ((),)
        found = []
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            before = self._state
            state = applied.state if last else _performed(before, part)
            self._state = state
            battle = self._fight.tell(part, before, state, names)
            battle_number = self._fight.number
            told = tuple(replace(line, battle=battle_number) for line in lines(part, names))
            stays = any(isinstance(item, EndBattle | deed.EndAge) for item in part)
            found.append(
                Beat(
                    state,
                    knowledge,
                    part,
                    told,
                    battle,
                    _wait(part, own=own),
                    stays=stays,
                    number=battle_number,
                    steps=self._fight.steps,
                )
            )
        return tuple(found)

    @property
    def fight(self) -> BattleNarrator:
        """The battle that is being followed."""
        return self._fight


def _performed(state: GameState, part: Story) -> GameState:
    for item in part:
        if isinstance(item, Change):
            state, _ = rules_for(state).perform(state, item)
    return state


# ------------------------------------------------------------------ cutting

_FIRST: Final = (deed.BeginPhase, deed.ShowQuests, deed.StartDealing, CompareNote)
"""Items that begin a new beat."""
_LAST: Final = (StartBattle, EndBattle, ThrowAway, deed.EndAge)
"""Items that end a beat."""


def _cut(story: Story) -> Iterator[Story]:
    part: list[StoryItem] = []
    for index, item in enumerate(story):
        if part and isinstance(item, _FIRST):
            yield tuple(part)
            part = []
        part.append(item)
        following = story[index + 1] if index + 1 < len(story) else None
        last_reveal = isinstance(item, RevealCard) and not isinstance(following, RevealCard)
        if isinstance(item, _LAST) or last_reveal:
            yield tuple(part)
            part = []
    if part:
        yield tuple(part)


def _wait(part: Story, *, own: bool) -> float:
    """Return for how long a beat stays, in seconds at the readable pace."""
    wait = 0.0
    for item in part:
        match item:
            case RevealCard() | deed.DestroyProvince() | deed.ShowQuests() | ThrowAway():
                return LONG
            case deed.PassPacks() | deed.BeginTurn() | deed.FillPool() | deed.StartDealing():
                pass
            case deed.BeginPhase(phase):
                wait = max(wait, SHORT if phase is Phase.GIFTS else USUAL)
            case deed.TakeClan() | deed.KeepCard() | deed.TakeHand():
                wait = max(wait, SHORT)
            case _:
                wait = max(wait, USUAL)
    return 0.0 if own else wait
