"""Exit codes, and the error that ends a command with one of them and a sentence."""

from __future__ import annotations

from typing import Final

OK: Final = 0
INTERNAL: Final = 1
USAGE: Final = 2
UNREACHABLE: Final = 3
INVITATION: Final = 4
PEERS_DISAGREE: Final = 5
TERMINAL: Final = 6
HANGUP: Final = 129
INTERRUPT: Final = 130
TERMINATED: Final = 143


class CommandError(Exception):
    """An error that ends the command; the text is the whole sentence for its caller."""

    def __init__(self, sentence: str, code: int = USAGE) -> None:
        """Keep the sentence and the exit code."""
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code
