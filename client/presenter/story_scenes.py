"""Scenes: the quests of an Age, Ragnarök, the release of Valhalla, the end of an Age and a game.

A scene grows from beat to beat. That of the end of an Age, and of the game, contains the others of
that Age, so that nothing is lost at a pace at which they take no time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from client.presenter.story_text import victory
from client.text.catalogue import say
from client.text.glory import glory_rows
from client.text.log_line import LogLine, LogTopic
from client.text.names import Names, age_name, face_name, figures_named, place_name, stat_step
from client.text.quest_verdicts import verdict_reason
from client.ui.moments import RowMark, Scene, SceneKind, SceneRow
from engine import changes as deed
from engine import story as note
from engine.phases.age_end import falling
from engine.standing import quest_status
from engine.state import GameState
from engine.story import Story, StoryItem
from engine.terms import Age, Face, Phase, Seat
from engine.values import Value, replace


class _Quest(Value):
    """A quest turned over in this Age; `face` is None if it stayed shut."""

    seat: Seat
    face: Face | None
    mark: RowMark = RowMark.OPEN
    why: str = ""
    paid: tuple[str, ...] = ()
    fresh: bool = True

    def row(self) -> SceneRow:
        """Return its row: "Quest Alfheim (Gimle: Hati 4, Skadi 2); +4 Glory (now 9)"."""
        name = say("a quest that stays face down") if self.face is None else face_name(self.face)
        told = say("{card} ({why})", card=name, why=self.why) if self.why else name
        return SceneRow("; ".join((told, *self.paid)), self.seat, self.mark, self.fresh)


class SceneMaker:
    """Makes the scenes of a game, from its beats in order."""

    def __init__(self) -> None:
        """Begin before the first Age."""
        self._stories: list[Story] = []
        self._of_age: list[Story] = []
        self._quests: list[_Quest] = []
        self._rows: dict[Phase, tuple[SceneRow, ...]] = {}
        self._phase = Phase.SETUP

    def tell(
        self,
        part: Story,
        sides: tuple[GameState, GameState],
        lines: Sequence[LogLine],
        names: Names,
    ) -> Scene | None:
        """Return the scene of a beat between two positions; None if it has none."""
        before, after = sides
        self._stories.append(part)
        self._of_age.append(part)
        self._hear(part, before, names)
        for item in part:
            if isinstance(item, deed.EndAge):
                return self._age(item, after)
            if isinstance(item, deed.EndGame):
                return self._victory(after, names)
        match self._phase:
            case Phase.QUEST if self._quests:
                return Scene(SceneKind.QUESTS, say(_TITLES[SceneKind.QUESTS]), self._quest_rows())
            case Phase.RAGNAROK:
                self._grow(_told(lines))
                rows = (*self._rows[self._phase], *_stakes(part, before, names))
                return Scene(SceneKind.RAGNAROK, _fall_title(part, before), rows)
            case Phase.RELEASE:
                self._grow(_told(lines))
                rows, title = self._rows[self._phase], say(_TITLES[SceneKind.VALHALLA])
                return Scene(SceneKind.VALHALLA, title, rows) if rows else None
            case _:
                return None

    @property
    def has_quests(self) -> bool:
        """Whether a quest was turned over in this Age."""
        return bool(self._quests)

    @property
    def are_quests_judged(self) -> bool:
        """Whether all quests of this Age were turned over and judged."""
        return all(quest.mark is not RowMark.OPEN for quest in self._quests)

    # ---------------------------------------------------------------- hearing

    def _hear(self, part: Story, before: GameState, names: Names) -> None:
        self._quests = [replace(quest, fresh=False) for quest in self._quests]
        for phase, rows in self._rows.items():
            self._rows[phase] = tuple(replace(row, fresh=False) for row in rows)
        for item in part:
            match item:
                case deed.BeginPhase(phase):
                    self._phase = phase
                case deed.StartDealing(attempt=1):
                    self._of_age, self._quests, self._rows = [part], [], {}
                case deed.ShowQuests(seat, faces, missing):
                    shut: tuple[Face | None, ...] = (None,) * missing
                    self._quests += [_Quest(seat, face) for face in (*faces, *shut)]
                case note.QuestNote() if self._phase is Phase.QUEST:
                    self._judge(item, before, names)
                case deed.GainGlory() | deed.RaiseStat() if self._phase is Phase.QUEST:
                    self._pay(item)
                case _:
                    pass

    def _judge(self, item: note.QuestNote, before: GameState, names: Names) -> None:
        mark = RowMark.GOOD if item.fulfilled else RowMark.BAD
        why = ""
        if item.face is not None:
            status = quest_status(before, item.seat, item.face.card)
            why = verdict_reason(status, item.seat, names)
        for at, quest in enumerate(self._quests):
            same = quest.seat == item.seat and quest.face == item.face
            if same and quest.mark is RowMark.OPEN:
                self._quests[at] = replace(quest, mark=mark, why=why, fresh=True)
                return

    def _pay(self, item: deed.GainGlory | deed.RaiseStat) -> None:
        """Add a gain to the quest it comes from, which is the last one judged of that card."""
        if isinstance(item, deed.GainGlory):
            told = say("+{amount} Glory (now {total})", amount=item.amount, total=item.total)
        else:
            told = stat_step(item.stat, item.level)
        for at in reversed(range(len(self._quests))):
            quest = self._quests[at]
            paying = quest.face is not None and quest.face.card == item.source
            if paying and quest.seat == item.seat and quest.mark is RowMark.GOOD:
                self._quests[at] = replace(quest, paid=(*quest.paid, told), fresh=True)
                return

    def _grow(self, rows: Iterable[SceneRow]) -> None:
        self._rows[self._phase] = (*self._rows.get(self._phase, ()), *rows)

    # ---------------------------------------------------------------- making

    def _quest_rows(self) -> tuple[SceneRow, ...]:
        return tuple(quest.row() for quest in self._quests)

    def _everything(self) -> tuple[SceneRow, ...]:
        """Return the rows of all scenes of this Age."""
        others = (row for rows in self._rows.values() for row in rows)
        return (*self._quest_rows(), *others)

    def _age(self, item: deed.EndAge, state: GameState) -> Scene:
        title = say("Age {age} is over", age=age_name(Age(item.age - 1)))
        glory = glory_rows(self._of_age, state.players)
        return Scene(SceneKind.AGE, title, self._everything(), glory, _totals(state))

    def _victory(self, state: GameState, names: Names) -> Scene:
        glory = glory_rows(self._stories, state.players)
        rows = self._everything()
        return Scene(SceneKind.VICTORY, victory(state, names), rows, glory, _totals(state))


_TITLES: Final = {
    SceneKind.QUESTS: "Quests are turned over and judged",
    SceneKind.VALHALLA: "Valhalla opens: the dead come home",
}


def _told(lines: Iterable[LogLine]) -> tuple[SceneRow, ...]:
    """Return the lines of a beat as fresh rows, without that of the phase."""
    return tuple(
        SceneRow(line.full, line.seat, fresh=True)
        for line in lines
        if line.topic is not LogTopic.PHASE
    )


def _fall_title(part: Story, before: GameState) -> str:
    """Name the province that falls, or fell in this beat."""
    for item in part:
        if isinstance(item, deed.DestroyProvince):
            return say("Ragnarök: {place} has fallen", place=place_name(item.place))
        if isinstance(item, note.NothingFallsNote):
            return say("Ragnarök: {place} is gone already", place=place_name(item.doomed))
    place = falling(before)
    return (
        say("Ragnarök")
        if place is None
        else say("Ragnarök: {place} falls", place=place_name(place))
    )


def _stakes(part: Story, before: GameState, names: Names) -> tuple[SceneRow, ...]:
    """Return the figures in the area of the falling province, as Ragnarök begins."""
    place = falling(before)
    if place is None or not any(map(_begins_ragnarok, part)):
        return ()
    seats = before.seats_from(Seat(0))
    inside = [(seat, before.area_figures(seat, place)) for seat in seats]
    rows = tuple(
        SceneRow(
            say("{who}: {figures} in danger", who=names.full(seat), figures=figures_named(figures)),
            seat,
            fresh=True,
        )
        for seat, figures in inside
        if figures
    )
    return rows or (SceneRow(say("Nobody is there."), fresh=True),)


def _begins_ragnarok(item: StoryItem) -> bool:
    return isinstance(item, deed.BeginPhase) and item.phase is Phase.RAGNAROK


def _totals(state: GameState) -> tuple[tuple[Seat, int], ...]:
    best = sorted(state.seats_from(Seat(0)), key=lambda seat: -state.clans[seat].glory)
    return tuple((seat, state.clans[seat].glory) for seat in best)
