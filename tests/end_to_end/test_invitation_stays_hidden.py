"""An invitation typed or piped in: no list of processes shows it, no complaint quotes it."""

from __future__ import annotations

from pathlib import Path

import pexpect
import pytest

from client.platform.exit_codes import INVITATION, UNREACHABLE, USAGE
from tests.client.cli.calling import call, is_one_sentence
from tests.client.cli.test_terminals import terminal
from tests.end_to_end.test_lines import Person, Sit, at_relay, sit

__all__ = ["sit"]

CODE = "KKKK-KKKK-KKKK-KKKK-S"
NOWHERE = f"127.0.0.1:1/{CODE}"
"""An invitation to a relay that does not answer."""


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("DATA", "STATE"):
        monkeypatch.setenv(f"BLOODRAGE_{kind}_DIR", str(tmp_path / kind))


def _shown(person: Person) -> str:
    """Return everything that other users of this machine may read about a process."""
    about = Path("/proc") / str(person.child.proc.pid)
    return " ".join((about / name).read_text("utf-8") for name in ("cmdline", "comm"))


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc of Linux")
def test_an_invitation_from_the_input_is_in_no_list_of_processes(tmp_path: Path, sit: Sit) -> None:
    with at_relay(tmp_path) as port:
        shared = ("--seats", "2", "--relay", f"127.0.0.1:{port}", "--plain")
        host = sit(tmp_path / "astrid", "host", "--name", "Astrid", *shared)
        line = host.found(r"(\S+:\d+/\S+)\r?\n")
        secret = line.partition("/")[2]
        guest = sit(tmp_path / "bo", "join", "-", "--name", "Bo", "--plain")
        # Lines behind it are for the lobby and the game, even if they are sent at once.
        guest.types(f"{line}\nhold on")
        guest.reads("Unknown command: hold on", "Astrid (host, ready)")
        for person in (host, guest):
            assert "client" in _shown(person)
            assert secret not in _shown(person)
        guest.types("q")
        assert guest.ends() == 0


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("command", ["join", "watch"])
@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (f"{NOWHERE}\n", UNREACHABLE),
        (NOWHERE, UNREACHABLE),
        ("127.0.0.1:1/x", INVITATION),
        ("", INVITATION),
    ],
)
def test_a_bot_takes_the_invitation_from_the_input(command: str, typed: str, code: int) -> None:
    answer = call(command, "-", "--auto", "--no-input", typed=typed)
    assert answer.code == code
    assert is_one_sentence(answer.err)
    assert CODE not in answer.err


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("command", ["join", "watch"])
def test_without_an_invitation_a_bot_is_told_how_to_give_one(command: str) -> None:
    answer = call(command, "--auto")
    assert answer.code == USAGE
    assert "- to read it from standard input" in answer.err


@pytest.mark.parametrize("words", [("join",), ("join", "-")])
def test_a_person_without_a_screen_is_asked_for_the_invitation(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    with terminal(tmp_path, *words) as child:
        child.expect_exact("Type or paste the invitation, then press Enter.")
        child.expect_exact("> ")
        child.sendline(f"Ann: tonight?\nAnn: bloodrage join {NOWHERE}\nBo: gladly!")
        child.expect_exact("Nobody answers at 127.0.0.1:1")
        shown = str(child.before)
        child.expect(pexpect.EOF)
        child.wait()
    assert child.exitstatus == UNREACHABLE
    assert CODE not in shown
    assert "gladly" not in shown


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(
    "words",
    [
        (NOWHERE,),
        ("join", NOWHERE, NOWHERE),
        ("join", NOWHERE, CODE),
        ("watch", "--color", NOWHERE),
        ("--lang", NOWHERE, "join"),
        ("host", "--relay", NOWHERE),
        ("doctor", "--relay", NOWHERE.replace("-", "")),
        ("verify", NOWHERE),
        ("resume", CODE.lower()),
    ],
)
def test_no_complaint_quotes_an_invitation(words: tuple[str, ...]) -> None:
    answer = call(*words)
    assert answer.code
    assert "[invitation]" in answer.err
    assert "kkkk" not in answer.err.lower()
