"""Thoughts of bots that take so long that nothing should wait for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.actions import Intent


@dataclass(frozen=True, slots=True, eq=False)
class Thought:
    """The thought of a bot: the signer, the step and head at which it is due, and the work.

    `think` finds the answer; it touches nothing but its own situation and chance.
    """

    signer: int
    step: int
    head: bytes
    think: Callable[[], Intent]


Thinker = Callable[[Thought], None]
"""Takes a thought; passes the answer to `SignersTable.thought_of`."""
