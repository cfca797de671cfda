from __future__ import annotations

from client.presenter.battle_narrator import battle_rows, outlook, rows_now
from client.ui.view import BattleRow
from engine.preview import card_outcomes
from engine.story import CompareNote
from tests.builders import A, B, seat, table


def test_a_row_has_the_strength_by_source() -> None:
    game = table(
        A=seat(gimle="WWL", west="S", upgrades="experts-in-arms", hand="tyrs-smash"),
        B=seat(gimle="W", hand="tyrs-bash"),
    ).play("A pillage gimle", "A card tyrs-smash", "B card tyrs-bash")
    (note,) = game.told(CompareNote)
    rows = battle_rows(note.totals, ("Tyr's Smash +3", "Tyr's Bash +2"), A)
    assert rows[0] == BattleRow(
        A, "2 Warriors+Leader+ship", 5, 2, 2, "Tyr's Smash +3", 3, 12, winner=True
    )
    assert rows[1].total == 3
    assert not rows[1].winner


def test_face_down_cards_stay_hidden() -> None:
    game = table(
        A=seat(gimle="W", hand="tyrs-smash"), B=seat(gimle="W", hand="tyrs-bash"), C=seat(gimle="W")
    ).play("A pillage gimle", "A card tyrs-smash")
    assert [row.card for row in rows_now(game.state)] == ["face down", "choosing", "no card"]


def test_a_card_is_described_by_its_outcome() -> None:
    game = table(
        A=seat(gimle="W", hand="tyrs-smash quest-alfheim"), B=seat(gimle="WW", hand="tyrs-bash")
    ).play("A pillage gimle")
    told = {
        outcome.face.card: outlook(outcome, A)
        for outcome in card_outcomes(game.state, game.knowledge[A])
        if outcome.face is not None
    }
    assert told == {"tyrs-smash": "ahead by 2", "quest-alfheim": "behind by 1"}


def test_a_level_total_is_said_to_kill_all() -> None:
    game = table(A=seat(gimle="W", hand="quest-alfheim"), B=seat(gimle="W", hand="tyrs-bash")).play(
        "A pillage gimle"
    )
    (outcome,) = card_outcomes(game.state, game.knowledge[A])
    assert outlook(outcome, B) == "level: a tie kills all"
