"""Sentences for a player whose machine lacks something: the reason, and a remedy that helps."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.end_to_end.machines import ALONE, NOBODY, Outcome, bloodrage, can_be, disk, without_locks

PLAY = ("play", "--plain", "--bots", "1", "--seed", "1")
CODE = "000G-40R4-0M30-E209-Y"
JOIN = ("join", f"127.0.0.1:9/{CODE}", "--auto")
"""Takes a name and a key, and then finds no relay."""
_SETTLED = ("rules", "battle")
"""A command that needs no file at all."""


Words = tuple[str, ...]
Spoil = Callable[[Path], None]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A home directory in a directory of its own."""
    path = tmp_path / "all" / "home"
    path.mkdir(parents=True)
    yield path
    path.parent.chmod(0o700)


def _is_understood(outcome: Outcome) -> bool:
    """Whether nothing looks like a fault of the program."""
    return "Traceback" not in outcome.err and "Something went wrong" not in outcome.err


def _needs(prefix: Sequence[str]) -> None:
    if prefix and not can_be(tuple(prefix)):
        pytest.skip(f"{prefix[0]} {prefix[1]} is not allowed here")


# --------------------------------------------------------------------------- streams


@pytest.mark.slow
@pytest.mark.parametrize("words", [_SETTLED, ("--version",)])
@pytest.mark.parametrize(
    ("streams", "why"),
    [
        (">&-", "it is closed"),
        ("<&- >&-", "it is closed"),
        (">/dev/full", "the disk is full"),
    ],
)
def test_an_output_that_takes_nothing_is_told(
    tmp_path: Path, words: tuple[str, ...], streams: str, why: str
) -> None:
    outcome = bloodrage(words, tmp_path, streams=streams)
    assert outcome.err == f"bloodrage: The output cannot be written: {why}.\n"
    assert outcome.code == 1


@pytest.mark.slow
@pytest.mark.parametrize("streams", ["<&-", "2>&-", "2>/dev/full", "<&- 2>&-"])
@pytest.mark.parametrize("words", [_SETTLED])
def test_a_command_that_reads_nothing_needs_its_output_only(
    tmp_path: Path, words: tuple[str, ...], streams: str
) -> None:
    outcome = bloodrage(words, tmp_path, streams=streams)
    assert outcome.code == 0
    assert outcome.out
    assert _is_understood(outcome)


