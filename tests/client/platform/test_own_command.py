"""Commands in sentences work as pasted, however the program was started."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from client.platform.own_command import NAME, command_of, own_command, settle_own_command
from client.presenter.statuses import saved_sentence
from client.text.catalogue import LANGUAGES, say, speak

ROOT = Path(__file__).parents[3]
FILE = "python3 bloodrage-0.1.0-linux-x86_64-cp311.pyz"


@pytest.fixture
def single_file() -> Iterator[None]:
    """Speak as a program that was started from the single file."""
    settle_own_command(FILE)
    yield
    settle_own_command(NAME)
    speak("en")


@pytest.mark.usefixtures("single_file")
def test_sentences_name_the_command_that_started_the_program() -> None:
    for language in LANGUAGES:
        speak(language)
        assert f"{FILE} resume 7" in saved_sentence(7)
        assert f"`{FILE} settings`" in say(
            "`bloodrage settings` lists the commands; Esc, Enter and the arrows cannot be changed."
        )


@pytest.mark.usefixtures("single_file")
def test_fields_of_a_sentence_are_left_as_they_are() -> None:
    assert say("The record is {path}", path="/a/bloodrage b") == "The record is /a/bloodrage b"


def test_braces_in_a_path_are_no_placeholders() -> None:
    settle_own_command("python3 '{odd}.pyz'")
    try:
        assert "python3 '{odd}.pyz' resume 7" in saved_sentence(7)
    finally:
        settle_own_command(NAME)


@pytest.mark.skipif(os.name != "posix", reason="paths of POSIX")
@pytest.mark.parametrize(
    ("started", "script", "count", "command"),
    [
        (["python3", "game.pyz", "host"], "game.pyz", 1, "python3 game.pyz"),
        (["python3", "my game.pyz"], "my game.pyz", 0, "python3 'my game.pyz'"),
        (["python3", "-m", "client", "host"], "/src/client/__main__.py", 1, "python3 -m client"),
        (["python3", "/opt/x/bloodrage"], "/opt/x/bloodrage", 0, "/opt/x/bloodrage"),
        (["pytest"], "-c", 0, NAME),
    ],
)
def test_the_command_is_read_from_the_words_of_the_process(
    started: list[str], script: str, count: int, command: str
) -> None:
    assert command_of(started, script, count) == command


@pytest.mark.skipif(os.name != "posix", reason="a script of POSIX")
def test_an_installed_command_is_named_shortly_only_if_the_shell_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / NAME
    script.write_text("#!/usr/bin/env python3\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"/nowhere:{tmp_path}")
    assert command_of(["python3", str(script)], str(script), 0) == NAME
    monkeypatch.setenv("PATH", "/nowhere")
    assert command_of(["python3", str(script)], str(script), 0) == str(script)


def test_a_process_names_its_own_command(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "game.pyz", "w") as file:
        file.writestr("__main__.py", "from client.__main__ import main\nraise SystemExit(main())\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    for words in (("game.pyz",), ("-m", "client")):
        ran = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, *words, "resume", "--relay"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert f"Try: {sys.executable} {' '.join(words)} resume --help" in ran.stderr


def test_the_command_is_the_installed_one_at_first() -> None:
    assert own_command() == NAME
