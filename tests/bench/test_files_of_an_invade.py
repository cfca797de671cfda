"""One Invade runs through few files: a reader who follows it should not get lost."""

from pathlib import Path
from typing import Final

import trio

from tests.bench.files_of_an_invade import measure, of_the_invade

LIMIT: Final = 108
"""Files that one Invade may run through, beside those of network, disk, machine and agreement."""


def test_an_invade_runs_through_few_files(tmp_path: Path) -> None:
    files = trio.run(measure, tmp_path)
    assert {
        "client/controller/table_keys.py",
        "client/screens/draw.py",
        "engine/phases/invade.py",
        "protocol/game/session.py",
        "relay/rooms.py",
    } <= files
    assert len(of_the_invade(files)) <= LIMIT
