"""Machines with one rule switched off, and a run that notices each: a table as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from tests.model.attacks import LIAR, Game, Strategy, random_table
from tests.model.contradictions import Court, Outcome, Rule, Said
from tests.model.explore import HAPPENINGS, explore
from tests.model.machine import Person
from tests.model.memory import Memory
from tests.model.values import Answer, Freeze, Head, Mark, Proposal, Statement, view_of
from tests.model.votes import Table
from tests.model.world import Setting

SLOWEST: Final = 80
"""Ticks that an attack takes at most if nothing is switched off."""
HIGHEST: Final = 24
"""The highest view in such an attack."""


@dataclass(frozen=True)
class Mutation:
    """A rule that is switched off: methods or limits of a class, replaced."""

    rule: str
    words: str
    owner: type
    changes: Mapping[str, object]
    is_netless: bool = False
    """Whether 6.8 e is off too: otherwise it keeps the person from signing what contradicts."""


@dataclass(frozen=True)
class Seed:
    """A random world, of so many happenings."""

    setting: Setting
    seed: int
    happenings: int = HAPPENINGS

    def is_broken(self) -> bool:
        """Whether a property fails in it."""
        try:
            return bool(explore(self.setting, [self.seed], self.happenings).broken)
        except (AssertionError, KeyError, RecursionError):
            return True


@dataclass(frozen=True)
class Attack:
    """A strategy of one liar on a quiet table."""

    strategy: Strategy
    persons: int

    def is_broken(self) -> bool:
        """Whether it stops or slows the table, or puts somebody honest away."""
        game = Game(random_table(self.persons), LIAR)
        try:
            game.play(self.strategy, most=SLOWEST + 1)
        except (AssertionError, KeyError, RecursionError):
            return True
        slow = game.ticks > SLOWEST or game.highest_view > HIGHEST
        whole = game.is_over and game.ends == 1 and game.is_genuine
        return slow or not whole or not game.gone <= {LIAR}


@contextmanager
def switched_off(mutation: Mutation) -> Iterator[None]:
    """Switch a rule off for a while."""
    places: list[tuple[type, str, object]] = [
        (mutation.owner, *one) for one in mutation.changes.items()
    ]
    if mutation.is_netless:
        places.append((Memory, "permits", yes))
    own = [(owner, name, owner.__dict__.get(name)) for owner, name, _ in places]
    for owner, name, change in places:
        setattr(owner, name, change)
    try:
        yield
    finally:
        for owner, name, change in own:
            if change is None:
                delattr(owner, name)
            else:
                setattr(owner, name, change)


def yes(*_: object) -> bool:
    """Answer that it is so, whatever is asked."""
    return True


def no(*_: object) -> bool:
    """Answer that it is not so, whatever is asked."""
    return False


def nothing(*_: object) -> None:
    """Return nothing, whatever is asked."""


# --- 6.5, 6.6 and 6.7: statements ----------------------------------------------------------------


def _no_liars(*_: object) -> dict[int, Mark]:
    return {}


def _all(_: Table, freezes: list[Freeze], *__: object) -> list[Freeze]:
    return freezes


def _lowest_accepted(table: Table, freezes: list[Freeze]) -> tuple[Head, Head, Proposal] | None:
    accepted = sorted((f.accepted.view, f.accepted) for f in freezes if f.accepted)
    outcome = table.outcome(accepted[0][1]) if accepted else None
    return (outcome.tip, outcome.head, outcome.origin) if outcome else None


def _none_held(*_: object) -> set[Answer]:
    return set()


def _start(_: Table, head: Head, __: object) -> Head:
    return head


def _once(_: Table, freezes: int, __: int) -> bool:
    return freezes >= 1


def _one_short(_: Table, freezes: list[Freeze], needed: int) -> bool:
    return len(freezes) >= max(needed - 1, 1)


def _half(_: Table, voters: int) -> int:
    return max(1, voters // 2)


def _alone(_: Table, person: int) -> tuple[int, ...]:
    return (person,)


def _uncrowded(_: Table, head: Head, __: object) -> Head:
    return head


def _first_time(table: Table, tip: Head, marks: Mapping[int, Mark]) -> dict[int, Mark]:
    del table
    gone = tip.absences
    faulty = {s for s, absence in gone.items() if absence.mark is Mark.FAULTY}
    return {signer: Mark.CONTRADICTION for signer in marks if signer not in faulty}


def _unfair_leader(table: Table, proposal: Proposal) -> bool:
    return all(
        freeze.view == proposal.view and table.is_certified(freeze) for freeze in proposal.freezes
    )


def _any_view(table: Table, proposal: Proposal) -> bool:
    signers = [freeze.signer for freeze in proposal.freezes]
    leads = proposal.signer == table.leader(proposal.view)
    return (
        leads and signers == sorted(set(signers)) and all(map(table.is_certified, proposal.freezes))
    )


def _uncertified(table: Table, proposal: Proposal) -> bool:
    signers = [freeze.signer for freeze in proposal.freezes]
    leads = proposal.signer == table.leader(proposal.view)
    return leads and signers == sorted(set(signers))


def _any_tip(table: Table, freeze: Freeze) -> bool:
    return freeze.tip.extends(table.start_of(freeze.base))


def _any_accepted(table: Table, freeze: Freeze) -> bool:
    return freeze.accepted is None or table.outcome(freeze.accepted) is not None


def _blind_to(rule: Rule) -> Callable[[Court, Said, Said], Rule | None]:
    """Return the function that finds contradictions, without one rule."""
    real = Court.contradiction

    def contradiction(court: Court, one: Said, two: Said) -> Rule | None:
        found = real(court, one, two)
        return None if found is rule else found

    return contradiction


# --- 6.8 and 6.11: a person ----------------------------------------------------------------------


def _promise_forgotten(person: Person) -> int:
    return max(person.view + 1, view_of(person.accepted) + 1)


def _acceptance_forgotten(person: Person) -> int:
    return max(person.promised, person.view + 1)


def _next(person: Person) -> int:
    return person.promised + 1


def _present(person: Person) -> set[int]:
    return set(person.table.present(person.head))


def _freeze_again(person: Person) -> None:
    if person.late.intersection(person.missing()):
        person._freeze(person.next_view())


def _never_mend(table: Table, one: Proposal, other: Proposal | None) -> bool:
    if other is None:
        return True
    return (table.epoch_of(other) - 1, table.start_of(other)) in table.ends(one) and one != other


def _frozen_stops(person: Person) -> bool:
    return not person.is_frozen and not any(
        person.needs_help(signer, person.memory.freezes()) for signer in person.missing()
    )


def _exactly_here(person: Person) -> None:
    freezes = person.memory.freezes().values()
    there = {f.signer for f in freezes if f.view == person.promised} & set(person.voters)
    person.waited += len(there) >= person.table.need(person.voters, person.memory.liars())
    if person.waited > person.patience:
        person._freeze(person.nearer_view())


def _far_below(person: Person) -> int:
    return person.next_view()


def _no_freeze(person: Person) -> bool:
    return not person.is_frozen


def _last_freeze(person: Person) -> bool:
    own = [v for v in person.memory.votes[person.me] if isinstance(v, Freeze)]
    last = max(own, key=lambda freeze: freeze.view, default=None)
    told = last and last.tip == person.head and view_of(last.base) == person.view
    return not person.is_frozen or bool(told)


def _forget(person: Person, journal: list[object], known: list[Statement]) -> None:
    del journal
    person.hear(*known)


def _never_ready(_: Person, __: Outcome) -> bool:
    return False


def _not_own(person: Person, missing: list[int]) -> list[int]:
    own = person.table.signers(person.me)
    return [signer for signer in missing if signer not in own]


MUTATIONS: Final = (
    Mutation(
        "6.1",
        "a step closes although a liar is at the table",
        Person,
        {"is_closing_for_a_view": no},
    ),
    Mutation("6.1", "a step waits for a view although others went on", Person, {"is_common": no}),
    Mutation("6.2", "whoever froze signs on", Person, {"may_sign": yes}, is_netless=True),
    Mutation(
        "6.2", "the last freeze alone forbids", Person, {"may_sign": _last_freeze}, is_netless=True
    ),
    Mutation(
        "6.2", "whoever froze does not even answer at the tip", Person, {"may_sign": _no_freeze}
    ),
    Mutation(
        "6.2",
        "a freeze hides what was accepted",
        Person,
        {"last_accepted": nothing},
        is_netless=True,
    ),
    Mutation("6.5", "a base need not be decided", Memory, {"is_base_here": yes}),
    Mutation(
        "6.5",
        "an accepted proposal of any epoch counts",
        Table,
        {"is_accepted_proven": _any_accepted},
    ),
    Mutation(
        "6.5", "steps on the way to a tip need not be whole", Table, {"is_tip_proven": _any_tip}
    ),
    Mutation("6.5", "messages named need not be here", Memory, {"are_answers_here": yes}),
    Mutation("6.5", "faults need not be contradictions", Table, {"are_faults_proven": yes}),
    Mutation("6.5", "the limits of a freeze are not kept", Table, {"is_form_kept": yes}),
    Mutation("6.5", "anybody leads", Table, {"is_formed": _unfair_leader}),
    Mutation("6.5", "freezes of any view make a proposal", Table, {"is_formed": _any_view}),
    Mutation(
        "6.5", "freezes in a proposal need not be certified", Table, {"is_formed": _uncertified}
    ),
    Mutation("6.6", "freezes of liars count", Table, {"proven": _no_liars}),
    Mutation("6.6", "one freeze fewer than needed is enough", Table, {"are_enough": _one_short}),
    Mutation("6.6", "freezes of an older epoch count fully", Table, {"with_content": _all}),
    Mutation("6.6 i", "what was accepted is not proposed again", Table, {"accepted": nothing}),
    Mutation(
        "6.6 i", "the lowest accepted is proposed again", Table, {"accepted": _lowest_accepted}
    ),
    Mutation("6.6 ii", "tips are not followed", Table, {"longest": _start}),
    Mutation("6.6 ii", "what is held does not count", Table, {"held": _none_held}),
    Mutation("6.6 ii", "one freeze finds late", Table, {"is_late": _once}),
    Mutation("6.6 ii", "proven liars stay", Table, {"struck": _no_liars}),
    Mutation("6.6 ii", "bots stay when their operator goes", Table, {"signers": _alone}),
    Mutation("6.6 ii", "a view may leave one person alone", Table, {"crowded": _uncrowded}),
    Mutation("6.2", "views put away before the game", Table, {"is_seed": no}),
    Mutation("6.2", "own bots are never late", Person, {"found_late": _not_own}),
    Mutation("6.4", "a bot returns without its operator", Table, {"may_play": yes}),
    Mutation("6.7", "half of the voters is enough", Table, {"quorum": _half}),
    Mutation(
        "6.8 a",
        "accepts below what was promised",
        Person,
        {"lowest": _promise_forgotten},
        is_netless=True,
    ),
    Mutation(
        "6.8 a",
        "accepts below what was accepted",
        Person,
        {"lowest": _acceptance_forgotten},
        is_netless=True,
    ),
    Mutation(
        "6.8 a",
        "accepts a proposal of another epoch",
        Person,
        {"is_of_epoch": yes},
        is_netless=True,
    ),
    Mutation(
        "6.8 b i", "freezes again although frozen", Person, {"freeze_for_the_late": _freeze_again}
    ),
    Mutation("6.8 b i", "never freezes for silence", Person, {"freeze_for_the_late": nothing}),
    Mutation("6.8 b i", "goes to views of idle leaders", Person, {"next_view": _next}),
    Mutation(
        "6.8 b i", "goes to views of those without a vote", Person, {"present_voters": _present}
    ),
    Mutation("6.8 b i", "freezes at once after a resume", Person, {"is_rested": yes}),
    Mutation("6.8 b i", "rests although somebody is late anew", Person, {"is_found_anew": no}),
    Mutation("6.8 b i", "rests although enough agree", Person, {"haste": 0}),
    Mutation("6.8 b i", "hurries without end", Person, {"haste": 10**6}),
    Mutation("6.8 b i", "hurries although too few agree", Person, {"is_agreed": yes}),
    Mutation("6.8 b ii", "does not freeze with others", Person, {"freeze_with_others": no}),
    Mutation("6.8 b ii", "follows freezes however far", Person, {"farthest": 2**62}),
    Mutation("6.8 b iii", "helps nobody", Person, {"help": 0}),
    Mutation("6.8 b iii", "helps without end", Person, {"help": 10**6}),
    Mutation("6.8 b iv", "never freezes against liars", Person, {"freeze_against_liars": nothing}),
    Mutation("6.8 b iv", "waits for those on another way", Person, {"is_elsewhere": no}),
    Mutation("6.8 b v", "waits for an idle leader", Person, {"leave_idle_leader": nothing}),
    Mutation(
        "6.8 b v",
        "counts only freezes of its very view",
        Person,
        {"leave_idle_leader": _exactly_here},
    ),
    Mutation(
        "6.8 b v", "climbs to others far above view by view", Person, {"nearer_view": _far_below}
    ),
    Mutation("6.8 c", "never leads", Person, {"propose": nothing}),
    Mutation("6.8 c", "proposes a resume at once", Person, {"is_ready": yes}),
    Mutation(
        "6.8 c",
        "waits a tick with a resume although all have frozen",
        Person,
        {"have_all_frozen": no},
    ),
    Mutation(
        "6.8 d", "leaves a decision for another of its view", Table, {"may_follow": Table.beats}
    ),
    Mutation("6.8 d", "leaves no decision for another one", Table, {"beats": _never_mend}),
    Mutation(
        "6.8 d",
        "stands on a decision below what it accepted",
        Person,
        {"waits_for_higher": no},
        is_netless=True,
    ),
    Mutation("6.8 e", "signs what contradicts", Memory, {"permits": yes}),
    Mutation("6.8 f", "forgets its journal", Person, {"recall": _forget}, is_netless=True),
    Mutation("6.9", "C1 is not found", Table, {"contradiction": _blind_to(Rule.C1)}),
    Mutation("6.9", "C2 is not found", Table, {"contradiction": _blind_to(Rule.C2)}),
    Mutation("6.9", "C3 is not found", Table, {"contradiction": _blind_to(Rule.C3)}),
    Mutation("6.9", "C4 is not found", Table, {"contradiction": _blind_to(Rule.C4)}),
    Mutation("6.9", "C5 is not found", Table, {"contradiction": _blind_to(Rule.C5)}),
    Mutation("6.9", "C6 is not found", Table, {"contradiction": _blind_to(Rule.C6)}),
    Mutation("6.10", "a pair counts again and again", Table, {"is_spent": no}),
    Mutation("6.10", "the second contradiction is forgiven too", Table, {"struck": _first_time}),
    Mutation("6.11", "the clock runs while somebody is helped", Person, {"may_find_late": yes}),
    Mutation(
        "6.11",
        "the clock stands while its own seat is frozen",
        Person,
        {"may_find_late": _frozen_stops},
    ),
    Mutation("6.14", "a third content is never kept", Memory, {"is_waited_for": no}),
)
