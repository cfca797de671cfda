"""A recorded game as a row of frames, seen with the cards of one seat at a time."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from client.presenter.beats import SHORT, USUAL, BattleHistory, Narrator
from client.tables import PlayedAction
from client.tables.own_table import names_in
from client.text.catalogue import listed, say
from client.text.log_line import LogLine
from client.text.names import Names, age_name, face_name, names_of
from client.ui.moments import Happening
from client.ui.view import BattleView
from engine import actions as act
from engine.battle_changes import StartBattle
from engine.changes import BeginPhase, BeginTurn
from engine.knowledge import Knowledge, first_knowledge
from engine.state import GameState
from engine.story import Story
from engine.terms import Face, Phase, Seat
from engine.values import Value
from protocol.record.retelling import ReplayMoment, Retold
from protocol.rules import rules_for


class Mark(StrEnum):
    """Points of a game to jump to."""

    TURN = "turn"
    BATTLE = "battle"
    AGE = "age"


class ReplayFrame(Value):
    """The view at one moment; `log` and `stories` count the lines and stories so far.

    `told` is a choice nobody else saw then; the frame stays for `wait` seconds while playing.
    """

    state: GameState
    knowledge: Knowledge
    battle: BattleView | None
    happening: Happening | None
    told: str
    marks: frozenset[Mark]
    log: int
    stories: int
    wait: float = USUAL


class ReplayFrames(Value):
    """All frames of a game for one seat, with every line, story and battle."""

    frames: tuple[ReplayFrame, ...]
    lines: tuple[LogLine, ...]
    stories: tuple[Story, ...]
    battles: BattleHistory


def replay_frames(retold: Retold, viewer: Seat) -> ReplayFrames:
    """Return the frames of a game whose seats were drawn; as many for every viewer."""
    assert retold.opening is not None
    narrator = Narrator(viewer, retold.opening)
    lines: list[LogLine] = []
    stories: list[Story] = []
    battles = BattleHistory()
    first = first_knowledge(viewer, retold.opening.players)
    players = names_by_seat(retold)
    frames = [ReplayFrame(retold.opening, first, None, None, "", frozenset(), 0, 0)]
    for moment in retold.moments:
        known = moment.knowledge[viewer]
        names = names_of(moment.state, players)
        told = hidden_choice(moment, names)
        if moment.applied is None:
            told = _coming_pick(retold, known, names)
            told_to = (len(lines), len(stories))
            frames.append(
                ReplayFrame(moment.state, known, None, None, told, _PACKS, *told_to, _PACK)
            )
            continue
        one = moment.applied
        stories.append(one.story)
        for beat in narrator.beats(PlayedAction(one.action, one.story, one.state), known, names):
            lines += beat.lines
            battles.hear(beat)
            marks = frozenset(_marks(beat.story))
            if beat.lines or told or marks:
                told_to = (len(lines), len(stories))
                wait = READ if beat.stays or beat.reveals else max(SHORT, beat.wait)
                shown = (beat.battle, beat.happening)
                frames.append(ReplayFrame(beat.state, known, *shown, told, marks, *told_to, wait))
            told = ""
    return ReplayFrames(tuple(frames), tuple(lines), tuple(stories), battles)


def names_by_seat(retold: Retold) -> tuple[str, ...]:
    """Return the names of a recorded game as they were on its screen."""
    names = names_in(retold.charter)
    return tuple(names[signer] for signer in retold.places)


def final_hands(retold: Retold) -> dict[Seat, Knowledge]:
    """Return the cards of every seat at the end; nothing unless the card keys were opened."""
    last = retold.moments[-1].knowledge if retold.moments and retold.opened else ()
    return {known.seat: known for known in last}


_PACKS = frozenset({Mark.TURN})
_PACK: Final = 1.8
"""Seconds an opened pack stays."""
READ: Final = 4.0
"""Seconds a result or the end of an Age stays."""


class Stop(Value):
    """A point worth going to: the number of its frame, and its event."""

    at: int
    mark: Mark
    told: str


def stops(shown: ReplayFrames) -> tuple[Stop, ...]:
    """Return the beginning of every Age and every battle, and the end."""
    found = []
    for at, frame in enumerate(shown.frames):
        if Mark.AGE in frame.marks:
            age = age_name(frame.state.age)
            found.append(Stop(at, Mark.AGE, say("Age {age} begins.", age=age)))
        if Mark.BATTLE in frame.marks and frame.log:
            found.append(Stop(at, Mark.BATTLE, shown.lines[frame.log - 1].full))
    last = shown.frames[-1].state
    if rules_for(last).is_over(last):
        found.append(Stop(len(shown.frames) - 1, Mark.AGE, say("The end.")))
    return tuple(found)


def _marks(story: Story) -> Iterator[Mark]:
    for item in story:
        match item:
            case BeginTurn():
                yield Mark.TURN
            case StartBattle():
                yield Mark.BATTLE
            case BeginPhase(phase=Phase.GIFTS):
                yield Mark.AGE
            case _:
                pass


def cards(faces: tuple[Face, ...]) -> str:
    """List cards."""
    return listed(map(face_name, faces)) if faces else say("nothing")


def hidden_choice(moment: ReplayMoment, names: Names) -> str:
    """Say what a seat chose in private, "" if nothing was hidden or it is unknown."""
    match moment.intent:
        case act.Lay(seat, face):
            return say(
                "{player} plays {card} face down.", player=names.full(seat), card=face_name(face)
            )
        case act.Commit(seat, face):
            return say("{player} commits {card}.", player=names.full(seat), card=face_name(face))
        case act.Keep(seat, Face() as face):
            return say(
                "{player} keeps {card} for the next Age.",
                player=names.full(seat),
                card=face_name(face),
            )
        case _:
            return ""


def _coming_pick(retold: Retold, known: Knowledge, names: Names) -> str:
    """Say what the viewer will take of the pack they have just opened."""
    last = retold.moments[-1].knowledge[known.seat].seen
    at = len(known.seen)
    if at >= len(last) or last[at].faces != known.pack:
        return ""
    return say(
        "{player} will keep {cards}.", player=names.full(known.seat), cards=cards(last[at].kept)
    )
