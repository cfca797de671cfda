"""The public table: what every client replays alike from the signed messages.

It knows what the present step owes, which statements a message has to prove, and what follows
when a step is complete. No secrets, no signatures, nothing about who is connected.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from engine import actions as act
from engine.decisions import BeginAgeDuty
from engine.play import apply, illegal, is_over, owed
from engine.setup import new_game
from engine.state import GameState
from engine.terms import Seat
from protocol.bodies import (
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
from protocol.chance import Chance, JointSeed, commitment, draw_chance
from protocol.charter import Charter
from protocol.dealing import CardKey, KeyStatement, Point
from protocol.deals import Dealing, Proven, Statement
from protocol.digest import encode
from protocol.errors import BadMessage, BadOpening, IllegalMove, Reason
from protocol.events import Applied
from protocol.hands import HandList
from protocol.plays import Hands
from protocol.states import OWED_BODY, Due, Kind


@dataclass(frozen=True, slots=True)
class Accepted:
    """A checked message of the present step: the body, and what its statements gave."""

    body: Body
    proven: tuple[Proven, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """What a complete step led to."""

    applied: tuple[Applied, ...]
    due: Due


class Referee:
    """The public table between two steps.

    Attributes:
        due: what the present step waits for.
        state: the state of the game; None before public chance is drawn.
        places: the signer sitting at each seat; empty before that.
    """

    def __init__(self, charter: Charter) -> None:
        """The table of a checked charter, at its first step."""
        self.charter = charter
        self.table_id = charter.table_id
        self.card_keys: tuple[Point, ...] = tuple(
            KeyStatement(hello.fresh, hello.identity).check(hello.card_key)
            for hello in charter.hellos
        )
        self.everybody = tuple(range(charter.players))
        self.due = Due(Kind.SIGN, self.everybody)
        self.state: GameState | None = None
        self.places: tuple[int, ...] = ()
        self.hands = Hands([])
        self.dealing: Dealing | None = None
        self.opened: dict[int, CardKey] = {}
        self._commits: dict[int, bytes] = {}
        self._held_back: tuple[act.Picked, ...] = ()

    # -------------------------------------------------------------- questions

    def seat_of(self, signer: int) -> Seat:
        """Where a signer sits."""
        return Seat(self.places.index(signer))

    def glory(self) -> tuple[int, ...]:
        """Glory by seat, as the result will have it."""
        return tuple(clan.glory for clan in self._game().clans)

    def digest(self) -> bytes:
        """A digest of everything the next message testifies to, 32 bytes."""
        hasher = hashlib.sha256(b"bloodrage/state/v1")
        if self.state is not None:
            hasher.update(encode(self.state))
            for part in self.hands.digest_parts():
                hasher.update(part)
        return hasher.digest()

    def statements(self, signer: int, body: Body) -> tuple[Statement, ...]:
        """What a message of the present step has to prove, in the order of its proofs.

        Raises:
            BadMessage: it is not what this signer owes.
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

    def judge(self, body: Body, proven: tuple[Proven, ...]) -> None:
        """What can only be judged once the proofs are checked.

        Raises:
            BadMessage: an action names another face than its shares show.
        """
        if isinstance(body, Act):
            self.hands.judge(body, proven)

    def _dealing(self) -> Dealing:
        dealing = self.dealing
        if dealing is None:
            raise BadMessage(Reason.WRONG_KIND, self.due.kind)
        return dealing

    def _game(self) -> GameState:
        if self.state is None:
            raise BadMessage(Reason.WRONG_KIND, self.due.kind)
        return self.state

    def _act_statements(self, signer: int, body: Act) -> tuple[Statement, ...]:
        action = body.action
        if action.seat != self.seat_of(signer):
            raise IllegalMove(Reason.ILLEGAL_ACTION, "seat")
        why = illegal(self._game(), action)
        if why is not None:
            raise IllegalMove(Reason.ILLEGAL_ACTION, why.code)
        statements = self.hands.statements(body)
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

    def close(self, messages: Mapping[int, Accepted]) -> Closed:
        """Carry out a complete step; `messages` holds one of every signer that owed it."""
        ordered = tuple(messages[signer] for signer in sorted(messages))
        applied: tuple[Applied, ...] = ()
        kind = self.due.kind
        match kind:
            case Kind.SIGN:
                self.due = Due(Kind.COMMIT, self.everybody)
            case Kind.COMMIT:
                self._keep_commits(messages)
                self.due = Due(Kind.REVEAL, self.everybody)
            case Kind.REVEAL:
                self._draw(ordered)
                self._from_rules()
            case Kind.ACT:
                applied = self._act(ordered)
                self._from_rules()
            case Kind.RESULT:
                graves = self.charter.open_graves
                self.due = Due(Kind.OPEN_KEY, self.everybody) if graves else Due(Kind.CLOSED, ())
            case Kind.OPEN_KEY:
                self._open_graves(messages)
                self.due = Due(Kind.CLOSED, ())
            case _:
                applied = self._deal(messages)
        return Closed(applied, self.due)

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
        self.state = new_game(self.charter.players, chance.layout, self.charter.options)
        self.hands = Hands(
            [
                HandList.empty(self.table_id, signer, self.card_keys[signer])
                for signer in self.places
            ]
        )

    def _apply(self, *actions: act.Action) -> tuple[Applied, ...]:
        done = []
        for action in actions:
            outcome = apply(self._game(), action)
            self.state = outcome.state
            self.hands.heard(outcome.story)
            done.append(Applied(action, outcome.story, outcome.state))
        return tuple(done)

    def _act(self, ordered: tuple[Accepted, ...]) -> tuple[Applied, ...]:
        actions = []
        for message in ordered:
            if isinstance(message.body, Act):
                self.hands.played(message.body, message.proven)
                actions.append(message.body.action)
        return self._apply(*actions)

    def _from_rules(self) -> None:
        """The next step as the rulebook has it."""
        state = self._game()
        if is_over(state):
            self.due = Due(Kind.RESULT, self.everybody)
            return
        waiting = owed(state)
        if any(isinstance(one, BeginAgeDuty) for one in waiting):
            self.dealing = Dealing.begin(self.table_id, state, self.places, self.card_keys)
            self.due = Due(Kind.SHUFFLE, (self.dealing.order[0],))
            return
        signers = sorted(
            self.places[one.seat] for one in waiting if not isinstance(one, BeginAgeDuty)
        )
        self.due = Due(Kind.ACT, tuple(signers))

    def _deal(self, messages: Mapping[int, Accepted]) -> tuple[Applied, ...]:
        dealing = self._dealing()
        finished = self.due
        following = dealing.close(
            finished, {signer: message.proven for signer, message in messages.items()}
        )
        applied: tuple[Applied, ...] = ()
        state = self._game()
        if finished.kind is Kind.SHUFFLE and following.kind is Kind.PACK_SHARES:
            applied = self._apply(dealing.begin_age(state))
        elif finished.kind is Kind.PICK:
            picked = tuple(act.Picked(seat) for seat in dealing.seats)
            # The last picks take effect with the hands: only then are all cards where they belong.
            if following.kind is Kind.KEPT_SHARES:
                self._held_back = picked
            else:
                applied = self._apply(*picked)
        if following.kind is not Kind.ACT:
            self.due = following
            return applied
        for signer in dealing.order:
            seat = self.seat_of(signer)
            hand = self.hands.lists[seat]
            self.hands.lists[seat] = hand.dealt(dealing.deal.ctx, dealing.kept[signer])
        last: tuple[act.Action, ...] = self._held_back or (dealing.begin_age(state),)
        self._held_back = ()
        self.dealing = None
        applied = self._apply(*last)
        self._from_rules()
        return applied


def proofs_of(body: Body) -> tuple[bytes, ...]:
    """The proofs a message carries, in their order."""
    match body:
        case Shuffle() | PickAndPass() | MakeHand():
            return (body.proof,)
        case PackShares() | KeptShares():
            return body.batches
        case Act():
            return body.proofs
        case _:
            return ()
