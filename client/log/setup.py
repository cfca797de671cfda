"""The log file: opened for a command, rotated when it is full, silent when it fails."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from client.log.events import NAME, lost
from client.log.redaction import Redacting
from client.platform.paths import state_directory

FILE: Final = "bloodrage.log"
MOST_BYTES: Final = 512 * 1024
OLD_FILES: Final = 2
_LINE: Final = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"
_PRIVATE: Final = 0o600


class LogFile(RotatingFileHandler):
    """A log file, made when the first line is written; `trouble` has a failure of the disk.

    Attributes:
        trouble: the last error, None if all lines were written.
    """

    def __init__(self, path: Path) -> None:
        """Name the file without opening it."""
        self.trouble: Exception | None = None
        super().__init__(
            path, maxBytes=MOST_BYTES, backupCount=OLD_FILES, encoding="utf-8", delay=True
        )
        self.setFormatter(Redacting(_LINE))
        self.addFilter(_is_wanted)

    @property
    def path(self) -> Path:
        """The path of the log."""
        return Path(self.baseFilename)

    def _open(self) -> TextIOWrapper:
        self.path.parent.mkdir(parents=True, exist_ok=True)

        def private(name: str, flags: int) -> int:
            return os.open(name, flags, _PRIVATE)

        # The handler closes it.
        opened = open(  # noqa: SIM115
            self.baseFilename, self.mode, encoding="utf-8", errors="replace", opener=private
        )
        assert isinstance(opened, TextIOWrapper)
        return opened

    def close(self) -> None:
        """Close the file; a line that a full disk did not take is lost."""
        try:
            super().close()
        except OSError as error:
            self.trouble = error

    def handleError(self, _record: logging.LogRecord) -> None:  # noqa: N802 - a name of logging
        """Remember an error and print nothing: the screen belongs to the game."""
        error = sys.exception()
        self.trouble = error if isinstance(error, Exception) else None


def _is_wanted(record: logging.LogRecord) -> bool:
    """Whether a line is ours, or a warning or error of a library."""
    return record.name == NAME or record.levelno >= logging.WARNING


def default_path() -> Path:
    """Return the path of the log if no other file is named."""
    return state_directory() / FILE


class _Now:
    """The log that is open."""

    file: LogFile | None = None


@contextmanager
def keeping(
    path: Path | None = None, *, verbose: bool = False, whole_process: bool = False
) -> Iterator[LogFile]:
    """Keep the log while the block runs; within another such block, that log is used.

    `path` is None for the usual file. With `verbose` every step is logged. With `whole_process` the
    log also takes warnings and errors that nobody could catch and Python would print on the screen.
    """
    if _Now.file is not None:
        yield _Now.file
        return
    file = LogFile(path or default_path())
    root, own = logging.getLogger(), logging.getLogger(NAME)
    level = own.level
    own.setLevel(logging.DEBUG if verbose else logging.INFO)
    # Every address of this machine that came or went is a warning with a traceback there.
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
    root.addHandler(file)
    _Now.file = file
    hooks = sys.unraisablehook, threading.excepthook
    if whole_process:
        logging.captureWarnings(capture=True)
        sys.unraisablehook, threading.excepthook = _lost, _lost
    try:
        yield file
    finally:
        if whole_process:
            sys.unraisablehook, threading.excepthook = hooks
            logging.captureWarnings(capture=False)
        _Now.file = None
        root.removeHandler(file)
        own.setLevel(level)
        file.close()


def _lost(told: sys.UnraisableHookArgs | threading.ExceptHookArgs) -> None:
    lost(told.exc_value)
