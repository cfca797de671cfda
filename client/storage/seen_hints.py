"""The hints a person has read, kept from game to game."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from client.platform.paths import state_directory

_FINISHED: Final = "a game was finished"
_FILE_NAME: Final = "hints"


class SeenHints:
    """The names of the hints that were shown, one a line in a file, or in memory without a path.

    An error of the disk costs a hint shown twice, and is not reported.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read the file."""
        self._path = path
        self._words: set[str] = set()
        self.is_new = True
        """Whether no hint was shown and no game finished on this machine."""
        if path is not None:
            try:
                self._words = set(path.read_text("utf-8").splitlines())
                self.is_new = False
            except (OSError, UnicodeDecodeError):
                pass

    def __contains__(self, word: str) -> bool:
        return word in self._words

    @property
    def is_over(self) -> bool:
        """Whether a first game was finished, so that no hint is needed any more."""
        return _FINISHED in self._words

    def add(self, *words: str) -> None:
        """Note that hints were shown."""
        if not self._words.issuperset(words):
            self._words.update(words)
            self._keep()

    def finish(self) -> None:
        """Note that a game was finished."""
        self.add(_FINISHED)

    def forget(self) -> None:
        """Show every hint once more."""
        self._words.clear()
        self._keep()

    @classmethod
    def kept(cls) -> SeenHints:
        """Return the hints seen on this machine."""
        return cls(state_directory() / _FILE_NAME)

    def _keep(self) -> None:
        self.is_new = False
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            from client.platform.files import write_whole  # noqa: PLC0415 - the menu only reads

            write_whole(self._path, "".join(f"{word}\n" for word in sorted(self._words)).encode())
        except OSError:
            pass
