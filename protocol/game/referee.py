"""The public table, which every client replays alike from the signed messages.

It knows the messages owed in the present step, the statements a message has to prove, and the
consequences of a closed step, also without seats that are away: their defaults (catalogue I of the
rules) are actions of the table. No secrets, no signatures, nothing about connections.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from copy import copy

from engine import actions as act
from engine.decisions import BeginAgeDuty, OpenCardDuty, PlaceGodsDuty, TableDuty
from engine.state import GameState
from engine.terms import Age, Place, Seat
from protocol.agreement.attendance import Attendance
from protocol.cards.chance import JointSeed, draw_chance, draw_places
from protocol.cards.dealing import FIRST_VERSION, CardKey, KeyStatement, Point, Proven
from protocol.cards.hands import HandList, Hands
from protocol.charter import FIRST_PROTOCOL, Charter
from protocol.errors import BadMessage, Reason
from protocol.game.deal_attempt import DealAttempt, Sitting, Statement
from protocol.game.escrow import NOTHING_SEALED, Escrow, Unopened, still_away
from protocol.game.events import Applied
from protocol.game.seeding import Seeding
from protocol.game.step_result import Accepted, StepResult
from protocol.game.step_table import Due, StepKind
from protocol.rules import rules_of
from protocol.wire.bodies import Act, Body, OpenKey
from protocol.wire.codec import encode_state


class Referee:
    """The public table between two steps.

    Attributes:
        due: the messages the present step waits for.
        state: the state of the game; None before public chance is drawn.
        places: the signer sitting at each seat; empty before that.
        attendance: the signers that are here, and those that are away.
        step: the number of the present step.
        seeding: the seed that is made now, or was made last.
        head: the head before the present step, to which proofs are bound; none in version 1.
        escrow: the seals of the battle cards that lie face down.
        unopened: sealed cards that were lost, each with the holders that have been away since.
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
        self.attendance = Attendance.begin(charter)
        self.step = 0
        self.head = FIRST_VERSION
        self.due = Due(StepKind.SIGN, self.attendance.everybody)
        self.state: GameState | None = None
        self.places: tuple[int, ...] = ()
        self.hands = Hands([])
        self.dealing: DealAttempt | None = None
        self.escrow = NOTHING_SEALED
        self.opened: dict[int, CardKey] = {}
        self.seeding = Seeding(self.table_id, None, self.head, self.attendance.everybody)
        self._first_gods: tuple[Place, ...] = ()
        self._held_back: tuple[act.Picked, ...] = ()
        self.unopened: tuple[Unopened, ...] = ()

    # -------------------------------------------------------------- questions

    def seat_of(self, signer: int) -> Seat:
        """Return the seat of a signer."""
        return Seat(self.places.index(signer))

    def glory(self) -> tuple[int, ...]:
        """Return the Glory by seat, as the result will have it."""
        return tuple(clan.glory for clan in self.game.clans)

    def digest(self) -> bytes:
        """Return the digest of everything the next message testifies to, 32 bytes."""
        hasher = hashlib.sha256(b"bloodrage/state/v1")
        if self.state is not None:
            hasher.update(encode_state(self.state))
            for part in self.hands.digest_parts():
                hasher.update(part)
        return hasher.digest()

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

    @property
    def deal(self) -> DealAttempt:
        """The deal in progress.

        Raises:
            BadMessage: there is none.
        """
        dealing = self.dealing
        if dealing is None:
            raise BadMessage(Reason.WRONG_KIND, self.due.kind)
        return dealing

    @property
    def game(self) -> GameState:
        """The state of the game.

        Raises:
            BadMessage: seats are not drawn yet.
        """
        if self.state is None:
            raise BadMessage(Reason.WRONG_KIND, self.due.kind)
        return self.state

    @property
    def _sitting(self) -> Sitting:
        present = self.attendance.present
        return Sitting(self.table_id, self.places, self.card_keys, present, self.head)

    # ---------------------------------------------------------------- closing

    def close(
        self, messages: Mapping[int, Accepted], head: bytes, after: Attendance | None = None
    ) -> StepResult:
        """Close a step with the messages that count, by signer.

        Signers that owed a message and are not among them play their defaults. `head` is the head
        before the next step, which covers this closing. `after` is the attendance from then on,
        None if it stays as it is.

        Raises:
            BadProof: keys cancel out, at a table of version 1; the table is of no further use.
        """
        ordered = tuple(messages[signer] for signer in sorted(messages))
        before = self.head
        self.head = FIRST_VERSION if self.charter.version == FIRST_PROTOCOL else head
        applied: tuple[Applied, ...] = ()
        absent = [signer for signer in self.due.signers if signer not in messages]
        was, self.attendance = self.attendance, after or self.attendance
        away = was.leaving(self.attendance)
        self.step += 1
        self.unopened = self.unopened and still_away(self.unopened, self.attendance.since)
        told = len(self.unopened)
        proven = {signer: message.proven for signer, message in messages.items()}
        present = self.attendance.present
        match self.due.kind:
            case StepKind.SIGN:
                self.due = self.seeding.due
            case StepKind.COMMIT | StepKind.REVEAL | StepKind.AGE_COMMIT | StepKind.AGE_REVEAL:
                said = {signer: message.body for signer, message in messages.items()}
                applied = self._make_seed(said, self._fallen((*absent, *away)))
            case StepKind.ACT:
                applied = self._act(ordered, absent, before)
            case StepKind.SEAL:
                self.escrow = self.escrow.sealed(proven)
                applied = self._from_rules(is_sealed=True)
            case StepKind.OPEN_SEALED:
                applied = self._open_sealed(proven)
            case StepKind.RESULT:
                graves = self.charter.open_graves
                self.due = Due(StepKind.OPEN_KEY, present) if graves else Due(StepKind.CLOSED, ())
            case StepKind.OPEN_KEY:
                self._open_graves(messages)
                self.due = Due(StepKind.CLOSED, ())
            case _ if self._is_void(away):
                applied = self._deal_again(self._fallen(away))
            case _:
                applied = self._deal(proven)
        return StepResult(applied, self.due, away, self.unopened[told:])

    def copied(self) -> Referee:
        """Copy the table, to continue from it if the next step is closed in another way."""
        other = copy(self)
        other.hands = self.hands.copied()
        other.dealing = None if self.dealing is None else self.dealing.copied()
        other.opened = dict(self.opened)
        return other

    def _open_graves(self, messages: Mapping[int, Accepted]) -> None:
        for signer, message in messages.items():
            if isinstance(message.body, OpenKey):
                secret = message.body.secret
                self.opened[signer] = CardKey.opened(secret, self.card_keys[signer])

    def _make_seed(self, said: Mapping[int, Body], fallen: frozenset[int]) -> tuple[Applied, ...]:
        """Close a step in which a seed is made; if one who makes it has fallen, begin again."""
        seeding = self.seeding
        if seeding.is_void(fallen):
            self._begin_seeding(seeding, fallen)
            return ()
        if self.due == seeding.due:
            self.seeding, self.due = seeding.committed(said), seeding.following
            return ()
        seed = seeding.joint(said)
        if seeding.age is None:
            self._draw(seed)
            return self._from_rules()
        places = draw_places(seed, self.game.spare(), len(self.game.gods))
        return (*self._apply(act.PlaceGods(seeding.age, places)), *self._from_rules())

    def _begin_seeding(self, before: Seeding, fallen: Collection[int] = ()) -> None:
        self.seeding = before.again(self.head, self.attendance, fallen)
        self.due = self.seeding.due

    def _draw(self, seed: JointSeed) -> None:
        players, options = self.charter.players, self.charter.options
        chance = draw_chance(seed, players, gods=options.gods)
        self.places, self._first_gods = chance.places, chance.gods
        self.state = self.rules.new_game(players, chance.layout, options)
        keys = [(signer, self.card_keys[signer]) for signer in self.places]
        self.hands = Hands([HandList.empty(self.table_id, signer, key) for signer, key in keys])

    def _apply(self, *actions: act.Action) -> tuple[Applied, ...]:
        done = []
        for action in actions:
            outcome = self.rules.apply(self.game, action)
            self.state = outcome.state
            self.hands.heard(outcome.story)
            done.append(Applied(action, outcome.story, outcome.state))
        return tuple(done)

    def _act(
        self, ordered: tuple[Accepted, ...], absent: list[int], head: bytes
    ) -> tuple[Applied, ...]:
        actions: list[act.Action] = []
        shown = set()
        for message in ordered:
            if isinstance(message.body, Act):
                self.hands.played(message.body, message.proven, head)
                actions.append(message.body.action)
                shown.add(self.places[message.body.action.seat])
        applied = self._apply(*actions)
        present = self.attendance.present
        unshown = sorted({*absent, *self.escrow.cards} - shown)
        kept = [signer for signer in unshown if self.escrow.may_open(signer, present)]
        for signer in unshown:
            if signer not in kept:
                applied += self._default(signer, present)
        if kept:
            self.due = self._open(kept)
            return applied
        self.escrow = NOTHING_SEALED
        return (*applied, *self._from_rules())

    def _default(self, signer: int, there: Collection[int]) -> tuple[Applied, ...]:
        """Play a signer's default. A sealed card is lost if not all of its holders are `there`."""
        if signer in self.escrow.cards:
            lost = Unopened(signer, self.escrow.lacking(signer, there))
            self.unopened = (*self.unopened, lost)
            self.escrow = self.escrow.without(signer)
        return self._apply(act.Absent(self.seat_of(signer)))

    def _open_sealed(self, proven: Mapping[int, tuple[Proven, ...]]) -> tuple[Applied, ...]:
        """Open the cards of which every share is there, as if their owners had shown them."""
        applied: tuple[Applied, ...] = ()
        faces = self.escrow.faces(proven)
        for owner in self.escrow.opening:
            if owner in faces:
                seat = self.seat_of(owner)
                self.hands.turned_over(seat)
                applied += self._apply(act.OpenCard(seat, faces[owner]))
            else:
                applied += self._default(owner, proven)
        self.escrow = NOTHING_SEALED
        return (*applied, *self._from_rules())

    def _from_rules(self, *, is_sealed: bool = False) -> tuple[Applied, ...]:
        """Go to the next step of the rulebook; seats that are away play their defaults at once.

        Laid cards are sealed before they are shown; `is_sealed` says that they are.
        """
        applied: list[Applied] = []
        present = self.attendance.present
        while True:
            state = self.game
            if self.rules.is_over(state):
                self.due = Due(StepKind.RESULT, present)
                return tuple(applied)
            waiting = self.rules.owed(state)
            if isinstance(waiting[0], PlaceGodsDuty):
                if waiting[0].age is not Age.ONE:
                    self._begin_seeding(Seeding(self.table_id, waiting[0].age, self.head, ()))
                    return tuple(applied)
                applied += self._apply(act.PlaceGods(Age.ONE, self._first_gods))
                continue
            if any(isinstance(one, BeginAgeDuty) for one in waiting):
                self._begin_dealing()
                return tuple(applied)
            owing = [self.places[one.seat] for one in waiting if not isinstance(one, TableDuty)]
            away = [signer for signer in owing if signer not in present]
            lost = [signer for signer in away if not self.escrow.may_open(signer, present)]
            if lost:
                applied += self._default(lost[0], present)
                continue
            here = tuple(sorted(set(owing).difference(away)))
            if not here:
                self.due = self._open(away)
            elif isinstance(waiting[0], OpenCardDuty) and not is_sealed:
                self.due = self._seal(here)
            else:
                self.due = Due(StepKind.ACT, here)
            return tuple(applied)

    def _seal(self, owners: tuple[int, ...]) -> Due:
        """Return the step before laid cards are shown: SEAL, if there are holders for any."""
        if self.charter.version != FIRST_PROTOCOL:
            plays = [self.hands.laid[self.seat_of(owner)] for owner in owners]
            self.escrow = Escrow.begin(plays, self.attendance, self.card_keys)
        due = tuple(sorted(self.escrow.due))
        return Due(StepKind.SEAL, due) if due else Due(StepKind.ACT, owners)

    def _open(self, owners: Iterable[int]) -> Due:
        """Return the step in which the others open these cards."""
        self.escrow = self.escrow.begin_opening(owners)
        return Due(StepKind.OPEN_SEALED, self.escrow.holders)

    # ---------------------------------------------------------------- dealing

    def _begin_dealing(self) -> None:
        if not self.attendance.present:
            # A majority can exclude anybody, at last itself as well: then the table stops.
            self.dealing, self.due = None, Due(StepKind.SHUFFLE, ())
            return
        seeding = self.seeding
        out = seeding.out if seeding.age is self.game.age else frozenset()
        self.dealing = DealAttempt.begin(self._sitting, self.game, out)
        self.due = Due(StepKind.SHUFFLE, (self.dealing.shufflers[0],))

    def _fallen(self, away: tuple[int, ...]) -> frozenset[int]:
        """Return the signers that leave a deal if these are away from now on."""
        is_first = self.charter.version == FIRST_PROTOCOL
        return frozenset(away) if is_first else self.charter.together(away)

    def _is_void(self, away: tuple[int, ...]) -> bool:
        """Whether a signer without which the deal is void leaves it now."""
        return not self._fallen(away).isdisjoint(self.deal.needed)

    def _deal_again(self, fallen: frozenset[int]) -> tuple[Applied, ...]:
        """Deal again without the signers that fell; the attempt is void."""
        self._held_back = ()
        state = self.game
        self.dealing = self.deal.again(self._sitting, state, fallen)
        if self.dealing is not None:
            self.due = Due(StepKind.SHUFFLE, (self.dealing.shufflers[0],))
            return ()
        if state.dealing is None:
            # Nobody has seen a card of this Age: seats that sat out may be dealt to as well.
            self._begin_dealing()
            return ()
        last = self._apply(act.BeginAge(state.age, state.dealing.attempt + 1, ()))
        return (*last, *self._from_rules())

    def _deal(self, proven: Mapping[int, tuple[Proven, ...]]) -> tuple[Applied, ...]:
        dealing = self.deal
        finished = self.due
        following = dealing.close(finished, proven, self.attendance.present)
        applied: tuple[Applied, ...] = ()
        state = self.game
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
