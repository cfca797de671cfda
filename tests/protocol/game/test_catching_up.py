from __future__ import annotations

from random import Random

import pytest

from client.tables.new_seats import new_seat
from engine.state import Options
from protocol.cards.card_faces import cards_digest
from protocol.charter import Charter
from protocol.errors import BadProof, Reason, RemoteProtocolError
from protocol.game.catching_up import Rejoin
from protocol.game.events import Work
from protocol.game.step_table import StepKind
from protocol.wire.identity import Identity
from protocol.wire.packets import Here, Signed, read_packet
from protocol.wire.venues import Venue
from tests.adversary.scenes import kind, scene

QUESTION = bytes(range(16))


def persons(count: int) -> tuple[Charter, list[Identity]]:
    random = Random(count).randbytes
    keys = [Identity(random(32)) for _ in range(count)]
    names = ("Astrid", "Bo", "Cyra", "Dag", "Eir")
    hellos = tuple(
        new_seat(key, name, random=random).hello for key, name in zip(keys, names, strict=False)
    )
    return Charter(hellos, Options(), cards_digest(Options())), keys


def told(back: Rejoin, step: int, *have: int) -> Signed:
    packet = read_packet(back.say(step, have))
    assert isinstance(packet, Signed)
    return packet


def is_stuck(back: Rejoin) -> bool:
    return back.is_stuck


def ticks(back: Rejoin, count: int) -> None:
    for _ in range(count):
        back.tick()


def test_a_client_that_begins_a_game_may_decide_at_once() -> None:
    charter, keys = persons(3)
    assert Rejoin(charter, keys[0], 1, b"").may_decide(0, ())


