"""Each kind of contradiction is reported with all that it rests on, and proven from the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client.online.table_messages import trouble_sentence
from client.storage.record_files import RecordKeeper
from client.tables.incidents import is_told
from protocol.agreement.slips import VoteSigner
from protocol.agreement.statements import ProposalVote
from protocol.errors import Reason
from protocol.game.session import Session
from protocol.record.evidence import judge_report
from protocol.wire.packets import GameMessage, pack_plain
from tests.client.tables.machines import Machines

LIAR = 1
SILENT = 2


class Trial:
    """A table of three with a liar whose program is honest: only its key signs more."""

    def __init__(self, directory: Path) -> None:
        self.machines = Machines(3, directory)
        self.machines.play(6)
        self.machines.settle()
        self.keeper = RecordKeeper(self.machines.machines[0].table, directory)

    @property
    def liar(self) -> Session:
        return self.machines.machines[LIAR].table.sessions[LIAR]

    @property
    def scribe(self) -> VoteSigner:
        return VoteSigner(self.liar.identity, self.machines.charter.table_id, LIAR)

    def freeze(self, view: int, late: tuple[int, ...] = ()) -> bytes:
        voter = self.liar.voter
        return self.scribe.freeze(view, None, None, voter.head, voter.held(), late, ()).raw

    def show(self, *raws: bytes) -> None:
        """Let the first seat alone hear something."""
        self.machines.machines[0].inbox.extend(pack_plain(GameMessage(raw)) for raw in raws)
        self.machines.settle()

    def report(self, reason: Reason) -> bytes:
        """Return the report that the first seat has written about a kind of lie."""
        self.keeper.keep()
        table = self.machines.machines[0].table
        number = [trouble.reason for trouble in table.troubles].index(reason)
        assert table.troubles[number].signer == LIAR
        return self.keeper.reports[number].read_bytes()


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Trial]:
    made = Trial(tmp_path)
    yield made
    made.machines.close()


def two_votes(trial: Trial) -> None:
    trial.show(trial.freeze(1), trial.freeze(1, late=_owers(trial)))


def _owers(trial: Trial) -> tuple[int, ...]:
    return tuple(signer for signer in trial.liar.waiting_for if signer != LIAR)[:1]


def forgotten_message(trial: Trial) -> None:
    stands_still = trial.freeze(1)
    trial.machines.play(6)
    trial.show(stands_still)


def forgotten_acceptance(trial: Trial) -> None:
    machines = trial.machines
    while machines.machines[SILENT].table.owed is None:
        machines.play(1)
    for machine in machines.machines[:SILENT]:
        machine.answer()
    machines.settle()
    forgetful = trial.freeze(2)
    machines.kill(SILENT)
    for machine in machines.machines[:SILENT]:
        machine.table.go_on_without()
    machines.settle()
    assert trial.liar.away
    trial.show(forgetful)


def wrong_proposal(trial: Trial) -> None:
    trial.show(trial.scribe.proposal(1, ()).raw)


def wrong_acceptance(trial: Trial) -> None:
    proposal: ProposalVote = trial.scribe.proposal(1, ())
    trial.show(proposal.raw, trial.scribe.acceptance(proposal).raw)


KINDS: list[tuple[Callable[[Trial], None], Reason]] = [
    (two_votes, Reason.TWO_VOTES),
    (forgotten_message, Reason.FORGOTTEN_MESSAGE),
    (forgotten_acceptance, Reason.FORGOTTEN_ACCEPTANCE),
    (wrong_proposal, Reason.WRONG_PROPOSAL),
    (wrong_acceptance, Reason.WRONG_PROPOSAL),
]


@pytest.mark.parametrize(("lie", "reason"), KINDS)
def test_a_lie_is_named_and_its_report_proves_it(
    trial: Trial, lie: Callable[[Trial], None], reason: Reason
) -> None:
    lie(trial)
    verdict = judge_report(trial.report(reason))
    assert (verdict.signer, verdict.reason) == (LIAR, reason)
    assert verdict.blames
    troubles = trial.machines.machines[0].table.troubles
    told = [
        trouble_sentence(one)
        for number, one in enumerate(troubles)
        if not is_told(troubles, number)
    ]
    assert len(told) == len({one.reason for one in troubles})
    assert all(sentence.startswith("Bo ") for sentence in told)
    assert trial.machines.machines[0].table.sessions[0].evidence.keys() == {LIAR}
