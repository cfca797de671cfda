"""The battles of a game, kept step by step to be read again, also long after."""

from __future__ import annotations

from client.presenter.moments import Beat
from client.ui.view import BattleView


class BattleHistory:
    """What every battle looked like at each of its steps, for one viewer."""

    def __init__(self) -> None:
        """Begin with no battle."""
        self._steps: dict[int, list[BattleView]] = {}

    def hear(self, beat: Beat) -> None:
        """Keep how the battle of a moment stands; a step shown before is replaced by its end."""
        if not beat.steps:
            return
        steps = self._steps.setdefault(beat.number, [])
        for view in beat.steps:
            if steps and steps[-1].strip is view.strip:
                steps[-1] = view
            else:
                steps.append(view)

    def steps(self, number: int) -> tuple[BattleView, ...]:
        """The steps of a battle, counted from 1; empty where there was no fight."""
        return tuple(self._steps.get(number, ()))
