"""Returns, forgiveness, patience, the steps before the game, the terms, and the end."""

from __future__ import annotations

from itertools import pairwise

from tests.model.attacks import LIAR, Game, keep_silent, table_of, take
from tests.model.charter import Step, Terms, may_return
from tests.model.contradictions import Rule
from tests.model.machine import Person
from tests.model.stance import LONGEST
from tests.model.values import (
    Acceptance,
    Answer,
    Closing,
    Freeze,
    Head,
    Mark,
    Message,
    Proposal,
    Return,
)
from tests.model.votes import Table


def put_away(before: Head, *marks: tuple[int, Mark]) -> Head:
    """Return the past in which a view closed a step without some signers."""
    return Head(before, Closing((), marks))


def agreed(table: Table, view: int, *freezes: Freeze) -> tuple[Proposal, Head]:
    """Return the proposal of freezes, and the past it ends with."""
    proposal = Proposal(view, table.leader(view), freezes)
    outcome = table.outcome(proposal)
    assert outcome
    return proposal, outcome.head


def test_somebody_who_returns_owes_from_the_next_step_on() -> None:
    game = Game(table_of(3, (0,), (1,), (0, 1, 2), (0, 1, 2)), 0)
    while 0 not in game.gone:
        game.tick()
    person = game.shadow
    person.come_back()
    game.spread(*take(person))
    for _ in range(12):
        game.tick()
        for signer in game.table.signers(person.me):
            person.sign(signer, "a")
        game.spread(*take(person))
    assert game.is_over
    assert not game.gone


def test_a_return_names_the_past_that_put_its_signer_away() -> None:
    root = Head()
    once = put_away(root, (0, Mark.AWAY))
    back = Head(once, Closing((Answer(1, once, "a", (Return(0, once),)),)))
    assert not back.absences
    twice = put_away(back, (0, Mark.AWAY))
    assert may_return(Return(0, twice), twice)
    assert not may_return(Return(0, once), twice)


def test_an_old_return_does_not_take_the_place_of_one_that_is_due() -> None:
    table = table_of(3, (1,), (0, 1, 2))
    person, root = Person(table, 2), table.root
    away, head = agreed(table, 1, *(Freeze(1, s, None, None, root, (), (1,)) for s in (0, 2)))
    person.hear(away, *(Acceptance(1, s, away) for s in (0, 2)))
    person.hear(Return(1, head), Return(1, root))
    assert person.memory.returns[1] == Return(1, head)


def test_faulty_persons_do_not_return() -> None:
    head = put_away(Head(), (0, Mark.FAULTY))
    assert not may_return(Return(0, head), head)


def test_a_message_with_a_void_return_fails_its_check() -> None:
    table = table_of(3, (0, 1, 2))
    message = Message(Answer(1, table.root, "a", (Return(0, table.root),)), 0)
    assert table.contradiction(message, message) is Rule.C1


def test_of_an_even_number_the_person_put_away_last_votes_too() -> None:
    table = table_of(5, (0, 1, 2, 3, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4))
    one = put_away(table.root, (3, Mark.AWAY))
    assert table.voters(one) == (0, 1, 2, 3, 4)
    two = put_away(one, (0, Mark.AWAY))
    assert table.voters(two) == (1, 2, 4)
    three = put_away(two, (1, Mark.CONTRADICTION), (2, Mark.FAULTY))
    assert table.voters(three) == (4,)
    four = put_away(one, (0, Mark.FAULTY), (1, Mark.FAULTY), (2, Mark.FAULTY))
    assert table.voters(four) == (4,)
    assert table.quorum(2) == table.quorum(3)
    assert table.quorum(4) == table.quorum(5)


def test_two_of_three_go_on_after_one_came_back_and_another_left() -> None:
    game = Game(table_of(3, (2,), *[(0, 1, 2)] * 5))
    absent = game.people.pop(2)
    while 2 not in game.gone:
        game.tick()
    del game.people[1]
    game.people[2] = absent
    absent.hear(*game.people[0].memory.everything())
    game.play(keep_silent, most=120)
    assert game.is_over


