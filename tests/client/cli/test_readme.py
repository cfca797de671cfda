"""README and the manual page describe the whole command line."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from client.__main__ import COMMANDS
from client.platform import exit_codes
from client.text.catalogue import ENGLISH, LANGUAGES
from tests.client.cli.calling import call

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MANUAL = ROOT / "docs" / "bloodrage.1"
CODES = sorted(
    value for name, value in vars(exit_codes).items() if name.isupper() and isinstance(value, int)
)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_table_of_readme_and_in_the_manual(command: str) -> None:
    assert re.search(rf"^\| `bloodrage {command}\b", README, re.MULTILINE)
    assert f".SS bloodrage {command}\n" in MANUAL.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - {ENGLISH}))
def test_readme_says_in_every_language_how_to_start_in_it(code: str) -> None:
    (told,) = re.findall(rf"^- {LANGUAGES[code]}: (.*)", README, re.MULTILINE)
    assert f"`bloodrage --lang {code}`" in told


def test_readme_help_and_manual_know_every_exit_code() -> None:
    rows = re.findall(r"^\| ([0-9, ]+) \|", README, re.MULTILINE)
    told = sorted(int(code) for row in rows for code in row.split(","))
    assert told == CODES
    for text in (call("--help").out, MANUAL.read_text(encoding="utf-8")):
        assert all(re.search(rf"^ *(\d+, )*{code}\b", text, re.MULTILINE) for code in CODES)


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff")
def test_groff_accepts_the_manual_page() -> None:
    done = subprocess.run(  # noqa: S603
        ["groff", "-man", "-Tutf8", "-ww", str(MANUAL)],  # noqa: S607
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