@pytest.mark.slow
@pytest.mark.parametrize("streams", ["<&-", ">&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", [("join",)])
def test_a_game_needs_an_input_and_an_output(
    tmp_path: Path, words: tuple[str, ...], streams: str
) -> None:
    outcome = bloodrage(words, tmp_path, streams=streams)
    assert outcome.code == 6
    if "2>&-" not in streams:
        assert outcome.err == "bloodrage: A game needs standard input and output.\n"


@pytest.mark.slow
def test_a_reader_that_has_enough_is_no_error(tmp_path: Path) -> None:
    outcome = bloodrage(("cards",), tmp_path, streams="| head -1")
    assert (outcome.code, outcome.err) == (0, "")


@pytest.mark.slow
def test_a_lab_without_an_input_says_so(tmp_path: Path) -> None:
    outcome = bloodrage(("lab", "-"), tmp_path, streams="<&-")
    assert (outcome.code, outcome.err) == (2, "bloodrage: There is no input to read.\n")


@pytest.mark.slow
@pytest.mark.parametrize("streams", ["<&- >&- 2>&-"])
def test_no_saved_game_receives_the_output_of_a_closed_stream(tmp_path: Path, streams: str) -> None:
    bloodrage(("play", "--auto", "--bots", "1", "--seed", "1", "-v"), tmp_path, streams=streams)
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert written
    assert not [raw for raw in written if b"God's Gifts" in raw]


# --------------------------------------------------------------------------- directories


def _missing(home: Path) -> None:
    home.rmdir()
    home.parent.chmod(0o500)


def _unentered(home: Path) -> None:
    home.parent.chmod(0o000)


def _unwritable(home: Path) -> None:
    home.chmod(0o500)


def _file(home: Path) -> None:
    home.rmdir()
    home.touch()


_NO_PERMISSION = "you do not have permission"
_UNWRITTEN = [
    (PLAY, "Games cannot be saved in {home}/.local/state/bloodrage: {why}. {todo}", "STATE"),
    (
        JOIN,
        "Your key cannot be used ({home}/.local/share/bloodrage/identity.key): {why}. {todo}",
        "DATA",
    ),
    (
        ("settings", "pace=slow"),
        "{home}/.config/bloodrage/config.toml cannot be written: {why}. {todo}",
        "CONFIG",
    ),
]
_ELSEWHERE = "Set BLOODRAGE_{kind}_DIR to another directory."
_ROOM = "Free some space, or set BLOODRAGE_{kind}_DIR to a directory on another disk."


@pytest.mark.slow
@pytest.mark.parametrize(("words", "told", "kind"), _UNWRITTEN)
@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_missing, _NO_PERMISSION),
        (_unentered, _NO_PERMISSION),
        (_unwritable, _NO_PERMISSION),
        (_file, "a part of the path is a file, not a directory"),
    ],
)
def test_a_home_that_takes_no_file_is_told_with_the_variable_to_set(
    home: Path, spoil: Spoil, why: str, words: Words, told: str, kind: str
) -> None:
    _needs(NOBODY)
    spoil(home)
    outcome = bloodrage(words, home, prefix=NOBODY)
    sentence = told.format(home=home, why=why, todo=_ELSEWHERE.format(kind=kind))
    assert sentence in outcome.err
    assert outcome.code == 2


@pytest.mark.slow
@pytest.mark.parametrize("spoil", [_missing, _unentered, _unwritable, _file])
@pytest.mark.parametrize("words", [_SETTLED])
def test_a_command_that_keeps_nothing_needs_no_home(home: Path, spoil: Spoil, words: Words) -> None:
    _needs(NOBODY)
    spoil(home)
    outcome = bloodrage(words, home, prefix=NOBODY)
    assert outcome.code == 0
    assert _is_understood(outcome)


@pytest.mark.slow
@pytest.mark.parametrize("case", _UNWRITTEN)
@pytest.mark.parametrize(
    ("options", "why"), [("ro", "the disk is read-only"), ("size=64k", "the disk is full")]
)
def test_a_disk_that_takes_nothing_is_told_with_its_remedy(
    home: Path, options: str, why: str, case: tuple[Words, str, str]
) -> None:
    words, told, kind = case
    todo = _ELSEWHERE if options == "ro" else _ROOM
    prefix = disk(home, options)
    _needs(prefix)
    outcome = bloodrage(words, home, prefix=prefix)
    if options != "ro" and words == PLAY:
        told = "This game cannot be saved: {why}."  # the file exists, but its first line does not
    assert told.format(home=home, why=why, todo=todo.format(kind=kind)) in outcome.err
    assert outcome.code == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "why"), [("ro", "the disk is read-only"), ("size=64k", "the disk is full")]
)
def test_the_doctor_names_the_disk_that_takes_nothing(home: Path, options: str, why: str) -> None:
    prefix = disk(home, options)
    _needs(prefix)
    outcome = bloodrage(("doctor", "--json"), home, prefix=prefix)
    assert outcome.code == 1
    assert outcome.out.count(f"cannot be written: {why}.") == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "words", "told"),
    [
        (
            "STATE",
            ("resume",),
            "The games in {place} cannot be read: {why}. Set BLOODRAGE_STATE_DIR",
        ),
        (
            "DATA",
            ("history",),
            "{place}/history.jsonl cannot be read: {why}. Set BLOODRAGE_DATA_DIR",
        ),
        (
            "DATA",
            ("replay",),
            "{place}/history.jsonl cannot be read: {why}. Set BLOODRAGE_DATA_DIR",
        ),
        ("CONFIG", ("settings",), "The settings in {place}/config.toml cannot be read: {why}."),
    ],
)
def test_files_out_of_reach_are_not_taken_for_missing(
    home: Path, kind: str, words: Words, told: str
) -> None:
    _needs(NOBODY)
    place = home / "place"
    place.mkdir(mode=0o000)
    outcome = bloodrage(words, home, prefix=NOBODY, variables={f"BLOODRAGE_{kind}_DIR": str(place)})
    assert told.format(place=place, why=_NO_PERMISSION) in outcome.err
    place.chmod(0o700)


