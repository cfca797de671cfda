"""The lesson of this person: its game, and what they have looked at, kept beside the hints."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from client.platform.paths import state_directory
from client.storage.seen_hints import SeenHints

FILE_NAME: Final = "lesson"
_OVER: Final = "over"
_OFFERED: Final = "offered"
_GAME: Final = "game "
_LOOKED: Final = "looked "


class LessonProgress:
    """One fact a line in a file, or in memory without a path.

    An error of the disk costs the way back into the lesson, and is not reported; its game is kept
    like any other.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read the file."""
        self._path = path
        self._lines: set[str] = set()
        if path is not None:
            with suppress(OSError, UnicodeDecodeError):
                self._lines = set(path.read_text("utf-8").splitlines())

    @classmethod
    def kept(cls, directory: Path | None = None) -> LessonProgress:
        """Return the progress on this machine, or in the directory of the games."""
        return cls((directory or state_directory()) / FILE_NAME)

    @property
    def is_new(self) -> bool:
        """Whether the lesson was neither offered nor begun."""
        return not self._lines

    @property
    def is_over(self) -> bool:
        """Whether the lesson was completed."""
        return _OVER in self._lines

    @property
    def game(self) -> int | None:
        """The number of the game in which the lesson can be continued; None for a new one."""
        found = [line.removeprefix(_GAME) for line in self._lines if line.startswith(_GAME)]
        return int(found[0]) if found and found[0].isdecimal() else None

    @property
    def looked(self) -> frozenset[str]:
        """The names of the looks that were taken."""
        return frozenset(
            line.removeprefix(_LOOKED) for line in self._lines if line.startswith(_LOOKED)
        )

    def offer(self) -> None:
        """Note that the lesson was offered."""
        self._keep(self._lines | {_OFFERED})

    def begin(self, game: int) -> None:
        """Begin the lesson in a game of this number."""
        self._keep(self._facts() | {f"{_GAME}{game}"})

    def look(self, name: str) -> None:
        """Note a look."""
        self._keep(self._lines | {f"{_LOOKED}{name}"})

    def leave(self) -> None:
        """Leave the lesson: its game is an ordinary one from now on."""
        self._keep(self._facts())

    def complete(self) -> None:
        """Complete the lesson."""
        self._keep(self._facts() | {_OVER})

    def _facts(self) -> set[str]:
        """Return the facts that belong to no lesson that is under way."""
        return self._lines & {_OVER} | {_OFFERED}

    def _keep(self, lines: set[str]) -> None:
        if lines == self._lines:
            return
        self._lines = lines
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            from client.platform.files import write_whole  # noqa: PLC0415 - the menu only reads

            write_whole(self._path, "".join(f"{line}\n" for line in sorted(lines)).encode())
        except OSError:
            pass


def offers_lesson() -> bool:
    """Whether the lesson is to be offered: nobody has played here, and it was not offered yet."""
    return SeenHints.kept().is_new and LessonProgress.kept().is_new
