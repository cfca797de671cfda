"""What the lab refuses: always one sentence for a person."""

from __future__ import annotations


class LabError(ValueError):
    """A document that is no position, a position that cannot be, or an illegal action."""

    def __init__(self, sentence: str) -> None:
        """Keep the sentence, which names what is wrong and where."""
        super().__init__(sentence)
        self.sentence = sentence
