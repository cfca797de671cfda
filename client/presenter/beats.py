"""Stories cut into the beats a viewer follows one by one.

An action of one seat can lead through a whole battle or from the Discard phase into the next
Age. Its story is cut wherever there is something new to see; each beat shows the position right
then, performed from the story, and stays for a while.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from client.presenter.battle_narrator import BattleNarrator
from client.presenter.event_cards import ends_actions, happening, turned_text, words_of
from client.presenter.story_scenes import SceneMaker
from client.tables import PlayedAction
from client.text.catalogue import say
from client.text.log_line import LogLine, LogTopic
from client.text.names import Names
from client.text.story_lines import lines
from client.ui.moments import EventCard, Happening
from client.ui.view import BattleView, Strip
from engine import changes as deed
from engine.actions import BeginAge, PlaceGods
from engine.battle_changes import (
    AddLateCard,
    BlankText,
    CountQuest,
    EndBattle,
    LayCard,
    PlayOpenCard,
    RevealCard,
    StartBattle,
    ThrowAway,
)
from engine.cards import CARDS
from engine.changes import Change
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.story import (
    CompareNote,
    NothingFallsNote,
    NothingNote,
    QuestNote,
    SparedNote,
    Story,
    StoryItem,
    TextNote,
)
from engine.terms import CardId, Deity, Phase, Reward, Seat
from engine.values import Value, replace
from protocol.rules import rules_for

SHORT: Final = 0.4
USUAL: Final = 0.9
LETTER: Final = 0.045
"""Seconds a beat stays at the readable pace: a step of the table, a phase, each letter to read."""


def reading_time(text: str) -> float:
    """Return the seconds a text stays at the readable pace."""
    return SHORT + LETTER * len(text)


class Beat(Value):
    """The position, the new lines of the log, and the battle that is shown over it.

    `wait` is in seconds at the readable pace. A beat that `stays` waits until it was read, at every
    pace; one that `reveals` shows something hidden before, which a later beat that stays contains:
    it waits too, unless nothing takes time. `number` is the battle it belongs to, 0 for none, and
    `steps` are the views of that battle now, to be read again. `hint` is the key of the hint shown
    with it (client/presenter/hints.py). `action` is the number of its action, counted from 1, or 0
    if actions are not counted.
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
    happening: Happening | None = None
    reveals: bool = False


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

    def __init__(self, viewer: Seat | None, state: GameState) -> None:
        """Begin with the position the viewer sees first; a spectator has no seat."""
        self._viewer = viewer
        self._state = state
        self._fight = BattleNarrator(viewer)
        self._scenes = SceneMaker()
        self._explained: tuple[CardId, ...] = ()

    def beats(self, applied: PlayedAction, knowledge: Knowledge, names: Names) -> tuple[Beat, ...]:
        """Return the beats of one action; the last one shows the position it led to.

        The first one takes no time if it is a deed of the viewer, who has just done it.
        """
        action = applied.action
        own = not isinstance(action, BeginAge | PlaceGods) and action.seat == self._viewer
        battle = self._state.battle
        fights = battle is not None and not battle.decided
        parts = tuple(cut(applied.story, fights=fights)) or ((),)
        found = []
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            state = applied.state if last else _performed(self._state, part)
            done = own and not number and not any(isinstance(item, _NEWS) for item in part)
            found.append(self._beat(part, state, knowledge, names, done=done))
        return tuple(found)

    def _beat(
        self, part: Story, state: GameState, knowledge: Knowledge, names: Names, *, done: bool
    ) -> Beat:
        """Return the beat of a part; `done` is a deed that the viewer knows already."""
        sides = (self._state, state)
        self._state = state
        battle = self._fight.tell(part, *sides, names)
        turned = turned_text(part)
        if battle is not None and battle.strip in (Strip.CHOOSE, Strip.REVEAL):
            battle = replace(battle, turned=turned)
        number = self._fight.number
        told = tuple(replace(line, battle=number) for line in _told(part, state, names))
        scene = self._scenes.tell(part, sides, told, names)
        carded = not done and battle is None
        event = happening(part, sides, told, scene=scene, carded=carded)
        if event is not None and battle is not None and battle.strip is Strip.RESULT:
            winner = next((row.seat for row in battle.rows if row.winner), None)
            event = replace(event, told=" ".join(battle.verdict), seat=winner)
        if event is not None and event.card is not None:
            event = self._briefly(event, event.card)
        judged = any(isinstance(item, QuestNote) for item in part)
        ends = any(isinstance(item, deed.EndGame) for item in part)
        return Beat(
            state,
            knowledge,
            part,
            told,
            battle,
            0.0 if done else _wait(part, event) + LETTER * len(turned),
            stays=any(map(_is_staying, part)) or (ends and self._scenes.has_quests),
            number=number,
            steps=self._fight.steps,
            happening=event,
            reveals=ends or (judged and self._scenes.are_quests_judged),
        )

    def _briefly(self, event: Happening, card: EventCard) -> Happening:
        """Return an event without the cards that the event before it has explained."""
        fresh = tuple(one for one in card.cards if one not in self._explained)
        self._explained = card.cards
        return replace(event, card=replace(card, cards=fresh))

    @property
    def fight(self) -> BattleNarrator:
        """The battle that is being followed."""
        return self._fight


