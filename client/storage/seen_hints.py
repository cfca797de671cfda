"""Which hints a person has read, kept from game to game."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from client.platform.paths import state_directory

_FINISHED: Final = "a game was finished"
_FILE_NAME: Final = "hints"


class SeenHints:
    """The words of the hints that were told, a line each in a file; without a path only in mind.

    A disk that does not take them costs a hint read twice, and is not worth a word.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read what was kept."""
        self._path = path
        self._words: set[str] = set()
        self.is_new = True
        """Whether nothing was ever told or finished here."""
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
        """Whether a first game was finished, so that nothing needs to be told any more."""
        return _FINISHED in self._words

    def add(self, *words: str) -> None:
        """Some were told."""
        if not self._words.issuperset(words):
            self._words.update(words)
            self._keep()

    def finish(self) -> None:
        """A game was played to its end."""
        self.add(_FINISHED)

    def forget(self) -> None:
        """Everything is told once more."""
        self._words.clear()
        self._keep()

    @classmethod
    def kept(cls) -> SeenHints:
        """Those of whoever plays on this machine."""
        return cls(state_directory() / _FILE_NAME)

    def _keep(self) -> None:
        self.is_new = False
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            from client.platform.atomic_files import write_whole  # noqa: PLC0415 - the menu only reads

            write_whole(self._path, "".join(f"{word}\n" for word in sorted(self._words)).encode())
        except OSError:
            pass