@pytest.mark.parametrize(("players", "answers"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_after_a_restart_decisions_wait_until_more_than_half_report_their_step(
    players: int, answers: int
) -> None:
    charter, keys = persons(players)
    back = Rejoin(charter, keys[0], 2, QUESTION)
    others = [Rejoin(charter, key, 1, b"") for key in keys[1:]]
    asked = told(back, 4)
    for other in others[:answers]:
        ticks(back, 100)
        assert not back.may_decide(4, ())
        assert other.hear(asked)
        back.hear(told(other, 4))
    ticks(back, 5)
    assert back.may_decide(4, ())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_after_a_restart_the_last_peers_get_some_ticks_to_answer(players: int) -> None:
    charter, keys = persons(players)
    back = Rejoin(charter, keys[0], 2, QUESTION)
    asked = told(back, 4)
    for key in keys[1:]:
        assert not back.may_decide(4, ())
        other = Rejoin(charter, key, 1, b"")
        other.hear(asked)
        back.hear(told(other, 4))
    assert back.may_decide(4, ())


def test_a_lie_about_the_current_step_causes_no_second_decision() -> None:
    charter, keys = persons(3)
    back = Rejoin(charter, keys[0], 2, QUESTION)
    liar, other = (Rejoin(charter, key, 1, b"") for key in keys[1:])
    asked = told(back, 4)
    liar.hear(asked)
    back.hear(told(liar, 4))
    assert not back.may_decide(4, ())
    other.hear(asked)
    back.hear(told(other, 9))
    ticks(back, 1)
    assert not back.may_decide(4, ())
    assert back.may_decide(9, ())


def test_after_a_restart_nothing_is_decided_while_behind() -> None:
    charter, keys = persons(2)
    back, other = Rejoin(charter, keys[0], 2, QUESTION), Rejoin(charter, keys[1], 1, b"")
    other.hear(told(back, 4))
    back.hear(told(other, 7))
    assert not back.may_decide(6, ())
    assert back.may_decide(7, ())


def test_packets_from_before_the_question_do_not_answer_it() -> None:
    charter, keys = persons(2)
    other = Rejoin(charter, keys[1], 1, b"")
    old = told(other, 4)
    back = Rejoin(charter, keys[0], 2, QUESTION)
    back.hear(old)
    assert not back.may_decide(4, ())


def test_clients_that_restart_together_answer_each_other() -> None:
    charter, keys = persons(3)
    back = [Rejoin(charter, key, 2, bytes([at]) * 16) for at, key in enumerate(keys)]
    for _ in range(2):
        for one in back:
            said = told(one, 4)
            for other in back:
                other.hear(said)
    assert all(one.may_decide(4, ()) for one in back)


def test_a_client_that_lost_count_of_its_starts_is_still_heard() -> None:
    """The end of the journal is gone, and with it the number of starts."""
    charter, keys = persons(2)
    other = Rejoin(charter, keys[1], 1, b"")
    for step in range(50):
        other.hear(told(Rejoin(charter, keys[0], 9, b""), step))
        other.tick()
    back = Rejoin(charter, keys[0], 2, QUESTION)
    assert other.hear(told(back, 4))
    assert other.hear(told(back, 4))
    back.hear(told(other, 4))
    assert back.may_decide(4, ())


def test_a_replayed_question_is_not_answered_again() -> None:
    charter, keys = persons(2)
    back, other = Rejoin(charter, keys[0], 2, QUESTION), Rejoin(charter, keys[1], 1, b"")
    asked = told(back, 4)
    assert other.hear(asked)
    assert not other.hear(asked)
    assert other.hear(told(back, 4))
    assert not other.hear(asked)


def test_a_client_that_forgot_its_answer_waits_for_its_own_message() -> None:
    charter, keys = persons(2)
    back, other = Rejoin(charter, keys[0], 2, QUESTION, (0,)), Rejoin(charter, keys[1], 1, b"")
    other.hear(told(back, 4))
    back.hear(told(other, 4, 0, 1))
    assert not back.may_decide(4, (1,))
    assert back.may_decide(4, (0,))


def test_a_client_that_stays_behind_is_stuck_after_some_ticks() -> None:
    charter, keys = persons(3)
    back = Rejoin(charter, keys[0], 2, QUESTION)
    ticks(back, 100)
    assert not is_stuck(back)
    others = [Rejoin(charter, key, 1, b"") for key in keys[1:]]
    for step in range(3, 6):
        asked = told(back, step)
        for other in others:
            other.hear(asked)
            back.hear(told(other, 9))
        ticks(back, 19)
        assert not is_stuck(back)
    ticks(back, 1)
    assert is_stuck(back)
    assert not back.may_decide(5, ())


def test_the_later_of_two_starts_continues() -> None:
    charter, keys = persons(2)
    old, new = Rejoin(charter, keys[0], 5, b""), Rejoin(charter, keys[0], 6, b"")
    old.hear(told(new, 4))
    new.hear(told(old, 4))
    assert old.is_superseded
    assert not old.may_decide(4, ())
    assert new.may_decide(4, ())


def test_packets_of_another_table_are_ignored() -> None:
    charter, keys = persons(2)
    elsewhere, _ = persons(3)
    other = Rejoin(elsewhere, keys[1], 1, b"")
    back = Rejoin(charter, keys[0], 2, QUESTION)
    other.hear(told(back, 4))
    assert not back.hear(told(other, 4))
    assert not back.may_decide(4, ())


def test_packets_in_the_name_of_another_are_refused() -> None:
    charter, keys = persons(2)
    forged = Signed(keys[1].public, Venue.table(charter.table_id), 9, Here(9, 4, b"", ()))
    with pytest.raises(RemoteProtocolError):
        read_packet(forged.pack(keys[0]))


def test_answers_to_a_flood_are_limited() -> None:
    charter, keys = persons(2)
    own, other = Rejoin(charter, keys[0], 1, b""), Rejoin(charter, keys[1], 1, QUESTION)
    answers = sum(bool(own.hear(told(other, 4))) for _ in range(1000))
    assert answers < 20


@pytest.mark.parametrize("size", [1, 15, 17])
def test_questions_of_another_length_are_refused(size: int) -> None:
    charter, keys = persons(2)
    odd = Signed(keys[0].public, Venue.table(charter.table_id), 1, Here(1, 4, bytes(size), ()))
    with pytest.raises(RemoteProtocolError, match="question"):
        read_packet(odd.pack(keys[0]))


def test_a_restarted_old_copy_takes_a_number_above_all_earlier_starts() -> None:
    charter, keys = persons(2)
    before, again = Rejoin(charter, keys[0], 9, b""), Rejoin(charter, keys[0], 3, QUESTION)
    again.hear(told(before, 4))
    before.hear(told(again, 4))
    assert again.instance == 10
    assert before.is_superseded
    assert not again.is_superseded


def test_one_of_two_copies_started_at_once_continues() -> None:
    charter, keys = persons(2)
    copies = [Rejoin(charter, keys[0], 3, bytes([at]) * 16) for at in (1, 2)]
    other = Rejoin(charter, keys[1], 1, b"")
    for _ in range(4):
        for one in (*copies, other):
            said = told(one, 4)
            for hearer in (*copies, other):
                if hearer is not one:
                    hearer.hear(said)
    assert [one.may_decide(4, ()) for one in copies].count(True) == 1


def test_a_message_whose_proofs_are_still_checked_is_not_asked_for_again() -> None:
    table = scene(kind(StepKind.SHUFFLE))
    seat = table.honest[0]
    (work,) = [one for one in seat.receive(table.true.to_bytes()) if isinstance(one, Work)]
    assert table.cheater in seat.standing().have
    table.handle(seat.signer, seat.done(work.number, BadProof(Reason.SHUFFLE_PROOF, "shuffle")))
    assert table.cheater not in seat.standing().have
