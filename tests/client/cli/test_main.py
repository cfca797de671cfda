from __future__ import annotations

import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import pytest

from client.__main__ import COMMANDS, VERSION
from client.bots import LEVELS
from client.cli import info as info_command
from client.cli import rules as rules_command
from client.settings import choices
from tests.client.cli.calling import call, environment, is_one_sentence, run

ROOT = Path(__file__).parents[3]


def test_the_version_equals_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION
    assert call("--version").out == f"bloodrage {VERSION}\n"


def test_version_and_help_load_neither_engine_nor_screen() -> None:
    program = (
        "import sys; from client.__main__ import main;"
        "codes = [main(['--version']), main(['--help'])];"
        "heavy = {'engine', 'protocol', 'prompt_toolkit', 'trio', 'asyncio', 'cryptography',"
        "'nacl', 'msgpack', 'json', 'tomllib', 'tomlkit', 'logging', 'shtab', 'msgspec',"
        "'pathlib', 'signal'} & set(sys.modules);"
        "sys.exit(repr(heavy) if heavy or any(codes) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr


def test_a_listing_of_cards_loads_neither_a_game_nor_a_log() -> None:
    program = (
        "import sys; from client.__main__ import main; code = main(['cards']);"
        "heavy = {'engine.agenda', 'engine.prompts', 'engine.setup', 'client.bots', 'protocol',"
        "'logging', 'prompt_toolkit', 'trio'} & set(sys.modules);"
        "sys.exit(repr(heavy) if heavy or code else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr


def test_help_has_examples_commands_and_exit_codes() -> None:
    text = call("--help").out
    assert text.index("examples:") < text.index("options:")
    assert all(command in text for command in COMMANDS)
    assert all(code in text for code in ("0 ", "1 ", "2 ", "6 ", "129, 130, 143"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    asked = call(command, "--help")
    assert asked.code == 0
    assert asked.out.startswith(f"usage: bloodrage {command}")
    assert call("help", command).out == asked.out


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "help"])
def test_the_help_of_a_command_has_examples_before_its_arguments(command: str) -> None:
    text = call(command, "--help").out
    assert 0 < text.index("example") < text.index("options:")


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (("play",), "--auto"),
        (("host",), "--auto"),
        (("join", "--auto"), "INVITATION"),
        (("join", "play.example.org:7744/K7QF-2M9X-TT3B-H8ZD-R"), "--auto"),
    ],
)
def test_without_input_a_needed_argument_is_named(words: tuple[str, ...], missing: str) -> None:
    answer = call(*words, "--no-input")
    assert answer.code == 2
    assert answer.err == f"bloodrage: With --no-input, {missing} is needed.\n"


def test_help_alone_is_the_whole_help() -> None:
    assert call("help").out == call("--help").out


def test_without_a_terminal_no_command_is_a_mistake_and_shows_the_help() -> None:
    answer = call()
    assert answer.code == 2
    assert answer.out == ""
    assert "commands:" in answer.err


@pytest.mark.parametrize("flag", [("--plain",), ("--pace", "slow"), ("--pace=slow", "--ascii")])
def test_a_flag_of_the_screen_may_stand_before_the_command(flag: tuple[str, ...]) -> None:
    assert call(*flag, "help", "play").code == 2
    answer = call(*flag, "play", "--no-input")
    assert answer.err == call("play", *flag, "--no-input").err
    assert "--auto is needed" in answer.err


