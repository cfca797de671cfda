"""What a session tells its owner."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine import decisions as ask
from engine.actions import Action, Intent
from engine.state import GameState
from engine.story import Story
from engine.terms import Face, Seat
from protocol.agreement.vote_events import BallotMoved, Faulty, Persist, Send
from protocol.errors import Reason
from protocol.game.jobs import Job
from protocol.game.step_table import Due


@dataclass(frozen=True, slots=True)
class Work:
    """Run this job somewhere and hand its result back with `Session.done(number, ...)`."""

    number: int
    job: Job


@dataclass(frozen=True, slots=True)
class StepBegan:
    """A new step: what is waited for, and from which seats (none before seats are drawn)."""

    step: int
    due: Due
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class MessageIn:
    """A checked message of the present step is in: somebody is no longer waited for."""

    step: int
    signer: int


@dataclass(frozen=True, slots=True)
class WentAway:
    """Signers are away from the next step on; `faulty` are those with a proven fault."""

    step: int
    signers: tuple[int, ...]
    faulty: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CameBack:
    """Signers that were away owe again from the next step on."""

    step: int
    signers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rewound:
    """The others closed a step in another way: all after it is void, and this is the state then."""

    step: int
    state: GameState | None


@dataclass(frozen=True, slots=True)
class Seated:
    """Public chance is drawn: this is the own seat, and the signer at each seat."""

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
    """The own pack can be seen."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """The own seat owes a decision; answer with `Session.submit`."""

    decision: ask.Decision


class Split(StrEnum):
    """In what a message of another seat differs from what we have."""

    HEAD = "head"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class Diverged:
    """Another seat has another past, or another state of the same past; the game halts.

    Nobody is blamed: the records of both tell who lied, or which client is wrong.
    """

    signer: int
    step: int
    split: Split
    evidence: bytes


@dataclass(frozen=True, slots=True)
class Dropped:
    """Bytes that nobody signed, or for another table; nobody is blamed."""

    reason: Reason
    place: str


@dataclass(frozen=True, slots=True)
class Adopted:
    """The own seat has answered before, as a message of its own shows that came from others."""

    signer: int
    step: int
    head: bytes
    intent: Intent


@dataclass(frozen=True, slots=True)
class GameClosed:
    """Every step is done; the record is complete."""

    glory: tuple[int, ...]


Event = (
    Send
    | Persist
    | Work
    | StepBegan
    | MessageIn
    | WentAway
    | CameBack
    | Rewound
    | BallotMoved
    | Seated
    | Applied
    | PackOpened
    | Asked
    | Faulty
    | Diverged
    | Dropped
    | Adopted
    | GameClosed
)
