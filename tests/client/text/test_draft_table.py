from __future__ import annotations

from collections import Counter

import pytest

from client.text.draft_table import drafted
from engine.battle_changes import ReturnCard, RevealCard, TakeCard
from engine.changes import KeepCard, PlayUpgrade
from engine.terms import Age, CardId, Face, Seat
from tests.builders import A, B
from tests.client.replay.watching import retold
from tests.client.text.sagas import game

CARD = Face(CardId("tyrs-bash"), Age.ONE)


def test_with_all_hands_open_every_card_kept_in_the_drafts_is_named() -> None:
    told = retold()
    known = dict(enumerate(told.moments[-1].knowledge))
    stories = [one.applied.story for one in told.moments if one.applied is not None]
    rows = drafted(stories, 2, {Seat(seat): one for seat, one in known.items()})
    assert len(rows) == 6
    for row in rows:
        kept = [pack.kept for pack in known[row.seat].seen if pack.age is row.age]
        assert Counter(row.faces) == Counter(face for faces in kept for face in faces)
        assert row.is_whole


def test_cards_played_openly_were_drafted() -> None:
    told = retold()
    known = {Seat(seat): one for seat, one in enumerate(told.moments[-1].knowledge)}
    stories = [one.applied.story for one in told.moments if one.applied is not None]
    whole = drafted(stories, 2, known)
    for row, all_of_it in zip(drafted(stories, 2, {}), whole, strict=True):
        assert not row.is_whole
        assert Counter(row.faces) <= Counter(all_of_it.faces)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 3)])
def test_without_hands_only_open_cards_are_named(players: int, seed: int) -> None:
    rows = drafted((one.story for one in game(players, seed)), players, {})
    assert any(row.faces for row in rows)
    assert not any(row.is_whole for row in rows)


def test_a_card_that_comes_back_or_is_taken_counts_once() -> None:
    story = (
        RevealCard(A, CARD),
        ReturnCard(A, CARD),
        RevealCard(A, CARD),
        TakeCard(B, A, CARD),
        PlayUpgrade(B, CARD, None),
    )
    rows = {(row.seat, row.age): row.faces for row in drafted([story], 2, {})}
    assert rows[A, Age.ONE] == (CARD,)
    assert rows[B, Age.ONE] == ()


def test_a_hand_given_up_is_forgotten() -> None:
    story = (
        RevealCard(A, CARD),
        ReturnCard(A, CARD),
        KeepCard(A, kept=False, discarded=1),
        RevealCard(A, CARD),
    )
    rows = drafted([story], 2, {})
    assert rows[0].faces == (CARD, CARD)
