"""Walks our course to the head on which the voter stands, and reports what happens on the way.

Votes to send, proofs of lies, steps that close, the end of a game; and if the way first leads back,
everything that is undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from protocol.agreement.effects import ContradictionFound, StoodOn, ViewMoved, VoteCast
from protocol.agreement.pasts import AbsenceMark, Head
from protocol.agreement.slips import is_slip
from protocol.agreement.vote_events import BallotMoved, Persist, Transmit
from protocol.agreement.voter import Voter
from protocol.game.catching_up import CatchUp
from protocol.game.course import Course
from protocol.game.events import (
    Applied,
    CameBack,
    CardUnopened,
    Event,
    GameClosed,
    PackOpened,
    Rewound,
    Seated,
    StepBegan,
    WentAway,
)
from protocol.game.intake import Intake
from protocol.game.own_turn import OwnTurn
from protocol.game.step_table import StepKind
from protocol.game.view_progress import view_progress
from protocol.game.violations import Violations

_KEYS_WAIT: Final = 2
"""Ticks that a game whose result is final waits for the last card keys."""
_END_WAITS: Final = 6
"""Ticks after which a game is over though nobody has signed over its result: half a minute."""


class CourseWalker:
    """Carries out the agreement at one seat, as events."""

    def __init__(
        self,
        course: Course,
        voter: Voter,
        violations: Violations,
        intake: Intake,
        turn: OwnTurn,
        catch_up: CatchUp,
    ) -> None:
        """Start at the first step."""
        self._course = course
        self._voter = voter
        self._violations = violations
        self._intake = intake
        self._turn = turn
        self._catch_up = catch_up
        self._persisted: set[bytes] = set()
        self._agreed: tuple[int, tuple[int, ...]] = (-1, ())
        self._opened: Head | None = None
        self._waited = 0
        self._is_over = False

    # ------------------------------------------------------------------- votes

    def persisted(self, raw: bytes) -> None:
        """Note bytes that are on the disk since before a crash."""
        self._persisted.add(raw)

    def effects(self) -> Iterator[Event]:
        """Report the votes that were cast, and the contradictions that were found."""
        for effect in self._voter.take_effects():
            match effect:
                case VoteCast():
                    yield from self._persist(effect)
                    yield Persist(effect.raw)
                    yield Transmit(effect.raw)
                case ContradictionFound():
                    yield from self._violations.report_contradiction(effect)
                case ViewMoved() | StoodOn():
                    pass
        yield from self._count_agreed()

    def _persist(self, cast: VoteCast) -> Iterator[Event]:
        """Persist the statements that a vote rests on, unless they are on the disk already."""
        course = self._course
        raws = list(cast.statements)
        for answer in cast.answers:
            is_closed = course.head.step > answer.head.step
            if not (is_closed and course.head.extends(answer.head)):
                raws.append(course.chronicle.chapter(answer.head).envelope(answer).to_bytes())
        for raw in raws:
            if raw not in self._persisted:
                self._persisted.add(raw)
                yield Persist(raw)

    def _count_agreed(self) -> Iterator[Event]:
        """Report the persons that found the missing seats late, if there are others than before."""
        if not self._voter.has_late_or_frozen:
            return
        progress = view_progress(self._voter, self._course.referee)
        agreed = (self._course.point.step, progress.agreed)
        if agreed != self._agreed and progress.agreed:
            self._agreed = agreed
            yield BallotMoved(*agreed)

    # ------------------------------------------------------------------- steps

    def begin_step(self) -> Iterator[Event]:
        """Report the step that is open now."""
        course = self._course
        due, places = course.referee.due, course.referee.places
        seats = tuple(course.referee.seat_of(signer) for signer in due.signers) if places else ()
        course.begin_step()
        yield StepBegan(course.point.step, due, seats)

    def follow(self) -> Iterator[Event]:
        """Walk to the head on which the voter stands."""
        course, target = self._course, self._voter.head
        if target in (course.head, self._opened):
            return  # After the end, the keys are opened without a vote.
        common, way = course.way_to(target)
        if common != course.head:
            course.rewind(common)
            self._violations.diverged.clear()
            self._turn.recorded = min(self._turn.recorded, common.step)
            if self._turn.silent_from is not None:
                self._turn.silent_from = min(self._turn.silent_from, common.step)
            yield Rewound(common.step, course.state, self._liars_since(common.step))
        for head in way:
            yield from self._close(head)
        is_replayed = course.point.step >= self._turn.recorded
        yield from self._intake.hear_again(is_replayed=is_replayed)

    def _liars_since(self, step: int) -> tuple[int, ...]:
        """Return the signers proven to lie that were not gone before a step."""
        gone = self._voter.head.gone.items()
        struck = {s for s, one in gone if one.mark > AbsenceMark.AWAY and one.since.step > step}
        return tuple(sorted(struck | self._voter.unpunished()))

    def _close(self, head: Head) -> Iterator[Event]:
        """Close the present step as the next head says."""
        course = self._course
        finished, step = course.referee.due.kind, course.point.step
        before = course.referee.attendance
        own = next((answer for answer in head.answers if answer.signer == course.signer), None)
        if own is not None:
            yield from self._intake.recover_answer(course.here.envelope(own))
        result = course.walk(head, self._proof(head)).result
        self._catch_up.step_closed()
        after = course.referee.attendance
        back = before.returning(after)
        if back:
            yield CameBack(step, back)
        if result.away:
            proven = tuple(sorted(after.proven - before.proven))
            struck = tuple(sorted(after.contradicting - before.contradicting))
            yield WentAway(step, result.away, proven, struck)
        for lost in result.unopened:
            yield CardUnopened(step, lost.owner, lost.holders)
        yield from self._tell(finished, result.applied)
        yield from self.begin_step()

    def _proof(self, head: Head) -> tuple[bytes, ...]:
        """Return what proves that a view closed the present step, as records have it."""
        if head.closing is None or head.closing.is_by_itself:
            return ()
        parts: list[bytes] = []
        for decision in self._voter.decisions():
            parts += self._voter.decision(decision)
            outcome = self._voter.court.outcome(decision)
            if outcome is not None and outcome.head == head and not outcome.is_resume:
                break
        told = {raw for proof in self._course.transcript.proofs for raw in proof}
        messages = self._course.transcript.history
        told.update(one.to_bytes() for said in messages for one in said.values())
        told.update(self._course.here.envelope(answer).to_bytes() for answer in head.answers)
        fresh = [raw for raw in dict.fromkeys(parts) if raw not in told]
        return (*filter(is_slip, fresh), *(raw for raw in fresh if not is_slip(raw)))

    def _tell(self, finished: StepKind, applied: Iterable[Applied]) -> Iterator[Event]:
        """Report the results of a closed step, and the cards our seat came to see."""
        course = self._course
        state, seat = course.state, course.seat
        if finished is StepKind.REVEAL and state is not None and seat is not None:
            course.private_seat.sit(seat, state.players)
            yield Seated(seat, course.referee.places, state)
        for one in applied:
            course.private_seat.hear(one.story)
            yield one
        seen = course.private_seat.look(course.referee, finished)
        if seen and finished is StepKind.PACK_SHARES:
            yield PackOpened(seen)

    # --------------------------------------------------------------------- end

    def tick(self) -> None:
        """Note that some seconds have passed."""
        self._waited += self._course.referee.due.kind is StepKind.OPEN_KEY

    def end(self) -> Iterator[Event]:
        """End the game: once all keys are opened, or when it has waited long enough (6.12).

        A key that comes later still opens its hand; a game ends only once.
        """
        course, voter = self._course, self._voter
        if course.referee.due.kind not in (StepKind.OPEN_KEY, StepKind.CLOSED):
            return
        closing = course.chronicle.whole(course.here)
        if closing is not None:
            self._opened = course.head
            yield from self._close(course.head.after(closing))
        is_final = len(course.here.present()) >= voter.court.quorum(len(voter.voters))
        patience = _KEYS_WAIT if is_final else _END_WAITS
        is_closed = course.referee.due.kind is StepKind.CLOSED
        if not self._is_over and (is_closed or self._waited >= patience):
            self._is_over = True
            voter.leave()
            yield GameClosed(course.referee.glory())
