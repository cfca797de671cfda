"""The steps of a game at one seat: closed steps, the present step, and the way back.

Steps behind the last final closing can still change: if the others, while cut off from us, closed
a step without somebody, their closing holds, and we return to that step and continue from there.
So every closing leaves a checkpoint for as long as its step can be voted on.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine import decisions as ask
from engine.state import GameState
from engine.terms import Seat
from protocol.agreement.signed_votes import ReturnSlip, read_returns
from protocol.agreement.transcript import Transcript
from protocol.agreement.votes import Closing
from protocol.cards.dealing import TableSecret
from protocol.charter import Charter
from protocol.errors import RemoteProtocolError
from protocol.game.jobs import Made
from protocol.game.private_seat import Plan, PrivateSeat, ViewSnapshot
from protocol.game.referee import Accepted, Gone, Referee, StepResult
from protocol.game.step_table import StepKind
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Peer


@dataclass
class StepProgress:
    """Messages of the present step that have been checked, and the state of our own one.

    Attributes:
        accepted: checked messages that are right, by signer.
        faulty: signers with a proven fault in this step.
        answered: whether our message is made, or being made.
        is_asked: whether we have been asked for our message, or have made it.
        unsigned: our message, ready but not to be signed yet.
        fetched: digests of messages that were checked again because the others count them.
        before: the view of our seat when the step began.
    """

    accepted: dict[int, Accepted] = field(default_factory=dict)
    faulty: set[int] = field(default_factory=set)
    answered: bool = False
    is_asked: bool = False
    unsigned: tuple[Plan, Made] | None = None
    fetched: set[bytes] = field(default_factory=set)
    before: ViewSnapshot = (None, (), ())

    def copied(self) -> StepProgress:
        """Copy the progress, to continue from it later."""
        return replace(self, accepted=dict(self.accepted), faulty=set(self.faulty), fetched=set())


@dataclass
class Checkpoint:
    """Everything as it was right before a step closed."""

    referee: Referee
    view: ViewSnapshot
    progress: StepProgress
    seconds: dict[int, Envelope]


class Course:
    """The public table, our private seat and the signed messages, which move on together.

    Attributes:
        signer: our index in the charter.
        referee: the public table.
        private_seat: our secrets and our knowledge.
        peers: the identity key of each signer.
        transcript: everything signed so far.
        progress: the messages of the present step so far.
        rewinds: number of times closed steps turned out to be closed in another way.
    """

    def __init__(self, charter: Charter, signer: int, secret: TableSecret) -> None:
        """Sit down at the table of a checked charter.

        Raises:
            LocalProtocolError: the card key is not that of the hello.
        """
        self.signer = signer
        self.private_seat = PrivateSeat(charter, signer, secret)
        self.referee = Referee(charter)
        self.peers = tuple(Peer.of(hello.identity) for hello in charter.hellos)
        self.transcript = Transcript(StepPoint.first(charter.table_id, self.referee.digest()))
        self.progress = StepProgress()
        self.rewinds = 0
        self._checkpoints: dict[int, Checkpoint] = {}

    # -------------------------------------------------------------- questions

    @property
    def point(self) -> StepPoint:
        """The present step of the table."""
        return self.transcript.point

    @property
    def state(self) -> GameState | None:
        """The state of the game, once seats are drawn."""
        return self.referee.state

    @property
    def seat(self) -> Seat | None:
        """Our seat, once seats are drawn."""
        return self.referee.seat_of(self.signer) if self.referee.places else None

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Signers whose message of the present step has not been received and checked."""
        return tuple(
            signer for signer in self.referee.due.signers if signer not in self.progress.accepted
        )

    def question(self) -> ask.Decision | None:
        """Return the decision our seat owes in the present step, if it owes one."""
        state, seat = self.state, self.seat
        due = self.referee.due
        if state is None or seat is None or self.signer not in due.signers:
            return None
        if self.progress.answered or due.kind not in (StepKind.ACT, StepKind.PICK):
            return None
        decision = self.referee.rules.owed_by(state, seat)
        if isinstance(decision, ask.OpenCardDuty | ask.OpenQuestsDuty):
            return None
        return decision

    def returns_in(self, envelope: Envelope) -> tuple[ReturnSlip, ...]:
        """Read the requests to return that a message of the present step carries.

        Raises:
            RemoteProtocolError: one of them is not in order.
        """
        return read_returns(envelope, self.peers, self.referee.attendance)

    def gone(self, closing: Closing) -> Gone:
        """Name the signers that are away after a closing of the present step, and those back."""
        back = {
            slip.signer
            for signer, _ in closing.messages
            for slip in self.returns_in(self.transcript.present[signer])
        }
        return Gone(closing.away, closing.faulty, tuple(sorted(back)))

    # ------------------------------------------------------------------ moves

    def begin_step(self) -> None:
        """Remember the view of our seat at the beginning of the step."""
        self.progress.before = self.private_seat.snapshot()

    def close(self, closing: Closing, gone: Gone, proof: tuple[bytes, ...]) -> StepResult:
        """Close the present step and leave a checkpoint; `proof` shows why without somebody.

        Raises:
            RemoteProtocolError: nothing can follow (`Referee.close`); the table is as it was.
        """
        before = self.referee.copied()
        self._checkpoints[self.point.step] = Checkpoint(
            before,
            self.private_seat.snapshot(),
            self.progress.copied(),
            dict(self.transcript.seconds),
        )
        counted = {signer: self.progress.accepted[signer] for signer, _ in closing.messages}
        if self.signer in (*closing.away, *closing.faulty):
            # Our message does not count, so we still have the cards we played with it.
            self.private_seat.restore(self.progress.before)
        envelopes = [self.transcript.present[signer] for signer, _ in closing.messages]
        head = self.point.head_after(envelopes, closing.away, closing.faulty)
        try:
            result = self.referee.close(counted, gone, head)
        except RemoteProtocolError:
            self.referee = before.copied()
            raise
        self.transcript.close(closing, self.referee.digest(), proof)
        self.progress = StepProgress()
        return result

    def drop_checkpoint(self, step: int) -> None:
        """Forget the checkpoint of a step that can no longer be voted on."""
        self._checkpoints.pop(step, None)

    def has_checkpoint(self, step: int) -> bool:
        """Whether the course can go back to a closed step."""
        return step in self._checkpoints

    def rewind(self, step: int) -> None:
        """Make a closed step the present one again, with its messages; drop all later steps."""
        checkpoint = self._checkpoints[step]
        self.referee, self.progress = checkpoint.referee, checkpoint.progress
        self.private_seat.restore(checkpoint.view)
        self.transcript.rewind(step, checkpoint.seconds)
        self._checkpoints = {at: one for at, one in self._checkpoints.items() if at < step}
        self.rewinds += 1
