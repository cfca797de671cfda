"""In which step every action was played: which ones are void when a step is closed anew."""

from __future__ import annotations


class Trail:
    """The steps of all actions that hold."""

    def __init__(self) -> None:
        """Nothing was played."""
        self._step = 0
        self._steps: list[int] = []

    def began(self, step: int) -> None:
        """A step begins: what is played now is played with its end."""
        self._step = step

    def played(self) -> None:
        """An action was played."""
        self._steps.append(self._step)

    def back_to(self, step: int) -> int:
        """That step is closed anew; gives how many actions at the end are void."""
        self._step = step
        kept = [at for at in self._steps if at < step]
        void = len(self._steps) - len(kept)
        self._steps = kept
        return void
