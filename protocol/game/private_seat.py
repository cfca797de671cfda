"""The private half of a seat: its secrets, its knowledge, and the messages made from them.

`PrivateView` is the half that only looks: the hidden cards a seat comes to see with its card key.
"""

from __future__ import annotations

from collections.abc import Callable

from engine import actions as act
from engine import decisions as ask
from engine.changes import StartDealing
from engine.knowledge import (
    Knowledge,
    first_knowledge,
    publish,
    with_dealt_hand,
    with_pack,
    witness,
)
from engine.story import Story
from engine.terms import Face, Seat
from engine.values import Value
from protocol.cards.card_faces import all_faces, encoded, printed
from protocol.cards.dealing import CardKey, KeyStatement, TableSecret, own_faces
from protocol.cards.hands import OpenPlay
from protocol.charter import Charter
from protocol.errors import LocalProtocolError, Reason
from protocol.game.deal_attempt import Statement
from protocol.game.jobs import Made, MakeJob
from protocol.game.referee import Referee
from protocol.game.step_table import StepKind
from protocol.wire.bodies import (
    Act,
    Body,
    CommitSeed,
    KeptShares,
    MakeHand,
    OpenKey,
    OpenSealed,
    PackShares,
    PickAndPass,
    RevealSeed,
    SealCard,
    Shuffle,
    SignCharter,
    SignResult,
)

ViewSnapshot = tuple[Knowledge | None, tuple[Face, ...], tuple[Face, ...]]
"""Everything a view has seen: knowledge, pack, and cards dealt without a draft."""


class PrivateView:
    """The game as seen with the card key of one signer.

    Attributes:
        knowledge: the knowledge of the seat; None until it sits.
        pack: the pack it holds or held last, in the order of its masked cards.
    """

    def __init__(self, signer: int, key: CardKey) -> None:
        """Start with nothing seen."""
        self.signer = signer
        self.key = key
        self.knowledge: Knowledge | None = None
        self.pack: tuple[Face, ...] = ()
        self._dealt: tuple[Face, ...] = ()

    def snapshot(self) -> ViewSnapshot:
        """Return everything seen so far, for `restore`."""
        return self.knowledge, self.pack, self._dealt

    def restore(self, snapshot: ViewSnapshot) -> None:
        """Restore the knowledge of a snapshot, without anything seen since."""
        self.knowledge, self.pack, self._dealt = snapshot

    def sit(self, seat: Seat, players: int) -> None:
        """Sit down at a seat of the table."""
        self.knowledge = first_knowledge(seat, players)

    @property
    def known(self) -> Knowledge:
        """The knowledge of a seat that sits.

        Raises:
            LocalProtocolError: it does not sit yet.
        """
        if self.knowledge is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "knowledge")
        return self.knowledge

    def hear(self, story: Story) -> None:
        """Follow a story; cards dealt without a draft come in when the dealing starts."""
        knowledge = self.known
        start = next((at for at, item in enumerate(story) if isinstance(item, StartDealing)), None)
        if start is not None and not self._is_dealt_to(story):
            self._dealt = ()
        if start is not None and self._dealt:
            knowledge = witness(knowledge, story[: start + 1])
            knowledge = with_dealt_hand(knowledge, self._dealt)
            story = story[start + 1 :]
            self._dealt = ()
        self.knowledge = witness(knowledge, story)

    def _is_dealt_to(self, story: Story) -> bool:
        """Whether this seat is one of those an Age is dealt to (C9)."""
        return any(isinstance(one, StartDealing) and self.known.seat in one.roster for one in story)

    def look(self, referee: Referee, closed: StepKind) -> tuple[Face, ...]:
        """Open the cards that a closed step of the deal shows this seat: its pack, or its hand."""
        dealing = referee.dealing
        if dealing is None or self.signer not in dealing.order:
            return ()
        if closed is StepKind.PACK_SHARES and dealing.packs:
            pack = dealing.pack_of(self.signer)
            shares = dealing.shares[self.signer]
            seen = dealing.deal.opened(pack, self.key, shares, all_faces())
            self.pack = tuple(printed(face) for face in seen)
            self.knowledge = with_pack(self.known, self.pack)
            return self.pack
        if closed is StepKind.KEPT_SHARES and not dealing.drafted and dealing.kept:
            seen = own_faces(dealing.own(self.signer), self.key, all_faces())
            self._dealt = tuple(printed(face) for face in seen)
            return self._dealt
        return ()


Finish = Callable[[Made], Body]


class Plan(Value):
    """A message to be made: the proofs it needs, and a function that builds the body from them."""

    job: MakeJob
    finish: Finish