def test_other_terms_have_no_additional_voter() -> None:
    for terms in (Terms.ALL_BUT_ONE, Terms.NOBODY):
        table = table_of(3, (0, 1, 2), terms=terms)
        assert table.voters(put_away(table.root, (2, Mark.AWAY))) == (0, 1)


def test_nobody_is_put_away_for_silence_if_nobody_is_voted_away() -> None:
    game = Game(table_of(3, (0,), (0, 1, 2), terms=Terms.NOBODY), LIAR)
    game.play(keep_silent, most=60)
    assert not game.gone
    assert not game.is_over
    wrong = Message(Answer(LIAR, game.table.root, "wrong"), 0)
    game.play(lambda liar, tick: [wrong], most=120)
    assert game.gone == {LIAR}
    assert game.is_over


def test_the_first_contradiction_costs_an_absence_and_the_second_the_game() -> None:
    table = table_of(3, *[(1, 2)] * 3, (0, 1, 2))
    root, away = table.root, Mark.CONTRADICTION
    twice = (Freeze(1, LIAR, None, None, root), Freeze(1, LIAR, None, None, root, (), (1,)))
    held = tuple(sorted(Answer(s, root, "a") for s in (1, 2)))
    first, head = agreed(
        table, 1, *(Freeze(1, s, None, None, root, held, (), (twice,)) for s in (1, 2))
    )
    assert head.absences[LIAR].mark is away
    slip = Return(LIAR, head)
    assert may_return(slip, head)
    answers = tuple(Answer(s, head, "a", (slip,)) for s in (1, 2))
    back = Head(head, Closing(answers))
    assert table.is_whole(back)
    held = tuple(sorted(Answer(s, back, "a") for s in (1, 2)))
    spent = (Freeze(1, LIAR, None, None, root), Freeze(1, LIAR, None, None, root, (), (2,)))
    _, again = agreed(
        table, 2, *(Freeze(2, s, first, None, back, held, (), (spent,)) for s in (1, 2))
    )
    assert not again.absences
    new = (Freeze(5, LIAR, first, None, back), Freeze(5, LIAR, first, None, back, (), (1,)))
    _, end = agreed(table, 2, *(Freeze(2, s, first, None, back, held, (), (new,)) for s in (1, 2)))
    assert end.absences[LIAR].mark is Mark.FAULTY


def test_a_pair_of_two_contents_is_faulty_at_once() -> None:
    table = table_of(3, (0, 1, 2), (0, 1, 2))
    held = tuple(
        sorted(Answer(s, table.root, b) for s, b in ((0, "a"), (0, "b"), (1, "a"), (2, "a")))
    )
    _, head = agreed(table, 1, *(Freeze(1, s, None, None, table.root, held) for s in (1, 2)))
    assert head.absences[LIAR].mark is Mark.FAULTY


def test_bots_go_with_their_operator_but_not_the_other_way_round() -> None:
    table = Table(3, (Step((0, 1, 3)), Step((0, 1, 2, 3))), operators=(0,))
    root = table.root
    operator, bot = Answer(0, root, "a"), Answer(3, root, "a")
    one = Answer(1, root, "a")
    _, head = agreed(table, 1, *(Freeze(1, s, None, None, root, (one,), (0, 3)) for s in (1, 2)))
    assert head.absences.keys() == {0, 3}
    held = tuple(sorted((one, operator)))
    _, head = agreed(table, 1, *(Freeze(1, s, None, None, root, held, (3,)) for s in (1, 2)))
    assert head.absences.keys() == {3}
    held = tuple(sorted((one, bot)))
    _, head = agreed(table, 1, *(Freeze(1, s, None, None, root, held, (0,)) for s in (1, 2)))
    assert head.absences.keys() == {0, 3}


def silent_bot(terms: Terms = Terms.HALF) -> Game:
    """Return a game of two persons in which the bot of the first one answers nothing."""
    everybody = (0, 1, 2)
    script = tuple(map(Step, (everybody, (0, 1), everybody)))
    return Game(Table(2, script, terms, operators=(0,)), silent=(2,))


def test_a_silent_bot_does_not_stop_two_persons() -> None:
    game = silent_bot()
    game.play(keep_silent)
    assert game.is_over
    assert game.is_genuine
    assert game.gone <= {2}
    assert any(2 in head.absences for head in game.people[1].head.closings())


