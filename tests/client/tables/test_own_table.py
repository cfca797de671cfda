from __future__ import annotations

from functools import cache
from random import Random

import pytest

from client.games.bot_game import NewGame
from client.storage.journal_rows import plain_answer, plain_game, read_answer, read_game
from client.tables import PlayedAction, TableEvent
from client.tables.own_table import OwnTable
from client.tables.recorded_answers import OtherGame
from engine.state import Options, Rulings
from protocol.record.record import verify_record
from protocol.wire.codec import state_digest
from tests.client.tables.notes import Notes

SEATS = (2, *(pytest.param(seats, marks=pytest.mark.soak) for seats in (3, 4, 5)))
WITHOUT_DRAFT = Options(Rulings(draft=False))


def new(seats: int, seed: int | None = 7, options: Options | None = None) -> NewGame:
    return NewGame(("thrall",) * (seats - 1), seed, options or Options())


def of_bots(seats: int, seed: int | None = 7) -> OwnTable:
    """Play a game of bots to its end."""
    table = OwnTable(new(seats, seed).game(auto="thrall"))
    table.settle()
    table.finish()
    return table


@cache
def played(seats: int) -> OwnTable:
    """Play a game of bots once, to be read only."""
    return of_bots(seats)


def play(table: OwnTable, chance: Random) -> None:
    """Play a person who answers anything legal, to the end."""
    table.settle()
    while table.closed is None:
        if table.owed is not None:
            table.submit(chance.choice(table.answers))
        else:
            assert table.advance()


def told(events: tuple[TableEvent, ...]) -> list[PlayedAction]:
    return [event for event in events if isinstance(event, PlayedAction)]


@pytest.mark.parametrize("seats", SEATS)
def test_the_same_seed_gives_the_same_record(seats: int) -> None:
    first, again = played(seats), of_bots(seats)
    assert first.record() == again.record()
    assert state_digest(first.state) == state_digest(again.state)


def test_another_seed_gives_another_game() -> None:
    assert state_digest(of_bots(2, 8).state) != state_digest(played(2).state)


def test_the_same_seed_gives_the_person_the_same_table() -> None:
    tables = [OwnTable(new(3).game()) for _ in range(2)]
    for table in tables:
        table.settle()
    assert tables[0].state == tables[1].state
    assert tables[0].seat == tables[1].seat


def test_without_a_seed_no_two_tables_are_the_same() -> None:
    assert len({new(2, None).game().master for _ in range(3)}) == 3


@pytest.mark.slow
def test_seats_with_different_keys_end_in_the_same_state() -> None:
    table = played(3)
    sessions = table.sessions.values()
    assert len({session.identity.public for session in sessions}) == 3
    assert len({session.private_seat.key.public for session in sessions}) == 3
    assert len({session.point for session in sessions}) == 1
    assert all(session.state == table.state for session in sessions)


def test_the_record_of_a_game_against_bots_is_verified() -> None:
    table = played(2)
    verified = verify_record(table.record())
    assert verified.closed
    assert verified.glory == table.closed
    assert verified.state == table.state


def test_the_secret_is_in_no_record() -> None:
    table = played(2)
    record = table.record()
    assert table.game.master not in record
    assert all(session.private_seat.secret.raw not in record for session in table.sessions.values())


def test_the_person_is_called_by_the_clan() -> None:
    table = OwnTable(new(3).game())
    table.settle()
    assert table.names[table.seat] == ""
    assert sorted(table.names) == ["", "Hati", "Skadi"]


@pytest.mark.parametrize(
    ("seats", "options", "each"),
    [
        (2, Options(), 9),
        (2, WITHOUT_DRAFT, 9),
        pytest.param(2, Options(), 1, marks=pytest.mark.soak),
        pytest.param(3, Options(), 1, marks=pytest.mark.soak),
        pytest.param(5, Options(), 3, marks=pytest.mark.soak),
    ],
)
@pytest.mark.slow
def test_a_game_killed_after_any_answer_continues_byte_by_byte(
    seats: int, options: Options, each: int
) -> None:
    notes = Notes()
    game = new(seats, 3, options).game()
    live = OwnTable(game, notes)
    play(live, Random(3))
    whole = live.record()
    for count in range(0, len(notes.written), each):
        more = Notes(notes.written[:count])
        again = OwnTable(game, more)
        again.settle()
        assert not more.written
        assert whole.startswith(again.record())
    last = OwnTable(game, Notes(notes.written))
    last.settle()
    last.finish()
    assert last.record() == whole


def test_a_replay_reports_all_events_again() -> None:
    notes = Notes()
    game = new(2, 3).game()
    live = OwnTable(game, notes)
    play(live, Random(3))
    again = OwnTable(game, Notes(notes.written))
    again.settle()
    again.finish()
    assert told(again.events()) == told(live.events())


def test_nothing_is_asked_during_a_replay() -> None:
    notes = Notes()
    game = new(2, 3).game()
    play(OwnTable(game, notes), Random(3))
    table = OwnTable(game, Notes(notes.written[:3]))
    table.start()
    seen = []
    while not table.is_settled:
        assert table.owed is None
        seen.append(table.replayed)
        table.advance()
    assert seen[0] == (0, 3)
    assert table.replayed == (3, 3)
    assert sorted(seen) == seen


@pytest.mark.parametrize("harm", [1, 5])
def test_answers_of_another_course_are_rejected(harm: int) -> None:
    notes = Notes()
    game = new(2, 3).game()
    play(OwnTable(game, notes), Random(3))
    del notes.written[harm]
    with pytest.raises(OtherGame):
        OwnTable(game, Notes(notes.written)).settle()


def test_games_and_answers_survive_plain_data() -> None:
    notes = Notes()
    game = new(2, 3, WITHOUT_DRAFT).game()
    play(OwnTable(game, notes), Random(3))
    assert read_game(plain_game(game)) == game
    assert [read_answer(plain_answer(answer)) for answer in notes.written] == notes.written


def test_a_resumed_game_keeps_its_memory_aid_setting() -> None:
    game = NewGame(("thrall",), 3, memory_aid=False).game()
    assert not OwnTable(read_game(plain_game(game))).memory_aid
