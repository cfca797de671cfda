"""Properties of a run that a collection of runs must have often enough to be worth a comparison."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.agreement.offences import ViewOutcome
from protocol.agreement.pasts import AbsenceMark
from protocol.agreement.statements import ProposalVote, SignedMessage
from tests.protocol.agreement.runs.answers import Reader


def features(reader: Reader) -> set[str]:
    """Return the properties of a run all of which is judged."""
    return set(_features(reader))


def _features(reader: Reader) -> Iterator[str]:
    run, said = reader.run, list(reader.said.values())
    persons = len(run["operators"]) - len(reader.bots)
    yield f"{persons} persons, {run['quorum']}"
    if reader.bots:
        yield "bots"
    contradictions = reader.answers()["contradictions"]
    if contradictions:
        yield "lies"
    yield from {rule for *_, rule in contradictions}
    if any(isinstance(one, SignedMessage) and one.answer.returns for one in said):
        yield "returns in messages"
    yield from _forks(reader)
    for proposal in (one for one in said if isinstance(one, ProposalVote)):
        yield from _of_proposal(reader, proposal)
    if len(reader.said) < len(reader.slips) + len(reader.letters):
        yield "something not judged"


def _forks(reader: Reader) -> Iterator[str]:
    """Yield whether right messages stand on two heads of one step."""
    steps = [head.step for head in reader.steps.right]
    if len(steps) > len(set(steps)):
        yield "forks"


def _of_proposal(reader: Reader, proposal: ProposalVote) -> Iterator[str]:
    outcome = reader.court.outcome(proposal)
    if outcome is None:
        return
    is_late = any(freeze.late for freeze in proposal.freezes)
    found = {
        "epoch 1 or later": outcome.epoch > 0,
        "epoch 2 or later": outcome.epoch > 1,
        "the additional voter": set(outcome.voters) & outcome.start.gone.keys(),
        "proven liars in a proposal": outcome.liars,
        "faults": any(freeze.faults for freeze in proposal.freezes),
        "an outcome again": outcome.origin != proposal,
        "resume": outcome.is_resume,
        "resume although somebody is late": outcome.is_resume and is_late,
        "decided": reader.known.is_decided(proposal),
    }
    yield from (words for words, is_so in found.items() if is_so)
    if not outcome.is_resume:
        yield from _of_closing(outcome)


def _of_closing(outcome: ViewOutcome) -> Iterator[str]:
    closing = outcome.head.closing
    assert closing
    yield "closing by a view"
    yield from {f"marks 0x{mark:X}" for _, mark in closing.marks}
    struck = outcome.tip.once_struck
    if closing.back:
        yield "brought back"
    if closing.is_by_itself:
        yield "closing by a view without marks"
    if any(mark is AbsenceMark.FAULTY and signer in struck for signer, mark in closing.marks):
        yield "the second contradiction"
