from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.storage.collect_results import listed_records, own_keys, own_signer, rebuild, unread
from client.storage.history_lines import history_lines, record_rows
from client.storage.known_people import own_identity
from client.storage.plain_data import BadRecord
from client.storage.results import (
    Player,
    Result,
    index_path,
    plain_result,
    read_index,
    read_result,
    statistics,
    write_index,
)
from client.text.box_words import GameBox
from engine.values import replace
from tests.adversary.second_ends import ended_without
from tests.client.replay.watching import cut, record, retold

WHEN = datetime(2026, 3, 14, 15, 9, tzinfo=UTC)


def result(own: int | None = 0, glories: tuple[int, ...] = (63, 40), name: str = "a") -> Result:
    players = tuple(
        Player(f"P{seat}", ("wolf", "raven", "bear")[seat], glory, seat > 0)
        for seat, glory in enumerate(glories)
    )
    return Result(f"{name}.bloodrage", WHEN, players, own, 200, 42)


def keep(directory: Path, raw: bytes, name: str = "one") -> Path:
    folder = directory / "records"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.bloodrage"
    path.write_bytes(raw)
    return path


def test_a_result_survives_the_file(tmp_path: Path) -> None:
    write_index((result(),), tmp_path)
    write_index((result(None, name="b"),), tmp_path)
    assert tuple(read_index(tmp_path).values()) == (result(), result(None, name="b"))


def test_the_last_line_of_a_record_counts(tmp_path: Path) -> None:
    write_index((result(), result(glories=(1, 2))), tmp_path)
    assert tuple(read_index(tmp_path).values()) == (result(glories=(1, 2)),)


def test_a_torn_line_loses_that_line_only(tmp_path: Path) -> None:
    write_index((result(),), tmp_path)
    with index_path(tmp_path).open("a") as file:
        file.write('{"record": "b.blood')
    write_index((result(name="c"),), tmp_path)
    assert set(read_index(tmp_path)) == {"a.bloodrage", "c.bloodrage"}


@given(st.binary(max_size=200))
def test_any_bytes_are_read_without_an_error(raw: bytes) -> None:
    with TemporaryDirectory() as directory:
        index_path(Path(directory)).write_bytes(raw)
        assert read_index(Path(directory)) == {}


@pytest.mark.parametrize(
    "change",
    [
        {"record": "../../else.bloodrage"},
        {"record": ".."},
        {"own": 2},
        {"own": True},
        {"players": []},
        {"when": "yesterday"},
        {"actions": -1},
    ],
)
def test_malformed_results_are_rejected(change: dict[str, object]) -> None:
    with pytest.raises(BadRecord):
        read_result({**plain_result(result()), **change})


def test_names_from_the_file_are_cleaned() -> None:
    strange = {**plain_result(result())}
    strange["players"] = [{"name": "\x1b[2JBo\u202e", "clan": "\x07wolf", "glory": 1, "bot": False}]
    strange["own"] = 0
    read = read_result(strange).players[0]
    assert "\x1b" not in read.name
    assert "\u202e" not in read.name
    assert "\x07" not in read.clan


def test_an_unwritable_directory_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert write_index((result(),), tmp_path / "file") != ""


def test_results_are_rebuilt_from_records(tmp_path: Path) -> None:
    path = keep(tmp_path, record())
    keep(tmp_path, b"no record", "broken")
    index_path(tmp_path).write_text("nonsense\n")
    assert set(rebuild(tmp_path)) == set(unread(tmp_path)) | {path}
    (found,) = read_index(tmp_path).values()
    last = retold().moments[-1].state
    assert [one.glory for one in found.players] == [clan.glory for clan in last.clans]
    assert [one.is_bot for one in found.players].count(True) == 1
    assert found.own is not None
    assert not found.players[found.own].is_bot
    assert found.counts
    assert unread(tmp_path) == (tmp_path / "records" / "broken.bloodrage",)


def test_an_unfinished_record_is_listed_without_a_result(tmp_path: Path) -> None:
    keep(tmp_path, cut(10))
    list(rebuild(tmp_path))
    (found,) = read_index(tmp_path).values()
    assert not found.counts
    assert "not finished" in record_rows(listed_records(tmp_path))[0]


def test_a_record_without_a_result_is_listed_with_the_names_at_its_table(tmp_path: Path) -> None:
    keep(tmp_path, cut(10))
    keep(tmp_path, b"no record", "broken")
    rows = {row.partition("  ")[2] for row in record_rows(listed_records(tmp_path))}
    assert retold().charter.names == ("Player", "Hati")
    assert rows == {
        "Hati (not in your results)",
        "broken.bloodrage (not in your results)",
    }


