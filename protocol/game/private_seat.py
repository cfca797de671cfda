"""The private half of a seat: its secrets, what it knows, and the messages it makes of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import actions as act
from engine import decisions as ask
from engine.intents import duty_done
from engine.knowledge import publish
from protocol.cards.card_faces import all_faces, encoded
from protocol.cards.chance import commitment
from protocol.cards.dealing import KeyStatement, TableSecret
from protocol.charter import Charter
from protocol.errors import LocalProtocolError, Reason
from protocol.game.deal_attempt import Statement
from protocol.game.jobs import Made, MakeJob
from protocol.game.private_view import Sight
from protocol.game.referee import Referee
from protocol.game.step_table import Kind
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
    SignCharter,
    SignResult,
)

Finish = Callable[[Made], Body]


@dataclass(frozen=True, slots=True)
class Plan:
    """A message to be made: the proofs it needs, and how it is put together from them."""

    job: MakeJob
    finish: Finish


class Keeper(Sight):
    """What only this seat has: identity apart, everything that must stay on this machine."""

    def __init__(self, charter: Charter, signer: int, secret: TableSecret) -> None:
        """The keeper of a signer's secrets, all derived from its table secret."""
        hello = charter.hellos[signer]
        super().__init__(signer, KeyStatement(hello.fresh, hello.identity).key(secret))
        self.secret = secret
        if self.key.public != hello.card_key[: len(self.key.public)]:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "table secret")
        self._part = secret.serving("seed part", charter.table_id).scalar("part")

    # ---------------------------------------------------------------- making

    def unasked(self, referee: Referee) -> Plan | None:
        """The message this seat owes now, where there is nothing to choose."""
        due = referee.due
        if self.signer not in due.signers:
            return None
        plain = self._plain(referee)
        if plain is not None:
            return self._plan(lambda _made: plain)
        match due.kind:
            case Kind.SHUFFLE:
                return self._dealing_plan(referee, lambda made: Shuffle(made.proofs[0]))
            case Kind.PACK_SHARES:
                return self._dealing_plan(referee, lambda made: PackShares(made.proofs))
            case Kind.KEPT_SHARES:
                return self._dealing_plan(referee, lambda made: KeptShares(made.proofs))
            case Kind.HAND:
                return self._dealing_plan(referee, lambda made: MakeHand(made.proofs[0]))
            case Kind.ACT:
                return self._duty(referee)
            case _:
                return None

    def _plain(self, referee: Referee) -> Body | None:
        match referee.due.kind:
            case Kind.SIGN:
                return SignCharter()
            case Kind.COMMIT:
                return CommitSeed(commitment(referee.table_id, self.signer, self._part))
            case Kind.REVEAL:
                return RevealSeed(self._part)
            case Kind.RESULT:
                return SignResult(referee.glory())
            case Kind.OPEN_KEY:
                return OpenKey(self.key.secret)
            case _:
                return None

    def _duty(self, referee: Referee) -> Plan | None:
        state = referee.state
        if state is None:
            return None
        due = referee.rules.owed_by(state, referee.seat_of(self.signer))
        if not isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty):
            return None
        action = duty_done(self.known, due)
        statements = referee.hands.statements(Act(action))
        return self._plan(lambda made: Act(action, 0, made.proofs), statements)

    def answer(self, referee: Referee, intent: act.Intent) -> Plan:
        """The message that carries an intent; the seat knows from now on what it has done.

        Raises:
            IllegalAction: the intent names a card the seat does not hold.
            LocalProtocolError: nothing of the kind is owed.
        """
        knowledge = self.known
        if intent.seat != knowledge.seat or self.signer not in referee.due.signers:
            raise LocalProtocolError(Reason.NOT_OWED, referee.due.kind)
        if isinstance(intent, act.Pick):
            return self._pick(referee, intent)
        if referee.due.kind is not Kind.ACT:
            raise LocalProtocolError(Reason.WRONG_KIND, referee.due.kind)
        action, after = publish(intent, knowledge)
        position = self._position(referee, intent)
        opens = isinstance(intent, act.Upgrade | act.AddLate)
        body = Act(action, position if opens else 0)
        statements = referee.hands.statements(body)
        self.knowledge = after
        first = () if opens or not statements else (position,)
        return self._plan(lambda made: Act(action, body.position, made.proofs), statements, first)

    def _pick(self, referee: Referee, intent: act.Pick) -> Plan:
        if referee.due.kind is not Kind.PICK:
            raise LocalProtocolError(Reason.WRONG_KIND, referee.due.kind)
        left = list(self.pack)
        first = []
        _, self.knowledge = publish(intent, self.known)
        for face in intent.faces:
            at = next(at for at, one in enumerate(left) if one == face and at not in first)
            first.append(at)
        return self._dealing_plan(referee, lambda made: PickAndPass(made.proofs[0]), tuple(first))

    def _position(self, referee: Referee, intent: act.Intent) -> int:
        """Where the card an intent plays lies in the own list; 0 where it plays none."""
        if not isinstance(intent, act.Upgrade | act.AddLate | act.Commit | act.Lay | act.Keep):
            return 0
        if intent.face is None:
            return 0
        hand = referee.hands.lists[intent.seat].faces(self.key, all_faces())
        return hand.index(encoded(intent.face))

    def _dealing_plan(self, referee: Referee, finish: Finish, first: tuple[int, ...] = ()) -> Plan:
        dealing = referee.dealing
        if dealing is None:
            raise LocalProtocolError(Reason.WRONG_KIND, referee.due.kind)
        statements = dealing.statements(referee.due, self.signer)
        return self._plan(finish, statements, first)

    def _plan(
        self, finish: Finish, statements: tuple[Statement, ...] = (), first: tuple[int, ...] = ()
    ) -> Plan:
        return Plan(MakeJob(statements, self.key, self.secret, first), finish)
