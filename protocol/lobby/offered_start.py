"""The start of a game as the players of a lobby know it: offered, called off, or signed by all.

A start counts once all have signed its charter. Until then its host may take it back, and then
nothing that belongs to it may ever be used again: the same charter, signed twice in two rooms,
would make two different next messages of an honest player, which prove a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from protocol.charter import Hello
from protocol.wire.packets import Start

MOST_STARTS: Final = 64
"""Starts of one lobby: a guest that makes the host call off one after the other ends there."""


@dataclass
class OfferedStart:
    """The start of one lobby.

    Attributes:
        said: the start that was said and not called off, None if there is none.
        is_signed: whether all have signed it, so that the lobby is over.
    """

    said: Start | None = None
    is_signed: bool = False
    _count: int = 0
    _void: set[Hello] = field(default_factory=set)

    @property
    def is_pending(self) -> bool:
        """Whether a start waits for signatures."""
        return self.said is not None and not self.is_signed

    @property
    def is_possible(self) -> bool:
        """Whether another start may be said."""
        return self.said is None and self._count < MOST_STARTS

    def offer(self, said: Start) -> None:
        """Note a start."""
        self.said = said
        self._count += 1

    def withdraw(self, hellos: Iterable[Hello]) -> None:
        """Take the start back; these hellos, which were part of it, are void."""
        self.said = None
        self._void.update(hellos)

    def voids(self, hello: Hello) -> bool:
        """Whether a hello was part of a start that was called off."""
        return hello in self._void