def _told(part: Story, state: GameState, names: Names) -> tuple[LogLine, ...]:
    """Return the lines of a part; why the actions end is in the position, not in the story."""
    told = lines(part, names)
    if not any(map(ends_actions, part)):
        return told
    if state.everything_pillaged():
        short = say("All is pillaged: no more actions")
        full = say("All provinces are pillaged: the actions of this Age end.")
    else:
        short = say("Nobody can act: no more actions")
        full = say("Nobody can act any more: the actions of this Age end.")
    return LogLine(short, full, LogTopic.TURN, level=0), *told


def _performed(state: GameState, part: Story) -> GameState:
    for item in part:
        if isinstance(item, Change):
            state, _ = rules_for(state).perform(state, item)
    return state


# ------------------------------------------------------------------ cutting

_STAYING: Final = (EndBattle, ThrowAway, deed.EndAge)
"""Items that make a beat stay until it was read."""
_NEWS: Final = (RevealCard, ThrowAway, EndBattle, deed.BeginPhase, deed.ShowQuests, QuestNote)
"""Items that are news even to the seat whose answer led to them."""
_FIRST: Final = (
    deed.BeginPhase,
    deed.ShowQuests,
    deed.StartDealing,
    deed.EndAge,
    deed.PlaceGod,
    StartBattle,
    CompareNote,
    QuestNote,
)
"""Items that begin a new beat."""
_EFFECTS: Final = (TextNote, NothingNote, BlankText, CountQuest, AddLateCard)
"""Items that begin a new beat while a battle is not decided."""
_LAST: Final = (StartBattle, RevealCard, PlayOpenCard, EndBattle, ThrowAway, deed.EndAge)
"""Items that end a beat."""


def cut(story: Story, *, fights: bool) -> Iterator[Story]:
    """Cut a story wherever there is something new to see; it `fights` if it begins in a battle."""
    part: list[StoryItem] = []
    for index, item in enumerate(story):
        if part and (
            _begins(item, part) or _is_loss(story, index) or (fights and isinstance(item, _EFFECTS))
        ):
            yield tuple(part)
            part = []
        part.append(item)
        fights = isinstance(item, StartBattle) or (fights and not isinstance(item, CompareNote))
        if isinstance(item, _LAST) or _is_omen(story, index):
            yield tuple(part)
            part = []
    if part:
        yield tuple(part)


def _is_staying(item: StoryItem) -> bool:
    return isinstance(item, _STAYING)


def _begins(item: StoryItem, part: list[StoryItem]) -> bool:
    """Whether an item begins a beat after those of `part`."""
    if ends_actions(item) and all(isinstance(one, deed.EmptyPool) for one in part):
        return False
    released = any(isinstance(one, deed.BeginPhase | deed.Release) for one in part)
    ends = isinstance(item, deed.EndGame) or (isinstance(item, deed.GainGlory) and _is_final(item))
    return isinstance(item, _FIRST) or (released and ends)


def _is_loss(story: Story, index: int) -> bool:
    """Whether an item is the first to lose its Rage as the actions of the Age end (D10)."""
    rest = story[index:]
    is_first = not index or not isinstance(story[index - 1], deed.EmptyPool)
    after = next((one for one in rest if not isinstance(one, deed.EmptyPool)), None)
    return is_first and after != rest[0] and after is not None and ends_actions(after)


def _is_final(gain: deed.GainGlory) -> bool:
    """Whether Glory is paid for the position at the end of the game (G1)."""
    if isinstance(gain.source, Reward):
        return gain.source is Reward.STATS
    if isinstance(gain.source, Deity):
        return False
    return bool(CARDS[gain.source].traits.final_glory)


def _is_omen(story: Story, index: int) -> bool:
    """Whether an item ends the announcement of Ragnarök, before anything falls."""
    following = story[index + 1] if index + 1 < len(story) else None
    if isinstance(following, SparedNote | NothingFallsNote):
        return False
    match story[index]:
        case deed.BeginPhase(phase=Phase.RAGNAROK) | SparedNote():
            return True
        case _:
            return False


# ------------------------------------------------------------------ waiting

_SWIFT: Final = (deed.TakeClan, deed.KeepCard, deed.TakeHand, LayCard)
"""Steps of the table with little to read."""
_SILENT: Final = (deed.PassPacks, deed.BeginTurn, deed.FillPool, deed.StartDealing)


def _wait(part: Story, event: Happening | None) -> float:
    """Return for how long a beat stays, in seconds at the readable pace."""
    told = [item for item in part if not isinstance(item, _SILENT)]
    if not told or event is None:
        return 0.0
    if event.card is None and event.scene is None:
        if all(isinstance(item, _SWIFT) for item in told):
            return SHORT
        if all(isinstance(item, (*_SWIFT, deed.BeginPhase, deed.EmptyPool)) for item in told):
            gifts = any(
                isinstance(one, deed.BeginPhase) and one.phase is Phase.GIFTS for one in told
            )
            return SHORT if gifts else USUAL
    return reading_time(words_of(event))
