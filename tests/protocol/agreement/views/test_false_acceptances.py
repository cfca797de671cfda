"""An acceptance is of the view of its proposal, or else its signer could forget it (C4)."""

from __future__ import annotations

from dataclasses import replace

from protocol.agreement.effects import ContradictionFound
from protocol.agreement.offences import Offence
from protocol.agreement.statements import AcceptanceVote, ProposalVote
from tests.protocol.agreement.views.small_table import SmallTable, resumed, signer, slip

LIAR = 0


def accepted_in(view: int, proposal: ProposalVote) -> AcceptanceVote:
    """Return the liar's acceptance of a proposal, signed for another view."""
    signed = signer(LIAR).acceptance(replace(proposal, view=view))
    return replace(signed, proposal=proposal)


def test_an_acceptance_of_another_view_than_its_proposal_decides_nothing() -> None:
    table = SmallTable()
    for view in (1, 4, 1 << 62):
        voter, proposal = table.voter(2), resumed(table.root, 2)
        voter.hear(slip(proposal), slip(accepted_in(view, proposal)))
        assert voter.base is None
        assert voter.accepted == proposal
        voter.hear(slip(signer(1).acceptance(proposal)))
        assert voter.base == proposal


def test_an_acceptance_of_another_view_than_its_proposal_proves_its_signer() -> None:
    table = SmallTable()
    voter, proposal = table.voter(2), resumed(table.root, 2)
    false = accepted_in(9, proposal)
    voter.hear(slip(proposal), slip(false))
    told = [one for one in voter.take_effects() if isinstance(one, ContradictionFound)]
    assert told == [ContradictionFound(LIAR, Offence.C6, false.raw, false.raw, 0)]
    assert voter.memory.liars() == {LIAR}


def test_an_acceptance_forgotten_is_proven_whatever_view_it_claims() -> None:
    court, table = SmallTable().court(), SmallTable()
    proposal = resumed(table.root, 2)
    for view in (2, 1 << 62):
        said = accepted_in(view, proposal)
        freeze = signer(LIAR).freeze(3, None, None, table.root, (), (), ())
        assert court.contradiction(freeze, said) or court.contradiction(said, said)
