from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

HOOKS: Final = Path(__file__).parents[1] / ".githooks"
pytestmark = pytest.mark.skipif(
    not (shutil.which("git") and shutil.which("sh")), reason="needs git and a POSIX shell"
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    shutil.copytree(HOOKS, tmp_path / ".githooks")
    _git(tmp_path, "init", "--quiet", "--initial-branch=main")
    _install(tmp_path)
    return tmp_path


def _run(checkout: Path, *command: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env |= {"HOME": str(checkout), "XDG_CONFIG_HOME": str(checkout), "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(  # noqa: S603 - git and sh
        command, cwd=checkout, env=env, capture_output=True, text=True, check=False
    )


def _git(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    return _run(checkout, "git", *identity, *arguments)


def _install(checkout: Path) -> str:
    installed = _run(checkout, "sh", ".githooks/install")
    assert installed.returncode == 0
    assert not installed.stderr
    return installed.stdout


def _hook(checkout: Path) -> Path:
    return checkout / ".git" / "hooks" / "commit-msg"


def _hooks_path(checkout: Path) -> str:
    return _git(checkout, "config", "core.hooksPath").stdout.strip()


def _commit(checkout: Path, message: str) -> subprocess.CompletedProcess[str]:
    return _git(checkout, "commit", "--allow-empty", "--quiet", "--message", message)


@pytest.mark.parametrize(
    "message",
    [
        "x" * 72,
        "ö" * 72,
        "Short\n\n" + "a body with long lines " * 10,
        "fixup! " + "x" * 72,
        "squash! " + "x" * 72,
        f'Revert "{"x" * 72}"',
    ],
)
def test_short_subjects_and_those_made_by_git_pass(checkout: Path, message: str) -> None:
    assert _commit(checkout, message).returncode == 0


@pytest.mark.parametrize(
    ("message", "length"), [("x" * 73, 73), ("ö" * 80, 80), ("x" * 40 + "\n" + "y" * 40, 81)]
)
def test_long_subjects_are_refused_with_a_sentence(
    checkout: Path, message: str, length: int
) -> None:
    refused = _commit(checkout, message)
    assert refused.returncode == 1
    assert refused.stderr == (
        f"The subject has {length} characters, at most 72 are allowed: "
        "move the details to the body.\n"
    )


def test_merges_pass_whatever_their_subject(checkout: Path) -> None:
    _commit(checkout, "Begin")
    _git(checkout, "checkout", "--quiet", "-b", "side")
    _commit(checkout, "Add a side")
    _git(checkout, "checkout", "--quiet", "main")
    merged = _git(checkout, "merge", "--no-ff", "side", "--message", "Merge " + "x" * 80)
    assert merged.returncode == 0


def test_comments_in_the_editor_do_not_count(checkout: Path) -> None:
    file = checkout / "message"
    file.write_text("\n# " + "x" * 80 + "\nShort\n# more\n", encoding="utf-8")
    assert _run(checkout, "sh", ".githooks/commit-msg", str(file)).returncode == 0


def test_the_hook_is_installed_beside_those_of_pre_commit(checkout: Path) -> None:
    assert _hook(checkout).read_bytes() == (HOOKS / "commit-msg").read_bytes()
    assert os.access(_hook(checkout), os.X_OK)
    assert not _hooks_path(checkout), "pre-commit refuses to install while it is set"


def test_worktrees_share_the_hook(checkout: Path) -> None:
    _git(checkout, "add", ".githooks")
    _commit(checkout, "Begin")
    _git(checkout, "worktree", "add", "--quiet", "side")
    _hook(checkout).unlink()
    assert not _install(checkout / "side")
    assert _commit(checkout / "side", "x" * 73).returncode == 1
    assert _commit(checkout, "x" * 73).returncode == 1


def test_another_hook_is_kept(checkout: Path) -> None:
    _hook(checkout).write_text("mine", encoding="utf-8")
    assert not _install(checkout)
    assert _hook(checkout).read_text(encoding="utf-8") == "mine"


def test_a_hooks_path_of_the_person_is_left_alone(checkout: Path) -> None:
    _hook(checkout).unlink()
    _git(checkout, "config", "core.hooksPath", "mine")
    assert _install(checkout) == (
        "Your core.hooksPath (mine) stays as it is: no hook is installed.\n"
    )
    assert _hooks_path(checkout) == "mine"
    assert not _hook(checkout).exists()
    assert not (checkout / "mine").exists()


def test_pre_commit_runs_the_same_script() -> None:
    config = (HOOKS.parent / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert "default_install_hook_types: [pre-commit, commit-msg]\n" in config
    hook = config.partition("      - id: subject\n")[2]
    assert "entry: .githooks/commit-msg\n" in hook
    assert "stages: [commit-msg]\n" in hook


def test_a_copy_without_git_is_left_alone(tmp_path: Path) -> None:
    shutil.copytree(HOOKS, tmp_path / ".githooks")
    _install(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".githooks"]
