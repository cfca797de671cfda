from __future__ import annotations

import pytest

from client.text.glory import GlorySource, glory_curve, glory_rows, headings, origin_of
from engine.cards import CARDS
from engine.changes import GainGlory, LoseGlory
from engine.terms import CardId, Kind, Reward, Seat
from tests.builders import A, B
from tests.client.text.sagas import game


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_the_parts_of_a_game_add_up_to_its_final_glory(players: int, seed: int) -> None:
    played = game(players, seed)
    rows = glory_rows((applied.story for applied in played), players)
    final = played[-1].state.clans
    assert {row.seat: row.total for row in rows} == {
        Seat(number): clan.glory for number, clan in enumerate(final)
    }
    assert all(sum(row.parts) == row.total for row in rows)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 3)])
def test_the_curve_has_the_glory_of_all_after_every_action(players: int, seed: int) -> None:
    played = game(players, seed)
    curve = glory_curve((applied.story for applied in played), players)
    assert curve.points[0] == (0,) * players
    assert curve.points[1:] == tuple(
        tuple(clan.glory for clan in applied.state.clans) for applied in played
    )
    assert len(curve.ages) == 3


def test_losses_count_against_their_column() -> None:
    card = CardId("lokis-backstab")
    story = (LoseGlory(A, 2, card, 0), GainGlory(B, 2, card, 2))
    rows = {row.seat: row for row in glory_rows([story], 2)}
    assert rows[A].parts[GlorySource.BATTLES] == -2
    assert rows[B].parts[GlorySource.BATTLES] == 2


def test_sources_have_the_expected_columns() -> None:
    assert origin_of(Reward.TOKEN) is GlorySource.PILLAGE
    assert origin_of(CardId("frost-giant")) is GlorySource.PILLAGE
    assert origin_of(CardId("quest-alfheim")) is GlorySource.QUESTS
    assert origin_of(CardId("thors-hammer")) is GlorySource.BATTLES
    assert origin_of(CardId("valkyrie")) is GlorySource.BATTLES
    assert origin_of(CardId("lokis-wrath")) is GlorySource.VALHALLA
    assert origin_of(CardId("fire-dragons")) is GlorySource.VALHALLA
    assert origin_of(CardId("thors-conquest")) is GlorySource.OTHER
    assert origin_of(Reward.STATS) is GlorySource.STATS


def test_every_card_has_a_column_and_every_column_a_heading() -> None:
    assert len(headings()) == len(GlorySource)
    for card in CARDS.values():
        if card.kind is not Kind.UPGRADE:
            assert origin_of(card.id) is not GlorySource.OTHER
