"""A silent machine: the others vote, or a clock times out; and it returns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.online.participants import vote_along
from client.presenter.returning import knocking_sentence, own_absence_sentence
from client.presenter.statuses import absence_sentence, continue_without, silence_sentence
from client.tables.network_table import NetworkTable
from client.tables.waiting import Silence, Stake, stake_of, without_their_bots
from engine.decisions import CardDecision, ClanDecision, OpenPlayDecision, TurnDecision
from engine.terms import Place, Seat
from engine.values import replace
from protocol.charter import NO_CLOCK, Clock, ClockKind
from protocol.game.events import CardUnopened
from protocol.game.step_table import StepKind
from protocol.quorum import Quorum
from protocol.record.record import verify_record
from tests.client.tables.machines import Machines

TEN = 10.0


class Strangers(Machines):
    """A table at which all but one have to agree."""

    quorum = Quorum.ALL_BUT_ONE


class Evening:
    """Machines with a clock that a test moves."""

    def __init__(
        self,
        directory: Path,
        clock: Clock,
        persons: int = 3,
        bots: int = 0,
        seed: int = 1,
        kind: type[Machines] = Machines,
    ) -> None:
        self.now = 0.0
        self.machines = kind(persons, directory, seed=seed, bots=bots, clock=clock)
        for machine in self.machines.machines:
            machine.table._clock = lambda: self.now

    def wait(self, seconds: float) -> None:
        """Let time pass without an answer."""
        until = self.now + seconds
        while self.now < until:
            self.now += TEN
            self.machines.settle()

    def table(self, at: int) -> NetworkTable:
        return self.machines.machines[at].table

    def lose(self, at: int) -> None:
        """Kill a machine as soon as the game has begun."""
        self.machines.settle()
        self.machines.kill(at)

    def lose_who_is_asked(self) -> int:
        """Kill the machine of the only person who has to decide."""
        machines = self.machines
        while True:
            machines.settle()
            asked = [at for at, one in enumerate(machines.machines) if one.table.owed is not None]
            if len(asked) == 1:
                machines.kill(asked[0])
                return asked[0]
            machines.play(1)


def asks(table: NetworkTable) -> bool:
    """Whether the person may vote to continue without somebody."""
    return table.silence is not None


@pytest.fixture
def evening(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    clock: Clock = getattr(request, "param", NO_CLOCK)
    made = Evening(tmp_path, clock)
    yield made
    made.machines.close()


def test_people_vote_after_two_minutes_and_continue_once_enough_agree(evening: Evening) -> None:
    gone = evening.lose_who_is_asked()
    first, second = [evening.table(at) for at in range(3) if at != gone]
    evening.wait(100)
    assert not asks(first)
    told = continue_without(first, silence_sentence)
    assert re.fullmatch(r"\w+ can still answer. You can go on without them in 0:[0-5]\d\.", told)
    evening.wait(40)
    silence = first.silence
    assert silence is not None
    assert (silence.agreed, silence.needed, silence.may_agree) == (0, 2, True)
    told = silence_sentence(silence)
    assert silence.names[0] in told
    assert "0 of 2" in told
    first.go_on_without()
    evening.wait(10)
    assert first.silence is not None
    told = silence_sentence(first.silence)
    assert told.startswith(f"You want to go on without {silence.names[0]}, silent for")
    assert told.endswith("1 more is needed.")
    assert not first.away
    asked = second.silence
    assert asked is not None
    assert (asked.agreed, asked.may_agree) == (1, True)
    names = silence.names
    request = f"{first.charter.names[first.person]} wants to go on without {silence.names[0]}"
    assert silence_sentence(asked).startswith(request)
    told = silence_sentence(asked)
    assert told.endswith(f"1 more is needed: G, or wait. The rules then answer for {names[0]}.")
    second.go_on_without()
    evening.wait(20)
    assert len(first.away) == len(second.away) == 1
    (absence,) = first.absences
    assert silence.names[0] in absence_sentence(absence, first.charter.names, first.person)


def test_holders_that_did_not_open_a_card_are_named_with_its_owner() -> None:
    lost = CardUnopened(step=40, owner=0, holders=(1, 2))
    told = absence_sentence(lost, ("Astrid", "Bo", "Cid"), 1)
    assert told == "Bo, Cid: did not open the card of Astrid, which is lost."


@pytest.mark.parametrize("evening", [Clock(ClockKind.HARD, 60, 60)], indirect=True)
def test_a_hard_clock_continues_by_itself_when_the_bank_is_empty(evening: Evening) -> None:
    gone = evening.lose_who_is_asked()
    others = [evening.table(at) for at in range(3) if at != gone]
    evening.wait(100)
    assert not any(table.away for table in others)
    evening.wait(60)
    assert all(len(table.away) == 1 for table in others)


def test_two_of_three_that_cannot_go_on_are_told_what_lets_one_of_them_in(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Clock(ClockKind.HARD, 60), kind=Strangers)
    machines = evening.machines
    back = evening.lose_who_is_asked()
    evening.wait(120)
    while True:
        machines.settle()
        asked = [at for at in range(3) if at != back and evening.table(at).owed is not None]
        if len(asked) == 1:
            break
        machines.play(1)
    (lost,) = asked
    (left,) = {0, 1, 2} - {back, lost}
    machines.kill(lost)
    machines.come_back(back)
    for at in (left, back):
        evening.table(at)._clock = lambda: evening.now
        evening.table(at).unheard = lambda: (lost,)
    evening.wait(120)
    names = evening.table(left).charter.names
    silence = evening.table(left).silence
    assert silence is not None
    assert not silence.possible
    assert knocking_sentence(evening.table(left)) == (
        f"{names[back]} is here again, but has no vote until let in: for that {names[lost]} must "
        "answer."
    )
    told = f"You are away. To let you in, {names[lost]} must answer first."
    assert own_absence_sentence(evening.table(back)) == f"{told} Not connected: {names[lost]}."
    assert own_absence_sentence(evening.table(left)) == ""
    assert knocking_sentence(evening.table(back)) == ""
    evening.table(back).unheard = tuple
    assert own_absence_sentence(evening.table(back)) == told
    machines.come_back(lost)
    machines.play(3)
    assert own_absence_sentence(evening.table(back)) == ""
    machines.close()


@pytest.mark.parametrize("evening", [Clock(ClockKind.HARD, 60)], indirect=True)
@pytest.mark.slow
def test_an_absent_player_returns_by_itself_and_plays_to_the_end(evening: Evening) -> None:
    gone = evening.lose_who_is_asked()
    evening.wait(120)
    evening.machines.play(3)
    evening.machines.come_back(gone)
    evening.machines.play()
    tables = [evening.table(at) for at in range(3)]
    assert len({table.closed for table in tables}) == 1
    assert tables[0].closed is not None
    assert not tables[0].away
    for table in tables:
        assert verify_record(table.record()).away == ()


@pytest.mark.parametrize("evening", [Clock(ClockKind.HARD, 60)], indirect=True)
@pytest.mark.slow
def test_an_absent_player_who_restarts_does_not_contradict_itself(evening: Evening) -> None:
    gone = evening.lose_who_is_asked()
    evening.wait(120)
    other = next(at for at in range(3) if at != gone)
    evening.machines.kill(other)
    evening.machines.come_back(other)
    evening.machines.machines[other].table._clock = lambda: evening.now
    evening.machines.come_back(gone)
    evening.machines.play()
    assert not evening.machines.troubles
    assert len({evening.table(at).closed for at in range(3)}) == 1


@pytest.mark.slow
def test_a_bot_leaves_and_returns_with_its_operator(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Clock(ClockKind.HARD, 60), bots=1)
    machines = evening.machines
    evening.lose(0)
    table = evening.table(1)
    for _ in range(6):
        machines.play(2)
        evening.wait(70)
    session = table.sessions[1]
    assert set(session.away) == {0, 3}
    assert dict(table.away_for()).keys() == {"Astrid", "bot-0"}
    machines.come_back(0)
    machines.play()
    assert not session.away
    assert len({evening.table(at).closed for at in range(3)}) == 1
    assert not machines.troubles
    machines.close()


def with_a_silent_bot(directory: Path, clock: Clock) -> Evening:
    """Return two persons who wait for a bot of the first one, which answers nothing any more."""
    evening = Evening(directory, clock, persons=2, bots=1, seed=1)
    evening.table(0)._bots.clear()
    while evening.table(0).sessions[0].waiting_for != (2,):
        assert evening.machines.play(1)
    return evening


def test_a_silent_bot_does_not_stop_a_table_of_two(tmp_path: Path) -> None:
    evening = with_a_silent_bot(tmp_path, NO_CLOCK)
    tables = [evening.table(at) for at in (0, 1)]
    evening.wait(140)
    for table in tables:
        silence = table.silence
        assert silence is not None
        assert (silence.names, silence.may_agree) == (("bot-0",), True)
    tables[1].go_on_without()
    evening.wait(140)
    assert not any(table.away for table in tables)
    tables[0].go_on_without()
    evening.wait(140)
    assert [dict(table.away_for()).keys() for table in tables] == [{"bot-0"}] * 2
    assert not evening.machines.troubles
    evening.machines.close()


def test_a_hard_clock_goes_on_without_a_silent_bot(tmp_path: Path) -> None:
    evening = with_a_silent_bot(tmp_path, Clock(ClockKind.HARD, 60))
    evening.wait(140)
    for at in (0, 1):
        assert dict(evening.table(at).away_for()).keys() == {"bot-0"}
    evening.machines.close()


def test_one_of_two_can_only_wait(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Clock(ClockKind.HARD, 60), persons=2)
    left = evening.table(1 - evening.lose_who_is_asked())
    evening.wait(120)
    silence = left.silence
    assert silence is not None
    assert not silence.possible
    assert not silence.may_agree
    assert "too few are left" in silence_sentence(silence)
    assert not left.away
    evening.machines.close()


def test_a_silent_player_is_told_that_the_others_continue(evening: Evening) -> None:
    machines = evening.machines
    machines.settle()
    while sum(one.table.owed is not None for one in machines.machines) != 1:
        machines.play(1)
    slow = next(one.table for one in machines.machines if one.table.owed is not None)
    others = [one.table for one in machines.machines if one.table is not slow]
    evening.wait(140)
    assert not asks(slow)
    others[0].go_on_without()
    evening.wait(10)
    assert slow.silence is not None
    assert slow.silence.is_me
    assert "Answer now" in silence_sentence(slow.silence)
    slow.submit(slow.answers[0])
    evening.wait(10)
    assert not others[0].away
    machines.play(5)
    assert not any(one.table.away for one in machines.machines)


def test_voters_are_named_in_the_order_of_their_votes(tmp_path: Path) -> None:
    evening = Evening(tmp_path, NO_CLOCK, persons=5)
    gone = evening.lose_who_is_asked()
    evening.wait(140)
    first, second, third, _ = sorted((at for at in range(5) if at != gone), reverse=True)
    names = evening.machines.charter.names
    evening.table(first).go_on_without()
    evening.wait(10)
    evening.table(second).go_on_without()
    evening.wait(10)
    asked, agreed = evening.table(third).silence, evening.table(second).silence
    assert asked is not None
    assert agreed is not None
    assert (asked.others, asked.lacking) == ((names[first], names[second]), 1)
    told = silence_sentence(asked)
    assert told.startswith(
        f"{names[first]} and {names[second]} want to go on without {names[gone]}"
    )
    assert "1 more is needed: G, or wait." in told
    assert silence_sentence(agreed).startswith(f"{names[first]} and you want to go on without")
    evening.machines.close()


def test_a_silent_person_is_named_without_their_bots(tmp_path: Path) -> None:
    evening = Evening(tmp_path, NO_CLOCK, bots=2)
    charter = evening.machines.charter
    assert without_their_bots(charter, (0, 3, 4)) == (0,)
    assert without_their_bots(charter, (1, 3)) == (1, 3)
    evening.machines.close()


SILENT = Silence(("Bo",), 130.0, ("Cyra",), agrees=False, needed=3, may_agree=True, possible=True)


@pytest.mark.parametrize(
    ("stake", "cost", "own"),
    [
        (
            Stake.AGE,
            "That costs Bo the rest of the Age, and all Rage left.",
            "Silence costs you the rest of the Age, and all Rage left.",
        ),
        (
            Stake.DEAL,
            "That costs Bo all new cards of this Age.",
            "Silence costs you all new cards of this Age.",
        ),
        (
            Stake.CARD,
            "That costs Bo the card in this battle.",
            "Silence costs you your card in this battle.",
        ),
        (
            Stake.ANSWER,
            "The rules then answer for Bo.",
            "If you are silent, the rules answer for you.",
        ),
        (Stake.NOTHING, "or wait.", "Answer now."),
    ],
)
def test_voters_and_the_silent_read_the_cost_before_the_vote(
    stake: Stake, cost: str, own: str
) -> None:
    asked = replace(SILENT, stake=stake)
    assert silence_sentence(asked).endswith(cost)
    assert silence_sentence(replace(asked, others=())).endswith(cost)
    assert silence_sentence(replace(asked, is_me=True)).endswith(own)
    assert silence_sentence(replace(asked, may_agree=False)).endswith("2 more are needed.")


def test_the_cost_follows_from_the_step_and_its_question() -> None:
    turn, clan = TurnDecision(Seat(0)), ClanDecision(Seat(0))
    card = CardDecision(Seat(0), Place.GIMLE)
    assert stake_of(StepKind.PICK, ()) is stake_of(StepKind.SHUFFLE, ()) is Stake.DEAL
    assert stake_of(StepKind.ACT, (turn,)) is Stake.AGE
    assert stake_of(StepKind.AGE_COMMIT, ()) is stake_of(StepKind.AGE_REVEAL, ()) is Stake.DEAL
    assert stake_of(StepKind.ACT, (OpenPlayDecision(card.seat, card.place),)) is Stake.CARD
    assert stake_of(StepKind.SEAL, (card, replace(card, seat=Seat(1)))) is Stake.CARD
    assert stake_of(StepKind.ACT, (clan,)) is Stake.ANSWER
    assert stake_of(StepKind.RESULT, ()) is stake_of(StepKind.OPEN_SEALED, ()) is Stake.NOTHING


def test_votes_beyond_those_needed_are_not_counted_to_the_silent() -> None:
    late = replace(SILENT, others=("Cyra", "Dag", "Eir", "Finn"), is_me=True)
    assert silence_sentence(late) == "Cyra, Dag, Eir and Finn go on without you."


def test_a_program_that_has_not_waited_itself_names_no_time() -> None:
    told = silence_sentence(replace(SILENT, seconds=0.0, is_over=False))
    assert told == "Cyra wants to go on without Bo. 2 more are needed: G, or wait."


def test_too_few_are_left_if_the_others_who_could_vote_are_not_heard(evening: Evening) -> None:
    gone = evening.lose_who_is_asked()
    first, other = [evening.table(at) for at in range(3) if at != gone]
    name = first.charter.names[gone]
    first.unheard = lambda: {gone, other.person}
    evening.wait(100)
    told = continue_without(first, silence_sentence)
    assert told == f"Too few are here to go on without {name}."
    evening.wait(40)
    told = continue_without(first, silence_sentence)
    assert re.fullmatch(rf"{name} silent for .*; too few are left to go on\. Wait, or .*", told)
    evening.wait(10)
    assert other.silence is not None
    assert other.silence.agreed == 0
    other.go_on_without()
    evening.wait(10)
    assert first.silence is not None
    assert first.silence.possible


def test_a_bot_in_the_seat_of_a_person_votes_only_after_somebody_else(evening: Evening) -> None:
    gone = evening.lose_who_is_asked()
    first, second = [evening.table(at) for at in range(3) if at != gone]
    evening.wait(140)
    vote_along(second)
    evening.wait(10)
    assert first.silence is not None
    assert first.silence.agreed == 0
    first.go_on_without()
    evening.wait(10)
    vote_along(second)
    evening.wait(20)
    assert len(first.away) == 1


def test_a_person_without_a_vote_reads_that_the_others_decide() -> None:
    told = silence_sentence(replace(SILENT, others=(), may_agree=False))
    assert told == ("Bo silent for 2:10. The others decide whether to go on; you have no vote now.")


def test_votes_still_count_after_a_view_that_decided_to_wait(tmp_path: Path) -> None:
    evening = Evening(tmp_path, NO_CLOCK, persons=4)
    gone = evening.lose_who_is_asked()
    evening.wait(140)
    first, second, third = [at for at in range(4) if at != gone]
    for at in (first, second):
        evening.table(at).go_on_without()
        evening.wait(30)
    asked = evening.table(third).silence
    assert asked is not None
    names = evening.machines.charter.names
    assert sorted(asked.others) == sorted((names[first], names[second]))
    assert (asked.lacking, asked.may_agree) == (1, True)
    evening.table(third).go_on_without()
    evening.wait(60)
    assert evening.table(first).away
    evening.machines.close()


def test_a_table_that_waits_for_everybody_says_so() -> None:
    told = silence_sentence(replace(SILENT, waits_for_all=True, possible=False, may_agree=False))
    assert told == (
        "Bo silent for 2:10; this table waits for everybody. Wait, or leave: it is saved."
    )


def test_nobody_is_promised_to_go_on_at_a_table_that_waits_for_everybody(evening: Evening) -> None:
    gone = evening.lose_who_is_asked()
    table = evening.table(next(at for at in range(3) if at != gone))
    table.charter = replace(table.charter, quorum=Quorum.NOBODY)
    evening.wait(10)
    assert continue_without(table, silence_sentence).startswith("This table waits for everybody")
    evening.wait(130)
    assert "this table waits for everybody" in continue_without(table, silence_sentence)
