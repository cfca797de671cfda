"""A retold game matches the game as every seat saw it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import pytest

import protocol.game.session
from client.games.bot_game import NewGame
from client.tables.own_table import OwnTable
from engine import actions as act
from engine.knowledge import Knowledge
from engine.state import Options, Rulings
from protocol.game.course_walker import CourseWalker
from protocol.game.events import Applied, Event
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.record.record import BrokenRecord, split_record
from protocol.record.retelling import Retold, retell

WITHOUT_DRAFT = Options(Rulings(draft=False))
TABLES = [
    (2, Options()),
    (3, Options()),
    (2, WITHOUT_DRAFT),
    (3, Options(gods=True, mystics=True)),
    pytest.param(4, Options(kickstarter=True), marks=pytest.mark.soak),
    pytest.param(5, Options(), marks=pytest.mark.soak),
    pytest.param(5, WITHOUT_DRAFT, marks=pytest.mark.soak),
]


class Diarist(CourseWalker):
    """A walker that notes our knowledge after every action and every look at a pack."""

    diary: list[tuple[int, Applied | None, Knowledge]]

    def _tell(self, finished: StepKind, applied: Iterable[Applied]) -> Iterator[Event]:
        step = self._course.point.step - 1
        for event in super()._tell(finished, applied):
            looked = finished is StepKind.PACK_SHARES
            if isinstance(event, Applied) or looked:
                self.write(step, event if isinstance(event, Applied) else None)
            yield event

    def write(self, step: int, applied: Applied | None) -> None:
        if not hasattr(self, "diary"):
            self.diary = []
        self.diary.append((step, applied, self._course.private_seat.known))


def diary_of(session: Session) -> list[tuple[int, Applied | None, Knowledge]]:
    walker = session._walker
    assert isinstance(walker, Diarist)
    return walker.diary


def played(seats: int, options: Options, level: str = "thrall") -> OwnTable:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(protocol.game.session, "CourseWalker", Diarist)
        table = OwnTable(NewGame((level,) * (seats - 1), 11, options).game(auto=level))
    table.settle()
    table.finish()
    return table


@cache
def _two() -> tuple[bytes, Retold]:
    raw = played(2, Options()).record()
    return raw, retell(raw)


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.slow
def test_a_retold_game_matches_the_knowledge_of_every_seat(seats: int, options: Options) -> None:
    table = played(seats, options)
    told = retell(table.record())
    assert told.opened
    assert told.closed
    assert told.opening == table.opening
    assert len(told.places) == seats
    for seat, signer in enumerate(told.places):
        session = table.sessions[signer]
        retold = [(one.step, one.applied, one.knowledge[seat]) for one in told.moments]
        assert retold == diary_of(session)


def test_hidden_choices_are_retold_with_their_faces() -> None:
    _, told = _two()
    hidden = (act.Picked, act.Committed, act.Laid, act.Kept)
    chosen = [
        moment
        for moment in told.moments
        if moment.applied is not None and isinstance(moment.applied.action, hidden)
    ]
    assert chosen
    assert all(moment.intent is not None for moment in chosen)
    kinds = {type(moment.intent) for moment in chosen}
    assert {act.Pick, act.Keep} <= kinds


def test_picks_come_from_the_pack_in_hand() -> None:
    _, told = _two()
    picks = 0
    for moment in told.moments:
        for known in moment.knowledge:
            for seen in known.seen:
                assert set(seen.kept) <= set(seen.faces)
                picks += 1
    assert picks


def test_an_unfinished_game_is_retold_without_hands() -> None:
    raw, whole = _two()
    charter, envelopes = split_record(raw)
    cut = raw[: -sum(4 + len(envelope) for envelope in envelopes[-40:])]
    told = retell(cut)
    assert told.charter.to_bytes() == charter
    assert not told.opened
    assert not told.closed
    assert [one.applied for one in told.moments if one.applied is not None] == [
        one.applied for one in whole.moments if one.applied is not None
    ][: len(told.moments)]
    assert all(not known.hand for moment in told.moments for known in moment.knowledge)
    assert all(not known.seen for moment in told.moments for known in moment.knowledge)


def test_a_broken_record_is_not_retold() -> None:
    raw, _ = _two()
    harmed = bytearray(raw)
    harmed[-100] ^= 1
    with pytest.raises(BrokenRecord):
        retell(bytes(harmed))
