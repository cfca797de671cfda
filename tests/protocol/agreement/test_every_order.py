"""Every order of events with three persons, and random runs of five: one closing, no deadlock."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

import pytest

from protocol.agreement.ballot import Ballots
from protocol.agreement.votes import Acceptance, Closing, Freeze, complete, proposed
from tests.protocol.agreement.drama import SPLITS, play
from tests.protocol.agreement.explore import Explorer
from tests.protocol.agreement.world import World, Worlds

THREE = (0, 1, 2)
BOT = 3


def digest(number: int) -> bytes:
    return bytes([number]) * 32


def one_owes() -> Worlds:
    """Return worlds in which the last of three persons owes a message."""
    return Worlds(THREE, (2,), ((2, digest(1)),))


@pytest.mark.slow
def test_three_persons_with_one_message_owed_never_close_a_step_in_two_ways() -> None:
    found = Explorer(one_owes(), ballots=2).run()
    assert found.forked is None
    assert found.worlds > 500_000


@pytest.mark.slow
def test_a_bot_with_two_contents_does_not_make_three_persons_close_in_two_ways() -> None:
    worlds = Worlds(THREE, (BOT,), ((BOT, digest(1)), (BOT, digest(2))))
    assert Explorer(worlds, ballots=1).run(most=100_000).forked is None


@pytest.mark.soak
def test_a_bot_with_two_contents_does_not_do_so_in_any_order() -> None:
    worlds = Worlds(THREE, (BOT,), ((BOT, digest(1)), (BOT, digest(2))))
    assert Explorer(worlds, ballots=1).run().forked is None


def test_one_of_two_persons_alone_does_not_close_a_step() -> None:
    worlds = Worlds((0, 1), (1,), ((1, digest(1)),))
    assert Explorer(worlds, ballots=3).run().forked is None
    alone = Ballots(0, (0, 1), (1,)).agree().ballots
    for _ in range(50):
        alone = alone.tick().ballots
    assert alone.decided is None
    assert alone.promised == 1


@pytest.mark.soak
def test_three_persons_with_all_messages_owed_never_close_a_step_in_two_ways() -> None:
    worlds = Worlds(THREE, THREE, tuple((signer, digest(signer)) for signer in THREE))
    assert Explorer(worlds, ballots=1).run().forked is None


@pytest.mark.soak
def test_three_ballots_never_close_a_step_in_two_ways() -> None:
    assert Explorer(one_owes(), ballots=3).run(most=8_000_000).forked is None


# ------------------------------------------------------------- broken machines are detected


def _ignores_what_was_accepted(
    freezes: Iterable[Freeze],
    owed: Collection[int],
    roster: Collection[int],
    unsound: Collection[bytes],
) -> Closing | None:
    return proposed((replace(one, accepted=None) for one in freezes), owed, roster, unsound)


class _Forgets(Ballots):
    """A machine that accepts in a lower ballot than it promised."""

    def _acceptance(self) -> Acceptance | None:
        for vote in self.proposals:
            closing = self._follows(vote.freezes)
            mine = any(one.signer == self.me and one.ballot == vote.ballot for one in self.votes)
            if closing is not None and not mine and self._known(vote.freezes):
                return Acceptance(vote.ballot, self.me, closing)
        return None


class _GoesOnFrozen(Worlds):
    """Worlds whose persons close in the usual way although they have frozen."""

    def may_go_on(self, number: int) -> bool:
        machine = self.machines[number]
        return machine.accepted is None and machine.full is not None


def test_a_leader_that_ignores_acceptances_is_detected() -> None:
    worlds = one_owes()
    worlds.new = lambda me, roster, owed: Ballots(me, roster, owed, rule=_ignores_what_was_accepted)
    assert Explorer(worlds, ballots=2).run().forked is not None


def test_a_forgotten_promise_is_detected() -> None:
    worlds = one_owes()
    worlds.new = _Forgets
    assert Explorer(worlds, ballots=2).run().forked is not None


def test_continuing_after_a_freeze_is_detected() -> None:
    worlds = _GoesOnFrozen(THREE, (2,), ((2, digest(1)),))
    assert Explorer(worlds, ballots=2).run().forked is not None


# ------------------------------------------------------------------- healing


def _heals(seeds: range) -> None:
    for seed in seeds:
        drama = play(seed, SPLITS[seed % len(SPLITS)])
        before = drama.closings()
        assert drama.heal(), f"seed {seed}: nothing is decided"
        assert len(before | drama.closings()) == 1, f"seed {seed}: two closings"


@pytest.mark.slow
def test_five_persons_agree_on_one_closing_after_any_split() -> None:
    _heals(range(800))


@pytest.mark.soak
def test_five_persons_agree_on_one_closing_in_very_many_runs() -> None:
    _heals(range(1_000_000))


def test_three_persons_agree_on_one_closing_from_every_reachable_state() -> None:
    worlds = one_owes()
    explorer = Explorer(worlds, ballots=1)
    found = explorer.run(keep=20)
    for world in found.kept:
        final = worlds.chosen(world[1])
        after = _healed(worlds, world)
        assert len(worlds.chosen(after[1]) | final) == 1


def _healed(worlds: Worlds, world: World) -> World:
    """Deliver everything to everybody, who all agree, until a closing is final."""
    for _ in range(40):
        if worlds.chosen(world[1]):
            return world
        for place in range(len(worlds.roster)):
            for message in worlds.signed:
                world = worlds.happen(world, place, message)
            world = worlds.happen(world, place, "agree")
            for bit in worlds.bits(world[1]):
                if worlds.votes[bit].signer != worlds.roster[place]:
                    world = worlds.happen(world, place, bit)
            world = worlds.happen(world, place, "tick")
    return world


def test_persisted_votes_restore_every_promise_after_a_crash() -> None:
    machine = Ballots(0, THREE, (2,)).hold(2, digest(1)).ballots
    went_on = machine.went_on(0, complete((2,), machine.messages)).ballots
    frozen = went_on.agree()
    again = Ballots(0, THREE, (2,))
    for vote in frozen.votes:
        again = again.recall(vote)
    assert (again.promised, again.accepted) == (1, frozen.ballots.accepted)
    assert again.is_frozen
