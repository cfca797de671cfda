"""What a command cannot do, in one sentence, and the exit code that goes with it."""

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
    """The command ends here; the text is the whole sentence for the person who called it."""

    def __init__(self, sentence: str, code: int = USAGE) -> None:
        """Keep the sentence and the exit code."""
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code