_NAMES = ("config.toml", "name", "hints", "history.jsonl", "known.json", "bloodrage.log", "records")


@pytest.mark.slow
def test_directories_in_the_place_of_files_stop_no_game(home: Path) -> None:
    variables = {f"BLOODRAGE_{kind}_DIR": str(home) for kind in ("CONFIG", "STATE", "DATA")}
    for name in _NAMES[:-1]:
        (home / name).mkdir()
    (home / "records").touch()
    for words in (PLAY, JOIN, ("history",), ("doctor",), ("info",), ("settings", "pace=slow")):
        outcome = bloodrage(words, home, variables=variables)
        assert _is_understood(outcome), words
    assert list(home.glob("*.game"))


@pytest.mark.slow
def test_a_directory_in_the_place_of_the_key_is_told_as_that(home: Path) -> None:
    (home / "identity.key").mkdir()
    variables = {"BLOODRAGE_DATA_DIR": str(home)}
    outcome = bloodrage(JOIN, home, variables=variables)
    assert "Your key cannot be used (" in outcome.err
    assert "): it is a directory, not a file." in outcome.err
    assert "it is a directory, not a file" in bloodrage(("doctor",), home, variables=variables).out


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["CONFIG", "STATE", "DATA"])
def test_a_directory_with_a_name_too_long_is_told(home: Path, kind: str) -> None:
    variables = {f"BLOODRAGE_{kind}_DIR": str(home / ("x" * 300))}
    words = {"CONFIG": ("settings", "pace=slow"), "STATE": PLAY, "DATA": JOIN}[kind]
    outcome = bloodrage(words, home, variables=variables)
    assert f"the name is too long. Set BLOODRAGE_{kind}_DIR to another directory." in outcome.err
    settled = bloodrage(_SETTLED, home, variables=variables)
    assert (settled.code, settled.err) == (0, "")


@pytest.mark.slow
def test_a_game_on_a_disk_without_locks_goes_on_and_says_so_once(home: Path) -> None:
    variables = without_locks(home)
    if not variables:
        pytest.skip("no compiler here")
    for words in (PLAY, ("resume",)):
        outcome = bloodrage(words, home, variables=variables)
        assert outcome.code == 0
        told = " ".join((outcome.out + outcome.err).split())
        assert told.count("does not support file locks: open game 1 in one window only.") == 1
    assert bloodrage(JOIN, home, variables=variables).code == 3
    checked = " ".join(bloodrage(("doctor",), home, variables=variables).out.split())
    assert checked.count(": this disk does not support file locks.") == 3


# --------------------------------------------------------------------------- people and limits


@pytest.mark.slow
def test_a_user_without_an_account_and_home_plays(home: Path) -> None:
    _needs(NOBODY)
    variables = {f"BLOODRAGE_{kind}_DIR": str(home) for kind in ("CONFIG", "STATE", "DATA")}
    outcome = bloodrage(JOIN, None, prefix=NOBODY, variables=variables)
    assert (outcome.code, _is_understood(outcome)) == (3, True)
    for words in (("info",), ("doctor", "--bundle", f"{home}/report.zip"), PLAY):
        assert _is_understood(bloodrage(words, None, prefix=NOBODY, variables=variables)), words


