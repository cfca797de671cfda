from __future__ import annotations

import io
import json
import unicodedata
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from client.__main__ import VERSION
from client.cli.doctor import show_word
from client.platform.exit_codes import UNREACHABLE
from client.platform.paths import VARIABLES
from client.settings.letter_order import LetterOrder
from client.storage.known_people import key_path, own_identity
from client.text.catalogue import say, speak, speak_in_cells
from protocol.charter import PROTOCOL_VERSION
from protocol.wire.identity import Peer
from tests.client.cli.calling import call, is_one_sentence

MARK = "\u200e"
_OF_TERMINALS = ("KITTY_WINDOW_ID", "KONSOLE_VERSION", "TERM")


def test_info_as_data_has_versions_paths_and_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("BLOODRAGE_COMMAND", "mail --password hunter2")
    monkeypatch.setenv("PATH_OF_OTHERS", "not told")
    answer = call("info", "--json")
    told = json.loads(answer.out)
    assert (told["program"], told["protocol"]) == (VERSION, PROTOCOL_VERSION)
    assert told["paths"]["key"] == {"path": str(key_path()), "exists": False}
    assert told["key"] is None
    assert told["environment"]["BLOODRAGE_DATA_DIR"] == str(tmp_path)
    assert "hunter2" not in answer.out
    assert "not told" not in answer.out
    assert all(told["libraries"].values())


def test_info_shows_only_the_fingerprint_of_your_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))
    identity = own_identity()
    out = call("info").out
    assert Peer(identity.public).fingerprint() in out
    assert key_path().read_bytes().hex() not in out


def test_info_creates_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES.values():
        monkeypatch.setenv(variable, str(tmp_path / variable))
    assert call("info", "--log-file", "/dev/null").code == 0
    assert not list(tmp_path.iterdir())


def test_doctor_reports_every_check_in_a_sentence() -> None:
    answer = call("doctor")
    assert answer.code == 0
    rows = [row for row in answer.out.splitlines() if not row.startswith(" ")]
    assert {row.split()[0] for row in rows} <= {"ok", "warn"}
    assert "not a terminal" in rows[0]


def test_doctor_as_data_has_one_object_per_check() -> None:
    rows = call("doctor", "--json").array()
    assert {"size", "terminal", "disk", "key", "libraries"} <= {str(row["check"]) for row in rows}
    assert all(row["result"] in ("ok", "warn", "fail") and row["told"] for row in rows)


def test_a_relay_that_does_not_answer_is_exit_code_3() -> None:
    answer = call("doctor", "--relay", "127.0.0.1:1")
    assert answer.code == UNREACHABLE
    assert "FAIL  No relay answers at 127.0.0.1:1" in answer.out


def test_a_bundle_is_written_to_the_named_file(tmp_path: Path) -> None:
    path = tmp_path / "report.zip"
    answer = call("doctor", "--bundle", str(path))
    assert path.exists()
    assert str(path) in answer.err


def test_a_bundle_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    answer = call("doctor", "--bundle", str(tmp_path / "none" / "report.zip"))
    assert answer.code == 2
    assert is_one_sentence(answer.err)


class TerminalStream(io.TextIOWrapper):
    """A stream of bytes that says it is a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    @property
    def sent(self) -> str:
        """Everything that was written."""
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode()


def _shown_word(monkeypatch: pytest.MonkeyPatch, environ: dict[str, str]) -> str:
    """Return what the doctor shows in Persian before its findings."""
    for variable in ("TMUX", "TERM_PROGRAM", *_OF_TERMINALS):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environ.items():
        monkeypatch.setenv(variable, value)
    speak("fa")
    speak_in_cells(on=False)
    stream = TerminalStream()
    with redirect_stdout(stream):
        show_word()
    return stream.sent


HELLO = "\u0633\u0644\u0627\u0645"
"""The word, in the order of reading."""


@pytest.mark.parametrize(
    ("environ", "order"),
    [({}, LetterOrder()), ({"TMUX": "1"}, LetterOrder(through=True, marks=True))],
)
def test_the_doctor_shows_a_word_in_persian_as_the_screen_does_and_asks(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], order: LetterOrder
) -> None:
    shown, *told = _shown_word(monkeypatch, environ).splitlines()
    word = shown.removeprefix(order.begin).removesuffix(order.end).strip(" ")
    assert shown == f"{order.begin}    {word}{order.end}"
    assert word.count(MARK) == (len(HELLO) if order.marks else 0)
    plain = unicodedata.normalize("NFKC", word.replace(MARK, ""))
    assert plain == HELLO[::-1]
    asked = "Is this a word that can be read? If not, your terminal orders letters by itself."
    assert " ".join(map(str.strip, told)).startswith(say(asked))


@pytest.mark.parametrize(
    ("environ", "remedy"),
    [
        ({"KITTY_WINDOW_ID": "1"}, "kitty: put force_ltr yes into kitty.conf."),
        (
            {"KONSOLE_VERSION": "230804"},
            "Konsole: turn off bidirectional text in the profile, under Appearance.",
        ),
        (
            {"TERM": "putty-256color"},
            "PuTTY: tick Disable bidirectional text display, under Terminal, Features.",
        ),
        (
            {"TERM_PROGRAM": "Apple_Terminal"},
            "Apple Terminal cannot be told: play in another terminal.",
        ),
        (
            {"TERM_PROGRAM": "iTerm.app"},
            "iTerm2: turn off its support for right-to-left text in the settings.",
        ),
    ],
)
def test_the_doctor_says_what_to_set_in_the_terminal_it_is_in(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], remedy: str
) -> None:
    known = _shown_word(monkeypatch, {"TERM": "xterm", **environ})
    unknown = _shown_word(monkeypatch, {"TERM": "xterm"})
    assert say(remedy) != remedy
    assert say(remedy) in " ".join(known.split())
    assert say(remedy) in " ".join(unknown.split())
    assert len(known) < len(unknown)


def test_the_doctor_asks_nothing_in_other_languages_and_behind_a_pipe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stream = TerminalStream()
    with redirect_stdout(stream):
        show_word()
    assert stream.sent == ""
    speak("fa")
    with redirect_stdout(io.StringIO()) as piped:
        show_word()
    assert piped.getvalue() == ""
