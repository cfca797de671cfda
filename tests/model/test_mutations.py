"""Each rule, switched off, is noticed by a run: the table, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.model import test_attacks, test_certified, test_person, test_rules, test_silence
from tests.model.attacks import (
    claim_a_past,
    frame_somebody,
    freeze_far_away,
    keep_silent,
    name_what_nobody_has,
    pre_empt,
)
from tests.model.charter import Terms
from tests.model.memory import Memory
from tests.model.mutations import (
    MUTATIONS,
    Attack,
    Mutation,
    Seed,
    switched_off,
    yes,
)
from tests.model.world import Setting


@dataclass(frozen=True)
class Check:
    """A test that fails if a rule is off."""

    test: Callable[[], None]

    def is_broken(self) -> bool:
        """Whether it fails."""
        try:
            self.test()
        except (AssertionError, KeyError, ValueError, RecursionError):
            return True
        return False


late_proposal: Final = Check(partial(test_attacks.test_a_late_proposal_puts_nobody_away, 5))
other_content: Final = Check(
    partial(
        test_attacks.test_another_content_shown_to_one_seat_first_does_not_put_that_seat_away, 5
    )
)
three_contents: Final = Check(
    partial(test_attacks.test_three_contents_shown_to_pairs_of_seats_do_not_stop_the_table, 3)
)
differing_clocks: Final = Check(
    partial(test_attacks.test_clocks_that_differ_cost_few_views, (10, 10, 14), 30, 4)
)
apart: Final = test_silence.test_each_person_counts_at_once_though_they_speak_up_seconds_apart
held_back: Final = Check(test_attacks.test_a_signature_held_back_reopens_nothing)
forgiveness: Final = Check(
    test_rules.test_the_first_contradiction_costs_an_absence_and_the_second_the_game
)

NOTICED: Final[dict[str, Seed | Attack | Check]] = {
    "a step closes although a liar is at the table": Check(
        test_person.test_a_view_puts_a_proven_liar_away_before_the_step_closes
    ),
    "a step waits for a view although others went on": Check(
        test_person.test_a_step_others_went_on_from_closes_although_a_liar_is_known
    ),
    "whoever froze does not even answer at the tip": Check(
        test_person.test_a_frozen_seat_still_answers_at_its_tip
    ),
    "accepts below what was promised": Check(test_person.test_nothing_below_a_promise_is_accepted),
    "leaves a decision for another of its view": Seed(Setting(5, 2, steps=5), 50263, 150),
    "leaves no decision for another one": Check(
        test_person.test_a_decision_is_left_for_a_higher_one_that_excludes_it
    ),
    "stands on a decision below what it accepted": Check(
        test_person.test_a_decision_below_another_acceptance_waits_for_a_higher_one
    ),
    "signs what contradicts": Check(
        test_person.test_a_restored_seat_signs_nothing_that_others_show_it_would_contradict
    ),
    "forgets its journal": Check(test_person.test_a_seat_keeps_its_promises_over_a_restart),
    "C2 is not found": Check(test_person.test_two_pasts_in_one_view_contradict),
    "C5 is not found": Check(test_person.test_a_freeze_that_forgets_a_message_contradicts_it),
    "C6 is not found": Check(
        test_person.test_a_proposal_that_is_not_right_proves_its_leader_and_who_accepts_it
    ),
    "the clock runs while somebody is helped": Check(
        test_person.test_the_clock_stands_still_while_somebody_missing_is_helped
    ),
    "the clock stands while its own seat is frozen": Check(
        test_person.test_the_clock_runs_while_its_own_seat_is_frozen
    ),
    "whoever froze signs on": Attack(pre_empt, 4),
    "the last freeze alone forbids": Attack(pre_empt, 4),
    "a freeze hides what was accepted": Seed(Setting(3, 1), 3),
    "a base need not be decided": Check(test_certified.test_a_base_not_decided_here_is_not_judged),
    "an accepted proposal of any epoch counts": Check(
        test_certified.test_an_accepted_proposal_is_right_and_of_the_same_epoch
    ),
    "steps on the way to a tip need not be whole": Attack(claim_a_past, 3),
    "messages named need not be here": Attack(name_what_nobody_has, 3),
    "faults need not be contradictions": Attack(frame_somebody, 3),
    "the limits of a freeze are not kept": Check(
        test_certified.test_nobody_finds_late_who_does_not_owe_or_is_its_signer
    ),
    "anybody leads": Check(test_certified.test_only_the_leader_proposes),
    "freezes of any view make a proposal": Check(
        test_certified.test_a_proposal_has_freezes_of_its_view_only
    ),
    "freezes in a proposal need not be certified": Check(
        test_certified.test_a_proposal_has_certified_freezes_only
    ),
    "freezes of liars count": Check(test_certified.test_freezes_of_proven_liars_do_not_count),
    "one freeze fewer than needed is enough": Seed(Setting(3), 6),
    "freezes of an older epoch count fully": Check(
        test_certified.test_an_older_epoch_only_promises
    ),
    "what was accepted is not proposed again": Check(
        test_certified.test_an_accepted_resume_stays_a_resume_whoever_is_late_by_now
    ),
    "the lowest accepted is proposed again": Check(
        test_certified.test_the_highest_accepted_outcome_is_proposed_again
    ),
    "tips are not followed": Check(test_certified.test_tips_are_followed_as_far_as_they_lead),
    "what is held does not count": Attack(keep_silent, 3),
    "one freeze finds late": Seed(Setting(3), 0),
    "proven liars stay": forgiveness,
    "bots stay when their operator goes": Check(
        test_rules.test_bots_go_with_their_operator_but_not_the_other_way_round
    ),
    "a view may leave one person alone": Seed(Setting(3, 1), 12379),
    "views put away before the game": Check(
        test_rules.test_no_view_puts_anybody_away_before_the_game
    ),
    "own bots are never late": Check(test_rules.test_a_silent_bot_does_not_stop_two_persons),
    "a bot returns without its operator": Check(
        test_rules.test_a_bot_returns_only_with_its_operator
    ),
    "half of the voters is enough": Seed(Setting(3, 1), 4),
    "accepts below what was accepted": Check(
        test_certified.test_an_acceptance_is_of_a_view_not_below_the_promise_or_the_last_one
    ),
    "accepts a proposal of another epoch": Check(
        test_certified.test_a_proposal_of_an_epoch_left_behind_is_not_accepted
    ),
    "freezes again although frozen": Check(
        test_rules.test_patience_grows_with_each_resume_at_a_head
    ),
    "never freezes for silence": Attack(keep_silent, 3),
    "goes to views of idle leaders": held_back,
    "goes to views of those without a vote": Check(
        partial(
            test_silence.test_nobody_waits_for_a_leader_that_is_back_and_has_no_vote_yet, Terms.HALF
        )
    ),
    "freezes at once after a resume": differing_clocks,
    "rests although somebody is late anew": Check(partial(apart, 5, Terms.ALL_BUT_ONE, 1)),
    "rests although enough agree": Check(partial(apart, 4, Terms.HALF, 1)),
    "hurries without end": Check(
        test_silence.test_a_liar_that_agrees_and_then_denies_it_costs_three_views_at_a_head
    ),
    "hurries although too few agree": Check(
        test_silence.test_too_few_persons_that_find_somebody_late_open_no_view_again_before_they_rested
    ),
    "does not freeze with others": Check(test_attacks.test_result_closes_like_any_step),
    "follows freezes however far": Attack(freeze_far_away, 3),
    "helps nobody": late_proposal,
    "helps without end": Attack(pre_empt, 3),
    "never freezes against liars": other_content,
    "waits for those on another way": other_content,
    "waits for an idle leader": Attack(pre_empt, 4),
    "counts only freezes of its very view": Seed(Setting(3, 1), 24),
    "climbs to others far above view by view": Check(
        test_silence.test_somebody_far_below_others_comes_near_them_in_steps
    ),
    "never leads": Check(test_rules.test_nobody_is_put_away_for_silence_if_nobody_is_voted_away),
    "proposes a resume at once": Check(
        test_silence.test_a_leader_waits_a_tick_with_a_resume_for_those_that_have_not_frozen
    ),
    "waits a tick with a resume although all have frozen": Check(partial(apart, 4, Terms.HALF, 0)),
    "C1 is not found": Check(test_rules.test_a_message_with_a_void_return_fails_its_check),
    "C3 is not found": forgiveness,
    "C4 is not found": held_back,
    "a pair counts again and again": forgiveness,
    "the second contradiction is forgiven too": forgiveness,
    "a third content is never kept": three_contents,
}
"""A run for each rule that notices when it is off."""

BY_WORDS: Final = {mutation.words: mutation for mutation in MUTATIONS}
README: Final = Path(__file__).with_name("README.md")


def row(mutation: Mutation) -> str:
    """Return the row of README.md for a rule and its run."""
    net = " (with 6.8 e off, which hides it)" if mutation.is_netless else ""
    return f"| {mutation.rule} | {mutation.words} | {_name(NOTICED[mutation.words])}{net} |"


def _name(run: Seed | Attack | Check) -> str:
    if isinstance(run, Attack):
        return f"the attack `{run.strategy.__name__}` on {run.persons} persons"
    if isinstance(run, Seed):
        setting = run.setting
        table = f"{setting.persons} persons, {setting.liars} lying, {setting.steps} steps"
        return f"the world {run.seed} of {table}, {run.happenings} happenings"
    test = run.test.func if isinstance(run.test, partial) else run.test
    return f"`{getattr(test, '__name__', test)}`"


def test_the_page_has_a_row_for_every_rule() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert [row(mutation) for mutation in MUTATIONS if row(mutation) not in lines] == []


def test_every_rule_has_a_run() -> None:
    assert len(BY_WORDS) == len(MUTATIONS)
    assert NOTICED.keys() == BY_WORDS.keys()


@pytest.mark.parametrize("words", NOTICED)
def test_a_rule_switched_off_is_noticed(words: str) -> None:
    mutation, run = BY_WORDS[words], NOTICED[words]
    with switched_off(mutation):
        assert run.is_broken()
    if mutation.is_netless:
        with switched_off(Mutation("6.8 e", "the net alone", Memory, {"permits": yes})):
            assert not run.is_broken()
    else:
        assert not run.is_broken()


BY_CHANCE: Final = (
    "a freeze hides what was accepted",
    "freezes of liars count",
    "freezes of an older epoch count fully",
    "tips are not followed",
    "what is held does not count",
    "one freeze finds late",
    "bots stay when their operator goes",
    "a view may leave one person alone",
    "half of the voters is enough",
    "never freezes for silence",
    "helps nobody",
    "never freezes against liars",
    "waits for an idle leader",
    "counts only freezes of its very view",
    "a third content is never kept",
)
"""Rules whose absence random worlds notice too; the others need an attack or a test."""


@pytest.mark.soak
@pytest.mark.parametrize("words", BY_CHANCE)
def test_random_worlds_notice_some_rules(words: str) -> None:
    worlds = (
        Seed(setting, seed, happenings)
        for seed in range(2000)
        for setting, happenings in (
            (Setting(3), 70),
            (Setting(3, 1), 70),
            (Setting(3, steps=5), 150),
            (Setting(3, 1, operators=(0,)), 70),
        )
    )
    with switched_off(BY_WORDS[words]):
        assert any(world.is_broken() for world in worlds)