@pytest.mark.slow
def test_without_a_home_the_missing_variable_is_named(home: Path) -> None:
    _needs(NOBODY)
    if os.access("/", os.W_OK):
        pytest.skip("the root directory may be written here")
    outcome = bloodrage(PLAY, None, prefix=NOBODY)
    assert "Set BLOODRAGE_STATE_DIR to another directory." in outcome.err


@pytest.mark.slow
@pytest.mark.parametrize(("words", "most"), [(JOIN, 6), (JOIN, 8), (PLAY, 6), (("doctor",), 6)])
def test_too_few_open_files_are_told_as_that(home: Path, words: Words, most: int) -> None:
    prefix = ("sh", "-c", f'ulimit -n {most}; exec "$@"', "sh")
    outcome = bloodrage(words, home, prefix=prefix)
    assert _is_understood(outcome)
    if words == JOIN:
        assert "this program has too many files open. Close other programs" in outcome.err


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["C", "pl_PL.ISO-8859-2"])
def test_a_home_in_other_bytes_than_those_of_the_locale_is_used(home: Path, locale: str) -> None:
    place = home / os.fsdecode(b"Gier\xff\xb3")
    outcome = bloodrage(PLAY, place, variables={"LC_ALL": locale, "LANG": locale})
    assert _is_understood(outcome)
    assert list((place / ".local" / "state" / "bloodrage").glob("*.game"))
    for words in (("info",), ("info", "--json"), ("resume",)):
        told = bloodrage(words, place, variables={"LC_ALL": locale, "LANG": locale})
        assert _is_understood(told), words


@pytest.mark.slow
def test_a_working_directory_that_is_gone_stops_nothing(home: Path) -> None:
    gone = home / "gone"
    gone.mkdir()
    prefix = ("sh", "-c", 'cd "$0" && rmdir "$0" && exec "$@"', str(gone))
    for words in (PLAY, ("info",), ("doctor",), ("settings", "pace=slow"), ("verify", "none")):
        assert _is_understood(bloodrage(words, home, prefix=prefix)), words


# --------------------------------------------------------------------------- networks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "why", "prefix"),
    [
        ("127.0.0.1:9", "nothing listens there", ()),
        ("no.such.name.invalid:7744", "there is no machine of that name", ()),
        ("198.51.100.1:7744", "that network cannot be reached", ALONE),
        ("[2001:db8::1]:7744", "that network cannot be reached", ALONE),
    ],
)
def test_a_relay_that_cannot_be_reached_is_told_with_the_reason(
    home: Path, address: str, why: str, prefix: Words
) -> None:
    _needs(prefix)
    outcome = bloodrage(("join", f"{address}/{CODE}", "--auto"), home, prefix=prefix)
    # Without a name server nothing can be looked up; that is told, too.
    reasons = {why, "names cannot be looked up now"} if "invalid" in address else {why}
    assert any(f"Nobody answers at {address} ({one})" in outcome.err for one in reasons)
    assert outcome.code == 3


_RESERVED = 80
_PORT = ("host", "--auto", "--seats", "2", "--port")


@pytest.mark.slow
def test_a_port_of_another_program_is_told_as_that(home: Path) -> None:
    with socket.create_server(("", 0), family=socket.AF_INET6, dualstack_ipv6=True) as taken:
        port = taken.getsockname()[1]
        outcome = bloodrage((*_PORT, str(port)), home)
    assert (
        f"ort {port} of this machine cannot be used: another program has that port." in outcome.err
    )
    assert outcome.code == 2


@pytest.mark.slow
def test_a_port_that_is_forbidden_is_told_as_that(home: Path) -> None:
    _needs(NOBODY)
    first = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
    if not first.exists() or int(first.read_text(encoding="ascii")) <= _RESERVED:
        pytest.skip("every port may be used here")
    outcome = bloodrage((*_PORT, str(_RESERVED)), home, prefix=NOBODY)
    assert "ort 80 of this machine cannot be used: you do not have permission." in outcome.err
    assert outcome.code == 2
