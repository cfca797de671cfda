from collections.abc import Iterator
from random import Random

import pytest

from client.tables import HandReceived, Owed, PackReceived, PlayedAction, Table, TableEvent
from client.tables.local_table import Chair, LocalSeat, LocalTable, SetUp, shuffled
from engine.actions import BeginAge, Commit, Lay, OpenCard, OpenQuests, Pass, Pick, PlaceGods
from engine.decisions import CardDecision, PickDecision, TurnDecision
from engine.errors import BadPosition, Code, IllegalAction
from engine.knowledge import Knowledge
from engine.state import Options, Rulings
from engine.terms import Face, Phase, Seat
from engine.values import replace
from tests.builders import A, B


def set_up(players: int = 4, seed: int = 1, *, persons: int = 0, draft: bool = True) -> SetUp:
    chairs = tuple(
        Chair(f"seat {number}", "" if number < persons else "thrall") for number in range(players)
    )
    return shuffled(chairs, seed, Options(Rulings(draft=draft)))


def finished(table: LocalTable) -> LocalTable:
    for _ in table.play():
        pass
    assert table.is_over
    return table


def played_by_hand(table: LocalTable, seat: LocalSeat, chance: Random) -> Iterator[None]:
    """Play a person who answers anything; stop after every event."""
    while not table.is_over:
        if seat.owed is not None:
            seat.submit(chance.choice(seat.answers))
        else:
            assert seat.advance()
        yield


def knowledge_of(table: LocalTable) -> tuple[Knowledge, ...]:
    return tuple(table.knowledge(Seat(seat)) for seat in range(table.state.players))


def own_faces(known: Knowledge) -> tuple[Face, ...]:
    laid = () if known.laid is None else (known.laid,)
    return (*known.hand, *known.picks, *known.kept, *known.quests, *laid)


# ------------------------------------------------------------------------ dealing


def test_c2_packs_pass_to_the_left() -> None:
    table = LocalTable(set_up(3))
    while not table.knowledge(A).pack:
        table.step()
    first = {seat: set(table.knowledge(seat).pack) for seat in table.state.seats()}
    while len(table.knowledge(A).pack) == 8 or not table.knowledge(A).pack:
        table.step()
    for seat in table.state.seats():
        left = Seat((seat + 1) % 3)
        assert set(table.knowledge(left).pack) <= first[seat]


def test_c4_two_seats_pick_two_at_a_time_and_end_with_six() -> None:
    table = LocalTable(set_up(2))
    sizes = set()
    while table.state.phase is not Phase.ACTION:
        table.step()
        sizes.add(len(table.knowledge(A).pack))
    assert sizes == {0, 8, 6, 4}
    assert [clan.hand for clan in table.state.clans] == [6, 6]


def test_b3a_without_a_draft_everybody_is_dealt_six_cards_at_once() -> None:
    table = LocalTable(set_up(3, draft=False))
    while table.state.phase is not Phase.ACTION:
        table.step()
    assert [len(known.hand) for known in knowledge_of(table)] == [6, 6, 6]
    dealt = table.set_up.decks[0][:18]
    held = [face for known in knowledge_of(table) for face in known.hand]
    assert sorted(held) == sorted(dealt)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("draft", [True, False])
def test_known_hands_match_the_counted_hands_to_the_end(players: int, draft: bool) -> None:
    table = LocalTable(set_up(players, draft=draft))
    while not table.is_over:
        table.step()
        if table.state.phase is Phase.ACTION and not table.state.given:
            for known, clan in zip(knowledge_of(table), table.state.clans, strict=True):
                assert len(known.hand) == clan.hand
                assert len(known.quests) == clan.quests


# ------------------------------------------------------------------------ seats


def test_no_seat_receives_the_faces_of_others() -> None:
    """Cards of a seat were dealt to it, picked from its packs, or taken in the open."""
    table = LocalTable(set_up(4, seed=9))
    while not table.is_over:
        table.step()
        knows = knowledge_of(table)
        for known in knows:
            seen = {face for pack in known.seen for face in pack.faces} | set(known.pack)
            taken = set(own_faces(known))
            public = {
                face
                for other in knows
                if other.seat != known.seat
                for face in other.returned[known.seat]
            }
            assert taken <= seen | public


def test_a_local_seat_exposes_only_its_own_view() -> None:
    table = LocalTable(set_up(4, persons=1))
    seat: Table = table.seat(A)
    assert seat.seat == A
    assert seat.knowledge == table.knowledge(A)
    assert seat.knowledge.seat == A
    assert all(answer.seat == A for answer in seat.answers)


def test_a_seat_receives_only_its_own_packs() -> None:
    table = LocalTable(set_up(3, persons=1))
    seat = table.seat(A)
    packs = []
    for _ in played_by_hand(table, seat, Random(3)):
        packs += [event for event in seat.events() if isinstance(event, PackReceived)]
        if table.state.phase is Phase.ACTION:
            break
    assert [len(event.faces) for event in packs] == [8, 7, 6, 5, 4, 3]
    assert [event.faces for event in packs] == [pack.faces for pack in table.knowledge(A).seen]


def test_a_dealt_hand_is_reported_to_its_seat() -> None:
    table = LocalTable(set_up(3, persons=1, draft=False))
    seat = table.seat(A)
    for _ in played_by_hand(table, seat, Random(3)):
        if table.state.phase is Phase.ACTION:
            break
    hands = [event for event in seat.events() if isinstance(event, HandReceived)]
    assert [len(event.faces) for event in hands] == [6]
    assert hands[0].faces == table.knowledge(A).hand


