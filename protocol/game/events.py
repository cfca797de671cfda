"""Events that a session reports to its owner."""

from __future__ import annotations

from enum import StrEnum

from engine import decisions as ask
from engine.actions import Action, Intent
from engine.state import GameState
from engine.story import Story
from engine.terms import Face, Seat
from engine.values import Value
from protocol.agreement.vote_events import BallotMoved, Faulty, Persist, Transmit
from protocol.errors import Reason
from protocol.game.jobs import Job
from protocol.game.step_table import Due


class Work(Value):
    """A job to run somewhere; its result goes to `Session.done(number, ...)`."""

    number: int
    job: Job


class StepBegan(Value):
    """A new step: the messages it waits for, and from which seats (none before seats are drawn)."""

    step: int
    due: Due
    seats: tuple[Seat, ...]


class MessageIn(Value):
    """A checked message of the present step is in: its signer is no longer waited for."""

    step: int
    signer: int


class WentAway(Value):
    """Signers are away from the next step on.

    `faulty` are those away for good, for a proven fault; `contradicting` those away for their first
    contradiction, which may be an accident: they may come back.
    """

    step: int
    signers: tuple[int, ...]
    faulty: tuple[int, ...]
    contradicting: tuple[int, ...] = ()


class CameBack(Value):
    """Signers that were away owe again from the next step on."""

    step: int
    signers: tuple[int, ...]


class CardUnopened(Value):
    """A sealed battle card is lost: its owner did not show it, these holders did not open it."""

    step: int
    owner: int
    holders: tuple[int, ...]


class Rewound(Value):
    """The others closed a step in another way: back to it and its `state`; later steps are void.

    `liars` are the signers proven to lie since that step: they showed the table two pasts. None are
    known if a message reached only some in time.
    """

    step: int
    state: GameState | None
    liars: tuple[int, ...] = ()


class Seated(Value):
    """Public chance is drawn: our seat, and the signer at each seat."""

    seat: Seat
    places: tuple[int, ...]
    state: GameState


class Applied(Value):
    """An action took effect everywhere."""

    action: Action
    story: Story
    state: GameState


class PackOpened(Value):
    """Our pack can be seen."""

    faces: tuple[Face, ...]


class Asked(Value):
    """Our seat owes a decision; answer with `Session.submit`."""

    decision: ask.Decision


class Split(StrEnum):
    """The part in which a message of another seat differs from ours."""

    HEAD = "head"
    STATE = "state"


class Diverged(Value):
    """Another seat has another past, or another state of the same past; the game halts.

    Nobody is blamed: the two records show who lied, or which program is wrong.
    """

    signer: int
    step: int
    split: Split
    evidence: bytes


class Halted(Value):
    """The present step closes, but nothing can follow: the game ends here, with a whole record.

    No message is wrong. At a table whose charter was checked it does not happen.
    """

    step: int
    reason: Reason
    place: str


class Dropped(Value):
    """Bytes that were ignored: signed by nobody, or for another table. Nobody is blamed."""

    reason: Reason
    place: str


class AnswerRecovered(Value):
    """Our seat has answered before: peers echoed its message, and this was the answer."""

    signer: int
    step: int
    head: bytes
    intent: Intent


class GameClosed(Value):
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
