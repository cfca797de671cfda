"""A recorded game, retold: every action, and the knowledge of each seat at that moment.

A record holds no face that was not played openly. If the seats opened their card keys at the end,
everything they saw follows from the record: packs, picks, hands, cards face down. Otherwise only
the faces that everybody saw are known.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import actions as act
from engine.knowledge import (
    Knowledge,
    first_knowledge,
    publish,
    with_dealt_hand,
    witness,
)
from engine.state import GameState
from engine.terms import Face, Seat
from engine.values import Value, replace
from protocol.cards.card_faces import all_faces, printed
from protocol.cards.dealing import CardKey, MaskedList, own_faces
from protocol.charter import Charter
from protocol.errors import LocalProtocolError, Reason
from protocol.game.events import Applied
from protocol.game.jobs import Cache
from protocol.game.private_seat import PrivateView
from protocol.game.referee import Referee
from protocol.game.step_result import Accepted
from protocol.game.step_table import StepKind
from protocol.record.record import Replay, without_tail
from protocol.wire.bodies import Act, PickAndPass


class ReplayMoment(Value):
    """A moment of a game: an action that took effect, or packs that were opened (None).

    `intent` is the action with the faces that were hidden then; None if it hid none, or if they are
    not known. `knowledge` is the knowledge of every seat right after it.
    """

    step: int
    applied: Applied | None
    intent: act.Intent | None
    state: GameState
    knowledge: tuple[Knowledge, ...]


class Retold(Value):
    """A whole game. Unless the keys were `opened`, hidden cards stay unknown.

    `opening` is the position before the first moment, `closed` says that all signed the result,
    `steps` counts the steps that are whole, `cut_off` says that the file lost what came after them.
    """

    charter: Charter
    places: tuple[int, ...]
    opening: GameState | None
    moments: tuple[ReplayMoment, ...]
    opened: bool
    closed: bool
    steps: int
    cut_off: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(self.charter.names[signer] for signer in self.places)


@dataclass
class _Retelling:
    """The second pass through a record, with the keys that were opened at its end."""

    keys: dict[int, CardKey]
    views: dict[Seat, PrivateView] = field(default_factory=dict)
    onlooker: Knowledge = field(default_factory=lambda: Knowledge(Seat(0)))
    intents: dict[Seat, act.Intent] = field(default_factory=dict)

    def sit(self, referee: Referee) -> None:
        players = len(referee.places)
        self.onlooker = first_knowledge(Seat(players), players)
        for seat, signer in enumerate(referee.places):
            if signer in self.keys:
                view = PrivateView(signer, self.keys[signer])
                view.sit(Seat(seat), players)
                self.views[Seat(seat)] = view

    def choose(self, referee: Referee, accepted: dict[int, Accepted]) -> None:
        """Note the choice of every seat in a step, if its key is known."""
        for signer, message in accepted.items():
            seat = referee.seat_of(signer)
            view = self.views.get(seat)
            if view is None:
                continue
            intent = self._intent(seat, view, referee, message)
            if intent is not None:
                _, view.knowledge = publish(intent, view.known)
                self.intents[seat] = intent

    def _intent(
        self, seat: Seat, view: PrivateView, referee: Referee, message: Accepted
    ) -> act.Intent | None:
        body = message.body
        if isinstance(body, PickAndPass):
            return self._pick(seat, view, referee)
        if not isinstance(body, Act):
            return None
        match body.action:
            case act.Committed():
                return act.Commit(seat, _face_down(view, message))
            case act.Laid():
                return act.Lay(seat, _face_down(view, message))
            case act.Kept(kept=True):
                return act.Keep(seat, _face_down(view, message))
            case act.Kept():
                return act.Keep(seat, None)
            case _:
                return None

    def _pick(self, seat: Seat, view: PrivateView, referee: Referee) -> act.Intent | None:
        """Return the pick of the last kept cards, masked under the keys of all who draft."""
        dealing = referee.dealing
        if dealing is None or not set(dealing.order) <= set(self.keys):
            return None
        kept = dealing.kept[view.signer].cards[-dealing.picks :]
        keys = [self.keys[signer] for signer in dealing.order]
        shares = [tuple(key.share(card.mask) for key in keys) for card in kept]
        seen = [all_faces().opened(card, given) for card, given in zip(kept, shares, strict=True)]
        return act.Pick(seat, tuple(sorted(printed(face) for face in seen)))

    def see_picks(self, referee: Referee) -> None:
        """Look at the cards kept in a draft when it ends, if no single pick could be seen.

        Somebody who drafted has left since, and has not opened their key.
        """
        dealing = referee.dealing
        if dealing is None or not dealing.drafted or set(dealing.order) <= set(self.keys):
            return
        for view in self.views.values():
            if view.signer in dealing.order:
                seen = own_faces(dealing.own(view.signer), view.key, all_faces())
                view.knowledge = with_dealt_hand(view.known, tuple(map(printed, seen)))

    def hear(self, applied: Applied) -> act.Intent | None:
        """Follow an action that takes effect; return the private choice behind it."""
        self.onlooker = witness(self.onlooker, applied.story)
        for view in self.views.values():
            view.hear(applied.story)
        action = applied.action
        if isinstance(action, act.BeginAge):
            # Picks of an attempt that is void do not count.
            self.intents.clear()
            return None
        if isinstance(action, act.PlaceGods):
            return None
        return self.intents.pop(action.seat, None)

    def known(self) -> tuple[Knowledge, ...]:
        """Return the knowledge of each seat; without its key, that of everybody."""
        return tuple(
            self.views[seat].known if seat in self.views else replace(self.onlooker, seat=seat)
            for seat in map(Seat, range(len(self.onlooker.returned)))
        )


def _face_down(view: PrivateView, message: Accepted) -> Face:
    """Return the card that a face-down play put first, opened with the owner's key."""
    played = message.proven[0]
    if not isinstance(played, MaskedList):
        raise LocalProtocolError(Reason.WRONG_ARGUMENT, "play")
    (face,) = own_faces(MaskedList(played.cards[:1]), view.key, all_faces())
    return printed(face)


