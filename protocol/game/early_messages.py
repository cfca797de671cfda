"""Messages on heads that are not known yet: kept until their head is, within bounds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from protocol.wire.envelope import Envelope

MOST_AHEAD: Final = 64
"""Number of steps ahead for which messages are kept; later ones are fetched when it is time."""
MOST_KEPT: Final = 96
"""Messages on heads that are not known yet, kept for each signer."""


class EarlyMessages:
    """Messages by the step and the head that they name.

    Args:
        steps: the step of each head that is known, by digest; it grows.
        keeps_all: whether to keep any number, as what is read from a file is bounded already.
    """

    def __init__(self, steps: Mapping[bytes, int], *, keeps_all: bool = False) -> None:
        """Start with none."""
        self._steps = steps
        self._keeps_all = keeps_all
        self._kept: dict[tuple[int, bytes], dict[bytes, Envelope]] = {}

    def __len__(self) -> int:
        """Return the number of messages."""
        return sum(map(len, self._kept.values()))

    def __contains__(self, envelope: Envelope) -> bool:
        """Whether a message with that content is kept."""
        return envelope.content_digest in self._kept.get((envelope.step, envelope.head), ())

    def keep(self, envelope: Envelope, step: int) -> bool:
        """Keep a message, at a seat at `step`; whether it had room.

        A message that names a known head with another step has none: no step can be its own.
        """
        if self._steps.get(envelope.head, envelope.step) != envelope.step:
            return False
        if not self._keeps_all:
            signer, kept = envelope.signer, self._kept.values()
            count = sum(one.signer == signer for letters in kept for one in letters.values())
            if envelope.step > step + MOST_AHEAD or count >= MOST_KEPT:
                return False
        letters = self._kept.setdefault((envelope.step, envelope.head), {})
        letters[envelope.content_digest] = envelope
        return True

    @property
    def has_due(self) -> bool:
        """Whether there is a message whose head is known by now."""
        return any(digest in self._steps for _, digest in self._kept)

    def take(self) -> tuple[Envelope, ...]:
        """Take out the messages on heads that are known by now, by step.

        Those are lost that name the head with another step.
        """
        due = sorted(key for key in self._kept if key[1] in self._steps)
        taken = [(step, digest, self._kept.pop((step, digest))) for step, digest in due]
        right = (letters for step, digest, letters in taken if self._steps[digest] == step)
        return tuple(one for letters in right for one in letters.values())

    def of(self, signers: Collection[int]) -> list[Envelope]:
        """Return the messages of some signers, by step."""
        kept = [one for letters in self._kept.values() for one in letters.values()]
        found = [one for one in kept if one.signer in signers]
        return sorted(found, key=lambda one: (one.step, one.content_digest))

    def heads(self, liars: Collection[int] = ()) -> Iterator[tuple[int, bytes]]:
        """Yield the unknown heads that messages of others than liars name, with their steps."""
        for key, letters in self._kept.items():
            if not liars or any(one.signer not in liars for one in letters.values()):
                yield key

    def drop(self, step: int) -> None:
        """Forget messages far behind a step: nobody can build on them."""
        for key in [key for key in self._kept if key[0] < step - MOST_AHEAD]:
            del self._kept[key]