def test_a_decision_is_reported_once() -> None:
    table = LocalTable(set_up(4, persons=1))
    seat = table.seat(A)
    told: list[TableEvent] = []
    for _ in played_by_hand(table, seat, Random(5)):
        told += seat.events()
    asked = sum(isinstance(event, Owed) for event in told)
    actions = [event.action for event in told if isinstance(event, PlayedAction)]
    own = [
        action
        for action in actions
        if not isinstance(action, BeginAge | PlaceGods | OpenCard | OpenQuests) and action.seat == A
    ]
    assert asked == len(own)
    assert len(own) < len(actions)


def test_events_are_the_whole_game_in_order() -> None:
    table = LocalTable(set_up(3))
    seat = table.seat(B)
    finished(table)
    told = [event for event in seat.events() if isinstance(event, PlayedAction)]
    assert len(told) == table.actions
    assert told[-1].state == table.state
    assert seat.events() == ()


def test_an_untaken_seat_keeps_no_events() -> None:
    table = finished(LocalTable(set_up(2)))
    assert table.seat(A).events() == ()


def test_bots_wait_for_a_person() -> None:
    table = LocalTable(set_up(3, persons=1))
    seat = table.seat(A)
    while seat.advance():
        pass
    assert seat.owed is not None
    assert not seat.advance()


def test_duties_are_done_for_the_seat() -> None:
    table = LocalTable(set_up(3, persons=3))
    chance = Random(1)
    seats = [table.seat(seat) for seat in table.state.seats()]
    laid = 0
    while not table.is_over:
        seat = next(seat for seat in seats if seat.owed is not None)
        intent = chance.choice(seat.answers)
        laid += isinstance(intent, Lay)
        seat.submit(intent)
    assert laid > 0


# ------------------------------------------------------------------------ refusals


def until(table: LocalTable, kind: type) -> LocalSeat:
    seat = table.seat(A)
    chance = Random(8)
    while not isinstance(seat.owed, kind):
        if seat.owed is not None:
            seat.submit(chance.choice(seat.answers))
        else:
            assert seat.advance()
    return seat


def test_an_unasked_answer_is_rejected() -> None:
    table = LocalTable(set_up(3, persons=1))
    until(table, TurnDecision)
    with pytest.raises(IllegalAction) as refused:
        table.seat(B).submit(Pass(B))
    assert refused.value.refusal.code is Code.NOT_OWED


def test_an_answer_for_another_seat_is_rejected() -> None:
    seat = until(LocalTable(set_up(3, persons=1)), TurnDecision)
    with pytest.raises(IllegalAction) as refused:
        seat.submit(Pass(B))
    assert refused.value.refusal.code is Code.NOT_YOUR_ANSWER


def test_only_cards_in_hand_can_be_played() -> None:
    table = LocalTable(set_up(3, persons=1, seed=2))
    seat = until(table, CardDecision)
    foreign = next(face for face in table.set_up.decks[2] if face not in seat.knowledge.hand)
    before = table.state
    with pytest.raises(IllegalAction) as refused:
        seat.submit(Lay(A, foreign))
    assert refused.value.refusal.code is Code.NOT_IN_HAND
    assert table.state == before


def test_a_pick_of_another_number_of_cards_is_rejected() -> None:
    seat = until(LocalTable(set_up(3, persons=1)), PickDecision)
    with pytest.raises(IllegalAction) as refused:
        seat.submit(Pick(A, seat.knowledge.pack[:2]))
    assert refused.value.refusal.code is Code.WRONG_COUNT


def test_only_quests_can_be_committed() -> None:
    seat = until(LocalTable(set_up(3, persons=1)), TurnDecision)
    other = next(face for face in seat.knowledge.hand if not face.card.startswith("quest-"))
    with pytest.raises(IllegalAction) as refused:
        seat.submit(Commit(A, other))
    assert refused.value.refusal.code is Code.NOT_A_QUEST


# ------------------------------------------------------------------------ the same game again


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_same_seed_gives_the_same_game(players: int) -> None:
    one, other = (tuple(LocalTable(set_up(players, seed=4)).play()) for _ in range(2))
    assert one == other


def test_other_seeds_give_other_games() -> None:
    games = [finished(LocalTable(set_up(seed=seed))) for seed in range(4)]
    assert len({game.state for game in games}) == 4


def test_watching_a_seat_changes_nothing() -> None:
    alone, watched = LocalTable(set_up(seed=6)), LocalTable(set_up(seed=6))
    watched.seat(A)
    assert finished(alone).state == finished(watched).state


def test_a_bot_of_an_unknown_level_is_rejected() -> None:
    chairs = (Chair("one", "thrall"), Chair("two", "king"))
    with pytest.raises(ValueError, match="king"):
        LocalTable(shuffled(chairs, 1, Options()))


def test_a_deck_with_an_extra_card_is_rejected() -> None:
    fair = set_up(2)
    first, *rest = fair.decks
    with pytest.raises(ValueError, match="deck of Age 1"):
        LocalTable(replace(fair, decks=((first[1], *first[1:]), *rest)))


def test_an_impossible_set_up_is_rejected() -> None:
    fair = set_up(2)
    layout = replace(fair.layout, destroyed=())
    with pytest.raises(BadPosition):
        LocalTable(replace(fair, layout=layout))