class PrivateSeat(PrivateView):
    """Everything that must stay on this machine, except the identity."""

    def __init__(self, charter: Charter, signer: int, secret: TableSecret) -> None:
        """Derive all secrets of a signer from its table secret.

        Raises:
            LocalProtocolError: the card key is not that of the charter.
        """
        hello = charter.hellos[signer]
        super().__init__(signer, KeyStatement(hello.fresh, hello.identity).key(secret))
        self.secret = secret
        if self.key.public != hello.card_key[: len(self.key.public)]:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "table secret")

    # ---------------------------------------------------------------- making

    def unasked(self, referee: Referee) -> Plan | None:
        """Return the plan of the message this seat owes now, if it needs no choice."""
        if self.signer not in referee.due.signers:
            return None
        plain = self._plain(referee)
        if plain is not None:
            return self._plan(lambda _made: plain)
        match referee.due.kind:
            case StepKind.SHUFFLE:
                return self._dealing_plan(referee, lambda made: Shuffle(made.proofs[0]))
            case StepKind.PACK_SHARES:
                return self._dealing_plan(referee, lambda made: PackShares(made.proofs))
            case StepKind.KEPT_SHARES:
                return self._dealing_plan(referee, lambda made: KeptShares(made.proofs))
            case StepKind.HAND:
                return self._dealing_plan(referee, lambda made: MakeHand(made.proofs[0]))
            case StepKind.ACT:
                return self._duty(referee)
            case StepKind.SEAL:
                due = referee.escrow.due[self.signer]
                return self._plan(lambda made: SealCard(made.proofs[0]), (due,))
            case StepKind.OPEN_SEALED:
                shares = referee.escrow.shares_of(self.signer)
                return self._plan(lambda made: OpenSealed(made.proofs), shares)
            case _:
                return None

    def _plain(self, referee: Referee) -> Body | None:
        match referee.due.kind:
            case StepKind.SIGN:
                return SignCharter()
            case StepKind.COMMIT | StepKind.AGE_COMMIT:
                return CommitSeed(referee.seeding.commitment(self.signer, self._part(referee)))
            case StepKind.REVEAL | StepKind.AGE_REVEAL:
                return RevealSeed(self._part(referee))
            case StepKind.RESULT:
                return SignResult(referee.glory())
            case StepKind.OPEN_KEY:
                return OpenKey(self.key.secret)
            case _:
                return None

    def _part(self, referee: Referee) -> bytes:
        """Return our part of the seed that is made now.

        That of an Age depends on the past: after a step back, or when others have left, it is new.
        """
        table_id, age, head = referee.table_id, referee.seeding.age, referee.seeding.head
        if age is None:
            return self.secret.serving("seed part", table_id).scalar("part")
        return self.secret.serving("age seed part", table_id, int(age), head).scalar("part")

    def _duty(self, referee: Referee) -> Plan | None:
        state = referee.state
        if state is None:
            return None
        due = referee.rules.owed_by(state, referee.seat_of(self.signer))
        if not isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty):
            return None
        action = referee.rules.duty_done(self.known, due)
        statements = referee.play_statements(Act(action))
        return self._plan(lambda made: Act(action, 0, made.proofs), statements)

    def answer(self, referee: Referee, intent: act.Intent) -> Plan:
        """Plan the message that carries an intent; our knowledge includes it from now on.

        Raises:
            IllegalAction: the intent names a card the seat does not hold.
            LocalProtocolError: nothing of the kind is owed.
        """
        knowledge = self.known
        if intent.seat != knowledge.seat or self.signer not in referee.due.signers:
            raise LocalProtocolError(Reason.NOT_OWED, referee.due.kind)
        if isinstance(intent, act.Pick):
            return self._pick(referee, intent)
        if referee.due.kind is not StepKind.ACT:
            raise LocalProtocolError(Reason.WRONG_KIND, referee.due.kind)
        action, after = publish(intent, knowledge)
        position = self._position(referee, intent)
        opens = isinstance(intent, OpenPlay)
        body = Act(action, position if opens else 0)
        statements = referee.play_statements(body)
        self.knowledge = after
        first = () if opens or not statements else (position,)
        return self._plan(lambda made: Act(action, body.position, made.proofs), statements, first)

    def _pick(self, referee: Referee, intent: act.Pick) -> Plan:
        if referee.due.kind is not StepKind.PICK:
            raise LocalProtocolError(Reason.WRONG_KIND, referee.due.kind)
        left = list(self.pack)
        first = []
        _, self.knowledge = publish(intent, self.known)
        for face in intent.faces:
            at = next(at for at, one in enumerate(left) if one == face and at not in first)
            first.append(at)
        return self._dealing_plan(referee, lambda made: PickAndPass(made.proofs[0]), tuple(first))

    def _position(self, referee: Referee, intent: act.Intent) -> int:
        """Return the position in our hand of the card an intent plays; 0 if it plays none."""
        if not isinstance(intent, OpenPlay | act.Commit | act.Lay | act.Keep):
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
