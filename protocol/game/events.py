"""Events that a session reports to its owner."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine import decisions as ask
from engine.actions import Action, Intent
from engine.state import GameState
from engine.story import Story
from engine.terms import Face, Seat
from protocol.agreement.vote_events import BallotMoved, Faulty, Persist, Transmit
from protocol.errors import Reason
from protocol.game.jobs import Job
from protocol.game.step_table import Due


@dataclass(frozen=True, slots=True)
class Work:
    """A job to run somewhere; its result goes to `Session.done(number, ...)`."""

    number: int
    job: Job


@dataclass(frozen=True, slots=True)
class StepBegan:
    """A new step: the messages it waits for, and from which seats (none before seats are drawn)."""

    step: int
    due: Due
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class MessageIn:
    """A checked message of the present step is in: its signer is no longer waited for."""

    step: int
    signer: int


@dataclass(frozen=True, slots=True)
class WentAway:
    """Signers are away from the next step on.

    `faulty` are those away for good, for a proven fault; `contradicting` those away for their first
    contradiction, which may be an accident: they may come back.
    """

    step: int
    signers: tuple[int, ...]
    faulty: tuple[int, ...]
    contradicting: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CameBack:
    """Signers that were away owe again from the next step on."""

    step: int
    signers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardUnopened:
    """A sealed battle card is lost: its owner did not show it, these holders did not open it."""

    step: int
    owner: int
    holders: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rewound:
    """The others closed a step in another way: back to it and its `state`; later steps are void.

    `liars` are the signers proven to lie since that step: they showed the table two pasts. None are
    known if a message reached only some in time.
    """

    step: int
    state: GameState | None
    liars: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Seated:
    """Public chance is drawn: our seat, and the signer at each seat."""

    seat: Seat
    places: tuple[int, ...]
    state: GameState


@dataclass(frozen=True, slots=True)
class Applied:
    """An action took effect everywhere."""

    action: Action
    story: Story
    state: GameState


@dataclass(frozen=True, slots=True)
class PackOpened:
    """Our pack can be seen."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """Our seat owes a decision; answer with `Session.submit`."""

    decision: ask.Decision


class Split(StrEnum):
    """The part in which a message of another seat differs from ours."""

    HEAD = "head"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class Diverged:
    """Another seat has another past, or another state of the same past; the game halts.

    Nobody is blamed: the two records show who lied, or which program is wrong.
    """

    signer: int
    step: int
    split: Split
    evidence: bytes


@dataclass(frozen=True, slots=True)
class Halted:
    """The present step closes, but nothing can follow: the game ends here, with a whole record.

    No message is wrong. At a table whose charter was checked it does not happen.
    """

    step: int
    reason: Reason
    place: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """Bytes that were ignored: signed by nobody, or for another table. Nobody is blamed."""

    reason: Reason
    place: str


@dataclass(frozen=True, slots=True)
class AnswerRecovered:
    """Our seat has answered before: peers echoed its message, and this was the answer."""

    signer: int
    step: int
    head: bytes
    intent: Intent


@dataclass(frozen=True, slots=True)
class GameClosed:
    """Every step is done; the record is complete."""

    glory: tuple[int, ...]


Event = (
    Transmit
    | Persist
    | Work
    | StepBegan
    | MessageIn
    | WentAway
    | CameBack
    | CardUnopened
    | Rewound
    | BallotMoved
    | Seated
    | Applied
    | PackOpened
    | Asked
    | Faulty
    | Diverged
    | Halted
    | Dropped
    | AnswerRecovered
    | GameClosed
)
