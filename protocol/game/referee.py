"""The public table, which every client replays alike from the signed messages.

It knows the messages owed in the present step, the statements a message has to prove, and the
consequences of a closed step, also without seats that are away: their defaults (catalogue I of the
rules) are actions of the table. No secrets, no signatures, nothing about connections.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Final

from engine import actions as act
from engine.decisions import BeginAgeDuty
from engine.state import GameState
from engine.terms import Seat
from protocol.agreement.attendance import Attendance
from protocol.cards.chance import Chance, JointSeed, commitment, draw_chance
from protocol.cards.dealing import FIRST_VERSION, CardKey, KeyStatement, Point
from protocol.cards.hands import HandList, Hands
from protocol.charter import FIRST_PROTOCOL, Charter
from protocol.errors import BadMessage, BadOpening, IllegalMove, Reason
from protocol.game.deal_attempt import DealAttempt, Proven, Sitting, Statement
from protocol.game.events import Applied
from protocol.game.step_table import OWED_BODY, Due, StepKind
from protocol.rules import rules_of
from protocol.wire.bodies import (
    Act,
    Body,
    CommitSeed,
    KeptShares,
    MakeHand,
    OpenKey,
    PackShares,
    PickAndPass,
    RevealSeed,
    Shuffle,
    SignResult,
)
from protocol.wire.codec import encode_state


@dataclass(frozen=True, slots=True)
class Accepted:
    """A checked message of the present step: the body, and the results of its proofs."""

    body: Body
    proven: tuple[Proven, ...]


@dataclass(frozen=True, slots=True)
class Gone:
    """Signers whose owed message a closed step does not count, and signers that are back after it.

    `faulty` are those whose message proves a fault.
    """

    away: tuple[int, ...] = ()
    faulty: tuple[int, ...] = ()
    back: tuple[int, ...] = ()


NOBODY: Final = Gone()


@dataclass(frozen=True, slots=True)
class StepResult:
    """The result of a closed step; `away` are signers that are away from now on."""

    applied: tuple[Applied, ...]
    due: Due
    away: tuple[int, ...] = ()


class Referee:
    """The public table between two steps.

    Attributes:
        due: the messages the present step waits for.
        state: the state of the game; None before public chance is drawn.
        places: the signer sitting at each seat; empty before that.
        attendance: the signers that are here, and those that are away.
        step: the number of the present step.
        head: the head before the present step, to which proofs are bound; none in version 1.
    """

    def __init__(self, charter: Charter) -> None:
        """Set up the table of a checked charter, at its first step."""
        self.charter = charter
        self.table_id = charter.table_id
        self.card_keys: tuple[Point, ...] = tuple(
            KeyStatement(hello.fresh, hello.identity).check(hello.card_key)
            for hello in charter.hellos
        )
        self.rules = rules_of(charter.options.rules_version)
        self.attendance = Attendance(charter)
        self.step = 0
        self.head = FIRST_VERSION
        self.due = Due(StepKind.SIGN, self.attendance.everybody)
        self.state: GameState | None = None
        self.places: tuple[int, ...] = ()
        self.hands = Hands([])
        self.dealing: DealAttempt | None = None
        self.opened: dict[int, CardKey] = {}
        self._commits: dict[int, bytes] = {}
        self._held_back: tuple[act.Picked, ...] = ()

    # -------------------------------------------------------------- questions

    def seat_of(self, signer: int) -> Seat:
        """Return the seat of a signer."""
        return Seat(self.places.index(signer))

    def glory(self) -> tuple[int, ...]:
        """Return the Glory by seat, as the result will have it."""
        return tuple(clan.glory for clan in self._game().clans)

    def digest(self) -> bytes:
        """Return the digest of everything the next message testifies to, 32 bytes."""
        hasher = hashlib.sha256(b"bloodrage/state/v1")
        if self.state is not None:
            hasher.update(encode_state(self.state))
            for part in self.hands.digest_parts():
                hasher.update(part)
        return hasher.digest()

    def statements(self, signer: int, body: Body) -> tuple[Statement, ...]:
        """Return the statements a message of the present step has to prove, in order.

        Raises:
            BadMessage: this signer does not owe that message.
            IllegalMove: it is an action the rules do not allow.
        """
        if signer not in self.due.signers:
            raise BadMessage(Reason.NOT_OWED, self.due.kind)
        if type(body) is not OWED_BODY[self.due.kind]:
            raise BadMessage(Reason.WRONG_KIND, self.due.kind)
        match body:
            case Act():
                statements = self._act_statements(signer, body)
            case Shuffle() | PackShares() | PickAndPass() | KeptShares() | MakeHand():
                statements = self._dealing().statements(self.due, signer)
            case _:
                self._check_plain(signer, body)
                return ()
        if len(proofs_of(body)) != len(statements):
            raise BadMessage(Reason.WRONG_SHAPE, "proofs")
        return statements

    def play_statements(self, body: Act) -> tuple[Statement, ...]:
        """Return the statements that prove the cards an action of the present step plays.

        Raises:
            BadMessage: the action names no card it could play.
        """
        return self.hands.statements(body, self.head)

    def judge(self, body: Body, proven: tuple[Proven, ...]) -> None:
        """Judge a message whose proofs are checked.

        Raises:
            BadMessage: an action names another face than its shares show.
        """
        if isinstance(body, Act):
            self.hands.judge(body, proven)

    def _dealing(self) -> DealAttempt:
        dealing = self.dealing
        if dealing is None:
            raise BadMessage(Reason.WRONG_KIND, self.due.kind)
        return dealing

    def _game(self) -> GameState:
        if self.state is None:
            raise BadMessage(Reason.WRONG_KIND, self.due.kind)
        return self.state

    @property
    def _sitting(self) -> Sitting:
        present = self.attendance.present
        return Sitting(self.table_id, self.places, self.card_keys, present, self.head)

    def _act_statements(self, signer: int, body: Act) -> tuple[Statement, ...]:
        action = body.action
        if action.seat != self.seat_of(signer):
            raise IllegalMove(Reason.ILLEGAL_ACTION, "seat")
        why = self.rules.illegal(self._game(), action)
        if why is not None:
            raise IllegalMove(Reason.ILLEGAL_ACTION, why.code)
        statements = self.play_statements(body)
        opens = isinstance(action, act.Upgrade | act.AddLate)
        if body.position and not opens:
            raise BadMessage(Reason.WRONG_SHAPE, "position")
        return statements

    def _check_plain(self, signer: int, body: Body) -> None:
        match body:
            case RevealSeed():
                if commitment(self.table_id, signer, body.part) != self._commits[signer]:
                    raise BadMessage(Reason.WRONG_REVEAL, "seed")
            case SignResult():
                if body.glory != self.glory():
                    raise BadMessage(Reason.WRONG_RESULT, "glory")
            case OpenKey():
                try:
                    CardKey.opened(body.secret, self.card_keys[signer])
                except BadOpening as error:
                    raise BadMessage(error.reason, error.place) from error
            case _:
                pass

    # ---------------------------------------------------------------- closing

    def close(self, messages: Mapping[int, Accepted], gone: Gone, head: bytes) -> StepResult:
        """Close a step with the messages that count, by signer; all other signers are `gone`.

        `head` is the head before the next step, which covers this closing (`StepPoint.head_after`).

        Raises:
            BadProof: keys cancel out, at a table of version 1; the table is of no further use.
        """
        ordered = tuple(messages[signer] for signer in sorted(messages))
        before = self.head
        self.head = FIRST_VERSION if self.charter.version == FIRST_PROTOCOL else head
        applied: tuple[Applied, ...] = ()
        absent = sorted((*gone.away, *gone.faulty))
        away = self.attendance.close(self.step, gone.away, gone.faulty, gone.back)
        self.step += 1
        present = self.attendance.present
        match self.due.kind:
            case StepKind.SIGN:
                self.due = Due(StepKind.COMMIT, present)
            case StepKind.COMMIT:
                self._keep_commits(messages)
                self.due = Due(StepKind.REVEAL, present)
            case StepKind.REVEAL:
                self._draw(ordered)
                applied = self._from_rules()
            case StepKind.ACT:
                applied = (*self._act(ordered, absent, before), *self._from_rules())
            case StepKind.RESULT:
                graves = self.charter.open_graves
                self.due = Due(StepKind.OPEN_KEY, present) if graves else Due(StepKind.CLOSED, ())
            case StepKind.OPEN_KEY:
                self._open_graves(messages)
                self.due = Due(StepKind.CLOSED, ())
            case _ if self._is_void(away):
                applied = self._deal_again(self._fallen(away))
            case _:
                applied = self._deal(messages)
        return StepResult(applied, self.due, away)

    def copied(self) -> Referee:
        """Copy the table, to continue from it if the next step is closed in another way."""
        other = copy(self)
        other.attendance = self.attendance.copied()
        other.hands = self.hands.copied()
        other.dealing = None if self.dealing is None else self.dealing.copied()
        other.opened = dict(self.opened)
        return other

    def _keep_commits(self, messages: Mapping[int, Accepted]) -> None:
        for signer, message in messages.items():
            if isinstance(message.body, CommitSeed):
                self._commits[signer] = message.body.digest

    def _open_graves(self, messages: Mapping[int, Accepted]) -> None:
        for signer, message in messages.items():
            if isinstance(message.body, OpenKey):
                secret = message.body.secret
                self.opened[signer] = CardKey.opened(secret, self.card_keys[signer])

    def _draw(self, ordered: tuple[Accepted, ...]) -> None:
        parts = [message.body.part for message in ordered if isinstance(message.body, RevealSeed)]
        chance: Chance = draw_chance(JointSeed.of(self.table_id, parts), self.charter.players)
        self.places = chance.places
        self.state = self.rules.new_game(self.charter.players, chance.layout, self.charter.options)
        self.hands = Hands(
            [
                HandList.empty(self.table_id, signer, self.card_keys[signer])
                for signer in self.places
            ]
        )

    def _apply(self, *actions: act.Action) -> tuple[Applied, ...]:
        done = []
        for action in actions:
            outcome = self.rules.apply(self._game(), action)
            self.state = outcome.state
            self.hands.heard(outcome.story)
            done.append(Applied(action, outcome.story, outcome.state))
        return tuple(done)

    def _act(
        self, ordered: tuple[Accepted, ...], absent: list[int], head: bytes
    ) -> tuple[Applied, ...]:
        actions: list[act.Action] = []
        for message in ordered:
            if isinstance(message.body, Act):
                self.hands.played(message.body, message.proven, head)
                actions.append(message.body.action)
        return self._apply(*actions, *(act.Absent(self.seat_of(signer)) for signer in absent))

    def _from_rules(self) -> tuple[Applied, ...]:
        """Go to the next step of the rulebook; seats that are away play their defaults at once."""
        applied: list[Applied] = []
        while True:
            state = self._game()
            if self.rules.is_over(state):
                self.due = Due(StepKind.RESULT, self.attendance.present)
                return tuple(applied)
            waiting = self.rules.owed(state)
            if any(isinstance(one, BeginAgeDuty) for one in waiting):
                self._begin_dealing()
                return tuple(applied)
            seats = [one.seat for one in waiting if not isinstance(one, BeginAgeDuty)]
            away = [seat for seat in seats if self.places[seat] in self.attendance.since]
            if not away:
                self.due = Due(StepKind.ACT, tuple(sorted(self.places[seat] for seat in seats)))
                return tuple(applied)
            applied += self._apply(act.Absent(away[0]))

    # ---------------------------------------------------------------- dealing

    def _begin_dealing(self) -> None:
        if not self.attendance.present:
            # A majority can exclude anybody, at last itself as well: then the table stops.
            self.dealing, self.due = None, Due(StepKind.SHUFFLE, ())
            return
        self.dealing = DealAttempt.begin(self._sitting, self._game())
        self.due = Due(StepKind.SHUFFLE, (self.dealing.shufflers[0],))

    def _fallen(self, away: tuple[int, ...]) -> frozenset[int]:
        """Return the signers that leave a deal if these are away from now on."""
        is_first = self.charter.version == FIRST_PROTOCOL
        return frozenset(away) if is_first else self.charter.together(away)

    def _is_void(self, away: tuple[int, ...]) -> bool:
        """Whether a signer without which the deal is void leaves it now."""
        return not self._fallen(away).isdisjoint(self._dealing().needed)

    def _deal_again(self, fallen: frozenset[int]) -> tuple[Applied, ...]:
        """Deal again without the signers that fell; the attempt is void."""
        self._held_back = ()
        state = self._game()
        self.dealing = self._dealing().again(self._sitting, state, fallen)
        if self.dealing is not None:
            self.due = Due(StepKind.SHUFFLE, (self.dealing.shufflers[0],))
            return ()
        if state.dealing is None:
            # Nobody has seen a card of this Age: seats that sat out may be dealt to as well.
            self._begin_dealing()
            return ()
        last = self._apply(act.BeginAge(state.age, state.dealing.attempt + 1, ()))
        return (*last, *self._from_rules())

    def _deal(self, messages: Mapping[int, Accepted]) -> tuple[Applied, ...]:
        dealing = self._dealing()
        finished = self.due
        proven = {signer: message.proven for signer, message in messages.items()}
        following = dealing.close(finished, proven, self.attendance.present)
        applied: tuple[Applied, ...] = ()
        state = self._game()
        if finished.kind is StepKind.SHUFFLE and following.kind is StepKind.PACK_SHARES:
            applied = self._apply(dealing.begin_age(state))
        elif finished.kind is StepKind.PICK:
            picked = tuple(act.Picked(seat) for seat in dealing.seats)
            # The last picks take effect with the hands: only then are all cards where they belong.
            if following.kind is StepKind.KEPT_SHARES:
                self._held_back = picked
            else:
                applied = self._apply(*picked)
        if following.kind is not StepKind.ACT:
            self.due = following
            return applied
        for signer in dealing.order:
            seat = self.seat_of(signer)
            hand = self.hands.lists[seat]
            self.hands.lists[seat] = hand.dealt(dealing.deal.ctx, dealing.kept[signer])
        last: tuple[act.Action, ...] = self._held_back or (dealing.begin_age(state),)
        self._held_back = ()
        self.dealing = None
        return (*self._apply(*last), *self._from_rules())


def proofs_of(body: Body) -> tuple[bytes, ...]:
    """Return the proofs a message carries, in order."""
    match body:
        case Shuffle() | PickAndPass() | MakeHand():
            return (body.proof,)
        case PackShares() | KeptShares():
            return body.batches
        case Act():
            return body.proofs
        case _:
            return ()
