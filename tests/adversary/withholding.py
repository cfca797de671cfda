"""Tables at which seats keep messages of one kind back, and are honest in everything else."""

from __future__ import annotations

from functools import cache
from random import Random

from engine import actions as act
from engine.state import Options
from engine.values import replace
from protocol.agreement.slips import is_slip
from protocol.charter import Charter
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.wire.bodies import Act, read_body
from protocol.wire.envelope import Envelope
from tests.adversary.scenes import Wanted
from tests.adversary.splits import SplitTable
from tests.adversary.tables import copied, hello_of

SEEDS = {3: 5, 4: 3, 5: 3}
"""Games in whose first battle seat 0 lays a card, and others do too."""


class WithholdingTable(SplitTable):
    """A table of seats that withhold messages, with bots if told so.

    Attributes:
        withheld: the messages that a signer keeps back.
        held: the step of the message that a signer kept back last.
    """

    def __init__(
        self,
        players: int,
        seed: int,
        options: Options | None = None,
        bots: dict[int, int] | None = None,
    ) -> None:
        super().__init__(players, seed, options)
        self.withheld: dict[int, Wanted] = {}
        self.held: dict[int, int] = {}
        if bots:
            self._seat_bots(bots, Random(seed))

    def _seat_bots(self, bots: dict[int, int], chance: Random) -> None:
        """Let a person operate each of these bots."""
        players = len(self.sessions)
        made = {one: hello_of(f"Seat {one}", chance) for one in range(players) if one not in bots}
        for bot, operator in bots.items():
            owner, identity, _ = made[operator]
            hello, own, secret = hello_of(f"Bot {bot}", chance, owner.identity)
            made[bot] = hello.backed(identity), own, secret
        hellos = tuple(made[signer][0] for signer in range(players))
        self.charter = replace(self.charter, hellos=hellos)
        assert Charter.from_bytes(self.charter.to_bytes()) == self.charter
        self.sessions = [
            Session(self.charter, signer, made[signer][1], made[signer][2])
            for signer in range(players)
        ]

    def withhold(self, signer: int, wanted: Wanted) -> None:
        """Let a signer keep messages back from now on, those in flight included."""
        self.withheld[signer] = wanted
        self.wire.queue = [(to, raw) for to, raw in self.wire.queue if not self._is_held(raw)]

    def _is_held(self, raw: bytes) -> bool:
        if is_slip(raw):
            return False
        envelope = Envelope.from_bytes(raw)
        wanted = self.withheld.get(envelope.signer)
        if wanted is None or not wanted(read_body(envelope.body)):
            return False
        self.held[envelope.signer] = envelope.step
        return True

    def _move(self) -> bool:
        while self.wire.queue and self._is_held(self.wire.queue[0][1]):
            self.wire.queue.pop(0)
        return super()._move()

    def keep_back(self, signer: int, wanted: Wanted) -> None:
        """Let a signer keep a message back and fall silent, until all others wait for it alone."""
        self.withhold(signer, wanted)
        others = [s for s in self.sessions if s.signer not in self.withheld]

        def is_awaited() -> bool:
            step = self.held.get(signer)
            return all((s.point.step, s.waiting_for) == (step, (signer,)) for s in others)

        self.run_until(is_awaited)
        assert is_awaited()
        self.withheld[signer] = lambda _body: False
        self.split((s.signer for s in others), *((one,) for one in self.withheld))

    def rejoin(self) -> None:
        """Let all who are silent speak again."""
        self.withheld.clear()
        self.heal()

    def waive(self, *signers: int) -> None:
        """Let these persons go on without the silent ones, until nobody is waited for."""
        first = self.sessions[signers[0]]
        step = first.point.step
        self.agree_until(signers, lambda: first.point.step > step)


@cache
def _sealing(players: int, seed: int) -> WithholdingTable:
    table = WithholdingTable(players, seed)
    table.start()
    first = table.sessions[0]
    table.run_until(
        lambda: first.referee.due.kind is StepKind.SEAL and 0 in first.referee.due.signers
    )
    assert first.referee.due.kind is StepKind.SEAL
    for events in table.events:
        events.clear()
    return table


def sealing(players: int) -> WithholdingTable:
    """Return a private table at which seat 0 has just come to a step in which it owes a seal."""
    return copied(_sealing(players, SEEDS[players]))


def opens_card(body: object) -> bool:
    """Whether a message shows a laid card."""
    return isinstance(body, Act) and isinstance(body.action, act.OpenCard)