def test_an_unknown_command_is_one_sentence_with_a_suggestion() -> None:
    answer = call("paly")
    assert answer.code == 2
    assert is_one_sentence(answer.err)
    assert answer.err == (
        "bloodrage: There is no command paly; did you mean play? Try: bloodrage --help\n"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("play", "--color", "pink"),
            "play: --color must be one of auto, always, never, not pink.",
        ),
        (("play", "--pace", "slo"), "not slo; did you mean slow?"),
        (("completion", "csh"), "completion: Shell must be one of bash, zsh, fish, not csh"),
        (("help", "pley"), "not pley; did you mean play?"),
        (("host", "--quorum", "most"), "host: --quorum must be one of half, all_but_one, nobody"),
        (("play", "--what"), "play: Unrecognized arguments: --what. Try: bloodrage play --help"),
        (("relay", "--listen", "x"), "bloodrage relay: 'x' is not HOST:PORT"),
    ],
)
def test_a_mistake_is_told_by_the_command_in_our_words(words: tuple[str, ...], told: str) -> None:
    answer = call(*words)
    assert told in answer.err
    assert answer.err.startswith("bloodrage")
    assert "choose from" not in answer.err


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_the_language(command: str) -> None:
    assert "--lang en|pl|uk|es" in call(command, "--help").out


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--bots", "5"),
        ("play", "--bots", "two"),
        ("play", "--level", "king"),
        ("play", "--seed", "-1"),
        ("play", "--json"),
        ("play", "--what"),
        ("sim",),
        ("sim", "--players", "6", "--games", "1", "--seed", "1"),
        ("sim", "--players", "2", "--games", "0", "--seed", "1"),
        ("sim", "--players", "2", "--games", "1", "--seed", "1", "--level", "karl,king"),
        ("cards", "--players", "1"),
        ("cards", "--age", "4"),
        ("rules", "drakkar"),
        ("lab",),
        ("lab", "there-is-no-such-file"),
        ("resume", "zero"),
        ("--what",),
        ("help", "what"),
    ],
)
def test_every_wrong_use_is_one_sentence_and_exit_code_2(words: tuple[str, ...]) -> None:
    answer = call(*words)
    assert answer.code == 2
    assert answer.out == ""
    assert is_one_sentence(answer.err), answer.err


def test_a_listing_keeps_a_log_only_if_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(tmp_path))
    assert call("cards", "troll").code == 0
    assert list(tmp_path.iterdir()) == []
    assert call("cards", "troll", "-v").code == 0
    (log,) = tmp_path.iterdir()
    assert "begins: cards" in log.read_text(encoding="utf-8")


@pytest.mark.parametrize(("command", "module"), [("rules", rules_command), ("info", info_command)])
def test_an_unforeseen_error_is_logged_and_reported_with_the_path_of_the_log(
    command: str, module: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(tmp_path))
    with patch.object(module, "run", side_effect=ZeroDivisionError("a bug")):
        answer = call(command)
    assert answer.code == 1
    assert is_one_sentence(answer.err)
    (log,) = tmp_path.iterdir()
    assert str(log) in answer.err
    assert "ZeroDivisionError: a bug" in log.read_text(encoding="utf-8")


def test_an_unforeseen_error_is_reported_even_without_a_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(file))
    bug = ZeroDivisionError("a bug at play.example.org:7744/K7QF-2M9X-TT3B-H8ZD-R", b"key")
    with patch.object(rules_command, "run", side_effect=bug):
        answer = call("rules")
    assert answer.code == 1
    assert is_one_sentence(answer.err)
    assert "a bug" in answer.err
    assert not any(secret in answer.err for secret in ("K7QF", "b'key'"))


def test_ctrl_c_ends_a_command_with_130() -> None:
    with patch.object(rules_command, "run", side_effect=KeyboardInterrupt):
        answer = call("rules")
    assert answer.code == 130
    assert answer.err == ""


def test_a_closed_output_pipe_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "client", "cards"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(None),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_characters_missing_in_the_encoding_are_no_error() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "client", "cards", "inspiration"],
        capture_output=True,
        check=False,
        env={**environment(None), "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert b"Ragnarok" in done.stdout


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_a_game_in_order(tmp_path: Path, number: int, code: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "client", "play", "--bots", "1", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while process.stdout.read(1) != b"?":
            pass
        process.send_signal(number)
        assert (process.wait(10), process.stderr.read()) == (code, b"")


def test_the_levels_of_the_command_line_are_those_of_the_bots() -> None:
    assert tuple(LEVELS) == choices.LEVELS


def test_the_module_can_be_run() -> None:
    assert run("--version").out == f"bloodrage {VERSION}\n"