def retell(raw: bytes, cache: Cache | None = None, *, cut_off: bool = False) -> Retold:
    """Check a record and retell the game; `cache` holds proofs that were checked before.

    With `cut_off`, a record that has lost its tail is told as far as it goes.

    Raises:
        BrokenRecord: the first fault in the record.
    """
    cache = {} if cache is None else cache
    kept = without_tail(raw) if cut_off else raw
    end = Replay(kept, cache)
    while not end.is_done:
        end.step()
    opened = end.referee.opened
    course = _Retelling(dict(opened))
    again = Replay(kept, cache)
    opening: GameState | None = None
    moments: list[ReplayMoment] = []
    while not again.is_done:
        step = again.point.step
        due, applied = again.step()
        referee = again.referee
        if again.point.step == step:
            break
        if due.kind is StepKind.REVEAL:
            opening = referee.state
            course.sit(referee)
        is_void = due.kind is StepKind.PICK and (again.gone.away or again.gone.faulty)
        if due.kind in (StepKind.ACT, StepKind.PICK) and not is_void:
            course.choose(referee, again.accepted)
        for one in applied:
            intent = course.hear(one)
            moments.append(ReplayMoment(step, one, intent, one.state, course.known()))
        if referee.due.kind is StepKind.HAND:
            course.see_picks(referee)
        looked = [view.look(referee, due.kind) for view in course.views.values()]
        if any(looked) and due.kind is StepKind.PACK_SHARES and referee.state is not None:
            moments.append(ReplayMoment(step, None, None, referee.state, course.known()))
    return Retold(
        again.charter,
        again.referee.places,
        opening,
        tuple(moments),
        bool(opened),
        again.referee.due.kind in (StepKind.CLOSED, StepKind.OPEN_KEY),
        again.point.step,
        len(kept) < len(raw),
    )
