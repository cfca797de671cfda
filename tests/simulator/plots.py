"""Plans of liars, alone or in concert, without a word about slips.

A plot gets every second the liars whose programs run (`tick`), hears each message of honest seats
before anybody else (`hears`), and decides what becomes of its own program's messages (`answers`)
and votes (`votes`). Everything it says goes through the liar's forger.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING

from tests.simulator.lies import HeardVote, Lie, VoteKind

if TYPE_CHECKING:
    from protocol.wire.envelope import Envelope
    from tests.simulator.liars import Liar

_FAR = (60, 64, 65, 1000, 1 << 19)


class Plot:
    """A plan that lies about nothing.

    Attributes:
        first: the step at which the lies begin.
        ticks: seconds since then.
        is_about_the_end: whether games with it may not be cut.
    """

    is_about_the_end = False

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.first = chance.choice((4, 8, 16, 40, 80))
        self.ticks = 0

    def second(self, gang: Sequence[Liar]) -> None:
        """Let a second pass."""
        awake = [one for one in gang if one.is_up and one.step >= self.first]
        if awake:
            self.ticks += 1
            self.tick(awake)

    def tick(self, gang: Sequence[Liar]) -> None:
        """Lie, if it is time."""

    def hears(self, liar: Liar, sender: int, step: int, vote: HeardVote | None) -> None:
        """Hear a message of an honest seat for a step, or its vote, before anybody else does."""

    def answers(self, liar: Liar, envelope: Envelope) -> Iterable[bytes]:
        """Return the messages sent in place of an honest one."""
        del liar
        return [envelope.to_bytes()]

    def votes(self, liar: Liar, vote: HeardVote, raw: bytes) -> Iterable[bytes]:
        """Return the slips sent in place of an honest vote."""
        del liar, vote
        return [raw]


class ClaimsAcceptance(Plot):
    """Freeze on a closed step, and claim to have accepted it without somebody who answered."""

    def tick(self, gang: Sequence[Liar]) -> None:
        if self.ticks % 5 == 1 and (past := gang[0].past()):
            self.claim(gang, self.chance.choice(past))

    def claim(self, gang: Sequence[Liar], step: int) -> None:
        """Let all liars claim the same of one step."""
        first = gang[0]
        victim = self.chance.choice(first.answered(step))
        view = first.forger.highest(step) + self.chance.choice((1, 2, 5))
        lie = Lie(step, view, frozenset({victim}), accepted=max(1, view - 1))
        for liar in gang:
            liar.freeze(lie)
        for liar in gang:
            if liar.forger.leader(step, view) == liar.person:
                liar.propose(Lie(step, view, frozenset({victim})))

    def votes(self, liar: Liar, vote: HeardVote, raw: bytes) -> Iterable[bytes]:
        """Send no honest freeze: it would tell the truth."""
        del liar
        return () if vote.kind is VoteKind.FREEZE else [raw]


class VotesAfterTheEnd(ClaimsAcceptance):
    """Play honestly to the end, and then claim that a late step was closed in another way."""

    is_about_the_end = True

    def tick(self, gang: Sequence[Liar]) -> None:
        if gang[0].is_at_end and self.ticks % 4 == 0 and (past := gang[0].past()):
            self.claim(gang, self.chance.choice(past[-8:]))

    def votes(self, liar: Liar, vote: HeardVote, raw: bytes) -> Iterable[bytes]:
        return super().votes(liar, vote, raw) if liar.is_at_end else [raw]


class FreezesWithoutEnd(Plot):
    """Freeze every second tick, in a view that a liar leads, and propose nothing."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.every = chance.choice((2, 6, 10))
        self.back = chance.choice((0, 1, 1, 2))

    def tick(self, gang: Sequence[Liar]) -> None:
        if self.ticks % self.every:
            return
        for liar in gang:
            step = liar.step - self.back
            if not liar.is_at_end and liar.forger.may_lie_about(step):
                view = liar.view_led_by_us(step, liar.forger.highest(step) + 1)
                liar.freeze(Lie(step, view))

    def votes(self, liar: Liar, vote: HeardVote, raw: bytes) -> Iterable[bytes]:
        del liar
        return [raw] if vote.kind is VoteKind.ACCEPTANCE else ()


class FreezesFarAbove(Plot):
    """Freeze once far above all others, then say nothing, or go on as if nothing were."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.is_silent = chance.random() < 0.5
        self.above = chance.choice(_FAR)

    def tick(self, gang: Sequence[Liar]) -> None:
        if self.ticks % 60 == 1:
            for liar in gang:
                step = liar.step - self.chance.choice((0, 1))
                if liar.forger.may_lie_about(step):
                    liar.freeze(Lie(step, liar.forger.highest(step) + self.above))

    def answers(self, liar: Liar, envelope: Envelope) -> Iterable[bytes]:
        return () if self.is_silent and self.ticks else super().answers(liar, envelope)


class PreEmpts(Plot):
    """Freeze just before somebody's answer arrives, and call them late."""

    def hears(self, liar: Liar, sender: int, step: int, vote: HeardVote | None) -> None:
        is_next = vote is None and step == liar.step and liar.forger.may_lie_about(step)
        if is_next and self.chance.random() < 0.5:
            lie = Lie(step, liar.forger.highest(step) + 1, frozenset({sender}))
            liar.freeze(lie)
            if liar.forger.leader(step, lie.view) == liar.person:
                liar.propose(lie)


