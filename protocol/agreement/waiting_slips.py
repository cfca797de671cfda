"""Slips that name something not here, and so cannot be judged yet (6.5).

Of each signer one slip of each kind waits, that of the highest view. A slip that such a slip names
waits beside it, so that no newer slip of its own signer can push it out: only then can the one that
names it ever be judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from protocol.agreement.slips import AcceptanceSlip, FreezeSlip, ProposalSlip, VoteOfView

NAMED: Final = 16
"""Slips that wait because the waiting slips of one signer name them, directly or not."""


class WaitingSlips:
    """Slips by signer and kind, those that these name, and own slips of before a restart.

    Attributes:
        recalled: own slips of the journal that cannot be judged yet; all of them are kept.
    """

    def __init__(self) -> None:
        self.recalled: Final[list[VoteOfView]] = []
        self._slots: dict[tuple[int, str], VoteOfView] = {}
        self._named: dict[int, dict[bytes, VoteOfView]] = {}

    def __bool__(self) -> bool:
        """Whether any slip waits; those that others name wait beside these only."""
        return bool(self._slots or self.recalled)

    def __iter__(self) -> Iterator[VoteOfView]:
        """Yield all slips in a fixed order."""
        yield from list(self.recalled)
        for key in sorted(self._slots):
            yield self._slots[key]
        for signer in sorted(self._named):
            yield from list(self._named[signer].values())

    def by_signer(self) -> dict[int, list[VoteOfView]]:
        """Return the slips that wait for each signer: its own, and those that its own name."""
        found: dict[int, list[VoteOfView]] = {}
        for slip in self.recalled:
            found.setdefault(slip.signer, []).append(slip)
        for (signer, _), slip in sorted(self._slots.items()):
            found.setdefault(signer, []).append(slip)
        for signer, slips in self._named.items():
            found.setdefault(signer, []).extend(slips.values())
        return found

    def add(self, slip: VoteOfView) -> None:
        """Let a slip wait, if none of its kind and signer of a higher view does."""
        for signer in self._names(slip.digest):
            beside = self._named.setdefault(signer, {})
            if len(beside) < NAMED or slip.digest in beside:
                beside[slip.digest] = slip
                return
        key = slip.signer, type(slip).__name__
        if key not in self._slots or self._slots[key].view <= slip.view:
            self._slots[key] = slip
            self._tidy()

    def remove(self, slip: VoteOfView) -> None:
        """Let a slip wait no longer."""
        if slip in self.recalled:
            self.recalled.remove(slip)
        for key in [key for key, waiting in self._slots.items() if waiting == slip]:
            del self._slots[key]
        for beside in self._named.values():
            beside.pop(slip.digest, None)
        self._tidy()

    def forget_recalled(self, view: int) -> None:
        """Drop own slips of views up to one: they bind to nothing any more."""
        for slip in [slip for slip in self.recalled if slip.view <= view]:
            self.remove(slip)

    def is_named(self, digest: bytes, ignored: frozenset[int] = frozenset()) -> bool:
        """Whether a slip names a statement that waits for somebody else than the ignored."""
        return bool(self) and not ignored.issuperset(self._names(digest))

    def holds(self, answer: bytes, liars: frozenset[int]) -> bool:
        """Whether a slip of somebody else than a liar holds an answer."""
        held = (freeze.held for freeze in self.freezes(liars))
        return any(answer in (digest for _, digest in answers) for answers in held)

    def freezes(self, liars: frozenset[int]) -> Iterator[FreezeSlip]:
        """Yield the freezes that wait, alone or in proposals, of others than liars."""
        for slip in self:
            if slip.signer not in liars:
                yield from freezes_in(slip)

    def _names(self, digest: bytes) -> list[int]:
        """Return the signers whose waiting slips name a statement, directly or not."""
        return [
            signer
            for signer, slips in self.by_signer().items()
            if any(digest in named_in(slip) for slip in slips)
        ]

    def _tidy(self) -> None:
        """Drop slips that no waiting slip names any more."""
        beside, self._named = self._named, {}
        for signer, slips in self.by_signer().items():
            kept: dict[bytes, VoteOfView] = {}
            while slips:
                for digest in named_in(slips.pop()) & beside.get(signer, {}).keys() - kept.keys():
                    kept[digest] = beside[signer][digest]
                    slips.append(kept[digest])
            if kept:
                self._named[signer] = kept


def freezes_in(slip: VoteOfView) -> tuple[FreezeSlip, ...]:
    """Return a freeze itself, or those of a proposal."""
    match slip:
        case FreezeSlip():
            return (slip,)
        case ProposalSlip():
            return slip.freezes
        case AcceptanceSlip():
            return ()


def named_in(slip: VoteOfView) -> set[bytes]:
    """Return the digests of statements that a slip names, messages held aside."""
    if isinstance(slip, AcceptanceSlip):
        return {slip.proposal}
    freezes = freezes_in(slip)
    named = {digest for freeze in freezes for digest in (freeze.base, freeze.accepted) if digest}
    return named.union(digest for freeze in freezes for pair in freeze.faults for digest in pair)
