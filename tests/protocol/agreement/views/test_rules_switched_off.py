"""Each rule of the model, switched off in the program alone, makes the two differ."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import pytest

from protocol.agreement.known_statements import KnownStatements
from protocol.agreement.offences import Court, Offence, Testimony
from protocol.agreement.outcomes import Outcomes
from protocol.agreement.pasts import AbsenceMark, Head
from protocol.agreement.statements import ProposalVote, view_of
from protocol.agreement.vote_memory import VoteMemory
from protocol.agreement.voter import Voter
from tests.model.attacks import LIAR, Game, random_table
from tests.model.explore import Report
from tests.model.explore import run as run_world
from tests.model.memory import Memory
from tests.model.mutations import MUTATIONS, Attack, Mutation, Seed, no, nothing, yes
from tests.model.test_mutations import BY_WORDS, NOTICED, Check
from tests.protocol.agreement.views.lockstep import ScriptSteps, tables_beside_the_model
from tests.protocol.agreement.views.test_beside_the_model import again


@dataclass(frozen=True)
class Counterpart:
    """The methods of the program that carry out a rule, replaced."""

    owner: type
    changes: Mapping[str, object]


def _last_freeze(voter: Voter) -> bool:
    last = voter.memory.votes.freezes().get(voter.me)
    told = last and last.tip == voter.head and view_of(last.base) == voter.view
    return not voter.is_frozen or bool(told)


def _exactly_here(voter: Voter) -> None:
    freezes = voter.memory.votes.freezes().values()
    there = {f.signer for f in freezes if f.view == voter.promised} & set(voter.voters)
    voter.waited += len(there) >= voter.needed
    if voter.waited > voter.patience:
        voter._freeze(voter.nearer_view())


def _frozen_stops(voter: Voter) -> bool:
    freezes = voter.memory.votes.freezes()
    return not voter.is_frozen and not any(voter.needs_help(s, freezes) for s in voter.missing())


def _not_own(voter: Voter, missing: list[int]) -> list[int]:
    return [signer for signer in missing if signer not in voter.memory.own]


def _present(voter: Voter) -> set[int]:
    return set(voter.court.present(voter.head))


def _never_mend(court: Outcomes, one: ProposalVote, other: ProposalVote | None) -> bool:
    if other is None:
        return True
    return court.has_end(one, court.epoch_of(other) - 1, court.start_of(other)) and one != other


def _first_time(
    court: Outcomes, tip: Head, marks: Mapping[int, AbsenceMark]
) -> dict[int, AbsenceMark]:
    del court
    faulty = {s for s, gone in tip.gone.items() if gone.mark is AbsenceMark.FAULTY}
    return {signer: AbsenceMark.CONTRADICTION for signer in marks if signer not in faulty}


def _blind_to(offence: Offence) -> Callable[[Court, Testimony, Testimony], Offence | None]:
    """Return the function that finds contradictions, without one rule."""
    real = Court.contradiction

    def contradiction(court: Court, one: Testimony, two: Testimony) -> Offence | None:
        found = real(court, one, two)
        return None if found is offence else found

    return contradiction


def _lacks_nothing(*_: object) -> Iterator[bytes]:
    return iter(())


OTHERWISE: Final = {
    "the last freeze alone forbids": Counterpart(Voter, {"may_sign": _last_freeze}),
    "messages named need not be here": Counterpart(KnownStatements, {"lacks": _lacks_nothing}),
    "a base need not be decided": Counterpart(KnownStatements, {"is_base_here": yes}),
    "own bots are never late": Counterpart(Voter, {"found_late": _not_own}),
    "views put away before the game": Counterpart(ScriptSteps, {"is_seed": no}),
    "goes to views of those without a vote": Counterpart(Voter, {"present_voters": _present}),
    "counts only freezes of its very view": Counterpart(
        Voter, {"leave_idle_leader": _exactly_here}
    ),
    "leaves a decision for another of its view": Counterpart(
        Outcomes, {"may_follow": Outcomes.beats}
    ),
    "leaves no decision for another one": Counterpart(Outcomes, {"beats": _never_mend}),
    "signs what contradicts": Counterpart(VoteMemory, {"permits": yes}),
    "forgets its journal": Counterpart(Voter, {"_recall": nothing}),
    "the second contradiction is forgiven too": Counterpart(Outcomes, {"struck": _first_time}),
    "the clock stands while its own seat is frozen": Counterpart(
        Voter, {"may_find_late": _frozen_stops}
    ),
    "a third content is never kept": Counterpart(VoteMemory, {"is_waited_for": no}),
    **{
        f"{offence.name} is not found": Counterpart(Outcomes, {"contradiction": _blind_to(offence)})
        for offence in Offence
    },
}
"""Rules that other methods carry out in the program, or with other arguments."""

OWNERS: Final = {"Person": Voter, "Table": Outcomes}


def counterpart(mutation: Mutation) -> Counterpart:
    """Return the change of the program that switches off the rule of the model."""
    if mutation.words in OTHERWISE:
        return OTHERWISE[mutation.words]
    owner = OWNERS[mutation.owner.__name__]
    assert all(hasattr(owner, name) for name in mutation.changes)
    return Counterpart(owner, mutation.changes)


def differs(run: Seed | Attack | Check) -> bool:
    """Whether the program differs from the model in a run."""
    try:
        match run:
            case Seed():
                run_world(run.seed, run.setting, Report(), run.happenings)
            case Attack():
                Game(random_table(run.persons), LIAR).play(run.strategy, most=81)
            case Check():
                test = run.test if isinstance(run.test, partial) else partial(run.test)
                module = again(sys.modules[test.func.__module__])
                getattr(module, test.func.__name__)(*test.args)
    except (AssertionError, KeyError, AttributeError, ValueError, RecursionError):
        return True
    return False


@pytest.mark.parametrize("words", NOTICED)
def test_a_rule_switched_off_in_the_program_makes_it_differ(words: str) -> None:
    mutation, run = BY_WORDS[words], NOTICED[words]
    with tables_beside_the_model(), pytest.MonkeyPatch.context() as patch:
        if mutation.is_netless:
            patch.setattr(Memory, "permits", yes)
            patch.setattr(VoteMemory, "permits", yes)
            assert not differs(run)
        change = counterpart(mutation)
        for name, value in change.changes.items():
            patch.setattr(change.owner, name, value)
        assert differs(run)


def test_every_rule_of_the_model_has_a_counterpart() -> None:
    for mutation in MUTATIONS:
        assert counterpart(mutation).changes
    assert OTHERWISE.keys() <= BY_WORDS.keys()