class MakesAScapegoat(Plot):
    """Answer late and rarely, and call those late who answered."""

    def tick(self, gang: Sequence[Liar]) -> None:
        if self.ticks % 3:
            return
        for liar in gang:
            step = liar.step - self.chance.choice((0, 1))
            if liar.forger.may_lie_about(step) and (answered := liar.answered(step)):
                late = frozenset({self.chance.choice(answered)})
                liar.freeze(Lie(step, liar.forger.highest(step) + 1, late))

    def answers(self, liar: Liar, envelope: Envelope) -> Iterable[bytes]:
        if self.chance.random() < 0.3:
            liar.say_later(envelope.to_bytes(), self.chance.uniform(10, 100))
            return ()
        return super().answers(liar, envelope)


class HoldsBack(MakesAScapegoat):
    """Hold signatures under acceptances and freezes back, and add them late."""

    def tick(self, gang: Sequence[Liar]) -> None:
        if self.ticks % 20 == 1:
            super().tick(gang)

    def votes(self, liar: Liar, vote: HeardVote, raw: bytes) -> Iterable[bytes]:
        if vote.kind is VoteKind.PROPOSAL or self.chance.random() < 0.2:
            return [raw]
        liar.say_later(raw, self.chance.choice((10, 60, 300)))
        return ()


class ForgetsAll(Plot):
    """Vote as if nothing had been signed or heard, and restart from an old disk."""

    def tick(self, gang: Sequence[Liar]) -> None:
        for liar in gang:
            if self.ticks % 40 == 20:
                liar.restart_from_an_old_disk()
            elif self.ticks % 5 == 0 and (past := liar.past()):
                step = self.chance.choice(past[-6:])
                view = liar.forger.highest(step) + self.chance.choice((0, 1, 2))
                everybody = frozenset(liar.others)
                liar.freeze(Lie(step, max(1, view), everybody, forgets=True))


class IsTwoClones(Plot):
    """Show two contents, and two votes, to two halves of the table."""

    def _halves(self, liar: Liar) -> tuple[set[int], set[int]]:
        persons = list(liar.others)
        self.chance.shuffle(persons)
        cut = self.chance.randrange(len(persons) + 1)
        return set(persons[:cut]), set(persons[cut:])

    def answers(self, liar: Liar, envelope: Envelope) -> Iterable[bytes]:
        if self.chance.random() >= 0.2:
            return super().answers(liar, envelope)
        liar.note("shows two contents")
        one, other = self._halves(liar)
        liar.say([envelope.to_bytes()], one)
        liar.say([liar.other_answer(envelope).to_bytes()], other)
        return ()

    def votes(self, liar: Liar, vote: HeardVote, raw: bytes) -> Iterable[bytes]:
        if not liar.forger.may_lie_about(vote.step):
            return [raw]
        one, other = self._halves(liar)
        liar.say([raw], one)
        lie = Lie(vote.step, vote.view, frozenset({self.chance.choice(liar.others)}))
        if vote.kind is VoteKind.FREEZE:
            liar.freeze(lie, other)
        elif vote.kind is VoteKind.PROPOSAL:
            liar.propose(lie, other)
        else:
            liar.accept(lie, other)
        return ()

    def tick(self, gang: Sequence[Liar]) -> None:
        if self.ticks % 15 == 1:
            for liar in gang:
                if (past := liar.past()) and not liar.is_at_end:
                    step = past[-1]
                    view = liar.forger.highest(step) + 1
                    one, other = self._halves(liar)
                    liar.freeze(Lie(step, view), one)
                    liar.freeze(Lie(step, view, frozenset(liar.answered(step))), other)


class NamesGhosts(Plot):
    """Freeze with messages that nobody has, and answer rarely."""

    def tick(self, gang: Sequence[Liar]) -> None:
        if self.ticks % 5 == 0:
            for liar in gang:
                step = liar.step - self.chance.choice((0, 1))
                if liar.forger.may_lie_about(step):
                    view = liar.forger.highest(step) + 1
                    liar.freeze(Lie(step, view, ghost=self.ticks))

    def answers(self, liar: Liar, envelope: Envelope) -> Iterable[bytes]:
        if self.chance.random() < 0.2:
            liar.say_later(envelope.to_bytes(), 50)
            return ()
        return super().answers(liar, envelope)


class ProposesWrongly(Plot):
    """Lead views with proposals that do not follow, or with two of them."""

    def tick(self, gang: Sequence[Liar]) -> None:
        if self.ticks % 12 == 1:
            for liar in gang:
                step = liar.step - self.chance.choice((0, 1))
                if liar.forger.may_lie_about(step):
                    view = liar.view_led_by_us(step, liar.forger.highest(step) + 1)
                    liar.freeze(Lie(step, view))
                    liar.propose(Lie(step, view, frozenset(liar.others), forgets=True))

    def votes(self, liar: Liar, vote: HeardVote, raw: bytes) -> Iterable[bytes]:
        if vote.kind is VoteKind.PROPOSAL and liar.forger.may_lie_about(vote.step):
            someone = frozenset({self.chance.choice(liar.others)})
            half = [person for person in liar.others if self.chance.random() < 0.5]
            liar.propose(Lie(vote.step, vote.view, someone), half)
        return [raw]


