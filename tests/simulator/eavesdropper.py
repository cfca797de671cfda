"""Secrecy: the keys of hidden cards never occur in the bytes sent.

A card is masked under the keys of several seats, and each of them takes its layer off with a share
that it publishes. The simulator knows all secrets, so it computes the share of each hidden card
that only the owner may know, and looks for its 32 bytes in everything sent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine.phases.gifts import HAND, PACK
from engine.terms import Seat
from protocol.agreement.slips import is_slip
from protocol.cards.card_faces import all_faces, printed
from protocol.cards.dealing import CardKey, EncodedFace, MaskedCard, lay_face
from protocol.game.referee import Referee
from protocol.game.step_table import StepKind
from protocol.wire.envelope import Envelope
from tests.simulator.broken import Broken
from tests.simulator.liars import game_message

if TYPE_CHECKING:
    from protocol.game.session import Session
    from tests.simulator.world import World

_OFTEN = 0.05


class Eavesdropper:
    """Everything honest machines have sent, by step."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.looked = 0
        self._known: set[bytes] = set()
        self._said: dict[int, list[Envelope]] = {}
        self._talk: list[bytes] = []

    def heard(self, raw: bytes) -> None:
        """Note a packet that was sent."""
        game = game_message(raw)
        if game is None or is_slip(game):
            self._talk.append(raw)
        elif game not in self._known:
            self._known.add(game)
            envelope = Envelope.from_bytes(game)
            self._said.setdefault(envelope.step, []).append(envelope)

    def look(self, session: Session) -> None:
        """Look now and then for the hidden cards at the present step of a session.

        Raises:
            Broken: somebody else can see one, or the seat does not know its own.
        """
        kind = session.referee.due.kind
        if kind is StepKind.CLOSED or self.world.curiosity.random() >= _OFTEN:
            return
        self.looked += 1
        self._look_at_own(session)
        keys, said = self._keys(), self._before(session)
        for signer, card in _hidden(session.referee, keys):
            if signer in keys and bytes(keys[signer].share(card.mask)) in said:
                where = f"step {session.point.step} ({kind})"
                raise Broken(f"{where}: others can read a hidden card of seat {signer}")

    def _look_at_own(self, session: Session) -> None:
        """Check that the seat knows exactly the hand that its key opens."""
        knowledge, seat = session.knowledge, session.seat
        if session.decision() is None or knowledge is None or seat is None:
            return
        if session.referee.dealing is not None:
            return
        hand = session.referee.hands.lists[seat].faces(session.private_seat.key, all_faces())
        if Counter(map(printed, hand)) != Counter((*knowledge.hand, *knowledge.kept)):
            raise Broken(f"step {session.point.step}: {session.signer} is wrong about its hand")

    def _keys(self) -> dict[int, CardKey]:
        """Return the card keys of all honest seats."""
        return {
            signer: session.private_seat.key
            for machine in self.world.machines
            if machine.table is not None and machine.person not in self.world.cheats
            for signer, session in machine.table.sessions.items()
        }

    def _before(self, session: Session) -> bytes:
        """Return everything sent on the past of a session before its step, and all other talk.

        Messages that do not count are left out: they came too late, or their signer's disk forgot
        them, and the cards that they opened are in hand again.
        """
        transcript = session.transcript
        found = list(self._talk)
        for step in sorted(step for step in self._said if step < session.point.step):
            head = transcript.point_of(step).head
            counted = {one.digest for one in transcript.history[step].values()}
            found += [
                one.body for one in self._said[step] if one.head == head and one.digest in counted
            ]
        return b"".join(found)


def _hidden(referee: Referee, keys: Iterable[int]) -> Iterator[tuple[int, MaskedCard]]:
    """Yield hidden cards, each with a signer whose share of it nobody else may have."""
    hands, dealing = referee.hands, referee.dealing
    for seat, signer in enumerate(referee.places):
        lying = [play.card for play in hands.quests.get(Seat(seat), ())]
        if Seat(seat) in hands.laid:
            lying.append(hands.laid[Seat(seat)].card)
        public = lay_face(EncodedFace("", 0), hands.lists[seat].key).mask
        for card in (*hands.lists[seat].cards.cards, *lying):
            if card.mask != public:
                yield signer, card
    if dealing is None:
        return
    for pack in dealing.packs:
        yield from ((pack.holder, card) for card in pack.cards.cards)
    for signer, kept in dealing.kept.items():
        yield from ((signer, card) for card in kept.cards)
    dealt = len(dealing.order) * (PACK if dealing.drafted else HAND)
    for card in dealing.deck.cards[dealt:] if dealing.packs or dealing.kept else ():
        yield from ((signer, card) for signer in keys)
