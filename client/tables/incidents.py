"""Incidents at a table that a person should know: absences, what was undone, faults, divisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.values import Value
from protocol.agreement.vote_events import Faulty
from protocol.charter import Charter
from protocol.errors import Reason
from protocol.game.events import CameBack, CardUnopened, Diverged, Split, WentAway
from protocol.game.violations import REASONS


class Undone(Value):
    """Closed steps that are void, for the others closed the first of them in another way.

    Attributes:
        step: the first of them.
        actions: the number of actions in them.
        liars: the signers proven to have shown the table two pasts; none are known if a message
            came too late for the others.
    """

    step: int
    actions: int
    liars: tuple[int, ...]


Absence = WentAway | CameBack | CardUnopened | Undone
VOTING: Final = frozenset(REASONS.values()) - {Reason.TWO_MESSAGES}
"""Reasons that votes prove."""
_OF_SPLIT: Final = {Split.HEAD: Reason.OTHER_HEAD, Split.STATE: Reason.OTHER_STATE}


class Trouble(Value):
    """A problem that a person should know: its signer, its step, its reason.

    `signer` is the index of `name` in the charter; `evidence` are signed messages that show it.
    """

    signer: int
    name: str
    step: int
    reason: Reason
    place: str
    evidence: tuple[bytes, ...]
    halts: bool


def is_told(troubles: Sequence[Trouble], number: int) -> bool:
    """Whether a trouble of the same kind and signer came before this one: one vote may give many.

    Reports are kept of all; people are told of each kind once.
    """
    one = troubles[number]
    return any(
        (other.signer, other.reason, other.halts) == (one.signer, one.reason, one.halts)
        for other in troubles[:number]
        if one.reason in VOTING
    )


def proven_trouble(charter: Charter, fault: Faulty) -> Trouble:
    """Return the trouble of a proven fault."""
    return Trouble(
        fault.signer,
        charter.names[fault.signer],
        fault.step,
        fault.reason,
        fault.place,
        fault.evidence,
        halts=False,
    )


def divided_trouble(charter: Charter, split: Diverged, *, halts: bool) -> Trouble:
    """Return the trouble of a seat with another past or state, for which nobody is blamed."""
    name, reason = charter.names[split.signer], _OF_SPLIT[split.split]
    return Trouble(split.signer, name, split.step, reason, "", (split.evidence,), halts)