def test_a_table_with_two_ends_counts_once_with_its_first(tmp_path: Path) -> None:
    name = "3f2a9c0d11e8b764"
    first = replace(result(name=name), end="aa")
    second = replace(result(glories=(10, 40), name=f"{name}-2"), end="bb", without=("P1",))
    write_index((second, first), tmp_path)
    results = tuple(read_index(tmp_path).values())
    assert results == (second, first)
    found = statistics(results).all
    assert (found.games, found.wins, found.glory) == (1, 1, 63)
    lines = history_lines(results)
    assert [line for line in lines if "two ends" in line] == [lines[1]]
    assert "63" in lines[1]
    keep(tmp_path, b"", name)
    keep(tmp_path, b"", f"{name}-2")
    rows = record_rows(listed_records(tmp_path))
    assert sum("two ends" in row for row in rows) == 2
    assert sum("away: P1, two ends" in row for row in rows) == 1


def test_two_seats_of_one_table_and_two_tables_are_no_second_end() -> None:
    name = "3f2a9c0d11e8b764"
    seats = (result(name=name), replace(result(name=f"{name}-2"), own=1))
    tables = (result(name="game-1"), result(name="game-2"))
    for both in (seats, tables):
        results = tuple(replace(one, end="aa") for one in both)
        assert statistics(results).all.games == 2
        assert not any("two ends" in line for line in history_lines(results))


def test_a_result_read_from_a_record_names_who_did_not_sign_it(tmp_path: Path) -> None:
    keep(tmp_path, ended_without(2))
    list(rebuild(tmp_path))
    (found,) = read_index(tmp_path).values()
    assert found.without == ("Seat 2",)
    assert len(bytes.fromhex(found.end)) == 32


def test_your_game_is_recognised_by_your_key(tmp_path: Path) -> None:
    own = own_identity(tmp_path)
    assert own_keys(tmp_path) == {own.public}
    charter = retold().charter
    hellos = tuple(
        replace(hello, identity=own.public, operator=b"") if hello.is_bot else hello
        for hello in charter.hellos
    )
    assert own_signer(replace(charter, hellos=hellos), own_keys(tmp_path)) == next(
        signer for signer, hello in enumerate(charter.hellos) if hello.is_bot
    )
    assert own_signer(replace(charter, hellos=hellos), frozenset()) is None


def test_records_are_listed_newest_first(tmp_path: Path) -> None:
    keep(tmp_path, b"", "a")
    keep(tmp_path, b"", "b")
    old = replace(result(name="a"), when=WHEN - timedelta(days=9))
    write_index((old, result(name="b", own=1)), tmp_path)
    assert [one.path.stem for one in listed_records(tmp_path)] == ["b", "a"]
    assert "√ P0 63, P1 40" in record_rows(listed_records(tmp_path))[1]


def test_statistics_count_your_games_by_clan_and_opponent() -> None:
    found = statistics(
        (
            result(0, (63, 40)),
            result(0, (30, 40, 50), "b"),
            result(1, (30, 40, 40), "c"),
            result(None, name="d"),
            replace(result(name="e"), finished=False),
        )
    )
    assert (found.all.games, found.all.wins, found.all.glory) == (3, 2, 133)
    assert found.by_clan["wolf"].games == 2
    assert found.by_clan["raven"].wins == 1
    assert found.by_opponent["P1", True].mean == pytest.approx(46.5)
    assert found.by_opponent["P0", False].games == 1


def test_a_shared_victory_counts_as_won() -> None:
    shared = result(1, (40, 40, 3))
    assert shared.won
    assert shared.place == 1
    assert shared.winners == (0, 1)
    assert result(2, (40, 40, 3)).place == 3


def test_your_results_are_listed_with_statistics() -> None:
    text = "\n".join(history_lines((result(), result(name="b", own=1)), ("b.bloodrage",)))
    assert "2026-03-14" in text
    assert "1 of 2" in text
    assert "42 min" in text
    assert "WRONG" in text
    assert "2 games, 1 won; 52 Glory on average." in text
    assert "P1 (bot)" in text


def test_the_history_without_results_is_a_sentence() -> None:
    assert history_lines((result(None),)) == ("You have not finished a game yet.",)


def test_a_result_names_the_boxes_of_its_game(tmp_path: Path) -> None:
    boxed = replace(result(), boxes=(GameBox.GODS, GameBox.MYSTICS))
    write_index((boxed,), tmp_path)
    assert tuple(read_index(tmp_path).values()) == (boxed,)
    assert any(
        line.endswith("with Gods of Asgard and Mystics of Midgard")
        for line in history_lines((boxed,))
    )
    assert not any("with" in line for line in history_lines((result(),)))


def test_results_of_earlier_versions_have_no_boxes_and_unknown_ones_are_left_out() -> None:
    plain = plain_result(result())
    del plain["boxes"]
    assert read_result(plain).boxes == ()
    assert read_result({**plain, "boxes": ["gods", "dwarves"]}).boxes == (GameBox.GODS,)