def test_a_silent_bot_is_put_away_where_nobody_else_is_if_its_operator_agrees() -> None:
    game = silent_bot(Terms.NOBODY)
    game.play(keep_silent)
    assert game.is_over
    assert game.gone <= {2}


def test_a_silent_bot_is_late_only_if_its_operator_says_so_at_a_table_of_two() -> None:
    game = silent_bot()
    game.clocks[0].limit = 10**9
    game.play(keep_silent)
    assert not game.is_over
    assert not game.gone


def test_a_person_who_owes_finds_nobody_late_but_one_whose_bot_owes_does() -> None:
    game = silent_bot()
    owing, free = game.people.values()
    owing.find_late()
    assert not owing.late
    for person in (owing, free):
        person.sign(person.me, "a")
    owing.find_late()
    assert owing.late == {1, 2}


def test_a_bot_returns_only_with_its_operator() -> None:
    script = [Step((0, 1, 2, 3)), *(Step((1,)) for _ in range(6)), Step((0, 1, 2, 3))]
    game = Game(Table(3, tuple(script), operators=(0,)), 0)
    while 0 not in game.gone:
        game.tick()
    since = game.people[1].head.absences[3].since
    operator, bot = Return(0, since), Return(3, since)
    assert game.people[1].head.absences[0].since == since
    game.spread(bot)
    game.tick()
    assert game.gone == {0, 3}
    assert game.table.is_wrong(Answer(1, since, "a", (bot,)))
    assert not game.table.is_wrong(Answer(1, since, "a", tuple(sorted((operator, bot)))))
    game.spread(operator)
    game.tick()
    assert not game.gone


def test_patience_grows_with_views_that_decide_nothing() -> None:
    person = Person(table_of(3, (0, 1, 2)), 1)
    assert person.patience == 3
    person.promised = 6
    assert person.patience == 5
    person.promised = 1000
    assert person.patience == LONGEST


def test_patience_grows_with_each_resume_at_a_head() -> None:
    game = Game(table_of(4, (LIAR,), (0, 1, 2, 3)), LIAR)
    game.clocks[3].limit = 10**9
    starts: list[int] = []
    while len(starts) < 4:
        before = game.people[1].resumes
        game.tick()
        starts += [game.ticks] if game.people[1].resumes > before else []
    pauses = [b - a for a, b in pairwise(starts)]
    assert pauses == sorted(pauses)
    assert pauses[0] < pauses[-1]


def test_no_view_puts_anybody_away_before_the_game() -> None:
    table = Table(3, (Step((0, 1, 2), is_seed=True), Step((0, 1, 2))))
    root = table.root
    held = (Answer(1, root, "a"),)
    _, head = agreed(table, 1, *(Freeze(1, s, None, None, root, held, (0,)) for s in (1, 2)))
    assert head == root
    game = Game(table, LIAR)
    game.play(keep_silent, most=60)
    assert not game.gone
    assert game.highest_view == 0


def test_heads_do_not_depend_on_views() -> None:
    table = table_of(2, (0,), (0, 1))
    people = [Person(table, 0) for _ in range(2)]
    resume, _ = agreed(table, 1, *(Freeze(1, s, None, None, table.root) for s in (0, 1)))
    people[1].hear(resume, *(Acceptance(1, s, resume) for s in (0, 1)))
    for person in people:
        person.sign(0, "a")
    assert [person.view for person in people] == [0, 1]
    assert people[0].head == people[1].head
    one, two = (next(x for x in p.out if isinstance(x, Message)) for p in people)
    assert one != two
    assert table.contradiction(one, two) is None


def test_keys_after_the_end_keep_nobody_waiting() -> None:
    game = Game(table_of(3, (0, 1, 2)), LIAR)
    result = Message(Answer(LIAR, game.table.root, "a"), 0)
    game.play(lambda liar, tick: [result])
    assert game.is_over
    for _ in range(30):
        game.tick()
    assert game.highest_view == 0
    assert not game.gone


def test_a_liar_that_withholds_its_result_is_put_away_by_a_view() -> None:
    game = Game(table_of(3, (0, 1, 2)), LIAR)
    game.play(keep_silent)
    assert game.is_over
    assert game.gone == {LIAR}
    assert game.ends == 1
