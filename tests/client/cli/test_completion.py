from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from client.__main__ import COMMANDS
from client.cli.completion import SHELLS
from tests.client.cli.calling import call, is_one_sentence

_BASH = """
source {script}
complete=$(complete -p bloodrage | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
"""
_QUESTION = """
COMP_WORDS=({words})
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
COMPREPLY=()
$complete
echo "${{COMPREPLY[@]}}"
"""


def has(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"no {shell}")


def script(shell: str, folder: Path) -> Path:
    answer = call("completion", shell)
    assert answer.code == 0
    path = folder / shell
    path.write_text(answer.out, encoding="utf-8")
    return path


def completed(folder: Path, *questions: str) -> list[set[str]]:
    """Return the offers of bash for the last word of each of some lines."""
    program = _BASH.format(script=script("bash", folder))
    program += "".join(_QUESTION.format(words=words) for words in questions)
    done = subprocess.run(  # noqa: S603
        ["bash", "-c", program],  # noqa: S607
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return [set(line.split()) for line in done.stdout.splitlines()]


@has("bash")
def test_bash_completes_commands_options_and_choices(tmp_path: Path) -> None:
    lines = ("bloodrage ''", "bloodrage re", "bloodrage play --", "bloodrage completion ''")
    everything, begun, options, shells = completed(tmp_path, *lines)
    assert everything >= set(COMMANDS)
    assert begun == {command for command in COMMANDS if command.startswith("re")}
    assert options >= {"--bots", "--seed", "--log-file"}
    assert shells == set(SHELLS)


@has("bash")
def test_bash_completes_file_names_for_arguments_that_take_files(tmp_path: Path) -> None:
    (tmp_path / "game.bloodrage").touch()
    lines = ("verify gam", "replay gam", "--log-file gam", "doctor --bundle gam")
    answers = completed(tmp_path, *(f"bloodrage {line}" for line in lines))
    assert answers == [{"game.bloodrage"}] * len(lines)


@pytest.mark.parametrize(
    "check",
    [
        pytest.param(("zsh", "-n"), marks=has("zsh"), id="zsh"),
        pytest.param(("fish", "--no-execute"), marks=has("fish"), id="fish"),
    ],
)
def test_zsh_and_fish_accept_their_scripts(check: tuple[str, str], tmp_path: Path) -> None:
    subprocess.run([*check, script(check[0], tmp_path)], check=True)  # noqa: S603


@has("fish")
def test_fish_completes_commands(tmp_path: Path) -> None:
    program = f"source {script('fish', tmp_path)}; complete -C 'bloodrage '"
    done = subprocess.run(  # noqa: S603
        ["fish", "--no-config", "-c", program],  # noqa: S607
        capture_output=True,
        text=True,
        check=True,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )
    assert {row.split("\t")[0] for row in done.stdout.splitlines()} >= set(COMMANDS)


def test_another_shell_is_one_sentence() -> None:
    answer = call("completion", "tcsh")
    assert answer.code == 2
    assert is_one_sentence(answer.err)