class AcceptsWrongly(Plot):
    """Accept, whenever somebody votes, a closing that nobody proposed."""

    def hears(self, liar: Liar, sender: int, step: int, vote: HeardVote | None) -> None:
        if vote is not None and liar.forger.may_lie_about(vote.step):
            liar.accept(Lie(vote.step, vote.view, frozenset({sender})))

    def tick(self, gang: Sequence[Liar]) -> None:
        if self.ticks % 20 == 1:
            for liar in gang:
                if (past := liar.past()) and not liar.is_at_end:
                    liar.freeze(Lie(past[-1], liar.forger.highest(past[-1]) + 1))


class RefusesToLead(Plot):
    """Be late on purpose, and propose nothing in the views that follow."""

    def answers(self, liar: Liar, envelope: Envelope) -> Iterable[bytes]:
        if self.chance.random() < 0.1:
            liar.say_later(envelope.to_bytes(), self.chance.uniform(50, 150))
            return ()
        return super().answers(liar, envelope)

    def votes(self, liar: Liar, vote: HeardVote, raw: bytes) -> Iterable[bytes]:
        del liar
        return () if vote.kind is VoteKind.PROPOSAL else [raw]


class Floods(Plot):
    """Freeze in twenty views a second, each higher than the last."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.most = chance.choice((100, 600))

    def tick(self, gang: Sequence[Liar]) -> None:
        if self.ticks > self.most:
            return
        for liar in gang:
            if liar.is_at_end:
                continue
            step = liar.step - self.chance.choice((0, 1))
            if liar.forger.may_lie_about(step):
                least = liar.forger.highest(step) + 1
                for view in range(least, least + 20):
                    liar.freeze(Lie(step, view))


class Exhausts(Plot):
    """Vote on everything that has been, with as many bytes as a slip takes."""

    def tick(self, gang: Sequence[Liar]) -> None:
        for liar in gang:
            past = liar.past()
            for _ in range(10 if past and self.ticks < 300 else 0):
                step = self.chance.choice(past)
                view = liar.forger.highest(step) + self.chance.randrange(1, 64)
                lie = Lie(step, view, ghost=self.chance.randrange(1, 1 << 30))
                self.chance.choice((liar.freeze, liar.propose, liar.accept))(lie)


class TellsAnyLie(Plot):
    """Tell any lie about any step, to anybody, at any time."""

    def tick(self, gang: Sequence[Liar]) -> None:
        chance = self.chance
        for liar in gang:
            if chance.random() >= 0.3 or not (past := liar.past()):
                continue
            step = past[-1 - min(len(past) - 1, int(chance.expovariate(0.5)))]
            view = max(1, liar.forger.highest(step) + chance.randrange(-1, 4))
            persons = [p for p in range(len(liar.world.machines)) if p != liar.person]
            lie = Lie(
                step,
                view,
                frozenset(p for p in persons if chance.random() < 0.4),
                accepted=chance.choice((0, 0, 1, view)),
                ghost=chance.choice((0, 0, 0, self.ticks)),
                forgets=chance.random() < 0.1,
            )
            to = [p for p in persons if chance.random() < 0.7]
            deed = chance.choice((liar.freeze, liar.freeze, liar.propose, liar.accept))
            deed(lie, to)

    def answers(self, liar: Liar, envelope: Envelope) -> Iterable[bytes]:
        if self.chance.random() < 0.05:
            liar.say_later(envelope.to_bytes(), self.chance.uniform(1, 120))
            return ()
        return super().answers(liar, envelope)

    def votes(self, liar: Liar, vote: HeardVote, raw: bytes) -> Iterable[bytes]:
        del liar, vote
        return [raw] if self.chance.random() < 0.7 else ()


PLOTS: dict[str, type[Plot]] = {
    "claim": ClaimsAcceptance,
    "after-the-end": VotesAfterTheEnd,
    "slip-flood": FreezesWithoutEnd,
    "far-above": FreezesFarAbove,
    "pre-empt": PreEmpts,
    "scapegoat": MakesAScapegoat,
    "hold-back": HoldsBack,
    "forget": ForgetsAll,
    "clones": IsTwoClones,
    "ghosts": NamesGhosts,
    "wrong-proposal": ProposesWrongly,
    "wrong-acceptance": AcceptsWrongly,
    "refuse-to-lead": RefusesToLead,
    "flood": Floods,
    "exhaust": Exhausts,
    "anything": TellsAnyLie,
}
"""Plots by the name that the command line and `found.py` use."""
WITHOUT_SILENCE = frozenset(n for n, plot in PLOTS.items() if plot.answers is Plot.answers)
"""Plots whose liars answer all the time."""
