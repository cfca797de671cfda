"""The walk of one seat along the past of a table: the present step, and the way back.

The agreement decides on which head we stand (`protocol.agreement.voter`). The course follows it,
step by step: it keeps the public table and our private seat together, and if the others decided
something else while we were cut off, it goes back to the last common head and on from there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import decisions as ask
from engine.state import GameState
from engine.terms import Seat
from protocol.agreement.pasts import Head
from protocol.agreement.transcript import Transcript
from protocol.cards.dealing import TableSecret
from protocol.charter import Charter
from protocol.game.chronicle import Chapter, Chronicle
from protocol.game.jobs import Made
from protocol.game.private_seat import Plan, PrivateSeat, ViewSnapshot
from protocol.game.referee import Referee
from protocol.game.step_table import StepKind
from protocol.wire.envelope import StepPoint
from protocol.wire.identity import Peer


@dataclass
class OwnStep:
    """Our own part in a step that we came to.

    Attributes:
        answered: whether our message is made, or being made.
        is_asked: whether we have been asked for our message, or have made it.
        unsigned: our message, ready but not to be signed yet.
        before: the view of our seat when the step began.
        left: the view of our seat when we went on from the step.
    """

    answered: bool = False
    is_asked: bool = False
    unsigned: tuple[Plan, Made] | None = None
    before: ViewSnapshot = (None, (), ())
    left: ViewSnapshot = (None, (), ())


@dataclass
class Course:
    """The public table, our private seat and the signed messages, which move on together.

    Attributes:
        signer: our index in the charter.
        chronicle: every past that is known.
        here: the chapter at which we stand.
        private_seat: our secrets and our knowledge.
        peers: the identity key of each signer.
        transcript: everything signed on our way.
        rewinds: number of times closed steps turned out to be closed in another way.
    """

    signer: int
    chronicle: Chronicle
    here: Chapter
    private_seat: PrivateSeat
    peers: tuple[Peer, ...]
    transcript: Transcript
    rewinds: int = 0
    _own_steps: dict[bytes, OwnStep] = field(default_factory=dict)

    @classmethod
    def begin(cls, charter: Charter, signer: int, secret: TableSecret) -> Course:
        """Sit down at the table of a checked charter.

        Raises:
            LocalProtocolError: the card key is not that of the hello.
        """
        chronicle = Chronicle(charter)
        here = chronicle.chapter(chronicle.root)
        peers = tuple(Peer.of(hello.identity) for hello in charter.hellos)
        seat = PrivateSeat(charter, signer, secret)
        return cls(signer, chronicle, here, seat, peers, Transcript(here.point))

    # -------------------------------------------------------------- questions

    @property
    def head(self) -> Head:
        """The past we stand on."""
        return self.here.head

    @property
    def referee(self) -> Referee:
        """The public table."""
        return self.here.referee

    @property
    def point(self) -> StepPoint:
        """The present step of the table."""
        return self.here.point

    @property
    def own_step(self) -> OwnStep:
        """Our own part in the present step."""
        return self._own_steps.setdefault(self.head.digest, OwnStep())

    @property
    def state(self) -> GameState | None:
        """The state of the game, once seats are drawn."""
        return self.referee.state

    @property
    def seat(self) -> Seat | None:
        """Our seat, once seats are drawn."""
        return self.referee.seat_of(self.signer) if self.referee.places else None

    def question(self) -> ask.Decision | None:
        """Return the decision our seat owes in the present step, if it owes one."""
        state, seat = self.state, self.seat
        due = self.referee.due
        if state is None or seat is None or self.signer not in due.signers:
            return None
        if self.own_step.answered or due.kind not in (StepKind.ACT, StepKind.PICK):
            return None
        decision = self.referee.rules.owed_by(state, seat)
        if isinstance(decision, ask.OpenCardDuty | ask.OpenQuestsDuty):
            return None
        return decision

    # ------------------------------------------------------------------ moves

    def begin_step(self) -> None:
        """Remember the view of our seat at the beginning of the step."""
        self.own_step.before = self.private_seat.snapshot()

    def way_to(self, head: Head) -> tuple[Head, tuple[Head, ...]]:
        """Return the last head common with another one, and the heads from there to that one."""
        common = self.head
        while not head.extends(common):
            common = common.at(common.step - 1)
        return common, tuple(head.beyond(common))[::-1]

    def rewind(self, head: Head) -> None:
        """Go back to an earlier head of our past; later steps are void."""
        self.transcript.rewind(head.step)
        self.here = self.chronicle.chapter(head)
        self.private_seat.restore(self.own_step.left)
        self.rewinds += 1

    def walk(self, head: Head, proof: tuple[bytes, ...]) -> Chapter:
        """Close the present step as the next head says; `proof` shows why, if a view closed it."""
        answers = {answer.signer: answer for answer in head.answers}
        own_step = self.own_step
        own_step.left = self.private_seat.snapshot()
        if self.signer not in answers and self.signer in self.referee.due.signers:
            # Our message does not count, so we still have the cards we played with it.
            self.private_seat.restore(own_step.before)
        messages = {signer: self.here.envelope(answer) for signer, answer in answers.items()}
        after = self.chronicle.chapter(head)
        self.transcript.close(messages, after.point, proof)
        self.here = after
        return after
